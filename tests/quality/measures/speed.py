"""Measures of time: every operation at 1024 x 1024 beside the library call it builds on."""

import io
import itertools
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import cv2
import numpy as np
import PIL.Image
import skimage.data
from skimage.measure import marching_cubes
from skimage.restoration import unsupervised_wiener

from measures.bench import Bench, Pixels, encode
from measures.measure import Measure, at_most
from measures.sounds import CLONED_WORDS, OWN_WORDS
from mediaext.audio import decode
from mediaext.engines.classical import voice_conversion as conversion
from mediaext.engines.classical.clip.encoder import encode_clip
from mediaext.engines.classical.speech_synthesis import synthesise
from mediaext.operation import Operation
from mediaext.operations import (
    BrandTemplate,
    ChangeBackground,
    CloneVoice,
    EditImage,
    GenerateImage,
    GenerateMesh,
    GenerateSpeech,
    GenerateVideo,
    Instamodel,
    LegacyTextToImage,
    LegacyUpscale,
    LockIdentity,
    PlaceLogo,
    RemoveBackground,
    ReplaceIdentity,
    SwapFace,
    TryOn,
    UpscaleImage,
)

SIDE = 1024
RUNS = 3  # the first of them loads
REQUESTS: tuple[tuple[Operation[Any], float | None], ...] = (
    (RemoveBackground(input_image="photo"), 4.0),
    (ChangeBackground(input_image="photo", prompt="a beach", subject_description="subject"), 5.0),
    (EditImage(input_image=["photo"], prompt="make it rainy"), None),
    (UpscaleImage(input_image="photo", scale=2), 1.5),
    (PlaceLogo(input_image="photo", logo_url="photo"), 0.15),
    (BrandTemplate(input_image="photo"), None),
    (TryOn(person_image="photo", clothing_image="photo", gender="woman", clothing_type="shirt"),
     None),
    (SwapFace(target="photo", source="photo", upscale=1.0), 1.5),
    (LockIdentity(input_image="photo", prompt="in a forest"), None),
    (ReplaceIdentity(input_image="photo", prompt="a man with a beard"), None),
    (Instamodel(prompt="in a red dress on a beach", input_face="photo"), None),
    (LegacyUpscale(input_image="photo", prompt="sharp"), None),
    (LegacyTextToImage(prompt="a cat", negative_prompt="fog", num_inference_steps=8, samples=2,
                       guidance_scale=1.0), None),
    (GenerateImage(prompt="a red bicycle by the sea"), 0.8),
    (GenerateVideo(input_image="photo", prompt="slow zoom in, wind"), 8.0),
    (GenerateMesh(image_path="photo", mode="generate_and_paint"), 6.0),
    (GenerateSpeech(text=CLONED_WORDS), None),
    (CloneVoice(text=CLONED_WORDS, reference_voice_url="voice"), None),
)  # fmt: skip
"""Every operation with the seconds it may take, where that was promised."""


def measure_speed(bench: Bench) -> Iterator[Measure]:
    """Time every operation and its library call, the better of two runs after a first.

    Each run has a picture and a voice of its own: what was found in those before is kept.
    """
    rgb = np.asarray(PIL.Image.fromarray(skimage.data.astronaut()).resize((SIDE, SIDE)))
    voice = bench.make(GenerateSpeech(text=OWN_WORDS))["result"].content
    calls = library_calls(rgb, voice)
    for request, limit in REQUESTS:
        kinds = {param.name: param.media or "image" for param in request.params()}
        runs = [
            partial(bench.make, request, *(fresh(rgb, voice)[kinds[n]] for n in request.media()))
            for _ in range(RUNS)
        ]
        seconds, processor = timed(*runs)
        library, call = calls[request.endpoint.name]
        plain, _ = timed(*[call] * RUNS)
        beside = f"processor {processor:.2f} s; {library} {plain:.3f} s"
        aim = at_most(limit) if limit else None
        yield Measure(request.endpoint.name, f"{SIDE} x {SIDE}", "seconds", seconds, aim, beside)


