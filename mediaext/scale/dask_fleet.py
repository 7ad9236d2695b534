"""The workers of a Dask cluster as pods: which are connected, and how they run jobs.

The ledger stays the only truth. A job is a task on the one worker that its pod stands for, under a
key of the job's lease and the worker's address: a service that takes over submits the same key and
joins the running task, and the worker's agent returns the result of a finished task again. After a
restart a worker has another address; a task for the former one would never run.
"""

import asyncio
import contextlib
import secrets
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from distributed import Client, Future, KilledWorker, Security, fire_and_forget
from distributed.client import FutureCancelledError
from distributed.comm.core import CommClosedError

from mediaext.errors import MediaError
from mediaext.logs import logger
from mediaext.scale import preload, worker_agent
from mediaext.scale.messages import TOPIC, VERSION, Assignment, TaskResult, WorkerConfig
from mediaext.service.blob_store import place
from mediaext.service.blobs import open_store
from mediaext.service.fleet import FLEET
from mediaext.service.server import is_loopback
from mediaext.service.settings import Settings
from mediaext.service.worker import PodDied, Report

log = logger("mediaext.service")
CONNECT_SECONDS = 5.0
RETURN_SECONDS = 15.0  # for a worker to come back, before its job goes elsewhere
SCHEDULER_SECONDS = 60.0  # for a scheduler to come back
UNRESPONSIVE_SECONDS = 60.0  # in which a worker that did not answer gets no jobs
CHECK_SECONDS = 1.0  # between two checks that the worker of a job is still connected
RETRY_SECONDS = 0.2  # between two attempts to reach a worker
CONNECTION_ERRORS = (OSError, CommClosedError, FutureCancelledError)


class ConnectedWorker(NamedTuple):
    """A worker that the scheduler knows."""

    address: str
    reaches_store: bool | None = None
    """Whether it uses this service's store itself; ``None`` until it was configured."""
    draining: bool = False
    """Whether it takes no more jobs."""


