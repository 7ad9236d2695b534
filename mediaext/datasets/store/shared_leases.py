"""Leases that machines share, each with a folder of its own, and the results that they publish.

A key is claimed in the folder, then in a table that all machines see. Its row goes once the result
is published, and whoever gets a row looks for the result before anything is made; so that a key is
made once, whoever asks. What is made goes out in segments of many results, every few seconds.

Known limit, accepted: what a machine had made and not published when it was killed is made again
elsewhere, unless its job can be fetched by the identifier in the table, or the machine is back
before its leases ran out.
"""

import json
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from mediaext.datasets.store.files import writing
from mediaext.datasets.store.leases import STAMPS, Claim, Lease, Leases, Reservation
from mediaext.datasets.store.remote import Remote
from mediaext.errors import MediaError
from mediaext.service.database import LedgerUnavailable

if TYPE_CHECKING:
    from mediaext.scale.leases import LeaseTable

T = TypeVar("T")
SEGMENT_RESULTS = 256  # results that are published without waiting for more
SEGMENT_SECONDS = 5.0  # that a result waits for others
PATIENCE = 30.0  # seconds in which a database that is away may come back
PAUSE = 1.0  # seconds between two tries of what failed
MARGIN = 0.25  # of a lease's time: with less left, a reserved key is claimed again


class LeasesUnreachable(MediaError):
    """Nobody can say who makes what, or what is made already."""


