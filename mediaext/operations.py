"""Every operation of the service: a class per endpoint, in the order of the specification.

Each class is all there is to declare; the catalogue takes it in when the module is imported, and
the public name, route, client method, magic, flags, panel and documentation follow from it.
"""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from mediaext.operation import CATALOGUE as CATALOGUE
from mediaext.operation import Endpoint, Operation
from mediaext.results import Clip, Cutout, Mesh, Picture, Sound
from mediaext.vocabulary import (
    ApplyWatermark,
    BoundedSteps,
    CallbackUrl,
    ClipSide,
    Exaggeration,
    FasterInference,
    FieldHints,
    Fraction,
    Guidance,
    HasText,
    HexColour,
    ImageFormat,
    ImageUrl,
    ImageUrls,
    LanguageId,
    LogoPosition,
    LogoUrl,
    MaxNewTokens,
    Media,
    NegativePrompt,
    OptionalSeed,
    Palette,
    ProfileId,
    Prompt,
    Seed,
    ServerId,
    Side1024,
    Side2048,
    Steps,
    SubjectDescription,
    Text,
    ToneCorrection,
    TryOnSide,
    UseSegmentation,
    VoiceUrl,
)


class GenerateImage(Operation[Picture]):
    """Make an image from words."""

    endpoint: ClassVar[Endpoint] = Endpoint("image", "/generate/image/v1")

    prompt: Prompt
    height: Side1024 = 1024
    width: Side1024 = 1024
    num_inference_steps: Steps = 8
    guidance_scale: Annotated[
        Guidance, Field(description="Omit to use the model default (0.0).")
    ] = 0.0
    seed: Seed = -1
    enhance_prompt: Annotated[
        bool, Field(description="Expand terse prompts; adds about 1-2 s.")
    ] = False
    logo_url: (
        Annotated[
            LogoUrl,
            Field(description="Logo stamped bottom-right at 50% opacity."),
        ]
        | None
    ) = None
    output_format: ImageFormat = "webp"
    callback_url: CallbackUrl | None = None
    profile_id: ProfileId | None = None
    server_id: ServerId | None = None


DEFAULT_PROMPT = "make this image come alive, cinematic motion, smooth animation"


class GenerateVideo(Operation[Clip]):
    """Animate an image as a short clip."""

    endpoint: ClassVar[Endpoint] = Endpoint("video", "/generate/video/v1")
    example: ClassVar = {"prompt": "slow zoom in, wind"}

    input_image: ImageUrl
    prompt: Annotated[Prompt, Field(description="Animation style: camera and motion words.")] = (
        DEFAULT_PROMPT
    )
    height: ClipSide = 512
    width: ClipSide = 896
    duration_seconds: Annotated[
        float, Field(ge=0.1, le=10.0, description="Length in seconds.")
    ] = 2.0
    seed: Seed = 42
    callback_url: CallbackUrl | None = None
    server_id: ServerId | None = None


class GenerateSpeech(Operation[Sound]):
    """Speak a text."""

    endpoint: ClassVar[Endpoint] = Endpoint("speech", "/generate/speech/v1", queue="speech")

    text: Text
    language_id: LanguageId = "en"
    target_voice_path: (
        Annotated[
            VoiceUrl,
            Field(description="Voice to speak with, WAV or MP3, 5-30 s; omit for the default."),
        ]
        | None
    ) = None
    max_new_tokens: MaxNewTokens = 256
    exaggeration: Exaggeration = 0.5
    apply_watermark: ApplyWatermark = True
    callback_url: CallbackUrl | None = None
    server_id: ServerId | None = None


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


class UpscaleImage(Operation[Picture]):
    """Enlarge an image and make it sharper."""

    endpoint: ClassVar[Endpoint] = Endpoint(
        "upscale", "/upscale/image/v1", geometry="scaled", keeps_identity=True
    )
    example: ClassVar = {"scale": 2}

    input_image: ImageUrl
    scale: Annotated[Literal[1, 2, 3, 4], Field(description="Factor; 1 enhances only.")] = 4
    output_format: ImageFormat = "webp"
    callback_url: CallbackUrl | None = None
    server_id: ServerId | None = None


