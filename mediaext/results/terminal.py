"""Show pictures in terminals by the protocols of kitty, iTerm2, or sixel."""

import base64
import io
import os
from collections.abc import Mapping
from typing import Literal, get_args

import PIL.Image

from mediaext.results.showing import encode

Protocol = Literal["kitty", "iterm", "sixel"]
CHOICE = "MEDIAEXT_TERMINAL"  # kitty, iterm, sixel, or none
SIDE = 384  # pixels, longest side of a picture
CHUNK = 4096  # letters of one message to kitty
COLOURS = 128  # of a sixel picture
PROGRAMS: Mapping[str, Protocol] = {
    "iterm.app": "iterm",
    "wezterm": "iterm",
    "ghostty": "kitty",
    "contour": "sixel",
}
SIXEL_TERMS = ("sixel", "mlterm", "foot", "yaft")


def protocol(environment: Mapping[str, str] | None = None) -> Protocol | None:
    """Return how the terminal takes pictures, ``None`` where that is not known.

    ``MEDIAEXT_TERMINAL`` overrules what the terminal says of itself. tmux and screen pass no
    pictures on.
    """
    known = os.environ if environment is None else environment
    chosen = known.get(CHOICE, "").lower()
    for name in get_args(Protocol):
        if chosen == name:
            found: Protocol = name
            return found
    term = known.get("TERM", "")
    if chosen or "TMUX" in known or term.startswith("screen"):
        return None
    if "KITTY_WINDOW_ID" in known or term == "xterm-kitty":
        return "kitty"
    if any(name in term for name in SIXEL_TERMS):
        return "sixel"
    return PROGRAMS.get(known.get("TERM_PROGRAM", "").lower())


def draw(image: PIL.Image.Image, by: Protocol, side: int = SIDE) -> str:
    """Return what a terminal shows as the image, at most ``side`` pixels long."""
    small = image.convert("RGBA" if "A" in image.mode else "RGB")
    small.thumbnail((side, side))
    if by == "sixel":
        return _sixel(small)
    if by == "iterm":
        content, _ = encode(small)
        body = base64.b64encode(content).decode()
        return f"\x1b]1337;File=inline=1;size={len(content)}:{body}\x07"
    buffer = io.BytesIO()
    small.save(buffer, "PNG")
    return _kitty(base64.b64encode(buffer.getvalue()).decode())


def _kitty(body: str) -> str:
    """Return a PNG in messages of at most 4096 letters; all but the last say that more follow."""
    parts = [body[start : start + CHUNK] for start in range(0, len(body), CHUNK)]
    last = len(parts) - 1
    return "".join(
        f"\x1b_G{'f=100,a=T,' if not n else ''}m={int(n < last)};{part}\x1b\\"
        for n, part in enumerate(parts)
    )


def _sixel(image: PIL.Image.Image) -> str:
    """Return bands of six rows, each colour of a band by itself, with runs counted."""
    import numpy as np

    white = PIL.Image.new("RGB", image.size, "white")
    white.paste(image, (0, 0), image if image.mode == "RGBA" else None)
    reduced = white.quantize(COLOURS)
    pixels, palette = np.asarray(reduced), reduced.getpalette() or []
    words = [f'\x1bPq"1;1;{image.width};{image.height}']
    for colour in map(int, np.unique(pixels)):  # as uint8 it would not hold three times itself
        red, green, blue = (round(v / 2.55) for v in palette[3 * colour : 3 * colour + 3])
        words.append(f"#{colour};2;{red};{green};{blue}")
    for top in range(0, image.height, 6):
        band = pixels[top : top + 6]
        weights = 1 << np.arange(len(band))
        for colour in np.unique(band):
            letters = ((band == colour) * weights[:, None]).sum(0) + 63
            edges = np.flatnonzero(np.diff(letters)) + 1
            runs = np.diff(np.concatenate(([0], edges, [len(letters)])))
            starts = letters[np.concatenate(([0], edges))]
            row = "".join(f"!{n}{chr(v)}" for n, v in zip(runs, starts, strict=True))
            words.append(f"#{colour}{row}$")
        words.append("-")
    return "".join(words) + "\x1b\\"
