"""From a request to speak to a marked WAV file: what ``speech`` and ``voice`` share."""

import numpy as np
from scipy.ndimage import gaussian_filter1d
from scipy.signal import resample_poly

from mediaext import watermark
from mediaext.audio import Audio, Floats, decode, encode_wav
from mediaext.engines.base import Context, Files, invalid
from mediaext.engines.classical import voice_conversion as conversion
from mediaext.engines.classical.memory import remembering
from mediaext.engines.classical.speech_synthesis import RATE, level, synthesise
from mediaext.errors import JobFailed, MediaError
from mediaext.operations import CloneVoice, GenerateSpeech
from mediaext.results import MadeFile

TOKENS_PER_SECOND = 25
LONGEST, LONGEST_CLONED = 600.0, 120.0  # seconds; WORLD holds 40 MB for each 10 s
FADE = 0.08  # seconds
SHORTEST_REFERENCE, LONGEST_REFERENCE, USED_REFERENCE = 1.0, 300.0, 30.0  # seconds
SAMPLE_WORDS = "The north wind and the sun were disputing which was the stronger."


def speak(
    request: GenerateSpeech | CloneVoice, reference: Audio | None, context: Context
) -> Files:
    """Speak the request's text in the default voice or that of ``reference``."""
    longest = LONGEST_CLONED if reference else LONGEST
    seconds = min(request.max_new_tokens / TOKENS_PER_SECOND, longest)
    context.progress(0.1, "speaking")
    said = (
        _borrowed(request, reference, seconds, context)
        if reference
        else synthesise(
            request.text,
            request.language_id,
            seconds + 1,
            spread=0.2 + 0.6 * request.exaggeration,
            seed=context.seed,
        )
    )
    samples = level(express(said.samples, request.exaggeration))
    count = round(seconds * RATE)
    if cut := samples.size > count:
        samples = samples[:count]
        context.note(f"The speech is cut at {seconds:g} s: {_longer(request, longest)}.")
    if request.apply_watermark:
        samples = watermark.embed(samples, RATE, context.seed)
        context.detail("watermark", f"{context.seed:08x}")
    samples = fade(samples) if cut else samples
    context.progress(1.0, "spoken")
    return {"result": MadeFile(encode_wav(samples, RATE), "audio/wav")}


def _longer(request: GenerateSpeech | CloneVoice, longest: float) -> str:
    """Say what brings the rest of a speech that was cut."""
    if request.max_new_tokens < longest * TOKENS_PER_SECOND:
        return "raise max_new_tokens for the rest"
    return "give the rest of the text in a request of its own"


def open_voice(content: bytes, field: str) -> Audio:
    """Decode a reference voice at 24 kHz, its first 30 s after the opening silence.

    Raises INPUT_INVALID that names ``field`` for what cannot be decoded, is shorter than 1 s or
    longer than 5 min, or holds no voice.
    """
    try:
        audio = decode(content, LONGEST_REFERENCE)
    except JobFailed:
        raise
    except MediaError as error:
        raise invalid(f"{field}: {error}") from None
    if audio.duration < SHORTEST_REFERENCE:
        raise invalid(
            f"{field}: the voice lasts {audio.duration:.1f} s; send 5 to 30 s, at the least 1 s."
        )
    loud = np.flatnonzero(np.abs(audio.samples) > 0.02 * np.abs(audio.samples).max())
    if np.abs(audio.samples).max() < 1e-3 or not loud.size:
        raise invalid(f"{field}: the sound is silent; send 5 to 30 s of one person speaking.")
    part = audio.samples[loud[0] :][: round(USED_REFERENCE * audio.rate)]
    shared = int(np.gcd(RATE, audio.rate))
    return Audio(level(resample_poly(part, RATE // shared, audio.rate // shared)), RATE)


def express(samples: Floats, exaggeration: float) -> Floats:
    """Change how far the energy of speech goes from its middle: 0.8 times at 0, 1.6 at 1."""
    power = gaussian_filter1d(samples**2, 0.04 * RATE)
    energy = 10 * np.log10(power + 1e-9)
    middle = np.median(energy[energy > energy.max() - 30])
    change = np.clip((0.8 * exaggeration - 0.2) * (energy - middle), -12, 8)
    return np.asarray(samples * 10 ** (change / 20), np.float64)


def fade(samples: Floats) -> Floats:
    """Let the last 80 ms fall to silence."""
    part = np.array(samples)
    tail = min(round(FADE * RATE), part.size)
    part[part.size - tail :] *= (1 + np.cos(np.linspace(0, np.pi, tail))) / 2
    return part


def _borrowed(
    request: GenerateSpeech | CloneVoice, reference: Audio, seconds: float, context: Context
) -> Audio:
    context.progress(0.2, "listening to the voice")
    voice = _listen(*reference)
    if voice.voiced.size < 40:
        raise invalid("The reference holds no voice with a pitch; send one person speaking.")
    plain = synthesise(SAMPLE_WORDS, "en", 10, seed=context.seed)
    speed = float(np.clip(conversion.tempo(reference) / conversion.tempo(plain), 0.7, 1.5))
    context.progress(0.5, "speaking in the voice")
    said = synthesise(
        request.text, request.language_id, seconds + 1, tempo=speed, seed=context.seed
    )
    own = conversion.analyse(said)
    if own.voiced.size < 4:
        return said  # a whisper of a text: nothing in it has a pitch to move
    context.progress(0.7, "moving to the voice")
    pitch, spread = voice.melody()
    context.detail("voice", {"pitch_hz": round(pitch, 1), "range_semitones": round(spread, 2)})
    return conversion.sound(conversion.convert(own, voice, 0.6 + 0.8 * request.exaggeration))


@remembering(1)  # half a minute of a voice takes 100 MB
def _listen(samples: Floats, rate: int) -> conversion.Voice:
    return conversion.analyse(Audio(samples, rate))
