"""``mediaext dataset fill``."""

import contextlib
import subprocess
import sys

import pytest

from mediaext.cli import main
from tests.dask_cluster import DaskCluster

FILE = """
import mediaext
from mediaext.datasets import Generated
from mediaext.operations import GenerateImage

requests = [GenerateImage(prompt=f"fox {number}") for number in range(6)]


def dataset():
    return Generated(requests, runner=mediaext.connect(), size=(8, 8))
"""


def test_a_dataset_is_filled_by_the_workers_of_a_cluster_and_resumed(tmp_path, monkeypatch):
    monkeypatch.setenv("MEDIAEXT_ENGINE", "mediaext.testing.instant:engine")
    file = tmp_path / "foxes.py"
    file.write_text(FILE)
    words = [sys.executable, "-m", "mediaext", "dataset", "fill", str(file), "--quiet"]

    def told(*more):
        return subprocess.check_output([*words, *more], text=True).splitlines()

    with contextlib.closing(DaskCluster(tmp_path / "cluster", ["one"])) as cluster:
        first = told("--cluster", cluster.address)
        results = cluster.folder / "home-one" / "workers" / "one" / "results"
        assert len(list(results.glob("*.json"))) == 6, "the worker made them"
    assert first[0].startswith("0 there, 6 to make: 6 image jobs")
    assert first[-1] == "6 variants are there, 6 of them new."
    assert told("--count")[0].startswith("6 there, 0 to make: no jobs")
    assert told()[-1] == "6 variants are there, 0 of them new."


@pytest.mark.parametrize("text", ["", "dataset = 3"])
def test_a_file_without_a_dataset_is_told(text, tmp_path, capfd):
    file = tmp_path / "empty.py"
    file.write_text(text)
    assert main(["dataset", "fill", str(file)]) == 2
    assert "defines no dataset" in capfd.readouterr().err


def test_a_file_that_is_not_there_is_told(tmp_path, capfd):
    assert main(["dataset", "fill", str(tmp_path / "none.py")]) == 2
    assert "There is no file" in capfd.readouterr().err
