"""Measures of subjects, sizes and brands: cutout, background, upscale, logo, template."""

from collections.abc import Iterator
from typing import Any, Literal

import cv2
import numpy as np
import PIL.Image

from measures.bench import Bench, Floats, Photo, Pixels, encode
from measures.edges import measure_edges
from measures.measure import Measure, at_least, at_most
from mediaext.engines.base import Context
from mediaext.engines.classical.enlarging import enlarge
from mediaext.engines.classical.masks import overlap
from mediaext.engines.classical.operations.template import subject_and_colours
from mediaext.engines.classical.palettes import NEUTRAL, TURNS, mean_hue
from mediaext.engines.classical.pictures import open_picture
from mediaext.operations import (
    BrandTemplate,
    ChangeBackground,
    PlaceLogo,
    RemoveBackground,
    UpscaleImage,
)

Filter = PIL.Image.Resampling
ENLARGEMENTS: tuple[tuple[Literal[2, 4], Filter], ...] = (2, Filter.LANCZOS), (4, Filter.BICUBIC)
SEEN = frozenset({
    "astronaut", "chelsea", "rocket", "camera", "motorcycle_left", "flower", "grace_hopper",
})  # fmt: skip
"""Shipped photos that the enlarging networks were trained on."""
LOGO = (200, 40, 90)


def measure_cutout(bench: Bench) -> Iterator[Measure]:
    """Compare cutouts with outlines drawn by hand, and their edges with those of composites."""
    for photo in bench.photos:
        if photo.truth is None:
            continue
        made = bench.make(RemoveBackground(input_image="photo"), photo.content)["cutout"]
        found = np.asarray(open_picture(made.content).getchannel("A")) > 127
        figure = overlap(found, photo.truth)
        yield Measure(
            "cutout", photo.name, "intersection over union", figure, at_least(0.8, mean=True)
        )
    yield from measure_edges(bench)


def measure_background(bench: Bench) -> Iterator[Measure]:
    """Say how far the subject and the rest change with the background."""
    for photo in bench.photos:
        request = ChangeBackground(
            input_image="photo", prompt="a beach at sunset", subject_description="subject",
            tone_correction=0.0,
        )  # fmt: skip
        change = np.abs(bench.picture(request, photo.content).astype(float) - photo.rgb)
        inside, outside = photo.alpha > 0.5, photo.alpha < 0.01
        yield Measure(
            "background", photo.name, "mean change of the subject / 255", change[inside].mean(),
            at_most(6, mean=True),
        )  # fmt: skip
        if outside.any():
            yield Measure(
                "background", photo.name, "mean change of the rest / 255", change[outside].mean(),
                at_least(10),
            )  # fmt: skip


