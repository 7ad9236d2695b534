"""Pictures that people take hold of, in a real browser: open, save, choose, drag."""

import hashlib
import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

PICTURES = os.environ.get("MEDIAEXT_PICTURES", "")  # a folder that takes pictures for the docs
LONG = 120_000  # milliseconds
START = "%load_ext mediaext\nimport mediaext\nmedia = mediaext.connect()"
MAKE = '%media image "a red bicycle" --seed 7 --width 512 --height 512 -o bike'
WALL = "[media.image('a boat', seed=s, width=128, height=128) for s in range(3)]"


def snap(locator, name):
    if PICTURES:
        locator.page.wait_for_timeout(500)
        locator.screenshot(path=f"{PICTURES}/{name}.png")


def test_a_picture_opens_in_full_and_its_original_is_saved(lab):
    with lab.book(START, MAKE, WALL, "chosen[0].job.seed, chosen[1].job.seed") as book:
        book.run_all()
        page = book.page
        small = page.get_by_role("img", name="image: a red bicycle").first
        small.click()
        dialog = page.get_by_role("dialog", name="image: a red bicycle")
        large = dialog.get_by_role("img")
        page.wait_for_function("document.querySelector('dialog img').naturalWidth === 512")
        dialog.get_by_role("button", name="Zoom in").click()
        dialog.press("ArrowLeft")
        assert large.evaluate("i => i.style.transform") == "translate(40px, 0px) scale(1.25)"
        dialog.get_by_role("button", name="Copy the picture").click()
        expect(dialog.get_by_text("Copied.")).to_be_visible()
        snap(dialog, "display-viewer")
        with page.expect_download() as download:
            dialog.get_by_role("button", name="Save the original").click()
        content = Path(download.value.path()).read_bytes()
        assert hashlib.sha256(content).hexdigest() == small.get_attribute("data-view")
        assert download.value.suggested_filename.endswith(".webp")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)

        tiles = page.locator("input[data-item]")
        tiles.nth(2).check()
        tiles.nth(1).check()
        page.get_by_role("button", name="Keep", exact=True).click()
        expect(page.get_by_text("chosen is a list of 2 results.")).to_be_visible()
        snap(page.locator("[data-gallery]").locator("xpath=../.."), "display-gallery")
        page.get_by_role("button", name="Enlarge").nth(1).press("Enter")
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("button", name="Make it again").click()
        last = page.locator(".jp-CodeCell .cm-content")
        expect(last.filter(has_text="%media again")).to_have_count(1)
        page.locator(".jp-CodeCell .cm-content", has_text="chosen[0]").click()
        page.keyboard.press("Control+Enter")
        expect(page.get_by_text("(1, 2)")).to_be_visible(timeout=LONG)


def test_a_shown_result_is_dragged_into_a_panel(lab):
    made = MAKE.replace("512", "128")
    with lab.book(START, made, "mediaext.panel('upscale')") as book:
        book.run_all()
        panel = book.page.locator(".mediaext-panel")
        place = panel.locator(".mediaext-upload")
        place.wait_for()
        book.page.get_by_role("img", name="image: a red bicycle").drag_to(place)
        expect(panel.get_by_label("or path, URL, $variable")).to_have_value("$bike")
        expect(panel.get_by_role("img", name="input image, 128x128")).to_be_visible()
        snap(panel, "drag-panel")


def test_axe_finds_nothing_serious_in_displays_cards_and_the_viewer(lab, axe):
    start = START.replace("connect()", "connect(engine='mediaext.testing.instant:engine')")
    cells = [start, "media.image('a cat', seed=1)", "[media.image('a', seed=s) for s in (1, 2)]"]
    cells += ["%media jobs", "media.submit(mediaext.GenerateImage(prompt='sleep 60'))"]
    with lab.book(*cells) as book:
        book.run_all()
        card = book.page.get_by_role("progressbar", name="image")
        expect(card).to_be_visible(timeout=LONG)
        look = "axe.run(ROOT, {resultTypes: ['violations']})"
        book.page.evaluate(axe)
        found = book.page.evaluate(look.replace("ROOT", "'.jp-OutputArea-output'"))
        book.page.get_by_role("button", name="Enlarge").first.click()
        book.page.get_by_role("dialog").wait_for()
        opened = book.page.evaluate(look.replace("ROOT", "'dialog'"))
        assert min(len(each["passes"]) for each in (found, opened)) > 3, "axe looked at nothing"
        bad = [v for each in (found, opened) for v in each["violations"]]
        bad = [v for v in bad if v["impact"] in ("serious", "critical")]
        assert bad == [], [(v["id"], [n["html"][:160] for n in v["nodes"][:4]]) for v in bad]
        book.page.keyboard.press("Escape")
        book.page.get_by_role("button", name="Cancel", exact=True).last.click()
        expect(card).to_have_count(0, timeout=LONG)
