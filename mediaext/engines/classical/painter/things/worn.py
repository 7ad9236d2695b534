"""What people and animals wear on head, face and body, drawn over them; where their heads are."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from mediaext.engines.classical.painter.colours import colour, darker, lighter
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things import people
from mediaext.engines.classical.painter.things.people import CLOTH, METAL, ROLES, Part
from mediaext.engines.classical.painter.things.registry import Thing

Slot = Literal["hair", "legs", "torso", "over", "neck", "body", "face", "top"]
ORDER: tuple[Slot, ...] = get_args(Slot)
"""Where something is worn, in the order in which it is drawn."""
HEAD = (0.25, 0.115, 0.085)  # x, y and radius of a standing person's, over which parts are drawn


@dataclass(frozen=True, slots=True)
class Wearable:
    """Something worn: its words, where it goes, its usual colour, how far it rises over a head.

    ``rise`` is in the height of a standing person.
    """

    words: str
    slot: Slot
    colour: str
    draw: Part
    rise: float = 0.0


@dataclass(frozen=True, slots=True)
class Wearer:
    """Where the head of a thing is, in its own units, and where it can wear something.

    ``trunk`` is where a standing person's garments are on it: left, top, height, stretch across.
    """

    x: float
    y: float
    radius: float
    slots: frozenset[str]
    trunk: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)


# on the head


def hat(pen: Pen) -> None:
    """Draw a hat with a wide brim."""
    people.wide_hat(pen, pen.colour, darker(pen.colour, 0.5))


def top_hat(pen: Pen) -> None:
    """Draw a tall hat with a ribbon."""
    pen.ellipse(0.25, 0.05, 0.145, 0.022, darker(pen.colour, 0.1), gloss=0.3)
    pen.blob(".175,.045 .165,-.13 .25,-.145 .335,-.13 .325,.045 .25,.056", round=0.8, gloss=0.3)
    pen.box(0.172, 0.0, 0.328, 0.038, "#a8303a", 0.006)


def cap(pen: Pen) -> None:
    """Draw a baseball cap."""
    pen.blob(".158,.062 .165,-.015 .25,-.05 .335,-.015 .342,.062 .25,.05", **CLOTH)
    pen.blob(".19,.062 .25,.046 .345,.05 .4,.078 .34,.088 .25,.075", darker(pen.colour, 0.2))
    pen.ellipse(0.25, -0.046, 0.014, 0.01, darker(pen.colour, 0.2))


def woolly_hat(pen: Pen) -> None:
    """Draw a knitted hat with a bobble."""
    pen.blob(".158,.05 .17,-.02 .25,-.055 .33,-.02 .342,.05 .25,.035", grain="fur")
    pen.limb(".16,.05 .25,.04 .34,.05", 0.036, 0.038, 0.036, paint=pen.light, grain="fur")
    pen.ellipse(0.25, -0.068, 0.03, 0.028, pen.light, grain="fur")


def santa_hat(pen: Pen) -> None:
    """Draw a red hat with white fur."""
    pen.blob(".165,.04 .2,-.06 .3,-.1 .39,-.02 .33,-.03 .335,.04 .25,.05", **CLOTH)
    pen.limb(".16,.05 .25,.04 .34,.05", 0.036, 0.038, 0.036, paint="#f8f6f0", grain="fur")
    pen.ellipse(0.39, -0.005, 0.03, 0.03, "#f8f6f0", grain="fur")


def party_hat(pen: Pen) -> None:
    """Draw a paper cone with dots."""
    pen.poly(".19,.04 .25,-.13 .31,.04", round=0.6)
    for x, y in ((0.25, -0.06), (0.235, 0.0), (0.27, 0.01)):
        pen.ellipse(x, y, 0.01, 0.01, "#f8f4e4")
    pen.ellipse(0.25, -0.135, 0.022, 0.022, "#f2c23a", grain="fur")


def pointed_hat(pen: Pen) -> None:
    """Draw a wizard's or a witch's hat."""
    pen.ellipse(0.25, 0.052, 0.18, 0.028, darker(pen.colour, 0.15), grain="fabric")
    pen.poly(".17,.05 .24,-.12 .29,-.17 .275,-.1 .33,.05", round=0.7, grain="fabric")
    pen.limb(".172,.035 .25,.045 .328,.035", 0.026, 0.028, 0.026, paint="#e8c04a")


def gold_crown(pen: Pen) -> None:
    """Draw a crown with stones."""
    pen.poly(
        ".18,.065 .165,-.04 .212,.008 .25,-.055 .288,.008 .335,-.04 .32,.065",
        gloss=0.8,
        round=0.5,
    )
    for x, y in ((0.165, -0.045), (0.25, -0.06), (0.335, -0.045)):
        pen.ellipse(x, y, 0.012, 0.012, "#d82a3a", gloss=1)
    for x, tone in ((0.21, "#2f7ad0"), (0.25, "#d82a3a"), (0.29, "#2fa06a")):
        pen.ellipse(x, 0.045, 0.01, 0.01, tone, gloss=1)


def wreath(pen: Pen) -> None:
    """Draw a wreath of flowers."""
    for k, tone in enumerate(("#f4a8b8", "#f8f2e0", "#e86a8a", "#f2d24a", "#e86a8a", "#f8f2e0")):
        x = 0.165 + k * 0.034
        y = 0.045 - 0.028 * (1 - abs(k - 2.5) / 2.5)
        pen.ellipse(x + 0.014, y + 0.012, 0.016, 0.01, "#5a9a4a")
        pen.ellipse(x, y, 0.019, 0.018, tone, round=1)


def headset(pen: Pen) -> None:
    """Draw headphones."""
    pen.limb(".155,.11 .165,.0 .25,-.045 .335,.0 .345,.11", 0.018, 0.022, 0.018, paint=pen.dark)
    for side in (-1, 1):
        pen.ellipse(0.25 + side * 0.092, 0.12, 0.024, 0.038, gloss=0.5)


# on the face


def glasses(pen: Pen) -> None:
    """Draw round glasses."""
    people.spectacles(pen)


def dark_glasses(pen: Pen) -> None:
    """Draw sunglasses."""
    for side in (-1, 1):
        pen.ellipse(0.25 + side * 0.034, 0.118, 0.031, 0.025, gloss=0.9)
    pen.limb(".235,.112 .265,.112", 0.008, 0.008)


def face_mask(pen: Pen) -> None:
    """Draw a mask over mouth and nose."""
    pen.blob(".185,.13 .25,.122 .315,.13 .305,.185 .25,.205 .195,.185", **CLOTH)
    for y in (0.15, 0.168):
        pen.limb([(0.192, y), (0.25, y - 0.004), (0.308, y)], 0.003, 0.003, paint=pen.dark)


def beard(pen: Pen) -> None:
    """Draw a full beard with a moustache."""
    pen.blob(
        ".172,.125 .19,.152 .25,.15 .31,.152 .328,.125 .318,.2 .25,.258 .182,.2",
        grain="fur",
        strength=0.8,
    )
    pen.limb(".222,.167 .25,.174 .278,.167", 0.007, 0.011, 0.007, paint="#a8443c")
    moustache(pen)


def moustache(pen: Pen) -> None:
    """Draw a moustache."""
    for side in (-1, 1):
        pen.limb(
            [(0.25, 0.15), (0.25 + side * 0.028, 0.15), (0.25 + side * 0.052, 0.166)],
            0.016,
            0.02,
            0.006,
            grain="fur",
        )


def red_nose(pen: Pen) -> None:
    """Draw a round red nose."""
    pen.ellipse(0.25, 0.136, 0.028, 0.026, gloss=0.9)


def tobacco_pipe(pen: Pen) -> None:
    """Draw a smoking pipe in the mouth."""
    pen.limb(".262,.168 .3,.18 .345,.186", 0.012, 0.014, 0.02, paint="#26201c", gloss=0.5)
    pen.blob(".33,.15 .375,.15 .372,.2 .352,.214 .334,.2", gloss=0.6)
    pen.ellipse(0.3525, 0.151, 0.022, 0.007, "#3a2416")


# about the neck and on the body


def scarf(pen: Pen) -> None:
    """Draw a scarf with one end hanging down."""
    pen.limb(
        ".285,.235 .3,.33 .295,.41", 0.05, 0.052, 0.055, paint=darker(pen.colour, 0.1), **CLOTH
    )
    pen.limb(".175,.205 .25,.24 .325,.205", 0.05, 0.058, 0.05, **CLOTH)


def tie(pen: Pen) -> None:
    """Draw a tie."""
    pen.poly(".236,.225 .264,.225 .258,.25 .275,.39 .25,.43 .225,.39 .242,.25", grain="fabric")


def bow(pen: Pen) -> None:
    """Draw a bow tie."""
    for side in (-1, 1):
        pen.poly([(0.25, 0.232), (0.25 + side * 0.045, 0.208), (0.25 + side * 0.045, 0.258)])
    pen.ellipse(0.25, 0.233, 0.012, 0.014, pen.dark)


def beads(pen: Pen) -> None:
    """Draw a necklace of beads."""
    for k in range(9):
        t = (k - 4) / 4
        pen.ellipse(0.25 + 0.065 * t, 0.285 - 0.055 * t * t, 0.011, 0.011, gloss=1)


def apron(pen: Pen) -> None:
    """Draw an apron."""
    people.apron(pen, pen.colour)


def medal(pen: Pen) -> None:
    """Draw a medal on its ribbon."""
    for side in (-1, 1):
        pen.limb([(0.25 + side * 0.06, 0.225), (0.25, 0.36)], 0.018, 0.018, paint="#2f62b8")
    pen.ellipse(0.25, 0.385, 0.034, 0.034, **METAL)


# garments, over those of a standing person


def trousers(pen: Pen, length: float = 0.95) -> None:
    """Draw two legs of cloth down to ``length``."""
    for side in (-1, 1):
        x = 0.25 + side * 0.06
        pen.limb(
            [(x, 0.6), (x + side * 0.01, 0.6 + 0.5 * (length - 0.6)), (x + side * 0.012, length)],
            0.148, 0.118, 0.1, **CLOTH,
        )  # fmt: skip
        if pen.seated:
            pen.ellipse(x + side * 0.012, 0.66, 0.08, 0.086, round=1, **CLOTH)
    pen.blob(".128,.575 .25,.595 .372,.575 .365,.64 .25,.655 .135,.64", round=0.3, **CLOTH)
    pen.limb(".13,.585 .25,.6 .37,.585", 0.02, 0.02, paint=darker(pen.colour, 0.3))


def short_trousers(pen: Pen) -> None:
    """Draw shorts above bare legs."""
    begun = pen.rng.bit_generator.state
    people.bare_legs(pen)
    pen.rng.bit_generator.state = begun
    trousers(pen, 0.735)


def pleated_skirt(pen: Pen) -> None:
    """Draw a skirt to the knees."""
    pen.blob(".17,.4 .25,.412 .33,.4 .37,.56 .415,.71 .25,.745 .085,.71 .13,.56", **CLOTH)
    for x in (0.18, 0.25, 0.32):
        top, low = (0.25 + (x - 0.25) * 0.6, 0.44), (0.25 + (x - 0.25) * 1.5, 0.7)
        pen.limb([top, low], 0.006, 0.012, paint=darker(pen.colour, 0.25))
    pen.limb(".168,.405 .25,.418 .332,.405", 0.026, 0.028, 0.026, paint=darker(pen.colour, 0.3))


def long_dress(pen: Pen) -> None:
    """Draw a dress down to the feet."""
    people.gown(pen)
    pen.blob(".165,.24 .25,.225 .335,.24 .325,.36 .315,.44 .25,.455 .185,.44 .175,.36", **CLOTH)
    pen.limb(".182,.425 .25,.44 .318,.425", 0.022, 0.024, 0.022, paint=darker(pen.colour, 0.3))


def sleeves(pen: Pen, end: float = 1.0) -> None:
    """Draw both sleeves, from the shoulder to a share of the arm's length."""
    for side in (-1, 1):
        elbow = (0.25 + side * (0.13 + 0.06 * min(2 * end, 1)), 0.27 + 0.15 * min(2 * end, 1))
        path = [(0.25 + side * 0.13, 0.265), elbow]
        if end > 0.5:
            path.append((elbow[0] - side * 0.025 * (2 * end - 1), 0.42 + 0.13 * (2 * end - 1)))
        pen.limb(path, 0.108, 0.09, 0.078, **CLOTH)


