"""Taking a data set elsewhere: files, tar shards or parquet, streamed, bytes untouched."""

import importlib
import io
import itertools
import json
import re
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mediaext.client.media import read_media, sniff
from mediaext.datasets.items import Items
from mediaext.datasets.manifest import rows
from mediaext.errors import MediaError
from mediaext.results.base import SUFFIXES

if TYPE_CHECKING:
    from mediaext.datasets.samples import Samples

SHARD_BYTES = 500_000_000
KEPT = (
    "key", "parent", "root", "operation", "operations", "prompt", "seed", "label", "digest",
    "media_type", "service", "job_id", "index", "variant", "generated",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """One exported picture."""

    name: str
    content: bytes
    facts: dict[str, Any]

    @property
    def file_name(self) -> str:
        """Name with the suffix that fits the bytes."""
        return self.name + SUFFIXES.get(self.facts["media_type"], ".bin")

    @property
    def folder(self) -> str:
        """Name of the folder for the label, safe on every file system."""
        label = self.facts["label"]
        return re.sub(r"[^\w.-]+", "_", str(label)).strip(".") or "_" if label is not None else ""


def entries(data: "Samples", originals: bool) -> Iterator[Entry]:
    """Yield what is there, one at a time."""
    if originals and isinstance(data.pool.items, Items):
        for index in range(len(data)):
            yield _original(data.pool.items, index)
    done = set()
    for row in rows(data):
        if row["status"] == "made" and (row["key"], row["label"]) not in done:
            done.add((row["key"], row["label"]))
            facts = {"generated": True, **{k: row[k] for k in KEPT if k in row}}
            content = bytes(data.pool.content(row["index"], row["variant"]))
            yield Entry(row["key"][:24], content, facts)


def _original(items: Items, index: int) -> Entry:
    content = read_media(items.read(index), "image").content
    digest = items.digest(index).hex()
    facts = dict.fromkeys(KEPT)
    facts |= {"generated": False, "digest": digest, "root": digest, "index": index}
    facts |= {"label": items.label(index), "media_type": sniff(content)}
    return Entry(f"original-{index:08d}-{digest[:8]}", content, facts)


def _plain(facts: dict[str, Any]) -> dict[str, Any]:
    label = facts["label"]
    return {**facts, "label": label.item() if hasattr(label, "item") else label}


def _fresh(path: Path) -> Path:
    if path.exists() and (path.is_file() or any(path.iterdir())):
        raise MediaError(f"There is something at '{path}' already; choose another place.")
    path.mkdir(parents=True, exist_ok=True)
    return path


def write_folder(data: "Samples", path: Path, originals: bool) -> Path:
    """Write one folder for each label and ``metadata.jsonl``, as ImageFolder reads it."""
    _fresh(path)
    with open(path / "metadata.jsonl", "w", encoding="utf-8") as manifest:
        for entry in entries(data, originals):
            target = path / entry.folder / entry.file_name
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(entry.content)
            name = target.relative_to(path).as_posix()
            row = {"file_name": name, **_plain(entry.facts)}
            manifest.write(json.dumps(row, ensure_ascii=False) + "\n")
    return path


def write_webdataset(data: "Samples", path: Path, originals: bool) -> Path:
    """Write tar shards of ``name.jpg``, ``name.cls`` and ``name.json``."""
    _fresh(path)
    shard, tar = 0, None
    try:
        for entry in entries(data, originals):
            if tar is None or tar.offset > SHARD_BYTES:
                if tar is not None:
                    tar.close()
                tar = tarfile.open(path / f"shard-{shard:06d}.tar", "w")  # noqa: SIM115 # rolls over
                shard += 1
            facts = _plain(entry.facts)
            _member(tar, entry.file_name, entry.content)
            _member(tar, f"{entry.name}.cls", str(facts["label"]).encode())
            _member(tar, f"{entry.name}.json", json.dumps(facts, ensure_ascii=False).encode())
    finally:
        if tar is not None:
            tar.close()
    return path


def _member(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size = len(content)
    tar.addfile(info, io.BytesIO(content))


def write_parquet(data: "Samples", path: Path, originals: bool) -> Path:
    """Write one parquet file with an image column as Hugging Face stores it."""
    if path.exists():
        raise MediaError(f"There is something at '{path}' already; choose another place.")
    path.parent.mkdir(parents=True, exist_ok=True)
    _stream_parquet(entries(data, originals), path)
    return path


def write_hf(data: "Samples", path: Path, originals: bool) -> Path:
    """Write a folder that ``load_dataset(path)`` reads: ``data/train-….parquet``."""
    (_fresh(path) / "data").mkdir()
    _stream_parquet(entries(data, originals), path / "data" / "train-00000-of-00001.parquet")
    return path


def _stream_parquet(found: Iterator[Entry], path: Path) -> None:
    try:
        pa = importlib.import_module("pyarrow")
        pq = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise MediaError("Writing parquet needs pyarrow: pip install pyarrow.") from None
    first = next(found, None)
    if first is None:
        raise MediaError("There is nothing to export yet; fill() makes it.")
    schema = _schema(pa, _plain(first.facts)["label"])
    everything = itertools.chain([first], found)
    with pq.ParquetWriter(path, schema) as writer:
        while part := list(itertools.islice(everything, 128)):
            writer.write_table(pa.Table.from_pylist([_row(entry) for entry in part], schema))


def _row(entry: Entry) -> dict[str, Any]:
    image = {"bytes": entry.content, "path": entry.file_name}
    return {"image": image, **_plain(entry.facts)}


def _schema(pa: Any, label: Any) -> Any:
    """Return the columns, typed for Hugging Face too."""
    image = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    numbers = dict.fromkeys(("index", "variant", "seed"), "int64")
    kinds = {name: numbers.get(name, "string") for name in KEPT}
    kinds["generated"] = "bool"
    kinds["label"] = {bool: "bool", int: "int64", float: "float64"}.get(type(label), "string")
    features = {"image": {"_type": "Image"}}
    features |= {name: {"dtype": kind, "_type": "Value"} for name, kind in kinds.items()}
    arrow = {"int64": pa.int64(), "string": pa.string(), "bool": pa.bool_()}
    arrow["float64"] = pa.float64()
    fields = [("image", image), *((name, arrow[kind]) for name, kind in kinds.items())]
    about = json.dumps({"info": {"features": features}})
    return pa.schema(fields, metadata={"huggingface": about})


Writer = Callable[["Samples", Path, bool], Path]
WRITERS: dict[str, Writer] = {
    "folder": write_folder,
    "webdataset": write_webdataset,
    "hf": write_hf,
    "parquet": write_parquet,
}
