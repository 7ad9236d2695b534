"""Weather, season and time of day, laid over a photo."""

from dataclasses import replace

import cv2
import numpy as np

from mediaext.engines.classical.effects.effect import Ask, paints
from mediaext.engines.classical.effects.kit import (
    Light,
    blur,
    clip,
    clouds,
    from_lab,
    grid,
    luma,
    mix,
    smoothstep,
    to_lab,
    unit,
)

MAKE = (
    r"(?:make it |make the sky (?:into )?|let it |add |at |look like |in the |in |with "
    r"|(?:replace|change|swap|turn) the sky (?:with|to|into|for) )?"
    r"(?:a |an |some |heavy |light |the )?"
)


@paints(
    "night",
    "weather",
    "make it night",
    rf"{MAKE}(?:(?:starry |clear |dark )?night(?:[- ]?time)?|midnight|moonlight|moonlit"
    r"|day (?:to|for) night)(?: scene| time| sky)?",
)
def night(rgb: Light, ask: Ask) -> Light:
    """Day for night: dark, blue, less colour in the dark; lights stay (Thompson et al., 2002)."""
    light = luma(rgb)
    blue = light[..., None] * np.array([0.5, 0.66, 1.0], np.float32)
    dim = np.float32(np.clip(0.3 / max(float(light.mean()), 0.05), 0.55, 1.0))
    dark = mix(rgb, blue, 0.62) ** np.float32(1.25) * dim
    lamps = smoothstep(0.82, 1.0, light) * smoothstep(0.02, 0.2, np.ptp(rgb, axis=2))
    sky = ask.regions.optional("sky")
    if sky is not None:
        rows = grid(*light.shape)[0]
        dusk = (0.03 + 0.16 * rows)[..., None] * np.array([0.5, 0.75, 1.6], np.float32)
        clouded = dark * np.float32(0.35)
        starry = dusk + clouded + _stars(ask.rng, *light.shape)[..., None]
        dark = mix(dark, starry.astype(np.float32), sky * np.float32(0.92))
        lamps = lamps * (1 - sky)
    lit = dark + blur(lamps, 8 * unit(rgb))[..., None] * np.array([0.9, 0.7, 0.35], np.float32)
    return mix(rgb, clip(lit), ask.gain(1.0))


