"""Sounds: WAV bytes that play and become tensors."""

import io
import os
import wave
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mediaext.errors import MediaError
from mediaext.results.base import Result

if TYPE_CHECKING:
    import numpy as np
    import torch


class Sound(Result):
    """Speech as 16-bit WAV."""

    def __repr__(self) -> str:
        return f"<Sound {self.duration:.2f} s {self.sample_rate} Hz · {self._facts()}>"

    def _wave(self) -> wave.Wave_read:
        try:
            return wave.open(io.BytesIO(self.content), "rb")
        except (wave.Error, EOFError) as error:
            raise MediaError(f"This sound is not a WAV file that can be read: {error}.") from None

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
        samples = np.frombuffer(frames, dtype="<i2").reshape(-1, channels).T
        return (samples / 32768.0).astype(np.float32)

    def to_tensor(self) -> "torch.Tensor":
        """Return a float32 tensor of shape (channels, N), values -1 to 1."""
        import torch

        return torch.from_numpy(self.to_numpy().copy())

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the untouched bytes; a path without suffix gets ``.wav``."""
        return self.save_bytes(path)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        player = f'<audio controls src="{self.data_url()}"></audio>'
        return {"text/plain": repr(self), "text/html": self._figure(player)}
