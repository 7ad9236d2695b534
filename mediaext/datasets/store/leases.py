"""Leases: one maker for each key among threads, processes and machines; and the journal of jobs.

A lease is a small file named by its key. It appears whole (a hard link) or not at all, says who
makes the thing, and, from the moment the service accepted it, under which job. Whoever finds the
lease of a process that died takes it over together with its job, which is then fetched, not bought
again. A result is stored before its lease goes, so that who gets a lease and looks
again never misses it.

Known limit, accepted: a process that is killed between the service's acceptance and the note of
the job's identifier leaves a job that nobody knows of. A runner whose ``submit`` takes a ``token``
closes that gap, since the same token gives the same job; without one the note is a single append,
made before anything else.
"""

import contextlib
import itertools
import json
import math
import os
import threading
import time
import uuid
import weakref
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from mediaext.datasets.store.files import Unwritable, locked, writing
from mediaext.datasets.store.processes import Heartbeat, alive, me


class Claim(Protocol):
    """The right to make one key. ``facts`` is what the journal knows of its job."""

    @property
    def facts(self) -> dict[str, Any]:
        """What is known of the job, by name."""
        ...

    def journal(self, **facts: object) -> None:
        """Write down what is known of the job, before it is waited for."""

    def leave(self) -> None:
        """Let go of a job that is not at its end: whoever wants the key next goes on with it."""

    def release(self) -> None:
        """Give the right back: the result is stored, or the failure is."""


class Reservation(NamedTuple):
    """The result of reserving keys; those in neither set are reserved.

    ``elsewhere``: another machine makes them. ``published``: their results exist.
    """

    elsewhere: frozenset[bytes] = frozenset()
    published: frozenset[bytes] = frozenset()


class Claims(Protocol):
    """Who may make which key: :class:`Leases`, or those that machines share.

    ``poll_seconds``: interval at which the key of another maker is claimed again.
    """

    poll_seconds: float

    def claim(self, key: bytes) -> Claim | None:
        """Return the right to make a key, or ``None`` while another living maker has it."""

    def reserve(self, keys: Sequence[bytes]) -> Reservation:
        """Claim keys that are to be made soon, if that is cheaper than one by one."""
        ...

    def withdraw(self, keys: Iterable[bytes]) -> None:
        """Release keys that were reserved and not claimed; other keys are ignored."""

    def left_behind(self) -> dict[bytes, dict[str, Any]]:
        """Return leases whose makers died, and what is known of their jobs."""
        ...

    def flush(self) -> None:
        """Publish everything that was made."""

    def close(self) -> None:
        """Leave; leases with a running job stay for whoever comes next."""


@dataclass(slots=True)
class Lease:
    """The right to make one key. ``facts`` is what the journal knows of its job."""

    path: Path
    holder: str
    spares: "deque[Path]"
    facts: dict[str, Any] = field(default_factory=dict)

    def journal(self, **facts: object) -> None:
        """Write down what is known of the job, before it is waited for."""
        self._write({**_stamp(self.holder), **facts})

    def _write(self, facts: dict[str, Any]) -> None:
        self.facts = facts
        line = b"\n" + json.dumps(facts).encode() + b"\n"
        with writing(self.path.parent), open(self.path, "ab", buffering=0) as file:
            file.write(line)
            os.fsync(file.fileno())  # this line is worth money

    def leave(self) -> None:
        """Let go of a job that is not at its end: whoever wants the key next goes on with it."""
        with contextlib.suppress(Unwritable):
            self._write({**self.facts, "owner": "", "holder": ""})

    def release(self) -> None:
        """Give the right back: the result is stored, or the failure is."""
        if len(self.spares) >= SPARES:
            self.path.unlink(missing_ok=True)
            return
        spare = _beside(self.path)
        with contextlib.suppress(OSError):  # gone: somebody took it for a dead one's
            self.path.rename(spare)
            self.spares.append(spare)


