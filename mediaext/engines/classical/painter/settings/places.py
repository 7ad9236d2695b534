"""Tables of the places, times of day and weathers that the painter knows."""

from dataclasses import dataclass, field, replace
from typing import Literal

from mediaext.engines.classical.painter.colours import Colour, parse_hex

Kind = Literal["land", "water", "shore", "room", "space", "underwater", "air", "studio"]


@dataclass(frozen=True, slots=True)
class Setting:
    """A place.

    ``ground`` names a surface of :mod:`.grounds`; ``backdrop`` what stands at the
    horizon, farthest first; ``props`` what is strewn
    about, as ``(what, how many, height in metres)``; ``bank`` the ground beside its water.
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
    bank: str = "grass"


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
    """A weather: how much cloud, haze and dimming it brings, what falls, and when it is seen."""

    words: tuple[str, ...]
    cloud: float = 0.25
    haze: float = 0.3
    dim: float = 1.0
    grey: float = 0.0
    falling: str = ""
    wet: bool = False
    wind: float = 0.2
    time: str = ""
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
        extras=("lightning",),
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
        extras=("white",),
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
    "aurora": Weather(
        words_of("northern lights,aurora,aurora borealis,polar lights,southern lights"),
        0.05,
        0.2,
        time="night",
        extras=("aurora",),
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


OUTDOORS: dict[str, Setting] = {
    "flower_field": place(
        "flower field,tulip field,field of flowers",
        "land",
        "grass",
        "hills trees",
        "bloom:220:.35 tuft:60:.2",
        "#8a7ac0",
        horizon=0.44,
    ),
    "rooftop": place(
        "rooftop,rooftop terrace,balcony,terrace,roof terrace,rooftop bar",
        "land",
        "slabs",
        "skyline skyline",
        "",
        "#b0a490",
        horizon=0.5,
    ),
    "car_park": place(
        "parking lot,car park,parking garage",
        "land",
        "road",
        "skyline trees",
        "lane:1:1 lamp:4:4",
        "#6a6c70",
        horizon=0.44,
    ),
    "pitch": place(
        "stadium,football stadium,soccer stadium,baseball stadium,football pitch,"
        "soccer field,football field,sports field,baseball field",
        "land",
        "grass",
        "stands",
        "",
        "#4f9a3f",
        horizon=0.42,
    ),
    "waterfront": place(
        "bridge view,riverside,promenade,canal,riverbank",
        "water",
        "water",
        "skyline town",
        "",
        "#4a7a90",
        horizon=0.42,
    ),
    "swamp": place(
        "swamp,marsh,bog,wetland,everglades",
        "water",
        "water",
        "forest trees banks",
        "reed:40:.9 lily:12:.2",
        "#4a5f3a",
        horizon=0.38,
    ),
    "market": place(
        "market,marketplace,bazaar,town square,plaza,street market,farmers market,"
        "christmas market,flea market,night market",
        "land",
        "slabs",
        "town facades",
        "lamp:4:4 stall:4:.8",
        "#b09878",
        horizon=0.46,
    ),
    "airfield": place(
        "runway,airfield,tarmac", "land", "road", "hills", "lane:1:2", "#7a7c80", horizon=0.42
    ),
    "sea": place(
        "sea,seaside,ocean,coast,shore,waves,bay",
        "shore",
        "sand",
        "headland",
        "stone:5:.3 shell:6:.1",
        "#2a7a98",
        horizon=0.44,
    ),
    "beach": place(
        "beach,seashore,sand,sandy beach,tropical island",
        "shore",
        "sand",
        "headland palms",
        "stone:3:.2 shell:9:.1",
        "#2aa0b0",
        horizon=0.42,
    ),
    "pond": place(
        "pond,duck pond",
        "water",
        "water",
        "hills trees",
        "lily:8:.2 reed:10:.8",
        "#3f7a6a",
        horizon=0.36,
    ),
    "lake": place(
        "lake,mountain lake,alpine lake,forest lake,lakeside,water,lagoon",
        "water",
        "water",
        "mountains hills trees",
        "reed:6:.8",
        "#3a7a98",
        horizon=0.42,
    ),
    "river": place(
        "river,stream,creek,brook",
        "water",
        "water",
        "hills trees banks",
        "stone:7:.4 reed:6:.8",
        "#3f8088",
        horizon=0.4,
    ),
    "frozen_lake": place(
        "frozen lake,frozen pond,frozen river,ice rink,sea ice",
        "land",
        "ice",
        "mountains pines",
        "",
        "#c8dcea",
        horizon=0.42,
    ),
    "harbour": place(
        "harbour,harbor,port,marina,dock,quay",
        "water",
        "water",
        "hills town",
        "",
        "#2f6a80",
        horizon=0.42,
    ),
    "forest": place(
        "forest,wood,woodland,woods,glade",
        "land",
        "litter",
        "forest forest_near",
        "tuft:60:.25 fern:12:.5 stone:4:.3",
        "#3f6a34",
        "day morning",
        horizon=0.46,
    ),
    "jungle": place(
        "jungle,rainforest,tropics",
        "land",
        "litter",
        "forest palms forest_near",
        "fern:26:.8 tuft:50:.3",
        "#2f7a3a",
        "day morning",
        horizon=0.46,
    ),
    "meadow": place(
        "meadow,field,grass,grassland,pasture,countryside,lawn,prairie,wildflowers",
        "land",
        "grass",
        "hills trees",
        "tuft:110:.25 bloom:40:.3 bush:3:1",
        "#6a9a3f",
        horizon=0.46,
    ),
    "garden": place(
        "garden,tea party,garden party,backyard,yard,orchard",
        "land",
        "grass",
        "trees hedge",
        "bush:5:1 bloom:60:.4 tuft:60:.2",
        "#5f9a44",
        horizon=0.44,
    ),
    "park": place(
        "park,playground",
        "land",
        "grass",
        "skyline trees",
        "path:1:1 tuft:50:.2 bush:4:1 bloom:14:.3",
        "#6aa04a",
        horizon=0.44,
    ),
    "hills": place(
        "hill,hills,hillside,valley,highlands,moor",
        "land",
        "grass",
        "mountains hills hills",
        "tuft:70:.25 stone:6:.4 bush:5:.7",
        "#6f9648",
        horizon=0.5,
    ),
    "mountains": place(
        "mountain,mountains,rocky mountain,rocky mountains,alps,peak,summit",
        "land",
        "rock",
        "mountains mountains pines",
        "stone:12:.5 tuft:40:.25",
        "#7a8a6a",
        horizon=0.55,
    ),
    "cliff": place(
        "cliff,cliffs,rocky cliff,rocky cliffs,rocky coast,rocky shore,cliff top,headland",
        "shore",
        "rock",
        "headland",
        "tuft:50:.25 stone:6:.5",
        "#3a6a80",
        horizon=0.46,
    ),
    "desert": place(
        "desert,sahara,dunes,dune",
        "land",
        "dune",
        "mesas dunes",
        "stone:6:.3 dry:10:.3",
        "#d8a860",
        "day sunset sunset",
        "clear",
        horizon=0.5,
    ),
    "canyon": place(
        "canyon,gorge,badlands",
        "land",
        "dune",
        "mesas mesas",
        "stone:12:.5 dry:12:.3",
        "#c0703f",
        "day sunset",
        "clear",
        horizon=0.46,
    ),
    "savanna": place(
        "savanna,savannah,safari,africa,steppe,plains,great plain",
        "land",
        "drygrass",
        "hills acacia",
        "dry:90:.3 bush:4:.8",
        "#c8a850",
        "day sunset",
        "clear",
        horizon=0.5,
    ),
    "snowfield": place(
        "snowfield,arctic,antarctica,north pole,south pole,ice field,sea ice,on ice,on the ice,"
        "glacier,tundra",
        "land",
        "snow",
        "mountains pines",
        "stone:3:.3",
        "#dfeaf2",
        horizon=0.5,
    ),
    "farm": place(
        "farm,farmyard,farmland,ranch,countryside farm",
        "land",
        "grass",
        "hills trees fields",
        "tuft:70:.2 fence:1:1 bush:3:.8",
        "#8aa048",
        horizon=0.46,
    ),
    "path": place(
        "path,gravel path,rocky path,rocky trail,"
        "footpath,trail,gravel,gravel road,dirt road,driveway,garden path",
        "land",
        "grass",
        "hills trees",
        "path:1:1.6 stone:26:.16 tuft:70:.25 bloom:16:.3 bush:4:.9",
        "#8a8a6a",
        horizon=0.45,
    ),
    "road": place(
        "road,highway,motorway,lane",
        "land",
        "grass",
        "mountains hills trees",
        "lane:1:2 tuft:50:.25",
        "#7a8a5a",
        horizon=0.46,
    ),
    "street": place(
        "street,city street,avenue,alley,pavement,sidewalk,crossroads",
        "land",
        "road",
        "skyline facades",
        "lane:1:1 lamp:6:4",
        "#7a7a80",
        "day dusk sunset",
        horizon=0.44,
    ),
    "city": place(
        "city,times square,new york,new york city,manhattan,town centre,downtown,metropolis,"
        "skyline,urban",
        "land",
        "road",
        "skyline skyline facades",
        "lane:1:1 lamp:4:4",
        "#76808a",
        "day dusk sunset",
        horizon=0.46,
    ),
    "village": place(
        "village,town,hamlet",
        "land",
        "grass",
        "hills trees town",
        "path:1:1 tuft:50:.2 bloom:16:.3",
        "#7f9a54",
        horizon=0.46,
    ),
    "cave": place(
        "cave,cavern,grotto",
        "land",
        "rock",
        "hills cave",
        "stone:12:.5",
        "#5a4f4a",
        "dusk",
        "clear",
        horizon=0.55,
    ),
    "moon": place(
        "moon,lunar surface",
        "space",
        "moon",
        "craters",
        "stone:12:.4",
        "#8a8c92",
        "night",
        "clear",
        horizon=0.54,
    ),
    "mars": place(
        "mars,red planet,alien planet,strange planet,another planet,distant planet,planet surface",
        "space",
        "mars",
        "mesas",
        "stone:16:.4",
        "#b8603a",
        "sunset",
        "clear",
        horizon=0.54,
    ),
    "space": place(
        "space,outer space,galaxy,universe,cosmos,nebula,orbit",
        "space",
        "",
        "nebula",
        "",
        "#2a2450",
        "night",
        "clear",
        horizon=1.2,
    ),
    "sky": place(
        "sky,heavens,air,above the clouds",
        "air",
        "",
        "",
        "",
        "#8ab8e0",
        weathers="cloudy",
        horizon=1.15,
    ),
    "underwater": place(
        "underwater,under the sea,seabed,coral reef,reef,aquarium,deep sea,under water",
        "underwater",
        "seabed",
        "reef",
        "coral:16:.6 weed:22:.9 stone:6:.4",
        "#1a6a8a",
        "day",
        "clear",
        horizon=0.62,
    ),
}


INDOORS: dict[str, Setting] = {
    "office": place(
        "office,open plan office,workplace,cubicle,coworking space",
        "room",
        "planks",
        "office",
        tint="#c8ccd0",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "meeting_room": place(
        "meeting room,conference room,boardroom,business meeting",
        "room",
        "planks",
        "meeting",
        tint="#c0c8cc",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "showroom": place(
        "showroom,car showroom,car dealership,dealership,shop window",
        "room",
        "slabs",
        "showroom",
        tint="#d8dce0",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "gym": place(
        "gym,gymnasium,fitness studio,fitness center,fitness centre,weight room",
        "room",
        "planks",
        "gym",
        tint="#8a949c",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "shop": place(
        "shop,store,supermarket,grocery store,grocery,pharmacy,mall,shopping mall,market hall",
        "room",
        "tiles",
        "shop",
        tint="#dcdcd4",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "bathroom": place(
        "bathroom,shower room,washroom,spa,toilet room",
        "room",
        "tiles",
        "bathroom",
        tint="#b8d4d8",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "cafe": place(
        "cafe,coffee shop,restaurant,bistro,diner,bakery,dining room,canteen,cafeteria",
        "room",
        "planks",
        "cafe",
        tint="#a8845c",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "bar": place(
        "bar,pub,tavern,cocktail bar,wine bar,saloon",
        "room",
        "planks",
        "bar",
        tint="#5a3a28",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "hospital_ward": place(
        "hospital room,hospital ward,clinic,doctor's office,hospital,dentist",
        "room",
        "tiles",
        "ward",
        tint="#d4e4e4",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "workshop": place(
        "workshop,garage,repair shop,shed,studio workshop,atelier",
        "room",
        "slabs",
        "workshop",
        tint="#a8a49c",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "factory_hall": place(
        "factory,warehouse,industrial hall,hangar,storage room",
        "room",
        "slabs",
        "factory",
        tint="#8a8f90",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "disco": place(
        "disco,nightclub,night club,club,dance floor,party",
        "room",
        "planks",
        "disco",
        tint="#241a3a",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "platform": place(
        "train station,subway,subway station,metro station,underground station,"
        "railway station,station,platform",
        "room",
        "slabs",
        "platform",
        tint="#d0ccc0",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "terminal": place(
        "airport,airport terminal,departure lounge,terminal",
        "room",
        "slabs",
        "terminal",
        tint="#c4ccd4",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "lobby": place(
        "lobby,hotel lobby,hotel room,hotel,reception,foyer",
        "room",
        "slabs",
        "lobby",
        tint="#c8b088",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "nave": place(
        "church interior,cathedral interior,chapel interior,inside a church,nave,church,cathedral",
        "room",
        "slabs",
        "nave",
        tint="#b8ae9a",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "cabin_room": place(
        "cabin interior,log cabin interior,cozy cabin interior,chalet interior,"
        "inside a cabin,inside a cozy cabin,cottage interior,hut interior,"
        "by the fireplace,fireplace",
        "room",
        "planks",
        "cabin",
        tint="#9c6b3c",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "glasshouse": place(
        "greenhouse,glasshouse,conservatory,botanical garden,winter garden,florist",
        "room",
        "slabs",
        "glasshouse",
        tint="#a8c8b0",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "kitchen": place(
        "kitchen",
        "room",
        "tiles",
        "counter",
        "",
        "#d8c8a8",
        times="day",
        weathers="clear",
        horizon=0.6,
    ),
    "living_room": place(
        "living room,room,house interior,home office,lounge,indoors,interior,"
        "home interior,apartment",
        "room",
        "planks",
        "livingroom",
        "",
        "#c9b48a",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "bedroom": place(
        "bedroom,nursery",
        "room",
        "planks",
        "bedroom",
        "",
        "#a8b4c8",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "library": place(
        "library,bookshop,study,bookstore",
        "room",
        "planks",
        "shelves",
        "",
        "#8a5a3a",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "classroom": place(
        "classroom,school,lecture hall",
        "room",
        "planks",
        "board",
        "",
        "#c8d0b8",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "laboratory": place(
        "laboratory,lab",
        "room",
        "tiles",
        "lab",
        "",
        "#b8c8d0",
        times="day",
        weathers="clear",
        horizon=0.6,
    ),
    "museum": place(
        "museum,gallery,exhibition",
        "room",
        "planks",
        "gallery",
        "",
        "#e0dcd0",
        times="day",
        weathers="clear",
        horizon=0.64,
    ),
    "castle_hall": place(
        "castle hall,hall,throne room,palace,dungeon,temple",
        "room",
        "slabs",
        "hall",
        "",
        "#8a8070",
        times="day",
        weathers="clear",
        horizon=0.6,
    ),
    "stage": place(
        "stage,theatre,theater,concert,circus,spotlight",
        "room",
        "planks",
        "curtain",
        "",
        "#8a1f2a",
        times="day",
        weathers="clear",
        horizon=0.66,
    ),
    "brick_wall": place(
        "brick wall,bricks,red brick wall,wall of bricks",
        "room",
        "slabs",
        "brickwall",
        "",
        "#a5543c",
        times="day",
        weathers="clear",
        horizon=0.72,
    ),
    "stone_wall": place(
        "stone wall,rock wall,wall of stone,old wall",
        "room",
        "slabs",
        "stonewall",
        "",
        "#8f8c84",
        times="day",
        weathers="clear",
        horizon=0.72,
    ),
    "wooden_wall": place(
        "wooden wall,wood wall,wood panels,wall of wood",
        "room",
        "planks",
        "woodwall",
        "",
        "#9c6b3c",
        times="day",
        weathers="clear",
        horizon=0.72,
    ),
    "wall": place(
        "wall,empty room,bare room,plaster wall,concrete wall,painted wall,bare wall",
        "room",
        "planks",
        "plasterwall",
        "",
        "#cfc6b4",
        times="day",
        weathers="clear",
        horizon=0.72,
    ),
    "table": place(
        "table top,tabletop,desk top,countertop",
        "room",
        "tabletop",
        "beyondtable",
        "",
        "#d8c8a8",
        times="day",
        weathers="clear",
        horizon=0.58,
    ),
    "still_life": place(
        "still life",
        "room",
        "tabletop",
        "stilllife",
        "",
        "#7a6248",
        times="day",
        weathers="clear",
        horizon=0.62,
    ),
    "studio": place(
        "studio,plain background,solid background,product photo,product shot,backdrop",
        "studio",
        "sweep",
        "",
        "",
        "#c8ccd0",
        times="day",
        weathers="clear",
        horizon=0.66,
    ),
}


VENUES: dict[str, Setting] = {
    name: place(words, "room", ground, name, "", tint, "day", "clear", 0.62)
    for name, words, ground, tint in (
        ("salon", "hair salon,beauty salon,salon,barber shop,barbershop,hairdresser", "tiles",
         "#e4d4cc"),
        ("cinema", "cinema,movie theater,movie theatre,auditorium", "planks", "#3a1c22"),
        ("recording", "recording studio,podcast studio,radio studio,music studio", "planks",
         "#3a3640"),
        ("corridor", "corridor,hallway,hotel corridor,hospital corridor,passage,aisle", "planks",
         "#d8d0c0"),
        ("attic", "attic,loft,loft apartment,industrial loft,penthouse", "planks", "#c8a078"),
        ("prison", "prison,prison cell,jail,jail cell,dungeon", "slabs", "#85827a"),
        ("sportshall", "basketball court,sports hall,school gym,indoor court,volleyball court",
         "planks", "#d8d8d0"),
        ("casino", "casino,slot machines,arcade,game arcade", "planks", "#4a1420"),
        ("carriage", "train interior,train carriage,train compartment,inside a train,bus interior,"
         "inside a bus,subway car,airplane cabin,plane cabin,inside an airplane", "slabs",
         "#e4e6e6"),
        ("datacentre", "data center,data centre,server room,server farm", "slabs", "#20262e"),
        ("playroom", "playroom,birthday party,kids room,"
         "children's room,kindergarten,day care,toy room", "planks",
         "#f0dcb8"),
        ("christmas", "christmas living room,christmas room,christmas,christmas morning,"
         "christmas eve", "planks", "#b8805c"),
    )
}  # fmt: skip
_OPEN_AIR: tuple[tuple[str, str, Kind, str, str, str, str, float], ...] = (
    ("pool", "swimming pool,pool,indoor pool,swimming hall", "water", "water", "pool", "",
     "#2a9ac4", 0.5),
    ("vineyard", "vineyard,winery,tea plantation,plantation", "land", "litter", "hills rows",
     "", "#5a8a3a", 0.42),
    ("lavender", "lavender field,lavender fields,field of lavender,provence", "land", "litter",
     "hills rows", "",
     "#8a6ac0", 0.42),
    ("waterfall", "waterfall,waterfalls,cascade", "water", "water", "waterfall",
     "stone:9:.5", "#3f7a78", 0.56),
    ("funfair", "amusement park,fair,fair ground,fairground,funfair,carnival,ferris wheel", "land",
     "slabs", "trees funfair", "", "#a89c88", 0.56),
    ("building_site", "construction site,building site", "land", "litter", "skyline site",
     "stone:16:.3", "#a8916c", 0.56),
    ("campsite", "campsite,camping,camp,campground", "land", "grass", "hills camp",
     "tuft:60:.2 stone:5:.3", "#4a7a3a", 0.46),
    ("ruins", "ancient ruins,ruins,ancient temple,greek temple,roman ruins,acropolis", "land",
     "drygrass", "hills ruins", "stone:14:.4 dry:30:.2", "#c8b078", 0.54),
    ("race_track", "race track,racetrack,racing track,race course,speedway", "land",
     "road", "gantry", "lane:1:1", "#6a6c70", 0.5),
    ("tennis_court", "tennis court,tennis", "land", "slabs", "trees net", "", "#b8603a", 0.48),
    ("ski_slope", "ski slope,ski resort,skiing,piste", "land", "snow",
     "mountains mountains pines", "fence:1:1", "#e4eef6", 0.42),
    ("oasis", "oasis", "water", "water", "dunes palms", "reed:12:.7", "#3f9a98", 0.42),
    ("blossoms", "cherry blossoms,cherry blossom,blossoms,sakura,spring blossom", "land",
     "grass", "hills blossom", "path:1:1 tuft:40:.2 bloom:20:.2", "#8ab068", 0.52),
    ("wheat_field", "wheat field,field of wheat,wheat,cornfield,corn field,grain field",
     "land",
     "drygrass", "hills trees", "dry:220:.5", "#d8b048", 0.42),
)  # fmt: skip
OPEN_AIR: dict[str, Setting] = {
    name: place(words, kind, ground, backdrop, props, tint, horizon=horizon)
    for name, words, kind, ground, backdrop, props, tint, horizon in _OPEN_AIR
}
BANKS = {
    "waterfront": "slabs", "harbour": "planks", "pool": "tiles", "waterfall": "rock",
    "oasis": "dune", "swamp": "litter",
}  # fmt: skip
"""What lies beside the water where it is not grass."""
SETTINGS: dict[str, Setting] = {
    name: replace(row, bank=BANKS.get(name, row.bank))
    for name, row in {**OUTDOORS, **INDOORS, **VENUES, **OPEN_AIR}.items()
}
_WALLS = frozenset({"window", "curtain", "picture frame"})
FIXTURES: dict[str, frozenset[str]] = {
    "classroom": frozenset({"chalk board", "globe"}),
    "library": frozenset({"shelf", "book"}),
    "living_room": _WALLS | {"lamp", "shelf", "plant"},
    "bedroom": _WALLS | {"lamp"},
    "kitchen": frozenset({"window", "teapot"}),
    "office": frozenset({"window", "computer", "plant"}),
    "bathroom": frozenset({"mirror", "sink", "bathtub"}),
    "cabin_room": frozenset({"window", "shelf"}),
    "attic": frozenset({"window", "lamp"}),
    "stage": frozenset({"curtain"}),
    "museum": frozenset({"picture frame"}),
    "nave": frozenset({"window"}),
    "christmas": frozenset({"christmas tree"}),
    "beach": frozenset({"palm"}),
    "market": frozenset({"market stall"}),
    "forest": frozenset({"tree"}),
    "city": frozenset({"skyscraper"}),
    "street": frozenset({"streetlight"}),
}
"""Things that the picture of a place shows already."""
WAYS: dict[str, tuple[tuple[str, int, float], ...]] = {
    "road": (("lane", 1, 2.0),),
    "path": (("path", 1, 1.6),),
}
"""What is strewn to lead a way through the land."""
WADERS = frozenset({
    "flamingo", "pier", "bridge", "iceberg", "wave", "hippopotamus", "crocodile", "island",
    "mermaid", "swimmer", "log", "frog", "otter", "beaver",
})  # fmt: skip
"""What stands in water."""
