"""An interrupt that comes while a job runs, as a person's would."""

import signal
import threading
import time
from pathlib import Path

from mediaext.client.history import History
from mediaext.home import home


def interrupt_when_a_job_runs(folder: Path | None = None) -> list[float]:
    """Interrupt the main thread soon after a job is on record; return when that was, monotonic."""
    main, moments = threading.main_thread().ident, []
    history = History(folder or home())

    def watch() -> None:
        pause = threading.Event()
        while not history.records(status="queued", limit=1):
            pause.wait(0.02)
        pause.wait(0.3)
        moments.append(time.monotonic())
        signal.pthread_kill(main, signal.SIGINT)

    threading.Thread(target=watch, daemon=True).start()
    return moments
