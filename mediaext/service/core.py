"""Assemble, start and stop the parts of a service; no HTTP."""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any
from urllib.parse import urlsplit

from mediaext.logs import logger
from mediaext.service import sql
from mediaext.service.acceptance import Accepted, JobAcceptor
from mediaext.service.blobs import Blobs, open_store
from mediaext.service.content_credentials import ensure_authority
from mediaext.service.database import Clock, LedgerUnavailable
from mediaext.service.events import JobEvents, SocketLimits
from mediaext.service.fleet import Fleet
from mediaext.service.guarded_http import GuardedWeb
from mediaext.service.injected_faults import InjectedFaults
from mediaext.service.inputs import Inputs
from mediaext.service.keys import Caller, Keys
from mediaext.service.ledger import Ledger
from mediaext.service.links import Links
from mediaext.service.peers import Notification, OpenLedger, open_folder
from mediaext.service.pod_supervisor import PodSupervisor
from mediaext.service.pods import PodContext
from mediaext.service.presence import Presence
from mediaext.service.profiles import Profiles
from mediaext.service.quotas import Quotas, RequestRates
from mediaext.service.records import JobRow
from mediaext.service.responses import JobViews
from mediaext.service.settings import Settings
from mediaext.service.sweeper import Sweeper
from mediaext.service.webhooks import WebhookOutbox, WebhookSender

log = logger("mediaext.service")
REMOTE_PROGRESS = 10_000  # jobs of other services whose progress is remembered
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})


