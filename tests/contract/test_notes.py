"""What could not be done, and the seed that was drawn, told all the way to whoever asked."""

import json

import httpx
import pytest
from websockets.sync.client import connect as open_socket

import mediaext
import mediaext.testing
from mediaext.cli.outputs import show
from mediaext.client.history import MIGRATIONS, History
from mediaext.job import NOTE_LENGTH, NOTES_LIMIT, JobState, jobs_table
from mediaext.sqlite import open_database

PATHS = {
    "image": "/generate/image/v1",
    "video": "/generate/video/v1",
    "speech": "/generate/speech/v1",
    "upscaler": "/upscaler/v1",
}
TOLD = "No unicorn was found; a horse is shown."


@pytest.fixture(scope="module")
def svc(tmp_path_factory):
    with mediaext.testing.service(tmp_path_factory.mktemp("notes")) as running:
        yield running


@pytest.fixture
def media(svc):
    with mediaext.connect(svc.base_url, api_key=svc.key("anna")) as client:
        yield client


def noted(**fields):
    return {"prompt": f"note {TOLD}", **fields}


def statuses(svc, name, job_id):
    key = {"API-Key" if name == "upscaler" else "X-API-Key": svc.key("anna")}
    return httpx.get(f"{svc.base_url}{PATHS[name]}/status/{job_id}", headers=key).json()


def test_notes_and_seed_are_in_the_status_and_in_the_record(svc, media):
    picture = media.image(**noted())
    body = statuses(svc, "image", picture.job.job_id)
    assert body["notes"] == [TOLD]
    assert body["seed"] == picture.job.seed >= 0
    assert picture.notes == picture.job.notes == (TOLD,)
    kept = media.records()[0]
    assert (kept.notes, kept.seed) == ((TOLD,), body["seed"])
    row = jobs_table([kept]).iloc[0]
    assert (row["notes"], row["seed"]) == (TOLD, body["seed"])


def test_nothing_to_say_adds_nothing(svc, media):
    picture = media.image("a bike", seed=7)
    assert picture.notes == ()
    assert "notes" not in statuses(svc, "image", picture.job.job_id)
    assert picture.plain_text == repr(picture)


def test_every_kind_of_result_tells_its_notes(svc, media):
    photo = media.image("a bike", seed=1).content
    results = {
        "video": media.video(photo, **noted()),
        "speech": media.speech(f"note {TOLD}"),
        "upscaler": media.upscaler(photo, **noted()),
    }
    for name, result in results.items():
        assert result.notes == (TOLD,), name
        assert statuses(svc, name, result.job.job_id)["notes"] == [TOLD], name
        assert f"Note: {TOLD}" in result.plain_text, name


def test_the_caption_shows_notes_escaped_and_the_drawn_seed(media):
    picture = media.image("note <b>no</b>")
    data, _ = picture._repr_mimebundle_()
    assert "Note: &lt;b&gt;no&lt;/b&gt;" in data["text/html"]
    assert f"seed {picture.job.seed}" in data["text/html"]
    assert data["text/plain"].endswith("\nNote: <b>no</b>")


def test_provenance_carries_notes_and_seed(media):
    picture = media.image(**noted())
    assert picture.provenance.details["notes"] == [TOLD]
    assert picture.provenance.details["seed"] == picture.job.seed


def test_the_socket_tells_them_with_the_end(svc):
    key = {"X-API-Key": svc.key("anna")}
    job_id = httpx.post(svc.base_url + PATHS["image"], json=noted(), headers=key).json()["job_id"]
    url = svc.base_url.replace("http", "ws", 1) + f"/ws/jobs/{job_id}"
    with open_socket(url, additional_headers=key) as socket:
        frames = [json.loads(text) for text in socket]
    assert frames[-1]["type"] == "result"
    assert frames[-1]["data"]["notes"] == [TOLD]
    assert frames[-1]["data"]["seed"] >= 0


def test_the_webhook_stays_as_specified(svc, media):
    with mediaext.webhook_receiver() as url:
        picture = media.image(**noted(callback_url=url))
    job = svc.service.ledger.get(picture.job.job_id)
    assert set(svc.service.views.specified(job)) == {"job_id", "status", "result_url"}
    (row,) = svc.service.database.all(
        "SELECT body FROM outbox WHERE job_id = ?", picture.job.job_id
    )
    assert set(json.loads(row["body"])) == {"job_id", "status", "result_url"}


def test_a_seed_that_the_caller_gave_is_told_as_given(svc, media):
    picture = media.image("a bike", seed=2**40)
    assert picture.job.seed == 2**40
    logo = media.logo(picture, picture)
    assert "seed" not in statuses_of_logo(svc, logo.job.job_id)
    assert logo.job.seed is None


def statuses_of_logo(svc, job_id):
    path = f"{svc.base_url}/branding/logo/image/v1/status/{job_id}"
    return httpx.get(path, headers={"X-API-Key": svc.key("anna")}).json()


def test_a_default_seed_is_in_the_record(media):
    photo = media.image("a bike", seed=1).content
    assert media.video(photo).job.seed == 42


def test_openapi_marks_them_as_extensions(svc):
    schemas = httpx.get(svc.base_url + "/openapi.json").json()["components"]["schemas"]
    status = schemas["JobStatusResponse"]["properties"]
    assert status["seed"]["x-mediaext-extension"]
    assert status["notes"]["x-mediaext-extension"]
    assert schemas["LegacyStatusResponse"]["properties"]["notes"]["x-mediaext-extension"]
    assert not {"seed", "notes"} & set(schemas["WebhookEvent"]["properties"])


def test_the_command_line_prints_notes_beside_the_result(media, tmp_path, capsys):
    show(media.image(**noted()), str(tmp_path / "a.webp"), as_json=True)
    printed = capsys.readouterr()
    assert json.loads(printed.out)["notes"] == [TOLD]
    assert printed.err == f"Note: {TOLD}\n"


@pytest.mark.parametrize("sent", ["a text", 7, {"a": 1}, None, [1, None, {}]])
def test_what_a_service_sends_in_their_place_is_dropped(sent):
    state = JobState.model_validate(
        {"job_id": "j", "status": "completed", "notes": sent, "seed": sent}
    )
    assert state.notes == ()
    assert state.seed == (7 if sent == 7 else None)


def test_notes_of_a_service_are_bounded():
    state = JobState(job_id="j", status="completed", notes=["x" * 10_000] * 1_000, seed=2**70)
    assert len(state.notes) == NOTES_LIMIT
    assert {len(note) for note in state.notes} == {NOTE_LENGTH}
    assert state.seed is None


def test_notes_of_a_service_do_not_steer_a_terminal(media, tmp_path, capsys):
    picture = media.image("note \x1b[2J\x1b]0;owned\x07\u202eevil\r\nStatus: paid")
    show(picture, str(tmp_path / "a.webp"), as_json=False)
    for text in (capsys.readouterr().err, picture.plain_text):
        assert not set("\x1b\x07\r\u202e") & set(text)
        assert len(text.strip().splitlines()) <= 2


def test_a_history_without_notes_is_brought_up(tmp_path):
    old = open_database(tmp_path / "history.sqlite", "job history", MIGRATIONS[:2])
    with old:
        old.execute(
            "INSERT INTO jobs (service, job_id, operation, status, request, inputs, submitted_at, "
            "attempts, files) VALUES ('there', 'j1', 'image', 'completed', '{}', '{}', 1, 1, '{}')"
        )
    old.close()
    (record,) = History(tmp_path).records()
    assert record.notes == ()
