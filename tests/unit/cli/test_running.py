"""The command line, in this process, with the embedded service."""

import json

import PIL.Image
import pytest

from mediaext.cli import main
from tests.interrupting import interrupt_when_a_job_runs


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


INSTANT = "mediaext.testing.instant:engine"


@pytest.fixture
def instant(tmp_path, monkeypatch):
    """Have the command line use a service that makes tiny results at once."""
    from mediaext.cli import running
    from mediaext.connection import connect

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(running, "connect", lambda: connect(engine=INSTANT))
    return tmp_path


def test_every_operation_and_command_has_help(capsys):
    from mediaext.cli.running import GRAMMAR

    for name in GRAMMAR.names:
        assert main([*name.split(), "--help"]) == 0
        assert capsys.readouterr().out.startswith("usage: mediaext ")
    assert main([]) == 0
    assert "usage" not in capsys.readouterr().err


@pytest.mark.parametrize("name", ["image", "speech", "mesh", "video", "cutout"])
def test_each_kind_of_result_is_written_with_its_suffix(instant, name, capsys):
    from mediaext.operation import CATALOGUE

    words = {"image": "a picture of something.png", "audio": "sound.wav", "mesh": "mesh.glb"}
    PIL.Image.new("RGB", (8, 8)).save(words["image"])
    params = [p for p in CATALOGUE[name].params() if p.positional and p.required]
    given = [words.get(p.media or "", "words") for p in params]

    assert main([name, *given, "-q"]) == 0
    written = capsys.readouterr().out.strip()
    kinds = {"speech": ".wav", "mesh": ".glb", "video": ".mp4", "image": ".webp"}
    assert written.endswith(kinds.get(name, (".png", ".webp")))
    assert (instant / written).stat().st_size > 20


def test_further_files_are_written_beside(instant, capsys):
    PIL.Image.new("RGB", (8, 8)).save("photo.png")
    assert main(["cutout", "photo.png", "-o", "cut.png", "-q"]) == 0
    assert sorted(p.name for p in instant.glob("cut*")) == ["cut-result.png", "cut.png"]


def test_a_grid_is_written_as_a_sheet(instant, capsys):
    assert main(["grid", "image", "a bike", "--seed", "1", "2", "-o", "s.png", "--json"]) == 0

    assert json.loads(capsys.readouterr().out) == {"path": "s.png", "cells": ["seed 1", "seed 2"]}
    with PIL.Image.open("s.png") as sheet:
        assert sheet.width > 400


def test_a_job_that_fails_says_why(instant, capsys):
    assert main(["mesh", "nothing.png"]) == 2
    assert "no file" in capsys.readouterr().err


def test_an_interrupt_is_code_130_and_says_how_to_get_the_job_back(instant, capsys):
    interrupt_when_a_job_runs()
    assert main(["image", "sleep 1.5", "-q"]) == 130

    said = capsys.readouterr().err
    assert "is paused" in said
    assert main(["attach", said.split()[-1], "-q", "-o", "back.webp"]) == 0


def test_resume_waits_for_every_job_that_has_not_ended(instant, capsys):
    for words in ("sleep 0.5", "sleep 0.6"):
        interrupt_when_a_job_runs()
        assert main(["image", words, "-q"]) == 130
    capsys.readouterr()
    assert main(["resume", "-q"]) == 0

    assert capsys.readouterr().out.count("image completed>") == 2
    assert main(["resume"]) == 0
    assert "No job" in capsys.readouterr().out


def test_keys_are_made_listed_and_revoked(capsys, tmp_path):
    home = ["--home", str(tmp_path / "service")]
    assert main(["keys", "add", "--user", "anna", "--plan", "studio", *home]) == 0
    key = capsys.readouterr().out.strip()
    assert main(["keys", "list", "--json", *home]) == 0
    (row,) = json.loads(capsys.readouterr().out)

    assert key.startswith(row["prefix"])
    assert key not in str(row)
    assert main(["keys", "revoke", row["key_id"], *home]) == 0
    assert main(["keys", "revoke", row["key_id"], *home]) == 1
    assert main(["usage", *home]) == 0
    assert main(["webhooks", *home]) == 0
    assert main(["webhooks", "replay", "nothing", *home]) == 1


@pytest.mark.parametrize(("name", "kept"), [("a.jpg", True), ("a.png", True), ("a.bmp", False)])
def test_the_suffix_asks_for_the_format_and_the_bytes_stay(instant, name, kept):
    assert main(["image", "a bike", "-o", name, "-q"]) == 0

    with PIL.Image.open(name) as picture:
        assert picture.format == {"a.jpg": "JPEG", "a.png": "PNG", "a.bmp": "BMP"}[name]
    assert (main(["verify", name]) == 0) == kept


