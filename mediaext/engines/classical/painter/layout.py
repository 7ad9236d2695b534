"""Composition: where each thing stands, how large, in which order; what holds or carries what."""

from dataclasses import dataclass, replace

import numpy as np

from mediaext.engines.classical.painter.inscriptions import MARK
from mediaext.engines.classical.painter.pen import HIPS, LEGS
from mediaext.engines.classical.painter.prompt import Brief, Subject
from mediaext.engines.classical.painter.things import LIVING, Thing
from mediaext.engines.classical.painter.things.worn import CALLINGS, SHOWN, WEARERS


@dataclass(frozen=True, slots=True)
class Placed:
    """One painted thing: its left edge ``x`` and foot ``y`` (up), its ``height``, its ``depth``.

    Units are the composition's own; :func:`fit` turns them to pixels, y down. ``depth`` orders
    painting (larger is farther); ``number`` seeds the thing's own looks; ``lifted`` says that it
    does not stand on the ground; ``behind_of`` numbers the vessel that it is in, and ``filled``
    says that it is such a vessel; who is ``seated`` has the legs bent, so that the feet are above
    ``y``; what is ``sunk``, a share of the height from the foot, is hidden.
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
    seated: bool = False
    sunk: float = 0.0

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


SEATS = frozenset({"swing set", "chair", "rocking chair", "throne", "sofa", "bench"})
SITTERS = frozenset({"person", "woman", "child", "king", *CALLINGS})
FEET = HIPS + (1 - HIPS) * LEGS  # of a person's height from the top, when seated
SEAT_HEIGHT = 0.3  # of a person's height are from the ground up to a seat
NARROW_SEAT = 0.36  # likewise for one person's chair, of which something is to be seen behind them
HIP_HEIGHT = (1 - 0.57) * LEGS  # of a person's height, from the feet when seated
LOW_GRIP = 0.8  # of its height; what is held lower stands above the hand
SIDE = 0.06  # of a person's width, where a hanging hand is
ASTRIDE = 0.42  # of a rider's height are below the seat, behind what is ridden


def seat_people(group: list[Placed], bearer: list[Placed]) -> list[Placed]:
    """Seat people as large as the seats are made for, side by side, with their feet down."""
    out = []
    for k, placed in enumerate(group):
        under = bearer[k % len(bearer)]
        x, y = under.thing.seat or (under.thing.aspect / 2, 0.5)
        seat = (1 - y) * under.height
        height = seat / (NARROW_SEAT if under.thing.aspect < 1 else SEAT_HEIGHT)
        width = height * placed.thing.aspect
        here = len(range(k % len(bearer), len(group), len(bearer)))
        across = (k // len(bearer) - (here - 1) / 2) * width * 0.8
        x = under.thing.aspect - x if under.flip else x
        out.append(
            replace(
                placed,
                x=under.x + x * under.height + across - width / 2,
                y=under.y + 0.6 * (seat - HIP_HEIGHT * height) - (1 - FEET) * height,
                height=height,
                depth=under.depth - 0.01 - 0.001 * k,
                lifted=True,
                seated=True,
            )
        )
    return out


def rest(
    group: list[Placed],
    bearer: list[Placed],
    *,
    astride: bool = False,
    slot: tuple[int, int] = (0, 1),
) -> list[Placed]:
    """Set a group upon the seats of what it rests on, and make that large enough to bear it.

    Who is ``astride`` of something sits behind it with the legs down; on what is low, like a
    skateboard, one stands. ``slot`` is the group's number of the groups that share the bearer.
    """
    if not astride and bearer[0].thing.name in SEATS and group[0].thing.name in SITTERS:
        return seat_people(group, bearer)
    high = bearer[0].thing.height > group[0].thing.height / 2 and bearer[0].thing.name != "wave"
    sunk = ASTRIDE if astride and high else 0.0
    seat = bearer[0].thing.seat or (bearer[0].thing.aspect / 2, 0.04)
    number, groups = slot
    need = (
        groups
        * sum(p.width for p in group)
        * (0.62 if len(group) <= len(bearer) else 1.0)
        / len(bearer)
    )
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
                x=under.x
                + seat_x * under.height
                + ((number + 0.5) / groups - 0.5) * 0.84 * under.width
                + across
                - placed.width / 2,
                y=under.y + (1 - seat[1]) * under.height - sunk * placed.height,
                depth=under.depth + (0.01 if sunk else -0.01) - 0.001 * k,
                lifted=True,
                sunk=0.9 * sunk if under.thing.name in LIVING else 0.0,
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
            out.append(_raised(placed, holder, grip, k // len(base)))
            continue
        share = 2.2 * placed.thing.height / holder.thing.height
        height = holder.height * min(max(share, 0.13), 0.34, 0.5 / placed.thing.aspect)
        height = min(placed.height, height)
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


def _raised(placed: Placed, holder: Placed, grip: tuple[float, float], slot: int = 0) -> Placed:
    """Stand an umbrella or a sword in a hand that hangs at the holder's side.

    Several balloons are side by side: ``slot`` counts them away from the holder.
    """
    wide = placed.thing.aspect > 0.5  # the canopy of an umbrella is behind the head
    height = holder.height * 0.76 if wide else min(placed.height, holder.height * 0.62)
    return replace(
        placed,
        height=height,
        x=holder.x + SIDE * holder.width - height * (grip[0] + 0.6 * slot * placed.thing.aspect),
        y=holder.y + (0.42 - 0.03 * slot) * holder.height - height * (1 - grip[1]),
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


HEAD_AND_SHOULDERS = 0.36  # of a person's height
HAT = 0.09  # of a person's height is above a head that is drawn with a hat


def natural(subject: Subject) -> float:
    """Return a thing's height in the composition's units."""
    return float(subject.kind.height**0.42 * subject.size**0.8)


def compose(brief: Brief, rng: np.random.Generator, wide: float) -> list[Placed]:
    """Arrange all subjects; ``wide`` is width over height of the picture."""
    biggest = max((natural(s) for s in brief.subjects), default=1.0)
    groups: dict[int, list[Placed]] = {}
    for at in _order(brief.subjects):
        subject = brief.subjects[at]
        dependent = subject.relation in ("on", "riding", "holding", "inside", "in")
        size = max(natural(subject), biggest * (0.22 if dependent else 0.34))
        start = sum(s.count for s in brief.subjects[:at])
        group = _cluster(subject, size, rng, wide, start)
        groups[at] = _relate(group, groups, subject, brief, rng) if groups else group
    return [placed for at in sorted(groups) for placed in groups[at]]


def _order(subjects: tuple[Subject, ...]) -> list[int]:
    """Return the subjects so that each comes after what it is placed by."""
    order: list[int] = []
    waiting = list(range(len(subjects)))
    while waiting:
        ready = [at for at in waiting if subjects[at].to not in waiting] or waiting[:1]
        order += ready
        waiting = [at for at in waiting if at not in ready]
    return order


def _cluster(
    subject: Subject, size: float, rng: np.random.Generator, wide: float, start: int
) -> list[Placed]:
    thing, count = subject.kind, subject.count
    width = size * thing.aspect
    rows = 1 if count <= 2 else max(1, round((count * width / size / wide * 0.62) ** 0.5))
    if count >= 3 and rows == 1 and wide < 1.3 and width * count > 2.6 * size:
        rows = 2
    columns = -(-count // rows)
    facing = bool(rng.random() < 0.5)
    placed = []
    for k in range(count):
        row, column = divmod(k, columns)
        in_row = min(columns, count - row * columns)
        step = width * (1.16 if rows == 1 else 1.2)
        x = (
            (column - (in_row - 1) / 2) * step
            + (row % 2) * ((columns - in_row) % 2 == 0) * width * 0.58
            - width / 2
        )
        x += rng.uniform(-0.03, 0.03) * width
        lift = row * size * (1.15 if thing.stance == "air" else 1.06) + rng.uniform(
            0, 0.1
        ) * size * (count > 1)
        shrink = 1 - 0.07 * row
        flip = facing if rng.random() < 0.8 or count == 1 else not facing
        placed.append(
            Placed(
                thing,
                subject,
                x,
                lift,
                size * shrink * rng.uniform(0.95, 1.03),
                lift,
                start + k,
                flip=flip and not subject.text,
                lifted=thing.stance == "air" or subject.lifted,
            )
        )
    return placed


def _bounds(group: list[Placed]) -> tuple[float, float, float, float]:
    return (
        min(p.x for p in group),
        max(p.x + p.width for p in group),
        min(p.y + (1 - FEET) * p.height * p.seated for p in group),
        max(p.y + p.height * (1 + p.subject.rise) for p in group),
    )


def _relate(
    group: list[Placed],
    groups: dict[int, list[Placed]],
    subject: Subject,
    brief: Brief,
    rng: np.random.Generator,
) -> list[Placed]:
    base = groups.get(subject.to) or next(iter(groups.values()))
    relation = subject.relation
    if relation in ("on", "in", "riding"):
        fellows = [s for s in brief.subjects if s.relation == relation and s.to == subject.to]
        slot = fellows.index(subject), len(fellows)
        return rest(group, base, astride=relation == "riding", slot=slot)
    if relation in ("inside", "holding"):
        return hold(group, base, subject, brief)
    return _near(group, base, groups, subject, rng)


def _near(
    group: list[Placed],
    base: list[Placed],
    groups: dict[int, list[Placed]],
    subject: Subject,
    rng: np.random.Generator,
) -> list[Placed]:
    """Place a group above, under, behind, before or beside another."""
    relation = subject.relation
    left, right, low, high = _bounds(base)
    mine = _bounds(group)
    wide, tall, middle = mine[1] - mine[0], mine[3] - mine[2], (left + right) / 2
    if relation == "above":
        return [
            replace(p, lifted=True)
            for p in move(
                group, middle - (mine[0] + mine[1]) / 2, high + tall * 0.14 - mine[2], -0.5
            )
        ]
    if relation == "under":
        for k, placed in enumerate(base):
            base[k] = replace(
                placed,
                y=placed.y + (tall * 1.06 if placed.thing.seat is None else 0),
                lifted=placed.thing.seat is None,
            )
        return move(group, middle - (mine[0] + mine[1]) / 2, low - mine[2], -0.2)
    if relation == "behind":
        offset = (right - left) * rng.choice([-0.42, 0.42]) if wide < (right - left) * 1.4 else 0.0
        lift = max(high - tall * 0.55, tall * 0.16) if tall < (high - low) * 1.3 else tall * 0.1
        return move(group, middle + offset - (mine[0] + mine[1]) / 2, min(lift, tall * 0.45), 2.0)
    if relation == "front":
        return move(
            group,
            middle + (right - left) * rng.uniform(-0.25, 0.25) - (mine[0] + mine[1]) / 2,
            -tall * 0.16,
            -2.0,
        )
    everything = _bounds([p for g in groups.values() for p in g])
    gap = 0.14 * max(wide, 0.3 * (everything[1] - everything[0]))
    side = {"left": -1, "right": 1}.get(relation) or (1 if rng.random() < 0.5 else -1)
    edge = (left, right) if relation in ("left", "right") and len(groups) == 1 else everything[:2]
    dx = edge[1] + gap - mine[0] if side > 0 else edge[0] - gap - mine[1]
    return move(group, dx, rng.uniform(0, 0.05) * tall, rng.uniform(-0.3, 0.3))


def fit(
    placed: list[Placed],
    width: int,
    height: int,
    horizon: float,
    rng: np.random.Generator,
    adherence: float,
    in_air: bool,
) -> list[Placed]:
    """Scale and move a composition into the picture; return pixels, y down."""
    if not placed:
        return []
    left, right, low, high = _bounds(placed)
    fill = (0.60 + 0.22 * adherence) * rng.uniform(0.9, 1.06)
    zoom = min(
        width * min(fill + 0.1, 0.94) / (right - left),
        height * min(fill + 0.06, 0.9) / (high - low),
    )
    deepest = max((p.y for p in placed if not p.lifted), default=low)
    if not in_air and deepest > low:  # nothing that stands may stand above the horizon
        zoom = min(zoom, (height * 0.93 - horizon) / (deepest - low))
    airborne = in_air or all(
        p.lifted and (p.thing.stance == "air" or p.subject.lifted) for p in placed
    )
    if airborne and any(p.subject.lifted for p in placed):
        zoom *= 0.62  # what flies leaves room for what it flies over
    span, tall = (right - left) * zoom, (high - low) * zoom
    free = width - span
    x0 = (
        free / 2 + free * 0.36 * rng.uniform(-1, 1) * (1.15 - 0.6 * adherence)
        if free > 0
        else free / 2
    )
    if airborne:
        space = min(height * 0.94, max(horizon, height * 0.5) if not in_air else height) - tall
        foot = tall + max(space, height * 0.04) * rng.uniform(0.3, 0.7)
    else:
        lowest = height * 0.955
        highest = min(max(horizon + (height - horizon) * 0.42, tall + height * 0.05), lowest)
        foot = highest + (lowest - highest) * rng.uniform(0.35, 1.0)
        foot = max(foot, min(lowest, horizon + (deepest - low) * zoom + height * 0.02))
        if all(p.thing.name == MARK for p in placed):  # writing alone is the picture
            x0, foot = free / 2, (height + tall) / 2
    return [
        replace(p, x=x0 + (p.x - left) * zoom, y=foot - (p.y - low) * zoom, height=p.height * zoom)
        for p in placed
    ]


TALL = 2.5  # metres: such things stand in the distance, behind somebody


def clear_of(
    placed: list[Placed], before: tuple[float, float], width: int, horizon: float
) -> list[Placed]:
    """Move a composition in pixels to the wider side of somebody who will stand before it.

    It is farther away there: smaller, and nearer to the horizon.
    """
    if not placed:
        return placed
    left, right = min(p.x for p in placed), max(p.x + p.width for p in placed)
    start, end = before[0] * width, before[1] * width
    hidden = min(right, end) - max(left, start)
    if hidden < 0.4 * (right - left):
        return placed
    low, high = (0.0, start) if start > width - end else (end, float(width))
    tall = max(p.thing.height for p in placed) > TALL
    scale = max(0.75 if tall else 0.5, min(1.0, 1.5 * (high - low) / (right - left)))
    foot = max(p.y for p in placed)
    ground = horizon + max(foot - horizon, 0) * (0.2 if tall else 0.25 + 0.75 * scale)
    aloft = all(p.lifted for p in placed)
    half = scale * (right - left) / 2
    middle = (left + right) / 2
    aim = min(max((low + high) / 2, half), width - half)
    return [
        replace(
            p,
            x=aim + scale * (p.x - middle),
            y=(foot if aloft else ground) + scale * (p.y - foot),
            height=scale * p.height,
        )
        for p in placed
    ]


def nearer(placed: list[Placed], width: int, height: int) -> list[Placed]:
    """Bring a composition in pixels near: head and shoulders of people, else larger than all."""
    main = placed[0]
    rise = max(main.subject.rise, HAT if "hat" in SHOWN.get(main.thing.name, ()) else 0.0)
    wearer = WEARERS.get(main.thing.name)
    if wearer and not (main.thing.hand and main.thing.height > 1):
        zoom = 0.23 * height / (wearer.radius * main.height)
        x = main.thing.aspect - wearer.x if main.flip else wearer.x
        face = main.x + x * main.height, main.y - (1 - wearer.y) * main.height
        return [
            replace(
                p,
                x=width / 2 + zoom * (p.x - face[0]),
                y=0.46 * height + zoom * (p.y - face[1]),
                height=zoom * p.height,
            )
            for p in placed
        ]
    if main.thing.hand and main.thing.height > 1:
        zoom = 0.9 * height / ((HEAD_AND_SHOULDERS + rise) * main.height)
        top = 0.08 * height
    else:
        zoom = 0.98 * min(width / main.width, height / main.height)
        top = (height - zoom * main.height) / 2
    middle, crown = main.x + main.width / 2, main.y - main.height * (1 + rise)
    return [
        replace(
            p,
            x=width / 2 + zoom * (p.x - middle),
            y=top + zoom * (p.y - crown),
            height=zoom * p.height,
        )
        for p in placed
    ]
