"""Giving disk space back. What was paid for is deleted only when told to."""

import math
import os
import shutil
from typing import TYPE_CHECKING

from mediaext.datasets.index import NAME
from mediaext.datasets.owner import alive, living, me
from mediaext.datasets.segment import MADE
from mediaext.datasets.truth import Truth
from mediaext.errors import MediaError

if TYPE_CHECKING:
    from mediaext.datasets.pool import Pool
    from mediaext.datasets.samples import Samples


def prune(data: "Samples", *, unused: bool, damaged: bool, views: bool) -> int:
    """Delete what was asked for and return the bytes freed."""
    pool = data.pool
    pool.truth.refresh()
    freed = _drop_views(data) if views else 0
    if not (unused or damaged):
        return freed
    _refuse_beside_writers(pool)
    keep = set(pool.truth)
    if unused:
        from mediaext.datasets.planning import pairs

        keep &= {
            step.key
            for index, variant in pairs(data, None)
            for step in pool.node(index, variant).chain()
        }
    if damaged:
        keep -= {bytes.fromhex(key) for key in pool.truth.verify().damaged}
    freed += rewrite(pool.truth, keep)
    pool.forget_places()
    return freed


def _drop_views(data: "Samples") -> int:
    """Delete the views of other sizes, which nothing reads now."""
    folder = data.pool.folder / "views"
    mine = data.pool.views.folder.name if data.pool.views is not None else ""
    freed = 0
    for path in folder.glob("*") if folder.exists() else ():
        if path.name != mine:
            freed += sum(file.stat().st_blocks * 512 for file in path.iterdir())
            shutil.rmtree(path)
    return freed


def _refuse_beside_writers(pool: "Pool") -> None:
    """Raise :class:`MediaError` while another process, of this machine or another, may write."""
    writers = {name.rpartition("-")[0] for name in pool.truth.index.covered}
    busy = {name for name in writers if alive(name, quiet=math.inf)}
    busy |= living(pool.folder / "leases" / "owners")
    if busy - {str(me())}:
        raise MediaError("Another process is writing to this folder; prune when it has ended.")


def rewrite(truth: Truth, keep: set[bytes]) -> int:
    """Write the records to be kept into a new segment and remove the old ones; verdicts stay."""
    mine = {name: (truth.folder / name).stat().st_size for name in truth.index.covered}
    before = sum(mine.values())
    scratch = truth.folder / "rewriting"
    shutil.rmtree(scratch, ignore_errors=True)
    fresh = Truth(scratch)
    for key in list(truth):
        facts, content = truth.facts(key), truth.content(key) if key in keep else None
        if facts is not None and content is not None:
            fresh.put(key, bytes(content), facts)
    for key, verdict in truth.index.verdicts.items():
        if verdict.kind != MADE:
            fresh.note(key, verdict.kind, verdict.facts)
    fresh.close()
    (scratch / NAME).unlink(missing_ok=True)
    truth.close()
    for number, path in enumerate(sorted(scratch.glob("*.seg"))):
        os.replace(path, truth.folder / path.name.replace(".seg", f"-{number}r.seg"))
    for name in mine:
        (truth.folder / name).unlink()
    (truth.folder / NAME).unlink(missing_ok=True)
    shutil.rmtree(scratch)
    truth.open(truth.folder)
    return before - sum(truth.index.covered.values())
