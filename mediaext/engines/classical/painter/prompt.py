"""Understand a prompt: things with colours, counts and relations; setting, weather and style."""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal

from mediaext.engines.classical.colour_names import NAMED
from mediaext.engines.classical.painter import words
from mediaext.engines.classical.painter.drawings import drawings, drawn_thing
from mediaext.engines.classical.painter.inscriptions import MARK, read_inscriptions
from mediaext.engines.classical.painter.materials import MATERIAL_WORDS
from mediaext.engines.classical.painter.settings.places import (
    FIXTURES,
    SETTINGS,
    TIMES,
    WAYS,
    WEATHERS,
)
from mediaext.engines.classical.painter.styles import STYLES
from mediaext.engines.classical.painter.things import (
    ACCESSORIES,
    BODY_PARTS,
    FLAT,
    LIVING,
    SCENERY,
    THINGS,
    Thing,
    food,
    music,
)
from mediaext.engines.classical.painter.things.clothes import PLAIN, UNSEEN, WORN
from mediaext.engines.classical.painter.things.people import CALLINGS, ROLES, person
from mediaext.engines.classical.painter.things.signs import CARRIERS, PRINTED
from mediaext.engines.classical.painter.things.worn import (
    OF_HAIR,
    SHOWN,
    WEARABLES,
    WEARERS,
    Wearer,
    dressed,
    rise_of,
)
from mediaext.engines.classical.painter.typesetting import aspect_of, missing
from mediaext.engines.classical.painter.words import Relation

LONGEST = 4  # words in the longest phrase known
MOST_SUBJECTS = 8
UNSAID = 0  # how many is left open, so the noun's number decides
MASS = frozenset({"fruit", "grapes", "flower", "coin"})  # "a bowl of fruit" holds several
MINIMAL = frozenset({"minimal", "minimalist", "minimalistic"})
"""Words for a picture without a place."""
PLAYERS = {"guitar": "guitarist", "violin": "violinist"}
"""Who plays an instrument."""
TROUSERED = frozenset(role.words.partition(",")[0] for role in ROLES if role.figure is person)
"""Callings that are drawn without a skirt."""
PEOPLE = frozenset({"person", "woman", "child", "robot"})
"""Who does what a prompt says."""
CLOTHED = frozenset({"person", "woman", "child", "king", "knight", "wizard", "dancer", *CALLINGS})
"""Whose clothes have the colour of the thing."""
GROUNDS = frozenset({"background", "backdrop", "ground"})
"""With a colour before it, such a word is a studio of that colour."""
ARTICLES = frozenset({"a", "an", "the"})
POSSESSIVES = frozenset({"its", "his", "her", "their", "the"})
ANY_ROOM = frozenset({"interior", "indoors", "room"})
"""Words for a room of any kind, which another word of the prompt may name."""
SURFACES = frozenset({"table"})
"""What other things lie on."""
BEARERS = SURFACES | {"plate", "tray", "shelf"}
"""What small things are on that it has: "a plate with a burger"."""
CARRIED = frozenset({
    "umbrella", "balloon", "sword", "wand", "lantern", "camera", "broom", "torch", "shield",
    "bouquet", "flag", "flashlight", "spear", "basket", "suitcase", "briefcase", "handbag",
})  # fmt: skip
"""What a person who has it has in the hand, though it is no small thing."""
RIDDEN = frozenset({
    "horse", "elephant", "camel", "dragon", "unicorn", "bicycle", "motorcycle", "zebra",
})  # fmt: skip
"""What people who are on it ride."""
LOW = 0.6  # metres: what is lower stands on a table that has it
SMALL = 0.36  # metres: what is lower is in the hand of a person who has it
FLOWN = frozenset({"kite", "drone", "balloon", "paper airplane"})
"""What a person flies from the ground."""
INSTRUMENTS = frozenset({"guitar", "violin", "piano", "drum", "trumpet"}) | {
    name for name, thing in THINGS.items() if thing.draw.__module__ == music.__name__
}
ASLEEP = {"cat": "sleeping cat", "dog": "sleeping dog", "fox": "sleeping fox"}
"""What animals that sleep are drawn as."""
AS_PLACED = {("holding", "balloon"): "balloon on a string", ("on", "leaf"): "broad leaf"}
"""Things that are drawn otherwise where they are held or borne."""
LIGHTS = {"moon": "night", "sun": "day"}
"""What things stand under, where the sky is wide, by the time when it is seen."""
INTERIORS = {"castle": "castle_hall", "house": "living_room", "church": "nave"}
"""What is inside a building that somebody is in."""
DISHES = frozenset({
    "soup", "pie", "cake", "cake slice", "juice", "bread", "ice cream", "jam", "cupcake", "salad",
    "pancakes", "honey", "cookie", "lollipop", "popsicle", "sandwich", "burger", "taco", "pizza",
})  # fmt: skip
"""What is made of other food: "an apple pie"."""
TINGED = frozenset({"soup", "cake", "cake slice", "juice", "ice cream", "jam", "cupcake"})
"""Dishes that have the colour of what they are made of: "pumpkin soup"."""
SERVED = {"soup": frozenset({"bowl"}), "salad": frozenset({"bowl", "plate"}),
          "spaghetti": frozenset({"plate", "bowl"}), "fruit": frozenset({"bowl"})}  # fmt: skip
