"""One labelled control for each :class:`~mediaext.operation.Param`."""

import html
import io
import json
import re
import secrets
from collections.abc import Callable
from pathlib import PurePath
from typing import Any

import ipywidgets as widgets

from mediaext.errors import InvalidRequest, Problem
from mediaext.media import is_url, read_media
from mediaext.notebook.panels.widgets import ACCEPT, Colours, Upload
from mediaext.notebook.variables import Namespace
from mediaext.operation import Param
from mediaext.protocol import UPLOAD_LIMIT
from mediaext.results.showing import img, page_url
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
    """A control with its help and a line for errors.

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


PREVIEW_SIDE = 128  # pixels
EXAMPLE = "example_photo"  # the variable of the example


class MediaField(Field):
    """A file field, and one for a path, a URL or ``$variable``; the file goes first.

    ``many`` inputs take several files, or one path, URL or variable a line.
    """

    def __init__(self, param: Param, namespace: Namespace) -> None:
        self.namespace = namespace
        self.upload = Upload(
            label=f"{title(param)}: file",
            accept=ACCEPT[param.media or "image"],
            multiple=param.many,
            limit=UPLOAD_LIMIT,
        )
        self._trouble = ""
        kind = widgets.Textarea if param.many else widgets.Text
        control = kind(
            description="or path, URL, $variable",
            placeholder="one a line" if param.many else str(param.example or ""),
            continuous_update=False,
            layout=WIDE,
            style=STYLE,
        )
        super().__init__(param, control)
        self.preview = widgets.HTML()
        first: Any = self.upload
        if param.media == "image":
            example = widgets.Button(description="Use an example", layout={"width": "auto"})
            example.add_class("mediaext-example")
            example.on_click(lambda _: self.use_example())
            first = widgets.HBox([self.upload, example])
        self.widget.children = (first, control, self.preview, self.note)
        self.watch(self.look)
        self.upload.observe(self._take_dropped, names="dropped")

    def _take_dropped(self, change: Any) -> None:
        """Take a result that was dragged here, beside those before where many are taken."""
        if change.new is None:
            return
        before = self._lines() if self.param.many else []
        name = self.namespace.keep(self.param.name, change.new)
        self.write([*before, f"${name}"])
        self.upload.dropped = None

    def read(self) -> Any:
        """Return bytes, text or the objects behind variables; a list where many are taken."""
        values = [content for _, content in self.upload.files] or [
            self.namespace.look_up(self.param.name, line) for line in self._lines()
        ]
        if not values:
            return None
        return values if self.param.many else values[0]

    def write(self, value: Any) -> None:
        """Show text as it is; any other object becomes a variable."""
        self.upload.clear()
        values = value if isinstance(value, list | tuple) else [] if value is None else [value]
        name = self.param.name
        lines = [v if isinstance(v, str) else "$" + self.namespace.keep(name, v) for v in values]
        self.control.value = "\n".join(lines)
        self.look()

    def use_example(self) -> None:
        """Fill in a photo in the public domain, NASA's portrait of an astronaut."""
        try:
            import skimage.data
        except ImportError:
            self.upload.message = "The example comes with: pip install 'mediaext[local]'"
            return
        import PIL.Image

        photo = self.namespace.variables.get(EXAMPLE)
        if not isinstance(photo, PIL.Image.Image):
            photo = PIL.Image.fromarray(skimage.data.astronaut())
            self.namespace.put(EXAMPLE, photo)
        self.write(f"${EXAMPLE}")

    def saved_html(self) -> str:
        """Return the names of files, paths or variables, and their preview."""
        names = [name for name, _ in self.upload.files] or self._lines()
        return f"{html.escape(', '.join(names))}{self.preview.value}" if names else ""

    def names(self) -> list[tuple[Any, str]]:
        """Return the objects that the field gives, each with the name of its variable."""
        found = [(content, self._name(name)) for name, content in self.upload.files]
        if found:
            return found
        lines = [line for line in self._lines() if line.startswith("$")]
        return [(self.namespace.look_up(self.param.name, line), line[1:]) for line in lines]

    def keep(self) -> None:
        """Put uploaded files into variables of the names that :meth:`names` gives them."""
        for name, content in self.upload.files:
            self.namespace.put(self._name(name), self.namespace.wrap(content))

    def watch(self, changed: Callable[[], None]) -> None:
        """Call ``changed()`` on a new file or text."""
        super().watch(changed)
        self.upload.observe(lambda _: changed(), names="files")

    def look(self) -> None:
        """Show what the input is, or say what is wrong with it."""
        self._trouble, self.preview.value = "", ""
        try:
            value = self.read()
            values = value if isinstance(value, list) else [] if value is None else [value]
            self.preview.value = "".join(self._preview(item) for item in values)
        except InvalidRequest as error:
            self._trouble = "; ".join(problem.msg for problem in error.problems)
        self.mark("")

    def mark(self, sentence: str) -> None:
        """Mark the field as wrong; what :meth:`look` found stays until the input changes."""
        super().mark(sentence or self._trouble)

    def before(self) -> Any:
        """Return the first input as a PIL image for a comparison, or ``None``."""
        if self.param.media != "image":
            return None
        try:
            value = self.read()
            value = value[0] if isinstance(value, list) and value else value
            return None if value is None else self._picture(value)
        except InvalidRequest:
            return None

    def _preview(self, value: Any) -> str:
        if is_url(value):
            return '<div class="mediaext-help">The service fetches this address.</div>'
        if callable(getattr(value, "result", None)) and not hasattr(value, "content"):
            return f'<div class="mediaext-help">{html.escape(repr(value))}</div>'
        if self.param.media != "image":
            blob = read_media(value, self.param.name, self.param.media or "audio")
            size = f"{len(blob.content) / 1e6:.1f} MB, {blob.media_type}"
            return f'<div class="mediaext-help">{size}</div>'
        picture = self._picture(value)
        size = f"{picture.width}x{picture.height}"
        picture.thumbnail((PREVIEW_SIDE, PREVIEW_SIDE))
        shown = img(page_url(picture), f"{self.param.name.replace('_', ' ')}, {size}")
        return f'{shown}<div class="mediaext-help">{size}</div>'

    def _picture(self, value: Any) -> Any:
        import PIL.Image
        import PIL.ImageOps

        if is_url(value):
            return None
        if callable(getattr(value, "result", None)) and not hasattr(value, "content"):
            return None
        blob = read_media(value, self.param.name)
        picture = PIL.Image.open(io.BytesIO(blob.content))
        return PIL.ImageOps.exif_transpose(picture)

    def _lines(self) -> list[str]:
        return [line.strip() for line in self.control.value.splitlines() if line.strip()]

    def _name(self, file: str) -> str:
        """Return a variable name for a file name, such as ``my_photo``."""
        stem = re.sub(r"\W+", "_", PurePath(file).stem).strip("_").lower()
        return stem if stem and not stem[0].isdigit() else f"{self.param.name}_{stem}".strip("_")
