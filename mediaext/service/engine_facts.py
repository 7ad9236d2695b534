"""Who makes each operation here, asked of the engines at most once a minute."""

import asyncio
import time
from typing import Any

from mediaext.engines.routing import describe_engines
from mediaext.errors import MediaError
from mediaext.logs import logger

FRESH = 60.0  # seconds
log = logger("mediaext.service")


class EngineFacts:
    """What the engines say of themselves; several callers wait for one answer."""

    def __init__(self, engine: str) -> None:
        self._engine = engine
        self._asking: asyncio.Task[dict[str, Any]] | None = None
        self._asked = float("-inf")

    async def read(self) -> dict[str, Any]:
        """Return the facts of each operation by its name; none when the engines do not load."""
        if self._asking is None or time.monotonic() - self._asked > FRESH:
            self._asked = time.monotonic()
            self._asking = asyncio.ensure_future(asyncio.to_thread(self._ask))
        return await asyncio.shield(self._asking)

    def _ask(self) -> dict[str, Any]:
        try:
            return describe_engines(self._engine)
        except MediaError as error:
            log.warning("the engines cannot be asked: %s", error)
        except Exception:  # an engine's own import may raise anything
            log.exception("the engines cannot be asked")
        return {}