def _stars(rng: np.random.Generator, height: int, width: int) -> Light:
    sky = np.zeros((height, width), np.float32)
    count = max(8, height * width // 2500)
    sky[rng.integers(0, height, count), rng.integers(0, width, count)] = rng.random(count) ** 3
    scale = max(0.6, (height + width) / 3000)
    stars: Light = np.minimum(blur(sky, scale) * np.float32(6 * scale**2), 1)
    return stars


@paints(
    "sunset",
    "weather",
    "golden hour light",
    rf"{MAKE}(?:golden[- ]hour|sunset|sunrise|dusk|dawn|evening)(?: light(?:ing)?| glow| sky"
    rf"| mood| time)?",
)
def sunset(rgb: Light, ask: Ask) -> Light:
    """Warm low light from one side, long warm sky, cooler shadows."""
    rows, columns = grid(*rgb.shape[:2])
    side = columns if ask.rng.random() < 0.5 else 1 - columns
    beam = np.exp(-(((side - 0.05) / 0.7) ** 2) - ((rows - 0.35) / 0.6) ** 2)[..., None]
    light = luma(rgb)[..., None]
    warm = rgb * np.array([1.12, 0.84, 0.58], np.float32) + np.float32(0.03)
    cool = rgb * np.array([0.86, 0.74, 0.86], np.float32)
    graded: Light = cool + (warm - cool) * smoothstep(0.1, 0.6, light)
    graded = graded + beam * np.array([0.42, 0.2, 0.05], np.float32) * (0.35 + 0.65 * light)
    sky = ask.regions.optional("sky")
    if sky is not None:
        top, low = np.array([0.42, 0.32, 0.5], np.float32), np.array([1.0, 0.6, 0.26], np.float32)
        height = smoothstep(0.0, 0.55, rows)[..., None]
        glow = (top + (low - top) * height) * (0.5 + 0.62 * light)
        graded = mix(graded, glow, sky * np.float32(0.85))
    return mix(rgb, clip(graded.astype(np.float32)), ask.gain(0.95))


@paints(
    "rain",
    "weather",
    "add rain",
    rf"{MAKE}(?:rain(?:y|ing|fall|storm)?|downpour|drizzle|wet weather)(?: day| weather)?",
)
def rain(rgb: Light, ask: Ask) -> Light:
    """Gray and darken the light, and draw falling streaks at three distances."""
    gray = np.repeat(luma(rgb)[..., None], 3, axis=2) * np.array([0.93, 0.98, 1.06], np.float32)
    dull = clip(mix(rgb, gray, ask.gain(0.5)) * np.float32(1 - 0.22 * min(1.5, ask.strength)))
    dull = clip(dull + np.float32(0.03))
    slant = float(ask.rng.uniform(-18, 18))
    for near in (0.5, 1.0, 1.9):
        streaks = _streaks(ask, rgb.shape[:2], near, slant)
        dull = mix(dull, np.full_like(dull, 0.86), np.minimum(streaks * np.float32(0.55), 0.5))
    return dull


def _streaks(ask: Ask, shape: tuple[int, int], near: float, slant: float) -> Light:
    height, width = shape
    scale = near * (height + width) / 2000
    drops = np.zeros((height, width), np.float32)
    count = int(800 * ask.strength / near**1.6 * min(1.0, height * width / 60_000))
    drops[ask.rng.integers(0, height, count), ask.rng.integers(0, width, count)] = 1
    length = max(5, round(42 * scale)) | 1
    kernel = np.zeros((length, length), np.float32)
    dx = np.tan(np.radians(slant)) * length / 2
    middle = length // 2
    start, end = (round(middle - dx), 0), (round(middle + dx), length - 1)
    cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_AA)
    streaks: Light = cv2.filter2D(drops, cv2.CV_32F, kernel)
    thick = max(0.5, 0.8 * scale)
    return blur(streaks, thick) * np.float32(0.9 * max(1.0, thick * 1.8))


@paints(
    "storm",
    "weather",
    "a stormy sky",
    rf"{MAKE}(?:thunder ?storm(?:s|y)?|storm(?:s|y)?|tempest)(?: sky| skies| weather| day"
    rf"| mood)?",
)
def storm(rgb: Light, ask: Ask) -> Light:
    """Draw dark clouds over the sky, take the light away, and let rain fall."""
    dull = mix(rgb, np.repeat(luma(rgb)[..., None], 3, axis=2), ask.gain(0.4))
    dull = clip(dull * np.array([0.72, 0.78, 0.86], np.float32))
    sky = ask.regions.optional("sky")
    if sky is not None:
        heavy = 0.2 + 0.42 * _billows(ask, rgb.shape[:2])[..., None]
        dark = (heavy * np.array([0.92, 0.97, 1.08], np.float32)).astype(np.float32)
        dull = mix(dull, dark, sky * np.float32(ask.gain(0.92)))
    return rain(dull, replace(ask, strength=0.55 * ask.strength))


@paints(
    "clouds",
    "weather",
    "add clouds",
    rf"{MAKE}(?:fluffy |white |few )?(?:clouds?|cloudy(?: sky| skies| day| weather)?)"
    rf"(?: (?:in|to|on) the sky)?",
)
def cloudy(rgb: Light, ask: Ask) -> Light:
    """Lay white clouds over the sky, gray below."""
    sky = ask.regions.find("sky")
    billows = _billows(ask, rgb.shape[:2])
    cover = smoothstep(0.38, 0.62, billows) * sky
    deep = clip(rgb * np.array([0.8, 0.92, 1.04], np.float32))
    below = np.roll(billows, -max(1, round(18 * unit(rgb))), axis=0)
    white = 0.86 + 0.5 * np.clip(billows - below, -0.2, 0.2)
    tone = white[..., None] * np.array([0.99, 1.0, 1.02], np.float32)
    return mix(
        mix(rgb, deep, sky), clip(tone.astype(np.float32)), cover * np.float32(ask.gain(0.9))
    )