def trunk(pen: Pen) -> None:
    """Draw the front of a shirt."""
    pen.blob(".135,.235 .25,.22 .365,.235 .378,.4 .373,.605 .25,.625 .127,.605 .122,.4", **CLOTH)


def neckline(pen: Pen) -> None:
    """Draw a round collar."""
    pen.limb(".2,.222 .25,.256 .3,.222", 0.02, 0.022, 0.02, paint=darker(pen.colour, 0.22))


def buttoned_shirt(pen: Pen) -> None:
    """Draw a shirt with a collar and buttons."""
    sleeves(pen)
    trunk(pen)
    for side in (-1, 1):
        pen.poly([(0.25, 0.262), (0.25 + side * 0.06, 0.215), (0.25 + side * 0.075, 0.27)],
                 pen.light)  # fmt: skip
    pen.limb(".25,.262 .25,.61", 0.007, 0.007, paint=pen.dark)
    for k in range(5):
        pen.ellipse(0.25, 0.31 + 0.065 * k, 0.008, 0.008, pen.dark)


def short_sleeved_shirt(pen: Pen) -> None:
    """Draw a T-shirt, the arms bare below it."""
    begun = pen.rng.bit_generator.state
    skin = people.pick(pen, people.SKINS)
    pen.rng.bit_generator.state = begun
    arm = pen.within(0, 0, 1, skin)
    for side in (-1, 1):
        points = [(0.25 + side * 0.13, 0.27), (0.25 + side * 0.19, 0.42),
                  (0.25 + side * 0.165, 0.555)]  # fmt: skip
        arm.limb(points, 0.1, 0.088, 0.07)
    sleeves(pen, 0.42)
    trunk(pen)
    neckline(pen)


