"""Drawings that were added (``mediaext engine add noto-emoji``) as things to paint."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.painter.canvas import skia, surface
from mediaext.engines.classical.painter.pen import Pen
from mediaext.engines.classical.painter.things.registry import Stance, Thing
from mediaext.engines.entries import find_model

FAMILIES = ("Activities", "Animals & Nature", "Food & Drink", "Objects", "Travel & Places")
"""Categories of drawings whose names are words of a prompt."""
LEFT = re.compile(
    r"oclock|-thirty|moon|-face$|map-of|-yen|-suit$|muted|speaker-|sun-|cityscape|globe|mailbox"
    r"|^(?:desert|fog|foggy|sunrise|sunset|night-with-stars|rock|wood|sparkles|construction|seat"
    r"|station|cooking|national-park|landslide|hot-springs|cyclone|tornado|milky-way|water-wave"
    r"|wind-face|wedding|pine-decoration|carp-streamer|reminder-ribbon|flower-playing-cards)$"
)
"""Drawings that are signs, skies or places."""

_MEANT = """
abacus: calculator; adhesive-bandage: band aid, bandage, plaster strip; admission-tickets:
tickets; alien: alien; amphora: jug; anatomical-heart: heart organ; articulated-lorry: dump
truck, lorry; artist: artist, painter; artist-palette: paint, palette; auto-rickshaw: rickshaw;
baby: baby, infant; baby-bottle: milk bottle; badminton: badminton racket, shuttlecock;
balance-scale: scale, scales; ballet-dancer: ballerina, ballet dancer; bathtub: bath, tub;
beans: bean, kidney bean, seed; beer-mug: beer, pint of beer, pint; bell-pepper: pepper;
beverage-box: juice; billed-cap: baseball cap, cap; boar: warthog, wild boar; bone: bone;
bottle-with-popping-cork: champagne; bow-and-arrow: arrow, bow; bowl-with-spoon: bowl of soup,
porridge; brain: brain; bridge-at-night: suspension bridge; briefs: underpants,
undies; bubbles: bubble; bug: insect; bullseye: dart board, dartboard, target board, target;
camel: dromedary; camping: caravan; candy: sweet, sweets; canned-food: can, tin can; canoe:
rowing boat; carousel-horse: carousel; carpentry-saw: saw; chains: chain; cherries: cherry;
chess-pawn: chess piece, chess; chicken: fowl, hen; chocolate-bar: chocolate; cigarette: cigar;
classical-building: temple; clown-face: clown; cocktail-glass: cocktail, martini; coffin:
casket; computer-mouse: computer mouse; construction-worker: builder, construction worker;
convenience-store: shop, store; cook: chef, cook; cooked-rice: bowl of rice, rice; cooking:
fried egg, frying pan, omelette, skillet; couch-and-lamp: sofa; couple-with-heart: couple;
cowboy-hat-face: cowboy; cricket: grasshopper; crocodile: alligator, croc; crossed-swords:
swords; curry-rice: curry; custard: pudding; cut-of-meat: beefsteak, meat, steak;
deciduous-tree: maple tree; detective: detective; diving-mask: snorkel; dollar-banknote:
banknote, cash, dollar, money; donkey: mule; doughnut: donut; droplet: drop, teardrop, water
drop; ear: ear; ear-of-corn: corn, maize; eggplant: aubergine; electric-plug: plug; elf: elf;
envelope: letter envelope, mail; eye: eye, eyeball; family: family; farmer: farmer; fire-engine:
fire engine, fire truck; firefighter: firefighter, fireman; fishing-pole: fishing rod, rod;
flashlight: flashlight, torch; flat-shoe: slipper; flexed-biceps: arm, bicep, muscle;
folding-hand-fan: fan; foot: foot; footprints: footprint; fork-and-knife: cutlery, fork;
fork-and-knife-with-plate: dinner plate, plate; fountain-pen: ink pen; framed-picture: frame,
picture frame; french-fries: chips, fries; fuel-pump: gas pump, petrol pump, pump; game-die:
dice, die; garlic: garlic clove; glass-of-milk: milk; glasses: eyeglasses,
spectacle, spectacles; globe-showing-europe-africa: earth; goal-net: net; goggles: goggle;
green-salad: salad bowl, salad; guard: guard; hair-pick: comb; hand-with-fingers-splayed: hand;
handshake: handshake; headphone: earbuds, earphones, headphones, headset; health-worker: doctor,
nurse, surgeon; herb: fern; high-heeled-shoe: heel, high heel, high heels, stiletto;
high-voltage: lightning bolt; hippopotamus: hippo; hook: coat hook; hot-dog: hotdog; hot-pepper:
chili, chilli; hourglass-done: sandglass; hourglass-not-done: hourglass; ice-skate: ice skates;
index-pointing-up: finger; japanese-dolls: dolls; jar: jam, marmalade; judge: judge;
kick-scooter: kick scooter; kitchen-knife: cleaver, knife; kiwi-fruit: kiwi; koala: koala bear;
lab-coat: lab coat; leafy-green: cabbage, lettuce; leg: leg; light-bulb: bulb, lightbulb;
lizard: gecko, lizard; locked: lock, padlock; lotion-bottle: lotion, shampoo; loudspeaker:
speaker; love-letter: postcard; luggage: suitcase; lungs: lung; magic-wand: wand;
magnifying-glass-tilted-left: magnifier, magnifying glass; man-beard: beard, moustache;
man-dancing: male dancer; man-in-tuxedo: groom; manual-wheelchair: wheelchair; mechanic:
mechanic; megaphone: loudhailer; mermaid: mermaid; merman: merman; metro: underground train;
mobile-phone: cell phone, mobile, phone, smartphone; motor-boat: motorboat; motor-scooter:
scooter, vespa; mouth: lip, lips, mouth; musical-keyboard: grand piano; necktie: tie;
nest-with-eggs: bird nest, nest; nesting-dolls: doll; net-with-handle: fishing net; ninja:
ninja; nose: nose; nut-and-bolt: bolt, nut, screw; oil-drum: barrel, oil barrel; old-man:
elderly man, grandfather, grandpa, old man; old-woman: elderly woman, grandma, grandmother, old
woman; one-piece-swimsuit: swimsuit; optical-disk: cd, record, vinyl record; ox: bull; package:
cardboard box, parcel; page-facing-up: document, page, paper; paintbrush: brush, paint brush;
pancakes: crepe, pancake; paperclip: paper clip; parrot: toucan; pea-pod: pea, peas; peanuts:
peanut; pen: ballpoint; performing-arts: mask, masks, opera, stage mask, theatre masks;
person-biking: cyclist; person-cartwheeling: gymnast; person-climbing: climber; person-golfing:
golfer; person-juggling: juggler; person-running: jogger, runner; person-surfing: surfboard,
surfer; person-swimming: swimmer; person-walking: hiker, pedestrian, walker; pilot: pilot;
playground-slide: slide; police-officer: cop, police officer, policeman; popcorn: pop corn;
post-office: post office; postal-horn: horn; postbox: letterbox, mailbox, postbox; pot-of-food:
cauldron, cooking pot, saucepan, soup, stew; prince: prince; princess: princess, queen; printer:
label maker; purse: wallet; pushpin: pin; puzzle-piece: jigsaw, puzzle; racing-car: race car;
railway-track: rail, rails, railway track; raised-fist: fist; raised-hand: palm of a hand;
razor: shaver; rescue-workers-helmet: hard hat, helmet; rhinoceros: rhino; rice-cracker:
cracker; ring-buoy: life ring, lifebuoy; rock: pebble; roll-of-paper: tissue, toilet paper,
toilet roll; roller-skate: inline skates, rollerblades; root-vegetable: beet, radish, turnip;
rugby-football: rugby ball; running-shoe: sneaker, trainer, trainers; safety-pin: safety pin;
sailboat: sail, sailing ship; salt: salt shaker; santa-claus: father christmas, santa claus,
santa; satellite-antenna: satellite dish; scientist: scientist; scroll: parchment; seal: sea
lion; seedling: sapling, sprout; sewing-needle: needle; shallow-pan-of-food: paella, pan;
shopping-bags: shopping bag; shopping-cart: cart, trolley; shovel: spade; shrimp: prawn; singer:
singer; skier: skier; skis: ski; skull: skull; sled: sledge, sleigh; small-airplane: aeroplane;
snowboarder: snowboarder; soap: soap bar; soccer-ball: football, soccer ball; socks: stocking;
spaghetti: pasta; speedboat: speed boat; spider-web: cobweb, spider web; spiral-notepad:
notepad; spiral-shell: sea shell, seashell, shell; sports-medal: medal; statue-of-liberty:
statue of liberty; steaming-bowl: bowl of noodles, bowl of ramen, noodle soup, noodles, ramen;
stop-sign: stop sign; straight-ruler: ruler; student: student; studio-microphone: mic;
superhero: superhero; taxi: cab; teacher: teacher; teacup-without-handle: tea cup; television:
television set, tv; tennis: racket, tennis ball, tennis racket; thong-sandal: flip flop, flip
flops, flip-flop; thread: spool; thumbs-up: thumb; tongue: tongue; tooth: tooth; toothbrush:
toothpaste; tram-car: streetcar, tram; triangular-flag: flag; troll: troll; tulip: tulips;
tumbler-glass: whisky; vampire: vampire; vertical-traffic-light: traffic light, traffic lights;
video-game: game controller, gamepad, video game; violin: fiddle; wastebasket: bin, trash can,
waste bin; watch: wristwatch; water-buffalo: buffalo; water-pistol: gun, pistol; wheel: tire,
tyre; white-cane: stick, walking stick; wine-glass: glass of wine, wine; woman-dancing: dancer;
woman-with-veil: bride; womans-boot: boot; womans-clothes: jumper; womans-hat: straw hat, sun
hat; womans-sandal: sandal; world-map: map; worm: earthworm; wrench: spanner, tool; zombie:
zombie
"""
MEANT: dict[str, str] = {
    word.strip(): name.strip()
    for name, _, words in (row.partition(":") for row in _MEANT.replace("\n", " ").split(";"))
    for word in words.split(",")
}
"""Words of a prompt by the drawing that shows them."""

_SIZES = """
0.02: ant coin mosquito lady-beetle pill pushpin safety-pin sewing-needle beans; 0.05: fly worm
honeybee bug cricket beetle cockroach ring key old-key chestnut eye tooth game-die paperclip;
0.1: egg mouse hook nut-and-bolt battery pencil crayon spoon strawberry cherries lipstick razor
toothbrush ear nose mouth tongue thumbs-up index-pointing-up feather locked stopwatch compass;
0.18: hand-with-fingers-splayed raised-hand raised-fist handshake foot brain anatomical-heart
lungs hammer wrench screwdriver scissors magnet glasses sunglasses; 0.5: chicken rooster turkey
goose cat broom leg flexed-biceps backpack luggage bucket mirror framed-picture drum long-drum;
0.8: dog goat ram ewe boar donkey baby harp violin saxophone guitar toilet sled kick-scooter
potted-plant wastebasket wheel oil-drum; 1.1: deer kangaroo hyena bathtub shopping-cart bicycle
motor-scooter motorcycle chair crocodile leopard lion tiger gorilla manual-wheelchair ladder;
1.6: cow ox horse zebra moose camel two-hump-camel water-buffalo bear polar-bear bison
couch-and-lamp bed taxi automobile racing-car auto-rickshaw coffin tent canoe umbrella postbox;
2.1: door elevator shower fuel-pump minibus police-car sport-utility-vehicle pickup-truck
ambulance delivery-truck speedboat motor-boat playground-slide barber-pole carousel-horse;
3.5: elephant mammoth giraffe rhinoceros hippopotamus bus oncoming-bus fire-engine tram-car
trolleybus articulated-lorry tractor locomotive metro train light-rail whale spouting-whale orca
palm-tree hut vertical-traffic-light bus-stop; 7: house house-with-garden derelict-house sailboat
deciduous-tree evergreen-tree christmas-tree leafless-tree moai helicopter small-airplane; 15:
church mosque synagogue school hospital hotel bank factory stadium castle japanese-castle
convenience-store department-store post-office office-building classical-building circus-tent
ferris-wheel roller-coaster lighthouse statue-of-liberty tokyo-tower ship ferry passenger-ship
rocket airplane bridge-at-night fountain
"""
_HOMES = """
underwater: blowfish tropical-fish fish coral octopus squid jellyfish lobster shark dolphin orca
whale seal crab oyster shrimp diving-mask mermaid merman; sea: ship ferry passenger-ship speedboat
motor-boat sailboat anchor ring-buoy; living_room: door elevator bathtub toilet shower bed
couch-and-lamp window mirror framed-picture television chair wastebasket broom plunger
fire-extinguisher mantelpiece-clock; road: automobile taxi bus minibus police-car ambulance
fire-engine racing-car pickup-truck delivery-truck motorcycle motor-scooter bicycle tractor;
city: school hospital hotel bank factory office-building department-store post-office; stage:
ballet-dancer woman-dancing man-dancing singer violin harp saxophone microphone
studio-microphone trumpet trombone accordion banjo; savanna: elephant giraffe rhinoceros
hippopotamus leopard gorilla zebra lion water-buffalo; desert: camel two-hump-camel scorpion;
snowfield: polar-bear sled skis skier snowboarder mammoth; forest: moose bear fox hedgehog badger
boar bat sloth orangutan owl skunk raccoon chipmunk squirrel; laboratory: microscope test-tube
alembic petri-dish dna telescope scientist; library: books closed-book open-book student teacher
"""
_STANCES = """
air: bat fly mosquito monarch-butterfly butterfly honeybee black-bird dove eagle parachute
satellite small-airplane comet meteor shooting-star fireworks sparkler rainbow tropical-fish
blowfish droplet drop-of-blood feather helicopter airplane kite balloon bubbles high-voltage
firecracker cloud cloud-with-rain cloud-with-snow cloud-with-lightning leaf-fluttering-in-wind;
water: ship ferry passenger-ship speedboat motor-boat sailboat canoe person-rowing-boat
person-swimming person-surfing ring-buoy
"""


def _by_name(text: str) -> dict[str, str]:
    """Read ``value: name name; value: name``."""
    rows = (row.partition(":") for row in text.replace("\n", " ").split(";"))
    return {name: value.strip() for value, _, names in rows for name in names.split()}


HEIGHTS = {name: float(value) for name, value in _by_name(_SIZES).items()}
"""Heights in metres; the rest have their family's."""
HOMES = _by_name(_HOMES)
"""Settings where drawings are at home; the rest have their family's."""
STANCES = _by_name(_STANCES)
"""How drawings stay where they are; the rest stand."""
USUAL: dict[str, tuple[float, str]] = {
    "Activities": (0.35, "park"),
    "Animals & Nature": (0.6, "meadow"),
    "Food & Drink": (0.14, "table"),
    "Objects": (0.3, "table"),
    "Travel & Places": (2.0, "road"),
}
"""Height and home of a drawing by its family."""
PERSON = 1.7, "park"

