"""A loopback server that speaks ComfyUI's interface as its ``server.py`` and ``execution.py`` say.

One prompt runs at a time. Its nodes do what a test needs: a ``Wait`` holds until the gate opens or
it is interrupted, a ``Fail`` raises, a ``Save…`` makes the file whose bytes the test gave.
"""

import asyncio
import json
import socket as sockets
import threading
import uuid
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

from tests.unit.engines.model_servers import read_body

KINDS = {"SaveImage": "images", "SaveAudio": "audio", "SaveVideo": "images", "SaveGLB": "3d"}


class ComfyServer:
    """Its queue, history and files; ``answers`` override a route by ``"METHOD /path"``."""

    def __init__(self, made=b"", *, targeted=True):
        self.made = made
        self.targeted = targeted  # whether POST /interrupt reads the identifier of a prompt
        self.answers = {}
        self.uploads = {}
        self.prompts = []
        self.pending, self.running, self.history = [], [], {}
        self.sockets = {}
        self.gate = threading.Event()
        self.gate.set()
        self.interrupted = threading.Event()
        self.changed = threading.Condition()
        self.began = threading.Event()
        self.ended = False
        self.deaf = False  # whether it refuses sockets

    def tell(self, client, kind, **data):
        send = self.sockets.get(client)
        if send is not None:
            send(json.dumps({"type": kind, "data": data}))

    def answer(self, method, target, kind, content):
        url = urlsplit(target)
        path, query = url.path, parse_qs(url.query)
        made = self.answers.get(f"{method} {path}")
        if made is not None:
            return made(self) if callable(made) else made
        body = read_body(kind, content) if content else {}
        match method, path.split("/")[1:]:
            case "GET", ["system_stats"]:
                return 200, {"system": {"comfyui_version": "0.9"}, "devices": [{"name": "cpu"}]}
            case "POST", ["upload", "image"]:
                name = f"image-{len(self.uploads)}.png"
                self.uploads[f"mine/{name}"] = body["image"][0]
                return 200, {"name": name, "subfolder": "mine", "type": "input"}
            case "POST", ["prompt"]:
                return self.queue(body)
            case "GET", ["history", job]:
                return 200, {job: self.history[job]} if job in self.history else {}
            case "GET", ["queue"]:
                return 200, {"queue_running": self.running, "queue_pending": self.pending}
            case "POST", ["queue"]:
                self.pending = [item for item in self.pending if item[1] not in body["delete"]]
                return 200, b""
            case "POST", ["interrupt"]:
                running = [item[1] for item in self.running]
                if not self.targeted or body.get("prompt_id") in running:
                    self.interrupted.set()
                return 200, b""
            case "GET", ["view"] if query["filename"] == ["made.bin"]:
                return 200, self.made
        return 404, {"error": "not found"}

    def queue(self, body):
        for identifier, node in body["prompt"].items():
            if node["class_type"] == "Unknown":
                error = {
                    "type": "prompt_outputs_failed_validation",
                    "message": "Prompt outputs failed validation",
                    "details": f"Value not in list: ckpt_name: node {identifier}",
                    "extra_info": {},
                }
                return 400, {"error": error, "node_errors": {}}
        job = str(uuid.uuid4())
        self.prompts.append(body["prompt"])
        with self.changed:
            self.pending.append([1, job, body["prompt"], {"client_id": body["client_id"]}, []])
            self.changed.notify()
        return 200, {"prompt_id": job, "number": 1, "node_errors": {}}

    def work(self):
        """Carry out prompts until the server ends."""
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self.pending or self.ended)
                if self.ended:
                    return
                self.running = [self.pending.pop(0)]
            _, job, nodes, extra, _ = self.running[0]
            self.interrupted.clear()
            messages, outputs = self.execute(job, nodes, extra["client_id"])
            good = messages[-1][0] == "execution_success"
            self.history[job] = {
                "prompt": self.running[0],
                "outputs": outputs,
                "status": {
                    "status_str": "success" if good else "error",
                    "completed": good,
                    "messages": messages,
                },
            }
            self.running = []
            self.tell(extra["client_id"], messages[-1][0], **messages[-1][1])
            if good:
                self.tell(extra["client_id"], "executing", node=None, prompt_id=job)

    def execute(self, job, nodes, client):
        messages = [["execution_start", {"prompt_id": job}]]
        outputs = {}
        for identifier, node in nodes.items():
            facts = {"prompt_id": job, "node_id": identifier, "node_type": node["class_type"]}
            self.tell(client, "executing", node=identifier, prompt_id=job)
            kind = node["class_type"]
            if kind == "Fail":
                raised = {"exception_message": "CUDA\x1b[31m error", "exception_type": "Error"}
                return [*messages, ["execution_error", {**facts, **raised}]], outputs
            if kind == "Wait":
                self.tell(client, "progress", value=1, max=4, node=identifier, prompt_id=job)
                if client in self.sockets:
                    self.sockets[client](b"\0\0\0\1 a preview")
                self.began.set()
                while not self.gate.wait(0.01):
                    if self.interrupted.is_set():
                        return [*messages, ["execution_interrupted", facts]], outputs
            if kind in KINDS:
                file = {"filename": "made.bin", "subfolder": "", "type": "output"}
                outputs[identifier] = {KINDS[kind]: [file], "animated": [True]}
        return [*messages, ["execution_success", {"prompt_id": job}]], outputs


@contextmanager
def running(server):
    """Serve on a loopback port; gives the address."""

    async def respond(request):
        content = await request.body()
        kind = request.headers.get("content-type", "")
        target = f"{request.url.path}?{request.url.query}"
        status, body = server.answer(request.method, target, kind, content)
        if isinstance(body, bytes):
            return Response(body, status, media_type="application/octet-stream")
        return JSONResponse(body, status)

    async def converse(socket):
        if server.deaf:
            await socket.close()
            return
        await socket.accept()
        loop, client = asyncio.get_running_loop(), socket.query_params["clientId"]
        server.sockets[client] = lambda message: asyncio.run_coroutine_threadsafe(
            socket.send_bytes(message)
            if isinstance(message, bytes)
            else socket.send_text(message),
            loop,
        )
        await socket.send_text(json.dumps({"type": "status", "data": {"sid": client}}))
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
        del server.sockets[client]

    routes = [
        WebSocketRoute("/ws", converse),
        Route("/{path:path}", respond, methods=["GET", "POST"]),
    ]
    listener = sockets.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    config = uvicorn.Config(
        Starlette(routes=routes), log_config=None, ws="websockets-sansio", lifespan="off"
    )
    http = uvicorn.Server(config)
    threads = [
        threading.Thread(target=http.run, kwargs={"sockets": [listener]}),
        threading.Thread(target=server.work),
    ]
    for thread in threads:
        thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.gate.set()
        with server.changed:
            server.ended = True
            server.changed.notify()
        http.should_exit = http.force_exit = True
        for thread in threads:
            thread.join()
