"""What is about a model is the same for every model: every field acts, or is told as left out."""

import io
import json
import zlib
from functools import cache

import numpy as np
import PIL.Image
import pytest

from mediaext import watermark
from mediaext.engines import Context, Identity
from mediaext.engines.editing import FIELDS, MAKERS, NEEDS, ModelEngine, read_footage, rounded
from mediaext.errors import JobFailed, Unsupported
from mediaext.operation import CATALOGUE
from mediaext.operations import (
    GenerateImage,
    GenerateMesh,
    PlaceLogo,
)
from mediaext.protocol import DELIVERY_FIELDS
from tests.unit.engines.model_servers import GLB, clip, wav
from tests.unit.engines.people_photos import COFFEE, SMALL, encoded, other_face

ALL = frozenset({"generate", "edit", "animate", "speak", "mesh", "cutout", "upscale"})
PHOTO, FACE, CUP = encoded(SMALL), encoded(other_face()), encoded(COFFEE)
LOGO = encoded(PIL.Image.new("RGBA", (40, 20), (0, 0, 255, 255)))


HEEDED = frozenset(FIELDS.values()) | {"mask", "voice"}


class Recorder(ModelEngine):
    """Draws a colour that everything it is asked for decides, and keeps what that was."""

    def __init__(self, skills=ALL, takes=HEEDED):
        super().__init__("recorder", "1", trained=True)
        self._skills, self._takes = frozenset(skills), frozenset(takes)
        self.asked = []

    def skills(self):
        return self._skills

    def takes(self, skill):
        return self._takes

    def identity(self, operation):
        return Identity("recorder")

    def _colour(self, skill, asked):
        self.asked.append((skill, asked))
        images = [zlib.crc32(image.tobytes()) for image in getattr(asked, "images", ())]
        mask = getattr(asked, "mask", None)
        known = {
            name: getattr(asked, name)
            for name in asked.__slots__
            if name not in ("images", "mask", "image")
        }
        mixed = zlib.crc32(repr((known, images, mask and zlib.crc32(mask.tobytes()))).encode())
        return mixed & 255, mixed >> 8 & 255, mixed >> 16 & 255

    def generate(self, drawing, context):
        return PIL.Image.new("RGB", drawing.size, self._colour("generate", drawing))

    def edit(self, drawing, context):
        colour = PIL.Image.new("RGB", drawing.size, self._colour("edit", drawing))
        return PIL.Image.blend(drawing.images[0].resize(drawing.size), colour, 0.3)

    def animate(self, animation, context):
        self._colour("animate", animation)
        return read_footage(clip(animation.size))

    def speak(self, speech, context):
        self._colour("speak", speech)
        return wav(2)

    def mesh(self, image, seed, context):
        return GLB

    def cutout(self, image, context):
        plane = PIL.Image.new("L", image.size, 0)
        plane.paste(255, (image.width // 4, image.height // 4, image.width, image.height))
        return plane

    def upscale(self, image, factor, context):
        return image.resize((image.width * factor, image.height * factor))


GIVEN = {
    "image": {"prompt": "a fox", "width": 96, "height": 64},
    "sd3_5": {
        "prompt": "a fox",
        "negative_prompt": "fog",
        "num_inference_steps": 20,
        "samples": 1,
        "guidance_scale": 5.0,
        "width": 96,
        "height": 64,
    },
    "edit": {"input_image": ["a.png", "b.png"], "prompt": "put it behind the hat"},
    "background": {"input_image": "a.png", "prompt": "a beach", "subject_description": "woman"},
    "template": {"input_image": "a.png"},
    "tryon": {
        "person_image": "a.png",
        "clothing_image": "b.png",
        "gender": "woman",
        "clothing_type": "jacket",
    },
    "faceswap": {"target": "a.png", "source": "face.png"},
    "lock": {"input_image": "a.png", "prompt": "in a street", "width": 96, "height": 64},
    "replace": {"input_image": "a.png", "prompt": "an old man with a beard"},
    "instamodel": {"prompt": "in a park", "input_face": "a.png", "width": 64, "height": 96},
    "upscaler": {"input_image": "b.png", "prompt": "a cup"},
    "cutout": {"input_image": "b.png"},
    "upscale": {"input_image": "b.png", "scale": 2},
    "video": {"input_image": "b.png", "width": 64, "height": 32, "duration_seconds": 0.5},
    "speech": {"text": "Hello"},
    "voice": {"text": "Hello", "reference_voice_url": "v.wav"},
    "mesh": {"image_path": "b.png"},
}
FILES = {"a.png": PHOTO, "b.png": CUP, "v.wav": wav(2), "logo.png": LOGO, "face.png": FACE}
OTHER = {
    "prompt": "a yellow boat",
    "text": "Goodbye",
    "negative_prompt": "rain",
    "width": 128,
    "height": 160,
    "num_inference_steps": 31,
    "guidance_scale": 3.25,
    "true_cfg_scale": 3.25,
    "seed": 99,
    "enhance_prompt": True,
    "logo_url": "logo.png",
    "output_format": "jpeg",
    "mode": "anime",
    "palette": ["#1e90ff"],
    "refine_strength": 0.3,
    "faster_inference": False,
    "cfg_norm_strength": 0.5,
    "product_saturation": 0.2,
    "tone_correction": 0.0,
    "subject_description": "cup",
    "use_segmentation": False,
    "harmonize_strength": 0.7,
    "recolor": "#00ff00",
    "drop_shadow": True,
    "shadow_opacity": 0.9,
    "shadow_blur": 0.1,
    "shadow_dy": 0.2,
    "shadow_dx": 0.2,
    "scale": 3,
    "position": "top_left",
    "background_prompt": "a red wall",
    "palette_mode": "radical",
    "gender": "man",
    "clothing_type": "dress",
    "garment_region": "lower",
    "upscale": 2.0,
    "restore_weight": 1.0,
    "samples": 2,
    "file_prefix": "fox",
    "type": "variation",
    "duration_seconds": 1.0,
    "language_id": "de",
    "max_new_tokens": 20,
    "exaggeration": 0.9,
    "apply_watermark": False,
    "mesh_save_name": "fox.glb",
    "auto_unload": False,
}
BESIDE = {
    "shadow_opacity": "drop_shadow",
    "shadow_blur": "drop_shadow",
    "shadow_dy": "drop_shadow",
    "shadow_dx": "drop_shadow",
    "position": "logo_url",
}
WITHOUT = DELIVERY_FIELDS | {
    "profile_id",  # whose settings the service puts into the request
    "output_format",  # tested beside the others: the bytes differ
    "has_product",  # routing and analytics only, says the specification
    "has_text",  # lettering, which the photos here do not show
    "direct_link",
    "queued_image_urls",
    "painted_save_name",  # acts with generate_and_paint
    "input_image", "person_image", "clothing_image", "target", "source", "input_face",
    "image_path", "target_voice_path", "reference_voice_url",
}  # fmt: skip


def carry_out(name, engine, **changes):
    values = {**GIVEN[name], **changes}
    request = CATALOGUE[name](**values)
    inputs = {
        field: [FILES[one] for one in (given if isinstance(given, list) else [given])]
        for field, given in values.items()
        if any(
            one in FILES
            for one in (given if isinstance(given, list) else [given])
            if isinstance(one, str)
        )
    }
    context = Context(seed=changes.get("seed", 7))
    return engine.make(request, inputs, context), context


def outcome(name, **changes):
    engine = Recorder()
    files, context = carry_out(name, engine, **changes)
    drawn = [repr(asked) for _, asked in engine.asked if not hasattr(asked, "images")]
    made = {role: (file.name, zlib.crc32(file.content)) for role, file in files.items()}
    return json.dumps([made, drawn]), context.notes


@cache
def plain_outcome(name, **beside):
    """Return what an operation makes without the field that is tested."""
    return outcome(name, **beside)[0]


FIELD_CASES = [
    (name, param.name)
    for name in GIVEN
    for param in CATALOGUE[name].params()
    if param.name not in WITHOUT and not (name == "mesh" and param.name == "mode")
]


@pytest.mark.parametrize("name", GIVEN)
def test_every_operation_but_the_logo_follows_from_the_skills(name):
    assert set(GIVEN) == set(MAKERS) == set(NEEDS) == set(CATALOGUE) - {"logo"}
    files, context = carry_out(name, Recorder())
    assert (str(context.made_by), context.trained) == ("recorder output_version=1", True)
    assert [note.partition(" ")[0] for note in context.notes] == ["prompt"] * (name == "upscaler")
    again, _ = carry_out(name, Recorder())
    assert {role: file.content for role, file in files.items()} == {
        role: file.content for role, file in again.items()
    }


@pytest.mark.parametrize(("name", "field"), FIELD_CASES)
def test_every_field_acts_or_is_told_as_left_out(name, field):
    beside = {BESIDE[field]: OTHER[BESIDE[field]]} if field in BESIDE else {}
    plain = plain_outcome(name, **beside)
    other = 288 if name == "tryon" and field in ("width", "height") else OTHER[field]
    changed, notes = outcome(name, **beside, **{field: other})
    told = any(note.startswith(f"{field} ") for note in notes)
    assert changed != plain or told, f"{name} {field} does nothing and says nothing"


@pytest.mark.parametrize(
    "name", ["image", "edit", "background", "lock", "instamodel", "video", "speech"]
)
def test_what_a_model_does_not_take_is_told(name):
    fields = [one for one in FIELDS if one in CATALOGUE[name].model_fields]
    _, context = carry_out(name, Recorder(takes=()), **{one: OTHER[one] for one in fields})
    assert {note.partition(" ")[0] for note in context.notes} == set(fields)
    _, quiet = carry_out(name, Recorder(takes=()))
    assert quiet.notes == []


def test_settings_of_a_profile_arrive_or_are_told():
    engine, request = Recorder(), GenerateImage(**GIVEN["image"])
    extra = {"negative_prompt": "fog", "palette": ["#1e90ff"], "sampler": "euler"}
    context = Context(seed=7, extra=extra)
    engine.make(request, {}, context)
    ((_, drawing),) = engine.asked
    assert drawing.negative_prompt == "fog"
    assert "#1e90ff" in drawing.prompt
    assert context.notes == ["No effect on image: sampler of the profile."]
    context = Context(seed=7, extra=extra)
    Recorder(takes=()).make(request, {}, context)
    assert context.notes == ["No effect on image: negative_prompt, sampler of the profile."]


@pytest.mark.parametrize(
    ("skills", "can"),
    [
        ({"generate"}, {"image", "sd3_5", "background", "template"}),
        (
            {"edit"},
            {
                "edit",
                "background",
                "template",
                "tryon",
                "faceswap",
                "lock",
                "replace",
                "instamodel",
                "upscaler",
            },
        ),
        ({"upscale"}, {"upscale", "upscaler"}),
        ({"cutout"}, {"cutout"}),
        ({"speak"}, {"speech", "voice"}),
        ({"animate", "mesh"}, {"video", "mesh"}),
        (set(), set()),
    ],
)
def test_operations_follow_from_the_skills(skills, can):
    engine = Recorder(skills)
    assert {name for name, kind in CATALOGUE.items() if engine.supports(kind)} == can


@pytest.mark.parametrize("skill", sorted(ALL))
def test_a_skill_that_an_engine_lacks_is_unsupported(skill):
    with pytest.raises(Unsupported, match=skill):
        getattr(ModelEngine, skill)(
            Recorder(set()), *[None] * (3 if skill in ("mesh", "upscale") else 2)
        )
    with pytest.raises(Unsupported, match="'logo'"):
        Recorder().make(PlaceLogo(input_image="a.png", logo_url="b.png"), {})


def opened(files, role="result"):
    return np.asarray(PIL.Image.open(io.BytesIO(files[role].content)).convert("RGB")).astype(int)


def test_the_subject_stays_before_a_new_background():
    files, context = carry_out("background", Recorder(), output_format="png", has_text=False)
    photo = np.asarray(SMALL.convert("RGB")).astype(int)
    made = opened(files)
    assert np.abs(made[160:, 160:] - photo[160:, 160:]).mean() < 2
    assert np.abs(made[:60, :60] - photo[:60, :60]).mean() > 20
    assert "without any woman" in context.details["prompt_used"]


def test_outside_of_skin_and_hair_nothing_is_replaced():
    engine = Recorder()
    files, _ = carry_out("replace", engine, output_format="png")
    photo, made = np.asarray(SMALL.convert("RGB")).astype(int), opened(files)
    changed = np.abs(made - photo).max(axis=2) > 8
    assert 0.01 < changed.mean() < 0.5
    ((_, drawing),) = engine.asked
    assert drawing.mask is not None
    assert drawing.mask.size == drawing.images[0].size


def test_pictures_are_named_by_their_order():
    for name in ("tryon", "faceswap"):
        engine = Recorder()
        carry_out(name, engine)
        ((_, drawing),) = engine.asked
        assert len(drawing.images) == 2
        assert "image 1" in drawing.prompt
        assert "image 2" in drawing.prompt


def test_a_template_is_drawn_in_the_colours_of_the_clothing_and_stamped():
    engine = Recorder()
    files, context = carry_out("template", engine, logo_url="logo.png", output_format="png")
    ((_, drawing),) = engine.asked
    assert all(colour in drawing.prompt for colour in context.details["palette"])
    corner = opened(files)[-40:-15, -80:-15]
    assert corner[..., 2].mean() > corner[..., 0].mean() + 40


def test_fine_inference_takes_at_least_twenty_steps():
    engine = Recorder()
    carry_out("edit", engine, faster_inference=False)
    carry_out("edit", engine, faster_inference=False, num_inference_steps=40)
    carry_out("edit", engine)
    assert [drawing.steps for _, drawing in engine.asked] == [20, 40, None]


def test_speech_is_marked_unless_that_is_not_wished():
    files, _ = carry_out("speech", Recorder())
    assert watermark.find(files["result"].content) is not None
    files, _ = carry_out("speech", Recorder(), apply_watermark=False)
    assert watermark.find(files["result"].content) is None


class Broken(Recorder):
    def animate(self, animation, context):
        return read_footage(b"no clip")

    def speak(self, speech, context):
        return b"no sound"

    def mesh(self, image, seed, context):
        return b"no mesh"


@pytest.mark.parametrize("name", ["video", "speech", "mesh"])
def test_what_a_model_made_is_checked(name):
    with pytest.raises(JobFailed) as caught:
        carry_out(name, Broken())
    assert caught.value.code == "MODEL_ERROR"


@pytest.mark.parametrize(
    ("size", "near"),
    [
        ((1024, 768), (1024, 768)),
        ((100, 70), (96, 64)),
        ((1, 5000), (16, 2048)),
        ((7, 7), (16, 16)),
    ],
)
def test_sides_are_what_every_model_takes(size, near):
    assert rounded(size) == near


def test_a_face_is_asked_for_where_there_is_none():
    with pytest.raises(JobFailed, match="target"):
        carry_out("faceswap", Recorder(), target="b.png")
    with pytest.raises(JobFailed, match="input_image"):
        carry_out("edit", Recorder(), input_image=None)


def test_painting_a_mesh_that_is_given_is_left_to_another_engine():
    with pytest.raises(Unsupported, match="paint"):
        Recorder().make(GenerateMesh(image_path="b.png", mode="paint", mesh_save_name="m.glb"), {})
