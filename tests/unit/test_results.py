"""Results are what people expect of their kind, and keep their bytes."""

import copy
import io
import pickle
import shutil
import wave
import zlib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import PIL.Image
import pytest

from mediaext.errors import InvalidRequest, MediaError
from mediaext.results import Clip, Cutout, MadeFile, Mesh, Picture, Sound


def encoded(kind: str = "PNG", mode: str = "RGB", size=(6, 4)) -> bytes:
    buffer = io.BytesIO()
    PIL.Image.new(mode, size, 1).save(buffer, kind)
    return buffer.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "JPEG", "GIF"])
def test_a_picture_is_a_pil_image_that_decodes_late(kind):
    picture = Picture(encoded(kind))

    assert isinstance(picture, PIL.Image.Image)
    assert picture.size == (6, 4)
    assert picture._im is None
    assert picture.resize((3, 2)).size == (3, 2)
    assert picture._im is not None


@pytest.mark.parametrize(
    "use",
    [
        lambda p: p.convert("L"),
        lambda p: p.crop((0, 0, 2, 2)),
        lambda p: p.getpixel((0, 0)),
        lambda p: p.rotate(90),
        lambda p: p.split(),
        np.asarray,
        lambda p: p.tobytes(),
        lambda p: p.thumbnail((2, 2)),
        lambda p: PIL.Image.blend(p, p, 0.5),
        lambda p: copy.copy(p).load(),
        lambda p: copy.deepcopy(p).load(),
        lambda p: p.histogram(),
        lambda p: list(p.getdata()) if not hasattr(p, "get_flattened_data") else None,
    ],
)
def test_a_picture_works_wherever_a_pil_image_does(use):
    use(Picture(encoded()))


def test_pixels_become_arrays_and_tensors():
    picture = Picture(encoded(mode="RGBA"))

    assert picture.to_numpy().shape == (4, 6, 4)
    assert tuple(Picture(encoded("JPEG")).to_tensor().shape) == (3, 4, 6)
    assert picture.to_numpy().dtype == np.uint8


def test_a_picture_pickles_by_its_bytes():
    picture = Picture(encoded(), name="a.png")
    again = pickle.loads(pickle.dumps(picture))

    assert (again.content, again.name, again.size) == (picture.content, "a.png", (6, 4))


def test_a_picture_shows_itself_everywhere():
    data, _ = Picture(encoded("WEBP"))._repr_mimebundle_()

    assert {"text/plain", "text/html"} == set(data)
    assert "<img alt=" in data["text/html"]


