"""Make images, clips, speech and meshes in Jupyter and PyTorch, with or without a network.

``mediaext.connect()`` gives a client of the service inside this process; every operation is one of
its methods. In a notebook: ``%load_ext mediaext`` and ``%media image "a red bicycle"``.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from mediaext.client import AsyncClient as AsyncClient
    from mediaext.client import Client as Client
    from mediaext.client import Job as Job
    from mediaext.client.receiver import webhook_receiver as webhook_receiver
    from mediaext.connection import aconnect as aconnect
    from mediaext.connection import connect as connect
    from mediaext.errors import GiveUp as GiveUp
    from mediaext.errors import InvalidRequest as InvalidRequest
    from mediaext.errors import JobFailed as JobFailed
    from mediaext.errors import MediaError as MediaError
    from mediaext.errors import TryLater as TryLater
    from mediaext.notebook.panels import panel as panel
    from mediaext.operation import CATALOGUE as CATALOGUE
    from mediaext.operation import Operation as Operation
    from mediaext.operations import BrandTemplate as BrandTemplate
    from mediaext.operations import ChangeBackground as ChangeBackground
    from mediaext.operations import CloneVoice as CloneVoice
    from mediaext.operations import EditImage as EditImage
    from mediaext.operations import GenerateImage as GenerateImage
    from mediaext.operations import GenerateMesh as GenerateMesh
    from mediaext.operations import GenerateSpeech as GenerateSpeech
    from mediaext.operations import GenerateVideo as GenerateVideo
    from mediaext.operations import Instamodel as Instamodel
    from mediaext.operations import LegacyTextToImage as LegacyTextToImage
    from mediaext.operations import LegacyUpscale as LegacyUpscale
    from mediaext.operations import LockIdentity as LockIdentity
    from mediaext.operations import PlaceLogo as PlaceLogo
    from mediaext.operations import RemoveBackground as RemoveBackground
    from mediaext.operations import ReplaceIdentity as ReplaceIdentity
    from mediaext.operations import SwapFace as SwapFace
    from mediaext.operations import TryOn as TryOn
    from mediaext.operations import UpscaleImage as UpscaleImage
    from mediaext.profiles import Profile as Profile
    from mediaext.results import Clip as Clip
    from mediaext.results import Cutout as Cutout
    from mediaext.results import Mesh as Mesh
    from mediaext.results import Picture as Picture
    from mediaext.results import Sound as Sound

# Where each public name lives; imported on first use so that `import mediaext` stays light.
_HOMES = {
    "mediaext.client": ("AsyncClient", "Client", "Job"),
    "mediaext.connection": ("aconnect", "connect"),
    "mediaext.client.receiver": ("webhook_receiver",),
    "mediaext.errors": ("GiveUp", "InvalidRequest", "JobFailed", "MediaError", "TryLater"),
    "mediaext.operation": ("CATALOGUE", "Operation"),
    "mediaext.notebook.panels": ("panel",),
    "mediaext.profiles": ("Profile",),
    "mediaext.results": ("Clip", "Cutout", "Mesh", "Picture", "Sound"),
    "mediaext.operations": (
        "BrandTemplate", "ChangeBackground", "CloneVoice", "EditImage", "GenerateImage",
        "GenerateMesh", "GenerateSpeech", "GenerateVideo", "Instamodel", "LegacyTextToImage",
        "LegacyUpscale", "LockIdentity", "PlaceLogo", "RemoveBackground", "ReplaceIdentity",
        "SwapFace", "TryOn", "UpscaleImage",
    ),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [*sorted(_HOME_OF), "load_ipython_extension"]  # noqa: PLE0604 # strings, made from the table


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'mediaext' has no attribute '{name}'")
    import importlib

    # The catalogue is filled by importing the operations.
    importlib.import_module("mediaext.operations")
    value = getattr(importlib.import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME_OF])


def load_ipython_extension(shell: Any) -> None:
    """Register ``%media`` and ``%%media``; called by ``%load_ext mediaext``."""
    from mediaext.notebook import load

    load(shell)
