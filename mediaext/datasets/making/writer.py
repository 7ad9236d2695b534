"""What becomes of an answer: stored where every process finds it, and validated."""

import time
from collections.abc import Callable

from mediaext.datasets.keys import Node
from mediaext.datasets.making.gate import ResultGate
from mediaext.datasets.making.outcomes import REFUSED, Failure, facts_of
from mediaext.datasets.store.index import Note
from mediaext.datasets.store.results import BY_HAND, LostResult, ResultStore
from mediaext.datasets.store.segments import FAILED, VERDICT, Facts
from mediaext.protocol import digest
from mediaext.results import MadeFile


class ResultWriter:
    """The result store of one dataset, as seen by whoever fills it and whoever reads it.

    ``media(item)`` gives the base picture of an item; ``service`` is the runner's identity.
    """

    def __init__(
        self,
        results: ResultStore,
        service: str,
        media: Callable[[int], object],
        gate: ResultGate,
    ) -> None:
        self.results, self.service, self.media, self.gate = results, service, media, gate

    def state(self, key: bytes, final: bool = True) -> bool | Failure:
        """Return whether a result may be served: ``True``, ``False`` (not yet), or why never.

        A result without a verdict of this gate is to be validated first. ``final`` says that it is
        the last step of a chain; the gate looks at no other.
        """
        verdict = self.results.verdict(key, BY_HAND)
        if verdict is not None and verdict.text("verdict") == "drop":
            return _refused(verdict)
        if key not in self.results:
            failure = self.results.failure(key)
            return failure is not None and Failure(failure.text("code"), failure.text("message"))
        if verdict is not None or not final or not self.gate.identity:
            return True
        verdict = self.results.verdict(key, self.gate.identity)
        if verdict is None:
            return False
        return _refused(verdict) if verdict.text("verdict") == "drop" else True

    def put(self, key: bytes, file: MadeFile, facts: Facts) -> None:
        """Store a file with what is known of it."""
        found = {"digest": digest(file.content), "media_type": file.media_type}
        self.results.put(key, file.content, {**facts, **found, "completed": time.time()})

    def put_made(self, node: Node, file: MadeFile, job_id: str, submitted: float) -> None:
        """Store what was made for a node; ``submitted`` is in seconds since 1970."""
        facts = facts_of(node, self.service)
        self.put(node.key, file, {**facts, "job_id": job_id, "submitted": submitted})

    def validate(self, node: Node) -> bool | Failure:
        """Put a stored result to the gate, and note the verdict.

        A gate that raises gives no verdict: the result is not served, and validated again the next
        time that it is wanted.
        """
        key = node.key
        try:
            content, facts = self.results.content(key), self.results.facts(key)
        except LostResult:
            return False
        if content is None or facts is None:
            return False
        file = MadeFile(bytes(content), str(facts.get("media_type")))
        try:
            base = self.media(node.item) if node.field is not None or node.parent else None
            reason = self.gate.refusal(node, file, base)
        except Exception as error:
            told = f"the gate raised {type(error).__name__}: {error}"
            return Failure("GATE_ERROR", told, again=True)
        verdict = {"verdict": "drop" if reason else "keep", "gate": self.gate.identity}
        self.results.note(key, VERDICT, {**verdict, "reason": reason} if reason else verdict)
        return Failure(REFUSED, reason) if reason else True

    def decide(self, key: bytes, verdict: str, reason: str = "") -> None:
        """Note what a person decided: ``keep`` or ``drop``."""
        self.results.note(key, VERDICT, {"verdict": verdict, "reason": reason})

    def remember(self, node: Node, failure: Failure) -> Failure:
        """Note a failure that will not pass."""
        facts = {
            "code": failure.code,
            "message": failure.message,
            "operation": node.name,
            "root": node.root.hex(),
            "item": node.item,
            "variant": node.variant,
            "request": facts_of(node, self.service)["request"],
        }
        self.results.note(node.key, FAILED, facts)
        return failure


def _refused(verdict: Note) -> Failure:
    return Failure(REFUSED, verdict.text("reason") or "dropped")
