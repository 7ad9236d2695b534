"""``mediaext cluster``: schedulers and workers started by its commands."""

import asyncio
import contextlib
import getpass
import json
import os
import queue
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import tomllib
from pathlib import Path

import pytest

from mediaext.errors import MediaError
from tests.dask_cluster import free_port
from tests.front_ends import PATIENCE, finish, fleet_front_end, submit

pytest.importorskip("distributed", reason="Dask is not installed: the extra [scale]")
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

ROOT = Path(__file__).parents[3]


@contextlib.contextmanager
def command(*words):
    """Run a command of mediaext; yield a function that waits for a line of it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "mediaext", "cluster", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    lines, seen = queue.SimpleQueue(), []
    reader = threading.Thread(target=lambda: [lines.put(line) for line in process.stdout])
    reader.start()

    def wait(pattern):
        while True:
            try:
                seen.append(lines.get(timeout=PATIENCE))
            except queue.Empty:
                raise AssertionError("".join(seen)) from None
            if found := re.search(pattern, seen[-1]):
                return found

    try:
        yield wait
    finally:
        os.killpg(process.pid, signal.SIGINT)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        reader.join()
        process.stdout.close()


def make(svc, text="x"):
    job_id = submit(svc, text)
    ended = finish(svc, job_id)
    assert ended["status"] == "completed", ended
    return svc.service.ledger.get(job_id).pod


def test_a_local_cluster_has_workers_by_the_length_of_the_queue(tmp_path):
    with command("local", "--workers", "2", "--least", "0", "--port", "0") as wait:
        address = wait(r"0 workers at (tcp://127\.0\.0\.1:\d+)")[1]
        with fleet_front_end(tmp_path, address, 0) as svc:
            pods = svc.service.supervisor.pods
            assert not pods
            assert make(svc).endswith("-1"), "the first worker of this machine"
            svc.wait_until(lambda: not pods, PATIENCE)


@pytest.fixture
def sshd(tmp_path):
    """An SSH server on loopback, in whose sessions the home is a folder of the test."""
    program = shutil.which("sshd") or "/usr/sbin/sshd"
    if not Path(program).exists():
        pytest.skip("sshd is not installed: apt-get install openssh-server")
    folder = tmp_path / "sshd"
    (folder / "home").mkdir(parents=True)
    for name in ("host", "user"):
        subprocess.run(
            ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True
        )
    port = free_port()
    home = folder / "home"
    enter = f"cd {home} && export HOME={home} MEDIAEXT_HOME={home}/state && "
    (folder / "config").write_text(
        f"HostKey {folder}/host\nAuthorizedKeysFile {folder}/user.pub\nStrictModes no\n"
        f"UsePAM no\nPermitRootLogin yes\nPidFile none\nListenAddress 127.0.0.1\nPort {port}\n"
        f'ForceCommand {enter}eval "$SSH_ORIGINAL_COMMAND"\n'
    )
    host_key = (folder / "host.pub").read_text().split()[:2]
    (folder / "known_hosts").write_text(f"[127.0.0.1]:{port} {' '.join(host_key)}\n")
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)
    with open(folder / "log", "wb") as log:
        process = subprocess.Popen([program, "-D", "-e", "-f", folder / "config"], stderr=log)
    yield folder, port
    process.terminate()
    process.wait()


def test_workers_are_started_over_ssh_encrypted(sshd, tmp_path):
    folder, port = sshd
    machine = f"{getpass.getuser()}@127.0.0.1:{port}"
    keys = ["--known-hosts", str(folder / "known_hosts"), "--identity", str(folder / "user")]
    with command("ssh", machine, "--port", "0", *keys) as wait:
        address = wait(r"1 workers at (tls://\S+)")[1]
        assert (folder / "home" / ".mediaext-cluster" / "key.pem").stat().st_mode & 0o077 == 0
        with fleet_front_end(tmp_path, address) as svc:
            assert make(svc) == "127.0.0.1-1"


def test_the_scheduler_answers_nobody_without_the_certificate_of_its_cluster(tmp_path):
    from distributed import Client, Security, Worker

    from mediaext.scale.clusters import cluster_folder, ensure_certificate, security

    ensure_certificate(tmp_path / "foreign")
    foreign = {
        "tls_ca_file": str(cluster_folder() / "certificate.pem"),  # it trusts this cluster
        "tls_worker_cert": str(tmp_path / "foreign" / "certificate.pem"),
        "tls_worker_key": str(tmp_path / "foreign" / "key.pem"),
    }

    async def is_answered(address, safe):
        try:
            async with Client(
                address, asynchronous=True, timeout=3, security=safe, set_as_default=False
            ) as client:
                return len((await client.scheduler.identity(n_workers=-1))["workers"])
        except OSError:
            return "not answered"

    async def joins(address, safe):
        options = {"nthreads": 1, "dashboard": False, "death_timeout": 3, "security": safe}
        options["local_directory"] = str(tmp_path)
        with contextlib.suppress(OSError, TimeoutError):
            async with Worker(address, **options):
                return True
        return False

    with command("local", "--host", "0.0.0.0", "--workers", "1", "--port", "0") as wait:
        address = wait(r"1 workers at (tls://\S+)")[1]
        host, _, port = address.removeprefix("tls://").rpartition(":")
        own = security(cluster_folder())
        assert asyncio.run(is_answered(address, own)) == 1
        plain = address.replace("tls://", "tcp://")
        assert asyncio.run(is_answered(plain, Security())) == "not answered"
        other = security(tmp_path / "foreign")
        assert asyncio.run(is_answered(address, other)) == "not answered"
        assert response_of((host, int(port))) == b""
        assert not asyncio.run(joins(address, Security(require_encryption=True, **foreign)))
        assert asyncio.run(is_answered(address, own)) == 1
        assert asyncio.run(joins(address, own))


def response_of(place):
    """Return what a server says to who trusts anybody and has no certificate."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    received = b""
    with (
        contextlib.suppress(ssl.SSLError, ConnectionError),
        socket.create_connection(place, timeout=10) as line,
        trusting.wrap_socket(line) as encrypted,
    ):
        while piece := encrypted.recv(4096):
            received += piece
    return received


