"""Speak a text with a reference voice."""

from mediaext.engines.base import Context, Files, Inputs, invalid
from mediaext.engines.classical.speech_synthesis import open_voice, speak
from mediaext.operations import CloneVoice


def make(request: CloneVoice, inputs: Inputs, context: Context) -> Files:
    """Speak in the voice of ``reference_voice_url``."""
    voices = inputs.get("reference_voice_url")
    if not voices:
        raise invalid("reference_voice_url: a voice is required; send WAV or MP3 of 5 to 30 s.")
    return speak(request, open_voice(voices[0], "reference_voice_url"), context)
