"""A shared folder or object store behind the local truth: read through before anything is made.

Closed segments never change, so sharing is copying new files. Beside each segment lies a small
table of its keys; a hit fetches the record's bytes alone and appends them to the local truth.
"""

import importlib
import json
import struct
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mediaext.datasets.segment import HEAD
from mediaext.errors import MediaError

if TYPE_CHECKING:
    from mediaext.datasets.truth import Truth

LOOK_EVERY = 30.0  # seconds between two looks for new segments


class Remote:
    """One remote folder, by path or fsspec URL such as ``s3://bucket/augmented``."""

    def __init__(self, url: str, local: Path) -> None:
        self.url = url
        self.local = local
        self._truth: Truth | None = None
        self._lock = threading.Lock()
        self._places: dict[bytes, tuple[str, int, int]] = {}
        self._seen: dict[str, int] = {}
        self._looked = float("-inf")

    def __reduce__(self) -> tuple[Any, ...]:
        return Remote, (self.url, self.local), {"_truth": self._truth}  # connections stay behind

    def serve(self, truth: "Truth") -> None:
        """Append what is fetched to this truth."""
        self._truth = truth

    def _open(self) -> tuple[Any, str]:
        try:
            fsspec = importlib.import_module("fsspec")
        except ImportError:
            raise MediaError("remote= needs fsspec: pip install 'mediaext[local]'.") from None
        found: tuple[Any, str] = fsspec.core.url_to_fs(self.url)
        return found

    def pull(self, key: bytes) -> bool:
        """Fetch a result into the local truth; say whether it was there.

        Raises :class:`MediaError` when nobody can say: nothing is to be bought for that.
        """
        with self._lock, self._reading():
            if key not in self._places and time.monotonic() - self._looked > LOOK_EVERY:
                self._look()
            place = self._places.get(key)
        if place is None or self._truth is None:
            return False
        name, offset, size = place
        fs, root = self._open()
        with self._reading():
            raw = fs.cat_file(f"{root}/{name}", start=offset, end=offset + size)
        if len(raw) < size:
            return False
        head = HEAD.unpack_from(raw)
        content = raw[HEAD.size + head[5] :]
        if zlib.crc32(content) != struct.unpack_from("<I", raw, HEAD.size - 8)[0]:
            return False
        facts = json.loads(raw[HEAD.size : HEAD.size + head[5]])
        self._truth.put(key, content, facts)
        return True

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Say in a sentence what each kind of store says in its own way."""
        try:
            yield
        except MediaError:
            raise
        except Exception as error:
            raise MediaError(f"{self.url} cannot be read ({error}); nothing is made.") from error

    def _look(self) -> None:
        """Read the key tables that are new, or longer than before."""
        fs, root = self._open()
        fs.invalidate_cache()
        for path, size in _sizes(fs, root, "keys").items():
            if self._seen.get(path) != size:
                for key, *place in json.loads(fs.cat_file(f"{root}/{path}")):
                    self._places[bytes.fromhex(key)] = (path.removesuffix(".keys"), *place)
                self._seen[path] = size
        self._looked = time.monotonic()

    def push(self, truth: "Truth") -> int:
        """Copy segments that are not there as they are; return how many.

        Ours is closed first; those that other processes append to are copied again when longer.
        """
        truth.close()
        fs, root = self._open()
        fs.makedirs(root, exist_ok=True)
        fs.invalidate_cache()
        there = _sizes(fs, root, "seg")
        tables: dict[str, list[tuple[str, int, int]]] = {}
        for key, place in truth.index.places():
            whole = HEAD.size + place.facts + place.size
            tables.setdefault(place.segment, []).append((key.hex(), place.offset, whole))
        count = 0
        for name, table in tables.items():
            if there.get(name) != (truth.folder / name).stat().st_size:
                fs.put_file(str(truth.folder / name), f"{root}/{name}")
                fs.pipe_file(f"{root}/{name}.keys", json.dumps(table).encode())
                count += 1
        return count


def _sizes(fs: Any, root: str, suffix: str) -> dict[str, int]:
    """Return names and bytes of the files of one kind."""
    found = fs.glob(f"{root}/*.{suffix}", detail=True)
    return {path.rpartition("/")[2]: info["size"] for path, info in found.items()}
