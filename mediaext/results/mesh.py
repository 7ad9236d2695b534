"""Meshes: GLB bytes that become vertices and faces."""

import html
import io
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mediaext.errors import MediaError
from mediaext.provenance import missing
from mediaext.results.base import Bundle, Result
from mediaext.results.mesh_display import SIDE, VIEWS, orbit_html, strip, views
from mediaext.results.showing import page_url, result_bundle
from mediaext.text import printable

if TYPE_CHECKING:
    import numpy as np
    import PIL.Image
    import torch

MOST_LINKED = 100_000  # bytes of a file that the notebook file takes in beside its picture
STILLS = 4  # views in the picture for viewers that show no HTML


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

    save = Result.save_bytes

    def turntable(self, count: int = VIEWS, side: int = SIDE) -> "list[PIL.Image.Image]":
        """Return pictures from all around, first the front.

        Parameters
        ----------
        count
            How many directions, at least 1.
        side
            Width and height in pixels.

        Returns
        -------
        list[PIL.Image.Image]
            RGBA pictures.

        Raises
        ------
        ValueError
            For a mesh without any surface.
        """
        return views(self._geometry, count, side)

    def _repr_mimebundle_(self, **_: object) -> Bundle:
        return result_bundle(self, self._page, self._views)

    def _views(self) -> "PIL.Image.Image | None":
        try:
            return strip(self.turntable(STILLS)).quantize(64)
        except Exception:  # a display must not fail, whatever a loader raises for a broken file
            return None

    @cached_property
    def _page(self) -> str:
        """The display as HTML."""
        try:
            front = page_url(self.turntable(1)[0])
            turning = orbit_html(self._geometry, self.caption, front, SIDE)
        except Exception:  # likewise
            turning = ""
        return self._figure(f"{turning}{self._link()}")

    def _link(self) -> str:
        name = html.escape(self.name or f"mesh{self.suffix}", quote=True)
        if len(self.content) > MOST_LINKED:
            words = f'<code>.save("{name}")</code> writes the file.'
            return f'<div style="font-size:85%;opacity:.75">{words}</div>'
        return f'<a download="{name}" href="{self.data_url()}">{name}</a>'
