"""Several machines on one service: each key made once, whoever dies on the way."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import mediaext.testing

SCRIPT = Path(__file__).with_name("machine.py")


def fill_by_four(folder, count):
    with mediaext.testing.service(folder / "service", pods=2, speech_pods=0) as svc:

        def start(number):
            home = folder / f"machine-{number}"
            return subprocess.Popen(
                [sys.executable, str(SCRIPT), svc.base_url, str(count)],
                env={**os.environ, "MEDIAEXT_HOME": str(home)},
            )

        def jobs():
            rows = svc.service.database.all(
                "SELECT status, COUNT(*) AS count FROM jobs GROUP BY 1"
            )
            return {row["status"]: row["count"] for row in rows}

        machines = [start(number) for number in range(4)]
        try:
            while sum(jobs().values()) < count // 3:
                assert all(machine.poll() in (None, 0) for machine in machines)
                time.sleep(0.05)
            machines[0].kill()
            machines[0].wait()
            assert [machine.wait() for machine in machines[1:]] == [0, 0, 0]
            assert jobs() == {"completed": count}
            again = start(0)  # the one that was killed goes on: what is made is fetched
            assert again.wait() == 0
            assert jobs() == {"completed": count}
        finally:
            for machine in machines:
                machine.kill()
                machine.wait()


def test_four_machines_make_each_key_once_though_one_is_killed(tmp_path):
    fill_by_four(tmp_path, 60)


@pytest.mark.chaos
def test_four_machines_make_each_of_ten_thousand_keys_once(tmp_path):
    fill_by_four(tmp_path, 10_000)
