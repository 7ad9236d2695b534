import contextlib
import io
import struct
import time
import tracemalloc
import zlib

import PIL.Image
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mediaext.errors import JobFailed
from mediaext.service import media_checks
from mediaext.service.media_checks import IMAGE_TYPES, ImageLimits, check_media, check_whole_image

LIMITS = ImageLimits(pixels=100_000_000, frames=100)


def encoded(kind, size=(64, 48), **options):
    buffer = io.BytesIO()
    PIL.Image.linear_gradient("L").resize(size).convert("RGB").save(buffer, kind, **options)
    return buffer.getvalue()


def png_of(width, height):
    """A PNG whose header claims a size and whose body is a few bytes."""

    def chunk(kind, body):
        crc = zlib.crc32(kind + body)
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", crc)

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = zlib.compress(bytes(1000))
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
    )


def gif_of(frames):
    still = encoded("GIF", (4, 4))
    start = still.index(b"\x2c")
    return still[:start] + still[start:-1] * frames + b";"


def test_each_format_is_known_by_its_bytes():
    for kind, media_type in (
        ("PNG", "image/png"),
        ("JPEG", "image/jpeg"),
        ("WEBP", "image/webp"),
        ("GIF", "image/gif"),
    ):
        assert check_whole_image(encoded(kind), LIMITS) == media_type


@pytest.mark.parametrize("size", [(20_000, 15_000), (65_000, 65_000), (2**31 - 1, 2**31 - 1)])
def test_a_bomb_is_refused_before_it_goes_off(size):
    tracemalloc.start()
    start = time.perf_counter()
    with pytest.raises(JobFailed, match="megapixel") as caught:
        check_whole_image(png_of(*size), LIMITS)
    assert time.perf_counter() - start < 1
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()
    assert caught.value.code == "INPUT_INVALID"


@pytest.mark.parametrize("kind", ["TIFF", "BMP", "ICO", "PPM", "PDF", "TGA", "PCX"])
def test_other_formats_are_refused(kind):
    with pytest.raises(JobFailed, match="not a PNG, JPEG, WebP or GIF"):
        check_whole_image(encoded(kind), LIMITS)


@pytest.mark.parametrize(
    "content",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"<html><script>alert(1)</script></html>",
        b"%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) run",
        b"just words",
        b"GIF89a",
        b"\x89PNG\r\n\x1a\n",
        b"RIFF\x00\x00\x00\x00WEBP",
        b"\xff\xd8\xff",
        b"",
        b"\x00" * 1000,
    ],
)
def test_what_is_no_image_is_refused_with_a_sentence(content):
    with pytest.raises(JobFailed) as caught:
        check_media("image", content, LIMITS, "input_image")
    assert caught.value.code == "INPUT_INVALID"
    assert str(caught.value).startswith("input_image")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_cut_file_is_refused(kind):
    content = encoded(kind, (640, 480))
    with pytest.raises(JobFailed):
        check_whole_image(content[: len(content) // 2], LIMITS)


def test_frames_are_counted_without_decoding_them():
    assert check_whole_image(gif_of(100), LIMITS) == "image/gif"
    start = time.perf_counter()
    with pytest.raises(JobFailed, match="more than 100 frames"):
        check_whole_image(gif_of(200_000), LIMITS)
    assert time.perf_counter() - start < 1


def test_an_animated_webp_of_too_many_frames_is_refused():
    colours = [(255 * (number % 2), number, 0) for number in range(101)]
    frames = [PIL.Image.new("RGB", (8, 8), colour) for colour in colours]
    buffer = io.BytesIO()
    frames[0].save(buffer, "WEBP", save_all=True, append_images=frames[1:], lossless=True)
    with pytest.raises(JobFailed, match="frames"):
        check_whole_image(buffer.getvalue(), LIMITS)


@given(st.binary(max_size=200), st.sampled_from(["PNG", "JPEG", "WEBP", "GIF"]), st.data())
def test_damage_anywhere_is_a_sentence_or_a_picture(noise, kind, data):
    content = bytearray(encoded(kind))
    place = data.draw(st.integers(0, len(content)))
    content[place : place + len(noise)] = noise
    with contextlib.suppress(JobFailed):
        assert check_whole_image(bytes(content), LIMITS) in IMAGE_TYPES.values()


def test_voices_are_wav_or_mp3():
    assert check_media("audio", b"RIFF\x00\x00\x00\x00WAVEfmt ", LIMITS, "voice") == "audio/wav"
    assert check_media("audio", b"ID3\x04" + bytes(20), LIMITS, "voice") == "audio/mpeg"
    assert check_media("audio", b"\xff\xfb\x90\x00" + bytes(9), LIMITS, "voice") == "audio/mpeg"
    with pytest.raises(JobFailed, match="neither a WAV nor an MP3"):
        check_media("audio", encoded("PNG"), LIMITS, "voice")


def chunk(kind, body):
    crc = zlib.crc32(kind + body)
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", crc)


def segments(count, mark=b"\xff\xe1", size=65_000):
    body = b"Exif\0\0" + bytes(size)
    return (mark + struct.pack(">H", len(body) + 2) + body) * count


def png_with(*chunks):
    whole = encoded("PNG")
    return whole[:33] + b"".join(chunks) + whole[33:]


def gif_with(blocks):
    still = encoded("GIF", (4, 4))
    start = still.index(b"\x2c")
    return still[:start] + b"\x21\xfe" + blocks + b"\0" + still[start:]


def webp_with(size):
    content = encoded("WEBP")
    return content + b"JUNK" + struct.pack("<I", size) + bytes(size)


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xd8" + segments(300) + encoded("JPEG")[2:],
        b"\xff\xd8" + segments(200) + encoded("JPEG")[2:],
        b"\xff\xd8" + segments(5_000, b"\xff\xfe", 1) + encoded("JPEG")[2:],
        b"\xff\xd8" + b"\xff\xda\0\2" * 1_000_000,
        png_with(chunk(b"tEXt", b"a\0b") * 300),
        png_with(chunk(b"eXIf", bytes(9_000_000))),
        png_with(chunk(b"IDAT", b"") * 1_500_000),
        gif_with((b"\xff" + bytes(255)) * 70_000),
        gif_with(b"\1\0"[:1] * 20_000_000),
        webp_with(9_000_000),
    ],
    ids=[
        "300 segments",
        "13 MB of segments",
        "small segments",
        "scans",
        "texts",
        "large chunk",
        "empty chunks",
        "comment",
        "tiny blocks",
        "webp",
    ],
)
def test_much_beside_the_picture_is_refused_at_once(content):
    start = time.process_time()
    bound = r"has more than [\d,]+ (MB|segments|chunks|scans|blocks)"
    with pytest.raises(JobFailed, match=bound) as caught:
        check_whole_image(content, LIMITS)
    assert time.process_time() - start < 3
    assert caught.value.code == "INPUT_INVALID"


