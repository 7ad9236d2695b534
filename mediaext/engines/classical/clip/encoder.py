"""Encode frames as H.264 in MP4."""

import tempfile
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import av
import numpy as np

from mediaext.audio import Audio
from mediaext.engines.classical.arrays import Pixels

RATE = 24  # frames per second
BT709 = 1  # colour primaries, transfer and matrix of ITU-R BT.709, in FFmpeg's numbers
LIMITED = 1  # luma from 16 to 235


def encode_clip(
    frames: Iterable[Pixels], width: int, height: int, sound: Audio | None = None
) -> bytes:
    """Encode uint8 RGB frames of (height, width, 3) at 24 frames per second, and a sound as AAC.

    The index stands before the pictures, so that playing starts while the file still loads; the
    number of threads is fixed, because x264's bytes depend on it.
    """
    with tempfile.TemporaryDirectory() as folder:  # the second pass of faststart opens by name
        path = Path(folder, "clip.mp4")
        _write(path, frames, width, height, sound)
        return path.read_bytes()


def _write(
    path: Path, frames: Iterable[Pixels], width: int, height: int, sound: Audio | None
) -> None:
    options = {"movflags": "faststart", "fflags": "+bitexact"}
    with av.open(str(path), "w", format="mp4", options=options) as container:
        stream = container.add_stream("libx264", rate=RATE)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.time_base = stream.codec_context.time_base = Fraction(1, RATE)
        stream.options = {"preset": "veryfast", "crf": "17", "tune": "film", "threads": "2"}
        context = stream.codec_context
        context.color_primaries = context.color_trc = context.colorspace = BT709
        context.color_range = LIMITED
        voice = container.add_stream("aac", rate=sound.rate, layout="mono") if sound else None
        for number, pixels in enumerate(frames):
            frame = av.VideoFrame.from_ndarray(pixels, format="rgb24").reformat(
                format="yuv420p", dst_colorspace="ITU709", dst_color_range="MPEG"
            )
            frame.pts, frame.time_base = number, Fraction(1, RATE)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
        if sound is not None and voice is not None:
            samples = av.AudioFrame.from_ndarray(
                np.ascontiguousarray(sound.samples[None], np.float32), "fltp", "mono"
            )
            samples.sample_rate, samples.pts = sound.rate, 0
            samples.time_base = Fraction(1, sound.rate)
            container.mux(voice.encode(samples))
            container.mux(voice.encode())