def test_words_from_outside_are_escaped():
    from datetime import UTC, datetime

    from mediaext.job import JobRecord

    record = JobRecord(
        job_id="1",
        operation="image",
        request={"prompt": "<script>alert('x')</script>"},
        submitted_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    html = Picture(encoded(), job=record)._repr_mimebundle_()[0]["text/html"]

    assert "<script>" not in html


def test_a_cutout_is_the_transparent_picture_with_its_composite():
    files = {
        "cutout": MadeFile(encoded(mode="RGBA"), "image/png"),
        "result": MadeFile(encoded("JPEG"), "image/jpeg"),
    }
    cutout = Cutout.from_files(files)

    assert cutout.mode == "RGBA"
    assert cutout.composite is not None
    assert cutout.composite.format == "JPEG"
    assert Cutout.from_files({"cutout": files["cutout"]}).composite is None


@pytest.mark.parametrize(
    "content", [b"", b"<html>login</html>", encoded()[:20], b"\x89PNG\r\n\x1a\n" + b"x" * 100]
)
def test_bytes_that_are_no_image_are_a_sentence(content):
    with pytest.raises(MediaError, match="not an image that can be read"):
        Picture(content)


def test_an_image_that_is_cut_is_a_sentence_and_still_shows():
    buffer = io.BytesIO()
    PIL.Image.effect_noise((200, 200), 50).save(buffer, "PNG")
    cut = Picture(buffer.getvalue()[: buffer.tell() // 2])

    with pytest.raises(MediaError, match="not an image that can be read"):
        cut.to_numpy()
    assert "not an image that can be read" in cut._repr_mimebundle_()[0]["text/html"]


def test_a_picture_of_too_many_pixels_is_a_sentence():
    bomb = bytearray(encoded())
    bomb[16:24] = (100_000).to_bytes(4, "big") * 2
    bomb[29:33] = zlib.crc32(bomb[12:29]).to_bytes(4, "big")
    with pytest.raises(MediaError, match="not an image that can be read"):
        Picture(bytes(bomb))


def _wav(width: int, rate: int = 8000, frames: bytes = b"\0" * 40) -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as writer:
        writer.setparams((1, width, rate, 0, "NONE", ""))
        writer.writeframes(frames)
    return buffer.getvalue()


@pytest.mark.parametrize("content", [b"", b"RIFF", b"RIFF....WAVE", _wav(1), _wav(4)])
def test_bytes_that_are_no_sound_are_a_sentence(content):
    with pytest.raises(MediaError, match="not a WAV file that can be read"):
        Sound(content).to_numpy()
    assert Sound(content)._repr_mimebundle_()


def test_a_sound_that_is_cut_gives_what_is_there():
    assert Sound(_wav(2)[:-3]).to_numpy().shape == (1, 18)


@pytest.mark.parametrize("content", [b"", b"....ftypisom", b"glTF" + b"\xff" * 60])
def test_bytes_that_are_no_clip_or_mesh_are_a_sentence(content):
    with pytest.raises(MediaError, match="cannot be decoded"):
        Clip(content).to_numpy()
    with pytest.raises(MediaError, match="cannot be read"):
        _ = Mesh(content).vertices
    assert Clip(content)._repr_mimebundle_()
    assert Mesh(content)._repr_mimebundle_()


@pytest.mark.parametrize("kind", [Clip, Sound, Mesh])
def test_a_media_type_that_is_none_reaches_no_html(kind):
    result = kind(b"x", 'video/mp4" onerror="alert(1)')

    assert result.media_type == "application/octet-stream"
    assert "onerror" not in result._repr_mimebundle_()[0]["text/html"]


# where results are saved


@pytest.mark.parametrize(
    ("result", "name"),
    [
        (Picture(encoded()), "cat.txt"),
        (Picture(encoded()), "cat.mp4"),
        (Picture(encoded("JPEG")), "cat"),
        (Cutout(encoded(mode="RGBA")), "cat.jpg"),
        (Clip(b"x", "video/mp4"), "clip.png"),
        (Sound(b"x", "audio/wav"), "sound.mp3"),
        (Mesh(b"x", "model/gltf-binary"), "mesh.obj"),
    ],
)
def test_a_suffix_that_does_not_fit_is_a_sentence_and_writes_nothing(tmp_path, result, name):
    if "." not in name:
        result.save(tmp_path / name)
        assert [file.name for file in tmp_path.iterdir()] == ["cat.jpg"]
        return
    with pytest.raises(InvalidRequest, match="written as"):
        result.save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", [Picture, Clip, Sound, Mesh])
def test_a_folder_or_a_file_as_folder_is_a_sentence(tmp_path, kind):
    result = kind(encoded())
    (tmp_path / "file").write_text("")

    with pytest.raises(InvalidRequest, match="is a folder"):
        result.save_bytes(tmp_path)
    with pytest.raises(InvalidRequest, match="is a folder"):
        result.save_bytes(f"{tmp_path}/new/")
    with pytest.raises(InvalidRequest, match="cannot be written"):
        result.save_bytes(tmp_path / "file" / "x")


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_a_name_that_no_disk_takes_is_a_sentence(tmp_path, name):
    with pytest.raises(InvalidRequest, match="cannot be written"):
        Picture(encoded()).save(f"{tmp_path}/{name}")


def test_a_disk_without_space_is_a_sentence_and_keeps_what_was_there(tmp_path, monkeypatch):
    target = tmp_path / "cat.png"
    target.write_bytes(b"before")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10))

    with pytest.raises(InvalidRequest, match="are free on the disk"):
        Picture(encoded()).save(target)
    assert target.read_bytes() == b"before"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has /dev/full")
def test_a_disk_that_fills_while_writing_is_a_sentence():
    with pytest.raises(InvalidRequest, match="No space left"):
        Clip(b"x", "video/mp4").save_bytes("/dev/full")


def test_a_write_that_fails_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    target = tmp_path / "cat.png"
    target.write_bytes(b"before")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(InvalidRequest, match="No space left"):
        Picture(encoded()).save(target)
    assert target.read_bytes() == b"before"
    assert [file.name for file in tmp_path.iterdir()] == ["cat.png"]


def test_saving_again_keeps_rights_and_follows_links(tmp_path):
    target = tmp_path / "real.png"
    target.write_bytes(b"before")
    target.chmod(0o640)
    (tmp_path / "link.png").symlink_to(target)
    picture = Picture(encoded())
    picture.save(tmp_path / "link.png")

    assert target.read_bytes() == picture.content
    assert target.stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "link.png").is_symlink()


def test_a_format_by_name_writes_any_suffix_as_pil_does(tmp_path):
    picture = Picture(encoded())
    picture.save(tmp_path / "cat.data", "PNG")
    picture.save(tmp_path / "cat.raw", "JPEG", quality=50)

    assert (tmp_path / "cat.data").read_bytes() == picture.content
    with PIL.Image.open(tmp_path / "cat.raw") as raw:
        assert raw.format == "JPEG"
