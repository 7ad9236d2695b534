"""Enlarge an image and make it sharper."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Picture
from mediaext.vocabulary import CallbackUrl, ImageFormat, ImageUrl, ServerId


class UpscaleImage(Operation[Picture]):
    """Enlarge an image and make it sharper."""

    endpoint: ClassVar[Endpoint] = Endpoint(
        "upscale", "/upscale/image/v1", geometry="scaled", keeps_identity=True
    )
    example: ClassVar = {"scale": 2}

    input_image: ImageUrl
    scale: Annotated[Literal[1, 2, 3, 4], Field(description="Factor; 1 enhances only.")] = 4
    output_format: ImageFormat = "webp"
    callback_url: CallbackUrl | None = None
    server_id: ServerId | None = None
