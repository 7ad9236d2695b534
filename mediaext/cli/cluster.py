"""``mediaext cluster``: workers on this machine and others, as pods of a service."""

import asyncio
import platform
import sys
import threading
from abc import abstractmethod
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from mediaext.cli.commands import Resources, Serve, read_resources
from mediaext.grammar.parser import Command, CommandContext
from mediaext.text import Text
from mediaext.vocabulary import FieldHints

if TYPE_CHECKING:
    from distributed import SpecCluster

Address = Annotated[
    str,
    Field(pattern=r"^(tcp|tls)://\S+$", description="The scheduler's address."),
    FieldHints(positional=True, example="tls://head.example:8786"),
]
Name = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9._-]{1,64}$", description="Name; by default the machine's.")
]
Port = Annotated[int, Field(ge=0, le=65535, description="The scheduler's port; 0 is a free one.")]


class StartCluster(Command):
    """Start a scheduler here and workers, and keep them until interrupted."""

    resources: Resources | None = None
    host: Annotated[
        str, Field(description="Address to listen on; encrypted beyond this machine.")
    ] = "127.0.0.1"
    port: Port = 8786
    serve: Annotated[
        bool,
        Field(description="Also serve on 127.0.0.1:8440, without a key, until interrupted."),
    ] = False

    @abstractmethod
    def start(self, **options: Any) -> "SpecCluster":
        """Start the cluster, with ``host``, ``port`` and ``resources`` in ``options``."""

    def run(self, context: CommandContext) -> int:
        """Say where the cluster is, and keep it until interrupted."""
        resources = read_resources(self.resources)
        with self.start(host=self.host, port=self.port, resources=resources) as cluster:
            address = cluster.scheduler.contact_address or cluster.scheduler.address
            print(f"{len(cluster.worker_spec)} workers at {address}", flush=True)
            if self.serve:
                return Serve(pods=address, key=False).run(context)
            print(f"On this machine: mediaext serve --pods {address}", flush=True)
            threading.Event().wait()
        return 0


class LocalCluster(StartCluster):
    """Start workers on this machine, and a scheduler to which others may come."""

    workers: Annotated[
        int, Field(ge=1, le=256, description="Number of workers, each with one job.")
    ] = 2
    least: (
        Annotated[
            int,
            Field(
                ge=0,
                le=256,
                description="Minimum number of workers; by default the number is fixed.",
            ),
        ]
        | None
    ) = None
    gpus: Annotated[bool, Field(description="Give each worker a GPU of its own.")] = False

    def start(self, **options: Any) -> "SpecCluster":
        """Start it on this machine."""
        from mediaext.scale.deploying import local_cluster

        return local_cluster(self.workers, gpus=self.gpus, least=self.least, **options)


class SshCluster(StartCluster):
    """Start a scheduler here and workers on other machines, which are reached by SSH."""

    hosts: Annotated[
        list[str],
        Field(min_length=1, description="Machines, USER@HOST:PORT or as in ~/.ssh/config."),
        FieldHints(positional=True, example="gpu1 gpu2"),
    ]
    workers: Annotated[int, Field(ge=1, le=64, description="Workers on each machine.")] = 1
    python: Annotated[str, Field(description="The interpreter there.")] = sys.executable
    host: Annotated[str, Field(description="Address to listen on.")] = "0.0.0.0"  # noqa: S104 # encrypted
    known_hosts: (
        Annotated[str, Field(description="File with known hosts; SSH's own by default.")] | None
    ) = None
    identity: (
        Annotated[str, Field(description="Your private key; SSH's own by default.")] | None
    ) = None

    def start(self, **options: Any) -> "SpecCluster":
        """Start the scheduler here, and the workers there."""
        from mediaext.scale.deploying import ssh_cluster

        return ssh_cluster(
            self.hosts,
            workers=self.workers,
            python=self.python,
            known_hosts=self.known_hosts,
            identity=self.identity,
            **options,
        )


class SlurmCluster(Command):
    """Print a script for sbatch that starts workers; the scheduler runs where they reach it."""

    scheduler: Address
    workers: Annotated[int, Field(ge=1, le=10_000, description="Workers.")] = 4
    gpus: Annotated[int, Field(ge=0, le=64, description="GPUs of each worker.")] = 0
    time: Annotated[
        str, Field(pattern=r"^[0-9:-]+$", description="How long each worker may run.")
    ] = "08:00:00"
    partition: (
        Annotated[str, Field(pattern=r"^[\w,.-]+$", description="Partition of nodes.")] | None
    ) = None

    def run(self, context: CommandContext) -> Text:
        """Return the script."""
        from mediaext.scale.deploying import slurm_script

        options = [f"--partition={self.partition}"] if self.partition else []
        return Text(
            slurm_script(
                self.scheduler, self.workers, time=self.time, gpus=self.gpus, options=options
            )
        )


class KubernetesCluster(Command):
    """Print the objects of a scheduler and workers, for kubectl apply."""

    image: Annotated[
        str,
        Field(pattern=r"^\S+$", description="Image with this version, [local,scale]."),
        FieldHints(positional=True, example="registry.example/mediaext:1"),
    ]
    workers: Annotated[int, Field(ge=0, le=10_000, description="Workers.")] = 4
    gpus: Annotated[int, Field(ge=0, le=64, description="GPUs of each worker.")] = 0
    memory: Annotated[
        str, Field(pattern=r"^\d+[KMGT]i?$", description="Memory of each worker.")
    ] = "4Gi"

    def run(self, context: CommandContext) -> Text:
        """Return the objects as YAML."""
        import yaml

        from mediaext.scale.deploying import kubernetes_manifests

        objects = kubernetes_manifests(
            self.image, self.workers, gpus=self.gpus, memory=self.memory
        )
        return Text(yaml.safe_dump_all(objects, sort_keys=False))


class RunScheduler(Command):
    """Run only a scheduler; workers join it with cluster worker."""

    host: Annotated[
        str, Field(description="Address to listen on; encrypted beyond this machine.")
    ] = "127.0.0.1"
    port: Port = 8786

    def run(self, context: CommandContext) -> None:
        """Replace this process by the scheduler."""
        from mediaext.scale.deploying import replace_process, scheduler_command

        replace_process(scheduler_command(self.host, self.port))


class RunWorker(Command):
    """Run one worker of a scheduler."""

    scheduler: Address
    name: Name = platform.node()
    resources: Resources | None = None

    def run(self, context: CommandContext) -> None:
        """Replace this process by the worker."""
        from mediaext.scale.dask_fleet import check_address
        from mediaext.scale.deploying import replace_process, worker_command

        check_address(self.scheduler)
        replace_process(worker_command(self.scheduler, self.name, self.resources or ""))


class Drain(Command):
    """Drain workers: each ends its job and leaves; returns when all have left."""

    scheduler: Address
    names: Annotated[
        list[str],
        Field(min_length=1, description="Names of the workers."),
        FieldHints(positional=True, example="gpu1-1"),
    ]

    def run(self, context: CommandContext) -> Text:
        """Return a sentence."""
        from mediaext.scale.clusters import drain

        asyncio.run(drain(self.scheduler, self.names))
        return Text(f"Left: {', '.join(self.names)}.")


CLUSTER: dict[str, type[Command]] = {
    "cluster local": LocalCluster,
    "cluster ssh": SshCluster,
    "cluster slurm": SlurmCluster,
    "cluster kubernetes": KubernetesCluster,
    "cluster scheduler": RunScheduler,
    "cluster worker": RunWorker,
    "cluster drain": Drain,
}
