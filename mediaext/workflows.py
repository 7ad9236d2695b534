"""The three example workflows of the specification as ready functions.

Each takes a client and pictures, makes the steps as one chain, and returns every result by name,
the last one being the final one. What was made before comes from the result store.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import PIL.Image

from mediaext.client import Client
from mediaext.client.chain import Chain, ChainStep
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
    """Ignore progress."""


def _run(media: Client, steps: list[ChainStep], watcher: Watcher) -> Mapping[str, Any]:
    """Carry the steps out and return their results by name."""
    chain = Chain(media.session, steps)
    total = len(chain.steps)

    reported: list[str] = []

    def report(chain: Chain) -> None:
        """Name every step once at least, in order, although some run side by side."""
        current = total - 1 if chain.current is None else chain.current
        titles = [step.title for step in chain.steps[: current + 1]]
        for title in titles[len(reported) :] or titles[-1:]:
            watcher(title, total * (chain.progress.fraction or 0.0), total)
        reported.extend(titles[len(reported) :])

    report(chain)
    chain.on_change(report)
    chain.run()
    return chain.named


def content(
    media: Client,
    prompt: str,
    face: object,
    background: str,
    *,
    subject: str = "person",
    scale: Literal[1, 2, 3, 4] = 2,
    seed: int = 7,
    watcher: Watcher = _silent,
) -> Mapping[str, Picture]:
    """Generate, faceswap, background, upscale.

    Parameters
    ----------
    media
        The client.
    prompt
        Words for a picture with a person.
    face
        Any image of the face to put in.
    background
        The new scene in words.
    subject
        What is kept before the background, in words.
    scale
        Times that the result is larger than 1024 pixels a side.
    seed
        Of every step.
    watcher
        Called as ``watcher(step, done, steps)`` while it runs.

    Returns
    -------
    Mapping[str, Picture]
        The picture of every step by its name, in their order.

    Raises
    ------
    InvalidRequest, JobFailed
        As the steps do; what was made stays in the store.
    """
    made = GenerateImage(prompt=prompt, seed=seed, output_format="png")
    swapped = SwapFace(target=made, source=face, output_format="png")
    placed = ChangeBackground(
        input_image=swapped,
        prompt=background,
        subject_description=subject,
        seed=seed,
        output_format="png",
    )
    steps = [
        ChainStep(made, "generate"),
        ChainStep(swapped, "faceswap"),
        ChainStep(placed, "background"),
        ChainStep(UpscaleImage(input_image=placed, scale=scale), "upscale"),
    ]
    return _run(media, steps, watcher)


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

    Parameters
    ----------
    media
        The client.
    picture
        A prompt to generate from, or any image to start with.
    background
        The new scene in words.
    logo
        An image, or the prompt of one, which is then generated and cut out.
    subject
        What is kept before the background, in words.
    scale
        Times that the result is larger.
    position
        Corner of the logo.
    seed, watcher
        As for :func:`content`.

    Returns
    -------
    Mapping[str, Picture]
        The picture of every step by its name, in their order.

    Raises
    ------
    InvalidRequest, JobFailed
        As the steps do; what was made stays in the store.
    """
    steps = []
    words = _is_prompt(picture)
    if words:
        picture = GenerateImage(prompt=picture, seed=seed, output_format="png")
        steps.append(ChainStep(picture, "generate"))
    if _is_prompt(logo):
        drawn = GenerateImage(prompt=logo, seed=seed, width=256, height=256, output_format="png")
        logo = RemoveBackground(input_image=drawn)
        steps.append(ChainStep(drawn, "generate logo" if words else "generate"))
        steps.append(ChainStep(logo, "cut out logo"))
    placed = ChangeBackground(
        input_image=picture,
        prompt=background,
        subject_description=subject,
        seed=seed,
        output_format="png",
    )
    stamped = PlaceLogo(input_image=placed, logo_url=logo, position=position, output_format="png")
    steps += [
        ChainStep(placed, "background"),
        ChainStep(stamped, "logo"),
        ChainStep(UpscaleImage(input_image=stamped, scale=scale), "upscale"),
    ]
    return _run(media, steps, watcher)


def identity(
    media: Client,
    prompt: str,
    scene: str,
    garment: object,
    *,
    gender: Literal["man", "woman"] = "woman",
    clothing_type: str = "jacket",
    motion: str = "slow zoom in, gentle wind",
    seconds: float = 2.0,
    seed: int = 7,
    watcher: Watcher = _silent,
) -> Mapping[str, Picture | Clip]:
    """Generate, lock, try-on, animate.

    Parameters
    ----------
    media
        The client.
    prompt
        Words for the person, or any image of one.
    scene
        Where the person goes, in words.
    garment
        An image of what the person wears.
    gender, clothing_type
        Of the try-on.
    motion
        How the clip moves, in words.
    seconds
        Length of the clip.
    seed, watcher
        As for :func:`content`.

    Returns
    -------
    Mapping[str, Picture | Clip]
        The result of every step by its name, in their order.

    Raises
    ------
    InvalidRequest, JobFailed
        As the steps do; what was made stays in the store.
    """
    steps = []
    person: Any = prompt
    if _is_prompt(prompt):
        person = GenerateImage(prompt=prompt, seed=seed, output_format="png")
        steps.append(ChainStep(person, "generate"))
    locked = LockIdentity(input_image=person, prompt=scene, seed=seed, output_format="png")
    dressed = TryOn(
        person_image=locked,
        clothing_image=garment,
        gender=gender,
        clothing_type=clothing_type,
        seed=seed,
    )

    def animate(picture: Picture) -> GenerateVideo:
        width, height = clip_size(picture)
        return GenerateVideo(
            input_image=picture,
            prompt=motion,
            duration_seconds=seconds,
            seed=seed,
            width=width,
            height=height,
        )

    steps += [
        ChainStep(locked, "lock"),
        ChainStep(dressed, "tryon"),
        ChainStep(animate, "animate"),
    ]
    return _run(media, steps, watcher)


def _is_prompt(value: object) -> bool:
    """Say whether words were given in the place of a picture."""
    return isinstance(value, str) and " " in value


def clip_size(picture: PIL.Image.Image) -> tuple[int, int]:
    """Return width and height of a clip in the shape of a picture, so that no head is cut off."""
    factor = CLIP_SIDE / max(picture.size) / CLIP_STEP
    width, height = (CLIP_STEP * max(1, round(side * factor)) for side in picture.size)
    return width, height
