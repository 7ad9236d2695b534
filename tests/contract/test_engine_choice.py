"""A caller chooses the engine where the service allows it; loading is not the time of a job."""

import httpx
import pytest
from slow_to_load import FOLDER

import mediaext.testing
from mediaext import connect
from mediaext.client import Client
from mediaext.errors import InvalidRequest
from mediaext.grammar import Grammar
from mediaext.grammar.commands import COMMANDS
from mediaext.grammar.execution import Interpreter
from mediaext.grammar.parser import InvalidCommand
from mediaext.operations import GenerateImage
from mediaext.results.sheet import Sheet

INSTANT, SLOW = "mediaext.testing.instant:engine", "slow_to_load:engine"
IMAGE = "/generate/image/v1"
CHOICE = "x-mediaext-engine"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("slow")
        (folder / "go").touch()
        patch.setenv(FOLDER, str(folder))
        yield folder


@pytest.fixture(scope="module")
def svc(folder):
    with mediaext.testing.service(
        folder / "home", engine_choice=(SLOW, INSTANT), job_time_budget=60, prepare_seconds=120
    ) as running:
        yield running


@pytest.fixture
def client(svc, tmp_path):
    return connect(svc.base_url, home=tmp_path / "client")


def post(svc, engine=None, **headers):
    body = {"prompt": "a fox", "seed": 7}
    chosen = {CHOICE: engine} if engine else {}
    return httpx.post(svc.base_url + IMAGE, json=body, headers={**chosen, **headers})


def finished(svc, reply):
    job_id = reply.json()["job_id"]
    svc.wait_until(lambda: svc.service.ledger.get(job_id).status.terminal, 60)
    return svc.service.ledger.get(job_id)


def test_a_caller_chooses_among_what_the_service_allows(svc):
    chosen = post(svc, SLOW)
    assert chosen.headers[CHOICE] == SLOW
    assert finished(svc, chosen).made_by["engine"] == "slow_to_load"
    plain = post(svc)
    assert CHOICE not in plain.headers
    assert finished(svc, plain).made_by["engine"] == "instant"


@pytest.mark.parametrize("engine", ["classical", "os:system", "nobody", f"{SLOW},classical"])
def test_another_choice_is_refused_with_a_sentence(svc, engine):
    refused = post(svc, engine)
    assert refused.status_code == 422
    (problem,) = refused.json()["detail"]
    assert problem["loc"] == ["header", CHOICE]
    facts = httpx.get(f"{svc.base_url}/engines", headers={CHOICE: engine})
    assert facts.status_code == 422


def test_a_service_allows_nothing_unless_its_operator_says_so(tmp_path):
    with mediaext.testing.service(tmp_path / "home") as svc:
        refused = post(svc, "classical")
        assert refused.status_code == 422
        assert "no engine" in refused.json()["detail"][0]["msg"]
        with pytest.raises(InvalidRequest, match="--engine-choice"):
            connect(svc.base_url, home=tmp_path / "c").image("a fox", engine="classical")


def test_a_service_that_does_not_know_the_header_is_not_believed(client, monkeypatch):
    monkeypatch.setattr("mediaext.client.session.ENGINE_CHOICE", "x-unknown")
    with pytest.raises(InvalidRequest, match="does not let its callers choose"):
        client.image("a fox", engine=SLOW)


def test_one_token_names_one_choice(svc):
    token = {"idempotency-key": "one"}
    first = post(svc, SLOW, **token)
    assert post(svc, SLOW, **token).json() == first.json()
    assert post(svc, INSTANT, **token).status_code == 422


def test_results_of_two_engines_are_told_apart_in_the_store(client):
    made = [client.image("a fox", seed=7, engine=name) for name in (SLOW, INSTANT, SLOW)]
    assert made[0].job.made_by["engine"] == "slow_to_load"
    assert made[1].job.made_by["engine"] == "instant"
    assert made[2].job.job_id == made[0].job.job_id
    request = GenerateImage(prompt="a fox", seed=7)
    mapped = list(client.map([request], engine=INSTANT))
    assert mapped[0].job.job_id == made[1].job.job_id


def run(client: Client, line: str):
    return Interpreter(Grammar(COMMANDS), "").run(client, line).values[-1]


@pytest.mark.parametrize("line", ["image 'a fox' --seed 7", "grid image 'a fox' --seed 7"])
def test_several_engines_make_a_grid_captioned_with_each(client, line):
    sheet = run(client, f"{line} --engine {SLOW} --engine {INSTANT}")
    assert isinstance(sheet, Sheet)
    assert sheet.labels == [f"engine {SLOW}", f"engine {INSTANT}"]
    assert [cell.job.made_by["engine"] for cell in sheet] == ["slow_to_load", "instant"]


def test_one_engine_makes_one_result_and_a_dry_run_shows_the_header(client):
    made = run(client, f"image 'a fox' --seed 8 --engine {SLOW}")
    assert made.job.made_by["engine"] == "slow_to_load"
    assert f"{CHOICE}: {SLOW}" in str(run(client, f"image 'a fox' --engine {SLOW} --dry-run"))
    with pytest.raises(InvalidCommand, match="without a pipe"):
        Grammar().parse(f"image 'a fox' --engine {SLOW} --engine {INSTANT} | upscale")


def test_loading_is_not_the_time_of_the_job_and_shows_as_its_progress(folder, tmp_path):
    (folder / "go").unlink()
    with mediaext.testing.service(
        tmp_path / "home", engine=SLOW, job_time_budget=2.0, prepare_seconds=120
    ) as svc:
        reply = post(svc)
        job_id = reply.json()["job_id"]
        svc.wait_until(
            lambda: (
                (svc.service.supervisor.progress(job_id) or {}).get("message")
                == "loading slow-model"
            ),
            60,
        )
        begun = svc.service.supervisor.pods[0]._time._limit.when()
        assert begun - svc.service.supervisor.pods[0]._time._left > 60
        (folder / "go").touch()
        assert finished(svc, reply).row["status"] == "completed"


def test_an_engine_that_is_never_ready_is_unavailable_and_one_that_is_broken_says_why(
    folder, tmp_path
):
    (folder / "go").unlink()
    with mediaext.testing.service(
        tmp_path / "home", engine=SLOW, prepare_seconds=0.2, cancel_grace=30
    ) as svc:
        job = finished(svc, post(svc))
        assert (job.code, job.retryable) == ("MODEL_UNAVAILABLE", 1)
        assert "not ready within 0.2 seconds" in job.error
        (folder / "go").touch()
        (folder / "broken").touch()
        job = finished(svc, post(svc))
        (folder / "broken").unlink()
        assert (job.code, job.error) == ("MODEL_ERROR", "slow-model: a weight is not a number.")
