"""Machines without a common folder: leases in PostgreSQL, results in segments that all read."""

import json
import threading

import fsspec
import pytest
from dataset_makers import FolderService, Painter, Photos, until

from mediaext.datasets import Augmented, Generated
from mediaext.datasets.store.processes import me
from mediaext.errors import InvalidRequest, MediaError
from mediaext.operations import EditImage, GenerateImage

pytest.importorskip("psycopg", reason="psycopg is not installed: the extra [scale]")
from mediaext.scale.leases import BATCH, LeaseTable


@pytest.fixture
def leases(postgres):
    """The address of an empty database."""
    return postgres.new()


@pytest.fixture
def table(leases):
    """A function that opens the leases for a holder."""
    opened = []

    def open_table(holder, url=leases):
        opened.append(LeaseTable(url, holder))
        return opened[-1]

    yield open_table
    for one in opened:
        one.close()


@pytest.fixture
def remote(tmp_path):
    return f"file://{tmp_path / 'shared'}"


@pytest.fixture
def soon(monkeypatch):
    """Publish after a moment, and look again after one."""
    monkeypatch.setattr("mediaext.datasets.store.leases.SEGMENT_SECONDS", 0.1)
    monkeypatch.setattr("mediaext.datasets.store.leases.SharedLeases.poll_seconds", 0.05)


def keys(count):
    return [number.to_bytes(32, "big") for number in range(count)]


def foxes(folder, runner, count=40, **options):
    """Return a dataset of one machine: its folder is its own."""
    requests = [GenerateImage(prompt=f"fox {number}") for number in range(count)]
    options = {"size": (8, 8), "quiet": True, "concurrency": 4, **options}
    return Generated(requests, runner=runner, folder=folder, **options)


def published(remote):
    """Return the keys in the tables of the second tier, each as often as it stands there."""
    fs, root = fsspec.core.url_to_fs(remote)
    texts = [fs.cat_file(path) for path in fs.glob(f"{root}/*.keys")]
    tables = [json.loads(text) for text in texts if text]  # one that is being written is empty
    return sorted(key for rows in tables for key, _, _ in rows)


def test_four_holders_that_want_the_same_keys_get_each_once(table):
    wanted, got = keys(3 * BATCH), []
    holders = [table(f"holder-{number}") for number in range(4)]

    def claim(one):
        got.append(one.claim(reversed(wanted)))

    threads = [threading.Thread(target=claim, args=(one,)) for one in holders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(key for found in got for key in found) == wanted


def test_a_lease_that_ran_out_goes_to_who_asks_with_what_is_known_of_its_job(table, monkeypatch):
    first, other = table("first"), table("other")
    assert first.claim(keys(2)) == dict.fromkeys(keys(2))
    first.record_job(keys(1)[0], "its job")
    assert other.claim(keys(3)) == {keys(3)[2]: None}
    assert first.extend(keys(3)) == set(keys(2))
    assert other.expired() == {}

    monkeypatch.setattr(LeaseTable, "seconds", 0.0)
    first.extend(keys(1))
    until(lambda: other.expired() == {keys(1)[0]: "its job"})
    assert other.claim(keys(1)) == {keys(1)[0]: "its job"}
    assert first.extend(keys(1)) == set()


def test_leases_hold_on_after_the_server_was_started_again(postgres, table, monkeypatch):
    first, other = table("first"), table("other")
    monkeypatch.setattr(LeaseTable, "seconds", 0.0)
    first.claim(keys(1))
    monkeypatch.setattr(LeaseTable, "seconds", 60.0)
    postgres.kill()
    postgres.start()

    assert other.claim(keys(1)) == {}, "its holder could not extend it meanwhile"


def test_what_is_left_or_released_is_free_at_once(table):
    first, other = table("first"), table("other")
    first.claim(keys(3))
    first.release(keys(1))
    first.record_job(keys(2)[1], "its job")
    first.expire(keys(2))

    assert other.claim(keys(3)) == {keys(1)[0]: None, keys(2)[1]: "its job"}
    assert first.extend(keys(3)) == {keys(3)[2]}


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("postgresql://ada@[::1/media", "The address of the leases cannot be read"),
        (
            "postgresql://ada:secret@127.0.0.1:1/media",
            "The leases at 127.0.0.1/media cannot be opened: .*[Cc]onnection refused",
        ),
    ],
)
def test_a_wrong_address_of_the_leases_is_told_in_a_sentence(
    tmp_path, remote, address, sentence, monkeypatch
):
    monkeypatch.setattr("mediaext.scale.postgres.CONNECTION_SECONDS", 0.2)
    painter = Painter()
    data = foxes(tmp_path / "a", painter, remote=remote, leases=address)

    with pytest.raises(MediaError, match=sentence) as caught:
        data.fill(progress=False)
    assert "secret" not in str(caught.value)
    assert painter.asked == []


