"""Art: drawings, paintings, prints and cartoons made of a photo."""

import cv2
import numpy as np

from mediaext.engines.classical.effects.effect import Ask, paints
from mediaext.engines.classical.effects.kit import (
    Light,
    blur,
    clip,
    clouds,
    edges,
    from_lab,
    lines,
    luma,
    mix,
    noise,
    resize,
    smoothstep,
    to_lab,
    to_light,
    to_pixels,
    unit,
)

FLAT_SIDE = 1400  # pixels: larger pictures are flattened at this size; flat areas lose nothing


def flatten(rgb: Light, radius: float) -> Light:
    """Merge what is alike into flat areas with sharp borders (mean shift, Comaniciu, 2002)."""
    height, width = rgb.shape[:2]
    factor = min(1.0, FLAT_SIDE / max(height, width))
    small = resize(rgb, max(1, round(width * factor)), max(1, round(height * factor)))
    shifted = cv2.pyrMeanShiftFiltering(
        to_pixels(small), max(2.0, radius * factor), 22, maxLevel=2
    )
    flat: Light = cv2.resize(to_light(shifted), (width, height), interpolation=cv2.INTER_CUBIC)
    return clip(flat)


def stroke_paint(
    rgb: Light, rng: np.random.Generator, largest: float, relief: float, jitter: float
) -> Light:
    """Paint in layers of strokes, coarse to fine, where the layer below still differs.

    After Hertzmann (1998), "Painterly rendering with curved brush strokes of multiple sizes", with
    straight strokes along the smoothed structure tensor. ``largest`` is the brush width at 1000
    pixels; ``relief`` lights the bristles; ``jitter`` varies the colours.
    """
    scale = max(unit(rgb), 0.6)
    angle = _directions(luma(rgb), 6 * scale)
    canvas = blur(rgb, largest * scale)
    height_map = np.full(rgb.shape[:2], 0.5, np.float32)
    for share in (1.0, 0.55, 0.32, 0.2):
        brush = max(2.5, largest * scale * share)
        _layer(
            canvas,
            height_map,
            blur(rgb, brush * 0.35),
            angle,
            brush=brush,
            rng=rng,
            jitter=jitter,
            share=share,
        )
    ridge = height_map - blur(height_map, 1.5 * scale)
    lit = np.roll(ridge, 1, 0) - np.roll(ridge, -1, 0)
    return clip(canvas + np.clip(lit * np.float32(relief), -0.09, 0.09)[..., None])


def _directions(light: Light, sigma: float) -> Light:
    """Return the angle along edges, from the structure tensor."""
    dx: Light = cv2.Sobel(light, cv2.CV_32F, 1, 0)
    dy: Light = cv2.Sobel(light, cv2.CV_32F, 0, 1)
    xx, yy, xy = blur(dx * dx, sigma), blur(dy * dy, sigma), blur(dx * dy, sigma)
    along: Light = 0.5 * np.arctan2(2 * xy, xx - yy) + np.float32(np.pi / 2)
    return along