def _billows(ask: Ask, shape: tuple[int, int]) -> Light:
    """Return clouds as seen from below, 0 to 1: wider than high, smaller towards the horizon."""
    height, width = shape
    plane = clouds(ask.rng, height, width, max(height, width) / 3)
    far = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    x = (np.arange(width, dtype=np.float32)[None] - width / 2) * (0.45 + 0.55 * far) + width / 2
    y = np.broadcast_to((far**0.6) * np.float32(height - 1), shape).astype(np.float32)
    seen: Light = cv2.remap(plane, np.ascontiguousarray(x, np.float32), y, cv2.INTER_LINEAR)
    return seen


@paints(
    "spring",
    "weather",
    "make it spring",
    rf"{MAKE}(?:spring(?:time| season)?|(?:season )?(?:of )?spring)(?: colou?rs| day| scene)?",
)
def spring(rgb: Light, ask: Ask) -> Light:
    """Turn dry and rusty leaves and grass to fresh green, and freshen the light."""
    lab = to_lab(rgb)
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    hue = np.degrees(np.arctan2(lab[..., 2], lab[..., 1]))
    leafy = smoothstep(38.0, 62.0, hue) * (1 - smoothstep(150.0, 175.0, hue))
    leafy = leafy * smoothstep(8.0, 18.0, chroma) * (1 - ask.regions.subject)
    fresh = np.radians(np.clip(0.35 * hue + 0.65 * 118, 100, 128)).astype(np.float32)
    length = np.maximum(chroma * np.float32(1.2), 36)
    lab[..., 1] = mix(lab[..., 1], length * np.cos(fresh), leafy)
    lab[..., 2] = mix(lab[..., 2], length * np.sin(fresh), leafy)
    lab[..., 0] += (6 * leafy * (1 - lab[..., 0] / 100)).astype(np.float32)
    return mix(rgb, from_lab(lab) ** np.float32(0.95), ask.gain(1.0))


@paints(
    "snow",
    "weather",
    "add snow",
    rf"{MAKE}(?:snow(?:y|ing|fall|flakes|storm)?|blizzard)(?: scene| day| weather)?",
)
def snow(rgb: Light, ask: Ask) -> Light:
    """Cool and lighten the picture and let flakes fall at three distances, the near ones soft."""
    cold = mix(rgb, np.repeat(luma(rgb)[..., None], 3, axis=2), ask.gain(0.3))
    cold = clip(cold * np.array([0.92, 0.98, 1.08], np.float32) + np.float32(0.05))
    return _snowing(cold, ask)


def _snowing(rgb: Light, ask: Ask) -> Light:
    """Let flakes fall at three distances; those that would hide a face fall past it."""
    spared = 1 - np.float32(0.75) * ask.regions.faces()
    for near, blurring in ((0.45, 0.4), (0.8, 0.9), (1.7, 3.0)):
        flakes = _flakes(ask, rgb.shape[:2], near, blurring) * spared
        rgb = mix(rgb, np.full_like(rgb, 0.97), flakes * np.float32(0.85))
    return rgb


def _flakes(ask: Ask, shape: tuple[int, int], near: float, softness: float) -> Light:
    height, width = shape
    scale = near * (height + width) / 2000
    plane = np.zeros(shape, np.float32)
    count = int(520 * ask.strength / near**1.5 * min(1.0, height * width / 60_000))
    places = ask.rng.random((count, 3))
    for x, y, size in places:
        centre = round(x * width * 16), round(y * height * 16)
        radius = round(max(0.7, (1.6 + 2.2 * size) * scale) * 16)
        cv2.circle(plane, centre, radius, 0.55 + 0.45 * float(size), -1, cv2.LINE_AA, 4)
    return blur(plane, softness * scale)


