"""Magics, completion and live displays; ``%load_ext mediaext`` calls :func:`load`."""

import contextlib
import importlib
import re
import sys
import threading
from typing import Any

PAUSE = 0.3  # seconds after loading; the cell that loads us is over then

QUESTION = re.compile(r"^\s*%{1,2}media(?:[ \t]+(profiles[ \t]+\w+|\w+))?[ \t]*\?{1,2}\s*$")


def load(shell: Any) -> None:
    """Register ``%media`` and ``%%media``, completion and help with a running IPython shell.

    Only what IPython has loaded already is imported here; the rest comes with the first line.
    """
    from mediaext.notebook.magics import MediaMagics
    from mediaext.notebook.pictures import bring_viewer, register, show_in_terminal
    from mediaext.notebook.tab_completion import matcher

    magics = MediaMagics(shell)
    shell.register_magics(magics)
    register(magics, shell.display_formatter)
    if shell.Completer is not None:
        matchers = shell.Completer.custom_matchers
        matchers[:] = [m for m in matchers if getattr(m, "__name__", "") != "media_matcher"]
        matchers.append(matcher(magics))
    extend_data_frames()
    shell.events.register("post_run_cell", extend_data_frames)
    if answer_questions not in shell.input_transformers_cleanup:
        shell.input_transformers_cleanup.append(answer_questions)
    if hasattr(shell, "kernel"):
        bring_viewer(shell)
        warm_up(magics)
    elif hasattr(shell, "mime_renderers"):
        show_in_terminal(shell)


def extend_data_frames(*_: object) -> None:
    """Give DataFrames their ``df.media`` once pandas is loaded; called after every cell."""
    if "pandas" in sys.modules:
        importlib.import_module("mediaext.notebook.frames")


def warm_up(magics: object) -> None:
    """Import what the first line or Tab needs while the person still types."""
    timer = threading.Timer(PAUSE, _press_tab, [magics])
    timer.daemon = True
    timer.start()


def _press_tab(magics: Any) -> None:
    with contextlib.suppress(Exception):  # the first line meets the same fault and says it
        from mediaext.grammar.completion import complete
        from mediaext.notebook.session import GRAMMAR
        from mediaext.notebook.tab_completion import Names

        for name in GRAMMAR.names:
            complete(GRAMMAR, f"{name} --", Names(magics))


def answer_questions(lines: list[str]) -> list[str]:
    """Turn ``%media image?`` into ``%media help image``; leave everything else alone."""
    written = [line for line in lines if line.strip()]
    found = QUESTION.match(written[0]) if len(written) == 1 else None
    return [f"%media help {found[1] or ''}\n"] if found else lines
