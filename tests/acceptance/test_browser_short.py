"""The short form of the browser tests, in the default suite where a browser is found."""

from pathlib import Path

import skimage

PHOTO = Path(skimage.__file__).parent / "data" / "astronaut.png"


def test_a_panel_takes_a_file_and_shows_before_and_after(lab):
    cells = ["%load_ext mediaext", "import mediaext\np = mediaext.panel('upscale', scale=1)\np"]
    with lab.book(*cells) as book:
        book.run_all()
        panel = book.page.locator(".mediaext-panel")
        panel.get_by_label("input image (required): file").set_input_files(PHOTO)
        panel.get_by_role("img", name="input image, 512x512").wait_for()
        panel.get_by_role("button", name="Run").click()
        slider = book.page.get_by_role("slider", name="before and after")
        slider.wait_for(timeout=60_000)
        after = book.page.get_by_role("img", name="after", exact=True)
        slider.focus()
        slider.press("Home")
        assert after.evaluate("image => image.style.clipPath").endswith(" 0%)")
        slider.press("End")
        assert after.evaluate("image => image.style.clipPath").endswith("100%)")