@paints(
    "fog",
    "weather",
    "add fog",
    rf"{MAKE}(?:fog(?:gy)?|mist(?:y)?|haz[ey]|smok[ey])(?: morning| weather| mood)?",
)
def fog(rgb: Light, ask: Ask) -> Light:
    """Lay uneven haze over the picture, thicker with distance: upwards, and off the subject."""
    height, width = rgb.shape[:2]
    uneven = clouds(ask.rng, height, width, max(height, width) / 2.2)
    far = 1.05 - 0.55 * grid(height, width)[0]
    thick = far * (0.5 + 0.6 * uneven) * (1 - 0.4 * ask.regions.subject)
    air = np.array([0.84, 0.87, 0.9], np.float32) * (0.92 + 0.1 * uneven[..., None])
    dull = mix(rgb, np.repeat(luma(rgb)[..., None], 3, axis=2), ask.gain(0.35))
    return mix(dull, np.minimum(air, 1), np.minimum(thick * np.float32(0.85 * ask.strength), 0.96))


@paints(
    "autumn",
    "weather",
    "make it autumn",
    rf"{MAKE}(?:autumn(?:al)?|fall (?:colou?rs|season|foliage|leaves))(?: colou?rs| day| leaves"
    rf"| foliage)?",
)
def autumn(rgb: Light, ask: Ask) -> Light:
    """Turn green leaves to gold and rust, and warm the light."""
    lab = to_lab(rgb)
    green = smoothstep(2.0, 14.0, -lab[..., 1]) * smoothstep(-6.0, 6.0, lab[..., 2] + 4)
    tone = clouds(ask.rng, green.shape[0], green.shape[1], max(8.0, 120 * unit(rgb)))
    chroma = np.maximum(np.hypot(lab[..., 1], lab[..., 2]), 18) * np.float32(1.15)
    hue = np.radians(38 + 46 * tone).astype(np.float32)
    lab[..., 1] = mix(lab[..., 1], chroma * np.cos(hue), green)
    lab[..., 2] = mix(lab[..., 2], chroma * np.sin(hue), green)
    warm = from_lab(lab) * np.array([1.06, 1.0, 0.9], np.float32)
    return mix(rgb, clip(warm), ask.gain(1.0))


@paints(
    "winter",
    "weather",
    "make it winter",
    rf"{MAKE}(?:winter(?:y|time)?|frost(?:y)?|frozen)(?: scene| day| weather)?",
)
def winter(rgb: Light, ask: Ask) -> Light:
    """Cover the ground and the greenery with snow, cool the light and let some snow fall."""
    lab = to_lab(rgb)
    light, around = lab[..., 0], blur(lab[..., 0], 14 * unit(rgb))
    cover = _snow_cover(rgb, lab, ask)
    white = 80 + 0.18 * around + 0.75 * (light - around)
    lab[..., 0] = mix(light, np.clip(white, 0, 99), cover)
    lab[..., 1:] *= (1 - 0.92 * cover)[..., None]
    lab[..., 2] -= 5 * (0.4 + 0.6 * cover)
    return mix(rgb, _snowing(from_lab(lab), ask), ask.gain(1.0))


def _snow_cover(rgb: Light, lab: Light, ask: Ask) -> Light:
    """Return where snow lies, 0 to 1.

    On the ground, on leaves and on what faces upwards; not on the subject, the sky or skin.
    """
    height, width = rgb.shape[:2]
    rows = grid(height, width)[0]
    sky = ask.regions.optional("sky")
    horizon = 0.55 if sky is None else float(np.clip(sky.mean(axis=1).sum() / height, 0.2, 0.7))
    soft = blur(lab[..., 0], 3 * unit(rgb))
    upward = smoothstep(0.5, 4.0, cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3, scale=-0.125))
    green = smoothstep(1.0, 9.0, -lab[..., 1]) * smoothstep(-2.0, 6.0, lab[..., 2])
    earth = 1 - smoothstep(22.0, 45.0, np.hypot(lab[..., 1], lab[..., 2]))
    far = 1 - smoothstep(0.03, 0.1, ask.regions.faces().mean())  # a portrait shows no ground
    ground = smoothstep(horizon, horizon + 0.12, rows) * earth * far
    green *= 0.4 + 0.6 * far
    uneven = 0.82 + 0.36 * clouds(ask.rng, height, width, max(height, width) / 6)
    cover = np.maximum(np.maximum(0.9 * green, 0.95 * ground * uneven), 0.5 * upward * earth)
    cover = np.minimum(cover, 1) * (1 - ask.regions.outline)
    return cover if sky is None else cover * (1 - sky)


