"""The one event loop of a process, in a daemon thread, on which all client work happens.

So blocking and awaiting callers share one code path, jobs progress while notebook cells run, any
number of ``asyncio.run`` works, and a forked child starts afresh instead of sharing sockets.
"""

import asyncio
import atexit
import contextlib
import contextvars
import os
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any, Generic, TypeVar

from mediaext.client.waiting import look

T = TypeVar("T")
TICK = 0.2  # seconds; an interrupt is noticed at the latest after one
SHUTDOWN_TIMEOUT = 5.0  # seconds that services get to stop when the interpreter ends


class Core:
    """The loop of this process. Use :func:`core` to get it."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._shutdown_callbacks: list[Callable[[], Awaitable[None]]] = []
        self._thread = threading.Thread(target=self._serve, name="mediaext-core", daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()

    def start(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        """Start ``work`` on the loop and return at once."""
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def run(self, work: Coroutine[Any, Any, T], timeout: float | None = None) -> T:
        """Run ``work`` on the loop and block until it is done; cancel it on an interrupt."""
        if threading.current_thread() is self._thread:
            work.close()
            raise RuntimeError(
                "A blocking call was made on mediaext's own loop; await it instead."
            )
        future = self.start(work)
        try:
            return wait(future, timeout)
        except BaseException:
            future.cancel()
            raise

    async def join(self, work: Coroutine[Any, Any, T]) -> T:
        """Await ``work`` from any loop, also this one."""
        if asyncio.get_running_loop() is self.loop:
            return await work
        return await asyncio.wrap_future(self.start(work))

    def on_exit(self, callback: Callable[[], Awaitable[None]]) -> None:
        """Await ``callback()`` on the loop when the interpreter ends."""
        self._shutdown_callbacks.append(callback)

    def stop(self) -> None:
        """Run the shutdown callbacks and end the loop."""

        async def leave() -> None:
            await asyncio.gather(
                *(callback() for callback in self._shutdown_callbacks), return_exceptions=True
            )

        if self.loop.is_running():
            with contextlib.suppress(FutureTimeout):
                self.start(leave()).result(SHUTDOWN_TIMEOUT)
            self.loop.call_soon_threadsafe(self.loop.stop)
            self._thread.join(1.0)


def wait(future: "Future[T]", timeout: float | None = None) -> T:
    """Wait for ``future`` in short ticks, so that an interrupt is prompt on every platform.

    Raises ``TimeoutError`` after ``timeout`` seconds; the work goes on.
    """
    import time

    if threading.current_thread() is not threading.main_thread():  # where no interrupt comes
        return future.result(timeout)
    deadline = None if timeout is None else time.monotonic() + timeout
    while True:
        left = TICK if deadline is None else min(TICK, deadline - time.monotonic())
        try:
            return future.result(max(left, 0.0))
        except FutureTimeout:
            if future.done():
                raise
            if deadline is not None and time.monotonic() >= deadline:
                raise
            look()


_lock = threading.Lock()
_core: Core | None = None


def core() -> Core:
    """Return the core of this process, started on first use."""
    global _core  # noqa: PLW0603 # one loop per process is the point
    with _lock:
        if _core is None:
            _core = Core()
            atexit.register(_core.stop)
        return _core


def running_core() -> Core | None:
    """Return the core of this process if there is one that runs."""
    return _core if _core is not None and _core.loop.is_running() else None


class PerProcess(Generic[T]):
    """A value that belongs to the loop of this process: a forked child makes its own."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._owner: Core | None = None
        self._value: T

    def get(self) -> T:
        """Return the value, made on first use."""
        owner = core()
        if self._owner is not owner:
            self._owner, self._value = owner, self._make()
        return self._value


def _forget_in_child() -> None:
    """Drop the parent's loop after a fork: its thread does not exist here."""
    global _core, _lock  # noqa: PLW0603 # likewise
    if _core is not None:
        atexit.unregister(_core.stop)
    _core = None
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)


async def in_thread(function: Callable[..., T], *arguments: object) -> T:
    """Call ``function`` on a new thread and await what it returns.

    Not on asyncio's shared pool: the client works there too, so people's calls that wait for the
    client could fill the pool and wait for ever.
    """
    future: Future[T] = Future()
    context = contextvars.copy_context()

    def call() -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(context.run(function, *arguments))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=call, name="mediaext-call", daemon=True).start()
    return await asyncio.wrap_future(future)
