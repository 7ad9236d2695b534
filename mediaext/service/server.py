"""Running a service on a socket."""

import ipaddress

from mediaext.errors import MediaError
from mediaext.service.log import configure
from mediaext.service.settings import Settings


def serve(settings: Settings, host: str = "127.0.0.1", port: int = 8440) -> None:
    """Serve until interrupted; requests and running jobs get a short grace.

    Without a key only loopback addresses are served; raises :class:`MediaError` otherwise.
    """
    import uvicorn

    from mediaext.service.app import Service

    if not settings.require_key and not is_loopback(host):
        raise MediaError(
            f"A service on {host} can be reached by others and needs keys: make one with "
            "'mediaext keys add --user NAME', and serve without --no-key."
        )
    configure()
    uvicorn.run(
        Service(settings).app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        server_header=False,
        timeout_graceful_shutdown=10,
    )


def is_loopback(host: str) -> bool:
    """Say whether only this machine can reach a server there."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
