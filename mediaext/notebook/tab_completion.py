"""Tab completion for ``%media`` lines and cells, as an IPython matcher."""

import contextlib
import re
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import TYPE_CHECKING, Any

from IPython.core.completer import SimpleCompletion, context_matcher

if TYPE_CHECKING:
    from mediaext.grammar.completion import Candidate
    from mediaext.notebook.magics import MediaMagics

LINE = re.compile(r"(?:^|[=;:]|\s)%media[ \t]+([^\n]*)$")
CELL = re.compile(r"^\s*%%media[ \t]+([^\n]*)")
PROSE = "\n"
WIDTH = 60  # letters of the help beside a word
WHOLE = str.maketrans({" ": "\N{NO-BREAK SPACE}", "-": "\N{NON-BREAKING HYPHEN}"})
NEWEST = 20  # jobs that are offered
PATIENCE = 0.012  # seconds that Tab waits for the list of profiles
STALE = 30.0  # seconds after which it is asked for again


def matcher(magics: "MediaMagics") -> Callable[[Any], Any]:
    """Return the matcher to append to the completer's ``custom_matchers``."""
    names = Names(magics)

    @context_matcher()  # type: ignore[untyped-decorator] # IPython makes it with functools.partial, which mypy takes for Any
    def media_matcher(context: Any) -> Any:
        text = typed(context.full_text, context.cursor_line, context.cursor_position)
        if text is None:
            return {"completions": [], "suppress": False}
        from mediaext.grammar.completion import complete
        from mediaext.notebook.session import GRAMMAR

        fragment, found = complete(GRAMMAR, text, names) if text != PROSE else ("", [])
        # Without any completion IPython would offer Python names; what stands there is no Python.
        offered = [SimpleCompletion(text=c.text, type=beside(c)) for c in found]
        return {
            "completions": offered or [SimpleCompletion(text=fragment, type="text")],
            "matched_fragment": fragment,
            "suppress": True,
            "ordered": True,
        }

    matched: Callable[[Any], Any] = media_matcher
    return matched


def beside(candidate: "Candidate") -> str:
    """Return what stands beside a word in the list: its help where there is some, else its kind.

    JupyterLab breaks lines at spaces and hyphens, so these are ones that do not part.
    """
    line = candidate.detail if len(candidate.detail) <= WIDTH else f"{candidate.detail[:WIDTH]}…"
    return (line or candidate.kind).translate(WHOLE)


def typed(full_text: str, line_number: int, column: int) -> str | None:
    """Return what stands behind ``%media`` up to the cursor.

    ``None`` elsewhere; :data:`PROSE` in the text of a cell, where nothing is to be offered.
    """
    lines = full_text.split("\n")
    here = lines[line_number][:column] if line_number < len(lines) else ""
    cell = CELL.match(full_text)
    if cell is None or here.lstrip().startswith("%%media"):
        line = (LINE if cell is None else CELL).search(here)
        return line[1] if line else None
    return here.lstrip() if cell[1].split()[:1] == ["pipe"] else PROSE


class Names:
    """Names of variables, jobs and profiles, for completion."""

    def __init__(self, magics: "MediaMagics") -> None:
        self._magics = magics
        self._profiles: Sequence[str] = ()
        self._asked = 0.0

    def variables(self) -> Mapping[str, Any]:
        """Return the user's variables."""
        return self._magics.names

    def job_ids(self) -> Sequence[str]:
        """Return the newest jobs on record."""
        return [record.job_id for record in self._magics.client.records(limit=NEWEST)]

    def profile_ids(self) -> Sequence[str]:
        """Return the profiles last listed; a stale list is refreshed in the background."""
        from mediaext.client.client import list_profiles
        from mediaext.client.loop import core

        if time.monotonic() - self._asked > STALE:
            self._asked = time.monotonic()
            asked = core().start(list_profiles(self._magics.client.session))
            asked.add_done_callback(self._take)
            with contextlib.suppress(FutureTimeout, Exception):
                asked.result(PATIENCE)
        return self._profiles

    def _take(self, asked: "Future[Any]") -> None:
        if asked.cancelled() or asked.exception() is not None:
            self._asked = 0.0
        else:
            self._profiles = [profile.profile_id for profile in asked.result()]