"""What dishes are drawn in."""
DRINKS = frozenset({"bottle", "wine", "beer", "juice"})
"""What is drunk from glasses."""
ALOFT = {"bird": "flying bird", "pigeon": "flying bird"}
"""What birds that stand are drawn as where they fly."""
NOBODY = Wearer(0, 0, 0, frozenset())
FORWARD = (
    "inside",
    "holding",
)  # "a bowl of apples": the second is in the first; else "a cat on a chair"


@dataclass(frozen=True, slots=True)
class Subject:
    """Some of one thing: how many, how coloured, and where it is by the subject ``to``."""

    thing: str
    word: str = ""
    count: int = 1
    colours: tuple[str, ...] = ()
    material: str = ""
    size: float = 1.0
    relation: Relation = "beside"
    to: int = -1
    text: str = ""
    lifted: bool = False
    worn: tuple[tuple[str, str], ...] = ()

    @property
    def rise(self) -> float:
        """How far what is worn reaches above the thing, in heights of the thing."""
        return rise_of(self.thing, dict(self.worn)) if self.worn else 0.0

    @property
    def kind(self) -> Thing:
        """What is drawn; lettering is as wide as its text."""
        thing = thing_named(self.thing)
        if self.worn:
            return dressed(thing, dict(self.worn))
        if self.thing == MARK and self.text:
            return replace(thing, aspect=aspect_of(self.text, "round"))
        return thing


@dataclass(frozen=True, slots=True)
class Brief:
    """What a prompt asks for, as far as it is understood."""

    subjects: tuple[Subject, ...] = ()
    setting: str = ""
    time: str = ""
    weather: str = ""
    style: str = ""
    mood: str = ""
    palette: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    ornament: str = ""
    framing: str = ""
    way: str = ""
    surplus: tuple[str, ...] = ()
    stand_ins: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Say whether nothing that can be depicted was named."""
        return not (self.subjects or self.setting or self.time or self.weather or self.ornament)

    @property
    def bare(self) -> bool:
        """Say whether words were not understood, and what was is no more than a backdrop."""
        scenery = self.time or self.weather or self.setting not in ("", "studio")
        return bool(self.unknown) and not (self.subjects or scenery or self.ornament)

    def summary(self) -> dict[str, Any]:
        """Return what was understood, as JSON data without the empty parts."""
        parts: dict[str, Any] = {
            name: getattr(self, name) for name in (*ONE_OF_EACH, "way", "mood")
        }
        parts["palette"] = list(self.palette)
        parts["subjects"] = [
            {
                "thing": s.thing,
                "count": s.count,
                "colours": list(s.colours),
                "material": s.material,
                **({"text": s.text} if s.text else {}),
                **({"worn": [name for name, _ in s.worn]} if s.worn else {}),
            }
            for s in self.subjects
        ]
        return {name: value for name, value in parts.items() if value}


Kind = Literal[
    "thing",
    "setting",
    "time",
    "weather",
    "style",
    "mood",
    "colour",
    "material",
    "number",
    "size",
    "relation",
    "filler",
    "ornament",
    "pose",
    "framing",
    "wear",
    "look",
]
LESS_THAN_THINGS: frozenset[Kind] = frozenset({
    "thing", "colour", "setting", "size", "material"
})  # fmt: skip
"""What a word may mean besides, so that a drawing of that name may be its thing."""
ONE_OF_EACH: tuple[Kind, ...] = ("setting", "style", "time", "weather", "ornament", "framing")


def lexicon() -> dict[str, dict[Kind, str]]:
    """Return every known phrase with its meanings by kind."""
    held = drawings()
    return _lexicon(held.revision if held else "")


@lru_cache(maxsize=2)
def _lexicon(_revision: str) -> dict[str, dict[Kind, str]]:
    table: dict[str, dict[Kind, str]] = {}

    def add(kind: Kind, phrase: str, meaning: str) -> None:
        table.setdefault(phrase, {})[kind] = meaning

    for thing in THINGS.values():
        for word in thing.words:
            add("thing", word, thing.name)
    rows_by_kind: tuple[tuple[Kind, Any], ...] = (
        ("setting", SETTINGS),
        ("time", TIMES),
        ("weather", WEATHERS),
        ("style", STYLES),
    )
    for kind, rows in rows_by_kind:
        for name, row in rows.items():
            for word in row.words:
                add(kind, word, name)
    plain: tuple[tuple[Kind, dict[str, Any]], ...] = (
        ("mood", words.MOODS),
        ("colour", NAMED),
        ("material", MATERIAL_WORDS),
        ("number", words.NUMBERS),
        ("size", words.SIZES),
        ("relation", words.RELATIONS),
        ("ornament", words.ABSTRACT),
        ("pose", words.POSES),
        ("framing", words.FRAMINGS),
        ("look", words.LOOKS),
    )
    for kind, plain_rows in plain:
        for word, meaning in plain_rows.items():
            add(kind, word, word if kind in ("colour", "number", "size", "relation") else meaning)
    for name, wearable in WEARABLES.items():
        for word in wearable.words.split(", "):
            add("wear", " ".join(words.split(word)), name)
    for word in words.FILLER:
        add("filler", word, word)
    held = drawings()
    for word, name in held.words.items() if held else ():
        if word not in THINGS and set(table.get(word, ())) <= LESS_THAN_THINGS:
            add("thing", word, name)
    return table


def thing_named(name: str) -> Thing:
    """Return one of the painter's own things, or a drawing that was added."""
    held = drawings()
    drawn = None if name in THINGS or held is None else drawn_thing(name, held.revision)
    return drawn or THINGS[name]