def _layer(
    canvas: Light,
    height_map: Light,
    model: Light,
    angle: Light,
    *,
    brush: float,
    rng: np.random.Generator,
    jitter: float,
    share: float,
) -> None:
    """Add one layer of strokes to ``canvas`` and to its relief, in place."""
    height, width = canvas.shape[:2]
    step = max(2.0, brush * 0.8)
    rows, columns = int(np.ceil(height / step)), int(np.ceil(width / step))
    y, x = np.mgrid[0:rows, 0:columns].reshape(2, -1) * step
    x = (x + rng.uniform(0, step, x.shape)).clip(0, width - 1)
    y = (y + rng.uniform(0, step, y.shape)).clip(0, height - 1)
    gap = np.abs(canvas - model).sum(axis=2)
    wanted = blur(gap, brush * 0.5)[y.astype(int), x.astype(int)] > (0.0 if share == 1.0 else 0.13)
    order = rng.permutation(np.flatnonzero(wanted))
    own = jitter * min(1.0, 0.35 + share)
    shifts = rng.normal(0, 0.45 * own, (len(order), 3)) + rng.normal(0, own, (len(order), 1))
    lengths, tilts = rng.uniform(1.4, 3.2, len(order)), rng.normal(0, 0.18, len(order))
    for place, shift, length, tilt in zip(order, shifts, lengths, tilts, strict=True):
        column, row = int(x[place]), int(y[place])
        turn = float(angle[row, column]) + tilt
        dx, dy = np.cos(turn) * length * brush / 2, np.sin(turn) * length * brush / 2
        start = round((x[place] - dx) * 16), round((y[place] - dy) * 16)
        end = round((x[place] + dx) * 16), round((y[place] + dy) * 16)
        colour = np.clip(model[row, column] + shift, 0, 1)
        thick = max(1, round(brush * 0.8))
        cv2.line(canvas, start, end, colour.tolist(), thick, cv2.LINE_AA, 4)
        level = 0.5 + 0.5 * float(np.sin(place * 2.399))
        cv2.line(height_map, start, end, level, thick, cv2.LINE_AA, 4)


AS = r"(?:as |like |into |in |to )?(?:a |an )?"
STYLE = (
    r"(?: style| effect| look| art| artwork| filter| painting| drawing| picture| portrait"
    r"| version)*"
)
PAPER = np.array([0.985, 0.975, 0.95], np.float32)


@paints(
    "coloured pencil",
    "style",
    "as a coloured pencil drawing",
    rf"{AS}(?:colou?red?[- ]pencils?|colou?red? sketch|crayons?){STYLE}",
)
def coloured_pencil(rgb: Light, ask: Ask) -> Light:
    """Hatch colours on paper under a pencil outline."""
    pale = flatten(rgb, 4 * unit(rgb))
    lab = to_lab(pale)
    lab[..., 0] = 100 - (100 - lab[..., 0]) * np.float32(0.8)
    lab[..., 1:] *= np.float32(1.25)
    strokes = 1 - _hatching(1 - (1 - rgb) * np.float32(0.9), ask)
    cover = np.minimum(0.42 + 1.15 * strokes, 1)[..., None]
    drawn = 1 - (1 - from_lab(lab)) * cover
    return mix(
        rgb,
        clip(drawn * (_pencil(rgb) * (0.55 + 0.45 * _graphite(rgb, ask)))[..., None] * PAPER),
        min(1.0, 0.9 + 0.1 * ask.strength),
    )


@paints("charcoal", "style", "as a charcoal drawing", rf"{AS}charcoal{STYLE}")
def charcoal(rgb: Light, ask: Ask) -> Light:
    """Draw with broad, smudged black on toothed paper."""
    scale = unit(rgb)
    ink = lines(luma(rgb), 2.2 * scale, 18, 0.005)
    tone = smoothstep(0.02, 0.75, blur(luma(rgb), 3 * scale))
    tooth = 0.75 + 0.5 * noise(ask.rng, rgb.shape[0], rgb.shape[1], max(1.0, 1.8 * scale))
    sheet = np.minimum(ink, tone * 0.9 + 0.1) ** np.float32(0.6 + 0.4 * ask.strength) * tooth
    return clip(np.repeat(sheet[..., None], 3, axis=2)) * PAPER


@paints(
    "pencil sketch",
    "style",
    "turn it into a pencil sketch",
    rf"{AS}(?:pencil|graphite|sketch(?:ed|book)?|hand[- ]drawn){STYLE}",
)
def pencil_sketch(rgb: Light, ask: Ask) -> Light:
    """Draw crossing strokes along the edges and shade with graphite (Lu, Xu and Jia, 2012)."""
    shaded = _graphite(rgb, ask) ** np.float32(min(1.6, ask.strength))
    sheet: Light = clip(_pencil(rgb) * shaded)
    return np.repeat(sheet[..., None], 3, axis=2) * PAPER


