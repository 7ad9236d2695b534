"""What becomes of a folder that cannot be written to: one error, one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mediaext.errors import MediaError


class Unwritable(MediaError):
    """Nothing can be written to a data set's folder: the disk is full, or it is read-only."""


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Turn what the system says about a write under ``folder`` into :class:`Unwritable`."""
    try:
        yield
    except OSError as error:
        raise Unwritable(
            f"{folder} cannot be written to ({error.strerror}). What is there stays there, and "
            "jobs that run are fetched the next time. Make room, or choose another folder."
        ) from None
