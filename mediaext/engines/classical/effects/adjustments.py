"""Light and repair: brightness, contrast, haze, noise, sharpness, blur."""

import cv2
import numpy as np

from mediaext.engines.classical.effects.effect import Ask, paints
from mediaext.engines.classical.effects.kit import (
    Light,
    blur,
    clip,
    from_lab,
    grid,
    in_strips,
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
from mediaext.engines.classical.masks import guided_filter

LESS = r"(?:less|reduce|decrease|lower|lessen|soften|turn down|not so|drop)"
MORE = r"(?:more|increase|raise|boost|higher|stronger|strong|add|turn up)"
THE = r"(?:the )?(?:overall )?"


@paints(
    "brighter",
    "repair",
    "make it brighter",
    r"bright(?:er|en|ness up)|lighter|lighten"
    rf"|more light|{MORE} {THE}(?:brightness|exposure)|high[- ]key|too dark|bright",
)
def brighter(rgb: Light, ask: Ask) -> Light:
    """Raise exposure by a power law that keeps black and white."""
    return in_strips(lambda part: part ** np.float32(1 / (1 + 0.55 * ask.strength)), rgb)


@paints(
    "darker",
    "repair",
    "make it slightly darker",
    r"dark(?:er|en)|dimmer|dim|dark"
    rf"|{LESS} {THE}(?:brightness|exposure|light|bright)|low[- ]key|too bright",
)
def darker(rgb: Light, ask: Ask) -> Light:
    """Lower exposure by a power law that keeps black and white."""
    return in_strips(lambda part: part ** np.float32(1 + 0.6 * ask.strength), rgb)


@paints(
    "more contrast",
    "repair",
    "increase the contrast",
    rf"{MORE} {THE}contrast"
    r"|contrasty|punch(?:y|ier)|contrast up|high contrast|contrast",
)
def more_contrast(rgb: Light, ask: Ask) -> Light:
    """Steepen a sigmoid about the mean lightness."""
    middle, slope = float(luma(rgb).mean()), 3.0 * ask.strength
    low, high = np.tanh(slope * (0 - middle)), np.tanh(slope * (1 - middle))

    def steepen(part: Light) -> Light:
        curve: Light = np.tanh(np.float32(slope) * (part - np.float32(middle)))
        return mix(part, (curve - np.float32(low)) / np.float32(high - low), ask.gain(0.7))

    return clip(in_strips(steepen, rgb))


@paints(
    "less contrast",
    "repair",
    "reduce the contrast",
    rf"{LESS} {THE}contrast(?:y)?|low(?:er)? contrast|matte|flat(?:ter)? look|faded|fade",
)
def less_contrast(rgb: Light, ask: Ask) -> Light:
    """Lift black and lower white towards a milky gray."""
    return mix(rgb, rgb * np.float32(0.55) + np.float32(0.26), ask.gain(0.65))


@paints(
    "lift shadows",
    "repair",
    "lift the shadows",
    r"(?:lift|brighten|open(?: up)?|lighten|raise|recover|fill in) (?:the )?shadows?|fill light"
    r"|backlit",
)
def lift_shadows(rgb: Light, ask: Ask) -> Light:
    """Brighten where the neighbourhood is dark."""
    dark = 1 - smoothstep(0.0, 0.6, blur(luma(rgb), 25 * unit(rgb)))
    return mix(rgb, rgb ** np.float32(0.5), dark * np.float32(ask.gain(0.8)))


@paints(
    "recover highlights",
    "repair",
    "recover the highlights",
    r"(?:recover|darken|lower|reduce|tone down|pull down) (?:the )?highlights?|overexposed"
    r"|blown out",
)
def recover_highlights(rgb: Light, ask: Ask) -> Light:
    """Darken where the neighbourhood is bright."""
    light = smoothstep(0.45, 1.0, blur(luma(rgb), 25 * unit(rgb)))
    return mix(rgb, rgb ** np.float32(2.0), light * np.float32(ask.gain(0.8)))


@paints(
    "enhance",
    "repair",
    "enhance this photo",
    r"enhance|improve|auto(?:matic)?[- ]?(?:levels|correct|tone|fix)?|better(?: quality)?|retouch"
    r"|touch up"
    r"|fix (?:the )?(?:light(?:ing)?|colou?rs?|exposure)|professional(?:ly)?|beautify|beautiful",
)
def enhance(rgb: Light, ask: Ask) -> Light:
    """Stretch levels, even out local contrast (CLAHE) and freshen colour."""
    lab = to_lab(rgb)
    low, high = np.percentile(lab[::4, ::4, 0], (0.5, 99.5))
    stretched = np.clip((lab[..., 0] - low) / max(high - low, 1.0), 0, 1).astype(np.float32)
    even = cv2.createCLAHE(1.6, (8, 8)).apply(to_pixels(stretched))
    lab[..., 0] = 50 * (to_light(even) + stretched)
    lab[..., 1:] *= np.float32(1.12)
    return mix(rgb, sharpened(from_lab(lab), 0.35, 1.2 * unit(rgb)), ask.gain(0.85))


@paints(
    "dramatic",
    "repair",
    "a dramatic HDR look",
    r"hdr|dramatic|clarity|(?:more )?(?:local contrast|structure|definition)|gritty",
)
def dramatic(rgb: Light, ask: Ask) -> Light:
    """Exaggerate local contrast around an edge-preserving base, and darken the corners."""
    light = luma(rgb)
    base = guided_filter(light, light, max(2, round(28 * unit(rgb))), 0.012)
    strong = rgb + ((light - base) * np.float32(1.15 * ask.strength))[..., None]
    return vignetted(clip(strong), 0.25 * ask.strength)


@paints(
    "vignette",
    "repair",
    "add a vignette",
    r"vignett?(?:e|ing)|dark(?:en)?(?:ed)? (?:the )?(?:edges|corners)",
)
def vignette(rgb: Light, ask: Ask) -> Light:
    """Darken towards the corners."""
    return vignetted(rgb, 0.65 * ask.strength)


def vignetted(rgb: Light, depth: float) -> Light:
    """Darken corners by ``depth``, following the cosine law of lenses in spirit."""
    rows, columns = grid(*rgb.shape[:2])
    radius = np.sqrt((rows - 0.5) ** 2 + (columns - 0.5) ** 2)
    shade = 1 - np.float32(min(depth, 0.95)) * smoothstep(0.3, 0.75, radius)
    rgb *= shade[..., None]
    return rgb


@paints(
    "dehaze",
    "repair",
    "remove the haze",
    r"de-?haze|(?:remove|reduce|less|clear|without) (?:the |some )?(?:haze|fog|mist|smog)|clearer",
)
def dehaze(rgb: Light, ask: Ask) -> Light:
    """Undo haze by the dark channel prior (He, Sun and Tang, 2009)."""
    radius = 2 * max(1, round(7 * unit(rgb))) + 1
    kernel = np.ones((radius, radius), np.uint8)
    dark = cv2.erode(rgb.min(axis=2), kernel)
    far = dark >= np.quantile(dark[::4, ::4], 0.995)
    air = np.maximum(rgb[far].mean(axis=0), 0.3).astype(np.float32)
    hazy = cv2.erode((rgb / air).min(axis=2), kernel)
    clear = 1 - np.float32(min(0.95, 0.75 * ask.strength)) * blur(hazy, radius / 2)
    return clip((rgb - air) / np.maximum(clear, 0.15)[..., None] + air)


@paints(
    "denoise",
    "repair",
    "remove the noise",
    r"de-?noise|(?:remove|reduce|less|clean(?: up)?) (?:the )?(?:noise|grain)|smooth(?:er"
    r"|en)?(?: skin)?|noise reduction",
)
def denoise(rgb: Light, ask: Ask) -> Light:
    """Smooth with a bilateral filter, which keeps edges (Tomasi and Manduchi, 1998)."""
    sigma = 3.0 + 2.5 * ask.strength * unit(rgb)
    smooth: Light = cv2.bilateralFilter(rgb, 0, 0.07 + 0.05 * ask.strength, min(sigma, 7.0))
    return mix(rgb, smooth, ask.gain(0.9))


@paints(
    "sharpen",
    "repair",
    "sharpen it",
    r"sharp(?:en|er)?|crisp(?:er|en)?|more detail(?:ed)?|deblur"
    rf"|{LESS} (?:the )?blur(?:ry|red)?|in focus|remove (?:the )?blur|{MORE} {THE}sharpness",
)
def sharpen(rgb: Light, ask: Ask) -> Light:
    """Add what a blur would take away (unsharp mask), less where there are no edges."""
    return sharpened(rgb, 1.1 * ask.strength, max(0.8, 1.3 * unit(rgb)))


def sharpened(rgb: Light, amount: float, sigma: float) -> Light:
    """Return an unsharp mask of the lightness; noise below 1.5/255 is left alone."""
    light = luma(rgb)
    detail = light - blur(light, sigma)
    detail *= smoothstep(0.006, 0.03, np.abs(detail)) * np.float32(amount)
    return clip(rgb + np.clip(detail, -0.25, 0.25)[..., None])


@paints(
    "motion blur",
    "repair",
    "motion blur",
    r"motion[- ]blur(?:red)?|speed(?:ing)?(?: lines)?|panning",
)
def motion_blur(rgb: Light, ask: Ask) -> Light:
    """Smear along a line, as a moving camera does."""
    length = max(3, round(28 * ask.strength * unit(rgb)))
    smeared: Light = cv2.blur(rgb, (length, 1), borderType=cv2.BORDER_REFLECT)
    return smeared


@paints("zoom blur", "repair", "zoom blur", r"zoom blur|radial blur")
def zoom_blur(rgb: Light, ask: Ask) -> Light:
    """Average the picture with enlargements of itself about the centre."""
    height, width = rgb.shape[:2]
    total = rgb.copy()
    for step in range(1, 10):
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), 0, 1 + 0.014 * ask.strength * step)
        total += cv2.warpAffine(rgb, turn, (width, height), borderMode=cv2.BORDER_REFLECT)
    total *= np.float32(0.1)
    return total


