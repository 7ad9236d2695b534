"""What docs/unspecified.md decides about bodies and profiles, asked over real sockets."""

import io
import json
import time

import httpx
import PIL.Image
import pytest

import mediaext.testing
from mediaext.operation import CATALOGUE, build

IMAGE, EDIT, SWAP = "/generate/image/v1", "/edit/image/v1", "/identity/faceswap/image/v1"


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    home = tmp_path_factory.mktemp("readings")
    with mediaext.testing.service(home, engine="classical") as svc:
        headers = {"X-API-Key": svc.key("anna"), "Content-Type": "application/json"}
        with httpx.Client(base_url=svc.base_url, headers=headers, timeout=60) as client:
            yield client


def profile(web, **fields):
    answer = web.post("/profiles/v1", json={"name": "look", **fields})
    assert answer.status_code == 200, answer.text
    return answer.json()


def ended(web, path, body):
    answer = web.post(path, json=body)
    assert answer.status_code == 200, answer.text
    end = time.monotonic() + 120
    while True:
        state = web.get(f"{path}/status/{answer.json()['job_id']}").json()
        if state["status"] != "queued":
            return state
        assert time.monotonic() < end
        time.sleep(0.02)


def car(web, **fields):
    return ended(
        web, IMAGE, {"prompt": "a red car before trees", "width": 64, "height": 64} | fields
    )


def pixels(state):
    return PIL.Image.open(io.BytesIO(httpx.get(state["result_url"]).content)).convert("RGB")


@pytest.mark.parametrize("number", ["1e999", "-1e999", "NaN", "Infinity"])
@pytest.mark.parametrize(
    "field", ["product_saturation", "guidance_scale", "tone_correction", "refine_strength"]
)
def test_numbers_are_finite(web, field, number):
    answer = web.post(EDIT, content=f'{{"prompt": "x", "{field}": {number}}}')
    assert answer.status_code == 422


@pytest.mark.parametrize("number", ["1e999", "NaN"])
def test_parameters_of_a_profile_are_finite_too(web, number):
    body = f'{{"name": "x", "extra_params": {{"a": [{number}]}}}}'
    assert web.post("/profiles/v1", content=body).status_code == 422


def test_the_images_of_edit_are_typed_in_openapi(web):
    schemas = web.get("/openapi.json").json()["components"]["schemas"]
    text = json.dumps(schemas["EditImage"]["properties"]["input_image"])
    assert '{"type": "string"}' in text
    assert '{"items": {"type": "string"}, "type": "array"}' in text


def test_null_stands_for_the_default(web):
    state = car(web, seed=None, num_inference_steps=None, output_format=None, logo_url=None)
    assert state["status"] == "completed"
    assert web.post(IMAGE, json={"prompt": None}).status_code == 422
    record = profile(web, seed_strategy=None, steps=None)
    assert (record["seed_strategy"], record["steps"]) == ("random", None)


def test_unknown_fields_are_refused(web):
    answer = web.post(IMAGE, json={"prompt": "x", "promt": "y"})
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["body", "promt"]


def test_text_that_is_a_number_is_taken_as_one(web):
    assert car(web, seed="7", num_inference_steps="2")["seed"] == 7
    assert web.post(IMAGE, json={"prompt": "x", "width": "wide"}).status_code == 422
    assert web.post(IMAGE, json={"prompt": "x", "width": "10.5"}).status_code == 422


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize("operation", sorted(set(CATALOGUE.values()), key=str))
def test_a_boolean_is_no_number(web, operation, value):
    """In the interface and in Python, for each number of each operation."""
    examples = {"string": "x", "integer": 1, "number": 1.0}
    required = {p.name: examples[p.type] for p in operation.params() if p.required}
    for param in operation.params():
        if param.type in {"integer", "number"}:
            body = {**required, param.name: value}
            answer = web.post(operation.endpoint.path, json=body)
            assert answer.status_code == 422
            places = [problem["loc"] for problem in answer.json()["detail"]]
            assert ["body", param.name] in places
            with pytest.raises(mediaext.InvalidRequest, match=param.name):
                build(operation, **body)


@pytest.mark.parametrize("field", ["steps", "cfg_scale", "width"])
def test_a_boolean_is_no_number_of_a_profile(web, field):
    answer = web.post("/profiles/v1", json={"name": "look", field: True})
    assert answer.json()["detail"][0]["loc"] == ["body", field]


@pytest.mark.parametrize("given", [{}, {"input_image": []}, {"input_image": None}])
def test_an_edit_without_an_image_fails_and_names_the_command(web, given):
    state = ended(web, EDIT, {"prompt": "brighter", **given})
    assert state["failure_reason_code"] == "INPUT_INVALID"
    assert "input_image" in state["error"]


def test_a_profile_without_a_strategy_draws_a_seed_as_its_record_says(web):
    record = profile(web)
    assert record["seed_strategy"] == "random"
    seeds = {car(web, seed=7, profile_id=record["profile_id"])["seed"] for _ in range(2)}
    assert len(seeds) == 2
    assert 7 not in seeds
    state = car(web, seed=7, profile_id=record["profile_id"])
    assert "seed 7 was not used" in state["notes"][0]


def test_writing_a_record_back_changes_no_seed(web):
    record = profile(web, seed=5)
    own = {name: record[name] for name in ("seed_strategy", "seed", "fixed_seed")}
    path = f"/profiles/v1/{record['profile_id']}"
    assert web.patch(path, json=own).json()["seed_strategy"] == "random"
    assert car(web, profile_id=record["profile_id"])["seed"] == 5
    web.patch(path, json={"seed_strategy": "user"})
    assert car(web, seed=7, profile_id=record["profile_id"])["seed"] == 7
    assert web.patch(path, json={"seed_strategy": None}).json()["seed_strategy"] == "random"


@pytest.mark.parametrize("seed", [-2, 2**63])
def test_a_fixed_seed_is_bounded_like_any(web, seed):
    assert web.post("/profiles/v1", json={"name": "x", "fixed_seed": seed}).status_code == 422


def test_a_large_profile_makes_the_largest_picture_there_is(web):
    record = profile(web, width=2048, height=512, steps=2)
    state = ended(web, IMAGE, {"prompt": "a car", "profile_id": record["profile_id"]})
    assert pixels(state).size == (1024, 256)
    assert any("became 1024" in note for note in state["notes"])


@pytest.mark.parametrize(
    "settings", [{"negative_prompt": "trees"}, {"palette": ["#1e90ff"]}], ids=str
)
def test_a_profile_changes_a_picture(web, settings):
    record = profile(web, seed=3, **settings)
    plain = car(web, seed=3)
    state = car(web, profile_id=record["profile_id"])
    assert state["seed"] == plain["seed"] == 3
    assert pixels(state).tobytes() != pixels(plain).tobytes()
    assert "notes" not in state
