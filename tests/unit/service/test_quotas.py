import httpx
import pytest

import mediaext.testing
from mediaext.service import keys

SPEECH = "/generate/speech/v1"


def post(svc, key, text="x"):
    headers = {"X-API-Key": key}
    with httpx.Client(base_url=svc.base_url, headers=headers) as web:
        job_id = web.post(SPEECH, json={"text": text}).json()["job_id"]
        svc.wait_until(
            lambda: (
                svc.service.ledger.get(job_id).row["status"] in ("completed", "failed", "leased")
            )
        )
        return web.get(f"{SPEECH}/status/{job_id}").json()


def test_the_rate_is_a_bucket_that_refills(tmp_path):
    plans = {"pro": {"rate": 60, "burst": 2}}
    with mediaext.testing.service(tmp_path, plans=plans) as svc:
        svc.clock.freeze()
        key, other = svc.key("anna", "pro"), svc.key("ben", "pro")
        assert [post(svc, key).get("failure_reason_code") for _ in range(3)] == [
            None,
            None,
            "RATE_LIMIT_EXCEEDED",
        ]
        refused = post(svc, key)
        assert refused["retryable"] is True
        assert "60 jobs a minute" in refused["error"]
        assert post(svc, other)["status"] != "failed"
        svc.advance(1)
        assert post(svc, key)["status"] != "failed"
        assert post(svc, svc.key("dora", "enterprise"))["status"] != "failed"


def test_jobs_in_flight_are_bounded_by_the_plan(tmp_path):
    plans = {"pro": {"in_flight": 1}}
    with mediaext.testing.service(tmp_path, plans=plans) as svc:
        key = svc.key("anna", "pro")
        running = post(svc, key, "sleep 30")
        refused = post(svc, key)
        assert refused["failure_reason_code"] == "CONCURRENT_JOBS_EXCEEDED"
        headers = {"X-API-Key": key}
        httpx.delete(f"{svc.base_url}{SPEECH}/status/{running['job_id']}", headers=headers)
        assert post(svc, key)["status"] != "failed"


@pytest.mark.parametrize("trouble", ["x", "raise it"])
def test_credits_are_charged_once_and_given_back_for_failures(tmp_path, trouble):
    with mediaext.testing.service(tmp_path, prices={"speech": 3}) as svc:
        key = svc.key("anna", "pro")
        keys.set_credits(svc.settings.home, "anna", 5)
        post(svc, key, trouble)
        svc.wait_until(lambda: svc.service.ledger.depth() == [])
        row = svc.service.database.one("SELECT credits FROM accounts WHERE user = 'anna'")
        assert row["credits"] == (2 if trouble == "x" else 5)
        second = post(svc, key)
        expected = "INSUFFICIENT_CREDITS" if trouble == "x" else None
        assert second.get("failure_reason_code") == expected
        if trouble == "x":
            assert second["retryable"] is False
            row = svc.service.database.one("SELECT credits FROM accounts WHERE user = 'anna'")
            assert row["credits"] == 2


def test_usage_adds_up(tmp_path):
    with mediaext.testing.service(tmp_path) as svc:
        key = svc.key("anna", "pro")
        post(svc, key)
        post(svc, key, "raise it")
        svc.wait_until(lambda: svc.service.ledger.depth() == [])
        [row] = keys.usage(svc.settings.home, days=1, user="anna")
        assert (row["jobs"], row["completed"], row["failed"], row["credits"]) == (2, 1, 1, 1)
        assert keys.usage(svc.settings.home, user="ben") == []
