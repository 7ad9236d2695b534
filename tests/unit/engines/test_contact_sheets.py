"""The contact sheets of the docs show every operation, and stay small."""

import importlib.util
from pathlib import Path

import numpy as np
import PIL.Image

from mediaext.operation import CATALOGUE

DOCS = Path(__file__).parents[3] / "docs"
MOST_BYTES = 1_500_000


def script():
    spec = importlib.util.spec_from_file_location("contact_sheets", DOCS / "contact_sheets.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_operation_has_a_cell():
    cells = [cell for sheet in script().SHEETS.values() for cell in sheet()]
    shown = {type(request).endpoint.name for _, _, request in cells}
    assert shown == set(CATALOGUE)


def test_every_sheet_is_kept_and_shown():
    names = set(script().SHEETS)
    kept = list((DOCS / "images" / "sheets").iterdir())
    assert {path.name for path in kept} == {f"{name}.webp" for name in names}
    page = (DOCS / "contact-sheets.md").read_text(encoding="utf-8")
    assert all(f"images/sheets/{name}.webp" in page for name in names)
    assert sum(path.stat().st_size for path in kept) < MOST_BYTES


def test_strips_fill_rows_and_none_is_cut():
    made = script()
    strips = [made.strip("red", [PIL.Image.new("RGB", (300, 150), "red")]) for _ in range(4)]
    sheet = made.laid_out(strips)
    assert sheet.height == 2 * (made.HEIGHT + made.LABEL + made.GAP)
    corner = 300 - 1, sheet.height - made.LABEL - made.GAP - 1
    assert sheet.getpixel(corner) == (255, 0, 0)


def test_sound_is_shown_by_its_frequencies():
    made, time = script(), np.arange(24_000) / 24_000
    drawn = np.asarray(made.spectrogram(np.sin(2 * np.pi * 3000 * time), 24_000).convert("L"))
    darkest = drawn.mean(axis=1).argmin()
    assert abs(darkest - drawn.shape[0] / 2) < 0.05 * drawn.shape[0]
