"""Cutouts as annotations: outline and box of each photo's subject, in common formats.

A chain that ends in a cutout tells where the subject is: its alpha channel. The photos are
exported untouched, and beside them what the cutouts say.
"""

import io
import json
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt
import PIL.Image

from mediaext.datasets.geometry import encode_rle
from mediaext.datasets.items import Items
from mediaext.datasets.reading.reader import SampleReader
from mediaext.datasets.reports.planning import pairs
from mediaext.errors import InvalidRequest, MediaError
from mediaext.media import read_media, sniff
from mediaext.results.base import SUFFIXES

Annotations = Literal["coco", "yolo", "voc"]
OPAQUE = 128  # alpha from which a pixel belongs to the subject
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class CutSubject:
    """One photo and its subject.

    ``mask`` is bool (height, width) at the photo's own size; ``box`` x, y, width, height in
    pixels; ``score`` the mean opacity within the outline, 0 to 1: how sure the engine was.
    """

    name: str
    content: bytes
    label: str
    mask: Mask
    box: tuple[int, int, int, int]
    score: float


def subjects(reader: SampleReader, least: float) -> Iterator[CutSubject]:
    """Yield the photos whose subject is known with a score of at least ``least``."""
    pool, done = reader.pool, set[int]()
    if not isinstance(pool.items, Items):
        raise InvalidRequest("export: annotations need photos; this dataset is made from words.")
    for index, variant in pairs(reader, None):
        if index in done or pool.state(index, variant) is not True:
            continue
        image = read_media(pool.items.read(index), "image").content
        width, height = pool.items.size(index)
        found = outline(bytes(pool.content(index, variant)), (width, height))
        if found is None or found[2] < least:
            continue
        done.add(index)
        suffix = SUFFIXES.get(sniff(image) or "", ".bin")
        name = f"{index:08d}-{pool.items.digest(index).hex()[:8]}{suffix}"
        label = pool.items.class_name(index) or "subject"
        yield CutSubject(name, image, label, *found)


def outline(
    content: bytes, size: tuple[int, int]
) -> tuple[Mask, tuple[int, int, int, int], float] | None:
    """Return mask, box and score of a cutout, at ``size`` (width, height); ``None`` if empty."""
    with PIL.Image.open(io.BytesIO(content)) as image:
        if "A" not in image.getbands():
            raise InvalidRequest(
                "export: annotations come from cutouts; let the last step be RemoveBackground."
            )
        alpha = image.getchannel("A")
    if alpha.size != size:
        alpha = alpha.resize(size, PIL.Image.Resampling.BILINEAR)
    opacity = np.asarray(alpha)
    mask = opacity >= OPAQUE
    if not mask.any():
        return None
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    x, y = int(columns[0]), int(rows[0])
    box = (x, y, int(columns[-1]) + 1 - x, int(rows[-1]) + 1 - y)
    return mask, box, float(opacity[mask].mean() / 255)


def _photos(reader: SampleReader, path: Path, least: float) -> Iterator[CutSubject]:
    """Write each photo to ``images`` and yield it."""
    if path.exists() and any(path.iterdir()):
        raise MediaError(f"There is something at '{path}' already; choose another place.")
    (path / "images").mkdir(parents=True, exist_ok=True)
    for found in subjects(reader, least):
        (path / "images" / found.name).write_bytes(found.content)
        yield found


def write_coco(reader: SampleReader, path: Path, least: float) -> Path:
    """Write ``images/`` and ``annotations.json``, with masks as uncompressed run lengths."""
    images, annotations, labels = [], [], dict[str, int]()
    for number, found in enumerate(_photos(reader, path, least), 1):
        height, width = found.mask.shape
        images.append({"id": number, "file_name": found.name, "width": width, "height": height})
        annotations.append({
            "id": number, "image_id": number, "bbox": list(found.box), "score": found.score,
            "category_id": labels.setdefault(found.label, len(labels) + 1), "iscrowd": 0,
            "area": int(found.mask.sum()), "segmentation": encode_rle(found.mask),
        })  # fmt: skip
    categories = [{"id": number, "name": name} for name, number in labels.items()]
    whole = {"images": images, "annotations": annotations, "categories": categories}
    (path / "annotations.json").write_text(json.dumps(whole), encoding="utf-8")
    return path


def write_yolo(reader: SampleReader, path: Path, least: float) -> Path:
    """Write ``images/``, ``labels/`` with normalised centre boxes, and ``data.yaml``."""
    labels = dict[str, int]()
    for found in _photos(reader, path, least):
        height, width = found.mask.shape
        x, y, w, h = found.box
        numbers = ((x + w / 2) / width, (y + h / 2) / height, w / width, h / height)
        line = " ".join(f"{number:.6f}" for number in numbers)
        (path / "labels").mkdir(exist_ok=True)
        kind = labels.setdefault(found.label, len(labels))
        target = path / "labels" / f"{Path(found.name).stem}.txt"
        target.write_text(f"{kind} {line}\n", encoding="utf-8")
    names = "".join(f"  {number}: {json.dumps(name)}\n" for name, number in labels.items())
    text = f"path: .\ntrain: images\nval: images\nnames:\n{names}"
    (path / "data.yaml").write_text(text, encoding="utf-8")
    return path


def write_voc(reader: SampleReader, path: Path, least: float) -> Path:
    """Write ``images/`` and ``annotations/`` as Pascal VOC, whose pixels count from 1."""
    for found in _photos(reader, path, least):
        height, width = found.mask.shape
        x, y, w, h = found.box
        root = ET.Element("annotation")
        _text(root, folder="images", filename=found.name)
        _text(ET.SubElement(root, "size"), width=width, height=height, depth=3)
        thing = ET.SubElement(root, "object")
        _text(thing, name=found.label, difficult=0, truncated=0, score=f"{found.score:.4f}")
        _text(ET.SubElement(thing, "bndbox"), xmin=x + 1, ymin=y + 1, xmax=x + w, ymax=y + h)
        (path / "annotations").mkdir(exist_ok=True)
        target = path / "annotations" / f"{Path(found.name).stem}.xml"
        ET.ElementTree(root).write(target, encoding="utf-8")
    return path


def _text(parent: ET.Element, **children: object) -> None:
    for name, value in children.items():
        ET.SubElement(parent, name).text = str(value)


Annotator = Callable[[SampleReader, Path, float], Path]
ANNOTATORS: dict[str, Annotator] = {"coco": write_coco, "yolo": write_yolo, "voc": write_voc}
