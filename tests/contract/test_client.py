"""The client against the real service inside this process."""

import asyncio
import io
import multiprocessing
import pickle
import threading

import numpy as np
import PIL.Image
import pytest

import mediaext
from mediaext.client.history import History
from mediaext.errors import InvalidRequest, MediaError, NotFound, Problem, job_failed
from mediaext.operations import GenerateImage, PlaceLogo, UpscaleImage


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("state")


@pytest.fixture(scope="module")
def media(home):
    return mediaext.connect(home=home)


def noise(seed: int = 0, side: int = 16) -> PIL.Image.Image:
    pixels = np.random.default_rng(seed).integers(0, 256, (side, side, 3), np.uint8)
    return PIL.Image.fromarray(pixels)


def wait_for(happened, seconds: float = 20.0) -> bool:
    """Say whether something happened in time, looking again whenever the loop has turned."""
    import time

    from mediaext.client.loop import core

    deadline = time.monotonic() + seconds
    while not happened() and time.monotonic() < deadline:
        core().run(asyncio.sleep(0.01))
    return bool(happened())


def stamp(seed: int) -> PlaceLogo:
    return PlaceLogo(input_image=noise(seed), logo_url=noise(99, 4), output_format="png")


def test_a_result_is_a_pil_image_with_its_job_and_provenance(media):
    picture = media.logo(noise(1), noise(2, 4))

    assert isinstance(picture, PIL.Image.Image)
    assert picture.size == (16, 16)
    assert picture.job.operation == "logo"
    assert picture.provenance.valid
    assert "c2pa.edited" in picture.provenance.actions


def test_a_deterministic_request_is_made_once(media):
    first = media.run(stamp(3))
    again = media.run(stamp(3))
    fresh = media.run(stamp(3), fresh=True)

    assert first.job.job_id == again.job.job_id
    assert first.content == again.content
    assert fresh.job.job_id != first.job.job_id


def test_a_damaged_file_in_the_store_is_made_again(media):
    first = media.run(stamp(4))
    media.session.store.path(first.job.result_digest).write_bytes(b"torn")

    again = media.run(stamp(4))

    assert again.job.job_id != first.job.job_id
    assert again.to_pil() == first.to_pil()


def test_a_result_can_be_the_input_of_the_next_operation(media):
    picture = media.run(stamp(5))

    assert media.upscale(picture, scale=2).size == (32, 32)


def test_a_job_or_an_operation_can_be_an_input(media):
    job = media.submit(stamp(6))

    assert media.upscale(job, scale=2).size == (32, 32)
    assert media.upscale(stamp(6), scale=2).size == (32, 32)


def test_a_chain_goes_on_where_it_failed(media):
    chain = media.chain(noise(7)).upscale(scale=2).upscale(scale=2)

    assert chain.run().size == (64, 64)
    assert [result.size for result in chain.results] == [(32, 32), (64, 64)]
    longer = chain.logo(noise(8, 4))
    assert longer.run().size == (64, 64)
    assert longer.results[0].job.job_id == chain.results[0].job.job_id


def test_a_chain_is_checked_before_anything_is_sent(media):
    with pytest.raises(InvalidRequest, match="scale"):
        media.chain(noise(7)).upscale(scale=9)


def test_map_keeps_the_order_and_the_errors_in_their_places(media):
    operations = [stamp(10), UpscaleImage(input_image=b"no picture", scale=2), stamp(11)]

    first, second, third = media.map(operations, concurrency=3, on_error="return")

    assert first.size == third.size == (16, 16)
    assert isinstance(second, InvalidRequest)
    with pytest.raises(InvalidRequest):
        list(media.map(operations))


def test_map_is_lazy_over_endless_operations(media):
    import itertools

    results = media.map((stamp(n) for n in itertools.count(20)), concurrency=2)

    assert [next(results).size for _ in range(3)] == [(16, 16)] * 3


def test_a_named_run_submits_only_what_is_missing(media):
    operations = [stamp(30), stamp(31)]
    first = [p.job.job_id for p in media.map(operations, run="night-1", fresh=False)]
    again = [p.job.job_id for p in media.map([*operations, stamp(32)], run="night-1")]

    assert again[:2] == first
    assert len(set(again)) == 3


def test_a_job_is_found_again_by_its_identifier(media, home):
    job = media.submit(stamp(40))
    result = job.result()
    other = mediaext.connect(home=home)

    assert other.attach(job.job_id).result().content == result.content
    with pytest.raises(NotFound):
        other.attach("unknown")


def test_progress_is_heard_while_a_job_runs(media):
    heard = []
    job = media.submit(UpscaleImage(input_image=noise(41, 256), scale=4))
    job.on_change(lambda changed: heard.append(changed.progress.fraction))
    job.result()

    assert heard


def test_the_end_of_a_job_is_told_to_who_asks_before_and_after_it(media):
    running, told, late = media.submit(stamp(61)), threading.Event(), threading.Event()
    running.when_ended(told.set)
    running.result()
    assert told.wait(60)
    media.attach(running.job_id).when_ended(late.set)
    assert late.is_set()


