"""Panels, displays and magics in a real browser: Chromium against JupyterLab."""

import os
from pathlib import Path

import nbformat
import numpy as np
import PIL.Image
import pytest
import skimage
from nbconvert import HTMLExporter
from playwright.sync_api import expect

from mediaext.operation import CATALOGUE
from mediaext.protocol import UPLOAD_LIMIT

pytestmark = pytest.mark.browser

PHOTO = Path(skimage.__file__).parent / "data" / "astronaut.png"
PICTURES = os.environ.get("MEDIAEXT_PICTURES", "")  # a folder that takes pictures for the docs
LONG = 120_000  # milliseconds
START = f"""%load_ext mediaext
import mediaext, PIL.Image
from mediaext.notebook.display import gallery, compare, job_table
photo = PIL.Image.open({str(PHOTO)!r})"""
SLOW = 'media = mediaext.connect(engine="mediaext.testing.instant:engine", retries=0)'
CLIP = "image => image.style.clipPath"


def snap(locator, name):
    """Keep a picture for the documentation where that is asked for."""
    if PICTURES:
        locator.page.set_viewport_size({"width": 1280, "height": 2400})
        locator.page.wait_for_timeout(500)
        locator.screenshot(path=f"{PICTURES}/{name}.png")


def output(book, number=-1):
    """Return the output area of a code cell."""
    cells = book.page.locator(".jp-CodeCell")
    cell = cells.last if number == -1 else cells.nth(number)
    return cell.locator(".jp-Cell-outputArea")


def run_panel(panel):
    panel.get_by_role("button", name="Run").click()


def test_magics_make_and_show_pictures(lab):
    cells = [
        START,
        '%media image "a red bicycle by the sea" --seed 7 --width 384 --height 256 -o b',
    ]
    with lab.book(*cells, "print(type(b).__name__, b.size)", "%media jobs") as book:
        book.run_all()
        shown = output(book, 1).get_by_role("img", name="image: a red bicycle by the sea")
        expect(shown).to_be_visible(timeout=LONG)
        expect(output(book, 2)).to_contain_text("Picture (384, 256)")
        expect(output(book, 3)).to_contain_text("completed")
        snap(output(book, 1), "magic-image")


def test_an_image_panel_from_upload_to_variable(lab):
    made = "p = mediaext.panel('background', prompt='a beach at sunset'); p"
    with lab.book(START, made) as book:
        book.run_all()
        panel = book.page.locator(".mediaext-panel")
        with book.page.expect_file_chooser() as chooser:
            panel.get_by_label("input image (required): file").click()
        chooser.value.set_files(PHOTO)
        panel.get_by_role("img", name="input image, 512x512").wait_for()
        panel.get_by_label("subject description (required)").fill("person")
        panel.get_by_role("button", name="More settings").click()
        panel.get_by_label("Seed", exact=True).fill("7")
        panel.get_by_role("button", name="add a colour to palette").click()
        expect(panel.get_by_label("Palette 1", exact=True)).to_have_value("#1e90ff")
        panel.get_by_role("button", name="remove palette 1").click()
        run_panel(panel)
        slider = output(book).get_by_role("slider", name="before and after")
        slider.wait_for(timeout=LONG)
        expect(panel.get_by_text("Done in")).to_be_visible(timeout=LONG)
        panel.get_by_label("Variable", exact=True).fill("beach")
        panel.get_by_role("button", name="Save to variable").click()
        expect(panel.get_by_text("The result is in the variable beach.")).to_be_visible()
        snap(output(book), "panel-background")

        after = output(book).get_by_role("img", name="after", exact=True)
        box = slider.bounding_box()
        slider.click(position={"x": box["width"] * 0.25, "y": box["height"] / 2})
        assert after.evaluate(CLIP) == f"inset(0px 0px 0px {slider.input_value()}%)"
        assert 15 <= int(slider.input_value()) <= 35

        panel.get_by_role("button", name="Write as magic").click()
        expect(panel.get_by_text("in a new cell below")).to_be_visible()
        written = book.page.locator(".jp-CodeCell .cm-content").last
        line = 'background $astronaut "a beach at sunset" --subject-description person --seed 7'
        expect(written).to_have_text(f"%media {line} -o beach")
        book.menu("Run", "Run All Cells")
        expect(output(book).get_by_role("img").first).to_be_visible(timeout=LONG)


