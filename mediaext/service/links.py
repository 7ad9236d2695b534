"""Result links: pre-signed, valid for a limited time, without a key.

The signature is an HMAC-SHA256 over version, method, path, expiry and key identifier. The newest
key signs; older ones verify until they are rotated out.
"""

import base64
import hmac
import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

VERSION = "1"
FILES = "/files/"
KEYS_KEPT = 2  # the signing key and the one before it


class Links:
    """Signs and verifies links of one service home."""

    def __init__(self, base_url: str, keyring: Path) -> None:
        self.base_url = base_url.rstrip("/")
        self._keyring = keyring
        self._keys: dict[str, bytes] = {}
        self._load()

    def _load(self) -> None:
        if not self._keyring.exists():
            _write(self._keyring, [_new_key()], new=True)
        stored = json.loads(self._keyring.read_text())
        self._keys = {item["id"]: base64.b64decode(item["secret"]) for item in stored}

    def rotate(self) -> None:
        """Sign with a new key from now on; the previous one still verifies."""
        stored = json.loads(self._keyring.read_text())
        _write(self._keyring, [_new_key(), *stored][:KEYS_KEPT])
        self._load()

    def sign(self, holder: str, name: str, expires_at: float) -> str:
        """Return the link to a file of a job or upload."""
        path = f"{FILES}{quote(holder, safe='')}/{quote(name, safe='')}"
        expiry = str(int(expires_at))
        key_id = next(iter(self._keys))
        signature = self._signature(key_id, path, expiry)
        return f"{self.base_url}{path}?v={VERSION}&exp={expiry}&kid={key_id}&sig={signature}"

    def _signature(self, key_id: str, path: str, expiry: str) -> str:
        text = "\n".join((f"v{VERSION}", "GET", path, expiry, key_id))
        made = hmac.digest(self._keys[key_id], text.encode(), "sha256")
        return base64.urlsafe_b64encode(made).rstrip(b"=").decode()

    def verify(self, path: str, query: Mapping[str, str], now: float) -> str | None:
        """Return why a link is not good, or ``None`` when it is.

        ``path`` is the encoded path as it was signed.
        """
        key_id, expiry = query.get("kid", ""), query.get("exp", "")
        if query.get("v") != VERSION or not expiry.isascii() or not expiry.isdecimal():
            return "The link is not one of this service."
        if key_id not in self._keys:
            self._load()
        signature = query.get("sig", "").encode("utf-8", "replace")
        if key_id not in self._keys or not hmac.compare_digest(
            signature, self._signature(key_id, path, expiry).encode()
        ):
            return "The link is not one of this service."
        if len(expiry) > 15 or int(expiry) <= now:
            return "The link has expired; results are kept for a limited time."
        return None

    def own_file(self, url: str, now: float) -> tuple[str, str] | None:
        """Return holder and file name of a valid link to this service, ``None`` for any other URL.

        Raises ``ValueError`` with a sentence for a link to this service that is not valid.
        """
        parts = urlsplit(url)
        pieces = parts.path.split("/")
        if not parts.path.startswith(FILES) or len(pieces) != 4:
            return None
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        problem = self.verify(parts.path, query, now)
        if problem is None:
            return pieces[2], pieces[3]
        if f"{parts.scheme}://{parts.netloc}" == self.base_url:
            raise ValueError(problem)
        return None


def _new_key() -> dict[str, str]:
    secret = base64.b64encode(secrets.token_bytes(32)).decode()
    return {"id": secrets.token_hex(4), "secret": secret}


def _write(path: Path, keys: list[dict[str, str]], *, new: bool = False) -> None:
    """Write a file that only its owner can read; with ``new`` the first of two processes wins."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(keys, file)
    try:
        if new:
            os.link(draft, path)
        else:
            os.replace(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink(missing_ok=True)
