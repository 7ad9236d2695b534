"""Taking an export back in: its bytes fill the truth under the keys that they had."""

import importlib
import json
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mediaext.datasets.truth import Truth
from mediaext.errors import MediaError
from mediaext.protocol import digest


def take_in(path: Path, truth: Truth) -> int:
    """Put every made picture of an export into the truth; return how many were new.

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
        if key not in truth:
            kept = {name: value for name, value in facts.items() if name not in _SHOWN}
            truth.put(key, content, kept)
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
    raise MediaError(f"'{path}' is no export of a data set: no metadata, shards or parquet.")


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
