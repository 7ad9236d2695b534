"""Getting the bytes of a result: from a link while it lives, from the store ever after."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from mediaext.client.session import Link, Session
from mediaext.errors import ResultExpired, Unreachable
from mediaext.job import JobRecord, JobState
from mediaext.operation import CATALOGUE
from mediaext.protocol import TRANSIENT, backoff, retry_after
from mediaext.results import MadeFile, Result

PATIENCE = 90.0  # seconds without any good answer before a wait gives up
DEAD = frozenset({401, 403, 404, 410})  # what a link past its life answers


async def collect(
    session: Session, state: JobState, read: Callable[[], Awaitable[JobState]]
) -> tuple[dict[str, MadeFile], dict[str, str]]:
    """Download every file of a completed job into the store; return files and digests by role.

    ``read()`` tells the state anew when a link is dead. Raises :class:`ResultExpired` when the
    new link is dead too, :class:`Unreachable` when nobody answers.
    """
    files, digests = {}, {}
    for role, url in state.links.items():

        async def renew(role: str = role, url: str = url) -> str:
            return (await read()).links.get(role, url)

        found = await _download(session, url, renew)
        if found is None:
            raise ResultExpired(
                f"The link to the result of job {state.job_id} no longer works; links live about "
                "24 hours. Run the request again.",
                job_id=state.job_id,
            )
        files[role], kept = found
        digests[role] = await asyncio.to_thread(session.store.put, files[role].content)
        session.links[digests[role]] = Link(kept)
    return files, digests


async def _download(
    session: Session, url: str, renew: Callable[[], Awaitable[str]]
) -> tuple[MadeFile, str] | None:
    """Return the file behind a link and the link that worked; ``None`` for one past its life.

    A dead link is renewed once; passing faults are waited out. Raises :class:`Unreachable`.
    """
    transport = await session.transport()
    started, attempt, renewed = time.monotonic(), 0, False
    while True:
        attempt += 1
        wish = None
        try:
            # Without the key, whatever the host.
            reply = await transport.send("GET", url, follow=True)
        except Unreachable:
            if time.monotonic() - started > PATIENCE:
                raise
        else:
            if reply.status == 200:
                return MadeFile(reply.content, *_describe(reply.headers)), url
            if reply.status in DEAD and not renewed:
                renewed = True
                url = await renew()
                continue
            if reply.status not in TRANSIENT or time.monotonic() - started > PATIENCE:
                return None
            wish = retry_after(reply.headers)
        await asyncio.sleep(backoff(attempt, wish))


def _describe(headers: Any) -> tuple[str, str]:
    """Return media type and file name from the headers of a download."""
    media_type = headers.get("content-type", "").partition(";")[0].strip()
    _, found, name = headers.get("content-disposition", "").partition('filename="')
    return media_type, name.partition('"')[0] if found else ""


def stored_result(session: Session, record: JobRecord) -> Result | None:
    """Rebuild the result of a completed job from the store, or ``None`` when bytes are gone."""
    files = {}
    for role, entry in record.files.items():
        name, _, rest = entry.partition(" ")
        media_type, _, file_name = rest.partition(" ")
        content = session.store.get(name)
        if content is None:
            return None
        files[role] = MadeFile(content, media_type, file_name)
    if not files:
        return None
    kind: type[Result] = CATALOGUE[record.operation].result_type()
    return kind.from_files(files, record)
