"""Lettering, and what carries it: signs, boards, labels, logos; ``pen.text`` is what they say."""

import numpy as np

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import Colour, darker, lighter, luminance, mix
from mediaext.engines.classical.painter.pen import Finish, Pen
from mediaext.engines.classical.painter.things.registry import thing
from mediaext.engines.classical.painter.typesetting import Box, Face, typeset

INK = "#1c1a20"
FLAT: Finish = {"round": 0.02}


def letter(
    pen: Pen, face: Face, box: Box, paint: str | Colour | None, finish: Finish = FLAT
) -> None:
    """Set the pen's text into a box."""
    for glyph in typeset(pen.text, face, box):
        pen.fill(glyph, paint, **finish)


def readable(ground: Colour) -> str:
    """Return dark or light, whichever reads better on a colour."""
    return "#f8f4ea" if luminance(ground) < 0.5 else INK


@thing(
    "lettering, inscription, letters, font, typeface, text",
    0.7,
    2.0,
    "#d8402e #2f6fd0 #e8a020 #3a9a5a",
    "studio",
)
def lettering(pen: Pen) -> None:
    """Draw standing letters, solid and rounded; the caller sets the aspect by the text."""
    box = (0.0, 0.0, pen.aspect, 1.0)
    for glyph in typeset(pen.text or "ABC", "round", box):
        pen.fill([part + np.array([0.018, 0.022]) for part in glyph], darker(pen.colour, 0.45))
        pen.fill(glyph, round=0.6, gloss=0.35)


@thing(
    "sign, signboard, signpost, placard, notice, nameplate, shop sign, road sign",
    1.7, 1.25, "#9c6b3c #2f6a4a #2f4f8a #a83a2e", "street path meadow", hand=(0.62, 0.3),
)  # fmt: skip
def sign(pen: Pen) -> None:
    """Draw a board on two posts."""
    for x in (0.22, 1.03):
        pen.box(x - 0.035, 0.1, x + 0.035, 1.0, "#6a4a30", 0.01, grain="wood")
    pen.box(0.02, 0.06, 1.23, 0.66, darker(pen.colour, 0.35), 0.05, grain="wood")
    pen.box(0.05, 0.09, 1.2, 0.63, None, 0.04, grain="wood", round=0.08)
    letter(pen, "round", (0.12, 0.14, 1.13, 0.58), readable(pen.colour))


@thing(
    "neon sign, neon lettering, neon light sign, neon lights sign",
    1.2, 1.7, "#ff4fa0 #4ad8ff #ffb03a #7cff6a", "brick_wall", "air",
)  # fmt: skip
def neon_sign(pen: Pen) -> None:
    """Draw glass tubes along the letters, glowing on a dark panel."""
    pen.box(0.0, 0.1, 1.7, 0.94, "#17151c", 0.05, round=0.1, gloss=0.15)
    core, tube = lighter(pen.colour, 0.75), pen.colour
    glyphs = typeset(pen.text or "OPEN", "round", (0.14, 0.2, 1.56, 0.84))
    for glyph in glyphs:
        for part in glyph:
            x, y = part.mean(axis=0)
            pen.glow(float(x), float(y), 0.3, tube, 0.5)
            loop = np.concatenate([part, part[:2]])
            pen.flat(geometry.limb(loop, 0.034, bend=False), mix(tube, (0.0, 0.0, 0.0), 0.1))
            pen.flat(geometry.limb(loop, 0.014, bend=False), core)


@thing(
    "billboard, printed poster, advertising board",
    3.2, 1.4, "#f4efe2 #e8b83a #c83a3a #2f6fb0", "road street city",
)  # fmt: skip
def billboard(pen: Pen) -> None:
    """Draw a large board on posts."""
    for x in (0.3, 1.1):
        pen.box(x - 0.03, 0.6, x + 0.03, 1.0, "#5a6068", grain="metal")
    pen.box(0.0, 0.04, 1.4, 0.76, "#3a3f46", 0.01, grain="metal")
    pen.box(0.03, 0.07, 1.37, 0.73, None, 0.005, round=0.02)
    letter(pen, "round", (0.1, 0.13, 1.3, 0.67), readable(pen.colour))


@thing(
    "banner, bunting banner", 1.0, 2.4, "#c8302e #2f4f9a #e8b22a #2a7a4a", "stage street", "air"
)
def banner(pen: Pen) -> None:
    """Draw a cloth that hangs between two points."""
    pen.blob(
        ".03,.12 .6,.2 1.2,.23 1.8,.2 2.37,.12 2.36,.5 2.34,.86 1.8,.94 1.2,.97 .6,.94 "
        ".06,.86 .04,.5",
        grain="fabric", round=0.15,
    )  # fmt: skip
    letter(pen, "round", (0.24, 0.32, 2.16, 0.86), readable(pen.colour))


