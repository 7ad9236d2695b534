"""What ``edit`` can do to a picture: a table of effects, and the parser of instructions."""

from mediaext.engines.classical.effects import (
    adjustments,
    art,
    framing,
    looks,
    subject,
    tint,
    weather,
)
from mediaext.engines.classical.effects.effect import EFFECTS, STAGES, Ask, Canvas, Effect

FAMILIES = (subject, adjustments, tint, looks, weather, art, framing)
"""Modules whose effects fill the table when they are imported."""

__all__ = ["EFFECTS", "FAMILIES", "STAGES", "Ask", "Canvas", "Effect"]
