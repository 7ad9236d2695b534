"""The service's clock, so that tests can freeze and advance it."""

import time


class Clock:
    """Wall time in seconds since the epoch."""

    def now(self) -> float:
        """Return the time."""
        return time.time()