def _pencil(rgb: Light) -> Light:
    """Return outlines as straight pencil strokes that overshoot a little, 1 = paper.

    Each edge pixel belongs to the one of six directions along which most edge lies, and is drawn
    as a stroke of that direction.
    """
    edge = 1 - lines(luma(rgb), max(0.7, 1.0 * unit(rgb)), 45)
    reach = max(3, round(7 * unit(rgb)))
    strokes = [_stroke(reach, np.pi * number / 6) for number in range(6)]
    along = np.stack([cv2.filter2D(edge, cv2.CV_32F, stroke) for stroke in strokes])
    best = along.argmax(axis=0)
    drawn = np.zeros_like(edge)
    for number, stroke in enumerate(strokes):
        drawn += cv2.filter2D(np.where(best == number, edge, np.float32(0)), cv2.CV_32F, stroke)
    return 1 - np.float32(0.8) * smoothstep(0.06, 0.8, drawn)


def _stroke(reach: int, angle: float) -> Light:
    """Return a line through the middle of a square kernel, which adds up to 1."""
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    dx, dy = round(reach * float(np.cos(angle))), round(reach * float(np.sin(angle)))
    cv2.line(kernel, (reach - dx, reach - dy), (reach + dx, reach + dy), 1.0, 1, cv2.LINE_AA)
    kernel /= kernel.sum()
    return kernel


def _graphite(rgb: Light, ask: Ask) -> Light:
    """Return shading, 1 = paper: tones spread as in drawings, laid down in slanting strokes."""
    height, width = rgb.shape[:2]
    tone = _drawn_tones(blur(luma(rgb), 1.6 * unit(rgb)))
    reach = max(4, round(16 * unit(rgb)))
    tooth = ask.rng.random((height, width), dtype=np.float32)
    slanting, crossing = (
        cv2.filter2D(tooth, cv2.CV_32F, _stroke(reach, angle), borderType=cv2.BORDER_REFLECT)
        for angle in (-0.9, 0.6)
    )
    texture = mix(slanting, np.minimum(slanting, crossing), smoothstep(0.55, 0.25, tone))
    spread = max(float(texture[::4, ::4].std()), 1e-4)
    texture = (texture - np.float32(0.5)) / np.float32(spread)
    laid = tone + np.float32(0.13) * texture * np.sqrt(tone * (1 - tone)) * np.float32(1.6)
    return clip(laid + np.float32(0.02) * (tooth - np.float32(0.5)))


def _drawn_tones(light: Light) -> Light:
    """Match lightness to that of pencil drawings, which are mostly paper (Lu et al., 2012)."""
    levels = np.arange(256, dtype=np.float32)
    bright = np.exp((levels - 255) / 22) / 22
    middle = ((levels > 105) & (levels < 225)) / 120
    dark = np.exp(-((levels - 70) ** 2) / (2 * 24**2)) / 60
    wanted = np.cumsum(0.50 * bright + 0.36 * middle + 0.14 * dark)
    have = np.cumsum(np.histogram(light[::2, ::2], 256, (0, 1))[0]).astype(np.float64)
    tones = np.interp(have / max(have[-1], 1.0), wanted / wanted[-1], levels / 255)
    own = np.linspace(0.35, 1, 256)  # a flat picture keeps its own tones
    table = (0.75 * tones + 0.25 * own).astype(np.float32)
    drawn: Light = table[np.clip(light * 255, 0, 255).astype(np.uint8)]
    return drawn


def _hatching(rgb: Light, ask: Ask) -> Light:
    """Return hatching, 1 = paper, denser where the picture is dark."""
    height, width = rgb.shape[:2]
    light = blur(luma(rgb), 2 * unit(rgb))
    rows = np.arange(height, dtype=np.float32)[:, None]
    columns = np.arange(width, dtype=np.float32)[None, :]
    wobble = noise(ask.rng, height, width, max(4.0, 30 * unit(rgb))) * 6 * np.float32(unit(rgb))
    period = max(2.5, 5.0 * unit(rgb))
    sheet = np.ones((height, width), np.float32)
    for angle, level in ((0.9, 0.62), (-0.75, 0.38), (0.1, 0.2)):
        wave = np.sin(
            (columns * np.cos(angle) + rows * np.sin(angle) + wobble)
            * np.float32(2 * np.pi / period)
        )
        strokes = smoothstep(-0.2, 0.7, wave)
        sheet *= 1 - (1 - strokes) * smoothstep(
            level + 0.12, level - 0.12 + 1e-3, light
        ) * np.float32(0.55)
    return sheet


