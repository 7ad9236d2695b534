"""The service: every route of the specification, a durable ledger, and pods that do the work.

``Service(settings).app`` is the ASGI application; ``start`` and ``stop`` own what runs beside it.
Names are loaded on first use, so that a pod does not import the web framework.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mediaext.service.app import Service
    from mediaext.service.server import serve
    from mediaext.service.settings import PlanLimits, Settings

__all__ = ["PlanLimits", "Service", "Settings", "serve"]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    homes = {"Service": "app", "serve": "server", "PlanLimits": "settings", "Settings": "settings"}
    if name not in homes:
        raise AttributeError(f"module 'mediaext.service' has no attribute '{name}'")
    return getattr(import_module(f"mediaext.service.{homes[name]}"), name)
