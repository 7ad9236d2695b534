"""How far a line is, on standard error."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator

from mediaext.client.chain import Chain
from mediaext.grammar.execution import Execution, Work
from mediaext.text import printable

FORMAT = "{desc:<32}{percentage:3.0f}%|{bar:24}| {elapsed}"
WIDTH = 32


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

        with tqdm(total=100, bar_format=FORMAT) as bar:

            def update(work: Work) -> None:
                progress, record = work.progress, work.record
                name = record.operation if record and ":" not in progress.message else ""
                bar.n = round(100 * (progress.fraction or 0.0))
                bar.set_description_str(
                    printable(f"{name} {progress.message}").strip()[: WIDTH - 1]
                )

            yield update