@dataclass(slots=True)
class _Reader:
    """The state of reading one prompt from left to right."""

    subjects: list[Subject] = field(default_factory=list)
    found: dict[str, str] = field(default_factory=dict)
    pending: Subject = field(default_factory=lambda: Subject("", count=UNSAID))
    relation: Relation | Literal[""] = ""
    unknown: list[str] = field(default_factory=list)
    surplus: list[str] = field(default_factory=list)
    stand_ins: list[str] = field(default_factory=list)
    palette: list[str] = field(default_factory=list)
    listing: bool = False
    having: bool = False
    aimed: bool = False
    near: bool = False
    places: bool = False
    room: bool = False
    from_above: str = ""
    asleep: str = ""
    made_of: str = ""
    row: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def indoors(self) -> bool:
        """Whether the place that was named is a room."""
        place = self.found.get("setting")
        return place is not None and SETTINGS[place].kind == "room"

    @property
    def last_thing(self) -> str:
        """The thing named last."""
        return self.subjects[-1].thing if self.subjects else ""

    def begin_next(self) -> None:
        """Forget what was said of the thing before: it is read."""
        self.pending, self.relation, self.listing = Subject("", count=UNSAID), "", False

    def begin_phrase(self) -> None:
        """Forget a number of something unknown: "a group of zorgs around a fire"."""
        if self.pending.count != UNSAID and not self.pending.word:
            self.modify(count=UNSAID, word="")

    def modify(self, **changes: Any) -> None:
        self.pending = replace(self.pending, **changes)

    def drop_modifiers(self) -> None:
        if self.pending.colours and self.subjects and self.relation in ("in", "wearing"):
            head = self._head()
            if self.subjects[head].thing in CLOTHED:  # "a woman in red"
                self.subjects[head] = replace(self.subjects[head], colours=self.pending.colours)
                self.modify(colours=())
        self.palette += self.pending.colours
        if self.pending.material and not self.pending.word:
            self.unknown.append(self.made_of)
        if self.pending.word:  # a number of nothing, as in "a couple on the beach"
            self.unknown.append(self.pending.word)
        self.pending = Subject("", count=UNSAID)

    def belongs(self, thing: str, tokens: list[str], at: int, length: int) -> bool:
        """Say whether a part of a body or an accessory is somebody's, and so no thing by itself.

        "A man with a beard" asks for no beard beside a man, nor "the foot of a hill" for a foot.
        """
        if thing in BODY_PARTS:
            owned = at > 0 and tokens[at - 1].endswith("'s")
            return bool(self.subjects) or owned or tokens[at + length : at + length + 1] == ["of"]
        return thing in ACCESSORIES and any(s.thing in LIVING for s in self.subjects)

    def form_letters(self) -> bool:
        """Take "in wooden letters" for how the words before are made."""
        for at, subject in enumerate(self.subjects):
            if subject.text:
                colours = self.pending.colours or subject.colours
                material = self.pending.material or subject.material
                self.subjects[at] = replace(subject, colours=colours, material=material)
        self.begin_next()
        return True

    def put_on(self, name: str) -> bool:
        """Take what can be worn for what the one before has on; say whether it was."""
        if not (name and self.subjects and (self.having or self.relation == "wearing")):
            return False
        head = self._head()
        if self.subjects[head].thing not in WEARERS and head > 0:
            head -= 1  # "a king on his throne with a crown"
        subject = self.subjects[head]
        if name not in SHOWN.get(subject.thing, ()):
            wearer = WEARERS.get(subject.thing)
            colours = self.pending.colours
            if wearer is None or WEARABLES[name].slot not in wearer.slots:
                return False
            if name == "hair" and not colours:
                return False
            if name == "long hair" and subject.thing == "child":
                return False
            if self.pending.material:  # "a silk hat": what is worn has a colour alone
                self.unknown.append(self.made_of)
            worn = {**dict(subject.worn), name: colours[0] if colours else ""}
            self.subjects[head] = replace(subject, worn=tuple(worn.items()))
        self.begin_next()
        return True

    def contains(self, thing: str) -> bool:
        """Say whether the place or the dish before has or is in this thing, and take it so.

        "A classroom with a blackboard" has one anyway, "soup in a bowl" is drawn in one, and who
        is in a castle is in its hall.
        """
        served = self.relation == "in" and thing in SERVED.get(self.last_thing, ())
        inside = INTERIORS.get(thing, "") if self.subjects and self.relation == "in" else ""
        if thing == "window" and self.near and "setting" not in self.found:
            inside = "living_room"
        if inside:
            self.found.setdefault("setting", inside)
        if served or inside or self._has_already(thing):
            self.begin_next()
            return True
        return False

    def _has_already(self, thing: str) -> bool:
        place = self.found.get("setting", "")
        said = (
            self.pending.colours or self.pending.material or self.pending.count > 1 or self.texts
        )
        known = thing in FIXTURES.get(place, ()) and (self.having or self.listing)
        return known and not said

    def shows(self, thing: str) -> bool:
        """Say whether the one before is drawn with this thing, so that it needs none of its own.

        Who plays another instrument than the usual one is drawn without any.
        """
        close = self.having or self.relation in ("", "wearing", "holding")
        if not (self.subjects and close and not self.listing):
            return False
        head = self._head()
        shown = SHOWN.get(self.subjects[head].thing, frozenset())
        if thing in shown:
            self.begin_next()
            return True
        if shown & INSTRUMENTS and thing in INSTRUMENTS:
            self.subjects[head] = replace(self.subjects[head], thing="person")
        return False

    def under_light(self, thing: str) -> bool:
        """Take moon or sun, where something is under them, for the time; say whether they are."""
        if thing == "rainbow" and (self.subjects or "setting" in self.found):
            self.found.setdefault("weather", thing)
            self.begin_next()
            return self.found["weather"] == thing
        if thing not in LIGHTS or not (self.relation == "under" or self.aimed):
            return False
        if self.found.setdefault("time", LIGHTS[thing]) != LIGHTS[thing]:
            self.surplus.append(thing)
        self.found.setdefault("setting", "hills")
        self.begin_next()
        return True

    def acts(self, deed: str, upon: str) -> bool:
        """Take what a person does for a calling, or for a tool; say whether it was.

        Who paints or cooks a thing holds it, so that only a deed without one is a calling.
        """
        if not self.subjects or self.subjects[-1].thing not in PEOPLE:
            return False  # a child is drawn with its own size, and so has no calling
        last = self.subjects[-1]
        if deed in words.TOOLS and not (deed == "reading" and upon):
            self.relation = "holding"
            self.add(words.TOOLS[deed], words.TOOLS[deed])
            return True
        if deed in words.DEEDS and upon:
            self.unknown.append(deed)
            return True
        player = PLAYERS.get(upon, "") if deed == "playing" else ""
        calling = player or words.DEEDS.get(deed, "")
        slots = WEARERS.get(calling, NOBODY).slots
        if not calling or any(WEARABLES[name].slot not in slots for name, _ in last.worn):
            return False
        long = (("long hair", ""),) if last.thing == "woman" else ()
        self.subjects[-1] = replace(last, thing=calling, worn=(*last.worn, *long))
        self.relation = "holding" if player else self.relation
        return True

    def lead_through(self, place: str) -> bool:
        """Take a road or a path for a way through the land; say whether it is one."""
        known = self.found.get("setting", "")
        way, land = (place, known) if place in WAYS else (known, place)
        if (
            way not in WAYS
            or land in WAYS
            or SETTINGS.get(land, SETTINGS["studio"]).kind != "land"
        ):
            return False
        self.found["setting"], self.found["way"] = land, way
        self.drop_modifiers()
        self.relation = ""
        return True

    def stay_outside(self, place: str, word: str) -> bool:
        """Take no sky for a place of its own, nor a room that something is in front of."""
        land = self.found.get("setting", "")
        wide = self.subjects or land
        if place == "sky" and "blue" in self.pending.colours:
            self.found.setdefault("time", "day")
        if place == "sky" and wide and self.relation in ("under", "beside", "on", "in", ""):
            if land and SETTINGS[land].kind in ("room", "studio"):
                return False
            if not land and self.relation in ("in", "on", ""):
                return False
            self.found.setdefault("time", "day")
        elif SETTINGS[place].kind == "room" and self.subjects and self.relation == "front":
            self.found.setdefault("setting", "street")
            self.unknown.append(word)
        else:
            return False
        self.pending, self.relation = Subject("", count=UNSAID), ""
        return True

    def perch(self, tokens: list[str], at: int) -> int:
        """Put the thing before on the one that has it: "a seal with a ball on its nose".

        Returns how many words say so.
        """
        said = len(tokens) > at + 2 and tokens[at] == "on" and tokens[at + 1] in POSSESSIVES
        last = len(self.subjects) - 1
        if not (said and tokens[at + 2] in words.PARTS and last > 0):
            return 0
        if self.subjects[last].to < 0 and self.subjects[last - 1].to < 0:
            self.subjects[last] = replace(self.subjects[last], relation="on", to=last - 1)
            return 3
        return 0

    def lay_down(self, word: str) -> None:
        """Let the animal before, or the one that comes, sleep."""
        fresh = self.relation or self.pending.colours or self.pending.count != UNSAID
        if self.subjects and not fresh and self.subjects[-1].thing in ASLEEP:
            last = self.subjects[-1]
            self.subjects[-1] = replace(last, thing=ASLEEP[last.thing])
        else:
            self.asleep = word

    def dress(self, thing: str, word: str) -> bool:
        """Take a garment for what the one before wears; say whether it was."""
        head = self._head()
        dressing = self.having and head >= 0 and self.subjects[head].thing in CLOTHED
        if head < 0 or not (self.relation in ("in", "wearing") or (dressing and thing in WORN)):
            return False
        if thing not in WORN:
            if self.relation == "in":
                return False
            self.unknown.append(f"wearing {word}")
            self.begin_next()
            return True
        if self.subjects[head].thing not in CLOTHED:
            if self.relation == "wearing":
                self.unknown.append("wearing")
            self.relation = "holding"  # a cat in a hat: the hat is to be seen
            return False
        if thing in UNSEEN:
            self.unknown.append(word)
        else:
            robed = thing == "dress" and self.subjects[head].thing in TROUSERED
            if thing not in PLAIN or robed:
                self.stand_ins.append(f"{word} as shirt")
            colours = self.pending.colours or self.subjects[head].colours
            self.subjects[head] = replace(self.subjects[head], colours=colours)
        self.begin_next()
        self.having = True
        return True

    def add(self, thing: str, word: str) -> None:
        if self.asleep:
            if thing not in ASLEEP:
                self.unknown.append(self.asleep)
            thing, self.asleep = ASLEEP.get(thing, thing), ""
        if self.contains(thing) or self.shows(thing) or self.dress(thing, word):
            return
        if thing == MARK and not self.texts and self.form_letters():
            return
        if len(self.subjects) >= MOST_SUBJECTS:
            self.surplus.append(word)
            return
        if self.relation == "inside" and self.subjects and self.subjects[-1].thing == thing:
            self.begin_next()  # "a cup of coffee"
            return
        kin = thing_named(thing).kin
        for one in words.singulars(word):
            if one in kin:
                self.stand_ins.append(f"{one} as {thing}")
                if self.relation == "in":  # "a telephone box in London"
                    self.relation = ""
                self.modify(colours=self.pending.colours or tuple(kin[one].split()))
                break
        count = self.count_of(thing, word)
        said = self.relation
        relation, to = self.place(thing)
        thing = AS_PLACED.get((relation if to >= 0 else said, thing), thing)
        if thing == "glasses" and any(s.thing in DRINKS for s in self.subjects):
            thing = "wine"  # "a bottle and two glasses"
        text = self.texts.pop(0) if thing in CARRIERS and self.texts else ""
        self.tint_hair(thing)
        self.keep_looks(thing)
        self.subjects.append(
            replace(
                self.pending,
                thing=thing,
                word=word,
                count=count,
                relation=relation,
                to=to,
                text=text,
            )
        )
        self.begin_next()
        self.having = False

    def place(self, thing: str) -> tuple[Relation, int]:
        """Return how a thing is placed by which subject; else place the last one by the thing."""
        relation: Relation = self.relation or "beside"
        here = len(self.subjects)
        fellows, self.row = self.row, [*(self.row if self.listing else ()), here]
        if not self.subjects:
            return "beside", -1
        head, last = self._head(), self.subjects[-1]
        if depends := self._depends(thing, relation, head):
            return depends, head
        if relation == "on" and thing in RIDDEN and self.subjects[head].thing in CLOTHED:
            relation = "riding"
        if last.relation in FORWARD and relation == "beside" and self.listing:
            return last.relation, last.to
        if relation == "in" and thing_named(thing).mouth is not None:
            relation = "inside"  # "a fish in a bowl"
        if relation != "beside":
            alone = relation != "on" or head not in fellows
            for at in [head] if alone else fellows:  # "a cup and a plate on a table"
                if self.subjects[at].to < 0:
                    self.subjects[at] = replace(self.subjects[at], relation=relation, to=here)
        return "beside", -1

    def _depends(self, thing: str, relation: Relation, head: int) -> Relation | Literal[""]:
        """Return how a thing is on, in or held by the one before, or nothing."""
        base, kind = thing_named(self.subjects[head].thing), thing_named(thing)
        flat = base.mouth is None and base.seat is not None  # "a plate of cookies"
        if relation == "beside" and self.having and base.mouth and kind.height < LOW:
            return "inside"  # "a vase with tulips"
        if (relation == "inside" and flat) or (relation == "beside" and self.bears(thing)):
            return "on"
        if relation == "beside" and self.carries(thing):
            return "holding"
        return relation if relation in FORWARD else ""

    def bears(self, thing: str) -> bool:
        """Say whether a thing is on the table before it: "a desk with a lamp and a cup"."""
        kind, last = thing_named(thing), self.subjects[-1]
        fellow = self.listing and last.relation == "on" and last.to >= 0
        on = self.having or (fellow and self.subjects[last.to].thing in BEARERS)
        on = on or (self.listing and kind.stance == "table")  # "a desk and a computer"
        head = self.subjects[self._head()].thing
        return on and head in BEARERS and (kind.stance == "table" or kind.height < LOW)

    def carries(self, thing: str) -> bool:
        """Say whether the person before has a thing in the hand: "a girl with an umbrella"."""
        kind, head = thing_named(thing), self.subjects[self._head()]
        small = kind.height < SMALL and kind.stance != "air" and thing not in LIVING
        person = head.thing in CLOTHED and head.kind.hand is not None
        direct = self.relation == "" and not self.listing  # "a chef tossing a pizza"
        return (self.having or direct) and person and (small or thing in CARRIED)

    def count_of(self, thing: str, word: str) -> int:
        """Return how many are asked for: the number said, else what the noun's number tells."""
        if self.pending.count != UNSAID:
            return self.pending.count
        if words.is_plural(word) and word not in thing_named(thing).words:
            return 3
        return 5 if self.relation == "inside" and thing in MASS else 1

    def tint_hair(self, thing: str) -> None:
        """Take colours that are only said of hair for the hair of somebody who has some."""
        if "hair" in WEARERS.get(thing, NOBODY).slots:
            tones = [tone for tone in self.pending.colours if tone in OF_HAIR]
            rest = tuple(tone for tone in self.pending.colours if tone not in OF_HAIR)
            hair = tuple(("hair", tone) for tone in tones[:1])
            self.modify(colours=rest, worn=(*self.pending.worn, *hair))

    def keep_looks(self, thing: str) -> None:
        """Keep of what was said to be worn what the thing can wear."""
        slots = WEARERS.get(thing, NOBODY).slots
        kept = tuple(pair for pair in self.pending.worn if WEARABLES[pair[0]].slot in slots)
        self.unknown += [pair[0] for pair in self.pending.worn if pair not in kept]
        self.modify(worn=kept)

    def _head(self) -> int:
        """Return the subject that a relation is about: the holder, not what it holds.

        It is -1 before the first one.
        """
        at = len(self.subjects) - 1
        while at >= 0 and 0 <= self.subjects[at].to < at:
            at = self.subjects[at].to
        return at


