"""Small makers of pictures for the tests of datasets: fast, deterministic, and counted."""

import hashlib
import io
import json
import os
import time
import uuid
from pathlib import Path

import numpy as np
import PIL.Image

from mediaext.engines.base import Engine
from mediaext.errors import NotFound, job_failed
from mediaext.media import read_media
from mediaext.operations import ChangeBackground, EditImage, GenerateImage, UpscaleImage
from mediaext.results import MadeFile, Picture

SIDE = 48


def picture(number: int, side: int = SIDE) -> PIL.Image.Image:
    """Return a small photo-like picture that is different for every number."""
    random = np.random.default_rng(number)
    low = random.integers(0, 255, (4, 4, 3), dtype=np.uint8)
    return PIL.Image.fromarray(low).resize((side, side), PIL.Image.Resampling.BICUBIC)


def until(condition):
    """Wait until something is so; fail after a time that no machine needs."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


class Photos:
    """A map-style dataset of (picture, label)."""

    def __init__(self, count: int = 8, labels: int = 2, start: int = 0, side: int = SIDE) -> None:
        self.count, self.labels, self.start, self.side = count, labels, start, side
        self.reads = 0

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int):
        self.reads += 1
        return picture(self.start + index, self.side), index % self.labels


def paint(operation, inputs) -> MadeFile:
    """Make a picture that depends on everything that was asked for."""
    given = {k: v for k, v in operation.given().items() if k not in operation.media()}
    text = json.dumps([operation.endpoint.name, given], sort_keys=True).encode()
    seed = hashlib.sha256(text + b"".join(inputs)).digest()
    base = PIL.Image.open(io.BytesIO(inputs[0])).convert("RGB") if inputs else picture(0)
    scale = given.get("scale", 1)
    base = base.resize((base.width * scale, base.height * scale))
    pixels = np.asarray(base).astype(np.int16)
    tint = np.frombuffer(seed[:12], np.uint8).reshape(2, 2, 3)
    wash = PIL.Image.fromarray(tint).resize(base.size, PIL.Image.Resampling.BILINEAR)
    mixed = ((pixels + np.asarray(wash)) // 2).astype(np.uint8)
    buffer = io.BytesIO()
    suffix = given.get("output_format", "webp")
    PIL.Image.fromarray(mixed).save(buffer, suffix.upper(), quality=90)
    return MadeFile(buffer.getvalue(), f"image/{suffix}")


def _inputs(operation) -> list[bytes]:
    return [read_media(v, name).content for name, vs in operation.media().items() for v in vs]


def run(operation) -> Picture:
    """Make the result of an operation at once."""
    made = paint(operation, _inputs(operation))
    return Picture(made.content, made.media_type)


class Painter:
    """A runner without jobs. ``fails`` is called with each operation and may return a code."""

    identity = "painter 1"

    def __init__(self, fails=None, seconds: float = 0.0) -> None:
        self.fails = fails
        self.seconds = seconds
        self.asked = []

    def run(self, operation):
        self.asked.append(operation)
        code = self.fails(operation) if self.fails else None
        if self.seconds:
            time.sleep(self.seconds)
        if code:
            raise job_failed(code, f"{code} was asked for")
        return run(operation)


class FolderService:
    """A service that outlives its callers: every accepted job is one file in a folder.

    ``named``: whether equal tokens are one job; else every request is a job.
    """

    identity = "folder service 1"

    def __init__(self, folder, seconds: float = 0.0, named: bool = True) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.seconds, self.named = seconds, named

    def submit(self, operation, token=""):
        made = paint(operation, _inputs(operation))
        job_id = (token if self.named else "") or uuid.uuid4().hex
        scratch = self.folder / f".{uuid.uuid4().hex}"
        scratch.write_bytes(made.media_type.encode().ljust(16) + made.content)
        try:
            os.link(scratch, self.folder / job_id)  # from here on it is bought
        except FileExistsError:
            (self.folder / f".again-{uuid.uuid4().hex}").touch()  # the same token, the same job
        finally:
            scratch.unlink()
        return FolderJob(self, job_id)

    def run(self, operation):
        return self.submit(operation).result()

    def attach(self, job_id, operation):
        if not (self.folder / job_id).exists():
            raise NotFound(f"no job {job_id}")
        return FolderJob(self, job_id)

    @property
    def jobs(self) -> int:
        return sum(not path.name.startswith(".") for path in self.folder.iterdir())

    @property
    def repeated(self) -> int:
        return len(list(self.folder.glob(".again-*")))


class FolderJob:
    """One job of a :class:`FolderService`."""

    def __init__(self, service, job_id) -> None:
        self.service, self.job_id = service, job_id

    def result(self):
        path = self.service.folder / self.job_id
        time.sleep(max(path.stat().st_mtime + self.service.seconds - time.time(), 0.0))
        raw = path.read_bytes()
        return Picture(raw[16:], raw[:16].decode().strip())


engine = Engine("tiny", "1")


def _make(request, inputs, context):
    seeded = (
        request.model_copy(update={"seed": context.seed}) if hasattr(request, "seed") else request
    )
    contents = [content for contents in inputs.values() for content in contents]
    return {"result": paint(seeded, contents)}


for _operation in (EditImage, ChangeBackground, UpscaleImage, GenerateImage):
    engine.makes(_operation)(_make)
