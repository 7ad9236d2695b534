"""Measures of edits and of the older endpoints: edit, upscaler, sd3_5."""

from collections.abc import Iterator

import cv2
import numpy as np

from measures.bench import Bench, Photo, decode, encode
from measures.measure import Measure, at_least
from mediaext.engines.classical.operations.upscaler import deblur
from mediaext.operations import EditImage, LegacyTextToImage, LegacyUpscale

INSTRUCTIONS = (
    "make it brighter", "more contrast", "warmer", "blur the background", "sharpen",
    "vintage", "turn it to night", "make it rain", "let it snow", "pencil sketch", "watercolour",
    "oil painting", "pixel art", "remove the background", "add a 12px blue border",
    "rotate by 90 degrees",
)  # fmt: skip
BEYOND = ("add a zeppelin", "make him smile", "qwertz")
SEEN = 0.5  # of 255, mean over the picture: what counts as a change


def changed(photo: Photo, made: np.ndarray) -> bool:
    """Say whether an edit is another picture: of another size or visibly different."""
    if made.shape != photo.rgb.shape:
        return True
    return float(np.abs(made.astype(int) - photo.rgb).mean()) > SEEN


def measure_edit(bench: Bench) -> Iterator[Measure]:
    """Give every instruction: it changes something, or it is refused."""
    for photo in bench.photos:
        done = []
        for prompt in INSTRUCTIONS:
            request = EditImage(input_image=["photo"], prompt=prompt, output_format="png")
            done.append(changed(photo, bench.picture(request, photo.content)))
        missing = [
            prompt for prompt, happened in zip(INSTRUCTIONS, done, strict=True) if not happened
        ]
        what = f"share of {len(done)} instructions that act"
        share = sum(done) / len(done)
        yield Measure("edit", photo.name, what, share, at_least(1), ", ".join(missing))
        refused = [
            bench.refused(EditImage(input_image=["photo"], prompt=prompt), photo.content)
            for prompt in BEYOND
        ]
        what = f"share of {len(refused)} impossible ones refused"
        yield Measure("edit", photo.name, what, sum(refused) / len(refused), at_least(1))


def measure_upscaler(bench: Bench) -> Iterator[Measure]:
    """Blur photos and take the blur out again, in dB gained; enlarge through the operation."""
    for photo in bench.photos:
        noise = np.random.default_rng(0).normal(0, 1, photo.rgb.shape)
        soft = cv2.GaussianBlur(photo.rgb, (0, 0), 1.6)
        blurred = (soft + noise).clip(0, 255).round().astype(np.uint8)
        gain = cv2.PSNR(photo.rgb, deblur(blurred)) - cv2.PSNR(photo.rgb, blurred)
        yield Measure("upscaler", photo.name, "deblur: dB gained", gain, at_least(0.4, mean=True))
        made = [
            bench.make(LegacyUpscale(input_image="photo", prompt="a photo", type="variation"),
                       encode(photo.rgb), seed=seed)["result"]
            for seed in (1, 2)
        ]  # fmt: skip
        one, two = (decode(file.content).astype(int) for file in made)
        what = "variation: mean difference of seeds / 255"
        yield Measure("upscaler", photo.name, what, np.abs(one - two).mean(), at_least(1))


def measure_sd3_5(bench: Bench) -> Iterator[Measure]:
    """Paint two samples: they differ, and the negative prompt takes something out."""
    for prompt, without in (("a red house on a hill", "house"), ("a forest in fog", "fog")):
        files = []
        for negative in ("blurry", without):
            request = LegacyTextToImage(
                prompt=prompt, negative_prompt=negative, num_inference_steps=8, samples=2,
                guidance_scale=5.0, width=512, height=512,
            )  # fmt: skip
            files.append(bench.make(request))
        first, second = (
            decode(files[0][role].content).astype(int) for role in ("result", "result_1")
        )
        taken_out = decode(files[1]["result"].content).astype(int)
        what = "difference of two samples / 255"
        yield Measure("sd3_5", prompt, what, np.abs(first - second).mean(), at_least(5))
        what = f"difference without '{without}' / 255"
        yield Measure("sd3_5", prompt, what, np.abs(first - taken_out).mean(), at_least(1))
