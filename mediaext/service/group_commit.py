"""One commit for what is written in one turn of the event loop."""

import asyncio
import contextvars
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class Write(NamedTuple):
    """A function that writes to the database, the context to run it in, and its caller."""

    work: Callable[[], Any]
    context: contextvars.Context
    outcome: asyncio.Future[Any]

    def answer(self) -> None:
        """Run it by itself and give its caller the outcome."""
        try:
            self.outcome.set_result(self.context.run(self.work))
        except Exception as error:
            self.outcome.set_exception(error)


class GroupCommit:
    """Commits what arrives in one turn of the event loop together, in the order of arrival.

    A caller is answered after the commit. Where one function of a group raises, or the commit
    fails, nothing of the group was written, and each is run by itself: so a function must open
    its own transaction and change nothing but the database.
    """

    def __init__(self, transaction: Callable[[], AbstractContextManager[None]]) -> None:
        self._transaction = transaction
        self._writes: list[Write] = []

    async def run(self, work: Callable[[], T]) -> T:
        """Return what ``work`` gives, once it is committed; not run if cancelled before."""
        loop = asyncio.get_running_loop()
        write = Write(work, contextvars.copy_context(), loop.create_future())
        self._writes.append(write)
        loop.call_soon(self._commit)
        result: T = await write.outcome
        return result

    def _commit(self) -> None:
        writes = [write for write in self._writes if not write.outcome.done()]
        self._writes.clear()
        if len(writes) > 1:
            try:
                with self._transaction():
                    results = [write.context.run(write.work) for write in writes]
            except Exception:  # noqa: S110 # each caller gets the error of its own function
                pass
            else:
                for write, result in zip(writes, results, strict=True):
                    write.outcome.set_result(result)
                return
        for write in writes:
            write.answer()
