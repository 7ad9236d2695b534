"""Whether a result can be written to a path, checked before the result is made."""

import os
from pathlib import Path

import PIL.Image

from mediaext.results.base import Result
from mediaext.results.files import check_disk, check_path
from mediaext.results.picture import Picture

__all__ = ["check_disk", "check_target"]


def check_target(path: str | os.PathLike[str], kind: type[object] = Result) -> Path:
    """Return the path, ``~`` expanded, to which a result of ``kind`` can be written.

    A path without suffix is fine: it gets that of the bytes. Missing folders are made when the
    file is written. Nothing is left behind by the check. Raises :class:`InvalidRequest` for a
    suffix that this kind of result cannot be written with, for a folder, for a file or folder that
    cannot be written, and for a disk that is nearly full.
    """
    target = check_path(path)
    if issubclass(kind, Result):
        kind.check_suffix(target)
    elif issubclass(kind, PIL.Image.Image):
        Picture.check_suffix(target)
    return target
