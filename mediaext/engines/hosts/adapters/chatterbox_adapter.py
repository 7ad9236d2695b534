"""Speaks English in a cloned voice with Chatterbox; it imports nothing of mediaext.

A model is ``{"folder"}`` with the weights as safetensors. A task is ``{"text", "language", "seed",
"exaggeration"}`` with the file of a voice. The library marks what it makes with PerTh.
"""

from typing import Any

import numpy as np
import torch
from chatterbox.tts import ChatterboxTTS

from .adapter_files import Report, write_sound


def load(model: dict[str, Any], device: str, plan: str, report: Report) -> dict[str, Any]:
    """Load the network from its folder."""
    report(None, "loading Chatterbox")
    return {"network": ChatterboxTTS.from_local(model["folder"], device)}


def run(
    loaded: dict[str, Any],
    task: dict[str, Any],
    inputs: dict[str, list[str]],
    folder: str,
    report: Report,
) -> dict[str, Any]:
    """Speak; the library reports no progress and cannot be stopped."""
    report(None, "speaking")
    torch.manual_seed(task["seed"])
    network = loaded["network"]
    spoken = network.generate(
        task["text"], audio_prompt_path=inputs["voice"][0], exaggeration=task["exaggeration"]
    )
    samples = np.asarray(spoken, np.float32).ravel()
    return {
        "files": {"result": write_sound(samples, int(network.sr), folder)},
        "details": {"libraries": {"torch": torch.__version__}},
    }
