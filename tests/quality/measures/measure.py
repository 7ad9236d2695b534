"""One figure and the aim that it is held against."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Aim:
    """A bound for a figure, from below or from above; ``mean`` bounds the mean of all subjects."""

    bound: float
    least: bool = True
    mean: bool = False

    def met(self, figure: float) -> bool:
        """Say whether a figure keeps the bound."""
        return figure >= self.bound if self.least else figure <= self.bound

    def __str__(self) -> str:
        return f"{'>=' if self.least else '<='} {self.bound:g}{' (mean)' if self.mean else ''}"


def at_least(bound: float, *, mean: bool = False) -> Aim:
    """Aim at ``bound`` or more."""
    return Aim(bound, mean=mean)


def at_most(bound: float, *, mean: bool = False) -> Aim:
    """Aim at ``bound`` or less."""
    return Aim(bound, least=False, mean=mean)


@dataclass(frozen=True, slots=True)
class Measure:
    """What was measured on which subject, and the figure; ``beside`` says what it compares to."""

    operation: str
    subject: str
    what: str
    figure: float
    aim: Aim | None = None
    beside: str = ""

    @property
    def missed(self) -> bool:
        """Whether the figure by itself breaks its aim."""
        judged = self.aim is not None and not self.aim.mean
        return judged and self.aim is not None and not self.aim.met(self.figure)

    def __str__(self) -> str:
        aim = f"aim {self.aim}" if self.aim else ""
        verdict = "MISSED" if self.missed else ""
        line = (
            f"{self.operation:11}{self.subject[:17]:18}{self.what:46}{self.figure:9.3f}  {aim:18}"
            f"{verdict:8}{self.beside}"
        )
        return line.rstrip()


def means(measures: list[Measure]) -> list[Measure]:
    """Return the mean of each figure of several subjects, judged where the aim is a mean."""
    groups: dict[tuple[str, str], list[Measure]] = {}
    for measure in measures:
        groups.setdefault((measure.operation, measure.what), []).append(measure)
    found = []
    for (operation, what), group in groups.items():
        aim = group[0].aim
        judged = Aim(aim.bound, aim.least) if aim and aim.mean else None
        if len(group) > 1:
            mean = sum(measure.figure for measure in group) / len(group)
            found.append(Measure(operation, f"MEAN of {len(group)}", what, mean, judged))
    return found
