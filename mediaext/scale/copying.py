"""Copy a service's ledger from its folder to PostgreSQL."""

from contextlib import closing
from pathlib import Path

from mediaext.errors import MediaError
from mediaext.scale.shared import open_database
from mediaext.service.database import Database
from mediaext.service.peers import active_owners
from mediaext.service.sqlite_database import SqliteDatabase

TABLES = ("jobs", "blobs", "outbox", "keys", "operators", "accounts", "profiles")
CONTINUE = """
SELECT setval(pg_get_serial_sequence('jobs', 'number'), COALESCE(MAX(number), 0) + 1, false)
FROM jobs
"""


def copy_ledger(home: Path, url: str) -> dict[str, int]:
    """Copy a folder's ledger into an empty one in PostgreSQL; the folder's own is not changed.

    Jobs keep their place in the queue; keys, links and signatures stay valid. Media stays in the
    folder.

    Returns
    -------
    dict
        Rows copied, by table.

    Raises
    ------
    MediaError
        Where the folder has no ledger, a service uses it, or the other one is not empty; then
        nothing was copied.
    """
    path = home / "ledger.sqlite3"
    if not path.exists():
        raise MediaError(f"There is no ledger in {home}; name the service's folder with --home.")
    if living := active_owners(home):
        process = living[0].partition("-")[0]
        raise MediaError(
            f"The service of process {process} uses the ledger {path}; stop it first."
        )
    with (
        closing(open_database(url, home)) as target,
        closing(SqliteDatabase(path)) as source,
        target.transaction(),
    ):
        counts = {}
        for table in TABLES:
            if target.one(f"SELECT 1 AS found FROM {table} LIMIT 1") and table != "accounts":  # noqa: S608 # a table of ours
                raise MediaError(f"The ledger there is not empty: its table '{table}' has rows.")
            if table == "accounts":
                target.run("DELETE FROM accounts")  # the copied jobs opened them
            counts[table] = _copy(source, target, table)
        target.one(CONTINUE)
    return counts


def _copy(source: Database, target: Database, table: str) -> int:
    rows = source.all(f"SELECT * FROM {table}")  # noqa: S608 # as above
    for row in rows:
        names = [name for name in dict(row) if name != "seal"]
        marks = ", ".join("?" * len(names))
        target.run(
            f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})",  # noqa: S608 # as above
            *(row[name] for name in names),
        )
    return len(rows)
