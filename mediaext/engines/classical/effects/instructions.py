"""Read an instruction: which effects it names, how strong, and where in the picture."""

import re
from dataclasses import dataclass

from mediaext.engines.classical.colour_names import COLOUR
from mediaext.engines.classical.effects.effect import EFFECTS, STAGES, Effect
from mediaext.engines.classical.effects.regions import REGION

STRENGTHS: dict[str, float] = {
    r"(?:very|ever so) (?:slightly|subtle|little)|barely": 0.3,
    (
        r"slight(?:ly)?|a (?:little|bit|touch|hint)|a tad|subtl[ey]|gentl[ey]|lightly"
        r"|light(?= (?:rain|snow|fog|mist|haze|blur|grain|vignette|glow))|softly|mild(?:ly)?"
        r"|faint(?:ly)?"
    ): 0.55,
    r"somewhat|moderate(?:ly)?|fairly|a little more": 0.8,
    (
        r"very|much|strong(?:ly)?|heav(?:y|ily)|a lot|lots of|really|intense(?:ly)?|bold(?:ly)?"
        r"|significant(?:ly)?|dense|considerably"
    ): 1.6,
    (
        r"extreme(?:ly)?|super|maximum|max|dramatically|completely|totally|insanely|as (?:much"
        r"|strong) as possible"
    ): 2.2,
}
"""Strength words and the factor on an effect; without one the factor is 1."""

