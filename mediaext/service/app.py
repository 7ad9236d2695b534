"""The service: its parts put together, its ASGI application, its start and its end."""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from functools import cached_property
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

import mediaext.operations  # noqa: F401 # importing fills the catalogue
from mediaext.errors import InvalidRequest
from mediaext.logs import logger
from mediaext.protocol import UPLOAD_PATH
from mediaext.service import sql
from mediaext.service.acceptance import Accepted, Desk
from mediaext.service.blobs import Blobs
from mediaext.service.clock import Clock
from mediaext.service.crew import Crew
from mediaext.service.database import Database
from mediaext.service.events import Events
from mediaext.service.faults import Faults
from mediaext.service.gate import Gate
from mediaext.service.guard import GuardedWeb
from mediaext.service.inputs import Inputs
from mediaext.service.job_socket import add_socket
from mediaext.service.keys import Caller, Keys
from mediaext.service.ledger import Ledger
from mediaext.service.limits import Limits
from mediaext.service.links import Links
from mediaext.service.pods import Workshop
from mediaext.service.profiles import Profiles
from mediaext.service.records import Job
from mediaext.service.resources import add_resources
from mediaext.service.routes import add_operations, describe_keys, reply
from mediaext.service.settings import Settings
from mediaext.service.shortcut import Shortcut
from mediaext.service.signing import ensure_authority
from mediaext.service.sweeper import Sweeper
from mediaext.service.views import Views
from mediaext.service.webhooks import Outbox, Sender

log = logger("mediaext.service")
DESCRIPTION = """\
Asynchronous generation and editing of images, video, speech and meshes.
Every compute POST returns a job; poll its status, give a `callback_url`, or watch
`/ws/jobs/{job_id}`. Routes marked `x-mediaext-extension` are not in the interface specification.
"""


