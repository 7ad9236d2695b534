"""A server that speaks S3, in a process of its own on a loopback port."""

import os
import subprocess
import sys

import pytest

SERVE = """
import logging, sys
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server

logging.getLogger("werkzeug").setLevel(logging.ERROR)
app = DomainDispatcherApplication(create_backend_app)
if "lax" in sys.argv:
    strict = app
    def app(environ, start_response):
        environ.pop("HTTP_IF_NONE_MATCH", None)
        return strict(environ, start_response)
server = make_server("127.0.0.1", int(sys.argv[1]), app, True, request_handler=WSGIRequestHandler)
print(server.server_port, flush=True)
server.serve_forever()
"""
BUCKETS = iter(range(10_000))


class S3Server:
    """Keeps its objects in memory: they go with a kill.

    ``lax``: it ignores conditions of writes, as some servers do.
    """

    def __init__(self, lax=False):
        pytest.importorskip("moto", reason="moto is not installed: the extra [test]")
        self.port = 0
        self.options = ["lax"] if lax else []
        self.start()

    def start(self):
        """Start, on the same port again; return when requests are answered."""
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(self.port), *self.options],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.port = int(self.process.stdout.readline())

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def kill(self):
        """End at once."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def environment(self, address=None):
        """Return the variables by which any program finds this server."""
        return {
            "AWS_ACCESS_KEY_ID": "tester",
            "AWS_SECRET_ACCESS_KEY": "not-secret",
            "AWS_DEFAULT_REGION": "eu-central-1",
            "AWS_ENDPOINT_URL_S3": address or self.address,
            "AWS_CONFIG_FILE": os.devnull,
            "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
            "AWS_EC2_METADATA_DISABLED": "true",
        }

    def new(self):
        """Make an empty bucket; return the address of a place in it."""
        import httpx

        bucket = f"bucket-{next(BUCKETS)}"
        place = "<CreateBucketConfiguration><LocationConstraint>eu-central-1"
        place += "</LocationConstraint></CreateBucketConfiguration>"
        sign = {"authorization": "AWS4-HMAC-SHA256 Credential=x/20260101/eu-central-1/s3/aws4"}
        answer = httpx.put(f"{self.address}/{bucket}", content=place, headers=sign)
        assert answer.status_code == 200, answer.text
        return f"s3://{bucket}/media"
