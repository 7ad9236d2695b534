"""A service on a loopback port in a thread, its clock, and its faults."""

import asyncio
import contextlib
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

from mediaext.service import Service, Settings
from mediaext.service.database import Clock

T = TypeVar("T")
START_SECONDS = 20.0


class TestClock(Clock):
    """The service's clock: real until frozen, and it can be moved ahead."""

    __test__ = False  # for pytest: this is no test

    def __init__(self) -> None:
        self._ahead = 0.0
        self._frozen_at: float | None = None

    def now(self) -> float:
        """Return seconds since the epoch, as the service sees them."""
        real = time.time() if self._frozen_at is None else self._frozen_at
        return real + self._ahead

    def freeze(self) -> None:
        """Stop the time."""
        self._frozen_at = time.time()

    def advance(self, seconds: float) -> None:
        """Move the time ahead.

        Parameters
        ----------
        seconds
            By how much.
        """
        self._ahead += seconds


class Faults:
    """Faults to switch on in a running service."""

    def __init__(self, running: "RunningService") -> None:
        self._running = running
        self._faults = running.service.faults

    def fail_next(self, code: str, error: str = "") -> None:
        """Have the next job fail.

        Parameters
        ----------
        code
            One of the specification's codes, such as ``"MODEL_ERROR"``.
        error
            The sentence; by default what the code means.

        Raises
        ------
        ValueError
            For a code that there is not.
        """
        self._faults.fail_next(code, error)

    def delay(self, seconds: float) -> None:
        """Have every job wait before it is made.

        Parameters
        ----------
        seconds
            How long; 0 ends it.
        """
        self._faults.delay = seconds

    def drop_webhooks(self, count: int = 1) -> None:
        """Lose the next attempts to deliver a webhook.

        Parameters
        ----------
        count
            How many.
        """
        self._faults.webhooks = count

    def expire_links(self) -> None:
        """Advance the clock until every link that exists now has expired."""
        self._running.advance(self._running.settings.link_life + 1)

    def kill_pod(self, name: str = "") -> str:
        """Kill a worker process, a busy one first.

        Parameters
        ----------
        name
            Name of its pod; by default any.

        Returns
        -------
        str
            The pod's name.

        Raises
        ------
        LookupError
            When no worker process runs.
        """

        async def kill() -> str:
            pods = [
                pod
                for pod in self._running.service.supervisor.pods
                if pod.worker.warm and name in ("", pod.name)
            ]
            if not pods:
                raise LookupError("No worker process runs; give the service a job first.")
            pod = max(pods, key=lambda one: one.job is not None)
            pod.worker.kill()
            return pod.name

        return self._running.call(kill())


class RunningService:
    """A service that answers on ``base_url``. Use :func:`service` to get one."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        from mediaext.service.server import BoundedServer, ServerConfig

        self.settings = settings
        self.clock = TestClock()
        ledger = None
        if settings.ledger:
            from mediaext.scale.shared import open_shared

            ledger = open_shared(settings)
        fleet = None
        if settings.fleet:
            from mediaext.scale.clusters import open_fleet

            fleet = open_fleet(settings)
        self.service = Service(settings, self.clock, ledger, fleet)
        self.base_url = settings.base_url
        self.faults = Faults(self)
        self._listener = listener
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server = BoundedServer(ServerConfig(self.service.app))
        self._thread = threading.Thread(target=self._serve, name="mediaext-test-service")

    def _serve(self) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            await self._server.serve(sockets=[self._listener])

        asyncio.run(serve())

    def start(self) -> None:
        """Serve; return when requests are answered.

        Raises
        ------
        RuntimeError
            When the service does not answer within 20 seconds.
        """
        self._thread.start()
        end = time.monotonic() + START_SECONDS
        while not self._server.started:
            if not self._thread.is_alive() or time.monotonic() > end:
                raise RuntimeError("The test service did not start; see its log.")
            time.sleep(0.005)

    def stop(self) -> None:
        """Stop serving; running jobs go back to the queue."""
        self._server.should_exit = True
        self._thread.join()
        self._listener.close()
        self.service.close()

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the service's loop and return what it gives.

        Parameters
        ----------
        work
            The coroutine.

        Raises
        ------
        RuntimeError
            When the service was not started.
        """
        if self._loop is None:
            work.close()
            raise RuntimeError("The test service has not started.")
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(START_SECONDS)

    def key(self, user: str = "anna", plan: str = "enterprise") -> str:
        """Make an API key.

        Parameters
        ----------
        user
            Whose key it is; the user is made with it.
        plan
            ``"enterprise"``, ``"studio"`` or ``"pro"``.
        """
        return self.service.keys.add(user, plan)

    def advance(self, seconds: float) -> None:
        """Move the service's clock ahead and have it look at what is due.

        Parameters
        ----------
        seconds
            By how much.
        """
        self.clock.advance(seconds)

        async def look() -> None:
            await self.service.supervisor.recover()
            self.service.sender.wake.set()

        self.call(look())

    def sweep(self) -> int:
        """Delete what has expired now; return how many files were deleted."""

        async def sweep() -> int:
            return self.service.sweeper.sweep(orphan_seconds=0)

        return self.call(sweep())

    def wait_until(self, holds: Callable[[], object], seconds: float = 10.0) -> None:
        """Wait until something is true.

        Parameters
        ----------
        holds
            Called again and again.
        seconds
            How long to wait at most.

        Raises
        ------
        AssertionError
            When it does not become true in time.
        """
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(f"This did not come true within {seconds:g} seconds.")
            time.sleep(0.005)


@contextlib.contextmanager
def service(
    home: Path | None = None, *, engine: str = "mediaext.testing.instant:engine", **choices: Any
) -> Iterator[RunningService]:
    """Run a service on a loopback port until the block ends.

    Callers need no key unless ``require_key=True``, and a key made with ``svc.key(user, plan)``
    says who they are. Private addresses are allowed, so that webhooks reach the test.

    Parameters
    ----------
    home
        Folder of the service; by default a temporary one.
    engine
        Engine that makes the results; by default one that makes tiny ones at once.
    **choices
        Fields of :class:`mediaext.service.Settings`.

    Yields
    ------
    RunningService
        The service.
    """
    with contextlib.ExitStack() as stack:
        if home is None:
            home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        # asyncio switches Nagle's delay off only where the protocol is named
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        settings = Settings(
            **{
                "home": home,
                "base_url": f"http://127.0.0.1:{port}",
                "engine": engine,
                "require_key": False,
                "plans": {},
                "allow_private_urls": True,
                "stop_grace": 0.0,
                "sweep_grace": 0.0,
                **choices,
            }
        )
        running = RunningService(settings, listener)
        running.start()
        stack.callback(running.stop)
        yield running
