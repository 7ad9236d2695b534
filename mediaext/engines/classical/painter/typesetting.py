"""Type as outlines: words set in a bundled font, kerned, broken into lines that fill a box."""

import importlib.util
from functools import lru_cache
from pathlib import Path
from typing import Literal

import numpy as np
import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont

from mediaext.engines.classical.painter.geometry import Points

Box = tuple[float, float, float, float]

Face = Literal["round", "hand", "serif"]
FACES: dict[Face, tuple[str, str]] = {
    "round": ("font_fredoka_one", "FredokaOne-Regular.ttf"),
    "hand": ("font_amatic_sc", "AmaticSC-Bold.ttf"),
    "serif": ("font_source_serif_pro", "SourceSerifPro-Bold.ttf"),
}
"""Package and file of each font; all are under the SIL Open Font License."""
EM = 160  # pixels: type is drawn at this size, and its outlines are taken from there
FINE = 0.2  # pixels that an outline may be off
LONGEST = 120  # characters
LEAD, ABOVE, BELOW = 1.5, 0.06, 0.14  # between baselines, over and under, in heights of a capital


@lru_cache(maxsize=8)
def _font(face: Face) -> PIL.ImageFont.FreeTypeFont:
    package, name = FACES[face]
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        raise ImportError(f"The font package {package} is missing: pip install 'mediaext[local]'")
    return PIL.ImageFont.truetype(Path(found.origin).parent / "files" / name, EM)


def missing(text: str, face: Face = "serif") -> str:
    """Return the characters of a text that a font has no glyph for, once each."""
    font = _font(face)
    blank = font.getmask("\uffff").getbbox(), font.getlength("\uffff")
    return "".join(
        dict.fromkeys(
            c
            for c in text
            if not c.isspace() and (font.getmask(c).getbbox(), font.getlength(c)) == blank
        )
    )


def lines_of(text: str, face: Face, aspect: float) -> list[str]:
    """Break a text into the lines that fill a box of ``aspect`` (width over height) best."""
    font, words = _font(face), text.split()
    rise = font.getbbox("H")[3] - font.getbbox("H")[1]
    best, most = [text], 0.0
    for count in range(1, len(words) + 1):
        lines = _broken(words, count)
        widest = max(font.getlength(line) for line in lines) / rise
        size = min(aspect / widest, 1 / _height(len(lines)))
        if size > most:
            best, most = lines, size
    return best


def _broken(words: list[str], count: int) -> list[str]:
    """Break words into about ``count`` lines of even length."""
    total = sum(map(len, words)) + len(words) - 1
    lines: list[list[str]] = [[]]
    for word in words:
        if lines[-1] and len(" ".join([*lines[-1], word])) > max(total / count, len(word)) * 1.15:
            lines.append([])
        lines[-1].append(word)
    return [" ".join(line) for line in lines]


@lru_cache(maxsize=64)
def _glyphs(line: str, face: Face) -> tuple[tuple[tuple[Points, ...], ...], float]:
    """Return the glyphs of a line and its width; a capital's height is 1, the baseline y = 1."""
    # It brings scipy.signal and scipy.stats: half of what a picture without words would load.
    from skimage.measure import approximate_polygon, find_contours

    font = _font(face)
    left, top, right, bottom = font.getbbox(line)
    plane = PIL.Image.new("L", (round(right - left) + 8, round(bottom - top) + 8))
    PIL.ImageDraw.Draw(plane).text((4 - left, 4 - top), line, fill=255, font=font)
    _, crown, _, base = font.getbbox("H")
    rise = base - crown
    contours = sorted(
        (
            (approximate_polygon(contour, FINE)[:-1, ::-1] - 4 + (0, top - crown)) / rise
            for contour in find_contours(np.asarray(plane, np.float32), 127.5)
            if len(contour) > 6
        ),
        key=lambda points: float(points[:, 0].min()),
    )
    groups: list[list[Points]] = []
    reach = -1.0
    for points in contours:
        if float(points[:, 0].min()) > reach:
            groups.append([])
        groups[-1].append(points)
        reach = max(reach, float(points[:, 0].max()))
    return tuple(map(tuple, groups)), (right - left) / rise


def typeset(text: str, face: Face, box: Box) -> list[list[Points]]:
    """Set a text as large as it fits into a box ``(x0, y0, x1, y1)``, centred.

    Returns glyphs, each as closed outlines; where two of a glyph overlap there is a hole.
    """
    x0, y0, x1, y1 = box
    if not text.strip():
        return []
    lines = lines_of(text[:LONGEST], face, (x1 - x0) / (y1 - y0))
    shapes = [_glyphs(line, face) for line in lines]
    tall = _height(len(lines))
    size = min((y1 - y0) / tall, (x1 - x0) / max(width for _, width in shapes))
    top = (y0 + y1) / 2 - size * tall / 2 + size * ABOVE
    return [
        [points * size + ((x0 + x1) / 2 - width * size / 2, top + LEAD * size * k) for points in g]
        for k, (glyphs, width) in enumerate(shapes)
        for g in glyphs
    ]


def aspect_of(text: str, face: Face) -> float:
    """Return width over height of a text set freely, between 0.6 and 4."""
    lines = lines_of(text[:LONGEST], face, 2.2)
    wide = max(_glyphs(line, face)[1] for line in lines)
    return float(np.clip(wide / _height(len(lines)), 0.6, 4.0))


def _height(lines: int) -> float:
    return ABOVE + LEAD * (lines - 1) + 1 + BELOW
