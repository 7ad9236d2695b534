"""Host processes: shared, evicted by use, cancelled, killed, hanging, short of memory."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mediaext.engines.hosts import client
from mediaext.engines.hosts.manager import (
    Failed,
    Manager,
    MemoryBudget,
    ModelRequest,
    Resident,
    Task,
    TooLarge,
)
from mediaext.errors import JobFailed

ADAPTER = str(Path(__file__).with_name("fake_adapter.py"))


def model(name: str = "a", gigabytes: float = 1.0, **facts: Any) -> ModelRequest:
    plans = facts.pop("plans", (("bf16", gigabytes),))
    chosen = {
        "python": sys.executable,
        "adapter": ADAPTER,
        "device": "cpu",
        "cancel_grace": 30.0,
        **{k: facts.pop(k) for k in tuple(facts) if k in ModelRequest.model_fields},
    }
    return ModelRequest(name=name, plans=plans, model={"name": name, **facts}, **chosen)


def task(folder: Path, do: str = "write", inputs: Any = None, **fields: Any) -> Task:
    return Task(task={"do": do, **fields}, inputs=inputs or {}, folder=str(folder))


def silent(fraction: float | None, message: str) -> None:
    """Tell nobody."""


async def until(condition: Callable[[], Any]) -> None:
    async with asyncio.timeout(120):
        while not condition():  # noqa: ASYNC110  (a file that another process writes)
            await asyncio.sleep(0.01)


def with_manager(
    folder: Path,
    work: Callable[[Manager], Awaitable[None]],
    capacity: float = 10.0,
    **choices: Any,
) -> None:
    async def main() -> None:
        manager = Manager(lambda device: 10.0, folder / "logs", **choices)
        try:
            await work(manager)
        finally:
            await manager.close()

    asyncio.run(main())


async def failure(work: Awaitable[Any]) -> Failed:
    with pytest.raises(Failed) as caught:
        await work
    return caught.value


# ---------------------------------------------------------------------------------------- budget


def test_a_budget_evicts_the_least_recently_used_and_never_what_is_in_use():
    gone: list[str] = []

    async def evict(resident: Resident) -> None:
        gone.append(resident.key)

    async def main() -> None:
        budget = MemoryBudget(10, evict)
        for key in ("a", "b", "a"):
            async with budget.hold(key, [("bf16", 4)]) as resident:
                resident.loaded = True
        async with budget.hold("c", [("bf16", 4)]) as resident:
            resident.loaded = True
            assert gone == ["b"]
            async with budget.hold("d", [("bf16", 6)]):
                assert gone == ["b", "a"]
            waiting = asyncio.create_task(enter(budget, "e", 8))
            await asyncio.sleep(0)
            assert gone == ["b", "a"]
        await waiting
        assert gone == ["b", "a", "c"]
        assert budget.taken == 0  # what nobody loaded gives its room back

    async def enter(budget: MemoryBudget, key: str, memory: float) -> None:
        async with budget.hold(key, [("bf16", memory)]):
            pass

    asyncio.run(main())


def test_the_first_plan_that_fits_the_device_is_taken():
    async def evict(resident: Resident) -> None:
        """Free it."""

    async def main() -> None:
        budget = MemoryBudget(10, evict)
        async with budget.hold("a", [("bf16", 21), ("offload", 9), ("int8", 5)]) as resident:
            assert resident.plan == "offload"
        with pytest.raises(TooLarge):
            async with budget.hold("b", [("bf16", 21)]):
                pass

    asyncio.run(main())


# --------------------------------------------------------------------------------------- manager


def test_jobs_of_one_environment_share_a_process_that_stays_warm(tmp_path):
    async def work(manager: Manager) -> None:
        (tmp_path / "in").write_bytes(b"pixels")
        inputs = {"image": [str(tmp_path / "in")]}
        told: list[str] = []

        def report(fraction, message):
            told.append(message)

        first = await manager.run(model("a"), task(tmp_path, inputs=inputs), report)
        second = await manager.run(model("a"), task(tmp_path), report)
        other = await manager.run(model("b"), task(tmp_path), silent)

        assert (tmp_path / "made.bin").read_bytes() == b"made of "
        assert first["files"]["result"]["media_type"] == "image/png"
        assert first["details"]["pid"] == second["details"]["pid"] == other["details"]["pid"]
        assert told.count("opening a") == 1
        assert told[-1] == "made"

    with_manager(tmp_path, work)


def test_two_models_that_do_not_fit_together_take_turns(tmp_path):
    async def work(manager: Manager) -> None:
        jobs = [manager.run(model(name, 6), task(tmp_path), silent) for name in "abab"]
        await asyncio.gather(*jobs)
        loaded = [row["model"] for row in manager.status()["models"]]
        assert len(loaded) == 1

    with_manager(tmp_path, work)


def test_a_model_in_use_is_not_evicted_for_another(tmp_path):
    async def work(manager: Manager) -> None:
        sign, go = tmp_path / "sign", tmp_path / "go"
        busy = task(tmp_path, "wait", sign=str(sign), **{"for": str(go)})
        first = asyncio.create_task(manager.run(model("a", 6), busy, silent))
        await until(sign.exists)
        second = asyncio.create_task(manager.run(model("b", 6), task(tmp_path), silent))
        await asyncio.sleep(0)
        assert [row["model"] for row in manager.status()["models"]] == ["a@"]
        go.touch()
        await asyncio.gather(first, second)
        assert [row["model"] for row in manager.status()["models"]] == ["b@"]

    with_manager(tmp_path, work)


def test_a_model_that_fits_no_plan_is_unavailable_in_a_sentence(tmp_path):
    async def work(manager: Manager) -> None:
        found = await failure(manager.run(model("a", 21), task(tmp_path), silent))
        assert found.code == "MODEL_UNAVAILABLE"
        assert str(found).startswith(
            "a needs 21 GB of memory on cpu, where models may take 10 GB."
        )

    with_manager(tmp_path, work)


def test_a_host_that_dies_fails_its_job_alone_and_the_next_succeeds(tmp_path):
    async def work(manager: Manager) -> None:
        found = await failure(manager.run(model(), task(tmp_path, "die"), silent))
        waiting = manager.run(model("b"), task(tmp_path), silent)
        made, after = await asyncio.gather(waiting, manager.run(model(), task(tmp_path), silent))

        assert (found.code, "ended in the middle" in str(found)) == ("MODEL_ERROR", True)
        assert made["details"]["pid"] == after["details"]["pid"]

    with_manager(tmp_path, work)


def test_a_job_that_waits_for_a_host_that_dies_is_made_by_the_next_one(tmp_path):
    async def work(manager: Manager) -> None:
        sign, go = tmp_path / "sign", tmp_path / "go"
        busy = task(tmp_path, "wait", sign=str(sign), **{"for": str(go)})
        first = asyncio.create_task(manager.run(model(), busy, silent))
        await until(sign.exists)
        second = asyncio.create_task(manager.run(model(), task(tmp_path), silent))
        third = asyncio.create_task(manager.run(model("b"), task(tmp_path), silent))
        await asyncio.sleep(0)
        os.kill(manager.status()["hosts"][0]["pid"], 9)

        assert (await failure(first)).code == "MODEL_ERROR"
        pids = {made["details"]["pid"] for made in await asyncio.gather(second, third)}
        assert pids == {manager.status()["hosts"][0]["pid"]}

    with_manager(tmp_path, work)


def test_a_cancelled_job_stops_within_its_grace_and_keeps_the_model(tmp_path):
    async def work(manager: Manager) -> None:
        sign = tmp_path / "sign"
        busy = task(tmp_path, "wait", sign=str(sign), **{"for": str(tmp_path / "never")})
        job = asyncio.create_task(manager.run(model(), busy, silent))
        await until(sign.exists)
        pid = manager.status()["hosts"][0]["pid"]
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        made = await manager.run(model(), task(tmp_path), silent)
        assert made["details"]["pid"] == pid

    with_manager(tmp_path, work)


def test_a_job_that_does_not_stop_within_its_grace_ends_with_its_process(tmp_path):
    async def work(manager: Manager) -> None:
        sign = tmp_path / "sign"
        hanging = model(cancel_grace=0.2)
        job = asyncio.create_task(
            manager.run(hanging, task(tmp_path, "hang", sign=str(sign)), silent)
        )
        await until(sign.exists)
        pid = manager.status()["hosts"][0]["pid"]
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        made = await manager.run(model(), task(tmp_path), silent)
        assert made["details"]["pid"] != pid

    with_manager(tmp_path, work)


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be stopped there")
def test_a_host_that_answers_no_ping_is_ended_and_the_next_job_succeeds(tmp_path):
    async def work(manager: Manager) -> None:
        stopping = task(tmp_path, "stop answering", sign=str(tmp_path / "sign"))
        found = await failure(manager.run(model(), stopping, silent))
        assert found.code == "MODEL_ERROR"
        await manager.run(model(), task(tmp_path), silent)

    with_manager(tmp_path, work, ping_seconds=0.5, silent_seconds=5.0)


@pytest.mark.parametrize(
    ("do", "code", "sentence"),
    [("refuse", "INPUT_INVALID", "prompt: say more."), ("fail", "MODEL_ERROR", "KeyError")],
)
def test_what_an_adapter_raises_has_its_code_and_the_host_goes_on(tmp_path, do, code, sentence):
    async def work(manager: Manager) -> None:
        first = await manager.run(model(), task(tmp_path), silent)
        found = await failure(manager.run(model(), task(tmp_path, do), silent))
        after = await manager.run(model(), task(tmp_path), silent)

        assert (found.code, sentence in str(found)) == (code, True)
        assert first["details"]["pid"] == after["details"]["pid"]

    with_manager(tmp_path, work)


def test_out_of_memory_while_loading_is_tried_once_more_by_the_next_plan(tmp_path):
    plans = (("bf16", 8.0), ("int8", 3.0))
    short = {"memory": {"bf16": 8, "int8": 3}, "limit": 5, "plans": plans}
    told: list[str] = []

    async def work(manager: Manager) -> None:
        made = await manager.run(
            model(**short), task(tmp_path), lambda fraction, text: told.append(text)
        )
        assert made["details"]["plan_seen"] == made["details"]["plan"] == "int8"
        assert "out of memory; once more as int8" in told

    with_manager(tmp_path, work)


def test_out_of_memory_in_a_job_frees_the_other_models_first(tmp_path):
    async def work(manager: Manager) -> None:
        limit = {"limit": 8}
        other = model("b", 1.0, memory={"bf16": 5}, **limit)
        await manager.run(other, task(tmp_path), silent)
        job = task(tmp_path, "need", need={"bf16": 9})
        found = await failure(manager.run(model("a", 1.0, **limit), job, silent))
        assert found.code == "MODEL_ERROR"
        assert "ran out of memory" in str(found)
        assert manager.status()["models"] == []
        await manager.run(model("a", 1.0, **limit), task(tmp_path), silent)

    with_manager(tmp_path, work)


def test_a_model_that_cannot_be_loaded_leaves_no_room_taken(tmp_path):
    async def work(manager: Manager) -> None:
        broken = model("a", 9.0, refuse="the weights are not of this class")
        found = await failure(manager.run(broken, task(tmp_path), silent))
        assert (found.code, "not of this class" in str(found)) == ("MODEL_ERROR", True)
        await manager.run(model("b", 9.0), task(tmp_path), silent)

    with_manager(tmp_path, work)


def test_loading_has_a_limit_of_its_own(tmp_path):
    async def work(manager: Manager) -> None:
        await manager.run(model("b"), task(tmp_path), silent)
        slow = model(wait_for=str(tmp_path / "never"), prepare_seconds=0.5)
        found = await failure(manager.prepare(slow, silent))
        assert found.code == "MODEL_UNAVAILABLE"
        assert str(found) == "a was not loaded within 0.5 s."

    with_manager(tmp_path, work)


def test_preparing_loads_and_the_job_finds_it_warm(tmp_path):
    async def work(manager: Manager) -> None:
        await manager.prepare(model(), silent)
        told: list[str] = []
        await manager.run(model(), task(tmp_path), lambda fraction, text: told.append(text))
        assert told == ["made"]

    with_manager(tmp_path, work)


def test_what_stays_loaded_is_not_looked_through_after_each_job(tmp_path):
    async def work(manager: Manager) -> None:
        made = await manager.run(model(), task(tmp_path), silent)
        assert made["details"]["set_aside"] > 1000  # objects that the collector leaves alone

    with_manager(tmp_path, work)


def test_releasing_frees_the_models_and_ends_their_processes(tmp_path):
    async def work(manager: Manager) -> None:
        await manager.run(model(), task(tmp_path), silent)
        await manager.release()
        assert manager.status() == {"hosts": [], "models": []}

    with_manager(tmp_path, work)


@pytest.mark.parametrize("python", ["/no/such/python", sys.executable])
def test_an_environment_that_is_broken_is_unavailable(tmp_path, python):
    async def work(manager: Manager) -> None:
        adapter = tmp_path / "broken.py"
        adapter.write_text("import a_library_that_nobody_has")
        broken = model(python=python, adapter=str(adapter))
        found = await failure(manager.run(broken, task(tmp_path), silent))
        assert found.code == "MODEL_UNAVAILABLE"

    with_manager(tmp_path, work)


def test_a_foreign_interpreter_without_our_packages_serves_jobs(tmp_path):
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare"], check=True)
    python = tmp_path / "bare" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    async def work(manager: Manager) -> None:
        await manager.run(model(python=str(python)), task(tmp_path), silent)

    with_manager(tmp_path, work)
    code = "import importlib.util as u; print(u.find_spec('mediaext'), u.find_spec('numpy'))"
    done = subprocess.run(
        [python, "-I", "-c", code], capture_output=True, text=True, check=True, cwd="/"
    )
    assert done.stdout.split() == ["None", "None"]


# ---------------------------------------------------------------------------------------- server


@pytest.fixture
def server() -> Iterator[None]:
    """End whatever server the test started."""
    yield
    client.stop()


@pytest.mark.usefixtures("server")
def test_several_processes_share_one_host(tmp_path):
    made = client.run(model(), task(tmp_path), silent)
    code = (
        "import sys; from pathlib import Path; from mediaext.engines.hosts import client\n"
        "from mediaext.engines.hosts.manager import ModelRequest, Task\n"
        "request, task = (Path(p).read_text() for p in sys.argv[1:])\n"
        "made = client.run(ModelRequest.model_validate_json(request),"
        " Task.model_validate_json(task), lambda *said: None)\n"
        "print(made['details']['pid'])"
    )
    (tmp_path / "model.json").write_text(model().model_dump_json())
    (tmp_path / "task.json").write_text(task(tmp_path).model_dump_json())
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "model.json", tmp_path / "task.json"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert int(done.stdout) == made["details"]["pid"]
    assert [row["model"] for row in client.status()["models"]] == ["a@"]


@pytest.mark.usefixtures("server")
def test_a_caller_that_raises_cancels_and_the_host_stays(tmp_path):
    class Enough(Exception):
        pass

    def stop_soon(fraction: float | None, message: str) -> None:
        if (tmp_path / "sign").exists():
            raise Enough

    made = client.run(model(), task(tmp_path), silent)
    busy = task(tmp_path, "wait", sign=str(tmp_path / "sign"), **{"for": str(tmp_path / "no")})
    with pytest.raises(Enough):
        client.run(model(), busy, stop_soon)

    assert client.run(model(), task(tmp_path), silent)["details"]["pid"] == made["details"]["pid"]


@pytest.mark.usefixtures("server")
def test_a_failure_of_the_host_is_a_failed_job(tmp_path):
    with pytest.raises(JobFailed) as caught:
        client.run(model(), task(tmp_path, "refuse"), silent)

    assert caught.value.code == "INPUT_INVALID"


@pytest.mark.usefixtures("server")
def test_releasing_frees_every_model(tmp_path):
    client.prepare(model(), silent)
    assert client.status()["models"]
    client.release()

    assert client.status() == {"hosts": [], "models": []}


def test_without_a_server_nothing_is_started_for_a_status():
    assert client.status() == {"hosts": [], "models": []}
    client.release()
    client.stop()


@pytest.mark.usefixtures("server")
def test_a_caller_without_the_secret_gets_no_answer(tmp_path):
    client.prepare(model(), silent)
    address = client._address()
    assert address is not None

    with pytest.raises(client._NotThere):
        client._converse((address[0], "guessed"), {"type": "status"}, silent)


def test_a_server_that_nobody_needs_ends_itself_and_its_hosts(tmp_path, monkeypatch):
    monkeypatch.setenv("MEDIAEXT_HOST_IDLE_SECONDS", "0.5")
    made = client.run(model(), task(tmp_path), silent)
    for _, process in client._started:
        process.wait(timeout=120)

    with pytest.raises(ProcessLookupError):
        os.kill(made["details"]["pid"], 0)
    assert client._address() is None
