"""When the status of a job is read again, and when a request is tried again."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mediaext.client.pauses import backoff, next_poll
from mediaext.client.session import UsualTime


def test_the_first_poll_comes_at_seven_tenths_of_the_learned_duration():
    assert next_poll(0.0, 10.0, polls=0) == pytest.approx(7.0)


@given(st.floats(0, 1e5), st.integers(1, 100))
def test_later_polls_stay_within_their_bounds(elapsed, polls):
    assert 0.25 <= next_poll(elapsed, None, polls=polls) <= 5.0


def test_short_jobs_are_asked_after_soon():
    assert next_poll(0.0, 0.1, polls=0) == pytest.approx(0.07)
    assert next_poll(0.07, 0.1, polls=1) == pytest.approx(0.01)


def test_a_job_that_takes_much_longer_than_usual_is_asked_after_at_the_common_pace():
    assert next_poll(0.5, 0.1, polls=9) == 0.25


@pytest.mark.parametrize("seconds", [0.1, 0.5, 2.0, 6.0, 60.0])
def test_waiting_costs_a_tenth_of_the_job_and_seven_polls(seconds):
    now, polls = 0.0, 0
    while now < seconds:
        now += next_poll(now, seconds, polls=polls)
        polls += 1

    assert polls <= 7
    assert now - seconds <= 0.1 * seconds + 1e-9


@pytest.mark.parametrize("usual", [2.0, 6.0, 60.0])
def test_it_does_so_on_average_where_jobs_differ(usual):
    draws = random.Random(0)
    asked, extra, total = 0, 0.0, 0.0
    for _ in range(2000):
        seconds = usual * draws.lognormvariate(0, 0.15)
        now, polls = 0.0, 0
        while now < seconds:
            now += next_poll(now, usual, polls=polls)
            polls += 1
        asked, extra, total = asked + polls, extra + now - seconds, total + seconds

    assert asked / 2000 <= 7
    assert extra <= 0.1 * total


@pytest.mark.parametrize("usual", [0.5, 2.0, 6.0, 60.0])
def test_jobs_known_to_take_equally_long_are_asked_after_when_they_end(usual):
    draws = random.Random(0)
    known, asked, extra, count = UsualTime(usual, 0.15 * usual), 0, 0.0, 500
    for _ in range(count):
        seconds = usual * draws.uniform(0.995, 1.005)
        now, before, polls = 0.0, 0.0, 0
        while now < seconds:
            before = now
            now += next_poll(now, known.seconds, polls=polls, spread=known.spread)
            polls += 1
        known = known.after(now if polls == 1 else (before + now) / 2)
        asked, extra = asked + polls, extra + now - seconds

    assert asked / count <= 3
    assert extra / count <= 0.02 * usual


@pytest.mark.parametrize("spread", [0.0, 0.01, 0.5, 3.0])
def test_a_job_that_takes_four_times_as_long_costs_few_polls(spread):
    now, polls = 0.0, 0
    while now < 8.0:
        now += next_poll(now, 2.0, polls=polls, spread=spread)
        polls += 1

    assert polls <= 40
    assert now < 9.0


@given(st.integers(1, 60), st.floats(0, 1))
def test_backing_off_is_bounded(attempt, jitter):
    assert 0.0 <= backoff(attempt, jitter=jitter) <= 30.0


def test_a_wish_to_wait_is_honoured_up_to_two_minutes():
    assert backoff(1, 7.0, jitter=0.0) == 7.0
    assert backoff(1, 9000.0, jitter=0.0) == 120.0
