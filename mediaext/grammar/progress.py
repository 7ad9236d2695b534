"""Progress of work, in the words and numbers that cells, panels and the shell show."""

from dataclasses import dataclass

from mediaext.client import Job
from mediaext.client.chain import Chain
from mediaext.client.waiting import Waiting

TOLD = 0.1  # share of the work from which its pace says more than earlier jobs do


@dataclass(frozen=True, slots=True)
class WorkProgress:
    """What runs, what it is doing, and the seconds it took and is likely to take still.

    ``fraction`` is 0 to 1; ``fraction`` and ``left`` are ``None`` where they are not known.
    """

    name: str
    doing: str
    fraction: float | None
    elapsed: float
    left: float | None
    job_id: str

    @property
    def times(self) -> str:
        """Time elapsed and left in words, such as ``"12 s, about 30 s left"``."""
        left = "" if self.left is None else f", about {duration(self.left)} left"
        return f"{duration(self.elapsed)}{left}"

    def __str__(self) -> str:
        job = f" · job {self.job_id}" if self.job_id else ""
        return f"{self.name}: {self.doing} · {self.times}{job}"


def stage_of(work: "Chain | Job[object] | Waiting", elapsed: float) -> WorkProgress:
    """Return how far work is that was begun ``elapsed`` seconds ago."""
    if isinstance(work, Waiting):
        inner = work.work
        return stage_of(inner, elapsed) if isinstance(inner, Chain | Job) else _count_of(work)
    progress, record = work.progress, work.record
    fraction, left = progress.fraction, work.eta
    if fraction is not None and fraction >= TOLD and progress.message != "estimated":
        left = elapsed * (1 - fraction) / fraction
    if not left or left < 0.5:  # what takes longer than usual has no estimate
        left = None
    state: str = record.state if record else "sending"
    if isinstance(work, Job) and progress.message == "" and (ahead := work.ahead):
        state = f"{state} behind {ahead} job{'s' * (ahead > 1)}"
    doing = progress.message if progress.message not in ("", "estimated") else state
    name = record.operation if record and ":" not in doing else "chain"
    return WorkProgress(name, doing, fraction, elapsed, left, record.job_id if record else "")


def _count_of(call: Waiting) -> WorkProgress:
    """Return how far a call is that makes many, or that sends its request still."""
    elapsed = call.elapsed
    if not call.unit:
        return WorkProgress(call.name, "sending", None, elapsed, None, "")
    total = "" if call.total is None else f" of {call.total:,.0f}"
    fraction = min(call.made / call.total, 1.0) if call.total else None
    left = elapsed * (1 - fraction) / fraction if fraction and fraction < 1 else None
    doing = f"{call.made:,.0f}{total} {call.unit}"
    return WorkProgress(call.name, doing, fraction, elapsed, left, "")


def duration(seconds: float) -> str:
    """Return seconds for people: ``"12 s"``, ``"3 min 20 s"`` or ``"2 h 5 min"``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
