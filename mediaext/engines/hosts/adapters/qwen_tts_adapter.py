"""Speaks in a cloned voice with Qwen3-TTS; it imports nothing of mediaext (see ``host.py``).

A model is ``{"folder"}``. A task is ``{"text", "language", "seed", "seconds"}`` with the file of a
voice, whose words nobody wrote down: it is known by its sound alone.
"""

from typing import Any

import numpy as np
import torch
from qwen_tts import Qwen3TTSModel

from .adapter_files import Report, write_sound

FRAMES_PER_SECOND = 12.5
LANGUAGES = {
    "en": "English", "zh": "Chinese", "ja": "Japanese", "ko": "Korean", "de": "German",
    "fr": "French", "ru": "Russian", "pt": "Portuguese", "es": "Spanish", "it": "Italian",
}  # fmt: skip


def load(model: dict[str, Any], device: str, plan: str, report: Report) -> dict[str, Any]:
    """Load the network from its folder."""
    report(None, "loading Qwen3-TTS")
    dtype = torch.float32 if device == "cpu" else torch.bfloat16
    network = Qwen3TTSModel.from_pretrained(model["folder"], device_map=device, dtype=dtype)
    return {"network": network}


def run(
    loaded: dict[str, Any],
    task: dict[str, Any],
    inputs: dict[str, list[str]],
    folder: str,
    report: Report,
) -> dict[str, Any]:
    """Speak; the library reports no progress and cannot be stopped."""
    if task["language"] not in LANGUAGES:
        raise ValueError(f"language_id: this model speaks {', '.join(LANGUAGES)}.")
    report(None, "speaking")
    torch.manual_seed(task["seed"])
    sounds, rate = loaded["network"].generate_voice_clone(
        text=task["text"],
        language=LANGUAGES[task["language"]],
        ref_audio=inputs["voice"][0],
        x_vector_only_mode=True,
        max_new_tokens=max(1, round(task["seconds"] * FRAMES_PER_SECOND)),
    )
    samples = np.asarray(sounds[0], np.float32).ravel()
    return {
        "files": {"result": write_sound(samples, int(rate), folder)},
        "details": {"libraries": {"torch": torch.__version__}},
    }
