"""Assign requests to hosts: one process per environment and device, models within a budget."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from mediaext.engines.hosts.process import HostDied, HostFailed, HostKey, HostProcess, Report
from mediaext.text import byte_size, printable

Plans = Sequence[tuple[str, float]]
"""Ways to hold a model, each with the gigabytes it takes, the preferred one first."""


@dataclass(eq=False, slots=True)
class Resident:
    """A model that holds, or is about to hold, memory of a device, in gigabytes.

    Whoever loads it sets ``loaded``; what nobody loaded gives its room back.
    """

    key: str
    plan: str
    memory: float
    loaded: bool = False
    users: int = 0
    used_at: float = field(default_factory=time.monotonic)


class TooLarge(Exception):
    """No plan of the model fits the device, even when it is empty."""


class MemoryBudget:
    """Gigabytes of one device.

    A model in use is never evicted. Who finds no room waits until a model is no longer used, so
    two models that do not fit together take turns, in the order in which they were asked for.
    ``evict`` frees the memory of a model; it is awaited.
    """

    def __init__(self, capacity: float, evict: Callable[[Resident], Awaitable[None]]) -> None:
        self.capacity = capacity
        self.residents: dict[str, Resident] = {}
        self._evict = evict
        self._turn = asyncio.Lock()
        self._freed = asyncio.Event()

    @property
    def taken(self) -> float:
        """Gigabytes that models hold."""
        return sum(resident.memory for resident in self.residents.values())

    def holds(self, resident: Resident) -> bool:
        """Say whether the model has not been evicted or forgotten."""
        return self.residents.get(resident.key) is resident

    @asynccontextmanager
    async def hold(self, key: str, plans: Plans) -> AsyncIterator[Resident]:
        """Keep room for a model while it is used; the first plan that fits the device is taken.

        A model that is there already keeps its plan where that is one of ``plans``. Raises
        :class:`TooLarge`.
        """
        async with self._turn:
            resident = await self._place(key, plans)
            resident.users += 1
        try:
            yield resident
        finally:
            resident.users -= 1
            resident.used_at = time.monotonic()
            if not resident.loaded and not resident.users:
                self.forget(resident)
            self._freed.set()

    async def _place(self, key: str, plans: Plans) -> Resident:
        there = self.residents.get(key)
        if there is not None:
            if there.plan in dict(plans):
                return there
            while there.users and self.holds(there):
                await self._wait()
            await self.remove(there)
        fitting = [(plan, memory) for plan, memory in plans if memory <= self.capacity]
        if not fitting:
            raise TooLarge
        plan, memory = fitting[0]
        while self.taken + memory > self.capacity:
            idle = [resident for resident in self.residents.values() if not resident.users]
            if idle:
                await self.remove(min(idle, key=lambda resident: resident.used_at))
            else:
                await self._wait()
        resident = self.residents[key] = Resident(key, plan, memory)
        return resident

    async def release(self, older_than: float = 0.0) -> None:
        """Evict every model that has not been in use for so many seconds."""
        before = time.monotonic() - older_than
        for resident in list(self.residents.values()):
            if not resident.users and resident.used_at <= before:
                await self.remove(resident)

    async def remove(self, resident: Resident) -> None:
        """Evict a model, whether it is in use or not."""
        if self.holds(resident):
            self.forget(resident)
            await self._evict(resident)

    def forget(self, resident: Resident) -> None:
        """Take note that a model is gone, since its process ended."""
        if self.holds(resident):
            del self.residents[resident.key]
        self._freed.set()

    async def _wait(self) -> None:
        self._freed.clear()
        await self._freed.wait()


class ModelRequest(BaseModel):
    """A model, and where it runs."""

    model_config = ConfigDict(frozen=True)

    python: str = Field(description="Interpreter of its environment.")
    adapter: str = Field(description="File that knows its libraries.")
    device: str = Field(description="Such as cuda:0 or cpu.")
    name: str = Field(description="What people call it.")
    revision: str = ""
    model: dict[str, JsonValue] = Field(description="What its adapter needs to load it.")
    plans: tuple[tuple[str, float], ...] = Field(
        min_length=1, description="Ways to hold it with their gigabytes, the preferred first."
    )
    prepare_seconds: float = Field(1800.0, gt=0, description="Limit of loading it.")
    cancel_grace: float = Field(
        30.0, ge=0, description="Seconds in which a cancelled job has to stop, as a step takes."
    )

    @property
    def key(self) -> str:
        """What distinguishes loaded models."""
        return f"{self.name}@{self.revision}"


class Task(BaseModel):
    """A task for a loaded model; the adapter knows its fields."""

    task: dict[str, JsonValue]
    inputs: dict[str, list[str]] = {}
    folder: str = Field(description="Where files are written.")


class Failed(Exception):
    """A request failed; ``code`` is of the specification's table of failures."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class OutOfMemory(Exception):
    """The device had no memory for a model as ``plan``."""

    def __init__(self, plan: str) -> None:
        super().__init__(plan)
        self.plan = plan


