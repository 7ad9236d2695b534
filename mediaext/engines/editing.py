"""The operations, made of the few skills that a model has: generate, edit, animate and so on.

A model draws from words and pictures. What is about it is the same for every model and stands
here: the prompt that names pictures by their order, masks before, and tone, palette, composition,
logo and format after, by the functions of the built-in engine.
"""

import io
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import PIL.Image
import PIL.ImageEnhance
import PIL.ImageOps

from mediaext import watermark
from mediaext.audio import Audio, decode, encode_wav
from mediaext.engines.base import Context, Engine, EngineFunction, Files, Inputs, invalid
from mediaext.engines.classical import (
    face_blend,
    masks,
    palettes,
    pictures,
    shadows,
    stamping,
)
from mediaext.engines.classical.arrays import Floats, Pixels
from mediaext.engines.classical.colour_names import parse_colour
from mediaext.engines.classical.operations import background as backgrounds
from mediaext.engines.classical.operations import cutout as cutouts
from mediaext.engines.classical.operations import mesh as meshes
from mediaext.engines.classical.operations import template as templates
from mediaext.engines.classical.operations import tryon as tryons
from mediaext.engines.classical.person import find_person
from mediaext.engines.classical.tone_correction import match_tones, tones
from mediaext.errors import MediaError, Unsupported, job_failed
from mediaext.operation import Operation
from mediaext.operations import (
    BrandTemplate,
    ChangeBackground,
    CloneVoice,
    EditImage,
    GenerateImage,
    GenerateMesh,
    GenerateSpeech,
    GenerateVideo,
    Instamodel,
    LegacyTextToImage,
    LegacyUpscale,
    LockIdentity,
    RemoveBackground,
    ReplaceIdentity,
    SwapFace,
    TryOn,
    UpscaleImage,
)
from mediaext.results import MadeFile

