"""Measures of speech, cloned voices and the mark: speech, voice."""

import io
import math
from collections.abc import Callable, Iterator
from functools import lru_cache

import av
import numpy as np
from scipy.signal import resample_poly
from scipy.spatial import cKDTree

from measures.bench import Bench
from measures.measure import Measure, at_least, at_most
from mediaext import watermark
from mediaext.audio import Audio, Floats, decode, encode_wav
from mediaext.engines.classical import voice_conversion as conversion
from mediaext.engines.classical.memory import remembering
from mediaext.engines.classical.speech_synthesis import RATE, TOKENS_PER_SECOND, synthesise
from mediaext.operations import CloneVoice, GenerateSpeech

SENTENCES = {
    "en": "Good morning, this is a small voice.",
    "zh": "你好。今天天气很好。",
    "ja": "日本語の文章を声にします。",
    "ko": "안녕하세요. 오늘 날씨가 좋습니다.",
    "he": "בוקר טוב לכולם, אנחנו לומדים היום",
    "fr": "Bonjour à tous, ceci est une petite voix.",
    "de": "Guten Morgen, das ist eine kleine Stimme.",
    "es": "Buenos días, esta es una voz pequeña.",
    "it": "Buongiorno, questa è una piccola voce.",
    "pt": "Bom dia, esta é uma voz pequena.",
    "ru": "Доброе утро, это маленький голос.",
    "ar": "السلام عليكم ورحمة الله",
    "hi": "नमस्ते, आप कैसे हैं",
}
"""A sentence in every language that is promised."""
STORIES = {
    "en": "The quick brown fox jumps over the lazy dog, and then it sleeps under the old tree.",
    "de": "Ein kleines Signal liegt unter der Sprache, und niemand hört es, der nicht sucht.",
    "ru": "Привет, сегодня очень хорошая погода, мы пойдём гулять в парк вместе, друзья.",
}
OWN_WORDS = (
    "She had your dark suit in greasy wash water all year. The old clock in the hall strikes "
    "every hour, and nobody in the house seems to mind. We watched the boats go by."
)
CLONED_WORDS = "Good morning everyone, today a small machine will speak with a borrowed voice."
SPEECH_BAND = (100.0, 5000.0)  # hertz: where the energy of speech lies
PAYLOAD = 0xDEADBEEF


@lru_cache(maxsize=8)
def person(variant: str = "", height: float = 1.0, tract: float = 1.0, tilt: float = 0.0) -> Audio:
    """Speak OWN_WORDS in a voice that espeak-ng itself does not have.

    ``height`` multiplies the pitch, ``tract`` the formants; ``tilt`` raises the top by so many dB.
    """
    voice = conversion.analyse(synthesise(OWN_WORDS, "en", 9, variant=variant))
    slope = 10 ** (tilt * np.linspace(0, 1, voice.envelope.shape[1]) / 10)
    envelope = conversion.stretch(voice.envelope, tract) * slope
    return conversion.sound(
        conversion.Voice(voice.pitch * height, envelope, voice.breath, voice.rate)
    )


OWNERS: dict[str, Callable[[], Audio]] = {
    "woman": lambda: person("f3"),
    "child": lambda: person(height=2.0, tract=1.18, tilt=6.0),
    "deep": lambda: person(height=0.75, tract=0.88, tilt=-12.0),
}
"""People to clone a voice from: other sex, other age, other vocal tract."""


def in_band(audio: Audio) -> float:
    """Return the share of the energy that lies where speech has it."""
    power = np.abs(np.fft.rfft(audio.samples)) ** 2
    frequency = np.fft.rfftfreq(audio.samples.size, 1 / audio.rate)
    inside = (frequency >= SPEECH_BAND[0]) & (frequency <= SPEECH_BAND[1])
    return float(power[inside].sum() / max(power.sum(), 1e-12))


def clipped(audio: Audio) -> float:
    """Return the share of samples at full scale."""
    return float((np.abs(audio.samples) > 0.999).mean())


@remembering(8)
def _analyse(samples: Floats, rate: int) -> conversion.Voice:
    pitch, envelope = conversion.pitch_and_envelope(Audio(samples, rate))
    return conversion.Voice(pitch, envelope, np.zeros((len(pitch), 0)), rate)


def analyse(audio: Audio) -> conversion.Voice:
    """Return pitch and envelope of a sound, once for all measures; none listens to its breath."""
    return _analyse(*audio)


def mel_cepstral_distance(content: bytes, owner: Audio) -> float:
    """Return the mean distance of each frame to the owner's nearest, in dB."""
    voices = analyse(decode(content)), analyse(owner)
    mine, theirs = (voice.cepstrum()[voice.active][:, 1:25] for voice in voices)
    return float(10 / np.log(10) * np.sqrt(2) * cKDTree(theirs).query(mine)[0].mean())


def as_mp3(audio: Audio, layout: str = "mono", bits: int = 96_000) -> bytes:
    """Encode as MP3 at ``bits`` a second."""
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mp3") as container:
        stream = container.add_stream("libmp3lame", rate=audio.rate)
        stream.bit_rate, stream.layout = bits, layout
        whole = (np.clip(audio.samples, -1, 1) * 32767).astype(np.int16)[None]
        frame = av.AudioFrame.from_ndarray(whole, format="s16", layout="mono")
        frame.rate = audio.rate
        cutter = av.AudioResampler("s16p", layout, audio.rate, frame_size=1152)
        for part in [*cutter.resample(frame), *cutter.resample(None), None]:
            container.mux(stream.encode(part))
    return buffer.getvalue()


def noisy(samples: Floats, decibels: float) -> Floats:
    """Add white noise so many dB below the signal."""
    power = np.mean(samples**2) / 10 ** (decibels / 10)
    noise = np.random.default_rng(3).normal(size=samples.size)
    return np.asarray(samples + noise * math.sqrt(power))