ENTRY = "noto-emoji"
ICONS, METADATA = "package/icons.json", "package/metadata.json"
SIDE = 128  # units of a drawing's square, and pixels at which its edges are found
LARGEST = 1400  # pixels: no drawing is drawn higher
TONES = ("light", "medium-light", "medium", "medium-dark", "dark")
Edges = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class DrawingSet:
    """The drawings of one package as SVG by name, their families, and the words that mean them."""

    revision: str
    bodies: Mapping[str, str]
    families: Mapping[str, str]
    words: Mapping[str, str]


def drawings() -> DrawingSet | None:
    """Return the drawings that were added, or ``None``."""
    found = find_model(ENTRY)
    return None if found is None else _read(found.folder, found.revision)


@lru_cache(maxsize=1)
def _read(folder: Path, revision: str) -> DrawingSet | None:
    try:
        icons = json.loads((folder / ICONS).read_bytes())["icons"]
        categories = json.loads((folder / METADATA).read_bytes())["categories"]
    except (OSError, ValueError, KeyError):
        return None  # removed or torn since it was recorded
    families = {
        name: family
        for family in FAMILIES
        for name in categories.get(family, ())
        if name in icons and not LEFT.search(name)
    }
    words = {name.replace("-", " "): name for name in families}
    words |= {word: name for word, name in MEANT.items() if name in icons}
    shown = set(words.values())
    shown |= {f"{name}-{tone}-skin-tone" for name in shown for tone in TONES}
    bodies = {name: icons[name]["body"] for name in shown if name in icons}
    return DrawingSet(revision, bodies, families, words)


