"""Birds."""

from mediaext.engines.classical.painter.colours import darker, lighter
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.registry import thing


@thing("duck, duckling, goose, mallard", 0.4, 1.3, "#f3efe4 yellow #8a6a4a", "pond lake river",
       "water")  # fmt: skip
def duck(pen: Pen) -> None:
    """Draw a swimming duck."""
    pen.blob([(0.02, 0.52), (0.12, 0.62), (0.3, 0.58), (0.6, 0.58), (0.85, 0.54), (0.98, 0.66),
              (0.94, 0.86), (0.7, 0.99), (0.3, 0.99), (0.1, 0.84)], round=0.9)  # fmt: skip
    pen.blob([(0.72, 0.66), (0.72, 0.42), (0.78, 0.26), (0.98, 0.3), (1.0, 0.5), (0.97, 0.72)])
    pen.ellipse(0.9, 0.24, 0.2, 0.2)
    pen.blob([(1.05, 0.22), (1.2, 0.26), (1.27, 0.32), (1.18, 0.36), (1.04, 0.34)], "#f08a1d", gloss=0.4)
    pen.limb([(1.07, 0.3), (1.2, 0.32)], 0.012, 0.008, paint="#a85510")
    pen.blob([(0.18, 0.66), (0.45, 0.6), (0.7, 0.68), (0.62, 0.84), (0.36, 0.9), (0.12, 0.76)],
             darker(pen.colour, 0.1), grain="fur", round=0.5)  # fmt: skip
    for k in range(3):
        pen.limb([(0.22 + k * 0.06, 0.72 + k * 0.045), (0.42, 0.74 + k * 0.045), (0.6, 0.7 + k * 0.045)],
                 0.012, 0.018, 0.006, paint=darker(pen.colour, 0.25))  # fmt: skip
    pen.eye(0.96, 0.19, 0.034)


@thing("owl, owlet", 0.45, 0.75, "#8a6a48 #d8cfc0 #5f4a38", "forest night", hand=(0.4, 0.8))
def owl(pen: Pen) -> None:
    """Draw an owl that faces the viewer."""
    plume = {"grain": "scales", "strength": 0.5}
    for x in (0.3, 0.45):
        pen.limb([(x, 0.9), (x, 0.97)], 0.07, 0.05, paint="#d99a2e")
        for toe in (-0.04, 0.0, 0.04):
            pen.limb([(x, 0.96), (x + toe, 0.99)], 0.035, 0.025, paint="#d99a2e")
    pen.blob([(0.37, 0.02), (0.6, 0.14), (0.66, 0.5), (0.6, 0.82), (0.375, 0.95), (0.15, 0.82),
              (0.09, 0.5), (0.15, 0.14)], **plume)  # fmt: skip
    pen.blob([(0.37, 0.4), (0.53, 0.5), (0.52, 0.78), (0.375, 0.9), (0.23, 0.78), (0.22, 0.5)],
             lighter(pen.colour, 0.5), **plume)  # fmt: skip
    for side in (-1, 1):
        pen.blob([(0.375 + side * 0.26, 0.4), (0.375 + side * 0.33, 0.6), (0.375 + side * 0.24, 0.86),
                  (0.375 + side * 0.16, 0.62)], darker(pen.colour, 0.3), **plume)  # fmt: skip
        pen.blob([(0.375 + side * 0.1, 0.08), (0.375 + side * 0.26, -0.05), (0.375 + side * 0.27, 0.18)],
                 darker(pen.colour, 0.3))  # fmt: skip
        pen.ellipse(0.375 + side * 0.12, 0.25, 0.145, 0.145, lighter(pen.colour, 0.6), grain="fur", round=0.3)
        pen.ellipse(0.375 + side * 0.12, 0.25, 0.09, 0.09, "#f2b21c", gloss=0.5)
        pen.dot(0.375 + side * 0.12, 0.25, 0.05, "#0d0b0a")
        pen.dot(0.375 + side * 0.12 - 0.03, 0.22, 0.02, "#ffffff")
    pen.blob([(0.345, 0.29), (0.405, 0.29), (0.375, 0.38)], "#d08a24", gloss=0.4)


@thing("bird, robin, sparrow, songbird, finch", 0.25, 1.2, "#3f86d0 #d9573a #e7b93a #7a9a52",
       "garden forest park", seat=None)  # fmt: skip
def bird(pen: Pen) -> None:
    """Draw a small perching bird."""
    for x in (0.5, 0.6):
        pen.limb([(x, 0.8), (x + 0.01, 0.98)], 0.035, 0.025, paint="#8a5a2a")
        pen.limb([(x - 0.05, 0.99), (x + 0.07, 0.99)], 0.025, 0.02, paint="#8a5a2a")
    pen.blob([(0.3, 0.56), (0.02, 0.76), (0.0, 0.86), (0.1, 0.86), (0.36, 0.72)], darker(pen.colour, 0.35),
             grain="fur")  # fmt: skip
    pen.blob([(0.26, 0.56), (0.42, 0.36), (0.68, 0.24), (0.92, 0.4), (0.9, 0.66), (0.68, 0.86), (0.42, 0.82)],
             grain="fur", strength=0.4)  # fmt: skip
    pen.blob([(0.72, 0.5), (0.9, 0.48), (0.88, 0.66), (0.7, 0.84), (0.54, 0.82)], lighter(pen.colour, 0.6),
             grain="fur")  # fmt: skip
    pen.ellipse(0.82, 0.27, 0.2, 0.19, grain="fur", strength=0.4)
    pen.blob([(0.99, 0.22), (1.18, 0.3), (0.99, 0.34)], "#e8a020", gloss=0.4)
    pen.blob([(0.34, 0.5), (0.6, 0.44), (0.7, 0.56), (0.5, 0.72), (0.18, 0.76)], darker(pen.colour, 0.22),
             grain="scales")  # fmt: skip
    pen.eye(0.88, 0.23, 0.036)
