"""Data sets whose samples are made once, lazily, in the order the training needs them."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, Self

import numpy as np
import torch
from torch.utils.data import Dataset, get_worker_info

from mediaext.datasets.budget import Budget, Purse
from mediaext.datasets.decoding import Fit, Spec, place
from mediaext.datasets.gates import Arrival
from mediaext.datasets.generator import URGENT, Failure, Gate
from mediaext.datasets.geometry import check_geometry, check_identity, has_places, lay
from mediaext.datasets.items import Items, Prompts, join
from mediaext.datasets.loader import AheadSampler, Loader, shared
from mediaext.datasets.policy import ORIGINAL, Numbers, OnError, OnMiss, Policy, check_words
from mediaext.datasets.pool import Pool
from mediaext.datasets.recipes import Recipe, Step, as_step, recipes_of
from mediaext.datasets.remote import Remote
from mediaext.datasets.runners import as_runner
from mediaext.datasets.splits import Split, Splits
from mediaext.datasets.stats import Stats, tell
from mediaext.datasets.upkeep import Upkeep
from mediaext.errors import InvalidRequest, MediaError, job_failed
from mediaext.home import home


class Samples(Upkeep, Dataset[Any]):
    """What :class:`Augmented` and :class:`Generated` have in common; see there."""

    pool: Pool
    policy: Policy

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

    @property
    def epoch(self) -> int:
        """The epoch that is served now."""
        return int(self._epoch[0])

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

    def vet(self, rows: Numbers) -> None:
        """Look at items before anything is made of them or served."""

    def settle(self, rows: Numbers, wanted: Numbers) -> tuple[Numbers, np.ndarray[Any, Any]]:
        """Return which variants are served in the end, and which rows are kept."""
        self.vet(rows)
        slots = self.pool.slots[rows, wanted + 1]
        variants, kept = wanted.copy(), np.ones(len(rows), bool)
        missing: list[int] = np.flatnonzero((slots < 0) & (wanted != ORIGINAL)).tolist()
        self.stats_now.hits += len(rows) - len(missing)
        futures = {}
        for row in missing:
            state = self.pool.state(int(rows[row]), int(wanted[row]))
            if state is True:
                self.stats_now.hits += 1
            elif isinstance(state, Failure):
                self._place(row, self.on_failure(int(rows[row]), state), variants, kept)
            else:
                futures[row] = self.request(int(rows[row]), int(wanted[row]))
        for row, future in futures.items():
            answer = self.arrived(int(rows[row]), int(wanted[row]), future)
            self._place(row, answer, variants, kept)
        return variants, kept

    def _place(self, row: int, answer: int | None, variants: Numbers, kept: Any) -> None:
        if answer is None:
            kept[row] = False
        else:
            variants[row] = answer

    def request(self, index: int, variant: int, priority: int = URGENT) -> Any:
        """Ask for a variant; returns a future at once."""
        self.stats_now.misses += 1
        generator = self.pool.generator
        worker = get_worker_info()
        if worker is not None:  # without look-ahead workers make; together no more than one would
            generator.concurrency = max(self.pool.concurrency // worker.num_workers, 1)
        if generator.epoch != self.epoch:
            generator.begin_epoch(self.epoch)
        return generator.request(self.pool.node(index, variant), priority)

    def arrived(self, index: int, variant: int, future: Any) -> int | None:
        """Return what to serve for a variant asked for: itself, another one, or ``None``."""
        if not future.done() and self.on_miss in ("original", "other"):
            return self.instead(index, variant)
        with self.stats_now.waiting():
            outcome = future.result()
        return variant if outcome is None else self.on_failure(index, outcome)

    def instead(self, index: int, variant: int) -> int | None:
        """Return what is there instead of a variant that is not."""
        if self.on_miss == "other":
            for other in range(1, self.policy.variants):
                candidate = (variant + other) % self.policy.variants
                if self.pool.state(index, candidate) is True:
                    self.stats_now.others += 1
                    return candidate
        self.stats_now.fallbacks += 1
        return ORIGINAL if self.has_originals else None

    def on_failure(self, index: int, failure: Failure) -> int | None:
        """Apply ``on_error``; a spent budget never raises, the training goes on."""
        self.stats_now.failures[failure.code] += 1
        stopped = failure.code in ("BUDGET", "INSUFFICIENT_CREDITS", "CREDIT_CHARGE_FAILED")
        if stopped and (other := self._any_variant(index)) is not None:
            return other
        if self.on_error == "raise" and not stopped:
            raise job_failed(failure.code, f"Item {index} could not be made: {failure.message}")
        if self.on_error == "skip" or not self.has_originals:
            return None
        return ORIGINAL

    def _any_variant(self, index: int) -> int | None:
        places = range(self.policy.variants)
        return next((v for v in places if self.pool.state(index, v) is True), None)

    @property
    def has_originals(self) -> bool:
        """Whether there are pictures to fall back on."""
        return isinstance(self.pool.items, Items)

    def assemble(self, indices: Numbers, variants: Numbers) -> list[Any]:
        """Return samples for rows that are there."""
        with self.stats_now.decoding():
            images = self.images(indices, variants)
        pairs = zip(indices.tolist(), variants.tolist(), images, strict=True)
        return [
            join(self.transform(image) if self.transform else image, self.rest(index, variant))
            for index, variant, image in pairs
        ]

    def images(self, indices: Numbers, variants: Numbers) -> list[torch.Tensor]:
        """Return uint8 tensors (channels, height, width) of rows that are there."""
        pool = self.pool
        if pool.spec.fixed:
            out = np.empty((len(indices), *pool.spec.shape), np.uint8)
            pool.read_into(out, indices, variants)
            return list(torch.from_numpy(out).permute(0, 3, 1, 2).unbind(0))
        pairs = zip(indices.tolist(), variants.tolist(), strict=True)
        return [torch.from_numpy(pool.pixels(i, v)).permute(2, 0, 1) for i, v in pairs]

    def rest(self, index: int, variant: int) -> Any:
        """Return what comes with an image, places laid where the served pixels are."""
        rest = self.pool.items.rest(index)
        if not has_places(rest):
            return rest
        width, height = self.pool.picture_size(index, ORIGINAL)
        if self.pool.spec.fixed:
            return lay(rest, place(width, height, self.pool.spec))
        now = self.pool.picture_size(index, variant)
        return lay(rest, place(width, height, Spec(now[1], now[0], fit="stretch")))

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


class Augmented(Samples):
    """A data set and variants of its pictures, made once by a chain of operations.

    Parameters
    ----------
    base
        Any map-style data set of images or (image, label, …): PIL image, path, array (HWC),
        tensor (CHW), or dicts with ``"image"``.
    operations
        Steps applied one after the other, with values left open by :func:`choice` and
        :func:`uniform`; a step may itself be a ``choice`` of operations.
    variants
        How many of each item exist at most; an item shows the next one in each epoch.
    seed
        Decides every draw and every request's seed, together with content and variant.
    size
        ``(height, width)`` in pixels of what is served; without it pictures keep their size.
    runner
        A client, an engine, an engine's name, or anything with ``run(operation)``.
    folder
        Where results are kept, shared by data sets, processes and machines; by default one folder
        for all data sets under ``MEDIAEXT_HOME``.
    on_miss
        What to serve while a variant is being made: ``wait``, ``original``, ``other`` (another
        variant, else the original), ``ready`` (a loader yields what is there first).
    on_error
        What to serve in place of a failure: ``original``, ``skip`` or ``raise``.
    budget, prices
        A number of jobs or a :class:`Budget`; prices by operation name, for money.
    concurrency
        Jobs in flight at most.
    originals
        Share of every epoch that is served untouched, at least.
    grow
        Share of the pool that is added with each epoch.
    fit, alpha
        ``cover`` or ``stretch``; four channels instead of three.
    transform
        Called with each uint8 tensor.
    labels, names
        Labels in place of the base's; what they say: ``class``, or ``identity`` of a person.
    gate, near_duplicates, min_side
        A function that accepts or refuses a result on arrival; whether to refuse a variant that
        can hardly be told from another; the smallest side in pixels.
    split, held_out
        Name of the split that these items belong to; a data set that must not be trained on.
    view_bytes
        Bound of the decoded tier; by default half of the free memory if everything fits.
    remote
        A folder or fsspec URL that is read through before anything is made.
    base_name
        A name under which the base's digests are kept, for a base that never changes; without it
        every item is read once in each run.
    """

    def __init__(
        self,
        base: Any,
        operations: Sequence[Any],
        *,
        runner: Any,
        labels: Sequence[Any] | None = None,
        names: Literal["class", "identity"] = "class",
        split: Split = "train",
        held_out: Any = None,
        base_name: str | None = None,
        **options: Any,
    ) -> None:
        steps = tuple(as_step(step) for step in operations)
        if not steps:
            raise InvalidRequest("operations: at least one is needed.")
        for recipe in (recipe for step in steps for recipe in recipes_of(step)):
            if recipe.input is None:
                raise InvalidRequest(
                    f"{recipe.operation.__name__} takes no picture to work on; use Generated for "
                    "text, or mark the field with BASE."
                )
        items = Items(base, labels)
        if len(items):
            check_geometry(steps, items.rest(0))
        check_identity(steps, names)
        super().__init__(items, _Constant(steps), runner, **options)
        self.splits = Splits(self.pool, split, held_out, base_name)

    def vet(self, rows: Numbers) -> None:
        """Refuse items that must not be trained on, before anything is made or served."""
        self.splits.check_items(rows)

    @classmethod
    def from_export(cls, path: str | os.PathLike[str], *args: Any, **options: Any) -> "Augmented":
        """Return a data set whose folder is first filled with what an export holds.

        ``path`` is what :meth:`export` wrote, in any of its formats; the rest is as for the class.
        """
        from mediaext.datasets.importing import take_in

        made = cls(*args, **options)
        take_in(Path(path), made.pool.truth)
        return made


class Generated(Samples):
    """A data set made from words alone.

    ``operations`` are requests or chains of requests (lists), one for each entry of ``labels``;
    ``each`` is how many items every one gives. Everything else is as for :class:`Augmented`;
    without originals to fall back on, ``on_error`` is ``skip`` or ``raise``.
    """

    def __init__(
        self,
        operations: Sequence[Any],
        labels: Sequence[Any] | None = None,
        *,
        runner: Any,
        each: int = 1,
        on_error: Literal["skip", "raise"] = "skip",
        **options: Any,
    ) -> None:
        chains = [
            tuple(as_step(step) for step in (one if isinstance(one, list | tuple) else (one,)))
            for one in operations
        ]
        for chain in chains:
            _check_chain(chain)
        items = Prompts([_name(chain) for chain in chains], labels, each)
        if options.get("originals"):
            raise InvalidRequest("originals: there are none; every picture here is made.")
        super().__init__(items, _Each(chains, each), runner, on_error=on_error, **options)


class _Constant:
    """The same chain for every item; a class, so that it pickles."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps

    def __call__(self, index: int) -> Sequence[Step]:
        return self.steps


