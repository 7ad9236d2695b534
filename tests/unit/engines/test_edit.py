"""The edit operation on real photos, field by field."""

import io

import numpy as np
import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont
import pytest
import skimage.data

from mediaext.engines import Context
from mediaext.engines.classical.colour_names import NAMED, parse_colour
from mediaext.engines.classical.effects.kit import to_lab, to_light
from mediaext.engines.classical.operations import edit
from mediaext.errors import JobFailed
from mediaext.operations import EditImage

PHOTO = PIL.Image.fromarray(skimage.data.astronaut()).resize((256, 256))
COFFEE = PIL.Image.fromarray(skimage.data.coffee()).resize((240, 160))


def encoded(image: PIL.Image.Image, kind: str = "PNG") -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind)
    return buffer.getvalue()


def made(prompt: str, *images: PIL.Image.Image, seed: int = 7, **fields) -> PIL.Image.Image:
    contents = [encoded(image) for image in images or (PHOTO,)]
    fields = {"output_format": "png", **fields}
    request = EditImage(prompt=prompt, input_image=["photo.png"] * len(contents), **fields)
    files = edit.make(request, {"input_image": contents}, Context(seed=seed))
    return PIL.Image.open(io.BytesIO(files["result"].content))


def pixels(image: PIL.Image.Image) -> np.ndarray:
    return np.asarray(image.convert("RGB")).astype(np.int16)


def difference(one: PIL.Image.Image, other: PIL.Image.Image) -> float:
    return float(np.abs(pixels(one) - pixels(other)).mean())


def refused(prompt: str, *images: PIL.Image.Image, **fields) -> str:
    with pytest.raises(JobFailed) as caught:
        made(prompt, *images, **fields)
    assert caught.value.code == "INPUT_INVALID"
    return str(caught.value)


def test_without_a_picture_the_sentence_says_what_to_give():
    with pytest.raises(JobFailed, match="needs an input_image") as caught:
        edit.make(EditImage(prompt="make it brighter"), {}, Context())
    assert caught.value.code == "INPUT_INVALID"


@pytest.mark.parametrize(
    "prompt",
    [
        "add a zeppelin",
        "add a hat",
        "put a crown on her head",
        "make him smile",
        "qwertz",
        "a photo",
    ],
)
def test_what_cannot_be_honoured_is_refused_with_what_can(prompt):
    sentence = refused(prompt)
    assert "make it brighter" in sentence
    assert "remove the background" in sentence


def test_a_change_that_changes_nothing_is_refused():
    gray = PIL.Image.fromarray(skimage.data.camera()).resize((128, 128))
    assert "does not change this picture" in refused("less saturated", gray)
    assert "does not change this picture" in refused("crop to a square", PHOTO)


def test_a_region_that_is_not_there_is_named():
    assert "'faces'" in refused("pixelate the faces", COFFEE)


def test_several_clauses_are_all_carried_out():
    image = made("black and white, then add a 10px red border")
    assert image.size == (276, 276)
    assert image.getpixel((2, 2)) == parse_colour(NAMED["red"])
    inner = pixels(image)[10:-10, 10:-10]
    assert np.ptp(inner, axis=2).max() <= 1


def test_strength_words_order_the_change():
    changes = [difference(made(f"make it {word} brighter"), PHOTO)
               for word in ("slightly", "", "much")]  # fmt: skip
    assert changes[0] < changes[1] < changes[2]


def test_blurring_the_background_leaves_the_face_alone():
    image = made("blur the background, keep the face unchanged")
    face, corner = np.s_[40:70, 100:125], np.s_[0:60, 190:250]
    change = np.abs(pixels(image) - pixels(PHOTO))
    assert change[face].max() == 0
    assert change[corner].mean() > 1


def test_removing_the_background_gives_transparency():
    image = made("remove the background")
    alpha = np.asarray(image.getchannel("A"))
    assert image.mode == "RGBA"
    assert alpha[50, 112] > 200
    assert alpha[20:60, 230:].mean() < 60


def test_a_flat_background_is_exactly_that_colour():
    image = made("change the background to #00ff40")
    assert image.getpixel((180, 30)) == (0, 255, 64)


def test_a_new_background_keeps_the_subject():
    image = made("change the background to a beach at sunset", tone_correction=0.0)
    change = np.abs(pixels(image) - pixels(PHOTO))
    assert change[45:70, 100:125].mean() < 6
    assert change[10:60, 180:250].mean() > 15


def test_recolouring_moves_the_hue_of_the_thing():
    image = made("make the orange suit green")
    lab = to_lab(to_light(np.asarray(image.convert("RGB"))))[160:210, 60:100]
    assert lab[..., 1].mean() < -5
    assert difference(image.crop((180, 0, 256, 80)), PHOTO.crop((180, 0, 256, 80))) < 1


