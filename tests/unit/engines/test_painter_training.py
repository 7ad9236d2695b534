"""Pictures from words are fit to train on: a small network learns from them and generalises."""

import numpy as np
import pytest
import torch

from mediaext.engines.classical.painter import Wish, paint, read_prompt

SIDE = 64
THINGS = ("cat", "car", "tree", "house", "boat", "flower", "duck", "bicycle")
COLOURS = ("red", "blue", "yellow", "green", "purple", "white", "orange", "black")
COUNTS = ("one", "two", "three", "four")


def pictures(prompts: list[str], each: int, first_seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Paint ``each`` pictures of every prompt with seeds of their own."""
    made, labels = [], []
    for label, prompt in enumerate(prompts):
        brief = read_prompt(prompt)
        for k in range(each):
            made.append(paint(brief, SIDE, SIDE, Wish(first_seed + k)))
            labels.append(label)
    stack = np.stack(made).transpose(0, 3, 1, 2)
    return torch.from_numpy(stack).float() / 127.5 - 1, torch.tensor(labels)


def accuracy(prompts: list[str], train: int, test: int, epochs: int, batch: int = 32) -> float:
    """Train a small network on some seeds and return its accuracy on others."""
    torch.manual_seed(0)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    images, labels = pictures(prompts, train, 0)
    held, truth = pictures(prompts, test, 10_000)
    network = torch.nn.Sequential(
        *_block(3, 24), *_block(24, 48), *_block(48, 96), *_block(96, 128),
        torch.nn.AdaptiveAvgPool2d(2), torch.nn.Flatten(), torch.nn.Dropout(0.3),
        torch.nn.Linear(512, len(prompts)),
    )  # fmt: skip
    optimiser = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=0.02)
    generator = torch.Generator().manual_seed(1)
    network.train()
    for epoch in range(epochs):
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * (1 - epoch / epochs) + 2e-5
        for chosen in torch.randperm(len(images), generator=generator).split(batch):
            optimiser.zero_grad()
            seen = images[chosen]
            seen = seen.flip(3) if torch.rand((), generator=generator) < 0.5 else seen
            loss = torch.nn.functional.cross_entropy(network(seen), labels[chosen])
            loss.backward()
            optimiser.step()
    network.eval()
    with torch.no_grad():
        right = (network(held).argmax(1) == truth).float().mean()
    torch.set_num_threads(threads)
    return float(right)


def _block(inputs: int, outputs: int) -> tuple[torch.nn.Module, ...]:
    return (
        torch.nn.Conv2d(inputs, outputs, 3, padding=1, bias=False),
        torch.nn.BatchNorm2d(outputs),
        torch.nn.ReLU(),
        torch.nn.MaxPool2d(2),
    )


@pytest.mark.benchmark
def test_400_pictures_of_8_things_teach_a_network_to_tell_held_out_ones_apart():
    score = accuracy([f"a {thing}" for thing in THINGS], train=50, test=20, epochs=30)
    print(f"things: {score:.1%} of 160 held-out pictures")
    assert score >= 0.90


@pytest.mark.benchmark
def test_400_pictures_of_8_colours_teach_a_network_to_tell_held_out_ones_apart():
    score = accuracy([f"a {colour} car" for colour in COLOURS], train=50, test=20, epochs=30)
    print(f"colours: {score:.1%} of 160 held-out pictures")
    assert score >= 0.85


@pytest.mark.benchmark
def test_400_pictures_of_4_counts_teach_a_network_to_tell_held_out_ones_apart():
    score = accuracy([f"{count} ducks" for count in COUNTS], train=100, test=40, epochs=30)
    print(f"counts: {score:.1%} of 160 held-out pictures")
    assert score >= 0.85


def test_a_network_trained_on_few_pictures_tells_three_things_apart():
    assert accuracy(["a cat", "a car", "a tree"], train=20, test=10, epochs=30, batch=12) >= 0.85