@paints(
    "ink drawing",
    "style",
    "as an ink line drawing",
    rf"{AS}(?:ink|line (?:drawing|art)|pen and ink|outlines?|colou?ring book|contours?){STYLE}",
)
def ink_drawing(rgb: Light, ask: Ask) -> Light:
    """Draw clean black lines on white."""
    even = flatten(rgb, 5 * unit(rgb))
    sheet = lines(luma(even), max(0.8, 1.5 * unit(rgb)), 60 * ask.strength, 0.012)
    return np.repeat(smoothstep(0.15, 0.85, sheet)[..., None], 3, axis=2)


@paints(
    "watercolour",
    "style",
    "as a watercolour painting",
    rf"{AS}(?:water ?colou?rs?|aquarelle|gouache){STYLE}",
)
def watercolour(rgb: Light, ask: Ask) -> Light:
    """Wash flat tones with dark rims, blooming pigment and white paper (Bousseau et al., 2006)."""
    scale = unit(rgb)
    height, width = rgb.shape[:2]
    wash = flatten(flatten(rgb, 8 * scale + 2), 6 * scale + 2)
    wash = _frayed(wash, ask, 5 * scale)
    lab = to_lab(wash)
    lab[..., 0] = 100 - (100 - lab[..., 0]) * np.float32(0.74)
    lab[..., 1:] *= np.float32(1.2)
    wash = from_lab(lab)
    rim = smoothstep(0.02, 0.22, edges(luma(wash), 0.9 * scale)) * np.float32(0.6)
    bloom = clouds(ask.rng, height, width, 150 * scale) - np.float32(0.5)
    tooth = noise(ask.rng, height, width, max(1.0, 2.2 * scale)) - np.float32(0.5)
    thickness = 1 + 1.3 * bloom + 0.5 * tooth + rim
    painted = wash - (wash - wash * wash) * (thickness - 1)[..., None]
    pale = smoothstep(0.8, 0.98, luma(wash))
    return mix(
        rgb,
        mix(clip(painted), PAPER * np.ones_like(wash), pale),
        min(1.0, 0.85 + 0.1 * ask.strength),
    )


