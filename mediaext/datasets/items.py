"""The items of the base dataset, identified by their content."""

import contextlib
import hashlib
import os
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import PIL.Image

from mediaext.datasets.decoding import UPRIGHT, natural_size, orientation
from mediaext.datasets.geometry import Size
from mediaext.errors import InvalidRequest
from mediaext.media import read_media

SETTLED = 2.0  # seconds after a change of a file in which another one could go unnoticed
IMAGE_NAMES = (
    "image", "img", "pixel_values", "picture", "photo", "jpg", "jpeg", "png", "webp",
    "image_path", "path", "file", "file_name", "filename", "filepath",
)  # fmt: skip
LABEL_NAMES = ("label", "labels", "cls", "class", "target", "category")
RECENT = 64  # larger targets kept for the batches under way
_ABSENT = object()


def content_digest(value: Any) -> bytes:
    """Return the SHA-256 of an image's content: bytes of a file, or size, mode and pixels."""
    if isinstance(value, str | os.PathLike):
        return hashlib.sha256(_file(value)).digest()
    content = value if isinstance(value, bytes) else getattr(value, "content", None)
    if isinstance(content, bytes):
        return hashlib.sha256(content).digest()
    if hasattr(value, "tobytes") and hasattr(value, "mode"):  # PIL
        head = f"pixels {value.mode} {value.size}"
        return hashlib.sha256(head.encode() + value.tobytes()).digest()
    array = np.ascontiguousarray(value.detach().cpu() if hasattr(value, "detach") else value)
    layout = "chw" if hasattr(value, "detach") else "hwc"
    head = f"array {layout} {array.dtype.str} {array.shape}"
    return hashlib.sha256(head.encode() + array.tobytes()).digest()


def _file(path: str | os.PathLike[str]) -> bytes:
    try:
        return Path(path).expanduser().read_bytes()
    except OSError as error:
        raise InvalidRequest(
            f"The dataset names the file '{os.fspath(path)}', which cannot be read "
            f"({error.strerror})."
        ) from None


