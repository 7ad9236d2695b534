"""Processes that a process began."""

import contextlib
from pathlib import Path


def processes_below(pid):
    """Return the children of a process and theirs: a fork server and its pods, for a service."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # it has just ended
            found += [int(child) for child in task.read_text().split()]
    return found + [below for child in found for below in processes_below(child)]
