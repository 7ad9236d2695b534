"""Set a subject on a background in the colours of its clothing."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Picture
from mediaext.vocabulary import (
    CallbackUrl,
    ImageFormat,
    ImageUrl,
    LogoPosition,
    LogoUrl,
    Prompt,
    Seed,
    SubjectDescription,
)


class BrandTemplate(Operation[Picture]):
    """Set a subject on a background in the colours of its clothing."""

    endpoint: ClassVar[Endpoint] = Endpoint(
        "template", "/branding/template/image/v1", geometry="kept", keeps_identity=True
    )
    example: ClassVar = {"background_prompt": "a bright loft"}

    input_image: ImageUrl
    background_prompt: Annotated[
        Prompt, Field(description="The background in words; palette colours are injected.")
    ] = "clean professional studio background"
    palette_mode: Annotated[
        Literal["similar", "complementary", "radical"],
        Field(description="Same hue family, opposite hue, or triadic shift with more saturation."),
    ] = "similar"
    subject_description: (
        Annotated[SubjectDescription, Field(description="Helps segmentation.")] | None
    ) = None
    logo_url: (
        Annotated[LogoUrl, Field(description="Logo stamped after background generation.")] | None
    ) = None
    position: LogoPosition = "bottom_right"
    output_format: ImageFormat = "webp"
    seed: Seed = -1
    callback_url: CallbackUrl | None = None
