"""Connect a client to a service: embedded by default, or at any address."""

import asyncio
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mediaext.client import AsyncClient, Client, Gateway, HttpGateway, Options, Session
from mediaext.client.connection import Transport
from mediaext.client.loop import core
from mediaext.engines.routing import DEFAULT, chosen_engines
from mediaext.errors import MediaError
from mediaext.home import home as state_folder
from mediaext.home import made
from mediaext.job import JobState

EMBEDDED_URL = "http://mediaext.embedded"
CLUSTER = "MEDIAEXT_CLUSTER"
"""Environment variable: the Dask scheduler whose workers make the embedded service's jobs."""


class EmbeddedGateway:
    """The service inside this process; no key, no network, no socket."""

    def __init__(self, folder: Path, engine: str = DEFAULT) -> None:
        self.folder = folder
        self.engine = engine

    @property
    def base_url(self) -> str:
        """A name that no network knows."""
        return EMBEDDED_URL

    @property
    def identity(self) -> str:
        """The engines, where they do not tell more of themselves."""
        return f"embedded {self.engine}"

    @property
    def former_identities(self) -> tuple[str, ...]:
        """None: what the built-in engine made before has the same name."""
        return ()

    @property
    def announces(self) -> bool:
        """The engines are asked."""
        return True

    @property
    def local(self) -> bool:
        """Embedded in this process."""
        return True

    @property
    def working(self) -> bool:
        """Whether a process runs the embedded service of this folder now."""
        home = self.folder / "service"
        if not (home / "owners").is_dir():
            return False
        from mediaext.service.peers import active_owners

        return bool(active_owners(home))

    def ended(self, job_ids: Iterable[str]) -> dict[str, JobState]:
        """Return how jobs ended, also those that another process of this folder completed."""
        from mediaext.service.sqlite_database import read_jobs

        rows = read_jobs(self.folder / "service" / "ledger.sqlite3", job_ids)
        return {row.job_id: row.end() for row in rows if row.status.terminal}

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
        return await _service(self.folder, self.engine)


_Key = tuple[int, Path, str]
_services: dict[_Key, "asyncio.Task[Any]"] = {}
_holders: Counter[_Key] = Counter()
LINGER = 2.0  # seconds that a service outlives its last client; the next one is often near


def _release(key: _Key) -> None:
    """Release a client; a service without clients is stopped, with its pods."""
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


async def _service(folder: Path, engine: str) -> Any:
    key = (os.getpid(), folder, engine)
    if key not in _services:
        _services[key] = asyncio.ensure_future(_start(folder, engine))
    try:
        return await asyncio.shield(_services[key])
    except Exception:
        _services.pop(key, None)
        raise


async def _start(folder: Path, engine: str) -> Any:
    try:
        from mediaext.scale.clusters import open_fleet
        from mediaext.service import Service, Settings
    except ImportError as error:
        raise MediaError(
            f"The embedded service needs more libraries ({error.name} is missing): "
            "pip install 'mediaext[local]', or connect to a hosted service with connect(url)."
        ) from None
    settings = Settings.embedded(folder / "service", EMBEDDED_URL, engine)
    if address := os.environ.get(CLUSTER):
        fleet = {"fleet": address, "pods": 0, "speech_pods": 0}
        settings = settings.model_copy(update=fleet)
    service = Service(settings, fleet=open_fleet(settings))
    await service.start()
    core().on_exit(service.stop)
    return service


def _session(
    gateway: Gateway, api_key: str | None, folder: Path, options: dict[str, Any]
) -> Session:
    key = api_key or os.environ.get("MEDIAEXT_API_KEY")
    return Session(gateway, None if gateway.local else key, Options(**options), folder)


def _gateway(
    base_url: str | None, folder: Path, engine: str | None, identity: str | None
) -> Gateway:
    base_url = base_url or os.environ.get("MEDIAEXT_BASE_URL")
    if base_url:
        return HttpGateway(base_url, identity=identity)
    return EmbeddedGateway(folder, chosen_engines(engine, folder))


def _folder(home: str | os.PathLike[str] | None) -> Path:
    return made(Path(home).expanduser()) if home is not None else state_folder()


def connect(
    base_url: str | None = None,
    api_key: str | None = None,
    *,
    home: str | os.PathLike[str] | None = None,
    engine: str | None = None,
    identity: str | None = None,
    **options: object,
) -> Client:
    """Return a blocking client; nothing starts before its first call.

    Without an address the service runs embedded in this process: no key, no network.

    Parameters
    ----------
    base_url
        Address of a hosted service; by default ``MEDIAEXT_BASE_URL``.
    api_key
        Its key; by default ``MEDIAEXT_API_KEY``. It is sent to this address alone.
    home
        State folder: history, results and the embedded service. By default ``MEDIAEXT_HOME``, else
        the user's data folder.
    engine
        Engines of the embedded service, the preferred one first, such as
        ``"openai:http://127.0.0.1:30000,classical"``. By default those of ``MEDIAEXT_ENGINE``,
        else of the settings file, else ``"classical"``.
    identity
        What makes the results of a hosted service, so that equal requests take them from the
        store. By default what the service announces, else its host.
    **options
        Fields of :class:`mediaext.client.Options`: ``timeout`` (seconds, 3600), ``retries`` (3),
        ``events`` (``True``), ``result_limit`` (bytes, 1 GB).

    Raises
    ------
    MediaError
        Where the state folder or the settings file cannot be used.
    InvalidRequest
        For an address that is not one.
    Unsupported
        For an engine that is not installed.

    Examples
    --------
    >>> media = mediaext.connect()  # doctest: +SKIP
    >>> media.image("a red bicycle", seed=7).save("bicycle")  # doctest: +SKIP
    """
    folder = _folder(home)
    gateway = _gateway(base_url, folder, engine, identity)
    return Client(_session(gateway, api_key, folder, options))


def aconnect(
    base_url: str | None = None,
    api_key: str | None = None,
    *,
    home: str | os.PathLike[str] | None = None,
    engine: str | None = None,
    identity: str | None = None,
    **options: object,
) -> AsyncClient:
    """Return a client whose calls are awaited; nothing starts before its first call.

    Parameters
    ----------
    base_url, api_key, home, engine, identity, **options
        As for :func:`connect`.
    """
    folder = _folder(home)
    gateway = _gateway(base_url, folder, engine, identity)
    return AsyncClient(_session(gateway, api_key, folder, options))
