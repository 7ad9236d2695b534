"""The job history as a table: thumbnails, search, sorting, and actions on jobs."""

import html
import shutil
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pandas as pd
import PIL.Image

from mediaext.errors import InvalidRequest
from mediaext.grammar.history import KEPT
from mediaext.grammar.snippets import write_line
from mediaext.job import JobRecord, State
from mediaext.operation import CATALOGUE, build
from mediaext.results.base import Bundle, Result
from mediaext.results.sheet import contact_sheet, in_rows, still
from mediaext.results.showing import (
    INPUT,
    OWN_KEYS,
    bundle,
    button,
    page_url,
    view_img,
)
from mediaext.viewer import on_view

if TYPE_CHECKING:
    from mediaext.client import Client

SIDE = 64  # pixels
MOST_ROWS = 50
CELL = "text-align:left;padding:3px 8px"
LONG = f"{CELL};min-width:9em;max-width:18em;overflow-wrap:anywhere"  # words of people
SHORT = f"{CELL};white-space:nowrap"
HEADS = ("result", "what", "when", "took", "state", "prompt", "seed", "actions")
UNITS = ((86_400, "d"), (3_600, "h"), (60, "min"))

# Inline handlers, since they also work in widgets and in exported pages, where no script is run.
SEARCH = (
    "const words=this.value.toLowerCase();"
    "for(const row of this.closest('div').querySelectorAll('tbody tr'))"
    "row.hidden=!row.textContent.toLowerCase().includes(words)"
)
SORT = (
    "const head=event.target.closest('th[data-sort]');"
    "if(head){"
    "const body=head.closest('table').tBodies[0],down=head.ariaSort==='ascending';"
    "for(const other of head.parentNode.children)other.removeAttribute('aria-sort');"
    "head.ariaSort=down?'descending':'ascending';"
    "const key=row=>row.cells[head.cellIndex].dataset.key??row.cells[head.cellIndex].textContent;"
    "body.append(...[...body.rows].sort((a,b)=>(down?-1:1)*"
    "key(a).localeCompare(key(b),undefined,{numeric:true})))}"
)


class JobTable:
    """Job records, newest first, with what they made."""

    def __init__(self, records: Sequence[JobRecord], results: Sequence[Result | None]) -> None:
        self.records, self.results = list(records), list(results)
        self._stills = [still(result, SIDE) for result in self.results]

    def __repr__(self) -> str:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize
        lines = [
            f"{r.job_id}  {r.operation:<10}  {r.state:<9}  {ago(r.submitted_at):<11}  {_words(r)}"
            for r in self.records
        ]
        lines = [f"{line[: width - 1]}…" if len(line) > width else line for line in lines]
        return "\n".join(lines) or "no jobs yet"

    def html(self) -> str:
        """Return a table that can be searched and sorted; everything from outside is escaped."""
        top = "".join(map(_head, HEADS))
        rows = "".join(map(_row, self.records, self.results, self._stills))
        if not self.records:
            rows = f'<tr><td colspan="{len(HEADS)}">no jobs yet</td></tr>'
        now = f"{datetime.now().astimezone():%d %b %Y, %H:%M}"
        return (
            f'<div {on_view(SORT)} style="max-width:100%;overflow-x:auto">'
            f'<input type="search" {OWN_KEYS} placeholder="Search" aria-label="search the jobs" '
            f'style="{INPUT}" oninput="{html.escape(SEARCH, quote=True)}">'
            f'<table class="mediaext-table"><caption style="text-align:left">Jobs, newest first, '
            f"on {now}</caption><thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table></div>"
        )

    def _repr_mimebundle_(self, **_: object) -> Bundle:
        drawn = [
            (picture, f"{record.operation} {_words(record)}")
            for record, picture in zip(self.records, self._stills, strict=True)
            if picture
        ]
        words = "; ".join(label for _, label in drawn)

        def sheet() -> PIL.Image.Image | None:
            return contact_sheet(in_rows(drawn, 8), SIDE) if drawn else None

        return bundle(repr(self), self.html(), sheet, words)


def _words(record: JobRecord) -> str:
    words = record.words
    return words if len(words) <= 80 else words[:79] + "…"


