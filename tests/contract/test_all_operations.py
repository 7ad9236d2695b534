"""All operations by models, over HTTP and in a notebook: model servers and small networks.

Only the logo is left to the built-in engine, whose composition, shadows and tone the others use.
"""

import io
import os
import signal

import numpy as np
import onnx
import PIL.Image
import pytest
from onnx import TensorProto, helper

import mediaext
import mediaext.testing
from mediaext.engines.entries import own_folder
from mediaext.engines.hosts import client as hosts
from mediaext.engines.install import add_model
from mediaext.errors import JobFailed
from mediaext.operation import CATALOGUE
from tests.shells import fresh_shell, run_cell
from tests.unit.engines.model_servers import LocalAI, SGLang, VLLMOmni, running, wav
from tests.unit.engines.people_photos import COFFEE, SMALL, encoded, other_face

SIDE = 64


class Animator(SGLang):
    models = ({"id": "Wan-AI/Wan2.2-TI2V-5B", "object": "model", "owned_by": "sglang"},)


class Speaker(VLLMOmni):
    models = ({"id": "Qwen/Qwen3-TTS-1.7B-Base", "object": "model", "owned_by": "vllm"},)


GIVEN = {
    "image": ("localai", {"prompt": "a fox", "width": 64, "height": 64}),
    "sd3_5": (
        "localai",
        {
            "prompt": "a fox",
            "negative_prompt": "fog",
            "num_inference_steps": 20,
            "samples": 1,
            "guidance_scale": 5.0,
            "width": 64,
            "height": 64,
        },
    ),
    "edit": ("localai", {"input_image": "COFFEE", "prompt": "at night"}),
    "background": (
        "localai",
        {"input_image": "COFFEE", "prompt": "a beach", "subject_description": "cup"},
    ),
    "template": ("localai", {"input_image": "SMALL"}),
    "tryon": (
        "localai",
        {
            "person_image": "SMALL",
            "clothing_image": "COFFEE",
            "gender": "woman",
            "clothing_type": "jacket",
        },
    ),
    "faceswap": ("localai", {"target": "SMALL", "source": "FACE"}),
    "lock": ("localai", {"input_image": "SMALL", "prompt": "a street", "width": 96, "height": 64}),
    "replace": ("localai", {"input_image": "SMALL", "prompt": "an old man"}),
    "instamodel": (
        "localai",
        {"prompt": "in a park", "input_face": "SMALL", "width": 64, "height": 96},
    ),
    "upscaler": ("localai", {"input_image": "TILE", "prompt": "a cup", "type": "variation"}),
    "cutout": ("onnx", {"input_image": "COFFEE"}),
    "upscale": ("onnx", {"input_image": "TILE", "scale": 2}),
    "video": (
        "sglang",
        {"input_image": "COFFEE", "width": 64, "height": 32, "duration_seconds": 0.25},
    ),
    "speech": ("vllm-omni", {"text": "Hello"}),
    "voice": ("vllm-omni", {"text": "Hello", "reference_voice_url": "VOICE"}),
    "mesh": ("localai", {"image_path": "COFFEE"}),
    "logo": ("classical", {"input_image": "COFFEE", "logo_url": "COFFEE"}),
}
MEDIA = {
    "COFFEE": COFFEE,
    "SMALL": SMALL,
    "FACE": other_face(),
    "TILE": COFFEE.resize((40, 40)),
    "VOICE": wav(6),
}


