"""Memory for a batch that is used again once nobody looks at it any more."""

import sys
import threading

import numpy as np
import torch

from mediaext.datasets.decoding import Pixels

KEPT = 2**27  # bytes


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
        """Return an array of this shape with any content, which nobody else sees."""
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
