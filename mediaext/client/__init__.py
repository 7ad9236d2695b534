"""The client: submit, wait, retry, download, remember."""

from mediaext.client.client import AsyncClient, Client
from mediaext.client.gateway import Gateway, HttpGateway
from mediaext.client.job import Job
from mediaext.client.receiver import Receiver
from mediaext.client.session import Options, Session

__all__ = [
    "AsyncClient",
    "Client",
    "Gateway",
    "HttpGateway",
    "Job",
    "Options",
    "Receiver",
    "Session",
]
