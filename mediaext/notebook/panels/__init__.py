"""Panels made from the catalogue: for every operation, for chains, profiles and the jobs."""

from collections.abc import Callable
from typing import Any

from mediaext.client import Client
from mediaext.errors import InvalidRequest, closest
from mediaext.notebook.panels.base import Panel as Panel
from mediaext.notebook.panels.chain import ChainPanel as ChainPanel
from mediaext.notebook.panels.jobs import JobsPanel as JobsPanel
from mediaext.notebook.panels.operation import OperationPanel as OperationPanel
from mediaext.notebook.panels.profiles import ProfilesPanel as ProfilesPanel
from mediaext.operation import CATALOGUE

OTHERS: dict[str, Callable[..., Panel]] = {
    "chain": ChainPanel,
    "profiles": ProfilesPanel,
    "jobs": JobsPanel,
}


def names() -> list[str]:
    """Return every name that :func:`panel` knows."""
    return [*CATALOGUE, *OTHERS]


def panel(name: str, media: Client | None = None, **values: object) -> Panel:
    """Return a panel for an operation, a ``"chain"``, the ``"profiles"`` or the ``"jobs"``.

    Parameters
    ----------
    name
        Short name of an operation, such as ``"background"``, or one of the three others.
    media
        Client (or other runner) that carries requests out; by default that of ``%media``, else
        ``mediaext.connect()``.
    values
        What the form of an operation shows at first, by field name; ``steps=["image", "upscale"]``
        for a chain.

    Raises
    ------
    InvalidRequest
        Where there is no panel of that name, or no such field.

    Examples
    --------
    >>> panel("image", prompt="a red bicycle").request.prompt
    'a red bicycle'
    """
    if name == "chain" and set(values) == {"steps"}:
        steps: Any = values["steps"]
        return ChainPanel(media, steps=steps)
    if name in OTHERS:
        if values:
            raise InvalidRequest(f"The {name} panel takes no values.")
        return OTHERS[name](media)
    if name not in CATALOGUE:
        also = closest(name, names()) or f" There are: {', '.join(names())}."
        raise InvalidRequest(f"There is no panel '{name}'.{also}")
    return OperationPanel(CATALOGUE[name], media, values=values)
