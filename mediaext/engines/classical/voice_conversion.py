"""Moving one voice to another with the WORLD vocoder.

A voice is pitch, spectral envelope and breath over time (M. Morise et al., "WORLD: a
vocoder-based high-quality speech synthesis system", IEICE Transactions E99-D(7), 2016). The
melody is moved to the median and range of the other voice, formants are shifted to its vocal
tract, the statistics of the mel-cepstrum are matched, and each envelope is drawn towards the
nearest ones that the other voice really spoke (after "kNN-VC", M. Baas et al., Interspeech 2023,
here on cepstra).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyworld
from scipy.ndimage import gaussian_filter1d
from scipy.signal import find_peaks
from scipy.spatial import cKDTree

from mediaext.audio import Audio, Floats

PERIOD = 5.0  # milliseconds between frames
COEFFICIENTS = 32  # of the mel-cepstrum; the first is the loudness
NEIGHBOURS = 6
NEARNESS = 0.75  # how far an envelope is drawn to its neighbours, 0 to 1
TRACTS = np.linspace(0.82, 1.3, 17)  # vocal tract lengths that are tried
LOWEST, HIGHEST = 60.0, 500.0  # hertz


@dataclass(frozen=True, slots=True)
class Voice:
    """What WORLD hears: one row per frame of 5 ms.

    ``pitch`` in hertz, (T,), zero where unvoiced; ``envelope`` power spectra and ``breath``
    aperiodicity, (T, F); ``rate`` samples per second.
    """

    pitch: Floats
    envelope: Floats
    breath: Floats
    rate: int

    @property
    def voiced(self) -> Floats:
        """Pitch where there is one, in hertz."""
        return self.pitch[self.pitch > 0]

    @property
    def active(self) -> Any:
        """Frames within 35 dB of the loud ones, boolean (T,)."""
        power = 10 * np.log10(self.envelope.mean(axis=1) + 1e-16)
        return power > np.quantile(power, 0.95) - 35

    def cepstrum(self) -> Floats:
        """Return the mel-cepstrum, (T, COEFFICIENTS)."""
        envelope = np.ascontiguousarray(self.envelope)
        coded: Floats = pyworld.code_spectral_envelope(envelope, self.rate, COEFFICIENTS)
        return coded

    def melody(self) -> tuple[float, float]:
        """Return the median pitch in hertz and the standard deviation in semitones."""
        octaves = np.log2(self.voiced)
        spread = np.subtract(*np.quantile(octaves, [0.84, 0.16])) / 2
        return float(2 ** np.median(octaves)), float(12 * spread)


def pitch_and_envelope(audio: Audio) -> tuple[Floats, Floats]:
    """Return pitch and envelope of a sound, as :class:`Voice` has them."""
    samples = np.ascontiguousarray(audio.samples, np.float64)
    coarse, times = pyworld.dio(
        samples, audio.rate, f0_floor=LOWEST, f0_ceil=HIGHEST, frame_period=PERIOD
    )
    pitch = pyworld.stonemask(samples, coarse, times, audio.rate)
    return pitch, pyworld.cheaptrick(samples, pitch, times, audio.rate)


def analyse(audio: Audio) -> Voice:
    """Take a sound apart into pitch, envelope and breath; most of the time goes into breath."""
    pitch, envelope = pitch_and_envelope(audio)
    samples = np.ascontiguousarray(audio.samples, np.float64)
    times = np.arange(len(pitch)) * PERIOD / 1000
    breath = pyworld.d4c(samples, pitch, times, audio.rate)
    return Voice(pitch, envelope, breath, audio.rate)


def sound(voice: Voice) -> Audio:
    """Put a voice together again."""
    samples = pyworld.synthesize(
        voice.pitch,
        np.ascontiguousarray(voice.envelope),
        np.ascontiguousarray(voice.breath),
        voice.rate,
        PERIOD,
    )
    return Audio(samples, voice.rate)


def convert(source: Voice, reference: Voice, widen: float = 1.0) -> Voice:
    """Return the words of ``source`` in the voice of ``reference``.

    ``widen`` multiplies the range of the melody. Both need frames with pitch.
    """
    tract = tract_length(source, reference)
    envelope = _speak_like(stretch(source.envelope, tract), source, reference)
    breath = _breathe_like(source, reference)
    return Voice(_sing_like(source, reference, widen), envelope, breath, source.rate)


def tempo(audio: Audio) -> float:
    """Return syllables per second of speech, pauses left out; zero when there are none.

    Syllables are peaks of the energy that stand 2 dB over the dips beside them (N. de Jong and
    T. Wempe, "Praat script to detect syllable nuclei", Behavior Research Methods 41, 2009).
    """
    hop = audio.rate // 100
    frames = audio.samples[: audio.samples.size // hop * hop].reshape(-1, hop)
    power = gaussian_filter1d(np.mean(frames**2, axis=1), 3)
    energy = 10 * np.log10(power + 1e-12)
    loud = energy > np.quantile(energy, 0.95) - 25
    peaks, _ = find_peaks(np.where(loud, energy, -120), prominence=2, distance=6)
    return float(len(peaks) / (loud.sum() / 100)) if loud.any() else 0.0


def _sing_like(source: Voice, reference: Voice, widen: float) -> Floats:
    middle, spread = source.melody()
    target, wanted = reference.melody()
    ratio = widen * np.clip(wanted / max(spread, 0.3), 0.5, 2.0)
    pitch = np.zeros_like(source.pitch)
    voiced = source.pitch > 0
    pitch[voiced] = target * (source.pitch[voiced] / middle) ** ratio
    return np.where(voiced, np.clip(pitch, LOWEST, 1.5 * HIGHEST), 0.0)


def stretch(envelope: Floats, tract: float) -> Floats:
    """Move formants by the factor ``tract`` along the frequency axis."""
    bins = np.arange(envelope.shape[1])
    where = np.clip(bins / tract, 0, bins[-1])
    low = np.floor(where).astype(int)
    high, part = np.minimum(low + 1, bins[-1]), where - low
    stretched: Floats = envelope[:, low] ** (1 - part) * envelope[:, high] ** part
    return stretched


def tract_length(source: Voice, reference: Voice) -> float:
    """Find the vocal tract length under which the voices differ least, frame by nearest frame."""
    pool = _centred(reference.cepstrum()[reference.active & (reference.pitch > 0)])
    tree = cKDTree(pool[:: max(1, len(pool) // 1500)])
    rows = np.flatnonzero(source.active & (source.pitch > 0))
    rows = rows[:: max(1, len(rows) // 300)]
    part = Voice(source.pitch[rows], source.envelope[rows], source.breath[rows], source.rate)

    def distance(tract: float) -> float:
        moved = Voice(part.pitch, stretch(part.envelope, tract), part.breath, part.rate)
        return float(np.mean(tree.query(_centred(moved.cepstrum()))[0]))

    return float(min(TRACTS, key=distance))


def _centred(cepstra: Floats) -> Floats:
    """Return the first sixteen coefficients after the loudness, without their mean."""
    shape = cepstra[:, 1:17]
    return np.ascontiguousarray(shape - shape.mean(axis=0))


def _speak_like(envelope: Floats, source: Voice, reference: Voice) -> Floats:
    """Match mean and deviation of the mel-cepstrum, then draw it to real neighbours."""
    moved = Voice(source.pitch, envelope, source.breath, source.rate)
    cepstra, active = moved.cepstrum(), source.active
    target = reference.cepstrum()[reference.active]
    mean, deviation = cepstra[active].mean(axis=0), cepstra[active].std(axis=0) + 1e-6
    scale = np.clip(target.std(axis=0) / deviation, 0.5, 2.0)
    matched = (cepstra - mean) * scale + target.mean(axis=0)
    matched[:, 0] = cepstra[:, 0] - mean[0] + target[:, 0].mean()  # the loudness stays its own
    near, pool = slice(1, 17), np.ascontiguousarray(target)
    distance, index = cKDTree(pool[:, near]).query(matched[:, near], k=NEIGHBOURS)
    weight = 1 / (np.asarray(distance) + 1e-3)
    drawn = np.einsum("tk,tkc->tc", weight / weight.sum(axis=1, keepdims=True), pool[index])
    drawn = gaussian_filter1d(drawn, 2, axis=0)  # neighbours jump from frame to frame
    matched[:, 1:] += NEARNESS * active[:, None] * (drawn - matched)[:, 1:]
    size = 2 * (envelope.shape[1] - 1)
    decoded: Floats = pyworld.decode_spectral_envelope(
        np.ascontiguousarray(matched), source.rate, size
    )
    return decoded


def _breathe_like(source: Voice, reference: Voice) -> Floats:
    """Shift the aperiodicity of voiced frames to the mean of the reference, band by band."""
    breath = np.array(source.breath)
    voiced, others = source.pitch > 0, reference.breath[reference.pitch > 0]
    level = np.log(breath[voiced] + 1e-6)
    shift = np.log(others + 1e-6).mean(axis=0) - level.mean(axis=0)
    breath[voiced] = np.clip(np.exp(level + 0.7 * shift), 1e-3, 1 - 1e-6)
    return breath