def pullover(pen: Pen) -> None:
    """Draw a knitted sweater."""
    sleeves(pen)
    trunk(pen)
    neckline(pen)
    pen.limb(".13,.59 .25,.608 .37,.59", 0.036, 0.036, paint=darker(pen.colour, 0.18))
    for side in (-1, 1):
        pen.limb([(0.25 + side * 0.172, 0.515), (0.25 + side * 0.165, 0.548)], 0.076, 0.074,
                 paint=darker(pen.colour, 0.18))  # fmt: skip


def hooded_sweater(pen: Pen) -> None:
    """Draw a sweater with a hood on the back, a pocket and cords."""
    pullover(pen)
    pen.limb(".165,.205 .19,.255 .25,.285 .31,.255 .335,.205", 0.04, 0.05, 0.04, **CLOTH)
    pen.poly(".19,.47 .31,.47 .345,.57 .155,.57", darker(pen.colour, 0.14), round=0.4)
    for side in (-1, 1):
        pen.limb([(0.25 + side * 0.025, 0.285), (0.25 + side * 0.03, 0.38)], 0.01, 0.01,
                 paint=lighter(pen.colour, 0.6))  # fmt: skip


def open_jacket(pen: Pen) -> None:
    """Draw a jacket that is open over what is under it."""
    sleeves(pen)
    for side in (-1, 1):
        pen.blob(
            [(0.25 + side * dx, y) for dx, y in ((0.04, 0.225), (0.12, 0.235), (0.132, 0.4),
             (0.13, 0.625), (0.045, 0.635), (0.055, 0.42))], **CLOTH,
        )  # fmt: skip
        pen.poly([(0.25 + side * dx, y) for dx, y in ((0.03, 0.222), (0.095, 0.235), (0.05, 0.4))],
                 darker(pen.colour, 0.2))  # fmt: skip
        pen.limb([(0.25 + side * 0.07, 0.52), (0.25 + side * 0.11, 0.51)], 0.008, 0.008,
                 paint=pen.dark)  # fmt: skip


