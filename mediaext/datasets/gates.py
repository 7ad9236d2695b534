"""Checks that every result passes once on arrival: large enough, and not one of us already."""

import io
from pathlib import Path

import numpy as np
import PIL.Image

from mediaext.datasets.keys import Node

ALIKE = 2  # differing bits of 256 up to which two pictures count as one
SIDE = 16


def picture_hash(image: PIL.Image.Image) -> int:
    """Return 256 bits, each whether a pixel is brighter than the next; they change little.

    The difference hash of Krawetz (2013), on 17 by 16 grey pixels.
    """
    small = image.convert("L").resize((SIDE + 1, SIDE), PIL.Image.Resampling.BOX)
    grey = np.asarray(small, dtype=np.int16)
    bits = np.packbits(grey[:, 1:] > grey[:, :-1])
    return int.from_bytes(bits.tobytes(), "big")


def unlike(first: int, second: int) -> int:
    """Return the number of bits in which two hashes differ."""
    return (first ^ second).bit_count()


class Arrival:
    """Refuses what is too small, or can hardly be told from another variant of the same item."""

    def __init__(self, folder: Path, near_duplicates: bool, min_side: int) -> None:
        self.folder = folder
        self.near_duplicates = near_duplicates
        self.min_side = min_side
        self._seen: dict[tuple[bytes, int], dict[bytes, int]] = {}

    def __call__(self, node: Node, content: bytes) -> str:
        """Return why a result is refused, or ``""``."""
        if not (self.near_duplicates or self.min_side):
            return ""
        try:
            with PIL.Image.open(io.BytesIO(content)) as image:
                if min(image.size) < self.min_side:
                    return f"{image.width}x{image.height} is smaller than {self.min_side} pixels"
                return self._alike(node, image) if self.near_duplicates else ""
        except (OSError, SyntaxError, ValueError) as error:
            return f"cannot be read as a picture ({error})"

    def _alike(self, node: Node, image: PIL.Image.Image) -> str:
        """Compare with the variants of the same item and step that arrived in this process."""
        found = picture_hash(image)
        seen = self._seen.setdefault((node.root, node.step), {})
        for key, other in list(seen.items()):
            if key != node.key and unlike(found, other) <= ALIKE:
                return f"hardly differs from another variant ({key.hex()[:12]})"
        seen[node.key] = found
        return ""
