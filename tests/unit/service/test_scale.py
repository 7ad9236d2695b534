"""Ten thousand queued jobs cost no more each than a hundred."""

import statistics
import time

import pytest

from mediaext.operations import GenerateImage
from mediaext.service import Service, Settings
from mediaext.service.keys import Caller
from mediaext.service.records import StoredFile
from mediaext.service.settings import PlanLimits

JOBS = 10_000
FILE = {"result": StoredFile("x", "image/webp", 1, "result.webp")}


def seconds(work, *arguments):
    start = time.perf_counter()
    result = work(*arguments)
    return time.perf_counter() - start, result


def compare(times):
    """Compare the last hundred with the first hundred, after the very first."""
    first, last = statistics.median(times[100:200]), statistics.median(times[-100:])
    assert last <= 1.5 * first + 2e-5, f"{first * 1e6:.0f} µs grew to {last * 1e6:.0f} µs"


@pytest.mark.parametrize("users", [1, 1000])
def test_submit_status_and_claim_stay_flat(tmp_path, users):
    plans = {"pro": PlanLimits(in_flight=JOBS, rate=6e6, burst=JOBS)}
    service = Service(Settings(home=tmp_path, engine="instant", plans=plans))
    ledger = service.ledger
    request = GenerateImage(prompt="x")
    callers = [Caller(f"user-{number}", "pro") for number in range(users)]
    submits, reads, claims = [], [], []
    for number in range(JOBS):
        caller = callers[number % users]
        spent, (order, refused, _) = seconds(service.desk.accept, caller, request)
        assert refused is None
        submits.append(spent)
        spent, job = seconds(ledger.get_own, order.job_id, caller.user, "image")
        assert job is not None
        reads.append(spent)
    for _ in range(JOBS):
        spent, job = seconds(ledger.claim, ("instant|standard",), "me", "pod-1", 30.0)
        claims.append(spent)
        ledger.complete(job, {}, 0.0)
    assert ledger.claim(("instant|standard",), "me", "pod-1", 30.0) is None
    service.close()
    compare(reads)
    compare(claims)
    compare(submits)


def test_submit_stays_flat_for_one_user_without_limits(tmp_path):
    service = Service(Settings(home=tmp_path, engine="instant", plans={}))
    request, caller = GenerateImage(prompt="x"), Caller("local", "enterprise")
    compare([seconds(service.desk.accept, caller, request)[0] for _ in range(JOBS)])
    service.close()
