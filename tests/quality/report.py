"""Measure the engine: ``python tests/quality/report.py``."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from measures.bench import Bench, find_photos
from measures.bodies import can_validate, measure_mesh
from measures.clips import measure_video
from measures.editing import (
    measure_edit,
    measure_sd3_5,
    measure_upscaler,
)
from measures.learning import measure_image
from measures.measure import Measure, means
from measures.people import (
    measure_faceswap,
    measure_instamodel,
    measure_lock,
    measure_replace,
    measure_tryon,
)
from measures.pictures import (
    measure_background,
    measure_cutout,
    measure_logo,
    measure_template,
    measure_upscale,
)
from measures.sounds import measure_speech, measure_voice
from measures.speed import measure_speed

AREAS: dict[str, Callable[[Bench], Iterator[Measure]]] = {
    "cutout": measure_cutout,
    "background": measure_background,
    "upscale": measure_upscale,
    "logo": measure_logo,
    "template": measure_template,
    "lock": measure_lock,
    "tryon": measure_tryon,
    "faceswap": measure_faceswap,
    "replace": measure_replace,
    "instamodel": measure_instamodel,
    "edit": measure_edit,
    "upscaler": measure_upscaler,
    "sd3_5": measure_sd3_5,
    "image": measure_image,
    "video": measure_video,
    "speech": measure_speech,
    "voice": measure_voice,
    "mesh": measure_mesh,
    "speed": measure_speed,
}
EPILOGUE = """
Prints one line a measure: operation, subject, what was measured, figure, aim, and MISSED where
the aim is missed; exits with 1 when any is. Progress goes to standard error. All of it takes six
to ten minutes on two idle cores. --long adds some ten minutes: the networks that learn from 400
pictures each ('image', else 60), and 10,000 seconds of unmarked speech ('speech', else 300).
'image' needs torch; the validator of 'mesh' needs Node.js with gltf-validator, which
'npm install gltf-validator' puts into this folder.
"""


def arguments() -> argparse.ArgumentParser:
    """Return the command line's parser."""
    parser = argparse.ArgumentParser(
        prog="python tests/quality/report.py",
        description="Measure the classical engine on real photos, each figure beside its aim.",
        epilog=EPILOGUE,
    )
    parser.add_argument(
        "--only", nargs="+", choices=AREAS, default=list(AREAS), metavar="NAME",
        help=f"measure these alone: {', '.join(AREAS)}",
    )  # fmt: skip
    parser.add_argument(
        "--photos", type=Path, metavar="FOLDER",
        help="your own photos; NAME.mask.png beside NAME.jpg is the outline of its subject",
    )  # fmt: skip
    parser.add_argument("--long", action="store_true", help="take the rows that need minutes too")
    return parser


def main() -> int:
    """Print the measures; return 1 when an aim is missed."""
    asked = arguments().parse_args()
    if asked.photos and not asked.photos.is_dir():
        arguments().error(f"--photos: there is no folder '{asked.photos}'.")
    bench = Bench(find_photos(asked.photos), long=asked.long)
    if not bench.photos:
        arguments().error("--photos: the folder holds no JPEG, PNG or WebP.")
    missed = 0
    for number, name in enumerate(asked.only, 1):
        start = time.perf_counter()
        found = []
        for measure in AREAS[name](bench):
            print(measure, flush=True)  # a report is printed
            found.append(measure)
        average = means(found)
        for measure in average:
            print(measure, flush=True)  # likewise
        missed += sum(measure.missed for measure in found + average)
        took = time.perf_counter() - start
        print(f"[{number}/{len(asked.only)}] {name}: {took:.0f} s", file=sys.stderr)
    print(f"aims missed: {missed}")  # likewise
    if "mesh" in asked.only and not can_validate():
        print("gltf-validator was not found, meshes were not validated", file=sys.stderr)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
