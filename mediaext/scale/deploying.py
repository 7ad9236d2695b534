"""Start a cluster's scheduler and workers, here and over SSH, with Dask's own deployers."""

import asyncio
import json
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from mediaext.errors import MediaError
from mediaext.scale.clusters import (
    CERTIFICATE,
    PRIVATE,
    cluster_folder,
    ensure_certificate,
    missing,
    security,
    tls_files,
)
from mediaext.scale.messages import VERSION
from mediaext.service.server import is_loopback

if TYPE_CHECKING:
    from distributed import SpecCluster

PRELOAD = "mediaext.scale.preload"
REMOTE = ".mediaext-cluster"  # folder of the certificate on machines that are reached by SSH
PORT = 8786


def local_cluster(
    workers: int,
    *,
    host: str = "127.0.0.1",
    port: int = PORT,
    gpus: bool = False,
    least: int | None = None,
    resources: Mapping[str, float] | None = None,
) -> "SpecCluster":
    """Start a scheduler and workers on this machine.

    Parameters
    ----------
    workers
        How many there are at most.
    host
        Address on which the scheduler listens; encrypted unless only this machine reaches it.
    port
        Its port; 0 takes a free one.
    gpus
        Give each worker a GPU of its own, and the resource ``GPU=1``.
    least
        How many workers there are without jobs; the queue's length decides. By default always all.
    resources
        What each worker has, for ``serve --pod-resources``.

    Raises
    ------
    MediaError
        Where Dask is not installed, or the scheduler cannot listen there.
    """
    try:
        from distributed import Nanny
    except ImportError as error:
        raise missing(error) from None
    encrypted = _encryption(host)
    options = {"host": host, "nthreads": 1, "preload": [PRELOAD], **encrypted}
    specs = {}
    for number in range(workers):
        held = dict(resources or {})
        environment = {}
        if gpus:
            held["GPU"] = 1
            environment = {"CUDA_VISIBLE_DEVICES": str(number)}
        specs[f"{platform.node()}-{number + 1}"] = {
            "cls": Nanny,
            "options": {**options, "resources": held, "env": environment},
        }
    if least is None:
        return _started(specs, host, port, encrypted)
    first = dict(list(specs.items())[:least])
    cluster = _started(first, host, port, encrypted, list(specs.values())[-1])
    cluster.adapt(minimum=least, maximum=workers, interval="1s", wait_count=10)
    return cluster


def ssh_cluster(
    hosts: Sequence[str],
    *,
    host: str = "0.0.0.0",  # noqa: S104 # encrypted, and known by certificate
    port: int = PORT,
    workers: int = 1,
    python: str = sys.executable,
    resources: Mapping[str, float] | None = None,
    known_hosts: str | None = None,
    identity: str | None = None,
) -> "SpecCluster":
    """Start a scheduler here, and workers on machines that are reached by SSH.

    Parameters
    ----------
    hosts
        ``USER@HOST:PORT``; what is left out is as in ``~/.ssh/config``.
    host
        Address on which the scheduler listens, reached by all of them.
    port
        Its port; 0 takes a free one.
    workers
        How many there are on each machine.
    python
        The interpreter there, with the same version of mediaext.
    resources
        What each worker has, for ``serve --pod-resources``.
    known_hosts, identity
        Files of SSH, by default its own.

    Raises
    ------
    MediaError
        Where a machine is not reached or lacks this version; then nothing is left running.
    """
    try:
        import dask
        from distributed.deploy.ssh import Worker
    except ImportError as error:
        raise missing(error) from None
    encrypted = _encryption(host)
    connections = {name: _connection(name, known_hosts, identity) for name in hosts}
    asyncio.run(_prepare(connections, python))
    remote = {f"distributed.comm.tls.{name}": path for name, path in tls_files(REMOTE).items()}
    dask.config.set({"distributed.comm.require-encryption": True, **remote})
    options = {"nthreads": 1, "preload": [PRELOAD], "resources": dict(resources or {})}
    specs = {}
    for name, connection in connections.items():
        address = connection.pop("host")
        for number in range(workers):
            own = f"{address}-{number + 1}"
            specs[own] = {
                "cls": Worker,
                "options": {
                    "address": address,
                    "connect_options": connection,
                    "kwargs": {**options, "name": own},
                    "remote_python": python,
                },
            }
        if len(specs) % workers:
            raise MediaError(f"The machine '{name}' is listed twice; use --workers instead.")
    return _started(specs, host, port, encrypted)


