import json
import stat
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mediaext.service.links import Links

NOW = 1_000_000.0


@pytest.fixture(scope="module")
def keyring(tmp_path_factory):
    return tmp_path_factory.mktemp("links") / "secrets" / "links.json"


@pytest.fixture(scope="module")
def links(keyring):
    return Links("https://media.example", keyring)


def verify(links, url, now=NOW):
    parts = urlsplit(url)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    return links.verify(parts.path, query, now)


def test_a_signed_link_is_good_until_its_end(links):
    url = links.sign("job", "result.webp", NOW + 100)
    assert url.startswith("https://media.example/files/job/result.webp?v=1&exp=1000100&kid=")
    assert verify(links, url) is None
    assert verify(links, url, NOW + 99) is None
    assert "has expired" in verify(links, url, NOW + 100)


@pytest.mark.parametrize(
    "forge",
    [
        lambda url: url.replace("/job/", "/bob/"),
        lambda url: url.replace("result", "cutout"),
        lambda url: url.replace("exp=1000100", "exp=1000101"),
        lambda url: url.replace("exp=1000100", "exp=+1000100"),
        lambda url: url.replace("exp=1000100", "exp=1000100.0"),
        lambda url: url.replace("exp=1000100", "exp=\u0661\u0660\u0660\u0660\u0661\u0660\u0660"),
        lambda url: url.replace("exp=1000100", "exp=" + "9" * 5000),
        lambda url: url.replace("v=1", "v=2"),
        lambda url: url.replace("kid=", "kid=0"),
        lambda url: url.replace("sig=", "sig=A"),
        lambda url: url[:-1],
        lambda url: url.partition("&sig=")[0],
        lambda url: url.partition("?")[0],
        lambda url: url.partition("sig=")[0] + "sig=ü",
    ],
)
def test_a_forged_link_is_refused(links, forge):
    forged = forge(links.sign("job", "result.webp", NOW + 100))
    assert verify(links, forged) is not None


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_no_text_is_a_signature(links, key_id, expiry, signature):
    query = {"v": "1", "kid": key_id, "exp": expiry, "sig": signature}
    assert links.verify("/files/job/result.webp", query, NOW) is not None


def test_keys_rotate_and_the_last_one_still_verifies(links, keyring):
    other = Links("https://media.example", keyring)
    url = links.sign("job", "result.webp", NOW + 100)
    other.rotate()
    fresh = other.sign("job", "result.webp", NOW + 100)
    assert verify(other, url) is None
    assert verify(links, fresh) is None, "another process signs with a key made meanwhile"
    other.rotate()
    assert verify(other, url) is not None


def test_the_keys_are_for_the_owner_alone(links, keyring):
    assert stat.S_IMODE(keyring.stat().st_mode) == 0o600
    assert all(len(item["secret"]) == 44 for item in json.loads(keyring.read_text()))


def test_own_links_are_recognised_and_bad_ones_named(links):
    good = links.sign("job", "result.webp", NOW + 100)
    assert links.own_file(good, NOW) == ("job", "result.webp")
    assert links.own_file("https://elsewhere.example/files/job/result.webp?v=1", NOW) is None
    assert links.own_file("https://media.example/other", NOW) is None
    with pytest.raises(ValueError, match="not one of this service"):
        links.own_file(good + "x", NOW)
    with pytest.raises(ValueError, match="has expired"):
        links.own_file(good, NOW + 200)


def test_a_link_of_another_installation_is_not_ours(links, tmp_path):
    foreign = Links("https://media.example", tmp_path / "links.json")
    assert verify(links, foreign.sign("job", "result.webp", NOW + 100)) is not None
