"""What the command line prints and writes for the values that lines give."""

import json
import os
from datetime import datetime
from pathlib import Path
from typing import Any

from mediaext.errors import MediaError
from mediaext.grammar.sheets import Sheet
from mediaext.results import Result

TIMES = ("_at", "created", "revoked")  # ends of the names of columns that hold moments
COLUMNS = {
    "jobs": ["job_id", "operation", "status", "prompt", "seed", "submitted_at", "duration"],
    "profiles": ["profile_id", "name", "description", "created_at"],
}


def show(value: Any, output: str | None, *, as_json: bool) -> None:
    """Print a value, or write a result to its file and say where."""
    if isinstance(value, int) or value is None:
        return
    if isinstance(value, Result):
        path = write(value, output)
        print(_json(facts(value, path)) if as_json else path)
    elif isinstance(value, Sheet):
        target = Path(output or "grid.png")
        value.save(target)
        print(_json({"path": str(target), "cells": value.labels}) if as_json else target)
    elif hasattr(value, "to_csv") and output:
        _save_table(value, Path(output))
        print(output)
    elif hasattr(value, "to_json"):
        print(value.to_json(orient="records", date_format="iso") if as_json else table(value))
    elif hasattr(value, "model_dump_json"):
        print(value.model_dump_json(indent=2, exclude_none=True))
    elif isinstance(value, list) and not as_json:
        print(rows(value))
    else:
        print(_json(value) if as_json else value)


def write(result: Result, output: str | None) -> Path:
    """Write the result's files; return the path of the main one.

    Another suffix than the bytes' own encodes a picture anew, which drops its provenance.
    """
    job = result.job
    path = Path(output or (f"{job.operation}-{job.job_id[:8]}" if job else "result"))
    if path.is_dir():
        raise MediaError(f"'{path}' is a folder; give a file, such as -o {path / 'result'}.")
    path = path if path.suffix else path.with_suffix(result.suffix)
    path.parent.mkdir(parents=True, exist_ok=True)
    save: Any = getattr(result, "save", result.save_bytes)
    save(path)
    for role, file in result.others.items():
        other = Result(file.content, file.media_type)
        other.save_bytes(path.with_name(f"{path.stem}-{role}{other.suffix}"))
    return path


def _save_table(frame: Any, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".json":
        frame.to_json(path, orient="records", date_format="iso")
    else:
        frame.to_csv(path, index=False)


def facts(result: Result, path: Path) -> dict[str, Any]:
    """Return what a program wants to know of a result."""
    record = result.job.model_dump(mode="json") if result.job else {}
    return {"path": os.fspath(path), "media_type": result.media_type, **record}


def table(frame: Any) -> str:
    """Return a table for a terminal: the columns that people read, one line a row."""
    if frame.empty:
        return "Nothing on record."
    wanted = COLUMNS["jobs" if "job_id" in frame else "profiles"]
    shown = frame[wanted].copy()
    for name in ("submitted_at", "created_at"):
        if name in shown:
            shown[name] = shown[name].dt.strftime("%Y-%m-%d %H:%M")
    if "duration" in shown:
        shown["duration"] = shown["duration"].dt.total_seconds().round(1)
    text: str = shown.to_string(index=False, max_colwidth=40, na_rep="")
    return text


def rows(items: list[Any]) -> str:
    """Return a list as a table with a head, or one line each."""
    if not items:
        return "Nothing on record."
    if not isinstance(items[0], dict):
        return "\n".join(map(str, items))
    names = list(items[0])
    cells = [names, *([_cell(name, item[name]) for name in names] for item in items)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(names))]
    lines = ("  ".join(f"{c:<{w}}" for c, w in zip(row, widths, strict=True)) for row in cells)
    return "\n".join(line.rstrip() for line in lines)


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and name.endswith(TIMES):
        return datetime.fromtimestamp(value).astimezone().strftime("%Y-%m-%d %H:%M")
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def _json(value: Any) -> str:
    return json.dumps(value, default=_plain, ensure_ascii=False)


def _plain(value: Any) -> Any:
    """Return something that JSON knows for what it does not."""
    record = getattr(value, "record", None)
    if record is not None:
        return record.model_dump(mode="json")
    return getattr(value, "__dict__", None) or str(value)
