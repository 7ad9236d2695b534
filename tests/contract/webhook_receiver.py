"""A receiver of webhooks that notes what arrives whole and answers as a test says."""

import collections
import contextlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class WebhookReceiver(ThreadingHTTPServer):
    """``got`` has headers and body of each delivery; ``answers`` are statuses, then 204."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answer)
        self.got = []
        self.answers = []
        self.headers = {}

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/hook"

    @property
    def bodies(self):
        """The bodies of each webhook by its identifier."""
        found = collections.defaultdict(list)
        for headers, body in list(self.got):
            found[headers["webhook-id"]].append(body)
        return dict(found)

    def status(self):
        """Return the next answer."""
        return self.answers.pop(0) if self.answers else 204


class Answer(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers["content-length"])
        body = self.rfile.read(length)
        if len(body) < length:
            return  # the service was killed while it sent
        self.server.got.append((dict(self.headers), body))
        self.send_response(self.server.status())
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.end_headers()

    def do_GET(self):
        self.server.got.append(("GET", self.path))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def receiving(kind=WebhookReceiver):
    """Run a receiver until the block ends."""
    with kind() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
