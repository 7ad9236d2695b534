"""Draw the layers of the package, read from the contracts that import-linter checks."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
WIDTH, HEIGHT, GAP = 420, 28, 4  # pixels: the drawing, a layer, between layers and modules
MODULE = (
    '<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height}" rx="4" fill="#d6e4f2"/>'
    '<text x="{middle:g}" y="{base:g}" text-anchor="middle" fill="#1b2a3a">{name}</text>'
)


def layers() -> list[list[str]]:
    """Return the modules of each layer, the highest layer first."""
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    found = next(
        rule["layers"] for rule in rules["contracts"] if rule.get("containers") == ["mediaext"]
    )
    return [[name.strip() for name in layer.split("|")] for layer in found]


def draw() -> str:
    """Return the layers as SVG."""
    modules = []
    for number, names in enumerate(layers()):
        width = (WIDTH - GAP * (len(names) - 1)) / len(names)
        y = number * (HEIGHT + GAP)
        for place, name in enumerate(names):
            x = place * (width + GAP)
            modules.append(
                MODULE.format(
                    x=x,
                    y=y,
                    width=width,
                    height=HEIGHT,
                    middle=x + width / 2,
                    base=y + 19,
                    name=name,
                )
            )
    height = len(layers()) * (HEIGHT + GAP) - GAP
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
    return "\n".join([f'{head} font-family="sans-serif" font-size="14">', *modules, "</svg>"])
