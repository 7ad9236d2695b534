"""The mark in sound is found after what happens to sound, and only where it is."""

import io
import math

import av
import numpy as np
import pytest
from scipy.signal import resample_poly

from mediaext import watermark
from mediaext.audio import decode, encode_wav
from mediaext.engines.classical.speech_synthesis import RATE, synthesise
from mediaext.errors import MediaError

PAYLOAD = 0xDEADBEEF
WORDS = {
    "en": "The quick brown fox jumps over the lazy dog, and then it sleeps under the old tree.",
    "de": "Ein kleines Signal liegt unter der Sprache, und niemand hört es, der nicht sucht.",
    "ru": "Привет, сегодня очень хорошая погода, мы пойдём гулять в парк вместе, друзья.",
}


def as_mp3(samples, rate=RATE, bits=96_000):
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mp3") as container:
        stream = container.add_stream("libmp3lame", rate=rate)
        stream.bit_rate, stream.layout = bits, "mono"
        whole = (np.clip(samples, -1, 1) * 32767).astype(np.int16)[None]
        frame = av.AudioFrame.from_ndarray(whole, format="s16", layout="mono")
        frame.rate = rate
        cutter = av.AudioResampler(format="s16p", layout="mono", rate=rate, frame_size=1152)
        for part in [*cutter.resample(frame), *cutter.resample(None), None]:
            container.mux(stream.encode(part))
    return buffer.getvalue()


def noisy(samples, decibels):
    power = np.mean(samples**2) / 10 ** (decibels / 10)
    return samples + np.random.default_rng(3).normal(size=samples.size) * math.sqrt(power)


@pytest.fixture(scope="module", params=WORDS)
def speech(request):
    return synthesise(WORDS[request.param], request.param, 8).samples


@pytest.fixture(scope="module")
def marked(speech):
    return decode(encode_wav(watermark.embed(speech, RATE, PAYLOAD), RATE)).samples


def cut(samples, rate=RATE):
    return samples[int(0.7 * rate) :][: 3 * rate]


def test_the_mark_lies_25_db_below_the_signal(speech, marked):
    distance = 10 * np.log10(np.mean(speech**2) / np.mean((marked - speech) ** 2))
    assert distance >= 25
    assert marked.shape == speech.shape


@pytest.mark.parametrize(
    "attack",
    [
        lambda x: (x, RATE),
        lambda x: decode(as_mp3(x)),
        lambda x: (resample_poly(x, 2, 3), 16_000),
        lambda x: (noisy(x, 20), RATE),
        lambda x: (cut(x), RATE),
        lambda x: (cut(decode(as_mp3(x)).samples), RATE),
        lambda x: (0.1 * x, RATE),
    ],
    ids=["plain", "mp3", "16 kHz", "noise", "3 s", "mp3 then 3 s", "quiet"],
)
def test_the_payload_survives(marked, attack):
    found = watermark.detect(*attack(marked))
    assert found is not None
    assert found.payload == PAYLOAD
    assert found.false_alarm < 1e-7


def test_the_payload_survives_all_of_it_at_once(marked):
    worn = cut(decode(as_mp3(noisy(marked, 20))).samples)
    assert watermark.detect(resample_poly(worn, 2, 3), 16_000).payload == PAYLOAD


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
    long = np.concatenate([np.tile(speech, 9), marked, marked])
    found = watermark.detect(long, RATE)
    assert found.payload == PAYLOAD
    assert abs(found.start - 9 * speech.size / RATE) < 17


def test_the_threshold_is_the_height_that_chance_reaches_once_in_ten_million():
    tail = 0.5 * math.erfc(watermark.threshold() / math.sqrt(2))
    assert watermark.PERIOD * tail == pytest.approx(watermark.FALSE_ALARM, rel=1e-3)


def unmarked_scores(seconds):
    """Scores of windows of speech in many voices that hold no mark."""
    random, done = np.random.default_rng(11), 0.0
    while done < seconds:
        words = " ".join("".join(random.choice(list("aeioubdgklmnrst"), 6)) for _ in range(60))
        language = random.choice(["en", "de", "fr", "es", "it", "pl", "sw", "fi"])
        variant = f"{random.choice(['f', 'm'])}{random.integers(1, 5)}"
        tempo = random.uniform(0.8, 1.4)
        speech = synthesise(words, language, 64, variant=variant, tempo=tempo)
        for _, part in watermark._windows(speech.samples, RATE):
            folded = watermark._fold(watermark._whiten(watermark._resample(part, RATE, 16_000)))
            yield watermark._read(folded)[0]
            done += part.size / RATE


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
