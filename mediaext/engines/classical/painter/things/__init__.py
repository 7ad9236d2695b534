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

SCENERY = frozenset(name for name, row in THINGS.items() if row.draw.__module__.endswith(SCENIC))
"""Things that may stand in a scene behind a subject."""

__all__ = ["FAMILIES", "SCENERY", "THINGS", "Thing"]
