"""Locate a job's media, and bring it to the store or to a file that a pod reads."""

import asyncio
import binascii
import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from mediaext.engines.base import invalid
from mediaext.errors import InvalidRequest
from mediaext.operation import Operation
from mediaext.protocol import DELIVERY_FIELDS
from mediaext.service.blob_store import DamagedFile, StoredFile, WrittenFile, place
from mediaext.service.blobs import Blobs
from mediaext.service.guarded_http import GuardedWeb
from mediaext.service.json_bodies import Part, content_of, refuse_body
from mediaext.service.links import Links
from mediaext.service.records import TRUST_FILES, TRUST_PRIVATE, InlineMedia, JobRow, role_of
from mediaext.service.settings import Settings

DATA = "data:"
NOT_DATA = "A data: URL needs base64 content, data:TYPE;base64,…."
PIECE = 2**20  # characters of base64 that are decoded at once


class Inputs:
    """Takes media in at acceptance and hands it out when the job runs."""

    def __init__(self, settings: Settings, blobs: Blobs, links: Links, web: GuardedWeb) -> None:
        self.settings = settings
        self.blobs = blobs
        self.links = links
        self.web = web

    def locate(
        self, request: Operation[Any], body: dict[str, Any], parts: Sequence[Part] = ()
    ) -> tuple[dict[str, list[dict[str, str]]], tuple[InlineMedia, ...]]:
        """Return where each input is, and the media that came inside the request.

        ``body`` is the request as it will be kept: its ``data:`` URLs are cut to their type.
        ``parts`` are those that :func:`take_out_media` took out. Raises :class:`InvalidRequest`
        for too many inputs or a ``data:`` URL that is not good.
        """
        sources: dict[str, list[dict[str, str]]] = {}
        inline: list[InlineMedia] = []
        for name, values in request.media().items():
            if len(values) > self.settings.inputs_limit:
                raise InvalidRequest.about(
                    name, f"At most {self.settings.inputs_limit} inputs are taken."
                )
            sources[name] = []
            for number, value in enumerate(map(str, values)):
                if value.startswith(DATA):
                    inline.append(self._inline(name, number, value, parts))
                    sources[name].append({"blob": inline[-1].role})
                else:
                    sources[name].append({"url": value})
            if any("blob" in source for source in sources[name]):
                short = [str(value).partition(",")[0][:80] for value in values]
                body[name] = short if isinstance(body[name], list) else short[0]
        if len({id(one.text) for one in inline} & {id(part) for part in parts}) < len(parts):
            raise refuse_body("A data: URL stands where no media is taken.", "value_error")
        return sources, tuple(inline)

    def _inline(self, name: str, number: int, value: str, parts: Sequence[Part]) -> InlineMedia:
        try:
            text = content_of(value, parts)
        except ValueError:
            raise InvalidRequest.about(name, NOT_DATA) from None
        if len(text) * 3 // 4 > self.settings.input_limit:
            raise InvalidRequest.about(
                name, f"The data is larger than {self.settings.input_limit / 1e6:g} MB."
            )
        kind = value.removeprefix(DATA).partition(";")[0] or "application/octet-stream"
        return InlineMedia(name, f"input-{name}-{number}", kind, text)

    def store(self, job_id: str, inline: Sequence[InlineMedia]) -> list[WrittenFile]:
        """Write media to files that are not known yet.

        Raises :class:`InvalidRequest` for what is not base64, ``OSError`` when there is no room;
        then nothing is left.
        """
        files: list[WrittenFile] = []
        try:
            for one in inline:
                try:
                    files.append(self.blobs.write(job_id, one.role, _decoded(one.text)))
                except ValueError:
                    raise InvalidRequest.about(one.field, NOT_DATA) from None
        except BaseException:
            self.discard(files)
            raise
        return files

    def discard(self, files: Sequence[WrittenFile]) -> None:
        """Delete stored media of a request that did not become a job."""
        if files:
            self.blobs.discard(written.file for written in files)

    def keep(
        self, job_id: str, inline: Sequence[InlineMedia], files: Sequence[WrittenFile]
    ) -> None:
        """Make stored media the job's own; called inside the transaction that enters the job."""
        end = self.blobs.clock.now() + self.settings.link_life
        for one, written in zip(inline, files, strict=True):
            self.blobs.keep(job_id, one.role, written, one.media_type, end)

    def contents(
        self, request: Operation[object], inline: Sequence[InlineMedia]
    ) -> dict[str, list[bytes | str]]:
        """Return the media of a request: its bytes where they are here, else its URL or path."""
        texts = {one.role: one.text for one in inline}
        return {
            name: [
                self._content(str(value), texts.get(f"input-{name}-{number}"))
                for number, value in enumerate(found)
            ]
            for name, found in request.media().items()
        }

    def _content(self, value: str, text: Part | None) -> bytes | str:
        if text is not None:
            try:
                return b"".join(_decoded(text))
            except ValueError:
                return value
        if held := self._held(value):
            with contextlib.suppress(OSError, DamagedFile):
                return held.content()
        return value

    def _held(self, value: str) -> StoredFile | None:
        """Return the stored file behind a link of ours."""
        with contextlib.suppress(ValueError, OSError):
            own = self.links.own_file(value, self.blobs.clock.now())
            if own:
                return self.blobs.find(own[0], role_of(own[1]))
        return None

    def fingerprint(self, request: Operation[object], inline: Sequence[InlineMedia]) -> str:
        """Return a digest that differs for requests that differ.

        Media counts by content where the service holds it, so that an upload repeated after a
        crash is the same; fields of delivery do not count.
        """
        media = request.media()
        values = {
            name: value
            for name, value in request.model_dump(mode="json", exclude_unset=True).items()
            if name not in DELIVERY_FIELDS and name not in media
        }
        texts = {one.role: one.text for one in inline}
        contents = {
            name: [
                self._content_digest(str(value), texts.get(f"input-{name}-{number}"))
                for number, value in enumerate(found)
            ]
            for name, found in media.items()
        }
        text = json.dumps([request.endpoint.name, values, contents], sort_keys=True)
        return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

    def _content_digest(self, value: str, text: Part | None) -> str:
        if text is not None:
            digest = sha256()
            with contextlib.suppress(ValueError):
                for piece in _decoded(text):
                    digest.update(piece)
            return digest.hexdigest()
        if held := self._held(value):
            digest = sha256()
            with contextlib.suppress(OSError, DamagedFile):
                for piece in held.pieces():
                    digest.update(piece)
                return digest.hexdigest()
        return value

    async def gather(self, job: JobRow) -> list[dict[str, Any]]:
        """Bring every input to where a pod reads it: ``file`` in the store, or a local ``path``.

        A link of ours is taken as it is; what is fetched from elsewhere goes to the store under
        the job's lease. Raises INPUT_INVALID with a sentence when one is not there, ``OSError``
        when there is no room.
        """
        return [
            {
                "field": name,
                "title": name if len(sources) == 1 else f"{name} {number + 1}",
                **await self._fetch(job, name, number, source),
            }
            for name, sources in job.sources.items()
            for number, source in enumerate(sources)
        ]

    async def _fetch(
        self, job: JobRow, name: str, number: int, source: Mapping[str, str]
    ) -> dict[str, Any]:
        if "blob" in source:
            return await self._stored(job.job_id, source["blob"], name)
        url = source["url"]
        try:
            own = self.links.own_file(url, job.accepted_at)
        except ValueError as error:
            raise invalid(f"{name}: {error}") from None
        if own is not None:
            holder, file = own
            return await self._stored(holder, role_of(file), name)
        if not url.startswith(("http://", "https://")):
            return {"path": str(self._local(job, name, url))}
        content = await self.web.get(
            url,
            limit=self.settings.input_limit,
            seconds=self.settings.fetch_seconds,
            allow_private=bool(job.trust & TRUST_PRIVATE and self.settings.allow_private_urls),
        )
        file = f"{place(job.job_id, job.lease)}.input-{name}-{number}"
        return (await asyncio.to_thread(self.blobs.store.write, file, (content,)))._asdict()

    async def _stored(self, holder: str, role: str, name: str) -> dict[str, Any]:
        found = await self.blobs.database.call(self.blobs.find, holder, role)
        if found is None:
            raise invalid(f"{name}: the linked file is no longer stored; upload it again.")
        return {"file": found.file, "size": found.size, "checksum": found.checksum}

    def _local(self, job: JobRow, name: str, value: str) -> Path:
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
                f"{self.settings.input_limit / 1e6:g} MB that are accepted."
            )
        return path


def _decoded(text: Part) -> Iterator[bytes]:
    """Decode base64 in pieces, so that others have their turn; raise ``ValueError``."""
    for begin in range(0, len(text), PIECE):
        piece = binascii.a2b_base64(text[begin : begin + PIECE], strict_mode=True)
        if begin + PIECE < len(text) and len(piece) != PIECE // 4 * 3:
            raise ValueError("padding before the end")
        yield piece
