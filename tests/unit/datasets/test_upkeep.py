"""Planning, counting, exporting, cleaning up, and looking."""

import importlib
import io
import json
import tarfile
import tracemalloc

import numpy as np
import PIL.Image
import pytest
from dataset_makers import Painter, Photos

from mediaext.datasets import Augmented, Generated, choice
from mediaext.errors import InvalidRequest, MediaError
from mediaext.operations import ChangeBackground, EditImage, GenerateImage

STEPS = (
    ChangeBackground(prompt=choice("a beach", "a forest"), subject_description="dog"),
    EditImage(prompt=choice("rainy", "at night")),
)


def augmented(folder, runner=None, **options):
    base = options.pop("base", None) or Photos(5)
    options = {"variants": 2, "size": (32, 32), "quiet": True, **options}
    return Augmented(base, STEPS, runner=runner or Painter(), folder=folder, **options)


@pytest.fixture
def data(tmp_path):
    made = augmented(tmp_path / "pool")
    made.fill(progress=False)
    return made


def test_a_plan_sends_nothing_and_counts_every_step(tmp_path):
    painter = Painter()
    data = augmented(tmp_path, painter, prices={"edit": 0.04, "background": 0.02}, budget=15)
    plan = data.plan()

    assert painter.asked == []
    assert (plan.hits, plan.misses, plan.jobs) == (0, 10, {"background": 10, "edit": 10})
    assert plan.cost == pytest.approx(0.6)
    assert "the budget allows 15 of the jobs" in str(plan)
    assert data.plan(epochs=1).misses == 5


def test_a_plan_knows_what_is_there_and_learns_times(data):
    data[0]
    plan = augmented(data.pool.folder, seed=1).plan()

    assert data.plan().misses == 0
    assert plan.misses == 10
    assert plan.seconds is not None
    assert plan.bytes > 0


def test_equal_pictures_are_made_once(tmp_path):
    painter = Painter()
    twins = augmented(tmp_path, painter, base=[Photos(1)[0]] * 4, variants=1)

    assert twins.plan().jobs == {"background": 1, "edit": 1}
    assert twins.plan().shared == 3
    assert twins.fill(progress=False).there == 4
    assert len(painter.asked) == 2


def test_a_chain_of_which_a_part_is_wanted_by_itself_counts_each_job_once(tmp_path):
    first, second = GenerateImage(prompt="a dog", seed=1), EditImage(prompt="rainy", seed=1)
    data = Generated(
        [[first], [first, second], [first, second]], runner=Painter(), folder=tmp_path
    )
    plan = data.plan()

    assert (plan.misses, plan.jobs, plan.shared) == (3, {"image": 1, "edit": 1}, 1)


def test_a_plan_keeps_some_bytes_for_each_key_and_no_more(tmp_path):
    def peak(count):
        data = Generated(
            [GenerateImage(prompt="a dog")], each=count, runner=Painter(), folder=tmp_path
        )
        tracemalloc.start()
        data.plan()
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(100)  # what is loaded and compiled once
    few, many = (min(peak(count) for _ in range(3)) for count in (1_000, 7_000))
    assert (many - few) / 6_000 < 40  # the least of three: other threads allocate too


def test_the_manifest_says_what_is_where_and_why(data):
    table = data.table()

    assert len(table) == 10
    assert set(table["status"]) == {"made"}
    assert set(table["operations"]) == {"background | edit"}
    assert table["prompt"].str.contains("; ").all()
    assert (table["completed"] >= table["submitted"]).all()
    assert table["label"].tolist() == [0, 0, 1, 1, 0, 0, 1, 1, 0, 0]
    assert data.report().loc[("0", "background | edit"), "made"] == 6


def test_a_folder_export_has_one_folder_for_each_class_and_untouched_bytes(data, tmp_path):
    path = data.export("folder", tmp_path / "out", originals=True)
    rows = [json.loads(line) for line in (path / "metadata.jsonl").read_text().splitlines()]
    made = [row for row in rows if row["generated"]]

    assert sorted(folder.name for folder in path.iterdir() if folder.is_dir()) == ["0", "1"]
    assert (len(made), len(rows)) == (10, 15)
    content = (path / made[0]["file_name"]).read_bytes()
    assert content == bytes(data.pool.content(made[0]["index"], made[0]["variant"]))


@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)  # it leaves files open
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # likewise
def test_webdataset_reads_our_shards(data, tmp_path):
    webdataset = importlib.import_module("webdataset")
    path = data.export("webdataset", tmp_path / "out")
    shard = str(next(path.glob("*.tar")))
    found = list(webdataset.WebDataset(shard, shardshuffle=False).decode("pil"))

    assert len(found) == 10
    assert {sample["cls"] for sample in found} == {0, 1}
    assert found[0]["jpg"].size == (48, 48)
    assert found[0]["json"]["operation"] == "edit"


@pytest.mark.parametrize("kind", ["hf", "parquet"])
def test_hugging_face_reads_our_parquet_with_typed_images(data, tmp_path, kind):
    datasets = importlib.import_module("datasets")
    path = data.export(kind, tmp_path / ("out.parquet" if kind == "parquet" else "out"))
    file = path if kind == "parquet" else next(path.glob("data/*.parquet"))
    found = datasets.Dataset.from_parquet(str(file), cache_dir=str(tmp_path / "cache"))

    assert found.num_rows == 10
    assert found[0]["image"].size == (48, 48)
    assert found.features["label"].dtype == "int64"


