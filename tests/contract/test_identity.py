"""Results are known by who made them: engine and model, not by package version or address."""

import io
import json
import sys
import textwrap

import PIL.Image
import pytest

import mediaext
from mediaext.client import HttpGateway
from mediaext.client.history import History
from mediaext.client.loop import core
from mediaext.connection import EmbeddedGateway
from mediaext.datasets.making.runners import EngineRunner, Makers
from mediaext.operations import GenerateImage
from mediaext.protocol import request_key
from mediaext.testing import service

KIT = """
import io, os, pathlib
import PIL.Image
from mediaext.engines import Engine, Identity, unavailable
from mediaext.operations import GenerateImage
from mediaext.results import MadeFile

class Model(Engine):
    def __init__(self, name, colour, trained):
        super().__init__(name, "1", trained=trained)
        self.colour = colour
        self.makes(GenerateImage)(self.paint)

    def identity(self, operation):
        return Identity("kit", model=self.name, revision="abc", dtype="bf16")

    def paint(self, request, inputs, context):
        if self.name == "large" and pathlib.Path(__file__).with_name("down").exists():
            raise unavailable("The large model does not answer.")
        buffer = io.BytesIO()
        PIL.Image.new("RGB", (8, 8), self.colour).save(buffer, "PNG")
        return {"result": MadeFile(buffer.getvalue(), "image/png")}

small, large = Model("small", "red", False), Model("large", "blue", True)
"""
RED, BLUE = (255, 0, 0), (0, 0, 255)
FOX = GenerateImage(prompt="a fox", seed=7)


@pytest.fixture
def kit(tmp_path, monkeypatch):
    """A package of two models that any process can load."""
    folder = tmp_path / "engines" / "identity_kit"
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "models.py").write_text(textwrap.dedent(KIT))
    monkeypatch.syspath_prepend(folder.parent)
    yield folder
    for name in ("identity_kit", "identity_kit.models"):
        sys.modules.pop(name, None)


SMALL, LARGE = "identity_kit.models:small", "identity_kit.models:large"


def colour(result):
    return PIL.Image.open(io.BytesIO(result.content)).getpixel((0, 0))


def test_two_models_never_share_a_result(kit, tmp_path):
    red = mediaext.connect(home=tmp_path / "home", engine=SMALL).run(FOX)
    blue = mediaext.connect(home=tmp_path / "home", engine=LARGE).run(FOX)
    assert (colour(red), colour(blue)) == (RED, BLUE)
    again = mediaext.connect(home=tmp_path / "home", engine=f"{LARGE},{SMALL}").run(FOX)
    assert again.job.job_id == blue.job.job_id


def test_who_made_a_result_is_in_record_and_provenance(kit, tmp_path):
    media = mediaext.connect(home=tmp_path / "home", engine=LARGE)
    made = media.run(FOX)
    maker = {"engine": "kit", "model": "large", "revision": "abc", "dtype": "bf16"}
    for told in (
        made.job.made_by,
        made.provenance.details,
        media.session.history.get(made.job.job_id).made_by,
    ):
        assert maker.items() <= told.items()
        assert told["trained"] is True
        assert {"mediaext", "numpy", "pillow"} <= told["libraries"].keys()
    assert "trainedAlgorithmicMedia" in json.dumps(made.provenance.manifest)


def test_what_another_engine_had_to_make_is_not_taken_for_the_first_ones(kit, tmp_path):
    (kit / "down").touch()
    home, engines = tmp_path / "home", f"{LARGE},{SMALL}"
    red = mediaext.connect(home=home, engine=engines).run(FOX)
    assert (colour(red), red.job.made_by["model"]) == (RED, "small")
    assert red.notes == ("Made by 'small'. The large model does not answer.",)
    known = mediaext.connect(home=home, engine=SMALL).run(FOX)
    assert known.job.job_id == red.job.job_id
    (kit / "down").unlink()
    fresh = mediaext.connect(home=home, engine=LARGE).run(FOX)
    assert colour(fresh) == BLUE


def test_a_run_keeps_what_another_engine_had_to_make(kit, tmp_path):
    (kit / "down").touch()
    home, engines = tmp_path / "home", f"{LARGE},{SMALL}"
    random = GenerateImage(prompt="a fox")
    (first,) = mediaext.connect(home=home, engine=engines).map([random], run="foxes")
    (again,) = mediaext.connect(home=home, engine=engines).map([random], run="foxes")
    assert again.job.job_id == first.job.job_id


