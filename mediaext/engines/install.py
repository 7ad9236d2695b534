"""Add and remove the weights of models.

A model is there whole or not at all: files are brought into a folder beside it, checked, and the
folder is renamed when all is there. What an interrupted download brought is used by the next try.

::

    models/NAME/installed.json     what was added: entry, revision, files with their SHA-256
    models/NAME/files/…            its files, as in its repository
    models/.partial/NAME-REVISION  what is not complete yet
    models/licences.json           which licences were accepted, and when
"""

import hashlib
import json
import os
import shlex
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout
from pydantic import BaseModel

from mediaext.engines.entries import (
    InstalledModel,
    Licence,
    ModelCatalogue,
    ModelEntry,
    ModelFile,
    find_model,
    installed_models,
    own_folder,
    read_catalogue,
    record_of,
)
from mediaext.engines.environments import make_environment, remove_environment
from mediaext.engines.sources import Offer, disk_sentence, offer, sha256_of
from mediaext.errors import MediaError, NotFound, closest
from mediaext.text import byte_size

ROOM = 1 << 30  # bytes of the disk that stay free

Report = Callable[[int, int], None]
"""Receives the bytes that are there and the bytes of all files."""


def add_model(
    name: str,
    *,
    accept_licence: bool = False,
    local: Path | None = None,
    report: Report = lambda there, size: None,
) -> InstalledModel:
    """Bring the files of a model and the environment that it runs in.

    Parameters
    ----------
    name
        Name of an entry.
    accept_licence
        Whether the licence is accepted; once is enough.
    local
        Folder that holds the files instead of the entry's source: for a hub a copy of the
        repository or the hub's cache, for a package its file. Wheels of the environment are
        taken from its folder ``wheels`` where it has one.
    report
        Is told how far the download is.

    Raises
    ------
    NotFound
        There is no entry of this name.
    MediaError
        Anything else, in a sentence; nothing is half-added.
    """
    catalogue = read_catalogue()
    entry = catalogue.model(name)
    if (there := find_model(name)) is not None:
        raise MediaError(
            f"{name} is there already, revision {there.revision}. "
            f"To add it anew: mediaext engine remove {name}"
        )
    _accept(entry, accepted_now=accept_licence, local=local)
    folder = own_folder()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / f".{name}.lock", timeout=0):
            return _add(catalogue, entry, local, report)
    except Timeout:
        raise MediaError(f"Another process is adding {name}.") from None
    except OSError as error:
        raise MediaError(disk_sentence(error, folder / name)) from None


def _add(
    catalogue: ModelCatalogue, entry: ModelEntry, local: Path | None, report: Report
) -> InstalledModel:
    offered = offer(entry, local)
    partial = own_folder() / ".partial" / f"{entry.name}-{offered.revision[:12] or 'local'}"
    files = partial / "files"
    _check_room(offered, files)
    if entry.environment is not None:
        wheels = local / "wheels" if local and (local / "wheels").is_dir() else None
        make_environment(entry.environment, catalogue.environments[entry.environment], wheels)
    files.mkdir(parents=True, exist_ok=True)
    there = 0

    def progress(count: int) -> None:
        nonlocal there
        there += count
        report(there, offered.size)

    progress(0)
    offered.bring(files, progress)
    _drop_strangers(files, offered)
    brought = tuple(
        ModelFile(
            path=file.path,
            sha256=file.check.sha256 or sha256_of(files / file.path),
            size=file.check.size,
        )
        for file in offered.files
    )
    installed = InstalledModel(
        entry=entry.resized(sum(file.size for file in brought)),
        revision=offered.revision or _digest(brought),
        files=brought,
        added_at=datetime.now(UTC),
    )
    (partial / "installed.json").write_text(installed.model_dump_json(by_alias=True, indent=1))
    target = own_folder() / entry.name
    shutil.rmtree(target, ignore_errors=True)  # what has no record that can be read
    partial.rename(target)
    return installed


