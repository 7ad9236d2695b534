"""``mediaext demo``: a real photo through generate, background, logo and upscale."""

import time
from pathlib import Path
from typing import Any

import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont

from mediaext.connection import connect
from mediaext.errors import MediaError
from mediaext.results.sheet import contact_sheet, still
from mediaext.workflows import brand

BACKGROUND = "a beach at sunset with palm trees"
LOGO = "a golden star, studio"
SIDE = 480  # pixels of a picture on the contact sheet


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
    cells = [(still(made, SIDE), f"{name}  {made.width}x{made.height}") for name, made in labelled]
    path = output / "contact-sheet.png"
    contact_sheet([cells], SIDE).save(path)
    return [*written, path]
