"""An engine whose work tells when it did what, by the clock that all processes here share."""

import os
import time
from pathlib import Path

from mediaext.testing.instant import InstantEngine, make

FOLDER = "TIMED_ENGINE"


def make_timed(request, inputs, context):
    """Report the time again and again for ``tick SECONDS``; note its end in the file ``ended``."""
    word, _, seconds = str(getattr(request, "text", "")).partition(" ")
    if word != "tick":
        return make(request, inputs, context)
    until = time.monotonic() + float(seconds)
    try:
        while time.monotonic() < until:
            context.progress(None, f"{time.monotonic():.6f}")
            time.sleep(0.2)
    finally:
        Path(os.environ[FOLDER], "ended").write_text(f"{time.monotonic():.6f}")
    return make(request, inputs, context)


class TimedEngine(InstantEngine):
    """Makes every operation at once, but for ``tick SECONDS``."""

    def function(self, operation):
        """Return the one function."""
        return make_timed


engine = TimedEngine("timed", "1")
