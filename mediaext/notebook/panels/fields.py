"""One labelled control for each :class:`~mediaext.operation.Param`."""

import html
import json
import secrets
from collections.abc import Callable
from typing import Any

import ipywidgets as widgets

from mediaext.errors import InvalidRequest, Problem
from mediaext.notebook.panels.widgets import Colours
from mediaext.operation import Param
from mediaext.vocabulary import HEX_COLOUR

WIDE = widgets.Layout(width="100%", max_width="48rem")
SHORT = widgets.Layout(width="26rem")
STYLE = {"description_width": "14rem"}
UNSET = "Service default"
SHORT_WORDS = {"cfg": "CFG", "id": "ID", "url": "URL", "urls": "URLs", "lora": "LoRA"}

UNITS = {
    "width": ("width", " (px)"),
    "height": ("height", " (px)"),
    "duration_seconds": ("duration", " (s)"),
}


def title(param: Param) -> str:
    """Return the label of a field."""
    name, unit = UNITS.get(param.name, (param.name, ""))
    if param.media:  # a file, a variable or a URL
        name = name.removesuffix("_url").removesuffix("_path")
    words = " ".join(SHORT_WORDS.get(w, w.capitalize()) for w in name.split("_")) + unit
    return f"{words} (required)" if param.required else words


class Field:
    """A control with its help and a line that says what is wrong.

    A field that shows its default counts as not given, as does an empty one.
    """

    def __init__(self, param: Param, control: Any, *beside: Any) -> None:
        self.param = param
        self.control = control
        self.note = widgets.HTML()
        row = widgets.HBox([control, *beside]) if beside else control
        self.widget = widgets.VBox([row, self.note])
        self.widget.add_class("mediaext-field")
        self.mark("")

    def read(self) -> Any:
        """Return the value, or ``None`` where nothing is given.

        Raises :class:`InvalidRequest` that names the field for text that cannot be read.
        """
        value = self.control.value
        return None if value in ("", None) or value == self.param.default else value

    def write(self, value: Any) -> None:
        """Show a value; ``None`` shows the default."""
        value = self.param.default if value is None else value
        self.control.value = "" if value is None else value

    def watch(self, changed: Callable[[], None]) -> None:
        """Call ``changed()`` whenever the person changes something."""
        self.control.observe(lambda _: changed(), names="value")

    def mark(self, sentence: str) -> None:
        """Mark the field as wrong, or as right again with ``""``."""
        help_line = html.escape(self.param.help)
        if self.param.bounds and not self.param.choices:
            help_line += f" <i>{html.escape(self.param.bounds)}</i>"
        wrong = f'<div class="mediaext-wrong" role="alert">{html.escape(sentence)}</div>'
        self.note.value = (
            f'<div class="mediaext-help">{help_line}</div>{wrong if sentence else ""}'
        )
        act = self.widget.add_class if sentence else self.widget.remove_class
        act("mediaext-marked")

    def saved_html(self) -> str:
        """Return the value as HTML for readers without a kernel; empty where none is given."""
        try:
            value = self.read()
        except InvalidRequest:
            value = self.control.value
        if value is None:
            return ""
        return html.escape(", ".join(map(str, value)) if isinstance(value, list) else str(value))

    def missing(self) -> Problem:
        """Return the problem of a required field that is empty."""
        return Problem(("body", self.param.name), "Field required", "missing")

    def problem(self, sentence: str) -> InvalidRequest:
        """Build the error that marks this field."""
        return InvalidRequest.about(self.param.name, sentence)


class NumberText(Field):
    """An optional number as text, so that it can be left empty."""

    def read(self) -> Any:
        """Return an int or float."""
        text = self.control.value.strip()
        if not text:
            return None
        kind = int if self.param.type == "integer" else float
        try:
            value = kind(text)
        except ValueError:
            words = "a whole number" if kind is int else "a number"
            raise self.problem(f"this should be {words}, not {text!r}.") from None
        return None if value == self.param.default else value

    def write(self, value: Any) -> None:
        """Show a number."""
        self.control.value = "" if value is None else f"{value}"


class ListText(Field):
    """Several words, parted by commas."""

    def read(self) -> Any:
        """Return a list of strings."""
        return [word.strip() for word in self.control.value.split(",") if word.strip()] or None

    def write(self, value: Any) -> None:
        """Show a list of strings."""
        self.control.value = ", ".join(value or ())


