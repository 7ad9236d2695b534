"""Materials of things, and how they look."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Material:
    """A colour for lack of another, a texture by name, and a gloss of 0 to 1."""

    colour: str
    grain: str = ""
    gloss: float = 0.0


MATERIALS: dict[str, Material] = {
    "wooden": Material("#9c6b3c", "wood"),
    "metal": Material("#9aa3ab", "metal", 0.7),
    "rusty": Material("#8e4f2a", "rough", 0.1),
    "glass": Material("#a8d3da", "", 0.9),
    "stone": Material("#8f8c84", "stone"),
    "marble": Material("#e6e2da", "stone", 0.4),
    "brick": Material("#a5543c", "brick"),
    "leather": Material("#6d4127", "rough", 0.25),
    "fabric": Material("#8a7fb0", "fabric"),
    "denim": Material("#3f5f94", "fabric"),
    "woollen": Material("#c9b48a", "fur"),
    "straw": Material("#d8b964", "fur"),
    "plastic": Material("#e0574a", "", 0.5),
    "paper": Material("#eee6d4", "plaster"),
    "clay": Material("#b8693f", "plaster", 0.1),
    "ice": Material("#bfe3f2", "stone", 0.8),
    "chrome": Material("#c4ccd4", "metal", 1.0),
}

MATERIAL_WORDS: dict[str, str] = {
    "wood": "wooden", "oak": "wooden", "pine-wood": "wooden", "timber": "wooden",
    "steel": "metal", "iron": "metal", "metallic": "metal", "tin": "metal", "aluminium": "metal",
    "rusted": "rusty", "rust": "rusty", "crystal": "glass", "rocky": "stone", "granite": "stone",
    "concrete": "stone", "bricks": "brick", "cloth": "fabric", "velvet": "fabric",
    "cotton": "fabric", "silk": "fabric", "linen": "fabric", "wool": "woollen",
    "woolen": "woollen",
    "knitted": "woollen", "furry": "woollen", "fluffy": "woollen", "wicker": "straw",
    "ceramic": "clay", "porcelain": "marble", "terracotta": "clay", "frozen": "ice", "icy": "ice",
    "shiny": "chrome", **{name: name for name in MATERIALS},
}  # fmt: skip
