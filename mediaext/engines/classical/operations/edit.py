"""Edit a picture as the instruction says; ``effects`` holds what is understood."""

import re
from dataclasses import replace

import numpy as np
import PIL.Image

from mediaext.engines.base import Context, Files, Inputs, invalid, not_understood
from mediaext.engines.classical.appearance import OF_A_PERSON
from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.composing import compose
from mediaext.engines.classical.effects import EFFECTS, Ask, Canvas
from mediaext.engines.classical.effects.adjustments import denoise, sharpened
from mediaext.engines.classical.effects.instructions import (
    EffectStep,
    Reading,
    abilities,
    read_instruction,
)
from mediaext.engines.classical.effects.kit import Light, clip, mix, resize, to_light, to_pixels
from mediaext.engines.classical.effects.regions import Regions
from mediaext.engines.classical.finishing import (
    blend_palette_in_strips,
    dithered,
    refined,
    thin,
)
from mediaext.engines.classical.negatives import draw_out
from mediaext.engines.classical.pictures import encode_picture, open_picture
from mediaext.engines.classical.props import Prop, add_prop, take_props
from mediaext.engines.classical.tone_correction import match_tones, tones
from mediaext.operations import EditImage

PALETTE_SHARE = 0.55  # of the chroma is drawn towards the palette
FINE_STEPS = 20  # the specification's number of steps without faster_inference
LARGE = 5_000_000  # pixels: above it, BROAD stages and effects are painted at reduced size
BROAD = ("style", "weather", "recolour", "vintage", "neon", "enhance", "white balance")
UNCHANGED = 0.35 / 255  # mean difference below which nobody sees a change


def make(request: EditImage, inputs: Inputs, context: Context) -> Files:
    """Carry out the instruction; raises INPUT_INVALID for one that cannot be honoured."""
    contents = inputs.get("input_image", ())
    if not contents:
        raise invalid(
            "edit needs an input_image: give the picture to change, or use generate image to make "
            "one from words alone."
        )
    reading = read_instruction(request.prompt)
    pictures = [open_picture(content) for content in contents]
    several = len(pictures) > 1
    props, unheard = ((), reading.unheard) if several else take_props(reading.unheard)
    reading = replace(reading, unheard=unheard)
    _check(reading, request, several, props)
    _note_unused(reading, request, context, several)
    if several:
        context.progress(0.1, f"Composing {len(pictures)} pictures")
        composed = compose(
            pictures,
            request.prompt,
            context.seed,
            context,
            saturation=request.product_saturation,
            tone=request.tone_correction,
        )
        pictures = [composed]
    late = any(step.effect.stage == "scene" for step in reading.steps)
    picture = pictures[0] if late else _with_props(pictures[0], props, context)
    edited = Editor(request, reading, context, picture, composed=several, added=bool(props)).run()
    edited = _with_props(edited, props, context) if late else edited
    context.progress(0.95, "Encoding")
    return {"result": encode_picture(edited, request.output_format)}


def _with_props(
    picture: PIL.Image.Image, props: tuple[Prop, ...], context: Context
) -> PIL.Image.Image:
    for number, prop in enumerate(props):
        context.progress(0.1, f"Drawing {prop.words}")
        picture = add_prop(picture, prop, context.seed + number, context)
    return picture


def _check(reading: Reading, request: EditImage, several: bool, props: tuple[Prop, ...]) -> None:
    """Refuse what cannot be honoured, and say what can."""
    helped = several or request.mode == "anime"
    if reading.unheard and not helped:
        asked = "; ".join(f"'{clause[:80]}'" for clause in reading.unheard)
        elsewhere = any(OF_A_PERSON.search(clause) for clause in reading.unheard)
        other = " 'replace' changes the age, beard and glasses of a person." if elsewhere else ""
        raise invalid(f"This engine cannot do {asked}.{other} What it can do: {abilities()}")
    if not reading.steps and not helped and not props and not request.palette:
        raise invalid(
            f"'{request.prompt[:80]}' asks for no change that this engine knows. "
            f"What it can do: {abilities()}"
        )


def _note_unused(reading: Reading, request: EditImage, context: Context, several: bool) -> None:
    """Note words that ask for nothing known, and given settings that this edit has no use for."""
    if left := (*reading.unheard, *reading.ignored):
        context.note(not_understood(left))
    if _given(request, "product_saturation") and not several:
        context.note("product_saturation has no effect: it is for the second of several pictures.")
    keeping = several or request.mode == "anime" or any(map(_keeps_tone, reading.steps))
    if _given(request, "tone_correction") and not keeping:
        context.note(
            "tone_correction has no effect on this edit: it holds colours where a style or a new "
            "background changes them."
        )


