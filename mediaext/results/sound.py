"""Sounds: WAV bytes that play and become tensors."""

import contextlib
import html
import io
import struct
import wave
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mediaext.errors import MediaError
from mediaext.results.base import Bundle, Result
from mediaext.results.showing import embeddable, img, page_url, result_bundle, too_large

if TYPE_CHECKING:
    import numpy as np
    import PIL.Image
    import torch

WAVEFORM_SIZE = (600, 96)  # pixels
WAVEFORM_INK = (59, 130, 246)  # a blue that is clear on white and on black


def waveform(
    samples: "np.ndarray[Any, np.dtype[np.float32]]", size: tuple[int, int] = WAVEFORM_SIZE
) -> "PIL.Image.Image":
    """Draw samples of shape (channels, N), -1 to 1, as bars on transparency."""
    import numpy as np
    import PIL.Image
    import PIL.ImageDraw

    width, height = size
    image = PIL.Image.new("P", size, 0)
    image.putpalette([*(255, 255, 255), *WAVEFORM_INK])
    pen = PIL.ImageDraw.Draw(image)
    loudness = np.abs(samples).max(axis=0) if samples.size else np.zeros(1)
    bars = np.array_split(loudness, width // 4)
    for number, bar in enumerate(bars):
        half = max(1.0, (float(bar.max()) if bar.size else 0.0) * (height / 2 - 1))
        box = (number * 4, height / 2 - half, number * 4 + 2, height / 2 + half)
        pen.rectangle(box, fill=1)
    image.info["transparency"] = 0
    return image


class Sound(Result):
    """Speech as 16-bit WAV."""

    suffixes = frozenset({".wav"})

    def __repr__(self) -> str:
        try:
            length = f"{self.duration:.2f} s {self.sample_rate} Hz · "
        except MediaError:
            length = ""  # the conversions say what is wrong
        return f"<Sound {length}{self._facts()}>"

    def _wave(self) -> wave.Wave_read:
        try:
            reader: wave.Wave_read = wave.open(io.BytesIO(self.content), "rb")  # noqa: SIM115 # the caller closes it
            if reader.getsampwidth() != 2 or not reader.getframerate():
                raise wave.Error("its samples are not 16-bit, or it has no sample rate")
        except (wave.Error, EOFError, struct.error) as error:
            raise MediaError(f"This sound is not a WAV file that can be read: {error}.") from None
        return reader

    @property
    def sample_rate(self) -> int:
        """Samples per second."""
        with self._wave() as reader:
            return reader.getframerate()

    @property
    def duration(self) -> float:
        """Length in seconds."""
        with self._wave() as reader:
            return reader.getnframes() / reader.getframerate()

    def to_numpy(self) -> "np.ndarray[Any, np.dtype[np.float32]]":
        """Return float32 samples of shape (channels, N), values -1 to 1."""
        import numpy as np

        with self._wave() as reader:
            channels, frames = reader.getnchannels(), reader.readframes(reader.getnframes())
        whole = len(frames) - len(frames) % (2 * channels)  # a cut file may end within a frame
        samples = np.frombuffer(frames[:whole], dtype="<i2").reshape(-1, channels).T
        return (samples / 32768.0).astype(np.float32)

    def to_tensor(self) -> "torch.Tensor":
        """Return a float32 tensor of shape (channels, N), values -1 to 1."""
        import torch

        return torch.from_numpy(self.to_numpy().copy())

    save = Result.save_bytes

    def _repr_mimebundle_(self, **_: object) -> Bundle:
        return result_bundle(self, self._page, lambda: self._waveform)

    @cached_property
    def _waveform(self) -> "PIL.Image.Image | None":
        with contextlib.suppress(MediaError, ValueError):  # the conversions say what is wrong
            return waveform(self.to_numpy())
        return None

    @cached_property
    def _page(self) -> str:
        """The display as HTML."""
        label = html.escape(self.caption, quote=True)
        body = f"{img(page_url(self._waveform), self.caption)}<br>" if self._waveform else ""
        if embeddable(self):
            body += (
                f'<audio controls aria-label="{label}" style="max-width:100%" '
                f'src="{self.data_url()}"></audio>'
            )
        else:
            body += too_large(self)
        return self._figure(body)