class ObjectText(Field):
    """A JSON object."""

    def read(self) -> Any:
        """Return a dict."""
        text = self.control.value.strip()
        if not text:
            return None
        try:
            value = json.loads(text)
        except ValueError as error:
            raise self.problem(f"this is not JSON: {error}.") from None
        return value

    def write(self, value: Any) -> None:
        """Show a dict."""
        self.control.value = json.dumps(value) if value else ""


class ColourField(Field):
    """One colour or several."""

    def read(self) -> Any:
        """Return a list of hex colours, or one of them."""
        colours = list(self.control.value)
        return (colours if self.param.many else colours[0]) if colours else None

    def write(self, value: Any) -> None:
        """Show colours; short ones and ones without # are completed."""
        values = [value] if isinstance(value, str) else list(value or ())
        self.control.value = [full_colour(item) for item in values]


def full_colour(text: str) -> str:
    """Return a hex colour as a browser wants it, such as ``"#1e90ff"``."""
    digits = text.removeprefix("#").lower()
    return "#" + (digits if len(digits) == 6 else "".join(letter * 2 for letter in digits))


def is_colour(param: Param) -> bool:
    """Say whether a field takes hex colours: its examples are some."""
    examples = param.example if isinstance(param.example, tuple) else (param.example,)
    return all(isinstance(item, str) and HEX_COLOUR.fullmatch(item) for item in examples)


def make_field(param: Param) -> Field:
    """Return the control that fits a field that takes no media."""
    label = {"description": title(param), "style": STYLE}
    if is_colour(param):
        return ColourField(param, Colours(label=title(param), most=8 if param.many else 1))
    if param.choices:
        return Field(param, _choice(param, label, [(str(c), c) for c in param.choices]))
    if param.type == "boolean":
        return _switch(param, label)
    if param.type in ("integer", "number") and not param.many:
        return _number(param, label)
    return _words(param, label)


def _words(param: Param, label: dict[str, Any]) -> Field:
    """Return the control of a text, several words or a JSON object."""
    long = param.multiline or param.type == "object"
    control = _text(param, label, widgets.Textarea if long else widgets.Text, WIDE)
    if param.type == "object":
        return ObjectText(param, control)
    if param.many:
        return ListText(param, control)
    field = Field(param, control)
    field.write(None)
    return field


def _text(param: Param, label: dict[str, Any], kind: Any, layout: Any) -> Any:
    example = param.example
    if isinstance(example, tuple):
        example = ", ".join(example)
    hint = f"for example {example}" if example else ""
    rows = {"rows": 2} if kind is widgets.Textarea else {}
    return kind(placeholder=hint, continuous_update=False, layout=layout, **rows, **label)


def _choice(param: Param, label: dict[str, Any], options: list[tuple[str, Any]]) -> Any:
    if param.default is None:
        options = [(UNSET if not param.required else "Choose", ""), *options]
    first = "" if param.default is None else param.default
    return widgets.Dropdown(options=options, value=first, layout=SHORT, **label)


def _switch(param: Param, label: dict[str, Any]) -> Field:
    if param.default is None:
        options = [("Yes", True), ("No", False)]
        return Field(param, _choice(param, label, options))
    return Field(param, widgets.Checkbox(value=param.default, indent=True, layout=SHORT, **label))


def _number(param: Param, label: dict[str, Any]) -> Field:
    if param.default is None:
        return NumberText(param, _text(param, label, widgets.Text, SHORT))
    whole = param.type == "integer"
    bounds: dict[str, Any] = {"layout": SHORT}
    if whole:
        kind, bounds["step"] = widgets.IntText, int(param.multiple or 1)
    else:
        small = param.maximum is not None and param.maximum <= 1
        kind, bounds["step"] = widgets.FloatText, 0.05 if small else 0.1
    # The operation checks the bounds: a control that has them changes a value without a word.
    control = kind(value=param.default, **bounds, **label)
    if param.name != "seed":
        return Field(param, control)
    dice = widgets.Button(
        description="New seed", icon="random", tooltip="a random seed that can be repeated"
    )
    dice.on_click(lambda _: setattr(control, "value", secrets.randbelow(2**31)))
    return Field(param, control, dice)
