"""Progress of a command on standard error."""

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from mediaext.client.chain import Chain
from mediaext.grammar.execution import TICK, Execution, Work
from mediaext.grammar.progress import stage_of
from mediaext.text import printable

FORMAT = "{desc:<32}{percentage:3.0f}%|{bar}| {unit}"
ROWS = "{desc}{n_fmt} of {total_fmt} |{bar}| {elapsed}, {remaining} left"
MOST = 100  # letters of a bar with its words
WIDTH = 32
T = TypeVar("T")


def follow(execution: Execution, *, quiet: bool = False) -> None:
    """Wait for a line to end; show a bar on a terminal, a line for each job elsewhere."""
    if execution.work is None:
        return
    with execution, _bar(quiet) as look:
        for work in execution:
            look(work)
        look(execution.work)


@contextlib.contextmanager
def _bar(quiet: bool) -> Iterator[Callable[[Work], None]]:
    """Give a function that is shown what runs, again and again."""
    if quiet:
        yield lambda work: None
    elif not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        listed: set[str] = set()

        def list_jobs(work: Work) -> None:
            for job in work.jobs if isinstance(work, Chain) else (work,):
                if job.job_id not in listed:
                    listed.add(job.job_id)
                    print(f"{job.record.operation}: job {job.job_id}", file=sys.stderr)

        yield list_jobs
    else:
        from tqdm import tqdm

        started = time.monotonic()
        with tqdm(total=100, bar_format=FORMAT, ncols=_columns(), delay=TICK) as bar:

            def update(work: Work) -> None:
                stage = stage_of(work, time.monotonic() - started)
                bar.n = round(100 * (stage.fraction or 0.0))
                bar.unit = stage.times
                words = printable(f"{stage.name}: {stage.doing}")
                bar.set_description_str(words[: WIDTH - 1])

            try:
                yield update
            except BaseException:
                bar.leave = False  # what follows says how it ended
                raise


def count(outcomes: Iterable[T], total: int, *, quiet: bool) -> Iterator[T]:
    """Yield the outcomes of a batch; show on a terminal how many are there and the time left.

    What is printed before the next outcome is taken stands above the bar.
    """
    from tqdm import tqdm

    shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not quiet
    bar = tqdm(outcomes, total=total, bar_format=ROWS, ncols=_columns(), disable=not shown)
    for outcome in bar:
        with tqdm.external_write_mode():
            yield outcome


def _columns() -> int:
    return min(shutil.get_terminal_size().columns, MOST)