@lru_cache(maxsize=512)
def drawn_thing(name: str, revision: str) -> Thing | None:
    """Return a drawing as a thing, cut to its ink, or ``None`` where it was removed."""
    held = drawings()
    if held is None or held.revision != revision or name not in held.bodies:
        return None
    left, top, right, bottom = edges = _edges(held.bodies[name])
    height, home = USUAL.get(held.families.get(name, ""), PERSON)
    stance: Stance = "water" if STANCES.get(name) == "water" else "ground"
    return Thing(
        name,
        tuple(word for word, meant in held.words.items() if meant == name),
        partial(_draw, held, name, edges),
        HEIGHTS.get(name, height),
        (right - left) / (bottom - top),
        ("white",),
        (HOMES.get(name, home),),
        "air" if STANCES.get(name) == "air" else stance,
        seat=_seat(held.bodies[name], edges),
    )


def _seat(body: str, edges: Edges) -> tuple[float, float]:
    """Return the top of a drawing's middle, where something on it rests, in heights."""
    tall = edges[3] - edges[1]
    alpha = _raster(body, 1.0, edges)[..., 3] > 128
    column = alpha[:, alpha.shape[1] // 2]
    return alpha.shape[1] / 2 / tall, float(column.argmax()) / tall + 0.04


def _edges(body: str) -> Edges:
    """Return left, top, right and bottom of a drawing's ink, in its units."""
    alpha = _raster(body, 1.0, (0, 0, SIDE, SIDE))[..., 3] > 40
    rows, columns = np.flatnonzero(alpha.any(1)), np.flatnonzero(alpha.any(0))
    if not rows.size:
        return 0, 0, SIDE, SIDE
    return float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1)