def _head(name: str) -> str:
    if name in ("result", "actions"):
        return f'<th scope="col" style="{CELL}">{name.capitalize()}</th>'
    button = f'<button type="button" style="all:unset;cursor:pointer">{name.capitalize()}</button>'
    return f'<th scope="col" data-sort style="{CELL}">{button}</th>'


def _row(record: JobRecord, result: Result | None, picture: Any) -> str:
    alt = _words(record) or "result"
    shown = view_img(result, page_url(picture), alt) if picture else ""
    took = record.duration.total_seconds() if record.duration else None
    moment = record.submitted_at.astimezone()
    cells = (
        (record.operation, SHORT, ""),
        (ago(record.submitted_at), SHORT, moment.isoformat()),
        ("" if took is None else f"{took:.1f} s", SHORT, ""),
        ((record.failure_reason_code or record.state).lower().replace("_", " "), CELL, ""),
        (_words(record), LONG, ""),
        ("" if record.seed is None else str(record.seed), SHORT, ""),
    )
    body = "".join(
        f'<td style="{style}"{_key(key)}>{html.escape(cell)}</td>' for cell, style, key in cells
    )
    title = "\n".join(filter(None, (record.error, *record.notes, f"job {record.job_id}")))
    return (
        f'<tr title="{html.escape(title, quote=True)}"><td style="{CELL}">{shown}</td>{body}'
        f'<td style="{SHORT}">{_actions(record)}</td></tr>'
    )


def _key(key: str) -> str:
    return f' data-key="{key}" title="{key}"' if key else ""


def _actions(record: JobRecord) -> str:
    """Return buttons that write a line into a new cell, or copy it where a page takes none."""
    job = record.job_id
    lines = [("Again", f"%media again {job}", True)]
    if record.state == "queued":
        lines = [("Cancel", f"%media cancel {job}", True)]
    elif record.state in ("completed", "paused"):
        lines.insert(0, ("Open", f"%media attach {job}", True))
    magic = _magic(record)
    if magic:
        lines.append(("Magic", magic, False))
    return " ".join(button(name, line, run=run) for name, line, run in lines)


def _magic(record: JobRecord) -> str:
    """Return the request as a line; empty where it has media that only this computer knows."""
    operation = CATALOGUE.get(record.operation)
    if operation is None or KEPT in str(record.request):
        return ""
    try:
        return f"%media {write_line(build(operation, **record.request))}"
    except InvalidRequest:
        return ""


def ago(moment: datetime) -> str:
    """Return how long ago a moment was, such as ``"3 min ago"``."""
    seconds = (datetime.now(UTC) - moment).total_seconds()
    for size, unit in UNITS:
        if seconds >= size:
            return f"{int(seconds // size)} {unit} ago"
    return "just now"


def job_table(
    media: "Client", *, status: State | None = None, operation: str | None = None, limit: int = 20
) -> JobTable:
    """Return the newest jobs of a client as a table with thumbnails, at most 50."""
    from mediaext.client.jobs import stored_result

    limit = min(limit, MOST_ROWS)
    records = media.records(status=status, operation=operation, limit=limit)
    results = [
        stored_result(media.session, record) if record.operation in CATALOGUE else None
        for record in records
    ]
    return JobTable(records, results)


class JobFrame(pd.DataFrame):
    """The job history as a DataFrame that shows as a :class:`JobTable`.

    What is selected from it is a plain DataFrame.
    """

    _metadata = ["shown"]  # noqa: RUF012 # how pandas knows attributes that are no columns
    shown: JobTable

    def _repr_mimebundle_(self, **_: object) -> Bundle:
        return self.shown._repr_mimebundle_()


def job_frame(media: "Client", table: pd.DataFrame) -> JobFrame:
    """Return the rows of ``media.jobs()`` as a frame that shows the newest 50 of them."""
    from mediaext.client.jobs import stored_result

    found = (media.session.history.get(job_id) for job_id in table["job_id"][:MOST_ROWS])
    records = [record for record in found if record is not None]
    results = [
        stored_result(media.session, record) if record.operation in CATALOGUE else None
        for record in records
    ]
    frame = JobFrame(table)
    frame.shown = JobTable(records, results)
    return frame
