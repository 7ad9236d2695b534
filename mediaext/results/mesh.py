"""Meshes: GLB bytes that become vertices and faces."""

import html
import io
import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mediaext.errors import MediaError
from mediaext.provenance import missing
from mediaext.results.base import Bundle, Result, data_url
from mediaext.results.showing import (
    OWN_KEYS,
    bundle,
    embeddable,
    encode,
    too_large,
)
from mediaext.results.turntable import SIDE, VIEWS, strip, views
from mediaext.text import printable

if TYPE_CHECKING:
    import numpy as np
    import PIL.Image
    import torch

STILLS = 4  # views in the picture for viewers that show nothing else


class Mesh(Result):
    """A triangle mesh in binary glTF."""

    suffixes = frozenset({".glb"})

    def __repr__(self) -> str:
        return f"<Mesh {self._facts()}>"

    @cached_property
    def _geometry(self) -> Any:
        try:
            import trimesh
        except ImportError:
            raise missing("trimesh", "local") from None
        try:
            return trimesh.load(io.BytesIO(self.content), file_type="glb", force="mesh")
        except Exception as error:  # a loader raises whatever a broken file leads it to
            raise MediaError(f"This mesh cannot be read ({printable(str(error))}).") from None

    @property
    def vertices(self) -> "np.ndarray[Any, np.dtype[np.float32]]":
        """Positions, float32 of shape (V, 3)."""
        import numpy as np

        return np.asarray(self._geometry.vertices, dtype=np.float32)

    @property
    def faces(self) -> "np.ndarray[Any, np.dtype[np.int64]]":
        """Triangles as vertex indices, int64 of shape (F, 3)."""
        import numpy as np

        return np.asarray(self._geometry.faces, dtype=np.int64)

    def to_tensor(self) -> "tuple[torch.Tensor, torch.Tensor]":
        """Return vertices (V, 3) float32 and faces (F, 3) int64."""
        import torch

        return torch.from_numpy(self.vertices.copy()), torch.from_numpy(self.faces.copy())

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the untouched bytes; a path without suffix gets ``.glb``."""
        return self.save_bytes(path)

    def turntable(self, count: int = VIEWS, side: int = SIDE) -> "list[PIL.Image.Image]":
        """Return RGBA pictures of ``side`` pixels from ``count`` directions, first the front.

        Raises ``ValueError`` for a mesh without any surface.
        """
        return views(self._geometry, count, side)

    @cached_property
    def _bundle(self) -> Bundle:
        try:
            pictures = self.turntable()
        except Exception:  # a display must not fail, whatever a loader raises for a broken file
            return bundle(self, self._link(), None)
        still = encode(strip(pictures[:: len(pictures) // STILLS]).quantize(64))
        return bundle(self, f"{self._turning(pictures)}{self._link()}", still)

    def _turning(self, pictures: "list[PIL.Image.Image]") -> str:
        """Return HTML that shows one view and turns with a slider; no script package needed."""
        side, last = pictures[0].width, len(pictures) - 1
        sheet = data_url(*encode(strip(pictures).quantize(96)))
        label = html.escape(self.caption, quote=True)
        turn = f"this.previousElementSibling.style.backgroundPositionX=(-this.value*{side})+'px'"
        return (
            f'<div role="img" aria-label="{label}" style="width:{side}px;height:{side}px;'
            f'background:url({sheet}) 0 0 no-repeat"></div>'
            f'<input type="range" {OWN_KEYS} min="0" max="{last}" value="0" '
            f'aria-label="turn the mesh" style="width:{side}px;display:block" oninput="{turn}">'
        )

    def _link(self) -> str:
        name = html.escape(self.name or f"mesh{self.suffix}", quote=True)
        if not embeddable(self):
            return too_large(self)
        return f'<a download="{name}" href="{self.data_url()}">{name}</a>'

    def _repr_mimebundle_(self, **_: object) -> Bundle:
        return self._bundle
