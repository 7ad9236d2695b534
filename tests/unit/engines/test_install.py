"""Adding models from a hub, a package index and a folder: checked, resumed, never half-added."""

import functools
import hashlib
import http.server
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from mediaext.engines import install, sources
from mediaext.engines.entries import find_model, installed_models, own_folder
from mediaext.engines.install import add_model, remove_model
from mediaext.errors import MediaError, NotFound
from mediaext.home import home
from tests.unit.engines.loopback_hub import REVISION, Hub, serve

WEIGHTS = bytes(range(256)) * 512
FILES = {
    "model_index.json": b'{"_class_name": "Pipeline"}',
    "transformer/model.safetensors": WEIGHTS,
    "transformer/old.bin": b"pickled",
    "README.md": b"# A model",
}
TAKEN = {"model_index.json", "transformer/model.safetensors", "README.md"}
ENTRY = """
[[model]]
name = "tiny"
skill = "generate"
source = SOURCE
licence = { id = "Tiny", commercial = false, source = "https://example.org/l", excludes = ["EU"] }
"""


def write_entry(source: str = '{ hub = "me/tiny" }', more: str = "") -> None:
    own_folder().mkdir(parents=True, exist_ok=True)
    (own_folder() / "tiny.toml").write_text(ENTRY.replace("SOURCE", source) + more)


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def files_of(name: str = "tiny") -> dict[str, bytes]:
    found = find_model(name)
    assert found is not None
    return {
        path.relative_to(found.folder).as_posix(): path.read_bytes()
        for path in found.folder.rglob("*")
        if path.is_file()
    }


def refused(**choices) -> str:
    """Return the sentence with which adding fails; nothing is added then."""
    with pytest.raises(MediaError) as caught:
        add_model("tiny", accept_licence=True, **choices)
    assert installed_models() == {}
    return str(caught.value)


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch) -> None:
    monkeypatch.setattr(sources, "PAUSE", 0.0)


@pytest.fixture
def hub(monkeypatch) -> Iterator[Hub]:
    with serve(Hub("me/tiny", dict(FILES))) as served:
        monkeypatch.setenv("HF_ENDPOINT", served.url)
        monkeypatch.setenv("HF_HUB_DISABLE_TELEMETRY", "1")
        write_entry()
        yield served


# --------------------------------------------------------------------------------------- licence


def test_a_licence_is_shown_before_anything_is_asked_of_the_hub(hub):
    with pytest.raises(MediaError) as caught:
        add_model("tiny")

    text = str(caught.value)
    assert "commercial use: not allowed" in text
    assert "grants nothing in: EU" in text
    assert "NOT READ by this project" in text
    assert "mediaext engine add tiny --accept-licence" in text
    assert not hub.asked


def test_a_licence_is_accepted_once_and_again_when_it_changes(hub):
    add_model("tiny", accept_licence=True)
    remove_model("tiny")
    add_model("tiny")
    remove_model("tiny")
    path = own_folder() / "tiny.toml"
    path.write_text(path.read_text().replace('id = "Tiny"', 'id = "Tiny 2"'))

    with pytest.raises(MediaError, match="Tiny 2"):
        add_model("tiny")


def test_accepting_another_licence_keeps_when_the_first_was_accepted(hub):
    add_model("tiny", accept_licence=True)
    recorded = json.loads((own_folder() / "licences.json").read_text())
    text = (own_folder() / "tiny.toml").read_text()
    (own_folder() / "other.toml").write_text(text.replace('"tiny"', '"other"'))
    add_model("other", accept_licence=True)

    assert json.loads((own_folder() / "licences.json").read_text())["tiny"] == recorded["tiny"]


# ------------------------------------------------------------------------------------------- hub


def test_a_model_of_a_hub_is_added_with_its_revision_and_without_pickles(hub):
    told = []
    added = add_model("tiny", accept_licence=True, report=lambda *there: told.append(there))

    assert added.revision == REVISION
    assert files_of() == {path: FILES[path] for path in TAKEN}
    assert {file.path: file.sha256 for file in added.files} == {
        path: sha256(FILES[path]) for path in TAKEN
    }
    size = sum(len(FILES[path]) for path in TAKEN)
    assert told[-1] == (size, size)
    assert find_model("tiny") == added


