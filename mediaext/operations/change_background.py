"""Put the subject before a new background."""

from typing import Annotated, ClassVar

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Picture
from mediaext.vocabulary import (
    CallbackUrl,
    FasterInference,
    Fraction,
    Guidance,
    HasText,
    ImageFormat,
    ImageUrl,
    Palette,
    Prompt,
    Seed,
    Steps,
    SubjectDescription,
    ToneCorrection,
    UseSegmentation,
)


class ChangeBackground(Operation[Picture]):
    """Put the subject before a new background."""

    endpoint: ClassVar[Endpoint] = Endpoint(
        "background", "/background/change/image/v1", geometry="kept", keeps_identity=True
    )
    example: ClassVar = {"prompt": "a beach at sunset"}

    input_image: ImageUrl
    prompt: Prompt
    subject_description: SubjectDescription
    use_segmentation: UseSegmentation = True
    tone_correction: ToneCorrection = 0.6
    has_text: HasText | None = None
    palette: Palette | None = None
    num_inference_steps: Steps = 8
    true_cfg_scale: Guidance = 4.0
    faster_inference: FasterInference = True
    output_format: ImageFormat = "webp"
    harmonize_strength: Annotated[
        Fraction, Field(description="Blends subject and scene light; 0 disables, 0.7 suggested.")
    ] = 0.0
    seed: Seed = -1
    callback_url: CallbackUrl | None = None
