"""A list of engines as one: the order, what makes the next one be asked, and what is told."""

import textwrap

import pytest

from mediaext.engines import Context, load_engines
from mediaext.engines.routing import PAUSE, EngineOrder, chosen_engines, describe_engines
from mediaext.errors import InvalidRequest, JobFailed, MediaError, Unsupported
from mediaext.operations import EditImage, GenerateImage, PlaceLogo

ENGINES = """
from mediaext.engines import Engine, unavailable
from mediaext.errors import Unsupported, job_failed
from mediaext.operations import EditImage, GenerateImage
from mediaext.results import MadeFile

calls = []
trouble = {}
painter, server = Engine("painter", "1"), Engine("server", "7", trained=True)

def made(engine):
    def function(request, inputs, context):
        calls.append(engine.name)
        if engine.name in trouble:
            context.note("Of a try that made nothing.")
            raise trouble[engine.name]
        return {"result": MadeFile(engine.name.encode(), "image/png")}
    return function

painter.makes(GenerateImage)(made(painter))
painter.makes(EditImage)(made(painter))
server.makes(GenerateImage)(made(server))
down = unavailable("The server at 127.0.0.1:1 does not answer.")
failed = job_failed("MODEL_ERROR", "The server has failed.")
unsupported = Unsupported("This server makes squares alone.")
"""
IMAGE = GenerateImage(prompt="a fox")


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def kit(tmp_path, monkeypatch):
    """A module with two engines whose trouble and calls a test sees."""
    import importlib
    import sys

    (tmp_path / "engine_kit.py").write_text(textwrap.dedent(ENGINES))
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").touch()
    (tmp_path / "package" / "broken.py").write_text("import a_module_that_is_not_there")
    (tmp_path / "package" / "kit.py").write_text("from engine_kit import *\nimport engine_kit")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield importlib.import_module("engine_kit")
    for name in ("engine_kit", "package", "package.kit", "package.broken"):
        sys.modules.pop(name, None)


BOTH = "package.kit:server,package.kit:painter"


def test_the_first_engine_that_has_the_operation_makes_it(kit):
    routing, context = load_engines(BOTH), Context()
    assert routing.make(IMAGE, {}, context)["result"].content == b"server"
    assert (str(context.made_by), context.trained) == ("server output_version=7", True)
    assert context.notes == []
    context = Context()
    edit = EditImage(prompt="at night", input_image="a.png")
    assert routing.make(edit, {}, context)["result"].content == b"painter"
    assert (str(context.made_by), context.trained) == ("painter output_version=1", False)
    assert context.notes[0].startswith("Made by 'painter'.")
    assert "'server' cannot make 'edit'" in context.notes[0]


def test_an_operation_can_have_a_list_of_its_own(kit):
    routing = load_engines(f"{BOTH};image=package.kit:painter")
    assert routing.make(IMAGE, {})["result"].content == b"painter"


def test_what_no_engine_has_is_unsupported(kit):
    routing = load_engines(BOTH)
    assert not routing.supports(PlaceLogo)
    with pytest.raises(Unsupported, match="'logo'"):
        routing.make(PlaceLogo(input_image="a.png", logo_url="b.png"), {})
    with pytest.raises(Unsupported, match="'logo'"):
        routing.identity(PlaceLogo)


@pytest.mark.parametrize("reason", ["down", "unsupported"])
def test_unavailable_and_unsupported_alone_fall_back_and_are_told(kit, reason):
    kit.trouble["server"] = getattr(kit, reason)
    context = Context()
    assert load_engines(BOTH).make(IMAGE, {}, context)["result"].content == b"painter"
    told = str(getattr(kit, reason)).removesuffix(" (MODEL_UNAVAILABLE)")
    assert context.notes == [f"Made by 'painter'. {told}"]
    assert context.made_by.engine == "painter"


def test_a_failed_job_never_falls_back(kit):
    kit.trouble["server"] = kit.failed
    with pytest.raises(JobFailed, match="has failed"):
        load_engines(BOTH).make(IMAGE, {})
    assert kit.calls == ["server"]


def test_an_unavailable_engine_is_asked_last_for_a_minute(kit):
    clock = Clock()
    routing = load_engines(BOTH, clock)
    kit.trouble["server"] = kit.down
    routing.make(IMAGE, {})
    assert "does not answer" in routing.problem("package.kit:server")
    assert routing.identity(GenerateImage).engine == "painter"
    context = Context()
    routing.make(IMAGE, {}, context)
    assert kit.calls == ["server", "painter", "painter"]
    assert "does not answer" in context.notes[0]
    kit.trouble.clear()
    clock.now += PAUSE
    assert routing.identity(GenerateImage).engine == "server"
    routing.make(IMAGE, {})
    assert kit.calls[-1] == "server"


