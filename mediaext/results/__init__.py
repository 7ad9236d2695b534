"""Results of jobs: media that displays, saves and converts itself."""

from mediaext.results.base import MadeFile, Result
from mediaext.results.clip import Clip
from mediaext.results.mesh import Mesh
from mediaext.results.picture import Cutout, Picture
from mediaext.results.sound import Sound

__all__ = ["Clip", "Cutout", "MadeFile", "Mesh", "Picture", "Result", "Sound"]
