"""Policies: steps by item, choices, shares, joint transforms, own samplers, and provenance."""

import random
from collections import Counter

import pytest
import torch
from dataset_makers import Painter, Photos, picture
from torch.utils.data import (
    BatchSampler,
    ConcatDataset,
    DataLoader,
    RandomSampler,
    WeightedRandomSampler,
)

from mediaext.datasets import BASE, Augmented, BalancedSampler, choice
from mediaext.errors import InvalidRequest
from mediaext.operations import EditImage, UpscaleImage

WEATHER = ("rain", "snow", "fog", "night")


def augmented(folder, steps, base=None, **options):
    options = {"size": 16, "quiet": True, "seed": 3, "runner": Painter(), **options}
    return Augmented(base or Photos(8), steps, folder=folder, **options)


class Named(Photos):
    """Photos that tell the names of their classes."""

    classes = ("dog", "cat")


def test_a_prompt_has_the_label_in_words(tmp_path):
    table = augmented(tmp_path, [EditImage(prompt="a {label} in snow")], Named(2)).table()
    assert table["prompt"].tolist() == ["a dog in snow", "a cat in snow"]
    table = augmented(tmp_path, [EditImage(prompt="the {label}")], Photos(2)).table()
    assert table["prompt"].tolist() == ["the 0", "the 1"]
    with pytest.raises(InvalidRequest, match="item 0 has no label"):
        augmented(tmp_path, [EditImage(prompt="the {label}")], [picture(0)]).plan()


def test_steps_depend_on_the_item(tmp_path):
    painter = Painter()

    def steps(item):
        return [EditImage(prompt=f"more {item.name}")] if item.label else []

    data = augmented(tmp_path, steps, Named(4), runner=painter)
    data.fill(progress=False)

    assert Counter(asked.prompt for asked in painter.asked) == {"more cat": 2}
    assert data.wanted(torch.arange(4).numpy(), 0).tolist() == [-1, 0, -1, 0]
    assert [label for _, labels in data.loader(2) for label in labels.tolist()] == [0, 1, 0, 1]
    assert data.plan().misses == 0
    assert data.show(2).height


def test_the_variants_of_an_item_repeat_nothing_before_all_had_their_turn(tmp_path):
    data = augmented(tmp_path, [EditImage(prompt=choice(*WEATHER))], variants=6)
    prompts = data.table().groupby("index")["prompt"].apply(list)

    assert all(set(found[:4]) == set(WEATHER) for found in prompts)
    assert all(len(set(found[4:])) == 2 for found in prompts)
    assert len({tuple(found[:4]) for found in prompts}) > 1
    fewer = augmented(tmp_path, [EditImage(prompt=choice(*WEATHER))], variants=2)
    assert fewer.table()["key"].isin(data.table()["key"]).all()


def test_weights_and_a_step_or_none(tmp_path):
    rare = choice(EditImage(prompt="rain"), None, weights=[1, 9])
    data = augmented(tmp_path, [rare], Photos(200), variants=5)
    share = len(data.table()) / 1000
    assert 0.07 < share < 0.13

    half = augmented(tmp_path, [choice(EditImage(prompt="rain"), None)], variants=2)
    assert len(half.table()) == 8
    shown = [half.wanted(torch.arange(8).numpy(), epoch) for epoch in (0, 1)]
    assert sum((found == -1).sum() for found in shown) == 8


@pytest.mark.parametrize("weights", [[1], [0, 0], [-1, 2], [float("nan"), 1]])
def test_weights_that_say_nothing_are_refused(weights):
    with pytest.raises(InvalidRequest, match="weights"):
        choice("a", "b", weights=weights)


def test_originals_follow_a_curriculum(tmp_path):
    step = EditImage(prompt="rain")
    data = augmented(tmp_path, [step], originals=lambda epoch: (1.0, 0.5, 0.0)[min(epoch, 2)])
    shown = [data.wanted(torch.arange(8).numpy(), epoch).tolist() for epoch in range(4)]

    assert [found.count(-1) for found in shown] == [8, 4, 0, 0]


def jitter(image, target):
    """Draw from all three global generators."""
    return image.float() + torch.rand(()), (target, random.random())


def test_a_joint_transform_draws_the_same_whoever_loads(tmp_path):
    data = augmented(tmp_path, [EditImage(prompt="rain")], transforms=jitter)
    data.fill(progress=False)
    plain = [data[index] for index in range(8)]
    workers = list(DataLoader(data, 4, num_workers=2))
    own = list(data.loader(4, advance=False))

    for batches in (workers, own):
        images = torch.cat([images for images, _ in batches])
        assert torch.equal(images, torch.stack([image for image, _ in plain]))
        drawn = torch.cat([target[1] for _, target in batches]).tolist()
        assert drawn == pytest.approx([target[1] for _, target in plain])
    assert len({target[1] for _, target in plain}) == 8
    assert data.epoch == 0


