"""An inaudible watermark in sound: spread-spectrum noise below the signal.

Four pseudo-random codes of about one second repeat through the sound, laid evenly under its own
short-time spectrum. The first is for finding the mark; by how far the other three are turned
against it, they say twelve bits each: 32 of payload and 4 of check. The detector weighs the
short-time spectrum, folds the periods on one another and looks for the codes with one Fourier
transform each (I. J. Cox et al., "Secure spread spectrum watermarking for multimedia",
IEEE Transactions on Image Processing 6(12), 1997; shift coding after D. Kirovski and
H. Malvar, "Spread-spectrum watermarking of audio signals", IEEE Transactions on Signal
Processing 51(4), 2003).
"""

import math
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from mediaext.audio import decode

Samples = np.ndarray[Any, np.dtype[np.floating[Any]]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

RATE = 16_000  # samples per second in which the codes live
PERIOD = 16_384  # samples of one repetition of the codes, 1.024 s
WINDOW = 16  # periods that the detector folds at a time
BAND = (250.0, 7000.0)  # hertz
LOCAL = 10 ** (-14 / 20)  # the mark beside the signal in one place of the spectrum, at the most
EVEN = 10 ** (-44 / 20)  # height of the mark beside the loudest place, at the most
DISTANCE = 26.0  # decibels that the mark stays below the whole signal at the least
FRAME = 512  # samples of a short-time spectrum at RATE, 32 ms
PAYLOAD_CODES = 3
BITS = 12  # a payload code carries
FALSE_ALARM = 1e-7  # accepted probability that an unmarked window looks marked


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark that was found.

    ``payload``: 32 bits. ``score``: height of the finding peak in standard deviations.
    ``false_alarm``: probability that unmarked sound shows such a peak anywhere, before the
    check bits (which let 1 in 16 of those through). ``start``: seconds into the sound at which
    the window lies that shows it best.
    """

    payload: int
    score: float
    false_alarm: float
    start: float = 0.0


def threshold() -> float:
    """Return the score from which on a peak is a mark.

    Under no mark each of the ``PERIOD`` correlations is standard normal, so by the union bound
    ``PERIOD * Q(threshold) = FALSE_ALARM``, with Q the upper tail of the normal distribution.
    """
    low, high = 0.0, 40.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if _alarm(middle) > FALSE_ALARM else (low, middle)
    return high


def embed(samples: Samples, rate: int, payload: int) -> Samples:
    """Return the samples with a mark in them, at least 27 dB below the signal.

    Parameters
    ----------
    samples
        Float array of shape (N,), values -1 to 1.
    rate
        Samples per second, 8,000 at the least.
    payload
        0 to 2**32 - 1.

    Returns
    -------
    Array of the same shape and dtype, values -1 to 1. Silence stays silence.
    """
    if not 0 <= payload < 2**32:
        raise ValueError(f"A payload is 0 to 2**32 - 1, not {payload}.")
    host = np.asarray(samples, np.float64)
    length = math.ceil(host.size * RATE / rate)
    codes = _codes()
    turns = zip(codes, _shifts(payload), strict=True)
    turned = [np.roll(code, shift * PERIOD >> BITS) for code, shift in turns]
    period = np.sum(turned, axis=0) / math.sqrt(len(turned))
    code = _resample(np.tile(period, math.ceil(length / PERIOD) or 1)[:length], RATE, rate)
    mark = _shape(code[: host.size], host, rate)
    power, noise = float(np.sum(host**2)), float(np.sum(mark**2))
    if noise > 0:
        mark *= min(1.0, math.sqrt(power / noise) * 10 ** (-DISTANCE / 20))
    return np.clip(host + mark, -1, 1).astype(samples.dtype)


def detect(samples: Samples, rate: int) -> Mark | None:
    """Return the mark of the best 16 seconds, or None when there is none.

    Parameters
    ----------
    samples
        Float array of shape (N,), any scale. One second may be enough, three are sure.
    rate
        Samples per second.
    """
    best: Mark | None = None
    for start, score, shifts in _looked(samples, rate):
        payload = _payload(shifts)
        if score >= threshold() and payload is not None and (not best or score > best.score):
            best = Mark(payload, round(score, 2), _alarm(score), start)
    return best


def scores(samples: Samples, rate: int) -> list[float]:
    """Return the height of the finding peak in each window of 16 s, mark or not."""
    return [score for _, score, _ in _looked(samples, rate)]


def find(content: bytes) -> Mark | None:
    """Return the mark in a sound file (WAV, MP3, FLAC, Ogg), or None when there is none.

    Raises :class:`~mediaext.errors.MediaError` for a file that cannot be decoded.
    """
    return detect(*decode(content))


def _looked(samples: Samples, rate: int) -> Iterator[tuple[float, float, tuple[int, ...]]]:
    """Yield start in seconds, height of the peak and turns of the codes for each window."""
    for start, part in _windows(np.asarray(samples, np.float64), rate):
        yield start, *_read(_fold(_whiten(_resample(part, rate, RATE))))


def _alarm(score: float) -> float:
    return min(1.0, PERIOD * math.erfc(score / math.sqrt(2)) / 2)


def _shifts(payload: int) -> tuple[int, ...]:
    """Say how far each code is turned: none for the first, twelve bits each for the others."""
    bits = payload << 4 | zlib.crc32(payload.to_bytes(4, "big")) & 0xF
    return 0, *(bits >> BITS * place & (1 << BITS) - 1 for place in range(PAYLOAD_CODES))


def _payload(shifts: tuple[int, ...]) -> int | None:
    """Return the payload of turns, None when the check bits disagree."""
    bits = sum(shift << BITS * place for place, shift in enumerate(shifts))
    payload = bits >> 4
    return payload if _shifts(payload)[1:] == shifts else None


@lru_cache(maxsize=1)
def _codes() -> Floats:
    """Return the codes, (4, PERIOD): unit variance, flat in BAND; PCG64 keeps them for ever."""
    generator = np.random.Generator(np.random.PCG64(0x6D65646961657874))
    frequency = np.fft.rfftfreq(PERIOD, 1 / RATE)
    inside = (frequency >= BAND[0]) & (frequency <= BAND[1])
    phase = generator.uniform(0, 2 * np.pi, (1 + PAYLOAD_CODES, frequency.size))
    codes: Floats = np.fft.irfft(np.exp(1j * phase) * inside, PERIOD)
    return np.asarray(codes / codes.std(axis=1, keepdims=True))


def _resample(samples: Floats, rate: int, target: int) -> Floats:
    """Change the rate by cutting or padding the spectrum, as ``scipy.signal.resample`` does."""
    if rate == target or not samples.size:
        return samples
    padded = math.ceil(samples.size / rate * 8) * rate // 8  # whole eighths: short factors
    if padded * target % rate:
        padded = math.ceil(samples.size / rate) * rate
    size = padded * target // rate
    spectrum = np.fft.rfft(samples, padded)
    cut = np.zeros(size // 2 + 1, complex)
    shared = min(cut.size, spectrum.size)
    cut[:shared] = spectrum[:shared]
    whole: Floats = np.fft.irfft(cut, size) * (size / padded)
    return whole[: math.ceil(samples.size * target / rate)]


def _frames(samples: Floats, frame: int) -> Floats:
    """Cut into half-overlapping frames under a square-root Hann window, (T, frame)."""
    hop = frame // 2
    padded = np.pad(samples, (hop, hop + -samples.size % hop))
    views = np.lib.stride_tricks.sliding_window_view(padded, frame)[::hop]
    return np.asarray(views * _hann(frame))


def _join(frames: Floats, size: int) -> Floats:
    """Add frames back into samples; the inverse of ``_frames``."""
    hop = frames.shape[1] // 2
    weighted = frames * _hann(frames.shape[1])
    whole = np.zeros((len(frames) + 1) * hop)
    whole[:-hop] += weighted[:, :hop].ravel()
    whole[hop:] += weighted[:, hop:].ravel()
    return np.asarray(whole[hop : hop + size])


def _hann(frame: int) -> Floats:
    return np.asarray(np.sin(np.pi * (np.arange(frame) + 0.5) / frame))


def _envelope(spectrum: np.ndarray[Any, np.dtype[np.complex128]]) -> Floats:
    """Return the magnitude, smoothed over three bins."""
    size = np.abs(spectrum)
    wide = np.pad(size, ((0, 0), (1, 1)), mode="edge")
    return np.asarray(np.sqrt((wide[:, :-2] ** 2 + 2 * size**2 + wide[:, 2:] ** 2) / 4))


def _shape(code: Floats, host: Floats, rate: int) -> Floats:
    """Lay white noise evenly under the host, nowhere louder than LOCAL beside it."""
    frame = 2 * round(FRAME * rate / RATE / 2)
    hosts, codes = np.fft.rfft(_frames(host, frame)), np.fft.rfft(_frames(code, frame))
    norm = np.sqrt(np.mean(np.abs(codes) ** 2) + 1e-30)
    return _join(np.fft.irfft(codes / norm * _height(_envelope(hosts)), frame), host.size)


def _height(envelope: Floats) -> Floats:
    """Return how high the mark may stand in each place of a short-time spectrum."""
    return np.asarray(np.minimum(LOCAL * envelope, EVEN * np.quantile(envelope, 0.999)))


def _whiten(samples: Floats) -> Floats:
    """Weigh each place as a matched filter does: height of the mark over power of the rest."""
    spectrum = np.fft.rfft(_frames(samples, FRAME))
    power = _envelope(spectrum) ** 2
    noise = 2 * np.quantile(power, 0.1, axis=0)  # what goes on in pauses is not ours
    host = np.sqrt(np.maximum(power - noise, 0.0))
    weight = _height(host) / (power + 1e-9 * power.max(initial=1e-12))
    return _join(np.fft.irfft(spectrum * weight, FRAME), samples.size)


def _windows(samples: Floats, rate: int) -> Iterator[tuple[float, Floats]]:
    step = round(WINDOW * PERIOD * rate / RATE)
    last = max(samples.size - step // 4, 1)  # a short rest joins no window of its own
    for start in range(0, last, step):
        yield start / rate, samples[start : start + step]


def _fold(samples: Floats) -> Floats:
    """Add up the periods, (PERIOD,)."""
    periods = np.pad(samples, (0, -samples.size % PERIOD)).reshape(-1, PERIOD)
    return np.asarray(periods.sum(axis=0))


def _read(folded: Floats) -> tuple[float, tuple[int, ...]]:
    """Return the height of the finding peak and the turns of the other codes against it."""
    products = np.fft.rfft(folded) * np.conj(np.fft.rfft(_codes()))
    heights = np.fft.irfft(products, PERIOD)
    deviation = heights[0].std()
    if deviation == 0:
        return 0.0, (0,) * PAYLOAD_CODES
    start = int(np.argmax(heights[0]))
    turned = np.roll(heights[1:], -start, axis=1)
    places = np.argmax(turned, axis=1) * (1 << BITS) / PERIOD
    shifts = tuple(round(float(place)) % (1 << BITS) for place in places)
    return float(heights[0, start] / deviation), shifts
