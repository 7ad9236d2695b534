"""Hypothesis strategies made from the catalogue: valid requests of any operation."""

import math
from typing import Any

from hypothesis import strategies as st
from pydantic import ValidationError

from mediaext.operation import Operation, Param
from mediaext.vocabulary import HEX_COLOUR

COLOURS = st.from_regex(HEX_COLOUR, fullmatch=True)
EXACT = 2.0**53  # larger whole numbers are not exact in a bound, which is a float
MOST = 1000.0  # bound of numbers that have none


def requests(operation: type[Operation[Any]]) -> st.SearchStrategy[Operation[Any]]:
    """Return valid requests: required fields always, the others sometimes."""
    params = operation.params()
    required = {param.name: values(param) for param in params if param.required}
    optional = {param.name: values(param) for param in params if not param.required}
    fields = st.fixed_dictionaries(required, optional=optional)
    return fields.map(lambda given: _try(operation, given)).filter(lambda made: made is not None)


def _try(operation: type[Operation[Any]], given: dict[str, Any]) -> Any:
    """Return the request, ``None`` where a rule between several fields refuses it."""
    try:
        return operation(**given)
    except ValidationError as error:
        between = all(len(item["loc"]) == 0 for item in error.errors())
        if between:
            return None
        raise


def values(param: Param) -> st.SearchStrategy[Any]:
    """Return valid values of a parameter."""
    single = _single(param)
    return st.lists(single, min_size=1, max_size=4) if param.many else single


def _single(param: Param) -> st.SearchStrategy[Any]:
    if param.choices:
        return st.sampled_from(param.choices)
    if param.type == "boolean":
        return st.booleans()
    if param.type == "integer":
        step = int(param.multiple or 1)
        low = math.ceil((-MOST if param.minimum is None else param.minimum) / step)
        high = math.floor(min(MOST if param.maximum is None else param.maximum, EXACT) / step)
        return st.integers(low, high).map(lambda count: count * step)
    if param.type == "number":
        low = -MOST if param.minimum is None else param.minimum
        return st.floats(low, MOST if param.maximum is None else param.maximum)
    if param.type == "object":
        return st.dictionaries(st.text(min_size=1), st.integers() | st.text(), min_size=1)
    return COLOURS if _is_colour(param) else st.text(min_size=1)


def _is_colour(param: Param) -> bool:
    """Say whether the example in the declaration is a colour or several."""
    example = param.example[0] if isinstance(param.example, tuple) else param.example
    return bool(example) and HEX_COLOUR.fullmatch(str(example)) is not None
