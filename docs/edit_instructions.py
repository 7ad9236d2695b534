"""Write the page that says what edit understands: ``python docs/edit_instructions.py``."""

import sys

from mediaext.engines.classical.colour_names import NAMED, SHADES
from mediaext.engines.classical.effects import EFFECTS, STAGES
from mediaext.engines.classical.effects.regions import NAMES

HEAD = """# What `edit` understands

<!-- Written by python docs/edit_instructions.py; do not edit by hand. -->

The classical engine has no language model: it reads an instruction in English and does what image
processing can do. Clauses are joined with commas, "and" and "then"; all of them are carried out.

    media.edit(photo, "slightly warmer, blur the background and add a thin white border")

What it cannot do ("add a zeppelin", "make him smile") ends in `INPUT_INVALID` with a list of what
it can; a picture that would come back unchanged is never called a success.

**How strongly.** "very slightly" 0.3, "slightly", "a bit", "subtle" 0.55, "somewhat" 0.8, the
plain word 1, "much", "very", "heavy" 1.6, "extremely" 2.2. "By 25 %" is half of the plain word.

**Where.** Light, repair and colour can be limited to a region: "darken the sky", "black and white
except the subject", "pixelate the faces". "Keep the face unchanged" spares a region. Regions:
{regions}; a colour ("the red car") narrows. An unknown noun means the
subject, which is noted; on a photo of a person it is refused.

**Props.** "Add a butterfly", "put a robot behind her", "add three birds to the sky": what
[the painter](painter.md) knows is drawn in the light and the tones around it, small things before
the subject, tall ones behind. It is a drawn form, not a photo, and the notes say so. Sizes, left,
right, top, bottom, the sky and "behind the subject" are heeded; another place ("on the table") is
noted. What somebody would wear is refused.

**Colours.** All CSS names, {colours}; with {shades}; or `#1e90ff`.

"""
TAIL = """## Fields

| field | what it does here |
|---|---|
| `mode="anime"` | adds flat colour and clean lines, whatever the words say |
| several `input_image` | the second and further ones are cut out and set on the first; "small", "on the left", "at the top", "on the second image" (exchanges the roles) and "in the colours of the second image" are heeded |
| `product_saturation` | multiplies the chroma of what is set on the scene |
| `tone_correction` | matches the product to the scene, the subject to its new background, and the colours of painted styles to those of the photo |
| `palette` | draws hues towards the nearest brand colour; lightness stays |
| `guidance_scale` | how far the words are exaggerated: 0.7 of the strength at 0, 1 at 1.5, 1.7 at 20 |
| `cfg_norm_strength` | pulls the size of the change back to that of scale 0 |
| `num_inference_steps`, `faster_inference` | fine detail: below 8 it is softened, above it is sharpened; `faster_inference=false` means at least 20 |
| `refine_strength` | share of a pass that smooths noise and brings out edges |
| `has_text` | `false` lets a new background cover lettering; otherwise lettering is found and kept |
| `seed` | rain, snow, stars, grain, brush strokes, places, and the dither of the last rounding |
"""  # noqa: E501 - a table row is one line


def page() -> str:
    """Return the page in Markdown, made from the tables."""
    regions = ", ".join(
        name.replace("upper", "shirt").replace("lower", "trousers") for name in NAMES
    )
    text = HEAD.format(regions=regions, colours=", ".join(NAMED), shades=", ".join(SHADES))
    for stage, title in STAGES.items():
        text += f"## {title}\n\n| effect | example | what is done |\n|---|---|---|\n"
        for effect in EFFECTS:
            if effect.stage == stage:
                work = effect.paint or effect.rework
                done = " ".join(((work and work.__doc__) or "").split())
                text += f"| {effect.name} | {effect.example} | {done} |\n"
        text += "\n"
    return text + TAIL


if __name__ == "__main__":
    sys.stdout.write(page())
