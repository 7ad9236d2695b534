"""Open a ledger that several machines share, and share their secrets."""

import base64
import json
import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from mediaext.errors import MediaError
from mediaext.service.content_credentials import CHAIN, KEY, ROOT, ensure_authority
from mediaext.service.database import Database
from mediaext.service.keys import ensure_secret
from mediaext.service.links import Links
from mediaext.service.peers import OpenLedger
from mediaext.service.settings import Settings

if TYPE_CHECKING:
    from mediaext.scale.postgres import PostgresDatabase

SCHEMES = ("postgresql://", "postgres://")
AUTHORITY = "authority"
FILES = ("keys", "links.json", *(f"{AUTHORITY}/{name}" for name in (KEY, CHAIN, ROOT)))
"""Secrets in the order in which they are written; the root certificate completes the authority."""
GET = "SELECT content FROM secrets WHERE name = 'home'"
PUT = "INSERT INTO secrets (name, content) VALUES ('home', ?) ON CONFLICT DO NOTHING"


def open_database(url: str, home: Path) -> "PostgresDatabase":
    """Open a ledger in PostgreSQL, migrate its schema and share its secrets.

    Parameters
    ----------
    url
        ``postgresql://USER@HOST/DATABASE``; what it leaves out is taken from libpq's variables and
        files (``PGPASSWORD``, ``~/.pgpass``).
    home
        The service's folder on this machine; it gets a copy of the secrets.

    Raises
    ------
    MediaError
        Where the address is invalid, psycopg is not installed, the server does not answer, the
        ledger is of a newer version, or the folder holds the secrets of another service.
    """
    if not url.startswith(SCHEMES):
        raise MediaError(
            "A shared ledger is in PostgreSQL: postgresql://USER@HOST/DATABASE. "
            "Without --ledger it is a file in the service's folder."
        )
    try:
        from mediaext.scale.postgres import MIGRATIONS, VARIANTS, PostgresDatabase
    except ImportError as error:
        raise MediaError(
            f"A ledger in PostgreSQL needs more libraries ({error.name} is missing): "
            "pip install 'mediaext[scale]'."
        ) from None
    database = PostgresDatabase(url, MIGRATIONS, VARIANTS)
    try:
        share_secrets(database, home / "secrets")
    except BaseException:
        database.close()
        raise
    return database


def open_shared(settings: Settings) -> OpenLedger:
    """Open the ledger that a service's settings name; raises as :func:`open_database` does."""
    database = open_database(settings.ledger, settings.home)
    from mediaext.scale.postgres_peers import PostgresPeers, ServerClock

    clock = ServerClock(database)
    return OpenLedger(database, PostgresPeers(database, clock), clock)


def share_secrets(database: Database, folder: Path) -> None:
    """Copy the ledger's secrets to a folder; the first service on a ledger stores its own there.

    Raises :class:`MediaError` where the folder has others already.
    """
    known = {name for name in FILES if (folder / name).exists()}
    row = database.one(GET)
    if row is None:
        ensure_secret(folder / "keys")
        Links("", folder / "links.json")
        ensure_authority(folder / AUTHORITY)
        held = {name: base64.b64encode((folder / name).read_bytes()).decode() for name in FILES}
        database.run(PUT, json.dumps(held))
        row = database.one(GET)
    for name, text in json.loads(row["content"] if row else "{}").items():
        content, path = base64.b64decode(text), folder / name
        if path.exists() and path.read_bytes() == content:
            continue
        if name in known:
            raise MediaError(
                f"The folder {folder} has the secrets of another service than this ledger: links "
                "and keys of one are not valid for the other. Name a new folder with --home."
            )
        _write(path, content)


def _write(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
    draft.replace(path)
