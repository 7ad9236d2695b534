"""What every data set of this package is: a torch data set over a pool, with an epoch."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
import torch
from torch.utils.data import Dataset

from mediaext.datasets.budget import Budget, Purse
from mediaext.datasets.decoding import Fit, Spec
from mediaext.datasets.gates import Arrival
from mediaext.datasets.items import Items, Prompts
from mediaext.datasets.loader import Loader
from mediaext.datasets.made import Gate
from mediaext.datasets.order import shared
from mediaext.datasets.policy import Numbers, OnError, OnMiss, Policy, check_words
from mediaext.datasets.pool import Pool
from mediaext.datasets.recipes import Step
from mediaext.datasets.remote import Remote
from mediaext.datasets.runners import as_runner
from mediaext.datasets.sampler import AheadSampler
from mediaext.datasets.scratch import Scratch
from mediaext.datasets.serving import Serving
from mediaext.datasets.stats import Stats, tell
from mediaext.datasets.upkeep import Upkeep
from mediaext.datasets.writing import writing
from mediaext.errors import InvalidRequest, MediaError
from mediaext.home import home


class Samples(Serving, Upkeep, Dataset[Any]):
    """What :class:`Augmented` and :class:`Generated` have in common; see there."""

    def __init__(
        self,
        items: Items | Prompts,
        chain: Callable[[int], Sequence[Step]],
        runner: Any,
        *,
        variants: int = 1,
        seed: int = 0,
        size: tuple[int, int] | int | None = None,
        folder: str | os.PathLike[str] | None = None,
        on_miss: OnMiss = "wait",
        on_error: OnError = "original",
        budget: Budget | int | None = None,
        prices: dict[str, float] | None = None,
        concurrency: int = 32,
        originals: float = 0.0,
        grow: float = 1.0,
        fit: Fit = "cover",
        alpha: bool = False,
        transform: Callable[[torch.Tensor], Any] | None = None,
        gate: Gate | None = None,
        near_duplicates: bool = False,
        min_side: int = 0,
        view_bytes: int | None = None,
        remote: str | None = None,
        quiet: bool = False,
    ) -> None:
        check_words(on_miss, on_error)
        if concurrency < 1:
            raise InvalidRequest(f"concurrency: at least 1, not {concurrency}.")
        self.policy = Policy(len(items), variants, seed, originals, grow)
        self.on_miss, self.on_error, self.transform = on_miss, on_error, transform
        self.quiet = quiet
        place = Path(folder).expanduser() if folder is not None else home() / "datasets"
        with writing(place):
            place.mkdir(parents=True, exist_ok=True)
        limit = Budget(jobs=budget) if isinstance(budget, int) else budget or Budget()
        self.pool = Pool(
            items,
            chain,
            folder=place,
            runner=as_runner(runner),
            purse=Purse(place, limit, dict(prices or {})),
            spec=_spec(size, alpha, fit),
            variants=variants,
            seed=seed,
            concurrency=concurrency,
            view_bytes=view_bytes,
            gate=gate,
            arrived=Arrival(place, near_duplicates, min_side),
            remote=Remote(remote, place / "truth") if remote else None,
            say=self.say,
        )
        self.pool.take_up()
        self.stats_now = Stats()
        self.scratch, self.planes = Scratch(), Scratch()
        self._places = self.policy.places()
        # Shared memory, so that a set_epoch reaches workers that live on from the epoch before.
        self._epoch = shared(torch.zeros(1, dtype=torch.int64))

    def __len__(self) -> int:
        return len(self.pool.items)

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} of {len(self):,} items, {self.policy.variants} variants, "
            f"{len(self.pool.truth):,} results in {self.pool.folder}>"
        )

    def say(self, line: str) -> None:
        """Tell the person one line, unless quiet."""
        if not self.quiet:
            tell(line)

    def set_epoch(self, epoch: int) -> None:
        """Choose the epoch, which decides the variants (and the order of a loader).

        Reaches persistent workers too.
        """
        if epoch < 0:
            raise InvalidRequest(f"epoch: at least 0, not {epoch}.")
        self._epoch[0] = epoch
        if self.pool.started:
            self.pool.generator.begin_epoch(epoch)

    def wanted(self, indices: Numbers, epoch: int) -> Numbers:
        """Return the variant that each item shows in an epoch; -1 is the original."""
        return self.policy.wanted(self._places[indices], epoch)

    def __getitem__(self, index: int) -> Any:
        """Return the sample of this epoch: a uint8 tensor (channels, height, width) and the rest.

        Blocks while it is made, as ``on_miss`` says. Raises :class:`MediaError` for a sample that
        failed with ``on_error="raise"`` or ``"skip"``; a loader leaves those out instead.
        """
        if not -len(self) <= index < len(self):
            raise IndexError(f"There are {len(self)} items; {index} is none of them.")
        found = self.__getitems__([index % len(self)])
        if not found:
            raise MediaError(f"Item {index} could not be made and is to be skipped; use loader().")
        return found[0]

    def __getitems__(self, indices: Sequence[int]) -> list[Any]:
        """Return the samples of a batch, made together; a DataLoader calls this by itself."""
        rows = np.asarray(indices, dtype=np.int64) % max(len(self), 1)
        variants, kept = self.settle(rows, self.wanted(rows, self.epoch))
        return self.assemble(rows[kept], variants[kept])

    def loader(self, batch_size: int = 1, **options: Any) -> Loader:
        """Return a loader with look-ahead and reused buffers; options as for :class:`Loader`."""
        return Loader(self, batch_size, **options)

    def sampler(self, shuffle: bool = True, **options: Any) -> AheadSampler:
        """Return a sampler for a plain DataLoader that has samples made ahead of their turn."""
        return AheadSampler(self, shuffle, **options)

    def replay(self, manifest: Any, batch_size: int = 1, **options: Any) -> Loader:
        """Return a loader that serves exactly what a manifest of served rows says.

        ``manifest`` is the frame of :meth:`served`, or the path of a file that it was saved to.
        """
        return Loader(self, batch_size, manifest=manifest, **options)

    def close(self) -> None:
        """Write index and views to disk; what still runs is fetched the next time."""
        self.pool.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _spec(size: tuple[int, int] | int | None, alpha: bool, fit: Fit) -> Spec:
    if fit not in ("cover", "stretch"):
        raise InvalidRequest(f"fit: 'cover' or 'stretch', not '{fit}'.")
    height, width = (0, 0) if size is None else (size, size) if isinstance(size, int) else size
    if size is not None and (height < 1 or width < 1):
        raise InvalidRequest(f"size: (height, width) of at least 1 pixel, not {size}.")
    return Spec(height, width, 4 if alpha else 3, fit)
