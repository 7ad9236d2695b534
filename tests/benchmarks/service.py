"""Compare the service with LitServe at the same no-op work on the same machine in one run.

Run: ``python tests/benchmarks/service.py --litserve PYTHON``, where PYTHON is an interpreter that
has litserve installed. Every job of ours is in the ledger before it is acknowledged and its result
is a stored file with a signed link; LitServe answers from memory. Prints one table.
"""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

OURS = """
import sys
from pathlib import Path
from mediaext.service import Settings, serve
port = int(sys.argv[1])
serve(Settings(home=Path(sys.argv[2]), base_url=f"http://127.0.0.1:{port}", require_key=False,
               engine="mediaext.testing.instant:engine", plans={}, pods=0, speech_pods=2),
      port=port)
"""
THEIRS = """
import sys
import litserve
class Api(litserve.LitAPI):
    def setup(self, device): pass
    def predict(self, request): return request
if __name__ == "__main__":
    server = litserve.LitServer(Api(), accelerator="cpu", workers_per_device=2)
    server.run(port=int(sys.argv[1]), host="127.0.0.1", log_level="warning",
               generate_client_file=False)
"""
SPEECH = "/generate/speech/v1"


class Connection:
    """One kept HTTP connection; lean, so that the load is not the bottleneck."""

    def __init__(self, port):
        self.port = port

    async def open(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def ask(self, method, path, body=None):
        content = b"" if body is None else json.dumps(body).encode()
        self.writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n".encode()
            + content
        )
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length:")[2].split(b"\r\n")[0])
        answer = await self.reader.readexactly(length)
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(f"{head!r} {answer!r}")
        return json.loads(answer)

    def close(self):
        self.writer.close()


async def finished(connection, job_id, pause):
    while True:
        body = await connection.ask("GET", f"{SPEECH}/status/{job_id}")
        if body["status"] != "queued":
            assert body["status"] == "completed", body
            return
        await asyncio.sleep(pause)


async def fill_queue(port, count, width):
    """Submit jobs that stay queued: nobody makes pictures."""

    async def submit(connection, number):
        await connection.ask("POST", "/generate/image/v1", {"prompt": f"{number}"})

    await crowd(port, count, width, submit)


async def one_of_ours(connection):
    job = await connection.ask("POST", SPEECH, {"text": "x"})
    await finished(connection, job["job_id"], 0.001)


async def one_of_theirs(connection):
    await connection.ask("POST", "/predict", {"text": "x"})


async def latency(port, one, count):
    connection = await Connection(port).open()
    for _ in range(20):
        await one(connection)
    times = []
    for _ in range(count):
        start = time.perf_counter()
        await one(connection)
        times.append((time.perf_counter() - start) * 1e3)
    connection.close()
    return times


async def crowd(port, count, width, work):
    """Do ``work(connection, number)`` ``count`` times over ``width`` connections."""
    numbers = iter(range(count))
    connections = [await Connection(port).open() for _ in range(width)]

    async def lane(connection):
        for number in numbers:
            await work(connection, number)

    await asyncio.gather(*(lane(connection) for connection in connections))
    for connection in connections:
        connection.close()


async def throughput_of_ours(port, count, width):
    """Submit every job, then read each until it is completed."""
    ids = [""] * count

    async def submit(connection, number):
        ids[number] = (await connection.ask("POST", SPEECH, {"text": "x"}))["job_id"]

    async def collect(connection, number):
        await finished(connection, ids[number], 0.05)

    start = time.perf_counter()
    await crowd(port, count, width, submit)
    accepted = time.perf_counter() - start
    await crowd(port, count, width, collect)
    return count / (time.perf_counter() - start), count / accepted


async def throughput_of_theirs(port, count, width):
    async def ask(connection, number):
        await one_of_theirs(connection)

    start = time.perf_counter()
    await crowd(port, count, width, ask)
    rate = count / (time.perf_counter() - start)
    return rate, rate


def family(pid):
    """Yield the folders in /proc of a process and of all below it."""
    queue = [Path(f"/proc/{pid}")]
    while queue:
        one = queue.pop()
        with contextlib.suppress(OSError):
            for task in (one / "task").iterdir():
                queue += [
                    Path(f"/proc/{child}") for child in (task / "children").read_text().split()
                ]
            yield one


def memory(pid):
    """Return the resident megabytes of a process and all below it."""
    pages = sum(int((one / "statm").read_text().split()[1]) for one in family(pid))
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def cpu_seconds(pid):
    """Return the processor time of a process, then that of all below it."""
    ticks = [
        sum(map(int, (one / "stat").read_text().rpartition(")")[2].split()[11:13]))
        for one in family(pid)
    ]
    rate = os.sysconf("SC_CLK_TCK")
    return ticks[0] / rate, sum(ticks[1:]) / rate


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


async def wait_until_up(port, one, seconds=90):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            connection = await Connection(port).open()
            await one(connection)
            connection.close()
            return
        except (OSError, RuntimeError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.2)
    raise RuntimeError("the server did not start")


async def measure(name, command, one, throughput, options, queued=0):
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        *(part.replace("PORT", str(port)) for part in command),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        await wait_until_up(port, one)
        await fill_queue(port, queued, options.width)
        times = await latency(port, one, options.count // 5)
        before = cpu_seconds(process.pid)
        rates = [await throughput(port, options.count, options.width) for _ in range(3)]
        front, pods = (
            1e3 * (end - start) / (3 * options.count)
            for start, end in zip(before, cpu_seconds(process.pid), strict=True)
        )
        rate, accepted = max(rates)
        high = statistics.quantiles(times, n=20)[-1]
        print(
            f"{name:<24} {statistics.median(times):8.1f} {high:8.1f} {rate:12.0f} "
            f"{accepted:12.0f} {front:9.2f} {pods:9.2f} {memory(process.pid):9.0f}",
            flush=True,
        )
        return statistics.median(times), rate
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            await asyncio.wait_for(process.wait(), 10)
        except TimeoutError:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()


async def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--litserve", metavar="PYTHON", help="interpreter that has litserve")
    parser.add_argument("--count", type=int, default=1000, help="jobs of a throughput run")
    parser.add_argument("--width", type=int, default=16, help="connections at a time")
    parser.add_argument("--queued", type=int, default=10_000, help="jobs that wait meanwhile")
    options = parser.parse_args()
    print(f"{'':<24} p50 ms   p95 ms   completed/s   accepted/s  CPU ms: front, pods   memory MB")
    with tempfile.TemporaryDirectory() as home:
        ours = [sys.executable, "-c", OURS, "PORT", home]
        mine = await measure("mediaext", ours, one_of_ours, throughput_of_ours, options)
    if options.queued:
        with tempfile.TemporaryDirectory() as home:
            crowded = [*ours[:-1], home]
            name = f"with {options.queued:,} queued"
            await measure(
                name, crowded, one_of_ours, throughput_of_ours, options, queued=options.queued
            )
    if options.litserve:
        script = Path(tempfile.mkdtemp()) / "noop.py"
        script.write_text(THEIRS)
        theirs = [options.litserve, str(script), "PORT"]
        peer = await measure("litserve", theirs, one_of_theirs, throughput_of_theirs, options)
        print(f"rate against litserve: {mine[1] / peer[1]:.2f}; p50 for one job: {mine[0]:.1f} ms")


if __name__ == "__main__":
    asyncio.run(main())
