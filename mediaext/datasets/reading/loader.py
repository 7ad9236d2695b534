"""A loader that looks ahead, decodes in threads, and writes into buffers that it uses again.

The contract: a batch is yours until two more batches were taken; then its memory holds another
one. Use it, move it to the device, or ask for ``copy=True``.
"""

import math
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch.utils.data import Sampler, default_collate

from mediaext.datasets.making.outcomes import Outcome
from mediaext.datasets.policy import EpochOrder, Numbers, ranks, shared
from mediaext.datasets.reading.buffers import BATCHES_KEPT, BufferRing
from mediaext.datasets.reading.lookahead import (
    AsReady,
    BatchSource,
    Lookahead,
    Recorded,
    SettledBatch,
)
from mediaext.datasets.reading.reader import SampleReader
from mediaext.datasets.reading.served import ServedLog, read_served
from mediaext.datasets.reading.workers import WorkerRing
from mediaext.errors import InvalidRequest

if TYPE_CHECKING:
    import pandas as pd

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
    workers
        Decoding processes in place of threads; started anew in each epoch.
    copy
        Hand out memory of its own with each batch, which lifts the contract of this module.
    pin
        Page-locked buffers, by default where CUDA is; those that workers share are not.
    rank, world
        This process's part; by default that of ``torch.distributed``.
    lookahead
        Samples asked for before their turn; by default four times the concurrency.
    collate
        Called with the list of what comes with the images; by default torch's.
    manifest
        Serve exactly what this says; see :meth:`Samples.replay`.

    An epoch that was read to its end moves the dataset on to the next one.
    """

    def __init__(
        self,
        reader: SampleReader,
        batch_size: int = 1,
        *,
        shuffle: bool = False,
        drop_last: bool = False,
        threads: int = 2,
        workers: int = 0,
        copy: bool = False,
        pin: bool | None = None,
        rank: int | None = None,
        world: int | None = None,
        lookahead: int | None = None,
        collate: Callable[[list[Any]], Any] = default_collate,
        manifest: "pd.DataFrame | str | os.PathLike[str] | None" = None,
    ) -> None:
        self.reader = reader
        seed = reader.settings.seed
        self.order = EpochOrder(len(reader), seed, shuffle, batch_size, drop_last)
        self.batch_size = batch_size
        self.threads, self.workers, self.copy = threads, workers, copy
        self.pin = torch.cuda.is_available() if pin is None else pin
        if self.pin and not torch.cuda.is_available():
            raise InvalidRequest("pin: page-locked memory needs CUDA, which torch does not see.")
        self._ranks = (rank, world)
        self.lookahead, self.collate = lookahead, collate
        self.manifest = None if manifest is None else read_served(manifest)
        self.position = self._start = 0
        self.served = ServedLog(reader.pool.folder / "served")
        self._depth = max(workers * 2, threads + 1, 1)
        self._ring: list[torch.Tensor] = []

    @property
    def rank_and_world(self) -> tuple[int, int]:
        """This process's part of every epoch."""
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
        """Choose the epoch and start it from the beginning."""
        self.reader.set_epoch(epoch)
        self.position = self._start = 0

    def state_dict(self) -> dict[str, int]:
        """Return where the training is: plain numbers, good for any number of ranks."""
        return {
            "version": STATE_VERSION,
            "seed": self.reader.settings.seed,
            "epoch": self.reader.epoch,
            "position": self.position,
            "count": len(self.reader),
        }

    def load_state_dict(self, state: dict[str, int]) -> None:
        """Go on where a state says; raise :class:`InvalidRequest` when it is of other data."""
        if state.get("version") != STATE_VERSION:
            raise InvalidRequest(f"This loader state has version {state.get('version')}, not 1.")
        for name, now in (("seed", self.reader.settings.seed), ("count", len(self.reader))):
            if state[name] != now:
                raise InvalidRequest(
                    f"The loader state is of a dataset with {name} {state[name]}, not {now}."
                )
        self.reader.set_epoch(state["epoch"])
        self.position = self._start = state["position"]

    def __iter__(self) -> Iterator[Any]:
        reader, epoch = self.reader, self.reader.epoch
        rank, world = self.rank_and_world
        self.position, self._start = self._start, 0
        reader.begin_epoch(epoch)
        self.served.begin(epoch, rank)
        source = self._source(epoch, rank, world)
        try:
            for batch, shown in self._in_workers(source) if self.workers else self._read(source):
                self.position += self.batch_size * world
                self.served.add(*shown)
                yield batch
        except BaseException:  # the loop was left: nothing more is bought for it
            source.close()
            raise
        self.served.end()
        self.position = 0
        if self.manifest is None:
            reader.finish_epoch(epoch)
            reader.set_epoch(epoch + 1)

    def _source(self, epoch: int, rank: int, world: int) -> BatchSource:
        if self.manifest is not None:
            rows, variants = self.manifest["index"], self.manifest["variant"]
            return Recorded(
                self.reader, rows.to_numpy(np.int64), variants.to_numpy(np.int64), self.batch_size
            )
        batches = self.order.batches(epoch, self.position, rank, world)
        if self.reader.settings.on_miss == "ready":
            return AsReady(self.reader, batches, epoch, self.batch_size)
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
        return self.reader.pool.spec.fixed and self.reader.settings.transform is None

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
            count = (
                self._depth + BATCHES_KEPT + (2 if self.workers else 0)
            )  # workers run a little ahead
            self._ring = [torch.empty(shape, dtype=torch.uint8) for _ in range(count)]
            if self.workers:
                self._ring = [shared(buffer) for buffer in self._ring]
            elif self.pin:
                self._ring = [buffer.pin_memory() for buffer in self._ring]
        return list(self._ring)

    def _finish(self, images: Images, rows: Numbers, variants: Numbers) -> Any:
        """Put the rest of the items beside their images."""
        if isinstance(images, torch.Tensor):
            images = images.permute(0, 3, 1, 2)
            batch = images.clone() if self.copy else images
        else:
            batch = default_collate(self.reader.transformed(images, rows))
        rest = self._rest(rows, variants)
        if rest is None:
            return batch
        if isinstance(rest, dict):
            name = next(name for name in rest if rest[name] is None)
            return {**rest, name: batch}
        return (batch, *rest)

    def _rest(self, rows: Numbers, variants: Numbers) -> Any:
        """Return what comes with the images, collated; columns of numbers at memory speed."""
        if self.reader.labels is not None:
            return (torch.from_numpy(self.reader.labels[rows]),)
        pairs = zip(rows.tolist(), variants.tolist(), strict=True)
        rests: list[Any] = [self.reader.rest(index, variant) for index, variant in pairs]
        if rests[0] is None:
            return None
        if isinstance(rests[0], dict):
            blank = [name for name, value in rests[0].items() if value is None]
            full = self.collate([{k: v for k, v in r.items() if k not in blank} for r in rests])
            return {**dict.fromkeys(blank), **full}
        if not rests[0]:
            return ()
        return tuple(self.collate(list(rests)))

    def _in_workers(self, source: BatchSource) -> Iterator[tuple[Any, SettledBatch]]:
        """Decode in processes that write into the shared ring."""
        if not self._fixed:
            raise InvalidRequest("workers: they need size= and no transform; use threads.")
        ring = WorkerRing(self.reader, self._buffers(), self.workers, self._depth)
        for images, rows, variants, batch in ring.read(source):
            if len(rows):
                yield self._finish(images, rows, variants), self._shown(rows, variants, batch)


