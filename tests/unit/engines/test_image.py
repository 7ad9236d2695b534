"""The image operation of the classical engine."""

import hashlib
import io
import json
import subprocess
import sys
import time

import numpy as np
import PIL.Image
import pytest

from mediaext.engines import Cancelled, Context, load_engine
from mediaext.errors import JobFailed
from mediaext.operations import GenerateImage

ENGINE = load_engine()


def make(prompt, seed=7, inputs=None, **fields):
    context = Context(seed=seed)
    request = GenerateImage(prompt=prompt, **{"width": 128, "height": 96, **fields})
    return ENGINE.make(request, inputs or {}, context)["result"], context


def opened(file):
    return PIL.Image.open(io.BytesIO(file.content))


@pytest.mark.parametrize("form", ["webp", "jpeg", "png"])
def test_the_picture_has_the_size_and_format_asked_for(form):
    file, _ = make("a red car", output_format=form)
    assert file.media_type == f"image/{form}"
    assert opened(file).size == (128, 96)


@pytest.fixture(scope="module")
def elsewhere():
    """What another process makes of the same request, and the modules that it loaded for it."""
    code = (
        "import hashlib, sys; from mediaext.engines import *; "
        "from mediaext.operations import GenerateImage as G; "
        "f = load_engine().make(G(prompt='three ducks on a pond, oil painting', width=128, "
        "height=96), {}, Context(seed=7)); "
        "print(hashlib.sha256(f['result'].content).hexdigest(), *sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    digest, *modules = run.stdout.split()
    return digest, set(modules)


def test_equal_seeds_repeat_the_bytes_in_another_process(elsewhere):
    here = make("three ducks on a pond, oil painting")[0].content
    assert elsewhere[0] == hashlib.sha256(here).hexdigest()


def test_a_picture_without_words_loads_nothing_for_type_masks_and_statistics(elsewhere):
    heavy = {"scipy.signal", "scipy.stats", "scipy.sparse", "skimage.segmentation", "torch"}
    assert "scipy.ndimage" in elsewhere[1]
    assert heavy & elsewhere[1] == set()


def test_other_seeds_give_other_pictures():
    assert make("a dog", seed=1)[0].content != make("a dog", seed=2)[0].content


def test_unknown_words_are_noted():
    context = Context(seed=1)
    request = GenerateImage(prompt="a cat with a zyglot", width=64, height=64)
    ENGINE.make(request, {}, context)
    assert context.notes == ["Not understood in prompt, and left out: zyglot."]


def test_details_are_json():
    _, context = make("two red cars and a zyglot", enhance_prompt=True)
    assert json.loads(json.dumps(context.details)) == context.details


def test_enhancing_says_what_the_prompt_leaves_open():
    _, context = make("a fox", enhance_prompt=True)
    used = context.details["prompt_used"]
    assert used.startswith("a fox, ")
    assert context.notes == []
    assert {"setting", "style"} <= set(context.details["understood"])
    assert make("a fox")[1].details["prompt_used"] == "a fox"


def test_every_enhanced_prompt_is_understood_in_full():
    for seed in range(12):
        for prompt in ("a fox", "a boat", "a rocket", "an apple", "a chair"):
            _, context = make(prompt, seed=seed, enhance_prompt=True, width=16, height=16)
            assert context.notes == [], context.details["prompt_used"]


def test_the_logo_is_stamped_bottom_right_at_half_opacity():
    buffer = io.BytesIO()
    PIL.Image.new("RGBA", (40, 40), (255, 0, 255, 255)).save(buffer, "PNG")
    plain = np.asarray(opened(make("a cat", output_format="png")[0]).convert("RGB")).astype(int)
    file, _ = make("a cat", inputs={"logo_url": [buffer.getvalue()]}, output_format="png")
    stamped = np.asarray(opened(file).convert("RGB")).astype(int)
    rows, columns = np.nonzero(np.abs(stamped - plain).sum(2) > 12)
    assert rows.min() > 48
    assert columns.min() > 64
    row, column = int(np.median(rows)), int(np.median(columns))
    half = (plain[row, column] + np.array([255, 0, 255])) / 2
    assert np.abs(stamped[row, column] - half).max() <= 3


def test_a_broken_logo_is_named():
    with pytest.raises(JobFailed, match="logo_url"):
        make("a cat", inputs={"logo_url": [b"not a picture"]})


def test_blank_and_endless_prompts_are_refused():
    with pytest.raises(JobFailed, match="blank"):
        make("   ")
    with pytest.raises(JobFailed, match="characters"):
        make("cat " * 10_000)


def test_a_5000_word_prompt_is_refused_with_its_length():
    with pytest.raises(JobFailed, match=r"4,990 words; describe one picture in 400") as caught:
        make("cat " * 4990, width=32, height=32)
    assert caught.value.code == "INPUT_INVALID"


def test_a_cancelled_job_stops():
    def cancel(fraction, message):
        if fraction and fraction > 0.3:
            raise Cancelled

    request = GenerateImage(prompt="a cat", width=64, height=64)
    with pytest.raises(Cancelled):
        ENGINE.make(request, {}, Context(seed=1, report=cancel))


def test_progress_rises():
    seen = []
    context = Context(seed=1, report=lambda fraction, message: seen.append(fraction))
    ENGINE.make(GenerateImage(prompt="three cats", width=64, height=64), {}, context)
    assert seen == sorted(seen)
    assert len(seen) >= 6


@pytest.mark.benchmark
def test_a_full_picture_takes_under_800_milliseconds():
    make("a cat", width=1024, height=1024)
    for prompt in ("a red bicycle by the sea", "a fox in a forest, oil painting"):
        start = time.perf_counter()
        make(prompt, width=1024, height=1024)
        took = time.perf_counter() - start
        print(f"{took:.2f} s  {prompt}")
        assert took < 0.8
