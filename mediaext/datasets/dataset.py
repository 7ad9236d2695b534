"""Torch datasets whose samples are made once, lazily, in the order the training needs them."""

import operator
import os
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
import torch
from torch.utils.data import Dataset

from mediaext.datasets.geometry import Places, Size, check_identity
from mediaext.datasets.holdout import HeldOut, Split, check_fold, check_split
from mediaext.datasets.items import Items, Prompts
from mediaext.datasets.making.runners import as_runner
from mediaext.datasets.policy import Numbers, Policy
from mediaext.datasets.reading.loader import Loader
from mediaext.datasets.reading.reader import SampleReader
from mediaext.datasets.reading.sampling import AheadSampler, BalancedSampler, StatefulLoader
from mediaext.datasets.reading.variants import ChainOf, Variants
from mediaext.datasets.recipes import Recipe, Step, as_step, may_skip, recipes_of
from mediaext.datasets.reports import planning, sheets, table
from mediaext.datasets.reports.annotations import ANNOTATORS, Annotations
from mediaext.datasets.reports.duplicates import drop_twins, find_duplicates
from mediaext.datasets.reports.exchange import WRITERS, Format, import_export
from mediaext.datasets.reports.pruning import prune
from mediaext.datasets.settings import DatasetSettings, Gate
from mediaext.datasets.store.results import StoreHealth
from mediaext.errors import InvalidRequest, MediaError, closest

if TYPE_CHECKING:
    import pandas as pd
    import PIL.Image

CHAINS_KEPT = 10_000  # steps of items remembered, where a function gives them


