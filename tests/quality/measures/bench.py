"""The photos that are measured, and the engine that works on them."""

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
import PIL.Image

from mediaext.engines.base import Context, Engine, Files, load_engine
from mediaext.engines.classical.faces import find_faces
from mediaext.engines.classical.masks import subject_alpha
from mediaext.engines.classical.pictures import open_picture, shrink
from mediaext.errors import JobFailed
from mediaext.operation import Operation

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.floating[Any]]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]
LONGEST_SIDE = 1024  # pixels of a photo that is measured
SHIPPED = (
    ("skimage", "data", ("astronaut.png", "chelsea.png", "coffee.png", "rocket.jpg",
                         "motorcycle_left.png", "camera.png")),
    ("sklearn", "datasets/images", ("china.jpg", "flower.jpg")),
    ("matplotlib", "mpl-data/sample_data", ("grace_hopper.jpg",)),
)  # fmt: skip
"""Libraries that ship photos, the folder and the files."""
OUTLINES = Path(__file__).parents[2] / "data" / "masks" / "outlines.json"
"""Outlines drawn by hand, which a checkout has and an installation has not."""


@dataclass
class Photo:
    """A photo, uint8 RGB (H, W, 3), and the outline of its subject where somebody drew one."""

    name: str
    rgb: Pixels
    truth: Mask | None = None

    @cached_property
    def alpha(self) -> Floats:
        """Opacity of the subject as the engine finds it, (H, W), 0 to 1."""
        return subject_alpha(self.rgb)

    @cached_property
    def face(self) -> Literal["", "front", "side"]:
        """Whether there is a face, and from where it is seen."""
        faces = find_faces(self.rgb)
        return ("front" if len(faces[0].eyes) == 2 else "side") if faces else ""

    @property
    def content(self) -> bytes:
        """The photo as PNG."""
        return encode(self.rgb)

    @property
    def outlined(self) -> bytes:
        """The photo as PNG that brings its outline along as transparency."""
        return encode(np.dstack([self.rgb, (255 * self.alpha).round().astype(np.uint8)]))


@dataclass
class Bench:
    """An engine and what it is measured on; ``long`` takes the rows that need minutes too."""

    photos: list[Photo]
    long: bool = False
    engine: Engine = field(default_factory=load_engine)

    def make(self, request: Operation[Any], *contents: bytes, seed: int = 1) -> Files:
        """Carry out a request, its media inputs in the order of its fields."""
        inputs = {name: [made] for name, made in zip(request.media(), contents, strict=True)}
        return self.engine.make(request, inputs, Context(seed=seed))

    def picture(self, request: Operation[Any], *contents: bytes, seed: int = 1) -> Pixels:
        """Carry out a request and decode its result to RGB."""
        return decode(self.make(request, *contents, seed=seed)["result"].content)

    def refused(self, request: Operation[Any], *contents: bytes, naming: str = "") -> bool:
        """Say whether a request ends in INPUT_INVALID with a sentence that names ``naming``."""
        try:
            self.make(request, *contents)
        except JobFailed as failure:
            return failure.code == "INPUT_INVALID" and naming in str(failure)
        return False


def encode(pixels: Pixels) -> bytes:
    """Encode uint8 pixels as PNG."""
    buffer = io.BytesIO()
    PIL.Image.fromarray(pixels).save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def decode(content: bytes) -> Pixels:
    """Decode a picture to uint8 RGB."""
    return np.asarray(open_picture(content).convert("RGB"))


def find_photos(folder: Path | None = None) -> list[Photo]:
    """Read the photos of a folder, or those that scientific libraries ship.

    At most 1024 pixels a side. A mask ``NAME.mask.png`` beside ``NAME.jpg`` is its outline.
    """
    paths = sorted(_pictures(folder)) if folder else list(_shipped())
    drawn = json.loads(OUTLINES.read_text()) if not folder and OUTLINES.is_file() else {}
    photos = []
    for path in paths:
        rgb = decode(path.read_bytes())
        truth = _filled(rgb, drawn[path.stem]) if path.stem in drawn else _mask(path, rgb)
        photos.append(Photo(path.stem, shrink(rgb, LONGEST_SIDE), truth))
    return photos


def _pictures(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        picture = path.suffix.lower() in {".jpg", ".jpeg", ".png", ".webp"}
        if picture and ".mask" not in path.name:
            yield path


def _shipped() -> Iterator[Path]:
    """Name the photos that are installed; libraries that are not needed otherwise may lack."""
    for library, folder, names in SHIPPED:
        found = find_spec(library)
        for place in found.submodule_search_locations or () if found else ():
            yield from (Path(place, folder, name) for name in names)


def _filled(rgb: Pixels, outlines: list[list[list[int]]]) -> Mask:
    mask = np.zeros(rgb.shape[:2], np.uint8)
    for points in outlines:
        cv2.fillPoly(mask, [np.array(points)], (1,))
    return mask.astype(bool)


def _mask(path: Path, rgb: Pixels) -> Mask | None:
    beside = path.with_name(f"{path.stem}.mask.png")
    if not beside.exists():
        return None
    small = shrink(rgb, LONGEST_SIDE)
    image = PIL.Image.open(beside).convert("L").resize((small.shape[1], small.shape[0]))
    return np.asarray(image) > 127