@paints("tilt shift", "repair", "tilt-shift miniature", r"tilt[- ]?shift|miniature|toy town")
def tilt_shift(rgb: Light, ask: Ask) -> Light:
    """Blur above and below a band, and freshen colour: the picture looks like a model."""
    rows = grid(*rgb.shape[:2])[0]
    away = smoothstep(0.1, 0.42, np.abs(rows - np.float32(0.55)))
    away = np.broadcast_to(away, rgb.shape[:2])
    lab = to_lab(rgb)
    lab[..., 1:] *= np.float32(1.3)
    fresh = from_lab(lab)
    return mix(fresh, blur(fresh, 7 * ask.strength * unit(rgb)), away)


@paints(
    "glow",
    "repair",
    "a dreamy glow",
    r"glow(?:ing)?|dream(?:y|like)|soft[- ]focus|bloom|ethereal|romantic|soft light|soft(?:er)?",
)
def glow(rgb: Light, ask: Ask) -> Light:
    """Screen a blurred copy over the picture (Orton, 1980s)."""
    haze = blur(rgb, 14 * unit(rgb)) * np.float32(min(0.8, 0.42 * ask.strength))
    return 1 - (1 - rgb * np.float32(0.92)) * (1 - haze)


@paints(
    "blur",
    "repair",
    "blur the background",
    r"blur(?:red|ry)?|out of focus|defocus(?:ed)?|bokeh|shallow depth of field",
)
def blurred(rgb: Light, ask: Ask) -> Light:
    """Blur with a Gaussian."""
    return blur(rgb, max(1.0, 9 * ask.strength * unit(rgb)))


@paints("pixelate", "repair", "pixelate the faces", r"pixelate|pixelated|censor|anonymi[sz]e")
def pixelate(rgb: Light, ask: Ask) -> Light:
    """Replace squares by their average."""
    height, width = rgb.shape[:2]
    cell = max(2, round(18 * ask.strength * unit(rgb)))
    small = resize(rgb, max(1, width // cell), max(1, height // cell))
    squares: Light = cv2.resize(small, (width, height), interpolation=cv2.INTER_NEAREST)
    return squares


@paints("grain", "repair", "add film grain", r"(?:film )?grain(?:y)?|noisy|add (?:some )?noise")
def grain(rgb: Light, ask: Ask) -> Light:
    """Add noise that is strongest in the middle tones, as silver grain is."""
    height, width = rgb.shape[:2]
    specks = noise(ask.rng, height, width, max(1.0, 1.5 * unit(rgb))) - np.float32(0.5)
    light = luma(rgb)
    specks *= np.float32(0.3 * ask.strength) * (0.35 + 2.6 * light * (1 - light))
    return clip(rgb + specks[..., None])
