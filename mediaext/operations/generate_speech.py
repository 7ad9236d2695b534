"""Speak a text."""

from typing import Annotated, ClassVar

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Sound
from mediaext.vocabulary import (
    ApplyWatermark,
    CallbackUrl,
    Exaggeration,
    LanguageId,
    MaxNewTokens,
    ServerId,
    Text,
    VoiceUrl,
)


class GenerateSpeech(Operation[Sound]):
    """Speak a text."""

    endpoint: ClassVar[Endpoint] = Endpoint("speech", "/generate/speech/v1", queue="speech")

    text: Text
    language_id: LanguageId = "en"
    target_voice_path: (
        Annotated[
            VoiceUrl,
            Field(description="Voice to speak with, WAV or MP3, 5-30 s; omit for the default."),
        ]
        | None
    ) = None
    max_new_tokens: MaxNewTokens = 256
    exaggeration: Exaggeration = 0.5
    apply_watermark: ApplyWatermark = True
    callback_url: CallbackUrl | None = None
    server_id: ServerId | None = None
