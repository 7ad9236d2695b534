"""Ten thousand queued jobs cost no more each than a hundred: counted in steps of the database."""

import statistics

import pytest

from mediaext.operations import GenerateImage
from mediaext.service import Service, Settings
from mediaext.service.keys import Caller
from mediaext.service.records import StoredResult
from mediaext.service.settings import PlanLimits

JOBS = 10_000
FILE = {"result": StoredResult("x", "image/webp", 1, "result.webp")}


class Steps:
    """Counts what the database does for the early and the late ones of many equal calls."""

    def __init__(self, service):
        self.connection = service.database._connection
        self.steps = 0
        self.counted = {}

    def step(self):
        self.steps += 1

    @staticmethod
    def counts(number):
        return 100 <= number < 200 or number >= JOBS - 100

    def of(self, number, work, *arguments):
        if not self.counts(number):
            return work(*arguments)
        self.steps = 0
        self.connection.set_progress_handler(self.step, 1)
        try:
            return work(*arguments)
        finally:
            self.connection.set_progress_handler(None, 1)
            self.counted.setdefault(work.__name__, []).append(self.steps)

    def compare(self):
        for name, steps in self.counted.items():
            first, last = statistics.median(steps[:100]), statistics.median(steps[100:])
            assert 0 < last <= 1.1 * first, f"{name}: {first} steps grew to {last}"


@pytest.mark.parametrize("users", [1, 1000])
def test_submit_status_and_claim_stay_flat(tmp_path, users):
    plans = {"pro": PlanLimits(in_flight=JOBS, rate=6e6, burst=JOBS)}
    service = Service(Settings(home=tmp_path, engine="instant", plans=plans))
    ledger = service.ledger
    request = GenerateImage(prompt="x")
    callers = [Caller(f"user-{number}", "pro") for number in range(users)]
    steps = Steps(service)
    for number in range(JOBS):
        caller = callers[number % users]
        new_job, refused, _ = steps.of(number, service.acceptor.accept, caller, request)
        assert refused is None
        if steps.counts(number):  # reading a status changes nothing for those that follow
            assert steps.of(number, ledger.get_own, new_job.job_id, caller.user, "image")
    for number in range(JOBS):
        job = steps.of(number, ledger.claim, ("instant|standard",), "me", "pod-1", 30.0)
        ledger.complete(job, {}, 0.0)
    assert ledger.claim(("instant|standard",), "me", "pod-1", 30.0) is None
    steps.compare()
    service.close()


def test_submit_stays_flat_for_one_user_without_limits(tmp_path):
    service = Service(Settings(home=tmp_path, engine="instant", plans={}))
    request, caller = GenerateImage(prompt="x"), Caller("local", "enterprise")
    steps = Steps(service)
    for number in range(JOBS):
        steps.of(number, service.acceptor.accept, caller, request)
    steps.compare()
    service.close()
