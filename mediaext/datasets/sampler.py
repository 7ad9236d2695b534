"""A sampler for plain DataLoaders that has samples made ahead of their turn."""

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torch.utils.data import Sampler

from mediaext.datasets.lookahead import Lookahead
from mediaext.datasets.order import Order, ranks

if TYPE_CHECKING:
    from mediaext.datasets.samples import Samples


class AheadSampler(Sampler[int]):
    """Indices of an epoch in the loader's order, whose samples are asked for ahead of their turn.

    For a plain DataLoader: the sampler runs in the main process, where samples are made; workers
    find them there, or wait for them.
    """

    def __init__(
        self,
        data: "Samples",
        shuffle: bool = True,
        *,
        lookahead: int | None = None,
        rank: int | None = None,
        world: int | None = None,
    ) -> None:
        found = ranks()
        self.rank = found[0] if rank is None else rank
        self.world = found[1] if world is None else world
        self.data = data
        self.order = Order(len(data), data.policy.seed, shuffle, 1, drop_last=False)
        self.depth = lookahead or 4 * data.pool.concurrency
        self.position = 0

    def __len__(self) -> int:
        return self.order.steps(0, self.world)

    def set_epoch(self, epoch: int) -> None:
        """Choose the epoch of order and data set alike."""
        self.data.set_epoch(epoch)
        self.position = 0

    def state_dict(self) -> dict[str, int]:
        """Return epoch and position in the canonical order."""
        return {"epoch": self.data.epoch, "position": self.position}

    def load_state_dict(self, state: dict[str, int]) -> None:
        """Go on where a state says."""
        self.data.set_epoch(state["epoch"])
        self.position = state["position"]

    def __iter__(self) -> Iterator[int]:
        epoch = self.data.epoch
        self.data.set_epoch(epoch)
        rows = self.order.batches(epoch, self.position, self.rank, self.world)
        ahead: deque[int] = deque()
        asking = Lookahead(self.data, iter(()), epoch, self.depth)
        for row in rows:
            asking.ask(row)
            ahead.append(int(row[0]))
            if len(ahead) > self.depth:
                self.position += self.world
                yield ahead.popleft()
        while ahead:
            self.position += self.world
            yield ahead.popleft()
        self.position = 0
