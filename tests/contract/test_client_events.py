"""The client that hears of its jobs: one socket for all, and reading where it fails."""

import asyncio
import gc
import weakref

import pytest
from listening import until
from relay import Relay, running

import mediaext
from mediaext.client import connection, events, jobs
from mediaext.operations import GenerateSpeech
from mediaext.testing import service


@pytest.fixture(scope="module")
def svc():
    with service() as running_service:
        yield running_service


@pytest.fixture
def sent(monkeypatch):
    """Requests and sockets of this process, as ``METHOD path``."""
    seen = []
    send, socket = connection.Transport.send, connection.Transport.socket

    async def noting_send(self, method, path, **request):
        seen.append(f"{method} {path}")
        return await send(self, method, path, **request)

    def noting_socket(self, path, headers):
        seen.append(f"SOCKET {path}")
        return socket(self, path, headers)

    monkeypatch.setattr(connection.Transport, "send", noting_send)
    monkeypatch.setattr(connection.Transport, "socket", noting_socket)
    return seen


def words(text):
    return GenerateSpeech(text=text)


def reads(sent):
    return [line for line in sent if "/status/" in line]


def sockets(sent):
    return [line for line in sent if line.startswith("SOCKET")]


def test_one_socket_tells_of_all_jobs_and_none_is_read(svc, tmp_path, sent):
    media = mediaext.connect(svc.base_url, svc.key(), home=tmp_path)
    jobs = [media.submit(words("sleep 0.2")) for _ in range(12)]
    heard = [job.result(timeout=20) for job in jobs]

    assert len(heard) == 12
    assert sockets(sent) == ["SOCKET /ws/jobs"]
    assert len(reads(sent)) <= 4, "only before the socket was open"


def test_without_jobs_the_socket_closes_and_nothing_holds_the_client(
    svc, tmp_path, monkeypatch, sent
):
    monkeypatch.setattr(events, "IDLE", 0.05)
    media = mediaext.connect(svc.base_url, svc.key(), home=tmp_path)
    media.run(words("sleep 0.3"))
    kept = weakref.ref(media.session)
    task = media.session.events()._task
    until(task.done)
    del media, task
    gc.collect()

    assert kept() is None


class Refusing(Relay):
    """Lets no socket through."""

    async def answer(self, head, reader, writer):
        if head.startswith(b"GET /ws/"):
            writer.write(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n")
            return
        await super().answer(head, reader, writer)


class Cutting(Relay):
    """Cuts the first socket while its jobs run."""

    cut = False

    async def answer(self, head, reader, writer):
        if head.startswith(b"GET /ws/") and not self.cut:
            self.cut = True
            asyncio.get_running_loop().call_later(0.2, writer.transport.abort)
        await super().answer(head, reader, writer)


def test_where_no_socket_is_offered_jobs_are_read_and_it_is_asked_for_once(svc, tmp_path, sent):
    with running(Refusing(svc.base_url)) as port:
        media = mediaext.connect(f"http://127.0.0.1:{port}", svc.key(), home=tmp_path)
        made = list(media.map([words("sleep 0.4") for _ in range(3)]))

    assert len(made) == 3
    assert len(sockets(sent)) == 1
    assert reads(sent)


def test_a_socket_that_breaks_is_opened_again_and_no_job_is_lost(svc, tmp_path, sent):
    with running(Cutting(svc.base_url)) as port:
        media = mediaext.connect(f"http://127.0.0.1:{port}", svc.key(), home=tmp_path)
        jobs = [media.submit(words("sleep 1")) for _ in range(3)]
        assert [len(job.result(timeout=20).content) > 0 for job in jobs] == [True] * 3

    assert len(sockets(sent)) >= 2
    assert len(reads(sent)) >= 3, "each was read when the socket broke"


def test_a_job_that_fails_says_why_through_the_socket(svc, tmp_path, sent):
    media = mediaext.connect(svc.base_url, svc.key(), home=tmp_path, retries=0)
    media.run(words("sleep 0.3"))
    sent.clear()

    with pytest.raises(mediaext.errors.JobFailed) as raised:
        media.run(words("raise it"))
    assert raised.value.code == "MODEL_ERROR"
    assert reads(sent) == []


def test_events_that_are_none_are_passed_over(svc, tmp_path, caplog):
    media = mediaext.connect(svc.base_url, svc.key(), home=tmp_path)
    job = media.submit(words("sleep 0.3"))
    work = jobs.followers(media.session)[job.job_id]

    class Socket:
        async def __aiter__(self):
            for text in ("no json", "[]", '{"job_id": 3}', b"\xff", '{"job_id": null}'):
                yield text
            yield f'{{"job_id": "{job.job_id}", "type": "result", "data": {{"status": 7}}}}'
            yield f'{{"job_id": "{job.job_id}", "type": "later", "data": null}}'

    async def hear():
        media.session.events().follow(work, media.session.connection)
        await media.session.events()._receive(Socket())

    mediaext.client.loop.core().run(hear())
    assert job.result(timeout=20).content
    assert "an invalid event" in caplog.text
