"""Pauses of the client: before it reads the status of a job again, and before it tries again."""

import math
import random

FIRST_POLL = 0.7  # of the learned median; measured best for short and long jobs alike
POLL_GROWTH = 0.08  # of the elapsed time
POLL_BOUNDS = (0.25, 5.0)  # seconds
POLL_SHORT = 0.1  # of the learned median: the lower bound for short jobs,
SHORTEST_POLL = 0.005  # which is no less than this, in seconds,
POLL_PATIENCE = 4.0  # and holds for so many medians
POLL_STEP = 0.02  # of the learned median: the shortest step where its spread is known
BACKOFF = (0.5, 30.0)  # seconds: first and longest
RETRY_AFTER_LIMIT = 120.0  # seconds; a longer wish is cut to this


def next_poll(
    elapsed: float, median: float | None = None, *, polls: int = 0, spread: float | None = None
) -> float:
    """Return seconds until the next status read.

    The first is at 0.7 of the learned median duration, later ones after 8 % of the elapsed time,
    within 0.25 to 5 s: about 10 % extra wait at no more than seven polls. For jobs that usually
    take less than 2.5 s the lower bound is a tenth of that, until one takes much longer.

    Where ``spread`` says by how many seconds the durations differ from the usual one, the first is
    so long before the expected end, and the next ones follow in steps of the spread that grow
    once the job is late.
    """
    low, high = POLL_BOUNDS
    if median and elapsed < POLL_PATIENCE * median:
        low = min(low, max(POLL_SHORT * median, SHORTEST_POLL))
    usual_pause = min(max(POLL_GROWTH * elapsed, low), high)
    if median and spread is not None:
        step = max(spread, POLL_STEP * median, SHORTEST_POLL)
        early = median - step - elapsed
        return early if early > step else min(max(step, elapsed - median), usual_pause)
    if polls == 0:
        return max(low, FIRST_POLL * median - elapsed) if median else low
    return usual_pause


def backoff(attempt: int, wish: float | None = None, jitter: float | None = None) -> float:
    """Return seconds to wait before try ``attempt`` (1 is the first repetition).

    Exponential with full jitter; a ``Retry-After`` wish is the least wait, cut to two minutes.
    """
    first, longest = BACKOFF
    spread = random.random() if jitter is None else jitter
    wait = spread * min(longest, first * math.pow(2, min(attempt, 20)))
    return max(wait, min(wish, RETRY_AFTER_LIMIT)) if wish else wait