class Samples(Dataset[Any]):
    """What :class:`Augmented` and :class:`Generated` have in common; see there.

    A dataset that is no longer referenced closes itself.
    """

    def __init__(
        self,
        items: Items | Prompts,
        chain: ChainOf,
        runner: Any,
        *,
        options: Mapping[str, Any],
        held_out: Any = None,
        base_name: str | None = None,
        fold: str = "",
        alike: float = 2.0,
    ) -> None:
        for name in options:
            if name not in DatasetSettings.__dataclass_fields__:
                hint = closest(name, DatasetSettings.__dataclass_fields__)
                raise InvalidRequest(f"{name}: there is no such option.{hint}")
        settings = DatasetSettings(**options)
        self.pool = Variants(items, chain, as_runner(runner), settings)
        self.guard: HeldOut | None = None
        if isinstance(items, Items):
            if base_name is not None:
                items.remember(self.pool.folder / "bases" / f"{Path(base_name).name}.digests")
            check_fold(fold)
            self.guard = HeldOut(self.pool.folder, items, self.pool.results, fold, alike)
            if held_out is not None:
                self.guard.add(Items(held_out))
        self.reader = SampleReader(self.pool, self.guard)
        self.pool.take_up()
        weakref.finalize(self, self.pool.close)

    def __len__(self) -> int:
        return len(self.reader)

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} of {len(self):,} items, {self.policy.variants} variants, "
            f"{len(self.pool.results):,} results in {self.pool.folder}>"
        )

    @property
    def policy(self) -> Policy:
        """How variants are spread over items and epochs."""
        return self.reader.policy

    @property
    def epoch(self) -> int:
        """The epoch that is served now."""
        return self.reader.epoch

    @property
    def last_epoch(self) -> str:
        """The summary of the last epoch, in one line."""
        return self.reader.last_epoch

    def set_epoch(self, epoch: int) -> None:
        """Choose the epoch, which decides the variants (and the order of a loader).

        Reaches persistent workers too.

        Parameters
        ----------
        epoch
            Counted from 0.
        """
        self.reader.set_epoch(epoch)

    def wanted(self, indices: Numbers, epoch: int) -> Numbers:
        """Return the variant that each item shows in an epoch.

        Parameters
        ----------
        indices
            Items, int64 of shape (N,).
        epoch
            Counted from 0.

        Returns
        -------
        numpy.ndarray
            int64 of shape (N,); -1 is the original.
        """
        return self.reader.wanted(indices, epoch)

    def __getitem__(self, index: int) -> Any:
        """Return the sample of this epoch: a uint8 tensor (channels, height, width) and the rest.

        Blocks while it is made, as ``on_miss`` says. Raises :class:`MediaError` for a sample that
        failed with ``on_error="raise"`` or ``"skip"``; a loader leaves those out instead.
        """
        found = self.__getitems__([index])
        if not found:
            raise MediaError(f"Item {index} could not be made and is to be skipped; use loader().")
        return found[0]

    def __getitems__(self, indices: Sequence[int]) -> list[Any]:
        """Return the samples of a batch, made together; a DataLoader calls this by itself.

        Raises ``IndexError`` for an item that there is not, ``TypeError`` for what is no index.
        """
        return self.reader.samples(self._rows(indices))

    def _rows(self, indices: Sequence[int]) -> Numbers:
        """Return indices from the front, checked."""
        try:
            rows = np.array([operator.index(index) for index in indices], np.int64)
        except TypeError:
            raise TypeError(
                "An index is a whole number. For a part of a dataset use "
                "torch.utils.data.Subset(data, range(10))."
            ) from None
        outside = (rows < -len(self)) | (rows >= len(self))
        if outside.any():
            raise IndexError(
                f"There are {len(self)} items; index {rows[outside][0]} is out of range."
            )
        return np.where(rows < 0, rows + len(self), rows)

    def loader(self, batch_size: int = 1, **options: Any) -> Loader:
        """Return a loader with look-ahead and reused buffers.

        Parameters
        ----------
        batch_size
            Samples in a batch, at least 1.
        **options
            Those of :class:`Loader`.
        """
        return Loader(self.reader, batch_size, **options)

    def sampler(self, shuffle: bool = True, **options: Any) -> AheadSampler:
        """Return a sampler for a plain DataLoader that has samples made ahead of their turn.

        Parameters
        ----------
        shuffle
            Draw the order of each epoch by the dataset's seed.
        **options
            Those of :class:`AheadSampler`.
        """
        return AheadSampler(self.reader, shuffle, **options)

    def balanced(
        self,
        weights: Mapping[Any, float] | None = None,
        *,
        by: Sequence[Any] | Callable[["Item"], Any] | None = None,
    ) -> BalancedSampler:
        """Return a sampler for :meth:`loader` that draws every group by its weight.

        Parameters
        ----------
        weights
            How often samples of each group are drawn; by default all equally.
        by
            The group of each item, or a function of an :class:`Item` that returns it. By default
            the label, for which every item is read once.

        Raises
        ------
        InvalidRequest
            Where ``by`` does not have one group for each item, and for weights that are not one
            of at least 0 for each group, or all 0.
        """
        if isinstance(by, Sequence):
            groups = list(by)
            if len(groups) != len(self):
                raise InvalidRequest(
                    f"by: one group for each of {len(self)} items, not {len(by)}."
                )
        else:
            told = by or operator.attrgetter("label")
            groups = [told(item_of(self.pool.items, index)) for index in range(len(self))]
        return BalancedSampler(groups, weights, seed=self.pool.settings.seed)

    def dataloader(
        self,
        batch_size: int = 1,
        *,
        shuffle: bool = True,
        lookahead: int | None = None,
        rank: int | None = None,
        world: int | None = None,
        **options: Any,
    ) -> StatefulLoader:
        """Return a plain DataLoader over :meth:`sampler`, with a state that is right with workers.

        Parameters
        ----------
        batch_size
            Samples in a batch, at least 1.
        shuffle
            Draw the order of each epoch by the dataset's seed.
        lookahead
            Samples that are made ahead of their turn; by default four times the ``concurrency``.
        rank, world
            Number of this process and how many share the epoch; by default those of
            ``torch.distributed``.
        **options
            Those of ``torch.utils.data.DataLoader``, such as ``num_workers``.
        """
        sampler = self.sampler(shuffle, lookahead=lookahead, rank=rank, world=world)
        return StatefulLoader(self, sampler, batch_size=batch_size, **options)

    def replay(
        self,
        manifest: "pd.DataFrame | str | os.PathLike[str]",
        batch_size: int = 1,
        **options: Any,
    ) -> Loader:
        """Return a loader that serves exactly what an earlier training was served.

        Parameters
        ----------
        manifest
            The frame of :meth:`Loader.served`, or the path of a ``.csv`` or ``.npy`` file of it.
        batch_size
            Samples in a batch, at least 1.
        **options
            Those of :class:`Loader`.

        Raises
        ------
        InvalidRequest
            For a table without the columns ``index`` and ``variant``.
        """
        return Loader(self.reader, batch_size, manifest=manifest, **options)

    def plan(self, epochs: int | None = None) -> planning.Plan:
        """Return what is stored and what has to be made, without sending anything.

        Parameters
        ----------
        epochs
            Count only what so many epochs show, from the present one on; by default all variants.
        """
        return planning.make_plan(self.reader, epochs)

    def fill(self, epochs: int | None = None, progress: bool = True) -> planning.Filled:
        """Make what :meth:`plan` counts, and return when all of it is made or has failed.

        Where prices are known, their sum is shown first.

        Parameters
        ----------
        epochs
            As for :meth:`plan`.
        progress
            Show a progress bar with the time left.

        Returns
        -------
        Filled
            How many variants are stored now, how many of them were made, what failed and why.

        Raises
        ------
        PriceLimit
            Where the sum of the prices is above the limit of the settings.
        """
        return planning.fill(self.reader, epochs, progress)

    def table(self, provenance: bool = False) -> "pd.DataFrame":
        """Return one row per variant as a DataFrame, with what is known of it.

        Parameters
        ----------
        provenance
            Read the C2PA manifest of each file too, which takes its time.
        """
        return table.make_table(self.reader, provenance)

    def export(
        self,
        kind: Format | Annotations,
        path: str | os.PathLike[str],
        *,
        originals: bool = False,
        least: float = 0.0,
    ) -> Path:
        """Write the stored results in a format that other programs read, bytes untouched.

        Parameters
        ----------
        kind
            ``folder`` is one folder for each label with ``metadata.jsonl``; ``webdataset`` tar
            shards; ``hf`` a folder that Hugging Face ``load_dataset`` reads with images and labels
            typed; ``parquet`` one such file. Where the last step is a cutout, ``coco``, ``yolo``
            and ``voc`` write the untouched photos with box (and, for ``coco``, mask) of each one's
            subject.
        path
            Where to.
        originals
            Add the untouched pictures.
        least
            For cutouts: the least score of a subject, 0 to 1. The score is the mean opacity within
            the outline.

        Returns
        -------
        pathlib.Path
            What was written.

        Raises
        ------
        InvalidRequest
            For a format that there is not, and where the last step is no cutout.
        """
        if kind in ANNOTATORS:
            return ANNOTATORS[kind](self.reader, Path(path), least)
        if kind not in WRITERS:
            known = ", ".join([*WRITERS, *ANNOTATORS])
            raise InvalidRequest(f"export: one of {known}, not '{kind}'.")
        return WRITERS[kind](self.reader, Path(path), originals)

    def verify(self, *, repair: bool = False) -> StoreHealth:
        """Read every stored result and compare its checksum.

        What was lost is made again when it is needed.

        Parameters
        ----------
        repair
            Set aside, byte for byte, what cannot be read, in ``results/set-aside`` of the folder.

        Returns
        -------
        StoreHealth
            What is whole, what is damaged, and where that was set aside.
        """
        found = self.pool.results.verify(repair=repair)
        if found.damaged:
            self.pool.forget_places()
        return found

    def prune(self, *, unused: bool = False, damaged: bool = False, views: bool = True) -> int:
        """Free disk space.

        Parameters
        ----------
        unused
            Delete results that no variant of this dataset uses: they were paid for, so only when
            told to, and only if no other dataset shares the folder.
        damaged
            Delete results that no longer have their checksum, after their bytes were set aside.
        views
            Delete decoded pictures of other sizes, which are made again when needed.

        Returns
        -------
        int
            Bytes that were freed.
        """
        return prune(self.reader, unused=unused, damaged=damaged, views=views)

    def push(self) -> int:
        """Publish results in the ``remote`` folder that are not there.

        Returns
        -------
        int
            How many segments were written. They never change.

        Raises
        ------
        InvalidRequest
            For a dataset without ``remote``.
        MediaError
            Where the remote folder cannot be read or written to, or ignores conditional writes.
        """
        if self.pool.remote is None:
            raise InvalidRequest("push: there is no remote= to copy to.")
        return self.pool.remote.push()

    def stats(self) -> dict[str, Any]:
        """Return counts of the folder and of this run."""
        return table.count(self.reader)

    def show(self, n: int = 4, side: int = 160) -> "PIL.Image.Image":
        """Return a contact sheet: each original beside its stored variants.

        Parameters
        ----------
        n
            How many items.
        side
            Of each picture, in pixels.

        Returns
        -------
        PIL.Image.Image
            An RGB picture.
        """
        return sheets.show(self.reader, n, side)

    def refused(self, side: int = 160) -> "PIL.Image.Image":
        """Return a contact sheet of what the checks refused, with key and reason.

        Parameters
        ----------
        side
            Of each picture, in pixels.

        Returns
        -------
        PIL.Image.Image
            An RGB picture.
        """
        return sheets.refused(self.reader, side)

    def keep(self, key: str) -> None:
        """Serve a refused result all the same.

        Parameters
        ----------
        key
            Its key, or the first digits of it.

        Raises
        ------
        InvalidRequest
            When no result, or more than one, begins so.
        """
        self._decide(key, "keep")

    def drop(self, key: str, reason: str = "dropped by hand") -> None:
        """Stop serving a result; its bytes are kept.

        Parameters
        ----------
        key
            Its key, or the first digits of it.
        reason
            What the table and the contact sheet of refused results say.

        Raises
        ------
        InvalidRequest
            When no result, or more than one, begins so.
        """
        self._decide(key, "drop", reason)

    def _decide(self, key: str, verdict: str, reason: str = "") -> None:
        found = [k for k in self.pool.results if k.hex().startswith(key.lower())]
        if len(found) != 1:
            problem = "no result" if not found else f"{len(found)} results"
            raise InvalidRequest(f"There is {problem} with the key '{key}'; table() lists them.")
        self.pool.writer.decide(found[0], verdict, reason)
        self.pool.forget(found[0])

    def set_gate(self, gate: Gate | None) -> None:
        """Validate results by another gate from now on; nothing is made again.

        Other thresholds of a :class:`Quality` that measures the same take effect at once. Workers
        that run already go on with the former gate.

        Parameters
        ----------
        gate
            A function of result and item that returns whether the result is accepted, or why not;
            a :class:`Quality`; or ``None`` to accept every result.
        """
        self.pool.set_gate(gate)

    def duplicates(self, alike: float = 2.0) -> "pd.DataFrame":
        """Return the results that look like another one which is kept.

        Which of them is kept follows from the set of results, not from the order in which they
        were made.

        Parameters
        ----------
        alike
            Difference up to which two results count as the same: the root mean square in grey
            levels, over 16 by 16 pixels. 0 finds equal ones alone.

        Returns
        -------
        pandas.DataFrame
            One row for each, with the columns ``key``, ``index``, ``variant``, ``same_as`` (key of
            the one that is kept) and ``difference``.

        Raises
        ------
        InvalidRequest
            For a negative difference.
        """
        return find_duplicates(self.reader, alike)

    def drop_duplicates(self, alike: float = 2.0) -> "pd.DataFrame":
        """Stop serving the results of :meth:`duplicates`, and serve those of earlier calls again.

        Call it when everything is made, and again when more was made.

        Parameters
        ----------
        alike
            As for :meth:`duplicates`.

        Returns
        -------
        pandas.DataFrame
            As of :meth:`duplicates`.
        """
        found = self.duplicates(alike)
        drop_twins(self.reader, dict(zip(found["key"], found["same_as"], strict=True)))
        return found

    def report(self) -> "pd.DataFrame":
        """Return counts by label, operations of the whole chain, and status."""
        return table.make_report(self.reader)

    def why(self, key: str) -> dict[str, Any]:
        """Return all that is known of a sample.

        Parameters
        ----------
        key
            Its key, or the first digits of it.

        Returns
        -------
        dict
            The row of :meth:`table`, and under ``steps`` each step of its chain: operation,
            values, key.

        Raises
        ------
        InvalidRequest
            For a key that no variant has.
        """
        return table.why(self.reader, key)

    def served(self, loader: Loader) -> "pd.DataFrame":
        """Return what a loader served.

        Parameters
        ----------
        loader
            One of this dataset's loaders.

        Returns
        -------
        pandas.DataFrame
            Columns ``epoch``, ``index``, ``variant`` (-1 is the original) and ``key``.
        """
        frame = loader.served.table()
        frame["key"] = [
            "" if variant < 0 else self.pool.key(index, variant).hex()
            for index, variant in zip(frame["index"], frame["variant"], strict=True)
        ]
        return frame

    def close(self) -> None:
        """Write index and views to disk; jobs that still run are fetched the next time."""
        self.pool.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Augmented(Samples):
    """A dataset and variants of its pictures, made once by a chain of operations.

    Parameters
    ----------
    base
        Any map-style dataset of images, of (image, label, …), or of dicts with an image column;
        images are PIL images, paths, bytes, arrays (HWC) or tensors (CHW). A pandas frame with a
        column of paths. What ``base[index]`` returns is what counts, for each item.
    operations
        Steps applied one after the other, with values left open by :func:`choice` and
        :func:`uniform`; a step may itself be a ``choice`` of operations. ``{label}`` in a prompt
        becomes the item's label, in words where the base tells its classes. A function of an
        :class:`Item` gives each item steps of its own.
    variants
        How many of each item exist at most; an item shows the next one in each epoch.
    seed
        Decides every draw and every request's seed, together with content and variant.
    size
        ``(height, width)`` in pixels of what is served; without it pictures keep their size.
    runner
        A client, an engine, an engine's name, or anything with ``run(operation)``.
    folder
        Where results are kept, shared by datasets, processes and machines; by default one folder
        for all datasets under ``MEDIAEXT_HOME``.
    on_miss
        What to serve while a variant is being made: ``wait``, ``original``, ``other`` (another
        variant, else the original), ``ready`` (a loader yields what is there first).
    on_error
        What to serve in place of a failure: ``original``, ``skip`` or ``raise``.
    budget, prices
        A number of jobs or a :class:`Budget`; prices by operation name, for money, by default
        those of the settings or of the service.
    concurrency
        Jobs in flight at most; while the result of one is stored, the next one is in flight.
    originals
        Share of every epoch that is served untouched, at least; or a function of the epoch.
    fit, alpha
        ``cover`` or ``stretch``; four channels instead of three.
    transform
        Called with each uint8 tensor.
    transforms
        Called with image and target, and returns both, as in torchvision and albumentations. The
        target is the label alone, a tuple, or a dict without the image. Both draw from the global
        generators, which are seeded for each sample.
    targets
        What the fields of the items' targets are, where neither their type nor the format of COCO
        or Pascal VOC says it: ``{"objects.bbox": "xywh", "depth": "mask", 2: "plain"}``; a name
        or number for each field, and ``xyxy``, ``xywh``, ``cxcywh`` (each also with
        ``-normalised``), ``mask``, ``keypoints``, or ``plain`` for what names no place.
    labels, names
        Labels in place of the base's; what they say: ``class``, or ``identity`` of a person.
    gate, min_side
        A :class:`Quality`, or a function ``(made, base)``, that accepts or refuses each result
        before it is served first, and again when the function changes; the smallest side in
        pixels.
    split, held_out, fold, alike
        Name of the split that these items belong to; a dataset that must not be trained on, in
        this folder or in the named fold of it; how much two pictures may differ and still count
        as one, in grey levels (root mean square over 16 by 16 pixels; 0: equal pixels alone).
    view_bytes
        Bound of the decoded tier; by default half of the free memory if everything fits.
    remote
        A folder or fsspec URL that is read through before anything is made.
    leases
        ``postgresql://USER@HOST/DATABASE``, shared by machines without a common folder: exactly
        one of them makes each result, and all publish theirs in ``remote`` every few seconds.
        Needs ``mediaext[scale]``.
    base_name
        A name under which the digests of the base's files are kept, by path, size and time of
        change, so that a file need not be read again to be known by its content. Another way of
        reading the same files (another size or transform in the base) needs another name.
    """

    def __init__(
        self,
        base: object,
        operations: Sequence[object] | Callable[["Item"], Sequence[object]],
        *,
        runner: object,
        labels: Sequence[object] | None = None,
        names: Literal["class", "identity"] = "class",
        split: Split = "train",
        held_out: object = None,
        base_name: str | None = None,
        fold: str = "",
        alike: float = 2.0,
        **options: object,
    ) -> None:
        check_split(split)
        check = _Check(Places.of(options.get("targets")))
        items = Items(base, labels, check)
        chain: ChainOf
        if callable(operations):
            chain = _ByItem(items, operations, names)
        else:
            chain = _Constant(_checked(operations, names))
        check.chain = chain
        if len(items):
            items.check(0)
        super().__init__(
            items,
            chain,
            runner,
            options=options,
            held_out=held_out,
            base_name=base_name,
            fold=fold,
            alike=alike,
        )

    def evaluation(
        self,
        base: object,
        labels: Sequence[object] | None = None,
        *,
        transform: Callable[[torch.Tensor], Any] | None = None,
        transforms: Callable[[Any, Any], Any] | None = None,
    ) -> "Evaluation":
        """Return the items for evaluation: untouched, in the same size, held out from now on.

        It has an epoch and loaders of its own.

        Parameters
        ----------
        base
            A dataset as for :class:`Augmented`.
        labels
            Labels in place of the base's.
        transform
            Called with each uint8 tensor.
        transforms
            Called with image and target, and returns both.

        Raises
        ------
        Leak
            Where the two share a picture, as soon as that is trained on.
        """
        if self.guard is not None:
            self.guard.add(Items(base, labels))
        settings = self.pool.settings
        given = {one.name: getattr(settings, one.name) for one in fields(settings)}
        given |= {"originals": 1.0, "variants": 1, "gate": None, "quiet": True}
        given |= {"transform": transform, "transforms": transforms}
        return Evaluation(base, labels, self.pool.runner, given)

    @classmethod
    def from_export(cls, path: str | os.PathLike[str], *args: Any, **options: Any) -> "Augmented":
        """Return a dataset whose folder is first filled with what an export holds.

        Parameters
        ----------
        path
            What :meth:`export` wrote, in any of its formats.
        *args, **options
            As for the class.
        """
        made = cls(*args, **options)
        import_export(Path(path), made.pool.results)
        return made


