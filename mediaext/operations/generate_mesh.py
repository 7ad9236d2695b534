"""Make a 3D mesh from an image, or paint one."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from mediaext.operation import Endpoint, Operation
from mediaext.results import Mesh
from mediaext.vocabulary import CallbackUrl, ImageUrl, Media, ServerId


class GenerateMesh(Operation[Mesh]):
    """Make a 3D mesh from an image, or paint one."""

    endpoint: ClassVar[Endpoint] = Endpoint("mesh", "/generate/3d/v1", alias="3d")
    example: ClassVar = {"mode": "generate_and_paint"}

    image_path: ImageUrl
    mode: Annotated[
        Literal["generate", "paint", "generate_and_paint"],
        Field(description="Mesh only, texture an existing mesh, or both."),
    ] = "generate"
    mesh_save_name: (
        Annotated[
            Media,
            Field(description="Output mesh filename; with paint, the existing mesh (GLB or OBJ)."),
        ]
        | None
    ) = None
    painted_save_name: Annotated[str, Field(description="Textured mesh filename.")] | None = None
    auto_unload: Annotated[
        bool, Field(description="Free the generation pipeline after completion.")
    ] = True
    callback_url: CallbackUrl | None = None
    server_id: ServerId | None = None

    def media(self) -> dict[str, list[Any]]:
        """Return the media inputs; in mode ``paint`` the existing mesh is one of them.

        The specification has no field of its own for the mesh that ``paint`` textures, so
        ``mesh_save_name`` names it there.
        """
        found = super().media()
        if self.mode == "paint" and self.mesh_save_name is not None:
            found["mesh_save_name"] = [self.mesh_save_name]
        return found
