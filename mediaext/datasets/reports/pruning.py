"""Free disk space. What was paid for is deleted only on request."""

import math
import shutil

from mediaext.datasets.reading.reader import SampleReader
from mediaext.datasets.reading.variants import Variants
from mediaext.datasets.reports.planning import pairs
from mediaext.datasets.store.processes import alive, living, me
from mediaext.errors import MediaError


def prune(reader: SampleReader, *, unused: bool, damaged: bool, views: bool) -> int:
    """Delete what was asked for and return the bytes freed."""
    pool = reader.pool
    pool.results.refresh()
    freed = _drop_views(pool) if views else 0
    if not (unused or damaged):
        return freed
    _refuse_beside_writers(pool)
    pool.results.verify(repair=True)
    keep = set(pool.results)
    if unused:
        keep &= {
            step.key
            for index, variant in pairs(reader, None)
            for step in pool.node(index, variant).chain()
        }
    freed += pool.results.keep_only(keep)
    pool.forget_places()
    return freed


def _drop_views(pool: Variants) -> int:
    """Delete the views of other sizes; whoever reads them makes them again."""
    folder = pool.folder / "views"
    mine = pool.views.folder.name if pool.views is not None else ""
    freed = 0
    for path in folder.glob("*") if folder.exists() else ():
        if path.name != mine:
            freed += sum(file.stat().st_blocks * 512 for file in path.iterdir())
            gone = path.with_name(f"{path.name}.{me()}")
            path.rename(gone)  # at once, since somebody may be filling them
            shutil.rmtree(gone, ignore_errors=True)
    return freed


def _refuse_beside_writers(pool: Variants) -> None:
    """Raise :class:`MediaError` while another process, of this machine or another, may write."""
    writers = {name.rpartition("-")[0] for name in pool.results.index.covered}
    busy = {name for name in writers if alive(name, quiet=math.inf)}
    busy |= living(pool.folder / "leases" / "owners")
    if busy - {str(me())}:
        raise MediaError("Another process is writing to this folder; prune when it has ended.")
