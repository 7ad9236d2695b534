"""Workers of a Dask cluster as pods: real schedulers and workers, each a process of its own."""

import asyncio
import contextlib
import os
import signal
import time
from dataclasses import replace

import httpx
import pytest

from mediaext.errors import MediaError
from mediaext.service import Settings
from tests.dask_cluster import DaskCluster
from tests.front_ends import EDIT, IMAGE, PATIENCE, SPEECH, ask, finish, fleet_front_end, submit

pytest.importorskip("distributed", reason="Dask is not installed: the extra [scale]")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with contextlib.closing(
        DaskCluster(tmp_path_factory.mktemp("cluster"), ["one", "two"])
    ) as running:
        yield running


def front_end(home, cluster, count=1, **choices):
    return fleet_front_end(home, cluster.address, count, **choices)


@pytest.fixture
def svc(cluster, tmp_path):
    with front_end(tmp_path / "home", cluster, 2) as running:
        yield running


def begun(svc, job_id):
    svc.wait_until(lambda: svc.service.supervisor.progress(job_id), PATIENCE)


def row(svc, job_id):
    return svc.service.ledger.get(job_id)


def test_a_worker_makes_what_a_front_end_accepts(svc):
    job_id = submit(svc, "a fox", IMAGE)
    ended = finish(svc, job_id, IMAGE)
    assert ended["status"] == "completed", ended
    assert row(svc, job_id).pod in {"one", "two"}
    assert httpx.get(ended["result_url"]).content[8:12] == b"WEBP"


def test_a_pin_names_a_worker(svc):
    for name in ("one", "two", "one"):
        job_id = submit(svc, server_id=name)
        assert finish(svc, job_id)["status"] == "completed"
        assert row(svc, job_id).pod == name
    refused = ask(svc, server_id="three")
    assert refused.status_code == 422
    [problem] = refused.json()["detail"]
    assert problem["loc"] == ["body", "server_id"]
    assert problem["msg"].endswith("There is no pod 'three'; pods: one, two.")


def test_media_reaches_a_worker_without_the_folder_and_its_result_comes_back(
    cluster, tmp_path, monkeypatch
):
    from mediaext.scale import dask_fleet

    def elsewhere(*args):
        return replace(before(*args), blobs=str(cluster.folder / "of another machine"))

    before = dask_fleet._worker_config
    monkeypatch.setattr(dask_fleet, "_worker_config", elsewhere)
    with front_end(tmp_path / "home", cluster) as svc:
        made = finish(svc, submit(svc, "a fox", IMAGE), IMAGE)["result_url"]
        picture = httpx.get(made).content
        job_id = submit(svc, "make it night", EDIT, input_image=made)
        edited = httpx.get(finish(svc, job_id, EDIT)["result_url"]).content
    assert picture[8:12] == b"WEBP"
    assert b"parentOf" in edited, "the worker read the picture that it edited"


def test_progress_comes_and_a_cancel_stops_the_work(svc):
    job_id = submit(svc, "sleep 60", server_id="one")
    begun(svc, job_id)
    asked = time.monotonic()
    httpx.delete(f"{svc.base_url}{SPEECH}/status/{job_id}")
    svc.wait_until(lambda: svc.service.supervisor.progress(job_id) is None, PATIENCE)
    assert time.monotonic() - asked < 30, "it would have slept for a minute"
    assert finish(svc, job_id)["failure_reason_code"] == "CANCELLED"
    assert finish(svc, submit(svc, server_id="one"))["status"] == "completed"


def test_an_engine_that_ignores_a_cancel_is_killed(svc):
    job_id = submit(svc, "deaf 60", server_id="two")
    svc.wait_until(lambda: row(svc, job_id).row["status"] == "leased", PATIENCE)
    httpx.delete(f"{svc.base_url}{SPEECH}/status/{job_id}")
    after = submit(svc, server_id="two")
    assert finish(svc, after)["status"] == "completed"


def test_a_job_that_ends_the_engine_is_given_up(svc):
    ended = finish(svc, submit(svc, "crash"))
    assert ended["failure_reason_code"] == "MODEL_ERROR"
    assert "ended its worker 2 times" in ended["error"]


def test_an_error_of_the_engine_fails_the_job(svc):
    assert finish(svc, submit(svc, "raise it"))["failure_reason_code"] == "MODEL_ERROR"


def test_a_job_beyond_its_time_is_ended(cluster, tmp_path):
    with front_end(tmp_path / "home", cluster, job_time_budget=0.5) as svc:
        job_id = submit(svc, "deaf 60", server_id="one")
        assert finish(svc, job_id)["failure_reason_code"] == "TIMEOUT"
        assert finish(svc, submit(svc, server_id="one"))["status"] == "completed"


