"""``mediaext engine …`` as it is typed."""

import json

import pytest

from mediaext.cli import main
from mediaext.engines.entries import own_folder

ENTRY = """
[[model]]
name = "tiny"
skill = "generate"
source = { hub = "me/tiny" }
licence = { id = "Tiny", commercial = false, source = "https://example.org/licence" }
"""


@pytest.fixture
def copy(tmp_path):
    """Write an entry, and return a folder that holds its files."""
    own_folder().mkdir(parents=True)
    (own_folder() / "tiny.toml").write_text(ENTRY)
    folder = tmp_path / "copy"
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(b"weights" * 100)
    return folder


def test_list_shows_licence_and_state(capsys):
    assert main(["engine", "list"]) == 0

    row = next(line for line in capsys.readouterr().out.splitlines() if "z-image" in line)
    assert row.split() == ["z-image-turbo", "generate", "33", "GB", "Apache-2.0", "no", "no"]


def test_a_model_is_added_from_a_folder_listed_and_removed(copy, capsys):
    assert main(["engine", "add", "tiny", "--from", str(copy)]) == 1
    assert "NOT READ by this project" in capsys.readouterr().err
    assert main(["engine", "add", "tiny", "--accept-licence", "--from", str(copy)]) == 0
    assert "tiny is added: revision " in capsys.readouterr().out
    assert main(["engine", "list", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert len(rows["tiny"]["added"]) == 12
    assert main(["engine", "remove", "tiny"]) == 0
    assert main(["engine", "remove", "tiny"]) == 1


def test_a_model_that_was_added_stays_listed_without_its_entry(copy, capsys):
    main(["engine", "add", "tiny", "--accept-licence", "--from", str(copy)])
    (own_folder() / "tiny.toml").unlink()

    assert main(["engine", "list"]) == 0
    assert "tiny " in capsys.readouterr().out


def test_doctor_tells_the_machine_and_every_model(capsys):
    assert main(["engine", "doctor", "--json"]) == 0

    rows = json.loads(capsys.readouterr().out)
    assert "free on disk, GPU: " in rows[0]["reason"]
    assert {row["fits"] for row in rows[1:]} <= {"yes", "no"}
    assert all(row["reason"] for row in rows)


def test_a_broken_entry_of_ones_own_is_named(copy, capsys):
    (own_folder() / "tiny.toml").write_text("[[model]]\nname = 3\n")

    assert main(["engine", "list"]) == 2
    assert "tiny.toml: model '3': name: " in capsys.readouterr().err


def test_status_names_who_makes_each_operation(capsys, monkeypatch):
    monkeypatch.setenv("MEDIAEXT_ENGINE", "openai:http://127.0.0.1:9,classical")
    assert main(["engine", "status", "--json"]) == 0

    rows = json.loads(capsys.readouterr().out)
    assert len(rows) == 18
    image = next(row for row in rows if row["operation"] == "image")
    told = {name: image[name] for name in ("engine", "licence", "memory")}
    assert told == {"engine": "classical", "licence": "Apache-2.0", "memory": "4 GB"}
    assert image["state"] == "ready; The server at 127.0.0.1:9 does not answer."


def test_status_says_what_no_engine_has(capsys, monkeypatch):
    monkeypatch.setenv("MEDIAEXT_ENGINE", "classical;logo=openai:http://127.0.0.1:9")
    assert main(["engine", "status", "--json"]) == 0

    rows = {row["operation"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows["logo"]["state"] == "no engine has it"
