"""Sign every image with C2PA, by a certificate authority of this installation.

Thumbnails are off: they would add half a megabyte and 50 ms to each file.
"""

import datetime
import io
import json
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

SOURCE = "http://cv.iptc.org/newscodes/digitalsourcetype/"
ROOT = "root.pem"
CHAIN = "signer.pem"
KEY = "signer.key"
YEARS = 10


@dataclass(frozen=True, slots=True)
class Ingredient:
    """An input picture of a signed one."""

    title: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class ManifestFacts:
    """How a file was made: for the manifest's own assertion.

    ``trained`` says that a model learned from media; ``slight`` that the picture is the input
    enhanced, not a new composition.
    """

    title: str
    details: dict[str, Any]
    trained: bool = False
    slight: bool = False


def source_type(making: ManifestFacts, edited: bool) -> str:
    """Return the IPTC digital source type that is true of the file.

    https://cv.iptc.org/newscodes/digitalsourcetype/
    """
    if making.trained:
        kind = "compositeWithTrainedAlgorithmicMedia" if edited else "trainedAlgorithmicMedia"
    elif edited:
        kind = "algorithmicallyEnhanced" if making.slight else "compositeSynthetic"
    else:
        kind = "algorithmicMedia"
    return SOURCE + kind


def manifest(
    making: ManifestFacts, media_type: str, inputs: Sequence[Ingredient]
) -> dict[str, Any]:
    """Return the manifest definition: created from nothing, or opened and edited."""
    source = source_type(making, bool(inputs))
    labels = [f"input-{number}" for number in range(len(inputs))]
    if inputs:
        actions: list[dict[str, Any]] = [
            {"action": "c2pa.opened", "parameters": {"ingredientIds": labels[:1]}},
            *(
                {"action": "c2pa.placed", "parameters": {"ingredientIds": [label]}}
                for label in labels[1:]
            ),
            {"action": "c2pa.edited", "digitalSourceType": source},
        ]
    else:
        actions = [{"action": "c2pa.created", "digitalSourceType": source}]
    return {
        "claim_generator_info": [{"name": "mediaext", "version": version("mediaext")}],
        "title": making.title,
        "format": media_type,
        "assertions": [
            {"label": "c2pa.actions.v2", "data": {"actions": actions}},
            {"label": "org.mediaext.making", "data": making.details},
        ],
    }


class Signer:
    """Signs with the authority of a folder, made on first use."""

    def __init__(self, folder: Path) -> None:
        import c2pa

        ensure_authority(folder)
        self._c2pa = c2pa
        self._context = c2pa.Context.from_dict({"builder": {"thumbnail": {"enabled": False}}})
        chain, key = (folder / CHAIN).read_bytes(), (folder / KEY).read_bytes()
        self._signer = c2pa.Signer.from_info(c2pa.C2paSignerInfo(b"es256", chain, key, None))

    def sign(
        self,
        content: bytes,
        media_type: str,
        making: ManifestFacts,
        inputs: Sequence[Ingredient] = (),
    ) -> bytes:
        """Return ``content`` with an embedded manifest."""
        definition = json.dumps(manifest(making, media_type, inputs))
        with self._c2pa.Builder(definition, context=self._context) as builder:
            for number, item in enumerate(inputs):
                description = {
                    "title": item.title,
                    "relationship": "componentOf" if number else "parentOf",
                    "label": f"input-{number}",
                }
                self._add(builder, description, item)
            signed = io.BytesIO()
            builder.sign(self._signer, media_type, io.BytesIO(content), signed)
        return signed.getvalue()

    def _add(self, builder: Any, description: dict[str, str], item: Ingredient) -> None:
        """Add an input; a file that only decoders can read is added as a clean copy."""
        try:
            builder.add_ingredient(description, item.media_type, io.BytesIO(item.content))
        except self._c2pa.C2paError:
            builder.add_ingredient(description, "image/png", io.BytesIO(clean_copy(item.content)))


def clean_copy(content: bytes) -> bytes:
    """Return the same picture in a container that no parser stumbles over."""
    import PIL.Image

    with PIL.Image.open(io.BytesIO(content)) as image:
        copy = io.BytesIO()
        image.convert("RGBA" if "A" in image.mode else "RGB").save(copy, "PNG", compress_level=1)
    return copy.getvalue()


def ensure_authority(folder: Path) -> Path:
    """Make root and signer on first use; return the root certificate's path.

    The folder appears whole by one rename, so the first of several processes wins.
    """
    root = folder / ROOT
    if root.exists():
        return root
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = folder.with_name(f"{folder.name}.{secrets.token_hex(4)}")
    draft.mkdir(mode=0o700)
    for name, content in _authority().items():
        with os.fdopen(os.open(draft / name, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(content)
    try:
        draft.rename(folder)
    except OSError:
        for leftover in draft.iterdir():
            leftover.unlink()
        draft.rmdir()
        if not root.exists():
            raise
    return root


def _authority() -> dict[str, bytes]:
    """Make a root and one signer; the root's own key is not kept, so it signs nothing else."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    root_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    root_name = _name(f"mediaext local root {secrets.token_hex(4)}")
    purpose = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.EMAIL_PROTECTION])
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key())
    root = _certificate(root_name, root_name, root_key.public_key(), signs_certificates=True)
    leaf = (
        _certificate(
            _name("mediaext local signer"), root_name, key.public_key(), signs_certificates=False
        )
        .add_extension(purpose, critical=False)
        .add_extension(issuer, critical=False)
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return {
        ROOT: root.sign(root_key, hashes.SHA256()).public_bytes(pem),
        CHAIN: leaf.sign(root_key, hashes.SHA256()).public_bytes(pem),
        KEY: private,
    }


def _certificate(subject: Any, issuer: Any, public_key: Any, *, signs_certificates: bool) -> Any:
    """Draft a certificate of ten years."""
    from cryptography import x509

    now = datetime.datetime.now(datetime.UTC)
    length = 0 if signs_certificates else None
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=365 * YEARS))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public_key), critical=False)
        .add_extension(
            x509.BasicConstraints(ca=signs_certificates, path_length=length), critical=True
        )
        .add_extension(_usage(signs_certificates=signs_certificates), critical=True)
    )


def _name(common: str) -> Any:
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    return x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "mediaext"),
            x509.NameAttribute(NameOID.COMMON_NAME, common),
        ]
    )


def _usage(*, signs_certificates: bool) -> Any:
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )
