"""A loader that looks ahead, decodes in threads, and writes into buffers that it uses again.

The contract: a batch is yours until two more batches were taken; then its memory holds another
one. Use it, move it to the device, or ask for ``copy=True``.
"""

import math
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch.utils.data import default_collate

from mediaext.datasets.lookahead import AsReady, Lookahead, Recorded
from mediaext.datasets.order import Order, ranks, shared
from mediaext.datasets.policy import Numbers
from mediaext.datasets.served import Served, read_served
from mediaext.datasets.stats import Stats
from mediaext.errors import InvalidRequest

if TYPE_CHECKING:
    from mediaext.datasets.samples import Samples

KEPT = 2  # batches that stay whole after the one just handed out
STATE_VERSION = 1
Batch = tuple[Numbers, Numbers, Numbers]


class Ring:
    """Buffers in use and free ones; the one freed last is taken first, still in the cache."""

    def __init__(self, buffers: list[Any]) -> None:
        self.real = buffers[0] is not None  # or else pictures have sizes of their own
        self._free = buffers
        self._out: deque[Any] = deque()

    @property
    def out(self) -> list[Any]:
        """Buffers that the reader may still look at."""
        return list(self._out)

    def take(self) -> Any:
        """Return a free buffer."""
        return self._free.pop() if self.real else None

    def hand_out(self, buffer: Any) -> None:
        """Note that a batch was handed out; the oldest one out becomes free."""
        if buffer is not None:
            self._out.append(buffer)
            if len(self._out) > KEPT:
                self._free.append(self._out.popleft())


