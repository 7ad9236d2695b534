"""Read a description of a person, and change hair, skin, age, beard, glasses and clothes."""

import re
from dataclasses import dataclass

import numpy as np

from mediaext.engines.classical.colour_names import COLOUR, read_colour
from mediaext.engines.classical.effects.kit import LUMA, Light
from mediaext.engines.classical.effects.tint import recoloured
from mediaext.engines.classical.person import Person

HAIR: dict[str, str] = {
    r"blond(?:e|ish)?|fair|golden": "#d0a95f",
    r"platinum": "#e4d8be",
    r"black|raven|jet": "#191514",
    r"dark brown|brunette|dark": "#33211a",
    r"light brown|chestnut": "#7a5234",
    r"brown": "#543524",
    r"red|ginger|auburn|copper": "#9a4421",
    r"gr[ae]y|silver|salt and pepper": "#a5a4a2",
    r"white|snowy": "#e2e0dc",
}
SKIN: dict[str, str] = {
    r"very pale|porcelain|albino": "#f0d3c3",
    r"pale|fair|light|white|caucasian|european|nordic|scandinavian|irish": "#e5bda5",
    r"olive|mediterranean|latin[oa]?|hispanic|middle eastern|arab": "#c1916c",
    r"asian|east asian|japanese|chinese|korean": "#deb391",
    r"tanned|tan|bronzed?|sun-kissed": "#b77f5a",
    r"indian|south asian|brown": "#8f5f40",
    r"very dark|ebony": "#3f2619",
    r"black|dark|african(?: american)?|deep": "#5c3a28",
}
GARMENT = (
    r"dress|gown|shirt|t-?shirt|blouse|top|sweater|jumper|hoodie|jacket|coat|suit|blazer|uniform"
    r"|outfit|clothes|clothing|robe|vest|cardigan"
)
WHOLE = r"dress|gown|suit|uniform|outfit|clothes|clothing|robe"
LOWER = r"trousers|pants|jeans|skirt|shorts|leggings"
AGES: dict[str, float] = {
    r"very old|ancient|centenarian": 1.0,
    r"old(?:er)?|elderly|senior|aged|grand(?:mother|father|ma|pa)": 0.8,
    r"middle[- ]aged|mature": 0.35,
    r"child|kid|toddler|baby": -1.0,
    r"young(?:er)?|teen(?:age[rd]?)?|youthful|girl|boy": -0.7,
}
BEARDS: dict[str, float] = {
    r"stubble|unshaven|five o'clock": 0.35,
    r"beard(?:ed)?|full beard": 0.85,
    r"goatee|moustache|mustache": 0.6,
}
DARK_GLASSES, CLEAR_GLASSES = r"sun ?glasses|shades", r"glasses|spectacles|eyeglasses"
ANY_CLOTHES = frozenset({"outfit", "clothes", "clothing"})
BALD, LIPS, EYES = r"bald|shaved head|hairless", r"lips?|lipstick", r"eyes?|eyed"
SEXES = r"wom[ae]n|m[ae]n|girl|boy|lady|guy|female|male"
ORIGINS = (
    r"caucasian|european|nordic|scandinavian|irish|mediterranean|latin[oa]?|hispanic"
    r"|middle eastern|arab|(?:east |south )?asian|japanese|chinese|korean|indian"
    r"|african(?: american)?"
)
POSES = (
    r"sitting|seated|walking|running|jogging|dancing|jumping|kneeling|lying|leaning|waving|pointing"
    r"|looking (?:away|back|up|down|aside)|arms (?:crossed|folded|raised)"
    r"|hands? on (?:her |his )?hips?"
    r"|smiling|laughing|frowning|winking|from behind|side view|in profile"
)
PEOPLE = r"wom[ae]n|m[ae]n|person|people|girl|boy|lady|guy|model|teenager|child|kid"
QUALITY = r"(?:(?:old|young|older|younger|elderly|middle-aged|beautiful|handsome|tall)\s+)*"
APPEARANCE = re.compile(
    r"\b(?:"
    + "|".join((
        *SKIN, *HAIR, *AGES, *BEARDS, GARMENT, LOWER, PEOPLE, DARK_GLASSES, CLEAR_GLASSES, BALD,
        LIPS, EYES, COLOUR, POSES,
        r"(?:with|without|no|clean|wearing|shaven) ?|hair(?:ed)?|skin(?:ned)?",
        r"complexion|redhead(?:ed)?",
        r"\d{1,3}[ -]?(?:years?[ -]old|yo|y/o)?|in (?:his|her|their) \d0s",
    ))
    + r")\b",
    re.IGNORECASE,
)  # fmt: skip
"""Words that :func:`read_looks` understands, or that only join them."""


FADED, LEAST_GRAY = 0.38, 0.35  # how much gray, and how light, tempers a pure colour


OF_A_PERSON = re.compile(
    rf"\b(?:{'|'.join((*AGES, *BEARDS, DARK_GLASSES, CLEAR_GLASSES))})\b", re.IGNORECASE
)
"""What replace does and edit does not: ages, beards and glasses."""


@dataclass(frozen=True, slots=True)
class Looks:
    """A described person; empty words and 0 leave things as they are.

    ``age`` runs from -1 (a child's skin) to 1 (old), ``beard`` from 0 to 1; ``glasses`` are
    ``"clear"`` or ``"dark"``. Colours are words or hex codes that
    :func:`~mediaext.engines.classical.colour_names.read_colour` reads.
    """

    hair: str = ""
    skin: str = ""
    age: float = 0.0
    beard: float = 0.0
    glasses: str = ""
    lips: str = ""
    eyes: str = ""
    bald: bool = False
    upper: str = ""
    lower: str = ""

    @property
    def anything(self) -> bool:
        """Whether the words ask for any change."""
        return self != Looks()


