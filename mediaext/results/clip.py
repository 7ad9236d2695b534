"""Clips: MP4 bytes that play and become tensors."""

import html
import io
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mediaext.errors import MediaError
from mediaext.provenance import missing
from mediaext.results.base import Bundle, Result
from mediaext.results.showing import embeddable, img, page_url, result_bundle, too_large
from mediaext.text import printable

if TYPE_CHECKING:
    import numpy as np
    import PIL.Image
    import torch

POSTER_SIDE = 512  # pixels


class Clip(Result):
    """A short H.264 video in MP4."""

    suffixes = frozenset({".mp4"})

    def __repr__(self) -> str:
        return f"<Clip {self._facts()}>"

    @cached_property
    def _frames(self) -> "np.ndarray[Any, np.dtype[np.uint8]]":
        try:
            import av
        except ImportError:
            raise missing("PyAV", "local") from None
        import numpy as np

        try:
            with av.open(io.BytesIO(self.content)) as container:
                return np.stack([f.to_ndarray(format="rgb24") for f in container.decode(video=0)])
        except (av.FFmpegError, ValueError, IndexError) as error:
            raise MediaError(f"This clip cannot be decoded ({printable(str(error))}).") from None

    def to_numpy(self) -> "np.ndarray[Any, np.dtype[np.uint8]]":
        """Return uint8 frames of shape (T, height, width, 3)."""
        return self._frames.copy()

    def to_tensor(self) -> "torch.Tensor":
        """Return a uint8 tensor of shape (T, 3, height, width), values 0 to 255."""
        import torch

        return torch.from_numpy(self._frames.transpose(0, 3, 1, 2).copy())

    save = Result.save_bytes

    @cached_property
    def poster(self) -> "PIL.Image.Image | None":
        """The first frame, or ``None`` where it cannot be decoded."""
        try:
            import av
        except ImportError:
            return None
        try:
            with av.open(io.BytesIO(self.content)) as container:
                frame = next(container.decode(video=0), None)
                return frame.to_image() if frame is not None else None
        except (av.FFmpegError, ValueError, IndexError):
            return None  # a display must not fail; the conversions say what is wrong

    def _repr_mimebundle_(self, **_: object) -> Bundle:
        return result_bundle(self, self._page, self._small_poster)

    def _small_poster(self) -> "PIL.Image.Image | None":
        if self.poster is None:
            return None
        small = self.poster.copy()
        small.thumbnail((POSTER_SIDE, POSTER_SIDE))
        return small

    @cached_property
    def _page(self) -> str:
        """The display as HTML."""
        small = self._small_poster()
        if not embeddable(self):
            picture = img(page_url(small), self.caption) if small else ""
            return self._figure(picture + too_large(self))
        poster = f' poster="{page_url(small)}"' if small else ""
        label = html.escape(self.caption, quote=True)
        player = (
            f'<video controls loop playsinline aria-label="{label}" style="max-width:100%"'
            f'{poster} src="{self.data_url()}"></video>'
        )
        return self._figure(player)