def test_leases_without_a_place_for_results_are_refused(tmp_path, leases):
    with pytest.raises(InvalidRequest, match="remote="):
        foxes(tmp_path, Painter(), leases=leases)
    with pytest.raises(InvalidRequest, match="postgresql://"):
        foxes(tmp_path, Painter(), leases="mysql://db/media", remote="memory://x")


@pytest.mark.usefixtures("soon")
def test_machines_that_fill_one_dataset_at_once_make_each_key_once(tmp_path, leases, remote):
    painters = [Painter(seconds=0.005) for _ in range(3)]
    machines = [
        foxes(tmp_path / str(number), painter, remote=remote, leases=leases)
        for number, painter in enumerate(painters)
    ]
    filled = []

    def fill(one):
        filled.append(one.fill(progress=False))
        one.close()

    threads = [threading.Thread(target=fill, args=(one,)) for one in machines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [one.there for one in filled] == [40] * 3
    assert sum(one.made for one in filled) == 40
    assert sum(len(painter.asked) for painter in painters) == 40
    assert len(published(remote)) == len(set(published(remote))) == 40
    reader = foxes(tmp_path / "reader", late := Painter(), remote=remote)
    assert reader.plan().hits == 40
    assert reader[7].shape == (3, 8, 8)
    assert late.asked == []


@pytest.mark.usefixtures("soon")
def test_steps_that_variants_share_are_made_once_among_machines(tmp_path, leases, remote):
    painters = [Painter(seconds=0.005) for _ in range(2)]

    def augmented(number):
        steps = [EditImage(prompt="rainy"), EditImage(prompt=f"as machine {number} likes it")]
        return Augmented(
            Photos(12),
            steps,
            runner=painters[number],
            folder=tmp_path / str(number),
            remote=remote,
            leases=leases,
            size=(8, 8),
            quiet=True,
            concurrency=4,
        )

    machines = [augmented(number) for number in range(2)]
    threads = [threading.Thread(target=one.fill, kwargs={"progress": False}) for one in machines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    prompts = [one.prompt for painter in painters for one in painter.asked]
    assert prompts.count("rainy") == 12
    assert len(prompts) == 36
    for one in machines:
        one.close()


@pytest.mark.usefixtures("soon")
def test_what_a_machine_needs_while_another_makes_it_is_waited_for(tmp_path, leases, remote):
    slow, eager = Painter(seconds=0.3), Painter()
    first = foxes(tmp_path / "a", slow, 1, remote=remote, leases=leases)
    other = foxes(tmp_path / "b", eager, 1, remote=remote, leases=leases)
    making = threading.Thread(target=lambda: first[0])
    making.start()
    until(lambda: slow.asked)

    assert (other[0] == first[0]).all()
    making.join()
    assert (len(slow.asked), len(eager.asked)) == (1, 0)
    first.close()
    other.close()


@pytest.mark.usefixtures("soon")
def test_the_job_of_a_machine_that_died_is_fetched_and_not_bought_again(
    tmp_path, leases, remote, table, monkeypatch
):
    service = FolderService(tmp_path / "service", named=False)
    data = foxes(tmp_path / "b", service, 3, remote=remote, leases=leases)
    node = data.pool.node(0, 0)
    dead = table("a machine that died")
    dead.claim([node.key])
    job = service.submit(node.operation)
    facts = {"job_id": job.job_id, "service": service.identity, "operation": "image"}
    dead.record_job(node.key, json.dumps(facts))
    monkeypatch.setattr(LeaseTable, "seconds", 1.0)
    dead.extend([node.key])

    assert data.fill(progress=False).there == 3
    assert service.jobs == 3
    data.close()


@pytest.mark.usefixtures("soon")
def test_a_failure_gives_the_key_to_other_machines(tmp_path, leases, remote, table):
    refused = foxes(
        tmp_path / "a", Painter(fails=lambda _: "MODEL_ERROR"), 4, remote=remote, leases=leases
    )
    assert refused.fill(progress=False).failed == {"MODEL_ERROR": 4}
    refused.close()

    assert table("anybody")._database.all("SELECT * FROM dataset_leases") == []
    other = foxes(tmp_path / "b", Painter(), 4, remote=remote, leases=leases)
    assert other.fill(progress=False).made == 4
    other.close()
    assert table("anybody")._database.all("SELECT * FROM dataset_leases") == []


@pytest.mark.usefixtures("soon")
def test_what_was_made_and_not_published_before_a_kill_is_published_by_the_next_process(
    tmp_path, leases, remote
):
    foxes(tmp_path / "a", Painter()).fill(progress=False)
    again = foxes(tmp_path / "a", painter := Painter(), remote=remote, leases=leases)
    _ = again.pool.generator
    until(lambda: len(published(remote)) == 40)

    other = foxes(tmp_path / "b", painter, remote=remote, leases=leases)
    assert other.fill(progress=False).there == 40
    assert painter.asked == []
    again.close()
    other.close()


def test_a_machine_that_restarts_takes_over_its_own_leases_at_once(
    tmp_path, leases, remote, table
):
    dead = table("killed")
    data = foxes(tmp_path / "a", Painter(), 2, remote=remote, leases=leases)
    key = data.pool.key(0, 0)
    dead.claim([key])
    sign = tmp_path / "a" / "leases" / "owners" / "killed"
    sign.parent.mkdir(parents=True)
    sign.write_text(f"{me().host}-{me().boot}-{2**31}-1")
    _ = data.pool.generator

    until(lambda: dead.extend([key]) == set())
    assert data.fill(progress=False).made == 2
    data.close()


@pytest.mark.usefixtures("soon")
def test_a_database_that_is_away_for_a_moment_costs_time_only(tmp_path, leases, remote, postgres):
    painter = Painter(seconds=0.01)
    data = foxes(tmp_path / "a", painter, 200, remote=remote, leases=leases)
    filled = []
    filling = threading.Thread(target=lambda: filled.append(data.fill(progress=False)))
    filling.start()
    until(lambda: len(painter.asked) > 20)
    postgres.kill()
    postgres.start()
    filling.join()

    assert filled[0].there == 200
    assert len(painter.asked) == 200
    data.close()


@pytest.mark.usefixtures("soon")
def test_a_database_that_stays_away_is_told_in_a_sentence_and_nothing_is_lost(
    tmp_path, leases, remote, postgres, monkeypatch
):
    monkeypatch.setattr("mediaext.datasets.store.leases.RETRY_SECONDS", 0.0)
    monkeypatch.setattr("mediaext.scale.postgres.CONNECTION_SECONDS", 0.2)
    painter = Painter(seconds=0.01)
    data = foxes(tmp_path / "a", painter, 200, remote=remote, leases=leases)
    filled = []
    filling = threading.Thread(target=lambda: filled.append(data.fill(progress=False)))
    filling.start()
    until(lambda: len(painter.asked) > 20)
    postgres.kill()
    try:
        filling.join()
        made = len(painter.asked)
        assert filled[0].failed == {"LEASES": 200 - made}
        assert "cannot be reached: PostgreSQL does not answer" in str(filled[0])
        assert len(published(remote)) == made, "what was made is published all the same"
    finally:
        postgres.start()
    monkeypatch.setattr("mediaext.datasets.store.leases.RETRY_SECONDS", 30.0)
    monkeypatch.setattr("mediaext.scale.postgres.CONNECTION_SECONDS", 5.0)
    assert data.fill(progress=False).there == 200
    assert len(painter.asked) == 200
    data.close()


def test_a_place_for_results_that_is_wrong_is_told_before_anything_is_made(tmp_path, leases, s3):
    data = foxes(tmp_path, painter := Painter(), remote="s3://no-such-bucket/x", leases=leases)

    with pytest.raises(MediaError, match="s3://no-such-bucket/x cannot be written to"):
        data.fill(progress=False)
    assert painter.asked == []


def test_a_place_for_results_that_cannot_be_read_costs_no_money(tmp_path, leases, monkeypatch):
    monkeypatch.setattr("mediaext.datasets.store.leases.RETRY_SECONDS", 0.0)
    data = foxes(tmp_path / "a", painter := Painter(), remote="memory://away", leases=leases)
    until(lambda: data.pool.generator.maker.leases._recovered)

    def away(*_args, **_options):
        raise ConnectionError("no route to host")

    monkeypatch.setattr(fsspec.get_filesystem_class("memory"), "glob", away)
    filled = data.fill(progress=False)

    assert painter.asked == []
    assert filled.failed == {"LEASES": 40}
    assert "memory://away cannot be read (no route to host)" in str(filled)
    monkeypatch.undo()
    assert data.fill(progress=False).there == 40
    data.close()


@pytest.mark.usefixtures("soon")
def test_results_that_cannot_be_published_are_kept_and_published_later(
    tmp_path, leases, remote, capsys
):
    data = foxes(tmp_path / "a", painter := Painter(), remote=remote, leases=leases, quiet=False)
    _ = data.pool.generator
    (tmp_path / "shared").rename(tmp_path / "away")
    (tmp_path / "shared").touch()  # a file where the folder was
    with pytest.raises(MediaError, match=r"cannot be written to .*; results are kept in"):
        data.fill(progress=False)
    assert len(painter.asked) == 40
    assert capsys.readouterr().err.count("cannot be written to") == 1

    (tmp_path / "shared").unlink()
    (tmp_path / "away").rename(tmp_path / "shared")
    assert data.fill(progress=False).there == 40
    assert len(published(remote)) == len(painter.asked) == 40
    data.close()
