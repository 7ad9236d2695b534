"""Model entries: what ships is complete, and mistakes in a user's own are named."""

import re
import tomllib

import pytest

from mediaext.engines.doctor import Gpu, Machine, fit
from mediaext.engines.entries import is_data, is_inside, own_folder, read_catalogue
from mediaext.errors import InvalidRequest, NotFound

ENTRY = """
[[model]]
name = "mine"
skill = "generate"
source = { hub = "me/mine" }
licence = { id = "MIT", commercial = true, source = "https://example.org/licence" }
"""


def write(text: str, name: str = "mine.toml") -> None:
    own_folder().mkdir(parents=True, exist_ok=True)
    (own_folder() / name).write_text(text)


def problem(text: str) -> str:
    write(text)
    with pytest.raises(InvalidRequest) as caught:
        read_catalogue()
    return str(caught.value)


def test_every_shipped_entry_says_where_its_licence_is_stated_and_what_it_runs_in():
    catalogue = read_catalogue()

    assert {"z-image-turbo", "qwen-image-edit", "wan-2.2-ti2v-5b"} <= set(catalogue.models)
    for entry in catalogue.models.values():
        assert entry.licence.source.startswith("https://")
        if entry.environment is None:  # read by the engine itself
            assert entry.files
            continue
        assert entry.environment in catalogue.environments
        assert entry.class_name or entry.base


def test_every_line_of_a_shipped_lock_is_pinned_and_hashed():
    for environment in read_catalogue().environments.values():
        requirements = re.split(r"\n(?! )", environment.lock_file.read_text().strip())
        assert requirements
        for requirement in requirements:
            assert re.match(r"[\w.-]+==[\w.+]+", requirement)
            assert "--hash=sha256:" in requirement
        pinned = {requirement.split(" ")[0] for requirement in requirements}
        assert set(environment.packages) <= pinned


def test_a_licence_that_nobody_read_says_so():
    licence = read_catalogue().model("z-image-turbo").licence

    assert not licence.read
    assert "not read" in licence.terms


def test_an_entry_of_ones_own_is_found_and_replaces_a_shipped_one():
    write(ENTRY + ENTRY.replace('"mine"', '"z-image-turbo"'))
    catalogue = read_catalogue()

    assert catalogue.model("mine").source.label == "me/mine"
    assert catalogue.model("z-image-turbo").licence.id == "MIT"


def test_an_unknown_model_is_told_with_the_nearest_name():
    with pytest.raises(NotFound, match="Did you mean 'z-image-turbo'"):
        read_catalogue().model("z-image-turb")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"generate"', '"paint"', r"mine.toml: model 'mine': skill: Input should be 'generate'"),
        ('{ hub = "me/mine" }', '{ url = "x" }', r"source: has one of hub, package and folder"),
        ('"me/mine"', '"mine"', r"model 'mine': source.hub: String should match"),
        ('{ hub = "me/mine" }', '{ hub = "me/mine", revision = "main" }', r"source.revision: "),
        ('name = "mine"', 'name = "../mine"', r"model '../mine': name: String should match"),
        ('id = "MIT", ', "", r"licence.id: Field required"),
        ("[[model]]", "[[model]]\nspeed = 3", r"speed: Extra inputs are not permitted"),
        (
            "[[model]]",
            '[[model]]\nenvironment = "x"',
            r"Model 'mine': there is no environment 'x'",
        ),
        ("[[model]]", "[[model]", r"mine.toml is not TOML: "),
        ("[[model]]", "[[model]]\nmemory = { bf16 = -1 }", r"memory.bf16: .* greater than 0"),
    ],
)
def test_a_mistake_names_file_model_and_field(old, new, sentence):
    assert re.search(sentence, problem(ENTRY.replace(old, new)))


def test_two_entries_of_one_name_are_refused():
    assert "there is another model 'mine'" in problem(ENTRY + ENTRY)


@pytest.mark.parametrize(
    "path", ["../x", "/etc/passwd", "a//b", "a/./b", "C:x", "a\\b", "a\nb", ""]
)
def test_a_path_that_leaves_its_folder_is_not_inside(path):
    assert not is_inside(path)


@pytest.mark.parametrize("path", ["weights.bin", "a/model.PT", "run.py", "x.pkl", "net.pth"])
def test_files_that_can_run_code_are_no_data(path):
    assert not is_data(path)
    files = f'files = [{{ path = "{path}", sha256 = "{"0" * 64}", size = 1 }}]'
    assert "can run code" in problem(ENTRY + files)


def test_a_package_lists_its_files():
    source = f'{{ package = "p", version = "1", file = "p.whl", sha256 = "{"0" * 64}" }}'
    text = ENTRY.replace('{ hub = "me/mine" }', source)

    assert "files of a package are listed" in problem(text)


def test_the_example_of_the_page_is_a_valid_entry():
    from mediaext.engines import entries

    page = entries.SHIPPED.parents[2] / "docs/howto/write-a-model-entry.md"
    for block in re.findall(r"```toml\n(.*?)```", page.read_text(), re.S):
        assert "model" in tomllib.loads(block)
        write(block)
        read_catalogue()


def gpu(memory: float) -> Machine:
    return Machine(64, 500, (Gpu("a GPU", memory, memory, "cuda:0"),))


@pytest.mark.parametrize(
    ("machine", "plan", "reason"),
    [
        (gpu(24), "bf16", "bf16, 21 GB"),
        (gpu(16), "offload", "offload, 13 GB"),
        (gpu(13.5), "int8", "int8, 11 GB"),
        (gpu(8), None, "needs 11 GB of GPU memory (int8), models may take 6 GB"),
        (Machine(64, 500), "cpu", "cpu, 42 GB"),
        (Machine(32, 500), None, "needs 11 GB of GPU memory (int8), there is no GPU"),
        (Machine(64, 10), None, "needs 33 GB of disk, 10 GB are free"),
        (Machine(8, 500, gpu(16).gpus), "int8", "int8, 11 GB"),
    ],
)
def test_what_fits_a_machine_and_why_not(machine, plan, reason):
    found = fit(read_catalogue().model("z-image-turbo"), machine)

    assert (found.plan, found.reason) == (plan, reason)
    assert found.fits == (plan is not None)
