"""An earlier request with its media, from the job history."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mediaext.client import Client
from mediaext.errors import NotFound

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


Recall = Callable[[str], Remembered]
"""Called with a job's identifier, or ``""`` for the last one."""


def recall(client: Client, job_id: str = "") -> Remembered:
    """Return the request of a job on record, of the last one without an identifier.

    Media that was uploaded is found again when it is itself a result. Raises :class:`NotFound`.
    """
    history = client.session.history
    record = history.get(job_id) if job_id else next(iter(history.records(limit=1)), None)
    if record is None:
        raise NotFound(
            f"There is no job '{job_id}' on record." if job_id else "No job is on record yet."
        )
    fields: dict[str, Any] = {}
    lost = []
    for name, value in record.request.items():
        found = _restore(client, value)
        if found is None:
            lost.append(name)
        else:
            fields[name] = found
    return Remembered(record.operation, fields, lost, record.seed)


def _restore(client: Client, value: object) -> Any:
    """Return a value as it was, ``None`` when the bytes behind a digest are gone."""
    if isinstance(value, list):
        items = [_restore(client, item) for item in value]
        return None if any(item is None for item in items) else items
    if isinstance(value, str) and value.startswith(KEPT):
        return client.session.store.get(value.removeprefix(KEPT))
    return value
