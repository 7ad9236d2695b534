"""What ``edit`` can do to a picture: a table of effects, and the reading of instructions."""

from mediaext.engines.classical.effects import (
    art,
    layout,
    light,
    looks,
    printing,
    subject,
    tint,
    weather,
)
from mediaext.engines.classical.effects.table import EFFECTS, STAGES, Ask, Canvas, Effect

FAMILIES = (subject, light, tint, looks, weather, art, printing, layout)
"""Modules whose effects fill the table when they are imported."""

__all__ = ["EFFECTS", "FAMILIES", "STAGES", "Ask", "Canvas", "Effect"]
