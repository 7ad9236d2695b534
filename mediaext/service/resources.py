"""The routes beside the operations: upload, files, profiles, webhook schema, health."""

import asyncio
import json
import math
import pathlib
import time
import uuid
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, HTTPException, Path, Request, Response, UploadFile
from fastapi.responses import FileResponse, RedirectResponse
from pydantic import TypeAdapter, ValidationError

from mediaext.engines.routing import describe_engines
from mediaext.errors import InvalidRequest, JobFailed, MediaError
from mediaext.logs import logger
from mediaext.operation import read_problems
from mediaext.profiles import Profile, StoredProfile
from mediaext.protocol import (
    ENGINE_CHOICE,
    ENGINES_PATH,
    EVENT_SCHEMA_PATH,
    OVERVIEW_PATH,
    PROFILES_PATH,
    UPLOAD_PATH,
)
from mediaext.service.acceptance import chosen_engine
from mediaext.service.core import ServiceCore
from mediaext.service.keys import Caller
from mediaext.service.media_checks import ImageLimits, check_whole_image
from mediaext.service.middleware import megabytes
from mediaext.service.profiles import ProfileChanges, Profiles
from mediaext.service.records import link_name, role_of
from mediaext.service.responses import (
    EXAMPLE_EVENT,
    EXTENSION,
    EnginesResponse,
    Health,
    Overview,
    UploadResponse,
    WebhookEvent,
    errors,
)
from mediaext.service.routes import CURRENT_KEY, ENGINE, caller_of, reply

Found = TypeVar("Found")
FRESH = 60.0  # seconds
log = logger("mediaext.service")


class EngineFacts:
    """What the engines say of themselves; several callers wait for one answer."""

    def __init__(self, engine: str) -> None:
        self._engine = engine
        self._asking: asyncio.Task[dict[str, Any]] | None = None
        self._asked = float("-inf")

    async def read(self) -> dict[str, Any]:
        """Return the facts of each operation by its name; none when the engines do not load."""
        if self._asking is None or time.monotonic() - self._asked > FRESH:
            self._asked = time.monotonic()
            self._asking = asyncio.ensure_future(asyncio.to_thread(self._ask))
        return await asyncio.shield(self._asking)

    def _ask(self) -> dict[str, Any]:
        try:
            return describe_engines(self._engine)
        except MediaError as error:
            log.warning("the engines cannot be asked: %s", error)
        except Exception:  # an engine's own import may raise anything
            log.exception("the engines cannot be asked")
        return {}


ProfileId = Annotated[str, Path(min_length=1, max_length=128)]
PROFILES: dict[str, Any] = {"tags": ["profiles"], "openapi_extra": CURRENT_KEY}
MOST_CHOICES = 32  # of engines whose facts are kept
SMALL = 2**18  # bytes; such a file is read faster than handed to a thread
DAMAGED_FILE = "The file was damaged where it is stored, and is not sent; make it again."
FILE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Access-Control-Allow-Origin": "*",  # the link is the only right that a file needs
    "Cache-Control": "private, max-age=3600",
}


def add_resources(router: APIRouter, service: ServiceCore) -> None:
    """Add the routes beside the operations."""
    _add_upload(router, service)
    _add_files(router, service)
    _add_profiles(router, service)
    _add_profile(router, service)
    _add_webhooks(router)
    _add_health(router, service)
    _add_overview(router, service)
    _add_engines(router, service)


def _add_upload(router: APIRouter, service: ServiceCore) -> None:
    settings = service.settings
    limits = ImageLimits(settings.pixel_limit, settings.frame_limit)
    decoding = asyncio.Semaphore(1)  # one picture at a time bounds the memory

    @router.post(
        UPLOAD_PATH,
        tags=["upload"],
        operation_id="upload",
        response_model=UploadResponse,
        responses=errors(400, 401, 403, 422, 429, 503),
        openapi_extra=CURRENT_KEY,
    )
    async def upload(request: Request, file: UploadFile) -> Response:
        """Store an image and return its link: PNG, JPEG, WebP or GIF, at most 20 MB."""
        _check_rate(service, caller_of(request))
        try:
            async with decoding:
                content = await file.read(settings.upload_limit + 1)
                if len(content) > settings.upload_limit:
                    limit = megabytes(settings.upload_limit)
                    sentence = f"The file is larger than {limit}, the most that is accepted."
                    raise InvalidRequest.about("file", sentence)
                media_type = await asyncio.to_thread(check_whole_image, content, limits)
        except JobFailed as error:
            raise InvalidRequest.about("file", error.sentence) from None
        holder = f"u{uuid.uuid4().hex}"
        end = service.clock.now() + settings.link_life
        await asyncio.to_thread(service.blobs.put, holder, "image", content, media_type, end)
        return reply({"url": service.links.sign(holder, link_name("image", media_type), end)})


