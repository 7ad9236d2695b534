"""Accept a request: profile, pin, seed, inputs and limits, then a durable job in the ledger."""

import secrets
import uuid
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import NamedTuple

from mediaext.engines.routing import EngineOrder
from mediaext.errors import InvalidRequest, MediaError
from mediaext.operation import Operation
from mediaext.protocol import ENGINE_CHOICE, IDEMPOTENCY
from mediaext.service.inputs import Inputs
from mediaext.service.json_bodies import Part
from mediaext.service.keys import Caller
from mediaext.service.ledger import Ledger
from mediaext.service.profiles import Applied, Profiles, apply
from mediaext.service.quotas import Quotas
from mediaext.service.records import TRUST_FILES, TRUST_PRIVATE, JobRow, NewJob
from mediaext.service.request_policy import check_request, load_policy
from mediaext.service.settings import ANY_ENGINE, RANK, Settings

SEEDS = 2**32
TOKEN_LENGTH = 255
NAMED_PODS = 20  # in the sentence that refuses a pin


def lane(engine: str, name: str) -> str:
    """Return a queue's name; services with other engines on the same home leave it alone."""
    return f"{engine}|{name}"


class Accepted(NamedTuple):
    """What became of a request: its job, how a limit ended it, and whether it is a repetition."""

    new_job: NewJob
    ended: JobRow | None = None
    repeated: bool = False