def test_uploads_above_ten_megabytes_arrive_and_above_the_limit_are_refused(lab, tmp_path):
    noise = np.random.default_rng(7).integers(0, 255, (2400, 2500, 3), np.uint8)
    large, larger = tmp_path / "large.png", tmp_path / "larger.png"
    PIL.Image.fromarray(noise).save(large, compress_level=0)
    larger.write_bytes(large.read_bytes() + bytes(UPLOAD_LIMIT - large.stat().st_size + 1))
    assert large.stat().st_size > 15_000_000
    with lab.book(START, "mediaext.panel('upscale')") as book:
        book.run_all()
        panel = book.page.locator(".mediaext-panel")
        file = panel.get_by_label("input image (required): file")
        file.set_input_files(larger)
        expect(panel.get_by_text("the service takes up to 20 MB")).to_be_visible()
        file.set_input_files(large)
        expect(panel.get_by_role("img", name="input image, 2500x2400")).to_be_visible(timeout=LONG)


def test_a_video_panel_plays(lab):
    values = "input_image='$photo', duration_seconds=0.5, width=256, height=256"
    with lab.book(START, f"mediaext.panel('video', {values})") as book:
        book.run_all()
        panel = book.page.locator(".mediaext-panel")
        panel.get_by_role("img", name="input image, 512x512").wait_for()
        run_panel(panel)
        video = output(book).locator("video")
        video.wait_for(timeout=LONG)
        assert video.get_attribute("poster").startswith("data:image/")
        book.page.wait_for_function("document.querySelector('video').readyState >= 2")
        assert video.evaluate("v => [v.videoWidth, v.videoHeight, v.error]") == [256, 256, None]
        snap(output(book), "panel-video")


def test_a_speech_panel_speaks(lab):
    with lab.book(START, "%media panel speech") as book:
        book.run_all()
        panel = book.page.locator(".mediaext-panel")
        panel.get_by_label("text (required)").fill("Hello from the notebook.")
        run_panel(panel)
        sound = output(book).locator("audio")
        sound.wait_for(timeout=LONG)
        book.page.wait_for_function("document.querySelector('audio').readyState >= 2")
        assert sound.evaluate("a => a.duration") > 0.5
        expect(output(book).get_by_role("img", name="speech: Hello").last).to_be_visible()
        snap(output(book), "panel-speech")


def test_a_mesh_panel_turns(lab):
    with lab.book(START, "mediaext.panel('mesh', image_path='$photo')") as book:
        book.run_all()
        run_panel(book.page.locator(".mediaext-panel"))
        canvas = output(book).locator("canvas")
        canvas.wait_for(timeout=LONG)
        before = canvas.get_attribute("data-view")
        canvas.focus()
        canvas.press("ArrowRight")
        expect(canvas).not_to_have_attribute("data-view", before)
        turned = canvas.get_attribute("data-view")
        canvas.hover()
        book.page.mouse.wheel(0, -200)
        expect(canvas).not_to_have_attribute("data-view", turned)
        snap(output(book), "panel-mesh")


def test_a_profile_panel_creates_changes_and_deletes(lab):
    with lab.book(START, SLOW, "mediaext.panel('profiles', media)") as book:
        book.run_all()
        panel = book.page.locator(".mediaext-panel")
        panel.get_by_role("button", name="Save").click()
        expect(panel.get_by_text("Required.", exact=True)).to_be_visible()
        panel.get_by_label("name (required)").fill("studio look")
        panel.get_by_role("button", name="More settings").click()
        panel.get_by_label("Steps", exact=True).fill("4")
        panel.get_by_role("button", name="Save").click()
        expect(panel.get_by_text("Saved studio look. 1 profile")).to_be_visible(timeout=LONG)
        snap(panel, "panel-profiles")
        panel.get_by_label("description").fill("for portraits")
        panel.get_by_role("button", name="Save").click()
        expect(panel.get_by_label("description")).to_have_value("for portraits")
        panel.get_by_role("button", name="Delete").click()
        expect(panel.get_by_text("0 profiles")).to_be_visible(timeout=LONG)


def test_the_jobs_panel_follows_and_cancels(lab):
    cells = [
        START, SLOW,
        "bike = mediaext.connect().image('a red bicycle', seed=7, width=256, height=256)",
        "job = media.submit(mediaext.GenerateImage(prompt='sleep 60'))",
        "mediaext.panel('jobs', media)",
    ]  # fmt: skip
    with lab.book(*cells) as book:
        book.run_all()
        panel = book.page.locator(".mediaext-panel")
        expect(panel.get_by_role("row", name="sleep 60")).to_contain_text("queued")
        snap(panel, "panel-jobs")
        panel.get_by_role("button", name="Cancel job").click()
        expect(panel.get_by_role("row", name="sleep 60")).to_contain_text(
            "cancelled", timeout=LONG
        )
        chosen = panel.get_by_label("Job", exact=True)
        chosen.select_option(index=1)
        panel.get_by_role("button", name="Show result").click()
        expect(output(book).get_by_role("img", name="a red bicycle").last).to_be_visible()


