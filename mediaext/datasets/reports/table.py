"""The manifest of a dataset as pandas: one row for each variant, and counts."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mediaext.datasets.making.outcomes import Failure, request_of
from mediaext.datasets.reading.reader import SampleReader
from mediaext.datasets.reports.planning import pairs
from mediaext.datasets.store.results import LostResult, ResultStore
from mediaext.errors import InvalidRequest
from mediaext.provenance import SIGNED_TYPES, read_provenance

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = (
    "index", "variant", "key", "parent", "root", "operation", "operations", "prompt", "seed",
    "label", "status", "reason", "digest", "media_type", "size", "provenance", "service", "job_id",
    "submitted", "completed",
)  # fmt: skip
STATUSES = ("made", "missing", "failed", "dropped")


def rows(reader: SampleReader, provenance: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the manifest row by row."""
    reader.pool.results.refresh()
    for index, variant in pairs(reader, None):
        yield row_of(reader, index, variant, provenance)


def row_of(
    reader: SampleReader, index: int, variant: int, provenance: bool = False
) -> dict[str, Any]:
    """Return one row of the manifest."""
    pool = reader.pool
    node = pool.node(index, variant)
    facts, content = _stored(pool.results, node.key)
    state = pool.state(index, variant)
    status = "made" if content is not None else "missing"  # validated when it is served
    if isinstance(state, Failure):
        status = "failed" if content is None else "dropped"
    chain = node.chain()
    prompts = [step.operation.given().get("prompt") for step in chain]
    parent = facts.get("parent") or (node.parent.key if node.parent else node.root).hex()
    valid, media_type = None, facts.get("media_type")
    if provenance and content is not None and media_type in SIGNED_TYPES:
        valid = read_provenance(bytes(content), str(media_type)).valid
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
        **pool.writer.scores(node.key),
        "digest": facts.get("digest"),
        "media_type": media_type,
        "size": None if content is None else len(content),
        "provenance": valid,
        "service": facts.get("service"),
        "job_id": facts.get("job_id"),
        "submitted": facts.get("submitted"),
        "completed": facts.get("completed"),
    }


def why(reader: SampleReader, key: str) -> dict[str, Any]:
    """Return the row of the sample whose key begins like this, and each step of its chain."""
    wanted = key.lower()
    found = {
        pool_key: (index, variant)
        for index, variant in pairs(reader, None)
        if (pool_key := reader.pool.key(index, variant).hex()).startswith(wanted)
    }
    if len(found) != 1 or not wanted:
        problem = f"{len(found)} samples have" if found else "no sample has"
        raise InvalidRequest(f"why: {problem} a key that begins with '{key}'.")
    index, variant = next(iter(found.values()))
    steps = [
        {"operation": step.name, "key": step.key.hex(), "values": request_of(step)}
        for step in reader.pool.node(index, variant).chain()
    ]
    return {**row_of(reader, index, variant), "steps": steps}


def _stored(results: ResultStore, key: bytes) -> tuple[dict[str, object], memoryview | None]:
    """Return facts and checked content of a result, or nothing."""
    try:
        return results.facts(key) or {}, results.content(key)
    except LostResult:
        return {}, None


def make_table(reader: SampleReader, provenance: bool = False) -> "pd.DataFrame":
    """Return the manifest with proper column types."""
    import pandas as pd

    quality, after = reader.pool.writer.gate.quality, COLUMNS.index("reason") + 1
    scores = tuple(quality.thresholds) if quality is not None else ()
    columns = [*COLUMNS[:after], *scores, *COLUMNS[after:]]
    frame = pd.DataFrame(list(rows(reader, provenance)), columns=columns)
    for name in scores:
        frame[name] = frame[name].astype("float64")
    frame["status"] = frame["status"].astype(pd.CategoricalDtype(list(STATUSES)))
    for name in ("operation", "media_type", "service"):
        frame[name] = frame[name].astype("category")
    for name in ("seed", "size"):
        frame[name] = frame[name].astype("Int64")
    for name in ("submitted", "completed"):
        frame[name] = pd.to_datetime(frame[name].astype("float64"), unit="s", utc=True)
    frame["provenance"] = frame["provenance"].astype("boolean")
    return frame


def make_report(reader: SampleReader) -> "pd.DataFrame":
    """Return counts by label, operations of the whole chain, and status."""
    table = make_table(reader)
    table["label"] = table["label"].astype("string").fillna("")
    return table.pivot_table(
        index=["label", "operations"], columns="status", values="key", aggfunc="count",
        fill_value=0, observed=True,
    )  # fmt: skip


def count(reader: SampleReader) -> dict[str, Any]:
    """Return counts of the folder and of this run."""
    pool = reader.pool
    results, spent = pool.results, pool.tracker.spent()
    results.refresh()
    running = pool.generator if pool.started else None
    return {
        "results": len(results),
        "refused": sum(isinstance(pool.writer.state(key), Failure) for key in results),
        "bytes": sum(results.index.covered.values()),
        "tier": pool.tier,
        "views": len(pool.views) if pool.views is not None else 0,
        "spent_jobs": spent.jobs,
        "spent_cost": spent.cost,
        "made": dict(running.maker.made) if running else {},
        "in_flight": running.pending if running else 0,
    }