class Items:
    """A map-style dataset seen as (image, the rest); ``base[index]`` is all that is read.

    Items may be an image alone, a tuple or list that starts with one, or a dict with an image
    column; a pandas frame is read as dicts. Digests, sizes and small targets are remembered;
    others (masks, boxes) are read again when they are needed, so memory does not grow with them.
    ``check`` is called with index, rest and size of each item that is read first, and whether its
    file says that it is shown turned.
    """

    def __init__(
        self,
        base: Any,
        labels: Sequence[object] | None = None,
        check: Callable[[int, object, Size, bool], None] | None = None,
    ) -> None:
        if hasattr(base, "iloc") and hasattr(base, "columns"):
            base = _FrameRows(base)
        if not hasattr(base, "__getitem__") or not hasattr(base, "__len__"):
            raise InvalidRequest(
                "Augmented needs a map-style dataset: something with len() and [index]. "
                "For one that can only be iterated over use Streamed."
            )
        self.base = base
        self.count = len(base)
        if labels is not None and len(labels) != self.count:
            raise InvalidRequest(f"There are {len(labels)} labels for {self.count} items.")
        self.labels = labels
        self.classes = _class_names(base)
        self._check = check if labels is None else None  # else the targets are not served
        self._digests = np.zeros((self.count, 32), np.uint8)
        self._known = np.zeros(self.count, bool)
        self._sizes = np.zeros((self.count, 2), np.int32)
        self._numbers = np.zeros(self.count, np.int64)
        self._numbered = np.zeros(self.count, bool)
        self._small: dict[int, Any] = {}
        self._recent: OrderedDict[int, Any] = OrderedDict()
        self._memory: DigestMemory | None = None

    def __len__(self) -> int:
        return self.count

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_recent": OrderedDict()}

    def read(self, index: int) -> Any:
        """Return the image of an item as the base gives it; remember digest, size and target."""
        image, rest = self._split(self.base[index])
        self._remember(index, rest)
        fresh = not self._known[index]
        try:
            if not self._sizes[index, 0]:
                size, turned = _size_of(image)
                if self._check is not None:
                    self._check(index, rest, size, turned)
                self._sizes[index] = size
            if fresh:
                self._digests[index] = np.frombuffer(content_digest(image), np.uint8)
                self._known[index] = True
        except InvalidRequest as error:
            raise InvalidRequest(f"Item {index}: {error}") from None
        if fresh and self._memory is not None and (stamp := _stamp(_file_of(self.base, index))):
            self._memory.digests[stamp] = self._digests[index].tobytes()
        return image

    def _remember(self, index: int, rest: object) -> None:
        if isinstance(rest, tuple) and len(rest) == 1 and type(rest[0]) is int:
            self._numbers[index], self._numbered[index] = rest[0], True
        elif _is_small(rest):
            self._small[index] = rest
        else:
            self._recent[index] = rest
            while len(self._recent) > RECENT:
                self._recent.popitem(last=False)

    def _split(self, item: object) -> tuple[Any, Any]:
        rest: Any
        if isinstance(item, Mapping):
            name = image_name(item)
            image, rest = item[name], {**item, name: None}
        elif isinstance(item, tuple | list) and not hasattr(item, "mode"):
            image, rest = item[0], tuple(item[1:])
        else:
            image, rest = item, None
        if isinstance(image, Mapping) and "bytes" in image:  # Hugging Face's Image(decode=False)
            image = image["bytes"] or image["path"]
        return image, rest

    def digest(self, index: int) -> bytes:
        """Return the content digest of an item, uint8 of 32 bytes."""
        if not self._known[index]:
            stamp = _stamp(_file_of(self.base, index)) if self._memory is not None else None
            found = self._memory.digests.get(stamp) if self._memory and stamp else None
            if found is None:
                self.read(index)
                return bytes(self._digests[index])
            self._digests[index], self._known[index] = np.frombuffer(found, np.uint8), True
        return bytes(self._digests[index])

    def size(self, index: int) -> Size:
        """Return width and height in pixels of an item's picture, upright."""
        if not self._sizes[index, 0]:
            self.read(index)
        return int(self._sizes[index, 0]), int(self._sizes[index, 1])

    def check(self, index: int) -> None:
        """Raise :class:`InvalidRequest` for an item whose target cannot be served rightly."""
        if self._check is not None and not self._sizes[index, 0]:
            self.read(index)

    def remember(self, path: Path) -> None:
        """Keep the digests of files in the file ``path``, from run to run.

        A file whose path, size and time of change are what they were is not read again for its
        digest; other items are read once in each run.
        """
        self._memory = DigestMemory(path)

    def save(self) -> None:
        """Write what :meth:`remember` asked to keep."""
        if self._memory is not None:
            self._memory.save()

    def rest(self, index: int) -> Any:
        """Return what comes with the image: a tuple, a dict, or ``None`` for images alone.

        Labels given to the dataset take the place of what the base has.
        """
        if self.labels is not None:
            return (self.labels[index],)
        for _ in range(2):
            if self._numbered[index]:
                return (int(self._numbers[index]),)
            for known in (self._small, self._recent):
                if (found := known.get(index, _ABSENT)) is not _ABSENT:
                    return found
            _, rest = self._split(self.base[index])
            self._remember(index, rest)
        return rest

    def numbers(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64] | None:
        """Return the labels of items whose target is one whole number; ``None`` for others."""
        if self.labels is None and bool(self._numbered[rows].all()):
            return self._numbers[rows]
        return None

    def label(self, index: int) -> Any:
        """Return the label of an item, or ``None``."""
        rest = self.rest(index)
        if isinstance(rest, Mapping):
            return next((rest[name] for name in LABEL_NAMES if name in rest), None)
        return rest[0] if rest and _is_small(rest[0]) else None

    def class_name(self, index: int) -> str:
        """Return the label of an item in words: the name of its class if the base has one."""
        return _in_words(self.label(index), self.classes)


class _FrameRows:
    """A pandas frame as a dataset of dicts."""

    def __init__(self, frame: Any) -> None:
        self.frame = frame

    def __len__(self) -> int:
        return len(self.frame)

    def __getitem__(self, index: int) -> dict[str, Any]:
        row = self.frame.iloc[index].to_dict()
        return {n: v.item() if isinstance(v, np.generic) else v for n, v in row.items()}


def image_name(item: Mapping[str, Any]) -> str:
    """Return the name of the image column of a dict. Raises :class:`InvalidRequest`."""
    name = next((name for name in IMAGE_NAMES if name in item), None)
    if name is None:
        raise InvalidRequest(
            f"An item has no image; it has {', '.join(map(str, item))}. "
            f"Name the column one of {', '.join(IMAGE_NAMES)}."
        )
    return name


def _class_names(base: Any) -> Sequence[str]:
    """Return the names of the classes: of torchvision's ``classes``, or of Hugging Face's."""
    found = getattr(base, "classes", None)
    features = getattr(base, "features", None)
    if isinstance(features, Mapping):
        found = next((getattr(features.get(n), "names", None) for n in LABEL_NAMES), None)
    return found if isinstance(found, list | tuple) else ()


def _in_words(label: Any, classes: Sequence[str]) -> str:
    label = label.item() if hasattr(label, "item") else label
    if isinstance(label, int) and 0 <= label < len(classes):
        return str(classes[label])
    return "" if label is None else str(label)