def read_prompt(prompt: str, places: bool = False) -> Brief:
    """Read a prompt; what is not understood is in :attr:`Brief.unknown`, in order, once each.

    ``places`` takes a word that may be thing or place, such as moon, as the place.
    """
    rest, texts, whom = read_inscriptions(prompt)
    tokens = words.join_long(words.split(rest)[: words.LONGEST_PROMPT])
    reader = _Reader(places=places, texts=[text for text in texts if not missing(text)])
    reader.unknown += [*whom, *(text for text in texts if missing(text))]
    at = 0
    while at < len(tokens):
        if perched := reader.perch(tokens, at):
            at += perched
            continue
        meanings, length = _match(tokens, at)
        if {"thing", "style"} <= set(meanings) and tokens[at + length : at + length + 1] == [
            "and"
        ]:
            meanings = {"thing": meanings["thing"]}  # "scissors, pencil and ruler"
        if "thing" in meanings and {"colour", "size", "material"} & set(meanings):
            after = _match(tokens, at + length)[0]
            if {"thing", "ornament", "material"} & set(after):  # "an orange cat" is no fruit
                meanings = {kind: said for kind, said in meanings.items() if kind != "thing"}
        if (
            reader.put_on(meanings.pop("wear", ""))
            or reader.under_light(meanings.get("thing", ""))
            or reader.acts(tokens[at], _thing_at(tokens, at + length))
        ):
            at += length
            continue
        if tokens[at] in ARTICLES and tokens[at - 1 : at] not in (["of"], ["both"], ["all"]):
            reader.begin_phrase()
        meanings = _in_context(reader, meanings, tokens, at, length)
        _take(reader, meanings, tokens[at : at + length])
        at += length
    reader.drop_modifiers()
    reader.unknown += filter(None, [reader.asleep])
    if reader.subjects and reader.found.pop("ornament", ""):
        reader.unknown += [token for token in tokens if token in words.ABSTRACT]
    if reader.found.get("setting") == "underwater":
        reader.unknown = [word for word in reader.unknown if word != "swimming"]
    lying = [s.thing for s in reader.subjects if s.thing not in SURFACES]
    if reader.from_above and not (lying and FLAT.issuperset(lying)):
        reader.unknown.append(reader.from_above)
        del reader.found["framing"]
    printed = any(s.thing in PRINTED for s in reader.subjects)
    if "setting" not in reader.found and (printed or MINIMAL & set(tokens)):
        reader.found["setting"] = "studio"
        reader.palette = reader.palette or (["white"] if printed else [])
    skyward = reader.found.get("setting") == "sky"
    return Brief(
        subjects=tuple(
            replace(s, thing=ALOFT.get(s.thing, s.thing))
            if (s.lifted or skyward) and s.to < 0
            else s
            for s in reader.subjects
        ),
        palette=tuple(dict.fromkeys(reader.palette)),
        unknown=_as_written(reader.unknown, prompt),
        surplus=_as_written(reader.surplus, prompt),
        stand_ins=tuple(dict.fromkeys(reader.stand_ins)),
        **{k: reader.found.get(k, "") for k in (*ONE_OF_EACH, "way", "mood")},
    )


