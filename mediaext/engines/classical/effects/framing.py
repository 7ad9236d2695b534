"""Frames, cards, corners and lettering."""

import re

import cv2
import numpy as np
import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont

from mediaext.engines.classical.effects.colours import COLOUR, read_colour
from mediaext.engines.classical.effects.kit import Light, blur, mix, smoothstep
from mediaext.engines.classical.effects.layout import NUMBER, interest, proportioned
from mediaext.engines.classical.effects.table import Ask, Canvas, reworks


@reworks(
    "border",
    "layout",
    "add a thick white border",
    rf"(?:add |with |put )?(?:a |an )?(?:(?P<width>thick|thin|wide|narrow|{NUMBER} ?(?:px"
    rf"|pixels?)) )?(?P<ink>(?:{COLOUR}) )?(?P<kind>border|frame|passe-?partout"
    rf"|mat)(?: in (?P<ink2>{COLOUR}))?",
)
def border(canvas: Canvas, ask: Ask) -> Canvas:
    """Put a border of one colour around the picture; a frame gets a bevel and a mat."""
    height, width = canvas.rgb.shape[:2]
    said = ask.said("width").lower()
    digits = re.match(NUMBER, said)
    share = {"thick": 0.09, "wide": 0.09, "thin": 0.018, "narrow": 0.018}.get(said, 0.045)
    edge = (
        int(float(digits.group())) if digits else round(share * min(height, width) * ask.strength)
    )
    edge = min(max(1, edge), max(height, width))
    kind = ask.said("kind").lower()
    usual = "white" if kind != "frame" else "#3b2718"
    colour = read_colour(ask.said("ink") or ask.said("ink2") or usual)
    if kind == "frame" and edge >= 6:
        canvas = _edged(canvas, edge, np.array([0.97, 0.96, 0.93], np.float32))
        framed = _edged(canvas, edge, colour)
        return Canvas(_bevelled(framed.rgb, edge), framed.alpha)
    return _edged(canvas, edge, colour)


def _edged(canvas: Canvas, edge: int, colour: Light) -> Canvas:
    sides = (edge, edge, edge, edge)
    tone = [float(value) for value in colour]
    rgb: Light = cv2.copyMakeBorder(canvas.rgb, *sides, cv2.BORDER_CONSTANT, value=tone)
    if canvas.alpha is None:
        return Canvas(rgb)
    return Canvas(rgb, cv2.copyMakeBorder(canvas.alpha, *sides, cv2.BORDER_CONSTANT, value=1.0))


def _bevelled(rgb: Light, edge: int) -> Light:
    """Light the frame's four sides differently, as a moulding."""
    height, width = rgb.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    depth = np.stack([y, height - 1 - y, x, width - 1 - x])
    nearest, side = depth.min(axis=0), depth.argmin(axis=0)
    shade = np.array([1.25, 0.75, 1.05, 0.9], np.float32)[side]
    profile = 0.85 + 0.3 * np.sin(np.clip(nearest / edge, 0, 1) * np.float32(np.pi))
    ring = nearest < edge
    rgb[ring] = np.clip(rgb[ring] * (shade * profile)[ring][:, None], 0, 1)
    return rgb


@reworks(
    "polaroid",
    "layout",
    "as a polaroid",
    r"(?:as |like |into )?(?:a |an )?(?:polaroid|instant photo)(?: (?:frame|photo|picture))?",
)
def polaroid(canvas: Canvas, ask: Ask) -> Canvas:
    """Set a square picture in the white card of an instant photo."""
    height, width = canvas.rgb.shape[:2]
    left, top, right, bottom = proportioned(width, height, 1.0, interest(ask))
    square = Canvas(canvas.rgb[top:bottom, left:right])
    edge = max(2, round(0.06 * (right - left)))
    card = np.array([0.965, 0.955, 0.935], np.float32)
    framed = _edged(square, edge, card).rgb
    foot = np.broadcast_to(card, (3 * edge, framed.shape[1], 3)).astype(np.float32)
    return Canvas(np.concatenate([framed, foot]))


