"""Torch datasets whose samples are made by operations: once, lazily, and never lost.

>>> from mediaext.datasets import Augmented, choice
>>> train = Augmented(photos, [EditImage(prompt=choice("rainy", "at night"))], runner=media)
>>> for images, labels in train.loader(batch_size=64, shuffle=True): ...

Layers, from the ground up: :mod:`~mediaext.datasets.recipes` and
:mod:`~mediaext.datasets.keys` name a sample by content and request; ``store`` keeps the untouched
bytes under their keys, decoded views, and leases, which see to it that each key is made once;
``making`` makes and validates; ``reading`` chooses a variant for each epoch, looks ahead and
reads; ``reports`` plans, lists and exports; ``dataset`` puts them together.
"""

from mediaext.datasets.comparing import PolicyComparison, compare
from mediaext.datasets.dataset import Augmented, Evaluation, Generated, Item, Samples
from mediaext.datasets.holdout import Leak
from mediaext.datasets.making.runners import EngineRunner
from mediaext.datasets.quality import Quality
from mediaext.datasets.reading.loader import Loader
from mediaext.datasets.reading.sampling import AheadSampler, BalancedSampler, StatefulLoader
from mediaext.datasets.recipes import BASE, Recipe, choice, uniform
from mediaext.datasets.reports.planning import Plan
from mediaext.datasets.settings import Budget
from mediaext.datasets.streaming import Streamed

__all__ = [
    "BASE",
    "AheadSampler",
    "Augmented",
    "BalancedSampler",
    "Budget",
    "EngineRunner",
    "Evaluation",
    "Generated",
    "Item",
    "Leak",
    "Loader",
    "Plan",
    "PolicyComparison",
    "Quality",
    "Recipe",
    "Samples",
    "StatefulLoader",
    "Streamed",
    "choice",
    "compare",
    "uniform",
]
