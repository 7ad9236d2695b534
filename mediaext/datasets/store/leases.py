"""Leases: one maker for each key among threads, processes and machines; and a journal of jobs.

A lease is a small file named by its key. It appears whole (a hard link) or not at all, says who
makes the thing, and, from the moment the service accepted it, under which job. Whoever finds the
lease of a process that died takes it over together with its job, which is then fetched, not bought
again. A result is stored before its lease goes, so that who gets a lease and looks
again never misses it.

Known limit, accepted: a process that is killed between the service's acceptance and the note of
the job's identifier leaves a job that nobody knows of. A runner whose ``submit`` takes a ``token``
closes that gap, since the same token gives the same job; without one the note is a single append,
made before anything else.

Machines without a common folder share a table beside: a key is claimed in the folder, then in that
table. Its row is deleted once the result is published, and whoever claims a row looks for a
published result first. So each key is made once. Results are published every few seconds, many in
a segment. A result that was not published when its machine was killed is made again by another
one, unless the job can be fetched by its identifier, which is in the table, or the machine
restarts before its leases expire.
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
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from mediaext.datasets.store.files import Unwritable, locked, writing
from mediaext.datasets.store.processes import Heartbeat, alive, me
from mediaext.datasets.store.remote import Remote
from mediaext.errors import MediaError
from mediaext.service.database import LedgerUnavailable

if TYPE_CHECKING:
    from mediaext.scale.leases import LeaseTable


class Claim(Protocol):
    """The right to make one key. ``facts`` is what the journal knows of its job."""

    @property
    def facts(self) -> dict[str, Any]:
        """What is known of the job, by name."""
        ...

    def journal(self, **facts: object) -> None:
        """Write down what is known of the job, before it is waited for."""

    def leave(self) -> None:
        """Release a job that has not ended: whoever wants the key next continues it."""

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
        """Close; leases with a running job stay for the next process."""


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
        """Release a job that has not ended: whoever wants the key next continues it."""
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
        self._heartbeats: dict[
            str, tuple[float, float]
        ] = {}  # the last one, and when it was new here
        _holders.add(self.holder)
        weakref.finalize(self, _holders.discard, self.holder)

    def begin(self) -> None:
        """Start the heartbeat, as the first claim does."""
        with self._lock:
            if self._heartbeat is None:
                self._heartbeat = Heartbeat(self.owners / self.holder)
                self._sweep()

    def _sweep(self) -> None:
        """Remove scratch files and heartbeats that dead processes left."""
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
        """Return how many seconds ago a holder's heartbeat changed; infinite without one.

        Counted from the first look, by our own clock: those of two machines may differ.
        """
        try:
            beat = (self.owners / holder).stat().st_mtime if holder else None
        except OSError:
            beat = None
        if beat is None:
            return math.inf
        now = time.monotonic()
        last, since = self._heartbeats.get(holder, (None, now))
        if last != beat:
            since = now
        self._heartbeats[holder] = (beat, since)
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
        """Close; leases with a running job stay for the next process."""
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
    """Return the last record of a lease, or ``None`` if there is none.

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


T = TypeVar("T")
SEGMENT_RESULTS = 256  # results that are published without waiting for more
SEGMENT_SECONDS = 5.0  # longest time that a result waits to be published
RETRY_SECONDS = 30.0  # for which a request to the database or the remote folder is retried
RETRY_DELAY = 1.0  # seconds between two attempts
SAFETY_MARGIN = 0.25  # of a lease's time: with less left, a reserved key is claimed again


class LeasesUnreachable(MediaError):
    """The database of the leases, or the remote folder, does not answer."""


class SharedLease:
    """The right to make one key, in this folder and among all machines."""

    def __init__(self, own: Lease, key: bytes, leases: "SharedLeases") -> None:
        self._own, self._key, self._leases = own, key, leases

    @property
    def facts(self) -> dict[str, Any]:
        """What is known of the job, by name."""
        return self._own.facts

    def journal(self, **facts: object) -> None:
        """Record what is known of the job, first where the machines that may take over look."""
        self._leases.record_job(self._key, facts)
        self._own.journal(**facts)

    def leave(self) -> None:
        """Release a job that has not ended."""
        self._own.leave()
        self._leases.leave(self._key)

    def release(self) -> None:
        """Release the lease; its row is deleted once the result is published."""
        self._own.release()
        self._leases.release(self._key)


