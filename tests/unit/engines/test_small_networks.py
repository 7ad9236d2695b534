"""Outlines, speech and enlarging by tiny networks in the formats of the entries that ship."""

import importlib.util
import io
import json
import subprocess
import sys
import wave
from pathlib import Path

import numpy as np
import onnx
import PIL.Image
import pytest
from onnx import TensorProto, helper

from mediaext import watermark
from mediaext.engines.base import Context
from mediaext.engines.entries import installed_models
from mediaext.engines.hosts import client
from mediaext.engines.hosts.host import load_adapter
from mediaext.engines.install import add_model
from mediaext.engines.local_models import ADAPTERS, diffusers, engine
from mediaext.engines.routing import load_engines
from mediaext.errors import JobFailed, Unsupported
from mediaext.operations import (
    ChangeBackground,
    CloneVoice,
    GenerateSpeech,
    RemoveBackground,
)

SIDE = 1024


def save(path: Path, nodes, inputs, outputs, constants) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    graph = helper.make_graph(nodes, "tiny", inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    onnx.save(model, path)


def value(name, kind, shape):
    return helper.make_tensor_value_info(name, kind, shape)


def constant(name, values, kind=TensorProto.FLOAT):
    array = np.asarray(values)
    return helper.make_tensor(name, kind, array.shape, array.ravel().tolist())


def write_outline(folder: Path, fill: float = 8.0) -> None:
    """Write a network whose outline is what is red: logits of the first channel."""
    nodes = [
        helper.make_node("Slice", ["input", "zero", "one", "axis"], ["red"]),
        helper.make_node("Mul", ["red", "fill"], ["output"]),
    ]
    numbers = [
        constant(name, [number], TensorProto.INT64)
        for name, number in (("zero", 0), ("one", 1), ("axis", 1))
    ]
    save(
        folder / "onnx" / "model.onnx",
        nodes,
        [value("input", TensorProto.FLOAT, [1, 3, SIDE, SIDE])],
        [value("output", TensorProto.FLOAT, [1, 1, SIDE, SIDE])],
        [*numbers, constant("fill", [fill])],
    )


def write_kokoro(folder: Path) -> None:
    """Write a network that hums for 1,200 samples a phoneme, as loud as the voice says."""
    wave_form = np.sin(np.arange(1200) / 10).reshape(1, 1, -1)
    nodes = [
        helper.make_node("Cast", ["input_ids"], ["ids"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["ids", "nothing"], ["silent"]),
        helper.make_node("Unsqueeze", ["silent", "two"], ["column"]),
        helper.make_node("Add", ["column", "hum"], ["hums"]),
        helper.make_node("ReduceMean", ["style"], ["loud"], axes=[0, 1], keepdims=0),
        helper.make_node("Mul", ["hums", "loud"], ["scaled"]),
        helper.make_node("Div", ["scaled", "speed"], ["paced"]),
        helper.make_node("Reshape", ["paced", "flat"], ["waveform"]),
    ]
    save(
        folder / "onnx" / "model.onnx",
        nodes,
        [
            value("input_ids", TensorProto.INT64, [1, "tokens"]),
            value("style", TensorProto.FLOAT, [1, 256]),
            value("speed", TensorProto.FLOAT, [1]),
        ],
        [value("waveform", TensorProto.FLOAT, [1, "samples"])],
        [
            constant("nothing", [0.0]),
            constant("two", [2], TensorProto.INT64),
            constant("hum", wave_form),
            constant("flat", [1, -1], TensorProto.INT64),
        ],
    )
    letters = {letter: number for number, letter in enumerate("$abcdefghijklmnopqrstuvwxyzəɛʊɹ ")}
    (folder / "tokenizer.json").write_text(json.dumps({"model": {"vocab": letters}}))
    voices = folder / "voices"
    voices.mkdir()
    np.full((510, 256), 0.4, np.float32).tofile(voices / "af_heart.bin")


@pytest.fixture(scope="module")
def state(tmp_path_factory):
    """Return a state folder with both networks, added from folders as their users would."""
    home = tmp_path_factory.mktemp("state")
    folders = {name: tmp_path_factory.mktemp(name) for name in ("birefnet", "kokoro-82m")}
    write_outline(folders["birefnet"])
    write_kokoro(folders["kokoro-82m"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEDIAEXT_HOME", str(home))
        for name, folder in folders.items():
            add_model(name, accept_licence=True, local=folder)
        yield home
        client.stop()


@pytest.fixture
def here(state, monkeypatch):
    monkeypatch.setenv("MEDIAEXT_HOME", str(state))
    return state


def photo() -> PIL.Image.Image:
    picture = PIL.Image.new("RGB", (60, 40), (10, 60, 40))
    picture.paste((250, 60, 40), (20, 10, 40, 30))
    return picture


def encoded(picture: PIL.Image.Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


def test_voices_are_bare_numbers_and_nothing_else_that_could_run_is_taken(here):
    assert {file.path for file in installed_models()["kokoro-82m"].files} == {
        "onnx/model.onnx",
        "tokenizer.json",
        "voices/af_heart.bin",
    }


def test_an_outline_by_a_network_cuts_out_and_is_named(here):
    context = Context(seed=1)
    made = engine().make(
        RemoveBackground(input_image="x.png"), {"input_image": [encoded(photo())]}, context
    )
    alpha = np.asarray(PIL.Image.open(io.BytesIO(made["cutout"].content)).getchannel("A"))
    assert alpha[12:28, 22:38].min() > 240
    assert alpha[:5].max() < 16
    assert context.made_by == engine().identity(RemoveBackground)
    assert (context.made_by.engine, context.made_by.model) == ("onnx", "birefnet")
    assert context.trained


def test_speech_has_the_voice_of_the_network_and_our_watermark(here):
    context = Context(seed=5)
    request = GenerateSpeech(text="Hello. A second sentence!", exaggeration=0.9)
    content = engine().make(request, {}, context)["result"].content
    with wave.open(io.BytesIO(content)) as sound:
        assert sound.getframerate() == 24_000
        assert sound.getnframes() > 24_000
    assert watermark.find(content) is not None
    assert context.notes == ["exaggeration was left out: 'models' does not take it."]
    again = engine().make(request, {}, Context(seed=5))["result"].content
    assert again == content


def test_what_a_voice_cannot_do_is_left_to_the_next_engine(here):
    with pytest.raises(Unsupported, match="kokoro-82m speaks en, es"):
        engine().make(GenerateSpeech(text="Moin", language_id="de"), {}, Context())
    assert not engine().supports(CloneVoice)
    with pytest.raises(Unsupported, match="mediaext engine add"):
        engine().make(CloneVoice(text="a", reference_voice_url="v.wav"), {}, Context())
    context = Context()
    both = load_engines("models,classical")
    both.make(GenerateSpeech(text="Moin", language_id="de"), {}, context)
    assert context.made_by.engine == "classical"
    assert any("kokoro-82m speaks" in note for note in context.notes)


def test_the_engine_of_one_library_leaves_models_of_others_alone(here):
    assert engine().skills() == {"cutout", "speak"}
    assert diffusers().skills() == set()


def test_status_tells_licence_memory_and_that_nobody_ran_the_weights(here):
    facts = engine().describe(RemoveBackground)
    assert facts["licence"] == "MIT"
    assert 0 < facts["memory"] < 0.001  # of these tiny files, not of those that the entry names
    assert "never run with real weights" in str(facts["state"])
    assert engine().identity(GenerateSpeech).model == "kokoro-82m"
    with pytest.raises(Unsupported):
        engine().identity(ChangeBackground)


def test_a_network_that_makes_no_numbers_or_is_torn_fails_with_a_sentence(tmp_path):
    adapter = load_adapter(str(ADAPTERS / "onnx_adapter.py"))
    loading = {"file": "onnx/model.onnx", "side": SIDE, "mean": [0, 0, 0], "std": [1, 1, 1]}
    model = {"class": "Outline", "folder": str(tmp_path), "arguments": loading}
    write_outline(tmp_path, fill=float("nan"))
    loaded = adapter.load(model, "cpu", "cpu", lambda *said: None)
    photo().save(tmp_path / "x.png")
    inputs = {"images": [str(tmp_path / "x.png")]}
    with pytest.raises(ArithmeticError, match="not numbers"):
        adapter.run(loaded, {}, inputs, str(tmp_path), lambda *said: None)
    file = tmp_path / "onnx" / "model.onnx"
    file.write_bytes(file.read_bytes()[:40])
    with pytest.raises(Exception, match=r"(?i)protobuf|onnx"):
        adapter.load(model, "cpu", "cpu", lambda *said: None)


def test_a_torn_file_of_a_model_that_was_added_fails_the_job_and_the_next_one_works(
    here, tmp_path
):
    request = RemoveBackground(input_image="x.png")
    inputs = {"input_image": [encoded(photo())]}
    file = installed_models()["birefnet"].folder / "onnx" / "model.onnx"
    whole = file.read_bytes()
    client.release()
    file.write_bytes(whole[:40])
    with pytest.raises(JobFailed) as caught:
        engine().make(request, inputs, Context())
    assert caught.value.code == "MODEL_ERROR"
    file.write_bytes(whole)
    assert engine().make(request, inputs, Context())["cutout"].content


def test_as_typed_by_a_new_user(tmp_path, monkeypatch):
    monkeypatch.setenv("MEDIAEXT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MEDIAEXT_ENGINE", "models,classical")
    write_outline(tmp_path / "stick")
    photo().save(tmp_path / "x.png")

    def typed(*words: str):
        command = [sys.executable, "-m", "mediaext", *words]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    refused = typed("engine", "add", "birefnet", "--from", "stick")
    assert refused.returncode
    assert "--accept-licence" in refused.stderr
    added = typed("engine", "add", "birefnet", "--from", "stick", "--accept-licence")
    assert added.returncode == 0, added.stderr
    made = typed("cutout", "x.png", "-o", "cut.png")
    try:
        assert made.returncode == 0, made.stderr
        alpha = np.asarray(PIL.Image.open(tmp_path / "cut.png").getchannel("A"))
        assert alpha[15:25, 25:35].min() > 240
    finally:
        client.stop()


@pytest.mark.skipif(
    not all(map(importlib.util.find_spec, ("spandrel", "torchvision"))),
    reason="not installed: spandrel, which needs torchvision",
)
def test_a_tiny_esrgan_enlarges_without_seams(tmp_path):
    script = tmp_path / "run.py"
    script.write_text(
        f"""
import numpy as np, torch
from pathlib import Path
from PIL import Image
from safetensors.torch import save_file
from spandrel.architectures.ESRGAN import ESRGAN as RRDBNet
torch.manual_seed(0)
network = RRDBNet(num_filters=8, num_blocks=1, scale=4)
save_file(network.state_dict(), "tiny.safetensors")
from mediaext.engines.hosts.host import load_adapter
adapter = load_adapter({str(ADAPTERS / "spandrel_adapter.py")!r})
pixels = np.random.default_rng(0).integers(0, 255, (40, 70, 3), np.uint8)
Image.fromarray(pixels).save("x.png")
told = []
model = {{"class": "ImageModel", "folder": ".", "arguments": {{"file": "tiny.safetensors"}}}}
loaded = adapter.load(model, "cpu", "cpu", lambda *said: None)
def make(tile, edge):
    adapter.TILE, adapter.EDGE = tile, edge
    made = adapter.run(loaded, {{"factor": 3}}, {{"images": ["x.png"]}}, ".",
                       lambda *said: told.append(said))
    print(made["details"]["architecture"], Image.open("result.png").size, len(told))
    return np.asarray(Image.open("result.png"), np.int16)
whole, parts = make(256, 32), make(32, 32)
print(np.abs(whole - parts).max() <= 1, whole.std() > 0)
"""
    )
    done = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines() == [
        "ESRGAN (280, 160) 1",
        "ESRGAN (280, 160) 7",
        "True True",
    ]


SPEAKERS = {
    "qwen_tts": (
        "qwen_tts.py",
        """
import numpy as np, torch

class Qwen3TTSModel:
    @classmethod
    def from_pretrained(cls, folder, **options):
        return cls()

    def generate_voice_clone(self, text, language, ref_audio, x_vector_only_mode, **options):
        assert language == "English" and x_vector_only_mode and open(ref_audio, "rb").read()
        length = options["max_new_tokens"] * 1920
        return [torch.rand(length).numpy() * 0.1], 24_000
""",
    ),
    "chatterbox": (
        "chatterbox/tts.py",
        """
import torch

class ChatterboxTTS:
    sr = 24_000

    @classmethod
    def from_local(cls, ckpt_dir, device):
        return cls()

    def generate(self, text, repetition_penalty=1.2, min_p=0.05, top_p=1.0,
                 audio_prompt_path=None, exaggeration=0.5, cfg_weight=0.5, temperature=0.8):
        assert open(audio_prompt_path, "rb").read() and exaggeration == 0.7
        return torch.rand(1, 48_000) * 0.1
""",
    ),
}
"""By adapter, a library with the calls of the real one: qwen-tts 0.1.1, chatterbox-tts 0.1.7."""


@pytest.mark.parametrize("name", SPEAKERS)
def test_the_adapter_of_a_cloned_voice_calls_its_library_by_its_signature(tmp_path, name):
    file, code = SPEAKERS[name]
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text(code)
    (tmp_path / "voice").write_bytes(b"voice")
    script = f"""
import sys; sys.path.insert(0, {str(tmp_path)!r})
from mediaext.engines.hosts.host import load_adapter
adapter = load_adapter({str(ADAPTERS / f"{name}_adapter.py")!r})
loaded = adapter.load({{"folder": "."}}, "cpu", "cpu", lambda *said: None)
task = {{"text": "Hi", "language": "en", "seed": 3, "seconds": 2.0, "exaggeration": 0.7}}
made = set()
for _ in range(2):
    adapter.run(loaded, task, {{"voice": ["voice"]}}, ".", lambda *said: None)
    made.add(open("result.wav", "rb").read())
(content,) = made
print(content[24:28] == (24000).to_bytes(4, "little"), len(content))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.returncode) == ("True 96044", 0), done.stderr
