"""CPU and waiting of our client beside its peers, against one local server, in one run.

``python tests/benchmarks/client.py`` prints, for whatever peers are installed (replicate,
fal_client, openai): CPU per job (one POST and one GET), CPU per poll at 100 in flight, memory of
1,000 waiting jobs, the cost of making a client, and import times. Quote ratios, not milliseconds.
"""

import asyncio
import gc
import importlib
import importlib.util
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from processes import served

JOBS = 300
ROUNDS = 5
IN_FLIGHT = 100
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)
SERVER = r"""
import json, sys, uvicorn
PORT, PNG = int(sys.argv[1]), bytes.fromhex(sys.argv[2])
BASE = f"http://127.0.0.1:{PORT}"
def answer(method, path):
    if path.startswith("/fal/app"):
        at = BASE + "/fal/app/requests/1"
        return {"request_id": "1", "status": "COMPLETED", "logs": [], "metrics": {},
                "response_url": at, "status_url": at + "/status", "cancel_url": at + "/cancel"}
    if path == "/slow/status": return {"job_id": "s", "status": "queued"}
    if "/status/slow" in path: return {"job_id": "slow", "status": "queued"}
    if path.startswith("/generate") and method == "POST":
        return {"job_id": "j", "status": "queued"}
    if path.startswith("/generate"):
        return {"job_id": "j", "status": "completed", "result_url": BASE + "/files/j.png"}
    if path.startswith("/v1/predictions") or path.startswith("/v1/models"):
        return {"id": "p", "model": "a/b", "version": "1" * 64, "input": {}, "status": "succeeded",
                "output": "x", "created_at": "2026-01-01T00:00:00Z", "logs": "", "error": None,
                "urls": {"get": BASE + "/v1/predictions/p", "cancel": BASE + "/c"}}
    if path.startswith("/v1/videos") or path.startswith("/videos"):
        return {"id": "v", "object": "video", "status": "completed", "created_at": 1,
                "model": "sora-2", "progress": 100, "seconds": "4", "size": "720x1280"}
    return {"ok": True}
async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown": return
    if scope["type"] != "http":
        return await send({"type": "websocket.close", "code": 1000})
    while (await receive()).get("more_body"): pass
    picture = scope["path"].startswith("/files")
    body = PNG if picture else json.dumps(answer(scope["method"], scope["path"])).encode()
    kind = b"image/png" if picture else b"application/json"
    await send({"type": "http.response.start", "status": 200, "headers": [
        (b"content-type", kind), (b"content-length", str(len(body)).encode())]})
    await send({"type": "http.response.body", "body": body})
uvicorn.run(app, port=PORT, log_level="critical", ws="none")
"""


