"""Leases of a dataset's keys in PostgreSQL, for machines without a common folder.

A row is the right of one holder to make one key, until a time by the server's clock. It is deleted
once the result is published, so the table is only as long as what is in progress.
"""

from collections.abc import Iterable, Iterator

from mediaext.scale.postgres import PostgresDatabase

BATCH = 256  # keys in one statement
NAME = "leases"

TABLE = """
CREATE TABLE dataset_leases (
    key bytea PRIMARY KEY,
    holder text NOT NULL,
    until timestamptz NOT NULL,
    job text
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

-- While the server was down no holder could extend its leases: they are valid after its start.
CREATE FUNCTION dataset_lease_expired(until timestamptz, seconds double precision)
RETURNS boolean LANGUAGE sql AS $$
    SELECT until = '-infinity' -- left to whoever claims it
        OR greatest(until, pg_postmaster_start_time() + make_interval(secs => seconds))
            < clock_timestamp()
$$;

-- Every statement locks rows in the order of their keys, which rules out deadlocks.
CREATE FUNCTION dataset_leases_of(who text, keys bytea[])
RETURNS TABLE (own_key bytea) LANGUAGE sql AS $$
    SELECT key FROM dataset_leases WHERE holder = who AND key = ANY(keys)
    ORDER BY key FOR UPDATE
$$;
"""
CLAIM = """
INSERT INTO dataset_leases AS held (key, holder, until)
SELECT wanted.key, ?, clock_timestamp() + make_interval(secs => ?)
FROM unnest(CAST(? AS bytea[])) AS wanted (key)
ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, until = excluded.until
WHERE held.holder = excluded.holder OR dataset_lease_expired(held.until, ?)
RETURNING held.key, held.job
"""
TAKE_OVER = """
UPDATE dataset_leases SET holder = ?, until = clock_timestamp() + make_interval(secs => ?)
WHERE holder = ANY(CAST(? AS text[])) RETURNING key, job
"""
EXTEND = """
UPDATE dataset_leases SET until = clock_timestamp() + make_interval(secs => ?)
FROM dataset_leases_of(?, CAST(? AS bytea[])) WHERE key = own_key RETURNING key
"""
EXPIRE = """
UPDATE dataset_leases SET until = '-infinity'
FROM dataset_leases_of(?, CAST(? AS bytea[])) WHERE key = own_key
"""
RELEASE = """
DELETE FROM dataset_leases USING dataset_leases_of(?, CAST(? AS bytea[])) WHERE key = own_key
"""
RECORD_JOB = "UPDATE dataset_leases SET job = ? WHERE key = ? AND holder = ?"
EXPIRED = """
SELECT key, job FROM dataset_leases WHERE job IS NOT NULL AND dataset_lease_expired(until, ?)
"""
SWEEP = "DELETE FROM dataset_leases WHERE until < clock_timestamp() - interval '2 days'"


class LeaseTable:
    """The leases of one holder, in the table that all holders share.

    Parameters
    ----------
    url
        ``postgresql://USER@HOST/DATABASE``; what it leaves out is taken from libpq's variables and
        files (``PGPASSWORD``, ``~/.pgpass``). A service's ledger may be in the same database.
    holder
        Who claims: a name that no other process has.

    Raises
    ------
    MediaError
        Where the server is not reached, or holds leases of a newer version. Every method raises
        :class:`mediaext.service.database.LedgerUnavailable` where it does not answer.
    """

    seconds = 60.0
    """How long a lease is valid without being extended."""

    def __init__(self, url: str, holder: str) -> None:
        self.holder = holder
        self._database = PostgresDatabase(url, [TABLE], {}, NAME)
        self.place = self._database.place
        try:
            self._database.run(SWEEP)
        except BaseException:
            self.close()
            raise

    def claim(self, keys: Iterable[bytes]) -> dict[bytes, str | None]:
        """Claim keys that nobody holds, or whose leases have expired.

        Parameters
        ----------
        keys
            Any number, in any order.

        Returns
        -------
        dict
            The keys that this holder has now, and what was recorded of the job of each.
        """
        found: dict[bytes, str | None] = {}
        for some in _batches(keys):
            rows = self._database.all(CLAIM, self.holder, self.seconds, some, self.seconds)
            found |= {row["key"]: row["job"] for row in rows}
        return found

    def take_over(self, holders: Iterable[str]) -> dict[bytes, str | None]:
        """Claim everything of holders that are known to be dead; return as :meth:`claim` does."""
        rows = self._database.all(TAKE_OVER, self.holder, self.seconds, list(holders))
        return {row["key"]: row["job"] for row in rows}

    def extend(self, keys: Iterable[bytes]) -> set[bytes]:
        """Extend leases; return those that this holder still has."""
        return {
            row["key"]
            for some in _batches(keys)
            for row in self._database.all(EXTEND, self.seconds, self.holder, some)
        }

    def record_job(self, key: bytes, job: str) -> None:
        """Record what is known of a key's job, for a machine that takes the key over."""
        self._database.run(RECORD_JOB, job, key, self.holder)

    def release(self, keys: Iterable[bytes]) -> None:
        """Give leases back."""
        for some in _batches(keys):
            self._database.run(RELEASE, self.holder, some)

    def expire(self, keys: Iterable[bytes]) -> None:
        """Let leases expire now; what was recorded of their jobs stays."""
        for some in _batches(keys):
            self._database.run(EXPIRE, self.holder, some)

    def expired(self) -> dict[bytes, str]:
        """Return keys with expired leases and a recorded job, and what was recorded."""
        return {row["key"]: row["job"] for row in self._database.all(EXPIRED, self.seconds)}

    def close(self) -> None:
        """Close the connections; leases stay valid until they expire."""
        self._database.close()


def _batches(keys: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Yield keys in order, as many at once as one statement takes."""
    ordered = sorted(set(keys))
    for start in range(0, len(ordered), BATCH):
        yield ordered[start : start + BATCH]
