"""Make a 3D mesh from an image, or paint one."""

import hashlib
import re
from functools import lru_cache

import numpy as np

from mediaext.engines.base import Context, Files, Inputs, invalid
from mediaext.engines.classical.arrays import Doubles, Integers, Pixels
from mediaext.engines.classical.masks import picture_alpha
from mediaext.engines.classical.pictures import open_picture
from mediaext.engines.classical.solid import files
from mediaext.engines.classical.solid.inflate import inflate
from mediaext.engines.classical.solid.paint import paint
from mediaext.operations import GenerateMesh
from mediaext.results import MadeFile

WORK_SIDE = 1600  # pixels; larger pictures are made smaller first
SMALLEST_SUBJECT = 0.002  # of the picture


def make(request: GenerateMesh, inputs: Inputs, context: Context) -> Files:
    """Inflate the subject to a body, paint a body, or both.

    A job has one result: with ``generate_and_paint`` it is the painted body, ``painted_save_name``
    names the file and ``mesh_save_name`` the body in it.
    """
    given = _given(inputs) if request.mode == "paint" else None
    context.progress(0.02, "cutting out the subject")
    rgb, alpha = _subject(inputs["image_path"][0])
    if request.auto_unload:
        _cut_out.cache_clear()
    context.progress(0.5, "shaping")
    vertices, faces = inflate(rgb, alpha) if given is None else given
    context.detail("faces", len(faces))
    body = file_name(None if request.mode == "paint" else request.mesh_save_name, "mesh")
    if request.mode == "generate":
        return {"result": _glb(files.write_plain(vertices, faces, body), body)}
    context.progress(0.75, "painting")
    painted = paint(vertices, faces, files.smooth_normals(vertices, faces), rgb, alpha)
    name = file_name(request.painted_save_name, "painted")
    return {"result": _glb(files.write_painted(painted, body), name)}


def _subject(content: bytes) -> tuple[Pixels, Doubles]:
    rgb, alpha = _cut_out(hashlib.sha256(content).digest(), _Content(content))
    if (alpha > 0.5).mean() < SMALLEST_SUBJECT:
        raise invalid("image_path: no subject was found; send one thing on a plain background.")
    return rgb, alpha


class _Content(bytes):
    """Bytes that all count as equal: the digest beside them is the key of the cache."""

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Content)


@lru_cache(maxsize=2)
def _cut_out(digest: bytes, content: _Content) -> tuple[Pixels, Doubles]:
    picture = open_picture(bytes(content), "image_path")
    picture.thumbnail((WORK_SIDE, WORK_SIDE))
    alpha = picture_alpha(picture)
    return np.asarray(picture.convert("RGB")), alpha.astype(np.float64)


def _given(inputs: Inputs) -> tuple[Doubles, Integers]:
    meshes = inputs.get("mesh_save_name")
    if not meshes:
        raise invalid(
            "mesh_save_name: to paint, name the mesh (GLB or OBJ) that should be painted."
        )
    return files.read_mesh(meshes[0], "mesh_save_name")


def file_name(wanted: object, fallback: str) -> str:
    """Return a plain file name without its suffix; folders in it are dropped."""
    name = re.split(r"[/\\]", wanted if isinstance(wanted, str) else "")[-1]
    name = re.sub(r"[^\w .()-]", "_", name).strip(" .")[:120]
    stem = re.sub(r"\.(glb|gltf|obj)$", "", name, flags=re.IGNORECASE)
    return stem or fallback


def _glb(content: bytes, name: str) -> MadeFile:
    return MadeFile(content, "model/gltf-binary", f"{name}.glb")
