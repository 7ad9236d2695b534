"""Names of samples: what they depend on, and what they never do."""

import numpy as np
import pytest
import torch
from dataset_makers import Painter, Photos, picture, run

import mediaext.datasets.keys as keys
from mediaext.client.connection import HttpGateway
from mediaext.datasets import BASE, Augmented, Generated, choice, uniform
from mediaext.datasets.items import content_digest
from mediaext.datasets.making.runners import Makers
from mediaext.datasets.store.results import ResultStore
from mediaext.errors import InvalidRequest
from mediaext.operations import (
    ChangeBackground,
    EditImage,
    GenerateImage,
    SwapFace,
    UpscaleImage,
)

RAIN = EditImage(prompt="rainy")


def augmented(tmp_path, *steps, **options):
    options = {"runner": Painter(), "folder": tmp_path / "pool", "quiet": True, **options}
    base = options.pop("base", None)
    return Augmented(Photos(4) if base is None else base, steps or [RAIN], **options)


def key(data, index=0, variant=0):
    return data.pool.node(index, variant).key


def test_a_key_stays_what_it_is_in_every_process_and_version(tmp_path):
    data = augmented(tmp_path, RAIN, UpscaleImage(input_image=BASE, scale=2), seed=3)
    data.pool.items._known[:] = True
    data.pool.items._digests[:] = 0

    assert key(data).hex() == (
        "84bfc89fa1f2259b586cadfc13504ac3ed58460b757a4efd506d67e3ecada01a"
    ), "changing what a key is made of makes every sample be made again: raise KEY_VERSION"


def test_the_same_content_has_one_key_whether_it_is_a_file_or_bytes(tmp_path):
    picture(1).save(tmp_path / "a.png")
    picture(1).save(tmp_path / "b.png")
    content = (tmp_path / "a.png").read_bytes()
    data = augmented(tmp_path, base=[str(tmp_path / "a.png"), tmp_path / "b.png", content])

    assert key(data, 0) == key(data, 1) == key(data, 2)


def test_pictures_arrays_and_tensors_are_named_by_their_pixels():
    image = picture(1)
    array = np.asarray(image)
    tensor = torch.from_numpy(array.transpose(2, 0, 1).copy())

    assert content_digest(image) == content_digest(image.copy())
    assert content_digest(array) == content_digest(array.copy())
    assert content_digest(tensor) == content_digest(tensor.clone())
    assert content_digest(array) != content_digest(array[::-1])


def test_changing_the_last_step_changes_the_last_key_alone(tmp_path):
    rainy = augmented(
        tmp_path, ChangeBackground(prompt=choice("a"), subject_description="x"), RAIN
    )
    sunny = augmented(
        tmp_path,
        ChangeBackground(prompt=choice("a"), subject_description="x"),
        EditImage(prompt="sunny"),
    )
    first, second = rainy.pool.node(0, 0), sunny.pool.node(0, 0)

    assert first.key != second.key
    assert first.parent.key == second.parent.key


def test_a_value_equal_to_its_default_and_delivery_fields_are_no_part_of_a_key(tmp_path):
    plain = key(augmented(tmp_path, EditImage(prompt="rainy", output_format="jpeg")))
    spelled = key(
        augmented(
            tmp_path,
            EditImage(
                prompt="rainy",
                output_format="jpeg",
                guidance_scale=1.5,
                callback_url="https://hooks.example",
            ),
        )
    )

    assert plain == spelled


def test_variant_seed_item_and_runner_all_make_another_sample(tmp_path):
    data = augmented(tmp_path, variants=2)
    other = Painter()
    other.identity = "painter 2"
    found = {
        key(data, 0, 0),
        key(data, 0, 1),
        key(data, 1, 0),
        key(augmented(tmp_path, seed=1)),
        key(augmented(tmp_path, runner=other)),
    }

    assert len(found) == 5


