"""Serving: what an epoch shows, in every loader, reproducibly."""

import os
import zlib
from collections import deque

import numpy as np
import pytest
import torch
from dataset_makers import Painter, Photos, picture
from torch.utils.data import DataLoader, DistributedSampler

from mediaext.datasets import Augmented, Generated, choice, items
from mediaext.datasets.policy import ORIGINAL, Policy, order_of
from mediaext.datasets.store import results as truth
from mediaext.errors import InvalidRequest, MediaError
from mediaext.operations import EditImage, GenerateImage

COUNT = 12


def augmented(folder, runner=None, **options):
    base = options.pop("base", None)
    options = {"variants": 2, "size": (24, 32), "quiet": True, "seed": 5, **options}
    step = EditImage(prompt=choice("rainy", "at night"))
    runner = runner or Painter()
    return Augmented(base or Photos(COUNT), [step], runner=runner, folder=folder, **options)


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A folder in which everything is made."""
    folder = tmp_path_factory.mktemp("filled")
    data = augmented(folder)
    data.fill(progress=False)
    data.close()
    return folder


def same(first, second):
    assert len(first) == len(second)
    for one, other in zip(first, second, strict=True):
        assert all(torch.equal(a, b) for a, b in zip(one, other, strict=True))


def test_a_sample_is_a_uint8_tensor_and_what_came_with_it(filled):
    image, label = augmented(filled)[3]

    assert image.shape == (3, 24, 32)
    assert image.dtype == torch.uint8
    assert label == 1


@pytest.mark.parametrize("threads", [0, 1, 2])
def test_runs_with_one_seed_are_equal_whatever_the_threads(filled, threads):
    first = list(augmented(filled).loader(4, shuffle=True, copy=True))
    second = list(augmented(filled).loader(4, shuffle=True, copy=True, threads=threads))

    same(first, second)


def test_views_and_truth_serve_the_same_pixels(filled):
    views = augmented(filled)
    truth = augmented(filled, view_bytes=0)
    for _ in range(2):  # the second time views are full
        views.set_epoch(0)
        truth.set_epoch(0)
        same(list(views.loader(4, copy=True)), list(truth.loader(4, copy=True)))
    assert views.pool.tier.startswith("views")
    assert truth.pool.tier.startswith("results")


def test_a_bounded_view_tier_serves_the_rest_from_the_truth(filled, tmp_path):
    bounded = augmented(filled, view_bytes=5 * 24 * 32 * 3, size=(24, 32), fit="stretch")
    whole = augmented(filled, view_bytes=0, fit="stretch")
    same(list(bounded.loader(4, copy=True)), list(whole.loader(4, copy=True)))

    assert bounded.pool.views.capacity == 5


def test_page_locked_buffers_need_something_to_lock_them_for(filled):
    if torch.cuda.is_available():
        image, _ = next(iter(augmented(filled).loader(4, pin=True)))
        assert image.is_pinned()
    else:
        with pytest.raises(InvalidRequest, match="CUDA"):
            augmented(filled).loader(4, pin=True)


def test_a_result_is_checked_when_a_process_reads_it_first_and_not_again(filled, monkeypatch):
    data, checked = augmented(filled, view_bytes=0), []
    real = zlib.crc32
    monkeypatch.setattr(
        truth.zlib, "crc32", lambda content: checked.append(len(content)) or real(content)
    )
    counts = []
    for _ in range(2):
        data.set_epoch(0)
        list(data.loader(4))
        counts.append(len(checked))

    assert counts == [COUNT, COUNT]


@pytest.mark.parametrize("alpha", [False, True])
def test_samples_lie_in_planes_and_show_what_the_loader_shows(filled, alpha):
    data = augmented(filled, alpha=alpha)
    images, _ = next(iter(data.loader(4)))
    samples = data.__getitems__(range(4))

    assert [image.is_contiguous() for image, *_ in samples] == [True] * 4
    assert torch.equal(torch.stack([image for image, *_ in samples]), images)


@pytest.mark.parametrize("way", ["fork", "spawn", "forkserver"])
def test_a_plain_dataloader_serves_the_same_with_every_way_of_starting_workers(filled, way):
    data = augmented(filled)
    expected = list(augmented(filled).loader(4, shuffle=True, copy=True))
    loader = DataLoader(
        data,
        batch_size=4,
        sampler=data.sampler(shuffle=True),
        num_workers=2,
        multiprocessing_context=way,
    )

    same(expected, list(loader))


def test_set_epoch_reaches_workers_that_live_on(filled):
    data = augmented(filled)
    loader = DataLoader(data, batch_size=4, num_workers=1, persistent_workers=True)
    first = torch.cat([images for images, _ in loader])
    data.set_epoch(1)
    second = torch.cat([images for images, _ in loader])

    assert not torch.equal(first, second)
    data.set_epoch(0)
    assert torch.equal(first, torch.cat([images for images, _ in loader]))


def test_workers_make_what_is_missing_and_nobody_makes_it_again(tmp_path):
    data = augmented(tmp_path, concurrency=4)
    list(DataLoader(data, batch_size=3, num_workers=2))
    again = Painter()
    list(augmented(tmp_path, again).loader(4))

    assert again.asked == []


def test_a_distributed_sampler_works(filled):
    data = augmented(filled)
    parts = [DistributedSampler(data, 2, rank, shuffle=False) for rank in (0, 1)]
    seen = [
        label
        for part in parts
        for _, labels in DataLoader(data, 4, sampler=part)
        for label in labels
    ]

    assert len(seen) == COUNT


def test_ranks_share_an_epoch_without_overlap(filled):
    data = augmented(filled)
    found = [
        list(data.loader(2, shuffle=True, rank=rank, world=3).order.batches(0, 0, rank, 3))
        for rank in range(3)
    ]
    rows = np.concatenate([np.concatenate(part) for part in found])

    assert sorted(rows.tolist()) == list(range(COUNT))


def test_an_uneven_last_step_is_as_long_on_every_rank(filled):
    order = augmented(filled, base=Photos(11)).loader(2, world=3, rank=0).order
    lengths = [[len(rows) for rows in order.batches(0, 0, rank, 3)] for rank in range(3)]

    assert lengths[0] == lengths[1] == lengths[2]


@pytest.mark.parametrize("stop", [1, 2])
def test_resuming_in_the_middle_gives_the_same_remaining_batches(filled, stop):
    whole = list(augmented(filled).loader(4, shuffle=True, copy=True))
    loader = augmented(filled).loader(4, shuffle=True, copy=True)
    batches = iter(loader)
    for _ in range(stop):
        next(batches)
    state = loader.state_dict()
    batches.close()
    again = augmented(filled).loader(4, shuffle=True, copy=True)
    again.load_state_dict(state)

    same(whole[stop:], list(again))
    assert again.state_dict()["epoch"] == 1


def test_a_state_means_the_same_for_another_number_of_ranks(filled):
    data = augmented(filled)
    loader = data.loader(2, shuffle=True, rank=0, world=2)
    next(iter(loader))
    alone = augmented(filled).loader(4, shuffle=True)
    alone.load_state_dict(loader.state_dict())
    left = [rows.tolist() for rows in alone.order.batches(0, alone.position, 0, 1)]

    assert [row for rows in left for row in rows] == order_of(COUNT, 5, 0, True)[4:].tolist()


def test_a_state_of_other_data_is_refused(filled):
    state = augmented(filled).loader(4).state_dict()
    with pytest.raises(InvalidRequest, match="seed"):
        augmented(filled, seed=6).loader(4).load_state_dict(state)
    with pytest.raises(InvalidRequest, match="version"):
        augmented(filled).loader(4).load_state_dict({**state, "version": 9})


def test_leaving_a_loop_early_starts_the_epoch_anew(filled):
    loader = augmented(filled).loader(4, copy=True)
    first = next(iter(loader))

    same([first], [next(iter(loader))])


def test_a_batch_stays_whole_for_two_more_and_is_then_used_again(filled):
    loader = augmented(filled).loader(1)
    batches = iter(loader)
    first = next(batches)[0]
    before = first.clone()
    next(batches)
    next(batches)
    assert torch.equal(first, before)
    pointers = {first.data_ptr()} | {images.data_ptr() for images, _ in batches}
    assert len(pointers) < COUNT


def test_copy_gives_every_batch_memory_of_its_own(filled):
    batches = list(augmented(filled).loader(1, copy=True))

    assert len({images.data_ptr() for images, _ in batches}) == COUNT


@pytest.mark.parametrize("way", [{}, {"threads": 0}, {"threads": 4}])
def test_however_it_is_read_a_batch_stays_whole_for_two_more(filled, way):
    for data in (augmented(filled), augmented(filled)):  # while views are made, and made
        kept = deque(maxlen=2)
        for images, _ in data.loader(2, **way):
            assert all(torch.equal(*before) for before in kept)
            kept.append((images, images.clone()))


def test_epochs_show_all_variants_in_turn(filled):
    data = augmented(filled)
    rows = np.arange(COUNT)
    shown = np.stack([data.wanted(rows, epoch) for epoch in range(2)])

    assert (np.sort(shown, axis=0) == [[0], [1]]).all()


@pytest.mark.parametrize("share", [0.0, 0.3, 0.5, 1.0])
def test_the_share_of_originals_is_a_floor_in_every_epoch(share):
    policy = Policy(40, 3, originals=share)
    places = policy.places()
    for epoch in range(20):
        kept = int((policy.wanted(places, epoch) == ORIGINAL).sum())
        assert kept == round(share * 40)


def test_originals_are_the_pictures_themselves(filled):
    data = augmented(filled, originals=1.0, size=48)
    image, _ = data[2]

    assert np.array_equal(image.permute(1, 2, 0).numpy(), np.asarray(picture(2)))


def test_originals_stand_in_while_a_variant_is_made(tmp_path):
    data = augmented(tmp_path, Painter(seconds=0.3), on_miss="original")
    images = torch.cat([images.clone() for images, _ in data.loader(4, shuffle=False)])
    untouched = torch.cat(
        [images.clone() for images, _ in augmented(tmp_path, originals=1.0).loader(4)]
    )

    assert torch.equal(images[:4], untouched[:4])
    assert data.reader.stats.fallbacks > 0


def test_another_variant_stands_in_where_there_is_one(tmp_path):
    first = augmented(tmp_path)
    list(first.loader(4))
    later = augmented(tmp_path, Painter(seconds=0.3), on_miss="other")
    later.set_epoch(1)
    first.set_epoch(0)

    same(list(later.loader(4, copy=True))[:1], list(first.loader(4, copy=True))[:1])


def test_what_is_ready_comes_first_and_can_be_replayed(tmp_path):
    class Uneven(Painter):
        def run(self, operation):
            self.seconds = 0.1 if operation.seed % 3 == 0 else 0.0
            return super().run(operation)

    data = augmented(tmp_path, Uneven(), on_miss="ready", concurrency=4)
    loader = data.loader(4, shuffle=True, copy=True)
    shown = list(loader)
    manifest = data.served(loader)
    saved = next((tmp_path / "served").glob("*.npy"))

    assert sorted(manifest["index"]) == list(range(COUNT))
    same(shown, list(augmented(tmp_path).replay(manifest, 4, copy=True)))
    same(shown, list(augmented(tmp_path).replay(saved, 4, copy=True)))


def test_a_transform_comes_after(filled):
    data = augmented(filled, transform=lambda image: image.float() / 255)
    images, _ = next(iter(data.loader(4)))

    assert images.dtype == torch.float32
    assert torch.equal(images[0], data[0][0])


def test_without_a_size_pictures_keep_theirs(filled):
    data = augmented(filled, size=None)

    assert data[0][0].shape == (3, 48, 48)
    assert data.pool.tier == "results (pictures keep their own size)"


def test_extra_columns_and_dicts_are_passed_through(tmp_path):
    rows = [{"image": picture(n), "label": n, "name": f"n{n}"} for n in range(4)]
    data = augmented(tmp_path / "a", base=rows)
    batch = next(iter(data.loader(2)))
    assert batch["name"] == ["n0", "n1"]
    assert batch["image"].shape == (2, 3, 24, 32)
    triples = [(picture(n), n, float(n)) for n in range(4)]
    _, labels, weights = next(iter(augmented(tmp_path / "b", base=triples).loader(2)))
    assert labels.tolist() == [0, 1]
    assert weights.tolist() == [0.0, 1.0]
    bare = [picture(n) for n in range(4)]
    assert next(iter(augmented(tmp_path / "c", base=bare).loader(2))).shape == (2, 3, 24, 32)


class Files(list):
    """A base of (file, label) that counts how often a file is read."""

    def __init__(self, folder, numbers):
        super().__init__((folder / f"{n}.png", n % 2) for n in numbers)
        for n in numbers:
            if not (folder / f"{n}.png").exists():
                picture(n).save(folder / f"{n}.png")
                os.utime(folder / f"{n}.png", (0, 0))


def test_files_that_did_not_change_are_not_read_again_to_be_known(tmp_path, monkeypatch):
    first = augmented(tmp_path / "pool", base=Files(tmp_path, range(4)), base_name="files")
    first.fill(progress=False)
    first.close()
    read = []
    monkeypatch.setattr(items, "_file", lambda path: read.append(path) or path.read_bytes())
    again = augmented(tmp_path / "pool", base=Files(tmp_path, range(4)), base_name="files")

    assert again.plan().misses == 0
    assert set(read) <= {tmp_path / "0.png"}, "the first item is looked at for its kind"


def test_items_are_known_by_content_after_one_left_and_another_came(tmp_path):
    def pool(numbers):
        return augmented(tmp_path / "pool", base=Files(tmp_path, numbers), base_name="files")

    with pool([0, 1, 2, 3]) as first:
        first.fill(progress=False)
        keys = first.table().groupby("index")["key"].first()
    with pool([1, 2, 3, 4]) as second:
        assert second.table().groupby("index")["key"].first()[:3].tolist() == keys[1:].tolist()
        assert second.plan().misses == 2


def test_a_file_that_was_written_over_is_known_by_its_new_content(tmp_path):
    with augmented(tmp_path / "pool", base=Files(tmp_path, [0]), base_name="files") as first:
        first.fill(progress=False)
    picture(9).save(tmp_path / "0.png")
    os.utime(tmp_path / "0.png", (10, 10))

    again = augmented(tmp_path / "pool", base=Files(tmp_path, [0]), base_name="files")
    assert again.plan().misses == 2


def test_targets_that_are_not_what_items_come_with_are_not_used(tmp_path):
    photos = Photos(4)
    photos.targets = [7, 7, 7, 7]

    assert [augmented(tmp_path, base=photos)[index][1] for index in range(4)] == [0, 1, 0, 1]


def test_the_end_of_an_epoch_is_told_in_one_line(tmp_path, capsys):
    data = augmented(tmp_path, quiet=False)
    list(data.loader(4))
    line = capsys.readouterr().err.strip()

    assert line.count("\n") == 0
    assert line.startswith("epoch 0: 0 hits, 12 misses; waited")
    assert "12 made" in line
    assert "reads views" in line


@pytest.mark.parametrize(
    "options",
    [
        {"on_miss": "later"},
        {"on_error": "ignore"},
        {"originals": 2},
        {"variants": 0},
        {"size": (0, 3)},
        {"fit": "crop"},
        {"concurrency": 0},
        {"runner": 3},
    ],
)
def test_words_and_numbers_outside_their_bounds_are_refused(tmp_path, options):
    with pytest.raises(InvalidRequest):
        augmented(tmp_path, **options)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InvalidRequest, match=r"nowhere\.jpg"):
        augmented(tmp_path, base=["nowhere.jpg"])[0]


def test_a_picture_that_cannot_be_decoded_is_named_as_such(tmp_path):
    class Garbage(Painter):
        def run(self, operation):
            made = super().run(operation)
            made.content = b"no picture at all"
            return made

    with pytest.raises(MediaError, match="cannot be decoded"):
        augmented(tmp_path, Garbage())[0]


def test_transparency_is_served_where_asked(tmp_path):
    data = Generated(
        [GenerateImage(prompt="a dog")], runner=Painter(), folder=tmp_path, size=16, alpha=True
    )

    assert data[0].shape == (4, 16, 16)


def test_an_index_outside_is_refused(filled):
    with pytest.raises(IndexError, match="12 items"):
        augmented(filled)[12]
    assert torch.equal(augmented(filled)[-1][0], augmented(filled)[COUNT - 1][0])