class SharedLeases:
    """The leases of one process on one folder, among those of all machines.

    Parameters
    ----------
    own
        Those of the folder.
    url
        ``postgresql://USER@HOST/DATABASE``.
    remote
        Where results are published and found.
    say
        Prints a line for the user.

    Raises
    ------
    MediaError
        Where the database cannot be opened, its client library is not installed, or nothing can
        be published.
    """

    poll_seconds = 1.0

    def __init__(self, own: Leases, url: str, remote: Remote, say: Callable[[str], None]) -> None:
        self._own, self._remote, self._say = own, remote, say
        self._results = remote.results
        remote.check()
        self._table = _open_table(url, own.holder)
        try:
            with writing(own.folder):
                own.begin()
        except BaseException:
            self._table.close()
            raise
        self._changed = threading.Condition()  # guards what follows
        self._rows: dict[bytes, float] = {}  # expiry of our rows, by the monotonic clock
        self._reserved: dict[bytes, str | None] = {}  # with what was recorded of the job
        self._unpublished: dict[bytes, None] = {}  # in order
        self._oldest = 0.0  # when the first of them was stored
        self._with_job: set[bytes] = set()
        self._jobs: dict[bytes, str] = {}  # to be recorded
        self._to_delete: set[bytes] = set()
        self._to_expire: set[bytes] = set()
        self._in_write: set[bytes] = set()  # rows being deleted or expired now
        self._recovered = False  # whether results of earlier processes were looked for
        self._flushing = self._closed = False
        self._error = ""  # why nothing can be published
        self._reported = False
        self._threads = [
            threading.Thread(target=work, name=f"mediaext-{name}", daemon=True)
            for work, name in ((self._row_loop, "leases"), (self._publish_loop, "publisher"))
        ]
        for thread in self._threads:
            thread.start()

    def claim(self, key: bytes) -> Claim | None:
        """Return the right to make a key, or ``None`` while another living maker has it.

        Raises :class:`LeasesUnreachable`.
        """
        lease = self._own.claim(key)
        if lease is None:
            return None
        got = False
        try:
            got, job = self._claim_row(key)
        finally:
            if not got:
                (lease.leave if lease.facts.get("job_id") else lease.release)()
        if not got:
            return None
        if job:
            lease.facts = {**json.loads(job), **lease.facts}
        return SharedLease(lease, key, self)

    def _claim_row(self, key: bytes) -> tuple[bool, str | None]:
        """Return whether the row of a key is ours, and what was recorded of its job."""
        with self._changed:
            valid = (
                self._rows.get(key, 0.0) - SAFETY_MARGIN * self._table.seconds > time.monotonic()
            )
            if key in self._reserved and valid:
                return True, self._reserved.pop(key)
            self._reserved.pop(key, None)
        mine, _ = self._claim_rows([key])
        return key in mine, mine.get(key)

    def reserve(self, keys: Sequence[bytes]) -> Reservation:
        """Claim keys that are to be made soon, and find out which of them are published.

        Raises as :meth:`claim` does.
        """
        known = self._published(keys, float("-inf"))
        wanted = [key for key in keys if key not in known]
        mine, published = self._claim_rows(wanted)
        with self._changed:
            self._reserved |= mine
        self.withdraw(published)
        elsewhere = frozenset(key for key in wanted if key not in mine)
        return Reservation(elsewhere, frozenset(known | published))

    def _claim_rows(self, keys: Sequence[bytes]) -> tuple[dict[bytes, str | None], set[bytes]]:
        """Return the keys whose rows are ours now, and those of them that are published.

        A row is deleted after its result is published, so that listing the remote folder after
        the claim finds it.
        """
        if not keys:
            return {}, set()
        with self._changed:
            self._changed.wait_for(lambda: self._in_write.isdisjoint(keys))
            self._to_delete.difference_update(keys)
            self._to_expire.difference_update(keys)
        began = time.monotonic()
        mine = self._retry(lambda: self._table.claim(keys))
        with self._changed:
            self._rows |= dict.fromkeys(mine, began + self._table.seconds)
        if not mine:
            return mine, set()
        try:
            return mine, self._published(list(mine), time.monotonic())
        except LeasesUnreachable:
            with self._changed:
                self._to_expire |= mine.keys() - self._unpublished.keys()
                self._changed.notify_all()
            raise

    def _published(self, keys: Sequence[bytes], since: float) -> set[bytes]:
        """Return the published keys, by a listing that began at ``since`` or later."""
        return self._retry(lambda: self._remote.holds_now(keys, since))

    def _retry(self, work: Callable[[], T]) -> T:
        """Retry while the database or the remote folder fails, for :data:`RETRY_SECONDS`."""
        deadline = time.monotonic() + RETRY_SECONDS
        while True:
            try:
                return work()
            except MediaError as error:
                if time.monotonic() > deadline or self._closed:
                    raise LeasesUnreachable(self._reason(error)) from error
            time.sleep(RETRY_DELAY)

    def _reason(self, error: MediaError) -> str:
        if not isinstance(error, LedgerUnavailable):
            return str(error)
        return (
            f"The leases at {self._table.place} cannot be reached: {error}. Nothing more is made; "
            "results are kept and published."
        )

    def withdraw(self, keys: Iterable[bytes]) -> None:
        """Release keys that were reserved and not claimed; other keys are ignored."""
        with self._changed:
            idle = {key for key in keys if self._reserved.pop(key, self) is not self}
            self._to_delete |= idle - self._unpublished.keys()
            self._changed.notify_all()

    def record_job(self, key: bytes, facts: Mapping[str, object]) -> None:
        """Record a job in the table; later if the database does not answer."""
        text = json.dumps(facts)
        self._with_job.add(key)
        try:
            self._table.record_job(key, text)
        except LedgerUnavailable:
            with self._changed:
                self._jobs[key] = text

    def leave(self, key: bytes) -> None:
        """Let the lease of a key expire now."""
        with self._changed:
            self._to_expire.add(key)
            self._changed.notify_all()

    def release(self, key: bytes) -> None:
        """Delete the row of a key, after its result was published if there is one."""
        with self._changed:
            if key in self._results:
                self._oldest = self._oldest if self._unpublished else time.monotonic()
                self._unpublished[key] = None
            else:
                self._to_delete.add(key)
            self._changed.notify_all()

    def left_behind(self) -> dict[bytes, dict[str, Any]]:
        """Return expired leases with a recorded job, and those of dead processes in the folder."""
        rows = self._retry(self._table.expired)
        return {key: json.loads(job) for key, job in rows.items()} | self._own.left_behind()

    def flush(self) -> None:
        """Publish everything that was made.

        Raises :class:`MediaError` if that fails; it is retried in the background.
        """
        with self._changed:
            self._flushing, self._error = True, ""
            self._changed.notify_all()
            self._changed.wait_for(
                lambda: self._error or (self._recovered and not self._unpublished)
            )
            self._flushing = False
            if self._error:
                raise MediaError(self._error)

    def close(self) -> None:
        """Publish what was made and release the leases, except for those of running jobs."""
        try:
            self.flush()
        except MediaError as error:
            self._say(str(error))
        with self._changed:
            self._to_delete |= self._reserved.keys()
            # Running calls without a job end here, so their leases expire by themselves.
            self._to_expire |= (
                self._with_job & self._rows.keys() - self._to_delete - self._unpublished.keys()
            )
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()
        self._own.close()
        self._table.close()

    def _wait_until_due(self) -> list[bytes]:
        """Return the keys to publish now; none when closed."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._closed or not self._recovered or self._unpublished
            )
            if self._recovered and not self._closed:
                self._changed.wait_for(
                    lambda: (
                        self._closed or self._flushing or len(self._unpublished) >= SEGMENT_RESULTS
                    ),
                    self._oldest + SEGMENT_SECONDS - time.monotonic(),
                )
            return [] if self._closed else list(self._unpublished)

    def _publish_loop(self) -> None:
        """Publish what is due, until closed."""
        while not self._closed:
            try:
                keys = self._wait_until_due()
                if not self._recovered:
                    self._recover()
                self._remote.publish(keys)
            except Exception as error:  # any error may be transient
                self._report(str(error) or type(error).__name__)
                continue
            with self._changed:
                self._error, self._reported = "", False
                for key in keys:
                    del self._unpublished[key]
                self._to_delete.update(keys)
                self._oldest = time.monotonic()
                self._changed.notify_all()

    def _report(self, sentence: str) -> None:
        """Report an error of publishing once, and wait before the next attempt."""
        with self._changed:
            reported, self._reported, self._error = self._reported, True, sentence
            self._changed.notify_all()
        if not reported:
            self._say(sentence)
        with self._changed:
            self._changed.wait_for(lambda: self._closed or not self._error, RETRY_DELAY)

    def _recover(self) -> None:
        """Take over the leases of dead processes in the folder, and their unpublished results."""
        until = time.monotonic() + self._table.seconds
        rows = self._table.take_over(self._own.dead_holders())
        self._results.refresh()
        stored = list(self._results)
        there = self._remote.holds_now(stored, time.monotonic())
        with self._changed:
            self._rows |= dict.fromkeys(rows, until)
            self._unpublished |= dict.fromkeys(key for key in stored if key not in there)
            for key, job in rows.items():
                if key not in self._unpublished:
                    (self._to_expire if job else self._to_delete).add(key)
            self._recovered = True
            self._changed.notify_all()

    def _row_loop(self) -> None:
        """Extend our rows and write changes, until closed."""
        every = self._table.seconds / 4
        beat = time.monotonic() + every
        while True:
            with self._changed:
                self._changed.wait_for(
                    lambda: self._closed or self._to_delete or self._to_expire or self._jobs,
                    max(beat - time.monotonic(), 0.0),
                )
            try:
                self._write()
                if time.monotonic() >= beat:
                    self._extend()
                    beat = time.monotonic() + every
            except LedgerUnavailable:
                if self._closed:
                    return
                time.sleep(RETRY_DELAY)
            else:
                with self._changed:
                    if self._closed and not (self._to_delete or self._to_expire):
                        return

    def _write(self) -> None:
        """Record jobs, delete and expire rows. Raises :class:`LedgerUnavailable`."""
        with self._changed:
            jobs, expired = self._jobs, self._to_expire
            deleted = self._to_delete - expired
            self._in_write = deleted | expired
            self._jobs, self._to_delete, self._to_expire = {}, set(), set()
        try:
            for key, text in jobs.items():
                self._table.record_job(key, text)
            self._table.release(deleted)
            self._table.expire(expired)
        except LedgerUnavailable:
            with self._changed:
                self._jobs = jobs | self._jobs
                self._to_delete |= deleted
                self._to_expire |= expired
            raise
        else:
            with self._changed:
                self._with_job -= self._in_write
                for key in self._in_write:
                    self._rows.pop(key, None)
        finally:
            with self._changed:
                self._in_write = set()
                self._changed.notify_all()

    def _extend(self) -> None:
        began = time.monotonic()
        with self._changed:
            held = list(self._rows)
        kept = self._table.extend(held)
        with self._changed:
            for key in held:
                if key in kept and key in self._rows:
                    self._rows[key] = began + self._table.seconds
                elif key not in kept:
                    self._rows.pop(key, None)  # it expired, and another machine claimed it


def _open_table(url: str, holder: str) -> "LeaseTable":
    try:
        from mediaext.scale.leases import LeaseTable
    except ImportError as error:
        raise MediaError(
            f"Leases in PostgreSQL need more libraries ({error.name} is missing): "
            "pip install 'mediaext[scale]'."
        ) from None
    return LeaseTable(url, holder)
