"""Torch data sets whose samples are made by operations: once, lazily, and never lost.

>>> from mediaext.datasets import Augmented, choice
>>> train = Augmented(photos, [EditImage(prompt=choice("rainy", "at night"))], runner=media)
>>> for images, labels in train.loader(batch_size=64, shuffle=True): ...

How it works, from the ground up: *keys* name a sample by content and request; *truth* keeps the
untouched bytes under keys; *leases* see to it that each is made once, and journal running jobs;
the *generator* makes, the *policy* chooses a variant for each epoch, *views* keep decoded pixels,
and the *loader* looks ahead and reads.
"""

from mediaext.datasets.augmented import Augmented, Generated
from mediaext.datasets.budget import Budget
from mediaext.datasets.loader import Loader
from mediaext.datasets.planning import Plan
from mediaext.datasets.recipes import BASE, Recipe, choice, uniform
from mediaext.datasets.runners import EngineRunner
from mediaext.datasets.sampler import AheadSampler
from mediaext.datasets.samples import Samples
from mediaext.datasets.splits import Leak

__all__ = [
    "BASE",
    "AheadSampler",
    "Augmented",
    "Budget",
    "EngineRunner",
    "Generated",
    "Leak",
    "Loader",
    "Plan",
    "Recipe",
    "Samples",
    "choice",
    "uniform",
]
