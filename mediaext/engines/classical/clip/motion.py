"""What moves in a clip: leaves, water, flames, breath, eyes, and the weather in front."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from mediaext.engines.base import Context
from mediaext.engines.classical.arrays import Floats, Pixels
from mediaext.engines.classical.clip.camera import Pose
from mediaext.engines.classical.clip.layers import COARSE, Layers
from mediaext.engines.classical.clip.plan import ClipPlan
from mediaext.engines.classical.faces import find_faces

FIRST, EVERY, LASTS = 0.5, 2.4, 0.3  # seconds: the first blink, between blinks, one blink
ABOVE, BELOW = 0.46, 0.42  # of the half width: how far an eye reaches up and down from its middle


@dataclass(frozen=True, slots=True)
class Eye:
    """Middle and half width of an eye in pixels."""

    x: float
    y: float
    reach: float


def find_eyes(rgb: Pixels) -> list[Eye]:
    """Find the eyes of all faces in uint8 RGB (height, width, 3)."""
    eyes = []
    for face in find_faces(rgb):
        if face.eyes:
            reach = 0.21 * abs(face.eyes[1][0] - face.eyes[0][0])
            eyes += [Eye(x, y, max(reach, 2.0)) for x, y in face.eyes]
    return eyes


def how_shut(moment: float) -> float:
    """Return how far eyes are shut at a moment, 0 to 1."""
    since = (moment - FIRST) % EVERY if moment >= FIRST else LASTS
    shut = float(np.sin(np.pi * min(since / LASTS, 1.0)) ** 2)
    return shut if shut >= 0.02 else 0.0


def close_eye(moves: Floats, eye: Eye, moment: float) -> None:
    """Draw the upper lid over the eye in ``moves`` (height, width, 2), where it is time to.

    The lid is a mirror image, half as high, of the skin between eye and brow, which lies in the
    same light. Its edge goes down until a line of lashes is left, and back.
    """
    shut = how_shut(moment)
    left, top = max(0, int(eye.x - eye.reach)), max(0, int(eye.y - eye.reach))
    window = moves[top : int(eye.y + eye.reach), left : int(eye.x + eye.reach) + 1]
    x = (left + np.arange(window.shape[1], dtype=np.float32) - eye.x) / eye.reach
    y = (top + np.arange(window.shape[0], dtype=np.float32) - eye.y)[:, None]
    arch = eye.reach * np.sqrt(np.maximum(1 - x**2, 0))[None]
    top_edge, low_edge = -ABOVE * arch, BELOW * arch
    edge = top_edge + shut * (0.72 * low_edge - top_edge)
    covered = (y > top_edge) & (y < edge)
    skin = top_edge - 0.06 * eye.reach - 0.5 * (y - top_edge)
    window[..., 1] = np.where(covered, skin - y, window[..., 1])


def find_leaves(rgb: Pixels) -> Floats:
    """Return how leafy each place is, float32 (height, width), 0 to 1: green to yellow."""
    hue, strength, light = _hsv(rgb)
    return _soft((hue > 28) & (hue < 92) & (strength > 0.18) & (light > 0.12))


def find_water(rgb: Pixels, alpha: Floats) -> Floats:
    """Return how likely each place is water: low, no subject, and blue or striped across.

    Ripples are seen aslant, so brightness changes downwards more than across. Where nothing is,
    the lower third is taken: a wish for water is a wish to see something flow.
    """
    hue, strength, light = _hsv(rgb)
    row = np.linspace(0, 1, rgb.shape[0], dtype=np.float32)[:, None]
    cool = ((hue > 78) & (hue < 132) & (strength > 0.12)) | ((strength < 0.1) & (light > 0.3))
    gray = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
    around = (max(15, rgb.shape[1] // 12) | 1, max(9, rgb.shape[0] // 24) | 1)
    across, down = (
        cv2.blur(np.abs(cv2.Sobel(gray, cv2.CV_32F, *axis)), around) for axis in ((1, 0), (0, 1))
    )
    striped = (down > 1.6 * across) & (down > 0.02)
    found = ((cool & (across < 0.2)) | striped) & (row > 0.35) & (alpha < 0.3)
    if found.mean() < 0.04:
        found = (row > 0.67) & (alpha < 0.3)
    solid = cv2.morphologyEx(found.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    return _soft(cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)) > 0)


def find_fire(rgb: Pixels) -> Floats:
    """Return how likely each place burns: very bright, red over green over blue."""
    pixels = rgb.astype(np.int16)
    red, green, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    return _soft((red > 170) & (red > green + 15) & (green > blue + 10) & (red - blue > 70))


def find_highlights(rgb: Pixels, count: int, apart: int) -> Floats:
    """Return up to ``count`` small bright spots, (N, 2) as x and y, ``apart`` pixels apart."""
    light = cv2.GaussianBlur(rgb.max(axis=2).astype(np.float32), (0, 0), 1.5)
    crisp = light - cv2.GaussianBlur(light, (0, 0), 12)
    peaks = (crisp == cv2.dilate(crisp, np.ones((2 * apart + 1,) * 2, np.uint8))) & (crisp > 8)
    rows, columns = np.nonzero(peaks)
    order = np.lexsort((columns, rows, -crisp[rows, columns]))[:count]
    return np.stack([columns[order], rows[order]], axis=1).astype(np.float32)


def _hsv(rgb: Pixels) -> tuple[Floats, Floats, Floats]:
    """Return hue (0 to 180), saturation and value (0 to 1)."""
    hue, strength, light = cv2.split(cv2.cvtColor(rgb, cv2.COLOR_RGB2HSV).astype(np.float32))
    return hue, strength / 255, light / 255


def _soft(mask: Any) -> Floats:
    sigma = 0.008 * max(mask.shape)
    soft: Floats = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), sigma)
    return soft


Overlay = Callable[[Floats, Pose, float, float], Floats]
"""(view, pose, moment, strength 0..1) -> view"""
SUBPIXEL = 4  # bits of the fraction of a drawn coordinate


def rain(
    rgb: Pixels, layers: Layers, size: tuple[int, int], random: np.random.Generator
) -> Overlay:
    """Streaks fall aslant, the nearer the longer, faster and plainer; the light gets dull."""
    width, height = size
    count = round(380 * np.sqrt(width * height) / 700)
    near = np.sort(random.uniform(0.35, 1.0, count))
    x, y = random.uniform(-0.2, 1.0, count), random.uniform(0, 1.2, count)

    def draw(view: Floats, pose: Pose, moment: float, strength: float) -> Floats:
        veil = np.zeros((height, width), np.uint8)
        down = (y + (1.3 + near) * moment) % 1.25 - 0.15
        right = (x + 0.18 * down) * width
        length = (0.03 + 0.06 * near) * height
        for at, (left, top, run, closeness) in enumerate(
            zip(right, down * height, length, near, strict=True)
        ):
            thick = 1 if at < 0.75 * count else max(1, round(height / 420))
            start, end = _fixed((left, top)), _fixed((left + 0.15 * run, top + run))
            light = int(95 * closeness)
            cv2.line(veil, start, end, light, thick, cv2.LINE_AA, SUBPIXEL)
        streaks = cv2.GaussianBlur(veil, (0, 0), 0.6).astype(np.float32)[..., None]
        dull = view * (1 - 0.16 * strength) + 6 * strength
        rained: Floats = dull + strength * streaks * np.array([0.9, 0.95, 1.0], np.float32)
        return rained

    return draw


def snow(
    rgb: Pixels, layers: Layers, size: tuple[int, int], random: np.random.Generator
) -> Overlay:
    """Flakes sink and swing, the nearer the larger and softer."""
    width, height = size
    count = round(330 * np.sqrt(width * height) / 700)
    near = np.sort(random.uniform(0.15, 1.0, count) ** 1.8)
    x, y = random.uniform(0, 1, count), random.uniform(0, 1.1, count)
    swing, phase = random.uniform(0.3, 0.8, count), random.uniform(0, 6.28, count)

    def draw(view: Floats, pose: Pose, moment: float, strength: float) -> Floats:
        down = ((y + (0.09 + 0.24 * near) * moment) % 1.1 - 0.05) * height
        sway = 0.02 * np.sin(phase + 6.28 * swing * moment) + 0.03 * moment * near
        right = ((x + sway) % 1.0) * width
        far, close = (np.zeros((height, width), np.uint8) for _ in range(2))
        for left, top, closeness in zip(right, down, near, strict=True):
            radius = (0.0014 + 0.0065 * closeness) * height * (1 << SUBPIXEL)
            layer, light = (close, 190) if closeness > 0.45 else (far, 215)
            cv2.circle(layer, _fixed((left, top)), round(radius), light, -1, cv2.LINE_AA, SUBPIXEL)
        soft = cv2.GaussianBlur(close, (0, 0), 0.004 * height).astype(np.float32)
        crisp = 1.5 * cv2.GaussianBlur(far, (0, 0), 0.8).astype(np.float32)
        cover = strength * np.maximum(crisp, soft).clip(0, 235)[..., None] / 255
        snowed: Floats = view * (1 - cover) + 250 * cover
        return snowed

    return draw


def steam(
    rgb: Pixels, layers: Layers, size: tuple[int, int], random: np.random.Generator
) -> Overlay:
    """Wisps rise from the top of the subject, spread and vanish."""
    reach = min(rgb.shape[:2])
    rows, columns = np.nonzero(layers.alpha > 0.5)
    middle, top = rgb.shape[1] / 2, 0.6 * rgb.shape[0]
    spread = 0.08 * reach
    if rows.size:
        top = max(float(rows.min() + 0.12 * np.ptp(rows)), 0.4 * rgb.shape[0])
        across = columns[rows <= top]
        middle, spread = float(across.mean()), max(float(across.std()), 0.03 * reach)
    count = 46
    start = random.normal(0, 0.6, count) * spread
    born, lasting = random.uniform(0, 3, count), random.uniform(1.6, 3.0, count)
    phase, drift = random.uniform(0, 6.28, count), random.uniform(-0.03, 0.07, count)

    def draw(view: Floats, pose: Pose, moment: float, strength: float) -> Floats:
        age = ((moment + 3 - born) % 3.0) / lasting
        right = middle + start + reach * (drift * age + 0.025 * np.sin(phase + 5 * age))
        points = layers.place(pose, size, np.stack([right, top - 0.42 * reach * age], axis=1))
        small = size[0] // COARSE, size[1] // COARSE
        layer = np.zeros((small[1], small[0]), np.float32)
        for (x, y), spent in zip(points / COARSE, age, strict=True):
            if spent < 1:
                radius = (0.018 + 0.05 * spent) * reach / COARSE
                puff = np.zeros_like(layer, np.uint8)
                axes = _fixed((0.7 * radius, 1.5 * radius))
                cv2.ellipse(puff, _fixed((x, y)), axes, 0, 0, 360, 255, -1, cv2.LINE_AA, SUBPIXEL)
                layer += puff * np.float32(0.5 * np.sin(np.pi * spent) / 255)
        soft = cv2.GaussianBlur(layer, (0, 0), 0.014 * reach / COARSE + 0.5)
        cover = np.minimum(strength * cv2.resize(soft, size), 0.6)[..., None]
        steaming: Floats = view * (1 - cover) + 238 * cover
        return steaming

    return draw


def fog(
    rgb: Pixels, layers: Layers, size: tuple[int, int], random: np.random.Generator
) -> Overlay:
    """Banks of mist drift across, thicker below."""
    width, height = size[0] // COARSE, size[1] // COARSE
    noise = np.zeros((height, 3 * width), np.float32)
    for cells, weight in ((4, 0.55), (9, 0.3), (20, 0.15)):
        rough = random.random((max(2, cells // 2), 3 * cells), np.float32)
        noise += weight * cv2.resize(rough, noise.shape[::-1], interpolation=cv2.INTER_CUBIC)
    low = np.linspace(0.55, 1.0, height, dtype=np.float32)[:, None]

    def draw(view: Floats, pose: Pose, moment: float, strength: float) -> Floats:
        left = (0.06 * moment * width) % (2 * width)
        shift = np.array([[1, 0, -left], [0, 1, 0]], np.float32)
        part = cv2.warpAffine(noise, shift, (width, height), borderMode=cv2.BORDER_WRAP)
        bank = np.clip(1.5 * part - 0.28, 0, 1) * low
        cover = np.float32(0.72 * strength) * cv2.resize(bank, size)[..., None]
        misty: Floats = view * (1 - cover) + 226 * cover
        return misty

    return draw


def embers(
    rgb: Pixels, layers: Layers, size: tuple[int, int], random: np.random.Generator
) -> Overlay:
    """Sparks rise from what burns, and its light flickers."""
    burning = find_fire(rgb)
    places = np.argwhere(burning > 0.5)[:, ::-1].astype(np.float32)
    if not len(places):
        middle = np.array(rgb.shape[1::-1]) * (0.5, 1.0)
        places = (middle + random.normal(size=(50, 2)) * (0.2, 0.02) * middle[0]).astype(
            np.float32
        )
    starts = places[random.integers(0, len(places), 70)]
    born, lasting = random.uniform(0, 2, 70), random.uniform(0.7, 1.6, 70)
    drift, phase = random.uniform(-0.05, 0.05, 70), random.uniform(0, 6.28, 70)
    reach = min(rgb.shape[:2])
    glow = cv2.GaussianBlur(burning, (0, 0), 0.06 * reach)
    down, across = (rgb.shape[0] - size[1]) // 2, (rgb.shape[1] - size[0]) // 2
    glow = glow[down : down + size[1], across : across + size[0], None]

    def draw(view: Floats, pose: Pose, moment: float, strength: float) -> Floats:
        age = ((moment - born) % 2.0) / lasting
        right = starts[:, 0] + reach * (drift * age + 0.012 * np.sin(phase + 9 * age))
        points = layers.place(
            pose, size, np.stack([right, starts[:, 1] - 0.35 * reach * age], axis=1)
        )
        layer = np.zeros((size[1], size[0]), np.uint8)
        for point, spent in zip(points, age, strict=True):
            if spent < 1:
                radius = round(0.0032 * reach * (1 - 0.6 * spent) * (1 << SUBPIXEL))
                light = round(255 * (1 - spent) * min(1, 8 * spent))
                cv2.circle(layer, _fixed(point), radius, light, -1, cv2.LINE_AA, SUBPIXEL)
        light = layer.astype(np.float32) + 1.6 * cv2.GaussianBlur(layer, (0, 0), 0.006 * reach)
        flicker = np.sin(17 * moment) * 0.5 + np.sin(29.3 * moment + 1) * 0.3
        lit = view * (1 + np.float32(0.14 * strength * flicker) * glow)
        glowing: Floats = lit + strength * light[..., None] * np.array([1, 0.5, 0.13], np.float32)
        return glowing

    return draw


def sparkle(
    rgb: Pixels, layers: Layers, size: tuple[int, int], random: np.random.Generator
) -> Overlay:
    """Bright spots glint one after the other, as stars of four rays."""
    reach = min(rgb.shape[:2])
    points = find_highlights(rgb, 26, max(4, reach // 22))
    spare = random.uniform(0.1, 0.9, (max(0, 14 - len(points)), 2)) * rgb.shape[1::-1]
    points = np.concatenate([points, spare.astype(np.float32)])
    phase, turns = random.uniform(0, 1, len(points)), random.uniform(0.45, 0.9, len(points))
    large = random.uniform(0.5, 1.0, len(points))

    def draw(view: Floats, pose: Pose, moment: float, strength: float) -> Floats:
        layer = np.zeros((size[1], size[0]), np.uint8)
        placed = layers.place(pose, size, points)
        lights = np.sin(np.pi * ((phase + turns * moment) % 1.0)) ** 6 * large
        for (x, y), light in zip(placed, lights, strict=True):
            if light > 0.03:
                _star(layer, float(x), float(y), 0.035 * reach * light, light)
        soft = cv2.GaussianBlur(layer, (0, 0), 0.0045 * reach).astype(np.float32)
        shine = strength * (layer.astype(np.float32) + 1.5 * soft)[..., None]
        sparkling: Floats = view + shine * np.array([1.0, 0.97, 0.88], np.float32)
        return sparkling

    return draw


def _star(layer: Pixels, x: float, y: float, ray: float, light: float) -> None:
    """Draw four slender rays."""
    slim, bright = 0.07 * ray, round(235 * min(1.0, 0.4 + light))
    for dx, dy in ((ray, 0.0), (0.0, ray)):
        across = (slim * dy / ray, slim * dx / ray)
        corners = [
            (x - dx, y - dy),
            (x + across[0], y + across[1]),
            (x + dx, y + dy),
            (x - across[0], y - across[1]),
        ]
        cv2.fillConvexPoly(
            layer, np.array([_fixed(c) for c in corners]), bright, cv2.LINE_AA, SUBPIXEL
        )


def _fixed(point: Any) -> tuple[int, int]:
    """Return a point with SUBPIXEL bits of fraction, as OpenCV's drawing takes it."""
    x, y = np.clip(point, -4096, 8192)
    return round(float(x) * (1 << SUBPIXEL)), round(float(y) * (1 << SUBPIXEL))