def test_a_running_panel_is_cancelled_and_progresses_while_a_cell_blocks(lab):
    cells = [START, SLOW, "p = mediaext.panel('image', media, prompt='sleep 60'); p"]
    blocking = "import time\nfor _ in range(60): time.sleep(0.1)"
    with lab.book(*cells, "p.run()", blocking) as book:
        book.menu("Run", "Run All Cells")
        panel = book.page.locator(".mediaext-panel")
        expect(panel.get_by_role("progressbar", name="progress")).to_be_visible(timeout=LONG)
        expect(panel.get_by_text("sleeping")).to_be_visible(timeout=LONG)
        prompt = book.page.locator(".jp-CodeCell .jp-InputPrompt").last
        assert prompt.inner_text() == "[*]:", "the cell below still blocks the kernel"
        snap(panel, "panel-progress")
        panel.get_by_role("button", name="Cancel").click()
        expect(panel.get_by_text("Cancelled.")).to_be_visible(timeout=LONG)


def test_a_wrong_field_is_marked_at_the_field(lab):
    with lab.book(START, "mediaext.panel('video', input_image='$photo')") as book:
        book.run_all()
        panel = book.page.locator(".mediaext-panel")
        height = panel.get_by_label("Height (px)", exact=True)
        height.fill("500")
        height.press("Tab")
        marked = panel.locator(".mediaext-marked")
        expect(marked).to_contain_text("multiple of 32")
        assert marked.locator("input").input_value() == "500"
        snap(panel, "panel-marked")
        height.fill("512")
        height.press("Tab")
        expect(panel.locator(".mediaext-marked")).to_have_count(0)


def test_a_panel_works_by_keyboard_alone(lab):
    with lab.book(START, SLOW, "mediaext.panel('image', media)") as book:
        book.run_all()
        panel = book.page.locator(".mediaext-panel")
        panel.get_by_label("prompt (required)").focus()
        book.page.keyboard.type("a boat")
        passed = []
        for _ in range(12):
            book.page.keyboard.press("Tab")
            name = book.page.evaluate(
                "(e => (e.labels?.[0] || e).textContent.trim())(document.activeElement)"
            )
            passed.append(name)
            if name == "Run":
                break
        assert passed[:4] == ["Size", "Width (px)", "Height (px)", "▸ More settings (5)"]
        assert passed[-1] == "Run"
        book.page.keyboard.press("Enter")
        expect(output(book).get_by_role("img", name="image: a boat").last).to_be_visible(
            timeout=LONG
        )


def test_axe_finds_nothing_serious_in_any_panel(lab, axe):
    names = [*CATALOGUE, "chain", "profiles", "jobs"]
    cells = [START, SLOW, "media.image('a boat', seed=1)"]
    cells += [f"p = mediaext.panel({name!r}, media); p" for name in names]
    with lab.book(*cells) as book:
        book.page.set_viewport_size({"width": 1280, "height": 20_000})
        book.run_all()
        panels = book.page.locator(".mediaext-panel")
        expect(panels).to_have_count(len(names))
        for fold in panels.locator(".mediaext-fold > button").all():
            fold.click()
        for button in panels.get_by_role("button", name="Run").all():
            button.click()
        expect(panels.get_by_role("alert").first).to_be_visible()
        book.page.evaluate(axe)
        found = book.page.evaluate("axe.run('.mediaext-panel', {resultTypes: ['violations']})")
        assert len(found["passes"]) > 5, "axe looked at nothing"
        bad = [v for v in found["violations"] if v["impact"] in ("serious", "critical")]
        assert bad == [], [(v["id"], [n["html"][:160] for n in v["nodes"][:4]]) for v in bad]


@pytest.mark.parametrize("kernel", ["python3", "ipykernel6"])
def test_panels_work_on_both_generations_of_ipykernel(lab, kernel):
    if kernel == "ipykernel6" and not os.environ.get("MEDIAEXT_IPYKERNEL_6"):
        pytest.skip("needs another ipykernel: MEDIAEXT_IPYKERNEL_6, a folder with version 6")
    said = "import ipykernel; print('generation', ipykernel.version_info[0])"
    cells = [START, SLOW, said, "p = mediaext.panel('image', media, prompt='a boat'); p"]
    with lab.book(*cells, kernel=kernel) as book:
        book.run_all()
        expect(output(book, 2)).to_contain_text("6" if kernel == "ipykernel6" else "7")
        panel = book.page.locator(".mediaext-panel")
        run_panel(panel)
        shown = output(book).get_by_role("img", name="image: a boat").last
        expect(shown).to_be_visible(timeout=LONG)
        run_panel(panel)
        expect(panel.get_by_role("button", name="Show").nth(1)).to_be_visible(timeout=LONG)