def _raster(body: str, zoom: float, edges: Edges) -> Pixels:
    """Draw what lies within edges, ``(h, w, 4)`` premultiplied RGBA."""
    left, top, right, bottom = edges
    width, height = round((right - left) * zoom), round((bottom - top) * zoom)
    pixels = np.zeros((max(height, 1), max(width, 1), 4), np.uint8)
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {SIDE} {SIDE}" width="{SIDE}" height="{SIDE}">{body}</svg>'
    )
    dom = skia.SVGDOM.MakeFromStream(skia.MemoryStream.MakeCopy(svg.encode()))
    if dom is not None:
        target = surface(pixels)
        canvas = target.getCanvas()
        canvas.scale(zoom, zoom)
        canvas.translate(-left, -top)
        dom.render(canvas)
    return pixels


def _draw(held: DrawingSet, name: str, edges: Edges, pen: Pen) -> None:
    """Draw one; a person's skin is of one of five tones by the thing's own randomness."""
    tones = [body for tone in TONES if (body := held.bodies.get(f"{name}-{tone}-skin-tone"))]
    body = tones[int(pen.rng.integers(len(tones)))] if tones else held.bodies[name]
    zoom = min(pen.scale, LARGEST) / (edges[3] - edges[1])
    pen.picture(_raster(body, zoom, edges))