def _started(
    specs: Mapping[str, Any],
    host: str,
    port: int,
    encrypted: Mapping[str, Any],
    more: Mapping[str, Any] | None = None,
) -> "SpecCluster":
    from distributed import Scheduler, Security, SpecCluster

    options = {"host": host, "port": port, "dashboard": False, "preload": [PRELOAD], **encrypted}

    class NamedCluster(SpecCluster):  # type: ignore[misc] # Dask's is not typed
        """One that names the workers it adds like the first ones."""

        def _new_worker_name(self, number: int) -> str:
            return f"{platform.node()}-{number + 1}"

    try:
        return NamedCluster(
            workers=dict(specs),
            scheduler={"cls": Scheduler, "options": options},
            worker=more,
            security=encrypted.get("security", Security()),
        )
    except (RuntimeError, OSError) as error:
        raise MediaError(f"The cluster did not start: {error}.") from None


def _encryption(host: str) -> dict[str, Any]:
    """Return Dask's options for connections, encrypted where others could reach them."""
    if is_loopback(host):
        return {"protocol": "tcp://"}
    ensure_certificate(cluster_folder())
    return {"protocol": "tls://", "security": security(cluster_folder())}


def _connection(name: str, known_hosts: str | None, identity: str | None) -> dict[str, Any]:
    """Return how asyncssh reaches ``USER@HOST:PORT``."""
    parts = urlsplit(f"//{name}")
    try:
        found: dict[str, Any] = {
            "host": parts.hostname,
            "username": parts.username,
            "port": parts.port,
        }
    except ValueError:
        found = {"host": None}
    if not found["host"]:
        raise MediaError(f"'{name}' is not a machine; write HOST, or USER@HOST:PORT.")
    found |= {"known_hosts": known_hosts, "client_keys": [identity] if identity else None}
    return {option: value for option, value in found.items() if value is not None}


async def _prepare(connections: Mapping[str, Mapping[str, Any]], python: str) -> None:
    """Copy the certificate to each machine, and check that it has this version."""
    import asyncssh

    folder = cluster_folder()
    question = "import importlib.metadata as m; print(m.version('mediaext'))"
    for name, options in connections.items():
        try:
            async with asyncssh.connect(**options) as line:
                for file in (CERTIFICATE, PRIVATE):
                    await line.run(
                        f"umask 077; mkdir -p {REMOTE} && cat > {REMOTE}/{file}",
                        input=(folder / file).read_text(),
                        check=True,
                    )
                answer = await line.run(f'{python} -c "{question}"')
        except (OSError, asyncssh.Error) as error:
            raise MediaError(f"Cannot connect to the machine '{name}' by SSH: {error}.") from None
        version = str(answer.stdout).strip()
        if version != VERSION:
            found = f"has mediaext {version}" if version else f"has no mediaext for {python}"
            raise MediaError(f"The machine '{name}' {found}; install {VERSION}, as it is here.")


