"""The variables of the notebook, as a panel sees them."""

import keyword
from collections.abc import MutableMapping
from difflib import get_close_matches
from typing import Any

from mediaext.errors import InvalidRequest, Problem
from mediaext.results import Picture


class Namespace:
    """Reads and writes variables; those of the running shell where there is one."""

    def __init__(self, variables: MutableMapping[str, Any] | None = None) -> None:
        self._variables = variables

    @property
    def variables(self) -> MutableMapping[str, Any]:
        """The user's variables."""
        if self._variables is None:
            from IPython.core.getipython import get_ipython

            shell: Any = get_ipython()
            self._variables = shell.user_ns if shell else {}
        return self._variables

    def look_up(self, field: str, text: str) -> Any:
        """Return the object behind ``$name``, or the text itself.

        Raises :class:`InvalidRequest` that names the field where there is no such variable.
        """
        if not text.startswith("$"):
            return text
        name = text[1:].strip()
        if name in self.variables:
            return self.variables[name]
        near = get_close_matches(name, [n for n in self.variables if not n.startswith("_")], n=1)
        hint = f" Did you mean '${near[0]}'?" if near else ""
        sentence = f"there is no variable '{name}'.{hint}"
        raise InvalidRequest(f"{field}: {sentence}", (Problem(("body", field), sentence),))

    def put(self, name: str, value: Any) -> None:
        """Set a variable. Raises :class:`InvalidRequest` for what is no name."""
        if not name.isidentifier() or keyword.iskeyword(name):
            raise InvalidRequest(f"'{name}' cannot be a variable; a name is letters, digits, _.")
        self.variables[name] = value

    def keep(self, name: str, value: Any) -> str:
        """Return the name of the variable that is ``value``, set anew where there is none."""
        for known, held in self.variables.items():
            if held is value and not known.startswith("_"):
                return known
        self.put(name, value)
        return name

    @staticmethod
    def wrap(content: bytes) -> Any:
        """Return uploaded bytes as a picture where they are one."""
        try:
            return Picture(content)
        except (OSError, ValueError, SyntaxError):
            return content