class Loader:
    """Batches of a data set: ``(images, …)`` with uint8 images (N, channels, height, width).

    Parameters
    ----------
    batch_size, shuffle, drop_last
        As in a DataLoader. The order is a function of the data set's seed and the epoch.
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

    An epoch that was read to its end moves the data set on to the next one.
    """

    def __init__(
        self,
        data: "Samples",
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
        manifest: Any = None,
    ) -> None:
        self.data = data
        self.order = Order(len(data), data.policy.seed, shuffle, batch_size, drop_last)
        self.batch_size = batch_size
        self.threads, self.workers, self.copy = threads, workers, copy
        self.pin = torch.cuda.is_available() if pin is None else pin
        if self.pin and not torch.cuda.is_available():
            raise InvalidRequest("pin: page-locked memory needs CUDA, which torch does not see.")
        self._ranks = (rank, world)
        self.lookahead, self.collate = lookahead, collate
        self.manifest = None if manifest is None else read_served(manifest)
        self.position = self._start = 0
        self.served = Served(data.pool.folder / "served")
        self._depth = max(workers * 2, threads + 1, 1)
        self._ring: list[torch.Tensor] = []
        self._columns: list[np.ndarray[Any, Any]] | None = None

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
        self.data.set_epoch(epoch)
        self.position = self._start = 0

    def state_dict(self) -> dict[str, int]:
        """Return where the training is: plain numbers, good for any number of ranks."""
        return {
            "version": STATE_VERSION,
            "seed": self.data.policy.seed,
            "epoch": self.data.epoch,
            "position": self.position,
            "count": len(self.data),
        }

    def load_state_dict(self, state: dict[str, int]) -> None:
        """Go on where a state says; raise :class:`InvalidRequest` when it is of other data."""
        if state.get("version") != STATE_VERSION:
            raise InvalidRequest(f"This loader state has version {state.get('version')}, not 1.")
        for name, now in (("seed", self.data.policy.seed), ("count", len(self.data))):
            if state[name] != now:
                raise InvalidRequest(
                    f"The loader state is of a data set with {name} {state[name]}, not {now}."
                )
        self.data.set_epoch(state["epoch"])
        self.position = self._start = state["position"]

    def __iter__(self) -> Iterator[Any]:
        data, epoch = self.data, self.data.epoch
        rank, world = self.rank_and_world
        self.position, self._start = self._start, 0
        data.stats_now = Stats()
        data.set_epoch(epoch)
        self.served.begin(epoch, rank)
        source = self._source(epoch, rank, world)
        read = self._in_workers(source) if self.workers else self._in_threads(source)
        for batch in read:
            self.position += self.batch_size * world
            yield batch
        self.served.end()
        self.position = 0
        if self.manifest is None:
            data.finish_epoch(epoch)
            data.set_epoch(epoch + 1)

    def _source(self, epoch: int, rank: int, world: int) -> Lookahead | AsReady | Recorded:
        if self.manifest is not None:
            rows, variants = self.manifest["index"], self.manifest["variant"]
            return Recorded(
                self.data, rows.to_numpy(np.int64), variants.to_numpy(np.int64), self.batch_size
            )
        batches = self.order.batches(epoch, self.position, rank, world)
        if self.data.on_miss == "ready":
            return AsReady(self.data, batches, epoch, self.batch_size)
        return Lookahead(self.data, batches, epoch, self.lookahead)

    def _taken(self, source: Any) -> Batch:
        batch: Batch = source.next()
        self.served.add(*batch)
        return batch

    def _in_threads(self, source: Any) -> Iterator[Any]:
        """Decode some batches ahead in threads, in order; mere copies are done at their turn."""
        fixed = self.data.pool.spec.fixed and self.data.transform is None
        ring = Ring(self._buffers() if fixed else [None])
        flying: deque[tuple[Callable[[], tuple[Any, Any]], Numbers, Numbers]] = deque()
        pool = ThreadPoolExecutor(max(self.threads, 1), thread_name_prefix="mediaext-decode")
        try:
            while True:
                while len(flying) < self._depth and source.more():
                    if flying and not source.ready():
                        break
                    rows, variants, _ = self._taken(source)
                    if len(rows):
                        flying.append((self._begin(pool, ring, rows, variants), rows, variants))
                    if self.threads == 0:
                        break
                if flying:
                    work, rows, variants = flying.popleft()
                    images, buffer = work()
                    yield self._finish(images, rows, variants)
                    ring.hand_out(buffer)
                elif not source.more():
                    return
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            # What was handed out last is used again last, in the next epoch too.
            held = ring.out
            self._ring = held + [b for b in self._ring if not any(b is o for o in held)]

    def _begin(
        self, pool: ThreadPoolExecutor, ring: "Ring", rows: Numbers, variants: Numbers
    ) -> Callable[[], tuple[Any, Any]]:
        """Start decoding in a thread; return what gives images and their buffer."""
        here = self.threads == 0 or (ring.real and self.data.pool.copies(rows, variants))
        if here:
            return lambda: self._filled(ring.take(), rows, variants)
        return pool.submit(self._filled, ring.take(), rows, variants).result

    def _filled(self, buffer: Any, rows: Numbers, variants: Numbers) -> tuple[Any, Any]:
        return self._fill(buffer, rows, variants), buffer

    def _buffers(self) -> list[Any]:
        """Return the buffers of the ring; they are made once for the loader."""
        if not self._ring:
            shape = (self.batch_size, *self.data.pool.spec.shape)
            count = self._depth + KEPT + (2 if self.workers else 0)  # workers run a little ahead
            self._ring = [torch.empty(shape, dtype=torch.uint8) for _ in range(count)]
            if self.workers:
                self._ring = [shared(buffer) for buffer in self._ring]
            elif self.pin:
                self._ring = [buffer.pin_memory() for buffer in self._ring]
        return list(self._ring)

    def _fill(self, buffer: torch.Tensor | None, rows: Numbers, variants: Numbers) -> Any:
        if buffer is None:
            return self.data.images(rows, variants)
        part = buffer[: len(rows)]
        self.data.stats_now.decoded += self.data.pool.read_into(part.numpy(), rows, variants)
        return part

    def _finish(self, images: Any, rows: Numbers, variants: Numbers) -> Any:
        """Put the rest of the items beside their images."""
        if isinstance(images, torch.Tensor):
            images = images.permute(0, 3, 1, 2)
            images = images.clone() if self.copy else images
        else:
            transform = self.data.transform or (lambda image: image)
            images = default_collate([transform(image) for image in images])
        rest = self._rest(rows, variants)
        if rest is None:
            return images
        if isinstance(rest, dict):
            name = next(name for name in rest if rest[name] is None)
            return {**rest, name: images}
        return (images, *rest)

    def _rest(self, rows: Numbers, variants: Numbers) -> Any:
        """Return what comes with the images, collated; columns of numbers at memory speed."""
        column = self.data.number_column()
        if column is not None:
            return (torch.from_numpy(column[rows]),)
        pairs = zip(rows.tolist(), variants.tolist(), strict=True)
        rests: list[Any] = [self.data.rest(index, variant) for index, variant in pairs]
        if rests[0] is None:
            return None
        if isinstance(rests[0], dict):
            blank = [name for name, value in rests[0].items() if value is None]
            full = self.collate([{k: v for k, v in r.items() if k not in blank} for r in rests])
            return {**dict.fromkeys(blank), **full}
        if not rests[0]:
            return ()
        return tuple(self.collate(list(rests)))

    def _in_workers(self, source: Any) -> Iterator[Any]:
        """Decode in processes that write into the shared ring and return nothing but a number."""
        if not self.data.pool.spec.fixed or self.data.transform is not None:
            raise InvalidRequest("workers: they need size= and no transform; use threads.")
        from mediaext.datasets.workers import WorkerRing

        ring = WorkerRing(self.data, self._buffers(), self.workers, self._depth)
        yield from ring.read(source, self._taken, self._finish)
