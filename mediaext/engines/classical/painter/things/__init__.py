"""Everything the painter can draw, by family."""

from mediaext.engines.classical.painter.things import (
    accessories,
    appliances,
    belongings,
    birds,
    body,
    buildings,
    clothes,
    food,
    forest,
    furniture,
    heavens,
    household,
    music,
    nature,
    objects,
    people,
    pets,
    roles,
    sea,
    shapes,
    signs,
    small,
    sports,
    streets,
    tales,
    tools,
    vegetables,
    vehicles,
    vessels,
    wild,
)
from mediaext.engines.classical.painter.things.registry import THINGS, Thing

SCENIC = ("buildings", "nature", "heavens")
FAMILIES = (
    pets,
    wild,
    forest,
    birds,
    sea,
    small,
    people,
    roles,
    tales,
    vehicles,
    vessels,
    buildings,
    nature,
    heavens,
    food,
    vegetables,
    furniture,
    objects,
    clothes,
    household,
    music,
    sports,
    shapes,
    signs,
    tools,
    appliances,
    accessories,
    belongings,
    streets,
    body,
)


def _of(*families: str) -> frozenset[str]:
    return frozenset(n for n, row in THINGS.items() if row.draw.__module__.endswith(families))


SCENERY = _of(*SCENIC)
"""Things that may stand in a scene behind a subject."""
BODY_PARTS = _of("body")
ACCESSORIES = _of("accessories")
LIVING = _of("people", "roles", "pets", "wild", "forest", "birds", "small", "tales")
"""Persons and animals."""

LOW = 0.5  # metres
_UPRIGHT = frozenset({
    "pizza", "cake", "burger", "soup", "salad", "sandwich", "sushi", "taco", "steak", "pancakes",
    "beer", "wine", "juice", "spaghetti", "pie", "popcorn", "french fries", "cupcake",
    "ice cream", "fruit", "egg", "plate", "tray", "pan", "bucket", "fan", "ceiling fan",
    "light bulb", "cooler", "candle", "globe", "lantern", "anvil", "paint can", "toaster",
    "microwave", "computer", "telephone", "box", "plant", "backpack", "speaker",
    "straight line",
})  # fmt: skip
FLAT = frozenset(
    name
    for name in {"starfish"} | _of(
        "accessories", "appliances", "belongings", "clothes", "food", "furniture", "household",
        "music", "nature", "objects", "signs", "sports", "tools", "vegetables",
    )
    if (THINGS[name].stance == "table" or THINGS[name].height <= LOW)
    and THINGS[name].mouth is None
    and name not in _UPRIGHT
)  # fmt: skip
"""Small things whose drawings are also what is seen of them from above, when they lie."""

__all__ = ["ACCESSORIES", "BODY_PARTS", "FAMILIES", "FLAT", "LIVING", "SCENERY", "THINGS", "Thing"]