class AheadSampler(Sampler[int]):
    """Indices of an epoch in the loader's order, whose samples are asked for ahead of their turn.

    For a plain DataLoader: the sampler runs in the main process, where samples are made; workers
    find them there, or wait for them.
    """

    def __init__(
        self,
        reader: SampleReader,
        shuffle: bool = True,
        *,
        lookahead: int | None = None,
        rank: int | None = None,
        world: int | None = None,
    ) -> None:
        found = ranks()
        self.rank = found[0] if rank is None else rank
        self.world = found[1] if world is None else world
        self.reader = reader
        self.order = EpochOrder(len(reader), reader.settings.seed, shuffle, 1, drop_last=False)
        self.depth = lookahead or 4 * reader.settings.concurrency
        self.position = 0

    def __len__(self) -> int:
        return self.order.steps(0, self.world)

    def set_epoch(self, epoch: int) -> None:
        """Choose the epoch of order and dataset alike."""
        self.reader.set_epoch(epoch)
        self.position = 0

    def state_dict(self) -> dict[str, int]:
        """Return epoch and position in the canonical order."""
        return {"epoch": self.reader.epoch, "position": self.position}

    def load_state_dict(self, state: dict[str, int]) -> None:
        """Go on where a state says."""
        self.reader.set_epoch(state["epoch"])
        self.position = state["position"]

    def __iter__(self) -> Iterator[int]:
        epoch = self.reader.epoch
        self.reader.set_epoch(epoch)
        rows = self.order.batches(epoch, self.position, self.rank, self.world)
        ahead: deque[int] = deque()
        asking = Lookahead(self.reader, iter(()), epoch, self.depth)
        asked: list[Future[Outcome]] = []
        try:
            for row in rows:
                asked = [future for future in asked if not future.done()]
                asked += asking.ask(row).futures.values()
                ahead.append(int(row[0]))
                if len(ahead) > self.depth:
                    self.position += self.world
                    yield ahead.popleft()
            while ahead:
                self.position += self.world
                yield ahead.popleft()
        except BaseException:  # the loop was left: nothing more is bought for it
            self.reader.withdraw(asked)
            raise
        self.position = 0
