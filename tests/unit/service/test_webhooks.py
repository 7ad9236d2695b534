import json
import threading

import httpx
import pytest
from standardwebhooks import Webhook, WebhookVerificationError
from webhook_receiver import WebhookReceiver, receiving

import mediaext.testing
from mediaext.service import webhooks
from mediaext.service.database import LedgerUnavailable

SPEECH = "/generate/speech/v1"


@pytest.fixture
def receiver():
    with receiving() as server:
        yield server


@pytest.fixture
def svc(tmp_path):
    with mediaext.testing.service(tmp_path / "home") as running:
        running.clock.freeze()
        yield running


def submit(svc, receiver, text="x", **others):
    with httpx.Client(base_url=svc.base_url, headers=others.pop("headers", {})) as web:
        body = {"text": text, "callback_url": receiver.url, **others}
        return web.post(SPEECH, json=body).json()["job_id"]


def states(svc):
    return [(one["state"], one["tries"]) for one in webhooks.list_webhooks(svc.settings.home)]


def test_a_completed_job_is_sent_with_a_valid_signature(svc, receiver):
    job_id = submit(svc, receiver)
    svc.wait_until(lambda: receiver.got)
    headers, body = receiver.got[0]
    with httpx.Client(base_url=svc.base_url) as web:
        status = web.get(f"{SPEECH}/status/{job_id}").json()
    assert set(json.loads(body)) == {"job_id", "status", "result_url"}, "no extensions"
    assert json.loads(body).items() <= status.items()
    secret = svc.service.outbox.secret("local")
    assert secret == svc.service.outbox.secret("local")
    assert Webhook(secret).verify(body, headers) == json.loads(body)
    with pytest.raises(WebhookVerificationError):
        Webhook(secret).verify(body + b" ", headers)
    assert headers["webhook-id"] == f"msg_{job_id}"
    svc.wait_until(lambda: states(svc) == [("delivered", 1)])


def test_a_failure_is_sent_as_in_the_status(svc, receiver):
    submit(svc, receiver, "raise it")
    svc.wait_until(lambda: receiver.got)
    event = json.loads(receiver.got[0][1])
    assert event["status"] == "failed"
    assert event["failure_reason_code"] == "MODEL_ERROR"
    assert event["retryable"] is True


def test_a_refused_job_is_sent_as_well(tmp_path, receiver):
    plans = {"enterprise": {"in_flight": 0}}
    with mediaext.testing.service(tmp_path / "home", plans=plans) as svc:
        submit(svc, receiver)
        svc.wait_until(lambda: receiver.got)
        event = json.loads(receiver.got[0][1])
        assert event["failure_reason_code"] == "CONCURRENT_JOBS_EXCEEDED"


def test_it_is_tried_again_on_the_schedule_with_the_same_id(svc, receiver):
    receiver.answers = [500, 404]
    submit(svc, receiver)
    for tries, wait in ((1, 0), (2, 7), (3, 400)):
        svc.advance(wait)
        svc.wait_until(lambda tries=tries: [one[1] for one in states(svc)] == [tries])
    assert states(svc) == [("delivered", 3)]
    assert len({headers["webhook-id"] for headers, _ in receiver.got}) == 1
    assert len({body for _, body in receiver.got}) == 1
    moments = [int(headers["webhook-timestamp"]) for headers, _ in receiver.got]
    assert moments == sorted(set(moments)), "each try has its own time"


def test_gone_means_gone(svc, receiver):
    receiver.answers = [410]
    submit(svc, receiver)
    svc.wait_until(lambda: states(svc) == [("abandoned", 1)])


def test_it_is_given_up_after_the_schedule_and_can_be_sent_again(tmp_path, receiver):
    with mediaext.testing.service(tmp_path / "home", webhook_schedule=(0, 1)) as svc:
        svc.clock.freeze()
        receiver.answers = [500, 500]
        job_id = submit(svc, receiver)
        svc.wait_until(lambda: states(svc) == [("pending", 1)])
        svc.advance(2)
        svc.wait_until(lambda: states(svc) == [("abandoned", 2)])
        assert webhooks.list_webhooks(svc.settings.home)[0]["last_error"] == (
            "answered with status 500"
        )
        assert webhooks.replay(svc.settings.home, job_id) == 1
        svc.advance(600)  # the replay is due by the clock of the machine, which was not frozen
        svc.wait_until(lambda: states(svc) == [("delivered", 1)])
        assert webhooks.replay(svc.settings.home, "nothing") == 0


