"""Verify the origin of a file: signed and unchanged, not signed, or changed after signing."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from mediaext.errors import InvalidRequest, MediaError
from mediaext.media import sniff
from mediaext.provenance import SIGNED_TYPES, read_provenance

VALID, UNSIGNED, TAMPERED = 0, 1, 2
LOCAL_ROOTS = ("service/secrets/authority/root.pem",)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one file; ``sentence`` states it for people."""

    file: str
    state: Literal["valid", "unsigned", "tampered"]
    sentence: str

    def __str__(self) -> str:
        return f"{self.file}: {self.sentence}"


class Verdicts(tuple[Verdict, ...]):
    """The verdicts on several files; shows one line each."""

    def __repr__(self) -> str:
        return "\n".join(map(str, self))

    @property
    def code(self) -> int:
        """Exit code: 0 all valid, 1 something unsigned, 2 something changed after signing."""
        states = {"valid": VALID, "unsigned": UNSIGNED, "tampered": TAMPERED}
        return max((states[verdict.state] for verdict in self), default=VALID)


def verify(value: object, folder: Path | None = None) -> Verdict:
    """Check a file or result: the C2PA manifest of a picture, the mark of a sound.

    ``folder`` is the state folder whose own root certificate is trusted.
    """
    label, content = _read(value)
    media_type = sniff(content)
    if media_type in SIGNED_TYPES:
        return _picture(label, content, media_type, folder)
    if media_type.startswith("audio/") or content[:4] in (b"fLaC", b"OggS"):
        return _sound(label, content)
    return Verdict(label, "unsigned", "neither a picture nor a sound that can carry a mark")


def _picture(label: str, content: bytes, media_type: str, folder: Path | None) -> Verdict:
    roots = [folder / name for name in LOCAL_ROOTS if folder and (folder / name).is_file()]
    found = read_provenance(content, media_type, roots[0].read_bytes() if roots else None)
    if not found.signed:
        return Verdict(label, "unsigned", str(found))
    if not found.valid:
        return Verdict(label, "tampered", str(found))
    trust = ", trusted on this machine" if found.trusted else ", by a signer unknown here"
    return Verdict(label, "valid", f"{found}{trust}")


def _sound(label: str, content: bytes) -> Verdict:
    from mediaext.watermark import find

    mark = find(content)
    if mark is None:
        return Verdict(label, "unsigned", "no inaudible mark was found")
    sentence = f"carries mark {mark.payload:08x} (false alarm {mark.false_alarm:.1g})"
    return Verdict(label, "valid", sentence)


def _read(value: Any) -> tuple[str, bytes]:
    if isinstance(getattr(value, "content", None), bytes):
        return repr(value), value.content
    if isinstance(value, bytes | bytearray):
        return f"{len(value)} bytes", bytes(value)
    if not isinstance(value, str | os.PathLike):
        sentence = "only files and results of mediaext carry their origin, not bare pixels."
        raise InvalidRequest.about("files", sentence)
    path = Path(value).expanduser()
    try:
        return str(path), path.read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise MediaError(f"The file '{path}' cannot be read: {why}.") from None


def verify_all(values: Iterable[object], folder: Path | None = None) -> Verdicts:
    """Check several files."""
    return Verdicts(verify(value, folder) for value in values)
