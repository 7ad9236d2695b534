"""Regions of a photo by name: subject, sky, hair, red things, left half."""

import re
from collections.abc import Callable
from functools import cached_property

import cv2
import numpy as np
from scipy import ndimage

from mediaext.engines.base import Context, invalid
from mediaext.engines.classical.arrays import Pixels
from mediaext.engines.classical.colour_names import COLOUR, read_colour
from mediaext.engines.classical.effects.kit import (
    Light,
    blur,
    grid,
    luma,
    resize,
    smoothstep,
    to_lab,
    to_light,
    unit,
)
from mediaext.engines.classical.faces import find_faces
from mediaext.engines.classical.masks import guided_filter, subject_alpha
from mediaext.engines.classical.person import Person, find_person
from mediaext.engines.classical.text_regions import text_mask

NAMES: dict[str, str] = {
    "background": r"background|backdrop|surroundings|behind|walls?",
    "face": r"faces?|people's faces|head",
    "eyes": r"eyes?|iris(?:es)?",
    "hair": r"hair(?:cut|style)?",
    "skin": r"skin(?: tone)?",
    "lips": r"lips?|lipstick|mouth",
    "upper": (
        r"(?:t-?)?shirt|jacket|coat|top|blouse|sweater|pullover|jumper|hoodie|blazer|cardigan"
        r"|vest|uniform|suit"
    ),
    "lower": r"trousers|pants|jeans|skirt|shorts|leggings",
    "clothing": r"clothes|clothing|outfit|dress|gown|garment|robe",
    "sky": r"sk(?:y|ies)|heavens",
    "greenery": (
        r"grass|lawn|leaves|leaf|trees?|foliage|plants?|greenery|forest|bush(?:es)?|hedge"
        r"|vegetation"
    ),
    "water": r"water|sea|ocean|lake|river|pool",
    "text": r"text|letters?|writing|words|lettering|caption",
    "shadows": r"shadows?|dark (?:parts|areas)",
    "highlights": r"highlights?|bright (?:parts|areas)",
    "left half": r"left(?:[- ]hand)?(?: half| side| part)?",
    "right half": r"right(?:[- ]hand)?(?: half| side| part)?",
    "top half": r"(?:top|upper) (?:half|part|side)",
    "bottom half": r"(?:bottom|lower) (?:half|part|side)|foreground|ground|floor",
    "centre": r"cent(?:re|er)|middle",
    "edges": r"edges|corners|borders?",
    "subject": (
        r"subject|person|people|man|woman|girl|boy|child|kid|lady|guy|figure|model|object|product"
        r"|item|thing|him|her|them|animal|cat|dog|bird|horse|car|vehicle|bike|bicycle|flower|cup"
        r"|mug|bottle|toy|building|house"
    ),
}
REGION = "|".join(f"(?:{words})" for words in NAMES.values())
PORTRAIT = 0.05  # of the picture are faces: what is pale and out of focus behind is no sky
SMALLEST = 0.0015  # of the picture: a region below this share was not found


