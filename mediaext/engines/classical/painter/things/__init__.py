"""Everything the painter can draw, by family."""

from mediaext.engines.classical.painter.things import (
    birds,
    buildings,
    food,
    furniture,
    nature,
    people,
    pets,
    vehicles,
)
from mediaext.engines.classical.painter.things.registry import THINGS, Thing

FAMILIES = (pets, birds, people, vehicles, buildings, nature, food, furniture)

__all__ = ["FAMILIES", "THINGS", "Thing"]