class PlaceLogo(Operation[Picture]):
    """Stamp a logo at 50% opacity."""

    endpoint: ClassVar[Endpoint] = Endpoint(
        "logo", "/branding/logo/image/v1", geometry="kept", keeps_identity=True
    )

    input_image: ImageUrl
    logo_url: Annotated[
        LogoUrl,
        FieldHints(
            positional=True,
            media="image",
            group="essential",
            example="https://media.example/logo.png",
        ),
    ]
    position: LogoPosition = "bottom_right"
    output_format: ImageFormat = "webp"
    callback_url: CallbackUrl | None = None


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
        Literal["man", "woman"], Field(description="Of the person."), FieldHints(positional=True)
    ]
    clothing_type: Annotated[
        str,
        Field(min_length=1, description="For example jacket, dress, blazer, jeans, shirt, skirt."),
        FieldHints(positional=True, example="jacket"),
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


class SwapFace(Operation[Picture]):
    """Put the face of one image into another."""

    endpoint: ClassVar[Endpoint] = Endpoint(
        "faceswap", "/identity/faceswap/image/v1", geometry="scaled"
    )
    example: ClassVar = {"source": "https://media.example/face.jpg"}

    target: Annotated[ImageUrl, Field(description="Body or scene where the face appears.")]
    source: Annotated[ImageUrl, Field(description="Face to swap in.")]
    upscale: Annotated[float, Field(ge=1.0, le=4.0, description="Enlargement of the result.")] = (
        1.5
    )
    restore_weight: Annotated[
        Fraction, Field(description="Face restoration; higher is sharper.")
    ] = 0.5
    output_format: ImageFormat = "webp"
    profile_id: ProfileId | None = None
    callback_url: CallbackUrl | None = None
    server_id: ServerId | None = None


class LockIdentity(Operation[Picture]):
    """Change scene or appearance and keep the person."""

    endpoint: ClassVar[Endpoint] = Endpoint("lock", "/identity/lock/image/v1", keeps_identity=True)
    example: ClassVar = {"prompt": "in a city street at night"}

    input_image: ImageUrl
    prompt: Annotated[
        Prompt, Field(description="Scene or appearance changes; identity is preserved.")
    ]
    height: Side2048 = 1024
    width: Side2048 = 1024
    output_format: ImageFormat = "webp"
    palette: Palette | None = None
    negative_prompt: (
        Annotated[
            NegativePrompt, Field(description="What to keep out; setting it activates guidance.")
        ]
        | None
    ) = None
    num_inference_steps: BoundedSteps = 8
    guidance_scale: Annotated[
        float, Field(ge=1, le=20, description="Adherence to the prompt.")
    ] = 1.5
    seed: Seed = -1
    profile_id: ProfileId | None = None
    callback_url: CallbackUrl | None = None
    server_id: ServerId | None = None


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


class Instamodel(Operation[Picture]):
    """Make a picture of a model with a given face."""

    endpoint: ClassVar[Endpoint] = Endpoint(
        "instamodel", "/creator/instamodel/image/v1", keeps_identity=True
    )
    example: ClassVar = {
        "prompt": "standing in a park",
        "input_face": "https://media.example/face.jpg",
    }

    prompt: Prompt
    input_face: Annotated[ImageUrl, Field(description="The face.")]
    height: Side2048 = 1024
    width: Side2048 = 768
    seed: OptionalSeed | None = None
    negative_prompt: NegativePrompt | None = None
    output_format: ImageFormat = "webp"
    profile_id: ProfileId | None = None
    callback_url: CallbackUrl | None = None
    server_id: ServerId | None = None


class CloneVoice(Operation[Sound]):
    """Speak a text with a reference voice."""

    endpoint: ClassVar[Endpoint] = Endpoint(
        "voice", "/identity/voice/clone/v1", queue="speech", keeps_identity=True
    )

    text: Text
    reference_voice_url: Annotated[
        VoiceUrl,
        FieldHints(
            positional=True,
            media="audio",
            group="essential",
            example="https://media.example/voice.wav",
        ),
    ]
    language_id: LanguageId = "en"
    max_new_tokens: MaxNewTokens = 256
    exaggeration: Exaggeration = 0.5
    apply_watermark: ApplyWatermark = True
    callback_url: CallbackUrl | None = None
    server_id: ServerId | None = None


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
