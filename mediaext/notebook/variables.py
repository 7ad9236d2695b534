"""The variables of a notebook, as panels see them."""

from collections.abc import MutableMapping
from typing import Any

from mediaext.errors import InvalidRequest, closest
from mediaext.grammar.variables import check_name
from mediaext.results import Picture


class Namespace:
    """Reads and writes variables; those of the running shell where there is one."""

    def __init__(self, variables: MutableMapping[str, object] | None = None) -> None:
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
        also = closest(f"${name}", (f"${n}" for n in self.variables if not n.startswith("_")))
        raise InvalidRequest.about(field, f"there is no variable '{name}'.{also}")

    def put(self, name: str, value: object) -> None:
        """Set a variable. Raises :class:`InvalidRequest` for what cannot be its name."""
        check_name(name)
        self.variables[name] = value

    def keep(self, name: str, value: object) -> str:
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
