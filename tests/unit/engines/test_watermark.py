"""The mark in sound is found after what happens to sound, and only where it is."""

import math

import numpy as np
import pytest
from measures import sounds
from measures.sounds import (
    ATTACKS,
    PAYLOAD,
    STORIES,
    as_mp3,
    mark_distance,
    unmarked_scores,
)

from mediaext import watermark
from mediaext.engines.classical.speech_synthesis import RATE, synthesise
from mediaext.errors import MediaError


@pytest.fixture(scope="module", params=STORIES)
def speech(request):
    return synthesise(STORIES[request.param], request.param, 8).samples


@pytest.fixture(scope="module")
def marked(speech):
    return sounds.marked(speech)


def test_the_mark_lies_25_db_below_the_signal(speech, marked):
    assert mark_distance(speech, marked.samples) >= 25
    assert marked.samples.shape == speech.shape


@pytest.mark.parametrize("name", ATTACKS)
def test_the_payload_survives(marked, name):
    found = watermark.detect(*ATTACKS[name](marked))
    assert found is not None
    assert found.payload == PAYLOAD
    assert found.false_alarm < 1e-7


@pytest.mark.parametrize("payload", [0, 1, 0x80000000, 2**32 - 1])
def test_any_32_bits_can_be_said(speech, payload):
    assert watermark.detect(watermark.embed(speech, RATE, payload), RATE).payload == payload


def test_a_payload_beyond_32_bits_is_refused(speech):
    with pytest.raises(ValueError, match="payload"):
        watermark.embed(speech, RATE, 2**32)


def test_unmarked_speech_has_no_mark(speech):
    assert watermark.detect(speech, RATE) is None


@pytest.mark.parametrize("samples", [np.zeros(RATE), np.zeros(0), np.ones(9), np.zeros(3 * RATE)])
def test_silence_stays_silence_and_has_no_mark(samples):
    silent = samples * 0
    assert np.array_equal(watermark.embed(silent, RATE, 5), silent)
    assert watermark.detect(samples, RATE) is None


def test_a_mark_in_the_middle_of_a_long_sound_is_found_with_its_place(speech, marked):
    long = np.concatenate([np.tile(speech, 9), marked.samples, marked.samples])
    found = watermark.detect(long, RATE)
    assert found.payload == PAYLOAD
    assert abs(found.start - 9 * speech.size / RATE) < 17


def test_the_threshold_is_the_height_that_chance_reaches_once_in_ten_million():
    tail = 0.5 * math.erfc(watermark.threshold() / math.sqrt(2))
    assert watermark.PERIOD * tail == pytest.approx(watermark.FALSE_ALARM, rel=1e-3)


@pytest.mark.parametrize(
    "seconds", [300, pytest.param(10_000, marks=pytest.mark.benchmark(reason="a minute"))]
)
def test_unmarked_sound_never_comes_near_the_threshold(seconds):
    scores = np.array(list(unmarked_scores(seconds)))
    print(
        f"{seconds} s unmarked: highest {scores.max():.2f}, threshold {watermark.threshold():.2f}"
    )
    assert scores.max() < watermark.threshold()
    # the highest of 16,384 normal values lies at 4.0 in the middle
    assert np.median(scores) == pytest.approx(4.0, abs=0.3)


def test_a_file_that_is_no_sound_says_so():
    with pytest.raises(MediaError, match="WAV"):
        watermark.find(b"#EXTM3U\nhttp://example.com/a.ts")


def test_a_marked_file_is_found_from_its_bytes(marked):
    assert watermark.find(as_mp3(marked)).payload == PAYLOAD
