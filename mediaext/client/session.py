"""The session of a client with one service: prepare, upload, submit, look up."""

import asyncio
import base64
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mediaext.client.connection import RESULT_LIMIT, Gateway, ServiceConnection
from mediaext.client.events import EventSocket
from mediaext.client.history import History
from mediaext.client.loop import PerProcess
from mediaext.client.store import Store
from mediaext.errors import InvalidRequest, MediaError, Unreachable
from mediaext.home import home
from mediaext.job import JobRecord, JobState
from mediaext.logs import logger
from mediaext.media import Blob, is_url, read_media
from mediaext.operation import Operation
from mediaext.protocol import (
    ENGINE_CHOICE,
    ENGINES_PATH,
    IDEMPOTENCY,
    UPLOAD_PATH,
    accept,
    announced_identity,
    former_identities,
    is_deterministic,
    link_seconds,
    read_state,
    read_upload,
    request_key,
)

FRESH = 0.9  # of the life of a link; an older one is not passed on
ENGINES_FRESH = 60.0  # seconds
NEWEST = 0.3  # weight of the newest duration in the averages
log = logger(__name__)
AskedEngines = tuple[float, asyncio.Task[dict[str, Any]]]
"""When a service was asked for its engines, in monotonic seconds, and its answer."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a client waits and retries.

    ``timeout``: seconds that a blocking call waits for a job. ``retries``: how often a retryable
    failure is submitted again. ``events``: follow jobs over WebSocket where it is offered.
    ``result_limit``: bytes that one downloaded file may have.
    """

    timeout: float | None = 3600.0
    retries: int = 3
    events: bool = True
    result_limit: int = RESULT_LIMIT


@dataclass(frozen=True, slots=True)
class Prepared:
    """A request ready to be sent: wire body, input digests, names of its result in the store.

    ``asked`` names the request alone, ``key`` also who is expected to make it; ``former_keys``
    are those that earlier versions of this package gave it. ``engine`` is the caller's choice.
    """

    operation: Operation[object]
    body: dict[str, Any]
    inputs: dict[str, list[str]]
    asked: str
    key: str
    former_keys: tuple[str, ...]
    deterministic: bool
    request: dict[str, Any]
    engine: str = ""


@dataclass(frozen=True, slots=True)
class UsualTime:
    """How long jobs of an operation take, and by how much that differs; both in seconds.

    ``spread`` is the mean deviation, ``None`` before two jobs were seen to end.
    """

    seconds: float
    spread: float | None = None

    def after(self, seconds: float) -> "UsualTime":
        """Return what is known after another job; the averages follow changes."""
        deviation = abs(seconds - self.seconds)
        spread = deviation if self.spread is None else _moved(self.spread, deviation)
        return UsualTime(_moved(self.seconds, seconds), spread)


def _moved(average: float, value: float) -> float:
    return (1 - NEWEST) * average + NEWEST * value


@dataclass(slots=True)
class Link:
    """A URL at the service, and until when it may be handed on, in monotonic seconds."""

    url: str
    until: float = field(init=False)

    def __post_init__(self) -> None:
        self.until = time.monotonic() + FRESH * link_seconds(self.url, time.time())

    @property
    def fresh(self) -> bool:
        """Whether it may still be handed on."""
        return time.monotonic() < self.until