def test_adding_twice_says_that_it_is_there(hub):
    add_model("tiny", accept_licence=True)

    with pytest.raises(MediaError, match="tiny is there already, revision 0123456789ab"):
        add_model("tiny")


def test_a_revision_that_the_hub_does_not_have_is_told(hub):
    write_entry(f'{{ hub = "me/tiny", revision = "{"f" * 40}" }}')

    assert refused() == f"me/tiny has no revision {'f' * 40}."


def test_a_repository_that_the_hub_does_not_have_is_told(hub):
    write_entry('{ hub = "me/other" }')

    assert refused().startswith("The hub has no repository me/other")


def test_a_repository_that_asks_for_consent_is_told_where(hub):
    hub.token = "hf_secret"

    assert "accept its terms at https://example.org/l" in refused()


def test_the_token_of_the_login_is_sent(hub, monkeypatch):
    hub.token = "hf_secret"
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    add_model("tiny", accept_licence=True)

    assert files_of()["transformer/model.safetensors"] == WEIGHTS


def test_without_a_network_the_folder_is_named_that_helps(monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")  # discard: nobody listens there
    write_entry()

    text = refused()
    assert text.startswith("The model hub does not answer")
    assert text.endswith("mediaext engine add tiny --from DIR")


def test_a_torn_download_goes_on_where_it_was_cut(hub):
    hub.torn = [100, len(WEIGHTS), 50_000, 30_000]
    hub.files = {"transformer/model.safetensors": WEIGHTS}
    add_model("tiny", accept_licence=True)

    resumed = [wanted for path, wanted in hub.asked if "/resolve/" in path]
    assert resumed == ["", "bytes=100-"]
    assert files_of() == hub.files


def test_a_download_that_stopped_is_resumed_by_the_next_command(hub):
    hub.files = {"transformer/model.safetensors": WEIGHTS}
    hub.torn = [70_000, *[0] * sources.ATTEMPTS]
    text = refused()
    hub.asked.clear()
    add_model("tiny")

    assert "stopped after 70000 of 131072 bytes" in text
    assert [wanted for path, wanted in hub.asked if "/resolve/" in path] == ["bytes=70000-"]
    assert files_of() == hub.files


def test_a_hub_that_cannot_resume_sends_it_from_the_beginning(hub):
    hub.ranges = False
    hub.files = {"transformer/model.safetensors": WEIGHTS}
    hub.torn = [70_000]
    told = []
    add_model("tiny", accept_licence=True, report=lambda there, size: told.append(there))

    assert files_of() == hub.files
    assert told[-1] == len(WEIGHTS)


@pytest.mark.parametrize("path", ["transformer/model.safetensors", "README.md"])
def test_a_file_with_another_hash_is_refused_and_deleted(hub, path):
    hub.files = {path: FILES[path]}
    hub.corrupt = True
    text = refused()
    hub.corrupt = False
    add_model("tiny")

    assert f"{Path(path).name} does not have the expected hash" in text
    assert files_of() == hub.files


def test_a_hub_that_names_a_path_outside_of_the_folder_is_refused(hub):
    hub.files = {"../../evil.safetensors": WEIGHTS}

    assert refused() == "The hub names a file outside of its folder: ../../evil.safetensors."
    assert not list(home().rglob("evil*"))


def test_files_that_the_entry_lists_must_have_its_hashes(hub):
    listed = '{ path = "README.md", sha256 = "%s", size = %d }'
    write_entry(more=f"files = [{listed % (sha256(b'# Another'), 9)}]")
    text = refused()
    write_entry(more=f"files = [{listed % (sha256(FILES['README.md']), 9)}]")
    add_model("tiny")

    assert "hash" in text
    assert set(files_of()) == {"README.md"}


def test_include_and_exclude_choose_files(hub):
    write_entry('{ hub = "me/tiny", include = ["*/*", "*.json"], exclude = ["*.json"] }')
    add_model("tiny", accept_licence=True)

    assert set(files_of()) == {"transformer/model.safetensors"}


def test_a_disk_without_room_is_told_before_the_download(hub, monkeypatch):
    free = shutil.disk_usage(home())._replace(free=install.ROOM)
    monkeypatch.setattr(install.shutil, "disk_usage", lambda path: free)
    text = refused()

    assert "needs 1.1 GB on the disk" in text
    assert not [path for path, _ in hub.asked if "/resolve/" in path]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_disk_that_fills_up_is_told(hub):
    hub.files = {"transformer/model.safetensors": WEIGHTS}
    folder = own_folder() / ".partial" / f"tiny-{REVISION[:12]}" / "files" / "transformer"
    folder.mkdir(parents=True)
    (folder / "model.safetensors").symlink_to("/dev/full")

    assert refused().endswith("is full; nothing was added.")


def test_two_processes_do_not_add_one_model_at_once(hub):
    own_folder().mkdir(parents=True, exist_ok=True)
    with install.FileLock(own_folder() / ".tiny.lock"):
        assert refused() == "Another process is adding tiny."


def test_removing_deletes_everything_of_it_and_says_how_much(hub):
    add_model("tiny", accept_licence=True)
    size = sum(len(FILES[path]) for path in TAKEN)

    assert remove_model("tiny") >= size
    assert not (own_folder() / "tiny").exists()
    with pytest.raises(NotFound, match="tiny was not added"):
        remove_model("tiny")


def test_what_a_stopped_download_left_can_be_removed(hub):
    hub.files = {"transformer/model.safetensors": WEIGHTS}
    hub.torn = [70_000, *[0] * sources.ATTEMPTS]
    refused()
    remove_model("tiny")

    assert not list((own_folder() / ".partial").iterdir())


# ---------------------------------------------------------------------------------------- folder


def lay_out(folder: Path, files: dict[str, bytes]) -> Path:
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def test_a_copy_of_the_repository_is_added_without_a_network(tmp_path):
    write_entry()
    add_model("tiny", accept_licence=True, local=lay_out(tmp_path / "copy", FILES))

    assert files_of() == {path: FILES[path] for path in TAKEN}


def test_the_licence_names_the_whole_command_that_accepts_it(tmp_path):
    write_entry()
    copy = lay_out(tmp_path / "a copy", FILES)
    with pytest.raises(MediaError) as caught:
        add_model("tiny", local=copy)

    assert str(caught.value).endswith(f"engine add tiny --from '{copy}' --accept-licence")


@pytest.mark.parametrize(
    ("share", "memory"), [(1.0, 20.0), (0.2, 20.0), (0.05, 8.0)], ids=["whole", "4 bits", "small"]
)
def test_files_that_are_far_smaller_than_the_entry_says_need_less_memory(tmp_path, share, memory):
    size = sum(len(FILES[path]) for path in TAKEN) / 1e9
    write_entry(more=f"download = {size / share:.12f}\nmemory = {{ bf16 = 20 }}\n")
    added = add_model("tiny", accept_licence=True, local=lay_out(tmp_path / "copy", FILES))

    assert added.entry.memory["bf16"] == pytest.approx(memory, rel=1e-3)


def test_the_revision_of_a_plain_folder_follows_its_bytes(tmp_path):
    write_entry()
    copy = lay_out(tmp_path / "copy", FILES)
    first = add_model("tiny", accept_licence=True, local=copy).revision
    remove_model("tiny")
    (copy / "README.md").write_bytes(b"# Changed")

    assert add_model("tiny", local=copy).revision != first


def test_the_cache_of_the_hub_is_understood_with_its_revisions(tmp_path):
    root = tmp_path / "models--me--tiny"
    blob = lay_out(tmp_path / "blobs", {"x": WEIGHTS}) / "x"
    snapshot = root / "snapshots" / REVISION
    snapshot.mkdir(parents=True)
    (snapshot / "model.safetensors").symlink_to(blob)
    lay_out(root, {"refs/main": REVISION.encode()})
    write_entry()

    assert add_model("tiny", accept_licence=True, local=tmp_path).revision == REVISION
    assert files_of() == {"model.safetensors": WEIGHTS}


def test_a_cache_without_the_revision_of_the_entry_is_refused(tmp_path):
    lay_out(tmp_path / "models--me--tiny" / "snapshots" / REVISION, FILES)
    write_entry(f'{{ hub = "me/tiny", revision = "{"f" * 40}" }}')

    assert f"holds no revision {'f' * 40} of it; there is {REVISION}." in refused(local=tmp_path)


def test_a_folder_without_a_file_that_is_needed_is_refused(tmp_path):
    write_entry()
    (tmp_path / "empty").mkdir()

    assert refused(local=tmp_path / "empty") == "me/tiny holds no file that tiny needs."
    assert refused(local=tmp_path / "none") == f"There is no folder {tmp_path / 'none'}."


def test_a_folder_above_the_model_is_refused(tmp_path):
    lay_out(tmp_path / "above" / "model", FILES)
    write_entry('{ hub = "me/tiny", include = ["model_index.json", "*/*"] }')

    assert refused(local=tmp_path / "above") == (
        "There is no model_index.json, which tiny needs; nothing was added."
    )


def test_an_entry_may_name_a_folder(tmp_path):
    lay_out(tmp_path / "mine", FILES)
    write_entry(f"{{ folder = {json.dumps(str(tmp_path / 'mine'))} }}")
    add_model("tiny", accept_licence=True)

    assert files_of()["transformer/model.safetensors"] == WEIGHTS


# --------------------------------------------------------------------------------- package index


def build_wheel(folder: Path, name: str = "tiny_data", members: dict[str, bytes] | None = None):
    """Write a wheel whose import fails, and return its path."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    info = f"{name}-1.0.dist-info"
    held = {
        f"{name}/__init__.py": b"raise RuntimeError('imported')",
        f"{name}/net.onnx": WEIGHTS,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        **(members or {}),
    }
    record = "".join(f"{member},,\n" for member in [*held, f"{info}/RECORD"])
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as wheel:
        for member, content in {**held, f"{info}/RECORD": record.encode()}.items():
            wheel.writestr(zipfile.ZipInfo(member), content)  # of one date, so of one hash
    return path


def write_package_entry(path: Path, content: bytes = WEIGHTS, member: str = "tiny_data/net.onnx"):
    source = (
        f'{{ package = "tiny-data", version = "1.0", file = "{path.name}", '
        f'sha256 = "{sha256(path.read_bytes())}" }}'
    )
    file = f'{{ path = "{member}", sha256 = "{sha256(content)}", size = {len(content)} }}'
    write_entry(source, f"files = [{file}]")


@pytest.fixture
def index(tmp_path, monkeypatch) -> Iterator[Path]:
    """Serve a simple index on loopback; its folder is yielded."""
    root = tmp_path / "index"
    root.mkdir()

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(root))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    monkeypatch.setenv("PIP_RETRIES", "0")
    yield root
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_file_of_a_package_is_taken_and_the_package_never_imported(index):
    wheel = build_wheel(index / "tiny-data")
    write_package_entry(wheel)
    added = add_model("tiny", accept_licence=True)

    assert added.revision == "1.0"
    assert files_of() == {"tiny_data/net.onnx": WEIGHTS}


def test_a_package_file_that_was_exchanged_is_refused(index):
    wheel = build_wheel(index / "tiny-data")
    write_package_entry(wheel)
    build_wheel(index / "tiny-data", members={"tiny_data/net.onnx": WEIGHTS[::-1]})

    assert refused().startswith("pip could not download tiny-data 1.0: ")


def test_an_index_without_the_package_is_told_with_the_folder_that_helps(index, tmp_path):
    write_package_entry(build_wheel(tmp_path / "elsewhere"))

    text = refused()
    assert text.startswith("pip could not download tiny-data 1.0: ")
    assert text.endswith("mediaext engine add tiny --from DIR")


def test_a_package_file_is_taken_from_a_folder(tmp_path):
    write_package_entry(build_wheel(tmp_path / "wheels"))
    add_model("tiny", accept_licence=True, local=tmp_path / "wheels")

    assert files_of() == {"tiny_data/net.onnx": WEIGHTS}


@pytest.mark.parametrize(
    ("content", "member", "sentence"),
    [
        (WEIGHTS[::-1], "tiny_data/net.onnx", "does not have the expected SHA-256 or size"),
        (WEIGHTS[:-1], "tiny_data/net.onnx", "does not have the expected SHA-256 or size"),
        (WEIGHTS, "tiny_data/other.onnx", "holds no tiny_data/other.onnx"),
    ],
)
def test_a_member_must_be_what_the_entry_says(tmp_path, content, member, sentence):
    write_package_entry(build_wheel(tmp_path / "wheels"), content, member)

    assert sentence in refused(local=tmp_path / "wheels")


def test_a_damaged_wheel_is_told(tmp_path):
    wheel = build_wheel(tmp_path / "wheels")
    wheel.write_bytes(wheel.read_bytes()[:-200])
    write_package_entry(wheel)

    assert "is damaged; nothing was added." in refused(local=tmp_path / "wheels")


def test_a_tarball_of_npm_is_read_too(tmp_path):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tarball:
        member = tarfile.TarInfo("package/net.onnx")
        member.size = len(WEIGHTS)
        tarball.addfile(member, io.BytesIO(WEIGHTS))
    archive = lay_out(tmp_path / "npm", {"tiny-data-1.0.tgz": buffer.getvalue()})
    write_package_entry(archive / "tiny-data-1.0.tgz", member="package/net.onnx")
    add_model("tiny", accept_licence=True, local=archive)

    assert files_of() == {"package/net.onnx": WEIGHTS}


# ----------------------------------------------------------------------------------- environment


def write_environment(wheel: Path, packages: str = "[]") -> None:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    own_folder().mkdir(parents=True, exist_ok=True)
    (own_folder() / "tiny.txt").write_text(
        f"tiny-library==1.0 \\\n    --hash=sha256:{sha256(wheel.read_bytes())}\n"
    )
    write_entry(
        more=f'environment = "tiny"\n[environments.tiny]\npython = ["{version}"]\n'
        f'lock = "tiny.txt"\npackages = {packages}\n'
    )


@pytest.fixture
def offline_copy(tmp_path, monkeypatch) -> Path:
    """Return a folder with the model and the wheels of its environment, and no other source."""
    monkeypatch.setenv("PATH", os.defpath)  # pip, whether there is uv or not
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    copy = lay_out(tmp_path / "copy", {"model.safetensors": WEIGHTS})
    build_wheel(copy / "wheels", "tiny_library", {"tiny_library/__init__.py": b"NAME = 'tiny'"})
    return copy


def test_an_environment_of_its_own_is_made_from_the_lock_and_removed_with_the_model(offline_copy):
    from mediaext.engines.entries import read_catalogue
    from mediaext.engines.environments import interpreter

    write_environment(next(offline_copy.glob("wheels/*")))
    add_model("tiny", accept_licence=True, local=offline_copy)
    python = interpreter("tiny", read_catalogue().environments["tiny"])

    assert python is not None
    code = "import importlib.util as u, tiny_library as t; print(t.NAME, u.find_spec('mediaext'))"
    done = subprocess.run(
        [python, "-I", "-c", code], capture_output=True, text=True, check=True, cwd="/"
    )
    assert done.stdout.split() == ["tiny", "None"]
    remove_model("tiny")
    assert not list((home() / "environments").iterdir())


def test_a_wheel_with_another_hash_than_the_lock_adds_nothing(offline_copy):
    wheel = next(offline_copy.glob("wheels/*"))
    write_environment(wheel)
    build_wheel(offline_copy / "wheels", "tiny_library", {"tiny_library/__init__.py": b"evil"})

    assert "The environment 'tiny' could not be made; nothing was added." in refused(
        local=offline_copy
    )
    assert not list((home() / "environments").iterdir())


def test_no_environment_is_made_where_its_packages_are_installed_here(offline_copy):
    import importlib.metadata

    here = importlib.metadata.version("pydantic")
    write_environment(next(offline_copy.glob("wheels/*")), f'["pydantic=={here}"]')
    add_model("tiny", accept_licence=True, local=offline_copy)

    assert not (home() / "environments").exists()


def test_an_environment_for_another_python_is_refused(offline_copy):
    write_environment(next(offline_copy.glob("wheels/*")))
    path = own_folder() / "tiny.toml"
    path.write_text(path.read_text().replace('python = ["3', 'python = ["2'))

    assert "needs Python 2." in refused(local=offline_copy)