def save(path, node, sizes):
    values = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        for name, shape in zip(("input", "output"), sizes, strict=True)
    ]
    constants = [
        helper.make_tensor("scales", TensorProto.FLOAT, [4], [1, 1, 2, 2]),
        helper.make_tensor("axes", TensorProto.INT64, [1], [1]),
    ]
    graph = helper.make_graph([node], "tiny", values[:1], values[1:], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    model.ir_version = 8
    onnx.save(model, path)


def add_networks(folder):
    """Add an outline, which is what is bright, and an enlarger, as a user's own entries."""
    save(
        folder / "outline.onnx",
        helper.make_node("ReduceMean", ["input", "axes"], ["output"]),
        ([1, 3, SIDE, SIDE], [1, 1, SIDE, SIDE]),
    )
    save(
        folder / "enlarger.onnx",
        helper.make_node("Resize", ["input", "", "scales"], ["output"], mode="linear"),
        ([1, 3, "h", "w"], [1, 3, "H", "W"]),
    )
    numbers = f"side = {SIDE}, mean = [0.4, 0.4, 0.4], std = [0.1, 0.1, 0.1]"
    entries = "".join(
        f"""
[[model]]
name = "tiny-{name}"
skill = "{skill}"
source = {{ folder = "{folder.as_posix()}" }}
licence = {{ id = "None", commercial = true, source = "https://example.org/l" }}
environment = "onnx"
class = "{kind}"
loading = {{ file = "{name}.onnx", {numbers} }}
memory = {{ cpu = 0.1 }}
"""
        for name, skill, kind in (
            ("outline", "cutout", "Outline"),
            ("enlarger", "upscale", "Enlarger"),
        )
    )
    own_folder().mkdir(parents=True, exist_ok=True)
    (own_folder() / "tiny.toml").write_text(entries)
    for name in ("outline", "enlarger"):
        add_model(f"tiny-{name}", accept_licence=True)


@pytest.fixture(scope="module")
def servers():
    return LocalAI(), Animator(), Speaker()


@pytest.fixture(scope="module")
def engines(tmp_path_factory, servers):
    """Return the list of engines, with a state folder for the module."""
    with pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.mktemp("state")
        patch.setenv("MEDIAEXT_HOME", str(home))
        add_networks(tmp_path_factory.mktemp("networks"))
        drawing, animating, speaking = servers
        with (
            running(speaking) as voice,
            running(animating) as clip,
            running(drawing) as pictures,
        ):
            places = ",".join(f"openai:{place}" for place in (voice, clip, pictures))
            yield home, f"{places},models,classical"
        hosts.stop()


@pytest.fixture(scope="module")
def svc(engines):
    home, names = engines
    with mediaext.testing.service(home / "hosted", engine=names, pods=1) as running:
        yield running


@pytest.fixture
def media(svc, engines, monkeypatch):
    monkeypatch.setenv("MEDIAEXT_HOME", str(engines[0]))
    return mediaext.connect(svc.base_url)


def request(name, svc):
    engine, fields = GIVEN[name]
    values = {key: MEDIA.get(value, value) for key, value in fields.items()}
    if name == "voice":
        values["reference_voice_url"] = svc.voice
    return engine, CATALOGUE[name](**values)


@pytest.fixture(scope="module", autouse=True)
def voice(svc):
    """A voice at an address, since a hosted service takes sounds so."""
    server = LocalAI()
    server.answers["GET /v.wav"] = (200, ("audio/wav", MEDIA["VOICE"]))
    with running(server) as address:
        svc.voice = f"{address}/v.wav"
        yield


def test_the_table_has_every_operation():
    assert set(GIVEN) == set(CATALOGUE)


@pytest.mark.parametrize("name", GIVEN)
def test_each_operation_over_http_is_made_by_a_model_and_says_so(media, svc, name):
    engine, operation = request(name, svc)
    made = media.run(operation)
    assert made.job.made_by["engine"] == engine
    assert made.job.made_by["trained"] == (engine != "classical")
    if made.provenance.signed:
        assert made.provenance.details["engine"] == engine
    assert (f"by {engine}" in made._facts()) == (engine != "classical")


def test_a_failure_and_a_cancel_end_one_job_and_the_next_is_made(media, svc, servers):
    drawing = servers[0]
    drawing.answers["POST /v1/images/generations"] = (500, {"error": {"message": "no memory"}})
    _, operation = request("lock", svc)
    with pytest.raises(JobFailed, match="no memory") as caught:
        media.with_options(retries=0).run(operation, fresh=True)
    assert caught.value.code == "MODEL_ERROR"
    drawing.answers.clear()
    drawing.gate.clear()
    job = media.submit(operation, fresh=True)
    job.cancel()
    with pytest.raises(JobFailed) as caught:
        job.result()
    assert caught.value.code == "CANCELLED"
    drawing.gate.set()
    assert media.run(operation, fresh=True).job.made_by["engine"] == "localai"


def test_a_host_that_is_killed_costs_its_job_and_the_next_one_is_made(media):
    picture = COFFEE.resize((48, 48))
    assert media.cutout(picture).job.made_by["engine"] == "onnx"
    (host,) = hosts.status()["hosts"]
    os.kill(host["pid"], signal.SIGKILL)
    again = media.cutout(picture, fresh=True)
    assert again.job.made_by["engine"] == "onnx"
    assert hosts.status()["hosts"][0]["pid"] != host["pid"]


@pytest.fixture(scope="module")
def shell(engines):
    """A notebook's shell whose embedded service has the same engines."""
    with fresh_shell() as shell:
        run_cell(shell, f"%media connect --engine {engines[1]}")
        yield shell


@pytest.fixture
def cell(shell, engines, monkeypatch):
    """Return a function that runs a cell."""
    monkeypatch.setenv("MEDIAEXT_HOME", str(engines[0]))
    return lambda text: run_cell(shell, text)


def typed(shell, name):
    """Return the line that a person types for an operation, its values in variables."""
    shell.user_ns |= {key: MEDIA.get(value, value) for key, value in GIVEN[name][1].items()}
    flags = " ".join(f"--{key.replace('_', '-')} ${key}" for key in GIVEN[name][1])
    return f"%media {name} {flags} --fresh"


@pytest.mark.parametrize("name", GIVEN)
def test_each_operation_in_a_notebook_says_who_made_it(shell, cell, name):
    engine = GIVEN[name][0]
    made = cell(typed(shell, name))
    shown, _ = shell.display_formatter.format(made)
    record = cell("%media jobs --limit 1 --all").iloc[0]
    assert (f"by {engine}" in shown["text/html"]) == (engine != "classical")
    assert (record["job_id"], record["operation"]) == (made.job.job_id, name)
    assert record["engine"].split()[0] == made.job.made_by["engine"] == engine
    if made.provenance.signed:
        assert made.provenance.details["engine"] == engine


def test_in_a_notebook_a_failure_fails_its_cell_and_a_cancel_its_job(shell, cell, servers):
    drawing, line = servers[0], typed(shell, "lock")
    drawing.answers["POST /v1/images/generations"] = (400, {"error": {"message": "too dark"}})
    with pytest.raises(JobFailed, match="too dark"):
        cell(line)
    drawing.answers.clear()
    drawing.gate.clear()
    job = cell(f"{line} &")
    assert "is cancelled" in cell(f"%media cancel {job.job_id}")
    with pytest.raises(JobFailed) as caught:
        cell(f"%media attach {job.job_id}")
    assert caught.value.code == "CANCELLED"
    drawing.gate.set()
    assert cell(line).job.made_by["engine"] == "localai"


def test_the_outline_is_of_the_network(media):
    picture = PIL.Image.new("RGB", (64, 64), (0, 0, 0))
    picture.paste((255, 255, 255), (16, 16, 48, 48))
    made = media.cutout(picture)
    alpha = np.asarray(PIL.Image.open(io.BytesIO(made.content)).convert("RGBA"))[..., 3]
    assert alpha[20:44, 20:44].min() > 250
    assert alpha[:10].max() < 10
    assert encoded(picture)
