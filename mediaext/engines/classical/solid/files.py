"""Mesh files: GLB and OBJ in, GLB out."""

import io
import json
from typing import Any

import numpy as np
import PIL.Image
import trimesh
from trimesh.visual.material import PBRMaterial
from trimesh.visual.texture import TextureVisuals

from mediaext.engines.base import invalid
from mediaext.engines.classical.arrays import Doubles, Integers
from mediaext.engines.classical.solid.paint import Painted

LARGEST = 32_000_000  # bytes of a mesh file
LONGEST_LINE = 4096  # letters of OBJ: a face of so many corners would fill the memory
MOST = 500_000  # vertices, and faces
NUMBERS = 12  # of OBJ for each vertex: its place, normal, texture, and the faces around
MOST_NODES = 10_000  # parts that a file is put together from
LONGEST_TREE = 4_000_000  # bytes of what a GLB says about itself; a parsed tree is far larger
CLAY = (196, 188, 178, 255)


def read_mesh(content: bytes, field: str) -> tuple[Doubles, Integers]:
    """Read GLB or OBJ to vertices (V, 3) and faces (F, 3), all parts and equal corners joined.

    Raises INPUT_INVALID that names ``field`` for what is neither, is broken, too large, empty or
    flat, or holds numbers that are none.
    """
    if len(content) > LARGEST:
        raise invalid(f"{field}: the mesh has more than {LARGEST // 1_000_000} MB.")
    kind = "glb" if content[:4] == b"glTF" else "obj"
    if kind == "glb":
        _check_counts(content, field)
    elif b"\0" in content[:4096] or b"v " not in content:
        raise invalid(f"{field}: this is not a mesh that can be read; send GLB or OBJ.")
    elif max(map(len, content.splitlines())) > LONGEST_LINE:
        raise invalid(f"{field}: the mesh is too large; a line has over {LONGEST_LINE:,} letters.")
    elif content.count(b" ") + content.count(b"\t") > NUMBERS * MOST:
        raise invalid(f"{field}: the mesh is too large; send {MOST:,} vertices at the most.")
    try:
        loaded = trimesh.load_mesh(
            io.BytesIO(content), file_type=kind, process=False, skip_materials=True
        )
        vertices = np.asarray(loaded.vertices, np.float64).reshape(-1, 3)
        faces = np.asarray(loaded.faces, np.int64).reshape(-1, 3)
    except Exception:  # whatever a parser meets in a broken file is the file's fault
        raise invalid(f"{field}: the mesh cannot be read; the file is broken.") from None
    _check(vertices, faces, field)
    whole = trimesh.Trimesh(vertices, faces, process=False)
    whole.merge_vertices(merge_tex=True, merge_norm=True)
    return np.asarray(whole.vertices), np.asarray(whole.faces)


def write_plain(vertices: Doubles, faces: Integers, name: str) -> bytes:
    """Write a body of clay as GLB with smooth normals; ``name`` is the body's own."""
    clay = PBRMaterial(baseColorFactor=CLAY, metallicFactor=0.0, roughnessFactor=0.85)
    visual = TextureVisuals(material=clay)
    return _write(trimesh.Trimesh(vertices, faces, process=False, visual=visual), name)


def write_painted(painted: Painted, name: str) -> bytes:
    """Write a textured body as GLB; the texture is JPEG and ``name`` the body's own."""
    buffer = io.BytesIO()
    painted.texture.save(buffer, "JPEG", quality=90, subsampling=0)
    texture = PIL.Image.open(buffer)
    material = PBRMaterial(baseColorTexture=texture, metallicFactor=0.0, roughnessFactor=0.9)
    visual = TextureVisuals(uv=painted.uv, material=material)
    return _write(
        trimesh.Trimesh(
            painted.vertices,
            painted.faces,
            vertex_normals=painted.normals,
            process=False,
            visual=visual,
        ),
        name,
    )


def smooth_normals(vertices: Doubles, faces: Integers) -> Doubles:
    """Return unit normals (V, 3), each the mean of the faces around weighted by their angles."""
    return np.array(trimesh.Trimesh(vertices, faces, process=False).vertex_normals)


def _write(mesh: trimesh.Trimesh, name: str) -> bytes:
    scene = trimesh.Scene()
    scene.add_geometry(mesh, node_name=name, geom_name=name)
    content: bytes = scene.export(file_type="glb", include_normals=True)
    return content


def _check_counts(content: bytes, field: str) -> None:
    """Refuse a GLB that declares more than it could hold: reading would fill the memory."""
    length = int.from_bytes(content[12:16], "little")
    if length > LONGEST_TREE:
        raise invalid(f"{field}: the mesh is too large; its description has over 4 MB.")
    try:
        tree = json.loads(content[20 : 20 + length])
        nodes, total = len(tree.get("nodes", [])), _declared(tree)
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError, AttributeError):
        raise invalid(f"{field}: the mesh cannot be read; its header is broken.") from None
    if total > 8 * MOST or nodes > MOST_NODES:
        raise invalid(
            f"{field}: the mesh is too large; send {MOST:,} vertices and {MOST_NODES:,} parts "
            "at the most."
        )


def _declared(tree: dict[str, Any]) -> int:
    """Count what a glTF tree declares: its accessors, those of a mesh each time it is shown."""
    counts: list[int] = [abs(int(accessor["count"])) for accessor in tree.get("accessors", [])]
    sizes: list[int] = []
    for mesh in tree.get("meshes", []):
        used = [
            number
            for part in mesh["primitives"]
            for number in (*part["attributes"].values(), part.get("indices"))
            if number is not None
        ]
        sizes.append(sum(counts[number] for number in used))
    shown: list[int] = [sizes[node["mesh"]] for node in tree.get("nodes", []) if "mesh" in node]
    return sum(counts) + sum(sizes) + sum(shown)


def _check(vertices: Doubles, faces: Integers, field: str) -> None:
    if not len(faces) or not len(vertices):
        raise invalid(f"{field}: the mesh has no faces.")
    if max(len(vertices), len(faces)) > MOST:
        raise invalid(f"{field}: the mesh is too large; send {MOST:,} vertices at the most.")
    if not np.isfinite(vertices).all():
        raise invalid(f"{field}: the mesh has coordinates that are not numbers.")
    if faces.min() < 0 or faces.max() >= len(vertices):
        raise invalid(f"{field}: the mesh has faces of corners that do not exist.")
    if np.abs(vertices).max() > 1e9 or (np.ptp(vertices, axis=0)[:2] < 1e-9).any():
        raise invalid(f"{field}: the mesh has no width or height to paint on.")
