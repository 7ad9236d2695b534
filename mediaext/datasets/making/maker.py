"""Make one step of a chain in the calling thread, once among all threads and machines.

A step is claimed, looked for again, made, stored, validated, and only then released.
"""

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mediaext.datasets.keys import Node
from mediaext.datasets.making.budget import BudgetTracker
from mediaext.datasets.making.outcomes import NO_CREDITS, Failure, Outcome, facts_of, file_of
from mediaext.datasets.making.runners import breaker_of, carry_out, fetch_again
from mediaext.datasets.making.writer import ResultWriter
from mediaext.datasets.store.files import Unwritable
from mediaext.datasets.store.leases import STAMPS, Claim, Claims, LeasesUnreachable, Reservation
from mediaext.errors import InvalidRequest, JobFailed, MediaError, Unreachable, WaitTimeout
from mediaext.operation import Runner
from mediaext.results import Result

REMEMBERED = frozenset({"INPUT_INVALID"})


class Making(NamedTuple):
    """A key in the hands of a thread: what others wait for, and what its job's end calls."""

    done: threading.Event
    on_job_end: Callable[[], None]


def _do_nothing() -> None: ...


class StepMaker:
    """Makes steps with one runner into one folder; ``stopped`` says why it makes none now.

    ``elsewhere(key)`` fetches a result from a second tier into the store, if it is there; ``say``
    tells the person one line.
    """

    def __init__(
        self,
        writer: ResultWriter,
        leases: Claims,
        *,
        tracker: BudgetTracker,
        runner: Runner,
        elsewhere: Callable[[bytes], bool] | None,
        say: Callable[[str], None],
    ) -> None:
        self.writer, self.leases, self.tracker, self.runner = writer, leases, tracker, runner
        self.elsewhere, self.say = elsewhere, say
        self.epoch = 0
        self.made: Counter[str] = Counter()
        self.failed: dict[bytes, tuple[Node, Failure]] = {}
        self.stopped: Failure | None = None
        self._breaker = breaker_of(runner, writer.service)
        self._told: set[str] = set()
        self._running: dict[bytes, Making] = {}
        self._lock = threading.Lock()

    def begin_epoch(self, epoch: int) -> None:
        """Count for another epoch; a stop is over, since credits may be back."""
        self.epoch, self.stopped = epoch, None
        self._told &= {"UNREACHABLE"}  # an outage is told once, however many epochs it lasts

    def _enter(
        self, key: bytes, on_job_end: Callable[[], None] = _do_nothing
    ) -> threading.Event | None:
        """Take a key for this thread: return what to wait for if another thread has it."""
        with self._lock:
            found = self._running.get(key)
            if found is None:
                self._running[key] = Making(threading.Event(), on_job_end)
            return None if found is None else found.done

    def _leave(self, key: bytes) -> None:
        with self._lock:
            self._running.pop(key).done.set()

    def ensure(
        self, node: Node, final: bool = True, on_job_end: Callable[[], None] = _do_nothing
    ) -> Outcome:
        """Make a node unless it is there, or wait for the thread that makes it.

        ``on_job_end`` is called from any thread once the runner is done with the job of the node;
        its result may not be here yet.
        """
        while (other := self._enter(node.key, on_job_end)) is not None:
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

    def _known(self, node: Node, final: bool) -> bool | Failure:
        """Return what is known without making anything; a result that is there is validated."""
        state = self.writer.state(node.key, final)
        if state is not False or node.key in self.writer.results or self.elsewhere is None:
            return state
        try:
            return self.elsewhere(node.key) and self.writer.state(node.key, final)
        except Unwritable:
            raise
        except MediaError as error:
            return Failure("ELSEWHERE", str(error), again=True)

    def _settled(self, node: Node, final: bool) -> bool | Failure:
        """Return what is known, or why nothing can be made now."""
        known = self._known(node, final)
        return known or (node.key not in self.writer.results and self.stopped) or False

    def _claim_and_make(self, node: Node, final: bool) -> bool | Failure:
        """Get the lease of a key and make its result if it is missing, or wait for the holder."""
        lease: Claim | None = None
        try:
            if settled := self._settled(node, final):
                self.leases.withdraw([node.key])
                return settled
            while lease is None:
                lease = self.leases.claim(node.key)
                self.writer.results.refresh()
                settled = self._settled(node, final)
                if settled:
                    if lease is not None and not lease.facts.get("job_id"):
                        lease.release()
                    return settled
                if lease is None:
                    time.sleep(self.leases.poll_seconds)
        except Unwritable as error:
            return self._stop(Failure("UNWRITABLE", str(error), again=True))
        except LeasesUnreachable as error:
            return self._stop(Failure("LEASES", str(error), again=True))
        return self._make_with(lease, node, final)

    def reserve(self, keys: Sequence[bytes]) -> Reservation | Failure:
        """Claim keys that are to be made soon, or return why none can be claimed."""
        if self.stopped is not None:
            return self.stopped
        try:
            return self.leases.reserve(keys)
        except LeasesUnreachable as error:
            return self._stop(Failure("LEASES", str(error), again=True))

    def _make_with(self, lease: Claim, node: Node, final: bool) -> bool | Failure:
        """Make under a lease, which stays if its job is to be fetched the next time."""
        keep = False
        try:
            failure = self._make(node, lease) if node.key not in self.writer.results else None
            if failure is not None:
                return failure
            known = self.writer.state(node.key, final)
            return self.writer.validate(node) if known is False else known
        except MediaError as error:
            failure = self._failed(node, error)
            ended = isinstance(error, JobFailed | InvalidRequest)
            keep = not ended and bool(lease.facts.get("job_id"))
            return failure
        finally:
            (lease.leave if keep else lease.release)()

    def _make(self, node: Node, lease: Claim) -> Failure | None:
        """Make a node, or fetch its job, and store it."""
        began = time.time()
        made = self._earlier_job(node, lease)
        if made is None:
            source = self._source(node)
            if isinstance(source, Failure):
                return source
            if self._breaker is not None:
                self._breaker.check()
            refusal = self.tracker.reserve(node.key, node.name, self.epoch)
            if refusal:
                return self._stop(Failure("BUDGET", refusal, again=True))
            made = self._submit(node, source, lease)
        result, job_id = made
        self.made[node.name] += 1
        self.writer.put_made(node, file_of(result), job_id, began)
        with contextlib.suppress(Unwritable):  # it stays spent either way
            self.tracker.settle(node.key)
        return None

    def _earlier_job(self, node: Node, lease: Claim) -> tuple[Result, str] | None:
        """Fetch the job that an earlier process paid for, if the journal knows one."""
        job_id = lease.facts.get("job_id")
        if not job_id or lease.facts.get("service") != self.writer.service:
            return None
        try:
            result = fetch_again(self.runner, job_id, node.name)
        except JobFailed as error:
            self.tracker.give_back(node.key)
            if error.retryable:
                return None
            raise
        return None if result is None else (result, job_id)

    def _submit(self, node: Node, source: object, lease: Claim) -> tuple[Result, str]:
        operation = node.operation
        if node.field is not None:
            many = isinstance(getattr(operation, node.field), list)
            operation = operation.model_copy(update={node.field: [source] if many else source})
        accepted = False

        def journal(job_id: str) -> None:
            nonlocal accepted
            accepted = True
            lease.journal(job_id=job_id, **facts_of(node, self.writer.service))

        try:
            on_end = self._running[node.key].on_job_end
            made = carry_out(self.runner, operation, journal, node.key.hex(), on_end)
            self._told.discard("UNREACHABLE")
            if self._breaker is not None:
                self._breaker.succeeded()
            return made
        except (InvalidRequest, JobFailed):
            self.tracker.give_back(node.key)  # failures are not charged
            raise
        except BaseException:
            if not accepted:
                self.tracker.give_back(node.key)
            raise

    def _source(self, node: Node) -> object:
        """Return the picture that a node works on, making it first if it is a step."""
        if node.parent is None:
            return self.writer.media(node.item) if node.field is not None else None
        outcome = self.ensure(node.parent, final=False)
        if outcome is not None:
            return outcome
        content = self.writer.results.content(node.parent.key)
        return bytes(content) if content is not None else Failure("LOST", "its parent is gone.")

    def _failed(self, node: Node, error: MediaError) -> Failure:
        """Return what an error means: a stop, a failure for good, or one that may pass."""
        match error:
            case Unwritable():
                return self._stop(Failure("UNWRITABLE", str(error), again=True))
            case Unreachable():
                return self._unreachable(error)
            case WaitTimeout():
                failure = Failure("TIMEOUT", str(error), again=True)
            case InvalidRequest():
                failure = Failure("INPUT_INVALID", str(error))
            case JobFailed():
                failure = Failure(error.code, error.sentence, again=bool(error.retryable))
            case _:
                failure = Failure(type(error).__name__, str(error), again=True)
        if failure.code in NO_CREDITS:
            return self._stop(failure)
        return self.writer.remember(node, failure) if failure.code in REMEMBERED else failure

    def _unreachable(self, error: Unreachable) -> Failure:
        """Return a failure that may pass; once the service counts as down, all fail at once."""
        if self._breaker is not None and not self._breaker.open:
            self._breaker.failed(str(error))
        failure = Failure("UNREACHABLE", str(error), again=True)
        self._tell(failure, "It is tried again from time to time.")
        return failure

    def _stop(self, failure: Failure) -> Failure:
        """Stop making, but not the training."""
        self.stopped = failure
        self._tell(failure, "Training goes on with what there is.")
        return failure

    def _tell(self, failure: Failure, outlook: str) -> None:
        """Tell the person of an outage or a stop, once."""
        with self._lock:
            told = failure.code in self._told
            self._told.add(failure.code)
        if not told:
            self.say(f"No more samples are made: {failure.message.rstrip('.')}. {outlook}")

    def finish(self, key: bytes) -> None:
        """Fetch the job of a process that died, unless a thread needs it now and does so."""
        if self._enter(key) is not None:
            return
        try:
            self._finish_claimed(key)
        except MediaError:
            return  # it stays for whoever can write, and has the leases
        finally:
            self._leave(key)

    def _finish_claimed(self, key: bytes) -> None:
        """Store the result of a journalled job; who serves it puts it to a gate of their own."""
        lease = self.leases.claim(key)
        if lease is None:
            return
        facts, keep = dict(lease.facts), False
        try:
            if key in self.writer.results:
                self.tracker.settle(key)
            elif not facts.get("job_id"):
                self.tracker.give_back(key)
            else:
                result = fetch_again(self.runner, facts["job_id"], facts["operation"])
                if result is not None:
                    kept = {name: facts[name] for name in facts if name not in STAMPS}
                    self.writer.put(key, file_of(result), kept)
                    self.made[facts["operation"]] += 1
                    self.tracker.settle(key)
        except JobFailed:
            self.tracker.give_back(key)  # whoever needs the key asks again
        except MediaError:
            keep = True  # not fetched this time
        finally:
            (lease.leave if keep else lease.release)()
