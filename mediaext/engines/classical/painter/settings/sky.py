"""The sky: its colours, sun, moon, clouds and stars, and what falls from it."""

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Floats
from mediaext.engines.classical.painter.canvas import colour4f, skia
from mediaext.engines.classical.painter.colours import colour, mix, parse_hex
from mediaext.engines.classical.painter.settings.places import sky_colours
from mediaext.engines.classical.painter.settings.stage import Stage
from mediaext.engines.classical.painter.textures import noise


def paint_sky(stage: Stage) -> None:
    """Paint the sky over the whole canvas, at half the size, then enlarge it."""
    height, width = max(stage.height // 2, 8), max(stage.width // 2, 8)
    row = np.linspace(0, stage.height / max(stage.horizon, 1), height, dtype=np.float32)
    air = _gradient(stage, np.clip(row, 0, 1))[:, None, :].repeat(width, 1)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    sun_x, sun_y = stage.sun[0] / 2, stage.sun[1] / 2
    reach = np.hypot(x - sun_x, (y - sun_y) * 1.25) / max(height, width)
    clear = 1 - 0.92 * stage.weather.grey
    glow = (np.exp(-reach * 5.5) * 0.5 + np.exp(-reach * 22) * 0.5) * clear
    sun = np.array(parse_hex(stage.time.sun), np.float32)
    air = 1 - (1 - air) * (1 - glow[..., None] * sun * (0.25 if _is_moon(stage) else 0.75))
    if _is_moon(stage):
        air += _stars(stage, height, width, row)[..., None] * clear
    disc = np.clip((0.024 - reach) * max(height, width) / 1.5 + 0.5, 0, 1) * clear
    air = (
        air * (1 - disc[..., None])
        + sun * disc[..., None] * (_craters(stage, height, width)[..., None])
    )
    air = _clouds(stage, air, row, reach)
    full = cv2.resize(
        np.clip(air, 0, 1), (stage.width, stage.height), interpolation=cv2.INTER_LINEAR
    )
    stage.pixels[..., :3] = full * 255 + stage.rng.random(
        (stage.height, stage.width, 1), np.float32
    )
    stage.pixels[..., 3] = 255


def _is_moon(stage: Stage) -> bool:
    return stage.time.night and stage.time.height > 0.3


def _gradient(stage: Stage, row: Floats) -> Floats:
    zenith, middle, horizon = (
        mix(
            mix(tone, (0.62, 0.65, 0.69), stage.weather.grey * 0.85),
            (0, 0, 0),
            1 - stage.weather.dim,
        )
        if not stage.night
        else mix(tone, (0.16, 0.18, 0.24), stage.weather.grey * 0.7)
        for tone in sky_colours(stage.time)
    )
    stops = np.array([zenith, middle, horizon, horizon])
    return np.stack([np.interp(row, [0, 0.55, 0.97, 1], stops[:, k]) for k in range(3)], 1).astype(
        np.float32
    )


def _stars(stage: Stage, height: int, width: int, row: Floats) -> Floats:
    stars = np.zeros((height, width), np.float32)
    many = int(height * width / 900 * (0.5 + stage.detail))
    at_y, at_x = stage.rng.integers(0, height, many), stage.rng.integers(0, width, many)
    stars[at_y, at_x] = stage.rng.random(many) ** 3
    big = cv2.GaussianBlur(stars, (0, 0), 0.7) * 2.2
    made: Floats = (big * np.clip(1.05 - row, 0, 1)[:, None]).astype(np.float32)
    return made


def _craters(stage: Stage, height: int, width: int) -> Floats:
    if not _is_moon(stage):
        return np.ones((height, width), np.float32)
    return 0.92 + 0.12 * noise(stage.rng, height, width, max(height, width) * 0.012 + 2, 2)


def _clouds(stage: Stage, air: Floats, row: Floats, reach: Floats) -> Floats:
    cover = stage.weather.cloud
    height, width = air.shape[:2]
    puff = noise(stage.rng, height, width, max(height, width) * 0.3, 6, stretch=1.9)
    light_x = -0.02 if stage.light.towards[0] < 0 else 0.02
    shift = np.array([[1, 0, -light_x * width], [0, 1, height * 0.022]], np.float32)
    shadowed = cv2.GaussianBlur(
        cv2.warpAffine(puff, shift, (width, height), borderMode=cv2.BORDER_REFLECT), (0, 0), 2
    )
    fade = np.clip((1.02 - row) * 3.2, 0, 1)[:, None] * np.clip(0.35 + row * 1.4, 0, 1)[:, None]
    thick = np.clip((puff + cover * 1.5 - 0.72) * 1.7, 0, 1) * (
        fade if cover < 0.8 else np.clip(fade + 0.4, 0, 1)
    )
    relief = np.clip(0.62 + (puff - shadowed) * 0.95, 0.15, 1.1)
    sun = np.array(stage.time.key, np.float32) * stage.weather.dim
    _, middle, horizon = sky_colours(stage.time)
    shade = np.array(
        mix(mix(middle, horizon, 0.3), (0.33, 0.36, 0.42), 0.3 + 0.4 * stage.weather.grey),
        np.float32,
    )
    shade *= stage.weather.dim * (0.6 if stage.night else 0.95)
    lit = np.clip(sun * (0.42 if stage.night else 0.94) + 0.06, 0, 1) * (
        1 - 0.45 * stage.weather.grey
    )
    tone = shade + (lit - shade) * (relief + 0.3 * np.exp(-reach * 6))[..., None]
    made: Floats = (
        air + (np.clip(tone, 0, 1) - air) * (thick * (0.86 if cover < 0.8 else 0.8))[..., None]
    )
    return made


def lightning(stage: Stage) -> None:
    """Strike a forked bolt from cloud to horizon."""
    x, y = stage.width * stage.rng.uniform(0.15, 0.85), 0.0
    path, branch = skia.Path(), skia.Path()
    path.moveTo(x, y)
    while y < stage.horizon * 0.92:
        x += stage.rng.normal() * stage.width * 0.022
        y += stage.rng.uniform(0.02, 0.06) * stage.horizon
        path.lineTo(x, y)
        if stage.rng.random() < 0.15:
            branch.moveTo(x, y)
            bx, by = x, y
            side = 1 if stage.rng.random() < 0.5 else -1
            for _ in range(4):
                bx, by = bx + side * stage.width * 0.018, by + stage.horizon * 0.035
                branch.lineTo(bx + stage.rng.normal() * stage.width * 0.006, by)
    for width, alpha, blur in ((0.03, 0.25, 0.02), (0.009, 0.6, 0.004), (0.004, 1.0, 0.0)):
        brush = skia.Paint(
            AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=width * stage.height
        )
        brush.setColor4f(colour4f((0.86, 0.88, 1.0), alpha))
        if blur:
            brush.setMaskFilter(
                skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, blur * stage.height)
            )
        stage.canvas.drawPath(path, brush)
        brush.setStrokeWidth(width * stage.height * 0.5)
        stage.canvas.drawPath(branch, brush)


