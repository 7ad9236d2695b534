"""Leases: one maker for each key among threads, processes and machines; and the journal of jobs.

A lease is a small file named by its key. It appears whole (a hard link) or not at all, says who
makes the thing, and, from the moment the service accepted it, under which job. Whoever finds the
lease of a process that died takes it over together with its job, which is then fetched, not bought
again. A result is written to the truth before its lease goes, so that who gets a lease and looks
again never misses it.

Known limit, accepted: a process that is killed between the service's acceptance and the note of
the job's identifier leaves a job that nobody knows of. A runner whose ``submit`` takes a ``token``
closes that gap, since the same token gives the same job; without one the note is a single append,
made before anything else.
"""

import contextlib
import json
import os
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from filelock import FileLock

from mediaext.datasets.owner import Heartbeat, alive, me


@dataclass(slots=True)
class Lease:
    """The right to make one key. ``facts`` is what the journal knows of its job."""

    path: Path
    facts: dict[str, Any] = field(default_factory=dict)

    def journal(self, **facts: Any) -> None:
        """Write down what is known of the job, before it is waited for."""
        self.facts = {"owner": str(me()), "time": time.time(), **facts}
        line = b"\n" + json.dumps(self.facts).encode() + b"\n"
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        try:
            os.write(file, line)
            os.fsync(file)  # this line is worth money
        finally:
            os.close(file)

    def release(self) -> None:
        """Give the right back: the result is in the truth, or the failure is."""
        self.path.unlink(missing_ok=True)


class Leases:
    """The leases of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.owners = folder / "owners"
        self.owners.mkdir(parents=True, exist_ok=True)
        self._heartbeat = Heartbeat(self.owners)
        self._sweep()

    def _sweep(self) -> None:
        """Remove scratch files of processes that died while claiming."""
        for scratch in self.folder.glob("*.json.*"):
            owner = scratch.name.partition(".json.")[2].rpartition(".")[0]
            if not self._lives(owner):
                scratch.unlink(missing_ok=True)

    def path(self, key: bytes) -> Path:
        """Return where the lease of a key lies."""
        return self.folder / f"{key.hex()}.json"

    def claim(self, key: bytes) -> Lease | None:
        """Return the lease of a key, or ``None`` while another living process has it.

        One process may claim a key that it holds already: it is the one to go on with its job.
        """
        path = self.path(key)
        scratch = _scratch(path, {"owner": str(me()), "time": time.time()})
        try:
            os.link(scratch, path)
        except FileExistsError:
            return self._take_over(path)
        finally:
            scratch.unlink(missing_ok=True)
        return Lease(path)

    def _take_over(self, path: Path) -> Lease | None:
        facts = read_lease(path)
        if facts is None:
            return None  # gone in this moment; whoever asks tries again
        if facts["owner"] == str(me()):
            return Lease(path, facts)
        if self._lives(facts["owner"]):
            return None
        with FileLock(self.folder / "takeover.lock"):
            now = read_lease(path)
            if now is None or now["owner"] != facts["owner"]:
                return None
            lease = Lease(path)
            lease.journal(**{k: v for k, v in now.items() if k not in ("owner", "time")})
            return lease

    def _lives(self, owner: str) -> bool:
        try:
            heard = (self.owners / owner).stat().st_mtime
        except OSError:
            heard = None
        return alive(owner, heard)

    def held(self, key: bytes) -> bool:
        """Say whether a living process is making this key."""
        facts = read_lease(self.path(key))
        return facts is not None and self._lives(facts["owner"])

    def left_behind(self) -> dict[bytes, dict[str, Any]]:
        """Return the leases of processes that died, and what the journal knows of their jobs."""
        found = {}
        for path in self.folder.glob("*.json"):
            facts = read_lease(path)
            if facts is not None and not self._lives(facts["owner"]):
                found[bytes.fromhex(path.stem)] = facts
        return found

    def close(self) -> None:
        """Leave; leases with a running job stay for whoever comes next."""
        self._heartbeat.stop()


def read_lease(path: Path) -> dict[str, Any] | None:
    """Return what a lease says last, or ``None`` when there is none.

    A line that is not whole was never finished and does not count.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError:
        return None
    for line in reversed(lines):
        with contextlib.suppress(ValueError):
            facts = json.loads(line)
            if isinstance(facts, dict) and isinstance(facts.get("owner"), str):
                return facts
    return {"owner": ""}  # damaged: counts as left behind


def _scratch(path: Path, facts: dict[str, Any]) -> Path:
    """Write facts beside ``path`` under a name that no other thread or process uses."""
    scratch = path.with_name(f"{path.name}.{me()}.{threading.get_ident()}")
    scratch.write_text(json.dumps(facts) + "\n")
    return scratch