def cpu_per_job(ways: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Return the median CPU milliseconds of this process per call, the ways in turn each round."""
    jobs = {}
    for name, once in ways.items():
        start = time.perf_counter()
        once()
        waits = time.perf_counter() - start > 0.1  # between polls, as it does in life
        jobs[name] = JOBS // 20 if waits else JOBS
    rounds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, once in ways.items():
            gc.collect()
            start = time.process_time()
            for _ in range(jobs[name]):
                once()
            rounds[name].append(1000 * (time.process_time() - start) / jobs[name])
    return {name: statistics.median(times) for name, times in rounds.items()}


def raw_jobs(base: str) -> dict[str, Callable[[], object]]:
    """Return the same two requests with nothing around the HTTP library, blocking and awaited."""
    from mediaext.client.loop import core

    found: dict[str, Callable[[], object]] = {}
    for name in ("httpx", "httpx2"):
        if not importlib.util.find_spec(name):
            continue
        library = importlib.import_module(name)
        client = library.Client(base_url=base)

        def blocking(client: Any = client) -> object:
            client.post("/generate/image/v1", json={"prompt": "x"}).json()
            return client.get("/generate/image/v1/status/j").json()

        async def awaited(client: Any) -> object:
            (await client.post("/generate/image/v1", json={"prompt": "x"})).json()
            return (await client.get("/generate/image/v1/status/j")).json()

        waiting = library.AsyncClient(base_url=base)
        found[f"raw {name}"] = blocking
        found[f"raw {name}, from another thread's loop"] = lambda c=waiting, a=awaited: core().run(
            a(c)
        )
    return found


def sequential(base: str) -> dict[str, Callable[[], object]]:
    from mediaext.client.loop import core
    from mediaext.connection import connect
    from mediaext.operations import GenerateImage
    from mediaext.protocol import accept, read_state, status_path

    session = connect(base, "key", events=False).session
    endpoint = GenerateImage.endpoint

    async def ours() -> object:
        prepared = await session.prepare(GenerateImage(prompt="x"))
        state = await session.post(prepared, "")
        path = status_path(endpoint, state.job_id)
        connection = session.connection
        reply = await connection.send("GET", path, headers=connection.headers(GenerateImage))
        return read_state(endpoint, accept(reply), state.job_id)

    whole = connect(base, "key", events=False)
    found: dict[str, Callable[[], object]] = {
        **raw_jobs(base),
        "mediaext POST + GET, typed": lambda: core().run(ours()),
        "mediaext run: + history, download, store": lambda: whole.image("x"),
    }
    if importlib.util.find_spec("replicate"):
        import replicate

        peer = replicate.Client(api_token="k", base_url=base)

        def replicate_job() -> object:
            prediction = peer.predictions.create(version="1" * 64, input={"prompt": "x"})
            return peer.predictions.get(prediction.id)

        found["replicate"] = replicate_job
    if importlib.util.find_spec("fal_client"):
        import fal_client

        fal_client.client.QUEUE_URL_FORMAT = f"{base}/"  # its only way to another host is https
        queue = fal_client.SyncClient(key="k")

        def fal_job() -> object:
            return queue.submit("fal/app", {"prompt": "x"}).status()

        found["fal_client"] = fal_job
    if importlib.util.find_spec("openai"):
        import openai

        videos = openai.OpenAI(api_key="k", base_url=base).videos

        def openai_job() -> object:
            return videos.retrieve(videos.create(prompt="x").id)

        found["openai"] = openai_job
    return found


def poll_at_100(base: str) -> tuple[float, float]:
    """Return CPU milliseconds per status read with 100 in flight: ours, raw library."""
    from mediaext.client.connection import httpx
    from mediaext.client.loop import core
    from mediaext.connection import connect
    from mediaext.operations import GenerateImage
    from mediaext.protocol import accept, read_state

    session = connect(base, "key", events=False).session
    path = "/generate/image/v1/status/j"

    async def ours() -> float:
        async def read() -> None:
            connection = session.connection
            reply = await connection.send("GET", path, headers=connection.headers(GenerateImage))
            read_state(GenerateImage.endpoint, accept(reply), "j")

        await asyncio.gather(*(read() for _ in range(IN_FLIGHT)))
        start = time.process_time()
        for _ in range(ROUNDS):
            await asyncio.gather(*(read() for _ in range(IN_FLIGHT)))
        return 1000 * (time.process_time() - start) / (ROUNDS * IN_FLIGHT)

    async def raw() -> float:
        async with httpx.AsyncClient(base_url=base) as client:
            await asyncio.gather(*(client.get(path) for _ in range(IN_FLIGHT)))
            start = time.process_time()
            for _ in range(ROUNDS):
                await asyncio.gather(*(client.get(path) for _ in range(IN_FLIGHT)))
            return 1000 * (time.process_time() - start) / (ROUNDS * IN_FLIGHT)

    return core().run(ours()), asyncio.run(raw())


def waiting_memory(base: str, jobs: int = 1000) -> float:
    """Return the megabytes that a thousand waiting jobs add to the process."""
    from mediaext.client.jobs import JobFollower
    from mediaext.client.loop import core
    from mediaext.connection import connect
    from mediaext.job import JobState
    from mediaext.operations import GenerateImage

    session = connect(base, "key", events=False).session

    async def fill() -> None:
        await session.connection.transport()
        prepared = await session.prepare(GenerateImage(prompt="x"))
        state = JobState(job_id="slow", status="queued")
        for _ in range(jobs):
            JobFollower(session, session.record(prepared, state), prepared).begin(admitted=False)
        await asyncio.sleep(3.0)

    core().run(session.connection.transport())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    core().run(fill())
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1000


def construction() -> float:
    """Return milliseconds to make a client."""
    from mediaext.connection import connect

    connect("http://127.0.0.1:1", "k")
    start = time.perf_counter()
    for _ in range(100):
        connect("http://127.0.0.1:1", "k")
    return 10 * (time.perf_counter() - start)


def import_time(module: str) -> float | None:
    """Return milliseconds that importing adds to a bare interpreter, median of nine."""
    if importlib.util.find_spec(module) is None:
        return None

    def run(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return 1000 * (time.perf_counter() - start)

    pairs = [(run(f"import {module}"), run("pass")) for _ in range(9)]
    return statistics.median(a - b for a, b in pairs)


def main() -> None:
    os.environ["MEDIAEXT_HOME"] = tempfile.mkdtemp()
    from mediaext.client.connection import httpx

    print(f"HTTP library: {httpx.__name__} {httpx.__version__}")
    with served(SERVER, PNG.hex()) as base:
        times = cpu_per_job(sequential(base))
        first = next(iter(times.values()))
        print(f"\nCPU per job, {JOBS} jobs, median of {ROUNDS} rounds")
        for name, value in times.items():
            print(f"  {name:<44}{value:8.3f} ms  {value / first:5.2f} x raw httpx")
        ours, raw = poll_at_100(base)
        print(f"\nCPU per poll at {IN_FLIGHT} in flight: ours {ours:.2f} ms, raw {raw:.2f} ms")
        print(f"\n1,000 waiting jobs add {waiting_memory(base):.1f} MB")
    print(f"\nmaking a client: {construction():.3f} ms")
    print("\nimport, over the bare interpreter")
    for module in ("mediaext", "huggingface_hub", "httpx", "replicate", "openai", "fal_client"):
        value = import_time(module)
        print(f"  {module:<20}" + ("not installed" if value is None else f"{value:7.1f} ms"))


if __name__ == "__main__":
    main()