def test_origin_is_told_by_exit_codes(photo, tmp_path, capsys):
    assert main(["logo", photo, "mark.png", "-o", "signed.png", "-q"]) == 0
    signed = tmp_path / "signed.png"
    assert main(["verify", "signed.png"]) == 0
    assert main(["verify", "signed.png", photo]) == 1
    content = bytearray(signed.read_bytes())
    content[content.rindex(b"IDAT") + 8] ^= 1
    (tmp_path / "changed.png").write_bytes(content)
    assert main(["verify", "changed.png", photo]) == 2
    assert "changed after signing" in capsys.readouterr().out


def test_text_of_a_shell_is_taken_as_it_is(instant, capsys):
    assert main(["image", 'a dog\'s $5 {bowl} | "x"', "--dry-run"]) == 0
    assert '"a dog\'s $5 {bowl} | \\"x\\""' in capsys.readouterr().out


def test_the_module_is_the_command():
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-m", "mediaext", "imag"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "Did you mean 'image'?" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_job_that_cannot_be_cancelled_here_is_told_in_words_of_the_shell(photo, capsys):
    assert main(["cancel", "no-such-job"]) == 1
    assert capsys.readouterr().err.strip().endswith("See: mediaext jobs")


def test_the_demo_refuses_what_is_no_picture_before_it_makes_anything(photo, tmp_path, capsys):
    (tmp_path / "text.jpg").write_text("hello")

    assert main(["demo", "--photo", "text.jpg"]) == 1
    assert "not a picture" in capsys.readouterr().err
    assert not (tmp_path / "mediaext-demo").exists()


def test_a_table_is_written_where_it_should_go(instant, capsys):
    import pandas as pd

    assert main(["image", "a bike", "-q"]) == 0
    for name, read in {"jobs.csv": pd.read_csv, "jobs.json": pd.read_json}.items():
        capsys.readouterr()
        assert main(["jobs", "-o", name]) == 0
        assert capsys.readouterr().out == f"{name}\n"
        assert list(read(name)["operation"]) == ["image"]


REFUSED = [
    ("image", "cat.txt", "cannot be written as '.txt'"),
    ("image", "cat.xbm", "cannot be written as '.xbm'"),
    ("cutout", "cat.jpg", "with transparency cannot be written as '.jpg'"),
    ("speech", "cat.mp3", "a sound is written as .wav"),
    ("mesh", "cat.png", "a mesh is written as .glb"),
    ("video", "cat.gif", "a clip is written as .mp4"),
    ("image", ".", "is a folder"),
    ("image", "photo.png/cat.webp", "Not a directory"),
    ("image", "zero\0byte.webp", "null"),
    ("image", "x" * 300 + ".webp", "too long"),
    ("image", "/proc/cat.webp", "cannot be written"),
    ("image", "", "needs the name of a file"),
    ("grid image", "sheet.wav", "cannot be written as '.wav'"),
]


