import asyncio
import os
import time

import httpx
import pytest

import mediaext.testing

IMAGE = "/generate/image/v1"
SPEECH = "/generate/speech/v1"


@pytest.fixture
def svc(tmp_path):
    with mediaext.testing.service(tmp_path / "home") as running:
        yield running


def submit(svc, text="x", path=SPEECH, **body):
    field = "text" if path == SPEECH else "prompt"
    return httpx.post(svc.base_url + path, json={field: text, **body}).json()["job_id"]


def finish(svc, job_id):
    svc.wait_until(lambda: svc.service.ledger.get(job_id).status.terminal, 20)
    return svc.service.ledger.get(job_id)


def files(svc):
    return [path for path in (svc.settings.home / "blobs").rglob("*") if path.is_file()]


def test_a_worker_killed_in_the_middle_loses_no_job(svc):
    job_id = submit(svc, "sleep 0.3")
    svc.wait_until(lambda: svc.service.supervisor.progress(job_id))
    svc.faults.kill_pod()
    job = finish(svc, job_id)
    assert (job.row["status"], job.attempts, job.deaths) == ("completed", 2, 1)
    assert len(files(svc)) == 1


def test_a_worker_killed_while_it_starts_loses_no_job(svc):
    job_id = submit(svc)
    svc.wait_until(lambda: any(pod.worker.pid for pod in svc.service.supervisor.pods))
    svc.faults.kill_pod()
    assert finish(svc, job_id).row["status"] == "completed"


def test_a_job_that_always_kills_its_worker_is_given_up(svc):
    job = finish(svc, submit(svc, "crash"))
    assert (job.code, job.attempts, job.retryable) == ("MODEL_ERROR", 2, 1)
    assert finish(svc, submit(svc)).row["status"] == "completed"


def test_a_job_beyond_its_time_budget_times_out(tmp_path):
    with mediaext.testing.service(tmp_path / "home", job_time_budget=1.5) as svc:
        assert finish(svc, submit(svc)).row["status"] == "completed"
        slow = submit(svc, "deaf 60")
        after = submit(svc)
        job = finish(svc, slow)
        assert (job.code, job.retryable) == ("TIMEOUT", 1)
        assert finish(svc, after).row["status"] == "completed"
        assert svc.service.ledger.get(after).deaths == 0


def test_a_deaf_worker_is_killed_when_its_job_is_cancelled(tmp_path):
    with mediaext.testing.service(tmp_path / "home", cancel_grace=0.1) as svc:
        job_id = submit(svc, "deaf 60")
        svc.wait_until(lambda: svc.service.ledger.get(job_id).row["status"] == "leased")
        svc.wait_until(lambda: any(pod.worker.warm for pod in svc.service.supervisor.pods))
        httpx.delete(f"{svc.base_url}{SPEECH}/status/{job_id}")
        assert svc.service.ledger.get(job_id).code == "CANCELLED"
        assert finish(svc, submit(svc)).row["status"] == "completed"


def test_a_repeated_attempt_makes_the_same_picture(svc):
    import io

    import PIL.Image

    job_id = submit(svc, "sleep 0.3", IMAGE, output_format="png")
    svc.wait_until(lambda: svc.service.supervisor.progress(job_id))
    seed = svc.service.ledger.get(job_id).seed
    svc.faults.kill_pod()
    again = submit(svc, "sleep 0.3", IMAGE, output_format="png", seed=seed)
    colours = []
    for name in (job_id, again):
        link = svc.service.views.links(finish(svc, name))["result"]
        image = PIL.Image.open(io.BytesIO(httpx.get(link).content))
        colours.append(image.getpixel((0, 0)))
    assert colours[0] == colours[1]


def test_a_full_disk_ends_the_job_and_not_the_service(svc):
    submit(svc)
    svc.wait_until(lambda: svc.service.ledger.depth() == [])
    blobs = svc.settings.home / "blobs"
    away = blobs.with_name("away")
    blobs.rename(away)
    blobs.write_text("this is no folder any more")
    job = finish(svc, submit(svc))
    assert (job.code, job.retryable) == ("STORAGE_ERROR", 1)
    answer = httpx.post(
        svc.base_url + "/upload/image/v1", files={"file": ("x.png", _png(), "image/png")}
    )
    assert answer.status_code == 503
    blobs.unlink()
    away.rename(blobs)
    assert finish(svc, submit(svc)).row["status"] == "completed"


