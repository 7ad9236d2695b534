"""A shared folder or object store that is read through before anything is made.

Closed segments never change, so sharing is copying new files. Beside each segment there is a small
table of its keys; a hit fetches the record's bytes alone and appends them to the local store.
"""

import contextlib
import importlib
import io
import json
import threading
import time
import zlib
from collections.abc import Iterator
from typing import Any

from mediaext.datasets.store.results import ResultStore
from mediaext.datasets.store.segments import read_head
from mediaext.errors import MediaError

LOOK_EVERY = 30.0  # seconds between two looks for new segments


class Remote:
    """One remote folder, by path or fsspec URL such as ``s3://bucket/augmented``."""

    def __init__(self, url: str, results: ResultStore) -> None:
        self.url = url
        self.results = results  # what is fetched is appended here
        self._lock = threading.Lock()
        self._places: dict[bytes, tuple[str, int, int]] = {}
        self._seen: dict[str, int] = {}
        self._looked = float("-inf")

    def __reduce__(self) -> tuple[type["Remote"], tuple[str, ResultStore]]:
        return Remote, (self.url, self.results)  # connections stay behind

    def _open(self) -> tuple[Any, str]:
        try:
            fsspec = importlib.import_module("fsspec")
        except ImportError:
            raise MediaError("remote= needs fsspec: pip install 'mediaext[local]'.") from None
        found: tuple[Any, str] = fsspec.core.url_to_fs(self.url)
        return found

    def holds(self, key: bytes) -> bool:
        """Return whether a result is known to be there; not where nobody can say."""
        with contextlib.suppress(MediaError), self._lock:
            return self._place(key) is not None
        return False

    def pull(self, key: bytes) -> bool:
        """Fetch a result into the local store; return whether it was there.

        Raises :class:`MediaError` when nobody can say: nothing is to be bought for that.
        """
        with self._lock:
            place = self._place(key)
        if place is None:
            return False
        name, offset, size = place
        fs, root = self._open()
        with self._reading():
            raw = fs.cat_file(f"{root}/{name}", start=offset, end=offset + size)
        head = read_head(io.BytesIO(raw), 0, size)
        content = raw[head.begin :] if head is not None else b""
        if head is None or head.key != key or zlib.crc32(content) != head.checksum:
            return False
        self.results.put(key, content, json.loads(head.text))
        return True

    def _place(self, key: bytes) -> tuple[str, int, int] | None:
        """Return segment, offset and length of a result; look for new ones now and then."""
        if key not in self._places and time.monotonic() - self._looked > LOOK_EVERY:
            with self._reading():
                self._look()
        return self._places.get(key)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        """Turn the errors of any kind of store into :class:`MediaError`."""
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

    def push(self) -> int:
        """Copy segments that are not there as they are; return how many.

        Ours is closed first; those that other processes append to are copied again when longer.
        """
        results = self.results
        results.close()
        fs, root = self._open()
        fs.makedirs(root, exist_ok=True)
        fs.invalidate_cache()
        there = _sizes(fs, root, "seg")
        tables: dict[str, list[tuple[str, int, int]]] = {}
        for key, place in results.index.places():
            row = key.hex(), place.offset, place.end - place.offset
            tables.setdefault(place.segment, []).append(row)
        count = 0
        for name, table in tables.items():
            if there.get(name) != (results.folder / name).stat().st_size:
                fs.put_file(str(results.folder / name), f"{root}/{name}")
                fs.pipe_file(f"{root}/{name}.keys", json.dumps(table).encode())
                count += 1
        return count


def _sizes(fs: Any, root: str, suffix: str) -> dict[str, int]:
    """Return names and bytes of the files of one kind."""
    found = fs.glob(f"{root}/*.{suffix}", detail=True)
    return {path.rpartition("/")[2]: info["size"] for path, info in found.items()}
