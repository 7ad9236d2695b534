"""Store results where every process finds them, and validate them."""

import time
from collections.abc import Callable

from mediaext.datasets.keys import Node
from mediaext.datasets.making.gate import ResultGate, scores_of
from mediaext.datasets.making.outcomes import REFUSED, Failure, facts_of
from mediaext.datasets.store.results import BY_HAND, LostResult, ResultStore
from mediaext.datasets.store.segments import FAILED, VERDICT, Facts
from mediaext.protocol import digest
from mediaext.results import MadeFile

BY_LIKENESS = "likeness"  # who states that a result looks like another one


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

        A result of which this gate has noted nothing is to be validated first. ``final`` says that
        it is the last step of a chain; the gate looks at no other.
        """
        if key not in self.results:
            failure = self._dropped(key, BY_HAND)
            noted = self.results.failure(key)
            if failure is None and noted is not None:
                return Failure(noted.text("code"), noted.text("message"))
            return failure or False
        found = self._judged(key, final)
        return (found is True and final and self._dropped(key, BY_LIKENESS)) or found

    def _judged(self, key: bytes, final: bool) -> bool | Failure:
        """Return the verdict of a person or of the gate on a stored result."""
        if dropped := self._dropped(key, BY_HAND):
            return dropped
        if self.results.verdict(key, BY_HAND) is not None or not final or not self.gate.identity:
            return True
        note = self.results.verdict(key, self.gate.identity)
        if note is None:
            return False
        reason = self.gate.refusal(note)
        return Failure(REFUSED, reason) if reason else True

    def _dropped(self, key: bytes, by: str) -> Failure | None:
        note = self.results.verdict(key, by)
        if note is None or note.text("verdict") != "drop":
            return None
        return Failure(REFUSED, note.text("reason") or "dropped")

    def accepted(self, node: Node) -> bool:
        """Return whether a result is there and neither a person nor the gate refuses it."""
        if node.key not in self.results:
            return False
        if self._judged(node.key, final=True) is False:
            self.validate(node)
        return self._judged(node.key, final=True) is True

    def scores(self, key: bytes) -> dict[str, float]:
        """Return what the gate measured of a result."""
        note = self.results.verdict(key, self.gate.identity) if self.gate.identity else None
        return {} if note is None else scores_of(note)

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
            found = self.gate.examine(file, base)
        except Exception as error:
            told = f"the gate raised {type(error).__name__}: {error}"
            return Failure("GATE_ERROR", told, again=True)
        self.results.note(key, VERDICT, {"gate": self.gate.identity, **found})
        return self.state(key)

    def decide(self, key: bytes, verdict: str, reason: str = "", by: str = BY_HAND) -> None:
        """Note what a person decided, or what follows from the set: ``keep`` or ``drop``."""
        named = {"gate": by} if by else {}
        self.results.note(key, VERDICT, {"verdict": verdict, "reason": reason, **named})

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
