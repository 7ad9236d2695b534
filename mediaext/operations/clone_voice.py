"""Speak a text with a reference voice."""

from typing import Annotated, ClassVar

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
    Word,
)


class CloneVoice(Operation[Sound]):
    """Speak a text with a reference voice."""

    endpoint: ClassVar[Endpoint] = Endpoint(
        "voice", "/identity/voice/clone/v1", queue="speech", keeps_identity=True
    )

    text: Text
    reference_voice_url: Annotated[
        VoiceUrl,
        Word(
            positional=True,
            media="audio",
            group="essential",
            example="https://media.example/voice.wav",
        ),
    ]
    language_id: LanguageId = "en"
    max_new_tokens: MaxNewTokens = 256
    exaggeration: Exaggeration = 0.5
    apply_watermark: ApplyWatermark = True
    callback_url: CallbackUrl | None = None
    server_id: ServerId | None = None
