"""The second tier: read through before anything is made, and nothing is bought in doubt."""

import fsspec
import pytest
from dataset_makers import Painter, Photos

from mediaext.datasets import Augmented
from mediaext.errors import InvalidRequest
from mediaext.operations import EditImage


def augmented(folder, runner=None, count=5, **options):
    options = {"size": (32, 32), "quiet": True, **options}
    step = EditImage(prompt="rainy")
    return Augmented(Photos(count), [step], runner=runner or Painter(), folder=folder, **options)


@pytest.fixture(params=["file", "memory"])
def shared(request, tmp_path):
    """The URL of an empty second tier."""
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


def test_push_without_a_second_tier_is_refused(tmp_path):
    with pytest.raises(InvalidRequest, match="no remote="):
        augmented(tmp_path).push()
