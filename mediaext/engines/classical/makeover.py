"""Change a face: features, skin, age, hair, beard, lips, eyes and glasses."""

from dataclasses import dataclass

import cv2
import numpy as np

from mediaext.engines.classical.appearance import Looks
from mediaext.engines.classical.colour_names import read_colour
from mediaext.engines.classical.effects.kit import (
    Light,
    blur,
    clip,
    from_lab,
    luma,
    mix,
    noise,
    smoothstep,
    to_lab,
)
from mediaext.engines.classical.effects.tint import recoloured
from mediaext.engines.classical.landmarks import Landmarks
from mediaext.engines.classical.masks import guided_filter
from mediaext.engines.classical.person import Person
from mediaext.engines.classical.tone_correction import from_lab as pixels_from_lab

GRAY_HAIR = np.array([0.66, 0.65, 0.64], np.float32)
BEND = 0.05  # of the eye distance: how far features move, one standard deviation


@dataclass(frozen=True, slots=True)
class Sitter:
    """A person, where eyes and mouth are, and how the person is to look."""

    person: Person
    marks: Landmarks
    looks: Looks
    seed: int

    def made_over(self, rgb: Light, tone: float) -> Light:
        """Return the picture with the person changed; ``tone`` keeps new skin in the old light."""
        looks, person = self.looks, self.person
        rgb = self._bent(rgb)
        rgb = self._aged(rgb, looks.age)
        if looks.skin:
            rgb = self._skinned(rgb, read_colour(looks.skin), tone)
        if looks.bald:
            rgb = self._shaved(rgb)
        elif looks.hair:
            rgb = recoloured(rgb, person.hair, read_colour(looks.hair))
        elif looks.age > 0.5:
            rgb = recoloured(rgb, person.hair, GRAY_HAIR, 1.2 * looks.age - 0.3)
        return self.adorned(rgb)

    def adorned(self, rgb: Light) -> Light:
        """Return the picture with lips, eyes, beard and glasses as described, and nothing else."""
        looks = self.looks
        if looks.lips:
            rgb = recoloured(rgb, self.lips(rgb), read_colour(looks.lips), 0.75)
        if looks.eyes:
            rgb = recoloured(rgb, self.irises(rgb), read_colour(looks.eyes), 0.8)
        if looks.beard > 0:
            rgb = self._bearded(rgb, looks.beard)
        if looks.glasses:
            rgb = self._spectacled(rgb, looks.glasses)
        return clip(rgb)

    def along(self) -> tuple[Light, Light]:
        """Return planes of face coordinates, in eye distances from the middle of the eyes.

        x grows along the eyes, y towards the mouth.
        """
        points = self.marks.points
        middle, across = (points[0] + points[1]) / 2, points[1] - points[0]
        unit = across / max(self.marks.eye_distance, 1e-6)
        height, width = self.person.face.shape
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        x, y = x - middle[0], y - middle[1]
        distance = np.float32(max(self.marks.eye_distance, 1.0))
        return (x * unit[0] + y * unit[1]) / distance, (y * unit[0] - x * unit[1]) / distance

    @property
    def depth(self) -> float:
        """Distance from eyes to mouth, in eye distances."""
        points = self.marks.points
        return float(np.hypot(*(points[2] - (points[0] + points[1]) / 2))) / max(
            self.marks.eye_distance, 1e-6
        )

    def lips(self, rgb: Light) -> Light:
        """Mark the lips: the reddest part about the mouth."""
        x, y = self.along()
        zone = np.exp(-((x / 0.42) ** 4) - (((y - self.depth) / 0.24) ** 4))
        lab = to_lab(rgb)
        redness = blur(lab[..., 1] - 0.4 * lab[..., 2], 0.01 * self.marks.eye_distance)
        inside = zone > 0.4
        if not inside.any():
            return np.zeros_like(x)
        low, high = np.quantile(redness[inside], (0.5, 0.9))
        return smoothstep(float(low), float(max(high, low + 1)), redness) * zone

    def irises(self, rgb: Light) -> Light:
        """Mark the irises: dark discs about the eye centres."""
        x, y = self.along()
        plane = np.zeros_like(x)
        for side in (-0.5, 0.5):
            plane = np.maximum(plane, 1 - smoothstep(0.075, 0.105, np.hypot(x - side, y)))
        return plane * (1 - smoothstep(0.45, 0.65, luma(rgb)))

    def _bent(self, rgb: Light) -> Light:
        """Move eyes, nose, mouth and jaw a little by the seed, so that it is another face."""
        rng = np.random.default_rng([self.seed, 8])
        x, y = self.along()
        depth = self.depth
        places = (
            (-0.5, 0.0),
            (0.5, 0.0),
            (0.0, 0.6 * depth),
            (0.0, depth),
            (-0.8, depth),
            (0.8, depth),
            (0.0, 1.6 * depth),
        )
        moves = rng.normal(0, BEND, (len(places), 2))
        moves[1] = moves[0] * (-1, 1)  # eyes move apart or together, never askew
        moves[5] = moves[4] * (-1, 1)
        moves[[2, 3, 6], 0] *= 0.2
        dx, dy = np.zeros_like(x), np.zeros_like(x)
        for (px, py), (mx, my) in zip(places, moves, strict=True):
            near = np.exp(-((x - px) ** 2 + (y - py) ** 2) / (2 * 0.34**2)).astype(np.float32)
            dx += near * np.float32(mx)
            dy += near * np.float32(my)
        keep = blur(self.person.face, 0.12 * self.marks.eye_distance)
        keep = smoothstep(0.45, 0.95, keep) * np.float32(self.marks.eye_distance)
        height, width = x.shape
        rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
        bent: Light = cv2.remap(
            rgb,
            columns + dx * keep,
            rows + dy * keep,
            cv2.INTER_CUBIC,
            borderMode=cv2.BORDER_REFLECT,
        )
        return clip(bent)

    def _aged(self, rgb: Light, age: float) -> Light:
        """Deepen or smooth the lines of the face."""
        if age == 0:
            return rgb
        scale = self.marks.eye_distance
        light = luma(rgb)
        base = guided_filter(light, light, max(2, round(0.12 * scale)), 0.004)
        detail = light - base
        gain = 1.9 * age if age > 0 else 0.75 * age
        lined = rgb + (detail * np.float32(gain))[..., None]
        if age > 0:
            lined -= (self._wrinkles() * np.float32(0.13 * age))[..., None]
            lab = to_lab(clip(lined))
            lab[..., 1:] *= np.float32(1 - 0.14 * age)
            lined = from_lab(lab)
        x, y = self.along()
        features = np.zeros_like(x)
        for px, py, r in ((-0.5, 0.0, 0.2), (0.5, 0.0, 0.2), (0.0, self.depth, 0.3)):
            features = np.maximum(
                features, np.exp(-((x - px) ** 2 + (1.6 * (y - py)) ** 2) / (2 * (0.6 * r) ** 2))
            )
        skin = np.maximum(self.person.skin, self.person.face)
        return mix(rgb, clip(lined), skin * (1 - (0.75 if age < 0 else 0.5) * features))

    def _wrinkles(self) -> Light:
        """Draw the lines that age draws: brow, corners of the eyes, nose to mouth."""
        x, y = self.along()
        rng = np.random.default_rng([self.seed, 9])
        plane = np.zeros_like(x)
        for level in (-0.42, -0.53, -0.64):
            wave = 0.02 * np.sin(7 * x + rng.uniform(0, 6)) + 0.05 * x * x
            plane += np.exp(-(((y - level - wave) / 0.016) ** 2) - (x / 0.45) ** 4)
        for side in (-1, 1):
            for tilt in (-0.35, 0.0, 0.35):
                out = side * x - 0.72
                plane += np.exp(-(((y - tilt * out) / 0.013) ** 2) - ((out - 0.11) / 0.1) ** 4)
            fold = side * x - (0.26 + 0.32 * np.clip((y - 0.55 * self.depth) / self.depth, 0, 1))
            run = np.exp(-(((y - 0.85 * self.depth) / (0.33 * self.depth)) ** 4))
            plane += 1.2 * np.exp(-((fold / 0.03) ** 2)) * run
        soft = blur(plane.astype(np.float32), 0.012 * self.marks.eye_distance)
        return np.minimum(soft, 1.2)

    def _skinned(self, rgb: Light, target: Light, tone: float) -> Light:
        """Move the skin's colour; eyes, teeth and brows, which are far from it, stay."""
        skin = np.maximum(self.person.skin, self.person.face)
        lab = to_lab(rgb)
        inside = skin > 0.7
        if not inside.any():
            return rgb
        middle = np.median(lab[inside], axis=0)
        aim = to_lab(target.reshape(1, 1, 3))[0, 0]
        level = float(aim[0]) + 0.3 * tone * (float(middle[0]) - float(aim[0]))
        new = lab.copy()
        new[..., 0] = np.clip(lab[..., 0] * np.float32(level / max(float(middle[0]), 10)), 0, 100)
        depth = np.clip(new[..., 0] / max(level, 8), 0.4, 1.3)
        new[..., 1] = lab[..., 1] + (aim[1] - middle[1]) * depth
        new[..., 2] = lab[..., 2] + (aim[2] - middle[2]) * depth
        gap = np.hypot(lab[..., 1] - middle[1], lab[..., 2] - middle[2])
        like = 1 - 0.8 * smoothstep(16.0, 30.0, gap)
        bright = smoothstep(float(middle[0]) + 8, float(middle[0]) + 20, lab[..., 0])
        pale = 1 - smoothstep(7.0, 14.0, np.hypot(lab[..., 1], lab[..., 2]))
        x, y = self.along()
        eyes = np.exp(-(((np.abs(x) - 0.5) / 0.24) ** 4) - ((y / 0.13) ** 4))
        mouth = np.exp(-((x / 0.45) ** 4) - (((y - self.depth) / 0.22) ** 4))
        keep = like * (
            1 - 0.9 * np.maximum(bright * pale * mouth, eyes * np.maximum(pale, 1 - like))
        )
        return mix(rgb, from_lab(new), skin * keep)

    def _bearded(self, rgb: Light, density: float) -> Light:
        """Grow hair on jaw, chin and upper lip, in the colour of the hair."""
        x, y = self.along()
        depth = self.depth
        jaw = smoothstep(0.62 * depth, 0.95 * depth, y + 0.42 * np.abs(x))
        cheeks = 1 - np.exp(-((x / 0.62) ** 6)) * (1 - smoothstep(0.68 * depth, 0.8 * depth, y))
        mouth = np.exp(-((x / 0.42) ** 4) - (((y - depth) / 0.19) ** 4))
        nose = np.exp(-((x / 0.3) ** 4)) * (1 - smoothstep(0.68 * depth, 0.76 * depth, y))
        zone = jaw * cheeks * (1 - mouth) * (1 - nose) * (y < 2.1 * depth)
        zone = blur(zone.astype(np.float32), 0.04 * self.marks.eye_distance) * self.person.face
        rng = np.random.default_rng([self.seed, 10])
        cell = max(1.0, 0.014 * self.marks.eye_distance)
        strands = noise(rng, *self._size(), cell)
        strands = 0.4 * strands + 0.6 * cv2.blur(strands, (1, max(1, round(5 * cell))))
        colour = self._hair_colour(rgb)
        tufted = (0.72 + 0.5 * strands)[..., None] * colour
        shade = 0.55 + 0.45 * luma(rgb) / max(
            float(luma(rgb)[zone > 0.3].mean()) if (zone > 0.3).any() else 0.5, 0.05
        )
        cover = zone * np.float32(density) * smoothstep(0.0, 0.55, strands + 0.2)
        return mix(
            rgb,
            clip((tufted * shade[..., None]).astype(np.float32)),
            np.minimum(cover * 1.1, 0.94),
        )

    def _size(self) -> tuple[int, int]:
        return self.person.face.shape[0], self.person.face.shape[1]

    def _hair_colour(self, rgb: Light) -> Light:
        if self.looks.hair:
            return read_colour(self.looks.hair) * np.float32(0.8)
        if self.looks.age > 0.5:
            return GRAY_HAIR
        inside = self.person.hair > 0.7
        if inside.sum() < 50:
            return np.array([0.2, 0.15, 0.12], np.float32)
        median: Light = np.median(rgb[inside], axis=0).astype(np.float32)
        return median * np.float32(0.8)

    def _shaved(self, rgb: Light) -> Light:
        """Turn the hair over the skull to skin, rounded by light from above."""
        x, y = self.along()
        centre, tall, wide = -0.1, 1.2, 1.02
        radius = np.hypot(x / wide, (y - centre) / tall)
        skull = (1 - smoothstep(0.94, 1.0, radius)) * self.person.hair
        inside = self.person.face > 0.8
        lab = to_lab(rgb)
        middle = np.median(lab[inside], axis=0) if inside.any() else np.array([65.0, 15.0, 18.0])
        round_light = np.sqrt(np.clip(1 - radius**2, 0, 1))
        head = np.empty_like(lab)
        head[..., 0] = middle[0] * (0.72 + 0.36 * round_light)
        head[..., 1:] = middle[1:]
        skin = pixels_from_lab(head).astype(np.float32) / np.float32(255)
        return mix(rgb, skin, blur(skull.astype(np.float32), 0.03 * self.marks.eye_distance))

    def _spectacled(self, rgb: Light, kind: str) -> Light:
        """Draw glasses that sit on the eyes."""
        x, y = self.along()
        frame, glass = np.zeros_like(x), np.zeros_like(x)
        line = 0.035
        for side in (-0.5, 0.5):
            power = 3.2
            radius = ((np.abs(x - side) / 0.37) ** power + (np.abs(y - 0.04) / 0.28) ** power) ** (
                1 / power
            )
            frame = np.maximum(
                frame, 1 - smoothstep(line * 1.6, line * 2.6, np.abs(radius - 1) * 0.8)
            )
            glass = np.maximum(glass, 1 - smoothstep(0.96, 1.0, radius))
        bridge = (1 - smoothstep(line * 0.7, line * 1.2, np.abs(y + 0.06 - 0.25 * x * x))) * (
            np.abs(x) < 0.15
        )
        arms = (
            (1 - smoothstep(line * 0.6, line * 1.1, np.abs(y + 0.04)))
            * (np.abs(x) > 0.86)
            * (np.abs(x) < 1.25)
        )
        frame = np.maximum(np.maximum(frame, bridge), arms).astype(np.float32)
        dark = np.array([0.07, 0.06, 0.06], np.float32)
        tint = 0.82 if kind == "dark" else 0.06
        shown = mix(rgb, np.broadcast_to(dark, rgb.shape), glass * np.float32(tint))
        gleam = glass * np.exp(-((((x + y) % 1.0 - 0.4) / 0.1) ** 2)) * np.float32(0.1)
        shown = clip(shown + gleam[..., None])
        shadow = blur(frame, 0.05 * self.marks.eye_distance) * np.float32(0.25)
        shown = shown * (1 - np.roll(shadow, round(0.05 * self.marks.eye_distance), 0))[..., None]
        return mix(shown, np.broadcast_to(dark, rgb.shape), frame)