class _Each:
    """One chain for ``each`` items in a row."""

    def __init__(self, chains: Sequence[Sequence[Step]], each: int) -> None:
        self.chains, self.each = chains, each

    def __call__(self, index: int) -> Sequence[Step]:
        return self.chains[index // self.each]


def _check_chain(chain: Sequence[Step]) -> None:
    for number, step in enumerate(chain):
        for recipe in recipes_of(step):
            if (recipe.input is not None) != (number > 0) and not _optional(recipe, number):
                raise InvalidRequest(
                    f"{recipe.operation.__name__} as step {number + 1}: the first step works from "
                    "words alone, every later one on the picture before it."
                )


def _optional(recipe: Recipe, number: int) -> bool:
    """Say whether a first step may do without the picture that it could take."""
    field = recipe.operation.model_fields[recipe.input] if recipe.input else None
    return number == 0 and field is not None and not field.is_required()


def _name(chain: Sequence[Step]) -> str:
    """Return a text that names a chain by its content, for seeds."""
    parts = []
    for step in chain:
        for recipe in recipes_of(step):
            media = {param.name for param in recipe.operation.params() if param.media}
            values = {k: repr(v) for k, v in recipe.fields.items() if k not in media}
            parts.append(f"{recipe.words()} {sorted(values.items())}")
    return " | ".join(parts)


def _spec(size: tuple[int, int] | int | None, alpha: bool, fit: Fit) -> Spec:
    if fit not in ("cover", "stretch"):
        raise InvalidRequest(f"fit: 'cover' or 'stretch', not '{fit}'.")
    height, width = (0, 0) if size is None else (size, size) if isinstance(size, int) else size
    if size is not None and (height < 1 or width < 1):
        raise InvalidRequest(f"size: (height, width) of at least 1 pixel, not {size}.")
    return Spec(height, width, 4 if alpha else 3, fit)