class Manager:
    """Runs tasks on models, which stay loaded in host processes.

    Parameters
    ----------
    capacity
        Gives the gigabytes that models may take of a device.
    logs
        Folder of what the processes print.
    ping_seconds, silent_seconds
        A process is pinged after the first, and ended when it does not answer within the second.
    """

    def __init__(
        self,
        capacity: Callable[[str], float],
        logs: Path,
        *,
        ping_seconds: float = 10.0,
        silent_seconds: float = 60.0,
    ) -> None:
        self._capacity = capacity
        self._logs = logs
        self._ping_seconds = ping_seconds
        self._silent_seconds = silent_seconds
        self._hosts: dict[HostKey, HostProcess] = {}
        self._budgets: dict[str, MemoryBudget] = {}
        self._places: dict[Resident, HostProcess] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self.used_at = time.monotonic()

    async def prepare(self, request: ModelRequest, report: Report) -> None:
        """Load a model, evicting others to make room; raise :class:`Failed`."""
        await self._carry_out(request, None, report)

    async def run(self, request: ModelRequest, task: Task, report: Report) -> dict[str, Any]:
        """Have a model make something, loaded first where it is not; raise :class:`Failed`.

        Where memory is short, all other idle models leave and it is tried once more by the next
        plan. Cancelling the awaiting task cancels the work.
        """
        return await self._carry_out(request, task, report)

    async def release(self, older_than: float = 0.0) -> None:
        """Free the memory of models that have been idle for so many seconds, then processes."""
        for budget in self._budgets.values():
            await budget.release(older_than)
        for key, host in list(self._hosts.items()):
            if host not in self._places.values() and not host.lock.locked():
                del self._hosts[key]
                await host.stop()

    async def close(self) -> None:
        """End every process."""
        hosts, self._hosts = list(self._hosts.values()), {}
        await asyncio.gather(*(host.stop() for host in hosts), *self._ending)

    def status(self) -> dict[str, Any]:
        """Return what is loaded, as JSON data."""
        return {
            "hosts": [
                {"device": host.key.device, "python": host.key.python, "pid": host.pid}
                for host in self._hosts.values()
            ],
            "models": [
                {
                    "model": resident.key, "plan": resident.plan, "memory": resident.memory,
                    "device": device, "busy": resident.users > 0,
                }
                for device, budget in self._budgets.items()
                for resident in budget.residents.values()
                if resident.loaded
            ],
        }  # fmt: skip

    @property
    def busy(self) -> bool:
        """Whether any process is there."""
        return bool(self._hosts)

    async def _carry_out(
        self, request: ModelRequest, task: Task | None, report: Report
    ) -> dict[str, Any]:
        self.used_at = time.monotonic()
        plans: Plans = request.plans
        try:
            return await self._attempt(request, plans, task, report)
        except OutOfMemory as error:
            await self._budget(request.device).release()
            names = [plan for plan, _ in plans]
            plans = plans[names.index(error.plan) + 1 :] or plans[-1:]
            report(None, f"out of memory; once more as {plans[0][0]}")
        try:
            return await self._attempt(request, plans, task, report)
        except OutOfMemory as error:
            raise Failed(
                "MODEL_ERROR",
                f"{request.name} ran out of memory of {request.device}, as {error.plan} too.",
            ) from None
        finally:
            self.used_at = time.monotonic()

    async def _attempt(
        self, request: ModelRequest, plans: Plans, task: Task | None, report: Report
    ) -> dict[str, Any]:
        budget = self._budget(request.device)
        try:
            while True:
                async with budget.hold(request.key, plans) as resident:
                    host = self._host(request)
                    async with host.lock:
                        if self._hosts.get(host.key) is not host or not budget.holds(resident):
                            continue  # its process ended while this waited for its turn
                        return await self._use(request, task, report, host, resident)
        except TooLarge:
            least = min(memory for _, memory in plans)
            raise Failed(
                "MODEL_UNAVAILABLE",
                f"{request.name} needs {byte_size(least * 1e9)} of memory on {request.device}, "
                f"where models may take {byte_size(budget.capacity * 1e9)}. "
                "See: mediaext engine doctor",
            ) from None

    async def _use(
        self,
        request: ModelRequest,
        task: Task | None,
        report: Report,
        host: HostProcess,
        resident: Resident,
    ) -> dict[str, Any]:
        self._places[resident] = host
        try:
            if not resident.loaded:
                await self._load(request, report, host, resident)
            if task is None:
                return {}
            message = {"type": "run", "key": resident.key, **task.model_dump(mode="json")}
            made = await host.ask(message, report, request.cancel_grace)
            made.setdefault("details", {})["plan"] = resident.plan
        except HostDied:
            self._forget(host)
            raise Failed(
                "MODEL_ERROR", f"The process of {request.name} ended in the middle of its work."
            ) from None
        except HostFailed as error:
            if error.code == "OUT_OF_MEMORY":
                await self._unload(host, resident)
                raise OutOfMemory(resident.plan) from None
            if error.code == "BROKEN":
                self._forget(host)
            raise Failed(
                "MODEL_UNAVAILABLE" if error.code == "BROKEN" else error.code,
                printable(str(error)) or "The model failed.",
            ) from None
        finally:
            if not host.running:
                self._forget(host)
            if not resident.loaded:
                self._places.pop(resident, None)
        return made

    async def _load(
        self, request: ModelRequest, report: Report, host: HostProcess, resident: Resident
    ) -> None:
        report(None, f"loading {request.name}")
        try:
            async with asyncio.timeout(request.prepare_seconds):
                if not host.running:
                    await host.start()
                message = {"type": "load", "key": resident.key, "plan": resident.plan}
                await host.ask({**message, "model": request.model}, report, request.cancel_grace)
        except TimeoutError:
            host.kill()
            raise HostFailed(
                "BROKEN", f"{request.name} was not loaded within {request.prepare_seconds:g} s."
            ) from None
        resident.loaded = True

    def _budget(self, device: str) -> MemoryBudget:
        if device not in self._budgets:
            self._budgets[device] = MemoryBudget(self._capacity(device), self._evict)
        return self._budgets[device]

    def _host(self, request: ModelRequest) -> HostProcess:
        key = HostKey(request.python, request.adapter, request.device)
        if key not in self._hosts:
            log = (
                self._logs / f"{Path(request.adapter).stem}-{request.device.replace(':', '')}.log"
            )
            self._hosts[key] = HostProcess(key, log, self._ping_seconds, self._silent_seconds)
        return self._hosts[key]

    async def _evict(self, resident: Resident) -> None:
        host = self._places.pop(resident, None)
        if host is not None and host.running:
            async with host.lock:
                await self._unload(host, resident)

    async def _unload(self, host: HostProcess, resident: Resident) -> None:
        self._places.pop(resident, None)
        resident.loaded = False
        try:
            message = {"type": "unload", "key": resident.key}
            await host.ask(message, lambda fraction, text: None, self._silent_seconds)
        except (HostDied, HostFailed):  # its memory is free when it is gone
            self._forget(host)

    def _forget(self, host: HostProcess) -> None:
        """End a process, and take note that all that it held is gone."""
        ending = asyncio.create_task(host.stop())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)
        for resident in [held for held, place in self._places.items() if place is host]:
            del self._places[resident]
            resident.loaded = False
            self._budget(host.key.device).forget(resident)
        if self._hosts.get(host.key) is host:
            del self._hosts[host.key]