@pytest.mark.parametrize("kind", ["folder", "webdataset", "hf", "parquet"])
def test_an_export_fills_another_folder(data, tmp_path, kind):
    path = data.export(kind, tmp_path / ("out.parquet" if kind == "parquet" else "out"))
    painter = Painter()
    again = Augmented.from_export(
        path, Photos(5), STEPS, variants=2, size=(32, 32), runner=painter, folder=tmp_path / "new"
    )

    assert again.plan().misses == 0
    assert np.array_equal(again[3][0], data[3][0])
    assert painter.asked == []


def test_an_export_that_was_changed_is_not_taken_in(data, tmp_path):
    path = data.export("folder", tmp_path / "out")
    next(path.glob("0/*.jpg")).write_bytes(b"something else")

    with pytest.raises(MediaError, match="was changed"):
        augmented_from(path, tmp_path)


def test_an_export_cannot_name_files_outside_itself(tmp_path):
    (tmp_path / "secret").write_bytes(b"x")
    out = tmp_path / "out"
    out.mkdir()
    row = {"generated": True, "file_name": "../secret", "key": "00" * 32, "digest": "x"}
    (out / "metadata.jsonl").write_text(json.dumps(row))

    with pytest.raises(MediaError, match="outside itself"):
        augmented_from(out, tmp_path)


def augmented_from(path, tmp_path):
    return Augmented.from_export(
        path, Photos(5), STEPS, runner=Painter(), folder=tmp_path / "new", quiet=True
    )


def test_labels_make_safe_folder_names(tmp_path):
    base = [(Photos(1)[0][0], "../a/b"), (Photos(2)[1][0], "..")]
    data = augmented(tmp_path / "pool", base=base, variants=1)
    data.fill(progress=False)
    path = data.export("folder", tmp_path / "out")

    assert sorted(folder.name for folder in path.iterdir() if folder.is_dir()) == ["_", "_a_b"]


def test_nothing_is_written_over(data, tmp_path):
    data.export("folder", tmp_path / "out")
    with pytest.raises(MediaError, match="already"):
        data.export("webdataset", tmp_path / "out")
    with pytest.raises(InvalidRequest, match="one of folder"):
        data.export("zip", tmp_path / "other")


def test_pruning_keeps_what_was_paid_for_unless_told(data, tmp_path):
    painter = Painter()
    augmented(data.pool.folder, seed=1).fill(progress=False)
    list(data.loader(2))
    other = augmented(data.pool.folder, painter, size=16)
    list(other.loader(2))
    data.prune()
    assert len(data.pool.results) == 40
    assert [path.name for path in (data.pool.folder / "views").iterdir()] == ["32x32x3-cover"]
    data.close()
    data = augmented(data.pool.folder)
    assert data.prune(unused=True) > 0
    assert len(data.pool.results) == 20
    assert data.plan().misses == 0
    assert data.verify().whole == 20
    assert data[0][0].shape == (3, 32, 32)


def test_damaged_results_are_pruned_and_made_again(data):
    folder = data.pool.folder
    data.close()
    segment = next((folder / "results").glob("*.seg"))
    content = bytearray(segment.read_bytes())
    content[-100] ^= 255
    segment.write_bytes(content)
    painter = Painter()
    again = augmented(folder, painter, view_bytes=0)

    assert len(again.verify().damaged) == 1
    again.prune(damaged=True)
    again.fill(progress=False)
    assert again.verify().damaged == ()
    assert len(painter.asked) == 1


def test_stats_count_the_folder_and_the_run(data):
    stats = data.stats()

    assert stats["results"] == 20
    assert stats["spent_jobs"] == 20
    assert stats["in_flight"] == 0


def test_show_puts_originals_beside_variants(data):
    sheet = data.show(n=3, side=64)
    pixels = np.asarray(sheet)

    assert sheet.width == 3 * (64 + 8) + 8
    for column in range(3):
        x = 8 + column * 72
        assert pixels[8:72, x : x + 64].std() > 5


def test_refused_results_are_shown_with_their_reason(data):
    assert data.refused().size[0] >= 160
    data.drop(data.table()["key"][0], "a test of dropping")
    sheet = data.refused(side=64)

    assert np.asarray(sheet)[8:72, 8:72].std() > 5


def test_an_unknown_key_is_refused(data):
    with pytest.raises(InvalidRequest, match="no result"):
        data.drop("ffff0000ffff")
    with pytest.raises(InvalidRequest, match="20 results"):
        data.keep("")


def test_tar_members_hold_the_exact_bytes(data, tmp_path):
    path = data.export("webdataset", tmp_path / "out")
    with tarfile.open(next(path.glob("*.tar"))) as tar:
        name = next(name for name in tar.getnames() if name.endswith(".jpg"))
        content = tar.extractfile(name).read()
    assert PIL.Image.open(io.BytesIO(content)).size == (48, 48)
    assert content in {bytes(data.pool.content(i, v)) for i in range(5) for v in range(2)}
