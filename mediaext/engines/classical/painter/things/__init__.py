"""Everything the painter can draw, by family."""

from mediaext.engines.classical.painter.things import (
    birds,
    buildings,
    clothes,
    food,
    forest,
    furniture,
    heavens,
    nature,
    objects,
    people,
    pets,
    sea,
    shapes,
    small,
    tales,
    vehicles,
    vessels,
    wild,
)
from mediaext.engines.classical.painter.things.registry import THINGS, Thing

FAMILIES = (
    pets,
    wild,
    forest,
    birds,
    sea,
    small,
    people,
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
    shapes,
)

__all__ = ["FAMILIES", "THINGS", "Thing"]
