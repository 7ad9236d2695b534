"""Where a service is: the small picklable record from which a client opens its transport."""

from typing import Protocol

from mediaext.client.transport import Transport


class Gateway(Protocol):
    """How to reach one service. ``local`` services take ``data:`` URLs for sound and meshes."""

    @property
    def base_url(self) -> str:
        """Address that result links begin with."""
        ...

    @property
    def identity(self) -> str:
        """What makes results comparable: the address, and the engine version where known."""
        ...

    @property
    def local(self) -> bool:
        """Whether the service is embedded in this process."""
        ...

    async def open(self) -> Transport:
        """Return a transport; called once per process."""
        ...


class HttpGateway:
    """A service at a URL."""

    def __init__(self, base_url: str, timeout: float = 60.0) -> None:
        self._base_url = base_url.rstrip("/")
        self._timeout = timeout

    @property
    def base_url(self) -> str:
        """Address of the service."""
        return self._base_url

    @property
    def identity(self) -> str:
        """The address itself."""
        return self._base_url

    @property
    def local(self) -> bool:
        """Never embedded."""
        return False

    async def open(self) -> Transport:
        """Return a transport to the address."""
        return Transport(self._base_url, timeout=self._timeout)
