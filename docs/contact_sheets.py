"""Make the contact sheets of the docs: ``python docs/contact_sheets.py [SHEET …]``.

A sheet shows what goes into one operation beside what comes out, on photos that scikit-image and
scikit-learn ship. The WebP files go to ``docs/images/sheets``.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import PIL.Image
import PIL.ImageDraw
import PIL.ImageFilter
import PIL.ImageOps
import skimage.data
import sklearn.datasets

import mediaext as m
from mediaext.audio import encode_wav
from mediaext.datasets import EngineRunner
from mediaext.engines.classical.speech_synthesis import synthesise
from mediaext.operation import Operation
from mediaext.results import Clip, Cutout, Mesh, Result, Sound

Image = PIL.Image.Image
Cell = tuple[str, list[Image], Operation[Any]]
FOLDER = Path(__file__).parent / "images" / "sheets"
HEIGHT, LABEL, GAP, WIDTH = 150, 15, 6, 1000  # pixels of a picture, its caption, between, in all
SIDE = 448  # pixels of the longer side of what goes in


@cache
def photo(name: str) -> Image:
    """Return a shipped photo, reduced."""
    if name in ("china", "flower"):
        rgb = sklearn.datasets.load_sample_image(f"{name}.jpg")
    elif name == "motorcycle":
        rgb = skimage.io.imread(Path(skimage.data.__file__).parent / "motorcycle_left.png")
    else:
        rgb = getattr(skimage.data, name)()
    picture = PIL.Image.fromarray(rgb).convert("RGB")
    picture.thumbnail((SIDE, SIDE), PIL.Image.Resampling.LANCZOS)
    return picture


def near() -> Image:
    """Return the head of the only person among the shipped photos, mirrored, in dim warm light."""
    head = (
        PIL.Image.fromarray(skimage.data.astronaut()).crop((130, 0, 330, 200)).resize((320, 320))
    )
    dim = PIL.ImageOps.mirror(head).point(lambda value: value * 0.62)
    return PIL.Image.blend(dim, PIL.Image.new("RGB", dim.size, "#402000"), 0.15)


def garment(colour: str, stripe: str, *, sleeve: int, length: int = 330, neck: int = 30) -> Image:
    """Draw a garment laid flat, with stripes and sleeves of a length in pixels."""
    cloth = PIL.Image.new("RGB", (480, 520), colour)
    draw = PIL.ImageDraw.Draw(cloth)
    for row in range(30, 520, 44):
        draw.line([(0, row), (480, row)], fill=stripe, width=9)
    shape = PIL.Image.new("L", cloth.size, 0)
    pen = PIL.ImageDraw.Draw(shape)
    flare = max(0, length - 330) // 3
    pen.polygon([(145, 60), (335, 60), (325, 250), (325 + flare, 60 + length),
                 (155 - flare, 60 + length), (155, 250)], fill=255)  # fmt: skip
    for side in (-1, 1):
        joint = 240 + side * 88, 88
        pen.line(
            [joint, (joint[0] + side * sleeve * 0.55, 88 + sleeve * 0.83)], fill=255, width=56
        )
    pen.ellipse((200, 60 - neck, 280, 60 + neck), fill=0)
    return PIL.Image.composite(cloth, PIL.Image.new("RGB", cloth.size, "#f4f4f2"), shape)


def small(name: str, box: tuple[int, int, int, int]) -> Image:
    """Return a small part of a photo."""
    return photo(name).crop(box)


@cache
def star() -> Image:
    """Return a logo on transparency."""
    logo = PIL.Image.new("RGBA", (200, 200), (0, 0, 0, 0))
    pen = PIL.ImageDraw.Draw(logo)
    pen.regular_polygon((100, 100, 95), 6, fill="#e23a2e")
    pen.regular_polygon((100, 100, 50), 3, fill="#ffffff")
    return logo


def cutouts() -> Iterator[Cell]:
    """Cut out, recolour, shadow."""
    for name in ("astronaut", "coffee", "rocket", "flower", "chelsea", "motorcycle"):
        yield "cut out (on blue)", [photo(name)], m.RemoveBackground(input_image=photo(name))
    for name in ("coffee", "flower"):
        request = m.RemoveBackground(input_image=photo(name), recolor="#f2c14e", drop_shadow=True)
        yield "recolor #f2c14e, drop_shadow", [photo(name)], request


def backgrounds() -> Iterator[Cell]:
    """Subjects before painted scenes."""
    scenes = {"astronaut": "a beach at sunset", "coffee": "a wooden table in a garden",
              "rocket": "snowy mountains at night", "flower": "a forest in autumn"}  # fmt: skip
    for name, prompt in scenes.items():
        request = m.ChangeBackground(
            input_image=photo(name), prompt=prompt, subject_description=name, seed=1
        )
        yield prompt, [photo(name)], request
    for name, prompt in (("astronaut", "a train interior"), ("astronaut", "a casino"),
                         ("motorcycle", "a race track"), ("coffee", "a christmas living room"),
                         ("chelsea", "cherry blossoms"), ("rocket", "a vineyard")):  # fmt: skip
        request = m.ChangeBackground(
            input_image=photo(name), prompt=prompt, subject_description=name, seed=1
        )
        yield prompt, [photo(name)], request
    whole = m.ChangeBackground(
        input_image=photo("china"), prompt="golden hour", subject_description="palace",
        use_segmentation=False, seed=1,
    )  # fmt: skip
    yield "use_segmentation=False: golden hour", [photo("china")], whole


def edits() -> Iterator[Cell]:
    """Instructions, anime, a palette, a composed product."""
    asked = [("china", "make it night"), ("china", "make it winter"), ("rocket", "at sunset"),
             ("chelsea", "as an oil painting"), ("flower", "as a watercolour painting"),
             ("astronaut", "make the suit green"), ("coffee", "turn it into a pencil sketch"),
             ("coffee", "make the cup red"), ("astronaut", "turn it into a pencil sketch"),
             ("coffee", "vintage with a thick white border"), ("chelsea", "blur the background"),
             ("motorcycle", "more contrast, less colourful")]  # fmt: skip
    for name, prompt in asked:
        yield prompt, [photo(name)], m.EditImage(input_image=photo(name), prompt=prompt, seed=1)
    for name in ("astronaut", "china"):
        request = m.EditImage(input_image=photo(name), prompt="anime", mode="anime", seed=1)
        yield "mode=anime", [photo(name)], request
    palette = ["#0b3954", "#ff6663", "#e0ff4f"]
    request = m.EditImage(input_image=photo("china"), prompt="warmer", palette=palette, seed=1)
    yield "warmer, palette navy coral lime", [photo("china")], request
    both = [photo("china"), photo("coffee")]
    request = m.EditImage(input_image=both, prompt="place the cup in the foreground", seed=1)
    yield "two images: the product on the scene", both, request


def enlargements() -> Iterator[Cell]:
    """Small parts, enlarged; both are shown at one size."""
    parts = {"chelsea": (140, 60, 240, 160), "china": (170, 120, 270, 220),
             "coffee": (150, 60, 250, 160), "astronaut": (150, 20, 250, 120)}  # fmt: skip
    for name, box in parts.items():
        part = small(name, box)
        yield "upscale 4", [part], m.UpscaleImage(input_image=part, scale=4)
    for name in ("chelsea", "china"):
        part = small(name, parts[name])
        blurred = part.filter(PIL.ImageFilter.GaussianBlur(1.4))
        yield "upscaler: deblur", [blurred], m.LegacyUpscale(input_image=blurred, prompt="sharp")
        varied = m.LegacyUpscale(input_image=part, prompt="at sunset", type="variation")
        yield "upscaler: variation, at sunset", [part], varied


def brands() -> Iterator[Cell]:
    """Logos in corners, and templates in the three palette modes."""
    for name, position in (("coffee", "bottom_right"), ("china", "top_left")):
        request = m.PlaceLogo(input_image=photo(name), logo_url=star(), position=position)
        yield f"logo {position}", [photo(name), star()], request
    for name in ("astronaut", "coffee"):
        for mode in ("similar", "complementary", "radical"):
            request = m.BrandTemplate(
                input_image=photo(name), logo_url=star(), palette_mode=mode, seed=1
            )
            yield f"template: {mode}", [photo(name)], request


def people() -> Iterator[Cell]:
    """Try-on, face swap, lock, replace and instamodel, on the one person there is."""
    worn = [("t-shirt", garment("#2f7d6b", "#f0e6c8", sleeve=95)),
            ("shirt", garment("#7a3b8f", "#d9c2e8", sleeve=240)),
            ("dress", garment("#c8452f", "#f4d6a0", sleeve=70, length=430, neck=55))]  # fmt: skip
    person = photo("astronaut")
    for kind, cloth in worn:
        request = m.TryOn(
            person_image=person, clothing_image=cloth, gender="woman", clothing_type=kind, seed=1
        )
        yield f"tryon: {kind}", [person, cloth], request
    for weight in (0.0, 1.0):
        swap = m.SwapFace(target=person, source=near(), upscale=1.0, restore_weight=weight)
        yield f"faceswap, restore_weight {weight:g}", [person, near()], swap
    for prompt in ("in a city street at night", "in a red dress in a garden"):
        lock = m.LockIdentity(input_image=person, prompt=prompt, width=448, height=448, seed=1)
        yield f"lock: {prompt}", [person], lock
    for prompt in ("an old man with a beard and gray hair", "a young woman with black hair"):
        yield (
            f"replace: {prompt}",
            [person],
            m.ReplaceIdentity(input_image=person, prompt=prompt, seed=1),
        )
    for prompt in ("in a blue suit in an office", "in a red dress on a beach, full body",
                   "in a green sweater and jeans in a forest"):  # fmt: skip
        model = m.Instamodel(prompt=prompt, input_face=person, width=384, height=512, seed=1)
        yield f"instamodel: {prompt}", [person], model


def words() -> Iterator[Cell]:
    """What needs no photo."""
    for prompt in (
        "a king on a throne", "a lion with a crown", "a cat in a box",
        "a woman in jeans and a white shirt", "a mug that says GOOD MORNING",
        "a slice of chocolate cake on a plate", "a portrait of a man with a beard and glasses",
        "northern lights over a frozen lake", "a watercolour of a red bicycle",
        "a fisherman on a dock at sunset", "a cozy living room",
        "a black and white photo of a city street in the rain",
    ):  # fmt: skip
        painted = m.GenerateImage(prompt=prompt, width=448, height=448, seed=1)
        yield f"image: {prompt}", [], painted
    for prompt in ("a lighthouse on a cliff", "a red car in a city", "three yellow tulips"):
        request = m.LegacyTextToImage(
            prompt=prompt, negative_prompt="people", num_inference_steps=20, samples=1,
            guidance_scale=5, width=448, height=448,
        )  # fmt: skip
        yield f"sd3_5: {prompt}", [], request


def meshes() -> Iterator[Cell]:
    """Painted bodies at 0, 45, 90 and 180 degrees."""
    for name in ("astronaut", "rocket", "coffee", "chelsea"):
        request = m.GenerateMesh(image_path=photo(name), mode="generate_and_paint")
        yield "mesh: 0, 45, 90, 180 degrees", [photo(name)], request


def clips() -> Iterator[Cell]:
    """Clips: the first frame, the middle and the last."""
    asked = [("china", "slow pan left, wind in the trees"), ("astronaut", "orbit, she breathes"),
             ("rocket", "dolly in, snow"), ("coffee", "zoom out, handheld")]  # fmt: skip
    for name, prompt in asked:
        request = m.GenerateVideo(
            input_image=photo(name), prompt=prompt, width=384, height=288, duration_seconds=2,
            seed=1,
        )  # fmt: skip
        yield f"video: {prompt}", [], request


def sounds() -> Iterator[Cell]:
    """Pictures of sound: speech at two exaggerations, and a cloned voice beside its owner's."""
    words = "The north wind and the sun were disputing."
    for exaggeration in (0.0, 1.0):
        request = m.GenerateSpeech(text=words, exaggeration=exaggeration)
        yield f"speech, exaggeration {exaggeration:g}", [], request
    owner = synthesise(f"{words} {words}", "en", 9, variant="f3", pitch=0.8)
    cloned = m.CloneVoice(text=words, reference_voice_url=encode_wav(owner.samples, owner.rate))
    yield (
        "voice: its owner, and the words in it",
        [spectrogram(owner.samples, owner.rate)],
        cloned,
    )