def test_the_next_front_end_takes_over_what_runs(cluster, tmp_path):
    home = tmp_path / "home"
    with front_end(home, cluster) as first:
        job_id = submit(first, "sleep 3", server_id="one")
        begun(first, job_id)
        lease = row(first, job_id).lease
    with front_end(home, cluster) as second:
        assert row(second, job_id).lease == lease
        assert finish(second, job_id)["status"] == "completed"
        assert row(second, job_id).attempts == 1


def test_a_job_that_ended_without_a_front_end_is_reported_and_not_run_again(cluster, tmp_path):
    home = tmp_path / "home"
    results = cluster.folder / "home-one" / "workers" / "one" / "results"
    with front_end(home, cluster) as first:
        job_id = submit(first, "sleep 1", server_id="one")
        begun(first, job_id)
        lease = row(first, job_id).lease
    deadline = time.monotonic() + PATIENCE
    while not (results / f"{lease}.json").exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    when = (results / f"{lease}.begun").stat().st_mtime_ns
    with front_end(home, cluster) as second:
        assert finish(second, job_id)["status"] == "completed"
        assert row(second, job_id).attempts == 1
        assert row(second, job_id).lease is None
    assert (results / f"{lease}.begun").stat().st_mtime_ns == when


def test_one_front_end_dispatches_for_all(cluster, tmp_path):
    home = tmp_path / "home"
    with front_end(home, cluster) as first, front_end(home, cluster, 0) as second:
        job_id = submit(second)
        assert finish(second, job_id)["status"] == "completed"
        assert not second.service.supervisor.pods
        assert first.service.supervisor.pods
        second.wait_until(lambda: {"one", "two"} <= second.service.presence.pods().keys())
        assert finish(second, submit(second, server_id="one"))["status"] == "completed"
        assert ask(second, server_id="nobody").status_code == 422


def test_a_worker_that_is_expected_back_takes_pins(svc, cluster, tmp_path):
    cluster.start_worker("brief")
    svc.wait_until(lambda: "brief" in svc.service.presence.pods(), PATIENCE)
    cluster.kill("brief")
    svc.wait_until(lambda: svc.service.presence.pods().get("brief") == "away", PATIENCE)
    job_id = submit(svc, server_id="brief")
    cluster.start_worker("brief")
    assert finish(svc, job_id)["status"] == "completed"
    cluster.kill("brief")


def test_a_worker_that_lacks_the_resources_gets_no_jobs(cluster, tmp_path, caplog):
    with front_end(tmp_path, cluster, 0, fleet_resources={"GPU": 1}) as svc:
        svc.wait_until(lambda: "lacks the resources GPU=1" in caplog.text, PATIENCE)
        assert not svc.service.supervisor.pods
        cluster.start_worker("gpu", "--resources", "GPU=1")
        svc.wait_until(lambda: svc.service.supervisor.pods, PATIENCE)
        job_id = submit(svc)
        assert finish(svc, job_id)["status"] == "completed"
        assert row(svc, job_id).pod == "gpu"
        cluster.kill("gpu")


def test_a_worker_of_another_version_gets_no_jobs(cluster, tmp_path, caplog, monkeypatch):
    monkeypatch.setattr("mediaext.scale.dask_fleet.VERSION", "99")
    with front_end(tmp_path, cluster, 0) as svc:
        svc.wait_until(lambda: "this service 99; install the same" in caplog.text, PATIENCE)
        assert not svc.service.supervisor.pods


def test_a_worker_that_is_killed_gives_its_job_to_another(cluster, tmp_path, monkeypatch):
    monkeypatch.setattr("mediaext.scale.dask_fleet.RETURN_SECONDS", 3)
    with front_end(tmp_path / "home", cluster, 2) as svc:
        cluster.start_worker("mortal")
        svc.wait_until(
            lambda: any(pod.name == "mortal" for pod in svc.service.supervisor.pods), PATIENCE
        )
        jobs = [submit(svc, "sleep 2") for _ in range(3)]
        for job_id in jobs:
            begun(svc, job_id)
        cluster.kill("mortal")
        assert [finish(svc, job_id)["status"] for job_id in jobs] == ["completed"] * 3
        assert sorted(row(svc, job_id).attempts for job_id in jobs) == [1, 1, 2]


