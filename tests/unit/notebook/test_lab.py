"""``mediaext lab``: a copy of the lessons and the right settings; the browser tests run it."""

import json
import os
import signal
import sys

import pytest

from mediaext.cli import lab
from mediaext.errors import MediaError
from mediaext.protocol import UPLOAD_LIMIT


@pytest.fixture
def lessons(tmp_path, monkeypatch):
    folder = tmp_path / "lessons"
    (folder / "data").mkdir(parents=True)
    (folder / "one.ipynb").write_text("{}")
    (folder / "data" / "photo.txt").write_text("photo")
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / "conftest.py").write_text("")
    monkeypatch.setattr(lab, "lessons", lambda: folder)
    return folder


def test_lessons_are_copied_once_and_nobodys_work_is_overwritten(lessons, tmp_path):
    target = tmp_path / "mine"
    assert [path.name for path in lab.copy_lessons(target)] == ["data", "one.ipynb"]
    (target / "one.ipynb").write_text("my work")
    (lessons / "two.ipynb").write_text("{}")
    assert [path.name for path in lab.copy_lessons(target)] == ["two.ipynb"]
    assert (target / "one.ipynb").read_text() == "my work"
    assert (target / "data" / "photo.txt").read_text() == "photo"
    assert not (target / ".ipynb_checkpoints").exists()
    assert not (target / "conftest.py").exists()


def test_the_first_lesson_is_opened(lessons, tmp_path):
    lab.copy_lessons(tmp_path / "mine")
    words = lab.command(tmp_path / "mine", None, browser=True)
    assert "--LabApp.default_url=/lab/tree/one.ipynb" in words


def test_a_message_holds_the_largest_upload(tmp_path):
    words = lab.command(tmp_path, 8899, browser=False)
    assert words[:3] == [sys.executable, "-m", "jupyterlab"]
    settings = next(word for word in words if "tornado_settings" in word).partition("=")[2]
    assert json.loads(settings)["websocket_max_message_size"] > UPLOAD_LIMIT * 4 / 3
    assert "--no-browser" in words
    assert "--ServerApp.port=8899" in words


def test_the_settings_of_the_person_still_count(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "/their/own")
    paths = lab.environment(tmp_path)["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    assert paths == [str(tmp_path), "/their/own"]
    page = json.loads((tmp_path / "labconfig" / "page_config.json").read_text())
    assert page["disabledExtensions"] == {"@jupyterlab/apputils-extension:announcements": True}


def test_without_jupyterlab_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(lab, "find_spec", lambda name: None)
    with pytest.raises(MediaError, match=r"pip install 'mediaext\[lab\]'"):
        lab.run(tmp_path / "x")


def test_root_is_let_in_when_asked(tmp_path, monkeypatch):
    from mediaext.cli import main

    asked = []
    monkeypatch.setattr(lab, "run", lambda *_, arguments, **__: asked.append(arguments) or 0)

    assert main(["lab", "--allow-root", "--folder", str(tmp_path)]) == 0
    assert main(["lab", "--folder", str(tmp_path)]) == 0
    assert asked == [["--allow-root"], []]


def test_ending_the_lab_ends_jupyterlab(lessons, tmp_path, monkeypatch):
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    told_often = (
        "import os, signal, time\n"
        "while True: time.sleep(0.05), os.kill(os.getppid(), signal.SIGTERM)"
    )
    monkeypatch.setattr(lab, "command", lambda *_, **__: [sys.executable, "-c", told_often])
    monkeypatch.setattr(lab, "find_spec", lambda name: name)
    try:
        assert lab.run(tmp_path / "mine") == -signal.SIGTERM
    finally:
        signal.signal(signal.SIGTERM, before)
