"""Pictures from words are fit to train on: a small network learns from them and generalises."""

import pytest
from measures.learning import LESSONS, accuracy


@pytest.mark.benchmark
@pytest.mark.parametrize("name", LESSONS)
def test_400_pictures_teach_a_network_to_tell_held_out_ones_apart(name):
    prompts, each, aim = LESSONS[name]
    score = accuracy(prompts, train=each, test=160 // len(prompts), epochs=30)
    print(f"{name}: {score:.1%} of 160 held-out pictures")
    assert aim.met(score)


def test_a_network_trained_on_few_pictures_tells_three_things_apart():
    assert accuracy(["a cat", "a car", "a tree"], train=14, test=10, epochs=14, batch=12) >= 0.85
