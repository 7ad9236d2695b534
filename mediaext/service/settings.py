"""The settings of a service."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from mediaext.errors import MediaError
from mediaext.home import home
from mediaext.protocol import LINK_LIFE, PIXEL_LIMIT, UPLOAD_LIMIT

Plan = Literal["enterprise", "studio", "pro"]
RANK: Mapping[str, int] = MappingProxyType({"enterprise": 0, "studio": 1, "pro": 2})
"""Order of the plans in a queue; smaller goes first."""


class PlanLimits(BaseModel):
    """Limits of a plan; ``None`` is no limit. The specification shows no values.

    ``rate`` is requests a minute (a token bucket that holds ``burst``), ``in_flight`` the jobs
    that have not ended.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    rate: float | None = Field(None, gt=0)
    burst: int = Field(20, ge=1)
    in_flight: int | None = Field(None, ge=0)


SERVER_PLANS: Mapping[str, PlanLimits] = MappingProxyType(
    {
        "enterprise": PlanLimits(),
        "studio": PlanLimits(rate=600, burst=100, in_flight=200),
        "pro": PlanLimits(rate=120, burst=30, in_flight=50),
    }
)


def read_plan_limits(text: str) -> dict[str, PlanLimits]:
    """Read ``"pro=120/30/50,studio=600/100/-"``: rate a minute, burst, in flight; ``-`` is none.

    Plans that are not named keep their default. Raises :class:`mediaext.errors.MediaError`.
    """
    plans = dict(SERVER_PLANS)
    for part in filter(None, text.split(",")):
        plan, _, numbers = part.strip().partition("=")
        try:
            rate, burst, in_flight = (None if one == "-" else one for one in numbers.split("/"))
            if plan not in RANK:
                raise ValueError
            given = {"rate": rate, "burst": burst, "in_flight": in_flight}
            plans[plan] = PlanLimits.model_validate(
                {name: value for name, value in given.items() if value is not None}
            )
        except ValueError:
            raise MediaError(
                f"Plan limits are PLAN=RATE/BURST/IN_FLIGHT, such as pro=120/30/50, not '{part}'; "
                f"plans: {', '.join(RANK)}; - is no limit."
            ) from None
    return plans


ANY_ENGINE = "*"


class Settings(BaseModel):
    """Choices of one service. Times are seconds, sizes bytes.

    ``home`` holds the ledger, media and secrets. ``ledger`` is the address of one in PostgreSQL,
    which several services share; ``blobs`` where media is stored, the same for all of them;
    ``name`` begins the names of this one's pods. ``fleet`` is a Dask scheduler's address, whose
    workers are pods too; each job takes ``fleet_resources`` of its worker's. ``base_url`` is what
    result links begin with.
    ``engine`` is an entry-point name or ``"package.module:attribute"``; ``engine_choice`` names
    the engines that a caller may choose for a request, ``"*"`` any. ``policy`` is a function that
    may refuse requests, see :mod:`mediaext.service.request_policy`. Without ``require_key`` every
    caller is ``user`` on ``plan``. ``allow_private_urls`` opens the caller's own network to
    inputs and callbacks, ``allow_local_files`` the files of this machine.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    home: Path = Field(default_factory=lambda: home() / "service")
    ledger: str = Field("", repr=False)
    blobs: str = ""
    name: str = ""
    base_url: str = "http://127.0.0.1:8440"
    engine: str = "classical"
    engine_choice: tuple[str, ...] = ()
    policy: str = ""
    pods: int = Field(2, ge=0, le=256)
    speech_pods: int = Field(1, ge=0, le=256)
    fleet: str = ""
    fleet_resources: Mapping[str, float] = Field(default_factory=dict)
    require_key: bool = True
    user: str = "local"
    plan: Plan = "enterprise"
    plans: Mapping[str, PlanLimits] = Field(default_factory=lambda: dict(SERVER_PLANS))
    prices: Mapping[str, int] = Field(default_factory=dict)
    allow_private_urls: bool = False
    allow_local_files: bool = False

    link_life: float = Field(LINK_LIFE, gt=0)
    sweep_grace: float = Field(3600.0, ge=0)
    record_life: float = Field(90 * 86400.0, gt=0)
    sweep_seconds: float = Field(60.0, gt=0)

    job_time_budget: float = Field(600.0, gt=0)
    start_seconds: float = Field(300.0, gt=0)
    prepare_seconds: float = Field(1800.0, gt=0)
    lease_seconds: float = Field(30.0, gt=0)
    watch_seconds: float = Field(0.5, gt=0)
    attempts: int = Field(20, ge=1)
    ageing_seconds: float = Field(300.0, ge=0)
    cancel_grace: float = Field(2.0, ge=0)
    stop_grace: float = Field(2.0, ge=0)
    pod_idle_seconds: float = Field(900.0, gt=0)

    upload_limit: int = Field(UPLOAD_LIMIT, ge=1)
    input_limit: int = Field(64_000_000, ge=1)
    inputs_limit: int = Field(16, ge=1)
    body_limit: int = Field(96_000_000, ge=1)
    pixel_limit: int = Field(PIXEL_LIMIT, ge=1)
    frame_limit: int = Field(1000, ge=1)
    fetch_seconds: float = Field(30.0, gt=0)

    webhook_schedule: tuple[float, ...] = (
        0,
        5,
        300,
        1800,
        7200,
        18000,
        36000,
        50400,
        72000,
        86400,
    )
    webhook_seconds: float = Field(15.0, gt=0)

    @classmethod
    def embedded(cls, home: Path, base_url: str, engine: str = "classical", pods: int = 2) -> Self:
        """Return the choices for a service inside the user's own process: no key, no limits."""
        return cls(
            home=home,
            base_url=base_url,
            engine=engine,
            engine_choice=(ANY_ENGINE,),
            pods=pods,
            require_key=False,
            plans={},
            allow_local_files=True,
            allow_private_urls=True,  # the caller is the user: their own network and callbacks
        )

    @property
    def pod_names(self) -> tuple[str, ...]:
        """Names of the pods of this service, by which ``server_id`` pins a request."""
        counts = {"pod": self.pods, "speech": self.speech_pods}
        front = f"{self.name}-" if self.name else ""
        return tuple(
            f"{front}{kind}-{number + 1}"
            for kind, count in counts.items()
            for number in range(count)
        )

    @property
    def engine_config(self) -> dict[str, object]:
        """What every worker of this service is configured with."""
        return {"engine": self.engine, "limits": [self.pixel_limit, self.frame_limit]}

    @property
    def blob_address(self) -> str:
        """Where uploads, inputs and results are stored."""
        return self.blobs or str(self.home / "blobs")

    def limits(self, plan: str) -> PlanLimits:
        """Return the limits of a plan; one that is not listed has none."""
        return self.plans.get(plan, PlanLimits())
