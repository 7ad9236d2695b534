"""Pictures for the pages of the operations: real results of the classical engine, made small."""

from collections.abc import Callable
from pathlib import Path

import PIL.Image
import skimage.data

import mediaext
from mediaext.datasets import EngineRunner
from mediaext.operation import Operation
from mediaext.operations import CATALOGUE
from mediaext.results import Clip, Picture

HEIGHT = 256  # pixels of everything shown
VOICES = "images/voices.webp", "[Speech](../speech.md) tells what this picture of sound shows."
ELSEWHERE = {
    "mesh": ("images/meshes.webp", "[Meshes](../meshes.md) tells how these were made."),
    "speech": VOICES,
    "voice": VOICES,
}
"""Whose picture stands on another page as well, and where more is said of it."""


def _photo(side: int = 384) -> PIL.Image.Image:
    return PIL.Image.fromarray(skimage.data.astronaut()).resize((side, side))


def _words(prompt: str, seed: int) -> Callable[[], PIL.Image.Image]:
    request = mediaext.GenerateImage(prompt=prompt, seed=seed, width=384, height=384)
    return lambda: EngineRunner().run(request).to_pil().convert("RGB")


def _cat() -> PIL.Image.Image:
    return PIL.Image.fromarray(skimage.data.chelsea()).resize((448, 300))


def _coffee() -> PIL.Image.Image:
    return PIL.Image.fromarray(skimage.data.coffee()).resize((480, 320))


def _tiny_cat() -> PIL.Image.Image:
    return _cat().crop((96, 40, 288, 232))


def requests() -> dict[str, tuple[list[PIL.Image.Image], Operation[Picture] | Operation[Clip]]]:
    """Return by operation the pictures that go in, and the request."""
    photo, coffee = _photo(), _coffee()
    star, jacket = _words("a yellow star, studio", 5)(), _words("a blue jacket, studio", 5)()
    painted = _words("a boy in a park", 7)()
    sea = _words("a sailing boat on the sea at sunset", 2)()
    size = {"width": 384, "height": 384}
    m = mediaext
    return {
        "background": (
            [photo],
            m.ChangeBackground(
                input_image=photo, prompt="a beach at sunset", subject_description="person", seed=1
            ),
        ),
        "cutout": ([coffee], m.RemoveBackground(input_image=coffee)),
        "edit": ([coffee], m.EditImage(input_image=coffee, prompt="at night", seed=1)),
        "faceswap": ([painted, photo], m.SwapFace(target=painted, source=photo, upscale=1.0)),
        "image": ([], m.GenerateImage(prompt="a red bicycle by the sea", seed=7, **size)),
        "instamodel": (
            [photo],
            m.Instamodel(prompt="standing in a park", input_face=photo, seed=1, **size),
        ),
        "lock": (
            [photo],
            m.LockIdentity(input_image=photo, prompt="in a city street at night", seed=1, **size),
        ),
        "logo": ([coffee, star], m.PlaceLogo(input_image=coffee, logo_url=star)),
        "replace": (
            [photo],
            m.ReplaceIdentity(input_image=photo, prompt="an old man with a beard", seed=1),
        ),
        "sd3_5": (
            [],
            m.LegacyTextToImage(
                prompt="a lighthouse on a cliff",
                negative_prompt="people",
                num_inference_steps=20,
                samples=1,
                guidance_scale=5,
            ),
        ),
        "template": ([coffee, star], m.BrandTemplate(input_image=coffee, logo_url=star, seed=1)),
        "tryon": (
            [photo, jacket],
            m.TryOn(
                person_image=photo,
                clothing_image=jacket,
                gender="woman",
                clothing_type="jacket",
                seed=1,
            ),
        ),
        "upscale": ([_tiny_cat()], m.UpscaleImage(input_image=_tiny_cat(), scale=2)),
        "upscaler": ([_tiny_cat()], m.LegacyUpscale(input_image=_tiny_cat(), prompt="a cat")),
        "video": (
            [sea],
            m.GenerateVideo(input_image=sea, width=256, height=256, duration_seconds=0.5, seed=1),
        ),
    }


def _still(result: Picture | Clip) -> PIL.Image.Image:
    if isinstance(result, Clip):
        return PIL.Image.fromarray(result.to_numpy()[-1])
    picture = result.to_pil().convert("RGBA")
    ground = PIL.Image.new("RGBA", picture.size, "#3b82c4")
    return PIL.Image.alpha_composite(ground, picture).convert("RGB")


def _side_by_side(pictures: list[PIL.Image.Image]) -> PIL.Image.Image:
    gap = 8
    shown = [
        p.convert("RGB").resize((round(p.width * HEIGHT / p.height), HEIGHT)) for p in pictures
    ]
    sheet = PIL.Image.new("RGB", (sum(p.width + gap for p in shown) - gap, HEIGHT), "white")
    place = 0
    for picture in shown:
        sheet.paste(picture, (place, 0))
        place += picture.width + gap
    return sheet


def write(folder: Path) -> None:
    """Write what goes in beside what comes out, unless it is there already."""
    made = folder / "made"
    made.mkdir(parents=True, exist_ok=True)
    names = set(CATALOGUE) - set(ELSEWHERE)
    if all((made / f"{name}.webp").exists() for name in names):
        return
    runner = EngineRunner()
    for name, (given, request) in requests().items():
        result = _still(runner.run(request))
        _side_by_side([*given, result]).save(made / f"{name}.webp", quality=80)


def paragraph(name: str) -> str:
    """Return the Markdown that shows an operation's result, or one that other pages show too."""
    if name in ELSEWHERE:
        place, words = ELSEWHERE[name]
        image = f"```{{image}} ../{place}\n:alt: Results of {name}\n```"
        return f"\n## A real result\n\n{image}\n\n{words}\n"
    words = "What the classical engine made; what goes in, if anything, stands on its left."
    if name == "cutout":
        words += " What is transparent is shown in blue."
    if name == "video":
        words += " The last frame is shown; [Clips](../clips.md) has more."
    if name == "tryon":
        words += " The garment was painted by *image*."
    image = f"```{{image}} made/{name}.webp\n:alt: A result of {name}\n```"
    return f"\n## A real result\n\n{image}\n\n{words}\n"
