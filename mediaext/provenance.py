"""Read the provenance of a file: its C2PA manifest, and whether it is still valid."""

import io
import json
from dataclasses import dataclass, field
from typing import Any

from mediaext.errors import MediaError
from mediaext.home import home

SIGNED_TYPES = frozenset({"image/webp", "image/jpeg", "image/png"})


@dataclass(frozen=True, slots=True)
class Provenance:
    """The provenance that a file records.

    ``signed``: a C2PA manifest is embedded. ``valid``: its signature and hashes hold, so the bytes
    are those that were signed. ``trusted``: the signer's root is one that this machine knows.
    ``issuer`` names the root. ``actions`` are C2PA action names such as ``"c2pa.created"``.
    ``manifest`` is the active manifest as JSON data.
    """

    signed: bool
    valid: bool = False
    trusted: bool = False
    issuer: str = ""
    generator: str = ""
    actions: tuple[str, ...] = ()
    ingredients: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    manifest: dict[str, Any] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        if not self.signed:
            return "not signed: no C2PA manifest is embedded"
        if not self.valid:
            return f"changed after signing: {'; '.join(self.problems)}"
        made = ", ".join(self.actions) or "no actions"
        return f"valid C2PA ({made}), signed by {self.issuer or 'an unknown signer'}"

    @property
    def details(self) -> dict[str, Any]:
        """Return mediaext's own assertion: request, engine, seed, notes."""
        for assertion in self.manifest.get("assertions", []):
            if assertion.get("label", "").startswith("org.mediaext.making"):
                data: dict[str, Any] = assertion.get("data", {})
                return data
        return {}


def local_root() -> bytes | None:
    """Return the root certificate (PEM) of the service embedded here, once it has made one."""
    path = home() / "service" / "secrets" / "authority" / "root.pem"
    return path.read_bytes() if path.is_file() else None


def read_provenance(content: bytes, media_type: str, root: bytes | None = None) -> Provenance:
    """Read the C2PA manifest of an image.

    Parameters
    ----------
    content
        Bytes of the file.
    media_type
        Such as ``"image/webp"``.
    root
        PEM certificate that makes its signatures trusted; by default that of the service embedded
        here.

    Returns
    -------
    Provenance
        ``signed=False`` for a file without a manifest; what is wrong with a damaged one is among
        its ``problems``.

    Raises
    ------
    ImportError
        Where c2pa-python is not installed.
    """
    import c2pa

    root = root or local_root()
    settings: dict[str, Any] = {"verify": {"verify_trust": root is not None}}
    if root is not None:
        settings["trust"] = {"trust_anchors": root.decode()}
    try:
        context = c2pa.Context.from_dict(settings)
        with c2pa.Reader(media_type, io.BytesIO(content), context=context) as reader:
            store = json.loads(reader.json())
    except c2pa.C2paError.ManifestNotFound:
        return Provenance(signed=False)
    except c2pa.C2paError as error:
        return Provenance(signed=True, problems=(str(error),))
    return _from_store(store)


def _from_store(store: dict[str, Any]) -> Provenance:
    active = store.get("active_manifest", "")
    manifest = store.get("manifests", {}).get(active, {})
    state = store.get("validation_state", "")
    problems = tuple(
        item.get("explanation") or item.get("code", "")
        for item in store.get("validation_status", [])
        if item.get("code") != "signingCredential.untrusted"
    )
    signature = manifest.get("signature_info", {})
    generator = (manifest.get("claim_generator_info") or [{}])[0]
    return Provenance(
        signed=True,
        valid=state in ("Valid", "Trusted") and not problems,
        trusted=state == "Trusted",
        issuer=signature.get("common_name") or signature.get("issuer", ""),
        generator=f"{generator.get('name', '')} {generator.get('version', '')}".strip(),
        actions=_actions(manifest),
        ingredients=tuple(item.get("title", "") for item in manifest.get("ingredients", [])),
        problems=problems,
        manifest=manifest,
    )


def _actions(manifest: dict[str, Any]) -> tuple[str, ...]:
    for assertion in manifest.get("assertions", []):
        if assertion.get("label", "").startswith("c2pa.actions"):
            return tuple(action["action"] for action in assertion["data"].get("actions", []))
    return ()


def missing(library: str, extra: str) -> MediaError:
    """Say which extra brings a library that is not installed."""
    return MediaError(f"This needs {library}: pip install 'mediaext[{extra}]'.")