def test_redirects_are_failures_and_not_followed(svc, receiver):
    receiver.answers = [302]
    receiver.headers = {"Location": receiver.url}
    submit(svc, receiver)
    svc.wait_until(lambda: states(svc) == [("pending", 1)])
    assert len(receiver.got) == 1


def test_retry_after_is_respected(svc, receiver):
    receiver.answers = [503]
    receiver.headers = {"Retry-After": "1000"}
    submit(svc, receiver)
    svc.wait_until(lambda: states(svc) == [("pending", 1)])
    svc.advance(900)
    assert len(receiver.got) == 1
    svc.advance(101)
    svc.wait_until(lambda: states(svc) == [("delivered", 2)])


def test_a_dropped_webhook_comes_later(svc, receiver):
    svc.faults.drop_webhooks(1)
    submit(svc, receiver)
    svc.wait_until(lambda: states(svc) == [("pending", 1)])
    assert receiver.got == []
    svc.advance(10)
    svc.wait_until(lambda: states(svc) == [("delivered", 2)])


def test_private_targets_are_not_reached_without_the_switch(tmp_path, receiver):
    with mediaext.testing.service(tmp_path / "home", allow_private_urls=False) as svc:
        submit(svc, receiver)
        svc.wait_until(lambda: states(svc) == [("pending", 1)])
        [known] = webhooks.list_webhooks(svc.settings.home)
        assert known["last_error"] == "the target is not on the public internet"
        assert receiver.got == []


def test_a_profile_gives_the_default_target(svc, receiver):
    with httpx.Client(base_url=svc.base_url) as web:
        profile = {"name": "x", "callback_url": receiver.url + "/profile"}
        profile_id = web.post("/profiles/v1", json=profile).json()["profile_id"]
        body = {"prompt": "x", "profile_id": profile_id}
        web.post("/generate/image/v1", json=body)
        web.post("/generate/image/v1", json={**body, "callback_url": receiver.url})
    svc.wait_until(lambda: len(receiver.got) == 2)
    targets = {one["url"] for one in webhooks.list_webhooks(svc.settings.home)}
    assert targets == {receiver.url, receiver.url + "/profile"}


def test_the_legacy_webhook_receives_the_image(svc, receiver):
    body = {"prompt": "x", "negative_prompt": "", "num_inference_steps": 1, "samples": 2}
    body |= {"guidance_scale": 1, "webhook": receiver.url}
    with httpx.Client(base_url=svc.base_url) as web:
        web.post("/sd3_5/v1", json=body)
    svc.wait_until(lambda: len(receiver.got) == 2)
    for headers, content in receiver.got:
        assert headers["content-type"] == "image/png"
        assert content.startswith(b"\x89PNG")
    assert len({headers["webhook-id"] for headers, _ in receiver.got}) == 2


def test_a_target_that_is_no_web_address_is_a_422(svc):
    with httpx.Client(base_url=svc.base_url) as web:
        answer = web.post(SPEECH, json={"text": "x", "callback_url": "ftp://x"})
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["body", "callback_url"]


def test_what_arrived_is_noted_although_the_ledger_was_away(tmp_path, receiver, monkeypatch):
    monkeypatch.setattr(webhooks, "LEDGER_PAUSE", 0.01)
    with mediaext.testing.service(tmp_path) as svc:
        settle, away = svc.service.outbox.settle, iter([LedgerUnavailable("away")] * 3)

        def settle_later(*values):
            for fault in away:
                raise fault
            settle(*values)

        monkeypatch.setattr(svc.service.outbox, "settle", settle_later)
        submit(svc, receiver)
        svc.wait_until(lambda: states(svc) == [("delivered", 1)])
        svc.advance(svc.settings.webhook_seconds + webhooks.HOLD_ROOM + 1)
        assert len(receiver.got) == 1


class SlowReceiver(WebhookReceiver):
    """Answers when it is let."""

    def __init__(self):
        super().__init__()
        self.let = threading.Event()

    def status(self):
        self.let.wait(30)
        return 204


def test_a_service_that_stops_notes_what_is_on_its_way(tmp_path):
    with receiving(SlowReceiver) as hook:
        with mediaext.testing.service(tmp_path, stop_grace=30.0) as svc:
            submit(svc, hook)
            svc.wait_until(lambda: hook.got)
            stopping = threading.Timer(0.2, hook.let.set)
            stopping.start()
        stopping.join()
        assert [(one["state"], one["tries"]) for one in webhooks.list_webhooks(tmp_path)] == [
            ("delivered", 1)
        ]
