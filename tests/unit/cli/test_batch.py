"""Many requests from one table, completion of shells, and what is installed."""

import io
import json
import shutil
import subprocess

import PIL.Image
import pytest

from mediaext.cli import main
from mediaext.cli.completion_scripts import script
from mediaext.cli.running import GRAMMAR
from mediaext.grammar.progress import duration

SMALL = ["--width", "64", "--height", "64"]


@pytest.fixture(autouse=True)
def instant(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEDIAEXT_ENGINE", "mediaext.testing.instant:engine")


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)
    return name


def test_every_row_becomes_a_file_with_the_fields_of_its_columns(tmp_path, capsys):
    table = write("prompts.csv", 'prompt,seed\n"a bike, red",7\na boat,\n')
    assert main(["image", "--from", table, *SMALL, "-o", "out/{n}.png", "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["path"] == "out/1.png"
    assert first["request"]["prompt"] == "a bike, red"
    assert first["seed"] == 7
    assert first["request"]["output_format"] == "png"
    assert second["request"]["prompt"] == "a boat"
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"1.png", "2.png"}


def test_columns_stand_in_braces_and_name_the_files(tmp_path):
    table = write("things.csv", "thing,colour\ncat,red\ndog,blue\n")
    line = ["image", "a {colour} {thing}", "--from", table, "-o", "{thing}.webp", "--quiet"]
    assert main([*line, *SMALL]) == 0
    with PIL.Image.open(tmp_path / "dog.webp") as picture:
        assert picture.format == "WEBP"


def test_lines_of_a_text_file_are_prompts(capsys):
    table = write("prompts.txt", "a cat\n\na dog\n")
    assert main(["image", "--from", table, "--dry-run"]) == 0
    shown = capsys.readouterr().out
    assert "2 requests are valid" in shown
    assert '"prompt": "a cat"' in shown


@pytest.mark.parametrize(
    ("table", "words", "sentence"),
    [
        ("prompt,sed\na,1\n", [], "no field 'sed'"),
        ("prompt\na\nb\n", ["-o", "same.png"], "names a file twice"),
        ("prompt\na,b\n", [], "line 2: more values than columns"),
        ("prompt\n", [], "has 0 rows"),
        ("prompt\na\n", ["-o", "{who}.png"], "There is no column 'who'"),
        ("prompt,seed\na,x\n", [], "seed"),
        ("prompt\na\n", ["--then", "upscale"], "--then cannot follow"),
    ],
)
def test_a_wrong_table_is_refused_before_anything_is_made(
    table, words, sentence, tmp_path, capsys
):
    assert main(["image", "--from", write("t.csv", table), *words]) == 2
    assert sentence in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".png"] == []


def test_a_table_can_come_from_standard_input(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("prompt\na cat\n"))
    assert main(["image", "--from", "-", "--dry-run"]) == 0
    assert "1 requests are valid" in capsys.readouterr().out


def complete(*words):
    """Return what bash offers for a line; the last word is the one under the cursor."""
    asked = " ".join(f"'{word}'" for word in ("mediaext", *words))
    program = (
        f"{script(GRAMMAR, 'bash')}\nCOMP_WORDS=({asked}); COMP_CWORD={len(words)}; _mediaext; "
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "--norc"], input=program, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_completes_operations_flags_and_values():
    assert complete("ima") == ["image"]
    assert "--seed" in complete("image", "--se")
    assert complete("image", "--output-format", "w") == ["webp"]
    assert complete("image", "x", "--then", "upsc") == ["upscale", "upscaler"]
    assert "add" in complete("keys", "a")
    assert "--plan" in complete("keys", "add", "--p")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_scripts_of_other_shells_are_valid(shell, capsys):
    assert main(["completion", shell]) == 0
    text = capsys.readouterr().out
    assert "mediaext" in text
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    subprocess.run([program, "-n"], input=text, text=True, check=True)


def test_doctor_says_what_is_there_and_what_to_type(capsys):
    assert main(["doctor", "--json"]) == 0
    rows = {row["what"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows["engines"]["facts"].startswith("mediaext.testing.instant:engine")
    assert rows["local"]["state"] == "ok"
    assert rows["next"]["facts"].startswith("mediaext image")


def test_seconds_are_said_as_people_do():
    assert [duration(s) for s in (4.4, 200, 7500)] == ["4 s", "3 min 20 s", "2 h 5 min"]