def _png():
    import io

    import PIL.Image

    buffer = io.BytesIO()
    PIL.Image.new("RGB", (8, 8)).save(buffer, "PNG")
    return buffer.getvalue()


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A folder of modules that workers can import engines from."""
    folder = tmp_path / "modules"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return (folder / "some_engine.py").write_text


def test_an_engine_that_is_not_installed_is_not_tried_again(tmp_path):
    with mediaext.testing.service(tmp_path / "home", engine="no.such:engine") as svc:
        job = finish(svc, submit(svc))
        assert (job.code, job.retryable) == ("INPUT_INVALID", 0)
        assert "no.such:engine" in job.error


def test_an_engine_that_fails_to_load_is_unavailable(tmp_path, module):
    module("raise RuntimeError('the device is busy')")
    with mediaext.testing.service(tmp_path / "home", engine="some_engine:engine") as svc:
        job = finish(svc, submit(svc))
        assert (job.code, job.retryable) == ("MODEL_UNAVAILABLE", 1)
        assert "the device is busy" in job.error


def test_what_an_engine_lacks_is_not_tried_again(tmp_path, module):
    module("from mediaext.engines import Engine\nengine = Engine('bare', '1')")
    with mediaext.testing.service(tmp_path / "home", engine="some_engine:engine") as svc:
        job = finish(svc, submit(svc))
        assert (job.code, job.retryable) == ("INPUT_INVALID", 0)
        assert "'bare' cannot make 'speech'" in job.error


def test_the_next_job_fails_with_the_code_that_was_asked_for(svc):
    svc.faults.fail_next("CREDIT_CHARGE_FAILED", "The card was refused.")
    job = finish(svc, submit(svc))
    assert (job.code, job.error, job.retryable) == (
        "CREDIT_CHARGE_FAILED",
        "The card was refused.",
        0,
    )
    assert finish(svc, submit(svc)).row["status"] == "completed"
    with pytest.raises(ValueError, match="no failure code 'OOPS'"):
        svc.faults.fail_next("OOPS")


def test_jobs_can_be_delayed(svc):
    finish(svc, submit(svc))
    svc.faults.delay(0.2)
    start = time.monotonic()
    finish(svc, submit(svc))
    assert time.monotonic() - start >= 0.2


def test_links_expire_and_files_are_swept(svc):
    job = finish(svc, submit(svc, "x", IMAGE))
    link = svc.service.views.links(job)["result"]
    assert httpx.get(link).status_code == 200
    svc.faults.expire_links()
    assert httpx.get(link).status_code == 403
    svc.sweep()
    assert files(svc) == []


def test_inputs_are_swept_with_the_end_of_their_job(svc):
    import base64

    url = "data:image/png;base64," + base64.b64encode(_png()).decode()
    answer = httpx.post(svc.base_url + "/upscale/image/v1", json={"input_image": url})
    job = finish(svc, answer.json()["job_id"])
    assert url not in job.row["request"]
    assert len(files(svc)) == 2
    svc.sweep()
    assert [path.name.rpartition(".")[2] for path in files(svc)] == ["result"]


def test_two_services_share_a_home_and_its_jobs(tmp_path):
    home = tmp_path / "home"
    with (
        mediaext.testing.service(home, pods=0, speech_pods=0) as front,
        mediaext.testing.service(home, watch_seconds=0.05) as back,
    ):
        job = finish(front, submit(front))
        assert job.row["status"] == "completed"
        assert job.owner == back.service.supervisor.owner


def test_another_engine_on_the_same_home_leaves_our_jobs_alone(tmp_path):
    home = tmp_path / "home"
    with (
        mediaext.testing.service(home, pods=0, speech_pods=0, engine="other") as front,
        mediaext.testing.service(home, watch_seconds=0.02) as back,
    ):
        job_id = submit(front)
        finish(back, submit(back))
        assert front.service.ledger.get(job_id).row["status"] == "queued"


def test_a_job_accepted_without_local_files_never_gets_them(tmp_path):
    home, photo = tmp_path / "home", tmp_path / "photo.png"
    photo.write_bytes(_png())
    with (
        mediaext.testing.service(home, pods=0, speech_pods=0) as server,
        mediaext.testing.service(home, watch_seconds=0.02, allow_local_files=True) as embedded,
    ):
        body = {"input_image": str(photo)}
        ids = [
            httpx.post(one.base_url + "/upscale/image/v1", json=body).json()["job_id"]
            for one in (server, embedded)
        ]
        refused, taken = (finish(embedded, job_id) for job_id in ids)
        assert refused.code == "INPUT_INVALID"
        assert taken.row["status"] == "completed"


def test_a_pinned_job_runs_on_its_pod_alone(svc):
    jobs = [finish(svc, submit(svc, "x", IMAGE, server_id="pod-2")) for _ in range(3)]
    assert {job.pod for job in jobs} == {"pod-2"}


def test_workers_end_with_their_service(tmp_path):
    with mediaext.testing.service(tmp_path / "home") as svc:
        finish(svc, submit(svc))
        pids = [pod.worker.pid for pod in svc.service.supervisor.pods if pod.worker.pid]
        assert pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_what_a_library_prints_does_not_break_the_protocol(tmp_path):
    with mediaext.testing.service(tmp_path / "home") as svc:
        assert finish(svc, submit(svc, "print hello")).row["status"] == "completed"
        log = svc.settings.home / "log" / "speech-1.log"
        svc.wait_until(lambda: b"hello" in log.read_bytes())


def test_a_stopped_service_leaves_its_running_job_to_the_next_one(tmp_path):
    home = tmp_path / "home"
    with mediaext.testing.service(home) as svc:
        job_id = submit(svc, "sleep 0.5")
        svc.wait_until(lambda: svc.service.supervisor.progress(job_id))
    with mediaext.testing.service(home) as svc:
        job = finish(svc, job_id)
        assert (job.row["status"], job.attempts, job.deaths) == ("completed", 2, 0)


def test_a_pod_that_is_stopped_while_an_end_is_written_keeps_the_file(svc):
    async def write_and_stop(work, *args):
        work(*args)
        asyncio.current_task().cancel()
        await asyncio.sleep(0)

    svc.service.database.write = write_and_stop
    job = finish(svc, submit(svc))
    svc.wait_until(lambda: not any(pod.worker.warm for pod in svc.service.supervisor.pods), 20)
    assert job.row["status"] == "completed"
    assert len(files(svc)) == 1


@pytest.mark.parametrize("grace", [0.0, 20.0])
def test_a_stopped_service_closes_the_pipes_of_idle_workers(tmp_path, grace):
    with mediaext.testing.service(tmp_path / "home", stop_grace=grace) as svc:
        finish(svc, submit(svc))
        workers = [pod.worker for pod in svc.service.supervisor.pods if pod.worker.warm]
        pipes = [worker._process.stdin for worker in workers]
    assert pipes
    assert all(pipe.is_closing() for pipe in pipes)


def test_starting_is_quick(tmp_path):
    with mediaext.testing.service(tmp_path / "home") as svc:
        pods = svc.service.supervisor.pods
        assert all(pod.worker.pid is None for pod in pods), "workers start with their first job"


BOUNDED = """
from mediaext.engines import Engine
from mediaext.testing.instant import make
from mediaext.operations import GenerateSpeech, UpscaleImage

