"""Media inputs: by upload, path, URL or variable, with a look at what it is."""

import html
import io
import re
from collections.abc import Callable
from pathlib import PurePath
from typing import Any

import ipywidgets as widgets

from mediaext.errors import InvalidRequest
from mediaext.media import is_url, read_media
from mediaext.notebook.panels.fields import STYLE, WIDE, Field, title
from mediaext.notebook.panels.widgets import ACCEPT, Upload
from mediaext.notebook.variables import Namespace
from mediaext.operation import Param
from mediaext.protocol import UPLOAD_LIMIT
from mediaext.results.showing import img, page_url

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