def _is_small(value: object) -> bool:
    """Return whether a target costs next to nothing to keep."""
    if isinstance(value, Mapping):
        return len(value) <= 32 and all(map(_is_small, value.values()))
    if isinstance(value, tuple):
        return len(value) <= 32 and all(map(_is_small, value))
    if isinstance(value, str | bytes):
        return len(value) <= 200
    return value is None or isinstance(value, bool | int | float | np.generic)


def _size_of(image: Any) -> tuple[Size, bool]:
    """Return the size in which an image is served, and whether its file is turned for that."""
    if isinstance(image, PIL.Image.Image):
        return image.size, False
    known = isinstance(image, str | bytes | os.PathLike)
    if not known and not hasattr(image, "shape") and not hasattr(image, "content"):
        raise InvalidRequest(
            f"there is {image!r:.60} in the place of the image. An item is an image, a tuple that "
            "starts with one, or a dict with a column such as 'image'; an image is a PIL image, a "
            "path, bytes, an array or a tensor."
        )
    content = read_media(image, "image").content
    return natural_size(content), orientation(content) != UPRIGHT


class DigestMemory:
    """Digests of files, by a stamp of their path, size and time of change; kept in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.digests: dict[bytes, bytes] = {}
        self._saved = 0
        with contextlib.suppress(OSError):
            content = path.read_bytes()
            body, checksum = content[:-4], content[-4:]
            if zlib.crc32(body).to_bytes(4, "little") == checksum:
                rows = (body[start : start + 64] for start in range(0, len(body), 64))
                self.digests = {row[:32]: row[32:] for row in rows}
                self._saved = len(self.digests)

    def save(self) -> None:
        """Write the file, where there is room; it can be made again."""
        if len(self.digests) == self._saved:
            return
        body = b"".join(stamp + found for stamp, found in self.digests.items())
        scratch = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(exist_ok=True)
            scratch.write_bytes(body + zlib.crc32(body).to_bytes(4, "little"))
            os.replace(scratch, self.path)
            self._saved = len(self.digests)


def _file_of(base: Sequence[object], index: int) -> Path | None:
    """Return the file of an item, if the base names it without reading it."""
    found = getattr(base, "samples", None) or getattr(base, "imgs", None)
    if found is None and isinstance(base, list | tuple):
        found = base
    if not isinstance(found, Sequence) or len(found) != len(base):
        return None
    one = found[index]
    one = one[0] if isinstance(one, tuple | list) and one else one
    return Path(one).expanduser() if isinstance(one, str | os.PathLike) else None


def _stamp(file: Path | None) -> bytes | None:
    """Return what changes when a file does; ``None`` while it is too new to tell."""
    try:
        found = None if file is None else file.stat()
    except OSError:
        return None
    if found is None or time.time() - found.st_mtime < SETTLED:
        return None
    text = f"{os.path.abspath(file or '')} {found.st_size} {found.st_mtime_ns}"
    return hashlib.sha256(text.encode()).digest()


def join(image: Any, rest: Any) -> Any:
    """Put an image back in the place that it had in its item."""
    if rest is None:
        return image
    if isinstance(rest, Mapping):
        return {**rest, image_name(rest): image}
    return (image, *rest)


class Prompts:
    """What stands for the base where there is none: ``each`` items for every chain."""

    def __init__(self, names: Sequence[str], labels: Sequence[object] | None, each: int) -> None:
        if labels is not None and len(labels) != len(names):
            raise InvalidRequest(f"There are {len(labels)} labels for {len(names)} operations.")
        if each < 1:
            raise InvalidRequest(f"each: at least 1, not {each}.")
        self.names = names
        self.each = each
        self.labels = labels
        whole = labels is not None and all(type(label) is int for label in labels)
        self._numbers = np.array(labels, np.int64) if whole else None

    def __len__(self) -> int:
        return len(self.names) * self.each

    def read(self, index: int) -> None:
        """There is no picture to work on."""

    def save(self) -> None:
        """There is nothing to keep."""

    def digest(self, index: int) -> bytes:
        """Return what names an item: what is asked for, and its number among equals."""
        text = f"{self.names[index // self.each]} {index % self.each}"
        return hashlib.sha256(text.encode()).digest()

    def check(self, index: int) -> None:
        """There is no target that could be wrong."""

    def numbers(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64] | None:
        """Return the labels of items where all are whole numbers; ``None`` for others."""
        return None if self._numbers is None else self._numbers[rows // self.each]

    def class_name(self, index: int) -> str:
        """Return the label of an item in words."""
        return _in_words(self.label(index), ())

    def rest(self, index: int) -> Any:
        """Return the label in a tuple, or ``None``."""
        return None if self.labels is None else (self.label(index),)

    def label(self, index: int) -> Any:
        """Return the label of an item, or ``None``."""
        return None if self.labels is None else self.labels[index // self.each]