def test_mode_anime_is_honoured_whatever_the_words():
    image = made("a portrait in a park", mode="anime")
    assert difference(image, PHOTO) > 6
    assert difference(made("make it brighter", mode="anime"), made("make it brighter")) > 4


def test_palette_draws_colours_towards_it():
    image = made("make it slightly brighter", palette=["#0044ff"])
    lab = to_lab(to_light(np.asarray(image.convert("RGB"))))
    plain = to_lab(to_light(np.asarray(made("make it slightly brighter").convert("RGB"))))
    assert lab[..., 2].mean() < plain[..., 2].mean() - 10


def test_guidance_scales_the_change():
    changes = [
        difference(made("make it warmer", guidance_scale=scale), PHOTO)
        for scale in (0.0, 1.5, 6.0, 20.0)
    ]
    assert changes == sorted(changes)
    assert changes[0] < 0.85 * changes[-1]


def test_cfg_norm_strength_holds_strong_guidance_back():
    free = difference(made("make it warmer", guidance_scale=15), PHOTO)
    held = difference(made("make it warmer", guidance_scale=15, cfg_norm_strength=1.0), PHOTO)
    loose = difference(made("make it warmer", guidance_scale=0), PHOTO)
    assert held < 0.8 * free
    assert held == pytest.approx(loose, rel=0.25)


def fine(image: PIL.Image.Image) -> float:
    return float(np.abs(np.diff(pixels(image).mean(axis=2), axis=1)).mean())


def test_steps_decide_fine_detail():
    detail = [fine(made("make it warmer", num_inference_steps=n)) for n in (1, 8, 20, 100)]
    assert detail[0] < detail[1] < detail[2] < detail[3]


def test_slow_inference_means_twenty_steps():
    slow = made("make it warmer", faster_inference=False)
    twenty = made("make it warmer", num_inference_steps=20)
    assert difference(slow, twenty) == 0
    assert fine(slow) > fine(made("make it warmer"))


def test_refinement_grows_with_its_strength_and_zero_skips():
    plain = made("make it warmer")
    assert difference(made("make it warmer", refine_strength=0.0), plain) == 0
    low, high = (difference(made("make it warmer", refine_strength=s), plain) for s in (0.3, 1.0))
    assert 0 < low < high


def test_a_product_is_set_on_the_scene_where_the_words_say():
    changed = np.abs(pixels(made("the cup on the left", PHOTO, COFFEE)) - pixels(PHOTO)).mean(
        axis=2
    )
    assert changed[:, :128].mean() > 4 * changed[:, 128:].mean()
    assert changed.mean() > 4


def test_put_the_product_on_the_right_does_not_repaint_the_scene():
    image = made("put it on the right", PHOTO, COFFEE)
    assert difference(image.crop((0, 0, 100, 100)), PHOTO.crop((0, 0, 100, 100))) < 1


def test_product_saturation_is_the_chroma_of_the_product():
    def chroma(saturation: float) -> float:
        image = made("the cup on the left", PHOTO, COFFEE, product_saturation=saturation,
                     tone_correction=0.0)  # fmt: skip
        lab = to_lab(to_light(np.asarray(image.convert("RGB"))))[150:225, 15:110]
        return float(np.hypot(lab[..., 1], lab[..., 2]).mean())

    assert chroma(0.0) < chroma(0.85) < chroma(1.5)


def test_tone_correction_matches_the_product_to_the_scene():
    images = [made("the cup on the left", PHOTO, COFFEE, tone_correction=t) for t in (0.0, 1.0)]
    assert difference(*images) > 0.5


def test_tone_correction_brings_a_painted_style_back_to_the_colours_of_the_photo():
    def mean(image: PIL.Image.Image) -> np.ndarray:
        return to_lab(to_light(np.asarray(image.convert("RGB")))).mean(axis=(0, 1))

    target = mean(PHOTO)
    far, near = (mean(made("as a watercolour", tone_correction=t)) for t in (0.0, 1.0))
    assert np.linalg.norm(near - target) < np.linalg.norm(far - target)


def test_has_text_decides_whether_lettering_survives_a_new_background():
    blank = PHOTO.resize((512, 512))
    lettered = blank.copy()
    font = PIL.ImageFont.load_default(34)
    PIL.ImageDraw.Draw(lettered).text((260, 20), "SUMMER SALE", fill="black", font=font)
    ink = np.abs(pixels(lettered) - pixels(blank)).max(axis=2) > 90

    def lost(**fields) -> float:
        image = made("change the background to a forest", lettered, tone_correction=0.0, **fields)
        return float(np.abs(pixels(image) - pixels(lettered))[ink].mean())

    assert lost() < 3
    assert lost(has_text=True) < 3
    assert lost(has_text=False) > 20


