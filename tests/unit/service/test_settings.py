import pytest

from mediaext.errors import MediaError
from mediaext.service.server import is_loopback, serve
from mediaext.service.settings import SERVER_PLANS, PlanLimits, Settings, read_plan_limits


def test_plan_limits_are_read_from_a_line():
    plans = read_plan_limits("pro=60/5/-, studio=-/10/3")
    assert plans["pro"] == PlanLimits(rate=60, burst=5)
    assert plans["studio"] == PlanLimits(burst=10, in_flight=3)
    assert plans["enterprise"] == SERVER_PLANS["enterprise"]
    assert read_plan_limits("") == dict(SERVER_PLANS)


@pytest.mark.parametrize("text", ["gold=1/2/3", "pro", "pro=1/2", "pro=a/b/c", "pro=0/1/1"])
def test_a_line_that_cannot_be_read_says_how_it_should_be(text):
    with pytest.raises(MediaError, match="pro=120/30/50"):
        read_plan_limits(text)


def test_an_unlisted_plan_has_no_limits(tmp_path):
    settings = Settings.embedded(tmp_path, "http://mediaext.embedded")
    assert settings.limits("pro") == PlanLimits()
    assert settings.allow_local_files
    assert not Settings(home=tmp_path).allow_local_files
    assert not Settings(home=tmp_path).allow_private_urls


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "media.example"])
def test_without_keys_only_loopback_is_served(tmp_path, host):
    with pytest.raises(MediaError, match="keys add"):
        serve(Settings(home=tmp_path, require_key=False), host)
    assert is_loopback("127.0.0.1")
    assert is_loopback("::1")
    assert is_loopback("localhost")
