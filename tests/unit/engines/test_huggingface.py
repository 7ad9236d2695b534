"""A hosted provider by the hub's client, against a loopback endpoint that speaks its HTTP."""

import base64
import io
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest.mock import create_autospec

import numpy as np
import PIL.Image
import pytest

from mediaext import watermark
from mediaext.engines.base import Cancelled, Context
from mediaext.engines.huggingface import MODELS, engine
from mediaext.engines.routing import load_engines
from mediaext.errors import InvalidRequest, JobFailed, Unsupported
from mediaext.operations import (
    EditImage,
    GenerateImage,
    GenerateSpeech,
    GenerateVideo,
    RemoveBackground,
    UpscaleImage,
)
from tests.unit.engines.model_servers import clip, wav


def png(colour, size=(64, 48), mode="RGB"):
    buffer = io.BytesIO()
    PIL.Image.new(mode, size, colour).save(buffer, "PNG")
    return buffer.getvalue()


class Endpoint(BaseHTTPRequestHandler):
    """Answers each task as an endpoint of the hub does; ``server.trouble`` says otherwise."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.seen.append((self.path, dict(self.headers), body))
        status, content = self.server.trouble or (200, self.answer())
        self.server.go.wait(60)
        self.send_response(status)
        self.send_header("content-type", "application/octet-stream")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def answer(self):
        mask = PIL.Image.new("L", (64, 48), 0)
        mask.paste(255, (20, 10, 40, 30))
        buffer = io.BytesIO()
        mask.save(buffer, "PNG")
        plane = base64.b64encode(buffer.getvalue()).decode()
        ground = base64.b64encode(png(255, mode="L")).decode()
        return {
            "/generate": png((10, 200, 30)),
            "/edit": png((200, 10, 30)),
            "/animate": clip((64, 48)),
            "/speak": wav(2),
            "/cutout": json.dumps(
                [
                    {"label": "cup", "mask": plane, "score": 0.9},
                    {"label": "background", "mask": ground, "score": 0.9},
                ]
            ).encode(),
        }[self.path]

    def log_message(self, *words):
        pass


@pytest.fixture(scope="module")
def running():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    server.daemon_threads = False
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def endpoint(running, monkeypatch):
    running.seen, running.trouble, running.go = [], None, threading.Event()
    running.go.set()
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    yield running
    running.go.set()


def named(server):
    place = f"http://127.0.0.1:{server.server_address[1]}"
    return "#" + "+".join(f"{skill}={place}/{skill}" for skill in MODELS)


def make(server, request, context=None, **inputs):
    context = context or Context(seed=7)
    return engine(named(server)).make(request, inputs, context), context


def opened(files, role="result"):
    return np.asarray(PIL.Image.open(io.BytesIO(files[role].content)))


def test_each_skill_is_asked_of_its_model(endpoint):
    request = GenerateImage(
        prompt="a fox", width=64, height=48, num_inference_steps=9, output_format="png"
    )
    files, context = make(endpoint, request)
    assert np.abs(opened(files).reshape(-1, 3).mean(0) - (10, 200, 30)).max() < 4
    path, headers, body = endpoint.seen.pop()
    asked = json.loads(body)
    assert path == "/generate"
    assert {name.lower(): value for name, value in headers.items()}["authorization"] == (
        "Bearer hf_secret"
    )
    assert asked["inputs"] == "a fox"
    assert asked["parameters"]["num_inference_steps"] == 9
    assert asked["parameters"]["seed"] == 7
    assert (context.made_by.engine, context.trained) == ("huggingface:auto", True)

    edit = EditImage(input_image="x.png", prompt="at night", output_format="png", seed=3)
    _, context = make(endpoint, edit, input_image=[png("gray")])
    assert "seed was left out: 'huggingface:auto' does not take it." in context.notes

    cut, _ = make(endpoint, RemoveBackground(input_image="x.png"), input_image=[png("gray")])
    alpha = opened(cut, "cutout")[..., 3]
    assert alpha[15:25, 25:35].min() == 255
    assert alpha[:8].max() == 0

    spoken, _ = make(endpoint, GenerateSpeech(text="Hello"))
    assert watermark.find(spoken["result"].content) is not None


def test_a_clip_is_asked_by_the_signature_of_the_library(monkeypatch):
    from huggingface_hub import InferenceClient

    asked = create_autospec(InferenceClient.image_to_video, return_value=clip((64, 48)))
    monkeypatch.setattr(InferenceClient, "image_to_video", asked)
    video = GenerateVideo(input_image="x.png", width=64, height=32, duration_seconds=0.5)
    made = engine("fal-ai").make(video, {"input_image": [png("gray")]}, Context(seed=9))
    assert made["result"].media_type == "video/mp4"
    assert asked.call_args.kwargs["num_frames"] == 17
    assert asked.call_args.kwargs["seed"] == 9


def test_what_an_endpoint_of_ones_own_cannot_be_asked_is_unavailable(endpoint):
    video = GenerateVideo(input_image="x.png", width=64, height=32)
    with pytest.raises(JobFailed, match="image-to-video") as caught:
        make(endpoint, video, input_image=[png("gray")])
    assert caught.value.code == "MODEL_UNAVAILABLE"


@pytest.mark.parametrize(
    ("trouble", "code"),
    [
        ((401, b"{}"), "MODEL_UNAVAILABLE"),
        ((402, b"{}"), "MODEL_UNAVAILABLE"),
        ((429, b"{}"), "MODEL_UNAVAILABLE"),
        ((422, b'{"error": "prompt is too long"}'), "INPUT_INVALID"),
        ((500, b"{}"), "MODEL_ERROR"),
        ((200, b"no picture"), "MODEL_ERROR"),
    ],
)
def test_trouble_is_told_with_its_code_and_never_with_the_key(endpoint, trouble, code):
    endpoint.trouble = trouble
    with pytest.raises(JobFailed) as caught:
        make(endpoint, GenerateImage(prompt="a fox"))
    assert caught.value.code == code
    assert "hf_secret" not in str(caught.value)


def test_an_endpoint_that_is_not_there_is_unavailable_and_the_next_engine_makes_it():
    name = "huggingface:auto#generate=http://127.0.0.1:9/x,classical"
    context = Context(seed=1)
    load_engines(name).make(GenerateImage(prompt="a fox", width=64, height=64), {}, context)
    assert context.made_by.engine == "classical"
    assert any("does not answer" in note for note in context.notes)


def test_a_cancel_is_not_kept_waiting_by_the_provider(endpoint):
    endpoint.go.clear()

    def stop(fraction, message):
        if message == "waiting for the provider":
            raise Cancelled

    with pytest.raises(Cancelled):
        make(endpoint, GenerateImage(prompt="a fox"), Context(report=stop))


def test_what_it_cannot_do_is_unsupported_and_what_is_misspelt_is_refused(endpoint):
    with pytest.raises(Unsupported, match="one picture"):
        make(
            endpoint,
            EditImage(input_image=["x.png", "y.png"], prompt="a"),
            input_image=[png("gray"), png("gray")],
        )
    assert not engine().supports(UpscaleImage)
    with pytest.raises(InvalidRequest, match="SKILL=MODEL"):
        engine("fal-ai#paint=a/b")
    assert engine("fal-ai").identity(GenerateImage).model == MODELS["generate"]
    assert "sends media" in str(engine("fal-ai").describe(GenerateImage)["state"])