class Evaluation(Samples):
    """Untouched items; see :meth:`Augmented.evaluation`."""

    def __init__(
        self,
        base: object,
        labels: Sequence[object] | None,
        runner: object,
        options: Mapping[str, Any],
    ) -> None:
        check = _Check(Places.of(options.get("targets")))
        super().__init__(Items(base, labels, check), _Constant(()), runner, options=options)
        self.guard = self.reader.held_out = None


class Generated(Samples):
    """A dataset made from prompts alone.

    ``operations`` are requests or chains of requests (lists), one for each entry of ``labels``;
    ``each`` is how many items every one gives. Everything else is as for :class:`Augmented`;
    without originals to fall back on, ``on_error`` is ``skip`` or ``raise``.
    """

    def __init__(
        self,
        operations: Sequence[object],
        labels: Sequence[object] | None = None,
        *,
        runner: object,
        each: int = 1,
        on_error: Literal["skip", "raise"] = "skip",
        **options: object,
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
        super().__init__(
            items, _Each(chains, each), runner, options={"on_error": on_error, **options}
        )


@dataclass(frozen=True, slots=True)
class Item:
    """An item, as a function that chooses its steps sees it; ``name`` is the label in words."""

    index: int
    label: Any
    name: str
    target: Any


def item_of(items: Items | Prompts, index: int) -> Item:
    """Return what may be known of an item without its picture."""
    return Item(index, items.label(index), items.class_name(index), items.rest(index))


def _checked(operations: Sequence[object], names: Literal["class", "identity"]) -> Sequence[Step]:
    """Return the steps of a chain that works on a picture."""
    steps = tuple(as_step(step) for step in operations)
    if not steps:
        raise InvalidRequest("operations: at least one is needed.")
    for recipe in (recipe for step in steps for recipe in recipes_of(step)):
        if recipe.input is None:
            raise InvalidRequest(
                f"{recipe.operation.__name__} takes no picture to work on; use Generated for "
                "text, or mark the field with BASE."
            )
    check_identity(steps, names)
    return steps


class _Check:
    """Checks the target of each item against its steps."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.chain: ChainOf | None = None

    def __call__(self, index: int, rest: object, size: Size, turned: bool) -> None:
        steps = self.chain(index) if self.chain is not None else ()
        self.places.check(rest, size, steps, turned)


class _ByItem:
    """Steps that depend on the item; those used last are kept."""

    optional = True

    def __init__(
        self,
        items: Items,
        function: Callable[[Item], Sequence[object]],
        names: Literal["class", "identity"],
    ) -> None:
        self.items, self.function, self.names = items, function, names
        self._kept: dict[int, Sequence[Step]] = {}

    def __call__(self, index: int) -> Sequence[Step]:
        steps = self._kept.get(index)
        if steps is None:
            given = self.function(item_of(self.items, index))
            steps = _checked(given, self.names) if given else ()
            if len(self._kept) >= CHAINS_KEPT:
                self._kept.clear()
            self._kept[index] = steps
        return steps


class _Constant:
    """The same chain for every item; a class, so that it pickles."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.optional = all(may_skip(step) for step in steps)

    def __call__(self, index: int) -> Sequence[Step]:
        return self.steps


class _Each:
    """One chain for ``each`` items in a row."""

    def __init__(self, chains: Sequence[Sequence[Step]], each: int) -> None:
        self.chains, self.each = chains, each
        self.optional = False

    def __call__(self, index: int) -> Sequence[Step]:
        return self.chains[index // self.each]


def _check_chain(chain: Sequence[Step]) -> None:
    for number, step in enumerate(chain):
        if may_skip(step):
            raise InvalidRequest("operations: without a base there is no step to leave out.")
        for recipe in recipes_of(step):
            if (recipe.input is not None) != (number > 0) and not _optional(recipe, number):
                raise InvalidRequest(
                    f"{recipe.operation.__name__} as step {number + 1}: the first step works from "
                    "words alone, every later one on the picture before it."
                )


def _optional(recipe: Recipe, number: int) -> bool:
    """Return whether a first step may do without the picture that it could take."""
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