def _in_context(
    reader: _Reader, meanings: dict[Kind, str], tokens: list[str], at: int, length: int
) -> dict[Kind, str]:
    """Return what words mean beside those around them."""
    said = tokens[at]
    if said in ("face", "head") and reader.found.get("framing") == "close":
        return {"filler": said}
    owned = _thing_at(tokens, at + length) if said.endswith("'s") else ""
    room = said.endswith("'s") and "setting" in _match(tokens, at + length)[0]
    if reader.belongs(meanings.get("thing", ""), tokens, at, length) or (
        room or (owned and owned not in BODY_PARTS | ACCESSORIES)
    ):
        return {}  # "a dentist's chair" asks for no dentist
    if "pose" in meanings and _thing_at(tokens, at + length) in FLOWN and reader.subjects:
        return {"relation": "under"}  # "a child flying a kite"
    deed = said == "building" and tokens[at + 1 : at + 2] in (["a"], ["an"], ["the"])
    follows = _match(tokens, at + length)[0].get("thing", "")
    if meanings.get("thing") in CALLINGS and follows and follows not in LIVING:
        return {}  # "a pirate treasure chest" shows no pirate
    likened = tokens[at + length : at + length + 1] in (["like"], ["shaped"])
    shape = re.search("(?:shape|form) of|shaped like", " ".join(tokens[max(at - 3, 0) : at]))
    if deed or ("thing" in meanings and (likened or shape or _made_of(reader, tokens, at))):
        return {}  # letters of anything are not drawn, nor what is like something
    return _as_ingredient(meanings, follows)


