"""How many jobs are in flight: twice as many a round until the service says no."""

import asyncio
import contextlib

import pytest

from mediaext.client.limits import CEILING, START, BatchPlaces, ConcurrencyLimit


def one_round(limit: ConcurrencyLimit) -> None:
    for _ in range(limit.state.allowed):
        limit.grow()


def test_the_limit_doubles_with_every_round_that_ends_well():
    limit = ConcurrencyLimit()

    one_round(limit)
    assert limit.state.allowed == 2 * START
    one_round(limit)
    assert limit.state.allowed == 4 * START


def test_it_stays_below_its_ceiling():
    limit = ConcurrencyLimit()
    for _ in range(10):
        one_round(limit)
    assert limit.state.allowed == CEILING


def test_a_limit_halves_it_and_ends_the_doubling():
    limit = ConcurrencyLimit()
    asyncio.run(_enter(limit, 16))

    limit.halve()
    assert limit.state.allowed == START / 2
    one_round(limit)
    assert START / 2 <= limit.state.allowed <= START / 2 + 1


async def _enter(limit: ConcurrencyLimit, jobs: int) -> None:
    for _ in range(jobs):
        await limit.acquire()


def test_a_caller_who_says_how_many_gets_them_from_the_start():
    limit = ConcurrencyLimit()

    limit.allow(64)
    assert limit.state.allowed == 64
    limit.allow(8)
    assert limit.state.allowed == 64


def test_what_a_service_limited_is_not_opened_by_wishes():
    limit = ConcurrencyLimit()
    limit.halve()
    before = limit.state.allowed

    limit.allow(64)
    assert limit.state.allowed == before


async def _admitted(limit: ConcurrencyLimit) -> bool:
    """Say whether another job is admitted, and leave the limit as it is."""
    waiting = asyncio.ensure_future(limit.acquire())
    for _ in range(3):
        await asyncio.sleep(0.001)
    if not limit.state.waiting:
        await waiting
        limit.release()
        return True
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    return False


def test_a_job_that_has_ended_gives_its_place_to_the_next_while_its_result_is_fetched():
    async def run() -> None:
        limit = ConcurrencyLimit(start=2)
        await _enter(limit, 2)
        assert not await _admitted(limit)
        with limit.fetching():
            assert await _admitted(limit)
        assert limit.state.in_flight == 1

    asyncio.run(run())


def test_no_more_results_are_fetched_than_jobs_are_allowed():
    async def run() -> None:
        limit = ConcurrencyLimit(start=2)
        with contextlib.ExitStack() as results:
            for _ in range(4):
                await _enter(limit, 1)
                results.enter_context(limit.fetching())
            assert not await _admitted(limit)
        assert await _admitted(limit)

    asyncio.run(run())


def test_a_closed_batch_begins_nothing_more():
    async def run() -> None:
        places, begun = BatchPlaces(1), []

        async def job(number: int) -> None:
            async with places.place():
                begun.append(number)
                await asyncio.sleep(0)

        jobs = [asyncio.ensure_future(job(number)) for number in range(3)]
        await asyncio.sleep(0)
        places.close()
        await asyncio.wait(jobs)
        assert begun == [0]
        with pytest.raises(asyncio.CancelledError):
            await jobs[1]

    asyncio.run(run())
