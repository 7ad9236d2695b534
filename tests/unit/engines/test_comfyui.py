"""A user's own workflows: what marked nodes take, what comes of it, and of a bad server."""

import contextlib
import io
import json
import threading

import numpy as np
import PIL.Image
import pytest

from mediaext.engines import Cancelled, Context, load_engine
from mediaext.engines import comfyui as adapter
from mediaext.errors import JobFailed, Unsupported
from mediaext.home import home
from mediaext.operations import (
    CloneVoice,
    EditImage,
    GenerateImage,
    GenerateMesh,
    GenerateVideo,
    RemoveBackground,
    SwapFace,
    UpscaleImage,
)
from tests.unit.engines.comfyui_server import ComfyServer, running
from tests.unit.engines.model_servers import GLB, clip, png, wav

FOX = GenerateImage(prompt="a fox", width=96, height=64, num_inference_steps=9, seed=7)
PHOTO = png((96, 64), (200, 30, 30))


def node(kind, title="", **inputs):
    return {"class_type": kind, "inputs": inputs, "_meta": {"title": title}}


LOADER = node("CheckpointLoaderSimple", ckpt_name="juggernaut.safetensors")
SAVE = node("SaveImage", "my pictures @result", filename_prefix="x")
DRAW = {
    "4": LOADER,
    "5": node("EmptyLatentImage", "@width @height", width=512, height=512),
    "6": node("CLIPTextEncode", "what I want @prompt", text="a girl", clip=["4", 1]),
    "7": node("CLIPTextEncode", "not this: @negative_prompt", text="", clip=["4", 1]),
    "3": node("KSampler", "@seed @steps", seed=1, steps=20, cfg=8, positive=["6", 0]),
    "9": SAVE,
}
ONE = {"1": node("LoadImage", "@image", image="x.png"), "9": SAVE}
EDIT = {
    **ONE,
    "2": node("LoadImage", "@image2", image="y.png"),
    "3": node("TextEncodeQwenImageEdit", "@prompt", prompt="", image=["1", 0]),
}
WAIT = {**DRAW, "8": node("Wait")}


def export(skill, nodes):
    folder = home() / "comfyui"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{skill}.json").write_text(json.dumps(nodes))


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(adapter, "POLL_SECONDS", 0.05)


@pytest.fixture
def serve():
    """Return a function that runs a server until the test ends and gives engine and server."""
    with contextlib.ExitStack() as stack:

        def start(server):
            address = stack.enter_context(running(server))
            return load_engine(f"comfyui:{address}"), server

        yield start


def make(engine, request, context=None, **inputs):
    return engine.make(request, inputs, context or Context(seed=7))


def opened(content):
    return PIL.Image.open(io.BytesIO(content))


def test_marked_nodes_take_the_request_and_the_rest_stays_as_it_was(serve):
    engine, server = serve(ComfyServer(PHOTO))
    export("generate", DRAW)
    context = Context(seed=7)
    request = GenerateImage(**FOX.given() | {"guidance_scale": 2.0})
    made = opened(make(engine, request, context)["result"].content)
    (sent,) = server.prompts

    assert made.size == (96, 64)
    assert sent["6"]["inputs"] == {"text": "a fox", "clip": ["4", 1]}
    assert sent["5"]["inputs"] == {"width": 96, "height": 64}
    assert sent["3"]["inputs"] == {"seed": 7, "steps": 9, "cfg": 8, "positive": ["6", 0]}
    assert context.notes == [f"guidance_scale was left out: '{engine.name}' does not take it."]
    assert (context.made_by.engine, context.made_by.model) == (
        "comfyui",
        "juggernaut.safetensors",
    )
    assert context.details["workflow"] == f"generate.json@{context.made_by.revision}"