def test_what_has_no_seed_and_no_draw_is_shared_by_all_variants(tmp_path):
    data = augmented(tmp_path, UpscaleImage(input_image=BASE, scale=2), variants=3)

    assert len({key(data, 0, variant) for variant in range(3)}) == 1


def test_draws_are_repeatable_cover_all_options_and_stay_in_bounds(tmp_path):
    step = EditImage(prompt=choice("rainy", "at night"), refine_strength=uniform(0.25, 0.4))
    data = augmented(tmp_path, step, variants=40)
    again = augmented(tmp_path, step, variants=40)
    operations = [data.pool.node(0, variant).operation for variant in range(40)]

    assert {operation.prompt for operation in operations} == {"rainy", "at night"}
    assert all(0.25 <= operation.refine_strength <= 0.4 for operation in operations)
    assert len({operation.seed for operation in operations}) == 40
    assert operations[7] == again.pool.node(0, 7).operation


def test_a_step_may_be_a_choice_of_operations(tmp_path):
    step = choice(RAIN, ChangeBackground(input_image=BASE, prompt="sea", subject_description="x"))
    data = augmented(tmp_path, step, variants=20)

    assert {data.pool.node(0, v).name for v in range(20)} == {"edit", "background"}


def test_jpeg_is_asked_for_unless_alpha_is_needed(tmp_path):
    assert augmented(tmp_path).pool.node(0, 0).operation.output_format == "jpeg"
    assert augmented(tmp_path, alpha=True).pool.node(0, 0).operation.output_format == "png"


def test_media_given_to_a_step_are_named_by_content(tmp_path):
    first = augmented(tmp_path, SwapFace(target=BASE, source=picture(5)))
    second = augmented(tmp_path, SwapFace(target=BASE, source=picture(5)))
    third = augmented(tmp_path, SwapFace(target=BASE, source=picture(6)))

    assert key(first) == key(second) != key(third)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: EditImage(prompt=choice("a", "")), "prompt"),
        (lambda: EditImage(prompt="a", refine_strength=uniform(0.5, 1.5)), "refine_strength"),
        (lambda: EditImage(prompt=choice("a"), colour=1), "no such field"),
        (choice, "at least one"),
        (lambda: uniform(2, 1), "low <= high"),
    ],
)
def test_a_recipe_that_could_not_be_sent_is_refused_at_once(make, words):
    with pytest.raises(InvalidRequest, match=words):
        make()


def test_an_operation_without_a_picture_is_for_generated(tmp_path):
    with pytest.raises(InvalidRequest, match="use Generated"):
        augmented(tmp_path, GenerateImage(prompt="a dog"))
    with pytest.raises(InvalidRequest, match="from words"):
        Generated([UpscaleImage(input_image=BASE)], runner=Painter(), folder=tmp_path)


def test_growing_a_generated_set_keeps_what_there_is(tmp_path):
    def made(each):
        data = Generated(
            [GenerateImage(prompt="a dog"), GenerateImage(prompt="a cat")],
            [0, 1],
            each=each,
            runner=Painter(),
            folder=tmp_path / "pool",
        )
        return {key(data, index) for index in range(len(data))}

    assert made(2) < made(5)


def test_seeds_fit_every_engine():
    assert all(0 <= keys.derive("seed", n) % keys.SEEDS < 2**31 for n in range(100))


# By item and variant: keys of both steps in the first format of folders, their first half.
FORMER = {
    (0, 0): ("0719c0426af15e6ad630df81c414166f", "cdb7794c4a3d91d8e5779ced9de85851"),
    (0, 1): ("f4224a76957bea0880cc299fc09da19a", "64252e1c84d11baa5161fa143db0bd2a"),
    (0, 2): ("b3f4c4e44305f08555eae1eb3af108ab", "afc4e0e055fedba7c0250ae5b56c63c3"),
    (1, 0): ("cbde55dbed7a8341511067d9d2e26f5f", "4ad8042e9a905f1d74d8d02e39ebb9a2"),
    (1, 1): ("f3e3f2d87d6284cf3259dab45f4833f1", "ea9a52af4c5dc744fcfad0361d3ef07e"),
    (1, 2): ("80063c16ab0d1f5cda902ad4223bf552", "1eedcd0a34cddb6fe21f9af273c31005"),
}
DRAWN = (
    EditImage(prompt=choice("rainy", "at night", "snowy"), refine_strength=uniform(0.2, 0.4)),
    UpscaleImage(input_image=BASE, scale=2),
)