def test_a_machine_that_is_not_reached_is_named(tmp_path):
    from mediaext.scale.deploying import ssh_cluster

    with pytest.raises(MediaError, match=r"Cannot connect to the machine '127\.0\.0\.1:1' by SSH"):
        ssh_cluster(["127.0.0.1:1"])
    with pytest.raises(MediaError, match="'a b:c' is not a machine"):
        ssh_cluster(["a b:c"])


def test_the_script_for_slurm_is_one(tmp_path):
    from mediaext.scale.deploying import slurm_script

    script = slurm_script(
        "tls://head:8786", 8, time="02:00:00", gpus=1, options=["--partition=gpu"]
    )
    asked = re.findall(r"^#SBATCH --([\w-]+)=(\S+)$", script, re.M)
    assert dict(asked) == {
        "job-name": "mediaext",
        "array": "1-8",
        "time": "02:00:00",
        "signal": "B:TERM@300",
        "gpus-per-task": "1",
        "partition": "gpu",
    }
    first, *rest = script.splitlines()
    assert first == "#!/bin/bash"
    last = max(number for number, line in enumerate(rest) if line.startswith("#SBATCH"))
    assert not any(line and line[0] != "#" for line in rest[:last]), "sbatch stops reading there"
    subprocess.run(["bash", "-n"], input=script, text=True, check=True)


def test_the_script_for_slurm_starts_a_worker_again_and_drains_it_at_the_end(tmp_path):
    from mediaext.scale.deploying import slurm_script

    fake = tmp_path / "python"
    fake.write_text(f'#!/bin/bash\necho "$@" >> {tmp_path}/calls\n')
    fake.chmod(0o700)
    script = slurm_script("tls://head:8786", 1).replace(sys.executable, str(fake))
    script = script.replace("sleep 2", "kill -TERM $$; sleep 0.1")
    environment = {**os.environ, "SLURM_ARRAY_JOB_ID": "7", "SLURM_ARRAY_TASK_ID": "3"}
    subprocess.run(["bash"], input=script, text=True, check=True, env=environment)
    assert (tmp_path / "calls").read_text().splitlines() == [
        "-m mediaext cluster worker tls://head:8786 --name slurm-7-3",
        "-m mediaext cluster drain tls://head:8786 slurm-7-3",
    ]


