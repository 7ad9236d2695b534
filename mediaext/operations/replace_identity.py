"""Turn the person into another, described one."""

from typing import Annotated, ClassVar

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Picture
from mediaext.vocabulary import (
    CallbackUrl,
    ImageFormat,
    ImageUrl,
    Palette,
    ProfileId,
    Prompt,
    Seed,
    ToneCorrection,
)


class ReplaceIdentity(Operation[Picture]):
    """Turn the person into another, described one."""

    endpoint: ClassVar[Endpoint] = Endpoint(
        "replace", "/identity/replace/image/v1", geometry="kept"
    )
    example: ClassVar = {"prompt": "an old man with a beard"}

    input_image: ImageUrl
    prompt: Annotated[Prompt, Field(description="Description of the new person.")]
    use_segmentation: Annotated[
        bool, Field(description="True edits only skin and hair; false edits the full image.")
    ] = True
    tone_correction: ToneCorrection = 0.6
    output_format: ImageFormat = "webp"
    seed: Seed = -1
    palette: Palette | None = None
    profile_id: ProfileId | None = None
    callback_url: CallbackUrl | None = None
