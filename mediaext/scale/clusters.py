"""Connect to clusters: the fleet of a service, certificates, draining."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mediaext.errors import MediaError
from mediaext.home import home
from mediaext.scale.messages import write_private
from mediaext.service.content_credentials import CHAIN, KEY, ROOT, ensure_authority
from mediaext.service.settings import Settings

if TYPE_CHECKING:
    from distributed import Client, Security

    from mediaext.scale.dask_fleet import DaskFleet

CERTIFICATE, PRIVATE = "certificate.pem", "key.pem"
RENEW_SECONDS = 150 * 86400.0  # a certificate is valid for a year
DRAIN_POLL = 0.2  # seconds between two checks that a worker has left


def open_fleet(settings: Settings) -> "DaskFleet | None":
    """Return the fleet of a service's settings; ``None`` where they name none.

    Raises
    ------
    MediaError
        Where Dask is not installed, or the address is not encrypted and not of this machine.
    """
    if not settings.fleet:
        return None
    try:
        from mediaext.scale.dask_fleet import DaskFleet
    except ImportError as error:
        raise missing(error) from None
    secrets = settings.home / "secrets" / "authority"
    ensure_authority(secrets)
    authority = {name: (secrets / name).read_bytes() for name in (KEY, CHAIN, ROOT)}
    encrypted = settings.fleet.startswith("tls:")
    return DaskFleet(settings, authority, security(cluster_folder()) if encrypted else None)


def missing(error: ImportError) -> MediaError:
    """Return the error for a library that is not installed."""
    return MediaError(
        f"Workers on other machines need more libraries ({error.name} is missing): "
        "pip install 'mediaext[scale]'."
    )


def cluster_folder() -> Path:
    """Return the folder in which ``mediaext cluster`` keeps its certificates."""
    return home() / "cluster"


def ensure_certificate(folder: Path) -> None:
    """Create the certificate of a cluster, or replace one that expires soon."""
    from distributed import Security

    path = folder / CERTIFICATE
    if path.exists() and time.time() - path.stat().st_mtime < RENEW_SECONDS:
        return
    made = Security.temporary()
    write_private(folder / PRIVATE, made.tls_scheduler_key.encode())
    write_private(path, made.tls_ca_file.encode())


def tls_files(folder: str | Path) -> dict[str, str]:
    """Return Dask's settings for a cluster's certificate, for all roles."""
    certificate, private = f"{folder}/{CERTIFICATE}", f"{folder}/{PRIVATE}"
    files = {"ca-file": certificate}
    for role in ("client", "scheduler", "worker"):
        files |= {f"{role}.cert": certificate, f"{role}.key": private}
    return files


def security(folder: Path) -> "Security":
    """Return how connections of a cluster are encrypted: by its certificate, else as Dask is set.

    Parameters
    ----------
    folder
        Holds the certificate and its key, which all processes of a cluster share.
    """
    from distributed import Security

    if not (folder / CERTIFICATE).exists():
        return Security(require_encryption=True)
    files = {
        f"tls_{name.replace('.', '_').replace('-', '_')}": path
        for name, path in tls_files(folder).items()
    }
    return Security(require_encryption=True, **files)


async def drain(address: str, names: Sequence[str]) -> None:
    """Drain workers: each ends its job, accepts no other and leaves; return when all have left.

    Parameters
    ----------
    address
        Address of the scheduler.
    names
        Names of the workers.

    Raises
    ------
    MediaError
        Where the scheduler does not answer, or has no such worker.
    """
    async with opened_client(address) as client:
        from mediaext.scale import worker_agent

        async def addresses() -> dict[str, str]:
            known = await client.scheduler.identity(n_workers=-1)
            return {str(facts["name"]): address for address, facts in known["workers"].items()}

        found = await addresses()
        for name in names:
            if name not in found:
                known = ", ".join(sorted(found)) or "none"
                raise MediaError(f"There is no worker '{name}' at {address}; workers: {known}.")
        await client.run(worker_agent.drain, workers=[found[name] for name in names])
        while not set(names).isdisjoint(await addresses()):  # noqa: ASYNC110 # the scheduler is another process
            await asyncio.sleep(DRAIN_POLL)


@contextlib.asynccontextmanager
async def opened_client(address: str) -> "AsyncIterator[Client]":
    """Yield a connection to a scheduler; raise :class:`MediaError` where it does not answer."""
    try:
        from distributed import Client

        from mediaext.scale.dask_fleet import check_address
    except ImportError as error:
        raise missing(error) from None
    check_address(address)
    safe = security(cluster_folder()) if address.startswith("tls:") else None
    try:
        client = await Client(
            address, asynchronous=True, timeout=10, security=safe, set_as_default=False
        )
    except OSError as error:
        raise MediaError(f"The scheduler {address} does not answer: {error}.") from None
    async with client:
        yield client
