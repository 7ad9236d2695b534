"""The one place of a process where samples are made: many in flight, each key once.

Threads take nodes from a queue in the order asked for, urgent ones first. Every step of a chain is
claimed, looked for again, made, checked, written to the truth, and only then given free.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

from mediaext.datasets.budget import Purse
from mediaext.datasets.crew import Crew
from mediaext.datasets.keys import Node
from mediaext.datasets.leases import STAMPS, Lease, Leases
from mediaext.datasets.made import (
    AHEAD,
    BACKGROUND,
    URGENT,
    Failure,
    Gate,
    Outcome,
    facts_of,
    file_of,
)
from mediaext.datasets.runners import carry_out, fetch_again, identity_of
from mediaext.datasets.truth import FAILED, VERDICT, Truth
from mediaext.errors import InvalidRequest, JobFailed, MediaError, WaitTimeout
from mediaext.protocol import digest
from mediaext.results import MadeFile, Picture, Result

LOOK_AGAIN = 0.05  # seconds between looks at what another process makes
REMEMBERED = frozenset({"INPUT_INVALID"})
NO_CREDITS = frozenset({"INSUFFICIENT_CREDITS", "CREDIT_CHARGE_FAILED"})


class Generator:
    """Makes nodes in the background; one for each process and folder."""

    def __init__(
        self,
        truth: Truth,
        folder: Path,
        *,
        runner: Any,
        purse: Purse,
        media: Callable[[int], Any],
        concurrency: int = 32,
        gate: Gate | None = None,
        arrived: Callable[[Node, bytes], str] | None = None,
        elsewhere: Callable[[bytes], bool] | None = None,
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.truth = truth
        self.runner = runner
        self.service = identity_of(runner)
        self.purse = purse
        self.media = media
        self.gate = gate
        self.arrived = arrived
        self.elsewhere = elsewhere
        self.say = say
        self.leases = Leases(folder / "leases")
        self.epoch = 0
        self.made: Counter[str] = Counter()
        self.failed: dict[bytes, tuple[Node, Failure]] = {}
        self.stopped: Failure | None = None
        self.crew = Crew(concurrency)
        self._futures: dict[bytes, Future[Outcome]] = {}
        self._running: dict[bytes, threading.Event] = {}
        self._lock = threading.Lock()
        self._take_up()

    @property
    def pending(self) -> int:
        """How many nodes were asked for and are not done."""
        return len(self._futures)

    def known(self, key: bytes) -> bool | Failure:
        """Say whether a result may be served: ``True``, ``False`` (not made) or why never."""
        verdict = self.truth.index.verdicts.get(key)
        if verdict is not None:
            if verdict.kind == FAILED:
                return Failure(verdict.facts["code"], verdict.facts["message"])
            if verdict.facts.get("verdict") == "drop":
                return Failure("REFUSED", verdict.facts.get("reason", "dropped"))
        return key in self.truth

    def request(self, node: Node, priority: int = AHEAD) -> "Future[Outcome]":
        """Ask for a node; equal keys share one future. Returns at once."""
        with self._lock:
            found = self._futures.get(node.key)
            if found is not None:
                if priority == URGENT:
                    self.crew.put(partial(self._serve, node), URGENT)
                return found
            future: Future[Outcome] = Future()
            future.set_running_or_notify_cancel()
            self._futures[node.key] = future
            self.crew.put(partial(self._serve, node), priority)
            return future

    def _serve(self, node: Node) -> None:
        """Make a node that was asked for and tell everyone who asked."""
        with self._lock:
            if node.key not in self._futures:
                return  # asked for twice, and done
        outcome: Outcome | BaseException
        try:
            outcome = self._ensure(node)
        except BaseException as error:  # whoever asked must hear of it
            outcome = error
        with self._lock:
            future = self._futures.pop(node.key, None)
        if future is None:
            return
        if isinstance(outcome, BaseException):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)

    def _take_up(self) -> None:
        """Fetch the jobs of processes that died, and clear away what they finished."""
        for key, facts in self.leases.left_behind().items():
            if key in self.truth or facts.get("service") == self.service:
                self.crew.put(partial(self._finish_left, key), BACKGROUND)

    def _finish_left(self, key: bytes) -> None:
        with self._lock:
            if key in self._running:
                return  # somebody needs it now and takes up its job
            event = self._running[key] = threading.Event()
        try:
            self._finish_claimed(key)
        finally:
            with self._lock:
                self._running.pop(key, None)
            event.set()

    def _finish_claimed(self, key: bytes) -> None:
        lease = self.leases.claim(key)
        if lease is None:
            return
        facts = dict(lease.facts)
        try:
            if key not in self.truth and facts.get("job_id"):
                result = fetch_again(self.runner, facts["job_id"], facts["operation"])
                if result is not None:
                    kept = {name: facts[name] for name in facts if name not in STAMPS}
                    self._store(key, file_of(result), kept)
                    self.made[facts["operation"]] += 1
        except MediaError:
            return  # a failed job; whoever needs the key asks again
        finally:
            lease.release()

    def _ensure(self, node: Node, final: bool = True) -> Outcome:
        """Make a node unless it is there, or wait for the thread that is at it."""
        while True:
            with self._lock:
                event = self._running.get(node.key)
                if event is None:
                    event = self._running[node.key] = threading.Event()
                    break
            event.wait()
        try:
            outcome = self._settled(node) or self._claim_and_make(node, final)
        finally:
            with self._lock:
                self._running.pop(node.key, None)
            event.set()
        if isinstance(outcome, Failure):
            self.failed[node.key] = (node, outcome)
            return outcome
        self.failed.pop(node.key, None)
        return None

    def _settled(self, node: Node) -> bool | Failure:
        known = self.known(node.key)
        if not known and self.elsewhere is not None and self.elsewhere(node.key):
            known = True
        return known or self.stopped or False

    def _claim_and_make(self, node: Node, final: bool) -> bool | Failure:
        """Get the lease of a key and make it, or watch whoever has it."""
        while True:
            lease = self.leases.claim(node.key)
            self.truth.refresh()
            settled = self._settled(node)
            if settled:
                if lease is not None and not lease.facts.get("job_id"):
                    lease.release()
                return settled
            if lease is not None:
                break
            time.sleep(LOOK_AGAIN)
        keep = False
        try:
            return self._make(node, lease, final)
        except WaitTimeout as error:
            keep = True  # the job goes on and is fetched at the next try
            return Failure("TIMEOUT", str(error), again=True)
        except JobFailed as error:
            return self._failed(node, error)
        except InvalidRequest as error:
            return self._remember(node, Failure("INPUT_INVALID", str(error)))
        except MediaError as error:
            keep = bool(lease.facts.get("job_id"))
            return Failure(type(error).__name__, str(error), again=True)
        finally:
            if not keep:
                lease.release()

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
        return self._keep(node, result, (job_id, began), final)

    def _earlier_job(self, node: Node, lease: Lease) -> tuple[Result, str] | None:
        """Fetch the job that a process before us paid for, if the journal knows one."""
        job_id = lease.facts.get("job_id")
        if not job_id or lease.facts.get("service") != self.service:
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
            lease.journal(job_id=job_id, **facts_of(node, self.service))

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
            return self.media(node.item) if node.field is not None else None
        outcome = self._ensure(node.parent, final=False)
        if outcome is not None:
            return outcome
        content = self.truth.content(node.parent.key)
        return bytes(content) if content is not None else Failure("LOST", "its parent is gone.")

    def _keep(
        self, node: Node, result: Result, job: tuple[str, float], final: bool
    ) -> bool | Failure:
        """Judge a result and store it: the verdict first, so that nobody reads it without."""
        file = file_of(result)
        job_id, began = job
        facts = {**facts_of(node, self.service), "job_id": job_id, "submitted": began}
        try:
            reason = self._judge(node, file) if final else ""
            if reason:
                self.truth.note(node.key, VERDICT, {"verdict": "drop", "reason": reason})
        finally:
            self._store(node.key, file, facts)  # a gate that fails does not cost the result
        return Failure("REFUSED", reason) if reason else True

    def _store(self, key: bytes, file: MadeFile, facts: dict[str, Any]) -> None:
        found = {"digest": digest(file.content), "media_type": file.media_type}
        self.truth.put(key, file.content, {**facts, **found, "completed": time.time()})

    def _judge(self, node: Node, file: MadeFile) -> str:
        """Return why a result must not be served, or ``""``."""
        reason = self.arrived(node, file.content) if self.arrived else ""
        if reason or self.gate is None:
            return reason
        base = self.media(node.item) if node.field is not None or node.parent else None
        answer = self.gate(Picture(file.content, file.media_type), base)
        if isinstance(answer, str):
            return answer
        return "" if answer else "refused by the quality gate"

    def _failed(self, node: Node, error: JobFailed) -> Failure:
        failure = Failure(error.code, str(error), again=bool(error.retryable))
        if error.code in NO_CREDITS:
            return self._stop(failure)
        return self._remember(node, failure) if error.code in REMEMBERED else failure

    def _remember(self, node: Node, failure: Failure) -> Failure:
        facts = {
            "code": failure.code,
            "message": failure.message,
            "operation": node.name,
            "root": node.root.hex(),
            "item": node.item,
            "variant": node.variant,
            "request": facts_of(node, self.service)["request"],
        }
        self.truth.note(node.key, FAILED, facts)
        return failure

    def _stop(self, failure: Failure) -> Failure:
        """Stop making, but not the training; say so once."""
        if self.stopped is None:
            self.stopped = failure
            self.say(
                f"No more samples are made: {failure.message}. "
                "Training goes on with what there is."
            )
        return failure

    def begin_epoch(self, epoch: int) -> None:
        """Start counting for an epoch; a stop is over, since credits may be back."""
        self.epoch = epoch
        self.stopped = None

    def salvage(self) -> "list[Future[Outcome]]":
        """Ask again for what failed in a way that may pass."""
        again = [node for node, failure in list(self.failed.values()) if failure.again]
        return [self.request(node, BACKGROUND) for node in again]

    def close(self) -> None:
        """Stop taking work; what runs goes on in the service and is fetched next time."""
        self.crew.dismiss()
        self.leases.close()
