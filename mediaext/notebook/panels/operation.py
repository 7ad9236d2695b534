"""The panel of an operation: a form, a run, its progress, and its results."""

import html
from collections.abc import Mapping
from typing import Any

import ipywidgets as widgets
import traitlets

from mediaext.client import AsyncClient, Client, Job
from mediaext.client.client import BaseClient
from mediaext.client.loop import core, in_thread
from mediaext.errors import InvalidRequest, MediaError
from mediaext.notebook.display import Comparison
from mediaext.notebook.panels.base import RunPanel
from mediaext.notebook.panels.fields import MediaField
from mediaext.notebook.panels.form import Form
from mediaext.notebook.panels.snippets import magic_text
from mediaext.notebook.variables import Namespace
from mediaext.operation import Operation, build
from mediaext.results import Picture
from mediaext.results.sheet import still
from mediaext.results.showing import img, page_url

STRIP_LENGTH = 12  # results kept in the history strip
STRIP_SIDE = 96  # pixels


class OperationPanel(RunPanel):
    """Controls for one operation.

    ``request`` is what the form asks for now, ``None`` while it is incomplete; ``job`` the job
    last submitted; ``result`` what it made. All are traits: ``panel.observe(f, names="result")``
    calls ``f`` on a thread of its own, where blocking calls are welcome.
    """

    request: Any = traitlets.Any(None)
    job: Any = traitlets.Any(None)

    def __init__(
        self,
        operation: type[Operation[object]],
        media: Client | None = None,
        namespace: Namespace | None = None,
        values: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(operation.endpoint.name, media, namespace)
        self.operation = operation
        self.form = Form(operation.params(), self.namespace)
        self.results: list[Any] = []
        self._before: Any = None
        self._refused = False  # whether the status line says that fields are wrong
        self._make_controls()
        if values:
            self.form.write(values)
        self.form.watch(self._changed)
        self._changed()

    def _make_controls(self) -> None:
        self.name.observe(lambda _: self._changed(), names="value")
        self.seed_button = self.button("Keep seed", self.keep_seed, disabled=True)
        self.writer.on_msg(lambda *_: self._keep_uploads())
        self.strip = widgets.HBox()
        self.strip.add_class("mediaext-strip")
        buttons = [self.run_button, self.cancel_button, self.name, self.save_button]
        if "seed" in self.form.fields:
            buttons.append(self.seed_button)
        runs = widgets.HBox(buttons)
        summary = (self.operation.__doc__ or "").strip().partition("\n")[0]
        self.fill(summary, self.form.widget, runs, self.status, self.strip, self.writer)

    def _changed(self) -> None:
        """Take in what the person changed: the request, the marks and the magic."""
        with self.guarded():
            try:
                self.request = build(self.operation, **self.form.read())
            except InvalidRequest as error:
                self.request = None
                self._mark(error, missing=False)
            else:
                self.form.mark(())
                if self._refused and self.state != "running":
                    self.say("")
                self._refused = False
            self.writer.text = self._magic()
        self.save_form()

    def saved_html(self) -> str:
        """Return the fields and the magic that does the same."""
        magic = html.escape(self.writer.text)
        return self.form.saved_html() + (f"<pre>{magic}</pre>" if magic else "")

    def _magic(self) -> str:
        """Return the request as a magic, or ``""`` while there is none."""
        if self.request is None:
            return ""
        try:
            return magic_text(self.request, self.form, self.name.value.strip())
        except InvalidRequest:
            return ""

    def _mark(self, error: InvalidRequest, *, missing: bool) -> list[str]:
        """Mark fields; those that are still empty only when ``missing`` counts."""
        problems = [p for p in error.problems if missing or p.kind != "missing"]
        return self.form.mark(problems)

    def refuse(self, error: InvalidRequest) -> None:
        """Mark the fields that are wrong."""
        other = self._mark(error, missing=True)
        if not error.problems:
            other = [str(error)]
        count = len({problem.field for problem in error.problems}) - bool(other)
        fields = f"Fix {count} field{'s' * (count > 1)} above." if count > 0 else ""
        self._refused = True
        self.show_error(" ".join([*other, fields]).strip())

    def run(self) -> None:
        """Submit the request of the form and return at once; see :meth:`wait`.

        Raises :class:`InvalidRequest` when a field is wrong.
        """
        if self.state == "running":
            return
        request = build(self.operation, **self.form.read())
        self.form.mark(())
        self.request, self.job = request, None
        self._before = self._find_before()
        self._launch(self._carry_out(self.media, request))

    def cancel(self) -> None:
        """Drop the running job, or the submission on its way."""
        if self.state != "running" or self._future is None:
            return
        if self.job is None:
            self._future.cancel()
        else:
            self.say("cancelling", busy=True)
            core().start(self._cancel(self.job))

    async def _cancel(self, job: "Job[object]") -> None:
        with self.guarded():
            if not await in_thread(job.cancel):
                self.say("This service cannot cancel; the job continues.", busy=True)

    async def _carry_out(self, media: Any, request: Operation[object]) -> Any:
        if not isinstance(media, BaseClient):
            return await in_thread(media.run, request)  # any other runner
        job = await AsyncClient(media.session).submit(request)
        self.job = job
        self._watch(job)
        job.on_change(self._watch)
        return await job.settle()

    def _made(self, result: object) -> None:
        self._remember(result)
        super()._made(result)

    def _explain(self, error: Exception) -> None:
        name, _, rest = str(error).partition(": ")
        if isinstance(error, InvalidRequest):
            self.refuse(error)
        elif isinstance(error, MediaError) and name in self.form.fields:
            self.refuse(InvalidRequest.about(name, rest))
        else:
            super()._explain(error)

    def _find_before(self) -> Any:
        """Return the picture that the result is to be compared with, or ``None``."""
        inputs = [f for f in self.form.fields.values() if isinstance(f, MediaField)]
        shown = [field for field in inputs if field.param.positional]
        changed = self.operation.endpoint.geometry != "moved" or len(shown) == 1
        made = issubclass(self.operation.result_type(), Picture)
        return shown[0].before() if shown and changed and made else None

    def _outcome(self, result: Any) -> Any:
        return Comparison(self._before, result) if self._before is not None else result

    def _remember(self, result: Any) -> None:
        """Put the result in front of the history strip."""
        self.results = [result, *self.results][:STRIP_LENGTH]
        self.seed_button.disabled = False
        outcome = self._outcome(result)
        count = len(self.strip.children) + 1
        seed = result.job.seed if getattr(result, "job", None) else None
        label = f"seed {seed}" if seed is not None else f"result {count}"

        def look() -> None:
            self.result = result
            self.show(outcome)
            self.say(result.plain_text)

        picture = still(result, STRIP_SIDE)
        if picture is None:
            shown = html.escape(type(result).__name__)
        else:
            shown = img(page_url(picture), getattr(result, "caption", label))
        tile = widgets.VBox([widgets.HTML(shown), self.button(f"Show {label}", look)])
        self.strip.children = (tile, *self.strip.children)[:STRIP_LENGTH]

    def save(self) -> None:
        """Put the result into the variable named in the panel, and uploads into theirs."""
        self._keep_uploads()
        super().save()

    def keep_seed(self) -> None:
        """Write the seed of the shown result into the form, so that it is made alike again."""
        record = getattr(self.result, "job", None)
        if record is None or record.seed is None:
            self.say("The seed of this result is not known.")
            return
        self.form.fields["seed"].write(record.seed)
        self.say(f"The seed is {record.seed} from now on.")

    def _keep_uploads(self) -> None:
        with self.guarded():
            for field in self.form.fields.values():
                if isinstance(field, MediaField):
                    field.keep()
