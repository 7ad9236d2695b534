"""Send webhooks through an outbox that is written together with the end of the job.

Signed after Standard Webhooks (https://www.standardwebhooks.com): ``webhook-id`` is the same over
all tries, the signature covers id, time and the unchanged body. 2xx is success, redirects are
failures, 410 stops, ``Retry-After`` is respected.
"""

import asyncio
import base64
import contextlib
import hmac
import json
import random
import secrets
import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpcore

from mediaext.errors import JobFailed
from mediaext.logs import logger
from mediaext.service import sql
from mediaext.service.blob_store import DamagedFile
from mediaext.service.blobs import Blobs
from mediaext.service.database import Clock, Database, LedgerUnavailable
from mediaext.service.guarded_http import Blocked, GuardedWeb
from mediaext.service.injected_faults import InjectedFaults
from mediaext.service.records import TRUST_PRIVATE, JobRow
from mediaext.service.responses import JobViews, is_legacy
from mediaext.service.settings import Settings
from mediaext.service.sqlite_database import ledger_of
from mediaext.service.traces import is_traced, past

log = logger("mediaext.service")
AT_ONCE = 16  # webhooks on their way at the same time
JITTER = 0.2  # of the wait, so that receivers are not hit in step
KEY_MARK = "whsec_"
LONGEST_PAUSE = 5.0  # seconds until webhooks of other processes are looked for
HOLD_ROOM = 5.0  # seconds beyond a try in which nobody else sends the same
LEDGER_PAUSE = 1.0  # seconds to wait when the ledger cannot be used


class WebhookOutbox:
    """Webhooks that have to leave."""

    def __init__(self, database: Database, clock: Clock, views: JobViews) -> None:
        self.database = database
        self.clock = clock
        self.views = views

    def write(self, job: JobRow) -> None:
        """Note what has to be sent of an ended job; called inside its last transaction."""
        if not job.callback_url:
            return
        if is_legacy(job) and job.row["status"] == "completed":
            for role in job.made:  # the older endpoints send the image itself
                self._insert(job, None, role)
            return
        body = self.views.specified(job)
        self._insert(job, json.dumps(body, separators=(",", ":")), None)

    def _insert(self, job: JobRow, body: str | None, role: str | None) -> None:
        now = self.clock.now()
        self.database.run(
            sql.INSERT_WEBHOOK,
            f"msg_{job.job_id}" + (f"_{role}" if role else ""),
            job.job_id,
            job.user,
            job.callback_url,
            body,
            role,
            job.trust,
            now,
            now,
        )

    def secret(self, user: str) -> str:
        """Return the secret that signs a user's webhooks, made on first use."""
        return open_secret(self.database, user)

    def take_due(self, hold_seconds: float, limit: int = AT_ONCE) -> list[dict[str, Any]]:
        """Return what is due and hold it, so that another process does not send it as well."""
        now = self.clock.now()
        next_at = self.next_due()
        if next_at is None or next_at > now:
            return []  # seen without a lock
        rows = self.database.all(sql.HOLD_WEBHOOKS, now + hold_seconds, now, limit)
        return [dict(row) for row in rows]

    def settle(
        self, held: Mapping[str, Any], state: str, next_at: float, error: str | None
    ) -> None:
        """Note how a try went, unless its hold was over and another one holds it now."""
        self.database.run(
            sql.SETTLE_WEBHOOK, state, next_at, error, held["webhook_id"], held["next_at"]
        )

    def trace_of(self, job_id: str) -> str | None:
        """Return the span that those of a job belong to, if any."""
        row = self.database.one(sql.GET_TRACE, job_id)
        return row["traceparent"] if row else None

    def next_due(self) -> float | None:
        """Return when the next webhook is due."""
        row = self.database.one(sql.NEXT_WEBHOOK)
        return None if row is None else row["next_at"]


def open_secret(database: Database, user: str) -> str:
    """Return a user's secret; the first of two processes makes it."""
    database.run(sql.OPEN_ACCOUNT, user)
    fresh = KEY_MARK + base64.b64encode(secrets.token_bytes(32)).decode()
    database.run(sql.SET_SIGNING_TEXT, fresh, user)
    row = database.one(sql.GET_ACCOUNT, user)
    return str(row["webhook_secret"]) if row else fresh


def sign(secret: str, webhook_id: str, moment: int, body: bytes) -> dict[str, str]:
    """Return the three Standard Webhooks headers."""
    key = base64.b64decode(secret.removeprefix(KEY_MARK))
    signed = f"{webhook_id}.{moment}.".encode() + body
    signature = base64.b64encode(hmac.new(key, signed, sha256).digest()).decode()
    return {
        "webhook-id": webhook_id,
        "webhook-timestamp": str(moment),
        "webhook-signature": f"v1,{signature}",
    }


