"""Memory for batches, reused when a batch is no longer referenced."""

import sys
import threading
from collections import deque

import numpy as np
import torch

from mediaext.datasets.decoding import Pixels

KEPT = 2**27  # bytes of the memory that is used again
BATCHES_KEPT = 2  # batches that stay whole after the one just handed out


class Scratch:
    """Hands out the same uint8 memory whenever everything made from it is gone.

    Fresh memory costs about as much as what is then copied into it.
    """

    def __init__(self) -> None:
        self._array: Pixels = np.empty(0, np.uint8)
        self._unseen = sys.getrefcount(self._array)
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[type["Scratch"], tuple[()]]:
        return Scratch, ()

    def take(self, shape: tuple[int, ...]) -> Pixels:
        """Return an uninitialised array of this shape that is not in use."""
        with self._lock:
            kept = self._array
            fits = kept.shape[1:] == shape[1:] and len(kept) >= shape[0]
            del kept
            if fits and sys.getrefcount(self._array) == self._unseen:
                return self._array[: shape[0]]
            fresh: Pixels = torch.empty(shape, dtype=torch.uint8).numpy()  # aligned: twice as fast
            if fresh.nbytes <= KEPT:
                self._array = fresh
            return fresh[:]


class BufferRing:
    """Buffers in use and free ones; the one freed last is taken first, still in the cache."""

    def __init__(self, buffers: list[torch.Tensor]) -> None:
        self._free = buffers
        self._out: deque[torch.Tensor] = deque()

    @property
    def out(self) -> list[torch.Tensor]:
        """Buffers that the reader may still look at."""
        return list(self._out)

    def take(self) -> torch.Tensor:
        """Return a free buffer."""
        return self._free.pop()

    def hand_out(self, buffer: torch.Tensor) -> None:
        """Note that a batch was handed out; the oldest one out becomes free."""
        self._out.append(buffer)
        if len(self._out) > BATCHES_KEPT:
            self._free.append(self._out.popleft())