class JobAcceptor:
    """Accepts requests of one service.

    ``pods`` gives the names of the pods that a request may be pinned to.
    """

    def __init__(
        self,
        settings: Settings,
        ledger: Ledger,
        limits: Quotas,
        profiles: Profiles,
        inputs: Inputs,
        *,
        pods: Callable[[], Collection[str]],
    ) -> None:
        self.settings = settings
        self.ledger = ledger
        self.limits = limits
        self.profiles = profiles
        self.inputs = inputs
        self._pods = pods
        self._policy = load_policy(settings.policy) if settings.policy else None
        self._trust = (TRUST_FILES if settings.allow_local_files else 0) | (
            TRUST_PRIVATE if settings.allow_private_urls else 0
        )

    def accept(
        self,
        caller: Caller,
        request: Operation[object],
        token: str | None = None,
        parts: Sequence[Part] = (),
        engine: str | None = None,
        *,
        traceparent: str | None = None,
    ) -> Accepted:
        """Enter a request; a job beyond the plan's limits is returned as failed beside it.

        A ``token`` that named a request before stands for the job of that one. ``parts`` is media
        that was taken out of the request's body; ``engine`` is the caller's choice,
        ``traceparent`` the span that those of the job belong to. Everything is
        checked before media is stored, and a refused request leaves no file.

        Raises :class:`InvalidRequest` for a refused request, ``OSError`` where the disk is full.
        """
        if token is not None and not 0 < len(token) <= TOKEN_LENGTH:
            sentence = f"The header takes 1 to {TOKEN_LENGTH} characters."
            raise InvalidRequest.about(IDEMPOTENCY, sentence, part="header")
        new_job = self._new_job(caller, request, token, parts, traceparent)
        if engine is not None:
            new_job = replace(new_job, engine=chosen_engine(engine, self.settings))
            if new_job.fingerprint:
                new_job = replace(new_job, fingerprint=f"{new_job.fingerprint} {new_job.engine}")
        if known := self._named(new_job):
            return known
        if self._policy is not None:
            media = self.inputs.contents(request, new_job.data)
            check_request(self._policy, request, media, caller.user)
        files = self.inputs.store(new_job.job_id, new_job.data)
        entered = False
        try:
            with self.ledger.database.transaction():
                self.limits.lock(new_job.user)
                if known := self._named(new_job):
                    return known
                refusal = self.limits.refuse(new_job, self.settings.limits(caller.plan))
                self.ledger.enter(new_job, charged=refusal is None)
                if refusal is None:
                    self.inputs.keep(new_job.job_id, new_job.data, files)
                job = self.ledger.get(new_job.job_id) if refusal else None
                ended = self.ledger.fail(job, *refusal, open_job=True) if job and refusal else None
            entered = refusal is None
        finally:
            if not entered:
                self.inputs.discard(files)
        return Accepted(new_job, ended)

    def _named(self, new_job: NewJob) -> Accepted | None:
        """Return the job that this token names already; raise for another request's token."""
        known = self.ledger.named(new_job, self.settings.link_life)
        if known is None:
            return None
        if known.row["fingerprint"] not in (None, new_job.fingerprint):
            sentence = "This value names another request; give each request one of its own."
            raise InvalidRequest.about(IDEMPOTENCY, sentence, part="header")
        return Accepted(replace(new_job, job_id=known.job_id), repeated=True)

    def _new_job(
        self,
        caller: Caller,
        request: Operation[object],
        token: str | None,
        parts: Sequence[Part],
        traceparent: str | None,
    ) -> NewJob:
        given = request
        applied = self._with_profile(caller, request)
        request = applied.request
        server_id = getattr(request, "server_id", None)
        if server_id is not None:
            self._check_pin(caller, server_id)
        endpoint = request.endpoint
        job_id = uuid.uuid4().hex
        body = request.model_dump(mode="json", exclude_unset=True)
        callback = body.get("webhook" if endpoint.dialect == "legacy" else "callback_url")
        if callback is not None and not callback.startswith(("http://", "https://")):
            name = "webhook" if endpoint.dialect == "legacy" else "callback_url"
            raise InvalidRequest.about(name, "A webhook target is an http or https URL.")
        inputs, data = self.inputs.locate(request, body, parts)
        return NewJob(
            job_id=job_id,
            user=caller.user,
            plan=caller.plan,
            rank=RANK[caller.plan],
            lane=lane(self.settings.engine, f"pod:{server_id}" if server_id else endpoint.queue),
            operation=type(request),
            inputs=inputs,
            request=body,
            extra=applied.extra,
            seed=resolve_seed(request),
            server_id=server_id,
            callback_url=callback,
            trust=self._trust,
            cost=self.settings.prices.get(endpoint.name, 1),
            token=token,
            fingerprint=self.inputs.fingerprint(given, data) if token else None,
            data=data,
            notes=applied.notes,
            traceparent=traceparent,
        )

    def _check_pin(self, caller: Caller, server_id: str) -> None:
        """Refuse a pin of another plan, or to a pod that there is not.

        While no pod is known, as when workers are about to start, the job waits for its pod.
        """
        if caller.plan != "enterprise":
            sentence = "Only enterprise plans may pin a request to a pod."
            raise InvalidRequest.about("server_id", sentence)
        names = self._pods()
        if names and server_id not in names:
            listed = ", ".join(islice(names, NAMED_PODS))
            listed += f" and {len(names) - NAMED_PODS} more" if len(names) > NAMED_PODS else ""
            sentence = f"There is no pod '{server_id[:80]}'; pods: {listed}."
            raise InvalidRequest.about("server_id", sentence)

    def _with_profile(self, caller: Caller, request: Operation[object]) -> Applied:
        profile_id = getattr(request, "profile_id", None)
        if profile_id is None:
            return Applied(request, {})
        profile = self.profiles.given(caller.user, profile_id)
        if profile is None:
            raise InvalidRequest.about("profile_id", "There is no such profile.")
        return apply(profile, request)


def chosen_engine(text: str, settings: Settings) -> str:
    """Return a caller's choice in its canonical form; raise :class:`InvalidRequest`."""
    allowed = settings.engine_choice
    try:
        choice = EngineOrder.read(text)
    except MediaError as error:
        raise InvalidRequest.about(ENGINE_CHOICE, str(error), part="header") from None
    names = {*choice.default, *chain(*choice.operations.values())}
    if ANY_ENGINE not in allowed and not names <= {*allowed, *settings.engine.split(",")}:
        may = f"only {', '.join(allowed)}" if allowed else "no engine"
        sentence = f"This service lets its callers choose {may}; see serve --engine-choice."
        raise InvalidRequest.about(ENGINE_CHOICE, sentence, part="header")
    return str(choice)


def resolve_seed(request: Operation[object]) -> int:
    """Choose the seed that the job keeps, so that a repeated attempt makes the same bytes.

    An operation without a seed field is deterministic, except in the older dialect.
    """
    if "seed" not in type(request).model_fields:
        return secrets.randbelow(SEEDS) if request.endpoint.dialect == "legacy" else 0
    seed = getattr(request, "seed", None)
    return secrets.randbelow(SEEDS) if seed is None or seed < 0 else int(seed) % SEEDS
