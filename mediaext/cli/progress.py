"""Progress of a command on standard error."""

import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from mediaext.client import Job
from mediaext.client.chain import Chain
from mediaext.client.waiting import Waiting, show_with
from mediaext.grammar.progress import stage_of
from mediaext.text import printable

FORMAT = "{desc:<32}{percentage:3.0f}%|{bar}| {unit}"
ROWS = "{desc}{n_fmt} of {total_fmt} |{bar}| {elapsed}, {remaining} left"
MOST = 100  # letters of a bar with its words
WIDTH = 32
DELAY = 0.1  # seconds before a bar appears
T = TypeVar("T")


@contextlib.contextmanager
def shown(*, quiet: bool = False) -> Iterator[None]:
    """Show what is waited for: a bar on a terminal, a line for each job elsewhere."""
    terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    show_with(None if quiet else _draw if terminal else _list)
    try:
        yield
    finally:
        show_with(None)


@contextlib.contextmanager
def _list(call: Waiting) -> Iterator[Callable[[], None]]:
    listed: set[str] = set()

    def look() -> None:
        for job in call.work.jobs if isinstance(call.work, Chain) else (call.work,):
            if isinstance(job, Job) and job.job_id not in listed:
                listed.add(job.job_id)
                print(f"{job.record.operation}: job {job.job_id}", file=sys.stderr)

    yield look
    look()


@contextlib.contextmanager
def _draw(call: Waiting) -> Iterator[Callable[[], None]]:
    from tqdm import tqdm

    with tqdm(total=100, bar_format=FORMAT, ncols=_columns(), delay=DELAY) as bar:

        def look() -> None:
            stage = stage_of(call, call.elapsed)
            bar.n = round(100 * (stage.fraction or 0.0))
            bar.unit = stage.times
            words = printable(f"{stage.name}: {stage.doing}")
            bar.set_description_str(words[: WIDTH - 1])

        try:
            yield look
            look()
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
