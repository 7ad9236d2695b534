"""A hard limit on spending, shared by all threads, ranks and machines that use a folder."""

import json
import os
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, fields
from pathlib import Path

from mediaext.datasets.settings import Budget
from mediaext.datasets.store.files import locked, writing
from mediaext.errors import MediaError


@dataclass(slots=True)
class Spending:
    """What has been spent: jobs, money, and jobs by epoch.

    ``reserved`` are the jobs among them that are not stored yet: price and epoch by key.
    """

    jobs: int = 0
    cost: float = 0.0
    epochs: dict[str, int] = field(default_factory=dict)
    reserved: dict[str, tuple[float, int]] = field(default_factory=dict)


class BudgetTracker:
    """The budget of one folder: reserve before a job is submitted, give back what was not made.

    A key is reserved once, whoever asks for it: a process that takes over from one that was killed
    does not pay again.
    """

    def __init__(self, folder: Path, budget: Budget, prices: Mapping[str, float]) -> None:
        self.budget = budget
        self.prices = prices
        self.path = folder / f"budget-{budget.name}.json"

    def spent(self) -> Spending:
        """Return what has been spent so far, by everybody."""
        try:
            return self._read()  # the folder may be read-only
        except MediaError:
            with self._locked():  # somebody may be writing it just now
                return self._read()

    def _locked(self) -> AbstractContextManager[None]:
        return locked(self.path.with_suffix(".lock"))

    def _read(self) -> Spending:
        try:
            return Spending(**json.loads(self.path.read_text()))
        except FileNotFoundError:
            return Spending()
        except (ValueError, TypeError):
            raise MediaError(
                f"{self.path} does not say what has been spent (any more). Delete it to start "
                "from nothing."
            ) from None

    def price(self, operation: str) -> float:
        """Return the price of one job; an operation without a price costs nothing."""
        return self.prices.get(operation, 0.0)

    def reserve(self, key: bytes, operation: str, epoch: int) -> str:
        """Reserve one job; return ``""``, or which limit is reached."""
        with writing(self.path.parent), self._locked():
            now = self._read()
            if key.hex() in now.reserved:
                return ""
            refusal = self._refusal(now, self.price(operation), epoch)
            if not refusal:
                now.reserved[key.hex()] = (self.price(operation), epoch)
                self._add(now, 1, self.price(operation), epoch)
            return refusal

    def settle(self, key: bytes) -> None:
        """Note that the job of a key is stored: it stays spent."""
        self._end(key, give_back=False)

    def give_back(self, key: bytes) -> None:
        """Return what was reserved for a job that was never made, or failed."""
        self._end(key, give_back=True)

    def _end(self, key: bytes, give_back: bool) -> None:
        with writing(self.path.parent), self._locked():
            now = self._read()
            price, epoch = now.reserved.pop(key.hex(), (0.0, -1))
            if epoch >= 0:
                self._add(now, -1 if give_back else 0, -price if give_back else 0.0, epoch)

    def _refusal(self, now: Spending, price: float, epoch: int) -> str:
        limit = self.budget
        if limit.jobs is not None and now.jobs >= limit.jobs:
            return f"the budget of {limit.jobs:,} jobs is spent"
        if limit.cost is not None and now.cost + price > limit.cost + 1e-9:
            return f"the budget of {limit.cost:g} is spent ({now.cost:g} so far)"
        if limit.per_epoch is not None and now.epochs.get(str(epoch), 0) >= limit.per_epoch:
            return f"the budget of {limit.per_epoch:,} jobs in an epoch is spent"
        return ""

    def _add(self, now: Spending, jobs: int, cost: float, epoch: int) -> None:
        now.jobs += jobs
        now.cost = round(now.cost + cost, 9)
        now.epochs[str(epoch)] = now.epochs.get(str(epoch), 0) + jobs
        # asdict() copies every value, which takes longer than all the rest.
        text = json.dumps({each.name: getattr(now, each.name) for each in fields(now)}).encode()
        # In place, in one write: renaming a file over another waits for the disk at each job.
        with open(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666), "r+b", buffering=0) as file:
            file.write(text.ljust(os.fstat(file.fileno()).st_size))
