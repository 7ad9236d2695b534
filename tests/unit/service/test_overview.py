"""What operators see: figures of every front end, pods of all, and the dashboard's queries."""

import contextlib
import json
import re
from pathlib import Path

import httpx
import pytest
from webhook_receiver import receiving

import mediaext.testing
from mediaext.cli import top
from mediaext.cli.running import run
from mediaext.errors import MediaError
from mediaext.service import keys

DASHBOARD = Path(__file__).parents[3] / "docs" / "static" / "grafana.json"
SPEECH = "/generate/speech/v1"
IMAGE = "/generate/image/v1"


def finish(svc, path=SPEECH, **body):
    job_id = httpx.post(svc.base_url + path, json=body).json()["job_id"]
    svc.wait_until(lambda: svc.service.ledger.get(job_id).status.terminal, 60)
    return job_id


@pytest.fixture(scope="module")
def worked(tmp_path_factory):
    """A service that did what there are figures for."""
    home = tmp_path_factory.mktemp("worked")
    with receiving() as hook, mediaext.testing.service(home, pods=0) as svc:
        finish(svc, text="x", callback_url=hook.url)
        finish(svc, text="raise it")
        hook.answers = [500]
        finish(svc, text="y", callback_url=hook.url)
        httpx.post(svc.base_url + IMAGE, json={"prompt": "waits for a pod"})
        svc.wait_until(lambda: len(hook.got) >= 2)
        svc.wait_until(lambda: b'webhook_tries_total{outcome="pending"}' in metrics(svc))
        yield svc


def metrics(svc):
    return svc.service.metrics.render()


def samples(svc):
    text = httpx.get(svc.base_url + "/metrics").text
    return {
        line.rpartition(" ")[0]: float(line.rpartition(" ")[2])
        for line in text.splitlines()
        if not line.startswith("#")
    }


def test_metrics_report_jobs_queues_pods_claims_webhooks_and_media(worked):
    found = samples(worked)
    speech = 'operation="speech",plan="enterprise"'
    assert found[f"mediaext_jobs_accepted_total{{{speech}}}"] == 3
    assert found[f'mediaext_jobs_ended_total{{code="",{speech},status="completed"}}'] == 2
    assert found[f'mediaext_jobs_ended_total{{code="MODEL_ERROR",{speech},status="failed"}}'] == 1
    lane = f'lane="{worked.settings.engine}|standard"'
    assert found[f'mediaext_jobs_open{{{lane},plan="enterprise",status="queued"}}'] == 1
    assert found['mediaext_queue_oldest_seconds{plan="enterprise"}'] >= 0
    assert found['mediaext_queue_seconds_count{plan="enterprise"}'] == 3
    assert found["mediaext_claim_seconds_count"] == 3
    assert found['mediaext_webhook_tries_total{outcome="delivered"}'] == 1
    assert found['mediaext_webhook_tries_total{outcome="pending"}'] == 1
    assert found["mediaext_webhooks_pending"] == 1
    assert found["mediaext_blobs"] == 2
    assert found["mediaext_blob_bytes"] > 0
    assert found['mediaext_pods{state="idle"}'] == 1
    assert (found["mediaext_leads"], found["mediaext_services"]) == (1, 1)
    assert found["mediaext_loop_lag_seconds"] >= 0
    assert found["mediaext_ledger_seconds"] > 0


def test_every_query_of_the_dashboard_asks_for_figures_that_there_are(worked):
    there = {name.partition("{")[0] for name in samples(worked)}
    board = json.loads(DASHBOARD.read_text())
    asked = set()
    for panel in board["panels"]:
        for target in panel.get("targets", ()):
            names = set(re.findall(r"\bmediaext_\w+", target["expr"]))
            assert names, f"{panel['title']} asks for nothing of ours"
            labels = set(re.findall(r"by \(([^)]*)\)", target["expr"]))
            for name in names:
                assert name in there, f"{panel['title']}: there is no {name}"
                known = " ".join(one for one in samples(worked) if one.startswith(name + "{"))
                for label in {one.strip() for text in labels for one in text.split(",")}:
                    assert f'{label}="' in known, f"{panel['title']}: {name} has no {label}"
            asked |= names
    assert {name for name in there if name.startswith("mediaext_")} - asked <= {
        name for name in there if name.endswith(("_sum", "_count", "_created"))
    }, "each figure is on the dashboard"
    assert {ref for panel in board["panels"] for ref in [panel["id"]]} == set(
        range(1, len(board["panels"]) + 1)
    )


def test_top_reports_as_text_and_as_json(worked, capsys):
    assert run(["top", worked.base_url, "--once"]) == 0
    text = capsys.readouterr().out
    assert worked.base_url in text
    assert re.search(r"waiting +1\b", text)
    assert "webhooks to deliver" in text
    assert run(["top", worked.base_url, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    [service] = found["services"]
    assert service["leads"] is True
    assert service["pods"] == {"speech-1": "idle"}
    assert (service["accepted_in_a_minute"], service["failed_in_a_minute"]) == (4, 1)
    assert [row["status"] for row in found["queues"]] == ["waiting"]


def test_top_says_what_is_wrong(tmp_path):
    with pytest.raises(MediaError, match="No service answers at http"):
        top.read("http://127.0.0.1:9", "")
    with mediaext.testing.service(tmp_path, require_key=True) as svc:
        with pytest.raises(MediaError, match="needs a key"):
            top.read(svc.base_url, "")
        with pytest.raises(MediaError, match="key of an operator"):
            top.read(svc.base_url, svc.key("anna"))
        key = keys.add(svc.settings.home, "ops", operator=True)
        for user, known in ((svc.key("anna"), 403), (key, 200)):
            answer = httpx.get(svc.base_url + "/metrics", headers={"X-API-Key": user})
            assert answer.status_code == known
        assert top.read(svc.base_url, key)["services"]
        listed = {row["user"]: row["operator"] for row in keys.list_keys(svc.settings.home)}
        assert listed == {"anna": False, "ops": True}
        with pytest.raises(MediaError, match="gives no overview"):
            top.read(svc.base_url + "/health?", key)


def test_any_front_end_reports_the_pods_of_all(postgres, tmp_path):
    url = postgres.new()
    with contextlib.ExitStack() as stack:
        first, second = (
            stack.enter_context(
                mediaext.testing.service(
                    tmp_path / name,
                    ledger=url,
                    blobs=str(tmp_path / "media"),
                    name=name,
                    pods=pods,
                    speech_pods=0,
                )
            )
            for name, pods in (("first", 1), ("second", 2))
        )
        pods = {"first-pod-1", "second-pod-1", "second-pod-2"}
        for svc in (first, second):
            svc.wait_until(
                lambda svc=svc: set(httpx.get(svc.base_url + "/ready").json()["pods"]) == pods, 60
            )
        found = httpx.get(first.base_url + "/overview").json()
        assert [one["leads"] for one in found["services"]] == [True, False]
        second.call(second.service.stop())
        first.wait_until(
            lambda: set(httpx.get(first.base_url + "/ready").json()["pods"]) == {"first-pod-1"}
        )
