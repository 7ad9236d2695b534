"""The worker process: reads jobs as JSON lines, makes media, signs images, answers in JSON lines.

Forked by :mod:`mediaext.service.fork_server` or run as ``python -m
mediaext.service.pod_process``. It ends when its standard input closes, so that
it never outlives its service, however that ended. What a library prints goes to standard error.
"""

import contextlib
import importlib
import json
import os
import queue
import re
import select
import sys
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TextIO

from mediaext.engines import Cancelled, Context, Engine, Files, load_engines
from mediaext.engines.base import invalid
from mediaext.errors import JobFailed, Unsupported, job_failed
from mediaext.job import NOTE_LENGTH, NOTES_LIMIT
from mediaext.operation import CATALOGUE, Operation
from mediaext.provenance import SIGNED_TYPES
from mediaext.service.blob_store import BlobStore, DamagedFile, StoredFile
from mediaext.service.blobs import open_store
from mediaext.service.content_credentials import Ingredient, ManifestFacts, Signer
from mediaext.service.media_checks import ImageLimits, check_media, count_pixels

ROLE = re.compile(r"[a-z][a-z0-9_]{0,31}")
SIGNED_INPUTS = frozenset({"image/webp", "image/jpeg", "image/png", "image/gif"})
PARENT_SECONDS = 1.0
MEMORY_SECONDS = 0.05  # between two looks at the memory that is in use
LIBRARIES = ("mediaext", "numpy", "pillow", "opencv-python-headless", "scipy", "skia-python")
"""Distributions on which pixels may depend beside the identity of the engine."""
OUT_OF_MEMORY = "The job needs more memory than a worker has; give or ask for smaller media."
CV_NO_MEMORY = -4  # the code of OpenCV's error, which is no MemoryError
PRIVATE = ("callback_url", "server_id", "profile_id")  # fields that no file records
SLIGHT = frozenset({"kept", "scaled"})


@cache
def installed(names: tuple[str, ...]) -> dict[str, str]:
    """Return the versions of those distributions that are installed."""
    found = {}
    for name in names:
        with contextlib.suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


@dataclass(frozen=True, slots=True)
class InputFile:
    """One input as the service stored it."""

    field: str
    title: str
    media_type: str
    content: bytes


class ServicePipe:
    """JSON lines with the service; the process's own standard streams are moved out of the way."""

    def __init__(self, service: int) -> None:
        self._out: TextIO = os.fdopen(os.dup(1), "w", encoding="utf-8")
        self._in: TextIO = os.fdopen(os.dup(0), encoding="utf-8")
        os.dup2(2, 1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        self._lock = threading.Lock()
        self._cancelled: set[str] = set()
        self._jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=_end_with, args=(service,), daemon=True).start()

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

    def send(self, **message: object) -> None:
        """Answer."""
        text = json.dumps(message)
        with self._lock:
            self._out.write(text + "\n")
            self._out.flush()

    def is_cancelled(self, lease: str) -> bool:
        """Say whether the service wants this job to stop."""
        return lease in self._cancelled


def _end_with(service: int) -> None:
    """End when the service is gone although a process that it forked holds our input open."""
    parent = os.getppid()
    if parent != service:
        with contextlib.suppress(ProcessLookupError):
            select.select([os.pidfd_open(service)], [], [])
        os._exit(0)
    while os.getppid() == parent:
        time.sleep(PARENT_SECONDS)
    os._exit(0)


