"""Calls that may block, made on threads of their own."""

import asyncio
import contextvars
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


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
