"""Older upscaler: deblur an image or vary it."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Picture
from mediaext.vocabulary import CallbackUrl, ImageUrl, Prompt, ServerId


class LegacyUpscale(Operation[Picture]):
    """Older upscaler: deblur an image or vary it."""

    endpoint: ClassVar[Endpoint] = Endpoint(
        "upscaler", "/upscaler/v1", dialect="legacy", geometry="scaled"
    )
    example: ClassVar = {"prompt": "a cat"}

    input_image: ImageUrl
    prompt: Prompt
    direct_link: Annotated[bool, Field(description="Friendly PNG link.")] | None = None
    server_id: ServerId | None = None
    type: Annotated[
        Literal["deblur", "variation"], Field(description="Sharpen, or make a variation.")
    ] = "deblur"
    webhook: Annotated[CallbackUrl, Field(description="URL that receives the image.")] | None = (
        None
    )
    batch_id: Annotated[str, Field(description="Groups jobs of the caller.")] | None = None
    file_prefix: Annotated[str, Field(description="Prefix of the file names.")] | None = None
    queued_image_urls: (
        Annotated[
            bool,
            Field(description="Return links early; they hold the image once the task succeeds."),
        ]
        | None
    ) = None
