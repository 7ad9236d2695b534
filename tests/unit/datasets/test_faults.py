"""Full disks, interrupts, kills at the worst moment, other machines: nothing is lost."""

import errno
import json
import os
import signal
import sqlite3
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import apart
import pytest
from dataset_makers import FolderService, Painter, Photos

import mediaext
from mediaext.datasets import Augmented
from mediaext.datasets.store import leases
from mediaext.datasets.store import processes as owner
from mediaext.datasets.store.files import Unwritable
from mediaext.datasets.store.leases import Leases
from mediaext.datasets.store.results import ResultStore
from mediaext.errors import InvalidRequest, MediaError
from mediaext.operations import EditImage

ELSEWHERE = "other_machine-00000000-1-1"


def augmented(folder, runner=None, count=6, **options):
    options = {"size": (32, 32), "quiet": True, **options}
    step = EditImage(prompt="rainy")
    return Augmented(Photos(count), [step], runner=runner or Painter(), folder=folder, **options)


def run_apart(code, *arguments):
    """Run Python in a process of its own, beside the helpers of this folder."""
    with tempfile.TemporaryDirectory() as out:
        head = "import sys\nfrom test_faults import *\n"
        process = apart.start(apart.execute, head + code, *map(str, arguments), out=out)
        process.join()
        said = {f"std{name}": (Path(out) / name).read_text() for name in ("out", "err")}
    return SimpleNamespace(returncode=process.exitcode, **said)


def full_disk(folder, service, count):
    """Fill a dataset in a process in which no file may grow beyond eight kilobytes."""
    return run_apart(
        "import resource\n"
        "folder, service = map(Path, sys.argv[1:3])\n"
        "data = augmented(folder, FolderService(service), int(sys.argv[3]), quiet=False)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (8192, resource.RLIM_INFINITY))\n"
        "print(data.fill(progress=False), file=sys.stderr)\n"
        "print(sum(len(images) for images, _ in data.loader(4)), len(data.pool.results))\n"
        "data.close()\n",
        folder, service, count,
    )  # fmt: skip


def test_on_a_full_disk_making_stops_with_one_sentence_and_nothing_is_lost(tmp_path):
    pytest.importorskip("resource", reason="limits of a process are of Unix")
    count = 16
    ended = full_disk(tmp_path / "pool", tmp_path / "service", count)
    lines = [line for line in ended.stderr.splitlines() if "cannot be written to" in line]
    bought = FolderService(tmp_path / "service").jobs

    assert ended.returncode == 0, ended.stderr
    served, kept = map(int, ended.stdout.split())
    assert served == count, "originals stand in"
    assert 0 < kept < count
    assert len(lines) >= 1
    assert lines[0].startswith("No more samples are made: ")
    assert "Make room" in lines[0]
    service = FolderService(tmp_path / "service")
    data = augmented(tmp_path / "pool", service, count)
    assert data.verify().torn == 0
    data.fill(progress=False)
    assert service.jobs == count
    assert service.repeated == 0, f"the {bought} jobs there were are fetched, not asked for again"


def test_a_disk_that_fills_up_under_the_views_leaves_them_smaller(tmp_path, monkeypatch):
    data = augmented(tmp_path)
    data.fill(progress=False)
    calls = []

    def fallocate(file, start, count):
        calls.append(count)
        if len(calls) > 1:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", fallocate, raising=False)
    loader = data.loader(2, copy=True)
    first, second = list(loader), list(loader)

    assert data.pool.views.room == len(data.pool.views) == 2
    assert sum(len(images) for images, _ in first + second) == 12


def test_a_folder_below_a_file_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Unwritable, match="cannot be written to"):
        augmented(tmp_path / "file" / "pool")


READ_ONLY = """
import mediaext.datasets.dataset, tqdm.auto
if os.getuid() == 0:
    os.setuid(65534)  # root may write everywhere
painter = Painter()
data = augmented(Path(sys.argv[1]), painter, count=5, quiet=False)
print(sum(len(images) for images, _ in data.loader(2)), len(painter.asked))
print(data.pool.tier)
data.close()
"""


@pytest.mark.skipif(
    os.name != "posix",
    reason="a folder that its permissions keep from being written: Windows has none such",
)
def test_a_filled_folder_that_is_read_only_is_read_and_what_is_missing_stays_away():
    with tempfile.TemporaryDirectory() as place:
        pool = Path(place) / "pool"
        data = augmented(pool, count=4)
        data.fill(progress=False)
        data.close()
        folders = [Path(place), pool, *(path for path in pool.rglob("*") if path.is_dir())]
        for folder in folders:
            folder.chmod(0o555)
        ended = run_apart(READ_ONLY, pool)
        for folder in folders:
            folder.chmod(0o755)

    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines() == ["5 0", "results (views cannot be written)"]
    assert ended.stderr.count("No more samples are made: ") == 1
    assert "Permission denied" in ended.stderr


