"""Older text-to-image: one or two samples."""

from typing import Annotated, ClassVar

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Picture
from mediaext.vocabulary import CallbackUrl, NegativePrompt, Prompt, Steps


class LegacyTextToImage(Operation[Picture]):
    """Older text-to-image: one or two samples."""

    endpoint: ClassVar[Endpoint] = Endpoint("sd3_5", "/sd3_5/v1", dialect="legacy")
    example: ClassVar = {"num_inference_steps": 20, "guidance_scale": 7.5}

    prompt: Prompt
    negative_prompt: NegativePrompt
    num_inference_steps: Steps
    samples: Annotated[int, Field(ge=1, le=2, description="Number of pictures.")]
    guidance_scale: Annotated[float, Field(ge=0, le=20, description="Adherence to the prompt.")]
    height: Annotated[int, Field(ge=1, le=2048, description="Size in pixels.")] = 1024
    width: Annotated[int, Field(ge=1, le=2048, description="Size in pixels.")] = 1024
    webhook: Annotated[CallbackUrl, Field(description="URL that receives the image.")] | None = (
        None
    )
    direct_link: Annotated[bool, Field(description="Friendly PNG link.")] | None = None
    batch_id: Annotated[str, Field(description="Groups jobs of the caller.")] | None = None
    file_prefix: Annotated[str, Field(description="Prefix of the file names.")] | None = None
    queued_image_urls: (
        Annotated[
            bool,
            Field(description="Return links early; they hold the image once the task succeeds."),
        ]
        | None
    ) = None