def drawn(folder, **options):
    options = {"base": Photos(2), "size": 32, "variants": 3, **options}
    return augmented(folder, *DRAWN, **options)


def former_keys(data):
    """Return the keys of the first format whose first half is known, by item and variant."""
    maker = data.pool.makers.former()[0]
    found = {}
    for index, variant in FORMER:
        digest, steps = data.pool.items.digest(index), data.pool.chain(index)
        last = keys.chain_of(
            steps, digest, item=index, variant=variant, seed=0, maker=maker, suffix="jpeg",
            label=str, former=True,
        )  # fmt: skip
        found[index, variant] = last.parent.key, last.key
    return found


def test_the_keys_of_the_first_format_are_known(tmp_path):
    found = former_keys(drawn(tmp_path))

    assert {at: tuple(key.hex()[:32] for key in pair) for at, pair in found.items()} == FORMER


def keep_former(folder):
    """Store what the first format made of the last five variants, and the first one's step."""
    known = former_keys(drawn(folder / "other"))
    store = ResultStore(folder / "pool" / "truth")
    for number, (first, last) in enumerate(known.values()):
        content = run(GenerateImage(prompt="kept", seed=number)).content
        store.put(first, content, {"media_type": "image/jpeg"})
        if number:  # of item 0, variant 0 the first step alone was made
            store.put(last, content, {"media_type": "image/jpeg"})
    store.close()
    return known


def test_what_a_second_tier_of_the_first_format_holds_is_not_made_again(tmp_path):
    keep_former(tmp_path / "first")
    remote = f"file://{tmp_path / 'shared'}"
    drawn(tmp_path / "first", remote=remote).push()
    painter = Painter()
    drawn(tmp_path / "second", runner=painter, remote=remote).fill(progress=False)

    assert [one.endpoint.name for one in painter.asked] == ["upscale"]
    assert drawn(tmp_path / "second", remote=remote).plan().misses == 0


def test_what_a_folder_of_the_first_format_holds_is_not_made_again(tmp_path):
    known = keep_former(tmp_path)
    painter = Painter()
    data = drawn(tmp_path, runner=painter)

    assert data.plan().jobs == {"upscale": 1}
    data.fill(progress=False)
    assert [one.endpoint.name for one in painter.asked] == ["upscale"]
    assert drawn(tmp_path).plan().misses == 0, "in the next run neither"
    assert {data.pool.key(*at) for at in known} == {last for _, last in known.values()}
    assert drawn(tmp_path, variants=4).plan().jobs == {"edit": 2, "upscale": 2}


def test_a_fresh_folder_draws_without_repetition(tmp_path):
    data = drawn(tmp_path)
    prompts = [data.pool.node(1, v).parent.operation.prompt for v in range(3)]

    assert sorted(prompts) == ["at night", "rainy", "snowy"]


def test_results_of_a_hosted_service_are_found_under_its_former_address(tmp_path):
    gateway = HttpGateway("http://media.example:8000/v/")

    class Session:
        async def engines(self):
            return {"edit": {"identity": "flux output_version=1"}, "upscale": {}}

    session = Session()
    session.gateway = gateway
    runner = Painter()
    runner.session = session
    makers = Makers(runner)
    names = [maker(RAIN) for maker in makers.former()]

    assert makers.of(RAIN) == "hosted flux output_version=1"
    assert "http://media.example:8000/v" in names
    assert makers.of(UpscaleImage(input_image="x.png", scale=2)) == "https://media.example:8000/v"
