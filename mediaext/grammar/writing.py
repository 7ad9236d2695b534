"""Requests written as the line that reads back as them."""

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

from mediaext.errors import InvalidRequest
from mediaext.grammar.tokens import quote
from mediaext.operation import Operation, Param, assign
from mediaext.snippets import NameOf, field_name


def write_line(
    request: Operation[object], name_of: NameOf = field_name, *, without: Sequence[str] = ()
) -> str:
    """Return the line that reads back as ``request``; fields in ``without`` are left out.

    Objects are written as ``$variables``. Raises :class:`InvalidRequest` for a value that no line
    can say.
    """
    given = {name: value for name, value in request.given().items() if name not in without}
    params = {param.name: param for param in request.params()}
    placed = _positional(request, given, without)
    words = [request.endpoint.name]
    words += [_write(params[name], given[name], name_of) for name in placed]
    for name, value in given.items():
        if name not in placed:
            words += _write_flag(params[name], value, name_of)
    return " ".join(words)


def _positional(
    request: Operation[object], given: Mapping[str, object], without: Sequence[str]
) -> list[str]:
    """Return the fields that can go without a name, such that reading puts them back."""
    params = request.params()
    slots = [p for p in params if p.positional and p.name in given and not p.many]
    named = {n for n in given if n not in {p.name for p in slots}} | set(without)
    found = assign(request.endpoint.name, params, tuple(p.name for p in slots), named)
    return list(found) if all(name == value for name, value in found.items()) else []


def _write_flag(param: Param, value: Any, name_of: NameOf) -> list[str]:
    if param.type == "boolean":
        return [param.flag if value else f"--no-{param.flag[2:]}"]
    if not param.many:
        return [param.flag, _write(param, value, name_of)]
    if not value:
        raise InvalidRequest(f"{param.name}: an empty list cannot be written on a line.")
    return [param.flag, *(_write(param, item, name_of) for item in value)]


def _write(param: Param, value: object, name_of: NameOf) -> str:
    if isinstance(value, str | os.PathLike):
        return quote(os.fspath(value))
    if isinstance(value, bool | int | float):
        return repr(value)
    if param.media:
        return f"${name_of(param.name, value)}"
    return quote(json.dumps(value, ensure_ascii=False))