def _as_ingredient(meanings: dict[Kind, str], dish: str) -> dict[Kind, str]:
    """Return what words mean before a dish: in "pumpkin soup" the pumpkin is a colour."""
    name = meanings.get("thing", "")
    if dish not in DISHES or name in {"", *DISHES}:
        return meanings
    thing = THINGS.get(name)
    if thing is None or thing.draw.__module__ != food.__name__:
        return {}
    return {"colour": thing.colours[0]} if dish in TINGED else {"filler": name}


def _as_written(found: list[str], prompt: str) -> tuple[str, ...]:
    """Return words as the prompt has them, "London" and not "london", once each."""
    rows = (re.search(rf"(?<!\w){re.escape(word)}(?!\w)", prompt, re.IGNORECASE) for word in found)
    written = (row[0] if row else word for row, word in zip(rows, found, strict=True))
    return tuple(dict.fromkeys(written))


def left_out(prompt: str, *, things: bool = True, painted: bool = True) -> tuple[str, ...]:
    """Return the words that ask for something that is not painted, in order, once each.

    Without ``things`` only place, air and style are; where nothing is ``painted``, all words that
    name something are left out.
    """
    if not painted:
        tokens = [token for token in words.split(prompt) if token[0].isalpha()]
        return tuple(dict.fromkeys(token for token in tokens if not _says_nothing(token)))
    brief = read_prompt(prompt, places=not things)
    drawn = (s.word for s in brief.subjects if not (things or s.thing in SCENERY))
    return tuple(dict.fromkeys((*brief.unknown, *drawn, *brief.surplus)))


