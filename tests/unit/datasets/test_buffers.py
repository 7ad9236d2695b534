"""Memory is used again when, and only when, nobody sees it."""

import pickle
import threading

import numpy as np
import torch

from mediaext.datasets.reading.buffers import KEPT, Scratch


def address(array):
    return array.__array_interface__["data"][0]


def test_memory_that_nobody_sees_is_used_again():
    scratch = Scratch()
    first = address(scratch.take((8, 4, 4, 3)))
    assert address(scratch.take((8, 4, 4, 3))) == first
    assert address(scratch.take((5, 4, 4, 3))) == first, "a last batch is shorter"


def test_memory_behind_a_tensor_a_view_or_a_memoryview_is_not():
    scratch = Scratch()
    for look in (
        lambda array: torch.from_numpy(array).permute(0, 3, 1, 2).unbind(0)[3].numpy(),
        lambda array: torch.from_numpy(array)[2].numpy(),
        lambda array: array[1:, 0],
        memoryview,
    ):
        seen = look(scratch.take((8, 4, 4, 3)))
        scratch.take((8, 4, 4, 3))[:] = 1
        copy = np.array(seen)
        scratch.take((8, 4, 4, 3))[:] = 2
        assert np.array_equal(np.array(seen), copy)


def test_memory_is_aligned_as_fast_copies_want_it():
    scratch = Scratch()
    held = [scratch.take((rows, 5, 5, 3)) for rows in range(1, 9)]

    assert [address(array) % 32 for array in held] == [0] * 8


def test_other_shapes_get_memory_of_their_own():
    scratch = Scratch()
    for shape in ((2, 4, 4, 3), (9, 4, 4, 3), (9, 2, 4, 3), (0, 4, 4, 3), (1, 4, 4, 3)):
        assert scratch.take(shape).shape == shape


def test_what_is_large_is_not_kept():
    scratch = Scratch()
    scratch.take((2, KEPT, 1, 1))
    assert scratch._array.nbytes == 0


def test_threads_never_share():
    scratch, wrong = Scratch(), []

    def work(mark):
        for _ in range(2000):
            array = scratch.take((4, 8, 8, 3))
            array[:] = mark
            if not (array == mark).all():
                wrong.append(mark)

    threads = [threading.Thread(target=work, args=(mark,)) for mark in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_it_pickles_empty():
    scratch = Scratch()
    scratch.take((4, 8, 8, 3))
    assert pickle.loads(pickle.dumps(scratch))._array.nbytes == 0
