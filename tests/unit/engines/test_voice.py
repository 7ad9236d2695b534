"""A cloned voice is near its owner, whatever file it comes in."""

import resource
from functools import cache, lru_cache

import numpy as np
import pytest
from measures.sounds import (
    CLONED_WORDS,
    OWN_WORDS,
    OWNERS,
    analyse,
    as_mp3,
    mel_cepstral_distance,
    person,
)

from mediaext.audio import Audio, decode, encode_wav
from mediaext.engines import Context, load_engine
from mediaext.engines.classical import voice_conversion as conversion
from mediaext.engines.classical.speech_synthesis import RATE, synthesise
from mediaext.errors import JobFailed
from mediaext.operations import CloneVoice, GenerateSpeech


@pytest.fixture(scope="module", params=OWNERS)
def owner(request):
    return OWNERS[request.param]()


@lru_cache(maxsize=32)
def clone(content, seed=7, **fields):
    request = CloneVoice(
        text=fields.pop("text", CLONED_WORDS), reference_voice_url="a.wav", **fields
    )
    return (
        load_engine()
        .make(request, {"reference_voice_url": [content]}, Context(seed=seed))["result"]
        .content
    )


@cache
def default():
    request = GenerateSpeech(text=CLONED_WORDS)
    return load_engine().make(request, {}, Context(seed=7))["result"].content


def test_a_clone_is_nearer_to_its_owner_than_the_default_voice(owner):
    made = clone(encode_wav(owner.samples, RATE))
    before, after = (mel_cepstral_distance(content, owner) for content in (default(), made))
    assert after < 0.65 * before


def test_a_clone_has_the_pitch_and_range_of_its_owner(owner):
    middle, spread = analyse(owner).melody()
    found, range_found = analyse(decode(clone(encode_wav(owner.samples, RATE)))).melody()
    assert found == pytest.approx(middle, rel=0.05)
    assert range_found == pytest.approx(spread, rel=0.5)


def test_a_clone_keeps_the_tempo_of_its_owner():
    slow, fast = (synthesise(OWN_WORDS, "en", 9, tempo=tempo) for tempo in (0.75, 1.4))
    lengths = [decode(clone(encode_wav(voice.samples, RATE))).duration for voice in (slow, fast)]
    assert lengths[0] > 1.25 * lengths[1]


def test_exaggeration_widens_the_melody_of_a_clone():
    content = encode_wav(OWNERS["child"]().samples, RATE)
    spreads = [
        analyse(decode(clone(content, exaggeration=value))).melody()[1] for value in (0.0, 1.0)
    ]
    assert spreads[1] > 1.3 * spreads[0]


def test_the_formant_shift_is_found():
    source = analyse(synthesise(CLONED_WORDS, "en", 10))
    child = analyse(person(height=2.0, tract=1.15))
    assert conversion.tract_length(source, child) == pytest.approx(1.15, abs=0.06)


def test_speech_takes_a_target_voice():
    voice = OWNERS["woman"]()
    request = GenerateSpeech(text=CLONED_WORDS, target_voice_path="a.wav")
    made = load_engine().make(
        request, {"target_voice_path": [encode_wav(voice.samples, RATE)]}, Context(seed=7)
    )["result"]
    assert made.content == clone(encode_wav(voice.samples, RATE))


def test_a_voice_is_listened_to_once_for_all_that_it_says(monkeypatch):
    voice, heard = encode_wav(person().samples, RATE), []
    analysed = conversion.analyse

    def listen(audio):
        heard.append(audio.duration)
        return analysed(audio)

    monkeypatch.setattr(conversion, "analyse", listen)
    said = [clone.__wrapped__(voice, text=text) for text in ("One.", "Two.", "One.")]
    assert said[0] == said[2] != said[1]
    assert len(heard) == 4
    assert sum(seconds > 5 for seconds in heard) == 1


def test_equal_seeds_give_equal_bytes():
    voice = encode_wav(person().samples, RATE)
    assert clone(voice, text="Hello.") == clone.__wrapped__(voice, text="Hello.")


def test_a_stereo_mp3_at_another_rate_serves_as_reference():
    voice = OWNERS["child"]()
    middle = analyse(voice).melody()[0]
    found = analyse(decode(clone(as_mp3(voice, "stereo")))).melody()[0]
    assert found == pytest.approx(middle, rel=0.05)


@cache
def bad_references():
    random = np.random.default_rng(5)
    minute = as_mp3(Audio(0.1 * random.normal(size=60 * 8000), 8000))
    whole = encode_wav(random.normal(size=RATE * 3) * 0.1, RATE)
    return {
        "silent": (encode_wav(np.zeros(3 * RATE), RATE), "silent"),
        "0.3 s": (encode_wav(random.normal(size=RATE * 3 // 10) * 0.1, RATE), "0.3 s"),
        "noise": (whole, "pitch"),
        "40 minutes": (minute * 40, "longer than 300 s"),
        "a playlist": (b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n", "WAV"),
        "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(99), "WAV"),
        "nothing": (b"", "WAV"),
        "no frames": (whole[:50], "no samples|lasts 0.0"),
        "broken mp3": (b"ID3" + random.bytes(9999), "decoded"),
        "a rate of 1 Hz": (encode_wav(np.zeros(9), 1), "rate"),
    }


@pytest.mark.parametrize("name", bad_references())
def test_a_bad_reference_is_refused_with_a_sentence(name):
    content, words = bad_references()[name]
    with pytest.raises(JobFailed, match=words) as caught:
        clone(content)
    assert caught.value.code == "INPUT_INVALID"


def test_a_reference_is_required():
    with pytest.raises(JobFailed, match="required"):
        load_engine().make(CloneVoice(text="x", reference_voice_url="a.wav"), {}, Context())


@pytest.mark.benchmark(reason="half a minute")
def test_two_minutes_in_a_cloned_voice_stay_under_a_gigabyte_and_a_half():
    clone(encode_wav(person().samples, RATE), text=OWN_WORDS * 20, max_new_tokens=10**9)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 1_500_000
