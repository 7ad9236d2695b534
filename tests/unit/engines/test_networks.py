"""Networks that were added: asked where they are there, named in who made it, never half-read."""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from mediaext.engines import load_engine
from mediaext.engines.classical.masks import subject_alpha
from mediaext.engines.classical.networks import ask_added
from mediaext.engines.classical.pictures import shrink
from mediaext.engines.entries import find_model, own_folder, read_catalogue
from mediaext.engines.install import add_model, remove_model
from mediaext.errors import JobFailed
from mediaext.operations import GenerateSpeech, RemoveBackground, SwapFace, UpscaleImage


def doubling(path: Path, side: int = 4, output: str = "four") -> None:
    """Write a network with two outputs: twice its input, and four times."""
    nodes = [
        helper.make_node("Add", ["input", "input"], ["twice"]),
        helper.make_node("Add", ["twice", "twice"], [output]),
    ]
    plane = [1, 3, side, side]
    graph = helper.make_graph(
        nodes,
        "doubling",
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, plane)],
        [helper.make_tensor_value_info(n, TensorProto.FLOAT, plane) for n in ("twice", output)],
    )
    opset = helper.make_opsetid("", 13)
    onnx.save(helper.make_model(graph, opset_imports=[opset], ir_version=8), path)


@pytest.fixture
def add(tmp_path) -> Callable[..., None]:
    """Add a tiny network under the name of an entry, from a folder."""

    def run(name: str, file: str = "net.onnx", **shape) -> None:
        folder = tmp_path / name
        folder.mkdir()
        doubling(folder / file, **shape)
        own_folder().mkdir(parents=True, exist_ok=True)
        (own_folder() / f"{name}.toml").write_text(
            f"[[model]]\nname = '{name}'\nskill = 'cutout'\nsource = {{ folder = '{folder}' }}\n"
            "licence = { id = 'Tiny-1', commercial = true, source = 'https://example.org/l' }\n"
        )
        add_model(name, accept_licence=True)

    return run


VALUES = np.arange(48, dtype=np.float32).reshape(1, 3, 4, 4)


def test_a_network_that_was_added_answers_with_the_outputs_that_are_wanted(add):
    add("tiny")

    said = ask_added("tiny", "net.onnx", VALUES, "four", "twice")

    assert said is not None
    np.testing.assert_array_equal(said[0], 4 * VALUES)
    np.testing.assert_array_equal(said[1], 2 * VALUES)


def test_a_network_that_was_not_added_says_nothing():
    assert ask_added("tiny", "net.onnx", VALUES) is None


@pytest.mark.parametrize("damage", [lambda p: p.write_bytes(b"torn"), os.remove])
def test_a_damaged_network_is_named_with_what_helps(add, damage):
    add("tiny")
    found = find_model("tiny")
    assert found is not None
    damage(found.folder / "net.onnx")

    with pytest.raises(JobFailed, match="mediaext engine remove tiny") as caught:
        ask_added("tiny", "net.onnx", VALUES + 1)

    assert caught.value.code == "MODEL_ERROR"


def test_who_makes_it_names_the_networks_that_the_operation_asks(add):
    engine = load_engine()
    before = engine.identity(RemoveBackground)
    add("mediapipe-people")

    after = engine.identity(RemoveBackground)

    assert (before.model, after.model) == ("", "mediapipe-people")
    assert after.revision == find_model("mediapipe-people").revision
    assert "Tiny-1" in str(engine.describe(RemoveBackground)["licence"])
    assert engine.identity(SwapFace).model == "mediapipe-people"
    assert engine.identity(UpscaleImage) == engine.identity(GenerateSpeech)
    assert engine.identity(UpscaleImage).model == ""
    remove_model("mediapipe-people")
    assert engine.identity(RemoveBackground) == before


def test_an_outline_of_a_person_follows_the_network_that_was_added(subjects, add):
    rgb, cup = (shrink(subjects.photo(name), 240) for name in ("astronaut", "coffee"))
    alone, cup_alone = subject_alpha(rgb), subject_alpha(cup)
    # four times red is what this network takes for people
    add("mediapipe-people", "selfie_segmentation.tflite", side=256)

    together = subject_alpha(rgb)

    assert not np.array_equal(alone, together)
    assert (together > 0.5)[rgb[..., 0] > 200].mean() > 0.9
    np.testing.assert_array_equal(subject_alpha(cup), cup_alone)  # there is no face
    remove_model("mediapipe-people")
    np.testing.assert_array_equal(subject_alpha(rgb), alone)


def test_the_network_that_can_be_added_has_a_licence_that_was_read_and_files_that_are_pinned():
    entry = read_catalogue().models["mediapipe-people"]

    assert entry.licence.read
    assert entry.files
    assert entry.environment is None