def dark_suit(pen: Pen) -> None:
    """Draw trousers, a jacket, a white shirt and a tie."""
    trousers(pen)
    sleeves(pen)
    trunk(pen)
    people.suit(pen)
    pen.limb(".25,.43 .25,.62", 0.007, 0.007, paint=pen.dark)
    for y in (0.46, 0.52):
        pen.ellipse(0.262, y, 0.009, 0.009, pen.dark)


def evening_suit(pen: Pen) -> None:
    """Draw a suit with a bow tie."""
    trousers(pen)
    sleeves(pen)
    trunk(pen)
    people.bow_tie(pen)


def long_coat(pen: Pen) -> None:
    """Draw a closed coat to the knees."""
    pen.blob(".135,.235 .25,.22 .365,.235 .378,.42 .415,.77 .25,.79 .085,.77 .122,.42", **CLOTH)
    sleeves(pen)
    for side in (-1, 1):
        pen.poly([(0.25, 0.3), (0.25 + side * 0.055, 0.21), (0.25 + side * 0.1, 0.265)],
                 darker(pen.colour, 0.12))  # fmt: skip
        pen.limb([(0.25 + side * 0.085, 0.565), (0.25 + side * 0.14, 0.555)], 0.012, 0.012,
                 paint=pen.dark)  # fmt: skip
    pen.limb(".25,.3 .25,.785", 0.008, 0.008, paint=pen.dark)
    for k in range(5):
        pen.ellipse(0.268, 0.345 + 0.08 * k, 0.011, 0.011, pen.dark, gloss=0.5)


