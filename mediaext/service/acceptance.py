"""Taking a request in: profile, pin, seed, inputs, limits; then it is in the ledger for good."""

import secrets
import uuid
from dataclasses import replace
from typing import Any, NamedTuple

from mediaext.errors import InvalidRequest, Problem
from mediaext.operation import Operation
from mediaext.protocol import IDEMPOTENCY
from mediaext.service.inputs import Inputs
from mediaext.service.keys import Caller
from mediaext.service.ledger import Ledger
from mediaext.service.limits import Limits
from mediaext.service.profiles import Profiles, apply
from mediaext.service.records import TRUST_FILES, TRUST_PRIVATE, Job, Order
from mediaext.service.settings import RANK, Settings

SEEDS = 2**32
TOKEN_LENGTH = 255


def lane(engine: str, name: str) -> str:
    """Return a queue's name; services with other engines on the same home leave it alone."""
    return f"{engine}|{name}"


class Accepted(NamedTuple):
    """What became of a request: its order, its job where a limit ended it, whether it is known."""

    order: Order
    ended: Job | None = None
    repeated: bool = False


class Desk:
    """Accepts requests of one service."""

    def __init__(
        self,
        settings: Settings,
        ledger: Ledger,
        limits: Limits,
        profiles: Profiles,
        inputs: Inputs,
    ) -> None:
        self.settings = settings
        self.ledger = ledger
        self.limits = limits
        self.profiles = profiles
        self.inputs = inputs
        self._trust = (TRUST_FILES if settings.allow_local_files else 0) | (
            TRUST_PRIVATE if settings.allow_private_urls else 0
        )

    def accept(
        self, caller: Caller, request: Operation[Any], token: str | None = None
    ) -> Accepted:
        """Enter a request; a job beyond the plan's limits is returned as failed beside it.

        A ``token`` that named a request before stands for the job of that one.
        Raises :class:`InvalidRequest` where no job comes to be.
        """
        if token is not None and not 0 < len(token) <= TOKEN_LENGTH:
            sentence = f"The header takes 1 to {TOKEN_LENGTH} characters."
            raise InvalidRequest(sentence, (Problem(("header", IDEMPOTENCY), sentence),))
        order = replace(self._order(caller, request), token=token)
        with self.ledger.database.transaction():
            if known := self.ledger.named(order, self.settings.link_life):
                return Accepted(replace(order, job_id=known.job_id), repeated=True)
            refusal = self.limits.refuse(order, self.settings.limits(caller.plan))
            self.ledger.enter(order, charged=refusal is None)
            job = self.ledger.get(order.job_id) if refusal else None
            ended = self.ledger.fail(job, *refusal, open_job=True) if job and refusal else None
        return Accepted(order, ended)

    def _order(self, caller: Caller, request: Operation[Any]) -> Order:
        extra: dict[str, Any] = {}
        profile_id = getattr(request, "profile_id", None)
        if profile_id is not None:
            request, extra = self._apply_profile(caller, request, profile_id)
        server_id = getattr(request, "server_id", None)
        if server_id is not None and caller.plan != "enterprise":
            raise _problem("server_id", "Only enterprise plans may pin a request to a pod.")
        endpoint = request.endpoint
        job_id = uuid.uuid4().hex
        body = request.model_dump(mode="json", exclude_unset=True)
        callback = body.get("webhook" if endpoint.dialect == "legacy" else "callback_url")
        if callback is not None and not callback.startswith(("http://", "https://")):
            name = "webhook" if endpoint.dialect == "legacy" else "callback_url"
            raise _problem(name, "A webhook target is an http or https URL.")
        return Order(
            job_id=job_id,
            user=caller.user,
            plan=caller.plan,
            rank=RANK[caller.plan],
            lane=lane(self.settings.engine, f"pod:{server_id}" if server_id else endpoint.queue),
            operation=type(request),
            inputs=self.inputs.take_in(job_id, request, body),
            request=body,
            extra=extra,
            seed=resolve_seed(request),
            server_id=server_id,
            callback_url=callback,
            trust=self._trust,
            cost=self.settings.prices.get(endpoint.name, 1),
        )

    def _apply_profile(
        self, caller: Caller, request: Operation[Any], profile_id: str
    ) -> tuple[Operation[Any], dict[str, Any]]:
        profile = self.profiles.given(caller.user, profile_id)
        if profile is None:
            raise _problem("profile_id", "There is no such profile.")
        return apply(profile, request)


def resolve_seed(request: Operation[Any]) -> int:
    """Choose the seed that the job keeps, so that a repeated attempt makes the same bytes.

    An operation without a seed field is deterministic, except in the older dialect.
    """
    if "seed" not in type(request).model_fields:
        return secrets.randbelow(SEEDS) if request.endpoint.dialect == "legacy" else 0
    seed = getattr(request, "seed", None)
    return secrets.randbelow(SEEDS) if seed is None or seed < 0 else int(seed) % SEEDS


def _problem(field: str, sentence: str) -> InvalidRequest:
    return InvalidRequest(f"{field}: {sentence}", (Problem(("body", field), sentence),))
