"""``mediaext demo``: a real photo through generate, background, logo and upscale."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont

from mediaext.connection import connect
from mediaext.errors import MediaError
from mediaext.results import Picture
from mediaext.workflows import brand

BACKGROUND = "a beach at sunset with palm trees"
LOGO = "a golden star, studio"
PANEL = 480  # pixels, height of a picture on the contact sheet
LANCZOS = PIL.Image.Resampling.LANCZOS


def default_photo() -> Path:
    """Return the photo of an astronaut that scikit-image ships."""
    import skimage

    return Path(skimage.__file__).parent / "data" / "astronaut.png"


def run(photo: Path | None = None, output: Path = Path("mediaext-demo"), seed: int = 7) -> int:
    """Run the workflow, write its pictures, a contact sheet and the job table; return 0.

    Raises :class:`MediaError` for a photo that cannot be used.
    """
    from tqdm.auto import tqdm

    started = time.monotonic()
    photo = photo or default_photo()
    if not photo.is_file():
        raise MediaError(f"There is no photo '{photo}'. Give one with --photo FILE.")
    try:
        original = PIL.Image.open(photo).convert("RGB")
    except OSError:
        raise MediaError(f"'{photo}' is not a picture that can be read.") from None
    output.mkdir(parents=True, exist_ok=True)
    media = connect()
    with tqdm(total=1.0, bar_format="{desc:<20} {percentage:3.0f}% |{bar:32}|") as bar:

        def watch(name: str, done: float, total: int) -> None:
            bar.n = max(bar.n, done / total)
            bar.set_description(f"{int(done) + 1 if done < total else total}/{total} {name}")

        results = brand(media, photo, BACKGROUND, LOGO, subject="person", seed=seed, watcher=watch)
        bar.n = 1.0
        bar.set_description("done")
    written = _write(original, results, output)
    table = media.jobs(limit=len(results))
    table.drop(columns=["request"]).to_csv(output / "jobs.csv", index=False)
    print(f"\n{photo.name} became, in {time.monotonic() - started:.1f} s:")
    for path in [*written, output / "jobs.csv"]:
        print(f"  {path}")
    return 0


def _write(original: PIL.Image.Image, results: Any, output: Path) -> list[Path]:
    """Write every step's untouched bytes and a labelled contact sheet."""
    written = []
    for number, (name, picture) in enumerate(results.items(), start=1):
        written.append(picture.save_bytes(output / f"{number}-{name.replace(' ', '-')}"))
    labelled = [("photo", original), *results.items()]
    sheet = contact_sheet(labelled)
    path = output / "contact-sheet.png"
    sheet.save(path)
    return [*written, path]


def _on_squares(picture: PIL.Image.Image, side: int = 12) -> PIL.Image.Image:
    """Lay a picture on grey squares, which show where it is transparent."""
    tile = PIL.Image.new("RGB", (2, 2), "#8a8f98")
    tile.putpixel((0, 0), (107, 112, 120))
    tile.putpixel((1, 1), (107, 112, 120))
    tile = tile.resize((2 * side, 2 * side), PIL.Image.Resampling.NEAREST)
    ground = PIL.Image.new("RGB", picture.size)
    for left in range(0, picture.width, 2 * side):
        for top in range(0, picture.height, 2 * side):
            ground.paste(tile, (left, top))
    ground.paste(picture, mask=picture.getchannel("A"))
    return ground


def contact_sheet(
    labelled: Sequence[tuple[str, "PIL.Image.Image | Picture"]], height: int = PANEL
) -> PIL.Image.Image:
    """Return the pictures side by side at one height, each with its name and size below."""
    gap, foot = 16, 44
    font = PIL.ImageFont.load_default(18)
    panels = []
    for name, picture in labelled:
        width = max(1, round(picture.width * height / picture.height))
        resized = _on_squares(picture.convert("RGBA").resize((width, height), LANCZOS))
        panels.append((f"{name}  {picture.width}x{picture.height}", resized))
    total = sum(panel.width + gap for _, panel in panels) + gap
    sheet = PIL.Image.new("RGB", (total, height + gap + foot), "#15181d")
    pen = PIL.ImageDraw.Draw(sheet)
    left = gap
    for text, panel in panels:
        sheet.paste(panel, (left, gap))
        pen.text((left, gap + height + 12), text, fill="#e8eaed", font=font)
        left += panel.width + gap
    return sheet