def read_looks(prompt: str) -> Looks:
    """Read a description such as "an old man with gray hair, a beard and glasses"."""
    text = prompt.lower()
    return Looks(
        hair=_hair(text),
        skin=_skin(text),
        age=_age(text),
        beard=_beard(text),
        glasses=_glasses(text),
        lips=_coloured(text, LIPS),
        eyes=_coloured(text, EYES),
        bald=bool(re.search(rf"\b(?:{BALD})\b", text)),
        upper=_coloured(text, GARMENT),
        lower=_coloured(text, LOWER) or _coloured(text, WHOLE),
    )


def unchanged(
    prompt: str, looks: Looks, *, clothes: bool = True, locked: bool = False
) -> list[str]:
    """Return sentences about what a description asks and the engine leaves as it is.

    Without ``clothes`` nothing is said of those. ``locked`` says that the person stays who it is:
    then age and skin stay too.
    """
    text = prompt.lower()
    notes = []
    cut = [word for word in _words(text, f"{GARMENT}|{LOWER}") if word not in ANY_CLOTHES]
    if cut and clothes:
        coloured = looks.upper or looks.lower
        what = "change colour and keep their cut" if coloured else "stay as they are"
        notes.append(f"Clothes {what}: {', '.join(cut)}.")
    if shape := _words(text, ORIGINS if locked else f"{SEXES}|{ORIGINS}"):
        what = "" if locked else "; skin, hair, age, beard and glasses change"
        notes.append(f"The shape of face, hair and body stays{what}: {', '.join(shape)}.")
    if pose := _words(text, POSES):
        notes.append(f"Pose and expression stay as in the photo: {', '.join(pose)}.")
    kept = [name for name in ("age", "skin", "bald") if locked and getattr(looks, name)]
    if kept:
        notes.append(f"Left as it is, since the person is kept: {', '.join(kept)}.")
    return notes


def _words(text: str, nouns: str) -> list[str]:
    return list(dict.fromkeys(re.findall(rf"\b(?:{nouns})\b", text)))


def _hair(text: str) -> str:
    """Return the colour before "hair", or that of a blonde, a brunette, a redhead."""
    for words, code in HAIR.items():
        if re.search(rf"\b(?:{words})(?:[ ,-]+(?!skin)\w+){{0,2}}?[ -]+hair", text):
            return code
    if found := re.search(rf"({COLOUR})(?:[ ,-]+\w+){{0,2}}?[ -]+hair", text):
        return found.group(1)
    if re.search(r"\b(?:redhead(?:ed)?|ginger)\b", text):
        return HAIR[r"red|ginger|auburn|copper"]
    if re.search(r"\bblond(?:e|ish)?\b", text):
        return HAIR[r"blond(?:e|ish)?|fair|golden"]
    return HAIR[r"dark brown|brunette|dark"] if re.search(r"\bbrunette\b", text) else ""


def _skin(text: str) -> str:
    """Return the colour before "skin", or that of an origin before "woman" and the like."""
    for words, code in SKIN.items():
        if re.search(rf"\b(?:{words})[ -](?:skin(?:ned)?|complexion)", text):
            return code
    for words, code in SKIN.items():
        if re.search(rf"\b(?:{words}) {QUALITY}(?:{PEOPLE})\b", text):
            return code
    return ""


def _glasses(text: str) -> str:
    if re.search(r"\b(?:no|without) (?:glasses|sunglasses)", text):
        return ""
    if re.search(rf"\b(?:{DARK_GLASSES})\b", text):
        return "dark"
    return "clear" if re.search(rf"\b(?:{CLEAR_GLASSES})\b", text) else ""


def _age(text: str) -> float:
    years = re.search(r"\b(\d{1,3})[ -]?(?:years?[ -]old|yo\b|y/o)", text) or re.search(
        r"\baged? (\d{1,3})", text
    )
    decade = re.search(r"\bin (?:his|her|their) (\d)0s", text)
    if years or decade:
        age = int(years.group(1)) if years else 10 * int(decade.group(1)) + 5 if decade else 35
        return float(np.clip((age - 38) / 35, -1, 1))
    for words, value in AGES.items():
        if re.search(rf"\b(?:{words})\b", text):
            return value
    return 0.0


def _beard(text: str) -> float:
    if re.search(r"\b(?:no|without(?: a)?|clean)[ -](?:beard|shaven|moustache)", text):
        return 0.0
    for words, value in BEARDS.items():
        if re.search(rf"\b(?:{words})\b", text):
            return value
    return 0.0


def _coloured(text: str, nouns: str) -> str:
    """Return the colour that stands before one of the nouns, with at most two words between."""
    found = re.search(rf"({COLOUR})(?:[ -]\w+){{0,2}}?[ -](?:{nouns})\b", text)
    return found.group(1) if found else ""


def dyed(colour: str) -> Light:
    """Return a colour as cloth shows it, float32 RGB: never pure, never quite black or white."""
    pure = read_colour(colour)
    gray = np.float32(max(float(pure @ LUMA), LEAST_GRAY))
    soft = pure + (gray - pure) * np.float32(FADED) * np.ptp(pure)
    return np.float32(0.055) + np.float32(0.87) * soft


def dressed(rgb: Light, person: Person, looks: Looks) -> Light:
    """Give clothes the colours of a description; folds and light stay."""
    for colour, mask in ((looks.upper, person.upper), (looks.lower, person.lower)):
        if colour:
            rgb = recoloured(rgb, mask, dyed(colour))
    return rgb
