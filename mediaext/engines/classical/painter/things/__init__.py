"""Everything the painter can draw, by family."""

from mediaext.engines.classical.painter.things import (
    birds,
    buildings,
    folk,
    food,
    furniture,
    landmarks,
    nature,
    objects,
    people,
    pets,
    plants,
    sea,
    shapes,
    small,
    traffic,
    vehicles,
    wild,
)
from mediaext.engines.classical.painter.things.registry import THINGS, Thing

FAMILIES = (
    pets, wild, birds, sea, small, people, folk, vehicles, traffic, buildings, landmarks, nature,
    plants, food, furniture, objects, shapes,
)  # fmt: skip

__all__ = ["FAMILIES", "THINGS", "Thing"]
