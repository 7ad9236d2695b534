"""``mediaext`` on the command line: the grammar of the magics, made by the same parser."""

import sys
from collections.abc import Sequence

DONE, FAILED, WRONG, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code.

    0 done; 1 the job failed or the service did not answer; 2 the line was wrong and nothing was
    sent; 130 interrupted. ``verify`` has codes of its own.
    """
    from mediaext.errors import InvalidRequest, MediaError

    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        from mediaext.cli.running import run

        return run(words)
    except InvalidRequest as error:
        return _complain(str(error), WRONG)
    except MediaError as error:
        return _complain(str(error), FAILED)
    except KeyboardInterrupt as interrupt:
        return _complain(str(interrupt) or "Interrupted.", INTERRUPTED)
    except BrokenPipeError:
        return _hush()
    except OSError as error:
        return _complain(f"{error.strerror or error}: {error.filename or ''}".strip(": "), FAILED)


def _complain(sentence: str, code: int) -> int:
    print(f"mediaext: {sentence}", file=sys.stderr)
    return code


def _hush() -> int:
    """End quietly when whoever reads our output has left, such as ``head``."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE
