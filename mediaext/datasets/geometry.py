"""Targets with coordinates: recognised, checked, and transformed with the pixels.

Every field of an item's target is recognised by what it is (a ``tv_tensor``, a PIL mask), by the
format that it follows (COCO annotations, Pascal VOC), by its name, or because the user declared
it; anything else that might name a place is refused.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import PurePath
from typing import Any, Literal, cast, get_args
from uuid import UUID

import numpy as np
import numpy.typing as npt
import PIL.Image

from mediaext.datasets.decoding import Placement
from mediaext.datasets.recipes import Step, recipes_of
from mediaext.errors import InvalidRequest

Floats = npt.NDArray[np.float64]
BOX_FORMATS = (
    "xyxy", "xywh", "cxcywh", "xyxy-normalised", "xywh-normalised", "cxcywh-normalised",
)  # fmt: skip


def to_corners(boxes: Floats, kind: str, size: tuple[int, int]) -> Floats:
    """Return boxes (N, 4) as x1, y1, x2, y2 in pixels; ``size`` is the picture's width, height."""
    kind, _, normalised = kind.partition("-")
    if normalised:
        boxes = boxes * np.array([*size, *size])
    first, second = boxes[:, :2], boxes[:, 2:]
    if kind == "xywh":
        second = first + second
    elif kind == "cxcywh":
        first, second = first - second / 2, first + second / 2
    return np.concatenate([first, second], axis=1)


def from_corners(boxes: Floats, kind: str, size: tuple[int, int]) -> Floats:
    """Undo :func:`to_corners` for a picture of ``size`` (width, height)."""
    kind, _, normalised = kind.partition("-")
    first, second = boxes[:, :2], boxes[:, 2:]
    if kind == "xywh":
        second = second - first
    elif kind == "cxcywh":
        first, second = (first + second) / 2, second - first
    found = np.concatenate([first, second], axis=1)
    return cast(Floats, found / np.array([*size, *size])) if normalised else found


def clip_polygon(points: Floats, frame: Floats) -> Floats:
    """Return the part of a polygon (N, 2) in the rectangle from 0 to ``frame`` (width, height).

    The algorithm of Sutherland and Hodgman (1974), one side of the frame after the other.
    """
    for axis in (0, 1):
        for bound, sign in ((0.0, 1.0), (float(frame[axis]), -1.0)):
            distance = (points[:, axis] - bound) * sign
            cut: list[Floats] = []
            for number in range(len(points)):
                here, before = distance[number], distance[number - 1]
                if (here >= 0) != (before >= 0):
                    share = before / (before - here)
                    cut.append(points[number - 1] + share * (points[number] - points[number - 1]))
                if here >= 0:
                    cut.append(points[number])
            points = np.array(cut).reshape(-1, 2)
    return points


def encode_rle(mask: npt.NDArray[Any]) -> dict[str, list[int]]:
    """Return a mask (height, width) as COCO's uncompressed run lengths, column by column."""
    flat = np.asarray(mask, bool).ravel(order="F")
    changes = np.flatnonzero(np.diff(flat, prepend=False)).tolist()
    edges = [0, *changes, flat.size]
    counts = np.diff(edges).tolist()
    return {"size": list(mask.shape), "counts": counts}


def decode_rle(rle: Mapping[str, Any]) -> npt.NDArray[np.uint8]:
    """Return COCO's uncompressed run lengths as a mask (height, width) of 0 and 1."""
    counts = np.asarray(rle["counts"])
    values = (np.arange(len(counts)) % 2).astype(np.uint8)
    height, width = rle["size"]
    return np.repeat(values, counts).reshape((height, width), order="F")


Kind = Literal[
    "xyxy", "xywh", "cxcywh", "xyxy-normalised", "xywh-normalised", "cxcywh-normalised",
    "mask", "keypoints", "plain",
]  # fmt: skip
Size = tuple[int, int]
"""Width and height in pixels."""

