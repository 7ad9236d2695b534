"""What stirs in the picture by itself: leaves, water, flames, breath, eyes; and the weather."""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from mediaext.engines.base import Context
from mediaext.engines.classical.clip import moving_parts
from mediaext.engines.classical.clip.camera import Pose
from mediaext.engines.classical.clip.eyes import close_eye, find_eyes, how_shut
from mediaext.engines.classical.clip.layers import COARSE, Layers
from mediaext.engines.classical.clip.overlays import OVERLAYS, Overlay
from mediaext.engines.classical.clip.plan import ClipPlan

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
ONSET = 0.6  # seconds until things stir fully; the first frame is the picture
Stir = Callable[[float], tuple[Floats, Floats]]  # moment -> moves of scene and subject, in pixels


class Life:
    """Movement of the layers, and what is drawn over them."""

    def __init__(
        self, plan: ClipPlan, rgb: Pixels, layers: Layers, size: tuple[int, int], context: Context
    ) -> None:
        self.size = size
        self._shape = rgb.shape[:2]
        self._random = np.random.default_rng([context.seed, 2])
        self._rgb = cv2.resize(
            rgb, None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA
        )
        small = self._rgb.shape[1::-1]
        self._alpha: Floats = cv2.resize(layers.alpha, small, interpolation=cv2.INTER_AREA)
        self._x = np.linspace(0, rgb.shape[1], small[0], dtype=np.float32)[None]
        self._y = np.linspace(0, rgb.shape[0], small[1], dtype=np.float32)[:, None]
        self._reach = plan.pace * min(size)
        makers = {"wind": self._wind, "water": self._water, "fire": self._fire}
        makers |= {"breathe": self._breathe}
        self._stirs = [makers[name]() for name in plan.motions if name in makers]
        self._eyes = find_eyes(rgb) if "blink" in plan.motions else []
        if "blink" in plan.motions and not self._eyes:
            context.note("Nobody blinks: no eyes were found in the picture.")
        self._overlays: list[Overlay] = [
            OVERLAYS[name](rgb, layers, size, self._random)
            for name in plan.motions
            if name in OVERLAYS
        ]

    def moves(self, moment: float) -> tuple[Floats, Floats]:
        """Return how scene and subject stir at ``moment``, each (H, W, 2) in pixels.

        Eyes that close need all pixels; else there are fewer.
        """
        scene = np.zeros((*self._alpha.shape, 2), np.float32)
        subject = np.zeros_like(scene)
        for stir in self._stirs:
            behind, front = stir(moment)
            scene += onset(moment) * behind
            subject += onset(moment) * front
        if not self._eyes or not how_shut(moment):
            return scene, subject
        size = self._shape[::-1]
        layers = cv2.resize(scene, size), cv2.resize(subject, size)
        for eye in self._eyes:
            for layer in layers:
                close_eye(layer, eye, moment)
        return layers

    def overlay(self, view: Floats, pose: Pose, moment: float) -> Floats:
        """Draw the weather over a view, float32 (height, width, 3)."""
        for overlay in self._overlays:
            view = overlay(view, pose, moment, onset(moment))
        return view

    def _waves(self, count: int, length: float, speed: float, slant: float = 1.0) -> Any:
        """Return a function of the moment: irregular waves, (h, w), about -1 to 1."""
        lengths = length * self._random.uniform(0.6, 1.7, count)
        angles = self._random.uniform(-slant, slant, count)
        phases, speeds = (
            self._random.uniform(0, 6.28, count),
            self._random.uniform(0.6, 1.4, count),
        )
        rows = [
            (np.cos(a) * self._x + np.sin(a) * self._y) * np.float32(6.28 / n)
            for a, n in zip(angles, lengths, strict=True)
        ]

        def at(moment: float) -> Floats:
            turns = zip(rows, phases, speeds, strict=True)
            total = sum(np.sin(r + np.float32(p - 6.28 * speed * s * moment)) for r, p, s in turns)
            waves: Floats = total / np.float32(0.7 * count)
            return waves

        return at

    def _wind(self) -> Stir:
        """Leaves and what stands high sway; gusts run across the picture."""
        leafy = moving_parts.leaves(self._rgb)
        height = _height_above_foot(self._alpha)
        scene = 0.08 + 0.92 * leafy
        subject = (0.25 + 0.75 * leafy) * height**1.5
        gust = self._waves(3, 0.9 * self._shape[1], 0.35, 0.4)
        rustle = self._waves(4, 0.09 * self._shape[1], 0.9)
        reach = 0.009 * self._reach

        def stir(moment: float) -> tuple[Floats, Floats]:
            sway = reach * (gust(moment) + 0.35 * rustle(moment))
            both = np.stack([sway, 0.25 * reach * rustle(moment + 0.3)], axis=2)
            return both * scene[..., None], both * subject[..., None]

        return stir

    def _water(self) -> Stir:
        """Ripples run towards us, the longer the nearer."""
        where = moving_parts.water(self._rgb, self._alpha)
        rows = np.flatnonzero((where > 0.5).mean(axis=1) > 0.25)
        horizon = self._y[rows[0], 0] if rows.size else 0.0
        below = np.maximum(self._y - horizon, 0) / self._shape[0]
        phase = np.float32(26) * np.log(below + 0.03)  # even spacing on a plane seen aslant
        drift = self._waves(3, 0.25 * self._shape[1], 0.3, 0.3)
        reach = 0.016 * self._reach * np.sqrt(below) * where

        def stir(moment: float) -> tuple[Floats, Floats]:
            swell = drift(moment)
            ripple = np.sin(phase - np.float32(6.28 * 0.9 * moment) + 1.6 * swell)
            moves = np.stack([reach * (0.7 * ripple + 0.5 * swell), 0.55 * reach * ripple], axis=2)
            return moves, np.zeros_like(moves)

        return stir

    def _fire(self) -> Stir:
        """Flames lick upwards."""
        where = moving_parts.fire(self._rgb)
        lick = self._waves(5, 0.05 * self._shape[1], 2.2, 0.9)
        reach = 0.010 * self._reach * where

        def stir(moment: float) -> tuple[Floats, Floats]:
            up = np.abs(lick(moment + 0.2)) * 1.2
            moves = np.stack([reach * lick(moment), reach * up], axis=2)
            return moves, moves

        return stir

    def _breathe(self) -> Stir:
        """Let the subject rise and widen a little, every three seconds."""
        height = _height_above_foot(self._alpha)
        columns = np.flatnonzero(self._alpha.max(axis=0) > 0.5)
        middle = self._x[0, columns].mean() if columns.size else self._x.mean()
        lift, widen = 0.007 * self._reach * height, 0.010 * (self._x - middle) * height

        def stir(moment: float) -> tuple[Floats, Floats]:
            breath = np.float32(0.5 - 0.5 * np.cos(6.28 * moment / 3.0))
            moves = breath * np.stack([-widen, lift], axis=2)
            return np.zeros_like(moves), moves

        return stir


def onset(moment: float) -> float:
    """Return how far things stir already: nothing at 0 s, all of it from ONSET on, smoothly."""
    part = min(moment / ONSET, 1.0)
    return part * part * (3 - 2 * part)


def _height_above_foot(alpha: Floats) -> Floats:
    """Return each row's height over the subject's lowest part, 0 to 1 at its top, (h, w)."""
    rows = np.flatnonzero(alpha.max(axis=1) > 0.5)
    top, foot = (rows[0], rows[-1]) if rows.size else (0, alpha.shape[0] - 1)
    height = (foot - np.arange(alpha.shape[0], dtype=np.float32)) / max(foot - top, 1)
    return np.broadcast_to(height.clip(0, 1)[:, None], alpha.shape).astype(np.float32)
