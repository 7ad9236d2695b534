"""Data sets whose samples are made once, lazily, in the order the training needs them."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from mediaext.datasets.geometry import check_geometry, check_identity
from mediaext.datasets.items import Items, Prompts
from mediaext.datasets.policy import Numbers
from mediaext.datasets.recipes import Recipe, Step, as_step, recipes_of
from mediaext.datasets.samples import Samples
from mediaext.datasets.splits import Split, Splits
from mediaext.errors import InvalidRequest


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