@thing(
    "chalk board, blackboard, chalkboard, menu board, chalkboard sign, blackboard sign, "
    "chalk sign",
    1.3, 1.15, "#263a34", "kitchen street classroom",
)  # fmt: skip
def chalk_board(pen: Pen) -> None:
    """Draw a framed slate written on with chalk."""
    pen.box(0.03, 0.02, 1.12, 0.94, "#8a6038", 0.02, grain="wood")
    pen.box(0.08, 0.07, 1.07, 0.89, darker(pen.colour, 0.1), 0.01, grain="plaster", round=0.03)
    letter(pen, "hand", (0.14, 0.13, 1.01, 0.83), "#eef0e6", {"grain": "rough", **FLAT})
    for x in (0.2, 0.95):
        pen.limb([(x, 0.94), (x - 0.03, 1.0)], 0.05, 0.04, paint="#6a4a30")


@thing("stamp, rubber stamp", 0.4, 1.6, "#b8242e #1f4f9a #2a6a3a", "studio", "air")
def stamp(pen: Pen) -> None:
    """Draw an impression in ink: a frame and letters, turned a little, worn."""
    corner = np.array([0.8, 0.5])
    frame = [
        geometry.box(0.04, 0.14, 1.56, 0.86, 0.05),
        geometry.box(0.08, 0.18, 1.52, 0.82, 0.03),
    ]
    for shape in (frame, *typeset(pen.text, "serif", (0.16, 0.24, 1.44, 0.76))):
        turned = [geometry.rotate(part - corner, -9) + corner for part in shape]
        pen.fill(turned, round=0.02, grain="rough", strength=1.0)


@thing(
    "logo, logotype, emblem, brand, logo design, badge, crest",
    0.8, 1.3, "#1f5fa8 #c8402e #1f7a5a #6a3a8a", "studio", "air",
)  # fmt: skip
def logo(pen: Pen) -> None:
    """Draw a mark over the name."""
    tall = 0.56 if pen.text else 0.9
    pen.ellipse(0.65, tall / 2 + 0.04, tall / 2, tall / 2, round=0.05)
    light = lighter(pen.colour, 0.85)
    initial = (pen.text or "A")[0].upper()
    half = tall * 0.24
    for glyph in typeset(
        initial, "serif", (0.65 - half, 0.04 + half, 0.65 + half, tall - half + 0.04)
    ):
        pen.fill(glyph, light, **FLAT)
    pen.ring(0.65, tall / 2 + 0.04, tall * 0.44, tall * 0.41, light, **FLAT)
    letter(pen, "round", (0.02, 0.66, 1.28, 0.98), darker(pen.colour, 0.35))


@thing(
    "label, tag, sticker, price tag",
    0.3, 1.5, "#f2e8d0 #e8b22a #d8402e #3a7ac0", "studio table", hand=(0.75, 0.5),
)  # fmt: skip
def label(pen: Pen) -> None:
    """Draw a tag on a string."""
    pen.limb(".16,.5 .04,.3 .1,.1 .26,.02", 0.02, 0.018, paint="#b8a070")
    pen.poly(".02,.5 .3,.14 1.47,.14 1.47,.9 .3,.9", round=0.06)
    pen.ellipse(0.2, 0.52, 0.055, 0.055, "#4a3f34")
    letter(pen, "serif", (0.36, 0.24, 1.4, 0.8), readable(pen.colour))


@thing(
    "greeting card, card, postcard, invitation, birthday card, wedding invitation, book cover",
    0.25, 0.78, "#f8f1e4 #e4eef4 #f6dfe0", "table studio", hand=(0.39, 0.5),
)  # fmt: skip
def card(pen: Pen) -> None:
    """Draw an upright card with a frame."""
    pen.box(0.02, 0.0, 0.76, 1.0, None, 0.01, round=0.03, grain="plaster", strength=0.3)
    accent = "#b0763a"
    frame = [
        geometry.box(0.07, 0.05, 0.71, 0.95, 0.02),
        geometry.box(0.08, 0.06, 0.70, 0.94, 0.02),
    ]
    pen.fill(frame, accent, **FLAT)
    letter(pen, "serif", (0.13, 0.22, 0.65, 0.78), "#4a2f2a")
    for y in (0.15, 0.85):
        pen.limb([(0.29, y), (0.39, y + 0.012), (0.49, y)], 0.004, 0.014, 0.004, paint=accent)


@thing("graffiti, mural", 1.6, 2.2, "#e8408a #3ac8e0 #f2b22a #6ad04a", "brick_wall", "air")
def graffiti(pen: Pen) -> None:
    """Draw swelling letters with a dark outline, sprayed on the wall."""
    for glyph in typeset(pen.text or "ABC", "round", (0.05, 0.15, 2.15, 0.9)):
        for part in glyph:
            pen.flat(geometry.limb(np.concatenate([part, part[:2]]), 0.09, bend=False), INK)
        pen.fill(glyph, round=0.35)


CARRIERS = frozenset({
    "lettering", "sign", "neon sign", "billboard", "banner", "chalk board", "stamp", "logo",
    "label", "greeting card", "graffiti", "cup", "t-shirt", "jam", "cake",
})  # fmt: skip
"""Things that say something."""
PRINTED = frozenset({"logo", "stamp"})
"""Those that are on paper, not in a place."""