def hooded_coat(pen: Pen) -> None:
    """Draw a raincoat, its hood on the back."""
    long_coat(pen)
    pen.limb(".16,.2 .185,.255 .25,.285 .315,.255 .34,.2", 0.045, 0.055, 0.045, gloss=0.5)


def laboratory_coat(pen: Pen) -> None:
    """Draw an open coat to the knees."""
    people.white_coat(pen, pen.colour)


def hair(pen: Pen) -> None:
    """Draw nothing: the head itself has hair of this colour."""


WEARABLES: dict[str, Wearable] = {
    row.words.partition(",")[0]: row
    for row in (
        Wearable("hat, straw hat, cowboy hat, sun hat, fedora", "top", "#c89a5a", hat, 0.08),
        Wearable("top hat, bowler hat, bowler", "top", "#26242c", top_hat, 0.15),
        Wearable("cap, baseball cap", "top", "#c8303a", cap, 0.05),
        Wearable("woolly hat, beanie, knitted hat, winter hat, bobble hat, wool hat, woolen hat",
                 "top", "#2f7ab0", woolly_hat, 0.1),
        Wearable("santa hat, christmas hat", "top", "#c8262a", santa_hat, 0.1),
        Wearable("party hat, birthday hat", "top", "#3a8ac0", party_hat, 0.16),
        Wearable("witch hat, wizard hat, pointed hat, pointy hat", "top", "#3a2a5a", pointed_hat,
                 0.17),
        Wearable("chef hat, chef's hat, toque", "top", "#f6f6f2", people.toque, 0.15),
        Wearable("beret", "top", "#7a2030", people.beret, 0.07),
        Wearable("hard hat, safety helmet", "top", "#f2c230", people.hard_hat, 0.06),
        Wearable("helmet, bicycle helmet, bike helmet, crash helmet", "top", "#e04a2a",
                 people.bicycle_helmet, 0.05),
        Wearable("crown, tiara, gold crown", "top", "#e8b83a", gold_crown, 0.07),
        Wearable("flower crown, crown of flowers, wreath, flower wreath, wreath of flowers", "top",
                 "#5a9a4a", wreath, 0.03),
        Wearable("headphones, headphone, headset, earphones", "top", "#3a3a44", headset, 0.05),
        Wearable("glasses, eyeglasses, spectacles, reading glasses, pair of glasses", "face",
                 "#3a3432", glasses),
        Wearable("sunglasses, dark glasses, shades, pair of sunglasses", "face", "#17171c",
                 dark_glasses),
        Wearable("eye patch, eyepatch", "face", "#1a1a1e", people.eye_patch),
        Wearable("face mask, surgical mask", "face", "#8ac0d8", face_mask),
        Wearable("beard, full beard, goatee", "face", "#4a3020", beard),
        Wearable("moustache, mustache", "face", "#4a3020", moustache),
        Wearable("pipe, smoking pipe, tobacco pipe", "face", "#7a4a26", tobacco_pipe),
        Wearable("red nose, clown nose", "face", "#e8202a", red_nose),
        Wearable("scarf, shawl", "neck", "#c8303a", scarf),
        Wearable("tie, necktie", "neck", "#a8262e", tie),
        Wearable("bow tie, bowtie", "neck", "#a8262e", bow),
        Wearable("necklace, pearl necklace, pearls, beads", "neck", "#f4efe2", beads),
        Wearable("medal, gold medal", "neck", "#e8c04a", medal),
        Wearable("stethoscope", "body", "#2a3038", people.stethoscope),
        Wearable("apron", "body", "#f4f2ec", apron),
        Wearable("backpack, rucksack", "body", "#3f7a56", people.rucksack),
        Wearable("hair", "hair", "", hair),
        Wearable("long hair", "hair", "", hair),
        Wearable("trousers, pants, leggings, pair of trousers, chinos", "legs", "#3f4656",
                 trousers),
        Wearable("jeans, blue jeans, denim jeans, pair of jeans", "legs", "#3d5f94", trousers),
        Wearable("shorts, short trousers, swim trunks, pair of shorts", "legs", "#7a6a4a",
                 short_trousers),
        Wearable("skirt, miniskirt", "legs", "#7a2a4a", pleated_skirt),
        Wearable("long dress, gown, evening gown, ball gown, evening dress, wedding dress, "
                 "maxi dress", "torso", "#a8203a", long_dress),
        Wearable("shirt, blouse, dress shirt, button up shirt, flannel shirt", "torso",
                 "#dfe4ea", buttoned_shirt),
        Wearable("t-shirt, tshirt, t shirt, tee shirt, tee, polo, jersey", "torso", "#e8e4da",
                 short_sleeved_shirt),
        Wearable("sweater, jumper, pullover, cardigan, wool sweater, knitted sweater", "torso",
                 "#a8483a", pullover),
        Wearable("hoodie, hooded sweater, sweatshirt", "torso", "#5a6470", hooded_sweater),
        Wearable("suit, business suit, three piece suit, suit and tie", "torso", "#2c3444",
                 dark_suit),
        Wearable("tuxedo, dinner jacket", "torso", "#1c1c22", evening_suit),
        Wearable("jacket, blazer, leather jacket, denim jacket, bomber jacket, suit jacket",
                 "over", "#4a3424", open_jacket),
        Wearable("coat, overcoat, trench coat, winter coat, fur coat, long coat", "over",
                 "#9a7850", long_coat),
        Wearable("raincoat, rain coat, parka, anorak", "over", "#f2c230", hooded_coat),
        Wearable("lab coat, white coat, laboratory coat", "over", "#f4f6f6", laboratory_coat),
    )
}  # fmt: skip
"""What can be worn, by its name; parts of :mod:`people` keep their own colours."""