engine = Engine("bounded", "1", memory_limit=600_000_000, bytes_per_pixel=100)
engine.makes(UpscaleImage)(make)

@engine.makes(GenerateSpeech)
def speech(request, inputs, context):
    kept = []
    while request.text == "much":
        kept.append(bytearray(10_000_000))
    return make(request, inputs, context)
"""


def picture_of(width, height):
    import io

    import PIL.Image

    buffer = io.BytesIO()
    PIL.Image.new("1", (width, height)).save(buffer, "PNG")
    return {"file": ("x.png", buffer.getvalue())}


def test_media_beyond_a_workers_memory_is_refused_before_it_is_decoded(tmp_path, module):
    module(BOUNDED)
    with mediaext.testing.service(tmp_path / "home", engine="some_engine:engine") as svc:
        codes = []
        for side in (1000, 3000):
            files = picture_of(side, side)
            link = httpx.post(f"{svc.base_url}/upload/image/v1", files=files).json()["url"]
            body = {"input_image": link}
            answer = httpx.post(f"{svc.base_url}/upscale/image/v1", json=body)
            job = finish(svc, answer.json()["job_id"])
            codes.append(job.code)
        assert codes == [None, "INPUT_INVALID"]
        assert "input_image: 9 megapixels need more than the 0.6 GB of a worker" in job.error


def test_memory_that_is_reserved_and_not_used_does_not_count(tmp_path, module):
    module(BOUNDED + "import mmap\nreserved = mmap.mmap(-1, 2_000_000_000, mmap.MAP_PRIVATE)\n")
    with mediaext.testing.service(tmp_path / "home", engine="some_engine:engine") as svc:
        assert finish(svc, submit(svc)).row["status"] == "completed"


def test_a_job_that_takes_more_memory_than_its_worker_has_fails_alone(tmp_path, module):
    module(BOUNDED)
    with mediaext.testing.service(tmp_path / "home", engine="some_engine:engine") as svc:
        job = finish(svc, submit(svc, "much"))
        assert (job.code, job.deaths) == ("INPUT_INVALID", 0)
        assert "more memory than a worker has" in job.error
        assert finish(svc, submit(svc)).row["status"] == "completed"
