"""The client: submit, wait, retry, download, remember."""

from mediaext.client.client import AsyncClient, BaseClient, Client
from mediaext.client.connection import Gateway, HttpGateway
from mediaext.client.jobs import Job
from mediaext.client.receiver import Receiver
from mediaext.client.session import Options, Session

__all__ = [
    "AsyncClient",
    "BaseClient",
    "Client",
    "Gateway",
    "HttpGateway",
    "Job",
    "Options",
    "Receiver",
    "Session",
]
