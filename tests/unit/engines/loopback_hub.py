"""A model hub on loopback: the endpoints that huggingface_hub and downloads use, with faults."""

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

REVISION = "0123456789abcdef0123456789abcdef01234567"


class Hub:
    """One repository; its faults are switched by attributes.

    ``torn`` lists how many bytes each of the next replies sends before it is cut off, ``ranges``
    says whether a download can be resumed, ``corrupt`` sends other bytes than were announced.
    """

    def __init__(self, repository: str, files: dict[str, bytes]) -> None:
        self.repository = repository
        self.files = files
        self.large = {path for path in files if path.endswith(".safetensors")}
        self.token = ""
        self.torn: list[int] = []
        self.ranges = True
        self.corrupt = False
        self.asked: list[tuple[str, str]] = []
        self.url = ""

    def info(self) -> dict[str, object]:
        siblings = []
        for path, content in self.files.items():
            blob = hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
            row: dict[str, object] = {"rfilename": path, "size": len(content), "blobId": blob}
            if path in self.large:
                sha256 = hashlib.sha256(content).hexdigest()
                row["lfs"] = {"sha256": sha256, "size": len(content), "pointerSize": 134}
            siblings.append(row)
        return {"id": self.repository, "sha": REVISION, "siblings": siblings, "private": False}

    def reply(self, path: str, wanted: str) -> tuple[int, dict[str, str], bytes]:
        path = path.partition("?")[0]
        if match := re.fullmatch(rf"/api/models/{self.repository}(?:/revision/(\w+))?", path):
            if match[1] not in (None, "main", REVISION):
                return 404, {"X-Error-Code": "RevisionNotFound"}, b"{}"
            return 200, {"Content-Type": "application/json"}, json.dumps(self.info()).encode()
        start = f"/{self.repository}/resolve/{REVISION}/"
        if not path.startswith(start) or path.removeprefix(start) not in self.files:
            return 404, {"X-Error-Code": "RepoNotFound"}, b"{}"
        content = self.files[path.removeprefix(start)]
        content = content[::-1] if self.corrupt else content
        if wanted and self.ranges:
            first = int(wanted.removeprefix("bytes=").removesuffix("-"))
            span = f"bytes {first}-{len(content) - 1}/{len(content)}"
            return 206, {"Content-Range": span}, content[first:]
        return 200, {}, content


@contextmanager
def serve(hub: Hub) -> Iterator[Hub]:
    """Serve the hub on a loopback port of its own."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            wanted = self.headers.get("Range", "")
            hub.asked.append((self.path, wanted))
            status, headers, body = hub.reply(self.path, wanted)
            if hub.token and self.headers.get("Authorization") != f"Bearer {hub.token}":
                status, headers, body = 401, {"X-Error-Code": "GatedRepo"}, b"{}"
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if "/resolve/" in self.path and hub.torn:
                body = body[: hub.torn.pop(0)]
                self.close_connection = True
            self.wfile.write(body)

        def log_message(self, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    hub.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield hub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
