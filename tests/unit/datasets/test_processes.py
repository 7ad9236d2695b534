"""Several processes on one folder: each key made once, whoever dies on the way."""

import random
import socket
import time

import apart
import pytest
from dataset_makers import FolderService
from one_process import data_set, train


def wait_for_jobs(service, count, processes):
    while service.jobs < count and any(process.is_alive() for process in processes):
        time.sleep(0.01)


def kill_three_of_four(folder, count, seed):
    service = FolderService(folder / "service")
    processes = [apart.start(train, folder, number, count) for number in range(4)]
    random.Random(seed).shuffle(processes)
    for number, victim in enumerate(processes[:3]):
        wait_for_jobs(service, (number + 1) * count // 5, processes)
        victim.kill()
        victim.join()
    processes[3].join()
    assert processes[3].exitcode == 0
    data = data_set(folder, count)
    health = data.verify()

    assert service.jobs == count
    assert service.repeated <= 3 * 8, "no more than what was being submitted when killed"
    assert health == (count, (), 0)
    assert data.plan().hits == count
    deadline = time.monotonic() + 20  # opening the folder clears away what the dead left
    while list((folder / "pool" / "leases").glob("*.json")):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_three_of_four_processes_are_killed_and_each_key_is_made_once(tmp_path):
    kill_three_of_four(tmp_path, 120, 0)


@pytest.mark.chaos
@pytest.mark.parametrize("seed", range(5))
def test_three_of_four_processes_are_killed_over_five_hundred_keys(tmp_path, seed):
    kill_three_of_four(tmp_path, 500, seed)


def test_two_ranks_over_two_epochs_make_no_key_twice(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    ranks = [apart.start(train, tmp_path, 0, 50, rank, 2, port) for rank in range(2)]
    for rank in ranks:
        rank.join()

    assert [rank.exitcode for rank in ranks] == [0, 0]
    service = FolderService(tmp_path / "service")
    assert service.jobs == 50
    assert service.repeated == 0
