"""Models of a device that is too small for all, used by the pods of a service at once."""

import sys
from importlib.metadata import version

import pytest

import mediaext.testing
from mediaext.engines.entries import own_folder
from mediaext.engines.hosts import client as hosts
from mediaext.engines.install import add_model
from mediaext.errors import JobFailed
from mediaext.operations import EditImage, GenerateImage, RemoveBackground, UpscaleImage
from tests.unit.engines.people_photos import COFFEE

PICTURE = COFFEE.resize((32, 32))
MODELS = {  # skill, gigabytes as the entry says, and what loading really takes of 10
    "painter": ("generate", "bf16 = 4", "{ bf16 = 4 }"),
    "outline": ("cutout", "bf16 = 4", "{ bf16 = 4 }"),
    "enlarger": ("upscale", "bf16 = 4", "{ bf16 = 4 }"),
    "editor": ("edit", "bf16 = 8, int8 = 5", "{ bf16 = 11, int8 = 5 }"),
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Return a folder for gates, and a state folder that has the models."""
    gates = tmp_path_factory.mktemp("gates")
    weights = tmp_path_factory.mktemp("weights")
    (weights / "model.safetensors").write_bytes(b"weights")
    entries = "".join(
        f"""
[[model]]
name = "{name}"
skill = "{skill}"
source = {{ folder = "{weights.as_posix()}" }}
licence = {{ id = "None", commercial = true, source = "https://example.org/l" }}
environment = "fake"
class = "Fake"
arguments = {{ do = "draw", gates = "{gates.as_posix()}" }}
loading = {{ name = "{name}", memory = {taken}, limit = 10 }}
memory = {{ {memory} }}
cancel_grace = 0.2
"""
        for name, (skill, memory, taken) in MODELS.items()
    )
    with pytest.MonkeyPatch.context() as patch:
        state = tmp_path_factory.mktemp("state")
        patch.setenv("MEDIAEXT_HOME", str(state))
        patch.setenv("MEDIAEXT_DEVICE_MEMORY", "10")
        own_folder().mkdir(parents=True)
        (own_folder() / "lock.txt").touch()
        minor = f"{sys.version_info.major}.{sys.version_info.minor}"
        (own_folder() / "pretended.toml").write_text(
            f'[environments.fake]\npython = ["{minor}"]\nadapter = "fake"\nlock = "lock.txt"\n'
            f'packages = ["pillow=={version("pillow")}"]\n{entries}'
        )
        for name in MODELS:
            add_model(name, accept_licence=True)
        yield gates, state
        hosts.stop()


@pytest.fixture(scope="module")
def svc(folders, tmp_path_factory):
    home = tmp_path_factory.mktemp("service")
    engine = "pretended_models:engine"
    with mediaext.testing.service(home, engine=engine, pods=2, prepare_seconds=300) as running:
        yield running


@pytest.fixture
def gates(folders):
    """Return the folder of gates, empty."""
    for gate in folders[0].iterdir():
        gate.unlink()
    return folders[0]


@pytest.fixture
def media(svc, folders, monkeypatch):
    """Return a client; nothing is loaded."""
    monkeypatch.setenv("MEDIAEXT_HOME", str(folders[1]))
    hosts.release()
    return mediaext.connect(svc.base_url).with_options(retries=0)


def loaded():
    return {row["model"].partition("@")[0]: row for row in hosts.status()["models"]}


def draw(media, **options):
    return media.run(GenerateImage(prompt="a fox", width=64, height=64), fresh=True, **options)


def test_the_model_that_was_used_least_recently_leaves_for_another(media):
    draw(media)
    media.cutout(PICTURE, fresh=True)
    draw(media)
    media.upscale(PICTURE, scale=2, fresh=True)
    assert set(loaded()) == {"painter", "enlarger"}


def test_a_model_in_use_stays_and_the_job_that_needs_its_room_waits(media, svc, gates):
    gate = gates / "painter"
    gate.touch()
    busy = media.submit(GenerateImage(prompt="a fox", width=64, height=64), fresh=True)
    svc.wait_until(gate.with_suffix(".busy").exists, 60)
    waiting = media.submit(EditImage(input_image=PICTURE, prompt="at night"), fresh=True)
    progress = svc.service.supervisor.progress
    svc.wait_until(lambda: progress(waiting.job_id) is not None, 60)
    assert {name: row["busy"] for name, row in loaded().items()} == {"painter": True}
    gate.unlink()
    assert busy.result().job.made_by["model"] == "painter"
    assert "editor" in waiting.result().job.made_by["model"]
    assert set(loaded()) == {"editor"}


def test_memory_that_is_short_is_handled_once_by_smaller_means_and_told(media):
    made = media.edit(PICTURE, "at night", fresh=True)
    assert loaded()["editor"]["plan"] == "int8"
    assert made.job.made_by["quantisation"] == "int8"


def test_a_host_that_hangs_costs_its_job_and_no_other(media, svc, gates):
    hang = gates / "enlarger.hang"
    hang.touch()
    job = media.submit(UpscaleImage(input_image=PICTURE, scale=2), fresh=True)
    svc.wait_until((gates / "enlarger.busy").exists, 60)
    (before,) = hosts.status()["hosts"]
    job.cancel()
    with pytest.raises(JobFailed) as caught:
        job.result()
    assert caught.value.code == "CANCELLED"
    svc.wait_until(lambda: before not in hosts.status()["hosts"], 60)
    hang.unlink()
    assert media.run(RemoveBackground(input_image=PICTURE), fresh=True).job.made_by["trained"]
    assert media.upscale(PICTURE, scale=2, fresh=True).size == (64, 64)