def test_a_worker_that_does_not_answer_gets_no_second_job(cluster, tmp_path, monkeypatch):
    monkeypatch.setattr("mediaext.scale.dask_fleet.RETURN_SECONDS", 3)
    with front_end(tmp_path / "home", cluster, 2) as svc:
        cluster.start_worker("mute")
        svc.wait_until(
            lambda: any(pod.name == "mute" for pod in svc.service.supervisor.pods), PATIENCE
        )
        stopped = cluster.worker_pid("mute")  # which the scheduler goes on listing
        os.kill(stopped, signal.SIGSTOP)
        try:
            jobs = [submit(svc, "sleep 2") for _ in range(3)]
            assert [finish(svc, job_id)["status"] for job_id in jobs] == ["completed"] * 3
            assert sorted(row(svc, job_id).attempts for job_id in jobs) == [1, 1, 2]
            assert {pod.name for pod in svc.service.supervisor.pods} == {"one", "two"}
        finally:
            os.kill(stopped, signal.SIGCONT)
            cluster.kill("mute")


def test_callers_at_once_share_one_connection(cluster, tmp_path):
    from mediaext.scale.clusters import open_fleet

    async def connect():
        fleet = open_fleet(Settings(home=tmp_path, fleet=cluster.address))
        assert fleet is not None
        try:
            found = await asyncio.gather(*(fleet._connected() for _ in range(5)))
            return len({id(client) for client in found})
        finally:
            await fleet.close()

    assert asyncio.run(connect()) == 1


def test_a_worker_that_died_after_its_job_returns_the_result_after_its_restart(cluster, tmp_path):
    with front_end(tmp_path / "home", cluster, 2) as svc:
        finish(svc, submit(svc, server_id="two"))  # warm
        job_id = submit(svc, "sleep 1", server_id="two")
        begun(svc, job_id)
        lease = row(svc, job_id).lease
        results = cluster.folder / "home-two" / "workers" / "two" / "results"
        scheduler = cluster.processes["scheduler"].pid
        os.kill(scheduler, signal.SIGSTOP)  # no service learns that the job ended
        try:
            deadline = time.monotonic() + PATIENCE
            while not (results / f"{lease}.json").exists():
                assert time.monotonic() < deadline
                time.sleep(0.02)
            os.kill(cluster.worker_pid("two"), signal.SIGKILL)
        finally:
            os.kill(scheduler, signal.SIGCONT)
        assert finish(svc, job_id)["status"] == "completed"
        assert row(svc, job_id).attempts == 1


def test_a_scheduler_that_comes_back_has_its_jobs_made(tmp_path):
    with (
        contextlib.closing(DaskCluster(tmp_path / "cluster", ["one"])) as cluster,
        front_end(tmp_path / "home", cluster) as svc,
    ):
        finish(svc, submit(svc))
        job_id = submit(svc, "sleep 1")
        begun(svc, job_id)
        cluster.kill("scheduler")
        cluster.start_scheduler()
        cluster.kill("one")  # a worker ends without its scheduler; a supervisor starts it again
        cluster.start_worker("one")
        assert finish(svc, job_id)["status"] == "completed"
        assert finish(svc, submit(svc))["status"] == "completed"


def test_a_drained_worker_ends_its_job_and_leaves(cluster, tmp_path):
    from mediaext.scale.clusters import drain

    with front_end(tmp_path / "home", cluster, 2) as svc:
        cluster.start_worker("leaving")
        svc.wait_until(
            lambda: any(pod.name == "leaving" for pod in svc.service.supervisor.pods), PATIENCE
        )
        job_id = submit(svc, "sleep 1", server_id="leaving")
        begun(svc, job_id)
        asyncio.run(drain(cluster.address, ["leaving"]))
        assert finish(svc, job_id)["status"] == "completed"
        assert row(svc, job_id).attempts == 1
        assert cluster.processes.pop("leaving").wait(PATIENCE) == 0
        with pytest.raises(MediaError, match="no worker 'leaving'"):
            asyncio.run(drain(cluster.address, ["leaving"]))


@pytest.mark.parametrize("address", ["tcp://head.example:8786", "tcp://10.0.0.2:8786"])
def test_a_scheduler_elsewhere_needs_encryption(address, tmp_path):
    from mediaext.scale.clusters import open_fleet

    with pytest.raises(MediaError, match="encrypted, tls://"):
        open_fleet(Settings(home=tmp_path, fleet=address))


@pytest.mark.parametrize("address", ["head:8786", "tls://head", "http://head:8786"])
def test_an_invalid_address_is_an_error(address, tmp_path):
    from mediaext.scale.clusters import open_fleet

    with pytest.raises(MediaError, match="is not a scheduler's address"):
        open_fleet(Settings(home=tmp_path, fleet=address))
