"""``df.media.submit("image", prompt="a {colour} bicycle")``: a job for every row of a table."""

import asyncio
import html
import re
import time
import uuid
from collections.abc import Iterable
from concurrent.futures import Future
from typing import Any

import numpy as np
import pandas as pd

from mediaext.client import AsyncClient
from mediaext.client.client import BaseClient
from mediaext.client.loop import core, in_thread, wait
from mediaext.errors import InvalidRequest, closest
from mediaext.notebook.panels.base import in_notebook, magics_client
from mediaext.operation import CATALOGUE, Operation, build
from mediaext.results.sheet import still
from mediaext.results.showing import page_url, view_img
from mediaext.viewer import on_view

PLACE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
SIDE = 64  # pixels of a thumbnail
MOST_ROWS = 50  # rows drawn; the table itself holds all
EVERY = 0.3  # seconds between two changes of the display
CELL = "text-align:left;padding:3px 8px;max-width:20em;overflow-wrap:break-word"


@pd.api.extensions.register_dataframe_accessor("media")
class MediaAccessor:
    """What a DataFrame offers as ``df.media``."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame

    def submit(
        self, operation: str, media: Any = None, *, concurrency: int = 4, **fields: Any
    ) -> "Batch":
        """Make something for every row and return at once.

        Parameters
        ----------
        operation
            Short name of an operation, such as ``"image"``.
        media
            Client or other runner; by default that of ``%media``, else ``mediaext.connect()``.
        concurrency
            Rows in hand at a time, at least 1.
        fields
            Fields of the request. In text, ``{column}`` is the row's value and ``{{`` a brace; a
            field that is only ``"{column}"`` takes the cell itself, such as a picture. Empty
            cells (None, NaN) leave such a field out.

        Raises
        ------
        InvalidRequest
            For an unknown operation or column. A row that cannot be sent is a failed row.
        """
        if operation not in CATALOGUE:
            also = closest(operation, CATALOGUE)
            raise InvalidRequest(f"There is no operation '{operation}'.{also}")
        if concurrency < 1:
            raise InvalidRequest(f"concurrency must be at least 1, not {concurrency}.")
        check_columns(fields, self._frame.columns)
        batch = Batch(self._frame, CATALOGUE[operation], fields, _client(media), concurrency)
        batch.start(range(len(self._frame)))
        return batch


class Row:
    """One row's request and how it went."""

    def __init__(self) -> None:
        self.status = "waiting"
        self.job: Any = None
        self.result: Any = None
        self.error: Exception | None = None
        self.shown = ""


