"""Magics, completion and live displays; ``%load_ext mediaext`` calls :func:`load`."""

import re
from typing import Any

QUESTION = re.compile(r"^\s*%{1,2}media(?:[ \t]+(profiles[ \t]+\w+|\w+))?[ \t]*\?{1,2}\s*$")


def load(shell: Any) -> None:
    """Register ``%media`` and ``%%media``, completion and help with a running IPython shell.

    Only what IPython has loaded already is imported here; the rest comes with the first line.
    """
    from mediaext.notebook.awaiting_pandas import register_with_pandas
    from mediaext.notebook.completion import matcher
    from mediaext.notebook.magics import MediaMagics
    from mediaext.notebook.pictures import register

    magics = MediaMagics(shell)
    shell.register_magics(magics)
    register(magics, shell.display_formatter)
    if shell.Completer is not None:
        matchers = shell.Completer.custom_matchers
        matchers[:] = [m for m in matchers if getattr(m, "__name__", "") != "media_matcher"]
        matchers.append(matcher(magics))
    register_with_pandas()
    if answer_questions not in shell.input_transformers_cleanup:
        shell.input_transformers_cleanup.append(answer_questions)


def answer_questions(lines: list[str]) -> list[str]:
    """Turn ``%media image?`` into ``%media help image``; leave everything else alone."""
    written = [line for line in lines if line.strip()]
    found = QUESTION.match(written[0]) if len(written) == 1 else None
    return [f"%media help {found[1] or ''}\n"] if found else lines