def test_another_workflow_is_another_maker(serve):
    engine, _ = serve(ComfyServer())
    export("generate", DRAW)
    before = engine.identity(GenerateImage)
    lora = node("LoraLoader", lora_name="film.safetensors", strength_model=1.0)
    export("generate", {**DRAW, "10": lora})
    after = engine.identity(GenerateImage)

    assert before.revision != after.revision
    assert (before.lora, after.lora) == ("", "film.safetensors")


def test_pictures_are_brought_to_the_server_in_their_order(serve):
    engine, server = serve(ComfyServer(PHOTO))
    export("edit", EDIT)
    request = EditImage(input_image=["a.png", "b.png"], prompt="give it a hat")
    make(engine, request, input_image=[PHOTO, png((96, 64), "gray")])
    (sent,) = server.prompts
    first, second = (server.uploads[sent[number]["inputs"]["image"]] for number in "12")

    assert opened(first).getpixel((5, 5)) == (200, 30, 30)
    assert opened(second).getpixel((5, 5)) == (128, 128, 128)
    export("edit", {name: EDIT[name] for name in "193"})
    with pytest.raises(Unsupported, match="@image2"):
        make(engine, request, input_image=[PHOTO, PHOTO])


def test_every_skill_has_its_file(serve):
    engine, server = serve(ComfyServer())
    export("cutout", ONE)
    export("upscale", {**ONE, "2": node("ImageScaleBy", "@factor", scale_by=1.0)})
    export("mesh", {"1": ONE["1"], "2": node("SaveGLB")})
    export(
        "speak",
        {
            "1": node("TTS", "@text @language", text="", language="en"),
            "2": node("LoadAudio", "@voice", audio="x.wav"),
            "3": node("SaveAudio"),
        },
    )
    export(
        "animate",
        {
            "1": ONE["1"],
            "2": node("WanImageToVideo", "@width @height @frames", width=1, height=1, length=1),
            "3": node("SaveVideo"),
        },
    )
    assert engine.skills() == {"cutout", "upscale", "mesh", "speak", "animate"}
    alpha = PIL.Image.new("RGBA", (96, 64), (9, 9, 9, 0))
    alpha.paste((9, 9, 9, 255), (0, 0, 48, 64))
    buffer = io.BytesIO()
    alpha.save(buffer, "PNG")
    server.made = buffer.getvalue()
    cut = opened(
        make(engine, RemoveBackground(input_image="x.png"), input_image=[PHOTO])["cutout"].content
    )
    assert np.asarray(cut)[32, (10, 90), 3].tolist() == [255, 0]
    server.made = png((192, 128), "teal")
    large = make(engine, UpscaleImage(input_image="x.png", scale=2), input_image=[PHOTO])
    assert opened(large["result"].content).size == (192, 128)
    assert server.prompts[-1]["2"]["inputs"]["scale_by"] == 2
    server.made = GLB
    mesh = make(engine, GenerateMesh(image_path="x.png"), image_path=[PHOTO])
    assert mesh["result"].content == GLB
    server.made = wav()
    make(engine, CloneVoice(text="Hello", reference_voice_url="https://x.example/v.wav"),
         reference_voice_url=[wav(6)])  # fmt: skip
    assert server.uploads[server.prompts[-1]["2"]["inputs"]["audio"]] == wav(6)
    server.made = clip((64, 32))
    request = GenerateVideo(input_image="x.png", width=64, height=32, duration_seconds=0.25)
    make(engine, request, input_image=[PHOTO])
    assert server.prompts[-1]["2"]["inputs"] == {"width": 64, "height": 32, "length": 9}
    assert not engine.supports(SwapFace)


def test_progress_is_told_and_a_cancel_interrupts_the_prompt_that_runs(serve):
    engine, server = serve(ComfyServer(PHOTO))
    export("generate", WAIT)
    server.gate.clear()
    told = []

    def report(fraction, message):
        told.append((fraction, message))
        if (0.25, "step 1 of 4") in told:
            raise Cancelled

    with pytest.raises(Cancelled):
        make(engine, FOX, Context(seed=7, report=report))
    assert server.interrupted.wait(30)
    server.gate.set()
    assert opened(make(engine, FOX)["result"].content).size == (96, 64)


