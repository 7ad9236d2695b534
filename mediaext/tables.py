"""Job records as a pandas table with proper column types."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, get_args

from mediaext.job import JobRecord, State

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = (
    "job_id", "operation", "status", "prompt", "seed", "submitted_at", "completed_at", "duration",
    "attempts", "failure_reason_code", "error", "media_type", "size", "result_digest", "run",
    "service", "request", "engine", "notes",
)  # fmt: skip


def jobs_table(records: Iterable[JobRecord]) -> "pd.DataFrame":
    """Return one row per job.

    ``operation``, ``status``, ``failure_reason_code`` and ``media_type`` are categories;
    ``status`` is ``paused`` for a queued job whose embedded service has ended, ``cancelled`` for
    one that was. ``submitted_at`` and ``completed_at`` are aware UTC; ``duration``
    is a timedelta without pauses; ``seed``, ``size`` (bytes) and ``attempts`` are nullable
    integers; ``engine`` names who made it, with the model; ``notes`` is text, a line for each.
    """
    import pandas as pd

    rows = list(records)
    frame = pd.DataFrame([_row(record) for record in rows], columns=list(COLUMNS))
    frame["status"] = frame["status"].astype(pd.CategoricalDtype(list(get_args(State))))
    for name in ("operation", "failure_reason_code", "media_type"):
        frame[name] = frame[name].astype("category")
    for name in ("submitted_at", "completed_at"):
        frame[name] = pd.to_datetime(frame[name], utc=True)
    frame["duration"] = pd.to_timedelta([record.duration for record in rows])
    for name in ("seed", "size", "attempts"):
        frame[name] = frame[name].astype("Int64")
    return frame


def _row(record: JobRecord) -> dict[str, object]:
    values = record.model_dump()
    request = record.request
    values["status"] = record.state
    values["error"] = record.error or record.next_step or None
    values["prompt"] = request.get("prompt") or request.get("text") or ""
    made_by = record.made_by
    values["engine"] = f"{made_by.get('engine', '')} {made_by.get('model', '')}".strip()
    values["notes"] = "\n".join(record.notes)
    return {name: values.get(name) for name in COLUMNS}
