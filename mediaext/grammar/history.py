"""Recall an earlier request with its media, from the job history or from a picture."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mediaext.client import Client
from mediaext.errors import NotFound
from mediaext.media import read_media
from mediaext.provenance import SIGNED_TYPES, read_provenance
from mediaext.results import Result

KEPT = "sha256:"


@dataclass(frozen=True, slots=True)
class Remembered:
    """A request made before.

    ``lost`` are given fields whose media is not kept here; ``seed`` is the one that was used, also
    where it was drawn.
    """

    operation: str
    fields: Mapping[str, object]
    lost: Sequence[str] = ()
    seed: int | None = None


Recall = Callable[[object], Remembered]
"""Called with a job's identifier, a file, a picture, or ``""`` for the last job."""


def recall(client: Client, source: object = "") -> Remembered:
    """Return the request of a recorded job, or the one stored in a picture.

    Parameters
    ----------
    client
        Whose history is read.
    source
        Identifier of a job, ``""`` for the last one; a result; or a picture as a path, bytes or an
        image object, whose C2PA manifest names its job and its request. Media that was uploaded
        is found again when it is itself a result.

    Raises
    ------
    NotFound
        For a job that is not on record, and for a picture that does not tell its request.
    """
    history = client.session.history
    if isinstance(source, Result) and source.job:
        source = source.job.job_id
    if source == "":
        record = next(iter(history.records(limit=1)), None)
        if record is None:
            raise NotFound("No job is on record yet.")
    else:
        record = history.get(source) if isinstance(source, str) else None
    if record is None and (not isinstance(source, str) or Path(source).is_file()):
        return _told(client, source)
    if record is None:
        raise NotFound(f"There is no job and no file '{source}'.")
    fields: dict[str, Any] = {}
    lost = []
    for name, value in record.request.items():
        found = _restore(client, value)
        if found is None:
            lost.append(name)
        else:
            fields[name] = found
    return Remembered(record.operation, fields, lost, record.seed)


def _told(client: Client, source: object) -> Remembered:
    """Return the request in the manifest of a picture."""
    blob = read_media(source, "picture")
    signed = blob.media_type in SIGNED_TYPES
    details = read_provenance(blob.content, blob.media_type).details if signed else {}
    job_id, request = details.get("job_id"), details.get("request")
    if isinstance(job_id, str) and client.session.history.get(job_id):
        return recall(client, job_id)
    if not isinstance(request, dict):
        raise NotFound("This picture has no record of how it was made.")
    lost = [name for name in details.get("inputs", ()) if isinstance(name, str)]
    seed = details.get("seed")
    return Remembered(
        str(details.get("operation")), request, lost, seed if isinstance(seed, int) else None
    )


def _restore(client: Client, value: object) -> Any:
    """Return a value as it was, ``None`` when the bytes behind a digest are gone."""
    if isinstance(value, list):
        items = [_restore(client, item) for item in value]
        return None if any(item is None for item in items) else items
    if isinstance(value, str) and value.startswith(KEPT):
        return client.session.store.get(value.removeprefix(KEPT))
    return value
