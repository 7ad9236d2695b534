"""Which models stay in the memory of a device: a budget, and the least recently used go first."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

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