def _frayed(rgb: Light, ask: Ask, reach: float) -> Light:
    """Wobble all outlines by ``reach`` pixels, as wet pigment does on paper."""
    height, width = rgb.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    cell = max(3.0, 14 * unit(rgb))
    x += (noise(ask.rng, height, width, cell) - np.float32(0.5)) * np.float32(2 * reach)
    y += (noise(ask.rng, height, width, cell) - np.float32(0.5)) * np.float32(2 * reach)
    moved: Light = cv2.remap(rgb, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return moved


@paints(
    "oil painting",
    "style",
    "as an oil painting",
    rf"{AS}(?:oil(?:s| on canvas)?|acrylic|impasto|rembrandt|painterly|painted|painting"
    rf"|canvas){STYLE}",
)
def oil_painting(rgb: Light, ask: Ask) -> Light:
    """Lay brush strokes along the forms, coarse to fine, with relief."""
    return stroke_paint(rgb, ask.rng, largest=17 * ask.strength, relief=0.6, jitter=0.035)


@paints(
    "impressionism",
    "style",
    "in the style of Monet",
    rf"(?:in the style of |like )?{AS}(?:impressionis[tm](?:ic)?|monet|renoir|van gogh"
    rf"|expressionist){STYLE}",
)
def impressionism(rgb: Light, ask: Ask) -> Light:
    """Lay short, broken strokes of fresh colour."""
    lab = to_lab(rgb)
    lab[..., 1:] *= np.float32(1.35)
    return stroke_paint(from_lab(lab), ask.rng, largest=20 * ask.strength, relief=0.4, jitter=0.08)


@paints(
    "pointillism",
    "style",
    "pointillism",
    rf"{AS}(?:pointillis[tm]|seurat|stippl(?:ed|ing)|dotted){STYLE}",
)
def pointillism(rgb: Light, ask: Ask) -> Light:
    """Set dots of pure colour on pale canvas."""
    height, width = rgb.shape[:2]
    lab = to_lab(blur(rgb, 2 * unit(rgb)))
    lab[..., 1:] *= np.float32(1.5)
    fresh = from_lab(lab)
    radius = max(2.0, 4.5 * unit(rgb) * ask.strength)
    sheet = blur(fresh, radius) * np.float32(0.6) + np.float32(0.38)
    count = min(90_000, int(2.2 * height * width / radius**2))
    places = ask.rng.random((count, 3), dtype=np.float32)
    wobble = ask.rng.normal(0, 0.06, (count, 3)).astype(np.float32)
    for (x, y, size), shift in zip(places, wobble, strict=True):
        column, row = int(x * (width - 1)), int(y * (height - 1))
        colour = np.clip(fresh[row, column] + shift, 0, 1)
        dot = round(radius * (0.55 + 0.5 * float(size)) * 16)
        cv2.circle(sheet, (column * 16, row * 16), dot, colour.tolist(), -1, cv2.LINE_AA, 4)
    return sheet


@paints(
    "engraving",
    "style",
    "as an engraving",
    rf"{AS}(?:engraving|engraved|etching|banknote|woodcut|linocut|cross[- ]hatch(?:ing"
    rf"|ed)?){STYLE}",
)
def engraving(rgb: Light, ask: Ask) -> Light:
    """Engrave with lines that swell in the shadows and bend over the forms."""
    height, width = rgb.shape[:2]
    light = blur(luma(rgb), 1.5 * unit(rgb))
    rows = np.arange(height, dtype=np.float32)[:, None] + np.arange(width, dtype=np.float32) * 0.35
    period = max(3.0, 7.0 * unit(rgb))
    bend = blur(light, 12 * unit(rgb)) * np.float32(22 * unit(rgb))
    wave = 0.5 + 0.5 * np.sin((rows + bend) * np.float32(2 * np.pi / period))
    dark = 1 - smoothstep(0.05, 0.95, light)
    sheet = 1 - smoothstep(-0.12, 0.12, dark * np.float32(0.9 + 0.2 * ask.strength) - wave)
    return np.repeat(sheet[..., None], 3, axis=2) * PAPER


@paints(
    "pixel art",
    "style",
    "as pixel art",
    rf"{AS}(?:pixel[- ]?art|pixels|8[- ]?bit|16[- ]?bit|minecraft|video game){STYLE}",
)
def pixel_art(rgb: Light, ask: Ask) -> Light:
    """Reduce to big pixels in at most 24 colours, sharpened first."""
    height, width = rgb.shape[:2]
    across = max(8, round(96 / max(ask.strength, 0.3)))
    small = resize(
        rgb, *(max(1, round(side * across / max(height, width))) for side in (width, height))
    )
    lab = to_lab(clip(small + (small - blur(small, 1.2)) * np.float32(0.8)))
    lab[..., 1:] *= np.float32(1.2)
    samples = lab.reshape(-1, 3)
    cv2.setRNGSeed(1)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    count = min(24, len(samples))
    _, labels, centres = cv2.kmeans(samples, count, None, stop, 1, cv2.KMEANS_PP_CENTERS)
    few = from_lab(centres[labels.ravel()].reshape(lab.shape))
    big: Light = cv2.resize(few, (width, height), interpolation=cv2.INTER_NEAREST)
    return big


@paints(
    "anime",
    "style",
    "turn it into anime",
    rf"{AS}(?:anime|manga colou?r|ghibli|japanese animation){STYLE}",
)
def anime(rgb: Light, ask: Ask) -> Light:
    """Flatten colours into a few clear tones, freshen them, draw clean dark lines."""
    scale = unit(rgb)
    flat = flatten(flatten(rgb, 5 * scale), 4 * scale)
    lab = to_lab(flat)
    lab[..., 0] = _steps(lab[..., 0] / 100, 7, 0.16) * 100
    lab[..., 0] = 100 * (lab[..., 0] / 100) ** np.float32(0.86)
    lab[..., 1:] *= np.float32(1.38)
    cel = from_lab(lab)
    sheet = smoothstep(0.12, 0.9, lines(luma(flat), max(0.8, 1.25 * scale), 55, 0.014))
    shade = np.float32(0.15) + np.float32(0.85) * sheet
    drawn = cel * shade[..., None]
    return mix(rgb, clip(drawn), min(1.0, 0.8 + 0.2 * ask.strength))


def _steps(values: Light, count: int, softness: float) -> Light:
    """Quantise into ``count`` tones with narrow, soft steps between them."""
    scaled = values * np.float32(count)
    floor = np.floor(scaled)
    rise = smoothstep(0.5 - softness, 0.5 + softness, scaled - floor)
    stepped: Light = (floor + rise) / np.float32(count)
    return stepped


@paints(
    "cartoon",
    "style",
    "as a cartoon",
    rf"{AS}(?:cartoon(?:ish|ized|ise|ize)?|illustrat(?:ion|ed)|cel[- ]shad(?:ed|ing)|toon|pixar"
    rf"|disney){STYLE}",
)
def cartoon(rgb: Light, ask: Ask) -> Light:
    """Flatten colours and draw bold outlines."""
    flat = flatten(flatten(rgb, 6 * unit(rgb)), 6 * unit(rgb))
    lab = to_lab(flat)
    lab[..., 0] = _steps(lab[..., 0] / 100, 5, 0.1) * 100
    lab[..., 1:] *= np.float32(1.3)
    bold = smoothstep(0.2, 0.8, lines(luma(flat), max(1.0, 2.2 * unit(rgb)), 45, 0.01))
    return mix(rgb, from_lab(lab) * bold[..., None], min(1.0, 0.8 + 0.2 * ask.strength))


@paints(
    "comic",
    "style",
    "as a comic with halftone dots",
    rf"{AS}(?:comic(?: book)?(?: with)?|halftone|pop ?art|lichtenstein"
    rf"|warhol)(?: halftone)?(?: dots)?{STYLE}",
)
def comic(rgb: Light, ask: Ask) -> Light:
    """Print flat fresh colours with halftone dots in the shadows under black lines."""
    flat = flatten(rgb, 5 * unit(rgb))
    lab = to_lab(flat)
    light = smoothstep(0.0, 1.0, lab[..., 0] / 100)
    lab[..., 0] = 38 + 60 * _steps(light, 4, 0.08)
    lab[..., 1:] *= np.float32(1.6)
    period = max(4.0, 9 * unit(rgb))
    rows = np.arange(rgb.shape[0], dtype=np.float32)[:, None]
    columns = np.arange(rgb.shape[1], dtype=np.float32)[None, :]
    turn = np.float32(2 * np.pi / period / np.sqrt(2))
    dots = 0.5 + 0.25 * (np.cos((rows + columns) * turn) + np.cos((rows - columns) * turn))
    screen = 1 - smoothstep(-0.08, 0.08, dots - (0.3 + 0.9 * light)) * np.float32(0.75)
    ink = smoothstep(0.2, 0.8, lines(luma(flat), max(1.0, 1.8 * unit(rgb)), 60, 0.008))
    return mix(
        rgb, from_lab(lab) * (screen * ink)[..., None], min(1.0, 0.85 + 0.15 * ask.strength)
    )


@paints(
    "poster",
    "style",
    "posterize",
    rf"{AS}(?:posteri[sz]ed?|poster|screen ?print|stencil|flat colou?rs?|vector"
    rf"|minimalist){STYLE}",
)
def poster(rgb: Light, ask: Ask) -> Light:
    """Print in six flat colours of the picture."""
    flat = to_lab(flatten(flatten(rgb, 6 * unit(rgb)), 6 * unit(rgb)))
    step = max(1, int(np.sqrt(flat.shape[0] * flat.shape[1] / 40_000)))
    samples = np.ascontiguousarray(flat[::step, ::step].reshape(-1, 3))
    cv2.setRNGSeed(1)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.3)
    count = max(2, min(len(samples), round(6 / max(ask.strength, 0.4))))
    centres = cv2.kmeans(samples, count, None, stop, 2, cv2.KMEANS_PP_CENTERS)[2]
    best = np.full(flat.shape[:2], np.inf, np.float32)
    choice = np.zeros(flat.shape[:2], np.intp)
    for index, centre in enumerate(centres):
        gap = ((flat - centre) ** 2).sum(axis=2)
        closer = gap < best
        best[closer], choice[closer] = gap[closer], index
    centres[:, 1:] *= 1.25
    return blur(from_lab(centres[choice]), 0.6)


