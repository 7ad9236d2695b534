"""Report what blocking calls wait for to a display, if :func:`show_with` set one."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

Look = Callable[[], None]
Show = Callable[["Waiting"], AbstractContextManager[Look]]
"""Shows a wait: gives a function to call again and again while it lasts."""
Count = Callable[[float, float | None], None]
"""Called with how much is made by now, and how much there is in all if that is known."""

_show: Show | None = None
_looks: list[Look] = []


class Waiting:
    """A blocking call.

    Parameters
    ----------
    name
        What is made, such as ``"image"``.
    work
        The job or chain, ``None`` while the request is being sent.
    unit
        Of ``made`` and ``total``, for calls that make many.
    """

    def __init__(self, name: str, work: object = None, unit: str = "") -> None:
        self.name, self.work, self.unit = name, work, unit
        self.made: float = 0
        self.total: float | None = None
        self.started = time.monotonic()

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self.started


def show_with(show: Show | None) -> None:
    """Have blocking calls of the main thread shown from now on, or no longer."""
    global _show  # noqa: PLW0603 # one person watches this process
    _show = show


@contextlib.contextmanager
def waiting(name: str, work: object = None, unit: str = "") -> Iterator[Waiting]:
    """Tell of a blocking call while it lasts; what it calls itself is part of it."""
    call = Waiting(name, work, unit)
    if _show is None or _looks or threading.current_thread() is not threading.main_thread():
        yield call
        return
    with _show(call) as look:
        _looks.append(look)
        try:
            yield call
        finally:
            _looks.remove(look)


def look() -> None:
    """Bring what shows the present call up to date; called at every tick of a wait."""
    if _looks:
        _looks[-1]()


@contextlib.contextmanager
def counting(name: str, unit: str, *, shown: bool = True) -> Iterator[Count]:
    """Tell how much of many is made: where calls are shown, else as a bar on a terminal."""
    if not shown:
        yield lambda made, total: None
    elif _show is not None:
        with waiting(name, unit=unit) as call:

            def count(made: float, total: float | None) -> None:
                call.made, call.total = made, total
                look()

            yield count
    else:
        from tqdm import tqdm

        with tqdm(unit=f" {unit}", desc=name, disable=None, leave=False) as bar:

            def update(made: float, total: float | None) -> None:
                bar.total = total
                bar.update(made - bar.n)

            yield update
