"""Check the limits of a plan: rate, jobs in flight, credits; beyond them a job fails."""

from collections import OrderedDict

from mediaext.service import sql
from mediaext.service.database import Clock, Database
from mediaext.service.ledger import Ledger
from mediaext.service.records import JobRow, NewJob
from mediaext.service.settings import PlanLimits

Refusal = tuple[str, str]
USERS = 10_000  # whose rate of other requests is remembered


class RequestRates:
    """How often a user may do what makes no job: upload, write a profile.

    Buckets of their own in memory, as large as the plan's for jobs.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, user: str, limits: PlanLimits) -> float:
        """Count a request; return the seconds until it is allowed, 0 when it is."""
        if limits.rate is None:
            return 0.0
        now = self._clock.now()
        tokens = _refilled(*self._buckets.pop(user, (float(limits.burst), now)), now, limits)
        allowed = tokens >= 1
        self._buckets[user] = (tokens - allowed, now)
        if len(self._buckets) > USERS:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1 - tokens) * 60 / limits.rate


def _refilled(tokens: float, since: float, now: float, limits: PlanLimits) -> float:
    """Return what a bucket holds that refills at the plan's rate a minute."""
    return min(float(limits.burst), tokens + max(now - since, 0.0) * (limits.rate or 0) / 60)


class Quotas:
    """Decides inside the transaction that accepts a job; refunds inside the one that ends it."""

    def __init__(self, database: Database, ledger: Ledger) -> None:
        self.database = database
        self.ledger = ledger

    def lock(self, user: str) -> None:
        """Have other requests of this user wait until the transaction's end."""
        if self.database.one_writer:
            return
        self.database.run(sql.OPEN_ACCOUNT, user)
        self.database.one(sql.LOCK_ACCOUNT, user)

    def refuse(self, new_job: NewJob, limits: PlanLimits) -> Refusal | None:
        """Return failure code and sentence when the plan does not allow this job now."""
        return (
            self._rate(new_job.user, limits)
            or self._in_flight(new_job, limits)
            or self._charge(new_job)
        )

    def _rate(self, user: str, limits: PlanLimits) -> Refusal | None:
        """Take one token from the bucket, which refills at ``rate`` a minute."""
        if limits.rate is None:
            return None
        self.database.run(sql.OPEN_ACCOUNT, user)
        row = self.database.one(sql.GET_ACCOUNT, user)
        now = self.ledger.clock.now()
        tokens = float(limits.burst)
        if row is not None and row["tokens"] is not None:
            tokens = _refilled(row["tokens"], row["refilled_at"], now, limits)
        allowed = tokens >= 1
        self.database.run(sql.SET_TOKENS, tokens - allowed, now, user)
        if allowed:
            return None
        wait = (1 - tokens) * 60 / limits.rate
        return (
            "RATE_LIMIT_EXCEEDED",
            f"The plan allows {limits.rate:g} jobs a minute; try again in {wait:.1f} seconds.",
        )

    def _in_flight(self, new_job: NewJob, limits: PlanLimits) -> Refusal | None:
        if limits.in_flight is None:
            return None
        if self.ledger.in_flight(new_job.user) < limits.in_flight:
            return None
        return (
            "CONCURRENT_JOBS_EXCEEDED",
            f"The plan allows {limits.in_flight} jobs in flight; wait for one to end.",
        )

    def _charge(self, new_job: NewJob) -> Refusal | None:
        row = self.database.one(sql.GET_ACCOUNT, new_job.user)
        if row is None or row["credits"] is None:
            return None
        if row["credits"] < new_job.cost:
            return (
                "INSUFFICIENT_CREDITS",
                f"The job costs {new_job.cost} credits and {row['credits']} are left; top up.",
            )
        self.database.run(sql.CHARGE, new_job.cost, new_job.user)
        return None

    def refund(self, job: JobRow) -> None:
        """Give the credits of a failed job back."""
        if job.row["status"] == "failed" and job.cost:
            self.database.run(sql.CHARGE, -job.cost, job.user)