class Leases:
    """The leases of one folder."""

    poll_seconds = 0.05

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.owners = folder / "owners"
        self.holder = uuid.uuid4().hex
        self._heartbeat: Heartbeat | None = None
        self._lock = threading.Lock()
        self._spares: deque[Path] = deque()
        self._signs: dict[str, tuple[float, float]] = {}  # sign of life, and when it was new here
        _holders.add(self.holder)
        weakref.finalize(self, _holders.discard, self.holder)

    def begin(self) -> None:
        """Give a sign of life, as the first claim does."""
        with self._lock:
            if self._heartbeat is None:
                self._heartbeat = Heartbeat(self.owners / self.holder)
                self._sweep()

    def _sweep(self) -> None:
        """Remove scratch files and signs of life that dead processes left."""
        old = time.time() - LITTER
        for path in (*self.folder.glob("*.json.*"), *self.owners.iterdir()):
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < old:
                    path.unlink()

    def path(self, key: bytes) -> Path:
        """Return the path of the lease of a key."""
        return self.folder / f"{key.hex()}.json"

    def claim(self, key: bytes) -> Lease | None:
        """Return the lease of a key, or ``None`` while another living maker has it.

        A maker may claim a key that it holds already: it is the one to go on with its job.
        """
        path = self.path(key)
        with writing(self.folder):
            self.begin()
            scratch = self._scratch(path)
            try:
                os.link(scratch, path)
            except FileExistsError:
                return self._take_over(path)
            finally:
                scratch.unlink(missing_ok=True)
        return Lease(path, self.holder, self._spares)

    def _scratch(self, path: Path) -> Path:
        """Return a file with our stamp that no other thread or process knows.

        Files of leases that are over are used again: file systems look long for a free entry
        where many were deleted a moment ago.
        """
        try:
            scratch = self._spares.popleft()
        except IndexError:
            scratch = _beside(path)
        scratch.write_text(json.dumps(_stamp(self.holder)) + "\n")
        return scratch

    def _take_over(self, path: Path) -> Lease | None:
        facts = read_lease(path)
        if facts is None:
            return None  # gone in this moment; whoever asks tries again
        if facts.get("holder") == self.holder:
            return Lease(path, self.holder, self._spares, facts)
        if self._lives(facts):
            return None
        with locked(self.folder / "takeover.lock"):
            now = read_lease(path)
            if now is None or now.get("holder") != facts.get("holder"):
                return None
            lease = Lease(path, self.holder, self._spares)
            lease.journal(**{k: v for k, v in now.items() if k not in STAMPS})
            return lease

    def _lives(self, facts: dict[str, Any]) -> bool:
        owner = facts["owner"]
        if owner == str(me()):
            return facts.get("holder") in _holders
        return alive(owner, self._quiet(Path(str(facts.get("holder") or "")).name))

    def _quiet(self, holder: str) -> float:
        """Return how many seconds a holder has given no sign of life; infinite without any.

        Counted from the first look, by our own clock: those of two machines may differ.
        """
        try:
            sign = (self.owners / holder).stat().st_mtime if holder else None
        except OSError:
            sign = None
        if sign is None:
            return math.inf
        now = time.monotonic()
        last, since = self._signs.get(holder, (None, now))
        if last != sign:
            since = now
        self._signs[holder] = (sign, since)
        return now - since

    def reserve(self, keys: Sequence[bytes]) -> Reservation:
        """Reserve nothing: claiming keys one by one costs next to nothing here."""
        return Reservation()

    def withdraw(self, keys: Iterable[bytes]) -> None:
        """Do nothing: nothing is reserved."""

    def dead_holders(self) -> list[str]:
        """Return the makers in this folder that died."""
        found = []
        for path in self.owners.glob("*"):
            with contextlib.suppress(OSError):  # it left in this moment
                if not self._lives({"owner": path.read_text(), "holder": path.name}):
                    found.append(path.name)
        return found

    def held(self, key: bytes) -> bool:
        """Return whether a living process is making this key."""
        facts = read_lease(self.path(key))
        return facts is not None and self._lives(facts)

    def left_behind(self) -> dict[bytes, dict[str, Any]]:
        """Return the leases of processes that died, and what the journal knows of their jobs."""
        found = {}
        for path in self.folder.glob("*.json"):
            facts = read_lease(path)
            if facts is not None and not self._lives(facts):
                found[bytes.fromhex(path.stem)] = facts
        return found

    def flush(self) -> None:
        """Do nothing: all who share the folder find what is stored."""

    def close(self) -> None:
        """Leave; leases with a running job stay for whoever comes next."""
        if self._heartbeat is not None:
            self._heartbeat.stop()
        _holders.discard(self.holder)
        while self._spares:
            self._spares.pop().unlink(missing_ok=True)


STAMPS = ("owner", "holder", "time")
SPARES = 256  # files kept for the next leases
LITTER = 2 * 86400.0  # seconds; longer than the clocks of two machines differ
_numbers = itertools.count()
_holders: set[str] = set()  # the makers of this process that are at work


def _stamp(holder: str) -> dict[str, Any]:
    return {"owner": str(me()), "holder": holder, "time": time.time()}


def read_lease(path: Path) -> dict[str, Any] | None:
    """Return what a lease says last, or ``None`` when there is none.

    A line that is not whole was never finished and does not count.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError:
        return None
    for line in reversed(lines):
        with contextlib.suppress(ValueError):
            facts = json.loads(line)
            if isinstance(facts, dict) and isinstance(facts.get("owner"), str):
                return facts
    return {"owner": ""}  # damaged: counts as left behind


def _beside(path: Path) -> Path:
    """Return a name beside ``path`` that no other thread or process uses."""
    return path.with_name(f"{path.name}.{me()}.{next(_numbers)}")