@paints(
    "mosaic", "style", "as a mosaic", rf"{AS}(?:mosaic|tiles?|stained[- ]glass|low[- ]poly){STYLE}"
)
def mosaic(rgb: Light, ask: Ask) -> Light:
    """Lay one-coloured tiles around scattered seeds, with dark joints between them."""
    height, width = rgb.shape[:2]
    cell = max(5.0, 24 * unit(rgb) * ask.strength)
    rows, columns = max(2, round(height / cell)), max(2, round(width / cell))
    jitter = ask.rng.uniform(0.15, 0.85, (2, rows, columns))
    seeds = np.zeros((height, width), np.uint8)
    y = ((np.arange(rows)[:, None] + jitter[0]) * height / rows).astype(int).clip(0, height - 1)
    x = ((np.arange(columns) + jitter[1]) * width / columns).astype(int).clip(0, width - 1)
    seeds[y, x] = 1
    _, tile = cv2.distanceTransformWithLabels(
        1 - seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_CCOMP
    )
    sizes = np.maximum(np.bincount(tile.ravel()), 1)
    sums = [np.bincount(tile.ravel(), rgb[..., c].ravel()) / sizes for c in range(3)]
    glass = np.stack(sums, axis=1).astype(np.float32)[tile]
    joint = cv2.morphologyEx(
        tile.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)
    )
    lead = blur((joint > 0).astype(np.float32), 0.5)
    return clip(glass * np.float32(1.06)) * (1 - 0.7 * np.minimum(lead, 1))[..., None]