@pytest.mark.parametrize("targeted", [True, False])
def test_a_cancel_of_a_prompt_that_waits_leaves_the_one_that_runs_alone(serve, targeted):
    engine, server = serve(ComfyServer(PHOTO, targeted=targeted))
    export("generate", WAIT)
    server.gate.clear()
    made = []
    first = threading.Thread(target=lambda: made.append(make(engine, FOX)))
    first.start()
    assert server.began.wait(30)

    def report(fraction, message):
        if server.pending:
            raise Cancelled

    with pytest.raises(Cancelled):
        make(engine, FOX, Context(seed=8, report=report))
    assert (server.pending, server.interrupted.is_set()) == ([], False)
    server.gate.set()
    first.join()
    assert len(made) == 1


def test_without_a_socket_the_history_tells_the_end(serve):
    engine, server = serve(ComfyServer(PHOTO))
    server.deaf = True
    export("generate", DRAW)
    assert make(engine, FOX)["result"].content


BAD = {  # nodes, what the server answers in place, code and words
    "a node fails": ({"8": node("Fail")}, {}, "MODEL_ERROR", "Fail: CUDA.* error"),
    "a node is unknown": ({"8": node("Unknown")}, {}, "INPUT_INVALID", "not in list: ckpt_name"),
    "no file": ({"9": node("Preview", "@result")}, {}, "MODEL_ERROR", "@result"),
    "no prompt": ({}, {"POST /prompt": (200, {})}, "MODEL_ERROR", "names no prompt"),
    "an error": ({}, {"POST /prompt": (500, b"")}, "MODEL_ERROR", "failed .500"),
    "lost": ({}, {"POST /prompt": (200, {"prompt_id": "gone"})}, "MODEL_ERROR", "lost"),
    "half a picture": ({}, {"GET /view": (200, PHOTO[:60])}, "MODEL_ERROR", "no picture"),
    "no file there": ({}, {"GET /view": (404, b"")}, "", "has no /view"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_goes_wrong_is_a_sentence_with_its_code(serve, case):
    more, answers, code, words = BAD[case]
    engine, server = serve(ComfyServer(PHOTO))
    export("generate", {**DRAW, **more})
    server.answers.update(answers)
    with pytest.raises((JobFailed, Unsupported), match=words) as caught:
        make(engine, FOX)
    assert getattr(caught.value, "code", "") == code
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("not JSON", "cannot be read"),
        ('{"nodes": [], "links": []}', r"Export \(API\)"),
        ("[]", "not a workflow"),
        (json.dumps({"9": SAVE}), "no node whose title holds @prompt"),
        (json.dumps({"6": node("Note", "@prompt", other="x")}), "Note with @prompt, which has no"),
        (json.dumps({**DRAW, "1": node("Note", "@promt", text="")}), "'@?prompt'"),
    ],
)
def test_a_workflow_that_cannot_be_used_says_why(content, words):
    folder = home() / "comfyui"
    folder.mkdir(parents=True)
    (folder / "generate.json").write_text(content)
    with pytest.raises(JobFailed, match=words) as caught:
        make(load_engine("comfyui"), FOX)
    assert caught.value.code == "INPUT_INVALID"


def test_a_server_that_is_not_there_is_unavailable():
    export("generate", DRAW)
    engine = load_engine("comfyui:http://127.0.0.1:9")
    with pytest.raises(JobFailed, match="does not answer") as caught:
        make(engine, FOX)
    assert caught.value.code == "MODEL_UNAVAILABLE"


def test_status_names_models_and_device(serve):
    engine, _ = serve(ComfyServer())
    export("generate", DRAW)
    told = engine.describe(GenerateImage)
    assert (told["model"], told["state"]) == ("juggernaut.safetensors", "ready; cpu")
    assert told["licence"] == "of the models in your workflow"