def _says_nothing(token: str) -> bool:
    """Say whether a word is filler, or only joins others."""
    return token in words.FILLER or token in words.RELATIONS or token in words.NUMBERS


def _match(tokens: list[str], at: int) -> tuple[dict[Kind, str], int]:
    table = lexicon()
    for length in range(min(LONGEST, len(tokens) - at), 0, -1):
        head = " ".join(tokens[at : at + length - 1])
        for last in words.singulars(tokens[at + length - 1]):
            phrase = f"{head} {last}".strip()
            if phrase in table:
                return dict(table[phrase]), length
    return {}, 1


def _made_of(reader: _Reader, tokens: list[str], at: int) -> bool:
    """Say whether a word names what the lettering before it is made of."""
    if not reader.subjects or reader.subjects[-1].thing != MARK:
        return False
    return bool({"made", "out", "from"} & set(tokens[max(at - 4, 0) : at])) and (
        "thing" in _match(tokens, at)[0]
    )


def _thing_at(tokens: list[str], at: int) -> str:
    """Return the thing that is named at a place, after an article, a number or a colour."""
    while at < len(tokens):
        meanings, length = _match(tokens, at)
        if "thing" in meanings:
            return meanings["thing"]
        if not ({"filler", "number", "colour", "size"} & set(meanings)):
            break
        at += length
    return ""


