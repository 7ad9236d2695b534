"""CPU and waiting of our client beside its peers, against one local server, in one run.

``python tests/benchmarks/client.py`` prints, for whatever peers are installed (replicate,
fal_client, openai): CPU of a whole job and of two bare requests, what ``map`` reaches of the
ideal, CPU per poll at 100 in flight, memory of 1,000 waiting jobs, the cost of making a client,
and import times. Quote ratios, not milliseconds.
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
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from processes import served

JOBS = 500
ROUNDS = 5
PAUSE = 0.005  # seconds between the status reads of those whose pause can be set
JOB_SECONDS = 0.5  # of a job of map
IN_FLIGHT = 100
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)
SERVER = r"""
import asyncio, json, sys, time, uvicorn
PORT, PNG, SECONDS = int(sys.argv[1]), bytes.fromhex(sys.argv[2]), float(sys.argv[3])
BASE = f"http://127.0.0.1:{PORT}"
accepted = {}  # when, by identifier: each is done SECONDS later and has a result of its own
def accept():
    accepted[number := str(len(accepted))] = time.monotonic()
    return number
def left(number): return accepted.get(number, 0.0) + SECONDS - time.monotonic()
def result(number):
    return {"job_id": number, "status": "completed", "result_url": f"{BASE}/files/{number}.png"}
def answer(method, path, number):
    done = method == "GET" and left(number) <= 0
    if path.startswith("/fal/app"):
        number = accept() if method == "POST" else path.split("/")[4]
        at = f"{BASE}/fal/app/requests/{number}"
        return {"request_id": number, "status": "COMPLETED" if left(number) <= 0 else "IN_QUEUE",
                "queue_position": 0, "logs": [], "metrics": {}, "response_url": at,
                "status_url": at + "/status", "cancel_url": at + "/cancel",
                "images": [{"url": f"{BASE}/files/{number}.png"}]}
    if path == "/slow/status": return {"job_id": "s", "status": "queued"}
    if "/status/slow" in path: return {"job_id": "slow", "status": "queued"}
    if path.startswith("/generate") and method == "POST":
        return {"job_id": accept(), "status": "queued"}
    if path.startswith("/generate"):
        return result(number) if done else {"job_id": number, "status": "queued"}
    if path.startswith("/v1/predictions") or path.startswith("/v1/models"):
        number = accept() if method == "POST" else number
        return {"id": number, "model": "a/b", "version": "1" * 64, "input": {}, "logs": "",
                "status": "succeeded" if done else "starting", "error": None,
                "output": f"{BASE}/files/{number}.png", "created_at": "2026-01-01T00:00:00Z",
                "urls": {"get": f"{BASE}/v1/predictions/{number}", "cancel": BASE + "/c"}}
    if path.startswith("/v1/videos") or path.startswith("/videos"):
        number = accept() if method == "POST" else number
        return {"id": number, "object": "video", "status": "completed" if done else "queued",
                "created_at": 1, "model": "sora-2", "progress": 100, "seconds": "4",
                "size": "720x1280"}
    return {"ok": True}
async def events(receive, send):
    async def tell(number):
        await asyncio.sleep(left(number))
        event = {"job_id": number, "type": "result", "sequence": 1, "data": result(number)}
        await send({"type": "websocket.send", "text": json.dumps(event)})
    await receive()
    await send({"type": "websocket.accept"})
    tasks = set()
    while (message := await receive())["type"] == "websocket.receive":
        tasks.add(asyncio.ensure_future(tell(json.loads(message["text"])["follow"])))
async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown": return
    if scope["type"] != "http":
        return await events(receive, send)
    while (await receive()).get("more_body"): pass
    path = scope["path"]
    if path.startswith("/files") or path.endswith("/content"):
        body, kind = PNG + path.encode(), b"image/png"
    else:
        answered = answer(scope["method"], path, path.rpartition("/")[2])
        body, kind = json.dumps(answered).encode(), b"application/json"
    await send({"type": "http.response.start", "status": 200, "headers": [
        (b"content-type", kind), (b"content-length", str(len(body)).encode())]})
    await send({"type": "http.response.body", "body": body})
