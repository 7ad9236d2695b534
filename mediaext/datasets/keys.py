"""Keys of samples: digests of content, operation, values, seed and variant, never of paths.

A chain is a tree of keys: the key of a step holds the key of the step before, so that changing the
last step changes the last key alone, and all keys are known before anything is made.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from mediaext.datasets.recipes import Choice, Recipe, Step
from mediaext.operation import Operation
from mediaext.protocol import is_deterministic, request_key

KEY_VERSION = "mediaext-sample-1"
Known = tuple[int, str, int, int]
"""Seed, digest of the item, variant and place in the chain: what decides a draw."""
SEEDS = 2**31  # seeds are non-negative 31-bit numbers, which every engine and database takes


@dataclass(frozen=True, slots=True)
class Node:
    """One thing to make: a step of one variant of one item.

    ``operation`` has a placeholder where ``field`` takes the result of ``parent``, or the base
    item itself where there is no parent.
    """

    key: bytes
    operation: Operation[object]
    field: str | None
    parent: "Node | None"
    item: int
    variant: int
    step: int
    root: bytes

    @property
    def name(self) -> str:
        """Name of the operation, such as ``"edit"``."""
        return self.operation.endpoint.name

    def chain(self) -> "tuple[Node, ...]":
        """Return every step up to this one, first step first."""
        return (*(self.parent.chain() if self.parent else ()), self)


def derive(*parts: object) -> int:
    """Return a 64-bit number that depends only on the parts."""
    text = "\x1f".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


def chain_of(
    steps: Sequence[Step],
    digest: bytes,
    *,
    item: int,
    variant: int,
    seed: int,
    maker: Callable[[Operation[object]], str],
    suffix: str,
    label: Callable[[], str],
    former: bool = False,
) -> Node | None:
    """Return the last node of a chain over the base item with content ``digest``.

    ``None`` where every step turns out to do nothing.

    ``seed``, ``digest``, ``variant`` and the place in the chain decide every draw; ``maker``
    tells who makes an operation, ``suffix`` which image format is asked for where a step leaves it
    open; ``label`` gives the item's label in words; ``former`` draws as :meth:`Choice.draw` says.
    """
    node: Node | None = None
    for place, step in enumerate(steps):
        known = (seed, digest.hex(), variant, place)
        recipe = _choose(step, known, former)
        if recipe is None:
            continue
        operation = recipe.draw(
            partial(_share, known),
            variant,
            seed=derive("seed", *known) % SEEDS,
            suffix="png" if recipe.transparent else suffix,
            label=label,
            former=former,
        )
        source = f"made:{node.key.hex()}" if node else f"sha256:{digest.hex()}"
        key = _key(operation, recipe, source, maker(operation), variant)
        node = Node(key, operation, recipe.input, node, item, variant, place, digest)
    return node


def _choose(step: Step, known: Known, former: bool) -> Recipe | None:
    depth = 0
    while isinstance(step, Choice):
        step = step.draw(partial(_turn, known, depth), known[2], former)
        depth += 1
    return step


def _turn(known: Known, depth: int, variant: int) -> float:
    """Return where in its list, 0 to 1, a step of a variant is drawn."""
    seed, digest, _, place = known
    return derive("step", seed, digest, variant, place, depth) / 2**64


def _key(
    operation: Operation[object], recipe: Recipe, source: str, maker: str, variant: int
) -> bytes:
    inputs: dict[str, list[str]] = {}
    for name, values in operation.media().items():
        inputs[name] = (
            [source] if name == recipe.input else [recipe.given_media[id(v)] for v in values]
        )
    parts = [KEY_VERSION, request_key(operation, inputs, maker)]
    if not is_deterministic(operation):
        parts.append(f"variant {variant}")  # without a seed, a variant is simply another try
    return hashlib.sha256("\x1f".join(parts).encode()).digest()


def _share(known: Known, name: str, variant: int) -> float:
    """Return where in its range, 0 to 1, a value of this name is drawn for a variant."""
    seed, digest, _, place = known
    return derive("value", seed, digest, variant, place, name) / 2**64
