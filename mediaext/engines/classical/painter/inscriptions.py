"""Read the lettering that a prompt asks for: quotations, "a sign that says OPEN"."""

import re

MARK = "lettering"
"""The word that is left where words are to be written on nothing else."""
CARRIER = (
    r"(?:neon(?: lights?)? sign|shop sign|road sign|sign(?:board|post)?|placard|notice|nameplate"
    r"|billboard|poster|banner|chalk ?board(?: sign)?|blackboard|menu board|chalk sign"
    r"|(?:rubber )?stamp|seal|logo(?:type| design)?|emblem|badge|label|tag|sticker|price tag"
    r"|(?:greeting |birthday )?card|postcard|(?:wedding )?invitation|book cover|graffiti|mural"
    r"|(?:coffee |tea )?(?:mug|cup)|t-?shirt|tee shirt)"
)
_END = "'\u2019"  # apostrophes, which close a quotation too
_QUOTED = (
    r"[\"\u201c\u201d\u00ab\u201e](?P<q>[^\"\u201c\u201d\u00bb]{1,120}?)[\"\u201c\u201d\u00bb]"
    rf"|(?<!\w)['\u2018](?P<qb>[^{_END}]{{1,120}}?)[{_END}](?!\w)"
)
_SAYS = (
    r"(?:(?:that|which) (?:says?|reads?|spells?)|saying|reading|spelling|says|reads"
    r"|with (?:the|a) (?:text|words?|name|title|slogan|letters?|inscription|message|phrase"
    r"|number)|called|named|titled|labell?ed|of the word|with)"
)
_CAPITAL = rf"[A-Z0-9][\w!?&.%{_END}-]*"
_PROPER = rf"(?P<proper>{_CAPITAL}(?: (?:(?:of|the|and|in|for|to) )?(?:&|{_CAPITAL}))*)"
_STOP = r"(?:on|in|at|with|over|above|behind|near|under|against|by)"
_PLAIN = rf"(?P<plain>\w[\w!?%{_END}-]*(?: (?!{_STOP}\b)\w[\w!?%{_END}-]*){{0,5}})"
_KINDS = r"(?:words?|text|letters?|phrase|slogan|inscription|initials|number|digits?|name|title)"
_ON_CARRIER = re.compile(
    rf"(?P<carrier>\b(?i:{CARRIER})\b)"
    r"(?P<kind>(?: (?!(?i:that|which|saying|reading|with)\b)\w+){0,4}?),? "
    rf"(?i:{_SAYS}) (?:{_QUOTED}|{_PROPER}|{_PLAIN})"
)
_NAMED = re.compile(
    r"(?P<carrier>\b(?i:logo|logotype|emblem|badge|brand)\b)"
    rf"(?P<kind>(?: [a-z]+){{0,2}}?) (?i:for) (?:{_QUOTED}|{_PROPER})"
)
_WORD = re.compile(
    rf"\b(?i:the |a )?(?i:{_KINDS}) "
    rf"(?:{_QUOTED}|{_PROPER}|(?P<plain>\w+)(?=[,.;]|$| (?:in|on|at|made)\b))"
)
_CAPITALS = re.compile(
    rf"\b(?P<q>[A-Z][A-Z0-9&!{_END}]+(?: [A-Z0-9&!{_END}]+)*) (?P<carrier>\b(?i:{CARRIER})\b)"
)
"""As in "an OPEN sign"."""
_WHOM = re.compile(
    r"(?i)(?P<carrier>\b(?:logo|logotype|emblem|badge|brand)(?: +\x00\d+)?) +for +"
    r"(?:an?|the|my|our) (?P<whom>\w+(?: (?:shop|store|company|brand|bar|team|club|school))?)"
)
SHOWN = {
    "poster": "printed poster", "chalkboard": "chalkboard sign", "chalk": "chalkboard sign",
    "blackboard": "blackboard sign", "seal": "rubber stamp",
}  # fmt: skip
"""What carriers are called here, where their plain name is a style or something else too."""
_QUOTE = re.compile(_QUOTED)
_TALK = re.compile(rf"(?i)\b(?:(?:that|which) )?{_SAYS}\s*$")


def read_inscriptions(prompt: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Take out what is to be written.

    Returns the rest of the prompt, the texts in order, and whom a logo is for. Where a carrier
    such as a sign is named the text belongs to it; else the rest has the word ``lettering`` in
    the text's place.
    """
    texts: list[tuple[int, str]] = []

    def take(match: re.Match[str], carrier: str) -> str:
        found = next(v for k in ("q", "qb", "proper", "plain") if (v := _group(match, k)))
        texts.append((len(texts), " ".join(found.split())))
        head, _, tail = carrier.partition(" ")
        return f"{SHOWN.get(head.lower(), head)} {tail} \x00{len(texts) - 1} "

    def on_carrier(match: re.Match[str]) -> str:
        if _group(match, "plain") and match["plain"].split()[0] in (
            "a",
            "an",
            "the",
            "his",
            "her",
        ):
            return match.group()  # "a card with a heart": no text
        if _group(match, "plain") and re.search(r"(?i)\bwith$", _before_text(match)):
            return match.group()
        return take(match, match["carrier"] + match["kind"])

    rest = _ON_CARRIER.sub(on_carrier, prompt)
    if not prompt.isupper():
        rest = _CAPITALS.sub(lambda m: take(m, m["carrier"]), rest)
    rest = _NAMED.sub(lambda m: take(m, m["carrier"] + m["kind"]), rest)
    rest = _WORD.sub(lambda m: take(m, _lead(rest, m, MARK)), rest)
    rest = _QUOTE.sub(lambda m: take(m, _lead(rest, m, MARK)), rest)
    whom = tuple(match["whom"].lower() for match in _WHOM.finditer(rest))
    rest = _WHOM.sub(lambda m: m["carrier"], rest)
    order = [int(n) for n in re.findall(r"\x00(\d+)", rest)]
    return re.sub(r"\x00\d+", "", rest), tuple(texts[n][1] for n in order), whom


def _group(match: re.Match[str], name: str) -> str:
    return (match.groupdict().get(name) or "").strip()


def _before_text(match: re.Match[str]) -> str:
    return match.string[match.start() : match.start("plain")].strip()


def _lead(text: str, match: re.Match[str], carrier: str) -> str:
    """Return no carrier of its own where one stands right before."""
    before = _TALK.sub("", text[: match.start()].rstrip(" :,"))
    return "" if re.search(rf"(?i)\b{CARRIER}\s*$", before) else carrier
