"""Speech is spoken in many languages, bounded, expressive, repeatable, and refuses nonsense."""

import numpy as np
import pytest
from measures.sounds import SENTENCES, analyse, clipped, in_band

from mediaext import watermark
from mediaext.audio import decode
from mediaext.engines import Context, load_engine
from mediaext.engines.classical.pronunciation import sounded
from mediaext.errors import JobFailed
from mediaext.operations import GenerateSpeech
from mediaext.results import Sound

STORY = "Is this the whole story? No! There is a great deal more to tell. Listen, please."


def say(text=STORY, seed=7, context=None, **fields):
    files = load_engine().make(
        GenerateSpeech(text=text, **fields), {}, context or Context(seed=seed)
    )
    return files["result"]


def refusal(**fields):
    with pytest.raises(JobFailed) as caught:
        say(**fields)
    assert caught.value.code == "INPUT_INVALID"
    return str(caught.value)


@pytest.mark.parametrize("language", SENTENCES)
def test_a_language_is_spoken_with_voiced_sound(language):
    made = say(SENTENCES[language], language_id=language)
    sound = Sound(made.content, made.media_type)
    assert (sound.sample_rate, made.media_type) == (24_000, "audio/wav")
    assert 0.8 < sound.duration < 8
    samples = decode(made.content)
    voice = analyse(samples)
    assert (voice.pitch[voice.active] > 0).mean() > 0.3
    assert in_band(samples) > 0.85
    assert clipped(samples) == 0
    assert 80 < voice.melody()[0] < 260


def test_every_promised_language_is_tried():
    promised = "en zh ja ko he fr de es it pt ru ar hi"
    assert set(promised.split()) <= set(SENTENCES)


def test_languages_sound_different():
    made = {say("Paris 24", language_id=language).content for language in ("en", "fr", "de", "pl")}
    assert len(made) == 4


@pytest.mark.parametrize("code", ["pt-BR", "zh-TW", "zh_CN", "EN", "en-gb", "de-AT", "iw"])
def test_a_code_with_a_region_finds_a_voice(code):
    assert Sound(say("1 2 3", language_id=code).content).duration > 0.5


def test_equal_seeds_give_equal_bytes():
    assert say().content == say().content


def test_the_seed_is_the_payload_of_the_watermark():
    assert watermark.find(say(seed=0xCAFE).content).payload == 0xCAFE


def test_no_watermark_is_laid_when_none_is_asked_for():
    assert watermark.find(say(apply_watermark=False).content) is None


def test_exaggeration_widens_pitch_and_energy():
    spreads, energies = [], []
    for exaggeration in (0.0, 0.5, 1.0):
        sound = decode(say(exaggeration=exaggeration, apply_watermark=False).content)
        spreads.append(analyse(sound).melody()[1])
        frames = sound.samples[: sound.samples.size // 960 * 960].reshape(-1, 960)
        energy = 10 * np.log10(np.mean(frames**2, axis=1) + 1e-9)
        energies.append(energy[energy > energy.max() - 30].std())
    assert spreads[0] * 1.5 < spreads[1] < spreads[2] / 1.3
    assert energies[0] < energies[1] < energies[2]
    assert energies[2] > energies[0] + 1


@pytest.mark.parametrize("tokens", [1, 25, 60])
def test_tokens_bound_the_length_and_the_end_fades(tokens):
    context = Context(seed=1)
    sound = decode(say(STORY, max_new_tokens=tokens, context=context).content)
    assert sound.duration == pytest.approx(tokens / 25, abs=1e-3)
    assert np.abs(sound.samples[-24:]).max() < 1e-3
    (note,) = context.notes
    assert f"cut at {tokens / 25:g} s: raise max_new_tokens" in note


def test_a_short_text_is_not_cut():
    context = Context()
    say("Hello.", context=context)
    assert context.notes == []


def test_speech_neither_clips_nor_whispers():
    samples = decode(say().content).samples
    assert 0.3 < np.abs(samples).max() < 0.99
    assert abs(samples.mean()) < 0.002


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"language_id": "xx"}, "choose one of"),
        ({"language_id": "e" * 5000}, "choose one of"),
        ({"text": "   "}, "no word"),
        ({"text": "\0\n\t"}, "no word"),
        ({"text": "!?… —"}, "no word"),
        ({"text": "word " * 5000}, "10,000"),
    ],
)
def test_what_cannot_be_spoken_is_refused_with_a_sentence(fields, words):
    assert words in refusal(**fields)


@pytest.mark.parametrize("text", ["\ufffe hi", "<speak>&lt;</speak>", "[[h@l'oU]]", "a" * 9000])
def test_odd_text_is_spoken(text):
    assert Sound(say(text, max_new_tokens=50).content).duration > 0.2


def test_japanese_is_read_in_kana_with_long_vowels():
    assert sounded("東京は文章", "ja") == "とおきょおわ ぶんしょお"


def test_hebrew_and_arabic_get_vowels_but_keep_those_that_are_written():
    assert sounded("עולם", "he") == "עוֹלַם"
    assert sounded("בּוֹקֶר", "he") == "בּוֹקֶר"
    assert sounded("عليكم", "ar-EG") == "عَليكَم"


def test_progress_is_told_and_cancelling_stops():
    class Stop(Exception):
        pass

    def report(fraction, message):
        raise Stop

    with pytest.raises(Stop):
        say(context=Context(report=report))
