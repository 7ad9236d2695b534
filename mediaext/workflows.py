"""The three example workflows of the specification as ready functions.

Each takes a client and pictures, runs the steps in order, and returns every step by name, the last
one being the final result. Steps made before come from the result store.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import PIL.Image

from mediaext.client import Client
from mediaext.operations import (
    ChangeBackground,
    GenerateImage,
    GenerateVideo,
    LockIdentity,
    PlaceLogo,
    RemoveBackground,
    SwapFace,
    TryOn,
    UpscaleImage,
)
from mediaext.results import Clip, Picture

CLIP_SIDE, CLIP_STEP = 896, 32  # pixels: the longer side of a clip, and what divides both

Watcher = Callable[[str, float, int], None]
"""Called as ``watcher(step name, steps done so far, steps in all)`` whenever something moves."""


def _silent(name: str, done: float, total: int) -> None:
    """Say nothing."""


class _Steps:
    """Collects named results and reports how far the steps are."""

    def __init__(self, media: Client, total: int, watcher: Watcher) -> None:
        self.media, self.total, self.watcher = media, total, watcher
        self.results: dict[str, Any] = {}

    def run(self, name: str, operation: Any) -> Any:
        before = len(self.results)
        self.watcher(name, before, self.total)
        job = self.media.submit(operation)
        job.on_change(
            lambda job: self.watcher(name, before + (job.progress.fraction or 0.0), self.total)
        )
        self.results[name] = job.result()
        return self.results[name]


def content(
    media: Client,
    prompt: str,
    face: Any,
    background: str,
    *,
    subject: str = "person",
    scale: Literal[1, 2, 3, 4] = 2,
    seed: int = 7,
    watcher: Watcher = _silent,
) -> Mapping[str, Picture]:
    """Generate, faceswap, background, upscale.

    ``prompt`` describes a picture with a person, ``face`` is any image of the face to put in,
    ``background`` the new scene in words.
    """
    steps = _Steps(media, 4, watcher)
    made = steps.run("generate", GenerateImage(prompt=prompt, seed=seed, output_format="png"))
    swapped = steps.run("faceswap", SwapFace(target=made, source=face, output_format="png"))
    placed = steps.run(
        "background",
        ChangeBackground(
            input_image=swapped,
            prompt=background,
            subject_description=subject,
            seed=seed,
            output_format="png",
        ),
    )
    steps.run("upscale", UpscaleImage(input_image=placed, scale=scale))
    return steps.results


def brand(
    media: Client,
    picture: Any,
    background: str,
    logo: Any,
    *,
    subject: str = "subject",
    scale: Literal[1, 2, 3, 4] = 2,
    position: Literal["bottom_right", "bottom_left", "top_right", "top_left"] = "bottom_right",
    seed: int = 7,
    watcher: Watcher = _silent,
) -> Mapping[str, Picture]:
    """Generate, background, branding, upscale.

    ``picture`` is a prompt to generate from, or any image to start with; ``logo`` is an image or
    the prompt of one, which is then generated and cut out.
    """
    words = isinstance(picture, str) and " " in picture
    logo_words = isinstance(logo, str) and " " in logo
    steps = _Steps(media, 3 + words + 2 * logo_words, watcher)
    if words:
        operation = GenerateImage(prompt=picture, seed=seed, output_format="png")
        picture = steps.run("generate", operation)
    if logo_words:
        operation = GenerateImage(
            prompt=logo, seed=seed, width=256, height=256, output_format="png"
        )
        drawn = steps.run("generate logo" if words else "generate", operation)
        logo = steps.run("cut out logo", RemoveBackground(input_image=drawn))
    placed = steps.run(
        "background",
        ChangeBackground(
            input_image=picture,
            prompt=background,
            subject_description=subject,
            seed=seed,
            output_format="png",
        ),
    )
    stamped = steps.run(
        "logo",
        PlaceLogo(input_image=placed, logo_url=logo, position=position, output_format="png"),
    )
    steps.run("upscale", UpscaleImage(input_image=stamped, scale=scale))
    return steps.results


def identity(
    media: Client,
    prompt: str,
    scene: str,
    garment: Any,
    *,
    gender: Literal["man", "woman"] = "woman",
    clothing_type: str = "jacket",
    motion: str = "slow zoom in, gentle wind",
    seconds: float = 2.0,
    seed: int = 7,
    watcher: Watcher = _silent,
) -> Mapping[str, Picture | Clip]:
    """Generate, lock, try-on, animate.

    ``prompt`` describes the person (or is any image of one), ``scene`` where they go, ``garment``
    is an image of what they wear, ``motion`` how the clip moves.
    """
    words = isinstance(prompt, str) and " " in prompt
    steps = _Steps(media, 3 + words, watcher)
    person: Any = prompt
    if words:
        operation = GenerateImage(prompt=prompt, seed=seed, output_format="png")
        person = steps.run("generate", operation)
    locked = steps.run(
        "lock", LockIdentity(input_image=person, prompt=scene, seed=seed, output_format="png")
    )
    dressed = steps.run(
        "tryon",
        TryOn(
            person_image=locked,
            clothing_image=garment,
            gender=gender,
            clothing_type=clothing_type,
            seed=seed,
        ),
    )
    width, height = clip_size(dressed)
    steps.run(
        "animate",
        GenerateVideo(
            input_image=dressed,
            prompt=motion,
            duration_seconds=seconds,
            seed=seed,
            width=width,
            height=height,
        ),
    )
    return steps.results


def clip_size(picture: PIL.Image.Image) -> tuple[int, int]:
    """Return width and height of a clip in the shape of a picture, so that no head is cut off."""
    factor = CLIP_SIDE / max(picture.size) / CLIP_STEP
    width, height = (CLIP_STEP * max(1, round(side * factor)) for side in picture.size)
    return width, height
