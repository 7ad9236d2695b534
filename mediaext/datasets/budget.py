"""A hard limit on spending, shared by every thread, rank and machine that uses a folder."""

import json
import os
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from mediaext.datasets.locking import locked
from mediaext.datasets.writing import writing
from mediaext.errors import InvalidRequest, MediaError


@dataclass(frozen=True, slots=True)
class Budget:
    """What may be spent. It belongs to the folder: a restart does not fill it up again.

    ``jobs``: how many jobs in all. ``cost``: how much money in all, in the currency of
    ``prices``. ``per_epoch``: how many jobs within one epoch. ``name``: budgets of equal name
    count together.
    """

    jobs: int | None = None
    cost: float | None = None
    per_epoch: int | None = None
    name: str = "default"

    def __post_init__(self) -> None:
        for name in ("jobs", "cost", "per_epoch"):
            value = getattr(self, name)
            if value is not None and value < 0:
                raise InvalidRequest(f"{name}: a budget is at least 0, not {value}.")
        if not self.name.replace("-", "").replace("_", "").isalnum():
            raise InvalidRequest(f"name: letters, digits, - and _ only, not '{self.name}'.")


@dataclass(slots=True)
class Spending:
    """What has been spent: jobs, money, and jobs by epoch."""

    jobs: int = 0
    cost: float = 0.0
    epochs: dict[str, int] = field(default_factory=dict)


class Purse:
    """The budget of one folder: reserve before a job is submitted, give back what never was."""

    def __init__(self, folder: Path, budget: Budget, prices: dict[str, float]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.budget = budget
        self.prices = prices
        self.path = folder / f"budget-{budget.name}.json"
        if budget.cost is not None and not prices:
            raise InvalidRequest(
                "A budget in money needs prices, such as prices={'edit': 0.04, 'upscale': 0.02}."
            )

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

    def reserve(self, operation: str, epoch: int) -> str:
        """Take one job's worth; return ``""``, or the words that say which limit is reached."""
        with writing(self.path.parent), self._locked():
            now = self._read()
            refusal = self._refusal(now, self.price(operation), epoch)
            if not refusal:
                self._add(now, 1, self.price(operation), epoch)
            return refusal

    def give_back(self, operation: str, epoch: int) -> None:
        """Return what was reserved for a job that was never made."""
        with writing(self.path.parent), self._locked():
            self._add(self._read(), -1, -self.price(operation), epoch)

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
        text = json.dumps(asdict(now)).encode()
        # In place, in one write: renaming a file over another waits for the disk at each job.
        with open(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666), "r+b", buffering=0) as file:
            file.write(text.ljust(os.fstat(file.fileno()).st_size))