def _check_rate(service: ServiceCore, caller: Caller) -> None:
    """Answer 429 to a caller whose plan does not allow this request now."""
    limits = service.settings.limits(caller.plan)
    wait = service.rates.wait(caller.user, limits)
    if wait:
        sentence = f"The plan allows {limits.rate:g} such requests a minute; try again later."
        raise HTTPException(429, sentence, {"Retry-After": str(math.ceil(wait))})


def _add_files(router: APIRouter, service: ServiceCore) -> None:
    @router.head("/files/{holder}/{name}", include_in_schema=False)
    @router.get(
        "/files/{holder}/{name}",
        tags=["files"],
        operation_id="file",
        response_class=FileResponse,
        responses={
            206: {"description": "A part of the file."},
            307: {"description": "The file's address in the store of media, for a few minutes."},
            **errors(400, 403, 404, 410, 416, 422),
        },
    )
    async def file(request: Request, holder: str, name: str) -> Response:
        """Return a stored file for its signed link; byte ranges are supported."""
        path = request.scope.get("raw_path", request.url.path.encode()).partition(b"?")[0]
        query = dict(request.query_params)
        problem = service.links.verify(path.decode("latin-1"), query, service.clock.now())
        if problem is not None:
            raise HTTPException(403, problem)
        found = await service.call(service.blobs.find, holder, role_of(name))
        if found is None:
            raise HTTPException(
                404, "There is no such file: it is not made yet, or it has expired."
            )
        if found.path is None:
            link = await asyncio.to_thread(found.link, request.method, _saved_as(name))
            headers = {**FILE_HEADERS, "Cache-Control": "no-store"}
            return RedirectResponse(link, status_code=307, headers=headers)
        whole = (
            found.is_whole() if found.size <= SMALL else await asyncio.to_thread(found.is_whole)
        )
        if not whole:
            raise HTTPException(410, DAMAGED_FILE)
        return _answer(request, found.path, found.media_type, name)


def _answer(request: Request, path: pathlib.Path, media_type: str, name: str) -> Response:
    """Answer with a stored file; a small one in one piece, which costs a tenth."""
    facts = path.stat()
    streamed = FileResponse(
        path,
        media_type=media_type,
        headers=FILE_HEADERS,
        filename=_saved_as(name),
        content_disposition_type="inline",
        stat_result=facts,
    )
    if facts.st_size > SMALL or request.method != "GET" or "range" in request.headers:
        return streamed
    return Response(path.read_bytes(), headers=streamed.headers)


def _saved_as(name: str) -> str | None:
    """Return the name to save a link's file under, ``fox.glb`` for ``fox-result.glb``, if any."""
    return name.replace("-result.", ".") if "-" in name else None


def _add_profiles(router: APIRouter, service: ServiceCore) -> None:
    profiles = service.profiles

    @router.post(
        PROFILES_PATH,
        operation_id="profile_create",
        response_model=StoredProfile,
        responses=errors(401, 403, 422, 429, 503),
        **PROFILES,
    )
    async def create(request: Request, body: Profile) -> Response:
        """Store a profile."""
        _check_rate(service, caller_of(request))
        _check_json(body.extra_params)
        return reply(await service.call(profiles.create, caller_of(request).user, body))

    @router.get(
        PROFILES_PATH,
        operation_id="profile_list",
        response_model=list[StoredProfile],
        responses=errors(401, 403),
        **PROFILES,
    )
    async def list_all(request: Request) -> Response:
        """Return the caller's profiles, newest first."""
        return reply(await service.call(profiles.list, caller_of(request).user))


def _found(record: Found) -> Found:
    """Return what there is; answer 404 where there is nothing."""
    if not record:
        raise HTTPException(404, "There is no such profile.")
    return record


def _add_profile(router: APIRouter, service: ServiceCore) -> None:
    profiles = service.profiles

    @router.get(
        PROFILES_PATH + "/{profile_id}",
        operation_id="profile_get",
        response_model=StoredProfile,
        responses=errors(401, 403, 404, 422),
        **PROFILES,
    )
    async def get(request: Request, profile_id: ProfileId) -> Response:
        """Return a profile."""
        user = caller_of(request).user
        return reply(_found(await service.call(profiles.get, user, profile_id)))

    @router.patch(
        PROFILES_PATH + "/{profile_id}",
        operation_id="profile_update",
        response_model=StoredProfile,
        responses=errors(401, 403, 404, 422, 429, 503),
        **PROFILES,
    )
    async def update(request: Request, profile_id: ProfileId, body: ProfileChanges) -> Response:
        """Change the fields that are given; an absent field keeps its value, null empties it."""
        _check_rate(service, caller_of(request))
        user = caller_of(request).user
        changed = await service.call(_change, profiles, user, profile_id, body)
        return reply(_found(changed))

    @router.delete(
        PROFILES_PATH + "/{profile_id}",
        operation_id="profile_delete",
        status_code=204,
        responses=errors(401, 403, 404, 422),
        **PROFILES,
    )
    async def delete(request: Request, profile_id: ProfileId) -> Response:
        """Delete a profile; nothing in the caller's own bucket is touched."""
        user = caller_of(request).user
        _found(await service.call(profiles.delete, user, profile_id))
        return Response(status_code=204)


