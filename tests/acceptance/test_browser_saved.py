"""Notebook 7, and notebooks of every kind of output that are opened again."""

import re
from importlib.util import find_spec

import nbformat
import pytest
from nbconvert import HTMLExporter
from playwright.sync_api import expect

from tests.acceptance.conftest import LAB, NOTEBOOK

pytestmark = pytest.mark.browser

LONG = 120_000  # milliseconds
ENGINE = "mediaext.testing.instant:engine"
START = f"""%load_ext mediaext
%media connect --engine {ENGINE}
import mediaext, pandas as pd
from mediaext.notebook.display import compare
media = mediaext.connect(engine={ENGINE!r})
bike = media.image('a bike', seed=1)"""
OUTPUTS = {
    "bike": "img",
    "[bike, media.image('a boat', seed=2)]": "img",
    "compare(bike, media.upscale(bike, scale=2))": "input[type=range]",
    "media.cutout(bike)": "img",
    "media.video(bike, duration_seconds=0.2)": "video",
    "media.speech('hello')": "audio",
    "media.mesh(bike)": "figure",
    "%media grid image 'a boat' --seed 1 2": "img",
    "pd.DataFrame({'made': [bike], 'seed': [1]})": "table img",
    "%media jobs": "table img",
    "%media help image": "h1",
    "mediaext.panel('upscale', media, input_image='$bike', scale=2)": "table",
    "mediaext.panel('chain', media, steps=['image', 'upscale'])": "b",
    "mediaext.panel('jobs', media)": "i",
}
notebook_7 = pytest.mark.skipif(find_spec("notebook") is None, reason="needs Notebook 7")


def outputs(page):
    """Return the output areas of the cells after the first."""
    return page.locator(".jp-CodeCell .jp-Cell-outputArea")


@notebook_7
def test_notebook_7_runs_panels_opens_pictures_and_keeps_choices(lab):
    cells = [START, "bike", "mediaext.panel('image', media, prompt='a boat')", "[bike, bike]"]
    with lab.book(*cells, view=NOTEBOOK) as book:
        book.run_all()
        page = book.page
        panel = page.locator(".mediaext-panel")
        panel.get_by_role("button", name="Run").click()
        made = page.get_by_role("img", name="image: a boat").last
        expect(made).to_be_visible(timeout=LONG)
        page.get_by_role("button", name="Enlarge").first.click()
        dialog = page.get_by_role("dialog", name="image: a bike")
        page.wait_for_function("document.querySelector('dialog img').src.startsWith('blob:')")
        dialog.get_by_role("button", name="Close").click()
        page.locator("input[data-item]").first.check()
        page.get_by_role("button", name="Keep", exact=True).click()
        expect(page.get_by_text("chosen is a list of 1 result.")).to_be_visible()


@notebook_7
def test_a_saved_notebook_of_every_output_is_whole_without_its_kernel(lab):
    with lab.book(START, *OUTPUTS, name="all") as book:
        book.run_all()
        expect(book.page.locator(".mediaext-panel")).to_have_count(3, timeout=LONG)
        saved = book.saved()
    stored = nbformat.writes(saved)
    assert "widget-view" not in stored
    for view in (LAB, NOTEBOOK):
        with lab.book(name="all", view=view) as book:
            for number, (cell, selector) in enumerate(OUTPUTS.items(), start=1):
                area = book.page.locator(".jp-CodeCell").nth(number)
                area.scroll_into_view_if_needed()
                shown = area.locator(f".jp-Cell-outputArea :is({selector})").first
                expect(shown, cell).to_be_visible()
            first = book.page.locator(".jp-CodeCell").nth(1)
            first.scroll_into_view_if_needed()
            first.get_by_role("button", name="Enlarge").click()
            dialog = book.page.get_by_role("dialog", name="image: a bike")
            expect(dialog.get_by_role("img")).to_be_visible()
            dialog.get_by_role("button", name="Close").click()
            said = book.page.locator(".jp-Notebook").inner_text()
            assert not re.search("Error displaying widget|model not found|Traceback", said)

    page, _ = HTMLExporter().from_notebook_node(saved)
    assert "cdn.jsdelivr.net/npm/@jupyter-widgets" not in page
    assert page.count("mediaextView=function") == 1
    context = lab.browser.new_context()
    try:
        exported = context.new_page()
        exported.set_content(page)
        exported.get_by_role("button", name="Enlarge").first.click()
        expect(exported.get_by_role("dialog", name="image: a bike")).to_be_visible()
    finally:
        context.close()
    context = lab.browser.new_context(java_script_enabled=False)
    try:
        plain = context.new_page()
        plain.set_content(page)
        cells = plain.locator(".jp-CodeCell")
        for number, (cell, selector) in enumerate(OUTPUTS.items(), start=1):
            shown = cells.nth(number).locator(f".jp-OutputArea-output :is({selector})").first
            expect(shown, cell).to_be_visible()
    finally:
        context.close()
