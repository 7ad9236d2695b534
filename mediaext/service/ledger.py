"""The ledger, the only source of truth about jobs: requests, order, leases, outcomes.

Queued, leased, completed or failed. Every end is guarded by the lease and written together with
its files, its webhook and its refund, so that it happens once.

The order: plans first, users take turns inside a plan, first in first out for one user. A job gets
its turn when it is accepted: one after the last that the user has waiting there, else the one that
is served now. So that nothing starves, one claim in ``AGEING_SHARE`` goes to the oldest job of the
lane once it has waited ``ageing_seconds``.
"""

import json
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from mediaext.errors import FAILURES
from mediaext.service import sql
from mediaext.service.database import Clock, Database, LedgerRow
from mediaext.service.records import JobRow, NewJob, StoredResult

AGEING_SHARE = 4
DEATHS = 2  # a job during which the pod died this often is taken to be the cause

Ending = Callable[[JobRow], None]


class Ledger:
    """Jobs in the database. ``on_end`` runs inside the transaction that ends a job."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        *,
        ageing_seconds: float = 300.0,
        attempts: int = 20,
        on_end: Sequence[Ending] = (),
    ) -> None:
        self.database = database
        self.clock = clock
        self.ageing_seconds = ageing_seconds
        self.attempts = attempts
        self.on_end = list(on_end)
        self._claims = 0

    # Entering and reading

    def enter(self, new_job: NewJob, *, charged: bool = True) -> None:
        """Write a job to the queue; durable when this returns."""
        with self.database.transaction():
            self.database.run(
                sql.INSERT_JOB,
                new_job.job_id,
                new_job.user,
                new_job.plan,
                new_job.rank,
                new_job.lane,
                new_job.operation.endpoint.name,
                new_job.operation.__module__,
                _as_json(new_job.request),
                _as_json(new_job.inputs),
                _as_json(new_job.extra),
                new_job.seed,
                new_job.server_id,
                new_job.callback_url,
                new_job.trust,
                new_job.cost if charged else 0,
                new_job.token,
                new_job.fingerprint,
                _as_json(new_job.notes),
                new_job.engine,
                new_job.traceparent,
                self.clock.now(),
                self._turn(new_job.lane, new_job.rank, new_job.user),
            )

    def _turn(self, lane: str, rank: int, user: str) -> int:
        """Return when a user's next job is served among those of the plan that wait."""
        last = self.database.one(sql.LAST_TURN, lane, rank, user)
        if last is not None:
            return int(last["turn"]) + 1
        first = self.database.one(sql.FIRST_TURN, lane, rank)
        return int(first["turn"]) if first is not None else 0

    def get(self, job_id: str) -> JobRow | None:
        """Return a job of any user."""
        row = self.database.one(sql.GET_JOB, job_id)
        return JobRow.of(row) if row else None

    def get_own(self, job_id: str, user: str, operation: str | None = None) -> JobRow | None:
        """Return a job of this user; ``None`` for unknown and foreign alike."""
        if operation is None:
            row = self.database.one(sql.GET_ANY_OWN_JOB, job_id, user)
        else:
            row = self.database.one(sql.GET_OWN_JOB, job_id, user, operation)
        return JobRow.of(row) if row else None

    def named(self, new_job: NewJob, life: float) -> JobRow | None:
        """Return the job of an earlier request with this token.

        A job that failed, or ended more than ``life`` seconds ago, makes way for a new one.
        """
        if new_job.token is None:
            return None
        name, since = new_job.operation.endpoint.name, self.clock.now() - life
        row = self.database.one(sql.GET_NAMED_JOB, new_job.user, new_job.token, name, since)
        return JobRow.of(row) if row else None

    def in_flight(self, user: str) -> int:
        """Count a user's jobs that have not ended."""
        row = self.database.one(sql.COUNT_IN_FLIGHT, user)
        return int(row["in_flight"]) if row else 0

    # Claiming

    def claim(
        self, lanes: Sequence[str], owner: str, pod: str, lease_seconds: float
    ) -> JobRow | None:
        """Lease the next job of these lanes to a pod; ``None`` when there is none."""
        if not any(self.database.one(sql.WAITING, lane) for lane in lanes):
            return None  # seen without a lock: idle pods do not stop others from writing
        with self.database.transaction():
            now = self.clock.now()
            holder = (secrets.token_hex(8), now + lease_seconds, owner, pod, now)
            aged = self._aged(lanes)
            row = self.database.one(sql.LEASE, *holder, aged) if aged else None
            row = row or self.database.one(sql.CLAIM_NEXT, *holder, json.dumps(lanes))
            return JobRow.of(row) if row else None

    def _aged(self, lanes: Sequence[str]) -> str | None:
        self._claims += 1
        if self._claims % AGEING_SHARE:
            return None
        oldest = [row for lane in lanes if (row := self.database.one(sql.CLAIM_OLDEST, lane))]
        limit = self.clock.now() - self.ageing_seconds
        due = [row for row in oldest if row["accepted_at"] <= limit]
        return min(due, key=lambda row: row["accepted_at"])["job_id"] if due else None

    def renew(
        self, job: JobRow, lease_seconds: float, progress: Mapping[str, object] | None
    ) -> bool:
        """Extend a lease and note the progress; ``False`` when the lease is lost."""
        text = json.dumps(progress) if progress else None
        until = self.clock.now() + lease_seconds
        return bool(self.database.run(sql.RENEW_LEASE, until, text, job.job_id, job.lease))

    # Ending

    def complete(
        self,
        job: JobRow,
        files: Mapping[str, StoredResult],
        expires_at: float,
        notes: Sequence[str] = (),
        made_by: Mapping[str, object] | None = None,
    ) -> JobRow | None:
        """End a leased job well; ``None`` when the lease was lost.

        Repeated after a commit of which the outcome is not known, it returns the same job.
        """
        stored = json.dumps({role: file.fields() for role, file in files.items()})
        facts = _as_json(notes), json.dumps(made_by) if made_by else None
        with self.database.transaction():
            ended = self._end(
                sql.COMPLETE, self.clock.now(), stored, *facts, job.job_id, job.lease
            )
            if ended is None:
                known = self.get(job.job_id)
                done = files and known is not None and known.row["files"] == stored
                return known if done else None
            for role, file in files.items():
                self.database.run(
                    sql.PUT_BLOB,
                    job.job_id,
                    role,
                    file.file,
                    file.media_type,
                    file.size,
                    file.checksum,
                    expires_at,
                )
            return ended

    def fail(self, job: JobRow, code: str, error: str, *, open_job: bool = False) -> JobRow | None:
        """End a leased job as failed, or with ``open_job`` one that is not leased."""
        now = self.clock.now()
        retryable = int(bool(FAILURES[code].retryable))
        guard = (job.job_id,) if open_job else (job.job_id, job.lease)
        statement = sql.FAIL_OPEN if open_job else sql.FAIL_LEASED
        with self.database.transaction():
            return self._end(statement, now, error, code, retryable, *guard)

    def cancel(self, job_id: str, user: str, operation: str) -> JobRow | None:
        """End an open job of this user as cancelled; ``None`` when there is no such open job."""
        sentence = "The job was cancelled."
        with self.database.transaction():
            return self._end(sql.CANCEL, self.clock.now(), sentence, job_id, user, operation)

    def _end(self, statement: str, *values: object) -> JobRow | None:
        row = self.database.one(statement, *values)
        if row is None:
            return None
        job = JobRow.of(row)
        for follow in self.on_end:
            follow(job)
        return job

    # Recovery

    def release(self, job_id: str, lease: str, *, died: bool = False) -> JobRow | None:
        """Give a job back to the queue; end it when it has been tried too often."""
        with self.database.transaction():
            row = self.database.one(sql.REQUEUE, int(died), job_id, lease)
            if row is None:
                return None
            job = JobRow.of(row)
            if job.deaths >= DEATHS:
                sentence = f"The job ended its worker {job.deaths} times and was given up."
                return self.fail(job, "MODEL_ERROR", sentence, open_job=True)
            if job.attempts >= self.attempts:
                sentence = f"The job was interrupted {job.attempts} times and was given up."
                return self.fail(job, "INTERNAL_ERROR", sentence, open_job=True)
            return job

    def release_expired(self) -> list[JobRow]:
        """Give back every job whose lease is over."""
        return self._release_all(self.database.all(sql.LEASES_OVER, self.clock.now()))

    def release_owner(self, owner: str) -> list[JobRow]:
        """Give back every job of a service that has ended."""
        return self._release_all(self.database.all(sql.LEASES_OF, owner))

    def _release_all(self, rows: Iterable[LedgerRow]) -> list[JobRow]:
        released = (self.release(row["job_id"], row["lease"]) for row in rows)
        return [job for job in released if job is not None]

    def held_by(self, owner: str) -> list[JobRow]:
        """Return the jobs that are leased under a name."""
        return [JobRow.of(row) for row in self.database.all(sql.HELD_BY, owner)]

    def other_owners(self, owner: str) -> list[str]:
        """Return the other services that hold leases."""
        return [str(row["owner"]) for row in self.database.all(sql.OWNERS, owner)]

    def fail_unclaimed_pinned(self, budget: float) -> list[JobRow]:
        """End pinned jobs whose pod did not come within ``budget`` seconds."""
        ended = []
        for row in self.database.all(sql.PINNED_TOO_LONG, self.clock.now() - budget):
            job = JobRow.of(row)
            sentence = (
                f"The pod '{job.server_id}' took no job within {budget:g} seconds; "
                "leave out server_id to let any pod do it."
            )
            failed = self.fail(job, "MODEL_UNAVAILABLE", sentence, open_job=True)
            ended += [failed] if failed else []
        return ended

    def depth(self) -> list[tuple[str, str, int]]:
        """Count open jobs as ``(lane, status, count)``."""
        counts: Counter[tuple[str, str]] = Counter()
        for row in self.open_jobs():
            counts[row["lane"], row["status"]] += row["count"]
        return [(*place, count) for place, count in counts.items()]

    def open_jobs(self) -> Sequence[LedgerRow]:
        """Return lane, plan, status, ``count`` and when the ``oldest`` was accepted."""
        return self.database.all(sql.OPEN_JOBS)

    def usage(self, since: float = 0.0, user: str | None = None) -> list[dict[str, Any]]:
        """Sum up jobs, credits and seconds by user and operation."""
        return [dict(row) for row in self.database.all(sql.USAGE, since, user, user)]


def _as_json(value: Mapping[str, object] | Sequence[object]) -> str:
    """Return the JSON of a column; most hold nothing."""
    return json.dumps(value) if value else "{}" if isinstance(value, Mapping) else "[]"