def _digest(files: tuple[ModelFile, ...]) -> str:
    """Return a revision for files without one: a hash of their paths and hashes."""
    lines = sorted(f"{file.sha256}  {file.path}\n" for file in files)
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:40]


def _drop_strangers(folder: Path, offered: Offer) -> None:
    """Delete what an earlier try brought and this offer does not have."""
    wanted = {folder / file.path for file in offered.files}
    for path in folder.rglob("*"):
        if path.is_file() and path not in wanted:
            path.unlink()


def _check_room(offered: Offer, files: Path) -> None:
    there = sum(path.stat().st_size for path in files.rglob("*") if path.is_file())
    needed = max(offered.size - there, 0)
    free = shutil.disk_usage(own_folder()).free
    if needed + ROOM > free:
        raise MediaError(
            f"{offered.entry.name} needs {(needed + ROOM) / 1e9:.1f} GB on the disk of "
            f"{own_folder()}, where {free / 1e9:.1f} GB are free; nothing was added."
        )


def remove_model(name: str) -> int:
    """Delete a model, and its environment where no other model runs in it.

    Returns the bytes of files that were deleted. Raises :class:`NotFound` where it was not added.
    """
    found = find_model(name)
    folder = own_folder() / name
    if found is None and not (record_of(name).is_file() or _partials(name)):
        raise NotFound(f"{name} was not added.{closest(name, installed_models())}")
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    record_of(name).unlink(missing_ok=True)  # first, so that a model is never half there
    for path in [folder, *_partials(name)]:
        shutil.rmtree(path, ignore_errors=True)
    used = {model.entry.environment for model in installed_models().values()}
    if found is not None and found.entry.environment and found.entry.environment not in used:
        remove_environment(found.entry.environment)
    return size


def _partials(name: str) -> list[Path]:
    known = (own_folder() / ".partial").glob(f"{name}-*")
    return [path for path in known if path.name.rpartition("-")[0] == name]


# ------------------------------------------------------------------------------------ licences


class _Acceptance(BaseModel):
    licence: Licence
    accepted_at: datetime


def _accept(entry: ModelEntry, *, accepted_now: bool, local: Path | None) -> None:
    """Record that the licence is accepted; raise :class:`MediaError` where it is not."""
    accepted = _read_accepted()
    if entry.name in accepted and accepted[entry.name].licence == entry.licence:
        return
    if not accepted_now:
        size = byte_size(entry.size * 1e9) if entry.size else "files of unknown size"
        source = f" --from {shlex.quote(str(local))}" if local else ""
        raise MediaError(
            f"{entry.name} ({size} from {entry.source.label}) comes under this licence:\n"
            f"{licence_text(entry.licence)}\nNothing was downloaded. To accept it: "
            f"mediaext engine add {entry.name}{source} --accept-licence"
        )
    accepted[entry.name] = _Acceptance(licence=entry.licence, accepted_at=datetime.now(UTC))
    rows = {name: row.model_dump(mode="json") for name, row in accepted.items()}
    path = _licences_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_suffix(".new")
    scratch.write_text(json.dumps(rows, indent=1), "utf-8")
    os.replace(scratch, path)


def _licences_file() -> Path:
    return own_folder() / "licences.json"


def _read_accepted() -> dict[str, _Acceptance]:
    """Return what was accepted by model; a file that cannot be read accepts nothing."""
    try:
        data = json.loads(_licences_file().read_text("utf-8"))
        return {name: _Acceptance.model_validate(row) for name, row in data.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def licence_text(licence: Licence) -> str:
    """Say in a few lines what a licence allows and how sure this project is of it."""
    lines = [
        licence.id,
        "commercial use: " + ("allowed" if licence.commercial else "not allowed"),
    ]
    if licence.excludes:
        lines.append(f"grants nothing in: {', '.join(licence.excludes)}")
    if licence.remarks:
        lines.append(licence.remarks)
    lines.append(
        f"read at its source in {licence.read}: {licence.source}"
        if licence.read
        else f"NOT READ by this project; read it yourself: {licence.source}"
    )
    return "\n".join(f"  {line}" for line in lines)