uvicorn.run(app, port=PORT, log_level="critical", lifespan="on")
"""


def cpu_per_job(ways: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Return the median CPU milliseconds of this process per call, the ways in turn each round."""
    rounds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, once in ways.items():
            for _ in range(10):  # connections may have been closed since the last round
                once()
            gc.collect()
            start = time.process_time()
            for _ in range(JOBS // ROUNDS):
                once()
            rounds[name].append(1000 * (time.process_time() - start) / (JOBS // ROUNDS))
    return {name: statistics.median(times) for name, times in rounds.items()}


def whole_jobs(base: str, folder: Path) -> dict[str, Callable[[], object]]:
    """Return ways to submit, wait, download and keep one tiny result, each with a kept client.

    The bare requests keep nothing. Ours is heard over the socket, which saves the status read, or
    polled.
    """
    import mediaext
    from mediaext.client.loop import core

    found: dict[str, Callable[[], object]] = {}
    for name in filter(importlib.util.find_spec, ("httpx", "httpx2")):
        client = importlib.import_module(name).AsyncClient(base_url=base)

        async def bare(client: Any = client, polls: int = 1) -> object:
            answer = await client.post("/generate/image/v1", json={"prompt": "x"})
            number = answer.json()["job_id"]
            for _ in range(polls):
                (await client.get(f"/generate/image/v1/status/{number}")).json()
            return (await client.get(f"{base}/files/{number}.png")).content

        found[f"bare {name}: POST, GET, GET"] = lambda b=bare: core().run(b())
        found[f"bare {name}: POST, GET"] = lambda b=bare: core().run(b(polls=0))
    heard = mediaext.connect(base, "key", identity="benchmark")
    polled = mediaext.connect(base, "key", identity="benchmark", events=False)
    found["mediaext, heard over the socket"] = lambda: heard.image("x")
    found["mediaext, polled"] = lambda: polled.image("x")
    return found | _peers(base, folder)


def _peers(base: str, folder: Path) -> dict[str, Callable[[], object]]:
    found: dict[str, Callable[[], object]] = {}
    if importlib.util.find_spec("replicate"):
        import replicate
        from replicate.helpers import FileOutput

        peer = replicate.Client(api_token="k", base_url=base)
        peer.poll_interval = PAUSE

        def replicate_job() -> object:
            prediction = peer.predictions.create(version="1" * 64, input={"prompt": "x"})
            prediction.wait()
            content = FileOutput(prediction.output, peer).read()
            return (folder / f"r{prediction.id}").write_bytes(content)

        found["replicate"] = replicate_job
    if importlib.util.find_spec("fal_client"):
        import fal_client
        import httpx

        fal_client.client.QUEUE_URL_FORMAT = f"{base}/"  # its only way to another host is https
        queue, files = fal_client.SyncClient(key="k"), httpx.Client()

        def fal_job() -> object:
            job = queue.submit("fal/app", {"prompt": "x"})
            content = files.get(job.get(interval=PAUSE)["images"][0]["url"]).content
            return (folder / f"f{job.request_id}").write_bytes(content)

        found["fal_client"] = fal_job
    if importlib.util.find_spec("openai"):
        import openai

        videos = openai.OpenAI(api_key="k", base_url=base).videos

        def openai_job() -> object:
            video = videos.create_and_poll(prompt="x", poll_interval_ms=int(1000 * PAUSE))
            return videos.download_content(video.id).write_to_file(folder / f"o{video.id}")

        found["openai"] = openai_job
    return found


def map_rates(base: str, width: int = 64, jobs: int = 1024) -> dict[str, float]:
    """Return what ``map`` reaches of the rate that ``width`` jobs in flight could have."""
    import mediaext

    rates = {}
    for name, events in (("heard over the socket", True), ("polled", False)):
        media = mediaext.connect(base, "key", identity="benchmark", events=events)
        media.image("x")
        start = time.perf_counter()
        requests = (mediaext.GenerateImage(prompt=f"{number}") for number in range(jobs))
        for _ in media.map(requests, concurrency=width):
            pass
        rates[name] = jobs * JOB_SECONDS / width / (time.perf_counter() - start)
    return rates


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

    found: dict[str, Callable[[], object]] = {
        **raw_jobs(base),
        "mediaext POST + GET, typed": lambda: core().run(ours()),
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
    warnings.simplefilter("ignore", DeprecationWarning)  # of openai's videos
    from mediaext.client.connection import httpx

    print(f"HTTP library: {httpx.__name__} {httpx.__version__}")
    with served(SERVER, PNG.hex(), 0.0) as base, tempfile.TemporaryDirectory() as folder:
        for title, ways in (
            ("a whole job, to a kept file", whole_jobs(base, Path(folder))),
            ("two requests", sequential(base)),
        ):
            times = cpu_per_job(ways)
            first = next(iter(times.values()))
            print(f"\nCPU per job, {title}: {JOBS} jobs, median of {ROUNDS} rounds")
            for name, value in times.items():
                print(f"  {name:<44}{value:8.3f} ms  {value / first:5.2f} x the first")
        ours, raw = poll_at_100(base)
        print(f"\nCPU per poll at {IN_FLIGHT} in flight: ours {ours:.2f} ms, raw {raw:.2f} ms")
        print(f"\n1,000 waiting jobs add {waiting_memory(base):.1f} MB")
    with served(SERVER, PNG.hex(), JOB_SECONDS) as base:
        print(f"\n1,024 jobs of {JOB_SECONDS} s in one map, 64 in flight, of the ideal rate")
        for name, rate in map_rates(base).items():
            print(f"  {name:<44}{rate:8.2f}")
    print(f"\nmaking a client: {construction():.3f} ms")
    print("\nimport, over the bare interpreter")
    for module in ("mediaext", "huggingface_hub", "httpx", "replicate", "openai", "fal_client"):
        value = import_time(module)
        print(f"  {module:<20}" + ("not installed" if value is None else f"{value:7.1f} ms"))


if __name__ == "__main__":
    main()
