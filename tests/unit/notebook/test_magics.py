"""Lines as a person types them, in a real shell, with the embedded service."""

import pytest

from mediaext.grammar import InvalidCommand
from mediaext.results import Picture


def run(shell, cell):
    result = shell.run_cell(cell)
    result.raise_error()
    return result.result


def error_of(shell, cell):
    result = shell.run_cell(cell)
    assert not result.success
    return result.error_in_exec


def test_a_line_makes_a_result_and_names_it(shell):
    made = run(shell, "%media logo $photo $mark --position top_left -o stamped")

    assert isinstance(made, Picture)
    assert shell.user_ns["stamped"] is made
    assert made.getpixel((4, 4))[0] > made.getpixel((60, 44))[0]


def test_a_line_can_stand_in_an_assignment_and_a_loop(shell):
    run(shell, "for corner in ['top_left']:\n    x = %media logo $photo $mark --position $corner")

    assert shell.user_ns["x"].size == (64, 48)


def test_variables_of_a_function_are_seen(shell):
    cell = "def f(local):\n    return get_ipython().run_line_magic('media', 'logo $local $mark')\n"
    run(shell, cell + "y = f(photo)")

    assert shell.user_ns["y"].size == (64, 48)


def test_steps_are_piped_and_each_may_be_named(shell):
    run(shell, "%media logo $photo $mark -o one | logo $mark --position top_left -o two")

    assert shell.user_ns["one"] != shell.user_ns["two"]
    assert len(run(shell, "%media jobs --status completed")) == 2


def test_a_background_job_is_there_at_once(shell):
    job = run(shell, "%media logo $photo $mark &")

    assert job.result().size == (64, 48)
    assert run(shell, f"%media attach {job.job_id}").size == (64, 48)


@pytest.mark.parametrize(
    "line",
    [
        "logo $photo $nothing -o kept",
        "logo $photo nofile.png -o kept",
        "logo $photo $mark --position middle -o kept",
        "logo $photo $mark -o kept | upscale --scale 9 -o kept",
    ],
)
def test_after_an_error_variables_are_as_they_were(shell, line):
    shell.user_ns["kept"] = before = object()
    error = error_of(shell, f"%media {line}")

    assert isinstance(error, InvalidCommand)
    assert "^" in str(error)
    assert shell.user_ns["kept"] is before
    assert len(run(shell, "%media jobs")) == 0


def test_an_error_is_three_short_lines(shell, capsys):
    error_of(shell, "%media logo $photo $nothing")

    shown = capsys.readouterr()
    assert len((shown.out + shown.err).strip().splitlines()) == 3


def test_the_name_must_be_one(shell):
    assert "name of a variable" in str(error_of(shell, "%media logo $photo $mark -o a-b"))


@pytest.mark.parametrize("name", ["class", "1st", "In", '""', "cat.png", "$photo"])
def test_a_name_that_cannot_be_is_refused_before_anything_is_made(shell, name):
    error = error_of(shell, f"%media logo $photo $mark -o {name} | upscale")

    assert isinstance(error, InvalidCommand)
    assert "^" in str(error)
    assert len(run(shell, "%media jobs")) == 0
    assert ("result.save('cat.png')" in str(error)) == (name == "cat.png")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("%media logo $photo $mark --posit", ["--position"]),
        ("x = %media upscale $ph", ["$photo"]),
        ("for i in [1]:\n    %media logo a b --position top_l", ["top_left"]),
        ("%%media image --output-f", ["--output-format"]),
        ("%%media image --seed 3\nsome pro", [""]),
        ("%%media pipe\nimage 'x'\nupscale --sca", ["--scale"]),
    ],
)
def test_tab_completes_in_lines_cells_and_loops(shell, typed, expected):
    from IPython.core.completer import provisionalcompleter

    with provisionalcompleter():
        found = [item.text for item in shell.Completer.completions(typed, len(typed))]

    assert found == expected


def test_python_lines_are_completed_as_ever(shell):
    shell.user_ns["some_variable"] = 1
    from IPython.core.completer import provisionalcompleter

    with provisionalcompleter():
        found = [item.text for item in shell.Completer.completions("some_v", 6)]

    assert "some_variable" in found


def test_loading_twice_changes_nothing(shell):
    shell.run_line_magic("reload_ext", "mediaext")

    names = [getattr(m, "__name__", "") for m in shell.Completer.custom_matchers]
    assert names.count("media_matcher") == 1
