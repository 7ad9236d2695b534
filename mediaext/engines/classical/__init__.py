"""Media by classical signal processing: nothing to download, CPU only, deterministic by seed.

``operations`` holds a module per operation, named like it, with a function ``make``. Networks that
``mediaext engine add`` brought are asked too where an operation has a use for them.
"""

from typing import Any

from pydantic import JsonValue

from mediaext.engines.base import Engine, Identity
from mediaext.engines.entries import InstalledModel, find_model
from mediaext.operation import Operation

LICENCE = "Apache-2.0"  # of this package
PEOPLE = "mediapipe-people"  # entry of models/seeing.toml
ASKING = frozenset({
    "background", "cutout", "edit", "faceswap", "instamodel", "lock", "mesh", "replace",
    "template", "tryon", "upscaler", "video",
})  # fmt: skip
"""Operations that ask the networks of that entry where it was added."""
DRAWINGS = "noto-emoji"  # entry of models/drawing.toml
PAINTING = frozenset({"background", "edit", "image", "instamodel", "lock", "sd3_5", "template"})
"""Operations that paint, and so show the drawings of that entry where they were added."""


class ClassicalEngine(Engine):
    """The built-in engine; its identity names what was added."""

    def identity(self, operation: type[Operation[Any]]) -> Identity:
        """Return what makes ``operation``: the engine, and the networks or drawings it uses."""
        models = _added(operation)
        return Identity(
            self.name,
            model="+".join(model.entry.name for model in models),
            revision="+".join(model.revision for model in models),
            output_version=self.version,
        )

    def describe(self, operation: type[Operation[Any]]) -> dict[str, JsonValue]:
        """Return who makes ``operation``, with its licence and those of what was added."""
        licences = [
            LICENCE,
            *(f"{model.entry.name}: {model.entry.licence.terms}" for model in _added(operation)),
        ]
        return {**super().describe(operation), "licence": "; ".join(licences)}


def _added(operation: type[Operation[Any]]) -> list[InstalledModel]:
    asked = operation.endpoint.name
    names = [
        *((PEOPLE,) if asked in ASKING else ()),
        *((DRAWINGS,) if asked in PAINTING else ()),
    ]
    return [found for name in names if (found := find_model(name)) is not None]


engine = ClassicalEngine(
    "classical",
    "17",  # raised when the pixels of an equal request change
    package=f"{__name__}.operations",
    memory_limit=4_000_000_000,
    bytes_per_pixel=90,  # cutouts of 12 megapixels took 82
)
