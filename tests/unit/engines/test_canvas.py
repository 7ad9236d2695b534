"""Skia loads on a machine without graphics libraries."""

import ctypes
import os

import pytest

from mediaext.engines.classical.painter.canvas import empty_library, skia


def test_skia_draws_into_memory():
    surface = skia.Surface(8, 8)
    surface.getCanvas().drawColor(skia.ColorRED)

    assert surface.toarray()[..., 3].min() == 255


def test_a_stand_in_library_offers_the_functions_that_were_asked_for(tmp_path):
    path = tmp_path / "stand-in.so"
    path.write_bytes(
        empty_library("libNothing.so.1", [b"glFirst", b"glSecond"], os.uname().machine)
    )

    library = ctypes.CDLL(str(path))

    assert library.glFirst is not None
    assert library.glSecond is not None
    with pytest.raises(AttributeError):
        library.glThird  # noqa: B018 # the look-up is the test
    ctypes.CDLL("libNothing.so.1")  # its name is taken from now on


def test_an_unknown_machine_gets_no_stand_in():
    assert empty_library("libGL.so.1", [], "vax") is None
