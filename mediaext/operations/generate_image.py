"""Make an image from words."""

from typing import Annotated, ClassVar

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Picture
from mediaext.vocabulary import (
    CallbackUrl,
    Guidance,
    ImageFormat,
    LogoUrl,
    ProfileId,
    Prompt,
    Seed,
    ServerId,
    Side1024,
    Steps,
)


class GenerateImage(Operation[Picture]):
    """Make an image from words."""

    endpoint: ClassVar[Endpoint] = Endpoint("image", "/generate/image/v1")

    prompt: Prompt
    height: Side1024 = 1024
    width: Side1024 = 1024
    num_inference_steps: Steps = 8
    guidance_scale: Annotated[
        Guidance, Field(description="Omit to use the model default (0.0).")
    ] = 0.0
    seed: Seed = -1
    enhance_prompt: Annotated[
        bool, Field(description="Expand terse prompts; adds about 1-2 s.")
    ] = False
    logo_url: (
        Annotated[
            LogoUrl,
            Field(description="Logo stamped bottom-right at 50% opacity."),
        ]
        | None
    ) = None
    output_format: ImageFormat = "webp"
    callback_url: CallbackUrl | None = None
    profile_id: ProfileId | None = None
    server_id: ServerId | None = None
