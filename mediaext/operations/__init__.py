"""Every operation of the service, one file each; the folder listing is the table of contents.

A new file in this folder is found by itself; the block below is for type checkers alone.
"""

import importlib
import pkgutil
from typing import TYPE_CHECKING

from mediaext.operation import CATALOGUE

if TYPE_CHECKING:
    from mediaext.operations.brand_template import BrandTemplate as BrandTemplate
    from mediaext.operations.change_background import ChangeBackground as ChangeBackground
    from mediaext.operations.clone_voice import CloneVoice as CloneVoice
    from mediaext.operations.edit_image import EditImage as EditImage
    from mediaext.operations.generate_image import GenerateImage as GenerateImage
    from mediaext.operations.generate_mesh import GenerateMesh as GenerateMesh
    from mediaext.operations.generate_speech import GenerateSpeech as GenerateSpeech
    from mediaext.operations.generate_video import GenerateVideo as GenerateVideo
    from mediaext.operations.instamodel import Instamodel as Instamodel
    from mediaext.operations.legacy_text_to_image import LegacyTextToImage as LegacyTextToImage
    from mediaext.operations.legacy_upscale import LegacyUpscale as LegacyUpscale
    from mediaext.operations.lock_identity import LockIdentity as LockIdentity
    from mediaext.operations.place_logo import PlaceLogo as PlaceLogo
    from mediaext.operations.remove_background import RemoveBackground as RemoveBackground
    from mediaext.operations.replace_identity import ReplaceIdentity as ReplaceIdentity
    from mediaext.operations.swap_face import SwapFace as SwapFace
    from mediaext.operations.try_on import TryOn as TryOn
    from mediaext.operations.upscale_image import UpscaleImage as UpscaleImage

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")

globals().update(
    (name, operation)
    for name, operation in CATALOGUE.by_class_name().items()
    if operation.__module__.startswith(__name__)
)
