"""Change scene or appearance and keep the person."""

from typing import Annotated, ClassVar

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Picture
from mediaext.vocabulary import (
    BoundedSteps,
    CallbackUrl,
    ImageFormat,
    ImageUrl,
    NegativePrompt,
    Palette,
    ProfileId,
    Prompt,
    Seed,
    ServerId,
    Side2048,
)


class LockIdentity(Operation[Picture]):
    """Change scene or appearance and keep the person."""

    endpoint: ClassVar[Endpoint] = Endpoint("lock", "/identity/lock/image/v1", keeps_identity=True)
    example: ClassVar = {"prompt": "in a city street at night"}

    input_image: ImageUrl
    prompt: Annotated[
        Prompt, Field(description="Scene or appearance changes; identity is preserved.")
    ]
    height: Side2048 = 1024
    width: Side2048 = 1024
    output_format: ImageFormat = "webp"
    palette: Palette | None = None
    negative_prompt: (
        Annotated[
            NegativePrompt, Field(description="What to keep out; setting it activates guidance.")
        ]
        | None
    ) = None
    num_inference_steps: BoundedSteps = 8
    guidance_scale: Annotated[
        float, Field(ge=1, le=20, description="Adherence to the prompt.")
    ] = 1.5
    seed: Seed = -1
    profile_id: ProfileId | None = None
    callback_url: CallbackUrl | None = None
    server_id: ServerId | None = None
