import asyncio
import contextlib
import contextvars

import pytest

from mediaext.errors import InvalidRequest
from mediaext.operations import GenerateSpeech
from mediaext.service import Service, Settings
from mediaext.service.database import LedgerUnavailable
from mediaext.service.group_commit import GroupCommit
from mediaext.service.keys import Caller
from mediaext.service.sqlite_database import SqliteDatabase

ANNA = Caller("anna", "pro")


class Tally:
    """Numbers in a database, and how often they were committed."""

    def __init__(self, path):
        self.database = SqliteDatabase(path)
        self.reader = SqliteDatabase(path)
        self.database.run("CREATE TABLE numbers (number INTEGER PRIMARY KEY)")
        self.commits = 0
        self.fails = False
        self.group = GroupCommit(self.transaction)

    @contextlib.contextmanager
    def transaction(self):
        with self.database.transaction():
            yield
            if self.fails:
                self.fails = False
                raise LedgerUnavailable("the disk is full")
        self.commits += 1

    def committed(self):
        return [row["number"] for row in self.reader.all("SELECT number FROM numbers")]

    def add(self, number):
        with self.database.transaction():
            self.database.run("INSERT INTO numbers VALUES (?)", number)
            if number < 0:
                raise ValueError(number)
        return number

    async def write(self, number):
        """Return what is committed when the caller of a write goes on."""
        await self.group.run(lambda: self.add(number))
        return self.committed()

    async def write_all(self, *numbers):
        return await asyncio.gather(*map(self.write, numbers), return_exceptions=True)


@pytest.fixture
def tally(tmp_path):
    tally = Tally(tmp_path / "numbers.sqlite3")
    yield tally
    tally.database.close()
    tally.reader.close()


def test_writes_of_one_turn_share_a_commit_and_are_answered_after_it(tally):
    seen = asyncio.run(tally.write_all(1, 2, 3))
    assert seen == [[1, 2, 3]] * 3
    assert tally.commits == 1


def test_writes_of_later_turns_wait_for_nobody(tally):
    async def both():
        return await tally.write(1), await tally.write(2)

    assert asyncio.run(both()) == ([1], [1, 2])


def test_a_write_that_raises_leaves_nothing_and_does_not_affect_the_others(tally):
    first, failed, last = asyncio.run(tally.write_all(1, -2, 3))
    assert isinstance(failed, ValueError)
    assert not isinstance(first, Exception)
    assert not isinstance(last, Exception)
    assert tally.committed() == [1, 3]


def test_a_constraint_fails_the_later_of_two_writes(tally):
    first, again, other = asyncio.run(tally.write_all(1, 1, 2))
    assert "UNIQUE" in str(again)
    assert first == other == [1, 2]


def test_after_a_failed_commit_each_write_is_tried_by_itself(tally):
    tally.fails = True
    assert not any(isinstance(one, Exception) for one in asyncio.run(tally.write_all(1, 2)))
    assert tally.committed() == [1, 2]


def test_where_nothing_can_be_written_every_caller_is_told(tally):
    tally.database.run("PRAGMA query_only = 1")
    outcomes = asyncio.run(tally.write_all(1, 2))
    assert [type(one) for one in outcomes] == [LedgerUnavailable] * 2
    assert tally.committed() == []


def test_a_write_that_was_cancelled_in_time_is_not_made(tally):
    async def cancel():
        task = asyncio.create_task(tally.write(1))
        await asyncio.sleep(0)  # it waits for its turn
        task.cancel()
        await tally.write(2)

    asyncio.run(cancel())
    assert tally.committed() == [2]


def test_a_write_runs_in_the_context_of_its_caller(tally):
    name = contextvars.ContextVar("name")
    seen = []

    async def write(value):
        name.set(value)
        await tally.group.run(lambda: seen.append(name.get()))

    async def both():
        await asyncio.gather(write("anna"), write("ben"))

    asyncio.run(both())
    assert seen == ["anna", "ben"]


@pytest.fixture
def service(tmp_path):
    plans = {"pro": {"in_flight": 2}}
    service = Service(Settings(home=tmp_path, engine="classical", plans=plans))
    yield service
    service.close()


def accept_all(service, *requests):
    """Accept requests, pairs of a text and a token, in one turn."""

    async def accept():
        return await asyncio.gather(
            *(
                service.write(service.acceptor.accept, ANNA, GenerateSpeech(text=text), token)
                for text, token in requests
            ),
            return_exceptions=True,
        )

    return asyncio.run(accept())


def test_requests_of_one_turn_with_the_same_token_are_one_job(service):
    accepted = accept_all(service, ("x", "one"), ("x", "one"), ("y", "one"), ("x", "two"))
    first, again, conflict, other = accepted
    assert [again.repeated, first.repeated] == [True, False]
    assert again.new_job.job_id == first.new_job.job_id != other.new_job.job_id
    assert isinstance(conflict, InvalidRequest)
    assert service.ledger.get(first.new_job.job_id)
    assert service.ledger.get(other.new_job.job_id)


def test_requests_of_one_turn_count_towards_the_limits_of_the_plan(service):
    accepted = accept_all(service, ("x", None), ("y", None), ("z", None))
    refused = [one.ended and one.ended.code for one in accepted]
    assert refused == [None, None, "CONCURRENT_JOBS_EXCEEDED"]
    assert service.ledger.in_flight("anna") == 2