def _take(reader: _Reader, meanings: dict[Kind, str], matched: list[str]) -> None:
    word = " ".join(matched)
    if word in {",", ".", ";", ":"}:
        reader.drop_modifiers()
        reader.relation, reader.listing = "", word == ","
    elif word.startswith("#"):
        reader.modify(colours=(*reader.pending.colours, word))
    elif word.isdigit():
        if int(word[:6]) > words.MOST:
            reader.surplus.append(word)
        reader.modify(count=min(max(int(word[:6]), 1), words.MOST))
    elif not meanings:
        reader.unknown.append(word)
        reader.modify(word="")  # a number before it needs no note of its own
    else:
        _take_known(reader, meanings, word)


def _take_known(reader: _Reader, meanings: dict[Kind, str], word: str) -> None:
    modifier = bool(reader.pending.colours or reader.pending.count != UNSAID)
    drawn_on = reader.relation == "on" and meanings.get("thing") in CARRIERS
    if (
        "style" in meanings
        and "thing" in meanings
        and ((reader.listing and not modifier) or drawn_on)
    ):
        meanings = {"style": meanings["style"]}  # "…, pencil" is how, "a pencil" is what
    if "thing" in meanings and not ("setting" in meanings and _is_place(reader, modifier)):
        reader.add(meanings["thing"], word.rsplit(maxsplit=1)[-1] if " " not in word else word)
        return
    for kind in ONE_OF_EACH:
        if kind in meanings:
            if meanings[kind] == "top" and kind == "framing":
                reader.from_above = word
            if kind == "setting" and word in ANY_ROOM and reader.indoors:
                return  # "a kitchen interior" names one place
            if kind == "setting" and reader.room and SETTINGS[meanings[kind]].kind == "room":
                reader.found[kind] = meanings[kind]
            reader.room = kind == "setting" and word in ANY_ROOM
            if kind == "setting" and (
                reader.lead_through(meanings[kind]) or reader.stay_outside(meanings[kind], word)
            ):
                return
            if reader.found.setdefault(kind, meanings[kind]) != meanings[kind]:
                reader.surplus.append(word)
            if kind == "setting" and reader.relation == "above" and reader.subjects:
                reader.subjects[-1] = replace(reader.subjects[-1], lifted=True)
            reader.drop_modifiers()
            reader.relation = ""
            return
    if word in GROUNDS and reader.pending.colours:
        reader.found.setdefault("setting", "studio")
        reader.drop_modifiers()
    else:
        _take_modifier(reader, meanings, word)


def _take_modifier(reader: _Reader, meanings: dict[Kind, str], word: str) -> None:
    if "look" in meanings:
        reader.modify(worn=(*reader.pending.worn, (meanings["look"], "")))
    elif meanings.get("pose") == "asleep":
        reader.lay_down(word)
    elif "colour" in meanings:
        reader.modify(colours=(*reader.pending.colours, meanings["colour"]))
    elif "material" in meanings:
        reader.modify(material=meanings["material"])
        reader.made_of = word
    elif "number" in meanings:
        reader.modify(count=words.NUMBERS[meanings["number"]], word=word)
    elif "size" in meanings:
        reader.modify(size=words.SIZES[meanings["size"]])
    elif "pose" in meanings:
        if meanings["pose"] == "air" and (reader.relation or not reader.subjects):
            reader.modify(lifted=True)  # "a flying bird"
        elif meanings["pose"] == "air":
            reader.subjects[-1] = replace(reader.subjects[-1], lifted=True)
        elif not reader.subjects or (
            reader.subjects[-1].kind.stance != meanings["pose"]
            and (reader.subjects[-1].thing, word) != ("astronaut", "floating")
        ):
            reader.unknown.append(word)
    elif "mood" in meanings:
        reader.found.setdefault("mood", meanings["mood"])
    elif "relation" in meanings:
        reader.relation = words.RELATIONS[meanings["relation"]]
        reader.aimed = word == "at"
        reader.near = word in ("by", "near", "at", "beside")
        reader.having = word in words.HAVING or (reader.having and word == "and")
        reader.listing = word == "and"


def _is_place(reader: _Reader, modifier: bool) -> bool:
    """Say whether a word that is both thing and place is meant as the place: "on the moon"."""
    if reader.places:
        return True
    return not modifier and reader.relation in ("on", "in", "beside", "under", "above", "behind")
