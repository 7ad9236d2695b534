"""One client's dealings with one service, on the core loop: prepare, upload, submit, look up."""

import asyncio
import base64
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from mediaext.client.core import Core, core, running_core
from mediaext.client.event_socket import EventSocket
from mediaext.client.gateway import Gateway
from mediaext.client.history import History
from mediaext.client.limits import Gate, gate
from mediaext.client.media import Blob, is_url, read_media
from mediaext.client.store import Store
from mediaext.client.transport import Transport
from mediaext.errors import InvalidRequest, Problem, Unreachable
from mediaext.home import home
from mediaext.job import JobRecord, JobState
from mediaext.logs import logger
from mediaext.operation import Operation
from mediaext.protocol import (
    IDEMPOTENCY,
    LINK_LIFE,
    REFUSED,
    TRANSIENT,
    UPLOAD_PATH,
    Reply,
    accept,
    auth_headers,
    backoff,
    is_deterministic,
    read_state,
    request_key,
    retry_after,
)

T = TypeVar("T")
FRESH = 0.9 * LINK_LIFE  # seconds; an older link is not passed on
log = logger(__name__)
sessions: "weakref.WeakSet[Session]" = weakref.WeakSet()
"""Every session of this process, for a webhook that arrives."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a client waits and retries.

    ``timeout``: seconds that a blocking call waits for a job. ``retries``: how often a retryable
    failure is submitted again. ``events``: follow jobs over WebSocket where it is offered.
    """

    timeout: float | None = 3600.0
    retries: int = 3
    events: bool = True


@dataclass(frozen=True, slots=True)
class Prepared:
    """A request ready to be sent: wire body, input digests, name of its result in the store."""

    operation: Operation[Any]
    body: dict[str, Any]
    inputs: dict[str, list[str]]
    key: str
    deterministic: bool
    request: dict[str, Any]


@dataclass(slots=True)
class Link:
    """A URL at the service and when it was got, in monotonic seconds."""

    url: str
    born: float = field(default_factory=time.monotonic)

    @property
    def fresh(self) -> bool:
        """Whether it may still be handed on."""
        return time.monotonic() - self.born < FRESH