def cut(audio: Audio) -> Audio:
    """Keep three seconds from the middle."""
    return Audio(audio.samples[int(0.7 * audio.rate) :][: 3 * audio.rate], audio.rate)


def _at_16_khz(audio: Audio) -> Audio:
    return Audio(resample_poly(audio.samples, 2, 3), 16_000)


ATTACKS: dict[str, Callable[[Audio], Audio]] = {
    "nothing": lambda audio: audio,
    "MP3 at 96 kbit/s": lambda audio: decode(as_mp3(audio)),
    "16 kHz": _at_16_khz,
    "20 dB of noise": lambda audio: Audio(noisy(audio.samples, 20), audio.rate),
    "a cut of 3 s": cut,
    "MP3, then a cut of 3 s": lambda audio: cut(decode(as_mp3(audio))),
    "a tenth as loud": lambda audio: Audio(0.1 * audio.samples, audio.rate),
    "noise, MP3, cut, 16 kHz": lambda audio: _at_16_khz(
        cut(decode(as_mp3(Audio(noisy(audio.samples, 20), audio.rate))))
    ),
}
"""What happens to sound; all of it leaves the mark readable."""


def mark_distance(plain: Floats, spoken: Floats) -> float:
    """Return by how many dB the mark lies below the signal."""
    return float(10 * np.log10(np.mean(plain**2) / np.mean((spoken - plain) ** 2)))


def marked(plain: Floats) -> Audio:
    """Lay the mark into samples at 24 kHz and read them back from WAV."""
    samples = np.asarray(watermark.embed(plain, RATE, PAYLOAD), np.float64)
    return decode(encode_wav(samples, RATE))


def unmarked_scores(seconds: float) -> Iterator[float]:
    """Return scores of speech in many voices that holds no mark, so much of it."""
    random, done = np.random.default_rng(11), 0.0
    while done < seconds:
        words = " ".join("".join(random.choice(list("aeioubdgklmnrst"), 6)) for _ in range(60))
        language = str(random.choice(["en", "de", "fr", "es", "it", "pl", "sw", "fi"]))
        variant = f"{random.choice(['f', 'm'])}{random.integers(1, 5)}"
        tempo = float(random.uniform(0.8, 1.4))
        speech = synthesise(words, language, 64, variant=variant, tempo=tempo)
        yield from watermark.scores(speech.samples, RATE)
        done += speech.duration


def measure_speech(bench: Bench) -> Iterator[Measure]:
    """Speak every promised language, bound the length, and treat the mark badly."""
    for language, text in SENTENCES.items():
        request = GenerateSpeech(text=text, language_id=language)
        sound = decode(bench.make(request)["result"].content)
        voice = analyse(sound)
        pitched = float((voice.pitch[voice.active] > 0).mean())
        for what, figure, aim in (
            ("share of sound with a pitch", pitched, at_least(0.3)),
            ("share of energy from 100 to 5000 Hz", in_band(sound), at_least(0.85)),
            ("share of samples clipped", clipped(sound), at_most(0)),
        ):
            yield Measure("speech", language, what, figure, aim, f"{sound.duration:.1f} s")
    request = GenerateSpeech(text=OWN_WORDS, max_new_tokens=60)
    length = decode(bench.make(request)["result"].content).duration
    error = abs(length - 60 / TOKENS_PER_SECOND)
    yield Measure("speech", "60 tokens", "seconds off the bound", error, at_most(0.001))
    yield from _marks()
    seconds = 10_000 if bench.long else 300
    highest = max(unmarked_scores(seconds))
    what = f"highest score in {seconds} unmarked seconds"
    yield Measure("speech", "mark", what, highest, at_most(round(watermark.threshold(), 3)))
    yield Measure(
        "speech", "mark", "log10 of false alarms in 10,000 s", _alarms(10_000), at_most(-3)
    )


def _marks() -> Iterator[Measure]:
    for language, text in STORIES.items():
        plain = synthesise(text, language, 8).samples
        spoken = marked(plain)
        distance = mark_distance(plain, spoken.samples)
        yield Measure("speech", f"mark, {language}", "dB below the signal", distance, at_least(25))
        for name, attack in ATTACKS.items():
            found = watermark.detect(*attack(spoken))
            score = found.score if found and found.payload == PAYLOAD else 0.0
            aim = at_least(round(watermark.threshold(), 3))
            yield Measure("speech", f"mark, {language}", f"score after {name}", score, aim)


def _alarms(seconds: float) -> float:
    """Return the common logarithm of false alarms expected in unmarked sound."""
    window = watermark.WINDOW * watermark.PERIOD / watermark.RATE
    return math.log10(math.ceil(seconds / window) * watermark.FALSE_ALARM)


def measure_voice(bench: Bench) -> Iterator[Measure]:
    """Clone voices: the pitch and the spectrum come to the owner's."""
    default = bench.make(GenerateSpeech(text=CLONED_WORDS))["result"].content
    for name, speak in OWNERS.items():
        owner = speak()
        request = CloneVoice(text=CLONED_WORDS, reference_voice_url="voice")
        made = bench.make(request, encode_wav(owner.samples, RATE))["result"].content
        middles = [analyse(audio).melody()[0] for audio in (owner, decode(made))]
        off = 100 * abs(middles[1] / middles[0] - 1)
        yield Measure("voice", name, "median pitch off the owner's, %", off, at_most(5))
        far, near = (mel_cepstral_distance(content, owner) for content in (default, made))
        fall = 100 * (1 - near / far)
        what = "mel-cepstral distance falls by, %"
        yield Measure("voice", name, what, fall, at_least(35), f"{far:.1f} to {near:.1f} dB")
