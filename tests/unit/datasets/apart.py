"""Processes of their own that begin at once: a fork server has imported what takes seconds."""

import multiprocessing
import os
import sys
from pathlib import Path

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["torch", "pytest", "mediaext.datasets", "mediaext.operations"])


def start(target, *arguments, out=None, **variables):
    """Run a function in a process with this environment and ``variables``; return the process.

    What it prints goes to the files ``out`` and ``err`` in the folder ``out``.
    """
    environment = {**os.environ, **variables}
    process = CONTEXT.Process(target=_run, args=(target, arguments, environment, out))
    process.start()
    return process


def _run(target, arguments, environment, out):
    os.environ.clear()
    os.environ.update(environment)
    if out is not None:
        for number, name in enumerate(("out", "err"), 1):
            with open(Path(out) / name, "wb") as file:
                os.dup2(file.fileno(), number)
    target(*arguments)


def execute(code, *arguments):
    """Run Python as a script with these arguments."""
    sys.argv[1:] = arguments
    exec(code, {"__name__": "apart"})
