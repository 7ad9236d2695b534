"""The part of PyMatting that is loaded."""

import subprocess
import sys

import numpy as np
import pytest
from scipy.sparse import csc_matrix

CODE = """
import sys
from mediaext.engines.classical import matting
assert not [name for name in sys.modules if name.startswith("pymatting")]
import pymatting
assert pymatting.estimate_alpha_cf is not matting.estimate_alpha_cf
assert pymatting.estimate_alpha_lkm
"""


def test_loading_a_part_leaves_the_whole_to_who_wants_it():
    subprocess.run([sys.executable, "-c", CODE], check=True)


def test_the_part_does_what_the_whole_does():
    import pymatting

    from mediaext.engines.classical import matting

    picture = np.random.default_rng(0).random((24, 32, 3))
    trimap = np.full((24, 32), 0.5)
    trimap[:6], trimap[-6:] = 0, 1

    ours, whole = (m.estimate_alpha_cf(picture, trimap) for m in (matting, pymatting))
    assert (ours == whole).all()


def test_the_part_prints_no_advice(capsys):
    from mediaext.engines.classical import matting

    indefinite = csc_matrix([[1.0, 2.0], [2.0, 1.0]])
    with pytest.raises(ValueError, match="positive-definiteness"):
        matting._alpha.ichol(indefinite, shifts=[0.0])
    assert not capsys.readouterr().out
