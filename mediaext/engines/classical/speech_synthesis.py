"""Speech from text to a watermarked WAV file by espeak-ng, in a cloned voice if one is given."""

import json
import subprocess
import sys
import unicodedata
from functools import lru_cache
from pathlib import Path

import espeakng_loader
import numpy as np
from scipy.ndimage import gaussian_filter1d
from scipy.signal import resample_poly

from mediaext import watermark
from mediaext.audio import Audio, Floats, decode, encode_wav
from mediaext.engines.base import Context, Files, invalid
from mediaext.engines.classical import voice_conversion as conversion
from mediaext.engines.classical.memory import remembering
from mediaext.engines.classical.pronunciation import sounded
from mediaext.errors import JobFailed, MediaError, job_failed
from mediaext.operations import CloneVoice, GenerateSpeech
from mediaext.results import MadeFile

RATE = 24_000  # samples per second of all speech
LONGEST_TEXT = 10_000  # characters, some ten minutes of speech
PREFERRED = {"en": "en-us", "zh": "cmn", "iw": "he"}
WORKER = Path(__file__).with_name("espeak.py")
PATIENCE = 120.0  # seconds; ten minutes of speech take two


def synthesise(
    text: str,
    language: str,
    seconds: float,
    *,
    pitch: float = 0.5,
    spread: float = 0.5,
    tempo: float = 1.0,
    variant: str = "",
    seed: int = 0,
) -> Audio:
    """Speak ``text``.

    Parameters
    ----------
    text
        Words in the script of the language.
    language
        Code such as ``"en"``, ``"zh-TW"``; its region is used where there is a voice for it.
    seconds
        Synthesis stops there.
    pitch, spread
        Height and width of the melody, 0 to 1.
    tempo
        1 is 175 words a minute.
    variant
        A timbre of espeak-ng such as ``"f3"``.
    seed
        Seeds the noise of breath.

    Returns
    -------
    Samples at 24 kHz, normalised to -20 dB relative to full scale.

    Raises INPUT_INVALID for a language that is not spoken and for a text without any sound.
    """
    words = sounded(readable(text), language.lower())
    parameters = {
        "rate": round(175 * tempo),
        "pitch": round(99 * pitch),
        "range": round(99 * spread),
    }
    voice = voice_for(language) + (f"+{variant}" if variant else "")
    order = {"text": words, "voice": voice, "seed": seed, "seconds": seconds}
    reply = _ask(order | {"parameters": parameters})
    samples = np.frombuffer(reply[4:], "<i2") / 32768
    if samples.size == 0 or np.abs(samples).max() < 1e-3:
        raise invalid(f"text: there is nothing in it that can be spoken in '{language}'.")
    rate = int.from_bytes(reply[:4], "little")
    return Audio(level(resample_poly(samples, RATE // 150, rate // 150)), RATE)


def readable(text: str) -> str:
    """Return the text without control characters; raise INPUT_INVALID when it cannot be spoken."""
    if len(text) > LONGEST_TEXT:
        raise invalid(
            f"text: it has {len(text):,} characters; send {LONGEST_TEXT:,} at the most, "
            "or cut it into several requests."
        )
    clean = "".join(" " if unicodedata.category(c)[0] == "C" else c for c in text).strip()
    if not any(unicodedata.category(c)[0] in "LNS" for c in clean):
        raise invalid("text: it holds no word; send something to speak.")
    return clean


def voice_for(language: str) -> str:
    """Return the voice identifier for a language code; INPUT_INVALID lists the codes there are."""
    known = languages()
    parts = language.lower().replace("_", "-").split("-")
    for length in range(len(parts), 0, -1):
        code = "-".join(parts[:length])
        code = PREFERRED.get(code, code)
        if code in known:
            return known[code]
    shown = ", ".join(sorted({*(code for code in known if len(code) == 2), "zh", "en"}))
    raise invalid(f"language_id: '{language[:20]}' is not spoken here; choose one of {shown}.")


@lru_cache(maxsize=1)
def languages() -> dict[str, str]:
    """Return language codes and the identifiers of their voices."""
    listed = json.loads(_ask({}))
    return {code.lower(): voice for code, voice in reversed(listed)}


def level(samples: np.ndarray) -> np.ndarray:
    """Bring speech to -20 dB relative to full scale, peaks under -0.5 dB."""
    loud = samples[np.abs(samples) > 0.02 * np.abs(samples).max(initial=0.0)]
    power = float(np.sqrt(np.mean(loud**2))) if loud.size else 0.0
    gain = 0.1 / power if power else 0.0
    peak = float(np.abs(samples).max(initial=0.0)) * gain
    return samples * gain * min(1.0, 0.94 / peak if peak else 1.0)


def _ask(order: dict[str, object]) -> bytes:
    order |= {
        "library": espeakng_loader.get_library_path(),
        "data": espeakng_loader.get_data_path(),
    }
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(WORKER)],
            input=json.dumps(order).encode(),
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise job_failed("TIMEOUT", "espeak-ng took too long; send a shorter text.") from None
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["it crashed"]
        raise job_failed("MODEL_ERROR", f"espeak-ng could not speak this ({reason[0]}).")
    return done.stdout


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
        _cloned(request, reference, seconds, context)
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


def _cloned(
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