@paints(
    "sunny",
    "weather",
    "make it sunny",
    rf"{MAKE}(?:sunny|sunshine|sunlight|sun[- ]?rays?|god ?rays|lens flare|summer(?:y)?"
    rf"|sun)(?: day| light| weather| beams?)?",
)
def sunny(rgb: Light, ask: Ask) -> Light:
    """Warm, bright light with rays from an upper corner."""
    height, width = rgb.shape[:2]
    rows, columns = grid(height, width)
    x = 0.12 if ask.rng.random() < 0.5 else 0.88
    dx, dy = (columns - x) * np.float32(width / height), rows + np.float32(0.06)
    angle = (np.arctan2(dy, dx) * np.float32(40 / np.pi)).astype(np.float32)
    spokes = ask.rng.random(42).astype(np.float32)
    rays = np.interp(angle, np.arange(42) - 1.0, spokes).astype(np.float32)
    fall = np.exp(-np.hypot(dx, dy) * np.float32(1.5))
    shine = (
        fall
        * (0.45 + 0.55 * smoothstep(0.35, 0.9, rays))
        * np.float32(min(1.0, 0.75 * ask.strength))
    )
    warm = clip(rgb ** np.float32(0.86) * np.array([1.08, 1.02, 0.9], np.float32))
    glow = shine[..., None] * np.array([1.0, 0.9, 0.62], np.float32)
    return 1 - (1 - mix(rgb, warm, ask.gain(0.9))) * (1 - clip(glow))


@paints("underwater", "weather", "underwater", rf"{MAKE}(?:under ?water|under the sea|submerged)")
def underwater(rgb: Light, ask: Ask) -> Light:
    """Absorb red with depth, and let rippling light fall from above."""
    height, width = rgb.shape[:2]
    rows = grid(height, width)[0][..., None]
    absorb = np.array([0.32, 0.78, 0.92], np.float32) * (1.12 - 0.5 * rows)
    sea = np.array([0.01, 0.16, 0.24], np.float32)
    ripple = clouds(ask.rng, height, width, max(height, width) / 5)
    web = blur(np.exp(-(((ripple - 0.5) / 0.05) ** 2)), 7 * unit(rgb))
    shine = web[..., None] * (0.2 - 0.17 * rows)
    deep = clip(blur(rgb, 0.8 * unit(rgb)) * absorb + sea + shine)
    return mix(rgb, deep.astype(np.float32), ask.gain(1.0))


@paints("rainbow", "weather", "add a rainbow", rf"{MAKE}rainbow")
def rainbow(rgb: Light, ask: Ask) -> Light:
    """Arch a primary bow over the picture, brighter inside; the subject stands before it."""
    height, width = rgb.shape[:2]
    rows, columns = grid(height, width)
    centre = 0.35 + 0.3 * ask.rng.random()
    radius = np.hypot((columns - centre) * width / height, rows - 1.05)
    band = (radius - 0.74) / 0.1
    hue = np.clip(band, 0, 1) * 270
    hsv = np.dstack([270 - hue, np.full_like(hue, 0.85), np.full_like(hue, 1.0)])
    colour = cv2.cvtColor(hsv.astype(np.float32), cv2.COLOR_HSV2RGB)
    seen = smoothstep(0.0, 0.22, band.astype(np.float32)) * (
        1 - smoothstep(0.78, 1.0, band.astype(np.float32))
    )
    sky = ask.regions.optional("sky")
    behind = sky if sky is not None else 1 - ask.regions.subject
    glowing = 1 - (1 - rgb) * (1 - 0.75 * colour)
    tinted = 0.6 * rgb + 0.4 * colour  # before a bright sky light cannot be added
    bow = mix(glowing, tinted, smoothstep(0.5, 0.85, luma(rgb)))
    return mix(rgb, bow, seen * behind * np.float32(ask.gain(0.6)))
