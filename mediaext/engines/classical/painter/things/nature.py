"""Plants, stones and weather."""

import math

from mediaext.engines.classical.painter import geometry
from mediaext.engines.classical.painter.colours import darker, lighter, mix
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing("tree, oak, elm, maple", 8.0, 0.85, "#4a8a3a #5f9a3c #3d7a44", "meadow park hills")
def tree(pen: Pen) -> None:
    """Draw a broad-leaved tree in clumps, lit from one side."""
    bark = "#6a4a32"
    for x in (-0.09, 0.1):
        pen.limb([(0.425, 0.95), (0.425 + x, 0.99)], 0.06, 0.02, paint=bark, grain="bark")
    pen.limb(
        ".42,.99 .44,.75 .42,.45",
        0.12,
        0.085,
        0.05,
        paint=bark,
        grain="wood",
        strength=0.8,
    )
    pen.limb(".43,.7 .58,.5", 0.05, 0.025, paint=bark)
    pen.limb(".43,.65 .27,.48", 0.045, 0.02, paint=bark)
    clumps = [
        (0.42, 0.3, 0.3),
        (0.2, 0.42, 0.19),
        (0.64, 0.42, 0.19),
        (0.3, 0.2, 0.19),
        (0.54, 0.18, 0.19),
        (0.42, 0.42, 0.2),
        (0.17, 0.3, 0.15),
        (0.68, 0.28, 0.15),
        (0.42, 0.1, 0.15),
        (0.5, 0.34, 0.16),
        (0.3, 0.36, 0.15),
    ]
    for k, (x, y, radius) in enumerate(clumps):
        tone = darker(pen.colour, 0.38 - 0.034 * k) if k < 9 else lighter(pen.colour, 0.12)
        for _ in range(2 if pen.detail > 0.3 else 1):
            dx, dy = pen.rng.uniform(-0.04, 0.04, 2)
            pen.fill(
                [geometry.lump(pen.rng, x + dx, y + dy, radius * 0.85, radius * 0.8, 0.13)],
                tone,
                grain="leaves",
                strength=0.9,
            )


@thing(
    "flower, daisy, blossom, bloom",
    0.4,
    0.6,
    "#e8567a #f2c230 #f4f0ea #8a5ac8 #e8482e",
    "garden meadow",
    hand=(0.3, 0.7),
)
def flower(pen: Pen) -> None:
    """Draw one large flower on its stem."""
    green = "#4a8a3a"
    pen.limb(".3,1 .28,.7 .3,.34", 0.035, 0.028, 0.026, paint=green)
    pen.blob(".29,.86 .12,.74 .04,.6 .2,.66", green, round=0.4)
    pen.blob(".29,.78 .46,.68 .56,.54 .38,.6", lighter(green, 0.12), round=0.4)
    petals = 9 if pen.rng.random() < 0.5 else 7
    for layer, reach in ((0, 0.17), (1, 0.13)):
        for k in range(petals):
            turn = (k + layer / 2) * math.tau / petals + 0.3
            x, y = 0.3 + math.cos(turn) * reach, 0.28 + math.sin(turn) * reach
            pen.ellipse(
                x,
                y,
                0.125,
                0.07,
                mix(pen.colour, pen.light, 0.35 * layer),
                turn=math.degrees(turn),
                round=0.8,
            )
    core = "#f0b82a" if pen.colour[1] < 0.7 or pen.colour[2] > 0.5 else "#6a3f1e"
    pen.ellipse(0.3, 0.28, 0.085, 0.08, core, grain="scales", strength=0.6)


@thing("sun", 1.0, 1.0, "#ffd23a", "sky meadow", "air")
def sun(pen: Pen) -> None:
    """Draw a glowing sun."""
    pen.glow(0.5, 0.5, 0.95, lighter(pen.colour, 0.2), 0.7)
    for k in range(16):
        turn = k * math.tau / 16
        near, far = 0.36, 0.5 if k % 2 == 0 else 0.44
        pen.limb(
            [
                (0.5 + math.cos(turn) * near, 0.5 + math.sin(turn) * near),
                (0.5 + math.cos(turn) * far, 0.5 + math.sin(turn) * far),
            ],
            0.06,
            0.01,
            paint=lighter(pen.colour, 0.15),
        )
    pen.ellipse(0.5, 0.5, 0.32, 0.32, lighter(pen.colour, 0.1), round=0.4)


@thing(
    "mushroom, toadstool, fungus", 0.2, 0.9, "#d0392c #b98a5a", "forest meadow", seat=(0.45, 0.06)
)
def mushroom(pen: Pen) -> None:
    """Draw a spotted toadstool."""
    pen.blob(
        ".36,.5 .54,.5 .55,.75 .61,.95 .45,1 .29,.95 .35,.75", "#efe6d0", grain="fur", strength=0.3
    )
    pen.ellipse(0.45, 0.53, 0.36, 0.08, "#d8c8a8", grain="fur", round=0.3)
    pen.blob(
        ".02,.5 .1,.24 .3,.06 .6,.06 .8,.24 .88,.5 .66,.56 .45,.575 .24,.56", gloss=0.4, round=0.9
    )
    for x, y, r in (
        (0.3, 0.2, 0.06),
        (0.55, 0.16, 0.05),
        (0.48, 0.36, 0.07),
        (0.2, 0.4, 0.05),
        (0.7, 0.38, 0.06),
        (0.72, 0.24, 0.03),
    ):
        pen.ellipse(x, y, r, r * 0.8, "#f8f1e2", round=0.6)