def test_a_joint_transform_sees_a_dict_without_its_image(tmp_path):
    def double(image, target):
        return image, {**target, "mask": target["mask"] * 2}

    base = [{"image": picture(0), "mask": torch.ones(48, 48), "label": 1}]
    step = UpscaleImage(input_image=BASE, scale=2)
    data = augmented(tmp_path, [step], base, transforms=double)

    assert data[0]["mask"].unique().tolist() == [2]
    assert next(iter(data.loader(1)))["mask"].shape == (1, 16, 16)
    with pytest.raises(InvalidRequest, match="returns"):
        augmented(tmp_path, [step], base, transforms=lambda image, target: image)[0]


@pytest.mark.parametrize("kind", ["sampler", "batch_sampler"])
def test_own_samplers_resume(tmp_path, kind):
    def loader():
        data = augmented(tmp_path, [EditImage(prompt="rain")], Photos(12, labels=12))
        sampler = WeightedRandomSampler([1.0] * 11 + [30.0], 12)
        if kind == "sampler":
            return data.loader(4, sampler=sampler)
        return data.loader(batch_sampler=BatchSampler(sampler, 4, drop_last=False))

    whole = [labels.tolist() for _, labels in loader()]
    first = loader()
    batches = iter(first)
    next(batches)
    state = first.state_dict()
    batches.close()
    again = loader()
    again.load_state_dict(state)

    assert [labels.tolist() for _, labels in again] == whole[1:]
    assert Counter(label for labels in whole for label in labels).most_common(1)[0][0] == 11
    assert [labels.tolist() for _, labels in again] != whole  # another epoch, another order


def test_a_sampler_decides_alone(tmp_path):
    data = augmented(tmp_path, [EditImage(prompt="rain")])
    with pytest.raises(InvalidRequest, match="order alone"):
        data.loader(2, sampler=RandomSampler(data), shuffle=True)
    with pytest.raises(InvalidRequest, match="length"):
        data.loader(2, sampler=iter([1, 2]))
    with pytest.raises(IndexError):
        list(data.loader(2, sampler=[99]))


def test_ready_resumes_with_what_was_not_taken_yet(tmp_path):
    def loader():
        step = [EditImage(prompt="rain")]
        return augmented(tmp_path, step, Photos(16, labels=16), on_miss="ready").loader(4)

    first = loader()
    batches = iter(first)
    taken = next(batches)[1].tolist() + next(batches)[1].tolist()
    state = first.state_dict()
    batches.close()
    again = loader()
    again.load_state_dict(state)
    rest = [label for _, labels in again for label in labels.tolist()]

    assert sorted(taken + rest) == list(range(16))


def test_a_sampler_resumes_after_what_the_training_took(tmp_path):
    data = augmented(tmp_path, [EditImage(prompt="rain")], Photos(16, labels=16))
    data.fill(progress=False)
    sampler = data.sampler(shuffle=True)
    whole = [label for _, labels in DataLoader(data, 4, sampler=sampler) for label in labels]
    data.set_epoch(0)
    sampler = data.sampler(shuffle=True)
    batches = iter(DataLoader(data, 4, sampler=sampler, num_workers=2))
    next(batches)
    state = sampler.state_dict(seen=4)
    del batches
    again = data.sampler(shuffle=True)
    again.load_state_dict(state)

    assert list(again) == [int(label) for label in whole[4:]]


@pytest.mark.parametrize("workers", [0, 2])
def test_the_state_of_a_dataloader_is_what_the_training_took(tmp_path, workers):
    def loader(batch_size=3):
        data = augmented(tmp_path, [EditImage(prompt="rain")], Photos(16, labels=16))
        return data.dataloader(batch_size, num_workers=workers)

    data = augmented(tmp_path, [EditImage(prompt="rain")], Photos(16, labels=16))
    data.fill(progress=False)
    whole = [label for _, labels in loader() for label in labels.tolist()]
    for taken in (1, 5):
        first = loader()
        batches = iter(first)
        seen = [label for _ in range(taken) for label in next(batches)[1].tolist()]
        state = first.state_dict()
        del batches
        again = loader(batch_size=5)  # batches of another size, and the state once more
        again.load_state_dict(state)
        assert again.state_dict() == state
        assert seen + [int(label) for _, labels in again for label in labels] == whole
        assert again.state_dict() == {"epoch": 0, "position": 0}


def test_an_epoch_of_which_every_batch_was_taken_is_over_for_those_who_count_batches(tmp_path):
    data = augmented(tmp_path, [EditImage(prompt="rain")], Photos(8, labels=8))
    loader = data.loader(3, shuffle=True, copy=True)
    batches = iter(loader)
    first = [next(batches)[1].tolist() for _ in range(len(loader))]
    state = loader.state_dict()
    assert data.epoch == 0, "while its last batch is in use"
    del batches

    assert data.epoch == 1
    second = [labels.tolist() for _, labels in loader]
    assert second != first
    loader.load_state_dict(state)
    assert [labels.tolist() for _, labels in loader] == second