def test_every_job_is_in_the_table(media):
    picture = media.run(stamp(42))
    row = media.jobs().set_index("job_id").loc[picture.job.job_id]

    assert row.status == "completed"
    assert row["size"] == len(picture.content)
    assert row.result_digest == picture.job.result_digest


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (b"\x89PNG\r\n\x1a\n broken", "not an image"),
        (b"plain text", "not an image"),
        ("missing.png", "no file"),
        (None, "a PIL image, an array, a path, a URL, bytes or a result, not None"),
        (7, "a PIL image, an array, a path, a URL, bytes or a result, not 7"),
    ],
)
def test_a_bad_picture_is_refused_by_a_sentence_before_any_job_exists(media, value, words):
    before = len(media.records())

    with pytest.raises(InvalidRequest, match=words) as caught:
        media.upscale(value)

    assert "input_image" in str(caught.value)
    assert len(media.records()) == before


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda media: media.submit("image a fox"), "Submit an operation, such as mediaext"),
        (lambda media: media.run(3), "Submit an operation, such as mediaext"),
        (lambda media: media.submit(GenerateImage(prompt="x"), token="ü"), "token: 1 to 255"),
        (lambda media: media.submit(GenerateImage(prompt="x"), token=""), "token: 1 to 255"),
        (lambda media: media.jobs(status="done"), "status: one of queued, paused, completed"),
        (lambda media: media.prune(-1), "days: an age of at least 0 days, not -1"),
        (lambda media: mediaext.connect("media.example"), "such as 'https://media.example'"),
        (lambda media: mediaext.connect("ftp://media.example"), "base_url"),
    ],
)
def test_a_wrong_argument_is_a_sentence_that_names_it(media, call, words):
    with pytest.raises(InvalidRequest, match=words):
        call(media)


def test_a_wrong_field_is_answered_with_the_right_one(media):
    with pytest.raises(InvalidRequest, match="Did you mean 'scale'"):
        media.upscale(noise(), scael=2)
    with pytest.raises(AttributeError, match="Did you mean 'upscale'"):
        media.upscal(noise())


def test_what_the_engine_lacks_or_refuses_fails_with_its_code(media):
    with pytest.raises(mediaext.PermanentFailure) as caught:
        media.faceswap(noise(50, 64), noise(51, 64))

    assert caught.value.code == "INPUT_INVALID"
    assert caught.value.job_id


def test_profiles_are_kept_and_changed_field_by_field(media):
    made = media.create_profile("look", steps=4, palette=["#123456"])
    changed = media.update_profile(made.profile_id, steps=None, description="d")

    assert (changed.steps, changed.description, changed.palette) == (None, "d", ["#123456"])
    assert [p.profile_id for p in media.profiles()] == [made.profile_id]
    assert media.get_profile(made.profile_id).name == "look"
    media.delete_profile(made.profile_id)
    with pytest.raises(NotFound):
        media.get_profile(made.profile_id)


def test_a_wrong_profile_field_is_named(media):
    with pytest.raises(InvalidRequest, match="height"):
        media.create_profile("look", height=3)
    with pytest.raises(InvalidRequest, match="height"):
        media.update_profile("any", height=3)


def test_the_event_schema_is_a_webhook_event(media):
    assert {"job_id", "status"} <= set(media.event_schema())


def test_the_awaiting_client_works_in_any_number_of_loops(home):
    async def once(seed: int):
        async with mediaext.aconnect(home=home) as media:
            job = await media.submit(stamp(seed))
            first, second = await asyncio.gather(job.settle(), media.upscale(noise(61), scale=2))
            return first.size, second.size, (await job).size

    for seed in (60, 61, 62):
        assert asyncio.run(once(seed)) == ((16, 16), (32, 32), (16, 16))


def test_the_awaiting_client_maps_too(home):
    async def run():
        media = mediaext.aconnect(home=home)
        return [p.size async for p in media.map([stamp(63), stamp(64)])]

    assert asyncio.run(run()) == [(16, 16)] * 2


def test_threads_share_one_client(media):
    results = {}

    def work(seed):
        results[seed] = media.run(stamp(seed)).size

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(70, 74)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert results == dict.fromkeys(range(70, 74), (16, 16))


def _in_child(media, seed, pipe):
    pipe.send(media.run(stamp(seed)).size)


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_client_works_in_a_child_process(media, method):
    media.run(stamp(80))
    context = multiprocessing.get_context(method)
    ours, theirs = context.Pipe()
    child = context.Process(target=_in_child, args=(media, 81, theirs))
    child.start()

    assert ours.poll(60)
    assert ours.recv() == (16, 16)
    child.join(30)
    assert child.exitcode == 0


def test_clients_jobs_results_and_errors_pickle(media):
    job = media.submit(stamp(90))
    picture = job.result()

    assert pickle.loads(pickle.dumps(media)).run(stamp(90)) == picture
    assert pickle.loads(pickle.dumps(job)).result() == picture
    assert pickle.loads(pickle.dumps(picture)).job == picture.job


