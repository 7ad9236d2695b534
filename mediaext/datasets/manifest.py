"""The manifest: one row for each variant of a data set, as pandas."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mediaext.datasets.made import Failure
from mediaext.datasets.planning import pairs
from mediaext.provenance import SIGNED_TYPES, read_provenance

if TYPE_CHECKING:
    import pandas as pd

    from mediaext.datasets.samples import Samples

COLUMNS = (
    "index", "variant", "key", "parent", "root", "operation", "operations", "prompt", "seed",
    "label", "status", "reason", "digest", "media_type", "size", "provenance", "service", "job_id",
    "submitted", "completed",
)  # fmt: skip
STATUSES = ("made", "missing", "failed", "dropped")


def rows(data: "Samples", provenance: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the manifest row by row."""
    data.pool.truth.refresh()
    for index, variant in pairs(data, None):
        yield row_of(data, index, variant, provenance)


def row_of(data: "Samples", index: int, variant: int, provenance: bool = False) -> dict[str, Any]:
    """Return one row of the manifest."""
    pool = data.pool
    node = pool.node(index, variant)
    facts = pool.truth.facts(node.key) or {}
    state = pool.state(index, variant)
    status = "made" if state is True else "missing"
    if isinstance(state, Failure):
        status = "dropped" if facts else "failed"
    chain = node.chain()
    prompts = [step.operation.given().get("prompt") for step in chain]
    parent = facts.get("parent") or (node.parent.key if node.parent else node.root).hex()
    content = pool.truth.content(node.key) if facts else None
    valid = None
    if provenance and content is not None and facts["media_type"] in SIGNED_TYPES:
        valid = read_provenance(bytes(content), facts["media_type"]).valid
    return {
        "index": index,
        "variant": variant,
        "key": node.key.hex(),
        "parent": parent,
        "root": node.root.hex(),
        "operation": node.name,
        "operations": " | ".join(step.name for step in chain),
        "prompt": "; ".join(prompt for prompt in prompts if prompt),
        "seed": node.operation.given().get("seed"),
        "label": pool.items.label(index),
        "status": status,
        "reason": state.message if isinstance(state, Failure) else "",
        "digest": facts.get("digest"),
        "media_type": facts.get("media_type"),
        "size": None if content is None else len(content),
        "provenance": valid,
        "service": facts.get("service"),
        "job_id": facts.get("job_id"),
        "submitted": facts.get("submitted"),
        "completed": facts.get("completed"),
    }


def make_table(data: "Samples", provenance: bool = False) -> "pd.DataFrame":
    """Return the manifest with proper column types."""
    import pandas as pd

    frame = pd.DataFrame(list(rows(data, provenance)), columns=list(COLUMNS))
    frame["status"] = frame["status"].astype(pd.CategoricalDtype(list(STATUSES)))
    for name in ("operation", "media_type", "service"):
        frame[name] = frame[name].astype("category")
    for name in ("seed", "size"):
        frame[name] = frame[name].astype("Int64")
    for name in ("submitted", "completed"):
        frame[name] = pd.to_datetime(frame[name].astype("float64"), unit="s", utc=True)
    frame["provenance"] = frame["provenance"].astype("boolean")
    return frame