@paints(
    "emboss",
    "style",
    "emboss",
    rf"{AS}(?:emboss(?:ed)?|bas[- ]relief|relief|stone carving){STYLE}",
)
def emboss(rgb: Light, ask: Ask) -> Light:
    """Press the picture into gray plaster, lit from the upper left."""
    light = blur(luma(rgb), max(0.8, 1.2 * unit(rgb)))
    slope = np.roll(light, (1, 1), (0, 1)) - np.roll(light, (-1, -1), (0, 1))
    return np.repeat(
        clip(np.float32(0.55) - slope * np.float32(2.2 * ask.strength))[..., None], 3, axis=2
    )


@paints(
    "glitch",
    "style",
    "glitch",
    rf"{AS}(?:glitch(?:y|ed)?|vhs|chromatic aberration|databent|scan ?lines){STYLE}",
)
def glitch(rgb: Light, ask: Ask) -> Light:
    """Shift colour channels and bands sideways, and draw scan lines."""
    height, width = rgb.shape[:2]
    out = rgb.copy()
    shift = max(1, round(0.008 * width * ask.strength))
    out[..., 0], out[..., 2] = np.roll(rgb[..., 0], shift, 1), np.roll(rgb[..., 2], -shift, 1)
    for _ in range(round(9 * ask.strength)):
        top, tall = (
            int(ask.rng.integers(0, height)),
            int(ask.rng.integers(1, max(2, height // 16))),
        )
        out[top : top + tall] = np.roll(
            out[top : top + tall], int(ask.rng.normal(0, 0.05 * width)), 1
        )
    out[:: max(2, round(4 * unit(rgb)))] *= np.float32(0.72)
    return out
