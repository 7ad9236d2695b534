"""Metrics for Prometheus; one registry per service, so that a process can have several."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest

from mediaext.service.peers import Peers
from mediaext.service.presence import Presence
from mediaext.service.records import JobRow

BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600)
CLAIM_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1)
Figure = TypeVar("Figure", Counter, Gauge)


class Metrics:
    """Counters that the service moves and gauges that are read when asked for.

    The leader alone reports what a ledger has once, such as open jobs, so that sums are right.
    """

    media_type = CONTENT_TYPE_LATEST

    def __init__(self, peers: Peers, presence: Presence) -> None:
        self._peers = peers
        self._presence = presence
        self._registry = CollectorRegistry()
        self._accepted = self._counters(
            "jobs_accepted", "Jobs accepted here.", "operation", "plan"
        )
        self._ended = self._counters(
            "jobs_ended", "Jobs that ended here.", "operation", "plan", "status", "code"
        )
        self._webhooks = self._counters("webhook_tries", "Tries to deliver a webhook.", "outcome")
        self._seconds = self._histograms(
            "job_seconds", "Seconds from acceptance to the end.", ["operation"], BUCKETS
        )
        self._waited = self._histograms(
            "queue_seconds", "Seconds from acceptance to the first claim.", ["plan"], BUCKETS
        )
        self._claim = self._histogram(
            "claim_seconds", "Seconds that a claim took in the ledger.", [], CLAIM_BUCKETS
        )
        self._depth = self._figure(Gauge, "jobs_open", "Open jobs.", "lane", "plan", "status")
        self._oldest = self._figure(
            Gauge, "queue_oldest_seconds", "Age of the oldest job that waits.", "plan"
        )
        self._pods = self._figure(Gauge, "pods", "Pods of this service.", "state")
        self._leads = self._figure(Gauge, "leads", "Whether this service is the leader.")
        self._services = self._figure(Gauge, "services", "Services on the ledger.")
        self._pending = self._figure(Gauge, "webhooks_pending", "Webhooks to deliver.")
        self._blobs = self._figure(Gauge, "blobs", "Files that are stored.")
        self._bytes = self._figure(Gauge, "blob_bytes", "Bytes that are stored.")
        self._ledger_seconds = self._figure(
            Gauge, "ledger_seconds", "Seconds that the last small write to the ledger took."
        )
        self._lag = self._figure(
            Gauge, "loop_lag_seconds", "Longest time that the loop was held up, of 5 seconds."
        )

    def _figure(self, kind: type[Figure], name: str, text: str, *labels: str) -> Figure:
        return kind(f"mediaext_{name}", text, labels, registry=self._registry)

    def _histogram(
        self, name: str, text: str, labels: Sequence[str], buckets: Sequence[float]
    ) -> Histogram:
        return Histogram(
            f"mediaext_{name}", text, labels, buckets=buckets, registry=self._registry
        )

    def _counters(self, name: str, text: str, *labels: str) -> Callable[..., Counter]:
        """Return what gives the counter of some labels; it keeps them, to find them sooner."""
        return cache(self._figure(Counter, name, text, *labels).labels)

    def _histograms(
        self, name: str, text: str, labels: Sequence[str], buckets: Sequence[float]
    ) -> Callable[..., Histogram]:
        return cache(self._histogram(name, text, labels, buckets).labels)

    def accepted(self, operation: str, plan: str) -> None:
        """Count an accepted job."""
        self._presence.count("accepted")
        self._accepted(operation, plan).inc()

    def claimed(self, job: JobRow, seconds: float) -> None:
        """Note how long a job waited, and how long its claim took."""
        self._claim.observe(seconds)
        if job.attempts == 1 and job.started_at is not None:
            self._waited(job.plan).observe(max(job.started_at - job.accepted_at, 0.0))

    def ended(self, job: JobRow) -> None:
        """Count a job that ended."""
        status = job.row["status"]
        self._presence.count(status)
        self._ended(job.operation, job.plan, status, job.code or "").inc()
        if job.finished_at is not None:
            self._seconds(job.operation).observe(max(job.finished_at - job.accepted_at, 0.0))

    def webhook_tried(self, outcome: str) -> None:
        """Count a try to deliver a webhook: ``delivered``, ``pending`` or ``abandoned``."""
        self._webhooks(outcome).inc()

    def render(self) -> bytes:
        """Return the text that Prometheus reads."""
        self._ledger_seconds.set(self._presence.ledger_seconds)
        self._lag.set(self._presence.loop_lag)
        states = list(self._presence.status()["pods"].values())
        for state in ("busy", "idle", "cold", "away"):
            self._pods.labels(state).set(states.count(state))
        self._leads.set(self._peers.leads)
        self._depth.clear()
        self._oldest.clear()
        for figure in (self._services, self._pending, self._blobs, self._bytes):
            figure.set(0)
        if self._peers.leads:
            self._set_shared_figures()
        return generate_latest(self._registry)

    def _set_shared_figures(self) -> None:
        found = self._presence.overview()
        oldest: dict[str, float] = {}
        for row in found["queues"]:
            running = row["status"] == "running"
            status = "leased" if running else "queued"
            self._depth.labels(row["queue"], row["plan"], status).set(row["jobs"])
            if not running:
                oldest[row["plan"]] = max(oldest.get(row["plan"], 0.0), row["oldest"])
        for plan, age in oldest.items():
            self._oldest.labels(plan).set(age)
        self._services.set(len(found["services"]))
        self._pending.set(found["webhooks"])
        self._blobs.set(found["files"])
        self._bytes.set(found["bytes"])