class Session:
    """State shared by the faces of one client; rebuilt by itself in a forked child."""

    def __init__(
        self,
        gateway: Gateway,
        key: str | None = None,
        options: Options | None = None,
        folder: Path | None = None,
    ) -> None:
        self.gateway = gateway
        self.key = key
        self.options = options or Options()
        self.folder = folder or home()
        self.history = History(self.folder)
        self.store = Store(self.folder / "results")
        self.links: dict[str, Link] = {}
        self.works: dict[str, Any] = {}
        self.honours_tokens = False  # until an answer repeats one
        self._durations: dict[str, float | None] = {}
        self._uploads: dict[str, asyncio.Task[str]] = {}
        self._transport: asyncio.Task[Transport] | None = None
        self._event_socket: EventSocket | None = None
        self._core: Core | None = None
        sessions.add(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Session, (self.gateway, self.key, self.options, self.folder)

    def with_options(self, **changes: Any) -> "Session":
        """Return a session to the same service with other options."""
        return Session(self.gateway, self.key, replace(self.options, **changes), self.folder)

    async def transport(self) -> Transport:
        """Return the open transport of this process."""
        if self._core is not core():  # first use, or a forked child
            self._core, self._transport, self._event_socket = core(), None, None
            self._uploads.clear()
            self.works.clear()
        if self._transport is None or (self._transport.done() and self._transport.exception()):
            self._transport = asyncio.ensure_future(self.gateway.open())
            weakref.finalize(self, _close_later, self._core, self._transport)
        return await asyncio.shield(self._transport)

    def event_socket(self) -> EventSocket | None:
        """Return what hears of jobs, unless events are not wanted."""
        if self._event_socket is None and self.options.events:
            self._event_socket = EventSocket()
        return self._event_socket

    def gate(self) -> Gate:
        """Return the process-wide limit on jobs in flight at this service."""
        return gate(self.gateway.base_url)

    async def expect(self, jobs: int) -> None:
        """Open the gate for so many jobs at once; runs on the core loop, as gates do."""
        self.gate().open_to(jobs)

    def headers(self, operation: type[Operation[Any]] | None = None) -> dict[str, str]:
        """Return the headers that carry the key; for the service's own origin alone."""
        return auth_headers(self.key, operation.endpoint.dialect if operation else "current")

    async def call(self, method: str, path: str, **body: Any) -> Any:
        """Call a route that makes no job; return its JSON, retrying what is safe to repeat."""
        return accept(await self.send(method, path, headers=self.headers(), **body))

    async def send(self, method: str, path: str, **request: Any) -> Reply:
        """Send with retries: reads on any passing fault, POSTs only when surely not accepted.

        A POST with a token is as safe to repeat as a read, once the service is seen to honour it.
        """
        transport = await self.transport()
        named = self.honours_tokens and IDEMPOTENCY in request.get("headers", {})
        safe = method != "POST" or named
        attempt = 0
        while True:
            attempt += 1
            last = attempt > self.options.retries
            try:
                reply = await transport.send(method, path, **request)
            except Unreachable as error:
                if last or (error.maybe_submitted and not safe):
                    raise
                await asyncio.sleep(backoff(attempt))
                continue
            if reply.status not in (TRANSIENT if safe else REFUSED) or last:
                return reply
            log.warning("%s %s answered %s; trying again", method, path, reply.status)
            if reply.status == 429:
                self.gate().cut()
            await asyncio.sleep(backoff(attempt, retry_after(reply.headers)))

    async def prepare(self, operation: Operation[Any]) -> Prepared:
        """Resolve media inputs to URLs (uploading what is not one) and name the request."""
        body = operation.given()
        request = dict(body)
        inputs: dict[str, list[str]] = {}
        media = {
            name: [await self._settle(value) for value in values]
            for name, values in operation.media().items()
        }
        kinds = {param.name: param.media or "mesh" for param in operation.params()}
        blobs = {
            (name, index): await asyncio.to_thread(read_media, value, name, kinds[name])
            for name, values in media.items()
            for index, value in enumerate(values)
            if not is_url(value)
        }
        for name, values in media.items():
            found = [blobs.get((name, index)) for index in range(len(values))]
            urls = [
                await self._hand_over(blob, name, kinds[name]) if blob else value
                for value, blob in zip(values, found, strict=True)
            ]
            inputs[name] = [
                f"sha256:{blob.digest}" if blob else value
                for value, blob in zip(values, found, strict=True)
            ]
            single = len(urls) == 1
            body[name] = urls[0] if single else urls
            request[name] = inputs[name][0] if single else inputs[name]
        own = all(item.startswith("sha256:") for items in inputs.values() for item in items)
        return Prepared(
            operation=operation,
            body=body,
            inputs=inputs,
            key=request_key(operation, inputs, self.gateway.identity),
            deterministic=own and is_deterministic(operation),
            request=request,
        )

    async def _settle(self, value: Any) -> Any:
        """Make an operation or wait for a job given as an input; return media as it is."""
        if isinstance(value, Operation):
            from mediaext.client.submit import make  # a step is submitted like any request

            return await make(self, value)
        settle: Callable[[], Any] | None = getattr(value, "settle", None)
        return await settle() if settle else value

    async def _hand_over(self, blob: Blob, field_name: str, kind: str) -> str:
        """Return a URL for the bytes: a fresh link of ours, or a new upload."""
        known = self.links.get(blob.digest)
        if known and known.fresh:
            return known.url
        if kind != "image":
            if not self.gateway.local:
                sentence = "a hosted service takes sound and meshes as a public URL only."
                problem = Problem(("body", field_name), sentence)
                raise InvalidRequest(f"{field_name}: {sentence}", (problem,))
            return f"data:{blob.media_type};base64,{base64.b64encode(blob.content).decode()}"
        task = self._uploads.get(blob.digest)
        if task is None:
            task = self._uploads[blob.digest] = asyncio.ensure_future(self._upload(blob))
            task.add_done_callback(lambda _: self._uploads.pop(blob.digest, None))
        return await asyncio.shield(task)

    async def _upload(self, blob: Blob) -> str:
        name = f"{blob.digest[:16]}.{blob.media_type.rpartition('/')[2]}"
        files = {"file": (name, blob.content, blob.media_type)}
        body = await self.call("POST", UPLOAD_PATH, files=files)
        url = str(body["url"])
        self.links[blob.digest] = Link(url)
        return url

    async def post(self, prepared: Prepared, token: str) -> JobState:
        """Submit a prepared request; raise what the service has against it.

        ``token`` names it: a service that honours tokens gives the same job for the same one.
        """
        kind = type(prepared.operation)
        headers = {**self.headers(kind), IDEMPOTENCY: token}
        reply = await self.send(
            "POST", kind.endpoint.path, headers=headers, json_body=prepared.body
        )
        self.honours_tokens = self.honours_tokens or reply.headers.get(IDEMPOTENCY) == token
        state = read_state(kind.endpoint, accept(reply))
        log.info("submitted %s as job %s", kind.endpoint.name, state.job_id)
        return state

    def record(self, prepared: Prepared, state: JobState, run: str | None = None) -> JobRecord:
        """Return the first record of a job just accepted."""
        seed = prepared.request.get("seed")
        return JobRecord(
            job_id=state.job_id,
            operation=prepared.operation.endpoint.name,
            service=self.gateway.base_url,
            request=prepared.request,
            seed=seed if isinstance(seed, int) and seed >= 0 else None,
            inputs=prepared.inputs,
            submitted_at=datetime.now(UTC),
            run=run,
        )

    def usual_seconds(self, operation: str) -> float | None:
        """Return the learned duration of an operation, from the history at first."""
        if operation not in self._durations:
            self._durations[operation] = self.history.usual_seconds(
                self.gateway.base_url, operation
            )
        return self._durations[operation]

    def learn(self, operation: str, seconds: float) -> None:
        """Take in the duration of a completed job (a moving average follows changes)."""
        known = self.usual_seconds(operation)
        self._durations[operation] = seconds if known is None else 0.7 * known + 0.3 * seconds


def _close_later(owner: Core, opening: "asyncio.Task[Transport]") -> None:
    """Close the connections of a session that nobody holds any more."""
    if owner is not running_core() or not opening.done() or opening.exception():
        return
    owner.start(opening.result().close())
