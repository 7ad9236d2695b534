"""Segments: append-only, self-describing, checksummed; the index derived."""

import errno
import os

import apart
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mediaext.datasets.store import segments as segment
from mediaext.datasets.store.index import NAME
from mediaext.datasets.store.processes import me
from mediaext.datasets.store.results import BY_HAND, ResultStore
from mediaext.datasets.store.segments import FAILED, HEAD, VERDICT
from mediaext.errors import MediaError

DEAD = f"{me().host}-00000000-1-1"  # this machine, before it was started: it cannot be running


def key(number):
    return number.to_bytes(4, "big") * 8


def filled(folder, count=5):
    store = ResultStore(folder)
    for number in range(count):
        store.put(key(number), b"picture %d" % number, {"number": number, "operation": "edit"})
    return store


def abandon(folder):
    """Let the segments look as if the process that wrote them had died."""
    for number, path in enumerate(sorted(folder.glob("*.seg"))):
        path.rename(folder / f"{DEAD}-{number:04d}.seg")
    (folder / NAME).unlink(missing_ok=True)


def test_what_was_put_is_found_by_the_same_and_by_another_reader(tmp_path):
    store = filled(tmp_path)
    other = ResultStore(tmp_path)

    for reader in (store, other):
        assert bytes(reader.content(key(3))) == b"picture 3"
        assert reader.facts(key(3)) == {"number": 3, "operation": "edit"}
        assert reader.content(key(9)) is None
    assert len(other) == 5


def test_a_reader_sees_what_is_appended_after_it_opened(tmp_path):
    reader = ResultStore(tmp_path)
    filled(tmp_path)

    assert key(1) not in reader
    assert reader.refresh()
    assert bytes(reader.content(key(1))) == b"picture 1"


@pytest.mark.parametrize("with_index", [True, False])
def test_the_index_can_be_deleted_at_any_time(tmp_path, with_index):
    store = filled(tmp_path)
    store.note(key(7), FAILED, {"code": "INPUT_INVALID", "message": "no"})
    store.close()
    if not with_index:
        (tmp_path / NAME).unlink()
    again = ResultStore(tmp_path)

    assert {bytes(again.content(key(n))) for n in range(5)} == {
        b"picture %d" % n for n in range(5)
    }
    assert again.failure(key(7)).text("code") == "INPUT_INVALID"


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\xff" * 4000])
def test_an_index_that_makes_no_sense_is_ignored(tmp_path, damage):
    filled(tmp_path).close()
    (tmp_path / NAME).write_bytes(damage)

    assert len(ResultStore(tmp_path)) == 5