def rainbow(stage: Stage) -> None:
    """Bend a rainbow over the land."""
    height, width = stage.pixels.shape[:2]
    top = int(max(1, min(stage.horizon, height)))
    y, x = np.mgrid[0:top, 0:width].astype(np.float32)
    centre = width * stage.rng.uniform(0.35, 0.65)
    reach = np.hypot(x - centre, y - stage.horizon * 1.15) / (stage.horizon * 1.02)
    band = np.clip((reach - 0.86) / 0.1, 0, 1)
    hue = np.stack([(1 - band) * 275, np.full_like(band, 0.8), np.ones_like(band)], 2).astype(
        np.float32
    )
    strength = (np.maximum(np.sin(band * np.pi), 0) ** 0.8 * 0.42)[..., None]
    arc = cv2.cvtColor(hue, cv2.COLOR_HSV2RGB) * strength
    region = stage.pixels[:top, :, :3]
    region[:] = 255 * (1 - (1 - region / 255.0) * (1 - arc))


def aurora(stage: Stage) -> None:
    """Hang curtains of northern lights in the sky."""
    height, width = stage.pixels.shape[:2]
    top = int(max(2, min(stage.horizon, height)))
    x = np.arange(width, dtype=np.float32) / width
    rows = np.arange(top, dtype=np.float32)[:, None] / top
    light = np.zeros((top, width, 3), np.float32)
    for _ in range(3):
        waves = stage.rng.uniform(0, 6.3, 3)
        foot = stage.rng.uniform(0.5, 0.8) + 0.1 * np.sin(x * 5 + waves[0])
        foot = foot + 0.05 * np.sin(x * 13 + waves[1])
        rays = noise(stage.rng, 2, width, max(width * 0.012, 2), 3)[0]
        tall = 0.34 + 0.12 * np.sin(x * 7 + waves[2]) + 0.08 * rays
        up = (foot[None, :] - rows) / np.maximum(tall, 0.1)[None, :]
        glow = np.where(up > 0, np.exp(-2.6 * up), np.exp(up * 22))
        glow = glow * np.clip(0.55 + 0.4 * rays, 0.1, 1.2)[None, :]
        share = np.clip(up, 0, 1)[..., None]
        green, violet = np.array(colour("#4affa0")), np.array(colour("#a04ae0"))
        light += glow[..., None] * (green * (1 - share) + violet * share)
    region = stage.pixels[:top, :, :3]
    region[:] = 255 * (1 - (1 - region / 255.0) * (1 - np.clip(light * 0.5, 0, 0.9)))


