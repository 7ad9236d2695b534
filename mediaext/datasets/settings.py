"""The options of a dataset, validated once and then fixed."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import torch

from mediaext.datasets.decoding import Fit, Spec
from mediaext.datasets.geometry import Kind, Places
from mediaext.datasets.policy import share_of
from mediaext.errors import InvalidRequest
from mediaext.home import home
from mediaext.results import Picture

OnMiss = Literal["wait", "original", "other", "ready"]
OnError = Literal["original", "skip", "raise"]
Gate = Callable[[Picture, Any], "bool | str"]
"""Called as ``gate(made, base)``; ``False`` or a reason refuses. A ``Quality`` is one."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What may be spent. It belongs to the folder: a restart does not reset it.

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


@dataclass(frozen=True, kw_only=True)
class DatasetSettings:
    """The options that :class:`Augmented` and :class:`Generated` have in common; see there."""

    variants: int = 1
    seed: int = 0
    size: tuple[int, int] | int | None = None
    folder: str | os.PathLike[str] | None = None
    on_miss: OnMiss = "wait"
    on_error: OnError = "original"
    budget: Budget | int | None = None
    prices: Mapping[str, float] | None = field(default=None)
    concurrency: int = 32
    originals: float | Callable[[int], float] = 0.0
    fit: Fit = "cover"
    alpha: bool = False
    transform: Callable[[torch.Tensor], Any] | None = None
    transforms: Callable[[Any, Any], Any] | None = None
    gate: Gate | None = None
    min_side: int = 0
    view_bytes: int | None = None
    remote: str | None = None
    leases: str | None = field(default=None, repr=False)  # it may hold a password
    targets: Mapping[str | int, Kind] | None = field(default=None)
    quiet: bool = False

    def __post_init__(self) -> None:
        for name, value, words in (
            ("on_miss", self.on_miss, ("wait", "original", "other", "ready")),
            ("on_error", self.on_error, ("original", "skip", "raise")),
            ("fit", self.fit, ("cover", "stretch")),
        ):
            if value not in words:
                raise InvalidRequest(f"{name}: one of {', '.join(words)}, not '{value}'.")
        if self.variants < 1:
            raise InvalidRequest(f"variants: at least 1, not {self.variants}.")
        if self.concurrency < 1:
            raise InvalidRequest(f"concurrency: at least 1, not {self.concurrency}.")
        if self.leases is not None and not self.leases.startswith(
            ("postgresql://", "postgres://")
        ):
            raise InvalidRequest("leases: postgresql://USER@HOST/DATABASE is needed.")
        if self.leases is not None and self.remote is None:
            raise InvalidRequest(
                "leases: they need a place where all machines find results, such as "
                "remote='s3://bucket/augmented'."
            )
        share_of(self.originals, 0)
        if self.size is not None and min(self.spec.height, self.spec.width) < 1:
            raise InvalidRequest(f"size: (height, width) of at least 1 pixel, not {self.size}.")

    @cached_property
    def places(self) -> Places:
        """How targets are read."""
        return Places.of(self.targets)

    @property
    def spec(self) -> Spec:
        """How every picture is served."""
        size = (0, 0) if self.size is None else self.size
        height, width = (size, size) if isinstance(size, int) else size
        return Spec(height, width, 4 if self.alpha else 3, self.fit)

    @property
    def place(self) -> Path:
        """The folder of results, views and leases."""
        if self.folder is None:
            return home() / "datasets"
        return Path(self.folder).expanduser()

    @property
    def limit(self) -> Budget:
        """The budget as one object."""
        return (
            Budget(jobs=self.budget) if isinstance(self.budget, int) else self.budget or Budget()
        )