def test_the_only_engine_is_asked_although_it_was_unavailable_just_now(kit):
    routing = load_engines(f"{BOTH};image=package.kit:server", Clock())
    kit.trouble["server"] = kit.down
    for _ in range(2):
        with pytest.raises(JobFailed, match="does not answer") as caught:
            routing.make(IMAGE, {})
        assert caught.value.code == "MODEL_UNAVAILABLE"
    kit.trouble.clear()
    assert routing.make(IMAGE, {})["result"].content == b"server"


def test_an_engine_that_cannot_be_loaded_is_unavailable(kit):
    context = Context()
    routing = load_engines("package.broken:engine,package.kit:painter")
    assert routing.supports(GenerateImage)
    assert routing.make(IMAGE, {}, context)["result"].content == b"painter"
    assert "a_module_that_is_not_there" in context.notes[0]


def test_a_list_loads_only_what_it_needs(kit):
    import sys

    routing = load_engines("package.kit:painter,package.broken:engine")
    routing.make(IMAGE, {})
    assert "package.broken" not in sys.modules
    assert routing.problem("package.broken:engine") is None


def test_a_single_name_is_the_engine_itself():
    from mediaext.engines.classical import engine

    assert load_engines("classical") is engine
    assert load_engines() is engine


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("classical", "classical"),
        (" classical , a.b:c ,classical", "classical,a.b:c"),
        (
            "classical;image= a.b:c , classical;edit=a.b:c",
            "classical;edit=a.b:c;image=a.b:c,classical",
        ),
        ("classical;3d=a.b:c", "classical;mesh=a.b:c"),
        ("classical;", "classical"),
    ],
)
def test_equal_choices_have_one_text(text, canonical):
    assert str(EngineOrder.read(text)) == canonical
    assert str(EngineOrder.read(canonical)) == canonical


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "names no engine"),
        (",", "names no engine"),
        ("classical;image", "OPERATION=ENGINE"),
        ("classical;imago=classical", "no operation 'imago'"),
        ("classical;image=", "names no engine"),
        ("a.b:c|d", "holds a space"),
        ("a.b:c d", "holds a space"),
        ("a.b:c\x1b", "holds a space"),
        ("a.b://user:secret@host", "environment variable"),
    ],
)
def test_a_choice_that_cannot_be_read_says_why(text, told):
    with pytest.raises(InvalidRequest, match=told) as caught:
        EngineOrder.read(text)
    assert "secret" not in str(caught.value)


def test_a_name_that_is_not_installed_is_refused_at_once():
    with pytest.raises(
        Unsupported, match=r"There is no engine 'clasical'; installed: .*classical"
    ):
        EngineOrder.read("clasical,classical")


def test_what_is_given_wins_over_the_variable_and_that_over_the_settings(tmp_path, monkeypatch):
    monkeypatch.delenv("MEDIAEXT_ENGINE", raising=False)
    assert chosen_engines(None, tmp_path) == "classical"
    (tmp_path / "settings.toml").write_text(
        '[engines]\ndefault = ["a.b:c", "classical"]\nimage = "classical"\n'
    )
    assert chosen_engines(None, tmp_path) == "a.b:c,classical;image=classical"
    monkeypatch.setenv("MEDIAEXT_ENGINE", "a.b:d")
    assert chosen_engines(None, tmp_path) == "a.b:d"
    assert chosen_engines("classical", tmp_path) == "classical"


@pytest.mark.parametrize("content", ["[engines", "[engines]\nimage = 3", '[engines]\nx = "a.b:c"'])
def test_settings_that_cannot_be_read_say_where(tmp_path, monkeypatch, content):
    monkeypatch.delenv("MEDIAEXT_ENGINE", raising=False)
    (tmp_path / "settings.toml").write_text(content)
    with pytest.raises(MediaError):
        chosen_engines(None, tmp_path)


def test_status_says_why_a_preferred_engine_is_not_asked():
    facts = load_engines("openai:http://127.0.0.1:9,classical").describe(GenerateImage)
    assert (facts["engine"], facts["licence"], facts["memory"]) == ("classical", "Apache-2.0", 4.0)
    assert facts["state"] == "ready; The server at 127.0.0.1:9 does not answer."


def test_status_is_silent_of_an_engine_that_would_not_be_asked():
    routing = load_engines("openai:http://127.0.0.1:9,classical")
    routing.describe(GenerateImage)
    assert routing.describe(PlaceLogo)["state"] == "ready"


def test_status_of_the_only_engine_says_that_it_cannot_be_reached():
    facts = describe_engines("openai:http://127.0.0.1:9")["image"]
    assert facts == {
        "engine": "openai:127.0.0.1:9",
        "state": "The server at 127.0.0.1:9 does not answer.",
    }
