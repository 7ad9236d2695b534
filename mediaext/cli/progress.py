"""A progress bar on standard error while a job runs."""

import contextlib
import sys
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any

from mediaext.client import Job
from mediaext.client.core import core

TICK = 0.1  # seconds between looks at a job
FORMAT = "{desc:<28}{percentage:3.0f}%|{bar:24}| {elapsed}"


def follow(job: Job[Any], *, quiet: bool = False) -> Any:
    """Return the result of a job, with a bar on standard error unless ``quiet``."""
    from tqdm import tqdm

    future = core().start(job.settle())
    with tqdm(total=100, bar_format=FORMAT, disable=quiet or not sys.stderr.isatty()) as bar:
        while not future.done():
            progress = job.progress
            bar.n = round(100 * (progress.fraction or 0.0))
            bar.set_description(f"{job.record.operation} {progress.message}"[:28])
            with contextlib.suppress(FutureTimeout):
                future.exception(TICK)
        result = future.result()
        bar.n = 100
        bar.set_description(job.record.operation)
    return result