BOXES = frozenset({"box", "boxes", "bbox", "bboxes"})
MASKS = frozenset({"mask", "masks", "segmentation", "segmentation_mask", "semantic", "instance"})
POINTS = frozenset({"keypoints", "landmarks", "points"})
GONE = object()
WITHOUT_PLACE = (
    str, bytes, bool, int, float, np.generic, date, time, timedelta, Decimal, Enum, PurePath, UUID,
)  # fmt: skip
Kept = npt.NDArray[np.bool_]
PLAIN = frozenset(
    {"area", "label", "labels", "category", "categories", "category_id", "category_ids"}
    | {"class", "classes", "class_labels", "iscrowd", "image_id", "id", "ids", "difficult"}
    | {"truncated", "score", "scores", "attributes"}
)
SIDES = {"width": 0, "height": 1}
OF_PICTURE = re.compile(r"(?:image|img|picture)?_?(width|height)", re.IGNORECASE)
NUMBERS = re.compile(r"\s*[-+.\deE]*\d[-+.\deE]*(?:[\s,;]+[-+.\deE]*\d[-+.\deE]*){3,}\s*")
MARKUP = re.compile(r"\s*<.*<(?:bndbox|box|polygon|points)\b", re.DOTALL)
BOX_MODES: tuple[Kind, ...] = ("xyxy", "xywh", "xyxy-normalised", "xywh-normalised")
"""What Detectron2's ``bbox_mode`` says, from 0."""
PLANE = 8  # rows and columns from which numbers by a plain name may be a map of the picture
MASK_MODES = frozenset({"1", "L", "P", "I", "I;16"})
VOC_ORIGIN = np.array([1.0, 1.0, 0.0, 0.0])  # the first pixel is 1, the last one included
LEAST = 1.0  # served pixels that a box keeps on each side, as torchvision's SanitizeBoundingBoxes


def check_identity(steps: Sequence[Step], labels: Literal["class", "identity"]) -> None:
    """Refuse steps that replace who is in the picture when the labels say who it is."""
    for recipe in (recipe for step in steps for recipe in recipes_of(step)):
        if labels == "identity" and not recipe.operation.endpoint.keeps_identity:
            raise InvalidRequest(
                f"{recipe.operation.__name__} may change who is in the picture, and the labels "
                "say who it is. Use operations that keep the identity, or labels='class'."
            )


@dataclass(frozen=True, slots=True)
class Places:
    """How the targets of a dataset are read: what the user declared about their fields.

    ``declared`` names fields by path (``"objects.bbox"``, ``"1.boxes"`` for the second entry of a
    tuple, ``1`` for that entry itself) or by their last name (``"bbox"``).
    """

    declared: Mapping[str, Kind] = field(default_factory=dict)

    @classmethod
    def of(cls, declared: object) -> "Places":
        """Check what the user declared. Raises :class:`InvalidRequest`."""
        given = {} if declared is None else declared
        if not isinstance(given, Mapping):
            raise InvalidRequest("targets: a dict of fields, such as {'objects.bbox': 'xywh'}.")
        for name, kind in given.items():
            if kind not in get_args(Kind):
                raise InvalidRequest(
                    f"targets: '{name}' must be one of {', '.join(get_args(Kind))}, not '{kind}'."
                )
        return cls({str(name): kind for name, kind in given.items()})

    def check(self, rest: object, size: Size, steps: Sequence[Step], turned: bool = False) -> None:
        """Refuse a target that is not understood, or that a step would make wrong.

        ``turned``: whether the file says how it was held, so that it is shown turned.
        """
        found = _Walk(self.declared, Placement(1, 1, 0, 0, *size), size)
        found.whole(rest)
        if found.placed and turned:
            raise InvalidRequest(
                "its file says (EXIF orientation) that it is shown turned, and nothing says "
                "whether its boxes, masks or keypoints are turned too. Let the base open it: "
                "PIL.ImageOps.exif_transpose(PIL.Image.open(path)) if they fit what is shown, "
                "PIL.Image.open(path) if they fit what is stored."
            )
        for recipe in (recipe for step in steps for recipe in recipes_of(step)):
            if found.placed and recipe.operation.endpoint.geometry == "moved":
                raise InvalidRequest(
                    f"{recipe.operation.__name__} may move things, so the boxes, masks or "
                    "keypoints of these items would no longer fit. Use operations that keep the "
                    "geometry (background, cutout, upscale, faceswap, logo), or leave the places "
                    "out."
                )

    def lay(self, rest: object, size: Size, placement: Placement) -> object:
        """Return a target with its places laid where the served pixels are.

        Boxes are cut at the frame and removed, with the entries of the other fields that belong
        to them, where less than a pixel is left; masks are sampled to the nearest pixel and keep
        their dtype, mode and palette; keypoints outside the frame keep their coordinates, and
        their visibility, where they have one, becomes 0.
        """
        return _Walk(self.declared, placement, size).whole(rest)


class _Walk:
    """One pass over one target."""

    def __init__(self, declared: Mapping[str, Kind], laid: Placement, size: Size) -> None:
        self.declared, self.laid, self.size = declared, laid, size
        self.placed = self._lost = False
        self._scale = np.array([laid.scale_x, laid.scale_y])
        self._shift = np.array([laid.shift_x, laid.shift_y])
        self._frame = np.array([laid.width, laid.height], np.float64)

    def whole(self, rest: object) -> object:
        """Return everything that comes with a picture, laid."""
        if rest is None:
            return None
        found = self._walk(rest, ())
        return self._restated(found) if self.placed else found

    def _restated(self, value: object) -> object:
        """Bring the stated size of the picture up to date."""
        if isinstance(value, list | tuple) and any(isinstance(one, Mapping) for one in value):
            many = [self._restated(one) for one in value]
            return many if isinstance(value, list) else tuple(many)
        if not isinstance(value, Mapping):
            return value
        found = {name: self._restated(one) for name, one in value.items()}
        for name, one in found.items():
            known = OF_PICTURE.fullmatch(str(name))
            side = SIDES[known[1].lower()] if known else 0
            if known and isinstance(one, int | str) and str(one) == str(self.size[side]):
                found[name] = type(one)((self.laid.width, self.laid.height)[side])
        return found

    def _walk(self, value: object, path: tuple[str, ...]) -> object:
        """Return a field, laid."""
        kind = self.declared.get(".".join(path)) or (path and self.declared.get(path[-1]))
        if kind:
            return self._lay(value, kind, path)[0]
        if isinstance(value, Mapping):
            return self._mapping(value, path)
        if isinstance(value, list | tuple) and not (path and self._is_one(value, path)):
            return self._sequence(value, path)
        return self._one(value, path)[0]

    def _is_one(self, value: object, path: tuple[str, ...]) -> bool:
        """Return whether a list is one field of numbers, of whose entries none is declared."""
        within = ".".join((*path, ""))
        return _numeric(value) and not any(name.startswith(within) for name in self.declared)

    def _one(self, value: object, path: tuple[str, ...]) -> tuple[Any, Kept | None]:
        """Return a transformed leaf field, and which of its rows were kept."""
        name = path[-1] if path else ""
        declared = self.declared.get(".".join(path)) or self.declared.get(name)
        if declared:
            return self._lay(value, declared, path)
        tensor = _tv_kind(value)
        if tensor:
            return self._tv(value, tensor, path)
        if isinstance(value, PIL.Image.Image) and value.mode in MASK_MODES:
            return self._lay(value, "mask", path)
        where = ".".join(path) or "the target"
        if name in BOXES | MASKS | POINTS and _has_text(value):
            raise InvalidRequest(
                f"'{where}' is text, which cannot be moved with the picture. Let the base read "
                f"what it names, or say targets={{'{where}': 'plain'}}."
            )
        if _plain(value) or (name in PLAIN and not _is_plane(value)):
            self._refuse_texts(value, path)
            return value, None
        if name in MASKS:
            return self._lay(value, "mask", path)
        if name in POINTS:
            return self._lay(value, "keypoints", path)
        if name in BOXES:
            raise InvalidRequest(
                f"'{where}' has boxes, and nothing says in which format. Declare it: "
                f"targets={{'{where}': 'xyxy'}}, or one of {', '.join(BOX_FORMATS)}."
            )
        raise InvalidRequest(
            f"'{where}' is {_words(value)}, which may name places in the picture. Say what it is: "
            f"targets={{'{where}': 'plain'}} for what has no place, else one of "
            f"{', '.join(get_args(Kind)[:-1])}."
        )

    def _refuse_texts(self, value: object, path: tuple[str, ...]) -> None:
        """Refuse text and bytes that hold what would be refused, or laid, if they were read."""
        if isinstance(value, list | tuple):
            for one in value:
                self._refuse_texts(one, path)
        elif isinstance(value, str | bytes) and self._holds_places(value, path):
            where = ".".join(path) or "the target"
            raise InvalidRequest(
                f"'{where}' is {type(value).__name__} that may hold places in the picture. Let "
                f"the base read it, or say targets={{'{where}': 'plain'}}."
            )

    def _holds_places(self, value: str | bytes, path: tuple[str, ...]) -> bool:
        try:
            text = value if isinstance(value, str) else value.decode()
        except UnicodeDecodeError:  # an encoded mask, an array, a pickle
            return True
        if NUMBERS.fullmatch(text) or MARKUP.match(text):
            return True
        try:
            held = json.loads(text) if text.lstrip()[:1] in ("{", "[") else None
            inner = _Walk(self.declared, self.laid, self.size)
            inner._walk(held, path)
        except InvalidRequest:
            return True
        except ValueError:
            return False
        return inner.placed

    def _sequence(self, value: Sequence[object], path: tuple[str, ...]) -> object:
        if path and all(isinstance(one, Mapping) for one in value):
            return list(self._annotations(value, path))
        if path and (_plain(value) or path[-1] in PLAIN | MASKS):
            return self._one(value, path)[0]
        mixed = path and not any(hasattr(one, "shape") for one in value)
        if mixed and sum(_number(one) for one in value) > 1:
            raise InvalidRequest(
                f"'{'.'.join(path)}' has numbers among other things, which may name places in "
                f"the picture. Say targets={{'{'.'.join(path)}': 'plain'}} if they do not."
            )
        fields = {str(number): one for number, one in enumerate(value, 0 if path else 1)}
        found = self._siblings(fields, path).values()
        return list(found) if isinstance(value, list) else tuple(found)

    def _annotations(self, value: Sequence[object], path: tuple[str, ...]) -> Iterator[object]:
        """Yield the annotations of a list of which something is left in the frame."""
        for one in value:
            self._lost = False
            found = self._walk(one, path)
            if found is not GONE and not self._lost:
                yield found
        self._lost = False

    def _mapping(self, value: Mapping[str, object], path: tuple[str, ...]) -> object:
        if "bndbox" in value:
            return self._voc(value)
        if "bbox" in value and "category_id" in value and _numeric(value["bbox"], 1):
            return self._coco(value)
        return self._siblings(value, path)

    def _siblings(self, value: Mapping[str, object], path: tuple[str, ...]) -> dict[str, Any]:
        """Lay the fields of one mapping; where boxes go, their rows go in all of them."""
        self._refuse_scattered(value, path)
        found: dict[Any, Any] = {}
        kept: Kept | None = None
        flat: list[Any] = []
        for name, one in value.items():
            here = (*path, str(name))
            if isinstance(one, Mapping) or (
                isinstance(one, list | tuple) and not self._is_one(one, here)
            ):
                nested = isinstance(one, Mapping) or any(isinstance(o, Mapping) for o in one)
                found[name] = self._walk(one, here)
                flat += [] if nested else [name]
                continue
            found[name], rows = self._one(one, here)
            flat.append(name)
            kept = rows if rows is not None else kept
        area = found.get("area")
        if kept is not None and area is not None:
            factor = float(self._scale.prod())
            many = isinstance(area, list | tuple)
            found["area"] = [one * factor for one in area] if many else area * factor
        if kept is not None and not kept.all():
            for name in flat:
                found[name] = self._keep(found[name], kept, value[name])
        return found

    def _refuse_scattered(self, value: Mapping[str, object], path: tuple[str, ...]) -> None:
        """Refuse a place whose coordinates are fields of their own."""
        names = {str(name).lower(): str(name) for name in value if _number(value[name])}
        for first, second in _pairs(names):
            found = [names[first], names[second]]
            paths = [".".join((*path, name)) for name in found]
            known = [self.declared.get(one) for one in (*found, *paths)]
            if known.count("plain") < len(found):
                plain = ", ".join(f"'{one}': 'plain'" for one in paths)
                raise InvalidRequest(
                    f"'{paths[0]}' and '{paths[1]}' look like coordinates in fields of their own. "
                    "Let the base put them into one field, such as 'boxes' or 'keypoints', or say "
                    f"that they name no place: targets={{{plain}}}."
                )

    def _lay(self, value: Any, kind: Kind, path: tuple[str, ...]) -> tuple[Any, Kept | None]:
        if kind == "plain":
            return value, None
        self.placed = True
        where = ".".join(path) or "the target"
        if kind == "mask":
            return self._mask(value, where), None
        array = _array(value)
        if array is None:
            raise InvalidRequest(f"'{where}' is {_words(value)}, not numbers of {kind}.")
        if kind == "keypoints":
            return _like(self._points(array, where), value), None
        if array.size == 0:
            return value, None
        if array.shape[-1] != 4:
            raise InvalidRequest(f"'{where}' has the shape {array.shape}; boxes have 4 numbers.")
        corners = to_corners(array.reshape(-1, 4), kind, self.size)
        laid = self._boxes(corners)
        kept: Kept = np.asarray(((laid[:, 2:] - laid[:, :2]) >= LEAST).all(axis=1))
        out = from_corners(laid, kind, (self.laid.width, self.laid.height)).reshape(array.shape)
        if array.ndim == 1:
            self._lost = not kept.all()
        return _like(out, value), kept

    def _boxes(self, corners: Floats) -> Floats:
        laid = corners.reshape(-1, 2, 2) * self._scale + self._shift
        return cast(Floats, laid.clip(0, self._frame).reshape(-1, 4))

    def _points(self, array: Floats, where: str) -> Floats:
        if array.ndim < 2 or array.shape[-1] not in (2, 3):
            raise InvalidRequest(
                f"'{where}' has the shape {array.shape}; keypoints are (…, 2) as x, y, or (…, 3) "
                "with a visibility."
            )
        out = array.copy()
        out[..., :2] = array[..., :2] * self._scale + self._shift
        if array.shape[-1] == 3:
            inside = ((out[..., :2] >= 0) & (out[..., :2] < self._frame)).all(axis=-1)
            out[..., 2] = np.where(inside, array[..., 2], 0)
        return out

    def _mask(self, value: Any, where: str) -> Any:
        rows, columns = self._sampled()
        if isinstance(value, PIL.Image.Image):
            self._same_size(value.size, where)
            picture = _as_mode(np.asarray(value)[rows[:, None], columns], value.mode)
            if value.mode == "P" and (palette := value.getpalette()):
                picture.putpalette(palette)
            return picture
        if isinstance(value, list | tuple) and not _numeric(value):
            return type(value)(self._mask(one, where) for one in value)
        array = value if hasattr(value, "shape") else np.asarray(value)
        width, height = self.size
        if getattr(array, "is_sparse", False):
            raise InvalidRequest(f"'{where}' is a sparse mask; give it as .to_dense().")
        laid = array
        if array.ndim >= 2 and tuple(array.shape[-2:]) == (height, width):
            laid = array[..., rows[:, None], columns[None, :]]
        elif array.ndim == 3 and tuple(array.shape[:2]) == (height, width):
            laid = array[rows[:, None], columns[None, :]]
        elif 0 not in array.shape:
            self._same_size(tuple(array.shape[-2:][::-1]), where)
        return laid if hasattr(value, "shape") else laid.tolist()

    def _keep(self, found: Any, kept: Kept, before: Any) -> Any:
        """Return the rows of a field that belong to kept boxes, where it has one for each."""
        if isinstance(found, list | tuple):
            if len(found) != len(kept):
                return found
            return type(found)(one for one, stays in zip(found, kept, strict=True) if stays)
        shape = tuple(getattr(before, "shape", ()))
        if not shape or shape[0] != len(kept) or shape == self.size[::-1] or shape == (4,):
            return found
        rows = np.flatnonzero(kept)
        if _tv_kind(found):
            tv = sys.modules["torchvision.tv_tensors"]
            return tv.wrap(found.as_subclass(_tensor())[rows], like=found)
        return found[rows]

    def _same_size(self, size: tuple[int, ...], where: str) -> None:
        if tuple(size) != self.size:
            raise InvalidRequest(
                f"'{where}' is a mask of {'x'.join(map(str, size))} for a picture of "
                f"{self.size[0]}x{self.size[1]}; they must be of one size."
            )

    def _sampled(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return the row and the column of the base at the centre of each served pixel."""
        laid, (width, height) = self.laid, self.size
        rows = np.floor((np.arange(laid.height) + 0.5 - laid.shift_y) / laid.scale_y)
        columns = np.floor((np.arange(laid.width) + 0.5 - laid.shift_x) / laid.scale_x)
        return (
            rows.astype(np.int64).clip(0, height - 1),
            columns.astype(np.int64).clip(0, width - 1),
        )

    def _tv(self, value: Any, kind: str, path: tuple[str, ...]) -> tuple[Any, Kept | None]:
        """Transform a ``tv_tensor`` by its kind, and keep its type."""
        tv = sys.modules["torchvision.tv_tensors"]
        where = ".".join(path) or "the target"
        if kind == "Mask":
            laid, kept = self._lay(value.as_subclass(_tensor()), "mask", path)
            return tv.wrap(laid, like=value), kept
        if kind == "KeyPoints":
            laid, kept = self._lay(value.as_subclass(_tensor()), "keypoints", path)
        elif kind == "BoundingBoxes":
            name = str(value.format.value).lower()
            if name not in BOX_FORMATS:
                raise InvalidRequest(
                    f"'{where}' has boxes in the format {name.upper()}; rotated boxes cannot be "
                    "laid. Convert them to XYXY first."
                )
            canvas = (int(value.canvas_size[1]), int(value.canvas_size[0]))
            self._same_size(canvas, where)
            laid, kept = self._lay(value.as_subclass(_tensor()), cast(Kind, name), path)
        else:
            raise InvalidRequest(f"'{where}' is a {kind}, which is not moved with the picture.")
        canvas_size = (self.laid.height, self.laid.width)
        return tv.wrap(laid, like=value, canvas_size=canvas_size), kept

    def _coco(self, value: Mapping[str, Any]) -> object:
        """Lay one annotation as COCO defines it, or return ``GONE``."""
        self.placed = True
        out = dict(value)
        mode, box = int(value.get("bbox_mode", 1)), np.asarray(value["bbox"], np.float64)
        if box.shape != (4,) or not 0 <= mode < len(BOX_MODES):
            raise InvalidRequest(
                f"'bbox' has {box.size} numbers in mode {mode}; boxes have 4, not rotated."
            )
        corners = self._boxes(to_corners(box.reshape(1, 4), BOX_MODES[mode], self.size))
        if ((corners[:, 2:] - corners[:, :2]) < LEAST).any():
            return GONE
        now = self.laid.width, self.laid.height
        out["bbox"] = from_corners(corners, BOX_MODES[mode], now)[0].tolist()
        if "area" in value:
            out["area"] = float(value["area"]) * float(self._scale.prod())
        if value.get("keypoints"):
            points = np.asarray(value["keypoints"], np.float64).reshape(-1, 3)
            laid = np.where(points[:, 2:] > 0, self._points(points, "keypoints"), points)
            out["keypoints"] = laid.reshape(-1).tolist()
            if "num_keypoints" in value:
                out["num_keypoints"] = int((laid[:, 2] > 0).sum())
        shape = value.get("segmentation")
        if isinstance(shape, Mapping):
            if not isinstance(shape["counts"], list | tuple):
                raise InvalidRequest(
                    "'segmentation' is a compressed mask; give it decoded "
                    "(pycocotools.mask.decode) or as polygons."
                )
            out["segmentation"] = encode_rle(self._mask(decode_rle(shape), "segmentation"))
        elif shape:
            out["segmentation"] = list(self._polygons(shape))
        return out

    def _polygons(self, shapes: Sequence[Sequence[float]]) -> Iterator[list[float]]:
        for shape in shapes:
            points = np.asarray(shape, np.float64).reshape(-1, 2) * self._scale + self._shift
            cut = clip_polygon(points, self._frame)
            if len(cut) >= 3:
                yield cut.reshape(-1).tolist()

    def _voc(self, value: Mapping[str, Any]) -> object:
        """Lay one object of a Pascal VOC annotation, whose pixels count from 1, or ``GONE``."""
        self.placed = True
        names = ("xmin", "ymin", "xmax", "ymax")
        box = np.array([[float(value["bndbox"][name]) for name in names]])
        corners = self._boxes(box - VOC_ORIGIN)
        if ((corners[:, 2:] - corners[:, :2]) < LEAST).any():
            return GONE
        kind = type(value["bndbox"]["xmin"])
        laid = (corners + VOC_ORIGIN)[0].tolist()
        texts = [f"{one:g}" if kind is str else one for one in laid]
        out = {**value, "bndbox": {**value["bndbox"], **dict(zip(names, texts, strict=True))}}
        parts = value.get("part")
        if parts is not None:
            parts = parts if isinstance(parts, list) else [parts]
            out["part"] = [one for one in map(self._voc, parts) if one is not GONE]
        return out


def _plain(value: object) -> bool:
    """Return whether a value has no place: a number, a word, nothing, or a list of words."""
    if isinstance(value, list | tuple):
        return all(isinstance(one, str | bytes | bool | type(None)) for one in value)
    return value is None or isinstance(value, WITHOUT_PLACE) or getattr(value, "shape", None) == ()


def _pairs(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield names of two coordinates: ``x1`` and ``y1``, ``center_x`` and ``center_y``."""
    known = list(names)
    for name in known:
        others = (name[:n] + "y" + name[n + 1 :] for n, one in enumerate(name) if one == "x")
        yield from ((name, other) for other in others if other in known)
    if {"left", "top"} <= set(known):
        yield "left", "top"


def _number(value: object) -> bool:
    return isinstance(value, int | float | np.number) or getattr(value, "shape", None) == ()


def _has_text(value: object) -> bool:
    if isinstance(value, list | tuple):
        return any(map(_has_text, value))
    return isinstance(value, str | bytes | PurePath)


def _is_plane(value: Any) -> bool:
    """Return whether a value may be a map of the picture's pixels."""
    if isinstance(value, PIL.Image.Image):
        return True
    if isinstance(value, list | tuple):
        first = value[0] if len(value) >= PLANE else ()
        return isinstance(first, list | tuple) and len(first) >= PLANE
    return len(getattr(value, "shape", ())) >= 2 and min(value.shape[-2:]) >= PLANE


def _numeric(value: Any, depth: int = 0) -> bool:
    """Return whether a list holds numbers, maybe in lists; ``depth`` 1: numbers at once."""
    if hasattr(value, "shape"):
        return depth == 0 or value.ndim == 1
    if not isinstance(value, list | tuple) or not value:
        return False
    if depth == 1:
        return all(isinstance(one, int | float | np.number) for one in value)
    return all(isinstance(one, int | float | np.number) or _numeric(one) for one in value)


def _array(value: Any) -> Floats | None:
    if hasattr(value, "detach"):
        value = value.detach().cpu().numpy()
    try:
        return np.asarray(value, np.float64)
    except (TypeError, ValueError):
        return None


def _tensor() -> Any:
    import torch

    return torch.Tensor


def _like(array: Floats, value: Any) -> Any:
    """Return numbers as the type that the base has them in; whole numbers become floats."""
    if hasattr(value, "detach"):
        import torch

        kind = value.dtype if value.is_floating_point() else torch.float32
        return torch.as_tensor(array).to(kind)
    if isinstance(value, np.ndarray):
        return array.astype(value.dtype if value.dtype.kind == "f" else np.float32)
    return array.tolist()


def _tv_kind(value: object) -> str:
    """Return the class name of a ``tv_tensor``, or ``""``."""
    tv = sys.modules.get("torchvision.tv_tensors")
    base: type[object] | None = getattr(tv, "TVTensor", None)
    return type(value).__name__ if base is not None and isinstance(value, base) else ""


def _as_mode(pixels: npt.NDArray[Any], mode: str) -> PIL.Image.Image:
    picture = PIL.Image.fromarray(pixels)
    if mode == "P":
        return PIL.Image.frombytes("P", picture.size, picture.tobytes())
    return picture if picture.mode == mode else picture.convert(mode)


def _words(value: object) -> str:
    shape = getattr(value, "shape", None)
    if shape is not None:
        return f"an array of the shape {tuple(shape)}"
    if isinstance(value, PIL.Image.Image):
        return f"a picture of the mode {value.mode}"
    return f"a {type(value).__name__}"
