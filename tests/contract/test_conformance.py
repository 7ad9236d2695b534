"""The command that asks a service for each statement of the interface."""

import contextlib
import json
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

import mediaext.testing
from mediaext.cli import main
from mediaext.client.loop import core
from mediaext.conformance import CHECKS, UNOBSERVABLE, conformance
from mediaext.connection import EmbeddedGateway
from mediaext.errors import MediaError
from tests.dask_cluster import DaskCluster
from tests.front_ends import INSTANT, fleet_front_end

TINY = {  # the instant engine answers with tiny files, whatever was asked for
    "output_format, height and width are honoured.",
    "It returns a transparent PNG as cutout_url.",
}


def outcomes(findings):
    return Counter(row["outcome"] for row in findings)


def failures(findings):
    return {row["statement"] for row in findings if row["outcome"] == "fails"}


@pytest.fixture
def svc(tmp_path):
    with mediaext.testing.service(tmp_path, require_key=True) as running:
        yield running


def test_a_service_speaks_the_interface(svc):
    speaks_the_interface(svc)


def test_a_service_with_a_shared_ledger_and_workers_elsewhere_speaks_the_interface(
    postgres, tmp_path
):
    with contextlib.closing(DaskCluster(tmp_path / "cluster", ["one", "two"])) as cluster:
        choices = {"ledger": postgres.new(), "require_key": True}
        with fleet_front_end(tmp_path / "home", cluster.address, 2, **choices) as svc:
            speaks_the_interface(svc)


def speaks_the_interface(svc):
    findings = conformance(svc.base_url, svc.key("anna"), other_key=svc.key("ben"))
    assert failures(findings) == TINY
    assert outcomes(findings)["not checked"] == len(UNOBSERVABLE)
    says_what_it_did(findings, svc.service, "anna")


def says_what_it_did(findings, service, user):
    made = service.database.one("SELECT COUNT(*) AS count FROM jobs")["count"]
    assert findings[-2]["detail"].startswith(f"{made} jobs: ")
    assert "about 24 hours" in findings[-1]["detail"]
    assert service.profiles.list(user) == []


class InProcess(httpx.BaseTransport):
    """Hands requests to an application on the loop of clients, without HTTP."""

    def __init__(self, app):
        self._transport = httpx.ASGITransport(app, raise_app_exceptions=False)

    def handle_request(self, request):
        return core().run(self._answered(request))

    async def _answered(self, request):
        answer = await self._transport.handle_async_request(request)
        content = await answer.aread()
        return httpx.Response(answer.status_code, headers=answer.headers, content=content)


def test_the_embedded_service_speaks_the_interface(tmp_path):
    gateway = EmbeddedGateway(tmp_path, INSTANT)
    opened = core().run(gateway.open())
    try:
        findings = conformance(gateway.base_url, transport=InProcess(opened.app))
        assert failures(findings) == TINY
        unchecked = [row["detail"] for row in findings if row["outcome"] == "not checked"]
        assert sum("No key was given" in detail for detail in unchecked) == 2
        assert sum("a key of another user" in detail for detail in unchecked) == 1
        assert len(unchecked) == len(UNOBSERVABLE) + 3
        service = core().run(gateway.service())
        says_what_it_did(findings, service, service.anonymous.user)
    finally:
        core().run(opened.close())


def test_the_built_in_engine_keeps_every_statement(tmp_path):
    with mediaext.testing.service(tmp_path, engine="classical", require_key=True) as svc:
        findings = conformance(svc.base_url, svc.key("anna"), other_key=svc.key("ben"))
    assert failures(findings) == set()
    assert findings.code == 0


def test_without_jobs_nothing_is_spent(svc):
    findings = conformance(svc.base_url, svc.key("anna"), jobs=False)
    assert failures(findings) == set()
    assert findings[-2]["detail"] == "no jobs"
    assert svc.service.database.one("SELECT COUNT(*) AS count FROM jobs")["count"] == 0
    makes = sum(makes for _, _, makes, _ in CHECKS)
    assert outcomes(findings)["not checked"] == makes + len(UNOBSERVABLE)


class Agreeable(BaseHTTPRequestHandler):
    """Says yes to everything."""

    def answer(self):
        self.rfile.read(int(self.headers.get("content-length") or 0))
        body = json.dumps({"job_id": "x", "status": "completed"}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PATCH = do_DELETE = answer

    def log_message(self, *_):
        pass


def test_a_service_that_says_yes_to_everything_keeps_hardly_any_statement():
    with ThreadingHTTPServer(("127.0.0.1", 0), Agreeable) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        findings = conformance(f"http://127.0.0.1:{server.server_port}", "key", other_key="other")
        server.shutdown()
        thread.join()
    held = [row["statement"] for row in findings if row["outcome"] == "holds"]
    assert held == ["It returns an example of an event."]
    assert findings.code == 1


def test_the_command_prints_a_table_and_ends_with_1_where_one_fails(svc, capsys):
    assert main(["conformance", svc.base_url, "--api-key", svc.key("anna"), "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)
    assert failures(rows) == TINY
    foreign = [row for row in rows if "--other-key" in row["detail"]]
    assert [row["outcome"] for row in foreign] == ["not checked"]


def test_an_address_where_nobody_answers_is_a_sentence():
    with pytest.raises(MediaError, match=r"No service answers at http://127\.0\.0\.1:9"):
        conformance("http://127.0.0.1:9")
