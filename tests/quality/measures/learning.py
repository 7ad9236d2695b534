"""Measures of pictures from words: what a small network learns from them, seeds, words."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from measures.bench import Bench
from measures.measure import Aim, Measure, at_least
from mediaext.engines.base import Context
from mediaext.engines.classical.painter import Wish, paint, read_prompt
from mediaext.operations import GenerateImage

if TYPE_CHECKING:
    import torch

EPOCHS = 30
SIDE = 64  # pixels of a picture that is learned from
KINDS = ("cat", "car", "tree", "house", "boat", "flower", "duck", "bicycle")
COLOURS = ("red", "blue", "yellow", "green", "purple", "white", "orange", "black")
COUNTS = ("one", "two", "three", "four")
LESSONS: dict[str, tuple[list[str], int, Aim]] = {
    "things": ([f"a {kind}" for kind in KINDS], 50, at_least(0.9)),
    "colours": ([f"a {colour} car" for colour in COLOURS], 50, at_least(0.85)),
    "counts": ([f"{count} ducks" for count in COUNTS], 100, at_least(0.85)),
}
"""Prompts to tell apart, pictures of each to learn from, aim: always 400 pictures in all."""
PROMPTS = (
    "a lighthouse by the sea", "three cats in the kitchen", "a red bicycle", "a fox in the snow",
    "a castle on a hill at night", "an apple on a table, watercolour",
)  # fmt: skip


def measure_image(bench: Bench) -> Iterator[Measure]:
    """Compare seeds, count the words that are named as unknown, and train small networks."""
    for prompt in PROMPTS:
        one, two = (
            bench.picture(GenerateImage(prompt=prompt, width=512, height=512), seed=seed).astype(
                int
            )
            for seed in (1, 2)
        )
        what = "difference of two seeds / 255"
        yield Measure("image", prompt[:17], what, np.abs(one - two).mean(), at_least(8))
    context = Context(seed=1)
    request = GenerateImage(prompt="a cat with a zyglot and a framis", width=64, height=64)
    bench.engine.make(request, {}, context)
    named = sum(any(word in note for note in context.notes) for word in ("zyglot", "framis"))
    yield Measure("image", "2 unknown words", "of them named", float(named), at_least(2))
    yield from _lessons(bench.long)


def _lessons(whole: bool) -> Iterator[Measure]:
    """Give the lessons that were promised, or short ones of three prompts."""
    for name, (prompts, each, aim) in LESSONS.items():
        if whole:
            score = accuracy(prompts, each, 160 // len(prompts), EPOCHS)
        else:
            score = accuracy(prompts[:3], 20, 10, EPOCHS, batch=12)
        learned, held = (each * len(prompts), 160) if whole else (60, 30)
        what = f"accuracy on {held} held-out pictures"
        yield Measure("image", f"{learned} of {name}", what, score, aim)


def accuracy(prompts: list[str], train: int, test: int, epochs: int, batch: int = 32) -> float:
    """Train a small network on some seeds and return its accuracy on others, 0 to 1."""
    import torch

    torch.manual_seed(0)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    images, labels = _painted(prompts, train, 0)
    held, truth = _painted(prompts, test, 10_000)
    network = _network(len(prompts))
    _train(network, images, labels, epochs, batch)
    network.eval()
    with torch.no_grad():
        right = (network(held).argmax(1) == truth).float().mean()
    torch.set_num_threads(threads)
    return float(right)


def _painted(prompts: list[str], each: int, first: int) -> "tuple[torch.Tensor, torch.Tensor]":
    """Paint ``each`` pictures of every prompt with seeds of their own, from ``first`` on."""
    import torch

    made = [
        paint(brief, SIDE, SIDE, Wish(first + k))
        for brief in map(read_prompt, prompts)
        for k in range(each)
    ]
    stack = np.stack(made).transpose(0, 3, 1, 2)
    labels = torch.arange(len(prompts)).repeat_interleave(each)
    return torch.from_numpy(stack).float() / 127.5 - 1, labels


def _network(outputs: int) -> "torch.nn.Module":
    from torch import nn

    layers: list[nn.Module] = []
    for wide, wider in ((3, 24), (24, 48), (48, 96), (96, 128)):
        convolution = nn.Conv2d(wide, wider, 3, padding=1, bias=False)
        layers += [convolution, nn.BatchNorm2d(wider), nn.ReLU(), nn.MaxPool2d(2)]
    head = nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Dropout(0.3), nn.Linear(512, outputs)
    return nn.Sequential(*layers, *head)


def _train(
    network: "torch.nn.Module", images: "torch.Tensor", labels: "torch.Tensor", epochs: int,
    batch: int,
) -> None:  # fmt: skip
    import torch

    optimiser = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=0.02)
    generator = torch.Generator().manual_seed(1)
    network.train()
    for epoch in range(epochs):
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * (1 - epoch / epochs) + 2e-5
        for chosen in torch.split(torch.randperm(len(images), generator=generator), batch):
            optimiser.zero_grad()
            seen = images[chosen]
            seen = seen.flip(3) if torch.rand((), generator=generator) < 0.5 else seen
            loss = torch.nn.functional.cross_entropy(network(seen), labels[chosen])
            torch.autograd.backward(loss)
            optimiser.step()