class Editor:
    """Applies the steps of one reading to one picture."""

    def __init__(
        self,
        request: EditImage,
        reading: Reading,
        context: Context,
        picture: PIL.Image.Image,
        *,
        composed: bool,
        added: bool = False,
    ) -> None:
        self.request = request
        self.reading = reading
        self.context = context
        self.composed = composed
        self.added = added
        self.before: Pixels = np.asarray(picture.convert("RGB"))
        self.alpha = (
            to_light(np.asarray(picture.getchannel("A"))) if picture.mode == "RGBA" else None
        )
        self.rng = np.random.default_rng(context.seed)

    def run(self) -> PIL.Image.Image:
        """Return the edited picture; raise INPUT_INVALID when nothing changed."""
        canvas = self._guided()
        if self.request.palette:
            self.context.progress(0.8, "Blending the palette")
            toned = blend_palette_in_strips(canvas.rgb, self.request.palette, PALETTE_SHARE)
            canvas = Canvas(toned, canvas.alpha)
        if negative := self.context.setting("negative_prompt", str):
            scale = self.request.guidance_scale
            drawn = draw_out(to_pixels(canvas.rgb), negative, scale, self.context)
            canvas = Canvas(to_light(drawn), canvas.alpha)
        canvas = Canvas(self._finished(canvas.rgb), canvas.alpha)
        pixels = dithered(canvas.rgb, self.context.seed)
        self._refuse_unchanged(pixels, canvas.alpha)
        picture = PIL.Image.fromarray(pixels)
        if canvas.alpha is not None:
            picture.putalpha(PIL.Image.fromarray(to_pixels(canvas.alpha)))
        return picture

    def _guided(self) -> Canvas:
        """Apply the steps at the guidance asked for, its norm held as cfg_norm_strength says."""
        scale = self.request.guidance_scale
        guided = self._apply(guidance_factor(scale))
        norm = self.request.cfg_norm_strength
        if norm <= 0 or scale <= 0 or guided.rgb.shape != self.before.shape:
            return guided
        loose = self._apply(guidance_factor(0.0)).rgb
        start = to_light(self.before)
        length, target = (float(np.sqrt(((p - start) ** 2).mean())) for p in (guided.rgb, loose))
        share = 1 - norm + norm * min(1.0, target / max(length, 1e-6))
        return Canvas(mix(start, guided.rgb, share), guided.alpha)

    def _apply(self, factor: float) -> Canvas:
        self.rng = np.random.default_rng(self.context.seed)
        canvas = Canvas(to_light(self.before), self.alpha)
        regions = self._regions(self.before)
        steps = [*(s for s in self.reading.steps if not self._told(s)), *self._mode()]
        steps.sort(key=lambda step: step.effect.stage == "layout")
        for number, step in enumerate(steps):
            self.context.progress(0.2 + 0.6 * number / len(steps), f"Applying {step.effect.name}")
            canvas = self._one(canvas, step, factor, regions)
            if step.effect.stage == "layout":
                regions = self._regions(to_pixels(canvas.rgb))
        return canvas

    def _told(self, step: EffectStep) -> bool:
        """Say whether composing has carried out a step already: "put it on the table"."""
        put = step.words.groupdict().get("scene4")
        return self.composed and step.effect.name == "new background" and bool(put)

    def _regions(self, pixels: Pixels) -> Regions:
        keep_text = self.request.has_text is not False
        return Regions(pixels, self.context, self.alpha, keep_text=keep_text)

    def _mode(self) -> list[EffectStep]:
        """Return the anime step that ``mode`` adds, unless the words ask for it already."""
        asked = any(step.effect.name == "anime" for step in self.reading.steps)
        if self.request.mode != "anime" or asked:
            return []
        effect = next(effect for effect in EFFECTS if effect.name == "anime")
        words = effect.pattern.search("anime")
        return [EffectStep(effect, words)] if words else []

    def _one(self, canvas: Canvas, step: EffectStep, factor: float, regions: Regions) -> Canvas:
        ask = Ask(step.strength * factor, step.words, self.rng, regions, self.context)
        if step.effect.rework:
            return step.effect.rework(canvas, ask)
        paint = step.effect.paint
        assert paint is not None, step.effect.name  # noqa: S101 - an effect paints or reworks
        mask = self._mask(step, regions)
        if _broad(step, canvas.rgb):
            painted = self._painted_small(canvas.rgb, step, ask.strength)
        else:
            painted = paint(canvas.rgb if mask is None else canvas.rgb.copy(), ask)
        if mask is not None:
            painted = mix(canvas.rgb, painted, mask)
        if step.effect.name in KEEPS_TONE:
            painted = self._toned(painted)
        elif step.effect.name == "new background":
            painted = self._harmonised(painted, regions.kept)
        return Canvas(painted, canvas.alpha)

    def _painted_small(self, rgb: Light, step: EffectStep, strength: float) -> Light:
        """Paint a large picture at reduced size, which bounds memory.

        A style is enlarged as it is; of weather only the change is, so that the photo stays sharp.
        """
        height, width = rgb.shape[:2]
        factor = float(np.sqrt(LARGE / (height * width)))
        small = resize(rgb, round(width * factor), round(height * factor))
        regions = self._regions(to_pixels(small))
        ask = Ask(strength, step.words, self.rng, regions, self.context)
        assert step.effect.paint is not None  # noqa: S101 - checked by the caller
        painted = step.effect.paint(small.copy(), ask)
        if step.effect.stage == "style":
            return resize(painted, width, height)
        painted -= small
        changed = resize(painted, width, height)
        changed += rgb
        return clip(changed)

    def _mask(self, step: EffectStep, regions: Regions) -> Light | None:
        """Return where a step applies, or ``None`` for everywhere."""
        mask = regions.find(step.region) if step.region else None
        if mask is not None and step.inverted:
            mask = 1 - mask
        for name in self.reading.kept:
            if step.effect.stage != "scene":
                spared = 1 - regions.find(name)
                mask = spared if mask is None else mask * spared
        return mask

    def _toned(self, painted: Light) -> Light:
        """Bring the colours of a style back to those of the photo, as tone_correction says."""
        share = self.request.tone_correction
        if share <= 0:
            return painted
        matched = match_tones(to_pixels(painted), tones(thin(self.before)), 0.6 * share)
        return to_light(matched)

    def _harmonised(self, painted: Light, kept: Light) -> Light:
        """Tint the subject with the light of its new background, as tone_correction says."""
        share = 0.35 * self.request.tone_correction
        if share <= 0 or float((1 - kept).sum()) < 16:
            return painted
        pixels = to_pixels(painted)
        around = tones(thin(pixels), thin(1 - kept))
        return mix(painted, to_light(match_tones(pixels, around, share, kept)), kept)

    def _finished(self, rgb: Light) -> Light:
        """Sharpen or soften fine detail as the number of steps says, and refine."""
        steps = self.request.num_inference_steps
        if not self.request.faster_inference:
            steps = max(steps, FINE_STEPS)
        rgb = refined(rgb, steps)
        if self.request.refine_strength:
            self.context.progress(0.88, "Refining")
            rgb = self._refined(rgb, self.request.refine_strength)
        return rgb

    def _refined(self, rgb: Light, strength: float) -> Light:
        """Take noise out of flat areas and bring edges out."""
        words = re.compile("").search("")
        assert words is not None  # noqa: S101 - an empty pattern always matches
        ask = Ask(0.6, words, self.rng, self._regions(self.before), self.context)
        clean = denoise(rgb, ask)
        return mix(rgb, sharpened(clean, 0.9, 1.4), strength)

    def _refuse_unchanged(self, pixels: Pixels, alpha: Light | None) -> None:
        if self.composed or self.added or pixels.shape != self.before.shape:
            return
        changed = float(np.abs(pixels[::2, ::2].astype(np.int16) - self.before[::2, ::2]).mean())
        same_alpha = alpha is self.alpha or (
            alpha is not None
            and self.alpha is not None
            and float(np.abs(alpha - self.alpha).mean()) < UNCHANGED
        )
        if changed < UNCHANGED * 255 * 0.1 and same_alpha:
            raise invalid(
                f"'{self.request.prompt[:80]}' does not change this picture, which looks "
                "like that already; ask for more, or for something else."
            )


KEEPS_TONE = (
    "anime",
    "cartoon",
    "oil painting",
    "watercolour",
    "impressionism",
    "pixel art",
    "mosaic",
)
"""Styles whose colours should stay those of the photo."""


def _given(request: EditImage, name: str) -> bool:
    """Say whether a field was given another value than its default."""
    return bool(getattr(request, name) != type(request).model_fields[name].default)


def _keeps_tone(step: EffectStep) -> bool:
    return step.effect.name in KEEPS_TONE or step.effect.name == "new background"


def _broad(step: EffectStep, rgb: Light) -> bool:
    """Say whether a step on a picture of this size is to be painted at reduced size."""
    large = rgb.shape[0] * rgb.shape[1] > LARGE
    return large and (step.effect.stage in BROAD or step.effect.name in BROAD)


def guidance_factor(scale: float) -> float:
    """Return how far the words are exaggerated: 0.7 unguided, 1 at 1.5, 1.7 at 20."""
    return float(0.7 + 0.3 * np.log1p(scale) / np.log1p(1.5))
