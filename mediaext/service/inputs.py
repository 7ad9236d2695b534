"""Where a job's media is and how it gets to a file that a pod can read."""

import base64
import binascii
import os
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from mediaext.engines.base import invalid
from mediaext.errors import InvalidRequest, Problem
from mediaext.operation import Operation
from mediaext.service.blobs import Blobs
from mediaext.service.guard import GuardedWeb
from mediaext.service.links import Links
from mediaext.service.records import TRUST_FILES, TRUST_PRIVATE, Job, role_of
from mediaext.service.settings import Settings

DATA = "data:"


class Inputs:
    """Takes media in at acceptance and hands it out as files when the job runs."""

    def __init__(self, settings: Settings, blobs: Blobs, links: Links, web: GuardedWeb) -> None:
        self.settings = settings
        self.blobs = blobs
        self.links = links
        self.web = web
        self._work = settings.home / "work"

    def take_in(
        self, job_id: str, request: Operation[Any], body: dict[str, Any]
    ) -> dict[str, list[dict[str, str]]]:
        """Return where each input is; ``data:`` URLs in ``body`` are moved to the blob store.

        Raises :class:`InvalidRequest` for too many inputs or a ``data:`` URL that is not good.
        """
        sources: dict[str, list[dict[str, str]]] = {}
        for name, values in request.media().items():
            if len(values) > self.settings.inputs_limit:
                raise _problem(name, f"At most {self.settings.inputs_limit} inputs are taken")
            sources[name] = [
                self._take_in(job_id, name, number, str(value))
                for number, value in enumerate(values)
            ]
            if any("blob" in source for source in sources[name]):
                short = [str(value).partition(",")[0][:80] for value in values]
                body[name] = short if isinstance(body[name], list) else short[0]
        return sources

    def _take_in(self, job_id: str, name: str, number: int, value: str) -> dict[str, str]:
        if not value.startswith(DATA):
            return {"url": value}
        head, comma, text = value.partition(",")
        try:
            if not comma or not head.endswith(";base64"):
                raise ValueError
            content = base64.b64decode(text, validate=True)
        except (ValueError, binascii.Error):
            raise _problem(name, "A data: URL needs base64 content, data:TYPE;base64,…") from None
        if len(content) > self.settings.input_limit:
            raise _problem(name, f"The data is larger than {self.settings.input_limit / 1e6:g} MB")
        role = f"input-{name}-{number}"
        media_type = head.removeprefix(DATA).partition(";")[0] or "application/octet-stream"
        end = self.blobs.clock.now() + self.settings.link_life
        self.blobs.put(job_id, role, content, media_type, end)
        return {"blob": role}

    async def gather(self, job: Job) -> list[dict[str, str]]:
        """Bring every input to a file; raise INPUT_INVALID with a sentence when one is not there.

        A link of ours is read from storage, without a network call.
        """
        found = []
        for name, sources in job.sources.items():
            for number, source in enumerate(sources):
                title = name if len(sources) == 1 else f"{name} {number + 1}"
                path = await self._fetch(job, name, number, source)
                found.append({"field": name, "title": title, "path": str(path)})
        return found

    async def _fetch(self, job: Job, name: str, number: int, source: dict[str, str]) -> Path:
        if "blob" in source:
            return self._stored(job.job_id, source["blob"], name)
        url = source["url"]
        try:
            own = self.links.own_file(url, job.accepted_at)
        except ValueError as error:
            raise invalid(f"{name}: {error}") from None
        if own is not None:
            holder, file = own
            return self._stored(holder, role_of(file), name)
        if url.startswith(("http://", "https://")):
            content = await self.web.get(
                url,
                limit=self.settings.input_limit,
                seconds=self.settings.fetch_seconds,
                allow_private=bool(job.trust & TRUST_PRIVATE and self.settings.allow_private_urls),
            )
            return self._write(job, name, number, content)
        return self._local(job, name, url)

    def _stored(self, holder: str, role: str, name: str) -> Path:
        found = self.blobs.find(holder, role)
        if found is None:
            raise invalid(f"{name}: the linked file is no longer stored; upload it again.")
        return found[0]

    def _local(self, job: Job, name: str, value: str) -> Path:
        shown = value if len(value) <= 120 else value[:117] + "..."
        if not (job.trust & TRUST_FILES and self.settings.allow_local_files):
            raise invalid(f"{name}: {shown!r} is not an http or https URL; upload the file first.")
        path = Path(unquote(urlsplit(value).path) if value.startswith("file:") else value)
        try:
            path = path.expanduser()
            if not path.is_file():
                raise invalid(f"{name}: there is no file {shown!r}, and it is not a URL.")
            size = path.stat().st_size
        except (OSError, ValueError, RuntimeError):
            raise invalid(f"{name}: the file {shown!r} cannot be read.") from None
        if size > self.settings.input_limit:
            raise invalid(
                f"{name}: {size / 1e6:.1f} MB is more than the "
                f"{self.settings.input_limit / 1e6:g} MB that are taken."
            )
        return path

    def _write(self, job: Job, name: str, number: int, content: bytes) -> Path:
        folder = self._folder(job)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / f"{name}-{number}"
        path.write_bytes(content)
        return path

    def _folder(self, job: Job) -> Path:
        return self._work / f"{job.job_id}.{job.lease}"

    def clear(self, job: Job) -> None:
        """Delete what was fetched for a job."""
        if any("url" in source for sources in job.sources.values() for source in sources):
            shutil.rmtree(self._folder(job), ignore_errors=True)

    def sweep(self, is_leased: Any) -> int:
        """Delete what killed services left; ``is_leased(job_id, lease)`` says what is in use."""
        if not self._work.is_dir():
            return 0
        swept = 0
        for entry in os.scandir(self._work):
            job_id, _, lease = entry.name.partition(".")
            if not is_leased(job_id, lease):
                shutil.rmtree(entry.path, ignore_errors=True)
                swept += 1
        return swept


def _problem(field: str, sentence: str) -> InvalidRequest:
    return InvalidRequest(f"{field}: {sentence}.", (Problem(("body", field), f"{sentence}."),))
