"""The second tier: read through before anything is made, and nothing is bought in doubt."""

import fsspec
import pytest
from dataset_makers import Painter, Photos

from mediaext.datasets import Augmented
from mediaext.datasets.store import remote
from mediaext.errors import InvalidRequest, MediaError
from mediaext.operations import EditImage
from tests.s3 import S3Server


def augmented(folder, runner=None, count=5, **options):
    options = {"size": (32, 32), "quiet": True, **options}
    step = EditImage(prompt="rainy")
    return Augmented(Photos(count), [step], runner=runner or Painter(), folder=folder, **options)


@pytest.fixture(params=["file", "memory", "s3"])
def shared(request, tmp_path):
    """The URL of an empty second tier."""
    if request.param == "s3":
        yield request.getfixturevalue("s3").new()
        return
    if request.param == "file":
        yield f"file://{tmp_path / 'shared'}"
        return
    yield f"memory://{tmp_path.name}"
    fsspec.filesystem("memory").store.clear()


def test_results_of_one_machine_are_read_by_another_and_not_made_again(tmp_path, shared):
    first = augmented(tmp_path / "a", remote=shared)
    first.fill(progress=False)
    assert first.push() == 1
    assert first.push() == 0
    painter = Painter()
    other = augmented(tmp_path / "b", painter, remote=shared)

    assert other.fill(progress=False).there == 5
    assert painter.asked == []
    assert [bytes(other.pool.content(row, 0)) for row in range(5)] == [
        bytes(first.pool.content(row, 0)) for row in range(5)
    ]


def test_a_segment_that_grew_since_is_pushed_again_and_seen(tmp_path, shared):
    writer, pusher = augmented(tmp_path / "a"), augmented(tmp_path / "a", remote=shared)
    reader = augmented(tmp_path / "b", painter := Painter(), remote=shared)
    for row in range(2):  # the writer's segment stays open
        writer[row]
        pusher.pool.results.refresh()
        assert pusher.push() == 1
        reader.pool.remote._looked = float("-inf")  # half a minute later
        reader[row]

    assert painter.asked == []


def test_a_second_tier_that_cannot_be_read_costs_no_money(tmp_path, monkeypatch):
    painter = Painter()
    data = augmented(tmp_path, painter, remote="memory://away", budget=5)

    def away(*_args, **_options):
        raise ConnectionError("no route to host")

    monkeypatch.setattr(fsspec.get_filesystem_class("memory"), "glob", away)
    filled = data.fill(progress=False)

    assert painter.asked == []
    assert filled.failed == {"ELSEWHERE": 5}
    assert "memory://away cannot be read (no route to host)" in str(filled)
    monkeypatch.undo()
    assert data.fill(progress=False).there == 5


def test_a_record_that_was_damaged_elsewhere_is_made_here(tmp_path, shared):
    first = augmented(tmp_path / "a", remote=shared)
    first.fill(progress=False)
    first.push()
    fs, root = fsspec.core.url_to_fs(shared)
    path = next(iter(fs.glob(f"{root}/*.seg")))
    content = fs.cat_file(path)
    fs.pipe_file(path, content[:-50] + bytes(20) + content[-30:])
    painter = Painter()
    other = augmented(tmp_path / "b", painter, remote=shared)

    assert other.fill(progress=False).there == 5
    assert len(painter.asked) == 1


def test_a_published_segment_never_changes_though_names_are_taken(tmp_path, shared):
    """Two machines may be copies of each other, down to the process that writes."""
    pushers = [augmented(tmp_path / "a", remote=shared), augmented(tmp_path / "b", remote=shared)]
    pushers[0][0]
    pushers[1].pool.remote.holds_now([], 0.0)
    for row in range(3):
        pushers[1][row]
    fs, root = fsspec.core.url_to_fs(shared)
    assert pushers[0].push() == 1
    before = {path: fs.cat_file(path) for path in fs.glob(f"{root}/*.seg*")}
    assert pushers[1].push() == 1
    fs.invalidate_cache()
    after = {path: fs.cat_file(path) for path in fs.glob(f"{root}/*.seg*")}

    assert len(before) == 2
    assert len(after) == 4
    assert before.items() <= after.items()


def test_a_store_that_replaces_what_it_must_not_is_refused(tmp_path, monkeypatch):
    server = S3Server(lax=True)
    connections = fsspec.get_filesystem_class("s3")
    connections.clear_instance_cache()
    try:
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)
        data = augmented(tmp_path / "a", remote=server.new())
        data.fill(progress=False)
        with pytest.raises(MediaError, match=r"ignores conditional writes .*If-None-Match"):
            data.push()
        fs, root = fsspec.core.url_to_fs(data.pool.remote.url)
        assert fs.glob(f"{root}/*.seg*") == []
    finally:
        server.kill()
        connections.clear_instance_cache()


def test_a_bucket_that_is_not_there_is_told_and_nothing_is_lost(tmp_path, s3):
    data = augmented(tmp_path / "a", remote="s3://no-such-bucket/media")
    data.fill(progress=False)

    with pytest.raises(MediaError, match="s3://no-such-bucket/media cannot be written to"):
        data.push()
    assert data.plan().hits == 5


def test_a_table_that_is_being_written_is_read_when_it_is_whole(tmp_path):
    shared = tmp_path / "shared"
    first = augmented(tmp_path / "a", remote=f"file://{shared}")
    first.fill(progress=False)
    first.push()
    (table,) = shared.glob("*.keys")
    whole = table.read_bytes()
    table.write_bytes(whole[:50])
    other = augmented(tmp_path / "b", remote=f"file://{shared}")

    assert other.plan().hits == 0
    table.write_bytes(whole)
    other.pool.remote._looked = float("-inf")  # half a minute later
    assert other.plan().hits == 5


def test_a_large_store_is_published_in_several_segments(tmp_path, shared, monkeypatch):
    monkeypatch.setattr(remote, "PART", 2_000)
    first = augmented(tmp_path / "a", remote=shared)
    first.fill(progress=False)

    assert first.push() > 1
    other = augmented(tmp_path / "b", painter := Painter(), remote=shared)
    assert other.fill(progress=False).there == 5
    assert painter.asked == []
    assert other.push() == 0, "what was fetched is there already"


def test_push_without_a_second_tier_is_refused(tmp_path):
    with pytest.raises(InvalidRequest, match="no remote="):
        augmented(tmp_path).push()