class Batch:
    """Rows being made. It shows as a table that fills row by row; ``table`` is that as pandas."""

    def __init__(
        self,
        frame: pd.DataFrame,
        operation: type[Operation[object]],
        fields: dict[str, Any],
        media: Any,
        concurrency: int,
    ) -> None:
        self.frame = frame.copy()
        self.operation, self.fields = operation, fields
        self.media, self.concurrency = media, concurrency
        self.rows = [Row() for _ in range(len(frame))]
        self._future: Future[None] | None = None
        self._slot, self._drawn, self._displayed = f"mediaext-{uuid.uuid4().hex}", 0.0, False

    def start(self, numbers: Iterable[int]) -> None:
        """Make these rows, by position."""
        numbers = list(numbers)
        for number in numbers:
            self.rows[number] = Row()
        self._future = core().start(self._run(numbers))

    @property
    def table(self) -> pd.DataFrame:
        """The frame with the columns ``status``, ``job_id``, ``result`` and ``error``."""
        table = self.frame.copy()
        table["status"] = pd.array([row.status for row in self.rows], dtype="str")
        table["job_id"] = pd.array(
            [row.job.job_id if row.job else None for row in self.rows], dtype="str"
        )
        for name in ("result", "error"):
            values = pd.Series([getattr(row, name) for row in self.rows], dtype=object)
            table[name] = values.set_axis(table.index)
        return table

    @property
    def results(self) -> list[Any]:
        """The result of every row, ``None`` where there is none (yet)."""
        return [row.result for row in self.rows]

    @property
    def failed(self) -> pd.DataFrame:
        """The failed rows of ``table``."""
        table = self.table
        return table[table["status"] == "failed"]

    def resubmit(self, **changes: Any) -> "Batch":
        """Make the failed rows again, with other fields where given, and return this batch."""
        self.wait()
        check_columns(changes, self.frame.columns)
        self.fields = {**self.fields, **changes}
        self.start(n for n, row in enumerate(self.rows) if row.status == "failed")
        return self

    def wait(self, timeout: float | None = None) -> "Batch":
        """Block until every row has ended, well or not; raise ``TimeoutError`` when it is over."""
        if self._future is not None:
            wait(self._future, timeout)
        return self

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        counts = pd.Series([row.status for row in self.rows], dtype="str").value_counts()
        words = ", ".join(f"{count} {status}" for status, count in counts.items())
        return f"<Batch of {len(self)} {self.operation.endpoint.name}: {words or 'no rows'}>"

    async def _run(self, numbers: list[int]) -> None:
        turns = asyncio.Semaphore(self.concurrency)

        async def take_turn(number: int) -> None:
            async with turns:
                await self._make(number)

        await asyncio.gather(*(take_turn(number) for number in numbers))
        await in_thread(self._draw, True)

    async def _make(self, number: int) -> None:
        row = self.rows[number]
        try:
            request = build(
                self.operation, **fill(self.operation, self.fields, self.frame.iloc[number])
            )
            row.status = "running"
            row.result = await self._carry_out(row, request)
            row.status = "completed"
        except Exception as error:  # a row fails by itself; the others go on
            row.error, row.status = error, "failed"
        await in_thread(self._take_picture, row)

    async def _carry_out(self, row: Row, request: Operation[object]) -> Any:
        if not isinstance(self.media, BaseClient):
            return await in_thread(self.media.run, request)
        row.job = await AsyncClient(self.media.session).submit(request)
        return await row.job.settle()

    def _take_picture(self, row: Row) -> None:
        picture = still(row.result, SIDE)
        if picture is not None:
            alt = getattr(row.result, "caption", "result")
            row.shown = view_img(row.result, page_url(picture), alt)
        self._draw()

    def _draw(self, last: bool = False) -> None:
        """Show the table as it stands, not too often."""
        now = time.monotonic()
        if not self._displayed or (now - self._drawn < EVERY and not last):
            return
        self._drawn = now
        from IPython.display import update_display

        update_display(self._bundle(), display_id=self._slot, raw=True)

    def _ipython_display_(self) -> None:
        if not in_notebook():
            print(repr(self))  # noqa: T201 # what a console shows
            return
        from IPython.display import display

        self._displayed = True
        display(self._bundle(), display_id=self._slot, raw=True)

    def _bundle(self) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self.html()}

    def html(self) -> str:
        """Return the table with thumbnails; everything from outside is escaped."""
        columns = [str(name) for name in self.frame.columns]
        heads = [*columns, "status", "result"]
        top = "".join(f'<th scope="col" style="{CELL}">{html.escape(h)}</th>' for h in heads)
        body = "".join(self._row_html(number) for number in range(min(len(self), MOST_ROWS)))
        more = len(self) - MOST_ROWS
        foot = f"<div>and {more} more rows</div>" if more > 0 else ""
        return (
            f'<div {on_view()} style="max-width:100%;overflow-x:auto"><table>'
            f"<caption style='text-align:left'>{html.escape(repr(self)[1:-1])}</caption>"
            f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>{foot}</div>"
        )

    def _row_html(self, number: int) -> str:
        row = self.rows[number]
        cells = [html.escape(_short(value)) for value in self.frame.iloc[number]]
        said = html.escape(str(row.error)) if row.error else row.shown
        cells += [row.status, said]
        return "<tr>" + "".join(f'<td style="{CELL}">{cell}</td>' for cell in cells) + "</tr>"


def fill(operation: type[Operation[object]], fields: dict[str, Any], row: Any) -> dict[str, Any]:
    """Return the fields of a row's request; a field that is one ``{column}`` takes the cell."""
    texts = {
        param.name for param in operation.params() if param.type == "string" and not param.media
    }
    filled = {}
    for name, value in fields.items():
        if not isinstance(value, str):
            filled[name] = value
            continue
        alone = PLACE.fullmatch(value)
        if alone and alone[1] is not None:
            cell = row[_column(alone[1], row.index)]
            if isinstance(cell, np.generic):
                cell = cell.item()
            if not (pd.api.types.is_scalar(cell) and pd.isna(cell)):
                filled[name] = str(cell) if name in texts else cell
        else:
            filled[name] = PLACE.sub(lambda found: _words(found, row), value)
    return filled


def _words(found: "re.Match[str]", row: Any) -> str:
    if found[1] is None:
        return found[0][0]
    return str(row[_column(found[1], row.index)])


def _column(name: str, columns: Iterable[Any]) -> Any:
    """Return the label of a column from its text; labels may be numbers."""
    return next(label for label in columns if str(label) == name)


def check_columns(fields: dict[str, Any], columns: Iterable[Any]) -> None:
    """Raise :class:`InvalidRequest` for a ``{column}`` that is not there."""
    known = [str(label) for label in columns]
    for field, value in fields.items():
        for found in PLACE.finditer(value) if isinstance(value, str) else ():
            if found[1] is not None and found[1] not in known:
                also = closest(found[1], known) or f" There are: {', '.join(known)}."
                raise InvalidRequest.about(field, f"there is no column '{found[1]}'.{also}")


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 80 else text[:79] + "…"


def _client(media: Any) -> Any:
    if media is not None:
        return media
    from mediaext.connection import connect

    return magics_client() or connect()
