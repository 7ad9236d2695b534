"""The operator's function that checks each request before it is accepted."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import entry_points
from typing import Any

from mediaext.errors import InvalidRequest, MediaError, Unsupported
from mediaext.logs import logger
from mediaext.operation import Operation

ENTRY_POINTS = "mediaext.policies"
FIELD = "policy"
Media = Mapping[str, Sequence[bytes | str]]
"""Media of a request by field: its bytes where the service holds them, else its URL or path."""
RequestPolicy = Callable[[Operation[Any], Media, str], str | None]
"""Takes request, media and user; returns why the request is refused, or ``None``."""
log = logger("mediaext.service")


def load_policy(name: str) -> RequestPolicy:
    """Load ``"package.module:function"``, or an entry point of the group ``mediaext.policies``.

    Raises :class:`Unsupported` where there is no such function.
    """
    points = tuple(entry_points(group=ENTRY_POINTS, name=name))
    module, found, attribute = name.partition(":")
    try:
        if points:
            policy = points[0].load()
        elif found:
            policy = getattr(importlib.import_module(module), attribute)
        else:
            raise Unsupported(f"There is no policy '{name}'; write package.module:function.")
    except (ImportError, AttributeError, ValueError) as error:
        raise Unsupported(f"The policy '{name}' cannot be loaded: {error}.") from None
    if not callable(policy):
        raise Unsupported(f"The policy '{name}' is not a function.")
    checked: RequestPolicy = policy
    return checked


def check_request(policy: RequestPolicy, request: Operation[Any], media: Media, user: str) -> None:
    """Raise :class:`InvalidRequest` if the policy refuses the request or fails."""
    try:
        refusal = policy(request, media, user)
    except MediaError as error:
        refusal = str(error)
    except Exception:  # a policy may raise anything, and then nothing is accepted
        log.exception("the policy failed")
        refusal = "The policy of this service failed, so that nothing is accepted; see its log."
    if refusal is not None:
        raise InvalidRequest.about(FIELD, str(refusal), part=FIELD)
