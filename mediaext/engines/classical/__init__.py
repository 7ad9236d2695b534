"""Media by classical signal processing: nothing to download, CPU only, deterministic by seed.

One module per operation, named like the operation, with a function ``make``.
"""

from mediaext.engines.base import Engine

engine = Engine("classical", "1", package=__name__)
