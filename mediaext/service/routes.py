"""The compute routes, made in one loop from the catalogue; both dialects."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, HTTPException, Path, Request, Response
from fastapi.routing import APIRoute
from starlette.requests import ClientDisconnect
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Message, Receive, Scope, Send

from mediaext.errors import InvalidRequest
from mediaext.operation import Operation
from mediaext.operations import CATALOGUE
from mediaext.protocol import ENGINE_CHOICE, IDEMPOTENCY
from mediaext.service.acceptance import TOKEN_LENGTH
from mediaext.service.core import ServiceCore
from mediaext.service.json_bodies import MediaRequest, MediaRoute
from mediaext.service.keys import Caller
from mediaext.service.records import JobRow
from mediaext.service.responses import (
    EXTENSION,
    JobQueuedResponse,
    JobStatusResponse,
    LegacyStatusResponse,
    errors,
    schemas,
)
from mediaext.service.traces import is_traced, submission

CURRENT_KEY: dict[str, Any] = {"security": [{"X-API-Key": []}]}
LEGACY_KEY: dict[str, Any] = {"security": [{"API-Key": []}]}
TOKEN: dict[str, Any] = {
    "name": IDEMPOTENCY,
    "in": "header",
    "required": False,
    "description": "Names the request: the same value gives the same job until it fails or its "
    "links end. The answer repeats the header where it is honoured.",
    "schema": {"type": "string", "minLength": 1, "maxLength": TOKEN_LENGTH},
    **EXTENSION,
}
ENGINE: dict[str, Any] = {
    "name": ENGINE_CHOICE,
    "in": "header",
    "required": False,
    "description": "Engines that make this request, in order of preference; refused unless "
    "the service lets its callers choose. The answer repeats the header.",
    "schema": {"type": "string", "minLength": 1},
    **EXTENSION,
}
ID_LENGTH = 128  # characters
JobId = Annotated[str, Path(min_length=1, max_length=ID_LENGTH)]
Action = Callable[[str, str], Awaitable[JobRow | None]]
"""Takes the identifier of a job and the user; returns the job, ``None`` if there is none."""


def caller_of(request: Request) -> Caller:
    """Return who asks; the gate has put it there."""
    caller: Caller = request.scope["state"]["caller"]
    return caller


def key_of(operation: type[Operation[object]]) -> dict[str, Any]:
    """Return the description of the header that carries the key."""
    return LEGACY_KEY if operation.endpoint.dialect == "legacy" else CURRENT_KEY


class DescribedApi(FastAPI):
    """Routes whose OpenAPI document describes the headers of keys, which the middleware reads."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document."""
        document = super().openapi()
        parts = document.setdefault("components", {})
        parts["schemas"] = dict(sorted({**parts.get("schemas", {}), **schemas()}.items()))
        parts["securitySchemes"] = {
            name: {"type": "apiKey", "in": "header", "name": name}
            for name in ("X-API-Key", "API-Key")
        }
        return document


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def reply(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a JSON answer; bodies are ours, so they are not validated again."""
    return Response(_json(body), status, headers, media_type="application/json")


class JobRoute(APIRoute):
    """A route that ends with the identifier of a job."""


def add_operations(router: APIRouter, service: ServiceCore) -> None:
    """Add the routes of every declared operation."""
    for operation in CATALOGUE.values():
        _add_create(router, service, operation)
        _add_status(router, service, operation)


def _words(operation: type[Operation[object]]) -> dict[str, Any]:
    legacy = operation.endpoint.dialect == "legacy"
    return {
        "tags": ["older endpoints" if legacy else "operations"],
        "response_model_exclude_none": True,
    }


def _answer_model(operation: type[Operation[object]], *, queued: bool) -> Any:
    if operation.endpoint.dialect == "legacy":
        return LegacyStatusResponse
    return JobQueuedResponse if queued else JobStatusResponse


def _add_create(
    router: APIRouter, service: ServiceCore, operation: type[Operation[object]]
) -> None:
    endpoint = operation.endpoint

    async def create(request: Request, body: Any) -> Response:
        token = request.headers.get(IDEMPOTENCY)
        parts = getattr(request.state, "media", ())
        engine = request.headers.get(ENGINE_CHOICE)
        with submission(endpoint.name, request.headers) as parent:
            given = (caller_of(request), body, token, parts, engine)
            if parts or service.settings.policy or (token and body.media()):  # works with files
                accepted = await asyncio.to_thread(
                    service.acceptor.accept, *given, traceparent=parent
                )
            else:
                accepted = await service.write(service.acceptor.accept, *given, traceparent=parent)
        service.accepted(accepted)
        job_id = accepted.new_job.job_id
        echo = {IDEMPOTENCY: token} if token else {}
        if accepted.new_job.engine:
            echo[ENGINE_CHOICE] = accepted.new_job.engine
        if endpoint.dialect == "legacy":
            job = await service.call(service.ledger.get, job_id)
            early = service.views.early_links(job) if job else {}
            return reply({"status": "PENDING", "id": job_id, **early}, headers=echo)
        return reply({"job_id": job_id, "status": "queued"}, headers=echo)

    create.__annotations__["body"] = operation
    router.add_api_route(
        endpoint.path,
        create,
        methods=["POST"],
        route_class_override=MediaRoute,
        operation_id=endpoint.name,
        summary=(operation.__doc__ or endpoint.name).splitlines()[0],
        response_model=_answer_model(operation, queued=True),
        responses=errors(401, 403, 422, 503),
        openapi_extra={
            **key_of(operation),
            "parameters": [TOKEN, ENGINE],
            "requestBody": {"content": {"application/json": {"example": _example(operation)}}},
        },
        **_words(operation),
    )


def _example(operation: type[Operation[object]]) -> dict[str, Any]:
    """Return a body with every required field."""
    values = {}
    for param in operation.params():
        if param.required:
            value = param.example if param.example is not None else param.default
            if value is None:
                value = param.choices[0] if param.choices else param.minimum or 1
            values[param.name] = int(value) if param.type == "integer" else value
    return values


def _add_status(
    router: APIRouter, service: ServiceCore, operation: type[Operation[object]]
) -> None:
    name = operation.endpoint.name

    async def read(job_id: str, user: str) -> JobRow | None:
        return await service.call(service.ledger.get_own, job_id, user, name)

    async def cancel(job_id: str, user: str) -> JobRow | None:
        ended = await service.write(service.ledger.cancel, job_id, user, name)
        if ended is not None:
            service.cancelled(ended)
        return ended or await read(job_id, user)

    def add(method: str, act: Action, suffix: str, summary: str, extra: dict[str, Any]) -> None:
        async def answer(request: Request, job_id: JobId) -> Response:
            job = await act(job_id, caller_of(request).user)
            if job is None:
                raise HTTPException(404, "There is no such job.")
            return reply(service.views.of(job))

        async def legacy_answer(request: Request, id: JobId) -> Response:  # wire name
            return await answer(request, id)

        router.add_api_route(
            operation.endpoint.status_path,
            legacy_answer if operation.endpoint.dialect == "legacy" else answer,
            methods=[method],
            route_class_override=JobRoute,
            operation_id=f"{name}_{suffix}",
            summary=summary,
            response_model=_answer_model(operation, queued=False),
            responses=errors(401, 403, 404, 422),
            openapi_extra={**extra, **key_of(operation)},
            **_words(operation),
        )

    add("GET", read, "status", f"Status of a job of {name}", {})
    summary = f"Cancel a job of {name}; one that has ended stays as it is"
    add("DELETE", cancel, "cancel", summary, EXTENSION)


STATUS = "/status/"
Table = dict[tuple[str, str], Route]


class Shortcut(BaseRoute):
    """A route that stands for all routes whose path is fixed up to one last identifier."""

    def __init__(self, routes: list[BaseRoute]) -> None:
        self._table: Table = {}
        for route in routes:
            if isinstance(route, Route):
                for method in route.methods or ():
                    fixed = route.path.partition("{")[0]
                    if fixed == route.path or fixed.endswith(STATUS):
                        self._table.setdefault((method, fixed), route)

    def find(self, scope: Scope) -> Route | None:
        """Return the named route of a request."""
        if scope["type"] != "http":
            return None
        path: str = scope["path"]
        front, status, _ = path.rpartition(STATUS)
        return self._table.get((scope["method"], front + status if status else path))

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Match as the named route does."""
        route = self.find(scope)
        return route.matches(scope) if route is not None else (Match.NONE, {})

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand over to the named route."""
        route = self.find(scope)
        if route is not None:
            await route.handle(scope, receive, send)


Explain = Callable[[Request, Exception], Awaitable[Response]]


class JobRequests:
    """The ASGI application in front of FastAPI, which answers good requests for jobs by itself.

    FastAPI's layers take as long as the endpoints. It describes the routes, says what is wrong
    with a request, and begins the traces where they are recorded. ``explain`` turns an error of
    an endpoint into its answer.
    """

    def __init__(self, api: FastAPI, explain: Explain) -> None:
        self._api = api
        self._shortcut = Shortcut(api.router.routes)
        self._explain = explain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it over to FastAPI."""
        route = None if is_traced() else self._shortcut.find(scope)
        if isinstance(route, JobRoute) and (job_id := _job_of(scope["path"])):
            request = Request(scope, receive)
            await self._answer(route.endpoint(request, job_id), request, send)
        elif isinstance(route, MediaRoute) and _is_json(scope):
            await self._create(route, MediaRequest(scope, receive), send)
        else:
            await self._api(scope, receive, send)

    async def _create(self, route: MediaRoute, request: MediaRequest, send: Send) -> None:
        model: type[Operation[object]] = route.endpoint.__annotations__["body"]
        try:
            await request.take_out_media()
            body = model.model_validate(await request.json())
        except ValueError:
            await self._api(request.scope, _again(await request.body(), request.receive), send)
        except (InvalidRequest, ClientDisconnect) as error:
            await (await self._explain(request, error))(request.scope, request.receive, send)
        else:
            await self._answer(route.endpoint(request, body), request, send)

    async def _answer(
        self, work: Coroutine[Any, Any, Response], request: Request, send: Send
    ) -> None:
        try:
            response = await work
        except Exception as error:
            response = await self._explain(request, error)
        await response(request.scope, request.receive, send)


def _is_json(scope: Scope) -> bool:
    """Say whether the header of a request names JSON in the usual way."""
    content_type: bytes = dict(scope["headers"]).get(b"content-type", b"")
    return content_type.partition(b";")[0].rstrip().lower() == b"application/json"


def _job_of(path: str) -> str:
    """Return the identifier at the end of a path; empty where the route takes none like it."""
    job_id = path.rpartition(STATUS)[2]
    return job_id if "/" not in job_id and len(job_id) <= ID_LENGTH else ""


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a ``receive`` that begins with a body that was read already."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return pending.pop() if pending else await receive()

    return received