def test_results_of_the_built_in_engine_are_known_by_the_version_of_its_pixels(tmp_path):
    media = mediaext.connect(home=tmp_path / "home", engine="classical")
    prepared = core().run(media.session.prepare(FOX))
    assert prepared.key == request_key(FOX, {}, "classical output_version=17")
    assert Makers(EngineRunner()).of(FOX) == "engine classical 17"


@pytest.mark.parametrize("former", ["http", "https"])
def test_results_of_a_hosted_service_are_found_by_its_former_address(tmp_path, former):
    with service(tmp_path / "service") as svc:
        home = tmp_path / "home"
        made = mediaext.connect(svc.base_url, home=home).run(FOX)
        old = svc.base_url.replace("http", former, 1)
        history = History(home)
        history.save(history.records()[0], request_key(FOX, {}, old))
        found = mediaext.connect(svc.base_url, home=home).run(FOX)
    assert (found.job.job_id == made.job.job_id) == (former == "http")


def test_a_hosted_service_is_known_by_what_it_announces_at_any_address(tmp_path):
    home = tmp_path / "home"
    with service(tmp_path / "one") as svc:
        made = mediaext.connect(svc.base_url, home=home).run(FOX)
        assert svc.service.ledger.get(made.job.job_id).made_by["identity"].startswith("instant")
    with service(tmp_path / "two") as svc:
        assert mediaext.connect(svc.base_url, home=home).run(FOX).job.job_id == made.job.job_id
        own = mediaext.connect(svc.base_url, home=home, identity="farm").run(FOX)
        assert own.job.job_id != made.job.job_id
    with service(tmp_path / "three") as svc:
        named = mediaext.connect(svc.base_url, home=home, identity="farm")
        assert named.run(FOX).job.job_id == own.job.job_id


def test_what_a_hosted_service_says_of_itself_is_never_taken_for_the_embedded_one(tmp_path):
    home, engine = tmp_path / "home", "mediaext.testing.instant:engine"
    with service(tmp_path / "service") as svc:
        hosted = mediaext.connect(svc.base_url, home=home).run(FOX)
    embedded = mediaext.connect(home=home, engine=engine).run(FOX)
    assert embedded.job.job_id != hosted.job.job_id


def test_what_was_announced_is_remembered_while_nobody_answers(tmp_path):
    home = tmp_path / "home"
    with service(tmp_path / "service") as svc:
        made = mediaext.connect(svc.base_url, home=home).run(FOX)
    assert mediaext.connect(svc.base_url, home=home).run(FOX).job.job_id == made.job.job_id


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("http://api.example", "https://api.example/", True),
        ("http://api.example:80/v", "https://api.example:443/v", True),
        ("http://API.example", "https://api.example", True),
        ("http://api.example:8080", "https://api.example", False),
        ("https://api.example/a", "https://api.example/b", False),
        ("https://api.example", "https://other.example", False),
    ],
)
def test_a_service_that_announces_nothing_is_known_by_its_host(one, other, same):
    assert (HttpGateway(one).identity == HttpGateway(other).identity) == same


def test_the_route_tells_who_makes_each_operation(tmp_path):
    import httpx

    with service(tmp_path / "service", engine="classical", require_key=True) as svc:
        assert httpx.get(f"{svc.base_url}/engines").status_code == 401
        engines = httpx.get(f"{svc.base_url}/engines", headers={"X-API-Key": svc.key()}).json()
    assert engines["engines"]["image"] == {
        "identity": "classical output_version=17",
        "engine": "classical",
        "output_version": "17",
        "trained": False,
        "state": "ready",
        "licence": "Apache-2.0",
        "memory": 4.0,
    }
    assert len(engines["engines"]) == 18


def test_dataset_keys_follow_who_makes_each_operation(kit, tmp_path):
    small = mediaext.connect(home=tmp_path / "home", engine=SMALL)
    large = mediaext.connect(home=tmp_path / "home", engine=LARGE)
    names = {Makers(small).of(FOX), Makers(large).of(FOX), Makers(EngineRunner(LARGE)).of(FOX)}
    assert len(names) == 3
    both = EngineRunner(f"{LARGE},{SMALL}")
    assert (
        Makers(both).of(FOX) == "engine kit model=large revision=abc dtype=bf16 output_version=1"
    )


def test_engines_that_do_not_load_announce_nothing(tmp_path):
    gateway = EmbeddedGateway(tmp_path, "mediaext.engines.missing:engine")
    client = mediaext.Client(mediaext.client.Session(gateway, folder=tmp_path))
    assert core().run(client.session.engines()) == {}
    assert core().run(client.session.identity("image")) == gateway.identity
