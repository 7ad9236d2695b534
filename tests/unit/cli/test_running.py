"""The command line, in this process, with the embedded service."""

import json

import PIL.Image
import pytest

from mediaext.cli import main


@pytest.fixture
def photo(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    PIL.Image.new("RGB", (64, 48), "teal").save("photo.png")
    PIL.Image.new("RGBA", (8, 6), "red").save("mark.png")
    return "photo.png"


def test_a_request_writes_its_file_and_says_where(photo, tmp_path, capsys):
    assert main(["logo", photo, "mark.png", "-o", "out.webp", "--quiet"]) == 0

    assert capsys.readouterr().out == "out.webp\n"
    with PIL.Image.open(tmp_path / "out.webp") as picture:
        assert picture.size == (64, 48)


def test_steps_follow_each_other_with_then(photo, capsys):
    line = ["logo", photo, "mark.png", "--then", "logo", "mark.png", "-o", "two.webp", "--json"]
    assert main(line) == 0

    facts = json.loads(capsys.readouterr().out)
    assert facts["path"] == "two.webp"
    assert facts["operation"] == "logo"
    assert main(["jobs"]) == 0
    assert capsys.readouterr().out.count("completed") == 2


def test_a_wrong_line_is_code_2_with_a_caret_and_no_trace(photo, capsys):
    assert main(["logo", photo, "mark.png", "--positon", "top_left"]) == 2

    shown = capsys.readouterr().err
    assert "Did you mean '--position'?" in shown
    assert "^^^^^^^^^" in shown
    assert "Traceback" not in shown


def test_a_missing_file_is_code_2(photo, capsys):
    assert main(["upscale", "nofile.png"]) == 2
    assert "there is no file 'nofile.png'" in capsys.readouterr().err


def test_a_job_that_fails_is_code_1(photo, capsys):
    assert main(["attach", "no-such-job"]) == 1
    assert "not on record" in capsys.readouterr().err


def test_the_version_is_said(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("mediaext 0.")