def test_an_interrupted_fill_takes_back_what_was_not_begun_and_goes_on_later(tmp_path, capsys):
    main, ready = threading.main_thread().ident, threading.Event()

    def interrupt(operation):
        if len(painter.asked) == 3:
            signal.pthread_kill(main, signal.SIGINT)
            ready.wait(10)

    painter = Painter(interrupt)
    data = augmented(tmp_path, painter, 12, concurrency=1, quiet=False)
    with pytest.raises(KeyboardInterrupt):
        data.fill(progress=False)
    ready.set()
    said = capsys.readouterr().err
    while data.pool.generator.pending:
        data.pool.generator.executor.clear()

    assert "Stopped: " in said
    assert "jobs still run; they are kept when they end" in said
    assert len(painter.asked) == 3
    assert data.fill(progress=False).there == 12
    assert len(painter.asked) == 12


KILLED_BEFORE_THE_NOTE = """
from mediaext.datasets.store.leases import Lease
Lease.journal = lambda self, **facts: os.kill(os.getpid(), signal.SIGKILL)
home, pool = map(Path, sys.argv[1:3])
media = mediaext.connect(home=home, engine="dataset_makers:engine")
augmented(pool, media, concurrency=1).fill(progress=False)
"""


@pytest.mark.skipif(
    not hasattr(signal, "SIGKILL"),
    reason="SIGKILL, after which a process does nothing more, is of Unix",
)
def test_a_job_accepted_by_the_service_but_noted_by_nobody_is_not_bought_twice(tmp_path):
    home, pool = tmp_path / "home", tmp_path / "pool"
    for _ in range(2):  # it dies at the same moment again
        ended = run_apart(KILLED_BEFORE_THE_NOTE, home, pool)
        assert ended.returncode == -signal.SIGKILL, ended.stderr
    media = mediaext.connect(home=home, engine="dataset_makers:engine")
    filled = augmented(pool, media).fill(progress=False)
    with closing(sqlite3.connect(next(home.rglob("ledger.sqlite3")))) as ledger:
        (jobs,) = ledger.execute("SELECT count(*) FROM jobs").fetchone()

    assert filled.there == 6
    assert jobs == 6


def test_a_job_that_cannot_be_reached_now_is_fetched_later_and_not_forgotten(tmp_path):
    class Away(FolderService):
        def attach(self, job_id, operation):
            raise MediaError("the service cannot be reached")

    service = FolderService(tmp_path / "service")
    node = augmented(tmp_path / "pool", service).pool.node(0, 0)
    job = service.submit(node.operation.model_copy(update={"input_image": [Photos()[0][0]]}))
    facts = {"owner": ELSEWHERE, "service": service.identity, "operation": "edit"}
    path = tmp_path / "pool" / "leases" / f"{node.key.hex()}.json"
    path.parent.mkdir()
    path.write_text(json.dumps({**facts, "job_id": job.job_id}) + "\n")
    augmented(tmp_path / "pool", Away(tmp_path / "service"))[0]

    assert augmented(tmp_path / "pool", service).fill(progress=False).there == 6
    assert (service.jobs, service.repeated) == (6, 0)


def test_what_one_host_writes_while_another_reads_the_folder_is_all_kept(tmp_path):
    code = (
        "import socket; socket.gethostname = lambda: sys.argv[2]\n"
        "folder = Path(sys.argv[1]); truth = ResultStore(folder)\n"
        "for number in range(300 if sys.argv[2] == 'alpha' else 0):\n"
        "    truth.put(number.to_bytes(32, 'big'), bytes(30_000), {})\n"
        "(folder / sys.argv[2]).touch()\n"
        "while not (folder / 'alpha').exists(): truth.refresh()\n"
    )
    reader = threading.Thread(target=run_apart, args=(code, tmp_path, "beta"))
    reader.start()
    while not (tmp_path / "beta").exists():
        time.sleep(0.01)
    run_apart(code, tmp_path, "alpha")
    reader.join()

    assert len(ResultStore(tmp_path)) == 300


def other_machine(folder, key, **facts):
    """Leave the lease of a maker on another machine, whose clock is an hour behind."""
    held = Leases(folder)
    held.owners.mkdir()
    sign = held.owners / "its-holder"
    sign.write_text(ELSEWHERE)
    behind = time.time() - 3600
    os.utime(sign, (behind, behind))
    line = {"owner": ELSEWHERE, "holder": "its-holder", "time": behind, **facts}
    held.path(key).write_text(json.dumps(line) + "\n")
    return sign