class Session:
    """One client's dealings with one service: its connection, its history, its results."""

    def __init__(
        self,
        gateway: Gateway,
        key: str | None = None,
        options: Options | None = None,
        folder: Path | None = None,
    ) -> None:
        self.options = options or Options()
        self.connection = ServiceConnection(gateway, key, self.options.retries)
        self.folder = folder or home()
        self.history = History(self.folder)
        self.store = Store(self.folder / "results")
        self.links: dict[str, Link] = {}
        self._usual: dict[str, UsualTime | None] = {}
        self._engines: PerProcess[dict[str, AskedEngines]] = PerProcess(dict)
        self._uploads: PerProcess[dict[str, asyncio.Task[str]]] = PerProcess(dict)
        self._events: PerProcess[EventSocket] = PerProcess(EventSocket)

    def __reduce__(self) -> tuple[object, ...]:
        return Session, (self.gateway, self.connection.key, self.options, self.folder)

    @property
    def gateway(self) -> Gateway:
        """Where the service is."""
        return self.connection.gateway

    def with_options(self, **changes: Any) -> "Session":
        """Return a session to the same service with other options."""
        options = replace(self.options, **changes)
        return Session(self.gateway, self.connection.key, options, self.folder)

    def events(self) -> EventSocket | None:
        """Return what receives job events, unless they are not wanted."""
        return self._events.get() if self.options.events else None

    async def prepare(self, operation: Operation[object], engine: str = "") -> Prepared:
        """Resolve media inputs to URLs (uploading what is not one) and name the request.

        Raises :class:`InvalidRequest` where a caller may not choose ``engine``.
        """
        if engine:
            await self.engines(engine)
        body = operation.given()
        request = dict(body)
        inputs: dict[str, list[str]] = {}
        media = {
            name: [await _settled(value) for value in values]
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
        deterministic = own and is_deterministic(operation)
        identity = self.gateway.identity
        if deterministic:
            identity = await self.identity(operation.endpoint.name, engine)
        return Prepared(
            operation=operation,
            body=body,
            inputs=inputs,
            asked=request_key(operation, inputs, engine),
            key=request_key(operation, inputs, identity),
            former_keys=tuple(
                request_key(operation, inputs, former)
                for former in former_identities(identity, self.gateway.former_identities)
            ),
            deterministic=deterministic,
            request=request,
            engine=engine,
        )

    async def identity(self, operation: str, engine: str = "") -> str:
        """Return what makes an operation at this service, as its results are known by."""
        facts = (await self.engines(engine)).get(operation)
        known = announced_identity(self.gateway.local, facts)
        return known or f"{self.gateway.identity} {engine}".rstrip()

    async def engines(self, engine: str = "") -> dict[str, Any]:
        """Return what the service announces of its engines; nothing where it does not.

        Asked at most once a minute; where it cannot be reached, as it announced last. With
        ``engine``, who makes each operation by that choice; raises :class:`InvalidRequest` where
        the service does not let its callers choose it.
        """
        if not self.gateway.announces and not engine:
            return {}
        asked, now = self._engines.get(), time.monotonic()
        known = asked.get(engine)
        if known is None or now - known[0] > ENGINES_FRESH or not _holds(known[1]):
            known = asked[engine] = (now, asyncio.ensure_future(self._ask_engines(engine)))
        return await asyncio.shield(known[1])

    async def _ask_engines(self, engine: str) -> dict[str, Any]:
        place = f"{self.gateway.identity} {engine}".rstrip()
        headers = self.connection.headers()
        if engine:
            headers[ENGINE_CHOICE] = engine
        try:
            transport = await self.connection.transport()
            reply = await transport.send("GET", ENGINES_PATH, headers=headers)
            body = accept(reply)
        except Unreachable:
            return self.history.announced(place)
        except InvalidRequest:
            raise
        except MediaError:  # a service without this extension answers as it likes
            body, reply = None, None
        if engine and (reply is None or ENGINE_CHOICE not in reply.headers):
            sentence = "this service does not let its callers choose an engine."
            raise InvalidRequest.about("engine", sentence)
        engines = body.get("engines") if isinstance(body, dict) else None
        found = dict(engines) if isinstance(engines, dict) else {}
        reached = all("identity" in facts for facts in found.values() if isinstance(facts, dict))
        if found and reached and found != self.history.announced(place):
            self.history.remember_announced(place, found)
        return found

    def key_of(self, prepared: Prepared, made_by: Mapping[str, object]) -> str:
        """Return the key of a stored result, which names its maker if the service does."""
        identity = announced_identity(self.gateway.local, made_by)
        if identity is None or not self.gateway.announces:
            return prepared.key
        return request_key(prepared.operation, prepared.inputs, identity)

    async def _hand_over(self, blob: Blob, field_name: str, kind: str) -> str:
        """Return a URL for the bytes: a fresh link of ours, or a new upload."""
        known = self.links.get(blob.digest)
        if known and known.fresh:
            return known.url
        if kind != "image":
            if not self.gateway.local:
                sentence = "a hosted service takes sound and meshes as a public URL only."
                raise InvalidRequest.about(field_name, sentence)
            return f"data:{blob.media_type};base64,{base64.b64encode(blob.content).decode()}"
        uploads = self._uploads.get()
        task = uploads.get(blob.digest)
        if task is None:
            task = uploads[blob.digest] = asyncio.ensure_future(self._upload(blob))
            task.add_done_callback(lambda _: uploads.pop(blob.digest, None))
        return await asyncio.shield(task)

    async def _upload(self, blob: Blob) -> str:
        name = f"{blob.digest[:16]}.{blob.media_type.rpartition('/')[2]}"
        files = {"file": (name, blob.content, blob.media_type)}
        url = read_upload(await self.connection.call("POST", UPLOAD_PATH, files=files))
        self.links[blob.digest] = Link(url)
        return url

    async def post(self, prepared: Prepared, token: str) -> JobState:
        """Submit a prepared request; raise what the service has against it.

        ``token`` names it: a service that honours tokens gives the same job for the same one.
        """
        kind = type(prepared.operation)
        connection = self.connection
        headers = {**connection.headers(kind), IDEMPOTENCY: token}
        if prepared.engine:
            headers[ENGINE_CHOICE] = prepared.engine
        reply = await connection.send(
            "POST", kind.endpoint.path, headers=headers, json_body=prepared.body
        )
        connection.honours_tokens |= reply.headers.get(IDEMPOTENCY) == token
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

    def usual_time(self, operation: str) -> UsualTime | None:
        """Return the learned duration of an operation, from the history at first."""
        if operation not in self._usual:
            seconds = self.history.usual_seconds(self.gateway.base_url, operation)
            self._usual[operation] = None if seconds is None else UsualTime(seconds)
        return self._usual[operation]

    def usual_seconds(self, operation: str) -> float | None:
        """Return the seconds that an operation usually takes."""
        known = self.usual_time(operation)
        return known.seconds if known else None

    def learn(self, operation: str, seconds: float) -> None:
        """Take in how long a completed job was waited for."""
        known = self.usual_time(operation)
        self._usual[operation] = known.after(seconds) if known else UsualTime(seconds)


def _holds(asked: asyncio.Task[Mapping[str, object]]) -> bool:
    """Say whether an answer is here or on its way."""
    return not asked.done() or not (asked.cancelled() or asked.exception())


async def _settled(value: object) -> Any:
    """Wait for a job given as an input; return other media unchanged."""
    settle: Callable[[], Awaitable[Any]] | None = getattr(value, "settle", None)
    return await settle() if settle else value
