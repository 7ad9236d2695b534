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
        self._seen: set[str] = set()
        self._looked = float("-inf")

    def __getstate__(self) -> dict[str, Any]:
        return {"url": self.url, "local": self.local, "truth": self._truth}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["url"], state["local"])  # type: ignore[misc] # connections stay behind
        self._truth = state["truth"]

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
        """Fetch a result into the local truth; say whether it was there."""
        with self._lock:
            if key not in self._places and time.monotonic() - self._looked > LOOK_EVERY:
                self._look()
            place = self._places.get(key)
        if place is None or self._truth is None:
            return False
        name, offset, size = place
        fs, root = self._open()
        raw = fs.cat_file(f"{root}/{name}", start=offset, end=offset + size)
        head = HEAD.unpack_from(raw)
        content = raw[HEAD.size + head[5] :]
        if zlib.crc32(content) != struct.unpack_from("<I", raw, HEAD.size - 8)[0]:
            return False
        facts = json.loads(raw[HEAD.size : HEAD.size + head[5]])
        self._truth.put(key, content, facts)
        return True

    def _look(self) -> None:
        """Read the key tables of segments not seen before."""
        fs, root = self._open()
        self._looked = time.monotonic()
        for path in fs.glob(f"{root}/*.keys"):
            name = path.rpartition("/")[2]
            if name not in self._seen:
                self._seen.add(name)
                for key, offset, size in json.loads(fs.cat_file(path)):
                    self._places[bytes.fromhex(key)] = (name[:-5], offset, size)

    def push(self, truth: "Truth") -> int:
        """Copy segments that are not there yet; return how many. The open one is closed first."""
        truth.close()
        fs, root = self._open()
        fs.makedirs(root, exist_ok=True)
        there = {path.rpartition("/")[2] for path in fs.glob(f"{root}/*.keys")}
        tables: dict[str, list[tuple[str, int, int]]] = {}
        for key, place in truth.index.places():
            whole = HEAD.size + place.facts + place.size
            tables.setdefault(place.segment, []).append((key.hex(), place.offset, whole))
        count = 0
        for name, table in tables.items():
            if f"{name}.keys" not in there:
                fs.put_file(str(truth.folder / name), f"{root}/{name}")
                fs.pipe_file(f"{root}/{name}.keys", json.dumps(table).encode())
                count += 1
        return count