def worst() -> Iterator[Cell]:
    """Kept because they fail: what to send to another engine."""
    yield (
        "cutout: things among things",
        [photo("motorcycle")],
        m.RemoveBackground(input_image=photo("motorcycle")),
    )
    yield (
        "mesh: spokes fill",
        [photo("motorcycle")],
        m.GenerateMesh(image_path=photo("motorcycle"), mode="generate_and_paint"),
    )
    replaced = m.ReplaceIdentity(
        input_image=photo("astronaut"), prompt="an old man with a beard", seed=1
    )
    yield "replace: the same face, made up", [photo("astronaut")], replaced
    whole = m.Instamodel(
        prompt="in a red dress on a beach, full body", input_face=photo("astronaut"),
        width=384, height=512, seed=1,
    )  # fmt: skip
    yield "instamodel, in a dress: clothes keep their cut", [photo("astronaut")], whole
    drawn = m.GenerateImage(prompt="a horse jumping over a fence", width=448, height=448, seed=1)
    yield (
        "image, a horse jumping over a fence: it stands above it, and the notes say so",
        [],
        drawn,
    )


SHEETS: dict[str, Callable[[], Iterator[Cell]]] = {
    "cutout": cutouts, "background": backgrounds, "edit": edits, "enlarging": enlargements,
    "branding": brands, "people": people, "words": words, "meshes": meshes, "clips": clips,
    "sounds": sounds, "worst": worst,
}  # fmt: skip


