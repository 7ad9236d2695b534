"""Dress a person in a garment from another photo."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Picture
from mediaext.vocabulary import (
    CallbackUrl,
    ImageFormat,
    ImageUrl,
    ProfileId,
    Seed,
    ToneCorrection,
    TryOnSide,
    Word,
)


class TryOn(Operation[Picture]):
    """Dress a person in a garment from another photo."""

    endpoint: ClassVar[Endpoint] = Endpoint(
        "tryon", "/creator/tryon/image/v1", keeps_identity=True
    )
    example: ClassVar = {
        "clothing_image": "https://media.example/jacket.jpg",
        "gender": "woman",
        "clothing_type": "jacket",
    }

    person_image: Annotated[ImageUrl, Field(description="The person to dress.")]
    clothing_image: Annotated[ImageUrl, Field(description="The garment.")]
    gender: Annotated[
        Literal["man", "woman"], Field(description="Of the person."), Word(positional=True)
    ]
    clothing_type: Annotated[
        str,
        Field(min_length=1, description="For example jacket, dress, blazer, jeans, shirt, skirt."),
        Word(positional=True, example="jacket"),
    ]
    width: TryOnSide | None = None
    height: TryOnSide | None = None
    output_format: ImageFormat = "png"
    seed: Seed = -1
    garment_region: Annotated[
        Literal["upper", "lower", "full"], Field(description="Scopes colour correction.")
    ] = "upper"
    tone_correction: ToneCorrection = 0.4
    profile_id: ProfileId | None = None
    callback_url: CallbackUrl | None = None
