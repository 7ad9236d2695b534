"""Damage to a store costs the damaged records and no others, and reading changes no file."""

import random
import shutil

import pytest

from mediaext.datasets.store import segments
from mediaext.datasets.store.index import NAME
from mediaext.datasets.store.processes import me
from mediaext.datasets.store.results import LostResult, ResultStore, open_results
from mediaext.datasets.store.segments import HEAD, MADE, VERDICT, encode_head, scan
from mediaext.errors import MediaError

DEAD = f"{me().host}-00000000-1-1-0000.seg"  # of this machine before it started
SIZES = (0, 1, 40, 70, 70, 70, 500, 3000, 70, 9, 250, 40)


def key(number):
    return random.Random(number).randbytes(32)


def picture(number):
    return random.Random(-1 - number).randbytes(SIZES[number])


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Bytes of a segment and of its index, and where each record of the segment is."""
    folder = tmp_path_factory.mktemp("whole")
    store = ResultStore(folder)
    for number in range(len(SIZES)):
        store.put(key(number), picture(number), {"number": number, "operation": "edit"})
        if number == 4:
            store.note(key(2), VERDICT, {"verdict": "keep", "gate": "g"})
    next(folder.glob("*.seg")).rename(folder / DEAD)
    store.close()
    (folder / NAME).unlink()
    again = ResultStore(folder)
    again.index.save()
    with open(folder / DEAD, "rb") as file:
        records = [head for head in scan(file) if head.kind == MADE]
    return (folder / DEAD).read_bytes(), (folder / NAME).read_bytes(), records


def damage(content, chance):
    """Return damaged bytes, and the range of the old bytes that was touched."""
    start = chance.randrange(len(content))
    end = min(start + chance.choice((1, 1, 3, 60, 400, 4000)), len(content))
    how = chance.choice(("flip", "flip", "overwrite", "cut", "repeat", "end"))
    if how == "flip":
        bit = 1 << chance.randrange(8)
        return (
            content[:start] + bytes([content[start] ^ bit]) + content[start + 1 :],
            start,
            start + 1,
        )
    if how == "overwrite":
        other = chance.choice((bytes(end - start), chance.randbytes(end - start)))
        return content[:start] + other + content[end:], start, end
    if how == "cut":
        return content[:start] + content[end:], start, end
    if how == "repeat":
        return content[:end] + content[start:end] + content[end:], end, end
    return content[:start], start, len(content)


def unharmed(records, start, end):
    """Return the numbers of the records that no touched byte belongs to."""
    return [
        number for number, head in enumerate(records) if head.end <= start or head.offset >= end
    ]


def check(store, expected):
    for number in range(len(SIZES)):
        try:
            content = store.content(key(number))
        except LostResult:
            content = None
        if number in expected:
            assert content is not None, f"record {number} is lost"
            assert store.facts(key(number))["number"] == number
        assert content is None or bytes(content) == picture(number)


@pytest.mark.parametrize("part", range(8))
def test_every_record_outside_the_damage_is_read_and_no_file_is_changed(whole, tmp_path, part):
    content, index, records = whole
    for case in range(part * 125, part * 125 + 125):
        chance = random.Random(case)
        folder = tmp_path / str(case)
        folder.mkdir()
        bad, start, end = damage(content, chance)
        (folder / DEAD).write_bytes(bad)
        if case % 3 == 0:
            (folder / NAME).write_bytes(index)
        store = ResultStore(folder)
        check(store, unharmed(records, start, end))
        assert (folder / DEAD).read_bytes() == bad
        if case % 4 == 0:
            health = store.verify(repair=True)
            mended = (folder / DEAD).read_bytes()
            assert len(mended) == len(bad)
            aside = b"".join(
                path.read_bytes() for path in sorted(folder.glob("set-aside/*"), key=offset)
            )
            assert len(aside) == health.torn
            assert ResultStore(folder).verify() == (health.whole, (), 0)
            check(ResultStore(folder), unharmed(records, start, end))
        shutil.rmtree(folder)


def offset(path):
    return int(path.stem.rpartition("-")[2])


@pytest.mark.parametrize("part", range(4))
def test_a_damaged_index_costs_nothing(whole, tmp_path, part):
    content, index, _ = whole
    (tmp_path / DEAD).write_bytes(content)
    for case in range(part * 75, part * 75 + 75):
        (tmp_path / NAME).write_bytes(damage(index, random.Random(case))[0])
        check(ResultStore(tmp_path), range(len(SIZES)))


def test_a_bit_in_the_length_of_a_record_does_not_cost_those_after_it(whole, tmp_path):
    content, _, records = whole
    field = records[4].offset + HEAD.size - 16  # the lowest byte of its content's length
    bad = content[:field] + bytes([content[field] ^ 4]) + content[field + 1 :]
    (tmp_path / DEAD).write_bytes(bad)

    assert len(ResultStore(tmp_path)) == len(SIZES) - 1


def test_repair_sets_aside_the_damaged_bytes_as_they_are(whole, tmp_path):
    content, _, records = whole
    bad = bytearray(content)
    bad[records[7].begin + 5] ^= 1
    (tmp_path / DEAD).write_bytes(bad)
    health = ResultStore(tmp_path).verify(repair=True)

    assert health.damaged == (key(7).hex(),)
    assert next((tmp_path / "set-aside").iterdir()).read_bytes() == bytes(
        bad[records[7].offset : records[7].end]
    )
    assert ResultStore(tmp_path).verify() == (len(SIZES) - 1, (), 0)


def test_a_record_of_a_newer_version_is_refused_and_left_as_it_is(whole, tmp_path, monkeypatch):
    monkeypatch.setattr(segments, "VERSION", 2)
    newer = encode_head(MADE, key(1), b"{}", 3, 0) + b"new"
    monkeypatch.undo()
    (tmp_path / DEAD).write_bytes(whole[0] + newer)

    with pytest.raises(MediaError, match=r"records of version 2.*Nothing was changed"):
        ResultStore(tmp_path)
    assert (tmp_path / DEAD).read_bytes() == whole[0] + newer
    assert [path.name for path in tmp_path.iterdir()] == [DEAD]


def test_the_folder_of_an_older_version_is_brought_up(whole, tmp_path):
    (tmp_path / "truth").mkdir()
    (tmp_path / "truth" / DEAD).write_bytes(whole[0])
    (tmp_path / "truth" / NAME).write_bytes(b"mediaext-index-1\n{}")

    assert len(open_results(tmp_path)) == len(SIZES)
    assert not (tmp_path / "truth").exists()


def test_the_store_goes_on_after_its_segments_were_deleted(tmp_path):
    store = ResultStore(tmp_path)
    store.put(key(1), b"first", {})
    for path in tmp_path.glob("*.seg"):
        path.unlink()
    store.put(key(2), b"second", {})

    assert bytes(ResultStore(tmp_path).content(key(2))) == b"second"
    store.refresh()
    assert key(1) not in store or bytes(store.content(key(1))) == b"first"
