"""Engines make media; the service fetches their inputs and signs what they made.

Only an engine that is given the address of a model server uses the network.
"""

from mediaext.engines.base import (
    Cancelled,
    Context,
    Engine,
    Files,
    Identity,
    Inputs,
    invalid,
    load_engine,
    not_understood,
    unavailable,
)
from mediaext.engines.routing import load_engines

__all__ = [
    "Cancelled",
    "Context",
    "Engine",
    "Files",
    "Identity",
    "Inputs",
    "invalid",
    "load_engine",
    "load_engines",
    "not_understood",
    "unavailable",
]
