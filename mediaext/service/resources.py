"""The routes beside the operations: upload, files, profiles, webhook schema, health."""

import asyncio
import json
import pathlib
import uuid
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Request, Response, UploadFile
from fastapi.responses import FileResponse
from pydantic import TypeAdapter, ValidationError

from mediaext.errors import InvalidRequest, JobFailed, Problem
from mediaext.profiles import Profile, StoredProfile
from mediaext.protocol import EVENT_SCHEMA_PATH, PROFILES_PATH, UPLOAD_PATH
from mediaext.service.bodies import EXAMPLE_EVENT, Health, UploadResponse, WebhookEvent, errors
from mediaext.service.guard import sentence
from mediaext.service.profile_changes import ProfileChanges
from mediaext.service.profiles import Profiles
from mediaext.service.records import link_name, role_of
from mediaext.service.routes import CURRENT_KEY, EXTENSION, caller_of, reply
from mediaext.service.sniff import ImageLimits, check_whole_image

if TYPE_CHECKING:
    from mediaext.service.app import Service

ProfileId = Annotated[str, Path(min_length=1, max_length=128)]
PROFILES: dict[str, Any] = {"tags": ["profiles"], "openapi_extra": CURRENT_KEY}
SMALL = 2**18  # bytes; such a file is read faster than handed to a thread
FILE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Access-Control-Allow-Origin": "*",  # the link is the only right that a file needs
    "Cache-Control": "private, max-age=3600",
}


def add_resources(router: APIRouter, service: "Service") -> None:
    """Add the routes beside the operations."""
    _add_upload(router, service)
    _add_files(router, service)
    _add_profiles(router, service)
    _add_profile(router, service)
    _add_webhooks(router)
    _add_health(router, service)


def refuse(field: str, message: str) -> InvalidRequest:
    """Return the 422 that names a field."""
    return InvalidRequest(message, (Problem(("body", field), message),))


def _add_upload(router: APIRouter, service: "Service") -> None:
    settings = service.settings
    limits = ImageLimits(settings.pixel_limit, settings.frame_limit)
    decoding = asyncio.Semaphore(1)  # one picture at a time bounds the memory

    @router.post(
        UPLOAD_PATH,
        tags=["upload"],
        operation_id="upload",
        response_model=UploadResponse,
        responses=errors(400, 401, 403, 422, 503),
        openapi_extra=CURRENT_KEY,
    )
    async def upload(file: UploadFile) -> Response:
        """Store an image and return its link: PNG, JPEG, WebP or GIF, at most 20 MB."""
        content = await file.read(settings.upload_limit + 1)
        if len(content) > settings.upload_limit:
            raise refuse(
                "file", f"The file is larger than the {settings.upload_limit / 1e6:g} MB limit."
            )
        try:
            async with decoding:
                media_type = await asyncio.to_thread(check_whole_image, content, limits)
        except JobFailed as error:
            raise refuse("file", sentence(error)) from None
        holder = f"u{uuid.uuid4().hex}"
        end = service.clock.now() + settings.link_life
        try:
            service.blobs.put(holder, "image", content, media_type, end)
        except OSError as error:
            raise HTTPException(503, f"The image could not be stored: {error.strerror}.") from None
        return reply({"url": service.links.sign(holder, link_name("image", media_type), end)})


def _add_files(router: APIRouter, service: "Service") -> None:
    @router.head("/files/{holder}/{name}", include_in_schema=False)
    @router.get(
        "/files/{holder}/{name}",
        tags=["files"],
        operation_id="file",
        response_class=FileResponse,
        responses={206: {"description": "A part of the file."}, **errors(400, 403, 404, 416, 422)},
    )
    async def file(request: Request, holder: str, name: str) -> Response:
        """Return a stored file to whoever holds its signed link; ranges are understood."""
        path = request.scope.get("raw_path", request.url.path.encode()).partition(b"?")[0]
        query = dict(request.query_params)
        problem = service.links.verify(path.decode("latin-1"), query, service.clock.now())
        if problem is not None:
            raise HTTPException(403, problem)
        found = service.blobs.find(holder, role_of(name))
        if found is None:
            raise HTTPException(404, "The file is not there: not yet made, or past its life.")
        return _answer(request, *found, name)


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


def _add_profiles(router: APIRouter, service: "Service") -> None:
    profiles = service.profiles

    @router.post(
        PROFILES_PATH,
        operation_id="profile_create",
        response_model=StoredProfile,
        responses=errors(401, 403, 422),
        **PROFILES,
    )
    async def create(request: Request, body: Profile) -> Response:
        """Store a profile."""
        _check_json(body.extra_params)
        return reply(profiles.create(caller_of(request).user, body))

    @router.get(
        PROFILES_PATH,
        operation_id="profile_list",
        response_model=list[StoredProfile],
        responses=errors(401, 403),
        **PROFILES,
    )
    async def list_all(request: Request) -> Response:
        """Return the caller's profiles, newest first."""
        return reply(profiles.list(caller_of(request).user))


def _found(record: dict[str, Any] | None) -> dict[str, Any]:
    if record is None:
        raise HTTPException(404, "There is no such profile.")
    return record


def _add_profile(router: APIRouter, service: "Service") -> None:
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
        return reply(_found(profiles.get(caller_of(request).user, profile_id)))

    @router.patch(
        PROFILES_PATH + "/{profile_id}",
        operation_id="profile_update",
        response_model=StoredProfile,
        responses=errors(401, 403, 404, 422),
        **PROFILES,
    )
    async def update(request: Request, profile_id: ProfileId, body: ProfileChanges) -> Response:
        """Change the fields that are given; an absent field keeps its value, null empties it."""
        changed = _change(profiles, caller_of(request).user, profile_id, body)
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
        if not profiles.delete(caller_of(request).user, profile_id):
            raise HTTPException(404, "There is no such profile.")
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
        problems = [
            Problem(("body", *item["loc"]), item["msg"], item["type"]) for item in error.errors()
        ]
        raise InvalidRequest("The profile would not be a good one.", problems) from None


def _check_json(value: Any) -> None:
    """Refuse numbers that JSON cannot carry back."""
    try:
        json.dumps(value, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise refuse("extra_params", "Only finite numbers and plain text are taken.") from None


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


def _add_health(router: APIRouter, service: "Service") -> None:
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
        problem = service.problem()
        if problem:
            return reply({"status": "not ready", "detail": problem}, 503)
        return reply({"status": "ok", "pods": service.pod_states()})

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
    async def metrics() -> Response:
        """Return the figures of the service for Prometheus."""
        return Response(service.metrics.render(), media_type=service.metrics.media_type)
