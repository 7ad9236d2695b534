"""Animate an image as a short clip."""

from typing import Annotated, ClassVar

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Clip
from mediaext.vocabulary import CallbackUrl, ClipSide, ImageUrl, Prompt, Seed, ServerId

DEFAULT_PROMPT = "make this image come alive, cinematic motion, smooth animation"


class GenerateVideo(Operation[Clip]):
    """Animate an image as a short clip."""

    endpoint: ClassVar[Endpoint] = Endpoint("video", "/generate/video/v1")
    example: ClassVar = {"prompt": "slow zoom in, wind"}

    input_image: ImageUrl
    prompt: Annotated[Prompt, Field(description="Animation style: camera and motion words.")] = (
        DEFAULT_PROMPT
    )
    height: ClipSide = 512
    width: ClipSide = 896
    duration_seconds: Annotated[
        float, Field(ge=0.1, le=10.0, description="Length in seconds.")
    ] = 2.0
    seed: Seed = 42
    callback_url: CallbackUrl | None = None
    server_id: ServerId | None = None
