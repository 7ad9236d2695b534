"""A complete service for your own tests, with faults to switch on.

::

    with mediaext.testing.service() as svc:
        media = mediaext.connect(svc.base_url, svc.key("anna", "studio"))
        svc.faults.fail_next("MODEL_ERROR")
        ...

In pytest, ``pytest_plugins = ["mediaext.testing.plugin"]`` gives the fixture ``media_service``.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mediaext.testing.running import Faults, RunningService, TestClock, service

__all__ = ["Faults", "RunningService", "TestClock", "service"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'mediaext.testing' has no attribute '{name}'")
    from mediaext.testing import running

    return getattr(running, name)
