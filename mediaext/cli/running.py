"""One command line: read it, carry it out, write files and print what came out."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mediaext.cli.progress import follow
from mediaext.client import Job
from mediaext.connect import connect
from mediaext.grammar import OPTIONS, Grammar, Line, Step, from_arguments
from mediaext.grammar.commands import COMMANDS, Command
from mediaext.grammar.performing import perform, wait_for
from mediaext.operation import Param
from mediaext.results import Result

ATTACH = "mediaext attach {}"
EXTRA = (
    Param("quiet", "boolean", False, False, "No progress bars."),
    Param("json", "boolean", False, False, "Print JSON for programs."),
)
GRAMMAR = Grammar(COMMANDS, (*OPTIONS, *EXTRA))


def run(words: Sequence[str]) -> int:
    """Carry out a command line that the shell has cut into words; return the exit code."""
    if words[:1] == ["--version"]:
        from mediaext import __version__

        print(f"mediaext {__version__}")
        return 0
    text, tokens = from_arguments(["|" if word == "--then" else word for word in words])
    line = GRAMMAR.parse(text, tokens=tokens)
    options: dict[str, Any] = {}
    for step in line.steps:
        options |= step.options
    last = line.steps[-1]
    client = connect()
    quiet = bool(options.get("quiet"))
    if isinstance(last.request, Command):
        value = last.request.run(client)
        if isinstance(value, Job):
            value = wait_for(value, lambda job: follow(job, quiet=quiet), ATTACH)
        values = [value]
    else:
        values = perform(client, line, lambda job: follow(job, quiet=quiet), ATTACH)
    for step, value in zip(line.steps, values, strict=True):
        if step is last or step.options.get("output"):
            show(line, step, value, options)
    return 0


def show(line: Line, step: Step, value: Any, options: Mapping[str, Any]) -> None:
    """Print a value, or write a result to its file and say where."""
    as_json = bool(options.get("json"))
    if isinstance(value, Result):
        path = write(value, step.options.get("output"))
        print(json.dumps(facts(value, path), ensure_ascii=False) if as_json else path)
    elif hasattr(value, "to_json"):
        text = value.to_json(orient="records", date_format="iso") if as_json else table(value)
        print(text)
    else:
        print(json.dumps(value, default=str, ensure_ascii=False) if as_json else value)


def write(result: Result, output: str | None) -> Path:
    """Write the result's files; return the path of the main one.

    Another suffix than the bytes' own encodes a picture anew, as PIL would.
    """
    job = result.job
    path = Path(output or (f"{job.operation}-{job.job_id[:8]}" if job else "result"))
    if path.suffix and hasattr(result, "save"):
        path.parent.mkdir(parents=True, exist_ok=True)
        result.save(path)
    else:
        path = result.save_bytes(path)
    for role, file in result.others.items():
        other = Result(file.content, file.media_type)
        other.save_bytes(path.with_name(f"{path.stem}-{role}{other.suffix}"))
    return path


def facts(result: Result, path: Path) -> dict[str, Any]:
    """Return what a program wants to know of a result."""
    record = result.job.model_dump(mode="json") if result.job else {}
    return {"path": str(path), "media_type": result.media_type, **record}


def table(frame: Any) -> str:
    """Return a table for a terminal: the columns that people read, one line a row."""
    if frame.empty:
        return "No jobs on record."
    columns = ["job_id", "operation", "status", "prompt", "seed", "submitted_at", "duration"]
    shown = frame[columns].copy()
    shown["submitted_at"] = shown["submitted_at"].dt.strftime("%Y-%m-%d %H:%M")
    shown["duration"] = shown["duration"].dt.total_seconds().round(1)
    text: str = shown.to_string(index=False, max_colwidth=40, na_rep="")
    return text


def stderr_is_terminal() -> bool:
    """Say whether a person watches the progress."""
    return sys.stderr.isatty()