HAIR_COLOURS = {"red": "#a8431e", "ginger": "#b8562a", "black": "#1c1a1e", "white": "#ecebe8",
                "grey": "#b4b2b0", "gray": "#b4b2b0"}  # fmt: skip
"""Colours of hair where they differ from the colours of that name."""
OF_HAIR = frozenset({"blond", "blonde", "brunette", "ginger"})
"""Colours that are only said of hair."""

GROWN = frozenset({"beard", "moustache"})
"""What has the colour of the hair."""
NECK = 1.1  # radii of the head are from its middle down to the neck
GARMENTS = frozenset({"legs", "torso", "over"})
"""What is worn on the trunk and limbs."""
ALL_SLOTS = frozenset({"top", "face", "neck", "body", "hair"})
HATS = frozenset({
    people.toque, people.peaked_cap, people.white_cap, people.sailor_cap, people.hard_hat,
    people.fire_helmet, people.wide_hat, people.straw_hat, people.beret, people.mortarboard,
    people.tricorne, people.cowl, people.coif, people.bridal_veil, people.bicycle_helmet,
    people.winter_hat, people.judges_wig, people.top_knot, people.tiara,
})  # fmt: skip
SIGNS: dict[Part, tuple[str, ...]] = {
    **dict.fromkeys(HATS, ("hat",)),
    people.white_beard: ("beard", "glasses", "hair"),
    people.grey_hair: ("glasses", "hair"),
    people.spectacles: ("glasses",),
    people.eye_patch: ("eye patch",),
    people.red_nose: ("red nose",),
    people.stethoscope: ("stethoscope",),
    people.apron: ("apron",),
    people.rucksack: ("backpack",),
    people.tiara: ("hat", "crown"),
    people.ball_at_feet: ("ball", "football"),
    people.basketball_in_hand: ("basketball", "ball"),
    people.racket_in_hand: ("racket",),
    people.suit: ("tie",),
    people.steering_wings: ("tie",),
    people.bow_tie: ("bow tie",),
    people.book: ("book",),
    people.sabre: ("sword",),
    people.guitar_in_arms: ("guitar",),
    people.violin_in_arms: ("violin",),
    people.palette: ("palette",),
    people.fishing_rod: ("fishing rod",),
    people.surfboard_upright: ("surfboard",),
    people.bouquet: ("bouquet",),
    people.microphone_stand: ("microphone",),
    people.briefcase: ("briefcase",),
}
"""What the signs of a calling show, by the names of things and of what is worn."""
CALLINGS = {role.words.partition(",")[0]: role for role in ROLES}
SHOWN: dict[str, frozenset[str]] = {
    "snowman": frozenset({"hat", "top hat", "scarf", "carrot"}),
    "cake": frozenset({"candle"}),
    "jam": frozenset({"label"}),
    "shelf": frozenset({"book"}),
    "wedding cake": frozenset({"flower", "rose"}),
    "wizard": frozenset({"hat", "witch hat", "beard"}),
    "king": frozenset({"crown", "beard"}),
    "knight": frozenset({"helmet", "sword", "shield"}),
    "reindeer": frozenset({"red nose"}),
    **{
        name: frozenset(shown for sign in role.signs for shown in SIGNS.get(sign, ()))
        for name, role in CALLINGS.items()
    },
}
"""What the drawing of a thing has already, so that it is not drawn again beside it."""


