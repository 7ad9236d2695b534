import stat
from contextlib import closing

import pytest

from mediaext.errors import MediaError
from mediaext.service import keys
from mediaext.service.sqlite_database import SqliteDatabase


def test_a_key_says_who_asks_until_it_is_revoked(tmp_path):
    key = keys.add(tmp_path, "anna", "studio")
    with keys.open_keys(tmp_path) as opened:
        assert opened.find(key) == keys.Caller("anna", "studio")
        assert opened.find(key + "x") is None
        assert opened.find("ü\udcff") is None
        [known] = keys.list_keys(tmp_path)
        assert keys.revoke(tmp_path, known["prefix"]) == 1
        assert keys.revoke(tmp_path, known["prefix"]) == 0
        assert opened.find(key) is None


def test_the_key_itself_is_nowhere(tmp_path):
    key = keys.add(tmp_path, "anna", "pro")
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert key.encode() not in path.read_bytes()
    assert "digest" not in keys.list_keys(tmp_path)[0]
    assert stat.S_IMODE((tmp_path / "secrets" / "keys").stat().st_mode) == 0o600


def test_a_copied_ledger_is_worth_nothing_without_the_secret(tmp_path):
    key = keys.add(tmp_path, "anna", "pro")
    (tmp_path / "secrets" / "keys").unlink()
    with keys.open_keys(tmp_path) as opened:
        assert opened.find(key) is None


def test_wrong_plans_and_users_are_named(tmp_path):
    with pytest.raises(MediaError, match="no plan 'gold'; plans: enterprise, studio, pro"):
        keys.add(tmp_path, "anna", "gold")
    with pytest.raises(MediaError, match="user"):
        keys.add(tmp_path, " ", "pro")
    assert keys.add(tmp_path, "anna", "STUDIO").startswith("mx_")


def test_credits_are_kept_with_the_user(tmp_path):
    keys.add(tmp_path, "anna", "pro", credits=5)
    with closing(SqliteDatabase(tmp_path / "ledger.sqlite3")) as database:
        assert database.one("SELECT credits FROM accounts")["credits"] == 5
    assert keys.usage(tmp_path) == []
