"""Media by classical signal processing: nothing to download, CPU only, deterministic by seed.

``operations`` holds a module per operation, named like it, with a function ``make``.
"""

from mediaext.engines.base import Engine

engine = Engine(
    "classical",
    "3",  # raised when the pixels of an equal request change
    package=f"{__name__}.operations",
    memory_limit=4_000_000_000,
    bytes_per_pixel=90,  # cutouts of 12 megapixels took 82
)