def scheduler_command(host: str, port: int) -> list[str]:
    """Return the command line of a scheduler, encrypted unless only this machine reaches it."""
    return [
        *(sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", host),
        *("--port", str(port), "--no-dashboard", "--preload", PRELOAD),
        *_tls_options(encrypted=not is_loopback(host)),
    ]


def worker_command(address: str, name: str, resources: str = "") -> list[str]:
    """Return the command line of one worker of the scheduler at ``address``."""
    return [
        *(sys.executable, "-m", "distributed.cli.dask_worker", address, "--name", name),
        *("--nthreads", "1", "--no-dashboard", "--preload", PRELOAD),
        *(("--resources", resources.replace(",", " ")) if resources else ()),
        *_tls_options(encrypted=address.startswith("tls:")),
    ]


def _tls_options(*, encrypted: bool) -> list[str]:
    if not encrypted:
        return []
    folder = cluster_folder()
    if not (folder / CERTIFICATE).exists():
        ensure_certificate(folder)
    certificate, private = str(folder / CERTIFICATE), str(folder / PRIVATE)
    return ["--tls-ca-file", certificate, "--tls-cert", certificate, "--tls-key", private]


def replace_process(command: Sequence[str]) -> None:
    """Replace this process by another program, which then receives its signals."""
    os.execv(command[0], list(command))  # noqa: S606 # a list, no shell


def slurm_script(
    address: str,
    workers: int,
    *,
    time: str = "08:00:00",
    gpus: int = 0,
    options: Sequence[str] = (),
) -> str:
    """Return a batch script that starts workers as the tasks of a job array.

    Parameters
    ----------
    address
        The scheduler's, reached by the nodes.
    workers
        How many.
    time
        How long each may run; one that ends early is started again.
    gpus
        GPUs of each worker.
    options
        Further options of ``sbatch``, such as ``--partition=gpu``.
    """
    lines = [
        "#!/bin/bash",
        "#SBATCH --job-name=mediaext",
        f"#SBATCH --array=1-{workers}",
        f"#SBATCH --time={time}",
        "#SBATCH --signal=B:TERM@300",
        *([f"#SBATCH --gpus-per-task={gpus}"] if gpus else []),
        *(f"#SBATCH {option}" for option in options),
        "",
        'name="slurm-${SLURM_ARRAY_JOB_ID}-${SLURM_ARRAY_TASK_ID}"',
        f"mediaext={json.dumps(f'{sys.executable} -m mediaext')}",
        f"trap '$mediaext cluster drain {address} \"$name\"; exit' TERM",
        "while true; do",
        f'    $mediaext cluster worker {address} --name "$name"'
        + (f" --resources GPU={gpus}" if gpus else "")
        + " &",
        "    wait $!",
        "    sleep 2",
        "done",
    ]
    return "\n".join(lines) + "\n"


def kubernetes_manifests(
    image: str, workers: int, *, gpus: int = 0, memory: str = "4Gi", name: str = "mediaext"
) -> list[dict[str, Any]]:
    """Return a scheduler, workers with steady names, and the certificate that they share.

    Parameters
    ----------
    image
        Holds the same version of mediaext, with ``[local,scale]``.
    workers
        How many; ``kubectl scale statefulset`` changes it.
    gpus, memory
        What each worker may take.
    name
        Begins the names of all.
    """
    ensure_certificate(cluster_folder())
    files = {file: (cluster_folder() / file).read_text() for file in (CERTIFICATE, PRIVATE)}
    address = f"tls://{name}-scheduler:{PORT}"
    limits: dict[str, Any] = {"memory": memory}
    if gpus:
        limits["nvidia.com/gpu"] = gpus
    worker = ["mediaext", "cluster", "worker", address, "--name", "$(POD_NAME)"]
    worker += ["--resources", f"GPU={gpus}"] if gpus else []
    leave = ["mediaext", "cluster", "drain", address, "$POD_NAME"]
    mounts = [
        {"name": "certificate", "mountPath": "/var/lib/mediaext/cluster", "readOnly": True},
        {"name": "state", "mountPath": "/var/lib/mediaext"},
    ]
    volumes = [
        {
            "name": "certificate",
            "secret": {"secretName": f"{name}-certificate", "defaultMode": 0o400},
        },
        {"name": "state", "emptyDir": {}},
    ]

    def pod(part: str, command: list[str], **more: Any) -> dict[str, Any]:
        own_name = {"fieldRef": {"fieldPath": "metadata.name"}}
        container = {
            "name": part,
            "image": image,
            "command": command,
            "env": [
                {"name": "MEDIAEXT_HOME", "value": "/var/lib/mediaext"},
                {"name": "POD_NAME", "valueFrom": own_name},
            ],
            "volumeMounts": mounts,
            **more,
        }
        return {
            "metadata": {"labels": {"app": f"{name}-{part}"}},
            "spec": {
                "containers": [container],
                "volumes": volumes,
                "terminationGracePeriodSeconds": 900,
            },
        }

    def labels(part: str) -> dict[str, Any]:
        return {"matchLabels": {"app": f"{name}-{part}"}}

    scheduler = ["mediaext", "cluster", "scheduler", "--host", "0.0.0.0", "--port", str(PORT)]  # noqa: S104 # encrypted
    stop = {"preStop": {"exec": {"command": ["sh", "-c", " ".join(leave)]}}}
    return [
        {
            "apiVersion": "v1",
            "kind": "Secret",
            "metadata": {"name": f"{name}-certificate"},
            "type": "Opaque",
            "stringData": files,
        },
        {
            "apiVersion": "v1",
            "kind": "Service",
            "metadata": {"name": f"{name}-scheduler"},
            "spec": {
                "selector": {"app": f"{name}-scheduler"},
                "ports": [{"port": PORT, "targetPort": PORT}],
            },
        },
        {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": {"name": f"{name}-scheduler"},
            "spec": {
                "replicas": 1,
                "strategy": {"type": "Recreate"},
                "selector": labels("scheduler"),
                "template": pod("scheduler", scheduler),
            },
        },
        {
            "apiVersion": "apps/v1",
            "kind": "StatefulSet",
            "metadata": {"name": f"{name}-worker"},
            "spec": {
                "serviceName": f"{name}-worker",
                "replicas": workers,
                "podManagementPolicy": "Parallel",
                "selector": labels("worker"),
                "template": pod("worker", worker, resources={"limits": limits}, lifecycle=stop),
            },
        },
    ]