OVERLAYS = {
    "rain": rain,
    "snow": snow,
    "steam": steam,
    "fog": fog,
    "fire": embers,
    "sparkle": sparkle,
}

ONSET = 0.6  # seconds until things stir fully; the first frame is the picture
Stir = Callable[[float], tuple[Floats, Floats]]  # moment -> moves of scene and subject, in pixels


class Motion:
    """Movement of the layers, and what is drawn over them."""

    def __init__(
        self, plan: ClipPlan, rgb: Pixels, layers: Layers, size: tuple[int, int], context: Context
    ) -> None:
        self.size = size
        self._shape = rgb.shape[:2]
        self._random = np.random.default_rng([context.seed, 2])
        self._rgb = cv2.resize(
            rgb, None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA
        )
        small = self._rgb.shape[1::-1]
        self._alpha: Floats = cv2.resize(layers.alpha, small, interpolation=cv2.INTER_AREA)
        self._x = np.linspace(0, rgb.shape[1], small[0], dtype=np.float32)[None]
        self._y = np.linspace(0, rgb.shape[0], small[1], dtype=np.float32)[:, None]
        self._reach = plan.pace * min(size)
        makers = {"wind": self._wind, "water": self._water, "fire": self._fire}
        makers |= {"breathe": self._breathe}
        self._stirs = [makers[name]() for name in plan.motions if name in makers]
        self._eyes = find_eyes(rgb) if "blink" in plan.motions else []
        if "blink" in plan.motions and not self._eyes:
            context.note("Nobody blinks: no eyes were found in the picture.")
        self._overlays: list[Overlay] = [
            OVERLAYS[name](rgb, layers, size, self._random)
            for name in plan.motions
            if name in OVERLAYS
        ]

    def moves(self, moment: float) -> tuple[Floats, Floats]:
        """Return how scene and subject stir at ``moment``, each (H, W, 2) in pixels.

        Eyes that close need all pixels; else there are fewer.
        """
        scene = np.zeros((*self._alpha.shape, 2), np.float32)
        subject = np.zeros_like(scene)
        for stir in self._stirs:
            behind, front = stir(moment)
            scene += onset(moment) * behind
            subject += onset(moment) * front
        if not self._eyes or not how_shut(moment):
            return scene, subject
        size = self._shape[::-1]
        layers = cv2.resize(scene, size), cv2.resize(subject, size)
        for eye in self._eyes:
            for layer in layers:
                close_eye(layer, eye, moment)
        return layers

    def overlay(self, view: Floats, pose: Pose, moment: float) -> Floats:
        """Draw the weather over a view, float32 (height, width, 3)."""
        for overlay in self._overlays:
            view = overlay(view, pose, moment, onset(moment))
        return view

    def _waves(self, count: int, length: float, speed: float, slant: float = 1.0) -> Any:
        """Return a function of the moment: irregular waves, (h, w), about -1 to 1."""
        lengths = length * self._random.uniform(0.6, 1.7, count)
        angles = self._random.uniform(-slant, slant, count)
        phases, speeds = (
            self._random.uniform(0, 6.28, count),
            self._random.uniform(0.6, 1.4, count),
        )
        rows = [
            (np.cos(a) * self._x + np.sin(a) * self._y) * np.float32(6.28 / n)
            for a, n in zip(angles, lengths, strict=True)
        ]
        planes = np.stack([wave(row) for wave in (np.sin, np.cos) for row in rows], axis=-1)

        def at(moment: float) -> Floats:
            turned = phases - 6.28 * speed * speeds * moment
            shares = np.concatenate([np.cos(turned), np.sin(turned)]) / (0.7 * count)
            waves: Floats = planes @ shares.astype(np.float32)  # the sines of sums
            return waves

        return at

    def _wind(self) -> Stir:
        """Leaves and what stands high sway; gusts run across the picture."""
        leafy = find_leaves(self._rgb)
        height = _height_above_foot(self._alpha)
        scene = 0.08 + 0.92 * leafy
        subject = (0.25 + 0.75 * leafy) * height**1.5
        gust = self._waves(3, 0.9 * self._shape[1], 0.35, 0.4)
        rustle = self._waves(4, 0.09 * self._shape[1], 0.9)
        reach = 0.009 * self._reach

        def stir(moment: float) -> tuple[Floats, Floats]:
            sway = reach * (gust(moment) + 0.35 * rustle(moment))
            both = np.stack([sway, 0.25 * reach * rustle(moment + 0.3)], axis=2)
            return both * scene[..., None], both * subject[..., None]

        return stir

    def _water(self) -> Stir:
        """Ripples run towards us, the longer the nearer."""
        where = find_water(self._rgb, self._alpha)
        rows = np.flatnonzero((where > 0.5).mean(axis=1) > 0.25)
        horizon = self._y[rows[0], 0] if rows.size else 0.0
        below = np.maximum(self._y - horizon, 0) / self._shape[0]
        phase = np.float32(26) * np.log(below + 0.03)  # even spacing on a plane seen aslant
        drift = self._waves(3, 0.25 * self._shape[1], 0.3, 0.3)
        reach = 0.016 * self._reach * np.sqrt(below) * where

        def stir(moment: float) -> tuple[Floats, Floats]:
            swell = drift(moment)
            ripple = np.sin(phase - np.float32(6.28 * 0.9 * moment) + 1.6 * swell)
            moves = np.stack([reach * (0.7 * ripple + 0.5 * swell), 0.55 * reach * ripple], axis=2)
            return moves, np.zeros_like(moves)

        return stir

    def _fire(self) -> Stir:
        """Flames lick upwards."""
        where = find_fire(self._rgb)
        lick = self._waves(5, 0.05 * self._shape[1], 2.2, 0.9)
        reach = 0.010 * self._reach * where

        def stir(moment: float) -> tuple[Floats, Floats]:
            up = np.abs(lick(moment + 0.2)) * 1.2
            moves = np.stack([reach * lick(moment), reach * up], axis=2)
            return moves, moves

        return stir

    def _breathe(self) -> Stir:
        """Let the subject rise and widen a little, every three seconds."""
        height = _height_above_foot(self._alpha)
        columns = np.flatnonzero(self._alpha.max(axis=0) > 0.5)
        middle = self._x[0, columns].mean() if columns.size else self._x.mean()
        lift, widen = 0.007 * self._reach * height, 0.010 * (self._x - middle) * height

        def stir(moment: float) -> tuple[Floats, Floats]:
            breath = np.float32(0.5 - 0.5 * np.cos(6.28 * moment / 3.0))
            moves = breath * np.stack([-widen, lift], axis=2)
            return np.zeros_like(moves), moves

        return stir


def onset(moment: float) -> float:
    """Return how far things stir already: nothing at 0 s, all of it from ONSET on, smoothly."""
    part = min(moment / ONSET, 1.0)
    return part * part * (3 - 2 * part)


def _height_above_foot(alpha: Floats) -> Floats:
    """Return each row's height over the subject's lowest part, 0 to 1 at its top, (h, w)."""
    rows = np.flatnonzero(alpha.max(axis=1) > 0.5)
    top, foot = (rows[0], rows[-1]) if rows.size else (0, alpha.shape[0] - 1)
    height = (foot - np.arange(alpha.shape[0], dtype=np.float32)) / max(foot - top, 1)
    return np.broadcast_to(height.clip(0, 1)[:, None], alpha.shape).astype(np.float32)
