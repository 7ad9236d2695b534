"""Faults that a test can inject into a running service; none is on by default."""

import asyncio
from collections import deque
from dataclasses import dataclass, field

from mediaext.errors import FAILURES, job_failed


@dataclass(slots=True)
class InjectedFaults:
    """Faults to inject: ``delay`` seconds before every job, failures, lost webhooks."""

    delay: float = 0.0
    failures: deque[tuple[str, str]] = field(default_factory=deque)
    webhooks: int = 0

    def fail_next(self, code: str, error: str = "") -> None:
        """Have the next job that a pod takes fail with ``code``."""
        if code not in FAILURES:
            raise ValueError(f"There is no failure code '{code}'; codes: {', '.join(FAILURES)}.")
        self.failures.append((code, error or FAILURES[code].meaning))

    async def before_job(self) -> None:
        """Wait, and raise the failure that was asked for."""
        if self.delay:
            await asyncio.sleep(self.delay)
        if self.failures:
            raise job_failed(*self.failures.popleft())

    def before_webhook(self) -> None:
        """Raise for a webhook that is to be lost."""
        if self.webhooks:
            self.webhooks -= 1
            raise OSError("dropped on purpose")