def _change(
    profiles: Profiles, user: str, profile_id: str, body: Profile
) -> dict[str, Any] | None:
    """Merge the fields that were given; a profile that would not be good is a 422."""
    _check_json(body.extra_params)
    changes = body.model_dump(mode="json", exclude_unset=True)
    try:
        return profiles.update(user, profile_id, changes)
    except ValidationError as error:
        problems = read_problems(error)
        raise InvalidRequest("The profile would not be a good one.", problems) from None


def _check_json(value: Any) -> None:
    """Refuse numbers that JSON cannot carry back."""
    try:
        json.dumps(value, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise InvalidRequest.about(
            "extra_params", "Only finite numbers and plain text are taken."
        ) from None


def _add_webhooks(router: APIRouter) -> None:
    @router.get(
        EVENT_SCHEMA_PATH,
        tags=["webhooks"],
        operation_id="event_schema",
        response_model=WebhookEvent,
        responses=errors(401, 403),
        openapi_extra=CURRENT_KEY,
    )
    async def event_schema() -> Response:
        """Return an example of what is POSTed to callback_url."""
        return reply(TypeAdapter(dict[str, Any]).dump_python(EXAMPLE_EVENT))


def _add_health(router: APIRouter, service: ServiceCore) -> None:
    common: dict[str, Any] = {"tags": ["health"], "openapi_extra": EXTENSION}

    @router.get(
        "/health", operation_id="health", response_model=Health, responses=errors(403), **common
    )
    async def health() -> Response:
        """Say that the process answers."""
        return reply({"status": "ok"})

    @router.get(
        "/ready", operation_id="ready", response_model=Health, responses=errors(403, 503), **common
    )
    async def ready() -> Response:
        """Say whether jobs are taken: the ledger can be written and the pods run."""
        problem = await service.problem()
        if problem:
            return reply({"status": "not ready", "detail": problem}, 503)
        return reply({"status": "ok", "pods": await service.call(service.presence.pods)})

    @router.get(
        "/metrics",
        operation_id="metrics",
        response_class=Response,
        responses={
            200: {"content": {"text/plain": {"schema": {"type": "string"}}}},
            **errors(401, 403),
        },
        tags=["health"],
        openapi_extra={**EXTENSION, **CURRENT_KEY},
    )
    async def metrics(request: Request) -> Response:
        """Return the figures of the service for Prometheus, to operators."""
        _check_operator(request)
        text = await service.call(service.metrics.render)
        return Response(text, media_type=service.metrics.media_type)


def _add_overview(router: APIRouter, service: ServiceCore) -> None:
    @router.get(
        OVERVIEW_PATH,
        tags=["health"],
        operation_id="overview",
        response_model=Overview,
        responses=errors(401, 403, 503),
        openapi_extra={**EXTENSION, **CURRENT_KEY},
    )
    async def overview(request: Request) -> Response:
        """Tell operators of services, pods, queues, media and webhooks; ages are seconds."""
        _check_operator(request)
        return reply(await service.call(service.presence.overview))


def _check_operator(request: Request) -> None:
    """Answer 403 to a caller who does not look after the service."""
    if not caller_of(request).operator:
        raise HTTPException(
            403, "This needs a key of an operator: mediaext keys add --user NAME --operator."
        )


def _price(credits: int | None) -> dict[str, Any]:
    return {} if credits is None else {"price": credits, "currency": "credits"}


def _add_engines(router: APIRouter, service: ServiceCore) -> None:
    announced: dict[str, EngineFacts] = {}

    @router.get(
        ENGINES_PATH,
        tags=["engines"],
        operation_id="engines",
        response_model=EnginesResponse,
        responses=errors(401, 403, 422),
        openapi_extra={**EXTENSION, **CURRENT_KEY, "parameters": [ENGINE]},
    )
    async def engines(request: Request) -> Response:
        """Say who makes each operation, so that results can be distinguished."""
        chosen = request.headers.get(ENGINE_CHOICE)
        engine = chosen_engine(chosen, service.settings) if chosen else service.settings.engine
        if engine not in announced:
            while len(announced) >= MOST_CHOICES:
                del announced[next(iter(announced))]
            announced[engine] = EngineFacts(engine)
        facts = {
            name: {**said, **_price(service.settings.prices.get(name))}
            for name, said in (await announced[engine].read()).items()
        }
        return reply({"engines": facts}, headers={ENGINE_CHOICE: engine} if chosen else None)
