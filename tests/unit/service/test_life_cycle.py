"""A job's life as a state machine: whatever happens in whatever order, each ends once."""

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from mediaext.errors import FAILURES
from mediaext.job import Status
from mediaext.operations import GenerateImage
from mediaext.service import Service, Settings, keys
from mediaext.service.keys import Caller
from mediaext.service.ledger import DEATHS
from mediaext.service.records import StoredResult
from mediaext.service.settings import RANK
from mediaext.testing import TestClock

HOOK = "https://hooks.example/x"
LANE = "instant|standard"
LEASE = 30.0
CREDITS = 20
OWNERS = ("one", "two")
TRANSITIONS = {Status.QUEUED: {Status.COMPLETED, Status.FAILED}, Status.COMPLETED: set()}
TRANSITIONS[Status.FAILED] = set()


class LifeCycle(RuleBasedStateMachine):
    """Submissions, claims, ends, cancels, crashes and zombies in any order."""

    leases = Bundle("leases")

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        home = Path(self.folder.name)
        self.clock = TestClock()
        self.clock.freeze()
        self.service = Service(Settings(home=home, engine="instant", plans={}), self.clock)
        self.ledger = self.service.ledger
        self.users = {}
        self.seen = {}
        self.claimed = []
        self.leased = {}
        for user in ("anna", "ben"):
            keys.set_credits(home, user, CREDITS)

    def teardown(self):
        self.service.close()
        self.folder.cleanup()

    @rule(user=st.sampled_from(["anna", "ben"]), plan=st.sampled_from(list(RANK)))
    def submit(self, user, plan):
        request = GenerateImage(prompt="x", callback_url=HOOK)
        order, refused, _ = self.service.acceptor.accept(Caller(user, plan), request)
        self.users[order.job_id] = user
        if refused is not None:
            assert refused.code == "INSUFFICIENT_CREDITS"
            assert self.spent(user) == CREDITS

    @rule(target=leases, owner=st.sampled_from(OWNERS))
    def claim(self, owner):
        job = self.ledger.claim((LANE,), owner, "pod", LEASE)
        if job is None:
            assert not [one for one in self.rows() if one["status"] == "queued"]
        else:
            assert job.job_id not in {one.job_id for one in self.live()}
            self.claimed.append(job)
        return job

    @rule(job=consumes(leases))
    def complete(self, job):
        if job is not None:
            files = {"result": StoredResult(f"x/{job.lease}", "image/png", 1, "result.png")}
            ended = self.ledger.complete(job, files, self.clock.now() + 60)
            assert (ended is not None) == self.was_live(job)

    @rule(job=consumes(leases), code=st.sampled_from(list(FAILURES)))
    def fail(self, job, code):
        if job is not None:
            ended = self.ledger.fail(job, code, "It failed.")
            assert (ended is not None) == self.was_live(job)

    @rule(job=consumes(leases))
    def pod_dies(self, job):
        if job is not None:
            released = self.ledger.release(job.job_id, job.lease, died=True)
            assert (released is not None) == self.was_live(job)
            if released is not None and released.deaths >= DEATHS:
                assert released.code == "MODEL_ERROR"

    @rule(job=leases)
    def renew(self, job):
        if job is not None:
            assert self.ledger.renew(job, LEASE, None) == self.was_live(job)

    @rule(owner=st.sampled_from(OWNERS))
    def service_dies(self, owner):
        mine = {job.job_id for job in self.live() if job.owner == owner}
        assert {job.job_id for job in self.ledger.release_owner(owner)} == mine

    @rule(seconds=st.sampled_from([1, 20, 40]))
    def time_passes(self, seconds):
        self.clock.advance(seconds)
        self.ledger.release_expired()

    @rule(data=st.data())
    def cancel(self, data):
        if self.users:
            job_id = data.draw(st.sampled_from(sorted(self.users)))
            user = data.draw(st.sampled_from(["anna", "ben"]))
            open_ = self.ledger.get(job_id).status is Status.QUEUED
            ended = self.ledger.cancel(job_id, user, "image")
            assert (ended is not None) == (open_ and user == self.users[job_id])

    def rows(self):
        return self.service.database.all("SELECT * FROM jobs")

    def live(self):
        """Claims whose lease still holds."""
        held = {row["lease"] for row in self.rows() if row["status"] == "leased"}
        return [job for job in self.claimed if job.lease in held]

    def was_live(self, job):
        """Whether the claim held before the step, as the invariants last saw it."""
        return self.leased.get(job.job_id) == job.lease

    def spent(self, user):
        row = self.service.database.one("SELECT credits FROM accounts WHERE user = ?", user)
        return CREDITS - row["credits"]

    @invariant()
    def only_known_transitions_happen(self):
        for row in self.rows():
            now = self.ledger.get(row["job_id"]).status
            before = self.seen.get(row["job_id"], Status.QUEUED)
            assert now is before or now in TRANSITIONS[before]
            self.seen[row["job_id"]] = now

    @invariant()
    def each_end_is_told_once(self):
        ends = {row["job_id"] for row in self.rows() if row["finished_at"] is not None}
        told = [row["job_id"] for row in self.service.database.all("SELECT job_id FROM outbox")]
        assert len(told) == len(set(told))
        assert set(told) == ends

    @invariant()
    def money_adds_up(self):
        for user in ("anna", "ben"):
            due = [
                row["cost"]
                for row in self.rows()
                if row["user"] == user and row["status"] != "failed"
            ]
            assert self.spent(user) == sum(due)

    @invariant()
    def the_count_in_flight_is_right(self):
        for user in ("anna", "ben"):
            open_ = [
                row
                for row in self.rows()
                if row["user"] == user and row["status"] in ("queued", "leased")
            ]
            assert self.ledger.in_flight(user) == len(open_)

    @invariant()
    def results_belong_to_completed_jobs(self):
        done = {row["job_id"] for row in self.rows() if row["status"] == "completed"}
        assert {row["holder"] for row in self.service.database.all("SELECT * FROM blobs")} == done

    @invariant()
    def remember_the_leases(self):
        self.leased = {
            row["job_id"]: row["lease"] for row in self.rows() if row["status"] == "leased"
        }


TestLifeCycle = LifeCycle.TestCase
TestLifeCycle.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
