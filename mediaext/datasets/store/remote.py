"""The second tier: a shared folder or object store that is read before anything is made.

Results are published there in segments that never change; beside each segment stands a small table
of its keys, written last. A hit fetches the record's bytes alone and appends them to the local
store.
"""

import contextlib
import importlib
import io
import itertools
import json
import threading
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mediaext.datasets.store.processes import me
from mediaext.datasets.store.results import LostResult, ResultStore
from mediaext.datasets.store.segments import read_head
from mediaext.errors import MediaError

LOOK_EVERY = 30.0  # seconds between two looks for new segments
PART = 64_000_000  # bytes of a published segment, unless one result alone has more
PROBE = "create-only"  # written twice; the second write has to fail


class Remote:
    """One remote folder, by path or fsspec URL such as ``s3://bucket/augmented``."""

    def __init__(self, url: str, results: ResultStore) -> None:
        self.url = url
        self.results = results  # what is fetched is appended here
        self._lock = threading.Lock()
        self._publishing = threading.Lock()
        self._serials = itertools.count()
        self._checked = False  # known of the store
        self._places: dict[bytes, tuple[str, int, int]] = {}
        self._seen: dict[str, int] = {}
        self._looked = float("-inf")

    def __reduce__(self) -> tuple[type["Remote"], tuple[str, ResultStore]]:
        return Remote, (self.url, self.results)  # connections stay behind

    def _open(self) -> tuple[Any, str]:
        try:
            fsspec = importlib.import_module("fsspec")
        except ImportError:
            raise MediaError("remote= needs fsspec: pip install 'mediaext[torch]'.") from None
        found: tuple[Any, str] = fsspec.core.url_to_fs(self.url, use_listings_cache=False)
        return found

    def holds(self, key: bytes) -> bool:
        """Return whether a result is known to exist; ``False`` if that cannot be determined."""
        with contextlib.suppress(MediaError), self._lock:
            return self._place(key) is not None
        return False

    def holds_now(self, keys: Sequence[bytes], since: float) -> set[bytes]:
        """Return those of some keys that are there, by a listing that began after ``since``.

        Parameters
        ----------
        keys
            Of samples.
        since
            Seconds of the monotonic clock; minus infinity lists nothing and answers from what is
            known. Threads that wait for a listing share it.

        Raises
        ------
        MediaError
            When nobody can say.
        """
        with self._lock:
            if self._looked < since:
                self._look()
            return {key for key in keys if key in self._places}

    def pull(self, key: bytes) -> bool:
        """Fetch a result into the local store; return whether it was there.

        Raises :class:`MediaError` when nobody can say: nothing is to be bought for that.
        """
        with self._lock:
            place = self._place(key)
        if place is None:
            return False
        name, offset, size = place
        with self._reading():
            fs, root = self._open()
            raw = fs.cat_file(f"{root}/{name}", start=offset, end=offset + size)
        head = read_head(io.BytesIO(raw), 0, size)
        content = raw[head.begin :] if head is not None else b""
        if head is None or head.key != key or zlib.crc32(content) != head.checksum:
            with self._lock:
                self._places.pop(key, None)  # so that it is published when it was made again
            return False
        self.results.put(key, content, json.loads(head.text))
        return True

    def _place(self, key: bytes) -> tuple[str, int, int] | None:
        """Return segment, offset and length of a result; look for new ones now and then."""
        if key not in self._places and time.monotonic() - self._looked > LOOK_EVERY:
            self._look()
        return self._places.get(key)

    def _reading(self) -> contextlib.AbstractContextManager[None]:
        return self._wrap_errors("cannot be read", "nothing is made")

    def _writing(self) -> contextlib.AbstractContextManager[None]:
        kept = f"results are kept in {self.results.folder} and published later"
        return self._wrap_errors("cannot be written to", kept)

    @contextlib.contextmanager
    def _wrap_errors(self, what: str, outlook: str) -> Iterator[None]:
        """Turn the errors of any kind of store into :class:`MediaError`."""
        try:
            yield
        except MediaError:
            raise
        except Exception as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            raise MediaError(f"{self.url} {what} ({reason}); {outlook}.") from error

    def _look(self) -> None:
        """Read the key tables that are new, or longer than before."""
        began = time.monotonic()
        with self._reading():
            fs, root = self._open()
            found = fs.glob(f"{root}/*.keys", detail=True)
            sizes = {path: info["size"] for path, info in found.items()}
            new = [path for path, size in sizes.items() if self._seen.get(path) != size]
            for path, text in (fs.cat(new) if new else {}).items():
                try:
                    table = json.loads(text)
                except ValueError:
                    continue  # in a folder it may be being written
                name = path.rpartition("/")[2].removesuffix(".keys")
                for key, offset, size in table:
                    self._places[bytes.fromhex(key)] = (name, offset, size)
                self._seen[path] = sizes[path]
        self._looked = began

    def push(self) -> int:
        """Publish every result of the local store that is not there.

        Returns
        -------
        int
            How many segments were written.

        Raises
        ------
        MediaError
            Where the remote folder cannot be read or written to, or ignores conditional writes.
        """
        self.results.refresh()
        keys = list(self.results)
        there = self.holds_now(keys, time.monotonic())
        return self.publish(key for key in keys if key not in there)

    def publish(self, keys: Iterable[bytes]) -> int:
        """Write results of the local store to new segments; return how many segments.

        Raises as :meth:`push` does. What is known to be there is passed over.
        """
        count = 0
        with self._publishing:
            for part in self._parts(keys):
                self.check()
                with self._writing():
                    self._write_segment(part)
                count += 1
        return count

    def check(self) -> None:
        """Check once that segments can be written, and that conditional writes are honoured.

        Raises :class:`MediaError`; some stores accept the condition and ignore it.
        """
        if self._checked:
            return
        with self._writing():
            fs, root = self._open()
            if not getattr(fs, "async_impl", False):  # object stores have no folders
                fs.makedirs(root, exist_ok=True)
            if _create(fs, f"{root}/{PROBE}", b"") and _create(fs, f"{root}/{PROBE}", b""):
                raise MediaError(
                    f"{self.url} ignores conditional writes (If-None-Match: *), so machines could "
                    "overwrite each other's results. Nothing was published. Use a store that "
                    "supports them, or a common folder."
                )
        self._checked = True

    def _parts(self, keys: Iterable[bytes]) -> Iterator[list[tuple[bytes, bytes]]]:
        """Yield keys and whole records, as many at once as make a segment."""
        part, size = list[tuple[bytes, bytes]](), 0
        for key in keys:
            with contextlib.suppress(LostResult):  # it is made again when it is needed
                record = None if key in self._places else self.results.record(key)
                if record is not None:
                    if part and size + len(record) > PART:
                        yield part
                        part, size = [], 0
                    part.append((key, record))
                    size += len(record)
        if part:
            yield part

    def _write_segment(self, part: list[tuple[bytes, bytes]]) -> None:
        fs, root = self._open()
        content = b"".join(record for _, record in part)
        name = self._name()
        while not _create(fs, f"{root}/{name}", content):
            name = self._name()  # taken: by a copy of this machine, or by a write that is repeated
        ends = itertools.accumulate(len(record) for _, record in part)
        places = {
            key: (name, end - len(record), len(record))
            for (key, record), end in zip(part, ends, strict=True)
        }
        rows = [(key.hex(), *place) for key, (_, *place) in places.items()]
        _create(fs, f"{root}/{name}.keys", json.dumps(rows).encode())
        with self._lock:
            self._places |= places

    def _name(self) -> str:
        return f"{me()}-{next(self._serials):04d}.seg"


def _create(fs: Any, path: str, content: bytes) -> bool:
    """Write a file unless there is one of that name; return whether it was written."""
    try:
        fs.pipe_file(path, content, mode="create")
    except FileExistsError:
        return False
    return True
