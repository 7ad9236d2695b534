"""Logging under ``mediaext.*``, with keys and signatures taken out."""

import logging
import re

SECRETS = re.compile(
    r"(?i)((?:x-)?api-key['\"]?\s*[:=]\s*['\"]?|authorization['\"]?\s*[:=]\s*['\"]?(?:bearer )?"
    r"|[?&](?:sig|signature|x-amz-signature|x-amz-credential|token)=|whsec_)[^\s'\"&,}]+"
)


class Redaction(logging.Filter):
    """Replaces keys, signatures and webhook secrets in every record by ``***``."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Redact the finished message; always lets the record pass."""
        record.msg, record.args = redact(record.getMessage()), None
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