Picture = PIL.Image.Image
ImageFormat = Literal["webp", "jpeg", "png"]
STEP = 16  # pixels: sides that every model takes
LARGEST_SIDE = 2048  # pixels of a picture that is given to a model
FINE_STEPS = 20  # the specification's steps of faster_inference=false
PALETTE_SHARE = 0.35
TOKENS_PER_SECOND = 25
LIGHT = re.compile(
    r"\b(?:night|dusk|dawn|sunset|sunrise|dark(?:er)?|bright(?:er)?|warm(?:er)?|cool(?:er)?|pink|"
    r"colou?rs?|black and white|gr[ae]y|sepia|neon|red|green|blue|yellow|orange|purple|white)\b",
    re.IGNORECASE,
)
"""Words of an edit that ask for other light or colours, so that the old ones are not kept."""
BACKGROUND = re.compile(r"\b(?:background|backdrop|behind|setting|scene)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a model is asked to draw.

    ``size`` is width and height in pixels. ``images`` are RGB; the prompt calls them "image 1",
    "image 2". ``mask`` is of mode L and the size of the first image, white where it may change.
    ``strength`` 0 to 1 says how far an edit goes from the first image. ``None`` leaves a value to
    the model. Without ``fast`` a model takes no short cut, such as a LoRA for fewer steps.
    """

    prompt: str
    size: tuple[int, int]
    seed: int
    images: tuple[Picture, ...] = ()
    mask: Picture | None = None
    negative_prompt: str = ""
    steps: int | None = None
    guidance: float | None = None
    strength: float | None = None
    fast: bool = True


@dataclass(frozen=True, slots=True)
class Animation:
    """A clip that starts at ``image``; ``seconds`` is its length."""

    prompt: str
    image: Picture
    size: tuple[int, int]
    seconds: float
    seed: int


@dataclass(frozen=True, slots=True)
class Speech:
    """A text to speak; ``voice`` is the file of a reference voice."""

    text: str
    language: str
    seed: int
    tokens: int
    voice: bytes | None = None
    exaggeration: float = 0.5

    @property
    def seconds(self) -> float:
        """The longest that it may last."""
        return self.tokens / TOKENS_PER_SECOND


@dataclass(frozen=True, slots=True)
class Footage:
    """Frames of a clip, uint8 RGB of (height, width, 3), at ``rate`` a second, and its sound."""

    frames: Sequence[Pixels]
    rate: float
    sound: Audio | None = None


FIELDS: dict[str, str] = {
    "num_inference_steps": "steps",
    "guidance_scale": "guidance",
    "true_cfg_scale": "guidance",
    "negative_prompt": "negative_prompt",
    "seed": "seed",
    "refine_strength": "strength",
    "exaggeration": "exaggeration",
    "language_id": "language",
}
"""Fields of the interface, and what of a drawing, an animation or a speech they are."""


class ModelEngine(Engine, ABC):
    """An engine of models: a subclass has some of the skills, and the operations follow.

    ``skills()`` names those it has; ``takes(skill)`` says which values of a :class:`Drawing`,
    :class:`Animation` or :class:`Speech` arrive at the model, so that what does not is told.
    """

    @abstractmethod
    def skills(self) -> frozenset[str]:
        """Return the skills: generate, edit, animate, speak, mesh, cutout, upscale."""

    @abstractmethod
    def takes(self, skill: str) -> frozenset[str]:
        """Return the optional values that the model uses for a skill."""

    def generate(self, drawing: Drawing, context: Context) -> Picture:
        """Draw from words."""
        raise self._lacks("generate")

    def edit(self, drawing: Drawing, context: Context) -> Picture:
        """Draw from words and pictures."""
        raise self._lacks("edit")

    def animate(self, animation: Animation, context: Context) -> Footage:
        """Make a clip; :func:`read_footage` decodes a file."""
        raise self._lacks("animate")

    def speak(self, speech: Speech, context: Context) -> bytes:
        """Speak; returns a sound file."""
        raise self._lacks("speak")

    def mesh(self, image: Picture, seed: int, context: Context) -> bytes:
        """Make a body of what a picture shows; returns GLB."""
        raise self._lacks("mesh")

    def cutout(self, image: Picture, context: Context) -> Picture:
        """Return the subject's opacity, mode L."""
        raise self._lacks("cutout")

    def upscale(self, image: Picture, factor: int, context: Context) -> Picture:
        """Enlarge."""
        raise self._lacks("upscale")

    def _lacks(self, skill: str) -> Unsupported:
        return Unsupported(f"The engine '{self.name}' has no model for '{skill}'.")

    def supports(self, operation: type[Operation[Any]]) -> bool:
        """Say whether the skills suffice for ``operation``."""
        needed = NEEDS.get(operation.endpoint.name, frozenset())
        return operation.endpoint.name in self._functions or bool(needed & self.skills())

    def function(self, operation: type[Operation[Any]]) -> EngineFunction:
        """Return what makes ``operation``; raise :class:`Unsupported` without the skills."""
        name = operation.endpoint.name
        if name in self._functions or not self.supports(operation):
            return super().function(operation)
        make = MAKERS[name]

        def made(request: Operation[Any], inputs: Inputs, context: Context) -> Files:
            return make(Studio(self, request, inputs, context))

        return made


class Studio:
    """One request in the hands of a model engine."""

    def __init__(
        self, engine: ModelEngine, request: Any, inputs: Inputs, context: Context
    ) -> None:
        self.engine = engine
        self.request = request
        self.inputs = inputs
        self.context = context
        self.skills = engine.skills()

    def picture(self, name: str, number: int = 0) -> Picture:
        """Return an input picture, upright, RGB or RGBA; raises INPUT_INVALID."""
        given = self.inputs.get(name, ())
        if len(given) <= number:
            raise invalid(f"{name}: a picture is needed.")
        return pictures.open_picture(given[number], name)

    @property
    def palette(self) -> Sequence[str]:
        """Brand colours of the request, or of its profile."""
        own = getattr(self.request, "palette", None)
        return tuple(map(str, own or self.context.setting("palette", list) or ()))

    def negative(self, skill: str) -> str:
        """Return the negative prompt: the request's, or its profile's where the model heeds it."""
        own: str | None = getattr(self.request, "negative_prompt", None)
        if own or "negative_prompt" not in self.engine.takes(skill):
            return own or ""
        return self.context.setting("negative_prompt", str) or ""

    def given(self, name: str) -> Any:
        """Return a field that the caller gave; ``None`` leaves the value to the model."""
        fields = self.request.model_fields_set
        return getattr(self.request, name) if name in fields else None

    def steps(self) -> int | None:
        """Return the denoising steps; without ``faster_inference`` at least 20."""
        steps: int | None = self.given("num_inference_steps")
        if getattr(self.request, "faster_inference", True) is False:
            return max(steps or FINE_STEPS, FINE_STEPS)
        return steps

    def tell(self, skill: str, *also: str) -> None:
        """Note the given fields that the skill's model does not heed, and those in ``also``."""
        takes = self.engine.takes(skill)
        ignored = [
            name for name, value in FIELDS.items() if value not in takes and self._asked(name)
        ]
        ignored += [name for name in also if self._asked(name)]
        for name in dict.fromkeys(ignored):
            self.context.note(f"{name} was left out: '{self.engine.name}' does not take it.")

    def _asked(self, name: str) -> bool:
        field = type(self.request).model_fields.get(name)
        if field is None or name not in self.request.model_fields_set:
            return False
        value = getattr(self.request, name)
        return value is not None and (name == "seed" or value != field.default)

    def draw(
        self,
        prompt: str,
        size: tuple[int, int],
        *images: Picture,
        mask: Floats | None = None,
        guidance: float | None = None,
        strength: float | None = None,
        seed: int | None = None,
    ) -> Pixels:
        """Have the model generate, or edit ``images``; returns RGB of exactly ``size``."""
        skill = "edit" if images else "generate"
        words = f"{prompt}. Use the colours {', '.join(self.palette)}" if self.palette else prompt
        drawing = Drawing(
            words,
            rounded(size),
            self.context.seed if seed is None else seed,
            tuple(_bounded(image).convert("RGB") for image in images),
            _mask(mask, _bounded(images[0]).size) if mask is not None and images else None,
            self.negative(skill),
            self.steps() if hasattr(self.request, "num_inference_steps") else None,
            guidance,
            strength,
            getattr(self.request, "faster_inference", True),
        )
        self.context.detail("prompt_used", words)
        self.context.progress(0.2, "drawing")
        made = getattr(self.engine, skill)(drawing, self.context).convert("RGB")
        if made.size != size:
            self.context.detail("drawn_at", list(made.size))
            made = PIL.ImageOps.fit(made, size, PIL.Image.Resampling.LANCZOS)
        return np.asarray(made)

    def scene(
        self, prompt: str, size: tuple[int, int], subject: str, guidance: float | None = None
    ) -> Pixels:
        """Draw a place without the subject, by whichever skill there is."""
        words = f"{prompt}. An empty place, without any {subject or 'people or products'}"
        if "generate" in self.skills:
            return self.draw(words, size, guidance=guidance)
        ground = PIL.Image.new("RGB", size, "gray")
        return self.draw(f"Fill image 1 with: {words}", size, ground, guidance=guidance)

    def opacity(self, picture: Picture) -> Floats:
        """Return the subject's opacity, by the model where it cuts out."""
        own = _own_opacity(picture)
        if own is not None:
            return own
        if "cutout" in self.skills:
            plane = self.engine.cutout(picture.convert("RGB"), self.context).convert("L")
            if plane.size != picture.size:
                plane = plane.resize(picture.size, PIL.Image.Resampling.BICUBIC)
            return np.asarray(plane, np.float32) / np.float32(255)
        return masks.subject_alpha(np.asarray(picture.convert("RGB")), self.context)

    def finished(self, rgb: Pixels, alpha: Picture | None = None) -> Files:
        """Blend the palette, stamp the logo and encode."""
        self.context.progress(0.9, "finishing")
        picture = PIL.Image.fromarray(palettes.blend_palette(rgb, self.palette, PALETTE_SHARE))
        for logo in self.inputs.get("logo_url", ())[:1]:
            position = getattr(self.request, "position", "bottom_right")
            picture = stamping.stamp(picture, pictures.open_picture(logo, "logo_url"), position)
        if alpha is not None:
            picture.putalpha(alpha.resize(picture.size, PIL.Image.Resampling.BICUBIC))
        output_format: ImageFormat = getattr(self.request, "output_format", "png")
        return {"result": pictures.encode_picture(picture, output_format)}


def rounded(size: tuple[int, int]) -> tuple[int, int]:
    """Return a size near ``size`` that every model takes: a multiple of 16, at most 2048."""
    factor = min(1.0, LARGEST_SIDE / max(size))
    width, height = (max(STEP, round(side * factor / STEP) * STEP) for side in size)
    return width, height


def _bounded(picture: Picture) -> Picture:
    if max(picture.size) <= LARGEST_SIDE:
        return picture
    small = picture.copy()
    small.thumbnail((LARGEST_SIDE, LARGEST_SIDE), PIL.Image.Resampling.LANCZOS)
    return small


def _mask(plane: Floats, size: tuple[int, int]) -> Picture:
    white = PIL.Image.fromarray((plane * 255).round().astype(np.uint8))
    return white if white.size == size else white.resize(size, PIL.Image.Resampling.BICUBIC)


def _own_opacity(picture: Picture) -> Floats | None:
    if picture.mode != "RGBA":
        return None
    own = np.asarray(picture.getchannel("A"), dtype=np.float32) / np.float32(255)
    return own if own.min() < 0.98 and own.max() > 0.02 else None


def _mixed(under: Pixels, over: Pixels, share: Floats) -> Pixels:
    weight = share[..., None]
    mixed: Pixels = (under * (1 - weight) + over * weight).round().clip(0, 255).astype(np.uint8)
    return mixed


def _image(studio: Studio) -> Files:
    request: GenerateImage = studio.request
    prompt = _enhanced(request, studio.context)
    studio.tell("generate")
    drawn = studio.draw(
        prompt, (request.width, request.height), guidance=studio.given("guidance_scale")
    )
    return studio.finished(drawn)


def _enhanced(request: GenerateImage, context: Context) -> str:
    if not request.enhance_prompt:
        return request.prompt
    from mediaext.engines.classical.painter import read_prompt
    from mediaext.engines.classical.painter.enhance import enhance

    return enhance(request.prompt, read_prompt(request.prompt), context.seed)


def _sd3_5(studio: Studio) -> Files:
    request: LegacyTextToImage = studio.request
    studio.tell("generate")
    files: dict[str, MadeFile] = {}
    for number in range(request.samples):
        drawn = studio.draw(
            request.prompt,
            (request.width, request.height),
            guidance=request.guidance_scale,
            seed=(studio.context.seed + number) % 2**32,
        )
        made = studio.finished(drawn)["result"]
        name = f"{request.file_prefix}_{number}.png" if request.file_prefix else ""
        role = "result" if number == 0 else f"result_{number}"
        files[role] = MadeFile(made.content, made.media_type, name)
    return files


def _edit(studio: Studio) -> Files:
    request: EditImage = studio.request
    count = len(studio.inputs.get("input_image", ()))
    if not count:
        raise invalid(
            "edit needs an input_image: give the picture to change, or use generate image to make "
            "one from words alone."
        )
    given = [studio.picture("input_image", number) for number in range(count)]
    if count > 1:
        product = PIL.ImageEnhance.Color(given[1].convert("RGB"))
        given[1] = product.enhance(request.product_saturation)
    studio.tell("edit", "cfg_norm_strength")
    prompt = request.prompt
    if request.mode == "anime":
        prompt = f"Redraw image 1 in the style of anime. {prompt}"
    before = np.asarray(given[0].convert("RGB"))
    drawn = studio.draw(prompt, given[0].size, *given, guidance=studio.given("guidance_scale"))
    if request.refine_strength and "strength" in studio.engine.takes("edit"):
        drawn = studio.draw(
            prompt,
            given[0].size,
            PIL.Image.fromarray(drawn),
            guidance=studio.given("guidance_scale"),
            strength=request.refine_strength,
        )
    if not LIGHT.search(request.prompt):
        drawn = match_tones(drawn, tones(before), 0.6 * request.tone_correction)
    if BACKGROUND.search(request.prompt) and request.has_text is not False:
        alpha = studio.opacity(given[0])
        drawn = backgrounds.keep_text(drawn, before, alpha, fewest=3 if request.has_text else 4)
    return studio.finished(drawn)


def _background(studio: Studio) -> Files:
    request: ChangeBackground = studio.request
    picture = studio.picture("input_image")
    rgb, alpha = np.asarray(picture.convert("RGB")), studio.opacity(picture)
    guidance = studio.given("true_cfg_scale")
    tone, harmony = request.tone_correction, request.harmonize_strength
    if request.use_segmentation or "edit" not in studio.skills:
        studio.tell("generate" if "generate" in studio.skills else "edit")
        if not request.use_segmentation:
            studio.context.note(
                f"use_segmentation=false was left out: '{studio.engine.name}' cannot edit."
            )
        scene = studio.scene(request.prompt, picture.size, request.subject_description, guidance)
        scene = match_tones(scene, tones(rgb, 1 - alpha), 0.4 * tone)
        subject = masks.clean_foreground(rgb, alpha)
        subject = match_tones(subject, tones(scene), 0.5 * harmony, alpha)
        joined = shadows.lay_over(subject, alpha, scene, harmony)
    else:
        studio.tell("edit")
        prompt = (
            f"Change the background of image 1 to: {request.prompt}. "
            f"Keep the {request.subject_description} exactly as it is."
        )
        joined = studio.draw(prompt, picture.size, picture, mask=1 - alpha, guidance=guidance)
        joined = match_tones(joined, tones(rgb), 0.4 * tone)
        joined = match_tones(joined, tones(joined, 1 - alpha), 0.5 * harmony, alpha)
    if request.has_text is not False:
        joined = backgrounds.keep_text(joined, rgb, alpha, fewest=3 if request.has_text else 4)
    return studio.finished(joined)


def _template(studio: Studio) -> Files:
    request: BrandTemplate = studio.request
    picture = studio.picture("input_image")
    rgb = np.asarray(picture.convert("RGB"))
    alpha, clothing = templates.subject_and_colours(
        rgb, _own_opacity(picture), request.subject_description or "", studio.context
    )
    palette = palettes.brand_palette(clothing, request.palette_mode)
    studio.context.detail("palette", palette)
    studio.tell("generate" if "generate" in studio.skills else "edit")
    words = f"{request.background_prompt}, {palettes.told(palette)}"
    scene = studio.scene(words, picture.size, request.subject_description or "")
    scene = palettes.blend_palette(scene, palette, 0.5)
    return studio.finished(shadows.lay_over(masks.clean_foreground(rgb, alpha), alpha, scene))


def _tryon(studio: Studio) -> Files:
    request: TryOn = studio.request
    person = tryons.sized(studio.picture("person_image"), request)
    clothing = studio.picture("clothing_image").convert("RGB")
    studio.tell("edit")
    prompt = (
        f"Dress the {request.gender} of image 1 in the {request.clothing_type} of image 2. "
        "Keep face, hair, pose, hands and background of image 1 as they are."
    )
    size = person.shape[1], person.shape[0]
    drawn = studio.draw(prompt, size, PIL.Image.fromarray(person), clothing)
    worn = None
    if request.tone_correction:  # a pose that is kept tells the same of the photo
        worn = find_person(drawn, studio.context) or find_person(person, studio.context)
    if worn is not None:
        region = {"upper": worn.upper, "lower": worn.lower, "full": worn.clothing}
        place = region[request.garment_region]
        cloth = np.asarray(clothing)
        alpha = masks.subject_alpha(cloth)
        if float(place.sum()) > 64 and float(alpha.sum()) > 64:
            target = tones(cloth, alpha)
            matched = match_tones(drawn, target, 0.6 * request.tone_correction, place)
            drawn = _mixed(drawn, matched, place)
    return studio.finished(drawn)


def _faceswap(studio: Studio) -> Files:
    request: SwapFace = studio.request
    picture = studio.picture("target")
    target = np.asarray(picture.convert("RGB"))
    source = studio.picture("source").convert("RGB")
    _, marks = face_blend.largest_face(target, "target")
    face_blend.largest_face(np.asarray(source), "source")
    oval = face_blend.face_oval(target.shape[:2], marks)
    studio.tell("edit")
    prompt = (
        "Replace the face of the person in image 1 by the face of the person in image 2. Keep "
        "hair, expression, light, clothes and background of image 1 as they are."
    )
    drawn = studio.draw(prompt, picture.size, picture.convert("RGB"), source, mask=oval)
    large = face_blend.enlarged(drawn, request.upscale)
    plane = face_blend.enlarged_plane(oval, large)
    width = marks.eye_distance * request.upscale
    large = face_blend.restore(large, plane, request.restore_weight, width)
    return studio.finished(large, picture.getchannel("A") if picture.mode == "RGBA" else None)


def _lock(studio: Studio) -> Files:
    request: LockIdentity = studio.request
    studio.tell("edit")
    prompt = (
        f"Show the person of image 1: {request.prompt}. "
        "Keep the face and the identity of the person exactly."
    )
    drawn = studio.draw(
        prompt,
        (request.width, request.height),
        studio.picture("input_image"),
        guidance=studio.given("guidance_scale"),
    )
    return studio.finished(drawn)


def _replace(studio: Studio) -> Files:
    request: ReplaceIdentity = studio.request
    picture = studio.picture("input_image")
    rgb = np.asarray(picture.convert("RGB"))
    person = find_person(rgb, studio.context)
    if person is None:
        raise invalid("input_image: no person was found; give a photo of one.")
    studio.tell("edit")
    allowed = np.maximum(person.skin, person.hair)
    prompt = (
        f"Replace the person in image 1 by another one: {request.prompt}. "
        "Keep pose, clothes, light and background."
    )
    mask = allowed if request.use_segmentation else None
    drawn = studio.draw(prompt, picture.size, picture, mask=mask)
    outside = np.ascontiguousarray(1 - allowed, np.float32)
    matched = match_tones(drawn, tones(rgb, outside), request.tone_correction, outside)
    if request.use_segmentation:
        drawn = _mixed(rgb, matched, allowed)
    else:
        drawn = _mixed(drawn, matched, outside)
    return studio.finished(drawn, picture.getchannel("A") if picture.mode == "RGBA" else None)


def _instamodel(studio: Studio) -> Files:
    request: Instamodel = studio.request
    studio.tell("edit")
    prompt = f"A photo of a model with the face of the person in image 1: {request.prompt}"
    return studio.finished(
        studio.draw(prompt, (request.width, request.height), studio.picture("input_face"))
    )


def _cutout(studio: Studio) -> Files:
    request: RemoveBackground = studio.request
    picture = studio.picture("input_image")
    alpha = studio.opacity(picture)
    rgb = masks.clean_foreground(np.asarray(picture.convert("RGB")), alpha)
    shadow = np.zeros_like(alpha)
    if request.drop_shadow:
        shadow = shadows.drop_shadow(
            alpha,
            request.shadow_opacity,
            request.shadow_blur,
            request.shadow_dy,
            request.shadow_dx,
        )
    cut = PIL.Image.fromarray(cutouts.over_shadow(rgb, alpha, shadow))
    files = {"cutout": pictures.encode_picture(cut, "png")}
    if request.recolor is not None:
        ground = PIL.Image.new("RGBA", cut.size, (*parse_colour(request.recolor), 255))
        flat = PIL.Image.alpha_composite(ground, cut).convert("RGB")
        files["result"] = pictures.encode_picture(flat, request.output_format)
    return files


def _upscale(studio: Studio) -> Files:
    request: UpscaleImage = studio.request
    picture = studio.picture("input_image")
    return studio.finished(*_enlarged(studio, picture, request.scale))


def _enlarged(studio: Studio, picture: Picture, factor: int) -> tuple[Pixels, Picture | None]:
    size = picture.width * factor, picture.height * factor
    studio.context.progress(0.2, "enlarging")
    large = studio.engine.upscale(picture.convert("RGB"), factor, studio.context).convert("RGB")
    if large.size != size:
        large = large.resize(size, PIL.Image.Resampling.LANCZOS)
    return np.asarray(large), picture.getchannel("A") if picture.mode == "RGBA" else None


def _upscaler(studio: Studio) -> Files:
    request: LegacyUpscale = studio.request
    picture = studio.picture("input_image")
    size = picture.width * 2, picture.height * 2
    if request.type == "deblur" and "upscale" in studio.skills:
        studio.context.note(f"prompt was left out: '{studio.engine.name}' does not take it.")
        rgb, alpha = _enlarged(studio, picture, 2)
    elif "edit" in studio.skills:
        words = "Sharpen image 1" if request.type == "deblur" else "Make a variation of image 1"
        rgb, alpha = studio.draw(f"{words}: {request.prompt}", size, picture), None
    else:
        raise Unsupported(f"The engine '{studio.engine.name}' cannot make a variation.")
    made = studio.finished(rgb, alpha)["result"]
    name = f"{request.file_prefix}.png" if request.file_prefix else ""
    return {"result": MadeFile(made.content, made.media_type, name)}


def _video(studio: Studio) -> Files:
    request: GenerateVideo = studio.request
    picture = studio.picture("input_image")
    studio.tell("animate")
    size = request.width, request.height
    first = PIL.ImageOps.fit(picture.convert("RGB"), size, PIL.Image.Resampling.LANCZOS)
    clip = studio.engine.animate(
        Animation(request.prompt, first, size, request.duration_seconds, studio.context.seed),
        studio.context,
    )
    return {"result": _as_mp4(clip, request)}


def _as_mp4(clip: Footage, request: GenerateVideo) -> MadeFile:
    """Return the clip as H.264 in MP4 of the size and length that was asked for."""
    from mediaext.engines.classical.clip.encoder import RATE, encode_clip

    size = request.width, request.height
    count = max(1, round(request.duration_seconds * RATE))
    last = len(clip.frames) - 1
    places = (min(last, int(number * clip.rate / RATE)) for number in range(count))
    frames = (_sized(clip.frames[place], size) for place in places)
    sound = clip.sound
    if sound is not None:
        sound = Audio(sound.samples[: round(count / RATE * sound.rate)], sound.rate)
    return MadeFile(encode_clip(frames, *size, sound), "video/mp4")


def _sized(frame: Pixels, size: tuple[int, int]) -> Pixels:
    if frame.shape[1::-1] == size:
        return frame
    return np.asarray(PIL.ImageOps.fit(PIL.Image.fromarray(frame), size))


def read_footage(content: bytes) -> Footage:
    """Decode a clip of at most 600 frames and the sound it has; raise MODEL_ERROR."""
    import av

    frames: list[Pixels] = []
    try:
        with av.open(io.BytesIO(content)) as container:
            stream = container.streams.video[0]
            rate = float(stream.average_rate or 24)
            sounds = bool(container.streams.audio)
            for frame in container.decode(stream):
                frames.append(frame.to_ndarray(format="rgb24"))
                if len(frames) >= MOST_FRAMES:
                    break
        sound = decode(content) if sounds else None
    except (av.FFmpegError, ValueError, IndexError, MediaError) as error:
        raise job_failed("MODEL_ERROR", f"The model's clip cannot be decoded ({error}).") from None
    if not frames:
        raise job_failed("MODEL_ERROR", "The model's clip has no frame.")
    return Footage(frames, rate, sound)


MOST_FRAMES = 600


def _speech(studio: Studio) -> Files:
    request: GenerateSpeech | CloneVoice = studio.request
    field = "reference_voice_url" if isinstance(request, CloneVoice) else "target_voice_path"
    voices = studio.inputs.get(field) or ()
    if not voices and isinstance(request, CloneVoice):
        raise invalid("reference_voice_url: a voice is required; send WAV or MP3 of 5 to 30 s.")
    if voices and "voice" not in studio.engine.takes("speak"):
        raise Unsupported(f"The engine '{studio.engine.name}' cannot clone a voice.")
    studio.tell("speak")
    studio.context.progress(0.1, "speaking")
    spoken = studio.engine.speak(
        Speech(
            request.text,
            request.language_id,
            studio.context.seed,
            request.max_new_tokens,
            voices[0] if voices else None,
            request.exaggeration,
        ),
        studio.context,
    )
    try:
        sound = decode(spoken)
    except MediaError as error:
        raise job_failed("MODEL_ERROR", f"The model's sound cannot be decoded: {error}") from None
    return {"result": MadeFile(_marked(sound, request, studio.context), "audio/wav")}


def _marked(sound: Audio, request: GenerateSpeech | CloneVoice, context: Context) -> bytes:
    longest = round(request.max_new_tokens / TOKENS_PER_SECOND * sound.rate)
    samples = sound.samples[:longest]
    if sound.samples.size > longest:
        context.note(
            f"The speech was cut at {longest / sound.rate:g} s; raise max_new_tokens for the rest."
        )
    if request.apply_watermark:
        samples = np.asarray(watermark.embed(samples, sound.rate, context.seed), np.float64)
        context.detail("watermark", f"{context.seed:08x}")
    return encode_wav(samples, sound.rate)


def _mesh(studio: Studio) -> Files:
    request: GenerateMesh = studio.request
    if request.mode == "paint":
        raise Unsupported(f"The engine '{studio.engine.name}' cannot paint an existing mesh.")
    picture = studio.picture("image_path")
    studio.tell("mesh", "auto_unload")
    content = studio.engine.mesh(picture, studio.context.seed, studio.context)
    if not content.startswith(b"glTF"):
        raise job_failed("MODEL_ERROR", "The model's mesh is not a GLB file.")
    named = request.mesh_save_name if request.mode == "generate" else request.painted_save_name
    name = meshes.file_name(named, "mesh")
    return {"result": MadeFile(content, "model/gltf-binary", f"{name}.glb")}


_DRAW, _EDIT = frozenset({"generate", "edit"}), frozenset({"edit"})
NEEDS: dict[str, frozenset[str]] = {
    "image": frozenset({"generate"}),
    "sd3_5": frozenset({"generate"}),
    "edit": _EDIT,
    "background": _DRAW,
    "template": _DRAW,
    "tryon": _EDIT,
    "faceswap": _EDIT,
    "lock": _EDIT,
    "replace": _EDIT,
    "instamodel": _EDIT,
    "upscaler": frozenset({"edit", "upscale"}),
    "cutout": frozenset({"cutout"}),
    "upscale": frozenset({"upscale"}),
    "video": frozenset({"animate"}),
    "speech": frozenset({"speak"}),
    "voice": frozenset({"speak"}),
    "mesh": frozenset({"mesh"}),
}
"""Skills of which one makes an operation; the logo needs no model."""
ALSO = {"background": frozenset({"cutout"}), "edit": frozenset({"cutout"})}
"""Skills that have a part in an operation where the engine has them."""


def skills_used(operation: str, has: frozenset[str] | None = None) -> frozenset[str]:
    """Return the skills that may have a part in an operation, of those that an engine ``has``."""
    used = NEEDS.get(operation, frozenset()) | ALSO.get(operation, frozenset())
    return used if has is None else used & has


MAKERS: dict[str, Callable[[Studio], Files]] = {
    "image": _image,
    "sd3_5": _sd3_5,
    "edit": _edit,
    "background": _background,
    "template": _template,
    "tryon": _tryon,
    "faceswap": _faceswap,
    "lock": _lock,
    "replace": _replace,
    "instamodel": _instamodel,
    "upscaler": _upscaler,
    "cutout": _cutout,
    "upscale": _upscale,
    "video": _video,
    "speech": _speech,
    "voice": _speech,
    "mesh": _mesh,
}
