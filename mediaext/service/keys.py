"""API keys: shown once, kept as keyed hashes; accounts with credits; usage.

The key is 256 random bits, so a fast keyed hash is right (slow hashes are for passwords), and one
look-up by hash leaves no timing to learn from. Used by the command line and by the service.
"""

import contextlib
import hmac
import os
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from mediaext.errors import MediaError
from mediaext.service import sql
from mediaext.service.database import Clock, Database
from mediaext.service.ledger import Ledger
from mediaext.service.settings import RANK
from mediaext.service.sqlite_database import ledger_of

PREFIX = "mx_"
USED_SECONDS = 60.0  # how exact the time of last use is


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller and its plan; an operator may see the state of the whole service."""

    user: str
    plan: str
    operator: bool = False


class Keys:
    """The keys of one service home."""

    def __init__(self, database: Database, secret_file: Path, clock: Clock) -> None:
        self.database = database
        self.clock = clock
        self._secret = ensure_secret(secret_file)

    def _digest(self, key: str) -> str:
        return hmac.new(self._secret, key.encode("utf-8", "replace"), sha256).hexdigest()

    def add(self, user: str, plan: str, *, operator: bool = False) -> str:
        """Make a key and return it; it cannot be shown again."""
        if plan.lower() not in RANK:
            raise MediaError(f"There is no plan '{plan}'; plans: {', '.join(RANK)}.")
        if not user.strip():
            raise MediaError("A key belongs to a user: give the user's name.")
        key = PREFIX + secrets.token_urlsafe(32)
        key_id, shown = secrets.token_hex(6), key[: len(PREFIX) + 8]
        values = key_id, self._digest(key), shown, user, plan.lower(), self.clock.now()
        with self.database.transaction():
            self.database.run(sql.INSERT_KEY, *values)
            self.database.run(sql.OPEN_ACCOUNT, user)
            if operator:
                self.database.run(sql.INSERT_OPERATOR, key_id)
        return key

    def find(self, key: str) -> Caller | None:
        """Return whose key this is; ``None`` for unknown and revoked ones."""
        row = self.database.one(sql.FIND_KEY, self._digest(key))
        if row is None:
            return None
        now = self.clock.now()
        if row["last_used_at"] is None or now - row["last_used_at"] > USED_SECONDS:
            self.database.run(sql.USE_KEY, now, row["key_id"])
        return Caller(row["user"], row["plan"], bool(row["operator"]))

    def list(self, user: str | None = None) -> list[dict[str, Any]]:
        """Return what is known of the keys; never the keys themselves."""
        rows = self.database.all(sql.LIST_KEYS, user, user)
        hidden = ("digest", "seal")
        return [
            {name: value for name, value in dict(row).items() if name not in hidden}
            | {"operator": bool(row["operator"])}
            for row in rows
        ]

    def revoke(self, key: str) -> int:
        """Revoke by identifier or shown prefix; return how many keys that were."""
        return self.database.run(sql.REVOKE_KEY, self.clock.now(), key, key)


def ensure_secret(path: Path) -> bytes:
    """Read the secret of this home, made on first use; the first of two processes wins."""
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(32))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_bytes()


@contextlib.contextmanager
def open_keys(home: Path, database: Database | None = None) -> Iterator[Keys]:
    """Open the keys of a service home, those of ``database`` where it is given."""
    with ledger_of(home, database) as opened:
        yield Keys(opened, home / "secrets" / "keys", Clock())


def add(
    home: Path,
    user: str,
    plan: str = "pro",
    credits: int | None = None,
    *,
    operator: bool = False,
    database: Database | None = None,
) -> str:
    """Make a key for a user and return it; it is shown this once."""
    with open_keys(home, database) as keys:
        key = keys.add(user, plan, operator=operator)
        if credits is not None:
            set_credits(home, user, credits, database=keys.database)
    return key


def list_keys(
    home: Path, user: str | None = None, *, database: Database | None = None
) -> list[dict[str, Any]]:
    """Return identifier, prefix, user, plan and times of the keys."""
    with open_keys(home, database) as keys:
        return keys.list(user)


def revoke(home: Path, key: str, *, database: Database | None = None) -> int:
    """Revoke a key by identifier or shown prefix; return how many keys that were."""
    with open_keys(home, database) as keys:
        return keys.revoke(key)


def set_credits(
    home: Path, user: str, credits: int | None, *, database: Database | None = None
) -> None:
    """Set a user's credits; ``None`` is no limit."""
    with ledger_of(home, database) as opened:
        opened.run(sql.OPEN_ACCOUNT, user)
        opened.run(sql.SET_CREDITS, credits, user)


def usage(
    home: Path,
    days: float | None = None,
    user: str | None = None,
    *,
    database: Database | None = None,
) -> list[dict[str, Any]]:
    """Return jobs, completed, failed, credits and seconds by user and operation."""
    since = 0.0 if days is None else time.time() - days * 86400
    with ledger_of(home, database) as opened:
        return Ledger(opened, Clock()).usage(since, user)