def test_a_batch_looked_at_is_no_part_of_the_epoch(tmp_path):
    data = augmented(tmp_path, [EditImage(prompt="rain")], Photos(16, labels=16))
    loader = data.dataloader(4)
    first = next(iter(loader))[1].tolist()
    labels = [label for _, labels in loader for label in labels.tolist()]

    assert labels[:4] == first
    assert sorted(labels) == list(range(16))


def test_a_sampler_gives_no_wrong_state_where_workers_fetched_more_than_was_taken(tmp_path):
    data = augmented(tmp_path, [EditImage(prompt="rain")], Photos(16))
    sampler = data.sampler()
    batches = iter(DataLoader(data, 2, sampler=sampler, num_workers=2))
    next(batches)

    with pytest.raises(InvalidRequest, match=r"dataset\.dataloader"):
        sampler.state_dict()
    assert sampler.state_dict(seen=2)["position"] == 2


def test_a_batch_says_where_it_comes_from(tmp_path):
    data = augmented(tmp_path, [EditImage(prompt=choice(*WEATHER))], originals=0.5)
    columns = ("index", "variant", "key", "operation", "prompt", "seed")
    _, labels, about = next(iter(data.loader(8, about=columns)))

    assert about["index"].tolist() == list(range(8))
    assert labels.tolist() == [index % 2 for index in range(8)]
    for variant, key, prompt in zip(
        about["variant"].tolist(), about["key"], about["prompt"], strict=True
    ):
        assert (variant < 0) == (key == "") == (prompt == "")
    key = next(key for key in about["key"] if key)
    why = data.why(key[:16])
    assert why["key"] == key
    assert why["steps"][0]["values"]["prompt"] in WEATHER
    with pytest.raises(InvalidRequest, match="no sample has"):
        data.why("ffff" * 16)
    with pytest.raises(InvalidRequest, match="about: one of"):
        data.loader(8, about=["colour"])


def groups_of(sampler, groups, epoch=0):
    sampler.set_epoch(epoch)
    return Counter(groups[index] for index in sampler)


def test_every_group_has_its_share_exactly_and_its_items_take_turns():
    groups = ["own"] * 90 + ["bought"] * 10
    equal = BalancedSampler(groups)
    weighted = BalancedSampler(groups, {"own": 3, "bought": 1})
    seen = Counter()
    for epoch in range(9):
        assert groups_of(equal, groups, epoch) == {"own": 50, "bought": 50}
        assert groups_of(weighted, groups, epoch) == {"own": 75, "bought": 25}
        equal.set_epoch(epoch)
        seen += Counter(equal)

    assert {seen[index] for index in range(90)} == {5}
    assert {seen[index] for index in range(90, 100)} == {45}
    assert list(BalancedSampler(groups)) == list(BalancedSampler(groups))
    assert list(BalancedSampler(groups, seed=1)) != list(BalancedSampler(groups))
    only = BalancedSampler(groups, {"own": 0, "bought": 2})
    assert groups_of(only, groups) == {"bought": 100}


def test_ranks_share_a_balanced_epoch():
    groups = [number % 3 for number in range(31)]
    parts = [list(BalancedSampler(groups, rank=rank, world=2)) for rank in range(2)]

    assert [len(part) for part in parts] == [16, 16]
    assert Counter(parts[0] + parts[1]) - Counter(BalancedSampler(groups)) == Counter(
        [parts[1][-1]]
    )


@pytest.mark.parametrize("weights", [{"a": 1}, {"a": -1, "b": 1}, {"a": 0, "b": 0}])
def test_weights_of_groups_are_checked(weights):
    with pytest.raises(InvalidRequest, match="weights"):
        BalancedSampler(["a", "b"], weights)


def test_a_dataset_balances_its_classes_and_its_sources(tmp_path):
    base = ConcatDataset([Photos(12, labels=1), Photos(4, labels=1, start=50)])
    data = augmented(tmp_path, [EditImage(prompt="rain")], base, labels=["cat"] * 13 + ["dog"] * 3)

    def epoch(sampler, **options):
        found = Counter(label for _, labels in data.loader(4, sampler=sampler) for label in labels)
        return dict(found)

    assert epoch(data.balanced()) == {"cat": 8, "dog": 8}
    sources = data.balanced({"old": 3, "new": 1}, by=lambda i: "old" if i.index < 12 else "new")
    _, about = next(iter(data.loader(16, sampler=sources, about=["index"])))[1:]
    assert sum(index < 12 for index in about["index"].tolist()) == 12
    assert epoch(data.balanced({0: 1, 1: 0}, by=[0] * 13 + [1] * 3)) == {"cat": 16}
    with pytest.raises(InvalidRequest, match="one group for each of 16"):
        data.balanced(by=[1, 2])