class WebhookSender:
    """Sends what is in the outbox until it arrived or the schedule is over."""

    def __init__(
        self,
        settings: Settings,
        outbox: WebhookOutbox,
        blobs: Blobs,
        web: GuardedWeb,
        faults: InjectedFaults,
        *,
        on_try: Callable[[str], None],
    ) -> None:
        self.settings = settings
        self.faults = faults
        self.outbox = outbox
        self.blobs = blobs
        self.web = web
        self.on_try = on_try
        self.wake = asyncio.Event()
        self._call = outbox.database.call

    async def run(self) -> None:
        """Send until cancelled; a slow receiver does not delay others."""
        running: set[asyncio.Task[None]] = set()
        try:
            while True:
                self.wake.clear()
                wait = LEDGER_PAUSE
                with contextlib.suppress(LedgerUnavailable):
                    hold = self.settings.webhook_seconds + HOLD_ROOM
                    free = AT_ONCE - len(running)
                    for item in await self._call(self.outbox.take_due, hold, free):
                        task = asyncio.create_task(self._send(item))
                        running.add(task)
                        task.add_done_callback(running.discard)
                        task.add_done_callback(lambda _: self.wake.set())
                    wait = await self._pause(full=len(running) >= AT_ONCE)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.wake.wait(), wait)
        finally:
            if running:  # what has arrived shall be noted before the end
                await asyncio.wait(running, timeout=self.settings.stop_grace)
            for task in running:
                task.cancel()

    async def _pause(self, *, full: bool) -> float:
        """Return how long nothing is due."""
        next_at = None if full else await self._call(self.outbox.next_due)
        if next_at is None:
            return LONGEST_PAUSE
        return min(max(next_at - self.outbox.clock.now(), 0.01), LONGEST_PAUSE)

    async def _send(self, item: dict[str, Any]) -> None:
        begun = self.outbox.clock.now()
        try:
            status, retry_after = await self._post(item)
            error = None if 200 <= status < 300 else f"answered with status {status}"
        except Blocked:
            status, retry_after, error = 0, "", "the target is not on the public internet"
        except JobFailed as failure:
            status, retry_after, error = 410, "", failure.sentence
        except (TimeoutError, httpcore.TimeoutException):
            status, retry_after, error = 0, "", "no answer in time"
        except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as failure:
            status, retry_after, error = 0, "", f"no good connection ({type(failure).__name__})"
        except LedgerUnavailable:
            return  # the receiver was not asked: its hold runs out
        except Exception as failure:  # whatever it is, this try is over
            log.exception("internal error in a webhook")
            status, retry_after, error = 0, "", f"fault of the service ({type(failure).__name__})"
        if is_traced():
            with contextlib.suppress(LedgerUnavailable):
                parent = await self._call(self.outbox.trace_of, item["job_id"])
                ended = self.outbox.clock.now()
                past("webhook", parent, begun, ended, status=status, error=error or "")
        await self._settle(item, status, retry_after, error)

    async def _post(self, item: dict[str, Any]) -> tuple[int, str]:
        if item["role"] is None:
            body, media_type = item["body"].encode(), "application/json"
        else:
            body, media_type = await asyncio.to_thread(self._image, item)
        moment = int(self.outbox.clock.now())
        secret = await self._call(self.outbox.secret, item["user"])
        headers = sign(secret, item["webhook_id"], moment, body)
        headers["content-type"] = media_type
        headers["content-length"] = str(len(body))
        self.faults.before_webhook()
        return await self.web.post(
            item["url"],
            body,
            headers,
            seconds=self.settings.webhook_seconds,
            allow_private=bool(item["trust"] & TRUST_PRIVATE and self.settings.allow_private_urls),
        )

    def _image(self, item: dict[str, Any]) -> tuple[bytes, str]:
        if found := self.blobs.find(item["job_id"], item["role"]):
            with contextlib.suppress(DamagedFile, FileNotFoundError):
                return found.content(), found.media_type
        gone = b'{"status":"FAILURE","error":"The image is no longer stored."}'
        return gone, "application/json"

    async def _settle(
        self, item: dict[str, Any], status: int, retry_after: str, error: str | None
    ) -> None:
        tries, wait = item["tries"] + 1, 0.0
        schedule = self.settings.webhook_schedule
        if error is None:
            state = "delivered"
        elif status == 410 or tries >= len(schedule):
            state = "abandoned"
        else:
            state = "pending"
            wait = schedule[tries] * (1 + random.random() * JITTER)
            if retry_after.isascii() and retry_after.isdecimal():
                wait = max(wait, min(float(retry_after), 86400.0))
        await self._note(item, state, wait, error)
        self.on_try(state)
        known = {"job_id": item["job_id"], "webhook_id": item["webhook_id"], "tries": tries}
        log.info("webhook %s", error or "delivered", extra=known)

    async def _note(
        self, item: dict[str, Any], state: str, wait: float, error: str | None
    ) -> None:
        """Write how a try went, again and again while it is held: else it would be sent again."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self.settings.webhook_seconds + HOLD_ROOM
        while True:
            try:
                next_at = self.outbox.clock.now() + wait
                await self._call(self.outbox.settle, item, state, next_at, error)
            except LedgerUnavailable:
                if loop.time() > until:
                    return
                await asyncio.sleep(LEDGER_PAUSE)
            else:
                return


def list_webhooks(
    home: Path,
    user: str | None = None,
    state: str | None = None,
    limit: int = 100,
    *,
    database: Database | None = None,
) -> list[dict[str, Any]]:
    """Return the outbox, newest first: id, job, target, state, tries, next try, last error."""
    with ledger_of(home, database) as opened:
        rows = opened.all(sql.LIST_WEBHOOKS, user, user, state, state, limit)
    return [dict(row) for row in rows]


def replay(home: Path, webhook_or_job_id: str, *, database: Database | None = None) -> int:
    """Send again what is known by its webhook or job identifier; return how many that are."""
    with ledger_of(home, database) as opened:
        return opened.run(sql.REPLAY_WEBHOOK, time.time(), webhook_or_job_id, webhook_or_job_id)


def signing_secret(home: Path, user: str, *, database: Database | None = None) -> str:
    """Return the secret that a user's receiver verifies webhooks with."""
    with ledger_of(home, database) as opened:
        return open_secret(opened, user)
