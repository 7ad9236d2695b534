"""A proxy that misbehaves on purpose, one request a connection."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

from listening import Listening, listening

Trouble = Callable[[str, str, int], str]
"""``trouble(method, path, how often this was asked) -> what happens``: ``""`` for nothing, else
``refuse`` (closed unread), ``lose`` (carried out, never answered), ``cut`` (half the answer),
``junk`` (no JSON), ``slow`` (in small pieces), or a status code."""


class Flaky(Listening):
    """Stands between a client and a service at ``target``."""

    def __init__(self, target: str, trouble: Trouble) -> None:
        self.target = urlsplit(target)
        self.trouble = trouble
        self.asked: Counter[tuple[str, str]] = Counter()
        self.carried: Counter[tuple[str, str]] = Counter()
        self.headers: list[dict[str, str]] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        method, path, _ = lines[0].split(" ")
        pairs = (line.split(": ", 1) for line in lines[1:] if ": " in line)
        headers = {name.lower(): value for name, value in pairs}
        self.headers.append({"": path, **headers})
        if "expect" in headers:
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        self.asked[method, path] += 1
        trouble = self.trouble(method, path, self.asked[method, path])
        if trouble == "refuse":
            return
        if trouble.isdigit():
            writer.write(f"HTTP/1.1 {trouble} No\r\nconnection: close\r\n\r\n".encode())
            await writer.drain()
            return
        answer = await self._forward(head, body)
        self.carried[method, path] += 1
        if trouble == "lose":
            return
        if trouble == "junk":
            answer = b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n<html>captive portal</html>"
        if trouble == "cut":
            start = answer.index(b"\r\n\r\n") + 4
            answer = answer[: start + max(1, (len(answer) - start) // 2)]
        pieces = max(1, len(answer) // 20) if trouble == "slow" else len(answer)
        for at in range(0, len(answer), pieces):
            writer.write(answer[at : at + pieces])
            await writer.drain()
            await asyncio.sleep(0.005 if trouble == "slow" else 0)

    async def _forward(self, head: bytes, body: bytes) -> bytes:
        own = (b"connection:", b"expect:")
        lines = [x for x in head.split(b"\r\n") if not x.lower().startswith(own)]
        lines.insert(1, b"connection: close")
        reader, writer = await self.reach(self.target.hostname, self.target.port)
        writer.write(b"\r\n".join(lines) + body)
        await writer.drain()
        answer = await reader.read(-1)
        writer.close()
        # The service's own links lead past the proxy; lead them through it.
        return answer.replace(self.target.netloc.encode(), f"127.0.0.1:{self.port}".encode())


@contextlib.contextmanager
def flaky(target: str, trouble: Trouble) -> Iterator[Flaky]:
    proxy = Flaky(target, trouble)
    with listening(proxy):
        yield proxy
