"""Exports of a dataset, written and read: files, tar shards or parquet, with unchanged bytes."""

import importlib
import io
import itertools
import json
import re
import tarfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from mediaext.datasets.items import Items
from mediaext.datasets.making.outcomes import BACKGROUND
from mediaext.datasets.reading.reader import SampleReader
from mediaext.datasets.reports.table import rows
from mediaext.datasets.store.results import ResultStore
from mediaext.errors import MediaError
from mediaext.media import read_media, sniff
from mediaext.protocol import digest
from mediaext.results.base import SUFFIXES

Format = Literal["folder", "webdataset", "hf", "parquet"]
SHARD_BYTES = 500_000_000
KEPT = (
    "key", "parent", "root", "operation", "operations", "prompt", "seed", "label", "digest",
    "media_type", "service", "job_id", "index", "variant", "generated",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ExportedPicture:
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


def entries(reader: SampleReader, originals: bool) -> Iterator[ExportedPicture]:
    """Yield what is there, one at a time."""
    if originals and isinstance(reader.pool.items, Items):
        for index in range(len(reader)):
            yield _original(reader.pool.items, index)
    done = set()
    for row in rows(reader):
        if (row["key"], row["label"]) not in done and _accepted(reader, row):
            done.add((row["key"], row["label"]))
            facts = {"generated": True, **{k: row[k] for k in KEPT if k in row}}
            content = bytes(reader.pool.content(row["index"], row["variant"]))
            yield ExportedPicture(row["key"][:24], content, facts)


def _accepted(reader: SampleReader, row: dict[str, Any]) -> bool:
    """Return whether a stored variant may be served; the gate validates it if it did not yet."""
    index, variant = row["index"], row["variant"]
    if row["status"] == "made" and reader.pool.state(index, variant) is False:
        return reader.request(index, variant, BACKGROUND).result() is None
    return bool(row["status"] == "made")


def _original(items: Items, index: int) -> ExportedPicture:
    content = read_media(items.read(index), "image").content
    digest = items.digest(index).hex()
    facts = dict.fromkeys(KEPT)
    facts |= {"generated": False, "digest": digest, "root": digest, "index": index}
    facts |= {"label": items.label(index), "media_type": sniff(content)}
    return ExportedPicture(f"original-{index:08d}-{digest[:8]}", content, facts)


def _plain(facts: Mapping[str, object]) -> dict[str, Any]:
    label = facts["label"]
    return {**facts, "label": label.item() if hasattr(label, "item") else label}


def _fresh(path: Path) -> Path:
    if path.exists() and (path.is_file() or any(path.iterdir())):
        raise MediaError(f"There is something at '{path}' already; choose another place.")
    path.mkdir(parents=True, exist_ok=True)
    return path


def write_folder(reader: SampleReader, path: Path, originals: bool) -> Path:
    """Write one folder for each label and ``metadata.jsonl``, as ImageFolder reads it."""
    _fresh(path)
    with open(path / "metadata.jsonl", "w", encoding="utf-8") as manifest:
        for entry in entries(reader, originals):
            target = path / entry.folder / entry.file_name
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(entry.content)
            name = target.relative_to(path).as_posix()
            row = {"file_name": name, **_plain(entry.facts)}
            manifest.write(json.dumps(row, ensure_ascii=False) + "\n")
    return path


def write_webdataset(reader: SampleReader, path: Path, originals: bool) -> Path:
    """Write tar shards of ``name.jpg``, ``name.cls`` and ``name.json``."""
    _fresh(path)
    shard, tar = 0, None
    try:
        for entry in entries(reader, originals):
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


def write_parquet(reader: SampleReader, path: Path, originals: bool) -> Path:
    """Write one parquet file with an image column as Hugging Face stores it."""
    if path.exists():
        raise MediaError(f"There is something at '{path}' already; choose another place.")
    path.parent.mkdir(parents=True, exist_ok=True)
    _stream_parquet(entries(reader, originals), path)
    return path


def write_hf(reader: SampleReader, path: Path, originals: bool) -> Path:
    """Write a folder that ``load_dataset(path)`` reads: ``data/train-….parquet``."""
    (_fresh(path) / "data").mkdir()
    _stream_parquet(entries(reader, originals), path / "data" / "train-00000-of-00001.parquet")
    return path


def _stream_parquet(found: Iterator[ExportedPicture], path: Path) -> None:
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


def _row(entry: ExportedPicture) -> dict[str, Any]:
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


Writer = Callable[[SampleReader, Path, bool], Path]
WRITERS: dict[str, Writer] = {
    "folder": write_folder,
    "webdataset": write_webdataset,
    "hf": write_hf,
    "parquet": write_parquet,
}


def import_export(path: Path, results: ResultStore) -> int:
    """Put every made picture of an export into the result store; return how many were new.

    A picture whose bytes changed since is refused, because its key would name something else.
    """
    count = 0
    for facts, content in _read(path):
        if not facts.get("generated"):
            continue
        key = bytes.fromhex(facts["key"])
        if digest(content) != facts["digest"]:
            raise MediaError(
                f"The exported picture {facts['key'][:12]} was changed since it was exported, so "
                "it cannot be taken in as what it was. Remove it from the export."
            )
        if key not in results:
            kept = {name: value for name, value in facts.items() if name not in _SHOWN}
            results.put(key, content, kept)
            count += 1
    return count


_SHOWN = frozenset({"key", "label", "generated", "file_name", "prompt", "operations"})


def _read(path: Path) -> Iterator[tuple[dict[str, Any], bytes]]:
    if (path / "metadata.jsonl").exists():
        return _read_folder(path)
    shards = sorted(path.glob("*.tar")) if path.is_dir() else []
    if shards:
        return _read_shards(shards)
    files = [path] if path.suffix == ".parquet" else sorted(path.glob("data/*.parquet"))
    if files:
        return _read_parquet(files)
    raise MediaError(
        f"'{path}' is not a dataset export: it has no metadata.jsonl, tar shards or parquet files."
    )


def _read_folder(path: Path) -> Iterator[tuple[dict[str, Any], bytes]]:
    root = path.resolve()
    with open(path / "metadata.jsonl", encoding="utf-8") as manifest:
        for line in manifest:
            facts = json.loads(line)
            file = (root / facts["file_name"]).resolve()
            if not file.is_relative_to(root):
                raise MediaError(f"The export names a file outside itself: {facts['file_name']}.")
            yield facts, file.read_bytes()


def _read_shards(shards: list[Path]) -> Iterator[tuple[dict[str, Any], bytes]]:
    for shard in shards:
        with tarfile.open(shard) as tar:
            content = b""
            for member in tar:
                file = tar.extractfile(member)
                body = file.read() if file else b""
                if member.name.endswith(".json"):
                    yield json.loads(body), content
                elif not member.name.endswith(".cls"):
                    content = body


def _read_parquet(files: list[Path]) -> Iterator[tuple[dict[str, Any], bytes]]:
    try:
        pq = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise MediaError("Reading parquet needs pyarrow: pip install pyarrow.") from None
    for file in files:
        for batch in pq.ParquetFile(file).iter_batches(64):
            for row in batch.to_pylist():
                image = row.pop("image")
                yield row, image["bytes"]
