"""Every error that the package raises, and the failure codes of the service.

::

    MediaError                 one sentence and the next step
    ├─ InvalidRequest          a field is wrong; nothing was sent        .problems
    ├─ Unauthorized            the key is missing or not accepted
    ├─ NotFound                no such job, profile or file for this key
    ├─ Unreachable             no answer from the service                .maybe_submitted
    ├─ UnexpectedReply         an answer outside the specification       .status
    ├─ WaitTimeout             the job goes on; its id is in the text    .job_id
    ├─ ResultExpired           the download link has expired             .job_id
    ├─ PriceLimit              it costs more than the settings allow; nothing was sent
    ├─ Unsupported             this engine cannot make that
    └─ JobFailed               the job ended in failure   .job_id .code .retryable .reason
       │                       .sentence
       ├─ TemporaryFailure     may work when tried again
       └─ PermanentFailure     trying again does not help

Errors show as short lines in a notebook and still fail the cell; all of them pickle.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Self


@dataclass(frozen=True, slots=True)
class FailureCode:
    """One row of the specification's table of failure reason codes."""

    code: str
    retryable: bool | None
    meaning: str


FAILURES: dict[str, FailureCode] = {
    row.code: row
    for row in (
        FailureCode("RATE_LIMIT_EXCEEDED", True, "Too many requests; back off."),
        FailureCode("CONCURRENT_JOBS_EXCEEDED", True, "Too many in-flight jobs for the plan."),
        FailureCode("INSUFFICIENT_CREDITS", False, "Credits must be topped up."),
        FailureCode("CREDIT_CHARGE_FAILED", False, "Billing could not be completed."),
        FailureCode("INPUT_INVALID", False, "Bad input or content-policy violation."),
        FailureCode("MODEL_ERROR", True, "Model failed on this input."),
        FailureCode("MODEL_UNAVAILABLE", True, "Model temporarily unavailable."),
        FailureCode("STORAGE_ERROR", True, "Result could not be stored."),
        FailureCode("TIMEOUT", True, "Job exceeded its time budget."),
        FailureCode("INTERNAL_ERROR", True, "Server-side fault."),
        FailureCode("CANCELLED", None, "The job was cancelled."),  # spec: retryable not shown
    )
}


class MediaError(Exception):
    """Something a person can act on: one sentence and the next step."""

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args, self.__dict__)

    def _render_traceback_(self) -> list[str]:
        """Show short lines in a notebook; the cell still fails and Run All stops."""
        name = type(self).__name__
        return [f"{name}: {line}" if i == 0 else line for i, line in enumerate(self._lines())]

    def _lines(self) -> list[str]:
        return str(self).splitlines() or [self.__doc__ or ""]


def _rebuild(
    kind: type[MediaError], args: tuple[object, ...], state: Mapping[str, object]
) -> MediaError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a request, in the shape of the service's 422 detail.

    ``loc`` starts with ``"body"``; ``kind`` is the wire's ``type``.
    """

    loc: tuple[str | int, ...]
    msg: str
    kind: str = "value_error"

    @property
    def field(self) -> str:
        """Name of the field, or ``""`` when the whole body is wrong."""
        names = [part for part in self.loc if isinstance(part, str) and part != "body"]
        return names[0] if names else ""


class InvalidRequest(MediaError):
    """The request is not valid; no job was made."""

    def __init__(self, message: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)

    @classmethod
    def about(
        cls, field: str, sentence: str, *, part: str = "body", kind: str = "value_error"
    ) -> Self:
        """Return an error with one message about one field.

        Parameters
        ----------
        field
            Name of the field, as on the wire.
        sentence
            What is wrong and what to do, without the field's name.
        part
            Where the field stands in the HTTP request: ``"body"``, ``"header"`` or ``"query"``.
        kind
            The wire's ``type``, such as ``"missing"``.
        """
        return cls(f"{field}: {sentence}", (Problem((part, field), sentence, kind),))


class Unauthorized(MediaError):
    """The service did not accept the key."""


class NotFound(MediaError):
    """The service has no such job, profile or file for this key."""


class Unreachable(MediaError):
    """The service gave no answer.

    ``maybe_submitted`` is true when a job may exist although its identifier never arrived.
    """

    def __init__(self, message: str, *, maybe_submitted: bool = False) -> None:
        super().__init__(message)
        self.maybe_submitted = maybe_submitted


class UnexpectedReply(MediaError):
    """The answer of the service does not follow the specification."""

    def __init__(self, message: str, *, status: int = 0) -> None:
        super().__init__(message)
        self.status = status


class WaitTimeout(MediaError, TimeoutError):
    """The wait is over but the job is not; attach to it again by its identifier."""

    def __init__(self, message: str, *, job_id: str = "") -> None:
        super().__init__(message)
        self.job_id = job_id


class ResultExpired(MediaError):
    """The download link has expired and no local copy is left."""

    def __init__(self, message: str, *, job_id: str = "") -> None:
        super().__init__(message)
        self.job_id = job_id


class PriceLimit(MediaError):
    """Requests cost more than the limit in the settings without consent; nothing was sent."""


class Unsupported(MediaError):
    """This engine cannot make that."""


class JobFailed(MediaError):
    """The job ended in failure.

    ``sentence`` is what the service or the engine said; the text of the error adds the code and
    the job. ``code`` is one of :data:`FAILURES` or a code newer than this package.
    """

    def __init__(
        self, sentence: str, *, job_id: str = "", code: str = "", retryable: bool | None = None
    ) -> None:
        told = "" if code == "CANCELLED" else code  # the sentence says so
        facts = ", ".join(fact for fact in (told, job_id and f"job {job_id}") if fact)
        super().__init__(f"{sentence} ({facts})" if facts else sentence)
        self.sentence = sentence
        self.job_id = job_id
        self.code = code
        self.retryable = retryable

    @property
    def reason(self) -> str:
        """What the code means, in the specification's words."""
        return FAILURES[self.code].meaning if self.code in FAILURES else ""


class TemporaryFailure(JobFailed):
    """The job failed for a reason that may pass."""


class PermanentFailure(JobFailed):
    """The job failed for a reason that trying again does not change."""


def job_failed(
    code: str, sentence: str, *, job_id: str = "", retryable: bool | None = None
) -> JobFailed:
    """Build the right :class:`JobFailed` for a failure code.

    Parameters
    ----------
    code
        One of :data:`FAILURES`, or another that a newer service sends.
    sentence
        What went wrong, without the full stop.
    job_id
        The job that failed.
    retryable
        What the service itself says; it wins over the table.

    Returns
    -------
    JobFailed
        :class:`TemporaryFailure` where trying again may help, else :class:`PermanentFailure`.
    """
    if retryable is None and code in FAILURES:
        retryable = FAILURES[code].retryable
    kind = TemporaryFailure if retryable else PermanentFailure
    return kind(sentence, job_id=job_id, code=code, retryable=retryable)


def closest(word: str, known: Iterable[str]) -> str:
    """Return ``" Did you mean 'x'?"`` for the known word most like ``word``, or ``""``.

    The sentence begins with a space, so that it can follow another as it is.

    Parameters
    ----------
    word
        What was given.
    known
        What could have been given.

    Examples
    --------
    >>> closest("imag", ["image", "video"])
    " Did you mean 'image'?"
    >>> closest("sound", ["image", "video"])
    ''
    """
    near = get_close_matches(word, list(known), n=1)
    return f" Did you mean '{near[0]}'?" if near else ""