def _slots_left(role: people.Role) -> frozenset[str]:
    taken = {WEARABLES[s].slot for s in SHOWN[role.words.partition(",")[0]] if s in WEARABLES}
    return ALL_SLOTS - taken


def _at(slots: str, *places: tuple[str, float, float, float]) -> dict[str, Wearer]:
    held = frozenset(slots.split())
    return {name: Wearer(x, y, radius, held) for name, x, y, radius in places}


WEARERS: dict[str, Wearer] = {
    **{name: Wearer(*HEAD, _slots_left(role)) for name, role in CALLINGS.items()},
    **{name: Wearer(*HEAD, ALL_SLOTS | GARMENTS) for name in ("person", "woman")},
    "child": Wearer(0.28, 0.21, 0.16, ALL_SLOTS | GARMENTS, (0.005, 0.182, 0.8, 1.375)),
    **_at(
        "top face neck",
        ("cat", 0.42, 0.235, 0.22),
        ("bear", 0.5, 0.2, 0.25),
        ("panda", 0.475, 0.25, 0.29),
        ("penguin", 0.31, 0.15, 0.19),
        ("monkey", 0.44, 0.21, 0.21),
        ("koala", 0.44, 0.265, 0.29),
        ("robot", 0.33, 0.17, 0.19),
    ),
    **_at(
        "top face",
        ("lion", 0.98, 0.3, 0.22),
        ("fox", 1.02, 0.33, 0.21),
        ("owl", 0.4, 0.25, 0.3),
        ("cow", 1.2, 0.19, 0.19),
        ("tiger", 1.1, 0.33, 0.26),
    ),
    **_at(
        "top",
        ("dog", 0.9, 0.16, 0.15),
        ("rabbit", 0.57, 0.36, 0.16),
        ("duck", 0.91, 0.2, 0.17),
        ("pig", 1.06, 0.37, 0.2),
        ("horse", 0.95, 0.11, 0.11),
        ("elephant", 1.02, 0.28, 0.21),
        ("frog", 0.6, 0.33, 0.27),
        ("squirrel", 0.7, 0.33, 0.15),
        ("sheep", 0.92, 0.26, 0.14),
        ("giraffe", 0.58, 0.07, 0.06),
        ("dinosaur", 1.48, 0.09, 0.1),
    ),
}
"""Where things that wear something have their heads."""


