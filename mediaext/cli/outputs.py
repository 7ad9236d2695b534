"""The files that ``-o`` names, checked before anything is sent, and the output of a command."""

import json
import os
import sys
from pathlib import Path
from typing import Any

from mediaext.cli.layout import fold, rows, terminal_width
from mediaext.errors import InvalidRequest
from mediaext.grammar import Line, Step
from mediaext.grammar.parser import Command
from mediaext.results import Picture, Result
from mediaext.results.files import check_disk, check_path
from mediaext.results.sheet import Sheet
from mediaext.results.terminal import draw, protocol
from mediaext.text import printable

STDOUT = "-"
TABLES = ("", ".csv", ".json")


def check_outputs(line: Line) -> None:
    """Raise :class:`InvalidRequest` for a file or folder that could not be written at the end."""
    last = line.steps[-1]
    if last.line is not None and _writes(last) != "picture":  # its steps say what they write
        check_outputs(last.line)
        return
    seen: set[Path] = set()
    for step in line.steps:
        output = step.options.get("output")
        if output is not None:
            _check(step, str(output))
            path = Path(str(output)).expanduser().resolve()
            if path in seen:
                raise InvalidRequest(f"-o {output} is given for two steps; each needs its own.")
            seen.add(path)
    if _writes(last) in ("result", "picture") and not last.options.get("output"):
        check_path("result")  # a file beside, named by operation and job


def _writes(step: Step) -> str:
    return step.request.writes if isinstance(step.request, Command) else "result"


def _check(step: Step, output: str) -> None:
    writes = _writes(step)
    if not output:
        raise InvalidRequest("-o needs the name of a file.")
    if not writes:
        raise InvalidRequest(f"{step.verb.name} writes no file; leave out -o.")
    if writes == "folder":
        _check_folder(Path(output).expanduser())
    elif output == STDOUT:
        _check_stdout(writes)
    elif writes == "table":
        if check_path(output).suffix.lower() not in TABLES:
            raise InvalidRequest(f"'{output}': a table is written as .csv or .json.")
    elif writes == "picture":
        Picture.check_target(output)
    else:
        operation = step.verb.operation
        (operation.result_type() if operation else Result).check_target(output)


def _check_stdout(writes: str) -> None:
    if writes == "picture":
        raise InvalidRequest("A sheet goes to a file; give -o a name such as sheet.png.")
    if writes == "result" and sys.stdout.isatty():
        raise InvalidRequest(
            "-o - writes the bytes of the file to standard output, which is a terminal here; "
            "send it on with | or >."
        )


def _check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise InvalidRequest(f"'{folder}' is a file; -o needs a folder here.")
    check_path(folder / "result")
    check_disk(folder)


COLUMNS = {
    "jobs": ["job_id", "operation", "status", "prompt", "seed", "submitted_at", "duration"],
    "profiles": ["profile_id", "name", "description", "created_at"],
}

SPARE = ("seed", "submitted_at", "seconds", "created_at", "prompt", "description")


def show(value: Any, output: str | None, *, as_json: bool) -> None:
    """Print a value, or write a result to its file and say where."""
    if isinstance(value, int) or value is None:
        return
    if output == STDOUT:
        _write_stdout(value)
    elif isinstance(value, Result):
        _show_result(value, output, as_json=as_json)
    elif isinstance(value, Sheet):
        target = Path(output or "grid.png").expanduser()
        target.parent.mkdir(parents=True, exist_ok=True)
        value.save(target)
        print(_json({"path": str(target), "cells": value.labels}) if as_json else target)
    elif hasattr(value, "to_csv") and output:
        _save_table(value, Path(output).expanduser())
        print(output)
    elif hasattr(value, "to_json"):
        if as_json:
            print(_json(_records(value)))
        else:
            print(printable(table(value, terminal_width())))
            _say_how_to_go_on(value)
    elif hasattr(value, "model_dump_json"):
        print(_json(value.model_dump(mode="json", exclude_none=True), indent=2))
    elif isinstance(value, list) and not as_json:
        print(printable(rows(value, terminal_width())))
    else:
        print(_json(value) if as_json else fold(printable(str(value)), terminal_width()))


