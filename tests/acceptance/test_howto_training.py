"""The training of the how-to, killed in the middle, ends as one that was left alone."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "train-with-augmented-data.md"
(TRAINING,) = [
    part
    for part in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    if "__main__" in part
]
SET_UP = f"""\
import sys
sys.path.insert(0, {str(Path(__file__).parents[1] / "unit" / "datasets")!r})
from dataset_makers import FolderService, Photos
from mediaext.datasets import Augmented, choice, uniform
from mediaext.operations import EditImage

photos = Photos(8)
media = FolderService("service", seconds=0.05)  # a service that outlives its callers
weather = EditImage(prompt=choice("rainy", "at night"), refine_strength=uniform(0.25, 0.4))
"""
LINES = 60


def start(folder):
    folder.mkdir(exist_ok=True)
    (folder / "train.py").write_text(SET_UP + TRAINING)
    return subprocess.Popen(
        [sys.executable, "train.py"],
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def weights(folder, fold):
    return torch.load(folder / f"fold-{fold}.pt")["network"]


def bought(folder):
    """Return how many jobs the service took."""
    return sum(not path.name.startswith(".") for path in (folder / "service").iterdir())


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="SIGKILL is of Unix")
def test_a_training_killed_in_the_middle_ends_as_one_left_alone(tmp_path):
    alone, killed = tmp_path / "alone", tmp_path / "killed"
    said, _ = start(alone).communicate(timeout=300)
    first = start(killed)
    deadline = time.monotonic() + 300
    while not (killed / "fold-0.pt").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    before = torch.load(killed / "fold-0.pt")["loader"]
    again, _ = start(killed).communicate(timeout=300)

    assert (before["epoch"], before["position"]) < (3, 0), "it was killed in the middle"
    assert again == said, "the accuracies"
    assert len(said.splitlines()) == 2
    for fold in (0, 1):
        for one, other in zip(
            weights(alone, fold).values(), weights(killed, fold).values(), strict=True
        ):
            assert torch.equal(one, other)
    assert bought(killed) == bought(alone) == 16, "nothing was paid for twice"


def test_the_training_is_short():
    assert sum(bool(line.strip()) for line in TRAINING.splitlines()) < LINES
