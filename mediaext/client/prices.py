"""Prices of jobs, shown before they are sent: from the settings or from the service.

The table ``[prices]`` of ``settings.toml`` in the state folder holds prices of one job by engine,
or by address of a hosted service, and operation::

    [prices]
    currency = "USD"
    limit = 1.0  # whatever costs more is asked about first

    [prices.huggingface]
    image = 0.01
"""

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mediaext.client.loop import core
from mediaext.client.session import Session
from mediaext.errors import MediaError, PriceLimit, closest
from mediaext.home import read_settings
from mediaext.operation import CATALOGUE, Operation

LIMIT = "MEDIAEXT_PRICE_LIMIT"
Price = Annotated[float, Field(ge=0, allow_inf_nan=False)]
RequestT = TypeVar("RequestT", bound=Operation[Any])


class PriceList(BaseModel):
    """The user's own prices; ``makers`` are engines and services with the price of a job each."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    currency: str = ""
    limit: Price | None = None
    makers: dict[str, dict[str, Price]] = {}

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read the settings of a state folder; raise :class:`MediaError` if they are invalid.

        ``MEDIAEXT_PRICE_LIMIT`` takes precedence over the limit of the file.
        """
        table = read_settings(folder, "prices")
        facts = {name: table.pop(name) for name in ("currency", "limit") if name in table}
        if given := os.environ.get(LIMIT):
            facts["limit"] = given
        try:
            found = cls(**facts, makers=table)
        except ValidationError as error:
            problem = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in problem["loc"] if part != "makers")
            raise MediaError(f"The prices in the settings: {where}: {problem['msg']}.") from None
        for maker, prices in found.makers.items():
            for name in prices:
                if name not in CATALOGUE:
                    raise MediaError(
                        f"The prices in the settings: {maker}: there is no operation '{name}'."
                        f"{closest(name, CATALOGUE)}"
                    )
        return found

    def price(self, operation: str, *makers: str) -> float | None:
        """Return the price of a job by the first of the makers that is listed with it."""
        for maker in makers:
            if operation in (prices := self.makers.get(maker, {})):
                return prices[operation]
        return None


@dataclass(frozen=True, slots=True)
class Estimate:
    """What requests cost at most, since a result that is stored costs nothing.

    ``unknown`` are the operations that no price is known of.
    """

    jobs: int
    cost: float
    currency: str = ""
    unknown: tuple[str, ...] = ()

    def __str__(self) -> str:
        amount = f"{self.cost:,.4f}".rstrip("0")
        whole, _, cents = amount.partition(".")
        jobs = f"{self.jobs:,} job{'' if self.jobs == 1 else 's'}"
        text = f"{jobs}, at most {whole}.{cents.ljust(2, '0')} {self.currency}".rstrip()
        return text + (f"; no price is known of {', '.join(self.unknown)}" if self.unknown else "")


async def prices(session: Session, engine: str = "") -> tuple[dict[str, float], str]:
    """Return the price of a job of each operation that has one, and the currency.

    ``engine`` is who shall make them. What the user noted goes before what a service announces;
    an embedded service is not asked where the user noted nothing.
    """
    noted = PriceList.read(session.folder)
    if session.gateway.local and not noted.makers:
        return {}, ""
    announced = await session.engines(engine)
    found, currency = {}, noted.currency
    for name in CATALOGUE:
        facts = announced.get(name)
        facts = facts if isinstance(facts, Mapping) else {}
        maker = str(facts.get("engine", ""))
        price = noted.price(name, maker, maker.partition(":")[0], session.gateway.base_url)
        told = facts.get("price")
        if price is None and isinstance(told, int | float) and told >= 0:
            price, currency = float(told), currency or str(facts.get("currency", ""))
        if price is not None:
            found[name] = price
    return found, currency


async def estimate(session: Session, jobs: Mapping[tuple[str, str], int]) -> Estimate | None:
    """Return what jobs cost, counted by operation and engine; ``None`` where no price is known."""
    cost, currency, unknown = 0.0, "", []
    for engine in dict.fromkeys(engine for _, engine in jobs):
        known, currency = await prices(session, engine)
        for (name, maker), count in jobs.items():
            if maker == engine and name in known:
                cost += known[name] * count
            elif maker == engine:
                unknown.append(name)
    if len(unknown) == len(jobs):
        return None
    return Estimate(sum(jobs.values()), round(cost, 6), currency, tuple(dict.fromkeys(unknown)))


def confirm(folder: Path, found: Estimate, *, shown: bool = True) -> None:
    """Show the cost; above the limit ask for consent, or refuse if nobody can be asked.

    Raises
    ------
    PriceLimit
        The answer was no, or this is no terminal and no notebook that takes input.
    """
    limit = PriceList.read(folder).limit
    if limit is None or found.cost <= limit:
        if shown:
            sys.stderr.write(f"Price: {found}.\n")
        return
    sentence = f"This costs {found}, above the limit of {limit:g}."
    if not _agreed(f"{sentence} Send it? [y/N] "):
        raise PriceLimit(
            f"{sentence} Nothing was sent. {LIMIT}={found.cost:g}, or limit in the table [prices] "
            "of settings.toml, allows it."
        )


def _agreed(question: str) -> bool:
    """Ask a person; no where there is none."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    kernel = getattr(shell, "kernel", None)
    if kernel is None and not (sys.stdin and sys.stdin.isatty()):
        return False
    try:
        return input(question).strip().lower() in ("y", "yes")
    except (NotImplementedError, EOFError):  # nbconvert's kernel takes no input; a closed stdin
        return False


def priced(session: Session, requests: Iterable[RequestT], engine: str) -> Iterable[RequestT]:
    """Confirm the price of requests before the first is sent, and return them.

    Of an iterator, which may have no end, the limit is looked at as it goes on.
    """
    if not isinstance(requests, Sized):
        return _metered(session, requests, engine)
    jobs = Counter((request.endpoint.name, engine) for request in requests)
    found = core().run(estimate(session, jobs)) if jobs else None
    if found is not None:
        confirm(session.folder, found)
    return requests


def _metered(session: Session, requests: Iterable[RequestT], engine: str) -> Iterator[RequestT]:
    known, currency = core().run(prices(session, engine))
    limit = PriceList.read(session.folder).limit if known else None
    spent, count = 0.0, 0
    for request in requests:
        spent, count = spent + known.get(request.endpoint.name, 0.0), count + 1
        if limit is not None and spent > limit:
            confirm(session.folder, Estimate(count, round(spent, 6), currency))
            limit = None
        yield request
