"""The tree of errors: what each says, carries and keeps when it is pickled."""

import doctest
import pickle

import pytest

from mediaext import errors
from mediaext.errors import (
    InvalidRequest,
    JobFailed,
    PermanentFailure,
    TemporaryFailure,
    closest,
    job_failed,
)


def test_the_examples_of_the_docstrings_hold():
    found = doctest.testmod(errors)
    assert found.attempted
    assert not found.failed


def test_an_error_about_a_field_names_it_for_people_and_for_the_wire():
    error = InvalidRequest.about("seed", "at most 7, not 8.")
    assert str(error) == "seed: at most 7, not 8."
    (problem,) = error.problems
    assert (problem.loc, problem.msg, problem.kind) == (
        ("body", "seed"), "at most 7, not 8.", "value_error"
    )  # fmt: skip
    assert problem.field == "seed"


def test_an_error_about_a_header_says_so():
    (problem,) = InvalidRequest.about("Retry", "too long.", part="header", kind="x").problems
    assert (problem.loc, problem.kind) == (("header", "Retry"), "x")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (JobFailed("No."), "No."),
        (job_failed("INPUT_INVALID", "No."), "No. (INPUT_INVALID)"),
        (job_failed("INPUT_INVALID", "No.", job_id="7"), "No. (INPUT_INVALID, job 7)"),
        (job_failed("INPUT_INVALID", "No (INPUT_INVALID)", job_id="7"),
         "No (INPUT_INVALID) (INPUT_INVALID, job 7)"),
    ],
)  # fmt: skip
def test_a_failed_job_keeps_its_sentence_apart_from_code_and_job(error, text):
    assert str(error) == text
    assert error.sentence in ("No.", "No (INPUT_INVALID)")
    assert text.startswith(error.sentence)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.sentence) == (type(error), text, error.sentence)


def test_the_service_s_word_on_retrying_wins_over_the_table():
    assert isinstance(job_failed("INPUT_INVALID", "No."), PermanentFailure)
    assert isinstance(job_failed("INPUT_INVALID", "No.", retryable=True), TemporaryFailure)
    assert isinstance(job_failed("MODEL_ERROR", "No."), TemporaryFailure)


def test_nothing_is_suggested_where_nothing_is_near():
    assert closest("bicycle", ["image", "video"]) == ""
    assert closest("vidoe", iter(["image", "video"])) == " Did you mean 'video'?"
