"""Places, times of day and weathers, by name: what the words mean to the eye."""

from dataclasses import dataclass, field
from typing import Literal

from mediaext.engines.classical.painter.colours import Colour, parse_hex

Kind = Literal["land", "water", "shore", "room", "space", "underwater", "air", "studio"]


@dataclass(frozen=True, slots=True)
class Setting:
    """A place.

    ``ground`` names a surface of :mod:`.grounds`; ``backdrop`` what stands at the horizon, farthest
    first; ``props`` what is strewn about, as ``(thing or tuft, how many, height in metres)``.
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


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(","))


TIMES: dict[str, Time] = {
    "day": Time(_words("day,daytime,noon,midday,afternoon,daylight,sunlight,sunshine,sunny,summer"),
                ("#2f6fc0", "#79b2e4", "#d9e9f0"), (1.02, 0.97, 0.86), (0.48, 0.55, 0.66),
                (0.30, 0.27, 0.20), "#fffbe8", 0.8),
    "morning": Time(_words("morning,sunrise,dawn,daybreak,early morning,spring"),
                    ("#5a86c4", "#c3c6dc", "#fbdcb8"), (1.04, 0.88, 0.68), (0.46, 0.48, 0.60),
                    (0.34, 0.27, 0.20), "#fff0c8", 0.25),
    "sunset": Time(_words("sunset,evening,golden hour,sundown,autumn,late afternoon"),
                   ("#3a4a86", "#d0788a", "#ffb764"), (1.12, 0.72, 0.42), (0.42, 0.36, 0.50),
                   (0.34, 0.22, 0.18), "#ffe0a0", 0.12, rim=(1.0, 0.6, 0.3)),
    "dusk": Time(_words("dusk,twilight,blue hour,nightfall"),
                 ("#1a2450", "#4a4f86", "#c58a94"), (0.52, 0.50, 0.68), (0.32, 0.34, 0.52),
                 (0.18, 0.16, 0.22), "#f6cfae", 0.06, night=True, rim=(0.5, 0.42, 0.5)),
    "night": Time(_words("night,midnight,nighttime,moonlight,moonlit,starry,starry night,stars"),
                  ("#050a1e", "#122046", "#2c4270"), (0.42, 0.50, 0.72), (0.17, 0.22, 0.38),
                  (0.08, 0.09, 0.14), "#eef2ff", 0.7, night=True, rim=(0.45, 0.55, 0.8)),
}  # fmt: skip

WEATHERS: dict[str, Weather] = {
    "clear": Weather(_words("clear,clear sky,cloudless,fair weather"), cloud=0.12, haze=0.22),
    "cloudy": Weather(_words("cloudy,clouds,partly cloudy,cloudy sky"), cloud=0.5, haze=0.28),
    "overcast": Weather(_words("overcast,grey sky,dull"), 0.9, 0.45, 0.86, 0.6),
    "rain": Weather(_words("rain,rainy,raining,drizzle,shower,wet"), 0.95, 0.5, 0.74, 0.6, "rain", True),
    "storm": Weather(_words("storm,stormy,thunderstorm,thunder,lightning,tempest"), 1.0, 0.4, 0.72,
                     0.6, "rain", True, 0.9, ("lightning",)),
    "snow": Weather(_words("snow,snowy,snowing,snowfall,blizzard,winter,wintry"), 0.85, 0.5, 0.95,
                    0.5, "snow", False, 0.3, ("white",)),
    "fog": Weather(_words("fog,foggy,mist,misty,haze,hazy"), 0.6, 0.95, 0.92, 0.5),
    "wind": Weather(_words("wind,windy,breeze,breezy,gale"), 0.5, 0.25, wind=0.9, falling="leaves"),
    "rainbow": Weather(_words("after rain,double rainbow"), 0.55, 0.3, extras=("rainbow",)),
}  # fmt: skip


def _place(words: str, kind: Kind, ground: str, backdrop: str = "", props: str = "", tint: str = "#808080",
           times: str = "day day sunset morning", weathers: str = "clear cloudy", horizon: float = 0.5) -> Setting:  # fmt: skip
    strewn = [item.split(":") for item in props.split()]
    return Setting(
        _words(words), kind, ground, tuple(backdrop.split()),
        tuple((name, int(many), float(height)) for name, many, height in strewn),
        tint, tuple(times.split()), tuple(weathers.split()), horizon,
    )  # fmt: skip


INDOORS = {"times": "day", "weathers": "clear"}

SETTINGS: dict[str, Setting] = {
    "sea": _place("sea,seaside,ocean,coast,shore,waves,bay", "shore", "sand", "headland", "stone:5:.3 shell:6:.1", "#2a7a98", horizon=0.44),
    "beach": _place("beach,seashore,sand,sandy beach,tropical island", "shore", "sand", "headland palms", "stone:3:.2 shell:9:.1", "#2aa0b0", horizon=0.42),
    "pond": _place("pond,duck pond,pool", "water", "water", "hills trees", "lily:8:.2 reed:10:.8", "#3f7a6a", horizon=0.36),
    "lake": _place("lake,lakeside,water,lagoon", "water", "water", "mountains hills trees", "reed:6:.8", "#3a7a98", horizon=0.42),
    "river": _place("river,stream,creek,brook", "water", "water", "hills trees banks", "stone:7:.4 reed:6:.8", "#3f8088", horizon=0.4),
    "harbour": _place("harbour,harbor,port,marina,dock,quay", "water", "water", "hills town", "", "#2f6a80", horizon=0.42),
    "forest": _place("forest,wood,woodland,woods,glade", "land", "litter", "forest forest_near", "tuft:60:.25 fern:12:.5 stone:4:.3", "#3f6a34", "day morning", horizon=0.46),
    "jungle": _place("jungle,rainforest,tropics", "land", "litter", "forest palms forest_near", "fern:26:.8 tuft:50:.3", "#2f7a3a", "day morning", horizon=0.46),
    "meadow": _place("meadow,field,grass,grassland,pasture,countryside,lawn,prairie,wildflowers", "land", "grass", "hills trees", "tuft:110:.25 bloom:40:.3 bush:3:1", "#6a9a3f", horizon=0.46),
    "garden": _place("garden,backyard,yard,orchard", "land", "grass", "trees hedge", "bush:5:1 bloom:60:.4 tuft:60:.2", "#5f9a44", horizon=0.44),
    "park": _place("park,playground", "land", "grass", "skyline trees", "path:1:1 tuft:50:.2 bush:4:1 bloom:14:.3", "#6aa04a", horizon=0.44),
    "hills": _place("hill,hills,hillside,valley,highlands,moor", "land", "grass", "mountains hills hills", "tuft:70:.25 stone:6:.4 bush:5:.7", "#6f9648", horizon=0.5),
    "mountains": _place("mountain,mountains,alps,peak,summit", "land", "rock", "mountains mountains pines", "stone:12:.5 tuft:40:.25", "#7a8a6a", horizon=0.55),
    "cliff": _place("cliff,cliffs,cliff top,headland", "shore", "rock", "headland", "tuft:50:.25 stone:6:.5", "#3a6a80", horizon=0.46),
    "desert": _place("desert,sahara,dunes,dune", "land", "dune", "mesas dunes", "stone:6:.3 dry:10:.3", "#d8a860", "day sunset sunset", "clear", horizon=0.5),
    "canyon": _place("canyon,gorge,badlands", "land", "dune", "mesas mesas", "stone:12:.5 dry:12:.3", "#c0703f", "day sunset", "clear", horizon=0.46),
    "savanna": _place("savanna,savannah,safari,africa,steppe,plain", "land", "drygrass", "hills acacia", "dry:90:.3 bush:4:.8", "#c8a850", "day sunset", "clear", horizon=0.5),
    "snowfield": _place("snowfield,arctic,antarctica,north pole,south pole,ice,glacier,tundra", "land", "snow", "mountains pines", "stone:3:.3", "#dfeaf2", horizon=0.5),
    "farm": _place("farm,farmyard,farmland,ranch,countryside farm", "land", "grass", "hills trees fields", "tuft:70:.2 fence:1:1 bush:3:.8", "#8aa048", horizon=0.46),
    "road": _place("road,highway,motorway,lane,racetrack", "land", "grass", "mountains hills trees", "lane:1:2 tuft:50:.25", "#7a8a5a", horizon=0.46),
    "street": _place("street,city street,avenue,alley,pavement,sidewalk,crossroads", "land", "road", "skyline facades", "lane:1:1 lamp:6:4", "#7a7a80", "day dusk sunset", horizon=0.44),
    "city": _place("city,town centre,downtown,metropolis,skyline,urban,new york,tokyo,london,paris", "land", "road", "skyline skyline facades", "lane:1:1 lamp:4:4", "#76808a", "day dusk sunset", horizon=0.46),
    "village": _place("village,town,hamlet", "land", "grass", "hills town trees", "path:1:1 tuft:50:.2 bloom:16:.3", "#7f9a54", horizon=0.46),
    "cave": _place("cave,cavern,grotto", "land", "rock", "hills cave", "stone:12:.5", "#5a4f4a", "dusk", "clear", horizon=0.55),
    "moon": _place("moon,lunar surface,the moon", "space", "moon", "craters", "stone:12:.4", "#8a8c92", "night", "clear", horizon=0.54),
    "mars": _place("mars,red planet,alien planet", "space", "mars", "mesas", "stone:16:.4", "#b8603a", "sunset", "clear", horizon=0.54),
    "space": _place("space,outer space,galaxy,universe,cosmos,nebula,orbit", "space", "", "nebula", "", "#2a2450", "night", "clear", horizon=1.2),
    "sky": _place("sky,heavens,air,above the clouds", "air", "", "", "", "#8ab8e0", weathers="cloudy", horizon=1.15),
    "underwater": _place("underwater,under the sea,seabed,coral reef,reef,aquarium,deep sea,under water", "underwater", "seabed", "reef", "coral:16:.6 weed:22:.9 stone:6:.4", "#1a6a8a", "day", "clear", horizon=0.62),
    "kitchen": _place("kitchen,cafe,restaurant,bakery,diner", "room", "tiles", "counter", "", "#d8c8a8", **INDOORS, horizon=0.6),
    "living_room": _place("living room,room,house interior,lounge,indoors,interior,home interior,apartment", "room", "planks", "livingroom", "", "#c9b48a", **INDOORS, horizon=0.62),
    "bedroom": _place("bedroom,nursery", "room", "planks", "bedroom", "", "#a8b4c8", **INDOORS, horizon=0.62),
    "library": _place("library,bookshop,study,bookstore", "room", "planks", "shelves", "", "#8a5a3a", **INDOORS, horizon=0.62),
    "classroom": _place("classroom,school,lecture hall", "room", "planks", "board", "", "#c8d0b8", **INDOORS, horizon=0.62),
    "laboratory": _place("laboratory,lab,workshop,garage,factory,spaceship interior", "room", "tiles", "lab", "", "#b8c8d0", **INDOORS, horizon=0.6),
    "museum": _place("museum,gallery,exhibition", "room", "planks", "gallery", "", "#e0dcd0", **INDOORS, horizon=0.64),
    "castle_hall": _place("castle hall,hall,throne room,palace,dungeon,church,temple", "room", "slabs", "hall", "", "#8a8070", **INDOORS, horizon=0.6),
    "stage": _place("stage,theatre,theater,concert,circus,spotlight", "room", "planks", "curtain", "", "#8a1f2a", **INDOORS, horizon=0.66),
    "table": _place("table top,tabletop,still life,desk top,picnic", "room", "tabletop", "stilllife", "", "#7a6248", **INDOORS, horizon=0.62),
    "studio": _place("studio,plain background,white background,product photo,product shot,backdrop", "studio", "sweep", "", "", "#c8ccd0", **INDOORS, horizon=0.66),
}  # fmt: skip


def sky_colours(time: Time) -> tuple[Colour, Colour, Colour]:
    """Return the colours of the sky: zenith, middle, horizon."""
    zenith, middle, horizon = (parse_hex(text) for text in time.sky)
    return zenith, middle, horizon
