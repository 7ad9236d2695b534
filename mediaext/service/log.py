"""Structured logs: one JSON object a line, with job ids and without secrets."""

import json
import logging
import sys

from mediaext.logs import Redaction, redact

FIELDS = ("job_id", "operation", "user", "code", "pod", "webhook_id", "tries")


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


def configure(level: int = logging.INFO) -> None:
    """Log the service as JSON lines on standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(Redaction())
    for name in ("mediaext", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