class DaskFleet:
    """The workers of a Dask cluster that fit a service.

    Parameters
    ----------
    settings
        Those of the service; ``fleet`` is the scheduler's address.
    authority
        Files with which results are signed, by name.
    security
        Certificates for ``tls://``; those of Dask's own configuration without.

    Raises
    ------
    MediaError
        For an address without encryption that is not of this machine.
    """

    def __init__(
        self,
        settings: Settings,
        authority: Mapping[str, bytes],
        security: Security | None = None,
    ) -> None:
        check_address(settings.fleet)
        self.name = f"{FLEET}{settings.fleet}"
        self.resources = dict(settings.fleet_resources)
        self.store = open_store(settings.blob_address)
        self._address = settings.fleet
        self._security = security
        self._config = _worker_config(settings, authority)
        self.config_digest = self._config.digest
        self._client: Client | None = None
        self._connecting = asyncio.Lock()
        self._closed = False
        self._workers: dict[str, ConnectedWorker] = {}
        self._rejected: set[tuple[str, str]] = set()
        self._unresponsive: dict[str, float] = {}  # until when, by address
        self._listeners: dict[str, tuple[Report, Callable[[bool], None]]] = {}
        self._scheduler_lost_at: float | None = None
        self._scheduler_back_at = 0.0

    async def available_workers(self) -> list[str]:
        """Return the names of the workers that accept jobs; none without a scheduler."""
        try:
            client = await self._connected()
            known = await client.scheduler.identity(n_workers=-1)
        except CONNECTION_ERRORS as error:
            if self._scheduler_lost_at is None:
                log.warning("the scheduler %s does not answer: %s", self._address, error)
                self._scheduler_lost_at = time.monotonic()
            await self._disconnect()
            self._workers = {}
            return []
        if self._scheduler_lost_at is not None:
            self._scheduler_lost_at, self._scheduler_back_at = None, time.monotonic()
        found, now = {}, time.monotonic()
        for address, facts in known["workers"].items():
            name = str(facts["name"])
            if self._unresponsive.get(address, 0.0) > now:
                continue  # the scheduler has not noticed yet that it is gone
            if (reason := self._rejection(facts)) is None:
                before = self._workers.get(name)
                reaches_store = (
                    before.reaches_store if before and before.address == address else None
                )
                found[name] = ConnectedWorker(address, reaches_store, _is_draining(facts))
            elif (name, reason) not in self._rejected:
                self._rejected.add((name, reason))
                log.warning("the worker '%s' gets no jobs: %s", name, reason)
        self._workers = found
        return [name for name, worker in found.items() if not worker.draining]

    def _rejection(self, facts: Mapping[str, Any]) -> str | None:
        """Return why a worker gets no jobs, ``None`` where it may."""
        own = facts.get("mediaext")
        if own is None:
            return "it was started without --preload mediaext.scale.preload"
        if own["version"] != VERSION:
            return f"it has mediaext {own['version']}, this service {VERSION}; install the same"
        lacking = [
            f"{name}={amount:g}"
            for name, amount in self.resources.items()
            if facts["resources"].get(name, 0) < amount
        ]
        return f"it lacks the resources {' '.join(lacking)}" if lacking else None

    def worker(self, name: str) -> "DaskWorker":
        """Return the worker that runs a pod's jobs."""
        return DaskWorker(self, name)

    async def report_demand(self, jobs: int) -> None:
        """Report to the scheduler how many jobs there are; an adaptive cluster scales by that."""
        client = await self._connected()
        with contextlib.suppress(AttributeError):  # a scheduler without the preload
            await client.run_on_scheduler(preload.report_demand, jobs)

    async def close(self) -> None:
        """Close the connection; tasks continue."""
        async with self._connecting:
            self._closed = True
            await self._disconnect()
        self.store.close()

    # Used by workers

    def find(self, name: str) -> ConnectedWorker | None:
        """Return a worker that is connected."""
        return self._workers.get(name)

    def is_ready(self, name: str) -> bool:
        """Say whether a worker is connected and configured."""
        found = self._workers.get(name)
        return found is not None and found.reaches_store is not None

    async def configure(self, name: str) -> ConnectedWorker:
        """Return a worker that has this service's configuration.

        Raises :class:`PodDied` where it does not come back in time.
        """
        begun = time.monotonic()
        while True:
            found = self._workers.get(name)
            if found is not None and found.reaches_store is not None:
                return found
            if found is not None:
                with contextlib.suppress(*CONNECTION_ERRORS, PodDied):
                    reaches_store = await self._configure(found.address)
                    self._workers[name] = found._replace(reaches_store=reaches_store)
                    continue
            self._raise_if_overdue(name, begun)
            await asyncio.sleep(RETRY_SECONDS)

    def _raise_if_overdue(self, name: str, begun: float) -> None:
        """Raise :class:`PodDied` where a worker has had its time to come back."""
        if self._scheduler_lost_at is not None:
            deadline = self._scheduler_lost_at + SCHEDULER_SECONDS
        else:
            deadline = max(begun, self._scheduler_back_at) + RETURN_SECONDS
        if time.monotonic() > deadline:
            if found := self._workers.pop(name, None):
                self._unresponsive[found.address] = time.monotonic() + UNRESPONSIVE_SECONDS
            raise PodDied(counted=False)

    async def _configure(self, address: str) -> bool:
        """Send the configuration; return whether the worker found the probe in the store."""
        probe = f"{place('probe', secrets.token_hex(8))}.probe"
        config = replace(self._config, probe=probe, probe_content=secrets.token_bytes(16))
        await asyncio.to_thread(self.store.write, probe, (config.probe_content,))
        try:
            async with asyncio.timeout(RETURN_SECONDS):
                return bool(await self.run(address, worker_agent.configure, config))
        finally:
            await asyncio.to_thread(self.store.delete, [probe, f"{probe}.seen"])

    async def run(
        self, address: str, function: Callable[..., Any], *args: object, **options: object
    ) -> Any:
        """Call a function on a worker; raise :class:`PodDied` where it has disconnected."""
        client = await self._connected()
        results = await client.run(function, *args, workers=[address], **options)
        if address not in results:
            raise PodDied(counted=False)
        return results[address]

    async def run_assignment(self, name: str, assignment: Assignment) -> TaskResult:
        """Have a worker run an assignment; under the same lease it runs once.

        Raises :class:`PodDied` where it ended its worker, or where the worker does not come back.
        """
        killed = False
        while True:
            try:
                worker = await self.configure(name)
                result = await self._result(worker.address, name, assignment)
            except KilledWorker:
                killed = True
                self._workers.pop(name, None)
            except CONNECTION_ERRORS as error:
                log.info("the job's task on '%s' is submitted again: %s", name, error)
                await self.available_workers()
            except PodDied:
                raise PodDied(counted=killed) from None
            else:
                if result["type"] == "died":
                    raise PodDied
                if result["type"] == "interrupted":
                    raise PodDied(counted=killed)
                if result["type"] not in ("unconfigured", "draining"):
                    return result
                self._workers.pop(name, None)  # to be configured again, where it is still there
                if result["type"] == "draining":
                    raise PodDied(counted=False)
            await asyncio.sleep(RETRY_SECONDS)

    async def _result(self, address: str, name: str, assignment: Assignment) -> TaskResult:
        """Wait for the task of an assignment while its worker stays connected."""
        client = await self._connected()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # media travels in the task
            future: Future[TaskResult] = client.submit(
                worker_agent.run_assignment,
                assignment,
                key=f"{assignment.lease} {address}",
                workers=[address],
                allow_other_workers=False,
                pure=False,
                resources=self.resources or None,
            )
        fire_and_forget(future)
        result = asyncio.ensure_future(_awaited(future))
        try:
            while not result.done():
                await asyncio.wait([result], timeout=CHECK_SECONDS)
                now = self._workers.get(name)
                if not result.done() and (now is None or now.address != address):
                    # the task is bound to an address that no worker has any more
                    await client.cancel([future], force=True)
                    raise OSError(f"the worker '{name}' has disconnected")
            return result.result()
        finally:
            result.cancel()

    @contextlib.contextmanager
    def listening(
        self, lease: str, report: Report, stage: Callable[[bool], None]
    ) -> Iterator[None]:
        """Call ``report`` and ``stage`` for the events of a job."""
        self._listeners[lease] = report, stage
        try:
            yield
        finally:
            self._listeners.pop(lease, None)

    def _on_event(self, timed: tuple[float, Mapping[str, Any]]) -> None:
        _, event = timed
        if event["kind"] == "draining":
            if found := self._workers.get(event["worker"]):
                self._workers[event["worker"]] = found._replace(draining=True)
        elif event["lease"] in self._listeners:
            report, stage = self._listeners[event["lease"]]
            if event["kind"] == "stage":
                stage(event["preparing"])
            else:
                report(event["fraction"], event["message"])

    async def _connected(self) -> Client:
        """Return the connection to the scheduler, which all callers share."""
        async with self._connecting:
            if self._closed:
                raise OSError("the fleet is closed")
            if self._client is None or self._client.status != "running":
                await self._disconnect()
                self._client = await self._connect()
            return self._client

    async def _connect(self) -> Client:
        client = Client(
            self._address,
            asynchronous=True,
            timeout=CONNECT_SECONDS,
            security=self._security,
            set_as_default=False,
            name="mediaext",
        )
        try:
            await client
        except BaseException:
            with contextlib.suppress(Exception):
                await _close(client)
            raise
        client.subscribe_topic(TOPIC, self._on_event)
        return client

    async def _disconnect(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            try:
                await _close(client)
            except CONNECTION_ERRORS:
                pass
            except asyncio.CancelledError:  # also raised by Dask for tasks of its own
                if (task := asyncio.current_task()) is not None and task.cancelling():
                    raise


async def _close(client: Client) -> None:
    """Close a connection, or abandon it after a second."""
    try:
        await client.close(timeout=1)
    finally:
        client.status = "closed"  # else the collector closes it again when its loop is gone


class DaskWorker:
    """One worker of a fleet, which runs the jobs of its pod."""

    detached = True

    def __init__(self, fleet: DaskFleet, name: str) -> None:
        self.name = name
        self.pid: int | None = None
        self._fleet = fleet
        self._lease = ""
        self._requests: set[asyncio.Task[None]] = set()

    @property
    def warm(self) -> bool:
        """Whether the worker has this service's configuration."""
        return self._fleet.is_ready(self.name)

    async def start(self) -> None:
        """Configure the worker; raise :class:`PodDied` where there is none."""
        await self._fleet.configure(self.name)

    async def run(
        self, job: Mapping[str, object], report: Report, stage: Callable[[bool], None]
    ) -> TaskResult:
        """Run a job, and store its files; raise :class:`PodDied`.

        Cancelled, it leaves the job to the worker, for the service that takes over.
        """
        connected = await self._fleet.configure(self.name)
        lease = self._lease = str(job["lease"])
        contents: dict[str, bytes] = {}
        if job["inputs"]:
            contents = await asyncio.to_thread(
                self._contents, job, reaches_store=bool(connected.reaches_store)
            )
        assignment = Assignment(self._fleet.config_digest, lease, dict(job), contents)
        with self._fleet.listening(lease, report, stage):
            result = await self._fleet.run_assignment(self.name, assignment)
        if any("content" in facts for facts in result.get("files", {}).values()):
            result = {**result, "files": await asyncio.to_thread(self._store, result["files"])}
        return result

    def _contents(self, job: Mapping[str, Any], *, reaches_store: bool) -> dict[str, bytes]:
        """Return the media that the worker cannot read itself."""
        contents = {}
        for item in job["inputs"]:
            if "path" in item:
                contents[item["path"]] = Path(item["path"]).read_bytes()
            elif not reaches_store:
                pieces = self._fleet.store.read(item["file"], item["size"])
                contents[item["file"]] = b"".join(pieces)
        return contents

    def _store(self, files: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
        """Write the content that came with the result to the store."""
        stored = {}
        for role, facts in files.items():
            stored[role] = dict(facts)
            content = stored[role].pop("content", None)
            if content is not None:
                self._fleet.store.write(facts["file"], (content,))
        return stored

    def cancel(self, lease: str) -> None:
        """Ask the engine to stop a job."""
        self._request_stop(lease, now=False)

    def kill(self) -> None:
        """End the engine's process during the job."""
        self._request_stop(self._lease, now=True)

    def _request_stop(self, lease: str, *, now: bool) -> None:
        async def request() -> None:
            connected = self._fleet.find(self.name)
            with contextlib.suppress(*CONNECTION_ERRORS, PodDied):
                if connected is not None:
                    await self._fleet.run(
                        connected.address, worker_agent.cancel_job, lease, now=now
                    )

        task = asyncio.get_running_loop().create_task(request())
        self._requests.add(task)
        task.add_done_callback(self._requests.discard)

    async def stop(self) -> None:
        """Release the memory of the worker where it has no job."""
        connected = self._fleet.find(self.name)
        with contextlib.suppress(*CONNECTION_ERRORS, PodDied):
            if connected is not None:
                await self._fleet.run(connected.address, worker_agent.stop_idle_engine)


async def _awaited(future: "Future[TaskResult]") -> TaskResult:
    result: TaskResult = await future
    return result


def _is_draining(facts: Mapping[str, Any]) -> bool:
    """Say whether a worker takes no more jobs."""
    return bool(
        facts["status"] != "running" or facts["metrics"].get("mediaext", {}).get("draining")
    )


def check_address(address: str) -> None:
    """Raise :class:`MediaError` for no address, or one that others reach without encryption."""
    parts = urlsplit(address)
    if parts.scheme not in ("tcp", "tls") or not parts.hostname or not parts.port:
        raise MediaError(
            f"'{address}' is not a scheduler's address: use tls://HOST:8786, on this machine "
            "tcp://127.0.0.1:8786."
        )
    if parts.scheme == "tcp" and not is_loopback(parts.hostname):
        raise MediaError(
            f"Anybody who reaches {address} could run programs there. Connections beyond this "
            "machine must be encrypted, tls://HOST:PORT; see 'mediaext cluster --help'."
        )


def _worker_config(settings: Settings, authority: Mapping[str, bytes]) -> WorkerConfig:
    """Return the configuration of workers, each of which gets a probe of its own."""
    content = (settings.engine_config, settings.blob_address, sorted(authority.items()))
    return WorkerConfig(
        digest=sha256(repr(content).encode()).hexdigest()[:16],
        engine=settings.engine,
        limits=[settings.pixel_limit, settings.frame_limit],
        blobs=settings.blob_address,
        authority=authority,
        probe="",
        probe_content=b"",
    )
