"""Measure the engine: ``python -m mediaext.engines.classical.report``.

Prints one line a measure: operation, photo, what was measured, figure, aim. The photos are those
that scikit-image and scikit-learn ship; pass ``--photos FOLDER`` to measure your own, a mask
``NAME.mask.png`` beside ``NAME.jpg`` giving the overlap too.
"""

import argparse
import io
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import PIL.Image
import skimage

from mediaext.engines.base import Context, Engine, load_engine
from mediaext.engines.classical.masks import shrink, subject_alpha
from mediaext.engines.classical.pictures import open_picture
from mediaext.engines.classical.upscale import enlarge
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

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
SHIPPED = (
    "astronaut.png", "chelsea.png", "coffee.png", "rocket.jpg", "motorcycle_left.png",
    "camera.png",
)  # fmt: skip
REQUESTS: tuple[tuple[Operation[Any], float | None], ...] = (
    (RemoveBackground(input_image="photo"), 4.0),
    (ChangeBackground(input_image="photo", prompt="a beach", subject_description="subject"), 5.0),
    (PlaceLogo(input_image="photo", logo_url="logo"), 0.15),
    (UpscaleImage(input_image="photo", scale=2), 1.5),
    (SwapFace(target="photo", source="photo", upscale=1.0), 1.5),
    (GenerateImage(prompt="a red bicycle by the sea", seed=1), 0.8),
    (GenerateVideo(input_image="photo", prompt="slow zoom in, wind"), 8.0),
    (GenerateMesh(image_path="photo", mode="generate_and_paint"), 6.0),
    (GenerateSpeech(text="Every result knows where it came from."), None),
    (CloneVoice(text="Every result knows.", reference_voice_url="voice"), None),
    (EditImage(input_image=["photo"], prompt="make it rainy", seed=1), None),
    (BrandTemplate(input_image="photo", seed=1), None),
    (TryOn(person_image="photo", clothing_image="photo", gender="woman", clothing_type="shirt"),
     None),
    (LockIdentity(input_image="photo", prompt="in a forest", seed=1), None),
    (ReplaceIdentity(input_image="photo", prompt="a man with a beard", seed=1), None),
    (Instamodel(prompt="in a red dress on a beach", input_face="photo", seed=1), None),
    (LegacyUpscale(input_image="photo", prompt="sharp"), None),
    (LegacyTextToImage(prompt="a cat", negative_prompt="fog", num_inference_steps=8, samples=2,
                       guidance_scale=1.0), None),
)  # fmt: skip
"""Every operation with the seconds it may take at 1024 x 1024, where that was promised."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure, with the aim that it is held against in words."""

    operation: str
    photo: str
    what: str
    figure: float
    aim: str

    def __str__(self) -> str:
        return (
            f"{self.operation:11}{self.photo:18}{self.what:34}{self.figure:9.3f}  aim {self.aim}"
        )


def find_photos(folder: Path | None) -> dict[str, Pixels]:
    """Read the photos of a folder, or those that scikit-image ships, at most 1024 pixels."""
    if folder is None:
        paths = [Path(skimage.__file__).parent / "data" / name for name in SHIPPED]
    else:
        paths = sorted(
            path
            for path in folder.iterdir()
            if path.suffix.lower() in {".jpg", ".jpeg", ".png", ".webp"}
            and ".mask" not in path.name
        )
    opened = {path.stem: open_picture(path.read_bytes()).convert("RGB") for path in paths}
    return {name: shrink(np.asarray(image), 1024) for name, image in opened.items()}


def measure_overlap(photos: dict[str, Pixels], folder: Path) -> Iterator[Measure]:
    """Compare the cutout of every photo with the mask beside it."""
    for name, rgb in photos.items():
        path = folder / f"{name}.mask.png"
        if path.exists():
            size = rgb.shape[1], rgb.shape[0]
            mask = np.asarray(PIL.Image.open(path).convert("L").resize(size)) > 127
            found = subject_alpha(rgb) > 0.5
            shared = (found & mask).sum() / max((found | mask).sum(), 1)
            yield Measure("cutout", name, "intersection over union", float(shared), "mean >= 0.80")


