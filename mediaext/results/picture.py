"""Pictures: PIL images that keep the bytes they came from."""

import contextlib
import html
import io
import os
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, ClassVar

import PIL.Image
import PIL.WebPImagePlugin  # or the first WebP makes Pillow load all its formats

from mediaext.errors import InvalidRequest, MediaError
from mediaext.job import JobRecord
from mediaext.results.base import Bundle, MadeFile, Result
from mediaext.results.files import write_file
from mediaext.results.showing import (
    CHECKER,
    encode,
    page_url,
    result_bundle,
    view_button,
    view_img,
)
from mediaext.text import printable
from mediaext.viewer import on_view

if TYPE_CHECKING:
    import numpy as np
    import torch

THUMBNAIL_SIDE = 384  # pixels; keeps a notebook file small


@contextlib.contextmanager
def _readable(content: bytes) -> Iterator[None]:
    """Turn what decoders raise for broken bytes into a :class:`MediaError`."""
    try:
        yield
    except (Exception, PIL.Image.DecompressionBombWarning) as error:  # decoders raise anything
        reason = printable(str(error)).partition(" <")[0] or type(error).__name__
        raise MediaError(
            f"This is not an image that can be read ({reason}): {len(content):,} bytes that begin "
            f"with {content[:16]!r}."
        ) from None


