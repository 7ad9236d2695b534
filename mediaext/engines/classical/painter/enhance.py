"""Expand a short prompt with a setting, light and style."""

import numpy as np

from mediaext.engines.classical.painter.prompt import Brief
from mediaext.engines.classical.painter.scene import choose_setting
from mediaext.engines.classical.painter.settings.places import SETTINGS

STYLE_WORDS = ("watercolour", "oil painting", "gouache", "3d render", "storybook")
MOODS = ("calm", "dramatic", "vivid", "peaceful", "cosy")


def enhance(prompt: str, brief: Brief, seed: int) -> str:
    """Return the prompt with what it leaves open said: place, time, weather, mood and style."""
    rng = np.random.default_rng([seed, 9])
    added: list[str] = []
    name = brief.setting or choose_setting(brief, rng)
    setting = SETTINGS[name]
    if not brief.setting:
        added.append(_phrase(setting.words[0], setting.kind))
    outdoors = setting.kind not in ("room", "studio", "space", "underwater")
    if outdoors and not brief.time:
        added.append(("in the morning", "at sunset", "in the afternoon")[int(rng.integers(3))])
    if outdoors and not brief.weather:
        added.append(("clear sky", "cloudy sky", "misty")[int(rng.integers(3))])
    if not brief.mood:
        added.append(MOODS[int(rng.integers(len(MOODS)))])
    if not brief.style:
        added.append(STYLE_WORDS[int(rng.integers(len(STYLE_WORDS)))])
    return ", ".join([prompt.strip().rstrip(",."), *added])


def _phrase(word: str, kind: str) -> str:
    bare = word in ("space", "underwater", "mars")
    place = word if bare else f"the {word}"
    if kind == "shore":
        return f"by {place}"
    return (
        place
        if word == "underwater"
        else f"{'on' if kind in ('water',) or word in ('moon', 'mars', 'stage') else 'in'} {place}"
    )