def write(result: Result, output: str | None) -> Path:
    """Write the result's files; return the path of the main one.

    Another suffix than the bytes' own encodes a picture anew, which drops its provenance.
    """
    job = result.job
    name = output or (f"{job.operation}-{job.job_id[:8]}" if job else "result")
    path = type(result).check_target(name)
    path = path if path.suffix else path.with_suffix(result.suffix)
    path.parent.mkdir(parents=True, exist_ok=True)
    save: Any = getattr(result, "save", result.save_bytes)
    save(path)
    for role, file in result.others.items():
        other = Result(file.content, file.media_type)
        other.save_bytes(path.with_name(f"{path.stem}-{role}{other.suffix}"))
    return path


def _show_result(result: Result, output: str | None, *, as_json: bool) -> None:
    """Write a result and say where; show a picture on a terminal that can."""
    path = write(result, output)
    by = protocol() if sys.stdout.isatty() and not as_json else None
    if by is not None and isinstance(result, Picture):
        print(draw(result, by))
    print(_json(facts(result, path)) if as_json else path)
    for note in result.notes:
        print(f"Note: {printable(note)}", file=sys.stderr)


def _say_how_to_go_on(frame: Any) -> None:
    """Print what a person can do for the jobs that are paused."""
    if "status" in frame and (frame["status"] == "paused").any():
        print("Continue paused jobs with: mediaext resume", file=sys.stderr)


def _write_stdout(value: Any) -> None:
    """Write the bytes of a result, or a table as CSV, to standard output."""
    if isinstance(value, Result):
        sys.stdout.buffer.write(value.content)
        sys.stdout.buffer.flush()
    else:
        print(value.to_csv(index=False), end="")


def _save_table(frame: Any, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix.lower() == ".json":
        path.write_text(_json(_records(frame)) + "\n", encoding="utf-8")
    else:
        frame.to_csv(path, index=False)


def _records(frame: Any) -> list[dict[str, Any]]:
    """Return the rows of a table for JSON: times in ISO 8601, durations in seconds."""
    shown = frame.copy()
    if "duration" in shown:
        shown["duration"] = shown["duration"].dt.total_seconds()
    rows: list[dict[str, Any]] = json.loads(shown.to_json(orient="records", date_format="iso"))
    return rows


def facts(result: Result, path: Path) -> dict[str, Any]:
    """Return what a program wants to know of a result."""
    record = result.job.model_dump(mode="json") if result.job else {}
    return {"path": os.fspath(path), "media_type": result.media_type, **record}


def table(frame: Any, width: int | None = None) -> str:
    """Return a table for a terminal: the columns that people read, one line a row.

    Where it is wider than ``width`` letters, it goes without those that say least.
    """
    if frame.empty:
        return "Nothing on record."
    wanted = COLUMNS["jobs" if "job_id" in frame else "profiles"]
    shown = frame.copy() if frame.attrs.get("all") else frame[wanted].copy()
    for name in ("submitted_at", "created_at"):
        if name in shown:
            shown[name] = shown[name].dt.strftime("%Y-%m-%d %H:%M")
    if "duration" in shown:
        shown["duration"] = shown["duration"].dt.total_seconds().round(1)
        shown = shown.rename(columns={"duration": "seconds"})
    shown = shown.astype(object).where(shown.notna(), "")
    while True:
        text: str = shown.to_string(index=False, max_colwidth=40)
        spare = [name for name in SPARE if name in shown]
        if width is None or len(text.partition("\n")[0]) <= width or not spare:
            return text
        del shown[spare[0]]


def _json(value: object, indent: int | None = None) -> str:
    """Return JSON; what a terminal would obey is escaped."""
    text = json.dumps(value, default=_plain, ensure_ascii=False, indent=indent)
    if printable(text) == text:
        return text
    return json.dumps(value, default=_plain, indent=indent)


def _plain(value: object) -> Any:
    """Return something that JSON knows for what it does not."""
    record = getattr(value, "record", None)
    if record is not None:
        return record.model_dump(mode="json")
    return getattr(value, "__dict__", None) or str(value)
