"""Names that a variable may have, such as the one after ``-o``."""

import keyword

from mediaext.errors import InvalidRequest

RESERVED = ("In", "Out", "get_ipython", "exit", "quit")  # IPython's own; its history needs them


def check_name(name: str) -> None:
    """Raise :class:`InvalidRequest` for what cannot be the name of a variable.

    Other names of Python's may be hidden, such as ``all``, as in any assignment.
    """
    if not name.isidentifier() or keyword.iskeyword(name):
        raise InvalidRequest(
            f"'{name}' cannot be a variable: the name of a variable is letters, digits and _, "
            "begins with a letter or _, and is no keyword of Python."
        )
    if name in RESERVED:
        raise InvalidRequest(f"'{name}' cannot be a variable: IPython uses this name itself.")
