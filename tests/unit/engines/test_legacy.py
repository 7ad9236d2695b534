"""The older endpoints: deblur and variation, and text to image with samples."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import PIL.Image
import pytest
import skimage.data
from skimage.metrics import peak_signal_noise_ratio

from mediaext.engines.classical.operations import sd3_5, upscaler
from mediaext.operations import LegacyTextToImage, LegacyUpscale
from tests.unit.engines.people_photos import COFFEE, SMALL, context, difference, encoded, opened

PHOTOS = {
    "astronaut": skimage.data.astronaut(),
    "coffee": skimage.data.coffee(),
    "cat": skimage.data.chelsea(),
}


def upscaled(image: PIL.Image.Image = COFFEE, seed: int = 7, **fields):
    request = LegacyUpscale(input_image="p.png", **{"prompt": "a photo", **fields})
    return upscaler.make(request, {"input_image": [encoded(image)]}, context(seed))


def painted(samples: int = 1, seed: int = 7, **fields):
    usual = {
        "prompt": "a red house on a green hill",
        "negative_prompt": "blurry",
        "num_inference_steps": 8,
        "guidance_scale": 5.0,
        "width": 256,
        "height": 256,
    }
    fields = {**usual, **fields}
    return sd3_5.make(LegacyTextToImage(samples=samples, **fields), {}, context(seed))


@pytest.mark.parametrize("name", PHOTOS)
@pytest.mark.parametrize("sigma", [1.2, 2.0])
def test_deblurring_gains_on_blurred_photos(name, sigma):
    sharp = PHOTOS[name]
    noise = np.random.default_rng(0).normal(0, 1, sharp.shape)
    blurred = (cv2.GaussianBlur(sharp, (0, 0), sigma) + noise).clip(0, 255).astype(np.uint8)
    before = peak_signal_noise_ratio(sharp, blurred)
    assert peak_signal_noise_ratio(sharp, upscaler.deblur(blurred)) > before + 0.4


@pytest.mark.parametrize("name", PHOTOS)
def test_the_blur_is_measured(name):
    widths = [
        upscaler.measured_blur(cv2.GaussianBlur(PHOTOS[name], (0, 0), sigma))
        for sigma in (0.8, 1.5, 2.2)
    ]
    assert widths == sorted(widths)
    assert widths[1] == pytest.approx(1.5, abs=0.5)


def test_deblur_and_variation_come_back_twice_as_large_as_png():
    for kind in ("deblur", "variation"):
        image = opened(upscaled(type=kind))
        assert image.size == (600, 400)
        assert image.format == "PNG"


def test_a_variation_is_another_picture_of_the_same_and_follows_the_seed():
    one, two = (
        opened(upscaled(type="variation", seed=seed)).resize((300, 200)) for seed in (1, 2)
    )
    assert difference(one, two) > 2
    assert 2 < difference(one, COFFEE) < 45
    assert encoded(opened(upscaled(type="variation"))) == encoded(
        opened(upscaled(type="variation"))
    )


def test_the_prompt_is_heeded():
    assert (
        difference(opened(upscaled(prompt="a photo")), opened(upscaled(prompt="vivid colours")))
        > 1
    )


def test_a_variation_at_sunset_is_lit_by_a_low_sun():
    plain, evening = (
        np.asarray(opened(upscaled(type="variation", seed=3, prompt=words)), np.float32)
        for words in ("a photo", "at sunset")
    )
    warmth = [float((made[..., 0] - made[..., 2]).mean()) for made in (plain, evening)]
    assert warmth[1] > warmth[0] + 10


def test_the_prefix_names_the_file():
    assert upscaled(file_prefix="mine")["result"].name == "mine.png"
    assert painted(2, file_prefix="mine")["result_1"].name == "mine_1.png"


def test_transparency_survives():
    veiled = COFFEE.copy()
    veiled.putalpha(PIL.Image.linear_gradient("L").resize(COFFEE.size))
    assert opened(upscaled(veiled)).mode == "RGBA"


def test_one_or_two_samples():
    assert set(painted(1)) == {"result"}
    files = painted(2)
    assert set(files) == {"result", "result_1"}
    assert difference(opened(files), opened(files, "result_1")) > 1


def test_samples_have_the_size_asked_for_beyond_the_painters_own():
    assert opened(painted(width=1200, height=300)).size == (1200, 300)


def test_fields_change_the_picture():
    plain = opened(painted())
    assert difference(plain, opened(painted(negative_prompt="house"))) > 1
    assert difference(plain, opened(painted(negative_prompt="red, dark"))) > 1
    assert difference(plain, opened(painted(guidance_scale=15.0))) > 0.01
    assert difference(plain, opened(painted(num_inference_steps=60))) > 0.01
    assert difference(plain, opened(painted(seed=9))) > 1
    assert encoded(plain) == encoded(opened(painted()))


def test_a_photo_without_blur_is_not_ruined():
    sharp = np.asarray(SMALL)
    assert peak_signal_noise_ratio(sharp, upscaler.deblur(sharp)) > 26


LARGE = """
import numpy as np
from mediaext.engines.classical.operations.upscaler import vary
photo = np.kron(np.arange(64, dtype=np.uint8).reshape(8, 8, 1), np.ones((512, 512, 3), np.uint8))
assert vary(photo * 3, 1).shape == (4096, 4096, 3)
from tests.unit.engines.hostile_files import peak
print(peak())
"""


def test_a_variation_of_4096_pixels_takes_less_than_a_gigabyte_and_a_half():
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", LARGE], cwd=root, capture_output=True, check=True)
    assert int(done.stdout) < 1500
