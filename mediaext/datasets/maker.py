"""Making one step of a chain, in the calling thread, once among threads, processes and machines.

A step is claimed, looked for again, made, judged, written to the truth, and only then given free.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from mediaext.datasets.budget import Purse
from mediaext.datasets.filing import Filing
from mediaext.datasets.keys import Node
from mediaext.datasets.leases import STAMPS, Lease, Leases
from mediaext.datasets.made import NO_CREDITS, Failure, Outcome, facts_of, file_of
from mediaext.datasets.runners import carry_out, fetch_again
from mediaext.datasets.writing import Unwritable
from mediaext.errors import InvalidRequest, JobFailed, MediaError, WaitTimeout
from mediaext.results import Result

LOOK_AGAIN = 0.05  # seconds between looks at what another process makes
REMEMBERED = frozenset({"INPUT_INVALID"})


class Maker:
    """Makes steps with one runner into one folder; ``stopped`` says why it makes none now."""

    def __init__(
        self,
        filing: Filing,
        leases: Leases,
        *,
        runner: Any,
        purse: Purse,
        elsewhere: Callable[[bytes], bool] | None,
        say: Callable[[str], None],
    ) -> None:
        self.filing, self.leases, self.runner, self.purse = filing, leases, runner, purse
        self.elsewhere, self.say = elsewhere, say
        self.epoch = 0
        self.made: Counter[str] = Counter()
        self.failed: dict[bytes, tuple[Node, Failure]] = {}
        self.stopped: Failure | None = None
        self._running: dict[bytes, threading.Event] = {}
        self._lock = threading.Lock()

    def running(self, key: bytes) -> bool:
        """Say whether a thread is at a key."""
        return key in self._running

    def _enter(self, key: bytes) -> threading.Event | None:
        """Take a key for this thread: return what to wait for where another one has it."""
        with self._lock:
            found = self._running.get(key)
            if found is None:
                self._running[key] = threading.Event()
            return found

    def _leave(self, key: bytes) -> None:
        with self._lock:
            self._running.pop(key).set()

    def ensure(self, node: Node, final: bool = True) -> Outcome:
        """Make a node unless it is there, or wait for the thread that is at it."""
        while (other := self._enter(node.key)) is not None:
            other.wait()
        try:
            outcome = self._claim_and_make(node, final)
        finally:
            self._leave(node.key)
        if isinstance(outcome, Failure):
            self.failed[node.key] = (node, outcome)
            return outcome
        self.failed.pop(node.key, None)
        return None

    def _settled(self, node: Node) -> bool | Failure:
        known = self.filing.known(node.key)
        if not known and self.elsewhere is not None:
            try:
                known = self.elsewhere(node.key)
            except Unwritable:
                raise
            except MediaError as error:
                return Failure("ELSEWHERE", str(error), again=True)
        return known or self.stopped or False

    def _claim_and_make(self, node: Node, final: bool) -> bool | Failure:
        """Get the lease of a key and make it unless it is there, or watch whoever has it."""
        lease: Lease | None = None
        try:
            if settled := self._settled(node):
                return settled
            while lease is None:
                lease = self.leases.claim(node.key)
                self.filing.truth.refresh()
                settled = self._settled(node)
                if settled:
                    if lease is not None and not lease.facts.get("job_id"):
                        lease.release()
                    return settled
                if lease is None:
                    time.sleep(LOOK_AGAIN)
        except Unwritable as error:
            return self._stop(Failure("UNWRITABLE", str(error), again=True))
        return self._make_with(lease, node, final)

    def _make_with(self, lease: Lease, node: Node, final: bool) -> bool | Failure:
        """Make under a lease, which stays where its job is to be fetched the next time."""
        keep = False
        try:
            return self._make(node, lease, final)
        except WaitTimeout as error:
            keep = True
            return Failure("TIMEOUT", str(error), again=True)
        except JobFailed as error:
            return self._failed(node, error)
        except InvalidRequest as error:
            return self.filing.remember(node, Failure("INPUT_INVALID", str(error)))
        except Unwritable as error:
            keep = bool(lease.facts.get("job_id"))
            return self._stop(Failure("UNWRITABLE", str(error), again=True))
        except MediaError as error:
            keep = bool(lease.facts.get("job_id"))
            return Failure(type(error).__name__, str(error), again=True)
        finally:
            (lease.leave if keep else lease.release)()

    def _make(self, node: Node, lease: Lease, final: bool) -> bool | Failure:
        began = time.time()
        made = self._earlier_job(node, lease)
        if made is None:
            source = self._source(node)
            if isinstance(source, Failure):
                return source
            refusal = self.purse.reserve(node.name, self.epoch)
            if refusal:
                return self._stop(Failure("BUDGET", refusal, again=True))
            made = self._submit(node, source, lease)
        result, job_id = made
        self.made[node.name] += 1
        return self.filing.keep(node, result, (job_id, began), final)

    def _earlier_job(self, node: Node, lease: Lease) -> tuple[Result, str] | None:
        """Fetch the job that a process before us paid for, if the journal knows one."""
        job_id = lease.facts.get("job_id")
        if not job_id or lease.facts.get("service") != self.filing.service:
            return None
        try:
            result = fetch_again(self.runner, job_id, node.name)
        except JobFailed as error:
            if error.retryable:
                return None
            raise
        return None if result is None else (result, job_id)

    def _submit(self, node: Node, source: Any, lease: Lease) -> tuple[Result, str]:
        operation = node.operation
        if node.field is not None:
            many = isinstance(getattr(operation, node.field), list)
            operation = operation.model_copy(update={node.field: [source] if many else source})
        accepted = False

        def journal(job_id: str) -> None:
            nonlocal accepted
            accepted = True
            lease.journal(job_id=job_id, **facts_of(node, self.filing.service))

        try:
            return carry_out(self.runner, operation, journal, node.key.hex())
        except (InvalidRequest, JobFailed):
            self.purse.give_back(node.name, self.epoch)  # failures are not charged
            raise
        except BaseException:
            if not accepted:
                self.purse.give_back(node.name, self.epoch)
            raise

    def _source(self, node: Node) -> Any:
        """Return the picture that a node works on, making it first where it is a step."""
        if node.parent is None:
            return self.filing.media(node.item) if node.field is not None else None
        outcome = self.ensure(node.parent, final=False)
        if outcome is not None:
            return outcome
        content = self.filing.truth.content(node.parent.key)
        return bytes(content) if content is not None else Failure("LOST", "its parent is gone.")

    def _failed(self, node: Node, error: JobFailed) -> Failure:
        words = str(error).partition(f" ({error.code}")[0]  # the code is said beside them
        failure = Failure(error.code, words, again=bool(error.retryable))
        if error.code in NO_CREDITS:
            return self._stop(failure)
        return self.filing.remember(node, failure) if error.code in REMEMBERED else failure

    def _stop(self, failure: Failure) -> Failure:
        """Stop making, but not the training; say so once."""
        if self.stopped is None:
            self.stopped = failure
            self.say(
                f"No more samples are made: {failure.message.rstrip('.')}. "
                "Training goes on with what there is."
            )
        return failure

    def finish(self, key: bytes) -> None:
        """Fetch the job of a process that died, unless a thread needs it now and does so."""
        if self._enter(key) is not None:
            return
        try:
            self._finish_claimed(key)
        except Unwritable:
            return  # it stays for whoever can write
        finally:
            self._leave(key)

    def _finish_claimed(self, key: bytes) -> None:
        lease = self.leases.claim(key)
        if lease is None:
            return
        facts, keep = dict(lease.facts), False
        try:
            if key not in self.filing.truth and facts.get("job_id"):
                result = fetch_again(self.runner, facts["job_id"], facts["operation"])
                if result is not None:
                    kept = {name: facts[name] for name in facts if name not in STAMPS}
                    self.filing.store(key, file_of(result), kept)
                    self.made[facts["operation"]] += 1
        except JobFailed:
            return  # whoever needs the key asks again
        except MediaError:
            keep = True  # not fetched this time
        finally:
            (lease.leave if keep else lease.release)()