class Regions:
    """Masks of one picture, found when first asked for; float32 (height, width), 0 to 1."""

    def __init__(
        self, rgb: Pixels, context: Context, alpha: Light | None = None, keep_text: bool = False
    ) -> None:
        self._keep_text = keep_text
        self._rgb = rgb
        self._context = context
        self._alpha = alpha if alpha is not None and float(alpha.min()) < 0.98 else None

    @property
    def pixels(self) -> Pixels:
        """The picture as uint8."""
        return self._rgb

    @cached_property
    def kept(self) -> Light:
        """What a new background spares: the subject and, unless switched off, lettering."""
        if not self._keep_text:
            return self.subject
        return np.maximum(self.subject, text_mask(self._rgb).astype(np.float32))

    def find(self, text: str) -> Light:
        """Return the mask of what ``text`` names; raise INPUT_INVALID when it is not there.

        A colour word narrows ("red car") or stands alone ("red"). An unknown noun means the
        subject, which is noted; where that is a person, whose parts have names, there is none.
        """
        words = text.lower().strip()
        named = re.search(rf"\b(?:{COLOUR})", words)
        rest = re.sub(rf"\b(?:{COLOUR})", " ", words).strip()
        rest = re.sub(
            r"^(?:the|her|his|their|my|its|your|all|every|of|ones?|things?|parts?)\b", "", rest
        )
        mask = self._by_name(rest.strip()) if rest.strip() else None
        if named:
            like = self.coloured(read_colour(named.group()))
            mask = like if mask is None else mask * like
        if mask is None:
            mask = self.subject
        if float(mask.mean()) < SMALLEST:
            raise invalid(
                f"There is no '{words}' to be found in the picture; name another part, such as "
                "the subject, the background, the sky, hair, a shirt or a colour that shows."
            )
        return mask

    def optional(self, name: str) -> Light | None:
        """Return a mask by name, or ``None`` when there is nothing of the kind."""
        mask = self._by_name(name)
        return mask if float(mask.mean()) >= 4 * SMALLEST else None

    def _by_name(self, noun: str) -> Light:
        for name, words in NAMES.items():
            if re.fullmatch(words, noun) or noun == name:
                return self._named(name)
        for name, words in NAMES.items():
            if name != "subject" and re.search(rf"\b(?:{words})$", noun):
                return self._named(name)
        if find_faces(self._rgb):
            return np.zeros(self._rgb.shape[:2], np.float32)
        self._context.note(f"The subject of the picture was taken for '{noun}'.")
        return self.subject

    def _named(self, name: str) -> Light:
        drawn: dict[str, Callable[[], Light]] = {
            "subject": lambda: self.subject,
            "background": lambda: 1 - self.subject,
            "sky": lambda: self.sky,
            "text": lambda: text_mask(self._rgb).astype(np.float32),
            "shadows": lambda: 1 - smoothstep(0.15, 0.45, blur(luma(self.light), 3)),
            "highlights": lambda: smoothstep(0.6, 0.9, blur(luma(self.light), 3)),
            "greenery": self._greenery,
            "water": self._water,
            "face": self.faces,
            "eyes": self._eyes,
            "lips": self._lips,
        }
        if name in drawn:
            return drawn[name]()
        if name in ("hair", "skin", "upper", "lower", "clothing"):
            return self._part(name)
        return self._place(name)

    @cached_property
    def light(self) -> Light:
        """The picture as float32."""
        return to_light(self._rgb)

    @cached_property
    def subject(self) -> Light:
        """Opacity of the subject; what is transparent already is background."""
        if self._alpha is not None:
            return self._alpha
        return subject_alpha(self._rgb, self._context)

    @cached_property
    def outline(self) -> Light:
        """Opacity of the subject without strands of hair, which takes less time."""
        if self._alpha is not None:
            return self._alpha
        return subject_alpha(self._rgb, self._context, matted=False)

    @cached_property
    def person(self) -> Person | None:
        """The largest person and its parts."""
        return find_person(self._rgb, self._context)

    def _part(self, name: str) -> Light:
        """Return a part of the person; without a person, clothes are the subject."""
        if self.person is None or (not self.person.seen and name in ("hair", "skin")):
            nothing = np.zeros(self._rgb.shape[:2], np.float32)
            return nothing if name in ("hair", "skin") else self.subject
        part: Light = getattr(self.person, name)
        return part

    def faces(self) -> Light:
        """Return where faces are, all zero where there is none."""
        plane = np.zeros(self._rgb.shape[:2], np.float32)
        for face in find_faces(self._rgb):
            left, top, width, height = face.box
            centre = round(left + width / 2), round(top + 0.45 * height)
            cv2.ellipse(
                plane, centre, (round(0.5 * width), round(0.66 * height)), 0, 0, 360, 1.0, -1
            )
        return blur(plane, 4 * unit(self.light))

    def _eyes(self) -> Light:
        """Mark irises: discs about the eye centres, without the white of the eye."""
        plane = np.zeros(self._rgb.shape[:2], np.float32)
        for face in find_faces(self._rgb):
            for x, y in face.eyes:
                centre = round(16 * x), round(16 * y)
                radius = round(16 * max(1.5, 0.045 * face.box[2]))
                cv2.circle(plane, centre, radius, 1.0, -1, cv2.LINE_AA, 4)
        white = smoothstep(0.55, 0.75, luma(self.light))
        return blur(plane, 0.7 * unit(self.light)) * (1 - white)

    def _lips(self) -> Light:
        """Mark the reddest part of the lower face."""
        plane = np.zeros(self._rgb.shape[:2], np.float32)
        for face in find_faces(self._rgb)[:1]:
            left, top, width, height = face.box
            rows = slice(top + round(0.66 * height), top + round(0.96 * height))
            columns = slice(left + round(0.26 * width), left + round(0.74 * width))
            lab = to_lab(np.ascontiguousarray(self.light[rows, columns]))
            redness = blur(lab[..., 1] - 0.5 * lab[..., 2], max(0.6, width / 120))
            low, high = np.percentile(redness, (70, 96))
            plane[rows, columns] = smoothstep(float(low), float(max(high, low + 1)), redness)
        return blur(plane, 0.8 * unit(self.light))

    @cached_property
    def sky(self) -> Light:
        """Smooth, light or blue area that reaches the upper edge.

        The border is where the colour first leaves that of the upper rows, column by column, in
        the spirit of Shen and Wang (2013), on superpixel-like flat areas.
        """
        factor = min(1.0, 400 / max(self._rgb.shape[:2]))
        size = [max(8, round(side * factor)) for side in self._rgb.shape[1::-1]]
        small = cv2.resize(self._rgb, size, interpolation=cv2.INTER_AREA)
        flat = to_light(cv2.pyrMeanShiftFiltering(small, 6, 14))
        lab = to_lab(flat)
        rough = blur(np.abs(luma(to_light(small)) - blur(luma(to_light(small)), 2)), 2)
        light = (lab[..., 0] > 62) & (np.abs(lab[..., 1:]).max(axis=2) < 26)
        glowing = (lab[..., 2] > 5) & (lab[..., 0] > 45) & (rough < 0.006)
        near = float(self.faces().mean()) > PORTRAIT
        darkest = 25 if near else 10  # at dusk a sky is dark, and so is a studio
        blue = (lab[..., 2] < -4) & (lab[..., 1] < 22) & (lab[..., 0] > darkest)
        likely = (blue if near else blue | light | glowing) & (rough < 0.02)
        likely = ndimage.binary_opening(likely, iterations=1)
        labels, _ = ndimage.label(likely)
        top = labels[: max(2, len(labels) // 40)]
        reach = np.bincount(top[top > 0], minlength=int(labels.max()) + 1)
        kept = np.flatnonzero(reach > 0.08 * top.size)
        mask = np.isin(labels, kept[kept > 0])
        if kept.size:
            mask &= ~(self._subject_small(size) > 0.8)
        mask = ndimage.binary_closing(mask, iterations=2, border_value=0) if mask.any() else mask
        return self._completed(self._refined(mask.astype(np.float32)))

    def _completed(self, sky: Light) -> Light:
        """Return a sky with what is near it and has its colour, up to leaves and roofs.

        Edges blur the flat area that a sky is found by, so that it ends before them.
        """
        reach = 14 * unit(self.light)
        near = cv2.dilate(sky, np.ones((2 * round(reach) + 1,) * 2, np.uint8))
        if not (core := (sky > 0.9).astype(np.float32)).any():
            return sky
        lab = to_lab(self.light)
        share = np.maximum(blur(core, reach), 1e-4)[..., None]
        around = blur(lab * core[..., None], reach) / share
        away = np.linalg.norm((lab - around) * np.array([0.7, 1, 1], np.float32), axis=2)
        like = (1 - smoothstep(6.0, 15.0, away)) * near * np.minimum(share[..., 0] * 50, 1)
        made: Light = np.maximum(sky, like).astype(np.float32)
        return made

    def _subject_small(self, size: list[int]) -> Light:
        if not find_faces(self._rgb):  # a sky is often the smoothest "subject": trust people only
            return np.zeros((size[1], size[0]), np.float32)
        return resize(self.outline, size[0], size[1])

    def _refined(self, mask: Light) -> Light:
        height, width = self._rgb.shape[:2]
        plane = resize(cv2.dilate(mask, np.ones((5, 5), np.uint8)), width, height)
        radius = max(3, round(max(height, width) / 90))
        soft = guided_filter(luma(self.light), plane, radius, 2e-4)
        return smoothstep(0.25, 0.75, soft)

    def _greenery(self) -> Light:
        lab = to_lab(blur(self.light, 1.5 * unit(self.light)))
        return smoothstep(3.0, 12.0, -lab[..., 1]) * smoothstep(0.0, 10.0, lab[..., 2] + 2)

    def _water(self) -> Light:
        lab = to_lab(blur(self.light, 2 * unit(self.light)))
        blue = smoothstep(0.0, 10.0, -lab[..., 2])
        return blue * (1 - self.sky) * smoothstep(0.2, 0.4, grid(*blue.shape)[0])

    def coloured(self, colour: Light) -> Light:
        """Mark what looks like a colour: near in hue, or in lightness where it has no hue."""
        lab = to_lab(blur(self.light, 1.2 * unit(self.light)))
        aim = to_lab(colour.reshape(1, 1, 3))[0, 0]
        chroma = np.hypot(lab[..., 1], lab[..., 2])
        if np.hypot(aim[1], aim[2]) < 10:
            near = 1 - smoothstep(18.0, 38.0, np.abs(lab[..., 0] - aim[0]))
            return near * (1 - smoothstep(12.0, 24.0, chroma))
        turn = np.arctan2(lab[..., 2], lab[..., 1]) - np.arctan2(aim[2], aim[1])
        gap = np.abs(np.degrees(np.arctan2(np.sin(turn), np.cos(turn))))
        near = 1 - smoothstep(22.0, 38.0, gap.astype(np.float32))
        near *= 1 - smoothstep(40.0, 62.0, np.abs(lab[..., 0] - aim[0]))
        return near * smoothstep(9.0, 20.0, chroma)

    def _place(self, name: str) -> Light:
        height, width = self._rgb.shape[:2]
        rows, columns = grid(height, width)
        across, down = (
            np.broadcast_to(columns, (height, width)),
            np.broadcast_to(rows, (height, width)),
        )
        radius = np.hypot(across - 0.5, down - 0.5)
        places = {
            "left half": 1 - smoothstep(0.48, 0.52, across),
            "right half": smoothstep(0.48, 0.52, across),
            "top half": 1 - smoothstep(0.48, 0.52, down),
            "bottom half": smoothstep(0.48, 0.52, down),
            "centre": 1 - smoothstep(0.2, 0.36, radius),
            "edges": smoothstep(0.3, 0.6, radius),
        }
        return places[name]
