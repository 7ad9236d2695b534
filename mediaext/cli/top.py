"""The state of a service and of all that share its ledger, as text for a terminal."""

import sys
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

from mediaext.cli.layout import rows, terminal_width
from mediaext.errors import MediaError
from mediaext.protocol import OVERVIEW_PATH
from mediaext.text import printable

PAUSE = 2.0  # seconds between two looks
PATIENCE = 10.0  # seconds for an answer
CLEAR = "\x1b[H\x1b[2J"


def read(url: str, key: str) -> dict[str, Any]:
    """Return the overview that a service gives its operators.

    Raises
    ------
    MediaError
        Where nothing answers there, it is no such service, or the key is none of an operator.
    """
    import httpx

    headers = {"X-API-Key": key} if key else {}
    try:
        answer = httpx.get(url.rstrip("/") + OVERVIEW_PATH, headers=headers, timeout=PATIENCE)
    except httpx.HTTPError as error:
        reason = printable(str(error)) or type(error).__name__
        raise MediaError(f"No service answers at {url} ({reason}).") from None
    if answer.status_code == 401:
        raise MediaError(f"The service at {url} needs a key: --api-key or MEDIAEXT_API_KEY.")
    try:
        found = answer.json()
        if answer.status_code == 200 and {"services", "queues"} <= found.keys():
            return dict(found)
        reason = str(found["detail"])
    except (ValueError, KeyError, AttributeError):
        reason = f"it answers {answer.status_code}"
    raise MediaError(f"{url} gives no overview: {printable(reason)[:300]}")


def show(found: Mapping[str, Any]) -> str:
    """Return it as text: services, queues, what is stored."""
    services = [_service(one) for one in found["services"]]
    queues = [
        {**row, "oldest": _age(row["oldest"])}
        for row in sorted(
            found["queues"], key=lambda row: (row["status"], row["plan"], row["queue"])
        )
    ]
    stored = (
        f"{found['files']} files, {found['bytes'] / 1e6:,.1f} MB; "
        f"{found['webhooks']} webhooks to deliver"
    )
    width = terminal_width()
    jobs = rows(queues, width) if queues else "No open jobs."
    return "\n\n".join((rows(services, width), jobs, stored))


def _service(one: Mapping[str, Any]) -> dict[str, object]:
    states = Counter(one["pods"].values())
    return {
        "service": one["name"],
        "leads": "yes" if one["leads"] else "",
        "address": one["url"],
        "pods": len(one["pods"]),
        "busy": states["busy"],
        "accepted/min": one["accepted_in_a_minute"],
        "completed/min": one["completed_in_a_minute"],
        "failed/min": one["failed_in_a_minute"],
        "seen": _age(one["seen"]),
    }


def _age(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 3600 else f"{seconds / 3600:.1f} h"


def follow(url: str, key: str) -> int:
    """Show it until interrupted; a service that is away for a time is waited for."""
    print(show(read(url, key)))  # what is wrong at the start is no matter of waiting
    try:
        while True:
            try:
                text = show(read(url, key))
            except MediaError as error:
                text = str(error)
            sys.stdout.write(CLEAR + text + "\n")
            sys.stdout.flush()
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        return 0
