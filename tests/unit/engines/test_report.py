"""The report measures every operation, and the figures keep their aims on small photos too."""

import io
import subprocess
import sys
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import PIL.Image
import pytest
import skimage.data
from measures.bench import Bench, Photo, find_photos
from measures.edges import composites
from measures.measure import Measure, at_least, at_most, means
from measures.pictures import halo, hues_apart, logo_error
from measures.speed import REQUESTS, fresh, timed
from report import AREAS, arguments, main

from mediaext.engines.classical.masks import overlap
from mediaext.operation import CATALOGUE

ELSEWHERE = {"speed", "image", "speech", "voice"}
"""Areas of minutes, whose measures other tests hold one by one."""
ON_A_FACE = {"faceswap", "tryon", "replace"}


def reduced(rgb, width):
    height = round(rgb.shape[0] * width / rgb.shape[1])
    return cv2.resize(rgb, (width, height), interpolation=cv2.INTER_AREA)


@pytest.fixture(scope="module")
def benches():
    face = Photo("astronaut", reduced(skimage.data.astronaut(), 256))
    cup = Photo("coffee", reduced(skimage.data.coffee(), 200))
    cup.truth = cup.alpha > 0.5
    return {True: Bench([face]), False: Bench([cup])}


@pytest.mark.parametrize("name", sorted(AREAS.keys() - ELSEWHERE))
def test_an_area_is_measured_and_keeps_its_aims(benches, name):
    measures = list(AREAS[name](benches[name in ON_A_FACE]))
    assert measures
    assert {measure.operation for measure in measures} == {name}
    assert all(np.isfinite(measure.figure) for measure in measures)
    missed = [str(measure) for measure in [*measures, *means(measures)] if measure.missed]
    assert not missed


def test_every_operation_is_an_area_and_is_timed():
    assert set(AREAS) == {*CATALOGUE, "speed"}
    assert {request.endpoint.name for request, _ in REQUESTS} == set(CATALOGUE)


def test_the_opacity_of_a_composite_is_known():
    sharp, blurred, hairy = islice(composites(find_photos()), 3)
    for made in (sharp, blurred, hairy):
        assert made.error(made.opacity) == 0
        assert made.error(np.zeros_like(made.opacity)) > 0.3
        assert made.error(np.roll(made.opacity, 3, axis=1)) > 0.05
    soft = [((c.opacity > 0.02) & (c.opacity < 0.98)).mean() for c in (sharp, blurred, hairy)]
    assert soft[1] > 2 * soft[0]
    assert soft[2] > 2 * soft[0]


def test_composites_need_grounds():
    assert list(composites([Photo("astronaut", skimage.data.astronaut())])) == []


def test_a_fresh_picture_is_another_in_small_copies_too():
    rgb = skimage.data.astronaut()
    one, other = (
        reduced(np.asarray(PIL.Image.open(io.BytesIO(fresh(rgb, b"voice")["image"]))), 128)
        for _ in range(2)
    )
    assert (one != other).mean() > 0.2


def test_at_least_six_photos_are_measured():
    photos = find_photos()
    assert len({photo.name for photo in photos}) >= 6
    assert sum(photo.truth is not None for photo in photos) >= 6
    assert any(photo.face == "front" for photo in photos)


def test_photos_of_ones_own_bring_their_masks(tmp_path):
    picture = PIL.Image.fromarray(skimage.data.coffee())
    picture.save(tmp_path / "cup.jpg")
    mask = np.zeros((400, 600), np.uint8)
    mask[100:300, 200:400] = 255
    PIL.Image.fromarray(mask).save(tmp_path / "cup.mask.png")
    (photo,) = find_photos(tmp_path)
    assert photo.name == "cup"
    assert photo.truth.mean() == pytest.approx(1 / 6)


REPORT = Path(__file__).parents[2] / "quality" / "report.py"


def test_the_command_prints_figures_aims_and_progress(tmp_path):
    PIL.Image.fromarray(reduced(skimage.data.coffee(), 120)).save(tmp_path / "cup.png")
    command = [sys.executable, REPORT, "--only", "logo", "--photos", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "logo       cup" in done.stdout
    assert "aim <= 1" in done.stdout
    assert "aims missed: 0" in done.stdout
    assert "[1/1] logo" in done.stderr


@pytest.mark.parametrize("given", [["--only", "sculpture"], ["--photos", "/no/such/folder"]])
def test_what_is_not_there_is_named(given, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["report.py", *given])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert given[1] in capsys.readouterr().err


def test_help_names_every_area():
    words = arguments().format_help()
    assert all(name in words for name in AREAS)


def test_a_missed_aim_is_told():
    good, bad = (Measure("logo", "cup", "error", figure, at_most(1)) for figure in (0.5, 2.0))
    assert not good.missed
    assert "MISSED" not in str(good)
    assert bad.missed
    assert "MISSED" in str(bad)


def test_an_aim_for_the_mean_judges_the_mean_alone():
    aim = at_least(0.8, mean=True)
    single = [Measure("cutout", name, "overlap", figure, aim) for name, figure in
              (("a", 0.5), ("b", 0.9))]  # fmt: skip
    assert not any(measure.missed for measure in single)
    (mean,) = means(single)
    assert mean.figure == pytest.approx(0.7)
    assert mean.missed


def test_measuring_functions_know_right_from_wrong():
    half = np.zeros((10, 10), bool)
    half[:5] = True
    assert overlap(half, half) == 1
    assert overlap(half, ~half) == 0
    assert hues_apart(350, 20) == 30
    photo = np.full((40, 60, 3), 100, np.uint8)
    stamped = photo.copy()
    stamped[30:36, 40:55] = 150
    assert logo_error(photo, stamped, (200, 200, 200)) == 0
    assert logo_error(photo, stamped, (220, 200, 200)) == 10
    ringing = photo.copy()
    ringing[::2] += 30
    assert halo(photo, photo, 2) == 0
    assert halo(photo, ringing, 2) == 30


def test_each_timed_run_has_media_of_its_own():
    rgb, voice = np.zeros((4, 4, 3), np.uint8), bytes(8)
    made = [fresh(rgb, voice) for _ in range(3)]
    for kind in ("image", "audio"):
        assert len({media[kind] for media in made}) == 3


def test_time_is_the_better_run_after_the_first():
    runs = []
    seconds, processor = timed(*[lambda: runs.append(sum(range(20_000)))] * 3)
    assert len(runs) == 3
    assert seconds > 0
    assert processor >= 0
