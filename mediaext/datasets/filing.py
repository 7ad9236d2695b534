"""What becomes of an answer: judged, and written down where every process finds it."""

import time
from collections.abc import Callable
from typing import Any

from mediaext.datasets.keys import Node
from mediaext.datasets.made import Failure, Gate, facts_of, file_of
from mediaext.datasets.segment import FAILED, VERDICT
from mediaext.datasets.truth import Truth
from mediaext.protocol import digest
from mediaext.results import MadeFile, Picture, Result


class Filing:
    """The truth of one folder, seen by whoever fills it.

    ``media(item)`` gives the base picture of an item; ``arrived`` and ``gate`` judge a result
    once; ``service`` is the runner's identity.
    """

    def __init__(
        self,
        truth: Truth,
        service: str,
        media: Callable[[int], Any],
        gate: Gate | None = None,
        arrived: Callable[[Node, bytes], str] | None = None,
    ) -> None:
        self.truth, self.service, self.media = truth, service, media
        self.gate, self.arrived = gate, arrived

    def known(self, key: bytes) -> bool | Failure:
        """Say whether a result may be served: ``True``, ``False`` (not made) or why never."""
        verdict = self.truth.index.verdicts.get(key)
        if verdict is not None:
            if verdict.kind == FAILED:
                return Failure(verdict.facts["code"], verdict.facts["message"])
            if verdict.facts.get("verdict") == "drop":
                return Failure("REFUSED", verdict.facts.get("reason", "dropped"))
        return key in self.truth

    def keep(
        self, node: Node, result: Result, job: tuple[str, float], final: bool
    ) -> bool | Failure:
        """Judge a result and store it: the verdict first, so that nobody reads it without.

        ``job`` is its identifier and when it was submitted, in seconds since 1970; ``final`` says
        that it is the last step of a chain, which alone is judged.
        """
        file = file_of(result)
        job_id, began = job
        facts = {**facts_of(node, self.service), "job_id": job_id, "submitted": began}
        try:
            reason = self._judge(node, file) if final else ""
            if reason:
                self.truth.note(node.key, VERDICT, {"verdict": "drop", "reason": reason})
        finally:
            self.store(node.key, file, facts)  # a gate that fails does not cost the result
        return Failure("REFUSED", reason) if reason else True

    def store(self, key: bytes, file: MadeFile, facts: dict[str, Any]) -> None:
        """Write a file down with what is known of it."""
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

    def remember(self, node: Node, failure: Failure) -> Failure:
        """Write down a failure that will not pass."""
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