class SharedLease:
    """The right to make one key, in this folder and among all machines."""

    def __init__(self, own: Lease, key: bytes, book: "SharedLeases") -> None:
        self._own, self._key, self._book = own, key, book

    @property
    def facts(self) -> dict[str, Any]:
        """What is known of the job, by name."""
        return self._own.facts

    def journal(self, **facts: object) -> None:
        """Write down what is known of the job, in the folder first."""
        self._own.journal(**facts)
        self._book.note(self._key, self._own.facts)

    def leave(self) -> None:
        """Let go of a job that is not at its end."""
        self._own.leave()
        self._book.leave(self._key)

    def release(self) -> None:
        """Give the right back; the machines' right follows when the result is published."""
        self._own.release()
        self._book.release(self._key)


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
        Tells the person one line.

    Raises
    ------
    MediaError
        Where the database cannot be opened, its client library is not installed, or nothing can
        be published.
    """

    look_again = 1.0

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
        self._rows: dict[bytes, float] = {}  # that are ours, each until a time of our own clock
        self._ahead: dict[bytes, str | None] = {}  # reserved, and what was noted of the job
        self._unpublished: dict[bytes, None] = {}
        self._oldest = 0.0  # since when the first of them waits
        self._with_job: set[bytes] = set()
        self._notes: dict[bytes, str] = {}  # of jobs, to be written
        self._over: set[bytes] = set()  # rows to be deleted
        self._left: set[bytes] = set()  # rows to be left to others
        self._writing: set[bytes] = set()  # rows that are deleted or left just now
        self._looked = False  # for what earlier processes had not published
        self._hurry = self._closed = False
        self._complaint = ""  # why nothing can be published
        self._told = False  # to the person
        self._threads = [
            threading.Thread(target=work, name=f"mediaext-{name}", daemon=True)
            for work, name in ((self._keep_rows, "leases"), (self._keep_publishing, "publisher"))
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
            got, job = self._take(key)
        finally:
            if not got:
                (lease.leave if lease.facts.get("job_id") else lease.release)()
        if not got:
            return None
        if job:
            lease.facts = {**json.loads(job), **lease.facts}
        return SharedLease(lease, key, self)

    def _take(self, key: bytes) -> tuple[bool, str | None]:
        """Return whether the row of a key is ours, and what was noted of its job."""
        with self._changed:
            sure = self._rows.get(key, 0.0) - MARGIN * self._table.seconds > time.monotonic()
            if key in self._ahead and sure:
                return True, self._ahead.pop(key)
            self._ahead.pop(key, None)
        mine, _ = self._claim_rows([key])
        return key in mine, mine.get(key)

    def reserve(self, keys: Sequence[bytes]) -> Reservation:
        """Claim keys that are to be made soon, and look which of them are published.

        Raises as :meth:`claim` does.
        """
        known = self._published(keys, float("-inf"))
        wanted = [key for key in keys if key not in known]
        mine, published = self._claim_rows(wanted)
        with self._changed:
            self._ahead |= mine
        self.withdraw(published)
        elsewhere = frozenset(key for key in wanted if key not in mine)
        return Reservation(elsewhere, frozenset(known | published))

    def _claim_rows(self, keys: Sequence[bytes]) -> tuple[dict[bytes, str | None], set[bytes]]:
        """Return the keys whose rows are ours now, and those of them that are published.

        A row goes after its result is published: a look that begins later finds it.
        """
        if not keys:
            return {}, set()
        with self._changed:
            self._changed.wait_for(lambda: self._writing.isdisjoint(keys))
            self._over.difference_update(keys)
            self._left.difference_update(keys)
        began = time.monotonic()
        mine = self._patiently(lambda: self._table.claim(keys))
        with self._changed:
            self._rows |= dict.fromkeys(mine, began + self._table.seconds)
        if not mine:
            return mine, set()
        try:
            return mine, self._published(list(mine), time.monotonic())
        except LeasesUnreachable:
            with self._changed:
                self._left |= mine.keys() - self._unpublished.keys()
                self._changed.notify_all()
            raise

    def _published(self, keys: Sequence[bytes], since: float) -> set[bytes]:
        """Return those of some keys that are published, by a look that began then or later."""
        return self._patiently(lambda: self._remote.holds_now(keys, since))

    def _patiently(self, work: Callable[[], T]) -> T:
        """Try what needs the database or the remote folder, for :data:`PATIENCE`."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return work()
            except MediaError as error:
                if time.monotonic() > deadline or self._closed:
                    raise LeasesUnreachable(self._reason(error)) from error
            time.sleep(PAUSE)

    def _reason(self, error: MediaError) -> str:
        if not isinstance(error, LedgerUnavailable):
            return str(error)
        return (
            f"The leases at {self._table.place} cannot be reached: {error}. Without them nothing "
            "is made; what was made is kept, and published."
        )

    def withdraw(self, keys: Iterable[bytes]) -> None:
        """Give back those of some keys that were reserved and not claimed."""
        with self._changed:
            idle = {key for key in keys if self._ahead.pop(key, self) is not self}
            self._over |= idle - self._unpublished.keys()
            self._changed.notify_all()

    def note(self, key: bytes, facts: dict[str, Any]) -> None:
        """Have the table hold what is known of a job; later, where the database is away."""
        text = json.dumps({name: facts[name] for name in facts if name not in STAMPS})
        self._with_job.add(key)
        try:
            self._table.note(key, text)
        except LedgerUnavailable:
            with self._changed:
                self._notes[key] = text

    def leave(self, key: bytes) -> None:
        """Leave a key to whoever wants it next."""
        with self._changed:
            self._left.add(key)
            self._changed.notify_all()

    def release(self, key: bytes) -> None:
        """Publish the result of a key, then give it back; at once where there is none."""
        with self._changed:
            if key in self._results:
                self._oldest = self._oldest if self._unpublished else time.monotonic()
                self._unpublished[key] = None
            else:
                self._over.add(key)
            self._changed.notify_all()

    def left_behind(self) -> dict[bytes, dict[str, Any]]:
        """Return the leases of the dead, and what the journal knows of their jobs."""
        rows = self._patiently(self._table.left_behind)
        return {key: json.loads(job) for key, job in rows.items()} | self._own.left_behind()

    def settle(self) -> None:
        """Wait until everything that was made is published.

        Raises :class:`MediaError` where it cannot be; then it is tried again every now and then.
        """
        with self._changed:
            self._hurry, self._complaint = True, ""
            self._changed.notify_all()
            self._changed.wait_for(
                lambda: self._complaint or (self._looked and not self._unpublished)
            )
            self._hurry = False
            if self._complaint:
                raise MediaError(self._complaint)

    def close(self) -> None:
        """Publish what was made, and leave; leases with a running job stay for whoever comes."""
        try:
            self.settle()
        except MediaError as error:
            self._say(str(error))
        with self._changed:
            self._over |= self._ahead.keys()
            # Of the others, what runs without a job is stored here when it ends.
            self._left |= (
                self._with_job & self._rows.keys() - self._over - self._unpublished.keys()
            )
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()
        self._own.close()
        self._table.close()

    def _wait_until_due(self) -> list[bytes]:
        """Return what is to be published now, or nothing where somebody closes."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or not self._looked or self._unpublished)
            if self._looked and not self._closed:
                self._changed.wait_for(
                    lambda: (
                        self._closed or self._hurry or len(self._unpublished) >= SEGMENT_RESULTS
                    ),
                    self._oldest + SEGMENT_SECONDS - time.monotonic(),
                )
            return [] if self._closed else list(self._unpublished)

    def _keep_publishing(self) -> None:
        """Publish what is due, until closed."""
        while not self._closed:
            try:
                keys = self._wait_until_due()
                if not self._looked:
                    self._take_up()
                self._remote.publish(keys)
            except Exception as error:  # whatever it is, it may pass
                self._complain(str(error) or type(error).__name__)
                continue
            with self._changed:
                self._complaint, self._told = "", False
                for key in keys:
                    del self._unpublished[key]
                self._over.update(keys)
                self._oldest = time.monotonic()
                self._changed.notify_all()

    def _complain(self, sentence: str) -> None:
        """Tell why nothing can be published, once, and wait until it is tried again."""
        with self._changed:
            told, self._told, self._complaint = self._told, True, sentence
            self._changed.notify_all()
        if not told:
            self._say(sentence)
        with self._changed:
            self._changed.wait_for(lambda: self._closed or not self._complaint, PAUSE)

    def _take_up(self) -> None:
        """Go on with what earlier processes of this folder had claimed, or not published."""
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
                    (self._left if job else self._over).add(key)
            self._looked = True
            self._changed.notify_all()

    def _keep_rows(self) -> None:
        """Extend our rows, and write what changed, until closed."""
        every = self._table.seconds / 4
        beat = time.monotonic() + every
        while True:
            with self._changed:
                self._changed.wait_for(
                    lambda: self._closed or self._over or self._left or self._notes,
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
                time.sleep(PAUSE)
            else:
                with self._changed:
                    if self._closed and not (self._over or self._left):
                        return

    def _write(self) -> None:
        """Write what is known of jobs, and give rows back. Raises :class:`LedgerUnavailable`."""
        with self._changed:
            notes, over = self._notes, self._over - self._left
            left, self._writing = self._left, self._over | self._left
            self._notes, self._over, self._left = {}, set(), set()
        try:
            for key, text in notes.items():
                self._table.note(key, text)
            self._table.release(over)
            self._table.leave(left)
        except LedgerUnavailable:
            with self._changed:
                self._notes = notes | self._notes
                self._over |= over
                self._left |= left
            raise
        else:
            with self._changed:
                self._with_job -= self._writing
                for key in self._writing:
                    self._rows.pop(key, None)
        finally:
            with self._changed:
                self._writing = set()
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
                    self._rows.pop(key, None)  # somebody took it for a dead one's


def _open_table(url: str, holder: str) -> "LeaseTable":
    try:
        from mediaext.scale.leases import LeaseTable
    except ImportError as error:
        raise MediaError(
            f"Leases in PostgreSQL need more libraries ({error.name} is missing): "
            "pip install 'mediaext[scale]'."
        ) from None
    return LeaseTable(url, holder)
