"""A function of the operator's sees each request with its media, and may refuse it."""

import base64
import re
import sys
from hashlib import sha256
from pathlib import Path

import httpx
import pytest

import mediaext.testing
from mediaext.errors import Unsupported
from mediaext.service.request_policy import load_policy

PAGE = Path(__file__).parents[3] / "docs" / "howto" / "ask-for-consent.md"
FACES = "/identity/faceswap/image/v1"
AGREED, OTHER = b"\x89PNG agreed", b"\x89PNG other"


def inline(content):
    return "data:image/png;base64," + base64.b64encode(content).decode()


@pytest.fixture(scope="module")
def svc(tmp_path_factory):
    folder = tmp_path_factory.mktemp("policy")
    (source,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (folder / "consent.py").write_text(source)
    (folder / "consents.txt").write_text(sha256(AGREED).hexdigest())
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.chdir(folder)
        with mediaext.testing.service(folder / "home", policy="consent:check") as running:
            yield running
        sys.modules.pop("consent", None)


def swap(svc, source):
    body = {"target": inline(OTHER), "source": source}
    return httpx.post(svc.base_url + FACES, json=body)


def test_the_example_accepts_whom_it_knows_and_refuses_others_with_a_sentence(svc):
    assert "job_id" in swap(svc, inline(AGREED)).json()
    for source, said in (
        (inline(OTHER), "source: no consent of this person is on record."),
        ("https://example.org/face.png", "source: upload the file"),
    ):
        refused = swap(svc, source)
        assert refused.status_code == 422
        (problem,) = refused.json()["detail"]
        assert said in problem["msg"]
    image = httpx.post(svc.base_url + "/generate/image/v1", json={"prompt": "a fox"})
    assert "job_id" in image.json()


def test_a_refused_request_is_no_job_and_leaves_no_file(svc):
    blobs = svc.settings.home / "blobs"
    svc.wait_until(lambda: not any(pod.job for pod in svc.service.supervisor.pods), 60)
    before = sorted(blobs.rglob("*"))
    assert swap(svc, inline(OTHER)).status_code == 422
    assert sorted(blobs.rglob("*")) == before


def test_a_policy_that_fails_refuses(svc):
    Path("consents.txt").rename("away.txt")
    try:
        refused = swap(svc, inline(AGREED))
    finally:
        Path("away.txt").rename("consents.txt")
    assert refused.status_code == 422
    assert "policy of this service failed" in refused.json()["detail"][0]["msg"]


@pytest.mark.parametrize("name", ["nothing", "no.such:check", "os:nothing", "sys:path"])
def test_a_policy_that_is_not_there_is_said_at_once(name):
    with pytest.raises(Unsupported, match="policy"):
        load_policy(name)
