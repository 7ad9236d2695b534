"""Small files that claim much, and broken ones, end in a sentence and leave memory alone."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.engines.hostile_files import CASES

MOST_MEMORY = 1500  # megabytes
SCRIPT = Path(__file__).with_name("hostile_files.py")


@pytest.fixture(scope="module")
def outcomes():
    done = subprocess.run(
        [sys.executable, str(SCRIPT)], capture_output=True, text=True, check=True
    )
    return {row["case"]: row for row in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize("case", CASES)
def test_a_hostile_file_ends_in_a_sentence_that_names_its_field(outcomes, case):
    outcome = outcomes[case]
    assert outcome["code"] == "INPUT_INVALID"
    field, _, sentence = outcome["sentence"].partition(": ")
    assert field in {
        "mesh_save_name", "reference_voice_url", "input_image", "prompt", "text",
    }  # fmt: skip
    assert "0x" not in sentence
    assert "Error" not in sentence


def test_the_peak_of_memory_stays_under_a_gigabyte_and_a_half(outcomes):
    peak = max(outcome["peak"] for outcome in outcomes.values())
    print(f"peak {peak} MB")
    assert peak < MOST_MEMORY
