"""The wire as pure functions: no clock, no socket."""

import json
from datetime import UTC, datetime

import pytest

from mediaext.errors import (
    InvalidRequest,
    NotFound,
    PermanentFailure,
    TemporaryFailure,
    Unauthorized,
    UnexpectedReply,
    Unreachable,
)
from mediaext.job import Status
from mediaext.operation import CATALOGUE
from mediaext.operations import EditImage, GenerateImage, UpscaleImage
from mediaext.protocol import (
    LINK_LIFE,
    Reply,
    accept,
    failure_of,
    is_deterministic,
    link_seconds,
    origin,
    read_state,
    request_key,
    retry_after,
    status_path,
)

IMAGE = GenerateImage.endpoint
LEGACY = CATALOGUE["sd3_5"].endpoint


def reply(status: int, body: object = None, **headers: str) -> Reply:
    return Reply(status, headers, json.dumps(body).encode())


@pytest.mark.parametrize(
    ("status", "kind"),
    [(401, Unauthorized), (403, Unauthorized), (404, NotFound), (422, InvalidRequest),
     (413, InvalidRequest), (429, TemporaryFailure), (500, Unreachable), (503, Unreachable),
     (302, UnexpectedReply)],
)  # fmt: skip
def test_a_bad_answer_becomes_the_error_that_fits(status, kind):
    with pytest.raises(kind):
        accept(reply(status, {"detail": "because"}))


def test_a_422_names_every_field():
    detail = [{"loc": ["body", "height"], "msg": "too large", "type": "less_than_equal"}]

    with pytest.raises(InvalidRequest, match="height: too large") as caught:
        accept(reply(422, {"detail": detail}))

    assert caught.value.problems[0].field == "height"


def test_an_answer_that_is_not_json_is_named():
    with pytest.raises(UnexpectedReply, match="not JSON"):
        accept(Reply(200, {}, b"<html>"))


def test_a_legacy_job_speaks_the_same_states():
    pending = read_state(LEGACY, {"status": "PENDING", "id": "7"})
    good = read_state(LEGACY, {"status": "SUCCESS", "download_urls": ["a", "b"]}, "7")
    bad = read_state(LEGACY, {"status": "FAILURE", "error": "no"}, "7")

    assert (pending.status, pending.job_id) == (Status.QUEUED, "7")
    assert good.links == {"result": "a", "result_1": "b"}
    assert (bad.status, bad.error) == (Status.FAILED, "no")


def test_fields_we_do_not_know_are_kept():
    state = read_state(IMAGE, {"job_id": "1", "status": "queued", "progress": 0.5})

    assert state.model_extra == {"progress": 0.5}


def test_an_unknown_status_is_an_unexpected_reply():
    with pytest.raises(UnexpectedReply):
        read_state(IMAGE, {"job_id": "1", "status": "resting"})


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("MODEL_ERROR", TemporaryFailure),
        ("INPUT_INVALID", PermanentFailure),
        ("CANCELLED", PermanentFailure),
    ],
)
def test_a_failed_job_says_whether_to_retry(code, kind):
    body = {"job_id": "1", "status": "failed", "error": "no", "failure_reason_code": code}

    assert type(failure_of(read_state(IMAGE, body))) is kind


def test_the_service_may_overrule_the_table_of_retryable_codes():
    body = {"job_id": "1", "status": "failed", "failure_reason_code": "NEW", "retryable": True}

    assert isinstance(failure_of(read_state(IMAGE, body)), TemporaryFailure)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [({"retry-after": "3"}, 3.0), ({"retry-after-ms": "250"}, 0.25),
     ({"retry-after": "Fri, 20 Nov 2026 12:00:10 GMT"}, 10.0), ({"retry-after": "soon"}, None),
     ({"retry-after": "nan"}, None), ({"retry-after": "-4"}, 0.0), ({}, None)],
)  # fmt: skip
def test_retry_after_is_read_in_every_spelling(headers, seconds):
    assert retry_after(headers, datetime(2026, 11, 20, 12, 0, 0, tzinfo=UTC)) == seconds


def test_a_job_id_cannot_leave_its_path():
    assert status_path(IMAGE, "../../keys?x#y") == (
        "/generate/image/v1/status/..%2F..%2Fkeys%3Fx%23y"
    )


def test_origins_compare_with_their_default_ports():
    assert origin("https://a.example/x") == origin("https://A.example:443/y")
    assert origin("https://a.example") != origin("http://a.example")


def test_only_a_fixed_seed_makes_a_request_deterministic():
    assert not is_deterministic(GenerateImage(prompt="x"))
    assert is_deterministic(GenerateImage(prompt="x", seed=0))
    assert not is_deterministic(GenerateImage(prompt="x", seed=1, profile_id="p"))
    assert is_deterministic(UpscaleImage(input_image="http://x/y.png"))


def test_fields_that_cannot_change_the_result_do_not_change_its_key():
    plain = GenerateImage(prompt="x", seed=1)
    same = GenerateImage(prompt="x", seed=1, width=1024, callback_url="http://x", server_id="a")
    other = GenerateImage(prompt="x", seed=1, width=512)

    assert request_key(plain, {}, "s") == request_key(same, {}, "s")
    assert request_key(plain, {}, "s") != request_key(other, {}, "s")
    assert request_key(plain, {}, "s") != request_key(plain, {}, "t")


def test_the_key_of_a_request_follows_its_inputs_not_their_addresses():
    first = EditImage(prompt="x", input_image=["http://one/a.png"], seed=1)
    second = EditImage(prompt="x", input_image=["http://two/b.png"], seed=1)
    inputs = {"input_image": ["sha256:1"]}

    assert request_key(first, inputs, "s") == request_key(second, inputs, "s")


@pytest.mark.parametrize(
    ("query", "seconds"),
    [
        ("", LINK_LIFE),
        ("?v=1&exp=1600&kid=a", 600.0),
        ("?exp=900", 0.0),
        ("?exp=99999999999", LINK_LIFE),
        ("?exp=soon", LINK_LIFE),
    ],
)
def test_a_link_lives_as_long_as_it_says_and_never_longer_than_the_specification(query, seconds):
    assert link_seconds(f"https://a.example/files/x/y.png{query}", 1000.0) == seconds