def test_an_index_that_cannot_be_written_is_done_without(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    store = filled(tmp_path)
    monkeypatch.setattr(os, "fsync", full)
    store.close()

    assert [path.suffix for path in tmp_path.iterdir()] == [".seg"]
    assert len(ResultStore(tmp_path)) == 5


@given(cut=st.integers(min_value=1, max_value=HEAD.size + 30))
def test_a_torn_tail_stays_on_disk_and_the_rest_is_read(tmp_path_factory, cut):
    folder = tmp_path_factory.mktemp("torn")
    filled(folder, 3)
    abandon(folder)
    path = next(folder.glob("*.seg"))
    whole = path.stat().st_size
    os.truncate(path, whole - cut)

    results = ResultStore(folder)

    assert key(0) in results
    assert key(2) not in results
    assert path.stat().st_size == whole - cut
    assert results.verify(repair=True).torn == sum(
        aside.stat().st_size for aside in folder.glob("set-aside/*")
    )
    assert ResultStore(folder).verify().torn == 0


def test_a_tail_of_the_right_length_but_wrong_bytes_is_torn_too(tmp_path):
    filled(tmp_path, 3)
    abandon(tmp_path)
    path = next(tmp_path.glob("*.seg"))
    content = bytearray(path.read_bytes())
    content[-4:] = bytes(4)  # blocks that never reached the disk before the power went
    path.write_bytes(content)

    assert key(2) not in ResultStore(tmp_path)
    assert key(1) in ResultStore(tmp_path)


def test_the_tail_of_a_process_that_lives_is_left_alone(tmp_path):
    store = filled(tmp_path, 2)
    path = next(tmp_path.glob("*.seg"))
    with open(path, "ab") as file:
        file.write(b"mxs1 half a head")
    size = path.stat().st_size

    assert len(ResultStore(tmp_path)) == 2
    assert path.stat().st_size == size
    assert store.owns(path.name)


def test_a_record_that_another_machine_is_writing_is_left_alone_and_read_when_it_is_whole(
    tmp_path,
):
    filled(tmp_path, 3).close()
    path = next(tmp_path.glob("*.seg"))
    content = path.read_bytes()
    path.unlink()
    path = tmp_path / "elsewhere-0badb007-4711-99-0000.seg"
    path.write_bytes(content[:-20])
    store = ResultStore(tmp_path)
    seen = key(1) in store, key(2) in store
    with path.open("r+b") as file:
        file.seek(len(content) - 20)
        file.write(content[-20:])
    store.refresh()

    assert seen == (True, False)
    assert bytes(store.content(key(2))) == b"picture 2"


def test_bytes_that_changed_on_disk_are_never_served(tmp_path):
    filled(tmp_path).close()
    path = next(tmp_path.glob("*.seg"))
    content = path.read_bytes()
    path.write_bytes(content.replace(b"picture 2", b"pictura 2"))
    store = ResultStore(tmp_path)

    with pytest.raises(MediaError, match="damaged"):
        store.content(key(2))
    assert store.verify().damaged == (key(2).hex(),)
    assert store.verify().whole == 4


def test_the_latest_verdict_counts(tmp_path):
    store = filled(tmp_path)
    store.note(key(1), VERDICT, {"verdict": "drop", "time": 1.0})
    store.note(key(1), VERDICT, {"verdict": "keep", "time": 2.0})

    assert ResultStore(tmp_path).verdict(key(1), BY_HAND).text("verdict") == "keep"


def test_processes_write_segments_of_their_own(tmp_path):
    script = (
        "import sys, pathlib; from mediaext.datasets.store.results import BY_HAND, ResultStore;"
        "store = ResultStore(pathlib.Path(sys.argv[1]));"
        "[store.put(n.to_bytes(4, 'big') * 8, b'other', {}) for n in range(100, 103)]"
    )
    store = filled(tmp_path)
    process = apart.start(apart.execute, script, str(tmp_path))
    process.join()
    store.refresh()

    assert process.exitcode == 0
    assert len(list(tmp_path.glob("*.seg"))) == 2
    assert bytes(store.content(key(101))) == b"other"


def test_a_record_on_its_way_to_the_disk_is_not_read_back(tmp_path, monkeypatch):
    store, news = ResultStore(tmp_path), []
    monkeypatch.setattr(segment, "_sync", lambda number: news.append(store.refresh()))
    store.put(key(1), b"picture 1", {})

    assert news == [False]
    assert key(1) in store


@pytest.mark.skipif(not hasattr(os, "fork"), reason="os.fork is of Unix")
def test_a_forked_child_sees_what_its_parent_goes_on_to_write(tmp_path):
    store = filled(tmp_path, 1)
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        seen = False
        try:
            os.read(told, 1)
            seen = store.refresh() and key(7) in store
        finally:  # whatever happens, the tests go on in the parent alone
            os._exit(0 if seen else 1)
    store.put(key(7), b"picture 7", {})
    os.write(tell, b"!")

    assert os.waitpid(child, 0)[1] == 0


def test_many_keys_are_looked_up_at_once(tmp_path):
    filled(tmp_path, 50).close()
    store = ResultStore(tmp_path)
    store.put(key(1000), b"fresh", {})
    found = store.index.has([key(n) for n in (0, 49, 50, 1000)])

    assert found.tolist() == [True, True, False, True]
