"""Stamp a logo at 50% opacity."""

from typing import Annotated, ClassVar

from mediaext.operation import Endpoint, Operation
from mediaext.results import Picture
from mediaext.vocabulary import CallbackUrl, ImageFormat, ImageUrl, LogoPosition, LogoUrl, Word


class PlaceLogo(Operation[Picture]):
    """Stamp a logo at 50% opacity."""

    endpoint: ClassVar[Endpoint] = Endpoint(
        "logo", "/branding/logo/image/v1", geometry="kept", keeps_identity=True
    )

    input_image: ImageUrl
    logo_url: Annotated[
        LogoUrl,
        Word(
            positional=True,
            media="image",
            group="essential",
            example="https://media.example/logo.png",
        ),
    ]
    position: LogoPosition = "bottom_right"
    output_format: ImageFormat = "webp"
    callback_url: CallbackUrl | None = None
