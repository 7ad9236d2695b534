"""Clips: MP4 bytes that play and become tensors."""

import io
import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mediaext.provenance import missing
from mediaext.results.base import Result

if TYPE_CHECKING:
    import numpy as np
    import torch


class Clip(Result):
    """A short H.264 video in MP4."""

    def __repr__(self) -> str:
        return f"<Clip {self._facts()}>"

    @cached_property
    def _frames(self) -> "np.ndarray[Any, np.dtype[np.uint8]]":
        try:
            import av
        except ImportError:
            raise missing("PyAV", "local") from None
        import numpy as np

        with av.open(io.BytesIO(self.content)) as container:
            return np.stack([f.to_ndarray(format="rgb24") for f in container.decode(video=0)])

    def to_numpy(self) -> "np.ndarray[Any, np.dtype[np.uint8]]":
        """Return uint8 frames of shape (T, height, width, 3)."""
        return self._frames.copy()

    def to_tensor(self) -> "torch.Tensor":
        """Return a uint8 tensor of shape (T, 3, height, width), values 0 to 255."""
        import torch

        return torch.from_numpy(self._frames.transpose(0, 3, 1, 2).copy())

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the untouched bytes; a path without suffix gets ``.mp4``."""
        return self.save_bytes(path)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        player = f'<video controls loop style="max-width:100%" src="{self.data_url()}"></video>'
        return {"text/plain": repr(self), "text/html": self._figure(player)}
