"""What was served: one row for each sample, so that a training can be read again exactly."""

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mediaext.datasets.policy import Numbers
from mediaext.datasets.store.processes import me
from mediaext.errors import InvalidRequest

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("epoch", "index", "variant", "wanted")


class ServedLog:
    """Rows (epoch, index, variant, wanted) of the epochs of one loader; -1 is the original."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._done: list[np.ndarray[Any, Any]] = []
        self._now: list[tuple[Numbers, Numbers, Numbers]] = []
        self.epoch = self.rank = 0

    def begin(self, epoch: int, rank: int) -> None:
        """Start an epoch."""
        self.end()
        self.epoch, self.rank = epoch, rank

    def add(self, rows: Numbers, variants: Numbers, wanted: Numbers) -> None:
        """Add a batch."""
        self._now.append((rows, variants, wanted))

    def end(self) -> None:
        """Write the epoch down."""
        if not self._now:
            return
        table, self._now = self._running(), []
        self._done.append(table)
        name = f"{me()}-{id(self):x}-epoch{self.epoch:04d}-rank{self.rank}.npy"
        with contextlib.suppress(OSError):  # table() has it; a full disk does not end a training
            self.folder.mkdir(parents=True, exist_ok=True)
            np.save(self.folder / name, table)

    def _running(self) -> np.ndarray[Any, np.dtype[np.int32]]:
        """Return the columns of the epoch that is under way, int32 of shape (4, N)."""
        columns = [np.concatenate(column) for column in zip(*self._now, strict=True)]
        if not columns:
            return np.zeros((len(COLUMNS), 0), np.int32)
        return np.stack([np.full(len(columns[0]), self.epoch), *columns]).astype(np.int32)

    def table(self) -> "pd.DataFrame":
        """Return all rows so far, in the order served."""
        import pandas as pd

        whole = np.concatenate([*self._done, self._running()], axis=1)
        return pd.DataFrame(dict(zip(COLUMNS, whole, strict=True)))


def read_served(manifest: Any) -> "pd.DataFrame":
    """Return a manifest of served rows: a frame, or the file that :class:`ServedLog` wrote."""
    import pandas as pd

    if isinstance(manifest, str | os.PathLike):
        path = Path(manifest)
        if path.suffix == ".npy":
            found = np.load(path)
            frame = pd.DataFrame(dict(zip(COLUMNS, found, strict=True)))
        else:
            frame = pd.read_csv(path)
    else:
        frame = manifest
    if not {"index", "variant"} <= set(frame.columns):
        raise InvalidRequest("manifest: needs the columns index and variant, as served() gives.")
    return frame
