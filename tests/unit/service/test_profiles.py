import pytest

from mediaext import operations
from mediaext.profiles import Profile
from mediaext.service.database import Clock
from mediaext.service.profiles import Profiles, apply
from mediaext.service.sqlite_database import SqliteDatabase

PHOTO = "https://media.example/photo.jpg"
LOOK = {
    "name": "look",
    "prompt_template": "soft light",
    "negative_prompt": "fog",
    "steps": 20,
    "cfg_scale": 3.0,
    "palette": ["#112233"],
    "width": 512,
    "height": 640,
    "output_format": "png",
    "callback_url": "https://hooks.example/profile",
}
EDIT = operations.EditImage
IMAGE = operations.GenerateImage
LOCK = operations.LockIdentity


def applied(profile, request):
    return apply(Profile(**profile), request).request.given()


def test_generate_takes_template_and_quality():
    made = applied(LOOK, IMAGE(prompt="a bike"))
    assert made == {
        "prompt": "a bike, soft light",
        "num_inference_steps": 20,
        "guidance_scale": 3.0,
        "width": 512,
        "height": 640,
        "output_format": "png",
        "callback_url": "https://hooks.example/profile",
        "seed": -1,
    }


def test_edit_takes_the_palette_as_well():
    made = applied(LOOK, EDIT(prompt="brighter"))
    assert made["palette"] == ["#112233"]
    assert made["num_inference_steps"] == 20


def test_what_the_caller_gave_wins():
    given = {"prompt": "x", "num_inference_steps": 8, "width": 1024, "output_format": "webp"}
    given["callback_url"] = "https://hooks.example/mine"
    made = applied(LOOK, IMAGE(**given))
    assert {name: made[name] for name in given if name != "prompt"} == {
        name: value for name, value in given.items() if name != "prompt"
    }


def test_lock_is_overridden_by_the_profile():
    request = LOCK(
        input_image=PHOTO,
        prompt="at sea",
        num_inference_steps=8,
        guidance_scale=9.0,
        negative_prompt="rain",
        seed=1,
        callback_url="https://hooks.example/mine",
    )
    made = applied({**LOOK, "seed": 5}, request)
    assert made["num_inference_steps"] == 20
    assert made["guidance_scale"] == 3.0
    assert made["negative_prompt"] == "fog"
    assert made["seed"] == 5
    assert made["callback_url"] == "https://hooks.example/mine"


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (
            operations.TryOn(
                person_image=PHOTO, clothing_image=PHOTO, gender="man", clothing_type="shirt"
            ),
            {"width": 512, "height": 640, "output_format": "png"},
        ),
        (
            operations.ReplaceIdentity(input_image=PHOTO, prompt="x"),
            {"prompt": "x, soft light", "palette": ["#112233"], "output_format": "png"},
        ),
        (
            operations.Instamodel(prompt="x", input_face=PHOTO),
            {"prompt": "x, soft light", "negative_prompt": "fog", "width": 512, "height": 640},
        ),
        (operations.SwapFace(target=PHOTO, source=PHOTO), {"output_format": "png"}),
    ],
)
def test_stored_settings_reach_what_has_a_field_for_them(request_, expected):
    made = applied(LOOK, request_)
    assert {name: made[name] for name in expected} == expected


def test_what_has_no_field_is_passed_through():
    profile = Profile(**LOOK, extra_params={"sampler": "euler"})
    extra = apply(profile, IMAGE(prompt="x")).extra
    assert extra == {"sampler": "euler", "negative_prompt": "fog", "palette": ["#112233"]}
    size = {"width": 512, "height": 640}
    extra = apply(profile, EDIT(prompt="x")).extra
    assert extra == {"sampler": "euler", "negative_prompt": "fog", **size}
    extra = apply(profile, operations.SwapFace(target=PHOTO, source=PHOTO)).extra
    assert set(extra) == {"sampler", *LOOK} - {"name", "output_format", "callback_url"}


def test_parameters_that_fill_the_template_are_not_passed_through():
    profile = Profile(
        name="x", prompt_template="{{light}} light", extra_params={"light": "soft", "sampler": "e"}
    )
    assert apply(profile, IMAGE(prompt="x")).extra == {"sampler": "e"}


@pytest.mark.parametrize(
    ("template", "mode", "expected"),
    [
        ("studio", "suffix", "a bike, studio"),
        ("studio", "prefix", "studio, a bike"),
        ("photo of {{user_prompt}} at dusk", "suffix", "photo of a bike at dusk"),
        ("photo of {{ user_prompt }}", "prefix", "photo of a bike"),
        ("{{light}} light", "suffix", "a bike, soft light"),
        ("{{unknown}}", "suffix", "a bike, {{unknown}}"),
    ],
)
def test_templates_take_the_prompt_in(template, mode, expected):
    profile = {
        "name": "x",
        "prompt_template": template,
        "prompt_template_mode": mode,
        "extra_params": {"light": "soft"},
    }
    assert applied(profile, IMAGE(prompt="a bike"))["prompt"] == expected


