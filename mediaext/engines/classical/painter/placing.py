"""Placed things, and how they rest upon, are held by, or lie within one another."""

from dataclasses import dataclass, replace

from mediaext.engines.classical.painter.prompt import Brief, Subject
from mediaext.engines.classical.painter.things import Thing


@dataclass(frozen=True, slots=True)
class Placed:
    """One painted thing: its left edge ``x`` and foot ``y`` (up), its ``height``, its ``depth``.

    Units are the composition's own; :func:`fit` turns them to pixels, y down. ``depth`` orders
    painting (larger is farther); ``number`` seeds the thing's own looks; ``lifted`` says that it
    does not stand on the ground; ``behind_of`` numbers the vessel that it is in, and ``filled``
    says that it is such a vessel.
    """

    thing: Thing
    subject: Subject
    x: float
    y: float
    height: float
    depth: float
    number: int
    lifted: bool = False
    flip: bool = False
    turn: float = 0.0
    behind_of: int = -1
    filled: bool = False

    @property
    def width(self) -> float:
        """Width in the same units as the height."""
        return self.height * self.thing.aspect


def move(
    group: list[Placed], dx: float = 0.0, dy: float = 0.0, depth: float = 0.0, scale: float = 1.0
) -> list[Placed]:
    """Return a group scaled about the origin, then moved."""
    return [
        replace(
            p,
            x=p.x * scale + dx,
            y=p.y * scale + dy,
            height=p.height * scale,
            depth=p.depth * scale + depth,
        )
        for p in group
    ]


LOW_GRIP = 0.8  # of its height; what is held lower stands above the hand
SIDE = 0.06  # of a person's width, where a hanging hand is
ASTRIDE = 0.42  # of a rider's height are below the seat, behind what is ridden


def rest(group: list[Placed], bearer: list[Placed], *, astride: bool = False) -> list[Placed]:
    """Set a group upon the seats of what it rests on, and make that large enough to bear it.

    Who is ``astride`` of something sits behind it with the legs down; on what is low, like a
    skateboard, one stands.
    """
    sunk = ASTRIDE if astride and bearer[0].thing.height > group[0].thing.height / 2 else 0.0
    seat = bearer[0].thing.seat or (bearer[0].thing.aspect / 2, 0.04)
    need = sum(p.width for p in group) * (0.62 if len(group) <= len(bearer) else 1.0) / len(bearer)
    grow = max(1.0, 0.78 * need / max(bearer[0].width, 1e-6))
    if grow > 1:
        bearer[:] = move(bearer, scale=grow)
    out = []
    for k, placed in enumerate(group):
        under = bearer[k % len(bearer)]
        across = (
            (k // len(bearer) - (len(group) // len(bearer) - 1) / 2) * placed.width * 1.06
            if len(group) > len(bearer)
            else 0.0
        )
        seat_x = under.thing.aspect - seat[0] if under.flip else seat[0]
        out.append(
            replace(
                placed,
                x=under.x + seat_x * under.height + across - placed.width / 2,
                y=under.y + (1 - seat[1]) * under.height - sunk * placed.height,
                depth=under.depth + (0.01 if sunk else -0.01) - 0.001 * k,
                lifted=True,
            )
        )
    return out


def hold(group: list[Placed], base: list[Placed], subject: Subject, brief: Brief) -> list[Placed]:
    """Put a group into the hands of its holder, or into a vessel behind its rim."""
    out = []
    fellows = [s for s in brief.subjects if s.relation == "inside" and s.to == subject.to]
    first = sum(s.count for s in fellows[: fellows.index(subject)]) if subject in fellows else 0
    slots = sum(s.count for s in fellows)
    for k, placed in enumerate(group):
        holder = base[k % len(base)]
        if subject.relation == "inside" and holder.thing.mouth:
            out.append(_contained(placed, holder, first + k, slots))
            continue
        if subject.relation == "inside":
            out.append(
                replace(placed, x=holder.x + holder.width * 1.1 * (k + 1), depth=holder.depth)
            )
            continue
        hand = holder.thing.hand or (holder.thing.aspect * 0.7, 0.6)
        grip = placed.thing.hand
        if grip and grip[1] > LOW_GRIP:
            out.append(_raised(placed, holder, grip))
            continue
        height = min(
            placed.height, holder.height * 0.34, holder.height * 0.5 / placed.thing.aspect
        )
        hand_x = holder.thing.aspect - hand[0] if holder.flip else hand[0]
        out.append(
            replace(
                placed,
                height=height,
                x=holder.x + hand_x * holder.height - height * placed.thing.aspect / 2,
                y=holder.y + (1 - hand[1]) * holder.height - height * 0.5,
                depth=holder.depth - 0.02,
                lifted=True,
            )
        )
    return out


def _raised(placed: Placed, holder: Placed, grip: tuple[float, float]) -> Placed:
    """Stand an umbrella or a sword in a hand that hangs at the holder's side."""
    wide = placed.thing.aspect > 0.5  # the canopy of an umbrella is behind the head
    height = holder.height * 0.76 if wide else min(placed.height, holder.height * 0.62)
    return replace(
        placed,
        height=height,
        x=holder.x + SIDE * holder.width - height * grip[0],
        y=holder.y + 0.42 * holder.height - height * (1 - grip[1]),
        depth=holder.depth + (0.02 if wide else -0.02),
        flip=False,
        lifted=True,
    )


def _contained(placed: Placed, holder: Placed, index: int, slots: int) -> Placed:
    mouth = holder.thing.mouth or (0.5, 0.2, 0.8)
    height = min(
        placed.height,
        holder.height * mouth[2] * (0.62 if slots < 3 else 0.46) / max(placed.thing.aspect, 0.8),
    )
    if placed.thing.stance == "ground":
        height = max(height, holder.height * 0.75)
    spread = (index - (slots - 1) / 2) / max(slots - 1, 1) * mouth[2] * 0.66 if slots > 1 else 0.0
    x = holder.x + (mouth[0] + spread) * holder.height - height * placed.thing.aspect / 2
    y = (
        holder.y
        + (1 - mouth[1]) * holder.height
        - height * 0.34
        + (height * 0.25 if index % 2 else 0)
    )
    return replace(
        placed,
        height=height,
        x=x,
        y=y,
        depth=holder.depth + 0.05 + 0.01 * (index % 2),
        lifted=True,
        behind_of=holder.number,
    )
