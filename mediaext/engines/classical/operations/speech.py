"""Speak a text."""

from mediaext.engines.base import Context, Files, Inputs
from mediaext.engines.classical.speech_synthesis import open_voice, speak
from mediaext.operations import GenerateSpeech


def make(request: GenerateSpeech, inputs: Inputs, context: Context) -> Files:
    """Speak in the default voice, or in that of ``target_voice_path``."""
    voices = inputs.get("target_voice_path") or ()
    return speak(request, open_voice(voices[0], "target_voice_path") if voices else None, context)