def fall(stage: Stage) -> None:
    """Let rain, snow or leaves fall over everything."""
    if stage.setting.kind in ("room", "studio", "space", "underwater"):
        return
    if stage.weather.falling == "rain":
        _rain(stage)
    elif stage.weather.falling == "snow":
        _snow(stage)
    elif stage.weather.falling == "leaves":
        _leaves(stage)


def _rain(stage: Stage) -> None:
    slant = 0.12 + 0.45 * stage.weather.wind * (1 if stage.light.towards[0] < 0 else -1)
    for size, alpha in ((0.025, 0.20), (0.05, 0.26), (0.085, 0.2)):
        many = int(170 + 330 * stage.detail)
        path = skia.Path()
        for x, y in stage.rng.random((many, 2)) * (stage.width * 1.2, stage.height * 1.05):
            length = size * stage.height
            path.moveTo(float(x - 0.1 * stage.width), float(y))
            path.lineTo(float(x - 0.1 * stage.width - slant * length), float(y + length))
        brush = skia.Paint(
            AntiAlias=True,
            Style=skia.Paint.kStroke_Style,
            StrokeWidth=max(size * 0.04 * stage.height, 0.6),
        )
        brush.setColor4f(colour4f((0.82, 0.87, 0.95), alpha))
        stage.canvas.drawPath(path, brush)


def _snow(stage: Stage) -> None:
    for size, blur in ((0.0022, 0.0), (0.004, 0.0007), (0.009, 0.003)):
        many = int((150 + 300 * stage.detail) * (0.002 / size) ** 0.6)
        brush = skia.Paint(
            AntiAlias=True, Color4f=skia.Color4f(1, 1, 1, 0.85 if not blur else 0.6)
        )
        if blur:
            brush.setMaskFilter(
                skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, max(blur * stage.height, 0.4))
            )
        path = skia.Path()
        for x, y, s in stage.rng.random((many, 3)):
            path.addCircle(
                float(x * stage.width),
                float(y * stage.height),
                float(max(size * stage.height * (0.6 + 0.8 * s), 0.5)),
            )
        stage.canvas.drawPath(path, brush)


def _leaves(stage: Stage) -> None:
    for x, y, s, turn in stage.rng.random((round(14 + 40 * stage.detail), 4)):
        size = stage.height * (0.006 + 0.012 * s)
        pen = stage.pen(
            x * stage.width,
            y * stage.height,
            size * 2,
            ("#d0802a", "#b8502a", "#8a9a3a", "#e0b03a")[int(turn * 4)],
        )
        pen.ellipse(0.5, 0.5, 0.5, 0.22, turn=float(turn * 360), round=0.4)


def veil(stage: Stage) -> None:
    """Hang mist over the distance, and light through it towards the sun."""
    amount = max(stage.weather.haze - 0.5, 0.0) * 1.25
    if amount <= 0 or stage.setting.kind in ("room", "studio", "space", "underwater"):
        return
    height, width = stage.pixels.shape[:2]
    rows = np.arange(height, dtype=np.float32)[:, None] / height
    bank = np.exp(-((rows - stage.horizon / height) ** 2) * 16)
    drift = 0.75 + 0.35 * noise(
        stage.rng, max(height // 4, 2), max(width // 4, 2), height * 0.06, 4, stretch=3
    )
    thick = np.clip(
        cv2.resize(drift, (width, height)) * bank * amount * 1.5 + amount * 0.12, 0, 0.9
    )[..., None]
    fog = np.array(colour(stage.haze), np.float32) * 255
    region = stage.pixels[..., :3]
    region[:] = region * (1 - thick) + fog * thick