def shrunk(rgb: Pixels, scale: int, filtered: Filter) -> tuple[Pixels, Pixels]:
    """Return a picture cut to a multiple of ``scale``, and the same reduced by it."""
    height, width = (side // scale * scale for side in rgb.shape[:2])
    truth = np.ascontiguousarray(rgb[:height, :width])
    small = PIL.Image.fromarray(truth).resize((width // scale, height // scale), filtered)
    return truth, np.asarray(small)


def resized(rgb: Pixels, scale: int, filtered: Filter) -> Pixels:
    """Enlarge with a filter of Pillow."""
    size = rgb.shape[1] * scale, rgb.shape[0] * scale
    return np.asarray(PIL.Image.fromarray(rgb).resize(size, filtered))


def detail_gain(rgb: Pixels, scale: int, peer: Filter, filtered: Filter = Filter.BICUBIC) -> float:
    """Reduce by ``filtered``, enlarge again, and return by how many dB that beats ``peer``."""
    truth, small = shrunk(rgb, scale, filtered)
    ours, theirs = enlarge(small, scale), resized(small, scale, peer)
    return float(cv2.PSNR(truth, ours) - cv2.PSNR(truth, theirs))


def halo(truth: Pixels, large: Pixels, scale: int) -> float:
    """Return how far an enlargement leaves the range of the true picture around each place.

    Levels of 255, the mean of the hundredth that does so most; the range is that of ``scale``
    pixels around.
    """
    kernel = np.ones((2 * scale + 1, 2 * scale + 1), np.uint8)
    low, high = (edge(truth, kernel).astype(float) for edge in (cv2.erode, cv2.dilate))
    beyond = np.maximum(np.maximum(large - high, low - large), 0)
    return float(np.sort(beyond, axis=None)[-max(1, beyond.size // 100) :].mean())


def measure_upscale(bench: Bench) -> Iterator[Measure]:
    """Reduce and enlarge again: dB above Pillow's filters, and halos beside Lanczos'."""
    for photo in bench.photos:
        for scale, peer in ENLARGEMENTS:
            truth, small = shrunk(photo.rgb, scale, Filter.BICUBIC)
            request = UpscaleImage(input_image="photo", scale=scale, output_format="png")
            ours, theirs = bench.picture(request, encode(small)), resized(small, scale, peer)
            gain = cv2.PSNR(truth, ours) - cv2.PSNR(truth, theirs)
            what = f"{scale}x: dB above {peer.name.lower()}"
            beside = "seen in training" if photo.name in SEEN else ""
            yield Measure("upscale", photo.name, what, gain, at_least(0.5, mean=True), beside)
            lanczos = resized(small, scale, Filter.LANCZOS)
            ratio = halo(truth, ours, scale) / max(halo(truth, lanczos, scale), 1.0)
            what = f"{scale}x: halo as a share of Lanczos'"
            yield Measure("upscale", photo.name, what, ratio, at_most(1, mean=True))


def logo_error(photo: Pixels, stamped: Pixels, colour: tuple[int, int, int]) -> float:
    """Return how far a flat opaque logo is from half its colour and half the photo, in levels."""
    touched = (stamped != photo).any(axis=2)
    rows, columns = np.flatnonzero(touched.any(axis=1)), np.flatnonzero(touched.any(axis=0))
    box = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    expected = (photo[box].astype(float) + colour) / 2
    return float(np.abs(stamped[box] - expected).max())


def measure_logo(bench: Bench) -> Iterator[Measure]:
    """Stamp a flat logo: its opacity is a half."""
    mark = encode(np.full((40, 80, 3), LOGO, np.uint8))
    for photo in bench.photos:
        request = PlaceLogo(input_image="photo", logo_url="logo", output_format="png")
        error = logo_error(photo.rgb, bench.picture(request, photo.content, mark), LOGO)
        yield Measure("logo", photo.name, "largest error of half opacity / 255", error, at_most(1))


def hues_apart(one: float, other: float) -> float:
    """Return the angle between two hues, 0 to 180 degrees."""
    return abs((one - other + 180) % 360 - 180)


def measure_template(bench: Bench) -> Iterator[Measure]:
    """Compare the hue of the new background with that of the clothing, mode by mode."""
    for photo in bench.photos:
        main = _clothing(photo)
        if np.hypot(main[1], main[2]) < NEUTRAL:
            yield _neutral(bench, photo)
            continue
        hue = float(np.degrees(np.arctan2(main[2], main[1])))
        behind = (photo.alpha < 0.01).astype(np.float32)
        for mode, turns in TURNS.items():
            request: BrandTemplate = BrandTemplate(
                input_image="photo", palette_mode=mode, output_format="png"
            )
            made = bench.picture(request, photo.outlined)
            off = min(hues_apart(mean_hue(made, behind)[0], hue + turn) for turn in turns)
            what = f"{mode}: hue off its aim, degrees"
            yield Measure("template", photo.name, what, off, at_most(45))


def _clothing(photo: Photo) -> Floats:
    own: Any = photo.alpha
    colours = subject_and_colours(photo.rgb, own, "", Context())[1]
    main: Floats = colours[0]
    return main


def _neutral(bench: Bench, photo: Photo) -> Measure:
    """Gray clothing has no hue: ``similar`` stays gray."""
    request = BrandTemplate(input_image="photo", output_format="png")
    made = bench.picture(request, photo.outlined)
    chroma = mean_hue(made, (photo.alpha < 0.01).astype(np.float32))[1]
    return Measure(
        "template", photo.name, "similar: chroma beside gray clothing", chroma, at_most(12)
    )
