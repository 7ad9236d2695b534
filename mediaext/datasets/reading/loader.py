"""A loader that looks ahead, decodes in threads, and reuses its buffers.

The contract: a batch is yours until two more batches were taken; then its memory holds another
one. Use it, move it to the device, or ask for ``copy=True``. What was served is recorded, one row
for each sample, so that a training can be read again exactly.
"""

import contextlib
import math
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch.utils.data import default_collate

from mediaext.datasets.items import image_name
from mediaext.datasets.policy import EpochOrder, Numbers, SampledOrder, ranks
from mediaext.datasets.reading.buffers import BATCHES_KEPT, BufferRing
from mediaext.datasets.reading.lookahead import (
    AsReady,
    BatchSource,
    Lookahead,
    Recorded,
    SettledBatch,
)
from mediaext.datasets.reading.reader import SampleReader, seeded
from mediaext.datasets.reading.variants import ABOUT, about
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


STATE_VERSION = 1
Images = torch.Tensor | list[torch.Tensor]
Shown = tuple[Images, Numbers, Numbers, torch.Tensor | None]
"""Images, their rows, the variants shown, and the buffer that holds them."""


class Loader:
    """Batches of a dataset: ``(images, …)`` with uint8 images (N, channels, height, width).

    Parameters
    ----------
    batch_size, shuffle, drop_last
        As in a DataLoader. The order is a function of the dataset's seed and the epoch.
    threads
        Decoding threads; 0 works in the calling thread.
    copy
        Hand out memory of its own with each batch, which lifts the contract of this module.
    pin
        Page-locked buffers, by default where CUDA is.
    rank, world
        This process's part; by default that of ``torch.distributed``.
    lookahead
        Samples asked for before their turn; by default four times the concurrency.
    collate
        Called with the list of what comes with the images; by default torch's.
    sampler, batch_sampler
        Your own order, as for a DataLoader: indices, or lists of them, for this rank. What it
        draws is a function of seed and epoch, so a state resumes in it.
    about
        What each batch says of its samples, in a dict behind the rest of it (``"about"`` in a
        dict): ``index``, ``variant`` (-1 is the original), ``key``, ``operation``, ``prompt`` and
        ``seed``.
    advance
        Whether an epoch read to its end moves the dataset on to the next one; ``False`` for a
        second loader that looks at the same epoch.
    manifest
        Serve exactly what this says; see :meth:`Samples.replay`.

    """

    def __init__(
        self,
        reader: SampleReader,
        batch_size: int = 1,
        *,
        shuffle: bool = False,
        drop_last: bool = False,
        threads: int = 2,
        copy: bool = False,
        pin: bool | None = None,
        rank: int | None = None,
        world: int | None = None,
        lookahead: int | None = None,
        collate: Callable[[list[Any]], Any] = default_collate,
        sampler: Iterable[int] | None = None,
        batch_sampler: Iterable[list[int]] | None = None,
        about: Sequence[str] = (),
        advance: bool = True,
        manifest: "pd.DataFrame | str | os.PathLike[str] | None" = None,
    ) -> None:
        self.reader = reader
        seed = reader.settings.seed
        self.order: EpochOrder | SampledOrder = EpochOrder(
            len(reader), seed, shuffle, batch_size, drop_last
        )
        own = sampler if batch_sampler is None else batch_sampler
        if own is not None:
            if shuffle or (sampler is not None and batch_sampler is not None):
                raise InvalidRequest("sampler: it decides the order alone; leave out the others.")
            if batch_sampler is not None and (batch_size, drop_last) != (1, False):
                raise InvalidRequest("batch_sampler: it decides batch_size and drop_last.")
            if reader.settings.on_miss == "ready":
                raise InvalidRequest("on_miss='ready' takes what is there first; leave it out.")
            self.order = SampledOrder(
                own,
                len(reader),
                batch_size=batch_size,
                drop_last=drop_last,
                batches=batch_sampler is not None,
                seeded=partial(seeded, seed),
            )
        for name in about:
            if name not in ABOUT:
                raise InvalidRequest(f"about: one of {', '.join(ABOUT)}, not '{name}'.")
        self.about, self.advance = tuple(about), advance
        self._own, self._done = own is not None, np.zeros(0, np.int64)
        self._whole = batch_sampler is None  # every batch fits into a buffer of batch_size
        self.batch_size = batch_size
        self.threads, self.copy = threads, copy
        self.pin = torch.cuda.is_available() if pin is None else pin
        if self.pin and not torch.cuda.is_available():
            raise InvalidRequest("pin: page-locked memory needs CUDA, which torch does not see.")
        self._ranks = (rank, world)
        self.lookahead, self.collate = lookahead, collate
        self.manifest = None if manifest is None else read_served(manifest)
        self.position = self._start = 0
        self.served = ServedLog(reader.pool.folder / "served")
        self._depth = threads + 1
        self._ring: list[torch.Tensor] = []

    @property
    def rank_and_world(self) -> tuple[int, int]:
        """Number of this process, from 0, and how many processes share each epoch."""
        if self._own:
            return 0, 1
        rank, world = ranks()
        return (
            rank if self._ranks[0] is None else self._ranks[0],
            world if self._ranks[1] is None else self._ranks[1],
        )

    def __len__(self) -> int:
        if self.manifest is not None:
            return math.ceil(len(self.manifest) / self.batch_size)
        return self.order.steps(0, self.rank_and_world[1])

    def set_epoch(self, epoch: int) -> None:
        """Choose the epoch; the epoch of a loaded state resumes at its position.

        Parameters
        ----------
        epoch
            Counted from 0.
        """
        if epoch != self.reader.epoch:
            self._start, self._done = 0, self._done[:0]
        self.position = self._start
        self.reader.set_epoch(epoch)

    def state_dict(self) -> dict[str, Any]:
        """Return where the training is: plain numbers, good for any number of ranks.

        With ``on_miss="ready"`` the order is that of arrival, so the state has the items that this
        rank took, and is valid for this rank alone.
        """
        return {
            "done": self._done.tolist(),
            "version": STATE_VERSION,
            "seed": self.reader.settings.seed,
            "epoch": self.reader.epoch,
            "position": self.position,
            "count": len(self.reader),
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Resume where a state says.

        Parameters
        ----------
        state
            What :meth:`state_dict` returned, on any number of ranks.

        Raises
        ------
        InvalidRequest
            When it is of other data, or of another version.
        """
        if state.get("version") != STATE_VERSION:
            raise InvalidRequest(f"This loader state has version {state.get('version')}, not 1.")
        for name, now in (("seed", self.reader.settings.seed), ("count", len(self.reader))):
            if state[name] != now:
                raise InvalidRequest(
                    f"The loader state is of a dataset with {name} {state[name]}, not {now}."
                )
        self.reader.set_epoch(state["epoch"])
        self.position = self._start = state["position"]
        self._done = np.array(state.get("done", []), np.int64)
        if self.position and not self.order.steps(self.position, self.rank_and_world[1]):
            self.set_epoch(state["epoch"] + 1)  # saved after the last batch of an epoch

    def __iter__(self) -> Iterator[Any]:
        reader, epoch = self.reader, self.reader.epoch
        rank, world = self.rank_and_world
        if not self._start:
            self._done = self._done[:0]
        self.position, self._start = self._start, 0
        reader.begin_epoch(epoch)
        self.served.begin(epoch, rank)
        source = self._source(epoch, rank, world)
        try:
            for batch, shown in self._read(source):
                self.position += self.order.advance(world)
                self.served.add(*shown)
                if self.reader.settings.on_miss == "ready":
                    self._done = np.concatenate([self._done, shown[0]])
                yield batch
        except BaseException:  # the loop was left: nothing more is bought for it
            source.close()
            if not self.order.steps(self.position, world):
                self._finish_epoch(epoch)  # by who counts batches and asks for no more
            raise
        self._finish_epoch(epoch)

    def _finish_epoch(self, epoch: int) -> None:
        """Note what was served, and move the dataset on."""
        self.served.end()
        self.position, self._done = 0, self._done[:0]
        if self.manifest is None and self.advance:
            self.reader.finish_epoch(epoch)
            self.reader.set_epoch(epoch + 1)

    def _source(self, epoch: int, rank: int, world: int) -> BatchSource:
        if self.manifest is not None:
            rows, variants = self.manifest["index"], self.manifest["variant"]
            return Recorded(
                self.reader, rows.to_numpy(np.int64), variants.to_numpy(np.int64), self.batch_size
            )
        if self.reader.settings.on_miss == "ready":
            whole = self.order.batches(epoch, 0, rank, world)
            left = (rows[~np.isin(rows, self._done)] for rows in whole)
            return AsReady(self.reader, left, epoch, self.batch_size)
        batches = self.order.batches(epoch, self.position, rank, world)
        return Lookahead(self.reader, batches, epoch, self.lookahead)

    def _read(self, source: BatchSource) -> Iterator[tuple[Any, SettledBatch]]:
        """Decode some batches ahead in threads, in order; mere copies are done at their turn."""
        ring = BufferRing(self._buffers()) if self._fixed else None
        flying: deque[tuple[Callable[[], Shown], SettledBatch]] = deque()
        pool = ThreadPoolExecutor(max(self.threads, 1), thread_name_prefix="mediaext-decode")
        try:
            while True:
                while len(flying) < self._depth and source.more():
                    if flying and not source.ready():
                        break
                    batch = source.next()
                    if len(batch[0]):
                        flying.append((self._begin(pool, ring, batch), batch))
                    if self.threads == 0:
                        break
                if flying:
                    work, batch = flying.popleft()
                    images, rows, variants, buffer = work()
                    if len(rows):
                        shown = self._shown(rows, variants, batch)
                        yield self._finish(images, rows, variants), shown
                    if ring is not None and buffer is not None:
                        ring.hand_out(buffer)
                elif not source.more():
                    return
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            # What was handed out last is used again last, in the next epoch too.
            held = ring.out if ring is not None else []
            self._ring = held + [b for b in self._ring if not any(b is o for o in held)]

    @property
    def _fixed(self) -> bool:
        """Whether batches have one shape, and so can be read into buffers."""
        settings = self.reader.settings
        plain = settings.transform is None and settings.transforms is None
        return self.reader.pool.spec.fixed and plain and self._whole

    def _begin(
        self, pool: ThreadPoolExecutor, ring: BufferRing | None, batch: SettledBatch
    ) -> Callable[[], Shown]:
        """Start decoding in a thread; return what gives the images."""
        rows, variants, _ = batch
        if self.threads == 0 or (ring is not None and self.reader.pool.copies(rows, variants)):
            return lambda: self._fill(ring.take() if ring is not None else None, rows, variants)
        buffer = ring.take() if ring is not None else None
        return pool.submit(self._fill, buffer, rows, variants).result

    def _fill(self, buffer: torch.Tensor | None, rows: Numbers, variants: Numbers) -> Shown:
        if buffer is None:
            return *self.reader.images(rows, variants), None
        pixels, rows, variants = self.reader.read(buffer[: len(rows)].numpy(), rows, variants)
        return buffer[: len(pixels)], rows, variants, buffer

    def _shown(self, rows: Numbers, variants: Numbers, batch: SettledBatch) -> SettledBatch:
        """Return what a batch showed in the end, beside what it should have shown."""
        if len(rows) == len(batch[0]):
            return rows, variants, batch[2]
        return rows, variants, self.reader.wanted(rows, self.reader.epoch)

    def _buffers(self) -> list[torch.Tensor]:
        """Return the buffers of the ring; they are made once for the loader."""
        if not self._ring:
            shape = (self.batch_size, *self.reader.pool.spec.shape)
            count = self._depth + BATCHES_KEPT
            self._ring = [torch.empty(shape, dtype=torch.uint8) for _ in range(count)]
            if self.pin:
                self._ring = [buffer.pin_memory() for buffer in self._ring]
        return list(self._ring)

    def _finish(self, images: Images, rows: Numbers, variants: Numbers) -> Any:
        """Put the rest of the items beside their images."""
        if isinstance(images, torch.Tensor):
            images = images.permute(0, 3, 1, 2)
            batch = images.clone() if self.copy else images
            numbers = self.reader.pool.items.numbers(rows)
            rest = self._rest(rows, variants) if numbers is None else (torch.from_numpy(numbers),)
        else:
            pairs = self.reader.transformed(images, self._rests(rows, variants), rows)
            batch = default_collate([image for image, _ in pairs])
            rest = self._collated([rest for _, rest in pairs])
        about = None if not self.about else self._about(rows, variants)
        if isinstance(rest, dict):
            found = {**rest, image_name(rest): batch}
            return found if about is None else {**found, "about": about}
        told = () if about is None else (about,)
        return batch if rest is None and not told else (batch, *(rest or ()), *told)

    def _rests(self, rows: Numbers, variants: Numbers) -> list[Any]:
        pairs = zip(rows.tolist(), variants.tolist(), strict=True)
        return [self.reader.rest(index, variant) for index, variant in pairs]

    def _rest(self, rows: Numbers, variants: Numbers) -> Any:
        return self._collated(self._rests(rows, variants))

    def _collated(self, rests: list[Any]) -> Any:
        """Return what comes with the images, collated."""
        if not rests or rests[0] is None:
            return None
        if isinstance(rests[0], dict):
            name = image_name(rests[0])
            full = self.collate([{k: v for k, v in r.items() if k != name} for r in rests])
            if not isinstance(full, Mapping):
                raise InvalidRequest("collate: it returns a dict for items that are dicts.")
            return {name: None, **full}
        return tuple(self.collate(list(rests))) if rests[0] else ()

    def _about(self, rows: Numbers, variants: Numbers) -> dict[str, Any]:
        """Return where each sample of a batch comes from."""
        pairs = zip(rows.tolist(), variants.tolist(), strict=True)
        told = [about(self.reader.pool, index, variant) for index, variant in pairs]
        columns = {name: [one[name] for one in told] for name in self.about}
        return {
            name: torch.tensor(column) if name in ("index", "variant") else column
            for name, column in columns.items()
        }
