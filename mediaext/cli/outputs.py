"""Whether what ``-o`` names can be written, checked before anything is sent."""

import sys
from pathlib import Path

import PIL.Image

from mediaext.errors import InvalidRequest
from mediaext.grammar import Line, Step
from mediaext.grammar.parser import Command
from mediaext.results import Result
from mediaext.results.target import check_disk, check_target

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
        check_target("result")  # a file beside, named by operation and job


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
        if check_target(output).suffix.lower() not in TABLES:
            raise InvalidRequest(f"'{output}': a table is written as .csv or .json.")
    elif writes == "picture":
        check_target(output, PIL.Image.Image)
    else:
        operation = step.verb.operation
        check_target(output, operation.result_type() if operation else Result)


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
    check_target(folder / "result")
    check_disk(folder)
