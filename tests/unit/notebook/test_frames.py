"""A table in, jobs and pictures out."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import mediaext
import mediaext.notebook.frames  # gives DataFrames their .media
from mediaext.errors import InvalidRequest, JobFailed
from mediaext.results import Picture

INSTANT = "mediaext.testing.instant:engine"


@pytest.fixture
def media():
    return mediaext.connect(engine=INSTANT, retries=0)


def test_every_row_becomes_a_picture_with_its_own_words(media):
    frame = pd.DataFrame({"colour": ["red", "blue"], "n": [3, 4]}, index=["a", "b"])
    batch = frame.media.submit("image", media, prompt="a {colour} {{bike}}", seed="{n}").wait(60)

    assert [result.job.request["prompt"] for result in batch.results] == [
        "a red {bike}",
        "a blue {bike}",
    ]
    assert [result.job.seed for result in batch.results] == [3, 4]
    assert list(batch.table.index) == ["a", "b"]
    assert set(batch.table["status"]) == {"completed"}
    assert all(isinstance(result, Picture) for result in batch.table["result"])
    assert list(frame.columns) == ["colour", "n"], "the frame itself stays as it was"


def test_a_failed_row_does_not_stop_the_others_and_can_be_made_again(media):
    frame = pd.DataFrame({"words": ["raise", "a boat", ""]})
    batch = frame.media.submit("image", media, prompt="{words}", seed=1).wait(60)

    assert list(batch.table["status"]) == ["failed", "completed", "failed"]
    assert isinstance(batch.table["error"][0], JobFailed)
    assert isinstance(batch.table["error"][2], InvalidRequest)
    assert list(batch.failed.index) == [0, 2]
    kept = batch.results[1]
    batch.resubmit(prompt="anything").wait(60)
    assert set(batch.table["status"]) == {"completed"}
    assert batch.results[1] is kept, "what was made is not made again"


def test_a_cell_that_is_a_picture_is_passed_on_and_an_empty_cell_leaves_the_field_out(media):
    pixels = np.zeros((8, 8, 3), np.uint8)
    frame = pd.DataFrame({"photo": [pixels, pixels], "scale": [2, None]})
    batch = frame.media.submit("upscale", media, input_image="{photo}", scale="{scale}").wait(60)

    first, second = (result.job.request for result in batch.results)
    assert first["scale"] == 2
    assert "scale" not in second
    assert first["input_image"].startswith("sha256:")


def test_a_column_that_is_not_there_is_said_with_the_nearest_one():
    frame = pd.DataFrame({"colour": ["red"]})
    with pytest.raises(InvalidRequest, match=r"no column 'color'\. Did you mean") as caught:
        frame.media.submit("image", prompt="a {color} bike")
    assert caught.value.problems[0].field == "prompt"


@pytest.mark.parametrize(("name", "concurrency"), [("imgae", 4), ("image", 0)])
def test_what_cannot_work_is_refused_before_anything_is_sent(name, concurrency):
    with pytest.raises(InvalidRequest):
        pd.DataFrame({"a": [1]}).media.submit(name, prompt="x", concurrency=concurrency)


def test_at_most_so_many_rows_are_in_hand():
    import threading

    class Runner:
        def __init__(self):
            self.now, self.most, self.lock = 0, 0, threading.Lock()
            self.together = threading.Barrier(2, timeout=20)

        def run(self, operation):
            with self.lock:
                self.now += 1
                self.most = max(self.most, self.now)
            self.together.wait()
            with self.lock:
                self.now -= 1
            return operation.prompt

    runner = Runner()
    frame = pd.DataFrame({"n": range(6)})
    batch = frame.media.submit("image", runner, prompt="{n}", concurrency=2).wait(60)

    assert batch.results == ["0", "1", "2", "3", "4", "5"]
    assert runner.most == 2


def test_runners_that_wait_for_the_client_do_not_starve_it(media):
    class Around:
        def run(self, operation):
            return media.run(operation)

    frame = pd.DataFrame({"n": range(40)})
    batch = frame.media.submit("image", Around(), prompt="n {n}", seed=1, concurrency=40).wait(120)

    assert set(batch.table["status"]) == {"completed"}


def test_the_table_as_html_escapes_and_bounds_what_it_shows():
    class Runner:
        def run(self, operation):
            raise RuntimeError("<b>bad</b>")

    frame = pd.DataFrame({"<script>": ["<img src=x>"] * 60})
    batch = frame.media.submit("image", Runner(), prompt="x").wait(60)
    shown = batch.html()

    assert "<script>" not in shown
    assert "<img" not in shown
    assert "&lt;b&gt;bad" in shown
    assert shown.count("<tr>") == 51
    assert "and 10 more rows" in shown


def test_an_empty_table_is_done_at_once():
    batch = pd.DataFrame({"n": []}).media.submit("image", object(), prompt="{n}").wait(20)
    assert batch.table.empty
    assert "no rows" in repr(batch)


def test_the_extension_gives_frames_their_media_without_importing_pandas():
    code = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
for cell in ("%load_ext mediaext", "%reload_ext mediaext", "pass"):
    shell.run_cell(cell).raise_error()
assert "pandas" not in sys.modules
shell.run_cell("import pandas").raise_error()
shell.run_cell("print(pandas.DataFrame({'a': [1]}).media.submit)").raise_error()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert "MediaAccessor.submit" in done.stdout, done.stderr
