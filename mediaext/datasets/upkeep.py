"""What a person does with a data set besides training: plan, look, count, export, clean up."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np

from mediaext.datasets.segment import VERDICT
from mediaext.datasets.stats import Stats
from mediaext.datasets.truth import Health
from mediaext.errors import InvalidRequest

if TYPE_CHECKING:
    import pandas as pd
    import PIL.Image

    from mediaext.datasets.planning import Filled, Plan
    from mediaext.datasets.pool import Pool
    from mediaext.datasets.samples import Samples

Format = Literal["folder", "webdataset", "hf", "parquet"]


class Upkeep:
    """Methods of every data set of this package that do not serve samples."""

    pool: "Pool"
    stats_now: Stats

    @property
    def _self(self) -> "Samples":
        return cast("Samples", self)

    def plan(self, epochs: int | None = None) -> "Plan":
        """Say what is there and what has to be made, without sending anything.

        ``epochs`` limits it to what the next epochs will show; by default it is the whole pool.
        """
        from mediaext.datasets.planning import make_plan

        return make_plan(self._self, epochs)

    def fill(self, epochs: int | None = None, progress: bool = True) -> "Filled":
        """Make what :meth:`plan` counts, now, with progress and expected end."""
        from mediaext.datasets.planning import fill

        return fill(self._self, epochs, progress)

    def table(self, provenance: bool = False) -> "pd.DataFrame":
        """Return one row for each variant: what it is, how it was made, where it stands.

        ``provenance`` reads and checks every file's C2PA manifest, some milliseconds each.
        """
        from mediaext.datasets.manifest import make_table

        return make_table(self._self, provenance)

    def export(
        self, kind: Format, path: str | os.PathLike[str], *, originals: bool = False
    ) -> Path:
        """Write what is there to ``path`` in a format that others read, bytes untouched.

        ``folder`` is one folder for each label with ``metadata.jsonl``; ``webdataset`` tar shards;
        ``hf`` a folder that Hugging Face ``load_dataset`` reads with images and labels typed;
        ``parquet`` one such file. ``originals`` adds the untouched pictures.
        """
        from mediaext.datasets.export import WRITERS

        if kind not in WRITERS:
            raise InvalidRequest(f"export: one of {', '.join(WRITERS)}, not '{kind}'.")
        return WRITERS[kind](self._self, Path(path), originals)

    def verify(self) -> Health:
        """Read every stored result and compare its checksum."""
        return self.pool.truth.verify()

    def prune(self, *, unused: bool = False, damaged: bool = False, views: bool = True) -> int:
        """Give disk space back; return the bytes.

        ``views`` deletes decoded pictures, which come back by themselves. ``unused`` deletes
        results that no variant of this data set uses: they were paid for, so only when told to,
        and only where no other data set shares the folder. ``damaged`` deletes those that no
        longer have their checksum.
        """
        from mediaext.datasets.pruning import prune

        return prune(self._self, unused=unused, damaged=damaged, views=views)

    def push(self) -> int:
        """Copy new results to the ``remote`` folder; return how many segments went."""
        if self.pool.remote is None:
            raise InvalidRequest("push: there is no remote= to copy to.")
        count: int = self.pool.remote.push(self.pool.truth)
        return count

    def stats(self) -> dict[str, Any]:
        """Return counts of the folder and of this run."""
        truth, spent = self.pool.truth, self.pool.purse.spent()
        truth.refresh()
        running = self.pool.generator if self.pool.started else None
        return {
            "results": len(truth),
            "refused": sum(
                v.facts.get("verdict") == "drop" for v in truth.index.verdicts.values()
            ),
            "bytes": sum(truth.index.covered.values()),
            "tier": self.pool.tier,
            "views": len(self.pool.views) if self.pool.views is not None else 0,
            "spent_jobs": spent.jobs,
            "spent_cost": spent.cost,
            "made": dict(running.made) if running else {},
            "in_flight": running.pending if running else 0,
        }

    def show(self, n: int = 4, side: int = 160) -> "PIL.Image.Image":
        """Return a picture of ``n`` items: each original beside its variants that are there."""
        from mediaext.datasets.looks import show

        return show(self._self, n, side)

    def refused(self, side: int = 160) -> "PIL.Image.Image":
        """Return a contact sheet of what the checks refused, with key and reason."""
        from mediaext.datasets.looks import refused

        return refused(self._self, side)

    def keep(self, key: str) -> None:
        """Serve a refused result all the same; ``key`` may be its first digits."""
        self._judge(key, "keep")

    def drop(self, key: str, reason: str = "dropped by hand") -> None:
        """Serve a result no more; its bytes stay."""
        self._judge(key, "drop", reason=reason)

    def _judge(self, key: str, verdict: str, **facts: str) -> None:
        found = [k for k in self.pool.truth if k.hex().startswith(key.lower())]
        if len(found) != 1:
            problem = "no result" if not found else f"{len(found)} results"
            raise InvalidRequest(f"There is {problem} with the key '{key}'; table() lists them.")
        self.pool.truth.note(found[0], VERDICT, {"verdict": verdict, **facts})
        self.pool.forget(found[0])

    def report(self) -> "pd.DataFrame":
        """Return counts by label, operation and status."""
        table = self.table()
        table["label"] = table["label"].astype("string").fillna("")
        return table.pivot_table(
            index=["label", "operation"], columns="status", values="key", aggfunc="count",
            fill_value=0, observed=True,
        )  # fmt: skip

    def served(self, loader: Any) -> "pd.DataFrame":
        """Return what a loader served: epoch, index, variant (-1 is the original) and key."""
        frame: pd.DataFrame = loader.served.table()
        frame["key"] = [
            "" if variant < 0 else self.pool.key(index, variant).hex()
            for index, variant in zip(frame["index"], frame["variant"], strict=True)
        ]
        return frame

    def number_column(self) -> np.ndarray[Any, Any] | None:
        """Return the labels as one array, where they are numbers that need no reading."""
        if not hasattr(self, "_column"):
            self._column = _numbers(self.pool.items)
        return self._column

    def finish_epoch(self, epoch: int) -> None:
        """Ask again for what may work now, and say what the epoch was like."""
        pool, made, pending = self.pool, 0, 0
        if pool.started:
            made, pending = sum(pool.generator.made.values()), pool.generator.pending
            pool.generator.salvage()
            pool.generator.made.clear()
        self.last_epoch = self.stats_now.line(epoch, made, pool.purse.spent(), pool.tier, pending)
        self._self.say(self.last_epoch)

    last_epoch: str = ""


def _numbers(items: Any) -> np.ndarray[Any, Any] | None:
    from mediaext.datasets.items import Items, Prompts

    if isinstance(items, Items) and items.plain:
        labels = np.asarray(items.targets)
    elif isinstance(items, Prompts) and items.labels is not None:
        labels = np.repeat(np.asarray(items.labels), items.each)
    else:
        return None
    if labels.ndim != 1 or labels.dtype.kind not in "iuf":
        return None
    return labels.astype(np.int64 if labels.dtype.kind in "iu" else np.float32)