def test_a_prompt_cannot_smuggle_placeholders_in():
    profile = {"name": "x", "prompt_template": "{{user_prompt}}", "extra_params": {"key": "1"}}
    assert applied(profile, IMAGE(prompt="{{key}}"))["prompt"] == "{{key}}"


@pytest.mark.parametrize(
    ("profile", "given", "expected"),
    [
        ({"seed_strategy": "fixed", "fixed_seed": 9}, {"seed": 1}, 9),
        ({"seed_strategy": "fixed", "seed": 4}, {}, 4),
        ({"seed_strategy": "fixed"}, {"seed": 1}, -1),
        ({"seed_strategy": "random", "seed": 4}, {"seed": 1}, 4),
        ({"seed_strategy": "random"}, {"seed": 1}, -1),
        ({"seed_strategy": "user", "seed": 4}, {"seed": 1}, 1),
        ({"seed_strategy": "user", "seed": 4}, {}, 4),
        ({"seed_strategy": "user"}, {}, -1),
        ({"seed": 4}, {}, 4),
        ({"seed": 4}, {"seed": 1}, 4),
        ({}, {"seed": 1}, -1),
        ({}, {}, -1),
    ],
)
def test_seed_strategies(profile, given, expected):
    found = apply(Profile(name="x", **profile), IMAGE(prompt="x", **given))
    assert found.request.seed == expected
    strategy = profile.get("seed_strategy", "random")
    lost = given and expected != given["seed"]
    note = f"The request's seed 1 was not used: the profile's seed_strategy is {strategy}."
    assert found.notes == ((note,) if lost else ())


@pytest.mark.parametrize("strategy", ["random", "fixed", "user"])
def test_a_record_written_back_changes_nothing(tmp_path, strategy):
    database = SqliteDatabase(tmp_path / "ledger.sqlite3")
    profiles = Profiles(database, Clock())
    fields = {} if strategy == "random" else {"seed_strategy": strategy}
    record = profiles.create("anna", Profile(name="x", seed=4, **fields))
    assert record["seed_strategy"] == strategy
    own = {name: record[name] for name in Profile.model_fields}
    written = profiles.update("anna", record["profile_id"], own)
    request = IMAGE(prompt="x", seed=9)
    before, after = (
        apply(Profile(**{name: one[name] for name in Profile.model_fields}), request)
        for one in (record, written)
    )
    assert before == after
    database.close()


def test_a_size_beyond_the_operations_is_brought_within_its_bounds_and_noted():
    found = apply(Profile(name="x", width=2048, height=1024), IMAGE(prompt="x"))
    assert (found.request.width, found.request.height) == (1024, 512)
    assert found.notes == (
        "The profile's height of 1024 became 512: in proportion.",
        "The profile's width of 2048 became 1024: width must be 1 to 1024 here.",
    )
    small = apply(
        Profile(name="x", width=64),
        operations.TryOn(
            person_image=PHOTO, clothing_image=PHOTO, gender="man", clothing_type="shirt"
        ),
    )
    assert small.request.width == 256


@pytest.mark.parametrize(
    ("profile", "request_", "field", "expected"),
    [
        ({"steps": 400}, EDIT(prompt="x"), "num_inference_steps", 100),
        ({"cfg_scale": 99.0}, EDIT(prompt="x"), "guidance_scale", 20.0),
        ({"cfg_scale": 0.0}, LOCK(input_image=PHOTO, prompt="x"), "guidance_scale", 1.0),
    ],
)
def test_numbers_beyond_the_operations_are_brought_within_its_bounds(
    profile, request_, field, expected
):
    found = apply(Profile(name="x", **profile), request_)
    assert getattr(found.request, field) == expected
    assert field in found.notes[0]


def test_what_the_caller_gave_is_neither_bounded_nor_noted():
    found = apply(Profile(name="x", width=2048), IMAGE(prompt="x", width=512))
    assert (found.request.width, found.notes) == (512, ())


def test_lock_tells_what_the_profile_replaces():
    request = LOCK(input_image=PHOTO, prompt="x", num_inference_steps=8, guidance_scale=3.0)
    found = apply(Profile(**LOOK), request)
    assert found.notes == ("The profile's settings replace the request's num_inference_steps.",)


def test_profiles_are_the_users_own(tmp_path):
    database = SqliteDatabase(tmp_path / "ledger.sqlite3")
    profiles = Profiles(database, Clock())
    first = profiles.create("anna", Profile(name="first"))
    second = profiles.create("anna", Profile(name="second", steps=9, tags=["a"]))
    assert [one["name"] for one in profiles.list("anna")] == ["second", "first"]
    assert profiles.list("ben") == []
    assert profiles.get("ben", first["profile_id"]) is None
    assert profiles.update("ben", first["profile_id"], {"name": "x"}) is None
    assert not profiles.delete("ben", first["profile_id"])
    changed = profiles.update("anna", second["profile_id"], {"cfg_scale": 2.0, "tags": None})
    assert (changed["name"], changed["steps"], changed["cfg_scale"]) == ("second", 9, 2.0)
    assert changed["tags"] is None
    assert profiles.delete("anna", first["profile_id"])
    assert not profiles.delete("anna", first["profile_id"])
    database.close()
