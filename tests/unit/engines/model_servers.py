"""Model servers on a loopback port, each in the dialect of its source.

SGLang 0.5 (multimodal_gen/runtime/entrypoints/openai), vLLM-Omni 0.30 (entrypoints/openai),
stable-diffusion.cpp (examples/server/api.md, routes_openai.cpp), LocalAI (core/http/endpoints).
"""

import base64
import contextlib
import io
import json
import re
import threading
import wave
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import numpy as np
import PIL.Image

GLB = b"glTF" + bytes(28)


def png(size, colour):
    buffer = io.BytesIO()
    PIL.Image.new("RGB", size, colour).save(buffer, "PNG")
    return buffer.getvalue()


def wav(seconds=0.5, rate=24000):
    buffer = io.BytesIO()
    tone = (8000 * np.sin(np.arange(int(seconds * rate)) / 20)).astype("<i2")
    with wave.open(buffer, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(rate)
        sound.writeframes(tone.tobytes())
    return buffer.getvalue()


def clip(size, frames=9):
    from mediaext.engines.classical.clip.encoder import encode_clip

    return encode_clip(
        (np.full((size[1], size[0], 3), 20 * n, np.uint8) for n in range(frames)), *size
    )


def encoded(content):
    return base64.b64encode(content).decode()


class Server:
    """A server that keeps what it was asked; ``answers`` override routes by ``"METHOD /path"``."""

    routes: ClassVar = {}
    models = ()

    def __init__(self):
        self.asked = []
        self.answers = {}
        self.jobs = {}
        self.cancelled = []
        self.gate = threading.Event()
        self.gate.set()

    def bodies(self, path):
        return [body for where, body, _ in self.asked if where.endswith(path)]

    def answer(self, method, path, body, headers):
        self.asked.append((f"{method} {path}", body, headers))
        for pattern, made in (*self.answers.items(), *self.routes.items()):
            if re.fullmatch(pattern, f"{method} {path}"):
                return made(self, body) if callable(made) else made
        return 404, {"detail": "Not Found"}

    def list_models(self, body):
        return 200, {"object": "list", "data": [dict(model) for model in self.models]}

    def picture(self, body):
        """As the size and the seed say, so that a test sees what arrived."""
        size = tuple(map(int, str(body.get("size", "64x64")).split("x")))
        seed = int(body.get("seed", 0))
        self.gate.wait(30)
        return 200, {
            "created": 1,
            "data": [{"b64_json": encoded(png(size, (seed % 256, 90, 60)))}],
        }

    def begin(self, body):
        self.jobs["job-1"] = {
            "id": "job-1",
            "status": "queued",
            "progress": 0,
            "reads": 0,
            "body": body,
        }
        return 200, {"id": "job-1", "object": "video", "status": "queued", "progress": 0}

    def state(self, body):
        job = self.jobs["job-1"]
        job["reads"] += 1
        if job["reads"] < 2 or not self.gate.is_set():
            return 200, {"id": "job-1", "status": "in_progress", "progress": 40}
        return 200, {"id": "job-1", "status": "completed", "progress": 100}

    def forget(self, body):
        self.cancelled.append("job-1")
        return 200, {"id": "job-1", "deleted": True}

    def clip(self, body):
        size = tuple(map(int, self.jobs["job-1"]["body"]["size"].split("x")))
        return 200, ("video/mp4", clip(size))


class SGLang(Server):
    models = ({"id": "Qwen/Qwen-Image-Edit-2511", "object": "model", "owned_by": "sglang"},)
    routes: ClassVar = {
        "GET /v1/models": Server.list_models,
        "POST /v1/images/(generations|edits)": Server.picture,
        "POST /v1/(videos|meshes)": Server.begin,
        "GET /v1/(videos|meshes)/job-1": Server.state,
        "DELETE /v1/(videos|meshes)/job-1": Server.forget,
        "GET /v1/videos/job-1/content": Server.clip,
        "GET /v1/meshes/job-1/content": (200, ("model/gltf-binary", GLB)),
    }


class VLLMOmni(Server):
    models = ({"id": "Tongyi-MAI/Z-Image-Turbo", "object": "model", "owned_by": "vllm"},)

    def picture(self, body):
        if body.get("response_format") != "b64_json":
            return 422, {"detail": [{"loc": ["body", "response_format"], "msg": "only b64_json"}]}
        return super().picture(body)

    def speech(self, body):
        return 200, ("audio/wav", wav())

    routes: ClassVar = {
        "GET /v1/models": Server.list_models,
        "POST /v1/images/(generations|edits)": picture,
        "POST /v1/videos": Server.begin,
        "GET /v1/videos/job-1": Server.state,
        "DELETE /v1/videos/job-1": Server.forget,
        "GET /v1/videos/job-1/content": Server.clip,
        "POST /v1/audio/speech": speech,
    }


class SdCpp(Server):
    models = ({"id": "sd-cpp-local", "object": "model", "owned_by": "local"},)
    modes = ("img_gen",)

    def capabilities(self, body):
        return 200, {"model": {"stem": "z-image-Q4_K"}, "supported_modes": list(self.modes)}

    def begin(self, body):
        super().begin(body)
        return 202, {"id": "job-1", "kind": "img_gen", "status": "queued", "queue_position": 0}

    def state(self, body):
        job = self.jobs["job-1"]
        job["reads"] += 1
        asked = job["body"]
        if job["reads"] < 2 or not self.gate.is_set():
            return 200, {"id": "job-1", "status": "generating", "result": None, "error": None}
        size = asked["width"], asked["height"]
        if "video_frames" in asked:
            result = {"b64_json": encoded(clip(size)), "mime_type": "video/mp4"}
        else:
            colour = (asked["seed"] % 256, 90, 60)
            result = {"images": [{"index": 0, "b64_json": encoded(png(size, colour))}]}
        return 200, {"id": "job-1", "status": "completed", "result": result, "error": None}

    routes: ClassVar = {
        "GET /v1/models": Server.list_models,
        "GET /sdcpp/v1/capabilities": capabilities,
        "POST /sdcpp/v1/(img|vid)_gen": begin,
        "GET /sdcpp/v1/jobs/job-1": state,
        "POST /sdcpp/v1/jobs/job-1/cancel": Server.forget,
    }


class LocalAI(Server):
    models = (
        {"id": "dreamshaper", "object": "model"},
        {"id": "qwen-image-edit", "object": "model"},
        {"id": "kokoro", "object": "model"},
        {"id": "trellis2", "object": "model"},
        {"id": "llama-3", "object": "model"},
    )
    routes: ClassVar = {
        "GET /v1/models": Server.list_models,
        "POST /v1/images/generations": Server.picture,
        "POST /v1/audio/speech": (200, ("audio/wav", wav())),
        "POST /3d/generations": (200, {"data": [{"b64_json": encoded(GLB)}]}),
    }


@contextlib.contextmanager
def running(server):
    """Serve on a loopback port; gives the address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def respond(self):
            length = int(self.headers.get("content-length") or 0)
            body = read_body(self.headers.get("content-type", ""), self.rfile.read(length))
            status, content = server.answer(self.command, self.path, body, dict(self.headers))
            if callable(content):
                content(self)
                return
            kind, data = content if isinstance(content, tuple) else ("application/json", content)
            data = data if isinstance(data, bytes) else json.dumps(data).encode()
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_DELETE = respond

        def log_message(self, *args):
            pass

    class Listener(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request, client_address):
            pass  # a client that went away is what some tests are about

    with Listener(("127.0.0.1", 0), Handler) as listener:
        thread = threading.Thread(target=listener.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.server_port}"
        finally:
            server.gate.set()
            listener.shutdown()
            thread.join()


def read_body(kind, content):
    """Read JSON, or a form whose files are lists of bytes by field."""
    if kind.startswith("application/json"):
        return json.loads(content)
    if not kind.startswith("multipart/"):
        return {}
    message = BytesParser().parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + content)
    found = {}
    for part in message.get_payload():
        name = part.get_param("name", header="content-disposition")
        value = part.get_payload(decode=True)
        if part.get_filename():
            found.setdefault(name, []).append(value)
        else:
            found[name] = value.decode()
    return found