PERCENT = re.compile(r"(?:by )?(\d{1,3}) ?(?:%|percent)", re.IGNORECASE)
PLAIN_PERCENT = 50.0  # "by 50 %" is as strong as the plain word
BREAKS = re.compile(
    r"[,.;!\n]+|\b(?:and|then|also|plus|while|but(?! not))\b|\bwith\b(?= (?:a|an|some|more"
    r"|less)\b)",
    re.IGNORECASE,
)
KEEP = re.compile(
    r"^\W*(?:but )?(?:keep|preserve|leave|maintain|retain|protect|without (?:changing|touching)|"
    r"(?:do not|don't|never) (?:change|touch|alter))\b",
    re.IGNORECASE,
)
EXCEPT = re.compile(
    rf"(?:except|but not|apart from|excluding|everything but|all but|outside|around|not)"
    rf"(?: for| of)? (?:the |her |his |their )?(?P<region>{REGION})\b",
    re.IGNORECASE,
)
WHERE = re.compile(
    rf"(?:\b(?:of|on|in|to|for|at) )?(?:the |her |his |their |its |my |all )?(?P<only>only )?"
    rf"(?P<region>{REGION})\b(?P<after> only)?",
    re.IGNORECASE,
)
ABOUT = re.compile(
    r"\b(?:photo(?:graph)?|picture|image|portrait|shot|painting|drawing|version|scene) of "
    r"(?:a |an |the |my |his |her |this |that )?[\w' -]+",
    re.IGNORECASE,
)
OBJECT = re.compile(
    r"\b(?:add|put|insert|place|draw|remove|delete|erase|replace|swap|give|wear(?:ing|s)?|"
    r"hold(?:ing|s)?|smil(?:e|ing)|write)\b",
    re.IGNORECASE,
)
FILLER = re.compile(
    r"\b(?:please|can|could|would|you|i|we|want|need|like|it|its|it's|this|that|these|the|a|an|to|"
    r"into|in|on|of|for|by|as|at|from|so|just|now|all|whole|entire|overall|some|more|less|bit|lot|"
    r"make|turn|give|apply|add|put|use|set|do|convert|transform|change|edit|render|create|show"
    r"|let|"
    r"look|looks|looking|feel|feels|be|is|are|get|have|has|image|picture|photo|photograph|pic"
    r"|shot|"
    r"effect|effects|style|styled|filter|look|mood|vibe|tone|tones|feeling|atmosphere|version|my|"
    r"me|your|our|colou?rs?|colou?r|light(?:ing)?|quality|nice|nicely|little|too|again|only|also|"
    r"there|here|with|very|if|were|was|scene|everything|everywhere|instead|using|high|good)\b",
    re.IGNORECASE,
)
LATE = ("outline", "spotlight")  # drawn on the new background, not below it
REGIONAL = ("repair", "colour")  # stages whose effects a region in the clause limits
STYLE_REGIONS = re.compile(r"background|backdrop|faces?|sky|subject|person", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EffectStep:
    """One effect to apply: its words, strength, and region by name ("" is everywhere)."""

    effect: Effect
    words: re.Match[str]
    strength: float = 1.0
    region: str = ""
    inverted: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What was understood: steps in the order of application, regions to keep, and the rest.

    ``unheard`` are clauses that ask for something that no effect does; ``ignored`` are words that
    ask for nothing.
    """

    steps: tuple[EffectStep, ...]
    kept: tuple[str, ...]
    unheard: tuple[str, ...]
    ignored: tuple[str, ...]


def read_instruction(prompt: str) -> Reading:
    """Read an instruction in English. Longer matches win over shorter ones inside them."""
    text = re.sub(r"\s+", " ", prompt).strip()
    matches = _matches(text)
    steps: list[EffectStep] = []
    kept, unheard, ignored = [], [], []
    for start, end in _clauses(text, matches):
        clause = text[start:end].strip(" ,.;!")
        inside = [(effect, match) for effect, match in matches if start <= match.start() < end]
        rest = _without(text, start, end, [match for _, match in inside])
        if KEEP.match(clause) and not any(e.name == "keep one colour" for e, _ in inside):
            kept += [found.group("region") for found in WHERE.finditer(clause)]
            continue
        strange = _strange(rest)
        asked = bool(OBJECT.search(rest)) if inside else True
        if (strange and asked) or (not inside and OBJECT.search(rest)):
            unheard.append(clause)
        elif strange:
            ignored.append(strange)
        for effect, match in inside:
            step = _step(effect, match, rest)
            again = any(s.effect is effect and s.region == step.region for s in steps)
            if not again or effect.stage == "layout" or step.effect.name == "recolour":
                steps.append(step)
    order = list(STAGES)
    steps.sort(key=lambda step: (order.index(step.effect.stage), step.effect.name in LATE))
    return Reading(tuple(steps), tuple(kept), tuple(unheard), tuple(ignored))


def _matches(text: str) -> list[tuple[Effect, re.Match[str]]]:
    """Choose matches that do not overlap, the longest first; return them in text order."""
    found = [
        (effect, match)
        for effect in EFFECTS
        for match in effect.pattern.finditer(text)
        if match.group().strip()
    ]
    found.sort(key=lambda pair: -len(pair[1].group().strip()))
    chosen: list[tuple[Effect, re.Match[str]]] = []
    for effect, match in found:
        if all(match.end() <= m.start() or match.start() >= m.end() for _, m in chosen):
            chosen.append((effect, match))
    return sorted(chosen, key=lambda pair: pair[1].start())


def _clauses(text: str, matches: list[tuple[Effect, re.Match[str]]]) -> list[tuple[int, int]]:
    """Cut the text at breaks that lie outside of matches."""
    cuts = [0]
    for found in BREAKS.finditer(text):
        if all(found.end() <= m.start() or found.start() >= m.end() for _, m in matches):
            cuts += [found.start(), found.end()]
    cuts.append(len(text))
    pairs = zip(cuts[::2], cuts[1::2], strict=True)
    return [(start, end) for start, end in pairs if text[start:end].strip()]


def _without(text: str, start: int, end: int, matches: list[re.Match[str]]) -> str:
    """Return a clause with the words of its matches blanked."""
    letters = list(text[start:end])
    for match in matches:
        for place in range(match.start(), min(match.end(), end)):
            letters[place - start] = " "
    return re.sub(r"\s+", " ", "".join(letters)).strip()


def _strange(rest: str) -> str:
    """Return the words that mean something but are no strength, place or filler."""
    rest = ABOUT.sub(" ", PERCENT.sub(" ", rest))
    rest = WHERE.sub(" ", EXCEPT.sub(" ", rest))
    for words in STRENGTHS:
        rest = re.sub(rf"\b(?:{words})\b", " ", rest, flags=re.IGNORECASE)
    return " ".join(re.findall(r"[\w'-]{2,}", FILLER.sub(" ", rest)))


def _step(effect: Effect, match: re.Match[str], rest: str) -> EffectStep:
    words = re.sub(COLOUR, " ", f"{rest} {match.group()}", flags=re.IGNORECASE)
    region, inverted = "", False
    if effect.paint and effect.name not in ("recolour", "keep one colour", "outline", "spotlight"):
        region, inverted = _region(effect, ABOUT.sub(" ", rest))
    return EffectStep(effect, match, read_strength(words), region, inverted)


def _region(effect: Effect, rest: str) -> tuple[str, bool]:
    """Return the region that a clause limits an effect to, and whether it is the outside."""
    if outside := EXCEPT.search(rest):
        return outside.group("region"), True
    inside = WHERE.search(rest)
    if not inside:
        return "", False
    region = inside.group("region")
    explicit = bool(inside.group("only") or inside.group("after"))
    if effect.stage in REGIONAL or (effect.stage == "style" and STYLE_REGIONS.fullmatch(region)):
        return region, False
    return (region, False) if explicit else ("", False)


def read_strength(words: str) -> float:
    """Return the factor that strength words or a percentage ask for, 0.05 to 4."""
    if percent := PERCENT.search(words):
        return min(4.0, max(0.05, float(percent.group(1)) / PLAIN_PERCENT))
    for pattern, factor in STRENGTHS.items():
        if re.search(rf"\b(?:{pattern})\b", words, re.IGNORECASE):
            return factor
    return 1.0


def abilities() -> str:
    """Say in one sentence a stage what edit can do, with an example for each effect."""
    groups = []
    for stage, title in STAGES.items():
        examples = ", ".join(effect.example for effect in EFFECTS if effect.stage == stage)
        groups.append(f"{title}: {examples}.")
    groups.append("Props: add a butterfly, put a robot behind the subject.")
    return " ".join(groups)
