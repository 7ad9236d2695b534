"""Make a picture of a model with a given face."""

from typing import Annotated, ClassVar

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Picture
from mediaext.vocabulary import (
    CallbackUrl,
    ImageFormat,
    ImageUrl,
    NegativePrompt,
    OptionalSeed,
    ProfileId,
    Prompt,
    ServerId,
    Side2048,
)


class Instamodel(Operation[Picture]):
    """Make a picture of a model with a given face."""

    endpoint: ClassVar[Endpoint] = Endpoint(
        "instamodel", "/creator/instamodel/image/v1", keeps_identity=True
    )
    example: ClassVar = {
        "prompt": "standing in a park",
        "input_face": "https://media.example/face.jpg",
    }

    prompt: Prompt
    input_face: Annotated[ImageUrl, Field(description="The face.")]
    height: Side2048 = 1024
    width: Side2048 = 768
    seed: OptionalSeed | None = None
    negative_prompt: NegativePrompt | None = None
    output_format: ImageFormat = "webp"
    profile_id: ProfileId | None = None
    callback_url: CallbackUrl | None = None
    server_id: ServerId | None = None
