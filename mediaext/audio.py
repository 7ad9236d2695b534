"""Decode WAV, MP3, FLAC or Ogg to samples, and encode samples as 16-bit WAV."""

import io
import wave
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from mediaext.errors import MediaError
from mediaext.provenance import missing

Floats = np.ndarray[Any, np.dtype[np.float64]]

LONGEST = 1200.0  # seconds that are decoded unless told otherwise
RATES = (4_000, 384_000)  # samples per second that are believed


class Audio(NamedTuple):
    """One channel of sound: float64 samples of shape (N,), -1 to 1, and samples per second."""

    samples: Floats
    rate: int

    @property
    def duration(self) -> float:
        """Length in seconds."""
        return self.samples.size / self.rate


def decode(content: bytes, longest: float = LONGEST) -> Audio:
    """Decode a WAV, MP3, FLAC or Ogg file to one channel.

    Channels are averaged. Raises :class:`~mediaext.errors.MediaError` for what is none of these,
    is broken, holds no samples or lasts longer than ``longest`` seconds; it stops reading there.
    """
    if kind := _kind(content):
        return _plain_wave(content, longest) or _decode(content, kind, longest)
    raise MediaError("This is not a sound file that can be read; send WAV, MP3, FLAC or Ogg.")


def encode_wav(samples: Floats, rate: int) -> bytes:
    """Encode samples of shape (N,), -1 to 1, as 16-bit WAV with one channel."""
    whole = np.round(np.clip(samples, -1, 1) * 32767).astype("<i2")
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(rate)
        writer.writeframes(whole.tobytes())
    return buffer.getvalue()


def _kind(content: bytes) -> str:
    """Name the demuxer by the first bytes: left to guess, it would also follow playlists."""
    head = content[:12]
    if head[:4] == b"RIFF" and head[8:] == b"WAVE":
        return "wav"
    if head[:3] == b"ID3" or (head[:1] == b"\xff" and len(head) > 1 and head[1] & 0xE0 == 0xE0):
        return "mp3"
    return {b"fLaC": "flac", b"OggS": "ogg"}.get(head[:4], "")


def _plain_wave(content: bytes, longest: float) -> Audio | None:
    """Read 16-bit WAV, which is what this package writes, without a codec library."""
    try:
        with wave.open(io.BytesIO(content), "rb") as reader:
            if reader.getsampwidth() != 2:
                return None
            channels, rate = reader.getnchannels(), reader.getframerate()
            _check_rate(rate)
            if reader.getnframes() > longest * rate:
                raise _too_long(longest)
            frames = reader.readframes(reader.getnframes())
    except (wave.Error, EOFError):
        return None
    whole = np.frombuffer(frames[: len(frames) // (2 * channels) * 2 * channels], "<i2")
    if not whole.size:
        raise MediaError("The sound file holds no samples.")
    return Audio(whole.reshape(-1, channels).mean(axis=1) / 32768, rate)


def _decode(content: bytes, kind: str, longest: float) -> Audio:
    try:
        import av
    except ImportError:
        raise missing("PyAV", "local") from None
    try:
        with av.open(io.BytesIO(content), format=kind) as container:
            if not container.streams.audio:
                raise MediaError("The file holds no sound.")
            rate = container.streams.audio[0].rate
            _check_rate(rate)
            parts = list(_parts(container, longest * rate, longest))
    except (av.FFmpegError, ValueError, EOFError) as error:
        reason = getattr(error, "strerror", None) or error
        raise MediaError(f"The sound file cannot be decoded ({reason}).") from None
    if not parts:
        raise MediaError("The sound file holds no samples.")
    samples = np.concatenate(parts).astype(np.float64)
    return Audio(np.nan_to_num(samples, nan=0.0, posinf=0.0, neginf=0.0).clip(-1, 1), rate)


def _parts(container: Any, most: float, longest: float) -> Iterator[Floats]:
    import av

    resampler = av.AudioResampler(format="fltp", layout="mono")
    taken = 0
    for packet in container.demux(audio=0):
        try:
            frames = packet.decode()
        except av.InvalidDataError:
            continue  # files met in life have a broken frame here and there
        for part in (part for frame in frames for part in resampler.resample(frame)):
            taken += part.samples
            if taken > most:
                raise _too_long(longest)
            yield part.to_ndarray()[0]


def _check_rate(rate: int) -> None:
    if not RATES[0] <= rate <= RATES[1]:
        raise MediaError(f"A sample rate of {rate} Hz cannot be used; send 16,000 to 48,000 Hz.")


def _too_long(longest: float) -> MediaError:
    return MediaError(f"The sound is longer than {longest:,.0f} s; send a shorter piece.")