def fresh(rgb: Pixels, voice: bytes) -> dict[str, bytes]:
    """Return the picture, moved as it never was, and the voice with another last sample.

    One changed pixel alone would be averaged away in the small copies that most is found in.
    """
    number = next(_numbers)
    moved = np.roll(rgb, (number % 32, number // 32), axis=(0, 1))
    moved[0, 0] = number % 256, number // 256, 0
    return {"image": encode(moved), "audio": voice[:-1] + bytes([number % 128])}


_numbers = itertools.count(1)


def timed(first: Callable[[], object], *runs: Callable[[], object]) -> tuple[float, float]:
    """Return the least seconds of the clock and of the processor, after a run that loads."""
    first()
    clocks, processors = [], []
    for run in runs:
        clock, processor = time.perf_counter(), time.process_time()
        run()
        clocks.append(time.perf_counter() - clock)
        processors.append(time.process_time() - processor)
    return min(clocks), min(processors)


def library_calls(rgb: Pixels, voice: bytes) -> dict[str, tuple[str, Callable[[], object]]]:
    """Return the plain call of a library that each operation builds on, by its name."""
    image, spoken = PIL.Image.fromarray(rgb), decode(voice)
    spot = np.zeros(rgb.shape[:2], np.uint8)
    cv2.circle(spot, (SIDE // 2, SIDE // 2), SIDE // 8, (255,), -1)
    points = np.ascontiguousarray(rgb[::8, ::8].reshape(-1, 3), np.float32)
    grid = np.indices((SIDE, SIDE)).astype(np.float32)
    ball = (np.linalg.norm(np.indices((128,) * 3) - 64, axis=0) - 50).astype(np.float32)
    point = np.zeros((9, 9))
    point[4, 4] = 1
    still = cv2.resize(rgb, (896, 512))
    ending = (cv2.TERM_CRITERIA_MAX_ITER, 30, 0.3)

    def grab() -> object:
        empty = np.zeros((1, 65)), np.zeros((1, 65))
        box = (SIDE // 8, SIDE // 8, SIDE * 3 // 4, SIDE * 3 // 4)
        return cv2.grabCut(rgb, np.zeros(rgb.shape[:2], np.uint8), box, *empty, 1,
                           cv2.GC_INIT_WITH_RECT)  # fmt: skip

    def wiener() -> object:
        return unsupervised_wiener(rgb[..., 0] / 255, cv2.GaussianBlur(point, (0, 0), 1.5))

    def save() -> None:
        image.save(io.BytesIO(), "WEBP", quality=90, method=2)

    def vocode() -> object:
        return conversion.sound(conversion.analyse(spoken))

    centre = (SIDE // 2, SIDE // 2)
    return {
        "cutout": ("cv2.grabCut, one round", grab),
        "background": ("cv2.grabCut, one round", grab),
        "edit": ("cv2.GaussianBlur", lambda: cv2.GaussianBlur(rgb, (0, 0), 3)),
        "upscale": ("Pillow's Lanczos", lambda: image.resize((2 * SIDE, 2 * SIDE),
                                                             PIL.Image.Resampling.LANCZOS)),
        "logo": ("Pillow's paste", lambda: image.copy().paste(image.resize((240, 140)), (9, 9))),
        "template": ("cv2.kmeans", lambda: cv2.kmeans(points, 4, np.zeros((0, 0), np.int32),
                                                      ending, 3, cv2.KMEANS_PP_CENTERS)),
        "tryon": ("cv2.remap", lambda: cv2.remap(rgb, grid[1], grid[0], cv2.INTER_LINEAR)),
        "faceswap": ("cv2.seamlessClone",
                     lambda: cv2.seamlessClone(rgb, rgb, spot, centre, cv2.NORMAL_CLONE)),
        "lock": ("cv2.grabCut, one round", grab),
        "replace": ("cv2.bilateralFilter", lambda: cv2.bilateralFilter(rgb, 9, 30, 9)),
        "instamodel": ("Pillow's WebP", save),
        "upscaler": ("skimage's unsupervised_wiener, one plane", wiener),
        "sd3_5": ("Pillow's WebP", save),
        "image": ("Pillow's WebP", save),
        "video": ("PyAV, 48 equal frames", lambda: encode_clip(iter([still] * 48), 896, 512)),
        "mesh": ("marching cubes in 128^3", lambda: marching_cubes(ball, 0.0)),
        "speech": ("espeak-ng", lambda: synthesise(CLONED_WORDS, "en", 10)),
        "voice": ("WORLD there and back", vocode),
    }  # fmt: skip
