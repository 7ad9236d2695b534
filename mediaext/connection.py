"""Joining a client to a service: embedded by default, or any address."""

import asyncio
import os
from collections import Counter
from pathlib import Path
from typing import Any

from mediaext.client import AsyncClient, Client, Gateway, HttpGateway, Options, Session
from mediaext.client.core import core
from mediaext.client.transport import Transport
from mediaext.errors import MediaError
from mediaext.home import home as state_folder

EMBEDDED_URL = "http://mediaext.embedded"
ENGINE = "classical"


class EmbeddedGateway:
    """The service inside this process; no key, no network, no socket."""

    def __init__(self, folder: Path, engine: str = ENGINE, pods: int = 2) -> None:
        self.folder = folder
        self.engine = engine
        self.pods = pods

    @property
    def base_url(self) -> str:
        """A name that no network knows."""
        return EMBEDDED_URL

    @property
    def identity(self) -> str:
        """The engine and the version of this package, on which embedded results depend."""
        from importlib.metadata import version

        return f"embedded {self.engine} {version('mediaext')}"

    @property
    def local(self) -> bool:
        """Embedded in this process."""
        return True

    async def open(self) -> Transport:
        """Start the service of this process, once for each state folder and engine."""
        key = (os.getpid(), self.folder, self.engine)
        _holders[key] += 1
        try:
            service = await self.service()
        except BaseException:
            _holders[key] -= 1
            raise
        return Transport(EMBEDDED_URL, app=service.app, on_close=lambda: _release(key))

    async def service(self) -> Any:
        """Return the service of this process, started on first use; on the core loop alone."""
        return await _service(self.folder, self.engine, self.pods)


_Key = tuple[int, Path, str]
_services: dict[_Key, "asyncio.Task[Any]"] = {}
_holders: Counter[_Key] = Counter()
LINGER = 2.0  # seconds that a service outlives its last client; the next one is often near


def _release(key: _Key) -> None:
    """Let a client go; a service that nobody holds any more is stopped, with its pods."""
    _holders[key] -= 1
    if _holders[key] <= 0:
        asyncio.get_running_loop().call_later(LINGER, _stop_unused, key)


def _stop_unused(key: _Key) -> None:
    if _holders[key] > 0 or key not in _services:
        return
    starting = _services.pop(key)
    if starting.done() and not starting.exception():
        stopping = asyncio.ensure_future(_end(starting.result()))
        _stopping.add(stopping)
        stopping.add_done_callback(_stopping.discard)


async def _end(service: Any) -> None:
    await service.stop()
    service.close()


_stopping: set["asyncio.Task[None]"] = set()  # tasks need a holder while they run


async def _service(folder: Path, engine: str, pods: int) -> Any:
    key = (os.getpid(), folder, engine)
    if key not in _services:
        _services[key] = asyncio.ensure_future(_start(folder, engine, pods))
    try:
        return await asyncio.shield(_services[key])
    except Exception:
        _services.pop(key, None)
        raise


async def _start(folder: Path, engine: str, pods: int) -> Any:
    try:
        from mediaext.service import Service, Settings
    except ImportError as error:
        raise MediaError(
            f"The embedded service needs more libraries ({error.name} is missing): "
            "pip install 'mediaext[local]', or connect to a hosted service with connect(url)."
        ) from None
    service = Service(Settings.embedded(folder / "service", EMBEDDED_URL, engine, pods))
    await service.start()
    core().on_exit(service.stop)
    return service


def _session(
    base_url: str | None,
    api_key: str | None,
    home: str | os.PathLike[str] | None,
    engine: str,
    options: dict[str, Any],
) -> Session:
    folder = Path(home).expanduser().resolve() if home is not None else state_folder()
    folder.mkdir(parents=True, exist_ok=True)
    base_url = base_url or os.environ.get("MEDIAEXT_BASE_URL")
    key = api_key or os.environ.get("MEDIAEXT_API_KEY")
    gateway: Gateway = HttpGateway(base_url) if base_url else EmbeddedGateway(folder, engine)
    return Session(gateway, key if base_url else None, Options(**options), folder)


def connect(
    base_url: str | None = None,
    api_key: str | None = None,
    *,
    home: str | os.PathLike[str] | None = None,
    engine: str = ENGINE,
    **options: Any,
) -> Client:
    """Return a blocking client.

    Without an address (argument or ``MEDIAEXT_BASE_URL``) the service runs embedded in this
    process: no key, no network. ``home`` is the state folder (default ``MEDIAEXT_HOME``, else the
    user's data folder); ``engine`` names the embedded engine; ``options`` are those of
    :class:`mediaext.client.Options`. Nothing starts before the first call.
    """
    return Client(_session(base_url, api_key, home, engine, options))


def aconnect(
    base_url: str | None = None,
    api_key: str | None = None,
    *,
    home: str | os.PathLike[str] | None = None,
    engine: str = ENGINE,
    **options: Any,
) -> AsyncClient:
    """Return an awaitable client; parameters as for :func:`connect`."""
    return AsyncClient(_session(base_url, api_key, home, engine, options))