@pytest.mark.parametrize(("verb", "output", "sentence"), REFUSED)
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_sent(
    instant, capsys, verb, output, sentence
):
    PIL.Image.new("RGB", (8, 8)).save("photo.png")
    value = "photo.png" if verb in ("cutout", "mesh", "video") else "words"

    assert main([*verb.split(), value, "-o", output, "-q"]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert "Traceback" not in said
    assert main(["jobs"]) == 0
    assert capsys.readouterr().out == "Nothing on record.\n"
    assert [path.name for path in instant.iterdir() if path.is_file()] == ["photo.png"]


def test_a_step_that_is_not_the_last_is_checked_too_and_files_are_told_apart(instant, capsys):
    pipe = ["image", "x", "-o", "a.txt", "--then", "upscale", "-o", "b.png", "-q"]
    assert main(pipe) == 2
    assert main([word.replace("a.txt", "./b.png") for word in pipe]) == 2
    assert "two steps" in capsys.readouterr().err
    assert main(["jobs"]) == 0
    assert "Nothing on record" in capsys.readouterr().out


def test_the_check_leaves_an_existing_file_and_new_folders_as_they_were(instant, capsys):
    kept = instant / "kept.webp"
    kept.write_bytes(b"as before")
    assert main(["image", "x", "-o", "kept.webp", "--dry-run"]) == 0
    assert main(["image", "x", "-o", "new/folder/a.webp", "--dry-run"]) == 0
    assert kept.read_bytes() == b"as before"
    assert not (instant / "new").exists()

    assert main(["image", "x", "-o", "new/folder/a.webp", "-q"]) == 0
    assert (instant / "new" / "folder" / "a.webp").is_file()


@pytest.mark.parametrize("command", ["help image", "cancel x", "verify a.png", "usage"])
def test_a_command_that_makes_nothing_takes_no_file(instant, capsys, command):
    assert main([*command.split(), "-o", "x.txt"]) == 2
    assert "writes no file" in capsys.readouterr().err


def test_a_table_is_csv_or_json(instant, capsys):
    assert main(["jobs", "-o", "jobs.xlsx"]) == 2
    assert ".csv or .json" in capsys.readouterr().err


def test_a_full_disk_is_told_before_anything_is_sent(instant, capsys, monkeypatch):
    from mediaext.results import files

    monkeypatch.setattr(files.check_disk, "__defaults__", (10**18,))
    assert main(["image", "x", "-q"]) == 2
    assert "MB are free" in capsys.readouterr().err
    assert main(["jobs"]) == 0
    assert "Nothing on record" in capsys.readouterr().out


def test_a_dash_writes_the_bytes_to_standard_output(instant, capfdbinary):
    assert main(["image", "x", "-o", "-", "-q"]) == 0
    shown = capfdbinary.readouterr().out
    assert shown[:4] == b"RIFF"
    assert not list(instant.glob("-*"))


def test_a_result_that_comes_back_is_not_written_with_a_wrong_suffix(instant, capsys):
    assert main(["speech", "hello", "-o", "a.wav", "-q"]) == 0
    assert main(["jobs", "--json"]) == 0
    (job,) = json.loads(capsys.readouterr().out.splitlines()[-1])

    assert main(["attach", job["job_id"], "-o", "back.png", "-q"]) == 2
    assert "a sound is written as .wav" in capsys.readouterr().err
    assert main(["attach", job["job_id"], "-o", "back.wav", "-q"]) == 0


def test_the_seed_that_was_drawn_makes_the_same_again(instant, capsys):
    assert main(["image", "a bike", "-o", "a.png", "-q", "--json"]) == 0
    seed = json.loads(capsys.readouterr().out)["seed"]
    assert main(["again", "--seed", "-o", "b.png", "-q", "--json"]) == 0

    assert json.loads(capsys.readouterr().out)["seed"] == seed
    with PIL.Image.open("a.png") as first, PIL.Image.open("b.png") as second:
        assert first.tobytes() == second.tobytes()


def test_what_a_service_says_does_not_steer_the_terminal(instant, capsys):
    from mediaext.client.history import History
    from mediaext.home import home

    assert main(["image", "x", "-o", "a.png", "-q", "--json"]) == 0
    job_id = json.loads(capsys.readouterr().out)["job_id"]
    history = History(home())
    record = history.get(job_id)
    hostile = "\x1b]0;owned\x07\x9b2J\u202e"
    history.save(record.model_copy(update={"request": {"prompt": hostile}, "error": hostile}))
    shown = []
    for line in (["jobs"], ["jobs", "--json"], ["attach", hostile], ["resume", "--json"]):
        main(line)
        captured = capsys.readouterr()
        shown.append(captured.out + captured.err)

    assert not [letter for text in shown for letter in text if letter in "\x1b\x07\x9b\u202e"]
    assert json.loads(shown[1])[0]["error"] == hostile


def test_a_job_whose_service_ended_is_paused_and_says_how_it_goes_on(instant, capsys):
    from datetime import UTC, datetime

    from mediaext.client.history import History
    from mediaext.home import home
    from mediaext.job import JobRecord

    service = "http://mediaext.embedded"
    moment = datetime.now(UTC)
    History(home()).save(
        JobRecord(job_id="job-1", operation="image", service=service, submitted_at=moment)
    )
    assert main(["jobs", "--status", "paused"]) == 0
    shown = capsys.readouterr()
    assert "paused" in shown.out
    assert "mediaext resume" in shown.err
    assert main(["jobs", "--status", "queued"]) == 0
    assert "Nothing on record" in capsys.readouterr().out
    assert main(["resume", "-q"]) == 1
    assert "job-1: " in capsys.readouterr().err


def test_a_program_reads_durations_in_seconds(instant, capsys):
    assert main(["image", "x", "-q", "-o", "a.png"]) == 0
    capsys.readouterr()
    assert main(["jobs", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert isinstance(row["duration"], float)
    assert row["submitted_at"].startswith("20")
