"""Measures of meshes: closed, small enough, valid files."""

import io
import json
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache

import numpy as np
import trimesh

from measures.bench import Bench
from measures.measure import Measure, at_least, at_most
from mediaext.operations import GenerateMesh

VALIDATE = """
const chunks = [];
process.stdin.on('data', part => chunks.push(part)).on('end', async () => {
  const { validateBytes } = require('gltf-validator');
  const report = await validateBytes(new Uint8Array(Buffer.concat(chunks)));
  console.log(JSON.stringify(report.issues));
});
"""


def read(content: bytes) -> trimesh.Trimesh:
    """Read a GLB as it is, its seams not joined."""
    return trimesh.load_mesh(io.BytesIO(content), file_type="glb", process=False)


def joined(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """Join vertices that a texture's seam has doubled."""
    whole = mesh.copy()
    whole.merge_vertices(merge_tex=True, merge_norm=True)
    return whole


@cache
def can_validate() -> bool:
    """Whether Node.js finds Khronos' validator: ``npm install gltf-validator``."""
    return bool(shutil.which("node")) and not _node("require.resolve('gltf-validator')").returncode


def faults(content: bytes) -> int:
    """Return errors and warnings that Khronos' validator finds in a GLB."""
    issues = json.loads(_node(VALIDATE, content).stdout)
    return int(issues["numErrors"] + issues["numWarnings"])


def _node(code: str, content: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    node = shutil.which("node") or "node"
    return subprocess.run([node, "-e", code], input=content, capture_output=True, check=False)


def texture_used(mesh: trimesh.Trimesh) -> float:
    """Return the share of the texture that faces show."""
    corners = mesh.visual.uv[mesh.faces]
    (ax, ay), (bx, by) = (corners[:, k].T - corners[:, 0].T for k in (1, 2))
    return float(np.abs(ax * by - ay * bx).sum() / 2)


def measure_mesh(bench: Bench) -> Iterator[Measure]:
    """Inflate and paint the subject of every photo."""
    for photo in bench.photos:
        plain, painted = (
            bench.make(GenerateMesh(image_path="photo", mode=mode), photo.content)[
                "result"
            ].content
            for mode in ("generate", "generate_and_paint")
        )
        bodies = [joined(read(content)) for content in (plain, painted)]
        closed = float(all(body.is_watertight and body.volume > 0 for body in bodies))
        for what, figure, aim in (
            ("faces", max(len(body.faces) for body in bodies), at_most(50_000)),
            ("watertight, outwards, plain and painted", closed, at_least(1)),
            (
                "share of the texture that is used",
                texture_used(read(painted)),
                at_least(0.5, mean=True),
            ),
        ):
            yield Measure("mesh", photo.name, what, figure, aim)
        if can_validate():
            figure = sum(map(faults, (plain, painted)))
            yield Measure("mesh", photo.name, "validator: errors and warnings", figure, at_most(0))
