"""Cut the subject out as a transparent PNG."""

from typing import Annotated, ClassVar

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Cutout
from mediaext.vocabulary import CallbackUrl, HexColour, ImageFormat, ImageUrl


class RemoveBackground(Operation[Cutout]):
    """Cut the subject out as a transparent PNG."""

    endpoint: ClassVar[Endpoint] = Endpoint(
        "cutout", "/background/remove/image/v1", geometry="kept", keeps_identity=True
    )
    example: ClassVar = {"recolor": "1e90ff", "drop_shadow": True}

    input_image: ImageUrl
    recolor: (
        Annotated[
            HexColour, Field(description="Hex colour of a flat new background, with or without #.")
        ]
        | None
    ) = None
    drop_shadow: Annotated[bool, Field(description="Soft shadow before compositing.")] = False
    shadow_opacity: Annotated[float, Field(ge=0, le=1, description="Darkness of the shadow.")] = (
        0.38
    )
    shadow_blur: Annotated[
        float, Field(ge=0, le=1, description="Softness, as a fraction of the width.")
    ] = 0.018
    shadow_dy: Annotated[
        float, Field(ge=-1, le=1, description="Vertical offset, as a fraction of the height.")
    ] = 0.022
    shadow_dx: Annotated[
        float, Field(ge=-1, le=1, description="Horizontal offset, as a fraction of the width.")
    ] = 0.004
    output_format: ImageFormat = "png"
    callback_url: CallbackUrl | None = None
