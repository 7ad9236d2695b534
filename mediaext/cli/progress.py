"""How far a job is, on standard error."""

import contextlib
import os
import sys
from collections.abc import Iterator
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any

from mediaext.client import Job
from mediaext.client.core import core

TICK = 0.1  # seconds between looks at a job
FORMAT = "{desc:<32}{percentage:3.0f}%|{bar:24}| {elapsed}"
WIDTH = 32


def follow(job: Job[Any], *, quiet: bool = False) -> Any:
    """Return the result of a job; show a bar on a terminal, a line elsewhere."""
    future = core().start(job.settle())
    with _bar(job, quiet) as tell:
        while not future.done():
            tell(job.progress.fraction or 0.0, job.progress.message)
            with contextlib.suppress(FutureTimeout, Exception):
                future.exception(TICK)
        if future.exception() is None:
            tell(1.0, "")
    return future.result()


@contextlib.contextmanager
def _bar(job: Job[Any], quiet: bool) -> Iterator[Any]:
    """Give a function that is told fraction and message."""
    name = job.record.operation
    if quiet:
        yield lambda fraction, message: None
    elif not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        print(f"{name}: job {job.job_id}", file=sys.stderr)
        yield lambda fraction, message: None
    else:
        from tqdm import tqdm

        with tqdm(total=100, bar_format=FORMAT) as bar:

            def tell(fraction: float, message: str) -> None:
                bar.n = round(100 * fraction)
                bar.set_description_str(f"{name} {message}"[: WIDTH - 1])

            yield tell
