"""What blocking calls tell of themselves while they wait."""

import contextlib
import io
import sys

import pytest

import mediaext
from mediaext.client.loop import core
from mediaext.client.waiting import counting, show_with, waiting
from mediaext.grammar.progress import stage_of

INSTANT = "mediaext.testing.instant:engine"


@pytest.fixture
def told():
    """Return the sentences of every wait, one list a call."""
    calls = []

    @contextlib.contextmanager
    def show(call):
        sentences = [call.name]
        calls.append(sentences)
        yield lambda: sentences.append(str(stage_of(call, call.elapsed)))

    show_with(show)
    yield calls
    show_with(None)


@pytest.fixture
def media():
    """A client whose jobs take 0.7 s longer."""
    media = mediaext.connect(engine=INSTANT)

    async def delay():
        (await media.session.gateway.service()).faults.delay = 0.7

    core().run(delay())
    return media


def test_a_call_a_job_and_a_chain_tell_how_far_they_are(media, told):
    media.image("a cat", seed=1)
    media.submit(mediaext.GenerateImage(prompt="a cat", seed=2)).result()
    media.chain("image a cat", seed=3).upscale(scale=2).run()
    assert [call[0] for call in told] == ["image", "image", "media"]
    assert all("job " in call[-1] for call in told)
    assert any("step 1 of 2: image" in sentence for sentence in told[2])


def test_a_job_says_how_many_of_this_program_are_before_it(media):
    jobs = [media.submit(mediaext.GenerateImage(prompt="a cat", seed=s)) for s in range(3)]
    assert [job.ahead for job in jobs] == [0, 1, 2]
    assert "queued behind 2 jobs" in str(stage_of(jobs[2], 0.0))
    jobs[2].result()


def test_what_makes_many_counts(media, told):
    requests = [mediaext.GenerateImage(prompt="a cat", seed=s) for s in range(2)]
    assert len(list(media.map(requests, progress=True))) == 2
    assert len(told) == 1
    assert any("2 of 2 jobs" in sentence for sentence in told[0])


def test_a_wait_within_a_wait_is_one(told):
    with waiting("all"), waiting("part"), counting("many", "jobs") as count:
        count(1, 2)
    assert [call[0] for call in told] == ["all"]


def test_nothing_is_written_where_nobody_watches(monkeypatch):
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    with counting("fill", "images") as count:
        count(1, 2)
    assert written.getvalue() == ""
