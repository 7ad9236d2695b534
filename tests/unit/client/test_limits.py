"""How many jobs are in flight: twice as many a round until the service says no."""

import asyncio

from mediaext.client.limits import CEILING, START, ConcurrencyLimit


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
