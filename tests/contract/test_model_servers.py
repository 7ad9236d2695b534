"""Operations on a model server through the whole service: who made them, failures, outages."""

import pytest

import mediaext
from mediaext.errors import JobFailed
from tests.unit.engines.model_servers import LocalAI, running
from tests.unit.engines.people_photos import COFFEE, SMALL

MADE = {
    "image": ({"prompt": "a fox", "width": 64, "height": 64}, "localai", "dreamshaper"),
    "edit": ({"prompt": "a hat", "input_image": SMALL}, "localai", "qwen-image-edit"),
    "background": (
        {"prompt": "a beach", "subject_description": "cup", "input_image": COFFEE},
        "localai",
        "dreamshaper+qwen-image-edit",
    ),
    "speech": ({"text": "Hello"}, "localai", "kokoro"),
    "mesh": ({"image_path": COFFEE}, "localai", "trellis2"),
    "upscale": ({"input_image": COFFEE.resize((40, 40)), "scale": 2}, "classical", None),
    "logo": ({"input_image": COFFEE, "logo_url": COFFEE}, "classical", None),
}


@pytest.fixture
def server():
    return LocalAI()


@pytest.fixture
def media(tmp_path, server):
    with running(server) as address:
        yield mediaext.connect(home=tmp_path / "home", engine=f"openai:{address},classical")


def test_each_operation_is_made_by_the_server_or_else_by_the_built_in_engine(media):
    for name, (fields, engine, model) in MADE.items():
        made = getattr(media, name)(**fields)
        assert (made.job.made_by["engine"], made.job.made_by.get("model")) == (engine, model), name
        told = [note for note in made.notes if note.startswith("Made by 'classical'")]
        assert bool(told) == (engine == "classical"), name
        if made.provenance.signed:
            assert made.provenance.details["engine"] == engine


def test_a_failure_of_the_server_ends_the_job_and_the_next_one_is_made(media, server):
    server.answers["POST /v1/images/generations"] = (500, {"error": {"message": "no memory"}})
    patient = media.with_options(retries=0)
    with pytest.raises(JobFailed, match="no memory") as caught:
        patient.image("a fox", width=64, height=64, seed=1)
    assert caught.value.code == "MODEL_ERROR"
    server.answers.clear()
    assert patient.image("a fox", width=64, height=64, seed=1).job.made_by["engine"] == "localai"


def test_a_server_that_goes_away_is_told_and_its_result_is_not_taken_for_another(tmp_path, server):
    home, fields = tmp_path / "home", {"width": 64, "height": 64, "seed": 1}
    with running(server) as address:
        engines = f"openai:{address},classical"
        first = mediaext.connect(home=home, engine=engines).image("a fox", **fields)
    other = mediaext.connect(home=home, engine=engines).image("a hen", **fields)
    assert first.job.made_by["model"] == "dreamshaper"
    assert other.job.made_by["engine"] == "classical"
    assert "does not answer" in other.notes[0]


def test_a_cancelled_job_is_cancelled_while_the_server_draws(media, server):
    server.gate.clear()
    job = media.submit(mediaext.GenerateImage(prompt="a fox", width=64, height=64, seed=2))
    job.cancel()
    with pytest.raises(JobFailed) as caught:
        job.result()
    assert caught.value.code == "CANCELLED"
    server.gate.set()
    assert media.image("a hen", width=64, height=64, seed=2).job.made_by["engine"] == "localai"
