"""The licence and the notices travel with the package and name everything bundled."""

import re
import tomllib
import zipfile
from email.parser import Parser
from fnmatch import fnmatch
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[2]
NOTICES = ROOT / "docs/license/notices.md"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    with zipfile.ZipFile(built) as archive:
        yield archive


def test_the_wheel_carries_the_licence_and_the_notices(wheel):
    (info,) = {name.partition("/")[0] for name in wheel.namelist() if ".dist-info/" in name}
    facts = Parser().parsestr(wheel.read(f"{info}/METADATA").decode())

    assert facts["License-Expression"] == "Apache-2.0"
    told = {path.relative_to(ROOT).as_posix() for path in NOTICES.parent.iterdir()}
    assert set(facts.get_all("License-File")) == told
    for name in told:
        assert wheel.read(f"{info}/licenses/{name}") == (ROOT / name).read_bytes()


def test_the_licence_is_complete():
    text = (NOTICES.parent / "Apache-2.0.txt").read_text()

    assert "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION" in text
    assert all(f"\n   {number}. " in text for number in range(1, 10))
    assert "END OF TERMS AND CONDITIONS" in text


def test_the_notices_name_every_bundled_file_that_is_not_code(wheel):
    section = NOTICES.read_text().partition("## In the package")[2].partition("\n## ")[0]
    patterns = re.findall(r"^\| `([^`]+)`", section, re.MULTILINE)
    bundled = [
        name.replace("mediaext/lessons/", "notebooks/")
        for name in wheel.namelist()
        if not name.endswith(".py") and ".dist-info/" not in name
    ]

    assert len(bundled) > 15
    assert [name for name in bundled if not any(fnmatch(name, p) for p in patterns)] == []
    assert [p for p in patterns if not any(fnmatch(name, p) for name in bundled)] == []


def test_the_readme_links_to_the_licence_and_the_notices():
    linked = set(re.findall(r"\]\((docs/license/[^)]+)\)", (ROOT / "README.md").read_text()))

    assert linked == {path.relative_to(ROOT).as_posix() for path in NOTICES.parent.iterdir()}


def test_every_photo_that_a_network_learned_from_is_named():
    said = NOTICES.read_text()
    (script,) = (
        p for top in ("mediaext", "tests") for p in (ROOT / top).rglob("train_upscale.py")
    )
    photos = re.findall(r'"(?:[\w/-]+/)?(\w+\.(?:png|jpg))"', script.read_text())

    assert len(photos) > 15
    assert [name for name in photos if f"`{name}`" not in said] == []


def test_the_project_states_one_licence():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    assert project["license"] == "Apache-2.0"
    assert not any(text.startswith("License ::") for text in project.get("classifiers", []))