EXTRAS = {
    InvalidRequest: {"problems": (Problem(("body", "x"), "no"),)},
    mediaext.errors.Unreachable: {"maybe_submitted": True},
    mediaext.errors.UnexpectedReply: {"status": 418},
    mediaext.errors.WaitTimeout: {"job_id": "1"},
    mediaext.errors.ResultExpired: {"job_id": "1"},
}


def _tree(kind: type[MediaError]) -> list[type[MediaError]]:
    return [kind, *(below for child in kind.__subclasses__() for below in _tree(child))]


def test_every_error_pickles():
    failed = [job_failed(code, "no", job_id="1") for code in mediaext.errors.FAILURES]
    apart = {type(error) for error in failed} | {mediaext.errors.JobFailed}
    kinds = [kind for kind in _tree(MediaError) if kind.__module__ == "mediaext.errors"]
    others = [kind("x", **EXTRAS.get(kind, {})) for kind in kinds if kind not in apart]
    assert len(others) >= 9

    for error in (*failed, *others):
        copy = pickle.loads(pickle.dumps(error))
        assert (type(copy), str(copy), copy.__dict__) == (type(error), str(error), error.__dict__)


def test_the_exact_bytes_are_saved_where_the_format_is_the_same(media, tmp_path):
    picture = media.run(stamp(91))
    picture.save(tmp_path / "kept.png")
    picture.save(tmp_path / "other.jpg")
    picture.save(tmp_path / "bare")
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")

    assert (tmp_path / "kept.png").read_bytes() == picture.content == buffer.getvalue()
    assert (tmp_path / "bare.png").read_bytes() == picture.content
    assert (tmp_path / "other.jpg").read_bytes().startswith(b"\xff\xd8\xff")


def test_a_webhook_wakes_the_job_that_waits(media):
    receiver = mediaext.webhook_receiver()
    with receiver as url:
        operation = UpscaleImage(input_image=noise(92), scale=2, callback_url=url)
        assert media.run(operation).size == (32, 32)
        assert wait_for(lambda: receiver.received + receiver.refused)


def test_an_embedded_service_that_nobody_holds_is_stopped_with_its_pods(tmp_path):
    import gc

    from mediaext import connection

    mine = mediaext.connect(home=tmp_path)
    mine.upscale(noise(93), scale=2)
    key = next(key for key in connection._services if key[1] == tmp_path)
    del mine
    gc.collect()

    assert wait_for(lambda: key not in connection._services)
    assert mediaext.connect(home=tmp_path).upscale(noise(94), scale=2).size == (32, 32)


def test_requests_that_are_inputs_are_made_once_and_before(media):
    first = stamp(140)
    both = PlaceLogo(input_image=first, logo_url=UpscaleImage(input_image=first, scale=2))
    made = media.run(both)

    assert made.size == (16, 16)
    assert [record.operation for record in media.records(limit=3)] == ["logo", "upscale", "logo"]


def test_a_chain_tells_how_far_it_is_and_shows_its_steps(media):
    chain = media.chain(noise(41)).upscale(scale=2).upscale(scale=1)
    heard = []
    chain.on_change(lambda c: heard.append((c.progress.fraction, c.progress.message)))
    chain.run()

    fractions = [fraction for fraction, _ in heard]
    assert fractions == sorted(fractions)
    assert heard[0][1].startswith("step 1 of 2: upscale")
    assert any(message.startswith("step 2 of 2: upscale") for _, message in heard)
    assert chain.progress.fraction == 1
    assert list(chain.named) == ["upscale"]
    assert chain.done()


def test_the_kind_of_media_says_which_field_takes_it(media):
    with pytest.raises(InvalidRequest, match="speech makes audio; upscale has no free field"):
        media.chain("speech hello").upscale(scale=2)
    voice = media.chain("speech hello").voice(text="words")
    assert voice.steps[-1].request.given()["reference_voice_url"] is voice.steps[0].request


def test_a_chain_pickles_with_what_it_made(media):
    chain = media.chain(noise(42)).upscale(scale=2)
    chain.run()
    copy = pickle.loads(pickle.dumps(chain.upscale(scale=2)))

    assert [result.size for result in copy.results] == [(32, 32)]
    assert copy.run().size == (64, 64)
    assert copy.results[0].job.job_id == chain.results[0].job.job_id


def test_a_chain_can_be_awaited_and_be_an_input(media):
    chain = media.chain(noise(43)).upscale(scale=2)

    assert asyncio.run(chain.settle()).size == (32, 32)
    assert media.upscale(media.chain(noise(44)).upscale(scale=2), scale=2).size == (64, 64)


def test_an_async_client_reads_the_disk_in_a_thread(tmp_path, monkeypatch):
    readers = []
    for name in ("records", "prune", "verify"):
        real = getattr(History, name)

        def noted(self, *values, real=real, **named):
            readers.append(threading.current_thread())
            return real(self, *values, **named)

        monkeypatch.setattr(History, name, noted)

    async def use():
        async with mediaext.aconnect("http://127.0.0.1:9", home=tmp_path) as media:
            assert await media.records() == []
            assert (await media.jobs()).empty
            assert await media.prune() == 0
            assert await media.repair() == []

    asyncio.run(use())
    assert len(readers) >= 3
    assert threading.main_thread() not in readers
