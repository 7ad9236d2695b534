"""The worker process: reads jobs as JSON lines, makes media, signs images, answers in JSON lines.

Run as ``python -m mediaext.service.pod``. It ends when its standard input closes, so that it never
outlives its service, however that ended. Everything a library prints goes to standard error.
"""

import importlib
import json
import os
import queue
import re
import sys
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from mediaext.engines import Cancelled, Context, Engine, Files, load_engine
from mediaext.errors import JobFailed, Unsupported, job_failed
from mediaext.operation import CATALOGUE, Operation
from mediaext.provenance import SIGNED_TYPES
from mediaext.service.signing import Ingredient, Making, Signer
from mediaext.service.sniff import ImageLimits, check_media

ROLE = re.compile(r"[a-z][a-z0-9_]{0,31}")
SIGNED_INPUTS = frozenset({"image/webp", "image/jpeg", "image/png", "image/gif"})
PARENT_SECONDS = 1.0
SLIGHT = frozenset({"kept", "scaled"})


@dataclass(frozen=True, slots=True)
class InputFile:
    """One input as the service stored it."""

    field: str
    title: str
    media_type: str
    content: bytes


class Wire:
    """JSON lines with the service; the process's own standard streams are moved out of the way."""

    def __init__(self) -> None:
        self._out: TextIO = os.fdopen(os.dup(1), "w", encoding="utf-8")
        self._in: TextIO = os.fdopen(os.dup(0), encoding="utf-8")
        os.dup2(2, 1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        self._lock = threading.Lock()
        self._cancelled: set[str] = set()
        self._jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()

    def _read(self) -> None:
        for line in self._in:
            message = json.loads(line)
            if message["type"] == "cancel":
                self._cancelled.add(message["lease"])
            else:
                self._jobs.put(message)
        os._exit(0)  # the service is gone; whatever is being made has no reader

    def next(self) -> dict[str, Any]:
        """Wait for the next job."""
        return self._jobs.get()

    def send(self, **message: Any) -> None:
        """Answer."""
        text = json.dumps(message)
        with self._lock:
            self._out.write(text + "\n")
            self._out.flush()

    def is_cancelled(self, lease: str) -> bool:
        """Say whether the service wants this job to stop."""
        return lease in self._cancelled


def _end_with_parent(parent: int) -> None:
    """End when the service is gone although a process that it forked holds our input open."""
    while os.getppid() == parent:
        time.sleep(PARENT_SECONDS)
    os._exit(0)


class Maker:
    """Carries out one job at a time with an engine."""

    def __init__(self, engine: Engine, wire: Wire, folder: Path, limits: ImageLimits) -> None:
        self.engine = engine
        self.wire = wire
        self.folder = folder
        self.limits = limits
        self._secrets = folder.parent / "secrets" / "authority"
        self._signer: Signer | None = None

    def carry_out(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """Make, sign and store; return the files by role."""
        request = find_operation(job["operation"], job["module"]).model_validate(job["request"])
        inputs = [self._read(request, item) for item in job["inputs"]]
        context = Context(seed=job["seed"], report=self._reporter(job["lease"]))
        context.extra.update(job["extra"])
        grouped: dict[str, list[bytes]] = {}
        for item in inputs:
            grouped.setdefault(item.field, []).append(item.content)
        files = self.engine.make(request, grouped, context)
        return self._store(job, request, files, context, inputs)

    def _read(self, request: Operation[Any], item: Mapping[str, str]) -> InputFile:
        content = Path(item["path"]).read_bytes()
        kinds = {param.name: param.media for param in request.params()}
        media_type = check_media(
            kinds.get(item["field"]) or "mesh", content, self.limits, item["field"]
        )
        return InputFile(item["field"], item["title"], media_type, content)

    def _reporter(self, lease: str) -> Any:
        def report(fraction: float | None, message: str) -> None:
            if self.wire.is_cancelled(lease):
                raise Cancelled
            self.wire.send(type="progress", lease=lease, fraction=fraction, message=message)

        return report

    def _store(
        self,
        job: Mapping[str, Any],
        request: Operation[Any],
        files: Files,
        context: Context,
        inputs: Sequence[InputFile],
    ) -> dict[str, Any]:
        if not files:
            raise job_failed("MODEL_ERROR", "The engine made no file.")
        stored: dict[str, Any] = {}
        for role, file in files.items():
            if not ROLE.fullmatch(role):
                raise job_failed("MODEL_ERROR", f"The engine named a file '{role[:40]}'.")
            content = file.content
            if file.media_type in SIGNED_TYPES:
                making = self._making(job, request, role, context)
                content = self._sign(content, file.media_type, making, inputs)
            path = f"{job['stem']}.{role}"
            try:
                (self.folder / path).write_bytes(content)
            except OSError as error:
                raise job_failed(
                    "STORAGE_ERROR", f"The result could not be stored: {error.strerror}."
                ) from None
            stored[role] = {"file": path, "media_type": file.media_type, "size": len(content)}
            stored[role]["stem"] = Path(file.name).stem
        return stored

    def _making(
        self, job: Mapping[str, Any], request: Operation[Any], role: str, context: Context
    ) -> Making:
        endpoint = request.endpoint
        details = {
            "operation": endpoint.name,
            "engine": self.engine.name,
            "version": self.engine.version,
            "seed": context.seed,
            "job_id": job["job_id"],
            "notes": context.notes,
        }
        return Making(
            title=f"{endpoint.name} {role}",
            details=json.loads(json.dumps(details, default=str)),
            trained=self.engine.trained,
            slight=endpoint.keeps_identity and endpoint.geometry in SLIGHT,
        )

    def _sign(
        self, content: bytes, media_type: str, making: Making, inputs: Sequence[InputFile]
    ) -> bytes:
        if self._signer is None:
            self._signer = Signer(self._secrets)
        ingredients = [
            Ingredient(item.title, item.media_type, item.content)
            for item in inputs
            if item.media_type in SIGNED_INPUTS
        ]
        return self._signer.sign(content, media_type, making, ingredients)


def find_operation(name: str, module: str) -> type[Operation[Any]]:
    """Return the class of an operation; one declared elsewhere is found by its module."""
    if name not in CATALOGUE:
        import mediaext.operations  # noqa: F401 # importing fills the catalogue
    if name not in CATALOGUE:
        try:
            importlib.import_module(module)
        except ImportError:
            raise Unsupported(f"The worker cannot find the operation '{name}'.") from None
    return CATALOGUE[name]


def answer(maker: Maker, job: Mapping[str, Any]) -> dict[str, Any]:
    """Carry out a job; every way it can end is an answer."""
    try:
        return {"type": "made", "files": maker.carry_out(job)}
    except Cancelled:
        return _failed("CANCELLED", "The job was cancelled.")
    except Unsupported as error:
        return _failed("MODEL_UNAVAILABLE", str(error))
    except JobFailed as error:
        return _failed(error.code, str(error).removesuffix(f" ({error.code})"))
    except MemoryError:
        return _failed("MODEL_ERROR", "The job needs more memory than this machine has.")
    except Exception as error:  # an engine may raise anything; the pod goes on
        traceback.print_exc()
        return _failed("MODEL_ERROR", f"The engine failed with {type(error).__name__}.")


def _failed(code: str, error: str) -> dict[str, Any]:
    return {"type": "failed", "code": code, "error": error}


def main() -> None:
    """Serve jobs until standard input closes."""
    if hasattr(os, "setpgrp"):
        # An interrupt at the terminal is for the service alone. Not a session of our own: Linux
        # shares processor time between sessions, and each job would wait for two of them.
        os.setpgrp()
    wire = Wire()
    hello = wire.next()
    sys.path += [entry for entry in hello["path"] if entry not in sys.path]
    try:
        engine = load_engine(hello["engine"])
    except Exception as error:  # an engine's own import may raise anything
        traceback.print_exc()
        wire.send(type="broken", error=f"The engine '{hello['engine']}' cannot be loaded: {error}")
        return
    maker = Maker(engine, wire, Path(hello["folder"]), ImageLimits(*hello["limits"]))
    wire.send(type="ready", engine=engine.name, version=engine.version)
    while True:
        job = wire.next()
        wire.send(lease=job["lease"], **answer(maker, job))


if __name__ == "__main__":
    main()
