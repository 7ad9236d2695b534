"""What was found in a picture is found again without a search, and never for another picture."""

import numpy as np

from mediaext.engines.classical import masks, memory, person
from mediaext.engines.classical.memory import once_per_picture


def counted(calls):
    @once_per_picture
    def find(picture, factor=1):
        calls.append(factor)
        return picture * factor

    return find


def test_the_same_pixels_are_looked_at_once_and_others_anew():
    calls = []
    find, picture = counted(calls), np.arange(12, dtype=np.uint8)
    first = find(picture)
    assert (find(picture.copy()) == first).all()
    assert len(calls) == 1
    find(picture.reshape(3, 4))
    find(picture.astype(np.uint16))
    find(picture[::-1])
    find(picture, 2)
    find(picture, factor=3)
    assert calls == [1, 1, 1, 1, 2, 3]


def test_no_caller_changes_what_the_next_one_gets():
    find, picture = counted([]), np.arange(12, dtype=np.uint8)
    for _ in range(3):
        found = find(picture)
        assert (found == picture).all()
        found[:] = 0


def test_the_oldest_is_dropped():
    calls = []
    find = counted(calls)
    for number in [*range(memory.KEPT + 1), 0]:
        find(np.array([number]))
    assert len(calls) == memory.KEPT + 2


def test_a_second_look_at_a_photo_solves_nothing(subjects, monkeypatch):
    photo = subjects.photo("astronaut")
    first = masks.subject_alpha(photo)
    monkeypatch.setattr(masks, "estimate_alpha", None)
    monkeypatch.setattr(masks, "find_salient", None)
    assert (masks.subject_alpha(photo.copy()) == first).all()


def test_a_second_look_at_a_person_tells_no_parts_apart(subjects, monkeypatch):
    photo = subjects.photo("astronaut")[::2, ::2]
    first = person.find_person(photo)
    monkeypatch.setattr(person._Parts, "split", None)
    again = person.find_person(photo.copy())
    assert all((getattr(again, name) == getattr(first, name)).all() for name in person.PARTS)
