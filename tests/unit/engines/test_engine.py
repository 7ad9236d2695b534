"""What an engine says it can make, and what it makes."""

import base64
import pkgutil
from typing import ClassVar

import numpy as np
import PIL.Image
import pytest

from mediaext.engines import load_engine
from mediaext.engines.classical import operations
from mediaext.errors import InvalidRequest, Unsupported
from mediaext.operation import CATALOGUE, Endpoint, Operation, Runner
from mediaext.operations import GenerateImage, UpscaleImage
from mediaext.results import Picture

ENGINE = load_engine()


def test_the_classical_engine_has_a_module_for_every_operation_and_no_other():
    modules = {module.name for module in pkgutil.iter_modules(operations.__path__)}
    assert modules == set(CATALOGUE)
    assert all(map(ENGINE.supports, CATALOGUE.values()))
    assert all(callable(ENGINE.function(operation)) for operation in CATALOGUE.values())


@pytest.mark.parametrize("name", ["masks", "colour", "people", "painter"])
def test_an_operation_named_like_a_helper_is_not_supported(name):
    class Named(Operation[Picture]):
        """An operation whose name is that of a module beside the operations."""

        endpoint: ClassVar[Endpoint] = Endpoint(name, f"/{name}/v1")

    try:
        assert not ENGINE.supports(Named)
        with pytest.raises(Unsupported, match=name):
            ENGINE.make(Named(), {})
    finally:
        CATALOGUE.remove(name)


def photo():
    return PIL.Image.fromarray(np.full((32, 48, 3), (200, 60, 30), np.uint8))


def test_an_engine_is_a_runner_of_local_media(tmp_path):
    runner: Runner = ENGINE
    path = tmp_path / "photo.png"
    photo().save(path)
    content = path.read_bytes()
    url = "data:image/png;base64," + base64.b64encode(content).decode()
    made = [
        runner.run(UpscaleImage(input_image=given, scale=2, output_format="png"))
        for given in (path, str(path), content, photo(), np.asarray(photo()), url)
    ]
    assert {result.size for result in made} == {(96, 64)}
    assert len({result.to_numpy().tobytes() for result in made}) == 1


def test_an_operation_as_an_input_is_made_first():
    inner = GenerateImage(prompt="a red car", width=32, height=32, seed=1)
    assert ENGINE.run(UpscaleImage(input_image=inner, scale=2)).size == (64, 64)


def test_the_record_has_the_seed_that_was_drawn_and_the_notes():
    operation = GenerateImage(
        prompt="a zyglot on a beach", width=16, height=16, output_format="png"
    )
    result = ENGINE.run(operation)
    assert result.notes == ("Not understood in prompt, and left out: zyglot.",)
    again = ENGINE.run(operation.model_copy(update={"seed": result.job.seed}))
    assert again.content == result.content
    assert ENGINE.run(operation).job.seed != result.job.seed
    assert ENGINE.run(UpscaleImage(input_image=photo(), scale=1)).job.seed is None
    assert "job" not in repr(result)


@pytest.mark.parametrize("url", ["https://media.example/a.png", "data:image/png,plain"])
def test_an_engine_fetches_nothing(url):
    with pytest.raises(InvalidRequest, match="input_image"):
        ENGINE.run(UpscaleImage(input_image=url))
