"""Requests as code: the equivalent typed line, Python, and curl commands."""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mediaext.errors import InvalidRequest
from mediaext.grammar.tokens import quote
from mediaext.media import is_url
from mediaext.operation import Operation, Param, assign
from mediaext.protocol import UPLOAD_PATH, auth_headers, status_path

SERVED = "http://127.0.0.1:8440"
WIDTH = 80  # columns of a line before it is broken
NameOf = Callable[[str, Any], str]
"""Called with field and object; returns the name of the variable that holds it."""


def names_in(variables: Mapping[str, object]) -> NameOf:
    """Return a :data:`NameOf` that looks objects up in variables; else the field's own name."""

    def name_of(field: str, value: object) -> str:
        for name, held in variables.items():
            if held is value and not name.startswith("_"):
                return name
        return field

    return name_of


def field_name(field: str, value: object) -> str:
    """Return the field's own name."""
    return field


def write_python(
    requests: Sequence[tuple[Operation[object], str]],
    name_of: NameOf = field_name,
    base_url: str = "",
) -> str:
    """Return Python that does the same; each request comes with the name of its result, or ``""``.

    A name that is no variable is that of a file, to which the result is saved. ``base_url`` is the
    address of a hosted service, whose key the environment holds.
    """
    address = f'"{base_url}"' if base_url else ""
    key = "  # the key is in MEDIAEXT_API_KEY" if base_url else ""
    lines = ["import mediaext", "", f"media = mediaext.connect({address}){key}"]
    names: dict[int, str] = {}

    def name(field: str, value: object) -> str:
        return names.get(id(value)) or name_of(field, value)

    for number, (request, output) in enumerate(requests):
        usual = "result" if number == len(requests) - 1 else f"step_{number + 1}"
        names[id(request)] = made = output if output.isidentifier() else usual
        params = {param.name: param for param in request.params()}
        words = [f"{n}={_python(params[n], v, name)}" for n, v in request.given().items()]
        lines.append(_call(f"{made} = media.{request.endpoint.name}", words))
        if output and made != output:
            lines.append(f"{made}.save({json.dumps(output, ensure_ascii=False)})")
    return "\n".join(lines)


def _call(function: str, arguments: Sequence[str]) -> str:
    line = f"{function}({', '.join(arguments)})"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"{function}(", *(f"    {argument}," for argument in arguments), ")"])


def _python(param: Param, value: object, name_of: NameOf) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_python(param, item, name_of) for item in value)}]"
    if isinstance(value, str | os.PathLike):
        return json.dumps(os.fspath(value), ensure_ascii=False)
    if param.media:
        return name_of(param.name, value)
    return repr(value)


def write_curl(request: Operation[object], base_url: str = SERVED, *, key: bool = True) -> str:
    """Return the same as curl commands, the key as a shell variable, uploads where needed.

    An input that is a request takes the result of the commands before.
    """
    auth = auth_headers("$MEDIAEXT_API_KEY" if key else None, request.endpoint.dialect)
    head = "".join(f' \\\n  -H "{name}: {value}"' for name, value in auth.items())
    lines, body = [], wire_body(request)
    for name, values in request.media().items():
        for value in values:
            if is_url(value) or isinstance(value, Operation):
                continue
            path = value if isinstance(value, str | os.PathLike) else f"{name}.png"
            lines.append(
                f"curl {base_url}{UPLOAD_PATH}{head} \\\n  -F file=@{_shell(os.fspath(path))}"
                f'   # its "url" is {name}'
            )
    text = json.dumps(body, ensure_ascii=False)
    text = text if len(text) <= WIDTH else json.dumps(body, ensure_ascii=False, indent=2)
    lines.append(
        f"curl {base_url}{request.endpoint.path}{head} \\\n"
        f'  -H "Content-Type: application/json" \\\n  -d {_shell(text)}'
    )
    path = status_path(request.endpoint, "JOB_ID")
    lines.append(f"curl {base_url}{path}{head}")
    return "\n".join(lines)


def wire_body(request: Operation[object]) -> dict[str, Any]:
    """Return the JSON body; media that must be uploaded first stands as ``<url of …>``."""
    params = {param.name: param for param in request.params()}

    def show(name: str, value: object) -> Any:
        if isinstance(value, Operation):
            return "<result_url of the step before>"
        if isinstance(value, list):
            return [show(name, item) for item in value]
        if not params[name].media or is_url(value):
            return value
        label = os.fspath(value) if isinstance(value, str | os.PathLike) else name
        return f"<url of uploaded {label}>"

    return {name: show(name, value) for name, value in request.given().items()}


def _shell(text: str) -> str:
    import shlex

    return shlex.quote(text)


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
