"""Several machines, each with a home of its own: each key made once, whoever dies on the way."""

import json
import time

import apart
import fsspec
import pytest
from dataset_makers import FolderService
from machine import fill

import mediaext.testing


class Machines:
    """Four processes that fill one dataset, of which the first begins first."""

    def __init__(self, folder, *arguments):
        self.folder, self.arguments = folder, arguments
        self.running, self.lines = [None] * 4, [None] * 4
        for number in range(4):
            self.start(number)
        self.let_fill(0)
        while not list(self.home(0).glob("datasets/results/*.seg")):
            assert self.running[0].is_alive()
            time.sleep(0.01)
        for number in range(1, 4):
            self.let_fill(number)

    def home(self, number):
        return self.folder / f"machine-{number}"

    def start(self, number):
        self.lines[number], theirs = apart.CONTEXT.Pipe()
        with theirs:
            home = str(self.home(number))
            self.running[number] = apart.start(fill, theirs, *self.arguments, MEDIAEXT_HOME=home)

    def let_fill(self, number):
        self.lines[number].send("fill")

    def made(self, number):
        """Return how many a machine made, once it has ended."""
        made = self.lines[number].recv()
        self.running[number].join()
        assert self.running[number].exitcode == 0
        return made

    def kill_the_first(self, jobs, least):
        """Kill one when so many jobs were accepted; the others fill the dataset."""
        while jobs() < least:
            assert all(machine.exitcode in (None, 0) for machine in self.running)
            time.sleep(0.05)
        assert self.running[0].is_alive()
        self.running[0].kill()
        self.running[0].join()
        return [self.made(number) for number in range(1, 4)]

    def start_the_first_again(self):
        """Have the one that was killed go on; return how many it made."""
        self.lines[0].close()
        self.start(0)
        self.let_fill(0)
        return self.made(0)

    def end(self):
        for machine in self.running:
            machine.kill()
            machine.join()
        for line in self.lines:
            line.close()


def fill_by_a_shared_service(folder, count):
    with mediaext.testing.service(folder / "service", pods=2, speech_pods=0) as svc:

        def jobs():
            rows = svc.service.database.all(
                "SELECT status, COUNT(*) AS count FROM jobs GROUP BY 1"
            )
            return {row["status"]: row["count"] for row in rows}

        machines = Machines(folder, svc.base_url, count)
        try:
            machines.kill_the_first(lambda: sum(jobs().values()), count // 3)
            assert jobs() == {"completed": count}
            machines.start_the_first_again()
            assert jobs() == {"completed": count}, "what is made is fetched"
        finally:
            machines.end()


def fill_by_leases(folder, count, leases, remote, seconds, concurrency):
    service = FolderService(folder / "service", named=False)
    began = time.monotonic()
    machines = Machines(folder, service.folder, count, remote, leases, seconds, concurrency)
    try:
        made = machines.kill_the_first(lambda: service.jobs, count // 3)
        took, jobs = time.monotonic() - began, service.jobs
        assert count <= jobs <= count + concurrency, "no more again than what was being submitted"
        assert machines.start_the_first_again() == 0
        assert service.jobs == jobs
    finally:
        machines.end()
    fs, root = fsspec.core.url_to_fs(remote, use_listings_cache=False)
    tables = fs.cat(fs.glob(f"{root}/*.keys")).values()
    keys = [key for table in tables for key, _, _ in json.loads(table)]
    print(
        f"{count} keys in {took:.0f} s, {jobs} jobs; made by those that lived: {made}; "
        f"{len(tables)} segments"
    )
    assert len(set(keys)) == len(keys) == count


def test_four_machines_on_one_service_make_each_key_once_though_one_is_killed(tmp_path):
    fill_by_a_shared_service(tmp_path, 60)


def test_four_machines_with_leases_make_each_key_once_though_one_is_killed(tmp_path, postgres, s3):
    fill_by_leases(tmp_path, 160, postgres.new(), s3.new(), seconds=5, concurrency=8)


@pytest.mark.chaos
def test_four_machines_on_one_service_make_each_of_ten_thousand_keys_once(tmp_path):
    fill_by_a_shared_service(tmp_path, 10_000)


@pytest.mark.chaos
def test_four_machines_with_leases_make_each_of_ten_thousand_keys_once(tmp_path, postgres, s3):
    fill_by_leases(tmp_path, 10_000, postgres.new(), s3.new(), seconds=60, concurrency=32)
