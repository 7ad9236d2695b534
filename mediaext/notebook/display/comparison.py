"""Before and after: one picture over the other with a slider, without a script package."""

import io
from functools import cached_property

import PIL.Image

from mediaext.results import Picture
from mediaext.results.base import Bundle
from mediaext.results.sheet import contact_sheet, still
from mediaext.results.showing import (
    CHECKER,
    OWN_KEYS,
    bundle,
    img,
    page_url,
    view_button,
    view_img,
)
from mediaext.viewer import on_view

SIDE = 384  # pixels
SAME_SHAPE = 0.02  # relative difference of the aspect ratios that still lies over each other

# Handlers of the slider, which lies over both pictures and cannot be seen itself.
MOVE = (
    "const parts=this.parentNode.children;"
    "parts[1].style.clipPath='inset(0 0 0 '+this.value+'%)';"
    "parts[2].style.left=this.value+'%'"
)

FOCUS = "this.parentNode.children[2].style.outline='3px solid #1e90ff'"
BLUR = "this.parentNode.children[2].style.outline=''"


class Comparison:
    """Two pictures that show as a slider, and side by side where only pictures are shown."""

    def __init__(
        self, before: PIL.Image.Image, after: Picture | PIL.Image.Image, side: int = SIDE
    ) -> None:
        self.before, self.after, self.side = before, after, side

    def __repr__(self) -> str:
        return f"<Comparison {_size(self.before)} before, {_size(self.after)} after>"

    @property
    def same_shape(self) -> bool:
        """Whether the pictures can lie over each other."""
        ratio = self.before.width * self.after.height / (self.before.height * self.after.width)
        return abs(ratio - 1) <= SAME_SHAPE

    @cached_property
    def _stills(self) -> tuple[PIL.Image.Image, PIL.Image.Image]:
        after = still(self.after, self.side)
        before = still(self.before, self.side)
        if before is None or after is None:
            raise ValueError("a picture cannot be decoded")
        if self.same_shape and before.size != after.size:
            before = before.resize(after.size)
        return before, after

    def html(self) -> str:
        """Return a slider that works by mouse, touch and keyboard; a fixed split without trust."""
        before, after = self._stills
        source, block = page_url(after), "display:block;max-width:100%"
        below = img(page_url(before), "before", block)
        if not self.same_shape:
            beside = view_img(self.after, source, "after", block)
            style = "display:flex;flex-wrap:wrap;gap:8px;align-items:end"
            return f'<div style="{style}">{below}{beside}</div>'
        place = f"position:absolute;inset:0;max-width:100%;clip-path:inset(0 0 0 50%);{CHECKER}"
        over = view_img(self.after, source, "after", place)
        line = (
            '<span style="position:absolute;top:0;bottom:0;left:50%;width:2px;margin-left:-1px;'
            'background:#fff;box-shadow:0 0 3px #000"></span>'
        )
        return (
            f'<div style="position:relative;width:fit-content">{below}{over}{line}'
            f"{_label('before', 'left')}{_label('after', 'right')}"
            f'<input type="range" {OWN_KEYS} min="0" max="100" value="50" '
            'aria-label="before and after" style="position:absolute;inset:0;width:100%;'
            'height:100%;margin:0;opacity:0;cursor:ew-resize" '
            f'oninput="{MOVE}" onfocus="{FOCUS}" onblur="{BLUR}"></div>'
        )

    def sheet(self) -> PIL.Image.Image:
        """Return both pictures side by side with their labels, as RGB."""
        before, after = self._stills
        return contact_sheet([[(before, "before"), (after, "after")]], self.side)

    def _repr_mimebundle_(self, **_: object) -> Bundle:
        page, alt = self.html(), "before and after"
        if isinstance(self.after, Picture):
            alt = f"before and after {self.after.caption}"
            page = self.after._figure(page, on_view(), view_button())
        return bundle(repr(self), page, self.sheet, alt)


def compare(before: object, after: object, side: int = SIDE) -> Comparison:
    """Show two pictures with a slider between them.

    Each is a path, bytes, PIL image, array, tensor or result. ``side`` is the length of the longer
    side in pixels. Raises :class:`mediaext.errors.InvalidRequest` for what is not a picture.
    """
    return Comparison(_picture(before, "before"), _picture(after, "after"), side)


def _label(words: str, edge: str) -> str:
    return (
        f'<span aria-hidden="true" style="position:absolute;top:6px;{edge}:6px;padding:0 6px;'
        f'border-radius:4px;background:#0009;color:#fff;font-size:80%">{words}</span>'
    )


def _picture(value: object, name: str) -> PIL.Image.Image:
    if isinstance(value, PIL.Image.Image):
        return value
    from mediaext.media import read_media

    return PIL.Image.open(io.BytesIO(read_media(value, name).content))


def _size(picture: PIL.Image.Image) -> str:
    return f"{picture.width}x{picture.height}"
