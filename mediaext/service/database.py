"""The interface of the ledger's database, and of its clock."""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, ParamSpec, Protocol, TypeVar

from mediaext.errors import MediaError


class Clock:
    """Wall time in seconds since the epoch."""

    def now(self) -> float:
        """Return the time."""
        return time.time()


P = ParamSpec("P")
T = TypeVar("T")


class LedgerUnavailable(MediaError):
    """The ledger cannot be used now; whether the last commit came through is not known."""


class LedgerRow(Protocol):
    """A row, read by the names of its columns."""

    def __getitem__(self, name: str, /) -> Any:
        """Return the value of a column."""
        ...

    def keys(self) -> Iterable[str]:
        """Return the names of the columns."""
        ...

    def values(self) -> Iterable[Any]:
        """Return the values, in the order of the columns."""
        ...


class Database(Protocol):
    """Statements with ``?`` for each value; all raise :class:`LedgerUnavailable`."""

    one_writer: bool
    """Whether a transaction that writes has the database to itself."""

    def transaction(self) -> AbstractContextManager[None]:
        """Commit everything inside together or not at all; an inner one joins the outer one."""
        ...

    def one(self, statement: str, *values: object) -> LedgerRow | None:
        """Return the first row, or ``None``."""
        ...

    def all(self, statement: str, *values: object) -> Sequence[LedgerRow]:
        """Return every row."""
        ...

    def run(self, statement: str, *values: object) -> int:
        """Execute and return the number of rows changed."""
        ...

    async def call(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Return what ``work`` gives, which uses this database, without holding up the loop."""
        ...

    async def write(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Return what ``work`` gives, which opens its own transaction, once that is committed.

        It may share a commit with what others write at the same time, and be run again without
        them: it changes nothing but the database.
        """
        ...

    def check(self) -> None:
        """Raise where nothing can be written."""
        ...

    def close(self) -> None:
        """Close every connection."""
        ...
