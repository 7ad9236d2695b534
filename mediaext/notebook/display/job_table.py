"""The job history as a table with a thumbnail for every picture that is still in the store."""

import html
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mediaext.job import JobRecord
from mediaext.notebook.display.stills import base64_of, jpeg, sheet, small_encoding, still
from mediaext.results.base import Result
from mediaext.results.showing import img

if TYPE_CHECKING:
    from mediaext.client import Client

SIDE = 64  # pixels
MOST_ROWS = 50
CELL = "text-align:left;padding:3px 8px"
LONG = f"{CELL};max-width:18em;overflow-wrap:anywhere"  # words of people, identifiers
SHORT = f"{CELL};white-space:nowrap"


class JobTable:
    """Job records, newest first, with what they made."""

    def __init__(self, records: Sequence[JobRecord], results: Sequence[Result | None]) -> None:
        self.records, self.results = list(records), list(results)
        self._stills = [still(result, SIDE) for result in self.results]

    def __repr__(self) -> str:
        lines = [f"{r.job_id}  {r.operation}  {r.state}  {_words(r)}" for r in self.records]
        return "\n".join(lines) or "no jobs yet"

    def html(self) -> str:
        """Return a table with headings for people and screen readers."""
        heads = ("made", "operation", "status", "asked for", "seed", "took", "submitted", "job")
        top = "".join(f'<th scope="col" style="{CELL}">{head}</th>' for head in heads)
        rows = "".join(map(self._row, self.records, self._stills))
        if not self.records:
            rows = f'<tr><td colspan="{len(heads)}">no jobs yet</td></tr>'
        return (
            f'<table class="mediaext-table"><caption style="text-align:left">Jobs, newest first'
            f"</caption><thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table>"
        )

    @staticmethod
    def _row(record: JobRecord, picture: Any) -> str:
        shown = img(*small_encoding(picture), alt=_words(record) or "result") if picture else ""
        took = ""
        if record.completed_at:
            took = f"{(record.completed_at - record.submitted_at).total_seconds():.1f} s"
        cells = (
            (record.operation, SHORT),
            (record.failure_reason_code or record.state, CELL),
            (_words(record), LONG),
            ("" if record.seed is None else str(record.seed), SHORT),
            (took, SHORT),
            (f"{record.submitted_at.astimezone():%d %b %H:%M:%S}", SHORT),
            (record.job_id, LONG),
        )
        title = html.escape(record.error or "\n".join(record.notes), quote=True)
        body = "".join(f'<td style="{style}">{html.escape(cell)}</td>' for cell, style in cells)
        return f'<tr title="{title}"><td style="{CELL}">{shown}</td>{body}</tr>'

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data: dict[str, Any] = {"text/plain": repr(self), "text/html": self.html()}
        drawn = [
            (picture, f"{record.operation} {_words(record)}")
            for record, picture in zip(self.records, self._stills, strict=True)
            if picture
        ]
        if not drawn:
            return data, {}
        data["image/jpeg"] = base64_of(jpeg(sheet(drawn, min(8, len(drawn)), 96)))
        return data, {"image/jpeg": {"alt": "; ".join(label for _, label in drawn)}}


def _words(record: JobRecord) -> str:
    request = record.request
    words = request.get("prompt") or request.get("text") or request.get("background_prompt") or ""
    return words if len(words) <= 80 else words[:79] + "…"


def job_table(
    media: "Client", *, status: str | None = None, operation: str | None = None, limit: int = 20
) -> JobTable:
    """Return the newest jobs of a client as a table with thumbnails, at most 50."""
    from mediaext.client.jobs import stored_result
    from mediaext.operation import CATALOGUE

    limit = min(limit, MOST_ROWS)
    records = media.records(status=status, operation=operation, limit=limit)
    results = [
        stored_result(media.session, record) if record.operation in CATALOGUE else None
        for record in records
    ]
    return JobTable(records, results)