def test_the_objects_for_kubernetes_fit_its_schema():
    validate = pytest.importorskip("kubernetes_validate")
    from mediaext.scale.deploying import kubernetes_manifests

    objects = kubernetes_manifests("registry.example/mediaext:1", 3, gpus=1)
    for one in objects:
        validate.validate(one, validate.latest_version(), strict=True)
    kinds = {one["kind"]: one for one in objects}
    assert set(kinds) == {"Secret", "Service", "Deployment", "StatefulSet"}
    worker = kinds["StatefulSet"]["spec"]
    assert worker["selector"]["matchLabels"] == worker["template"]["metadata"]["labels"]
    container = worker["template"]["spec"]["containers"][0]
    assert container["resources"]["limits"]["nvidia.com/gpu"] == 1
    mounted = {mount["name"] for mount in container["volumeMounts"]}
    assert mounted == {volume["name"] for volume in worker["template"]["spec"]["volumes"]}


@pytest.mark.parametrize("part", ["Deployment", "StatefulSet"])
def test_the_commands_for_kubernetes_are_ours(part, monkeypatch):
    from mediaext.cli import main
    from mediaext.scale import deploying

    called = []
    monkeypatch.setattr(deploying, "replace_process", called.append)
    found = {one["kind"]: one for one in deploying.kubernetes_manifests("image", 1, gpus=2)}[part]
    words = found["spec"]["template"]["spec"]["containers"][0]["command"]
    words = [word.replace("$(POD_NAME)", "mediaext-worker-0") for word in words]
    assert words[:1] == ["mediaext"]
    main(words[1:])
    line = " ".join(called[0])
    assert "--preload mediaext.scale.preload" in line
    assert "--tls-cert" in line
    if part == "StatefulSet":
        assert "--name mediaext-worker-0" in line
        assert "--resources GPU=2" in line
        assert "tls://mediaext-scheduler:8786" in line


def test_a_cluster_without_encryption_stays_on_this_machine(capfd):
    from mediaext.cli import main

    assert main(["cluster", "worker", "tcp://10.0.0.9:8786"]) == 1
    assert "encrypted, tls://" in capfd.readouterr().err


def test_the_certificate_is_for_its_owner_alone_and_is_kept(tmp_path):
    from mediaext.scale.clusters import ensure_certificate

    ensure_certificate(tmp_path)
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert set(files) == {"certificate.pem", "key.pem"}
    assert all(path.stat().st_mode & 0o077 == 0 for path in tmp_path.iterdir())
    ensure_certificate(tmp_path)
    assert files == {path.name: path.read_bytes() for path in tmp_path.iterdir()}


def test_the_lines_of_the_page_are_commands():
    from mediaext.cli.running import GRAMMAR
    from mediaext.grammar import from_arguments

    page = ROOT / "docs" / "howto" / "run-on-a-cluster.md"
    blocks = re.findall(r"```sh\n(.*?)```", page.read_text(), re.S)
    lines = [line for block in blocks for line in block.strip().splitlines()]
    commands = [line for line in lines if line.startswith("mediaext ")]
    assert len(commands) == len(lines) - 1 >= 9, "all but the installation"
    for line in commands:
        text, tokens = from_arguments(shlex.split(line)[1:])
        assert GRAMMAR.parse(text, tokens=tokens).steps


WORKING = """
import json, sys
import mediaext
import mediaext.cli.running

media = mediaext.connect(engine="mediaext.testing.instant:engine")
assert media.image("x").size == (8, 8)
print(json.dumps([name.partition(".")[0] for name in sys.modules]))
"""


def test_nothing_of_the_extra_is_loaded_unasked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extra = project["optional-dependencies"]["scale"]
    names = {re.match(r"[\w-]+", requirement)[0].replace("-", "_") for requirement in extra}
    names -= {"python_dateutil"}  # which pandas needs
    names |= {"psycopg_pool", "dask", "aiobotocore", "botocore", "boto3"}
    loaded = json.loads(subprocess.check_output([sys.executable, "-c", WORKING], text=True))
    assert {"asyncssh", "distributed", "psycopg", "s3fs"} <= names
    assert names & set(loaded) == set()
