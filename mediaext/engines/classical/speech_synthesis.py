"""Speech from words by espeak-ng, whose library and data espeakng-loader carries."""

import json
import subprocess
import sys
import unicodedata
from functools import lru_cache
from pathlib import Path

import espeakng_loader
import numpy as np
from scipy.signal import resample_poly

from mediaext.audio import Audio
from mediaext.engines.base import invalid
from mediaext.engines.classical.reading import sounded
from mediaext.errors import job_failed

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