class ServiceCore:
    """The parts of a service, put together; its start and its end.

    ``ledger`` is that of the home folder unless another is given; the service closes it. ``fleet``
    has the workers elsewhere.

    ``start`` and ``stop`` own the pods and senders on the running loop.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock | None = None,
        ledger: OpenLedger | None = None,
        fleet: Fleet | None = None,
    ) -> None:
        self.settings = settings
        self.database, self.peers, own_clock = ledger or open_folder(settings)
        self.clock = clock or own_clock
        home = settings.home
        self.call = self.database.call
        self.write = self.database.write
        self.keys = Keys(self.database, home / "secrets" / "keys", self.clock)
        self.links = Links(settings.base_url, home / "secrets" / "links.json")
        self.views = JobViews(self.links, settings.link_life)
        self.outbox = WebhookOutbox(self.database, self.clock, self.views)
        self.ledger = Ledger(
            self.database,
            self.clock,
            ageing_seconds=settings.ageing_seconds,
            attempts=settings.attempts,
        )
        self.limits = Quotas(self.database, self.ledger)
        self.rates = RequestRates(self.clock)
        self.ledger.on_end += [self.outbox.write, self.limits.refund, self._expire_inputs]
        self.blobs = Blobs(self.database, open_store(settings.blob_address), self.clock)
        self.profiles = Profiles(self.database, self.clock)
        self.web = GuardedWeb()
        self.inputs = Inputs(settings, self.blobs, self.links, self.web)
        self.presence = Presence(self.ledger, self.peers, self._describe)
        self.acceptor = JobAcceptor(
            settings,
            self.ledger,
            self.limits,
            self.profiles,
            self.inputs,
            pods=partial(self.presence.pods, settings.engine),
        )
        self.events = JobEvents()
        self.sockets = SocketLimits()
        self.faults = InjectedFaults()
        self.sweeper = Sweeper(settings, self.ledger, self.blobs, self.peers)
        self.sender = WebhookSender(
            settings,
            self.outbox,
            self.blobs,
            self.web,
            self.faults,
            on_try=self._tried,
        )
        context = PodContext(
            settings,
            self.ledger,
            self.blobs,
            self.inputs,
            self.job_changed,
            self._claimed,
            self.faults,
        )
        self.supervisor = PodSupervisor(context, self.peers, fleet)
        self._tasks: list[asyncio.Task[None]] = []
        self._remote_progress: OrderedDict[str, Mapping[str, object]] = OrderedDict()

    @property
    def anonymous(self) -> Caller | None:
        """Who a caller without a key is; ``None`` where a key is needed."""
        if self.settings.require_key:
            return None
        return Caller(self.settings.user, self.settings.plan, operator=True)

    @cached_property
    def hosts(self) -> frozenset[str]:
        """Names by which callers without a key may reach this service."""
        return LOOPBACK | {urlsplit(self.settings.base_url).hostname or ""}

    @cached_property
    def metrics(self) -> Any:
        """Figures for Prometheus."""
        from mediaext.service.metrics import Metrics

        return Metrics(self.peers, self.presence)

    async def start(self) -> None:
        """Begin to work on the running loop; quick, pods start with their first job."""
        if self._tasks:
            return
        await self.peers.join()
        self.supervisor.start()
        self._tasks = [
            asyncio.create_task(self.peers.listen(self._on_notification), name="peers"),
            asyncio.create_task(self.sender.run(), name="sender"),
            asyncio.create_task(self.sweeper.run(), name="sweeper"),
            asyncio.create_task(self.presence.run(), name="presence"),
        ]

    async def stop(self, grace: float | None = None) -> None:
        """Stop: running jobs get ``grace`` seconds, the rest goes back to the durable queue."""
        if not self._tasks:
            return
        await self.supervisor.stop(self.settings.stop_grace if grace is None else grace)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        with contextlib.suppress(LedgerUnavailable):
            await self.call(self.presence.unregister)
        await self.peers.leave()
        await self.web.close()

    def close(self) -> None:
        """Close ledger and store; the service cannot be started again."""
        self.blobs.store.close()
        self.database.close()

    def accepted(self, accepted: Accepted) -> None:
        """React to a new job."""
        new_job, ended, repeated = accepted
        if repeated:
            return
        self.metrics.accepted(new_job.operation.endpoint.name, new_job.plan)
        if ended is None:
            self.queued(new_job.lane)
        else:
            self.job_changed(ended)

    def _claimed(self, job: JobRow, seconds: float) -> None:
        self.metrics.claimed(job, seconds)

    def _tried(self, outcome: str) -> None:
        self.metrics.webhook_tried(outcome)

    def queued(self, lane: str) -> None:
        """React to a job that waits."""
        self.supervisor.notify(lane)
        self.peers.publish(Notification("queued", lane))

    def cancelled(self, job: JobRow) -> None:
        """React to a cancelled job."""
        self.supervisor.abort(job.job_id)
        self.peers.publish(Notification("cancel", job.job_id))
        self.job_changed(job)

    def job_changed(self, job: JobRow) -> None:
        """React to progress or the end of a job."""
        self.events.wake(job.job_id)
        progress = None if job.status.terminal else self.supervisor.progress(job.job_id)
        if progress is None:
            self.peers.publish(Notification("changed", job.job_id))
        else:
            detail = {**progress, "attempt": job.attempts}
            self.peers.publish(Notification("progress", job.job_id, detail))
        if job.row["status"] == "queued":
            self.queued(job.lane)
        if job.status.terminal:
            self.metrics.ended(job)
            known = {"job_id": job.job_id, "operation": job.operation, "user": job.user}
            known |= {"code": job.code, "pod": job.pod}
            log.info("job %s %s", job.job_id, job.status, extra=known)
            if job.callback_url:
                self.sender.wake.set()

    def _on_notification(self, notification: Notification | None) -> None:
        """React to what another service did."""
        if notification is None:
            self.supervisor.wake_all()
            self.events.wake_all()
            self.sender.wake.set()
        elif notification.kind == "queued":
            self.supervisor.notify(notification.subject)
        elif notification.kind == "cancel":
            self.supervisor.abort(notification.subject)
        else:
            self._remote_progress.pop(notification.subject, None)
            if notification.kind == "progress":
                self._remote_progress[notification.subject] = notification.detail
                if len(self._remote_progress) > REMOTE_PROGRESS:
                    self._remote_progress.popitem(last=False)
            else:
                self.sender.wake.set()
            self.events.wake(notification.subject)

    def _expire_inputs(self, job: JobRow) -> None:
        """Expire the inputs of an ended job; the sweeper deletes them."""
        if '"blob"' not in job.inputs:
            return
        now = self.clock.now()
        self.database.run(sql.EXPIRE_INPUTS, now - self.settings.sweep_grace, job.job_id, now)

    def progress(self, job: JobRow) -> dict[str, Any] | None:
        """Return how far a job is, also one that another process works on."""
        import json

        progress = self.supervisor.progress(job.job_id)
        remote = self._remote_progress.get(job.job_id)
        if progress is None and remote and remote["attempt"] == job.attempts:
            progress = dict(remote)
        if progress is None and job.row["progress"] and job.row["status"] == "leased":
            progress = json.loads(job.row["progress"])
        return progress

    async def problem(self) -> str | None:
        """Return why jobs cannot be taken, or ``None``."""
        if not self._tasks:
            return "The service has not started."
        try:
            await self.call(self.database.check)
        except LedgerUnavailable as error:
            return f"The ledger cannot be written: {error}."
        return None

    def _describe(self) -> dict[str, Any]:
        """Return address, engine and the states of the pods of this service."""
        settings = self.settings
        pods = self.supervisor.states()
        return {"url": settings.base_url, "engine": settings.engine, "pods": pods}

    def root_certificate(self) -> bytes:
        """Return the PEM certificate that makes this service's signatures trusted."""
        return ensure_authority(self.settings.home / "secrets" / "authority").read_bytes()
