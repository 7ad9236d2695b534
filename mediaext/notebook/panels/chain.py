"""The panel of a chain: steps that use each other's results, shown as magic and Python."""

import html
from collections.abc import Sequence
from typing import Any

import ipywidgets as widgets
import traitlets

from mediaext.client import Client
from mediaext.client.chain import Chain, kind_of, piped_field
from mediaext.client.loop import core, in_thread
from mediaext.errors import InvalidRequest, closest
from mediaext.notebook.display import gallery
from mediaext.notebook.panels.base import RunPanel
from mediaext.notebook.panels.form import Form
from mediaext.notebook.panels.snippets import StepText, pipe_text, python_text
from mediaext.notebook.panels.widgets import Writer
from mediaext.notebook.variables import Namespace
from mediaext.operation import CATALOGUE, Operation, build

FIRST = ("image",)  # the steps at first


class StepForm:
    """The form of one step; ``piped`` is the field that takes the result of the step before."""

    def __init__(
        self, number: int, operation: type[Operation[object]], piped: str, namespace: Namespace
    ) -> None:
        self.operation, self.piped = operation, piped
        self.form = Form([p for p in operation.params() if p.name != piped], namespace)
        name = operation.endpoint.name
        words = f"{number}. {name.capitalize()}"
        after = f"Works on the result of step {number - 1}." if piped else ""
        head = widgets.HTML(f"<h4>{html.escape(words)}</h4><div>{after}</div>")
        self.widget = widgets.VBox([head, self.form.widget])
        self.widget.add_class("mediaext-step")


class ChainPanel(RunPanel):
    """Steps in a row. ``requests`` is what they ask for, empty while a step is incomplete.

    Parameters
    ----------
    media
        Client that carries the chain out; by default that of ``%media``.
    namespace
        Variables; those of the notebook by default.
    steps
        Names of operations, in order.

    Raises
    ------
    InvalidRequest
        For a step that takes nothing of what the step before makes.
    """

    requests: Any = traitlets.Tuple(())
    chain: Any = traitlets.Any(None)

    def __init__(
        self,
        media: "Client | None" = None,
        namespace: Namespace | None = None,
        steps: Sequence[str] = FIRST,
    ) -> None:
        super().__init__("chain", media, namespace)
        self.steps: list[StepForm] = []
        self.choice = widgets.Dropdown(
            description="Next step", style={"description_width": "initial"}
        )
        self.add_button = self.button("Add step", lambda: self.add(self.choice.value))
        self.remove_button = self.button("Remove last step", self.remove)
        self.python = Writer(label="Write as Python")
        self.name.observe(lambda _: self._changed(), names="value")
        self._rows = widgets.VBox()
        growing = widgets.HBox([self.choice, self.add_button, self.remove_button])
        runs = widgets.HBox([self.run_button, self.cancel_button, self.name, self.save_button])
        parts = (self._rows, growing, runs, self.status, self.writer, self.python)
        self.fill("Steps that work on each other's results.", *parts)
        for step in steps:
            self.add(step)

    def add(self, name: str) -> None:
        """Add a step that works on the result of the last one."""
        if name not in CATALOGUE:
            raise InvalidRequest(f"Unknown operation '{name}'.{closest(name, CATALOGUE)}")
        operation, piped = CATALOGUE[name], ""
        if self.steps:
            before = self.steps[-1].operation
            kind = kind_of(before.model_construct())
            piped = piped_field(operation, (), kind, before.endpoint.name)
        step = StepForm(len(self.steps) + 1, operation, piped, self.namespace)
        step.form.watch(self._changed)
        self.steps.append(step)
        self._draw()

    def remove(self) -> None:
        """Remove the last step; the first one stays."""
        if len(self.steps) > 1:
            self.steps.pop()
        self._draw()

    def _draw(self) -> None:
        self._rows.children = tuple(step.widget for step in self.steps)
        self.remove_button.disabled = len(self.steps) < 2
        last = self.steps[-1].operation
        self.choice.options = _followers(last)
        self.add_button.disabled = not self.choice.options
        self._changed()

    def _changed(self) -> None:
        """Take in what the person changed."""
        with self.guarded():
            self.requests = tuple(self._read(missing=False))
            name = self.name.value.strip()
            texts = [
                StepText(request, step.form, step.piped)
                for request, step in zip(self.requests, self.steps, strict=False)
            ]
            self.writer.text, self.python.text = pipe_text(texts, name), python_text(texts, name)
        self.save_form()

    def _read(self, *, missing: bool) -> list[Operation[object]]:
        """Return a request a step; mark what is wrong and return none then.

        Fields that are empty still are marked only when ``missing`` counts.
        """
        made: list[Operation[object]] = []
        wrong = False
        for step in self.steps:
            before = {step.piped: made[-1]} if step.piped else {}
            try:
                made.append(build(step.operation, **step.form.read(), **before))
            except InvalidRequest as error:
                wrong = True
                step.form.mark([p for p in error.problems if missing or p.kind != "missing"])
                made.append(step.operation.model_construct())
            else:
                step.form.mark(())
        return [] if wrong else made

    def saved_html(self) -> str:
        """Return the values of every step and the line that does the same."""
        steps = "".join(
            f"<div><i>{number}. {html.escape(step.operation.endpoint.name)}</i></div>"
            + step.form.saved_html()
            for number, step in enumerate(self.steps, start=1)
        )
        return f"{steps}<pre>{html.escape(self.writer.text)}</pre>"

    def run(self) -> None:
        """Carry the steps out and return at once; see :meth:`wait`.

        Raises :class:`InvalidRequest` when a field is wrong.
        """
        if self.state == "running":
            return
        requests = self._read(missing=True)
        if not requests:
            raise InvalidRequest("Fix the marked fields above.")
        self.requests = tuple(requests)
        self.chain = Chain(self.media.session, requests)
        self.chain.on_change(self._watch)
        self._launch(self._carry_out(self.chain))

    async def _carry_out(self, chain: Chain) -> Any:
        await chain.settle()
        return chain.results[-1]

    def cancel(self) -> None:
        """Begin no further step and drop the running one."""
        if self.state == "running" and self.chain is not None:
            self.say("cancelling", busy=True)
            core().start(in_thread(self.chain.cancel))

    def _end(self, state: str, sentence: str) -> None:
        super()._end(state, sentence)
        if self.chain.results:  # what was made before it was cancelled or failed
            self.show(self._outcome(self.chain.results[-1]))

    def _outcome(self, result: Any) -> Any:
        """Return the results side by side."""
        made = self.chain.results
        labels = [f"{n}. {step.title}" for n, step in enumerate(self.chain.steps, start=1)]
        return gallery(made, labels=labels[: len(made)]) if len(labels) > 1 else result


def _followers(last: type[Operation[object]]) -> list[str]:
    """Return the operations that take what ``last`` makes."""
    kind = kind_of(last.model_construct())
    return [
        name
        for name, operation in CATALOGUE.items()
        if kind and any(param.media == kind for param in operation.params())
    ]
