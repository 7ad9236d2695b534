"""Develop the picture: bloom, colour grade by mood, vignette, grain."""

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.painter.settings.stage import Stage

GRADES: dict[str, tuple[float, float, tuple[float, float, float]]] = {
    # saturation, contrast, tint
    "": (1.06, 1.03, (1.0, 1.0, 1.0)),
    "calm": (0.9, 0.95, (0.99, 1.01, 1.03)),
    "warm": (1.06, 1.0, (1.07, 1.0, 0.9)),
    "bright": (1.22, 1.05, (1.03, 1.02, 1.0)),
    "dark": (0.8, 1.05, (0.76, 0.79, 0.88)),
    "dramatic": (1.1, 1.2, (1.0, 0.97, 0.97)),
    "cold": (0.85, 1.0, (0.92, 0.98, 1.09)),
    "muted": (0.62, 0.92, (1.03, 1.0, 0.95)),
}


def develop(stage: Stage, mood: str, detail: float, graded: bool = True) -> Pixels:
    """Return the finished picture of a stage, ``(h, w, 3)``."""
    picture = stage.pixels[..., :3]
    if not graded:
        return picture.copy()
    values = picture.astype(np.float32) / 255
    height, width = picture.shape[:2]
    small = cv2.resize(
        values, (max(width // 4, 1), max(height // 4, 1)), interpolation=cv2.INTER_AREA
    )
    bright = np.clip(small - 0.72, 0, 1) * 1.5
    bloom = cv2.GaussianBlur(bright, (0, 0), height * 0.008 + 0.5)
    values += cv2.resize(bloom, (width, height), interpolation=cv2.INTER_LINEAR) * 0.35
    saturation, contrast, tint = GRADES.get(mood, GRADES[""])
    grey = values.mean(2, keepdims=True)
    values = grey + (values - grey) * saturation
    values = (0.47 + (values - 0.47) * contrast) * np.array(tint, np.float32)
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    values *= (1 - 0.17 * np.clip(x * x * 0.6 + y * y * 0.6 - 0.25, 0, 1))[..., None]
    grain = stage.rng.standard_normal((height, width, 1), np.float32) * 0.009
    made: Pixels = np.clip((values + grain) * 255 + 0.5, 0, 255).astype(np.uint8)
    return made