class JobMaker:
    """Carries out one job at a time with an engine."""

    def __init__(
        self,
        engine: Engine,
        wire: ServicePipe,
        store: BlobStore,
        authority: Path,
        limits: ImageLimits,
    ) -> None:
        self.engine = engine
        self.wire = wire
        self.store = store
        self.limits = limits
        self._secrets = authority
        self._signer: Signer | None = None
        self._idle_memory = memory_in_use()
        self._lease = ""
        self._engines: dict[str, Engine] = {}
        if engine.memory_limit is not None:
            watch = threading.Thread(target=self._watch_memory, args=(engine.memory_limit,))
            watch.daemon = True
            watch.start()

    def carry_out(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """Make, sign and store; return the files by role, and the notes."""
        self._lease = job["lease"]
        request = find_operation(job["operation"], job["module"]).model_validate(job["request"])
        inputs = [self._read(request, item) for item in job["inputs"]]
        self._check_memory(inputs)
        engine = self._chosen(job["engine"])
        context = Context(
            seed=job["seed"],
            report=self._reporter(job["lease"]),
            notes=list(job["notes"]),
            extra=job["extra"],
        )
        grouped: dict[str, list[bytes]] = {}
        for item in inputs:
            grouped.setdefault(item.field, []).append(item.content)
        if getattr(engine.prepare, "__func__", None) is not Engine.prepare:  # it does something
            self.wire.send(type="stage", lease=job["lease"], preparing=True)
            engine.prepare(type(request), context)
            self.wire.send(type="stage", lease=job["lease"], preparing=False)
        files = engine.make(request, grouped, context)
        context.notes = [str(note)[:NOTE_LENGTH] for note in context.notes[:NOTES_LIMIT]]
        begun = time.time()
        stored = self._store(job, request, files, context, inputs)
        return {
            "files": stored,
            "stored": [begun, time.time()],
            "notes": context.notes,
            "made_by": self._made_by(context),
        }

    def _chosen(self, text: str | None) -> Engine:
        """Return the engine that the caller chose, loaded once; this worker's own by default."""
        if text is None:
            return self.engine
        if text not in self._engines:
            self._engines[text] = load_engines(text)
        return self._engines[text]

    def _made_by(self, context: Context) -> dict[str, Any]:
        """Return who made the result: what its cache key holds, and what was installed."""
        if context.made_by is None:
            return {}
        return {
            "identity": str(context.made_by),
            **context.made_by.facts(),
            "trained": context.trained,
            "libraries": installed(LIBRARIES),
        }

    def _read(self, request: Operation[object], item: Mapping[str, Any]) -> InputFile:
        content = self._content(item)
        kinds = {param.name: param.media for param in request.params()}
        media_type = check_media(
            kinds.get(item["field"]) or "mesh", content, self.limits, item["field"]
        )
        return InputFile(item["field"], item["title"], media_type, content)

    def _content(self, item: Mapping[str, Any]) -> bytes:
        if "path" in item:
            return Path(item["path"]).read_bytes()
        stored = StoredFile(self.store, item["file"], "", item["size"], item["checksum"])
        try:
            return stored.content()
        except DamagedFile:
            raise invalid(
                f"{item['field']}: the stored file is damaged; upload it again."
            ) from None
        except FileNotFoundError:
            raise invalid(
                f"{item['field']}: the linked file is no longer stored; upload it again."
            ) from None
        except OSError as error:
            raise job_failed(
                "STORAGE_ERROR", f"The job's inputs could not be read: {error.strerror}."
            ) from None

    def _check_memory(self, inputs: Sequence[InputFile]) -> None:
        """Refuse pictures for which the engine would take more than its limit."""
        limit, each = self.engine.memory_limit, self.engine.bytes_per_pixel
        if limit is None or not each:
            return
        pictures = [item for item in inputs if item.media_type.startswith("image/")]
        pixels = sum(count_pixels(item.content) for item in pictures)
        room = limit - self._idle_memory
        if pixels * each > room:
            fields = ", ".join(dict.fromkeys(item.field for item in pictures))
            raise invalid(
                f"{fields}: {pixels / 1e6:.0f} megapixels need more than the {limit / 1e9:g} GB "
                f"of a worker; give at most {room / each / 1e6:.0f} megapixels in all."
            )

    def _watch_memory(self, limit: int) -> None:
        """End this process when its job takes more memory than the engine allows.

        What is resident counts: a limit of the system's counts what libraries reserve and never
        touch, which grows with the number of cores.
        """
        while memory_in_use() <= limit:
            time.sleep(MEMORY_SECONDS)
        failure = {"type": "failed", "code": "INPUT_INVALID", "error": OUT_OF_MEMORY}
        self.wire.send(lease=self._lease, ends=True, **failure)
        os._exit(0)

    def _reporter(self, lease: str) -> Any:
        def report(fraction: float | None, message: str) -> None:
            if self.wire.is_cancelled(lease):
                raise Cancelled
            self.wire.send(type="progress", lease=lease, fraction=fraction, message=message)

        return report

    def _store(
        self,
        job: Mapping[str, object],
        request: Operation[object],
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
            try:
                written = self.store.write(f"{job['stem']}.{role}", (content,))
            except OSError as error:
                raise job_failed(
                    "STORAGE_ERROR", f"The result could not be stored: {error.strerror}."
                ) from None
            stored[role] = {
                **written._asdict(),
                "media_type": file.media_type,
                "stem": Path(file.name).stem,
            }
        return stored

    def _making(
        self, job: Mapping[str, object], request: Operation[object], role: str, context: Context
    ) -> ManifestFacts:
        endpoint = request.endpoint
        details = {
            "operation": endpoint.name,
            **(self._made_by(context) or {"engine": self.engine.name}),
            "seed": context.seed,
            "job_id": job["job_id"],
            **_recorded_request(request),
            "details": context.details,
            "notes": context.notes,
        }
        return ManifestFacts(
            title=f"{endpoint.name} {role}",
            details=json.loads(json.dumps(details, default=str)),
            trained=context.trained,
            slight=endpoint.keeps_identity and endpoint.geometry in SLIGHT,
        )

    def _sign(
        self, content: bytes, media_type: str, making: ManifestFacts, inputs: Sequence[InputFile]
    ) -> bytes:
        if self._signer is None:
            self._signer = Signer(self._secrets)
        ingredients = [
            Ingredient(item.title, item.media_type, item.content)
            for item in inputs
            if item.media_type in SIGNED_INPUTS
        ]
        return self._signer.sign(content, media_type, making, ingredients)


def memory_in_use() -> int:
    """Return the bytes of memory that this process holds; 0 where that is not known."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


def find_operation(name: str, module: str) -> type[Operation[object]]:
    """Return the class of an operation; one declared elsewhere is found by its module."""
    if name not in CATALOGUE:
        import mediaext.operations  # noqa: F401 # importing fills the catalogue
    if name not in CATALOGUE:
        try:
            importlib.import_module(module)
        except ImportError:
            raise Unsupported(f"The worker cannot find the operation '{name}'.") from None
    return CATALOGUE[name]


def answer(maker: JobMaker, job: Mapping[str, object]) -> dict[str, Any]:
    """Carry out a job; every way it can end is an answer."""
    try:
        return {"type": "made", **maker.carry_out(job)}
    except Exception as error:  # an engine may raise anything; the pod goes on
        code, sentence = failure_of(error)
        return {"type": "failed", "code": code, "error": sentence}


def failure_of(error: Exception) -> tuple[str, str]:
    """Return failure code and sentence; unexpected errors are written to the log."""
    match error:
        case Cancelled():
            failure = "CANCELLED", "The job was cancelled."
        case Unsupported():
            failure = "INPUT_INVALID", str(error)  # to try again would not help
        case JobFailed():
            failure = error.code, error.sentence
        case _ if isinstance(error, MemoryError) or getattr(error, "code", 0) == CV_NO_MEMORY:
            failure = "INPUT_INVALID", OUT_OF_MEMORY
        case _:
            traceback.print_exception(error)
            failure = "MODEL_ERROR", f"The engine failed with {type(error).__name__}."
    return failure


def main(service: int | None = None) -> None:
    """Serve jobs until standard input closes; ``service`` is the process that gives them."""
    if hasattr(os, "setpgrp"):
        # An interrupt at the terminal is for the service alone. Not a session of our own: Linux
        # shares processor time between sessions, and each job would wait for two of them.
        os.setpgrp()
    os.umask(0o077)  # results are for the service alone
    wire = ServicePipe(service or os.getppid())
    handshake = wire.next()
    sys.path += [entry for entry in handshake["path"] if entry not in sys.path]
    try:
        engine = load_engines(handshake["engine"])
    except Exception as error:  # an engine's own import may raise anything
        traceback.print_exc()
        lacking = isinstance(error, Unsupported | ImportError)  # to try again would not help
        code = "INPUT_INVALID" if lacking else "MODEL_UNAVAILABLE"
        sentence = f"The engine '{handshake['engine']}' cannot be loaded: {error}"
        wire.send(type="broken", code=code, error=sentence)
        return
    store, authority = open_store(handshake["blobs"]), Path(handshake["secrets"])
    maker = JobMaker(engine, wire, store, authority, ImageLimits(*handshake["limits"]))
    wire.send(type="ready", engine=engine.name, version=engine.version)
    while True:
        job = wire.next()
        wire.send(lease=job["lease"], **answer(maker, job))


def _recorded_request(request: Operation[object]) -> dict[str, object]:
    """Return the request as a file records it: media and links by the names of their fields.

    Where it is delivered, and on whose profile and pod it was made, is left out.
    """
    media = [param.name for param in request.params() if param.media]
    given = request.given()
    return {
        "request": {n: v for n, v in given.items() if n not in (*media, *PRIVATE)},
        "inputs": [name for name in media if name in given],
    }


if __name__ == "__main__":
    main()