def test_a_maker_on_another_machine_is_left_alone_however_wrong_its_clock_is(
    tmp_path, monkeypatch
):
    key = b"k" * 32
    sign = other_machine(tmp_path, key)
    mine = Leases(tmp_path)
    monkeypatch.setattr(leases, "time", clock := Clock())

    assert mine.claim(key) is None
    clock.now += 50
    os.utime(sign, (time.time() - 3500,) * 2)
    assert mine.claim(key) is None
    clock.now += 50
    assert mine.claim(key) is None, "its heartbeat was 50 seconds ago"
    assert mine.left_behind() == {}
    mine.close()


def test_pruning_waits_for_a_maker_on_another_machine_until_it_fell_silent(tmp_path):
    data = augmented(tmp_path)
    data.fill(progress=False)
    sign = tmp_path / "leases" / "owners" / "its-holder"
    sign.write_text(ELSEWHERE)

    with pytest.raises(MediaError, match="Another process is writing"):
        data.prune(unused=True)
    os.utime(sign, (time.time() - 61,) * 2)
    assert data.prune(unused=True) >= 0
    data.close()


def test_containers_that_share_a_hosts_name_are_machines_of_their_own(monkeypatch):
    outside = owner.me().host
    monkeypatch.setattr(os, "readlink", lambda path: "pid:[4026532411]")
    inside = owner._me.__wrapped__(os.getpid()).host

    assert inside != outside
    assert inside.endswith("_4026532411")


def test_a_maker_on_another_machine_that_fell_silent_is_replaced_with_its_job(
    tmp_path, monkeypatch
):
    key = b"k" * 32
    other_machine(tmp_path, key, job_id="bought")
    mine = Leases(tmp_path)
    monkeypatch.setattr(leases, "time", clock := Clock())
    assert mine.claim(key) is None
    clock.now += 61

    assert list(mine.left_behind()) == [key]
    assert mine.claim(key).facts["job_id"] == "bought"
    mine.close()


class Clock:
    """The clocks of this machine, to be set by hand."""

    def __init__(self):
        self.now = 1000.0

    def monotonic(self):
        return self.now

    def time(self):
        return self.now


def test_two_hosts_that_share_a_folder_make_each_key_once(tmp_path):
    code = (
        "import socket; socket.gethostname = lambda: sys.argv[3]\n"
        "folder = Path(sys.argv[1])\n"
        "data = augmented(folder / 'pool', FolderService(folder / 'service', 0.02), 40)\n"
        "data.set_epoch(int(sys.argv[2])); (folder / sys.argv[3]).touch()\n"
        "while not ((folder / 'alpha').exists() and (folder / 'beta').exists()): pass\n"
        "list(data.loader(4, shuffle=True))\n"
        "data.close()\n"
    )
    hosts = [
        threading.Thread(target=lambda name=name, n=n: run_apart(code, tmp_path, n, name))
        for n, name in enumerate(("alpha", "beta"))
    ]
    for host in hosts:
        host.start()
    for host in hosts:
        host.join()
    service = FolderService(tmp_path / "service")
    data = augmented(tmp_path / "pool", service, 40)

    assert data.plan().hits == 40
    assert (service.jobs, service.repeated) == (40, 0)
    segments = (tmp_path / "pool" / "results").glob("*.seg")
    assert {path.name.partition("-")[0].partition("_")[0] for path in segments} == {
        "alpha",
        "beta",
    }


def test_a_tail_whose_middle_never_reached_the_disk_gives_up_that_result_alone(tmp_path):
    truth = ResultStore(tmp_path)
    for number in range(3):
        truth.put(bytes([number]) * 32, b"picture %d" % number, {})
    path = next(tmp_path.glob("*.seg"))
    content = path.read_bytes()
    path.write_bytes(content.replace(b"picture 1", bytes(9)))
    again = ResultStore(tmp_path)

    assert [bytes([number]) * 32 in again for number in range(3)] == [True, False, True]


def test_spending_that_cannot_be_read_is_named(tmp_path):
    data = augmented(tmp_path, budget=3)
    data.pool.tracker.path.write_bytes(bytes(20))

    assert "budget-default.json does not say" in str(data.fill(progress=False))


def test_a_client_that_must_be_awaited_is_refused(tmp_path):
    with pytest.raises(InvalidRequest, match="aconnect"):
        augmented(tmp_path, mediaext.aconnect(home=tmp_path / "home"))
