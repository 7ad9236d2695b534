"""Shape, frame and lettering: turn, crop, borders, cards, corners, captions."""

import functools
import re

import cv2
import numpy as np
import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont

from mediaext.engines.base import invalid
from mediaext.engines.classical.colour_names import COLOUR, read_colour
from mediaext.engines.classical.effects.effect import Ask, Canvas, reworks
from mediaext.engines.classical.effects.kit import Light, blur, mix, resize, smoothstep
from mediaext.engines.classical.faces import find_faces

NUMBER = r"\d+(?:\.\d+)?"
LARGEST = 8192  # pixels a side that a resize may ask for
RATIOS = {
    "square": 1.0,
    "portrait": 0.8,
    "landscape": 1.5,
    "widescreen": 16 / 9,
    "panorama": 3.0,
    "story": 9 / 16,
    "instagram": 1.0,
}


def _both(canvas: Canvas, change: "functools.partial[Light]") -> Canvas:
    """Apply a change of shape to colours and transparency alike."""
    alpha = None if canvas.alpha is None else change(canvas.alpha)
    return Canvas(np.ascontiguousarray(change(canvas.rgb)), alpha)


@reworks(
    "rotate",
    "layout",
    "rotate 90 degrees clockwise",
    rf"(?:rotated?|tilt(?:ed)?|straighten(?:ed)?|turn(?:ed)?(?= (?:(?:it|this|the (?:image"
    rf"|picture|photo)) )?(?:by |to the )?(?:left|right|clockwise|counter|anti-?clock"
    rf"|-?\d)))(?: (?:it|this|the (?:image|picture|photo)))?(?: (?:by|to the))?(?: (?P<side>left"
    rf"|right|clockwise|counter-?clockwise"
    rf"|anti-?clockwise))?(?: by)?(?: ?(?P<degrees>-?{NUMBER}) ?(?:°|degrees?"
    rf"|deg)?)?(?: (?:to the )?(?P<side2>left|right|clockwise|counter-?clockwise"
    rf"|anti-?clockwise))?|upside[- ]down",
)
def rotate(canvas: Canvas, ask: Ask) -> Canvas:
    """Turn clockwise; quarter turns exactly, others cropped to what has no empty corner."""
    if "upside" in ask.words.group().lower():
        return _both(canvas, functools.partial(np.rot90, k=2))
    default = 3.0 if ask.words.group().lower().startswith(("tilt", "straighten")) else 90.0
    degrees = ask.number("degrees", default)
    side = (ask.said("side") or ask.said("side2")).lower()
    if side.startswith(("left", "counter", "anti")):
        degrees = -degrees
    if degrees % 90 == 0:
        return _both(canvas, functools.partial(np.rot90, k=int(-degrees // 90) % 4))
    return _both(canvas, functools.partial(_tilted, degrees=degrees))


def _tilted(plane: Light, degrees: float) -> Light:
    """Rotate and keep the largest upright rectangle of the same proportions."""
    height, width = plane.shape[:2]
    angle = np.radians(abs(degrees) % 180)
    sine, cosine = abs(np.sin(angle)), abs(np.cos(angle))
    shrink = min(
        height / (width * sine + height * cosine), width / (height * sine + width * cosine)
    )
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), -degrees, 1.0)
    turned: Light = cv2.warpAffine(
        plane, turn, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT
    )
    return _middle(
        np.clip(turned, 0, 1), max(1, int(width * shrink)), max(1, int(height * shrink))
    )


def _middle(plane: Light, width: int, height: int) -> Light:
    top, left = (plane.shape[0] - height) // 2, (plane.shape[1] - width) // 2
    return plane[top : top + height, left : left + width]


@reworks(
    "flip",
    "layout",
    "flip horizontally",
    r"(?:flip|mirror)(?:ed)?(?: (?:it|this|the (?:image|picture"
    r"|photo)))?(?: (?P<way>horizontally|vertically|upside down|left to right|top to bottom))?"
    r"|mirror image",
)
def flip(canvas: Canvas, ask: Ask) -> Canvas:
    """Mirror left and right, or top and bottom."""
    axis = 0 if ask.said("way").lower() in ("vertically", "upside down", "top to bottom") else 1
    return _both(canvas, functools.partial(np.flip, axis=axis))


@reworks(
    "crop",
    "layout",
    "crop to a square",
    rf"(?:crop|trim|cut)(?:ped)?(?: (?:it|this|the (?:image|picture|photo)))?(?: (?:down )?(?:to"
    rf"|at|in|into|on|around|for))?(?: (?:a|an|the))?(?: (?P<what>square|portrait|landscape"
    rf"|widescreen|panorama|story|instagram|face|head|subject|person|cent(?:re|er)|middle"
    rf"|left(?: half)?|right(?: half)?|top(?: half)?|bottom(?: half)?"
    rf"|(?P<across>{NUMBER}) ?[:x/\u00d7] ?(?P<down>{NUMBER})))?(?: format| crop| size| shape)?"
    rf"|(?P<what2>square|widescreen|panorama) (?:crop|format|version)",
)
def crop(canvas: Canvas, ask: Ask) -> Canvas:
    """Crop to proportions, to a half, to the face or the subject."""
    height, width = canvas.rgb.shape[:2]
    what = (ask.said("what") or ask.said("what2") or "centre").lower()
    if ask.said("across"):
        left, top, right, bottom = proportioned(
            width, height, _ratio(ask), (width / 2, height / 2)
        )
    elif what in RATIOS:
        left, top, right, bottom = proportioned(width, height, RATIOS[what], interest(ask))
    elif what in ("face", "head"):
        left, top, right, bottom = _face_box(ask, width, height)
    elif what in ("subject", "person"):
        left, top, right, bottom = _subject_box(ask, width, height)
    else:
        left, top, right, bottom = _half(what.split()[0], width, height)
    cut = canvas.rgb[top:bottom, left:right]
    return Canvas(cut, None if canvas.alpha is None else canvas.alpha[top:bottom, left:right])


def _ratio(ask: Ask) -> float:
    across, down = ask.number("across", 1), ask.number("down", 1)
    if across <= 0 or down <= 0 or not 0.05 <= across / down <= 20:
        raise invalid("A crop needs proportions between 1:20 and 20:1, such as 'crop to 16:9'.")
    return across / down


def interest(ask: Ask) -> tuple[float, float]:
    """Return the centre of the largest face, or of the subject."""
    if faces := find_faces(ask.regions.pixels):
        return faces[0].centre
    alpha = ask.regions.subject
    total = float(alpha.sum())
    if total < 1:
        return alpha.shape[1] / 2, alpha.shape[0] / 2
    y = float((alpha.sum(axis=1) * np.arange(alpha.shape[0])).sum()) / total
    return float((alpha.sum(axis=0) * np.arange(alpha.shape[1])).sum()) / total, y


def proportioned(
    width: int, height: int, ratio: float, centre: tuple[float, float]
) -> tuple[int, int, int, int]:
    """Return (left, top, right, bottom) of the largest crop of a ratio about a centre."""
    across, down = (
        min(width, max(1, round(height * ratio))),
        min(height, max(1, round(width / ratio))),
    )
    left = round(min(max(centre[0] - across / 2, 0), width - across))
    top = round(min(max(centre[1] - down / 2, 0), height - down))
    return left, top, left + across, top + down


def _face_box(ask: Ask, width: int, height: int) -> tuple[int, int, int, int]:
    faces = find_faces(ask.regions.pixels)
    if not faces:
        raise invalid(
            "There is no face to crop to; ask for 'crop to the subject' or 'crop to 1:1'."
        )
    x, y = faces[0].centre
    half = 0.95 * faces[0].box[3]
    return (
        max(0, int(x - half)),
        max(0, int(y - half)),
        min(width, int(x + half)),
        min(height, int(y + half)),
    )


def _subject_box(ask: Ask, width: int, height: int) -> tuple[int, int, int, int]:
    inside = ask.regions.subject > 0.5
    rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    if not rows.size:
        raise invalid("There is no clear subject to crop to; ask for 'crop to 1:1'.")
    edge = max(width, height) // 30
    left, top = max(0, int(columns[0]) - edge), max(0, int(rows[0]) - edge)
    return left, top, min(width, int(columns[-1]) + edge), min(height, int(rows[-1]) + edge)


def _half(side: str, width: int, height: int) -> tuple[int, int, int, int]:
    halves = {
        "left": (0, 0, max(1, width // 2), height),
        "right": (width // 2, 0, width, height),
        "top": (0, 0, width, max(1, height // 2)),
        "bottom": (0, height // 2, width, height),
    }
    inner = (width // 6, height // 6, width - width // 6, height - height // 6)
    return halves.get(side, inner)


@reworks(
    "zoom",
    "layout",
    "zoom in",
    rf"zoom (?:in|into|closer)(?: (?:on|to) the \w+)?(?: by)?(?: (?P<times>{NUMBER}) ?(?:x"
    rf"|times)?)?|close-?up|(?:closer|tighter)(?: crop)?",
)
def zoom(canvas: Canvas, ask: Ask) -> Canvas:
    """Cut out the surroundings of the subject and enlarge them to the old size."""
    times = max(1.05, ask.number("times", 1 + 0.5 * ask.strength))
    height, width = canvas.rgb.shape[:2]
    x, y = interest(ask)
    across, down = max(1, int(width / times)), max(1, int(height / times))
    left, top = (
        int(min(max(x - across / 2, 0), width - across)),
        int(min(max(y - down / 2, 0), height - down)),
    )
    cut = functools.partial(_enlarged, box=(left, top, across, down), size=(width, height))
    return _both(canvas, cut)


def _enlarged(plane: Light, box: tuple[int, int, int, int], size: tuple[int, int]) -> Light:
    left, top, width, height = box
    part = np.ascontiguousarray(plane[top : top + height, left : left + width])
    large: Light = cv2.resize(part, size, interpolation=cv2.INTER_CUBIC)
    return np.clip(large, 0, 1)


@reworks(
    "resize",
    "layout",
    "resize to 800x600",
    rf"(?:resize|scale|shrink|enlarge|reduce the size|make it (?:smaller|bigger"
    rf"|larger))(?: (?:it|this|the (?:image|picture|photo)))?(?: (?:down|up))?(?: (?:to"
    rf"|by))?(?: (?P<across>\d+) ?[x\u00d7] ?(?P<down>\d+)| (?P<percent>{NUMBER}) ?(?:%|percent)"
    rf"| (?P<word>half|double|twice))?(?: (?:the |its )?size)?(?: pixels| px)?"
    rf"|make it (?P<change>{NUMBER}) ?(?:%|percent) (?:smaller|bigger|larger)",
)
def resize_canvas(canvas: Canvas, ask: Ask) -> Canvas:
    """Resize to pixels, percent, half or double."""
    height, width = canvas.rgb.shape[:2]
    verb = ask.words.group().lower()
    usual = 1.5 if re.search("enlarge|bigger|larger| up", verb) else 0.5
    factor = {"half": 0.5, "double": 2.0, "twice": 2.0}.get(ask.said("word").lower(), usual)
    factor = ask.number("percent", factor * 100) / 100
    if change := ask.number("change", 0.0):
        factor = 1 + change / 100 * (-1 if "smaller" in verb else 1)
    across = int(ask.number("across", max(1, round(width * factor))))
    down = int(ask.number("down", max(1, round(height * factor))))
    if not (1 <= across <= LARGEST and 1 <= down <= LARGEST):
        raise invalid(
            f"A picture may be resized to sides of 1 to {LARGEST} pixels, not {across} x {down}."
        )
    return _both(canvas, functools.partial(resize, width=across, height=down))


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
