"""Logging under ``mediaext.*``: without keys and signatures, and JSON lines for a service."""

import json
import logging
import re
import sys
from collections import Counter

SECRETS = re.compile(
    r"(?i)((?:x-)?api-key['\"]?\s*[:=]\s*['\"]?|authorization['\"]?\s*[:=]\s*['\"]?(?:bearer )?"
    r"|[?&](?:sig|signature|x-amz-signature|x-amz-credential|token)=|whsec_)[^\s'\"&,}]+"
)


class Redaction(logging.Filter):
    """Replaces keys, signatures and webhook secrets in every record by ``***``."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Redact the finished message, once for all filters; always lets the record pass."""
        if not getattr(record, "redacted", False):
            record.msg, record.args = redact(record.getMessage()), None
            record.redacted = True
        return True


def redact(text: str) -> str:
    """Return ``text`` without keys and signatures."""
    return SECRETS.sub(r"\1***", text)


def logger(name: str) -> logging.Logger:
    """Return the logger of a module, which hides secrets wherever its records end up."""
    found = logging.getLogger(name)
    if not any(isinstance(known, Redaction) for known in found.filters):
        found.addFilter(Redaction())
    return found


FIELDS = ("job_id", "operation", "user", "code", "pod", "webhook_id", "tries")


REPEATS = 20  # of one warning in the time below
REPEAT_SECONDS = 60.0


class JsonLines(logging.Formatter):
    """Writes a record as JSON; a record's ``extra`` values appear under their own names."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line."""
        line = {
            "ts": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),  # redacted by the filters
        }
        for name in FIELDS:
            value = getattr(record, name, None)
            if value is not None:
                line[name] = value
        if record.exc_info:
            line["exception"] = redact(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


class Repeats(logging.Filter):
    """Limits the same warning to a few times a minute, so that it cannot fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._counts: Counter[str] = Counter()
        self._since = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether a record is written."""
        if record.levelno < logging.WARNING:
            return True
        if record.created - self._since > REPEAT_SECONDS:
            self._counts.clear()
            self._since = record.created
        place = f"{record.pathname}:{record.lineno}"
        self._counts[place] += 1
        if self._counts[place] == REPEATS:
            record.msg, record.args = f"{record.getMessage()} (more of these are not written)", ()
        return self._counts[place] <= REPEATS


def configure(level: int = logging.INFO) -> None:
    """Log as JSON lines on standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(Redaction())
    handler.addFilter(Repeats())
    for name in ("mediaext", "uvicorn", "uvicorn.error", "asyncio"):
        root = logging.getLogger(name)
        root.handlers = [handler]
        root.setLevel(level)
        root.propagate = False
