"""How many jobs are in flight: twice as many a round until the service says no."""

import asyncio

from mediaext.client.limits import CEILING, START, Gate


def one_round(gate: Gate) -> None:
    for _ in range(gate.limits.allowed):
        gate.grow()


def test_the_limit_doubles_with_every_round_that_ends_well():
    gate = Gate()

    one_round(gate)
    assert gate.limits.allowed == 2 * START
    one_round(gate)
    assert gate.limits.allowed == 4 * START


def test_it_stays_below_its_ceiling():
    gate = Gate()
    for _ in range(10):
        one_round(gate)
    assert gate.limits.allowed == CEILING


def test_a_limit_halves_it_and_ends_the_doubling():
    gate = Gate()
    asyncio.run(_enter(gate, 16))

    gate.cut()
    assert gate.limits.allowed == START / 2
    one_round(gate)
    assert START / 2 <= gate.limits.allowed <= START / 2 + 1


async def _enter(gate: Gate, jobs: int) -> None:
    for _ in range(jobs):
        await gate.enter()


def test_a_caller_who_says_how_many_gets_them_from_the_start():
    gate = Gate()

    gate.open_to(64)
    assert gate.limits.allowed == 64
    gate.open_to(8)
    assert gate.limits.allowed == 64


def test_what_a_service_limited_is_not_opened_by_wishes():
    gate = Gate()
    gate.cut()
    before = gate.limits.allowed

    gate.open_to(64)
    assert gate.limits.allowed == before
