"""Write results to files: checked before, and whole or not at all."""

import contextlib
import errno
import os
import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path

from mediaext.errors import InvalidRequest, MediaError

SPARE = 50_000_000  # bytes that must be free before something is made


def check_path(path: str | os.PathLike[str], size: int = SPARE) -> Path:
    """Return the path, ``~`` expanded, of a file with ``size`` bytes that can be written.

    Missing folders are made when the file is written. Nothing is left behind by the check.

    Raises
    ------
    InvalidRequest
        For a folder, for a file or folder that cannot be written, and for a disk without space.
    """
    with _told(path):
        target = _file(path)
        _check_writable(target)
        check_disk(target.resolve().parent, size)
    return target


def with_suffix(path: str | os.PathLike[str], suffix: str) -> Path:
    """Return the path of a file, ``~`` expanded, with this suffix where it has none.

    Devices and pipes keep their names. Raises :class:`InvalidRequest` for a folder.
    """
    with _told(path):
        target = _file(path)
        if target.suffix or (target.exists() and not target.is_file()):
            return target
        return target.with_name(f"{target.name}{suffix}")


def _file(path: str | os.PathLike[str]) -> Path:
    """Return the path, ``~`` expanded, unless it names a folder, there or not."""
    target = Path(path).expanduser()
    if target.is_dir() or os.fspath(path).endswith(("/", os.sep)):
        example = target / "result"
        raise InvalidRequest(f"'{target}' is a folder; give a file, such as '{example}'.")
    return target


def check_disk(folder: Path, size: int = SPARE) -> None:
    """Raise :class:`InvalidRequest` when fewer than ``size`` bytes are free for ``folder``."""
    free = shutil.disk_usage(_existing(folder)).free
    if free < size:
        raise InvalidRequest(
            f"Only {free / 1e6:.0f} MB are free on the disk of '{folder}', and at least "
            f"{size / 1e6:.0f} MB are needed. Free some space, or choose another disk "
            "(MEDIAEXT_HOME is the folder of all results)."
        )


def write_file(path: Path, content: bytes) -> Path:
    """Write a file whole or not at all, and return its path; missing folders are made.

    Raises :class:`InvalidRequest` as :func:`check_path` does.
    """
    target = check_path(path, len(content))
    real = target.resolve()
    with _told(target):
        real.parent.mkdir(parents=True, exist_ok=True)
        if real.exists() and not real.is_file():  # a device or a pipe
            real.write_bytes(content)
            return target
        scratch = real.with_name(f".{uuid.uuid4().hex}.tmp")
        try:
            with scratch.open("xb") as file:
                file.write(content)
            if real.exists():
                shutil.copymode(real, scratch)
            scratch.replace(real)
        except BaseException:
            with contextlib.suppress(OSError):
                scratch.unlink()
            raise
    return target


@contextlib.contextmanager
def _told(path: str | os.PathLike[str]) -> Iterator[None]:
    try:
        yield
    except MediaError:
        raise
    except (OSError, ValueError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or error
        raise InvalidRequest(f"'{path}' cannot be written: {why}.") from None


def _check_writable(target: Path) -> None:
    """Open the file for writing without changing it; leave no file or folder behind."""
    real = target.resolve()
    if real.exists() and not real.is_file():  # a device or a pipe: opening it may block
        if not os.access(real, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return
    missing = [folder for folder in reversed(real.parents) if not folder.exists()]
    try:
        for folder in missing:
            folder.mkdir()
        if real.exists():
            real.open("ab").close()
        probe = real.with_name(f".{uuid.uuid4().hex}.tmp")  # what is written first
        probe.open("xb").close()
        probe.unlink()
        if not real.exists():  # its name may be too long
            real.open("xb").close()
            real.unlink()
    finally:
        for folder in reversed(missing):
            with contextlib.suppress(OSError):
                folder.rmdir()


def _existing(path: Path) -> Path:
    """Return the path or the nearest folder above it that exists."""
    return next(p for p in (path.absolute(), *path.absolute().parents) if p.exists())
