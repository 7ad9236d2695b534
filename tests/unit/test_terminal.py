"""Pictures as terminals take them, decoded again."""

import base64
import io
import re
import sys
from types import SimpleNamespace

import numpy as np
import PIL.Image
import pytest

from mediaext.cli.outputs import show, table
from mediaext.job import jobs_table
from mediaext.notebook.pictures import show_in_terminal
from mediaext.results import Picture
from mediaext.results.terminal import CHUNK, draw, protocol


def halves(width=40, height=20):
    image = PIL.Image.new("RGB", (width, height), "red")
    image.paste("blue", (width // 2, 0, width, height))
    return image


def read_sixel(text):
    """Return the pixels that a sixel text paints."""
    width, height = map(int, re.match(r"\x1bPq\"1;1;(\d+);(\d+)", text).groups())
    body = text.partition(f"{width};{height}")[2].removesuffix("\x1b\\")
    colours, page, top, left, pen = {}, np.zeros((height + 6, width, 3), int), 0, 0, None
    for word in re.finditer(r"#(\d+)(?:;2;(\d+);(\d+);(\d+))?|!(\d+)(.)|([$-])", body):
        number, red, green, blue, count, letter, mark = word.groups()
        if red is not None:
            colours[number] = [round(int(part) * 2.55) for part in (red, green, blue)]
        elif number:
            pen = colours[number]
        elif mark:
            left, top = 0, top + 6 * (mark == "-")
        else:
            for row in range(6):
                if (ord(letter) - 63) >> row & 1:
                    page[top + row, left : left + int(count)] = pen
            left += int(count)
    return page[:height]


@pytest.mark.parametrize(
    ("environment", "found"),
    [
        ({"TERM": "xterm-kitty"}, "kitty"),
        ({"KITTY_WINDOW_ID": "1", "TERM": "xterm-256color"}, "kitty"),
        ({"TERM_PROGRAM": "iTerm.app"}, "iterm"),
        ({"TERM_PROGRAM": "WezTerm"}, "iterm"),
        ({"TERM": "foot"}, "sixel"),
        ({"TERM": "xterm-256color"}, None),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/x"}, None),
        ({"TERM": "dumb", "MEDIAEXT_TERMINAL": "sixel"}, "sixel"),
        ({"TERM": "xterm-kitty", "MEDIAEXT_TERMINAL": "none"}, None),
    ],
)
def test_a_terminal_is_known_by_what_it_says_of_itself(environment, found):
    assert protocol(environment) == found


def test_kitty_takes_a_png_in_pieces():
    noise = np.random.default_rng(7).integers(0, 255, (90, 90, 3), np.uint8)
    text = draw(PIL.Image.fromarray(noise), "kitty")
    parts = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", text)
    assert parts[0][0] == "f=100,a=T,m=1"
    assert parts[-1][0] == "m=0"
    assert max(len(body) for _, body in parts) <= CHUNK
    content = base64.b64decode("".join(body for _, body in parts))
    assert np.array_equal(np.asarray(PIL.Image.open(io.BytesIO(content))), noise)


def test_iterm_takes_a_file_with_its_size():
    text = draw(halves(), "iterm")
    size, body = re.fullmatch(r"\x1b]1337;File=inline=1;size=(\d+):(.*)\x07", text).groups()
    content = base64.b64decode(body)
    assert len(content) == int(size)
    assert PIL.Image.open(io.BytesIO(content)).size == (40, 20)


def test_sixel_paints_the_pixels():
    image = halves()
    assert np.abs(read_sixel(draw(image, "sixel")) - np.asarray(image).astype(int)).max() <= 4
    many = PIL.Image.radial_gradient("L").resize((120, 90)).convert("RGB")
    assert np.abs(read_sixel(draw(many, "sixel")) - np.asarray(many).astype(int)).mean() < 4
    clear = PIL.Image.new("RGBA", (13, 7))
    assert np.abs(read_sixel(draw(clear, "sixel")) - 255).max() <= 4


def on_kitty(monkeypatch):
    """Put a terminal in the place of standard output, and return what it is sent."""
    monkeypatch.setenv("MEDIAEXT_TERMINAL", "kitty")
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stdout", terminal)
    return terminal


def picture():
    buffer = io.BytesIO()
    halves().save(buffer, "PNG")
    return Picture(buffer.getvalue())


def test_the_command_line_shows_the_picture_above_its_path(monkeypatch, tmp_path):
    kitty = on_kitty(monkeypatch)
    show(picture(), str(tmp_path / "a.png"), as_json=False)
    assert kitty.getvalue().startswith("\x1b_G")
    assert kitty.getvalue().endswith(f"{tmp_path / 'a.png'}\n")
    kitty.seek(0)
    kitty.truncate(0)
    show(picture(), str(tmp_path / "b.png"), as_json=True)
    assert "\x1b" not in kitty.getvalue()


def test_ipython_on_a_terminal_shows_pictures(monkeypatch):
    kitty = on_kitty(monkeypatch)
    shell = SimpleNamespace(
        mime_renderers={}, display_formatter=SimpleNamespace(active_types=["text/plain"])
    )
    show_in_terminal(shell)
    assert shell.display_formatter.active_types == ["text/plain", "image/png", "image/jpeg"]
    data, metadata = picture()._repr_mimebundle_()
    shell.mime_renderers["image/jpeg"](data["image/jpeg"], metadata["image/jpeg"])
    assert kitty.getvalue().startswith("\x1b_G")
    assert kitty.getvalue().endswith("picture\n")
    assert "text/html" not in data


def test_a_narrow_terminal_gets_a_narrow_table(tmp_path):
    import mediaext

    media = mediaext.connect(engine="mediaext.testing.instant:engine")
    made = media.image("a very long prompt about a cat on a chair", seed=1)
    frame = jobs_table([made.job])
    wide, narrow = table(frame), table(frame, 70)
    assert "seed" in wide
    assert len(narrow.splitlines()[0]) <= 70
    assert made.job.job_id in narrow
