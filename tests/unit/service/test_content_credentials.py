import io
import stat

import PIL.Image
import pytest

from mediaext.provenance import read_provenance
from mediaext.service.content_credentials import (
    Ingredient,
    ManifestFacts,
    Signer,
    ensure_authority,
    source_type,
)

MAKING = ManifestFacts("image result", {"operation": "image", "seed": 7})


def encoded(kind, size=(64, 48)):
    buffer = io.BytesIO()
    PIL.Image.linear_gradient("L").resize(size).convert("RGB").save(buffer, kind)
    return buffer.getvalue()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("home") / "secrets" / "authority"


@pytest.fixture(scope="module")
def signer(folder):
    return Signer(folder)


@pytest.fixture(scope="module")
def root(folder, signer):
    return ensure_authority(folder).read_bytes()


@pytest.mark.parametrize("kind", ["webp", "jpeg", "png"])
def test_a_signed_picture_is_valid_trusted_and_little_larger(signer, root, kind):
    plain = encoded(kind)
    signed = signer.sign(plain, f"image/{kind}", MAKING)
    provenance = read_provenance(signed, f"image/{kind}", root=root)
    assert provenance.valid
    assert provenance.trusted
    assert provenance.actions == ("c2pa.created",)
    assert provenance.details["seed"] == 7
    assert provenance.generator.startswith("mediaext")
    assert len(signed) - len(plain) < 6000
    before, after = (PIL.Image.open(io.BytesIO(one)) for one in (plain, signed))
    assert before.tobytes() == after.tobytes()


def test_a_changed_picture_is_not_valid(signer, root):
    signed = bytearray(signer.sign(encoded("png"), "image/png", MAKING))
    signed[-30] ^= 1
    provenance = read_provenance(bytes(signed), "image/png", root=root)
    assert provenance.signed
    assert not provenance.valid


def test_another_installation_is_not_trusted(signer, root, tmp_path):
    other = Signer(tmp_path / "authority").sign(encoded("png"), "image/png", MAKING)
    provenance = read_provenance(other, "image/png", root=root)
    assert provenance.valid
    assert not provenance.trusted


@pytest.mark.parametrize("kind", ["webp", "jpeg", "png", "gif"])
def test_inputs_are_ingredients(signer, root, kind):
    inputs = [
        Ingredient("input_image", f"image/{kind}", encoded(kind)),
        Ingredient("logo_url", "image/png", encoded("png")),
    ]
    signed = signer.sign(encoded("webp"), "image/webp", MAKING, inputs)
    provenance = read_provenance(signed, "image/webp", root=root)
    assert provenance.valid, provenance.problems
    assert provenance.ingredients == ("input_image", "logo_url")
    assert provenance.actions == ("c2pa.opened", "c2pa.placed", "c2pa.edited")


def test_the_history_of_a_chain_goes_on(signer, root):
    first = signer.sign(encoded("png"), "image/png", MAKING)
    inputs = [Ingredient("input_image", "image/png", first)]
    second = signer.sign(encoded("webp"), "image/webp", MAKING, inputs)
    provenance = read_provenance(second, "image/webp", root=root)
    assert provenance.valid
    assert provenance.trusted
    assert "active_manifest" in provenance.manifest["ingredients"][0]


@pytest.mark.parametrize(
    "damage",
    [
        lambda jpeg: jpeg[:2] + b"\xff\xe1\xff\xff" + jpeg[2:],
        lambda jpeg: jpeg[:-2] + b"\xff\xff\xff\xff",
        lambda jpeg: jpeg + b"\x00" * 100,
        lambda jpeg: jpeg[: len(jpeg) - 10],
    ],
)
def test_an_odd_input_does_not_stop_the_signing(signer, root, damage):
    odd = damage(encoded("jpeg"))
    try:
        PIL.Image.open(io.BytesIO(odd)).load()
    except OSError:
        return  # no engine would have taken it
    signed = signer.sign(
        encoded("png"), "image/png", MAKING, [Ingredient("odd", "image/jpeg", odd)]
    )
    provenance = read_provenance(signed, "image/png", root=root)
    assert provenance.valid, provenance.problems
    assert provenance.ingredients == ("odd",)


@pytest.mark.parametrize(
    ("trained", "slight", "edited", "expected"),
    [
        (False, False, False, "algorithmicMedia"),
        (False, True, True, "algorithmicallyEnhanced"),
        (False, False, True, "compositeSynthetic"),
        (True, False, False, "trainedAlgorithmicMedia"),
        (True, False, True, "compositeWithTrainedAlgorithmicMedia"),
    ],
)
def test_the_source_type_is_the_true_one(trained, slight, edited, expected):
    making = ManifestFacts("x", {}, trained=trained, slight=slight)
    assert source_type(making, edited).rpartition("/")[2] == expected


def test_the_authority_is_the_owners_alone_and_made_once(folder, root):
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for path in folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert ensure_authority(folder).read_bytes() == root
    assert b"PRIVATE" not in root
    assert [path.name for path in folder.parent.iterdir()] == ["authority"]
