"""Measures of clips: frames, first frame, smoothness, borders."""

from collections.abc import Iterator

import cv2
import numpy as np
import PIL.Image
import PIL.ImageOps

from measures.bench import Bench, Floats, Pixels
from measures.measure import Measure, at_least, at_most
from mediaext.engines.classical.clip.encoder import RATE
from mediaext.engines.classical.clip.layers import choose_crop
from mediaext.operations import GenerateVideo
from mediaext.results import Clip

SIZE, SECONDS = (448, 256), 1.0
PROMPTS = ("slow zoom in, wind", "pan right, snow", "handheld, water")
DARK, LIT = 8, 40  # levels: a border is darker than the first, where the first frame is lighter


def steps(shown: Pixels) -> Floats:
    """Return the mean change from each frame to the next, (T - 1,)."""
    moved: Floats = np.abs(np.diff(shown.astype(np.int16), axis=0)).mean(axis=(1, 2, 3))
    return moved


def jump(shown: Pixels) -> float:
    """Return the largest change between neighbouring frames beside the usual one."""
    moved = steps(shown)
    return float(moved.max() / (np.median(moved) + 0.2))


def psnr(one: Pixels, two: Pixels) -> float:
    """Return the peak signal-to-noise ratio of two pictures' lightness, in dB."""
    return float(cv2.PSNR(*(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY) for rgb in (one, two))))


def cropped(rgb: Pixels, size: tuple[int, int]) -> Pixels:
    """Return what a clip of ``size`` begins with."""
    image = PIL.Image.fromarray(rgb)
    centring = choose_crop(image, *size)
    return np.asarray(PIL.ImageOps.fit(image, size, PIL.Image.Resampling.LANCZOS, 0, centring))


def blackened(shown: Pixels) -> float:
    """Return the share of the rim that was lit in the first frame and turns black."""
    rim = np.concatenate([shown[:, 0], shown[:, -1], shown[:, :, 0], shown[:, :, -1]], axis=1)
    lit = rim[0].max(axis=-1) > LIT
    return float((rim[:, lit].max(axis=-1) < DARK).mean()) if lit.any() else 0.0


def measure_video(bench: Bench) -> Iterator[Measure]:
    """Animate every photo, the prompts in turn."""
    for number, photo in enumerate(bench.photos):
        request = GenerateVideo(
            input_image="photo", prompt=PROMPTS[number % len(PROMPTS)], width=SIZE[0],
            height=SIZE[1], duration_seconds=SECONDS,
        )  # fmt: skip
        made = bench.make(request, photo.content)["result"]
        shown = Clip(made.content, made.media_type).to_numpy()
        wrong = float(shown.shape != (round(SECONDS * RATE), SIZE[1], SIZE[0], 3))
        first = psnr(cropped(photo.rgb, SIZE), shown[0])
        for what, figure, aim in (
            ("frames and size wrong", wrong, at_most(0)),
            ("first frame: dB to the photo's crop", first, at_least(30)),
            ("largest step beside the usual one", jump(shown), at_most(4)),
            ("share of the rim that turns black", blackened(shown), at_most(0.03)),
        ):
            yield Measure("video", photo.name, what, figure, aim)
