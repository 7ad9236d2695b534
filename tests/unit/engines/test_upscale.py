"""Enlarging: nearer to the truth than Pillow's filters, sharper, without halos."""

import cv2
import numpy as np
import PIL.Image
import pytest
from measures.pictures import detail_gain, resized, shrunk

from mediaext.engines import Context, load_engine
from mediaext.engines.classical.enlarging import TILE, enlarge
from mediaext.errors import JobFailed
from mediaext.operations import UpscaleImage

ENGINE = load_engine()
RESAMPLING = PIL.Image.Resampling


# coffee and china were held out when the networks were trained
@pytest.mark.parametrize("filtered", [RESAMPLING.BICUBIC, RESAMPLING.LANCZOS])
@pytest.mark.parametrize(("scale", "peer"), [(2, RESAMPLING.LANCZOS), (4, RESAMPLING.BICUBIC)])
def test_held_out_photos_are_restored_half_a_decibel_better(subjects, scale, peer, filtered):
    gains = [
        detail_gain(subjects.photo(name), scale, peer, filtered) for name in ("coffee", "china")
    ]

    assert np.mean(gains) > 0.5


@pytest.mark.parametrize("scale", [2, 3, 4])
def test_the_result_is_sharper_than_pillows(subjects, scale):
    _, small = shrunk(subjects.photo("coffee"), scale, RESAMPLING.BICUBIC)

    def sharpness(rgb):
        return cv2.Laplacian(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), cv2.CV_32F).std()

    ours = sharpness(enlarge(small, scale))
    assert ours > 1.2 * sharpness(resized(small, scale, RESAMPLING.LANCZOS))


@pytest.mark.parametrize("scale", [2, 3, 4])
def test_an_edge_has_less_halo_than_lanczos_gives_it(scale):
    step = np.full((40, 40, 3), 60, np.uint8)
    step[:, 20:] = 180

    def halo(rgb):
        inner = rgb[8 * scale : -8 * scale].astype(int)
        return max(inner.max() - 180, 60 - inner.min())

    assert halo(enlarge(step, scale)) <= 0.75 * halo(resized(step, scale, RESAMPLING.LANCZOS))


def test_scale_one_removes_noise_and_blur(subjects):
    truth = subjects.photo("coffee")
    soft = cv2.GaussianBlur(truth, (0, 0), 0.7).astype(float)
    noise = np.random.default_rng(2).normal(0, 3, truth.shape[:2])[..., None]
    worn = (soft + noise).clip(0, 255).round().astype(np.uint8)

    better = enlarge(worn, 1)
    assert better.shape == worn.shape
    assert cv2.PSNR(truth, better) > cv2.PSNR(truth, worn) + 0.5


def test_tiles_leave_no_seam(subjects):
    wide = np.tile(subjects.photo("china")[100:160], (1, 2, 1))
    whole, alone = enlarge(wide, 2), enlarge(wide[:, TILE - 100 : TILE + 100], 2)

    around = slice(2 * TILE - 60, 2 * TILE + 60)
    same = alone[:, 2 * 100 - 60 : 2 * 100 + 60]
    assert np.abs(whole[:, around].astype(int) - same).max() <= 1


@pytest.mark.parametrize("scale", [1, 2, 3, 4])
@pytest.mark.parametrize("shape", [(1, 1), (2, 7), (30, 1)])
def test_tiny_pictures_are_enlarged(scale, shape):
    large = enlarge(np.full((*shape, 3), 77, np.uint8), scale)

    assert large.shape == (shape[0] * scale, shape[1] * scale, 3)
    assert np.abs(large.astype(int) - 77).max() <= 6


@pytest.mark.parametrize("output_format", ["webp", "jpeg", "png"])
@pytest.mark.parametrize("scale", [1, 3])
def test_size_and_format_are_as_asked(subjects, scale, output_format):
    request = UpscaleImage(input_image="in", scale=scale, output_format=output_format)
    content = subjects.encoded(subjects.photo("coffee")[:40, :60])
    made = subjects.decoded(ENGINE.make(request, {"input_image": [content]}, Context())["result"])

    assert made.size == (60 * scale, 40 * scale)
    assert made.format == output_format.upper()


def test_transparency_survives(subjects):
    picture = np.zeros((40, 40, 4), np.uint8)
    picture[10:30, 10:30] = (250, 120, 0, 255)
    request = UpscaleImage(input_image="in", scale=2, output_format="png")
    content = subjects.encoded(picture)
    made = np.asarray(
        subjects.decoded(ENGINE.make(request, {"input_image": [content]}, Context())["result"])
    )

    assert made[0, 0, 3] == 0
    assert made[40, 40, 3] == 255
    assert np.abs(made[40, 40, :3].astype(int) - [250, 120, 0]).max() <= 6
    edge = made[22:58, 22:58]
    assert edge[..., 0].min() > 180  # what hides in the transparent part does not darken the rim


def test_a_gray_picture_stays_gray(subjects):
    gray = PIL.Image.fromarray(subjects.photo("coffee")[:50, :50]).convert("L")
    request = UpscaleImage(input_image="in", scale=2, output_format="png")
    made = ENGINE.make(request, {"input_image": [subjects.encoded(gray)]}, Context())["result"]
    rgb = np.asarray(subjects.decoded(made).convert("RGB")).astype(int)

    assert np.ptp(rgb, axis=2).max() <= 1


def test_a_result_beyond_the_bounds_is_refused_with_a_sentence(subjects):
    content = subjects.encoded(PIL.Image.new("1", (5000, 10)))
    request = UpscaleImage(input_image="in", scale=4)

    with pytest.raises(JobFailed, match="scale: 4 times 5000x10") as caught:
        ENGINE.make(request, {"input_image": [content]}, Context())
    assert caught.value.code == "INPUT_INVALID"
