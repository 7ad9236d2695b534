"""Everything the painter can draw, by family."""

from mediaext.engines.classical.painter.things import (
    accessories,
    animals,
    appliances,
    birds,
    body,
    buildings,
    clothes,
    food,
    furniture,
    household,
    music,
    nature,
    people,
    sea,
    shapes,
    signs,
    sports,
    streets,
    tales,
    tools,
    vehicles,
    vessels,
)
from mediaext.engines.classical.painter.things.registry import THINGS, Thing

FAMILIES = (
    accessories,
    animals,
    appliances,
    birds,
    body,
    buildings,
    clothes,
    food,
    furniture,
    household,
    music,
    nature,
    people,
    sea,
    shapes,
    signs,
    sports,
    streets,
    tales,
    tools,
    vehicles,
    vessels,
)


def _of(*families: str) -> frozenset[str]:
    return frozenset(n for n, row in THINGS.items() if row.draw.__module__.endswith(families))


SCENERY = _of("buildings", "nature")
"""Things that may stand in a scene behind a subject."""
BODY_PARTS = _of("body")
ACCESSORIES = _of("accessories")
LIVING = _of("animals", "birds", "people", "tales")
"""Persons and animals."""

LOW = 0.5  # metres
_UPRIGHT = frozenset({
    "pizza", "cake", "burger", "soup", "salad", "sandwich", "sushi", "taco", "steak", "pancakes",
    "beer", "wine", "juice", "spaghetti", "pie", "popcorn", "french fries", "cupcake",
    "ice cream", "fruit", "egg", "plate", "tray", "pan", "bucket", "fan", "ceiling fan",
    "light bulb", "cooler", "candle", "globe", "lantern", "anvil", "paint can", "toaster",
    "microwave", "computer", "telephone", "box", "plant", "backpack", "speaker",
    "straight line", "picnic", "stack of books", "chessboard",
})  # fmt: skip
FLAT = frozenset(
    name
    for name in {"starfish"} | _of(
        "accessories", "appliances", "clothes", "food", "furniture", "household", "music",
        "nature", "signs", "sports", "tools",
    )
    if (THINGS[name].stance == "table" or THINGS[name].height <= LOW)
    and THINGS[name].mouth is None
    and name not in _UPRIGHT
)  # fmt: skip
"""Small things whose drawings are also what is seen of them from above, when they lie."""

__all__ = ["ACCESSORIES", "BODY_PARTS", "FAMILIES", "FLAT", "LIVING", "SCENERY", "THINGS", "Thing"]
