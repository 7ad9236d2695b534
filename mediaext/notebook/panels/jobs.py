"""The panel of the job history: view, follow and cancel jobs, save results to variables."""

import asyncio
import weakref
from typing import Any, get_args

import ipywidgets as widgets
import traitlets

from mediaext.client import Client
from mediaext.client.loop import core, in_thread
from mediaext.job import State
from mediaext.notebook.display import JobTable, job_table
from mediaext.notebook.panels.base import Panel
from mediaext.notebook.variables import Namespace
from mediaext.operation import CATALOGUE

ROWS = 20
EVERY = 1.0  # seconds between two looks while a job is on its way
ANY = "any"


class JobsPanel(Panel):
    """The newest jobs as a table that follows them; ``job`` and ``result`` are what was chosen."""

    job: Any = traitlets.Any(None)
    result: Any = traitlets.Any(None)

    def __init__(self, media: Client | None = None, namespace: Namespace | None = None) -> None:
        super().__init__("jobs", media, namespace)
        style = {"description_width": "initial"}
        self.filter_status = widgets.Dropdown(
            description="Status", options=[ANY, *get_args(State)], style=style
        )
        self.filter_operation = widgets.Dropdown(
            description="Operation", options=[ANY, *CATALOGUE], style=style
        )
        self.choice = widgets.Dropdown(
            description="Job", layout=widgets.Layout(width="34rem"), style=style
        )
        self.name = widgets.Text(description="Variable", placeholder="name", style=style)
        self.table = widgets.HTML()
        self._following = False
        for control in (self.filter_status, self.filter_operation):
            control.observe(lambda _: self.refresh(), names="value")
        filters = [self.filter_status, self.filter_operation, self.button("Refresh", self.refresh)]
        acts = [
            self.button("Show result", self.fetch),
            self.button("Cancel job", self.cancel),
            self.name,
            self.button("Save to variable", self.save),
        ]
        chosen = widgets.HBox(acts)
        self.fill(
            "Every job on record here, newest first.",
            widgets.HBox(filters),
            self.table,
            self.choice,
            chosen,
            self.status,
        )
        self.refresh()

    def refresh(self) -> None:
        """Read the history again."""
        with self.guarded():
            table = job_table(
                self.media,
                status=_given(self.filter_status.value),
                operation=_given(self.filter_operation.value),
                limit=ROWS,
            )
            self._draw(table)

    def _draw(self, table: JobTable) -> None:
        self.table.value = table.html()
        self.save_form()
        options = [(f"{r.operation} · {r.status} · {r.job_id}", r.job_id) for r in table.records]
        if options != list(self.choice.options):
            kept = self.choice.value
            self.choice.options = options
            known = [value for _, value in options]
            self.choice.value = kept if kept in known else next(iter(known), None)
        if any(not record.status.terminal for record in table.records) and not self._following:
            self._following = True
            core().start(_follow(weakref.ref(self)))

    def saved_html(self) -> str:
        """Return the table as it was last seen."""
        return str(self.table.value)

    def fetch(self) -> None:
        """Show the result of the chosen job, waiting for it in the background."""
        self._start(self._fetch)

    def cancel(self) -> None:
        """Ask the service to drop the chosen job."""
        self._start(self._cancel)

    def save(self) -> None:
        """Put the shown result into the variable named in the panel."""
        if self.result is None:
            self.show_error("Show the result of a job first.")
            return
        name = self.name.value.strip() or "result"
        self.namespace.put(name, self.result)
        self.say(f"The result is in the variable {name}.")

    def _start(self, act: object) -> None:
        if not self.choice.value:
            self.show_error("There is no job to choose yet.")
            return
        self.job = self.media.attach(self.choice.value)
        self.say("one moment", busy=True)
        core().start(in_thread(self._guard, act, self.job))

    def _guard(self, act: Any, job: Any) -> None:
        with self.guarded():
            act(job)
        self.refresh()

    def _fetch(self, job: Any) -> None:
        result = job.result()
        self.say(result.plain_text)
        self.result = result
        self.show(result)

    def _cancel(self, job: Any) -> None:
        if job.status.terminal:
            self.say(f"Job {job.job_id} has ended already ({job.record.state}).")
        elif job.cancel():
            self.say(f"Job {job.job_id} is cancelled.")
        else:
            self.show_error("This service cannot cancel; the job continues.")


def _given(word: Any) -> Any:
    return None if word == ANY else word


async def _follow(reference: "weakref.ref[JobsPanel]") -> None:
    """Refresh a panel until no job is running, as long as the panel is referenced."""
    while (panel := reference()) is not None:
        panel._following = False  # so that a refresh that sees a queued job asks for one more
        await in_thread(panel.refresh)
        if not panel._following:
            return
        del panel
        await asyncio.sleep(EVERY)
