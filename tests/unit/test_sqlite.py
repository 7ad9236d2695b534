"""Shared SQLite files: versions, rights, damage."""

import contextlib
import multiprocessing
import os
import sqlite3
import stat

import pytest

from mediaext.errors import MediaError
from mediaext.sqlite import open_database

FIRST = ("CREATE TABLE numbers (value INTEGER)", "INSERT INTO numbers VALUES (1)")
SECOND = (
    "ALTER TABLE numbers ADD COLUMN name TEXT",
    lambda connection: connection.execute("UPDATE numbers SET name = 'n' || value"),
)


def made(path, *migrations) -> None:
    open_database(path, "test file", migrations).close()


def rows(path, *migrations) -> list[tuple[object, ...]]:
    with contextlib.closing(open_database(path, "test file", migrations)) as connection:
        return [tuple(row) for row in connection.execute("SELECT * FROM numbers")]


def test_a_file_of_an_older_version_is_brought_up(tmp_path):
    made(tmp_path / "file", FIRST)

    assert rows(tmp_path / "file", FIRST, SECOND) == [(1, "n1")]
    assert rows(tmp_path / "file", FIRST, SECOND) == [(1, "n1")]


def test_a_migration_that_fails_changes_nothing(tmp_path):
    made(tmp_path / "file", FIRST)

    with pytest.raises(MediaError, match="cannot be used"):
        made(tmp_path / "file", FIRST, ("DELETE FROM numbers", "this is not SQL"))
    assert rows(tmp_path / "file", FIRST) == [(1,)]


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_a_file_of_a_newer_version_is_refused_and_left_untouched(tmp_path, journal):
    path = tmp_path / "file"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode={journal}")
        connection.execute("CREATE TABLE later (value)")
        connection.execute("PRAGMA user_version = 7")
    before = path.read_bytes()

    with pytest.raises(MediaError, match=r"test file .* newer mediaext \(schema 7"):
        made(path, FIRST)
    assert path.read_bytes() == before


def _leave_a_log(path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA user_version = 7")
    connection.commit()
    os._exit(0)


def test_a_newer_version_that_only_the_log_tells_is_refused_too(tmp_path):
    path = tmp_path / "file"
    writer = multiprocessing.get_context("spawn").Process(target=_leave_a_log, args=(path,))
    writer.start()
    writer.join()
    before = {file: (tmp_path / file).read_bytes() for file in ("file", "file-wal")}
    assert before["file-wal"]

    with pytest.raises(MediaError, match="newer mediaext"):
        made(path, FIRST)
    assert before == {file: (tmp_path / file).read_bytes() for file in before}


@pytest.mark.parametrize(
    "content", [b"no database at all" * 100, b"SQLite format 3\0" + b"x" * 4096]
)
def test_a_file_that_is_no_database_is_a_sentence_and_left_untouched(tmp_path, content):
    path = tmp_path / "file"
    path.write_bytes(content)

    with pytest.raises(MediaError, match=r"test file .* is damaged"):
        made(path, FIRST)
    assert path.read_bytes() == content


def test_a_file_is_its_owners_alone_in_an_open_folder(tmp_path):
    tmp_path.chmod(0o755)
    with contextlib.closing(open_database(tmp_path / "file", "test file", [FIRST])) as connection:
        connection.execute("INSERT INTO numbers VALUES (2)")
        connection.commit()
        modes = {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    assert modes == {0o600}


def test_a_file_that_others_could_read_is_made_private(tmp_path):
    made(tmp_path / "file", FIRST)
    (tmp_path / "file").chmod(0o644)
    made(tmp_path / "file", FIRST)

    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o600


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path):
    with pytest.raises(MediaError, match=r"test file .* cannot be opened"):
        made(tmp_path / "none" / "file", FIRST)