def pictures(result: Result) -> list[Image]:
    """Return what shows a result: views of a mesh, frames of a clip, a picture of sound."""
    if isinstance(result, Mesh):
        views = result.turntable(8, 2 * HEIGHT)
        return [views[turn] for turn in (0, 1, 2, 4)]
    if isinstance(result, Clip):
        frames = result.to_numpy()
        return [PIL.Image.fromarray(frames[at]) for at in (0, len(frames) // 2, -1)]
    if isinstance(result, Sound):
        return [spectrogram(result.to_numpy().ravel(), result.sample_rate)]
    if isinstance(result, Cutout):
        return [(result.composite or result).to_pil()]
    return [result.to_pil()]


def spectrogram(samples: "np.ndarray[Any, Any]", rate: int) -> Image:
    """Draw time to the right and frequency up to 6 kHz upwards, 60 dB from white to black."""
    size, step = rate // 25, rate // 150
    starts = np.arange(0, max(1, samples.size - size), step)
    frames = samples[starts[:, None] + np.arange(min(size, samples.size))] * np.hanning(size)
    power = 20 * np.log10(np.abs(np.fft.rfft(frames)) + 1e-6)[:, : 6000 * size // rate]
    gray = np.clip((power.max() - power) / 60, 0, 1).T[::-1]
    drawn = PIL.Image.fromarray((gray * 255).astype(np.uint8))
    return drawn.resize((2 * HEIGHT, HEIGHT), PIL.Image.Resampling.BILINEAR).convert("RGB")


def shown(picture: Image) -> Image:
    """Bring a picture to the height of a sheet; transparency is blue."""
    wide = max(1, round(picture.width * HEIGHT / picture.height))
    fitted = picture.convert("RGBA").resize((wide, HEIGHT), PIL.Image.Resampling.LANCZOS)
    ground = PIL.Image.new("RGBA", fitted.size, "#3b82c4")
    return PIL.Image.alpha_composite(ground, fitted).convert("RGB")


def strip(label: str, pictures: list[Image]) -> Image:
    """Set pictures side by side over a caption."""
    parts = [shown(picture) for picture in pictures]
    made = PIL.Image.new("RGB", (sum(part.width for part in parts), HEIGHT + LABEL), "white")
    place = 0
    for part in parts:
        made.paste(part, (place, 0))
        place += part.width
    PIL.ImageDraw.Draw(made).text((1, HEIGHT + 2), label, fill="#222222")
    return made


def laid_out(strips: list[Image]) -> Image:
    """Fill rows from left to right."""
    rows: list[list[Image]] = [[]]
    for one in strips:
        if rows[-1] and sum(s.width + GAP for s in rows[-1]) + one.width > WIDTH:
            rows.append([])
        rows[-1].append(one)
    sheet = PIL.Image.new("RGB", (WIDTH, len(rows) * (HEIGHT + LABEL + GAP)), "white")
    for number, row in enumerate(rows):
        place = 0
        for one in row:
            sheet.paste(one, (place, number * (HEIGHT + LABEL + GAP)))
            place += one.width + GAP
    return sheet


def main(names: list[str]) -> None:
    """Make the sheets named, or all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    runner = EngineRunner()
    for name in names or SHEETS:
        strips = []
        for label, given, request in SHEETS[name]():
            strips.append(strip(label, [*given, *pictures(runner.run(request))]))
        laid_out(strips).save(FOLDER / f"{name}.webp", quality=78, method=6)


if __name__ == "__main__":
    main(sys.argv[1:])
