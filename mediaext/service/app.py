"""The ASGI application of a service: routes, error responses, middleware."""

import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from functools import cached_property
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from mediaext.errors import InvalidRequest
from mediaext.logs import logger
from mediaext.protocol import PROFILES_PATH, UPLOAD_PATH
from mediaext.service.core import ServiceCore
from mediaext.service.database import LedgerUnavailable
from mediaext.service.job_socket import add_socket
from mediaext.service.keys import Caller
from mediaext.service.middleware import BodyCut, RequestMiddleware
from mediaext.service.profiles import PROFILE_LIMIT
from mediaext.service.reference_page import add_reference
from mediaext.service.resources import add_resources
from mediaext.service.routes import DescribedApi, JobRequests, Shortcut, add_operations, reply

log = logger("mediaext.service")
PROBLEMS = 100  # that an answer lists at most
DESCRIPTION = """\
Asynchronous generation and editing of images, video, speech and meshes.
Every compute POST returns a job; poll its status, give a `callback_url`, or watch
`/ws/jobs/{job_id}`. Routes marked `x-mediaext-extension` are not in the interface specification.
"""


class Service(ServiceCore):
    """A whole service on one home folder.

    ``app`` is the ASGI application; a server starts and stops the service through its lifespan.
    """

    @cached_property
    def api(self) -> FastAPI:
        """The routes."""
        api = DescribedApi(
            title="mediaext",
            version="1",
            description=DESCRIPTION,
            docs_url=None,  # its page takes scripts from elsewhere
            redoc_url=None,
            lifespan=self._lifespan,
            exception_handlers=dict(HANDLERS),
        )
        add_operations(api.router, self)
        add_resources(api.router, self)
        add_socket(api.router, self)
        api.router.routes.insert(0, Shortcut(api.router.routes))
        add_reference(api)
        return api

    @cached_property
    def app(self) -> RequestMiddleware:
        """The ASGI application: the routes behind the middleware."""
        return RequestMiddleware(
            JobRequests(self.api, explain),
            find=self._find,
            anonymous=self.anonymous,
            hosts=self.hosts,
            body_limit=self.settings.body_limit,
            upload_limit=self.settings.upload_limit,
            upload_path=UPLOAD_PATH,
            small_limits={PROFILES_PATH: PROFILE_LIMIT},
        )

    async def _find(self, key: str) -> Caller | None:
        return await self.database.call(self.keys.find, key)

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        await self.start()
        try:
            yield
        finally:
            await self.stop()


async def _malformed(request: Request, error: Exception) -> Response:
    items = error.errors() if isinstance(error, RequestValidationError) else []
    items = items[:PROBLEMS]
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
    if error.status_code == 400 and "body" in error.detail:  # a body that is not JSON
        problem = {"loc": ["body"], "msg": error.detail, "type": "unreadable"}
        return reply({"detail": [problem]}, 422)
    answer = reply({"detail": error.detail}, error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _storage_fault(request: Request, error: Exception) -> Response:
    """Answer where ledger or folder cannot be written, such as on a full disk."""
    reason = error.strerror if isinstance(error, OSError) else error
    log.error("the storage cannot be used: %s", error)
    return reply({"detail": f"The service cannot store anything now: {reason}."}, 503)


async def _cut_off(request: Request, error: Exception) -> Response:
    """End a request whose caller left; nothing failed here, so nothing is logged."""
    return reply({"detail": "The request's body was cut off."}, 400)


async def _fault(request: Request, error: Exception) -> Response:
    if not isinstance(error, BodyCut):
        log.error("a request failed", exc_info=error)
    return reply({"detail": "Server-side fault; it has been logged."}, 500)


def _plain(text: str) -> str:
    """Return text that UTF-8 can carry, whatever a caller sent."""
    return text.encode("utf-8", "replace").decode()


Handler = Callable[[Request, Any], Coroutine[Any, Any, Response]]
HANDLERS: dict[int | type[Exception], Handler] = {
    RequestValidationError: _malformed,
    InvalidRequest: _invalid,
    HTTPException: _http_error,
    LedgerUnavailable: _storage_fault,
    OSError: _storage_fault,
    ClientDisconnect: _cut_off,
    Exception: _fault,
}


async def explain(request: Request, error: Exception) -> Response:
    """Return the response for an error."""
    kind = next(kind for kind in type(error).__mro__ if kind in HANDLERS)
    return await HANDLERS[kind](request, error)
