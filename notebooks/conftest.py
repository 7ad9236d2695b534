"""Lessons run in a state folder of their own when nbval checks them."""

import os
import shutil
import tempfile

import pytest


@pytest.fixture(scope="session", autouse=True)
def _own_state():
    folder = tempfile.mkdtemp()
    before = os.environ.get("MEDIAEXT_HOME")
    os.environ["MEDIAEXT_HOME"] = folder
    yield
    if before is None:
        os.environ.pop("MEDIAEXT_HOME")
    else:
        os.environ["MEDIAEXT_HOME"] = before
    shutil.rmtree(folder, ignore_errors=True)