class Picture(Result, PIL.Image.Image):
    """A PIL image, decoded on first use, that keeps its exact bytes and their provenance.

    Images derived from it (``resize``, ``convert``, …) are plain PIL images without provenance.
    """

    written_mode: ClassVar[str] = "RGB"
    """PIL mode that a format must be able to hold for such pictures."""

    def __init__(
        self,
        content: bytes,
        media_type: str = "",
        *,
        job: JobRecord | None = None,
        name: str = "",
        others: Mapping[str, MadeFile] | None = None,
    ) -> None:
        PIL.Image.Image.__init__(self)
        with _readable(content):
            self._opened = PIL.Image.open(io.BytesIO(content))
        self.format = self._opened.format
        self.format_description = self._opened.format_description
        if not media_type.startswith("image/"):
            media_type = PIL.Image.MIME.get(self.format or "", "image/png")
        Result.__init__(self, content, media_type, job=job, name=name, others=others)
        self._mode = self._opened.mode
        self._size = self._opened.size
        self.info = self._opened.info
        self.palette = self._opened.palette

    def load(self) -> Any:
        """Decode the pixels on first use."""
        if self._im is None:
            with _readable(self.content):
                self._opened.load()
            self.im = self._opened.im
            self._mode, self._size = self._opened.mode, self._opened.size
            self.info, self.palette = self._opened.info, self._opened.palette
        return super().load()

    def __getstate__(self) -> Any:  # PIL's would re-encode; __reduce__ keeps the bytes
        raise TypeError("pictures pickle by their bytes")

    def __copy__(self) -> "Picture":
        return Picture(
            self.content, self.media_type, job=self.job, name=self.name, others=self.others
        )

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Picture):
            return self.content == other.content
        return isinstance(other, PIL.Image.Image) and self.copy() == other

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.width}x{self.height} {self.mode} {self._facts()}>"

    @classmethod
    def check_suffix(cls, target: Path) -> None:
        """Check the suffix of a file to be written; without one it gets that of the bytes.

        Parameters
        ----------
        target
            The file.

        Raises
        ------
        InvalidRequest
            For a suffix that PIL cannot write such a picture as.
        """
        suffix = target.suffix.lower()
        if suffix and not _can_encode(suffix, cls.written_mode):
            also = " with transparency" if cls.written_mode == "RGBA" else ""
            raise InvalidRequest(
                f"'{target}': a picture{also} cannot be written as '{suffix}'. "
                "Use .png or .webp, or leave the suffix out."
            )

    def save(
        self,
        fp: str | bytes | os.PathLike[str] | os.PathLike[bytes] | IO[bytes],
        format: str | None = None,
        **params: object,
    ) -> None:
        """Save as PIL does; the untouched bytes, C2PA included, where the format is the same.

        Any parameter or another format encodes anew, which drops the provenance. A file is written
        whole or not at all.

        Parameters
        ----------
        fp
            The file, or a binary stream. A path without a suffix gets the one of the bytes.
        format
            PIL's name of the format, such as ``"PNG"``; by default the suffix tells.
        **params
            Those of PIL for the format, such as ``quality``.

        Raises
        ------
        InvalidRequest
            For a suffix that pictures are not written as, for a folder, and where the file cannot
            be written.
        """
        if not isinstance(fp, str | bytes | os.PathLike):
            if not params and format and format.upper() == self.format:
                fp.write(self.content)
            else:
                self.copy().save(fp, format, **params)
            return
        target = Path(os.fsdecode(fp))
        known = PIL.Image.registered_extensions().get(target.suffix.lower(), "")
        wanted = (format or known).upper()
        if not params and wanted in ("", self.format) and (known or format or not target.suffix):
            if format and target.suffix:
                write_file(target, self.content)  # under any name that the caller likes
            else:
                self.save_bytes(target)
            return
        if not format:
            type(self).check_suffix(target)
        buffer = io.BytesIO()
        try:
            self.copy().save(buffer, wanted or self.format, **params)
        except (OSError, ValueError, KeyError) as error:
            raise InvalidRequest(f"'{target}' cannot be written: {error}.") from None
        write_file(target, buffer.getvalue())

    @property
    def samples(self) -> tuple["Picture", ...]:
        """Every picture of the job, itself first; the older endpoints may make two."""
        extra = [file for role, file in self.others.items() if role.startswith("result_")]
        return (
            self,
            *(Picture(f.content, f.media_type, job=self.job, name=f.name) for f in extra),
        )

    def to_pil(self) -> PIL.Image.Image:
        """Return a plain decoded PIL image."""
        return self.copy()

    def to_numpy(self) -> "np.ndarray[Any, np.dtype[np.uint8]]":
        """Return uint8 pixels, shape (height, width, 3), or 4 channels with transparency."""
        import numpy as np

        return np.array(self.convert("RGBA" if self._transparent else "RGB"), dtype=np.uint8)

    def to_tensor(self) -> "torch.Tensor":
        """Return a uint8 tensor of shape (3 or 4, height, width), values 0 to 255."""
        import torch

        return torch.from_numpy(self.to_numpy().transpose(2, 0, 1).copy())

    @property
    def _transparent(self) -> bool:
        return self.mode in ("RGBA", "LA", "PA") or "transparency" in self.info

    def thumbnail_bytes(self, side: int = THUMBNAIL_SIDE) -> tuple[bytes, str]:
        """Return a small PNG (with transparency) or JPEG, and its media type.

        Parameters
        ----------
        side
            Width and height in pixels at most.
        """
        return encode(self._thumbnail(side))

    def _thumbnail(self, side: int) -> PIL.Image.Image:
        small = self.convert("RGBA" if self._transparent else "RGB")
        small.thumbnail((side, side))
        return small

    def _repr_mimebundle_(self, **_: object) -> Bundle:
        return self.bundle(THUMBNAIL_SIDE)

    def bundle(self, side: int) -> Bundle:
        """Return what IPython displays: text, and the picture once, by default in HTML.

        Parameters
        ----------
        side
            Longest side of the picture, pixels.
        """
        try:
            small = self._thumbnail(side)
        except MediaError as error:  # a display must not fail
            page = self._figure(f"<div>{html.escape(str(error))}</div>")
            return result_bundle(self, page, lambda: None)
        return result_bundle(self, self.figure(page_url(small)), lambda: small)

    def figure(self, source: str) -> str:
        """Return HTML that shows the picture with its caption.

        A click opens it in full: with zoom, copy and save.

        Parameters
        ----------
        source
            URL of the pixels, such as a ``data:`` URL of the thumbnail.
        """
        return self._figure(self._images(source) + self._badge(), on_view(), view_button())

    def _images(self, source: str) -> str:
        style = f"max-width:100%;{CHECKER}" if self._transparent else "max-width:100%"
        return view_img(self, source, self.caption, style)

    def _badge(self) -> str:
        """Say in HTML whether the embedded provenance holds; nothing where there is none."""
        if not self.provenance.signed:
            return ""
        valid, words = self.provenance.valid, html.escape(str(self.provenance), quote=True)
        sign, colour = ("✓ C2PA", "#1a7f37") if valid else ("✗ C2PA", "#b42318")
        style = f"background:{colour};border-radius:1em;padding:0 .6em;color:#fff"
        return f'<br><span style="{style};font-size:75%" title="{words}">{sign}</span>'

    def _repr_png_(self) -> bytes | None:
        """Add nothing to the bundle: PIL's own would put the whole picture into the notebook."""
        return None

    def _repr_jpeg_(self) -> bytes | None:
        """Add nothing to the bundle; see :meth:`_repr_png_`."""
        return None

    def _facts(self) -> str:
        return f"{self.width}x{self.height} · {super()._facts()}"


def _can_encode(suffix: str, mode: str) -> bool:
    """Say whether PIL writes this format, by writing a small picture to memory."""
    known = PIL.Image.registered_extensions().get(suffix)
    if known is None:
        return False
    try:
        PIL.Image.new(mode, (8, 8)).save(io.BytesIO(), known)
    except (OSError, ValueError, KeyError):
        return False
    return True


class Cutout(Picture):
    """The subject on transparency; ``composite`` is the one on the flat colour of ``recolor``."""

    main_role = "cutout"
    written_mode = "RGBA"

    @cached_property
    def composite(self) -> Picture | None:
        """The subject on the flat colour of ``recolor``, or ``None``."""
        file = self.others.get("result")
        return (
            Picture(file.content, file.media_type, job=self.job, name=file.name) if file else None
        )

    def _images(self, source: str) -> str:
        """Show the composite beside the cutout."""
        shown = super()._images(source)
        with contextlib.suppress(MediaError):  # a display must not fail
            if self.composite is not None:
                url = page_url(self.composite._thumbnail(THUMBNAIL_SIDE))
                shown += f" {view_img(self.composite, url, f'{self.caption}, composite')}"
        return shown
