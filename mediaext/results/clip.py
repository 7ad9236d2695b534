"""Clips: MP4 bytes that play and become tensors."""

import html
import io
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mediaext.errors import MediaError
from mediaext.provenance import missing
from mediaext.results.base import Bundle, Result, data_url
from mediaext.results.showing import bundle, embeddable, encode, img, too_large
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

    @cached_property
    def _bundle(self) -> Bundle:
        picture = None
        if self.poster:
            small = self.poster.copy()
            small.thumbnail((POSTER_SIDE, POSTER_SIDE))
            picture = encode(small)
        if not embeddable(self):
            body = (img(*picture, alt=self.caption) if picture else "") + too_large(self)
            return bundle(self, self._figure(body), picture)
        poster = f' poster="{data_url(*picture)}"' if picture else ""
        label = html.escape(self.caption, quote=True)
        player = (
            f'<video controls loop playsinline aria-label="{label}" style="max-width:100%"'
            f'{poster} src="{self.data_url()}"></video>'
        )
        return bundle(self, self._figure(player), picture)