def test_seeds_decide_rain_and_repeat():
    one, again, other = (encoded(made("add rain", seed=s)) for s in (1, 1, 2))
    assert one == again
    assert one != other


@pytest.mark.parametrize(("name", "kind"), [("webp", "WEBP"), ("jpeg", "JPEG"), ("png", "PNG")])
def test_the_format_is_what_was_asked(name, kind):
    assert made("sepia", output_format=name).format == kind


def test_transparency_survives():
    image = PHOTO.copy()
    image.putalpha(PIL.Image.linear_gradient("L"))
    result = made("sepia", image)
    assert (np.asarray(result.getchannel("A")) == np.asarray(image.getchannel("A"))).all()


@pytest.mark.parametrize("mode", ["L", "P", "CMYK", "I;16", "1", "LA"])
def test_any_colour_mode_works(mode):
    if mode == "I;16":
        image = PIL.Image.fromarray(np.asarray(PHOTO.convert("L")).astype(np.uint16) * 257)
    else:
        image = PHOTO.convert(mode)
    kind = "TIFF" if mode in ("CMYK", "I;16") else "PNG"
    files = edit.make(
        EditImage(prompt="sepia", input_image=["x"], output_format="png"),
        {"input_image": [encoded(image, kind)]},
        Context(),
    )
    assert PIL.Image.open(io.BytesIO(files["result"].content)).size == PHOTO.size


TINY_PROMPTS = (
    "make it brighter",
    "rotate 30 degrees",
    "as a mosaic",
    "anime",
    "add fog",
    "oil painting",
    "a white background",
)


@pytest.mark.parametrize("size", [(1, 1), (2, 300), (300, 3), (17, 9)])
@pytest.mark.parametrize("prompt", TINY_PROMPTS)
def test_tiny_pictures_are_edited_or_refused_in_a_sentence(size, prompt):
    noise = np.random.default_rng(3).integers(40, 200, (size[1], size[0], 3)).astype(np.uint8)
    try:
        outcome = made(prompt, PIL.Image.fromarray(noise)).format
    except JobFailed as failure:
        outcome = failure.code
    assert outcome in ("PNG", "INPUT_INVALID")


def test_a_broken_file_is_named():
    with pytest.raises(JobFailed, match="input_image"):
        edit.make(
            EditImage(prompt="sepia", input_image=["x"]), {"input_image": [b"no"]}, Context()
        )


def noted(prompt: str, image: PIL.Image.Image = PHOTO) -> tuple[PIL.Image.Image, list[str]]:
    context = Context(seed=7)
    request = EditImage(prompt=prompt, input_image=["photo.png"], output_format="png")
    files = edit.make(request, {"input_image": [encoded(image)]}, context)
    return PIL.Image.open(io.BytesIO(files["result"].content)), context.notes


def test_a_prop_is_drawn_where_it_was_asked_for_and_noted_as_drawn():
    picture, notes = noted("add a red balloon on the left", COFFEE)
    changed = np.abs(pixels(picture) - pixels(COFFEE)).sum(axis=2) > 60
    columns = np.flatnonzero(changed.any(axis=0))
    assert changed.mean() > 0.005
    assert columns.mean() < COFFEE.width / 2
    assert notes == ["Drawn, not photographed: a red balloon on the left."]


def test_props_need_no_number_and_fly_where_they_are_asked_to():
    _, notes = noted("add birds flying in the sky", COFFEE)
    assert "Drawn, not photographed: birds flying in the sky." in notes


def test_a_prop_behind_somebody_leaves_the_face_as_it_was():
    picture, _ = noted("put a robot behind her")
    face = slice(30, 60), slice(100, 125)
    assert difference(picture, PHOTO) > 1
    assert np.abs(pixels(picture)[face] - pixels(PHOTO)[face]).mean() < 2


def test_a_place_that_is_not_looked_for_is_noted():
    _, notes = noted("add a candle and a spoon on the wooden table", COFFEE)
    assert any("'on the wooden table' was not looked for" in note for note in notes)
    assert sum(note.startswith("Drawn, not photographed") for note in notes) == 2


def test_a_prop_stays_when_the_background_is_changed():
    plain, _ = noted("change the background to a beach")
    with_tree, _ = noted("change the background to a beach, add a palm tree on the right")
    assert difference(plain, with_tree) > 2


def test_what_is_no_part_of_a_person_is_not_taken_for_the_person():
    assert "'flag'" in refused("change the flag to blue")
    _, notes = noted("make the crockery blue", COFFEE)
    assert notes == ["The subject of the picture was taken for 'crockery'."]


@pytest.mark.parametrize("words", ["give her sunglasses", "make her look older"])
def test_what_another_operation_does_is_refused_with_its_name(words):
    assert "'replace' changes the age, beard and glasses" in refused(words)