def measure_subject_kept(photos: dict[str, Pixels], engine: Engine) -> Iterator[Measure]:
    """Say how far the subject changes when its background does."""
    for name, rgb in photos.items():
        request = ChangeBackground(
            input_image="photo", prompt="a beach at sunset", subject_description="subject",
            tone_correction=0.0,
        )  # fmt: skip
        made = _make(engine, request, rgb)
        inside = subject_alpha(rgb) > 0.5
        change = np.abs(made.astype(float) - rgb)[inside].mean()
        yield Measure("background", name, "mean change of the subject / 255", change, "< 6")


def measure_detail(photos: dict[str, Pixels]) -> Iterator[Measure]:
    """Shrink and enlarge again: dB above Pillow's filter."""
    for name, rgb in photos.items():
        for scale, peer in ((2, "LANCZOS"), (4, "BICUBIC")):
            height, width = (side // scale * scale for side in rgb.shape[:2])
            truth = np.ascontiguousarray(rgb[:height, :width])
            image = PIL.Image.fromarray(truth)
            small = image.resize((width // scale, height // scale), PIL.Image.Resampling.BICUBIC)
            plain = np.asarray(small.resize((width, height), PIL.Image.Resampling[peer]))
            gain = cv2.PSNR(truth, enlarge(np.asarray(small), scale)) - cv2.PSNR(truth, plain)
            yield Measure(
                "upscale", name, f"{scale}x dB above {peer.lower()}", gain, ">= 0.5 (mean)"
            )


def measure_speed(engine: Engine) -> Iterator[Measure]:
    """Time every operation at 1024 x 1024, the second of two runs."""
    photo = open_picture((Path(skimage.__file__).parent / "data" / SHIPPED[0]).read_bytes())
    picture = _encode(np.asarray(photo.convert("RGB").resize((1024, 1024))))
    words = GenerateSpeech(text="A voice to borrow, for some seconds of speech. " * 3)
    sources = {"image": picture, "audio": engine.make(words, {})["result"].content}
    for request, aim in REQUESTS:
        kinds = {param.name: param.media for param in request.params()}
        inputs = {name: [sources[kinds[name] or "image"]] for name in request.media()}
        for _ in range(2):
            start = time.perf_counter()
            engine.make(request, inputs, Context(seed=1))
            seconds = time.perf_counter() - start
        limit = f"< {aim:g}" if aim else "none"
        yield Measure(request.endpoint.name, "1024 x 1024", "seconds", seconds, limit)


def _encode(rgb: Pixels) -> bytes:
    buffer = io.BytesIO()
    PIL.Image.fromarray(rgb).save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def _make(engine: Engine, request: Operation[Any], rgb: Pixels) -> Pixels:
    inputs = {name: [_encode(rgb)] for name in request.media()}
    made = engine.make(request, inputs, Context(seed=1))
    file = made.get("result") or made["cutout"]
    return np.asarray(open_picture(file.content).convert("RGB"))


def main() -> None:
    """Print the measures."""
    parser = argparse.ArgumentParser(description="Measure the classical engine.")
    parser.add_argument("--photos", type=Path, help="a folder of photos, with masks or without")
    folder = parser.parse_args().photos
    photos, engine = find_photos(folder), load_engine()
    overlaps = measure_overlap(photos, folder) if folder else iter(())
    kept, detail = measure_subject_kept(photos, engine), measure_detail(photos)
    for measures in (overlaps, kept, detail, measure_speed(engine)):
        figures: dict[tuple[str, str], list[float]] = {}
        for measure in measures:
            print(measure, flush=True)  # noqa: T201 # a report is printed
            figures.setdefault((measure.operation, measure.what), []).append(measure.figure)
        for (operation, what), values in figures.items():
            if len(values) > 1:
                mean = float(np.mean(values))
                print(Measure(operation, "MEAN", what, mean, "see above"))  # noqa: T201 # likewise


if __name__ == "__main__":
    main()
