"""A form made from parameters: essential fields first, the rest collapsed."""

import html
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import ipywidgets as widgets

from mediaext.errors import InvalidRequest, Problem
from mediaext.notebook.panels.fields import SHORT, STYLE, Field, MediaField, make_field, title
from mediaext.notebook.variables import Namespace
from mediaext.operation import Param

CELL = 'style="text-align:left;vertical-align:top"'
LOOKS: dict[str, Any] = {"layout": SHORT, "style": STYLE}
DEFAULT_SIDE = 1024  # pixels, where the service has no default that is known
SHAPES = (
    ("Square", 1, 1),
    ("Landscape", 4, 3),
    ("Portrait", 3, 4),
    ("Wide", 16, 9),
    ("Tall", 9, 16),
)
GROUPS = {"quality": "More settings", "delivery": "Format and delivery"}


class Fold:
    """Fields behind a button; a real button, so that it works by keyboard."""

    def __init__(self, name: str, fields: list[Field]) -> None:
        self.fields = fields
        self._name = f"{name} ({len(fields)})"
        self.button = widgets.ToggleButton(layout=widgets.Layout(width="22rem"))
        self.content = widgets.VBox([field.widget for field in fields])
        self.widget = widgets.VBox([self.button, self.content])
        self.widget.add_class("mediaext-fold")
        self.button.observe(lambda _: self._show(), names="value")
        self._show()

    def open(self) -> None:
        """Show the fields."""
        self.button.value = True

    def _show(self) -> None:
        shown = self.button.value
        self.button.description = f"{'▾' if shown else '▸'} {self._name}"
        self.content.layout.display = "" if shown else "none"


class Form:
    """Controls for many parameters. ``fields`` are by name, in the order of the specification."""

    def __init__(self, params: Iterable[Param], namespace: Namespace) -> None:
        self.fields: dict[str, Field] = {
            param.name: MediaField(param, namespace) if param.media else make_field(param)
            for param in params
        }
        shown_order = width_first(self.fields)
        if {"width", "height"} <= set(self.fields):
            add_sizes(self.fields["width"], self.fields["height"])
        self.folds = [
            Fold(name, fields)
            for group, name in GROUPS.items()
            if (fields := [f for f in shown_order if f.param.group == group])
        ]
        first = [f for f in shown_order if f.param.group == "essential"]
        first.sort(key=lambda field: not field.param.required)
        shown = [field.widget for field in first] + [fold.widget for fold in self.folds]
        self.widget = widgets.VBox(shown)

    def read(self) -> dict[str, Any]:
        """Return what is given by field name.

        Raises :class:`InvalidRequest` with every field that cannot be read.
        """
        given, problems = {}, list[Problem]()
        for name, field in self.fields.items():
            try:
                value = field.read()
            except InvalidRequest as error:
                problems += error.problems
            else:
                if value is not None:
                    given[name] = value
        if problems:
            sentences = "\n".join(f"{p.field}: {p.msg}" for p in problems)
            raise InvalidRequest(sentences, problems)
        return given

    def write(self, values: Mapping[str, object]) -> None:
        """Show values; the fields that are not named show their default."""
        unknown = set(values) - set(self.fields)
        if unknown:
            raise InvalidRequest(f"There is no field '{sorted(unknown)[0]}' here.")
        for name, field in self.fields.items():
            if isinstance(field, MediaField) and name not in values:
                continue  # uploads stay: choosing a file again is a chore
            field.write(values.get(name))

    def mark(self, problems: Iterable[Problem]) -> list[str]:
        """Mark the fields that are wrong and all others as right; return what has no field."""
        sentences: dict[str, list[str]] = {}
        for problem in problems:
            sentences.setdefault(problem.field, []).append(readable(problem))
        for name, field in self.fields.items():
            field.mark("; ".join(sentences.pop(name, ())))
        for fold in self.folds:
            if any("mediaext-marked" in f.widget._dom_classes for f in fold.fields):
                fold.open()
        return [sentence for lines in sentences.values() for sentence in lines]

    def saved_html(self) -> str:
        """Return the fields that are filled in as a table; the others by their defaults."""
        rows, defaults = [], []
        for field in self.fields.values():
            shown = field.saved_html()
            if shown:
                rows.append(
                    f"<tr><th {CELL}>{title(field.param)}</th><td {CELL}>{shown}</td></tr>"
                )
            elif field.param.default not in (None, ""):
                defaults.append(f"{title(field.param)} {field.param.default}")
        table = f"<table>{''.join(rows)}</table>" if rows else "<div>Nothing filled in.</div>"
        left = f"<div>Defaults: {html.escape(', '.join(defaults))}</div>" if defaults else ""
        return table + left

    def watch(self, changed: Callable[[], None]) -> None:
        """Call ``changed()`` whenever the person changes something."""
        for field in self.fields.values():
            field.watch(changed)


def add_sizes(width: Field, height: Field) -> None:
    """Put a choice of usual shapes above the width; it fills in both."""
    step = int(width.param.multiple or 8)
    side = int(max(width.param.default or 0, height.param.default or 0)) or DEFAULT_SIDE
    side = int(min(side, width.param.maximum or side, height.param.maximum or side))
    sizes = {
        f"{name} {across}:{down}": tuple(
            max(step, round(side * part / max(across, down) / step) * step)
            for part in (across, down)
        )
        for name, across, down in SHAPES
    }
    options: list[tuple[str, tuple[int, ...]]] = [("Custom", ())]
    options += [(f"{n}, {w}x{h}", (w, h)) for n, (w, h) in sizes.items()]
    choice = widgets.Dropdown(options=options, value=(), description="Size", **LOOKS)

    def chosen(_: object) -> None:
        if choice.value:
            for field, value in zip((width, height), choice.value, strict=True):
                field.write(value)

    def follow(_: object) -> None:
        now = tuple(f.control.value for f in (width, height))
        choice.value = next((s for s in sizes.values() if s in (now, tuple(map(str, now)))), ())

    follow(None)
    choice.observe(chosen, names="value")
    for field in (width, height):
        field.control.observe(follow, names="value")
    width.widget.children = (choice, *width.widget.children)


def width_first(fields: Mapping[str, Field]) -> list[Field]:
    """Return the fields in order, the width before the height as people say sizes."""
    names = list(fields)
    if {"width", "height"} <= set(names):
        wide, high = names.index("width"), names.index("height")
        names[min(wide, high)], names[max(wide, high)] = "width", "height"
    return [fields[name] for name in names]


def readable(problem: Problem) -> str:
    """Return what is wrong in a sentence for a person."""
    return "Required." if problem.kind == "missing" else problem.msg