class Service:
    """A whole service on one home folder.

    ``app`` is the ASGI application. ``start`` and ``stop`` own the pods and senders on the running
    loop; a server calls them through the application's lifespan.
    """

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.settings = settings
        self.clock = clock or Clock()
        home = settings.home
        self.database = Database(home / "ledger.sqlite3")
        self.keys = Keys(self.database, home / "secrets" / "keys", self.clock)
        self.links = Links(settings.base_url, home / "secrets" / "links.json")
        self.views = Views(self.links, settings.link_life)
        self.outbox = Outbox(self.database, self.clock, self.views)
        self.ledger = Ledger(
            self.database,
            self.clock,
            ageing_seconds=settings.ageing_seconds,
            attempts=settings.attempts,
        )
        self.limits = Limits(self.database, self.ledger)
        self.ledger.on_end += [self.outbox.write, self.limits.refund, self._expire_inputs]
        self.blobs = Blobs(self.database, home / "blobs", self.clock)
        self.profiles = Profiles(self.database, self.clock)
        self.web = GuardedWeb()
        self.inputs = Inputs(settings, self.blobs, self.links, self.web)
        self.desk = Desk(settings, self.ledger, self.limits, self.profiles, self.inputs)
        self.events = Events()
        self.faults = Faults()
        self.sweeper = Sweeper(settings, self.ledger, self.blobs, self.inputs)
        self.sender = Sender(settings, self.outbox, self.blobs, self.web, self.faults)
        workshop = Workshop(settings, self.ledger, self.blobs, self.inputs, self.news, self.faults)
        self.crew = Crew(workshop, self._changed)
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def anonymous(self) -> Caller | None:
        """Who a caller without a key is; ``None`` where a key is needed."""
        if self.settings.require_key:
            return None
        return Caller(self.settings.user, self.settings.plan)

    @cached_property
    def metrics(self) -> Any:
        """Figures for Prometheus."""
        from mediaext.service.metrics import Metrics

        return Metrics(self.ledger)

    @cached_property
    def api(self) -> FastAPI:
        """The routes, behind the gate."""
        api = FastAPI(
            title="mediaext",
            version="1",
            description=DESCRIPTION,
            lifespan=self._lifespan,
            exception_handlers={
                RequestValidationError: _malformed,
                InvalidRequest: _invalid,
                HTTPException: _http_error,
                Exception: _fault,
            },
        )
        add_operations(api.router, self)
        add_resources(api.router, self)
        add_socket(api.router, self)
        api.router.routes.insert(0, Shortcut(api.router.routes))
        describe_keys(api)
        return api

    @cached_property
    def app(self) -> Gate:
        """The ASGI application."""
        return self.gate

    @cached_property
    def gate(self) -> Gate:
        """The application with its gate."""
        return Gate(
            self.api,
            find=self.keys.find,
            anonymous=self.anonymous,
            base_url=self.settings.base_url,
            body_limit=self.settings.body_limit,
            upload_limit=self.settings.upload_limit,
            upload_path=UPLOAD_PATH,
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        await self.start()
        try:
            yield
        finally:
            await self.stop()

    async def start(self) -> None:
        """Begin to work on the running loop; quick, pods start with their first job."""
        if self._tasks:
            return
        self.crew.start()
        self._tasks = [
            asyncio.create_task(self.sender.run(), name="sender"),
            asyncio.create_task(self.sweeper.run(), name="sweeper"),
        ]

    async def stop(self, grace: float | None = None) -> None:
        """End: running jobs get ``grace`` seconds, the rest goes back to the durable queue."""
        if not self._tasks:
            return
        await self.crew.stop(self.settings.stop_grace if grace is None else grace)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        await self.web.close()

    def close(self) -> None:
        """Close the ledger; the service cannot be started again."""
        self.database.close()

    def accepted(self, accepted: Accepted) -> None:
        """Set going what follows a new job."""
        order, ended, repeated = accepted
        if repeated:
            return
        self.metrics.accepted(order.operation.endpoint.name)
        if ended is None:
            self.crew.notify(order.lane)
        else:
            self.news(ended)

    def news(self, job: Job) -> None:
        """Set going what follows progress or the end of a job."""
        self.events.wake(job.job_id)
        if job.status.terminal:
            self.metrics.ended(job)
            known = {"job_id": job.job_id, "operation": job.operation, "user": job.user}
            known |= {"code": job.code, "pod": job.pod}
            log.info("job %s %s", job.job_id, job.status, extra=known)
            if job.callback_url:
                self.sender.wake.set()

    def _changed(self) -> None:
        self.events.wake_all()
        self.sender.wake.set()

    def _expire_inputs(self, job: Job) -> None:
        """Let go of the inputs of an ended job; the sweeper deletes them."""
        if '"blob"' not in job.inputs:
            return
        now = self.clock.now()
        self.database.run(sql.EXPIRE_INPUTS, now - self.settings.sweep_grace, job.job_id, now)

    def progress(self, job: Job) -> dict[str, Any] | None:
        """Return how far a job is, also one that another process works on."""
        import json

        here = self.crew.progress(job.job_id)
        if here is None and job.row["progress"] and job.row["status"] == "leased":
            here = json.loads(job.row["progress"])
        return here

    def problem(self) -> str | None:
        """Return why jobs cannot be taken, or ``None``."""
        if not self._tasks:
            return "The service has not started."
        try:
            with self.database.transaction():
                self.database.one(sql.COUNT_UP, "turn")
        except sqlite3.Error as error:
            return f"The ledger cannot be written: {error}."
        return None

    def pod_states(self) -> dict[str, str]:
        """Return what each pod does."""
        return {
            pod.name: "busy" if pod.job else "idle" if pod.worker.warm else "cold"
            for pod in self.crew.pods
        }

    def root_certificate(self) -> bytes:
        """Return the PEM certificate that makes this service's signatures trusted."""
        return ensure_authority(self.settings.home / "secrets" / "authority").read_bytes()


async def _malformed(request: Request, error: Exception) -> Response:
    items = error.errors() if isinstance(error, RequestValidationError) else []
    detail = [
        {"loc": list(item["loc"]), "msg": _plain(item["msg"]), "type": item["type"]}
        for item in items
    ]
    return reply({"detail": detail}, 422)


async def _invalid(request: Request, error: Exception) -> Response:
    problems = error.problems if isinstance(error, InvalidRequest) else ()
    detail = [
        {"loc": list(problem.loc), "msg": _plain(problem.msg), "type": problem.kind}
        for problem in problems
    ]
    return reply({"detail": detail}, 422)


async def _http_error(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    if error.status_code == 400 and "body" in error.detail:  # a body that is no JSON
        problem = {"loc": ["body"], "msg": error.detail, "type": "unreadable"}
        return reply({"detail": [problem]}, 422)
    answer = reply({"detail": error.detail}, error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _fault(request: Request, error: Exception) -> Response:
    log.error("a request failed", exc_info=error)
    return reply({"detail": "Server-side fault; it has been logged."}, 500)


def _plain(text: str) -> str:
    """Return text that UTF-8 can carry, whatever a caller sent."""
    return text.encode("utf-8", "replace").decode()
