"""Tokens turned into the values that a parameter takes."""

import json
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from mediaext.grammar.tokens import Token, wrong
from mediaext.operation import Param

FEW = 16  # known words that an error still lists
Variables = Mapping[str, Any]
WORDS = {"true": True, "yes": True, "on": True, "1": True}
WORDS |= {"false": False, "no": False, "off": False, "0": False}


def hint(word: str, known: Sequence[str]) -> str:
    """Return ``" Did you mean 'x'?"`` for the nearest known word, or a few known words."""
    near = get_close_matches(word, known, n=1)
    if near:
        return f" Did you mean '{near[0]}'?"
    if len(known) > FEW:
        return " 'help' lists all that there is."
    return f" There are: {', '.join(known)}." if known else ""


def read_values(
    line: str, param: Param, tokens: Sequence[Token], variables: Variables | None
) -> Any:
    """Return the value of a parameter: a list where it takes many.

    A ``$variable`` gives the object itself; ``variables`` is ``None`` where there are none, as on
    a command line.
    """
    values = [_read(line, param, token, variables) for token in tokens]
    if not param.many:
        return values[0]
    spread: list[Any] = []
    for value in values:
        spread += value if isinstance(value, list | tuple) else [value]
    return spread


def _read(line: str, param: Param, token: Token, variables: Variables | None) -> Any:
    if token.variable and variables is not None:
        return _look_up(line, param, token, variables)
    if param.choices:
        return _choose(line, param, token)
    if param.type in ("integer", "number"):
        return _number(line, param, token)
    if param.type == "boolean":
        return read_switch(line, param, token)
    if param.type == "object":
        return _object(line, param, token)
    return str(token)


def _look_up(line: str, param: Param, token: Token, variables: Variables) -> Any:
    name = token.variable
    if name not in variables:
        near = get_close_matches(name, list(variables), n=1)
        also = f" Did you mean '${near[0]}'?" if near else ""
        also = also or f' For the text itself write "{token}" in quotes.'
        raise wrong(line, f"There is no variable '{name}'.{also}", token)
    value = variables[name]
    plain = param.type in ("integer", "number") and hasattr(value, "item")
    return value.item() if plain else value


def _choose(line: str, param: Param, token: Token) -> Any:
    for choice in param.choices:
        if str(choice) == token:
            return choice
    names = [str(choice) for choice in param.choices]
    near = get_close_matches(token, names, n=1)
    also = f" Did you mean '{near[0]}'?" if near else ""
    sentence = f"{param.name} is one of {', '.join(names)}, not '{token}'.{also}"
    raise wrong(line, sentence, token)


def _number(line: str, param: Param, token: Token) -> int | float:
    try:
        return int(token) if param.type == "integer" else float(token)
    except ValueError:
        kind = "a whole number" if param.type == "integer" else "a number"
        allowed = f" (allowed: {param.bounds})" if param.bounds else ""
        raise wrong(line, f"{param.name} needs {kind}, not '{token}'{allowed}.", token) from None


def read_switch(line: str, param: Param, token: Token) -> bool:
    """Return the value of ``--flag=true`` and the like."""
    value = WORDS.get(token.lower())
    if value is None:
        raise wrong(line, f"{param.name} is true or false, not '{token}'.", token)
    return value


def _object(line: str, param: Param, token: Token) -> Any:
    try:
        return json.loads(token)
    except ValueError:
        sentence = f"{param.name} needs a JSON object such as '{{\"key\": 1}}', not '{token}'."
        raise wrong(line, sentence, token) from None
