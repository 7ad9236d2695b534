"""What a place, a time of day and a weather are; the table of times and weathers."""

from dataclasses import dataclass, field
from typing import Literal

from mediaext.engines.classical.painter.colours import Colour, parse_hex

Kind = Literal["land", "water", "shore", "room", "space", "underwater", "air", "studio"]


@dataclass(frozen=True, slots=True)
class Setting:
    """A place.

    ``ground`` names a surface of :mod:`.grounds`; ``backdrop`` what stands at the
    horizon, farthest first; ``props`` what is strewn
    about, as ``(what, how many, height in metres)``.
    """

    words: tuple[str, ...]
    kind: Kind
    ground: str
    backdrop: tuple[str, ...] = ()
    props: tuple[tuple[str, int, float], ...] = ()
    tint: str = "#808080"
    times: tuple[str, ...] = ("day", "day", "sunset", "morning")
    weathers: tuple[str, ...] = ("clear", "cloudy")
    horizon: float = 0.5


@dataclass(frozen=True, slots=True)
class Time:
    """A time of day: sky from zenith to horizon, and the light it gives."""

    words: tuple[str, ...]
    sky: tuple[str, str, str]
    key: Colour
    ambient: Colour
    bounce: Colour
    sun: str
    height: float
    night: bool = False
    rim: Colour = (0.5, 0.47, 0.4)


@dataclass(frozen=True, slots=True)
class Weather:
    """A weather: how much cloud, haze and dimming it brings, and what falls."""

    words: tuple[str, ...]
    cloud: float = 0.25
    haze: float = 0.3
    dim: float = 1.0
    grey: float = 0.0
    falling: str = ""
    wet: bool = False
    wind: float = 0.2
    extras: tuple[str, ...] = field(default=())


def words_of(text: str) -> tuple[str, ...]:
    """Split words or phrases that are separated by commas."""
    return tuple(word.strip() for word in text.split(","))


TIMES: dict[str, Time] = {
    "day": Time(
        words_of("day,daytime,noon,midday,afternoon,daylight,sunlight,sunshine,sunny,summer"),
        ("#2f6fc0", "#79b2e4", "#d9e9f0"),
        (1.02, 0.97, 0.86),
        (0.48, 0.55, 0.66),
        (0.30, 0.27, 0.20),
        "#fffbe8",
        0.8,
    ),
    "morning": Time(
        words_of("morning,sunrise,dawn,daybreak,early morning"),
        ("#5a86c4", "#c3c6dc", "#fbdcb8"),
        (1.04, 0.88, 0.68),
        (0.46, 0.48, 0.60),
        (0.34, 0.27, 0.20),
        "#fff0c8",
        0.25,
    ),
    "sunset": Time(
        words_of("sunset,evening,golden hour,sundown,late afternoon"),
        ("#3a4a86", "#d0788a", "#ffb764"),
        (1.12, 0.72, 0.42),
        (0.42, 0.36, 0.50),
        (0.34, 0.22, 0.18),
        "#ffe0a0",
        0.12,
        rim=(1.0, 0.6, 0.3),
    ),
    "dusk": Time(
        words_of("dusk,twilight,blue hour,nightfall"),
        ("#1a2450", "#4a4f86", "#c58a94"),
        (0.52, 0.50, 0.68),
        (0.32, 0.34, 0.52),
        (0.18, 0.16, 0.22),
        "#f6cfae",
        0.06,
        night=True,
        rim=(0.5, 0.42, 0.5),
    ),
    "night": Time(
        words_of("night,midnight,nighttime,moonlight,moonlit,starry,starry night,stars"),
        ("#050a1e", "#122046", "#2c4270"),
        (0.42, 0.50, 0.72),
        (0.17, 0.22, 0.38),
        (0.08, 0.09, 0.14),
        "#eef2ff",
        0.7,
        night=True,
        rim=(0.45, 0.55, 0.8),
    ),
}

WEATHERS: dict[str, Weather] = {
    "clear": Weather(words_of("clear,clear sky,cloudless,fair weather"), cloud=0.12, haze=0.22),
    "cloudy": Weather(words_of("cloudy,clouds,partly cloudy,cloudy sky"), cloud=0.5, haze=0.28),
    "overcast": Weather(words_of("overcast,grey sky,dull"), 0.9, 0.45, 0.86, 0.6),
    "rain": Weather(
        words_of("rain,rainy,raining,drizzle,shower,wet"), 0.95, 0.5, 0.74, 0.6, "rain", True
    ),
    "storm": Weather(
        words_of("storm,stormy,thunderstorm,thunder,lightning,tempest"),
        1.0,
        0.4,
        0.72,
        0.6,
        "rain",
        True,
        0.9,
        ("lightning",),
    ),
    "snow": Weather(
        words_of("snow,snowy,snowing,snowfall,blizzard,winter,wintry"),
        0.85,
        0.5,
        0.95,
        0.5,
        "snow",
        False,
        0.3,
        ("white",),
    ),
    "fog": Weather(words_of("fog,foggy,mist,misty,haze,hazy"), 0.6, 0.95, 0.92, 0.5),
    "wind": Weather(
        words_of("wind,windy,breeze,breezy,gale"), 0.5, 0.25, wind=0.9, falling="leaves"
    ),
    "autumn": Weather(
        words_of("autumn,autumnal,autumn leaves,autumn colours,autumn colors,fall leaves"),
        0.35,
        0.3,
        wind=0.5,
        falling="leaves",
        extras=("golden",),
    ),
    "rainbow": Weather(words_of("after rain,double rainbow"), 0.55, 0.3, extras=("rainbow",)),
}


def sky_colours(time: Time) -> tuple[Colour, Colour, Colour]:
    """Return the colours of the sky: zenith, middle, horizon."""
    zenith, middle, horizon = (parse_hex(text) for text in time.sky)
    return zenith, middle, horizon


def place(
    words: str,
    kind: Kind,
    ground: str,
    backdrop: str = "",
    props: str = "",
    tint: str = "#808080",
    times: str = "day day sunset morning",
    weathers: str = "clear cloudy",
    horizon: float = 0.5,
) -> Setting:
    """Build a setting from text: words by commas, all else by spaces."""
    strewn = [item.split(":") for item in props.split()]
    return Setting(
        words_of(words),
        kind,
        ground,
        tuple(backdrop.split()),
        tuple((name, int(many), float(height)) for name, many, height in strewn),
        tint,
        tuple(times.split()),
        tuple(weathers.split()),
        horizon,
    )
