"""Meshes: GLB bytes that become vertices and faces."""

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


class Mesh(Result):
    """A triangle mesh in binary glTF."""

    def __repr__(self) -> str:
        return f"<Mesh {self._facts()}>"

    @cached_property
    def _geometry(self) -> Any:
        try:
            import trimesh
        except ImportError:
            raise missing("trimesh", "local") from None
        return trimesh.load(io.BytesIO(self.content), file_type=self.suffix[1:], force="mesh")

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

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        link = f'<a download="mesh{self.suffix}" href="{self.data_url()}">mesh{self.suffix}</a>'
        return {"text/plain": repr(self), "text/html": self._figure(link)}
