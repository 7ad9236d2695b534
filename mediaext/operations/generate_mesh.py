"""Make a 3D mesh from an image, or paint one."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Mesh
from mediaext.vocabulary import CallbackUrl, ImageUrl, ServerId


class GenerateMesh(Operation[Mesh]):
    """Make a 3D mesh from an image, or paint one."""

    endpoint: ClassVar[Endpoint] = Endpoint("mesh", "/generate/3d/v1", alias="3d")

    image_path: ImageUrl
    mode: Annotated[
        Literal["generate", "paint", "generate_and_paint"],
        Field(description="Mesh only, texture an existing mesh, or both."),
    ] = "generate"
    mesh_save_name: Annotated[str, Field(description="Output mesh filename.")] | None = None
    painted_save_name: Annotated[str, Field(description="Textured mesh filename.")] | None = None
    auto_unload: Annotated[
        bool, Field(description="Free the generation pipeline after completion.")
    ] = True
    callback_url: CallbackUrl | None = None
    server_id: ServerId | None = None
