"""Keep what was found in a picture or a voice, so that the next step need not search again."""

import copy
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import numpy as np

KEPT = 16  # results of each function about pictures; the largest are 1.6 MB
P = ParamSpec("P")
R = TypeVar("R")


def remembering(limit: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator that gives a function a memory of its last ``limit`` results.

    For functions that depend on their arguments alone: arrays, which are known by shape, dtype
    and content, and values whose ``repr`` tells them apart. Each call returns a copy, shallow for
    lists, so that no caller changes what another one gets.
    """

    def decorate(find: Callable[P, R]) -> Callable[P, R]:
        kept: OrderedDict[bytes, R] = OrderedDict()
        lock = threading.Lock()

        @wraps(find)
        def known(*args: P.args, **choices: P.kwargs) -> R:
            key = _digest([*args, sorted(choices.items())])
            with lock:
                if key in kept:
                    kept.move_to_end(key)
                    return copy.copy(kept[key])
            found = find(*args, **choices)
            with lock:
                kept[key] = copy.copy(found)
                if len(kept) > limit:
                    kept.popitem(last=False)
            return found

        return known

    return decorate


def once_per_picture(find: Callable[P, R]) -> Callable[P, R]:
    """Return the function with a memory of its last :data:`KEPT` results."""
    return remembering(KEPT)(find)


def _digest(values: list[object]) -> bytes:
    name = hashlib.blake2b(digest_size=16)
    for value in values:
        if isinstance(value, np.ndarray):
            name.update(f"{value.shape}{value.dtype}".encode())
            name.update(np.ascontiguousarray(value).data)
        else:
            name.update(repr(value).encode())
    return name.digest()
