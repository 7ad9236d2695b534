"""Change an image as the words say."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Picture
from mediaext.vocabulary import (
    BoundedSteps,
    CallbackUrl,
    FasterInference,
    Fraction,
    HasText,
    ImageFormat,
    ImageUrls,
    Palette,
    ProfileId,
    Prompt,
    Seed,
    ServerId,
    ToneCorrection,
)


class EditImage(Operation[Picture]):
    """Change an image as the words say."""

    endpoint: ClassVar[Endpoint] = Endpoint("edit", "/edit/image/v1")
    example: ClassVar = {
        "input_image": "https://media.example/photo.jpg",
        "prompt": "at night, in the rain",
    }

    input_image: ImageUrls | None = None
    prompt: Prompt
    mode: (
        Annotated[
            Literal["anime"], Field(description="anime converts a photo to illustrated style.")
        ]
        | None
    ) = None
    output_format: ImageFormat = "webp"
    palette: Palette | None = None
    num_inference_steps: BoundedSteps = 8
    guidance_scale: Annotated[
        float, Field(ge=0, le=20, description="Adherence to the prompt; 0 disables guidance.")
    ] = 1.5
    seed: Seed = -1
    callback_url: CallbackUrl | None = None
    profile_id: ProfileId | None = None
    refine_strength: (
        Annotated[
            Fraction,
            Field(
                description="Refinement pass after editing; 0.25-0.40 suggested, omit or 0 skips."
            ),
        ]
        | None
    ) = None
    faster_inference: FasterInference = True
    cfg_norm_strength: Annotated[
        Fraction, Field(description="Normalises strong guidance; 0 disables.")
    ] = 0.0
    product_saturation: Annotated[
        float,
        Field(
            ge=0,
            description="Saturation of the product (second) image; 0.0 grey, 1.0 unchanged.",
        ),
    ] = 0.85
    tone_correction: ToneCorrection = 0.6
    has_text: HasText | None = None
    has_product: (
        Annotated[
            bool, Field(description="Routing and analytics only; does not affect mask logic.")
        ]
        | None
    ) = None
    server_id: ServerId | None = None