@reworks(
    "letterbox",
    "layout",
    "add cinematic bars",
    r"(?:add )?(?:cinematic |black |movie )?(?:letterbox(?:ed)?|bars)(?: bars)?",
)
def letterbox(canvas: Canvas, ask: Ask) -> Canvas:
    """Cover top and bottom with black, down to 2.39 : 1."""
    height, width = canvas.rgb.shape[:2]
    bar = max(round(0.06 * height), round((height - width / 2.39) / 2))
    bar = min(bar, round(0.14 * height))
    rgb = canvas.rgb.copy()
    rgb[:bar], rgb[height - bar :] = 0, 0
    return Canvas(rgb, canvas.alpha)


@reworks(
    "round corners",
    "layout",
    "round corners",
    r"round(?:ed)? corners?|(?P<circle>(?:in |as |to )?(?:a )?(?:circle|circular|oval"
    r"|round)(?: (?:crop|shape|mask|picture|photo))?)",
)
def round_corners(canvas: Canvas, ask: Ask) -> Canvas:
    """Make the corners transparent, or all outside an ellipse."""
    height, width = canvas.rgb.shape[:2]
    radius = min(height, width) * (0.5 if ask.said("circle") else min(0.5, 0.09 * ask.strength))
    if ask.said("circle"):
        left, top, right, bottom = proportioned(width, height, 1.0, interest(ask))
        canvas = Canvas(
            canvas.rgb[top:bottom, left:right].copy(),
            None if canvas.alpha is None else canvas.alpha[top:bottom, left:right],
        )
        height, width = canvas.rgb.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) + np.float32(0.5)
    dx = np.maximum(np.maximum(radius - x, x - (width - radius)), 0)
    dy = np.maximum(np.maximum(radius - y, y - (height - radius)), 0)
    shown = 1 - smoothstep(radius - 1, radius + 0.5, np.hypot(dx, dy))
    return Canvas(canvas.rgb, shown if canvas.alpha is None else shown * canvas.alpha)


@reworks(
    "lettering",
    "layout",
    'add the text "Hello" at the top',
    rf"(?:add|write|put|print|with|overlay)?\s*(?:the |a )?(?P<ink>(?:{COLOUR}) )?(?:big |large "
    rf"|small )?(?:text|words?|caption|title|heading|lettering|label"
    rf"|slogan)?[: ]*[\"“'\u2018«](?P<text>[^\"”»]{{1,120}}?)[\"”'\u2019»](?!\w)(?: in "
    rf"(?P<ink2>{COLOUR}))?(?:,? (?:at|on|in|along|across) (?:the )?(?P<place>top|bottom"
    rf"|cent(?:re|er)|middle|upper|lower)\w*)?(?: in (?P<ink3>{COLOUR}))?",
)
def lettering(canvas: Canvas, ask: Ask) -> Canvas:
    """Write words across the picture, in white or black as shows better."""
    height, width = canvas.rgb.shape[:2]
    words = ask.said("text")
    place = ask.said("place").lower() or "bottom"
    font = PIL.ImageFont.load_default(
        max(8.0, min(0.11 * height, 1.55 * 0.9 * width / max(len(words), 1)))
    )
    left, top, right, bottom = font.getbbox(words)
    row = {"top": 0.05, "upper": 0.05, "bottom": 0.9, "lower": 0.9}.get(place, 0.5)
    y = row * height if row < 0.5 else row * height - (bottom - top) * (1 if row > 0.6 else 0.5)
    plane = PIL.Image.new("L", (width, height))
    at = (width / 2 - (left + right) / 2, y - top)
    PIL.ImageDraw.Draw(plane).text(at, words, fill=255, font=font)
    cover = np.asarray(plane, np.float32) / 255
    ink = ask.said("ink") or ask.said("ink2") or ask.said("ink3")
    under = canvas.rgb[max(0, int(y)) : int(y + bottom - top) + 1]
    dark = float(under.mean()) < 0.6 if under.size else True
    colour = read_colour(ink or ("white" if dark else "#141414"))
    shade = blur(cover, max(1.0, (bottom - top) / 12)) * np.float32(0.55)
    ground = mix(canvas.rgb, np.full_like(canvas.rgb, 0.0 if colour.mean() > 0.45 else 1.0), shade)
    alpha = canvas.alpha if canvas.alpha is None else np.maximum(canvas.alpha, cover)
    return Canvas(mix(ground, np.broadcast_to(colour, ground.shape), cover), alpha)