def test_usual_metadata_is_taken():
    photo = b"\xff\xd8" + segments(100) + encoded("JPEG")[2:]
    assert check_whole_image(photo, LIMITS) == "image/jpeg"
    assert check_whole_image(png_with(chunk(b"eXIf", bytes(60_000))), LIMITS) == "image/png"


@pytest.mark.parametrize("size", [(1, 40_000), (40_000, 1)])
def test_a_side_is_bounded(size):
    with pytest.raises(JobFailed, match="a side has at most 32768 pixels"):
        check_whole_image(png_of(*size), LIMITS)


@pytest.mark.parametrize("content", [png_of(64, 48), png_of(4_000, 4_000)])
def test_a_png_whose_data_is_cut_is_refused_though_its_checksums_are_good(content):
    with pytest.raises(JobFailed, match="cannot be read"):
        check_whole_image(content, LIMITS)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
@pytest.mark.parametrize("size", [(1, 1), (7, 5), (64, 33)])
def test_whole_pngs_of_every_kind_are_taken(mode, size):
    buffer = io.BytesIO()
    PIL.Image.new(mode, size).save(buffer, "PNG")
    assert check_whole_image(buffer.getvalue(), LIMITS) == "image/png"


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (8, 8), (33, 17)])
def test_the_passes_of_an_interlaced_png_are_counted(size):
    width, height = size
    data = b""
    for left, top, right, down in media_checks.ADAM7:
        columns = len(range(left, width, right))
        data += (b"\0" + bytes(columns * 3)) * (len(range(top, height, down)) if columns else 0)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 1)
    front = media_checks.PNG + chunk(b"IHDR", header)
    whole = front + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")
    assert check_whole_image(whole, LIMITS) == "image/png"
    cut = front + chunk(b"IDAT", zlib.compress(data[:-1])) + chunk(b"IEND", b"")
    with pytest.raises(JobFailed, match="is cut"):
        check_whole_image(cut, LIMITS)


def wav(bits=16, channels=1, rate=8000):
    facts = struct.pack("<HHIIHH", 1, channels, rate, rate * 2, 2, bits)
    body = b"WAVEfmt " + struct.pack("<I", 16) + facts + b"data" + struct.pack("<I", 4) + bytes(4)
    return b"RIFF" + struct.pack("<I", len(body)) + body


@pytest.mark.parametrize("facts", [{"bits": 0}, {"channels": 0}, {"rate": 0}])
def test_a_wav_that_can_hold_no_sound_is_refused(facts):
    assert check_media("audio", wav(), LIMITS, "voice") == "audio/wav"
    with pytest.raises(JobFailed, match="holds no sound") as caught:
        check_media("audio", wav(**facts), LIMITS, "voice")
    assert caught.value.code == "INPUT_INVALID"
