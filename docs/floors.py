"""The floors of the package as a drawing, read from the rules that import-linter holds."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
WIDTH, HEIGHT, GAP = 420, 28, 4  # pixels: the house, a floor, between floors and modules
ROOM = (
    '<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height}" rx="4" fill="#d6e4f2"/>'
    '<text x="{middle:g}" y="{base:g}" text-anchor="middle" fill="#1b2a3a">{name}</text>'
)


def floors() -> list[list[str]]:
    """Return the modules of each floor, the roof first."""
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = next(rule["layers"] for rule in rules["contracts"] if rule["type"] == "layers")
    return [[name.strip() for name in layer.split("|")] for layer in layers]


def draw() -> str:
    """Return the house as SVG."""
    rooms = []
    for number, names in enumerate(floors()):
        width = (WIDTH - GAP * (len(names) - 1)) / len(names)
        y = number * (HEIGHT + GAP)
        for place, name in enumerate(names):
            x = place * (width + GAP)
            rooms.append(
                ROOM.format(
                    x=x,
                    y=y,
                    width=width,
                    height=HEIGHT,
                    middle=x + width / 2,
                    base=y + 19,
                    name=name,
                )
            )
    height = len(floors()) * (HEIGHT + GAP) - GAP
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
    return "\n".join([f'{head} font-family="sans-serif" font-size="14">', *rooms, "</svg>"])
