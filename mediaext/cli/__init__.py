"""``mediaext`` on the command line: the grammar of the magics, made by the same parser."""

import sys
from collections.abc import Sequence

from mediaext.text import printable

DONE, FAILED, WRONG, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code.

    0 done; 1 the job failed or the service did not answer; 2 the line was wrong and nothing was
    sent; 130 interrupted. ``verify`` has codes of its own.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _run(words)
    except BrokenPipeError:
        return _close_stdout()
    except (Exception, KeyboardInterrupt) as error:
        found = _sentence(error)
        if found is None:
            raise
        print(_folded(f"mediaext: {printable(found[0])}"), file=sys.stderr)
        return found[1]


def _run(words: list[str]) -> int:
    if words[:1] == ["--version"]:
        from importlib.metadata import version

        print(f"mediaext {version('mediaext')}")
        return DONE
    from mediaext.cli.running import run

    return run(words)


def _sentence(error: BaseException) -> tuple[str, int] | None:
    """Return what to say of an error and the exit code; ``None`` for a fault of our own."""
    from mediaext.errors import InvalidRequest, MediaError

    if isinstance(error, MediaError):
        return str(error), WRONG if isinstance(error, InvalidRequest) else FAILED
    if isinstance(error, KeyboardInterrupt):
        return str(error) or "Interrupted.", INTERRUPTED
    if isinstance(error, OSError):
        return f"{error.strerror or error}: {error.filename or ''}".rstrip(": "), FAILED
    return None


def _folded(message: str) -> str:
    """Break a message between words where a terminal would cut them; a caret stays in place."""
    if not sys.stderr.isatty():
        return message
    from shutil import get_terminal_size

    from mediaext.cli.layout import fold

    first, *marked = message.split("\n")
    return "\n".join([fold(first, get_terminal_size().columns), *marked])


def _close_stdout() -> int:
    """End quietly when whoever reads our output has left, such as ``head``."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE
