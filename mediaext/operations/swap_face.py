"""Put the face of one image into another."""

from typing import Annotated, ClassVar

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Picture
from mediaext.vocabulary import CallbackUrl, Fraction, ImageFormat, ImageUrl, ProfileId, ServerId


class SwapFace(Operation[Picture]):
    """Put the face of one image into another."""

    endpoint: ClassVar[Endpoint] = Endpoint(
        "faceswap", "/identity/faceswap/image/v1", geometry="scaled"
    )
    example: ClassVar = {"source": "https://media.example/face.jpg"}

    target: Annotated[ImageUrl, Field(description="Body or scene where the face appears.")]
    source: Annotated[ImageUrl, Field(description="Face to swap in.")]
    upscale: Annotated[float, Field(ge=1.0, le=4.0, description="Enlargement of the result.")] = (
        1.5
    )
    restore_weight: Annotated[
        Fraction, Field(description="Face restoration; higher is sharper.")
    ] = 0.5
    output_format: ImageFormat = "webp"
    profile_id: ProfileId | None = None
    callback_url: CallbackUrl | None = None
    server_id: ServerId | None = None
