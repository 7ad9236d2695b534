"""The process that holds models, run by the interpreter of their own environment.

``python -I host.py ADAPTER DEVICE`` reads JSON lines from standard input and answers in JSON
lines; media travel as files. It imports nothing of mediaext, which its interpreter need not have.
The adapter, a Python file, knows the libraries of one family of models:

* ``load(model, device, plan, report)`` returns a loaded model;
* ``run(loaded, task, inputs, folder, report)`` writes files into ``folder`` and returns
  ``{"files": {role: {"path", "media_type"}}, "notes": [sentence, …], "details": {…}}``;
* ``unload(loaded)``, where there is one, takes leave of a model whose memory is freed then.

It may import the files beside it relatively.

``report(fraction or None, message)`` is called often; it raises where the job was cancelled.
A ``ValueError`` is a mistake of the request; an error of memory is one whose name says so.
The process ends when its standard input closes.
"""

import gc
import importlib
import json
import os
import platform
import queue
import sys
import threading
import traceback
from collections.abc import Callable
from types import ModuleType
from typing import Any, TextIO

Message = dict[str, Any]
Report = Callable[[float | None, str], None]
PACKAGE = "mediaext_adapters"  # in an interpreter that need not have mediaext
MEMORY_ERRORS = ("MemoryError", "OutOfMemoryError", "OutOfMemory")


class TaskCancelled(BaseException):
    """The job was cancelled; no library catches it as an error of its own."""


class Wire:
    """JSON lines; what libraries print goes to standard error."""

    def __init__(self) -> None:
        self._out: TextIO = os.fdopen(os.dup(1), "w", encoding="utf-8")
        self._in: TextIO = os.fdopen(os.dup(0), encoding="utf-8")
        os.dup2(2, 1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        self._lock = threading.Lock()
        self._cancelled: set[int] = set()
        self.requests: queue.SimpleQueue[Message] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Read on while a model runs: a cancellation and a ping are answered at once."""
        for line in self._in:
            message = json.loads(line)
            if message["type"] == "cancel":
                self._cancelled.add(message["id"])
            elif message["type"] == "ping":
                self.send({"type": "pong", "id": message["id"]})
            else:
                self.requests.put(message)
        os._exit(0)  # nobody reads what is being made

    def send(self, message: Message) -> None:
        """Answer."""
        text = json.dumps(message, default=str)
        with self._lock:
            self._out.write(text + "\n")
            self._out.flush()

    def reporter(self, number: int) -> Report:
        """Return a function that reports progress of a request and raises once it is cancelled."""

        def report(fraction: float | None, message: str) -> None:
            if number in self._cancelled:
                raise TaskCancelled
            self.send({"type": "progress", "id": number, "fraction": fraction, "message": message})

        return report


class Host:
    """The loaded models of this process, by key."""

    def __init__(self, adapter: ModuleType, device: str, wire: Wire) -> None:
        self._adapter = adapter
        self._device = device
        self._wire = wire
        self._loaded: dict[str, Any] = {}

    def answer(self, message: Message) -> Message:
        """Carry out a request; every way it can end is an answer."""
        try:
            return {"type": "done", **self._carry_out(message)}
        except TaskCancelled:
            return {"type": "failed", "code": "CANCELLED", "message": "It was cancelled."}
        except ValueError as error:
            traceback.print_exc()
            return {"type": "failed", "code": "INPUT_INVALID", "message": str(error)}
        except Exception as error:  # a library may raise anything; the process goes on
            traceback.print_exc()
            code = "OUT_OF_MEMORY" if is_memory_error(error) else "MODEL_ERROR"
            name = type(error).__name__
            return {"type": "failed", "code": code, "message": f"{name}: {error}"[:500]}
        finally:
            gc.collect()

    def _carry_out(self, message: Message) -> Message:
        report = self._wire.reporter(message["id"])
        key = message["key"]
        if message["type"] == "load":
            model, plan = message["model"], message["plan"]
            try:
                self._loaded[key] = self._adapter.load(model, self._device, plan, report)
            except ValueError as error:  # of the weights, not of a request
                raise RuntimeError(str(error)) from error
            gc.collect()
            gc.freeze()  # libraries and model stay: looking through them took most of a short job
            return {}
        if message["type"] == "unload":
            if key in self._loaded:
                free(self._adapter, self._loaded.pop(key))
            return {}
        made: Message = self._adapter.run(
            self._loaded[key], message["task"], message["inputs"], message["folder"], report
        )
        return made


def is_memory_error(error: BaseException) -> bool:
    """Say whether memory was short, by the names that libraries give such errors."""
    if any(kind.__name__ in MEMORY_ERRORS for kind in type(error).__mro__):
        return True
    return isinstance(error, RuntimeError) and "out of memory" in str(error).lower()


def free(adapter: ModuleType, loaded: dict[str, Any]) -> None:
    """Free the memory of a model, that of a GPU too."""
    if hasattr(adapter, "unload"):
        adapter.unload(loaded)
    loaded.clear()
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    torch = sys.modules.get("torch")
    if torch is not None and torch.cuda.is_available():
        torch.cuda.empty_cache()


def load_adapter(path: str) -> ModuleType:
    """Import a Python file as a part of a package, which holds the files beside it."""
    folder, name = os.path.split(os.path.abspath(path))
    package = ModuleType(PACKAGE)
    package.__path__ = [folder]
    sys.modules[PACKAGE] = package
    return importlib.import_module(f"{PACKAGE}.{name.removesuffix('.py')}")


def main() -> None:
    """Serve requests until standard input closes."""
    path, device = sys.argv[1:]
    wire = Wire()
    try:
        host = Host(load_adapter(path), device, wire)
    except Exception as error:  # an adapter's own import may raise anything
        traceback.print_exc()
        wire.send({"type": "broken", "message": f"{type(error).__name__}: {error}"[:500]})
        return
    wire.send({"type": "ready", "python": platform.python_version()})
    while True:
        message = wire.requests.get()
        wire.send({**host.answer(message), "id": message["id"]})


if __name__ == "__main__":
    main()
