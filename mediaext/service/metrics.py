"""Figures for Prometheus; one registry per service, so that several can live in a process."""

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest

from mediaext.service.ledger import Ledger
from mediaext.service.peers import Peers
from mediaext.service.records import JobRow

BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600)


class Metrics:
    """Counters that the service moves and gauges that are read when asked for."""

    media_type = CONTENT_TYPE_LATEST

    def __init__(self, ledger: Ledger, peers: Peers) -> None:
        self._ledger = ledger
        self._peers = peers
        self._registry = CollectorRegistry()
        self._accepted = Counter(
            "mediaext_jobs_accepted", "Jobs accepted.", ["operation"], registry=self._registry
        )
        self._ended = Counter(
            "mediaext_jobs_ended",
            "Jobs that ended here.",
            ["operation", "status", "code"],
            registry=self._registry,
        )
        self._seconds = Histogram(
            "mediaext_job_seconds",
            "Seconds from acceptance to the end.",
            ["operation"],
            buckets=BUCKETS,
            registry=self._registry,
        )
        self._depth = Gauge(
            "mediaext_jobs_open", "Open jobs by lane.", ["lane", "status"], registry=self._registry
        )

    def accepted(self, operation: str) -> None:
        """Count an accepted job."""
        self._accepted.labels(operation).inc()

    def ended(self, job: JobRow) -> None:
        """Count a job that ended."""
        self._ended.labels(job.operation, job.row["status"], job.code or "").inc()
        if job.finished_at is not None:
            self._seconds.labels(job.operation).observe(
                max(job.finished_at - job.accepted_at, 0.0)
            )

    def render(self) -> bytes:
        """Return the text that Prometheus reads."""
        self._depth.clear()
        # by one service of those on a ledger, so that sums are right
        for lane, status, count in self._ledger.depth() if self._peers.leads else ():
            self._depth.labels(lane, status).set(count)
        return generate_latest(self._registry)
