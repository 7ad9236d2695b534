"""Outcomes of making a sample: a file with its facts, or a failure."""

import time
from dataclasses import dataclass
from typing import Any

from mediaext.datasets.keys import Node
from mediaext.errors import MediaError
from mediaext.results import MadeFile

URGENT, AHEAD, BACKGROUND = 0, 1, 2  # priorities of requests
NO_CREDITS = frozenset({"INSUFFICIENT_CREDITS", "CREDIT_CHARGE_FAILED"})
STOPS = NO_CREDITS | {"BUDGET", "LEASES", "UNWRITABLE"}  # end making, but not the training
REFUSED, WITHDRAWN, UNTOUCHED = "REFUSED", "WITHDRAWN", "UNTOUCHED"


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no result: a failure code, a sentence, and whether a later try may help."""

    code: str
    message: str
    again: bool = False


Outcome = Failure | None
"""``None``: the result is in the result store, and validated."""


def facts_of(node: Node, service: str) -> dict[str, object]:
    """Return what is stored about a request."""
    return {
        "operation": node.name,
        "parent": (node.parent.key if node.parent else node.root).hex(),
        "root": node.root.hex(),
        "item": node.item,
        "variant": node.variant,
        "step": node.step,
        "request": request_of(node),
        "service": service,
        "submitted": time.time(),
    }


def request_of(node: Node) -> dict[str, object]:
    """Return the values of a request that JSON can hold; media are named by their keys."""
    media = node.operation.media()
    return {
        name: value
        for name, value in node.operation.given().items()
        if name not in media and isinstance(value, str | int | float | bool | list | dict)
    }


def file_of(result: Any) -> MadeFile:
    """Return the file that a runner made. Raises :class:`MediaError` when it has no bytes."""
    content = getattr(result, "content", None)
    if not isinstance(content, bytes):
        raise MediaError(
            f"The runner gave {type(result).__name__}, which has no bytes; a dataset needs "
            "results such as mediaext.results.Picture."
        )
    return MadeFile(content, result.media_type, result.name)