def rise_of(name: str, worn: Mapping[str, str]) -> float:
    """Return how far above a thing's top what it wears reaches, in heights of the thing."""
    wearer = WEARERS[name]
    zoom = wearer.radius / HEAD[2]
    crown = wearer.y - HEAD[1] * zoom  # where a standing person's top would be
    return max(0.0, *(WEARABLES[one].rise * zoom - crown for one in worn))


def dressed(thing: Thing, worn: Mapping[str, str]) -> Thing:
    """Return a thing that wears something, each in a colour or, for ``""``, in its usual one."""
    wearer = WEARERS[thing.name]
    zoom = wearer.radius / HEAD[2]
    layers = sorted(worn, key=lambda name: ORDER.index(WEARABLES[name].slot))
    figure, long = thing.draw, "long hair" in worn and thing.name != "woman"
    trousered = any(WEARABLES[name].slot in ("legs", "torso") for name in worn)
    if thing.name == "woman" and trousered and not worn.keys() & {"skirt", "long dress"}:
        figure, long = people.person, True

    def draw(pen: Pen) -> None:
        begun = pen.rng.bit_generator.state
        tint = worn.get("long hair") or worn.get("hair")
        if tint:
            pen.hair = colour(HAIR_COLOURS.get(tint, tint))
        top = next((name for name in reversed(layers) if WEARABLES[name].slot == "torso"), "")
        if long:
            people.long_hair(pen)
            pen.rng.bit_generator.state = begun
        figure(pen.within(0, 0, 1, worn[top] or WEARABLES[top].colour) if top else pen)
        for name in layers:
            row, tone = WEARABLES[name], worn[name]
            if row.slot == "hair":
                continue
            pen.rng.bit_generator.state = begun  # so that it picks the wearer's own skin
            paint = colour(tone or row.colour)
            if name in GROWN:
                people.pick(pen, people.SKINS)
                paint = colour(HAIR_COLOURS.get(tone, tone)) if tone else people.hair_of(pen)
                pen.rng.bit_generator.state = begun
            if row.slot in GARMENTS | {"body"}:
                x, y, size, wide = wearer.trunk
            else:
                x = wearer.x - HEAD[0] * zoom
                y = wearer.y + NECK * wearer.radius - (HEAD[1] + NECK * HEAD[2]) * zoom
                size, wide = zoom, 1.0
            row.draw(pen.within(x, y, size, paint, wide))

    return replace(thing, draw=draw)
