"""Messages between a service and the workers of its fleet."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias

TOPIC = "mediaext"
"""Topic of the Dask events that report the progress of jobs."""
VERSION = version("mediaext")
TaskResult: TypeAlias = dict[str, Any]
"""The result of a job; it includes the content of files where the worker cannot reach the store.

Types beside those of :mod:`mediaext.service.pod_process`: ``unconfigured`` (the worker needs the
configuration first), ``died`` (the process ended during the job), ``interrupted`` (the worker
did), ``draining`` (the worker takes no more jobs).
"""


@dataclass(frozen=True, slots=True)
class WorkerConfig:
    """What a worker needs of a service before its first job; never shown in logs.

    ``digest`` identifies the configuration. ``blobs`` is the address of the service's store, and
    ``probe`` a file in it with the content ``probe_content``: a worker that can read it and write
    beside it uses the store itself. ``authority`` signs results.
    """

    digest: str
    engine: str = field(repr=False)
    limits: list[int] = field(repr=False)
    blobs: str = field(repr=False)
    authority: Mapping[str, bytes] = field(repr=False)
    probe: str = field(repr=False)
    probe_content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Assignment:
    """One job for a worker; the requests of users are not shown in logs.

    ``config`` is the digest of its service's configuration. ``contents`` is media by its file or
    path, where the worker cannot read it itself.
    """

    config: str
    lease: str
    job: Mapping[str, Any] = field(repr=False)
    contents: Mapping[str, bytes] = field(repr=False)


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
