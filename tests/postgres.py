"""A PostgreSQL server of the tests' own, in a temporary folder, on a socket in that folder."""

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

import pytest

ROLE = "tester"
START_SECONDS = 60.0


def program(name):
    """Return the path of a program of PostgreSQL; skip the test where there is none."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    found = shutil.which(name) or next(
        (str(folder / name) for folder in folders if (folder / name).exists()), None
    )
    if found is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    return found


class PostgresServer:
    """A server that can be killed and started again."""

    def __init__(self):
        self._initdb, self._postgres = program("initdb"), program("postgres")
        self.folder = Path(tempfile.mkdtemp(prefix="mediaext-pg-"))
        self._numbers = itertools.count()
        self._process = None
        self._who = {}
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            self._who = {"user": "nobody", "group": "nogroup", "extra_groups": []}
            shutil.chown(self.folder, "nobody", "nogroup")
        options = ["-U", ROLE, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        self._run([self._initdb, "-D", str(self.folder / "data"), *options])
        self.start()

    def _run(self, command):
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder, **self._who)

    def start(self):
        """Start, and wait until questions are answered."""
        options = ["listen_addresses=", "fsync=off", "max_connections=300"]
        command = [self._postgres, "-D", str(self.folder / "data"), "-k", str(self.folder)]
        for option in options:
            command += ["-c", option]
        with open(self.folder / "log", "ab") as log:
            self._process = subprocess.Popen(
                command, cwd=self.folder, stdout=log, stderr=log, **self._who
            )
        end = time.monotonic() + START_SECONDS
        while not self._answers():
            if time.monotonic() > end or self._process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.02)

    def _answers(self):
        import psycopg

        try:
            psycopg.connect(self.address("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    @property
    def process_id(self):
        """The number of the server's main process."""
        return self._process.pid

    def kill(self):
        """End at once, as a crash does."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()

    def address(self, database):
        """Return the address of a database."""
        return f"postgresql://{ROLE}@/{database}?host={quote(str(self.folder), safe='')}"

    def new(self):
        """Make an empty database; return its address."""
        import psycopg

        name = f"test_{next(self._numbers)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def close(self):
        """End, and delete the folder."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def opened(url):
    """Open a ledger in a database."""
    from mediaext.scale.postgres import MIGRATIONS, VARIANTS, PostgresDatabase

    return PostgresDatabase(url, MIGRATIONS, VARIANTS)