def test_displays_survive_reopening_and_export(lab):
    cells = [
        START,
        "media = mediaext.connect()",
        "bike = media.image('a red bicycle', seed=7, width=256, height=256); bike",
        "compare(photo, photo.convert('L'))",
        "gallery([bike, bike], labels=['one', 'two'])",
        "media.speech('hello')",
        "media.video(bike, duration_seconds=0.3, width=128, height=128)",
        "job_table(media)",
        "p = mediaext.panel('upscale', input_image='$bike', scale=2); p",
    ]
    with lab.book(*cells, name="kept") as book:
        book.run_all()
        run_panel(book.page.locator(".mediaext-panel"))
        output(book).get_by_role("slider").wait_for(timeout=LONG)
        for number, name in ((3, "compare"), (4, "gallery"), (5, "sound"), (7, "job-table")):
            snap(output(book, number), f"display-{name}")
        saved = book.saved()
    for cell in saved.cells[2:]:
        kinds = {kind for out in cell.outputs for kind in out.get("data", {})}
        assert "text/html" in kinds, cell.source
        assert not kinds & {"image/png", "image/jpeg"}, f"saved twice: {cell.source}"
    saved.metadata.pop("widgets", None)  # as for someone without the kernel
    page, _ = HTMLExporter().from_notebook_node(saved)
    assert page.count('aria-label="before and after"') == 2
    assert "<audio" in page
    assert "<video" in page
    with lab.book(name="kept") as book:
        assert book.page.get_by_role("slider", name="before and after").count() == 2
        expect(book.page.get_by_role("img", name="image: a red bicycle").first).to_be_visible()


def test_a_picture_of_1024_pixels_adds_little_to_the_notebook(lab):
    cells = [START, "mediaext.connect().image('a red bicycle by the sea', seed=7)"]
    with lab.book(*cells) as book:
        book.run_all()
        saved = book.saved()
    size = len(nbformat.writes(nbformat.v4.new_notebook(cells=[saved.cells[1]])))
    assert size <= 40_000, f"{size / 1000:.0f} kB"


def test_a_table_fills_row_by_row(lab):
    cells = [
        START,
        "media = mediaext.connect()",
        "import pandas as pd\nimport mediaext.notebook.frames\n"
        "df = pd.DataFrame({'colour': ['red', 'blue'], 'thing': ['bicycle', 'boat']})",
        "batch = df.media.submit('image', media, prompt='a {colour} {thing}', seed=7, width=256,"
        " height=256); batch",
    ]
    with lab.book(*cells) as book:
        book.run_all()
        expect(output(book).get_by_role("img", name="image: a blue boat")).to_be_visible(
            timeout=LONG
        )
        expect(output(book)).to_contain_text("2 completed")
        snap(output(book), "display-frame")


def test_a_panel_without_its_kernel_is_a_form_with_values_and_results(lab):
    cells = [START, "mediaext.panel('upscale', input_image='$photo', scale=2)"]
    with lab.book(*cells, "%media panel jobs", name="form") as book:
        book.run_all()
        panel = book.page.locator(".mediaext-panel").first
        run_panel(panel)
        output(book, 1).get_by_role("slider", name="before and after").wait_for(timeout=LONG)
        expect(book.page.get_by_text("Run this cell again")).to_have_count(2)
        expect(book.page.get_by_text("Run this cell again").first).to_be_hidden()
        saved = book.saved()
        book.page.reload()  # the kernel runs on: the panel is live again
        again = book.page.locator(".mediaext-panel").first
        expect(again.get_by_role("button", name="Run")).to_be_visible(timeout=LONG)
    assert "widget-view" not in nbformat.writes(saved)
    page, _ = HTMLExporter().from_notebook_node(saved)
    assert "Run this cell again" in page
    with lab.book(name="form") as book:
        expect(book.page.get_by_text("Run this cell again").first).to_be_visible()
        expect(output(book, 1)).to_contain_text("$photo")
        expect(output(book, 1).get_by_role("slider", name="before and after")).to_be_visible()
        expect(output(book, 2).get_by_role("table")).to_be_visible()
        expect(book.page.get_by_text("Error displaying widget")).to_have_count(0)
        snap(book.page.locator(".jp-Notebook"), "panel-saved")
