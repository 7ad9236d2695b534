"""Displays that survive: HTML or a plain picture, and words in every bundle."""

import base64
import html
import io
import re
import wave
from datetime import UTC, datetime

import numpy as np
import PIL.Image
import pytest
import trimesh

import mediaext
from mediaext.job import JobRecord
from mediaext.notebook.display import compare, gallery, job_table
from mediaext.notebook.page import PageLink
from mediaext.results import Clip, Cutout, MadeFile, Mesh, Picture, Sound
from mediaext.results.mesh_display import MOST_FACES, UNITS, simplify
from mediaext.results.showing import CHECKER, EMBED_LIMIT
from mediaext.viewer import DISPLAY, on_view, viewer_script


def png(width, height, colour="red", mode="RGB"):
    buffer = io.BytesIO()
    PIL.Image.new(mode, (width, height), colour).save(buffer, "PNG")
    return buffer.getvalue()


def wav(seconds=0.5, rate=8000, channels=1):
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as writer:
        writer.setnchannels(channels)
        writer.setsampwidth(2)
        writer.setframerate(rate)
        tone = np.sin(np.arange(int(seconds * rate)) / 5) * 20000
        writer.writeframes(np.repeat(tone.astype("<i2"), channels).tobytes())
    return buffer.getvalue()


def mp4(frames=5, side=64):
    av = pytest.importorskip("av")
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mp4") as container:
        stream = container.add_stream("libx264", rate=24)
        stream.width = stream.height = side
        stream.pix_fmt = "yuv420p"
        for _ in range(frames):
            pixels = np.full((side, side, 3), (200, 30, 30), np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(pixels, format="rgb24")))
        container.mux(stream.encode())
    return buffer.getvalue()


def ball(colours=True):
    mesh = trimesh.creation.icosphere(subdivisions=2)
    if colours:
        mesh.visual.vertex_colors = np.tile((20, 160, 60, 255), (len(mesh.vertices), 1))
    return mesh.export(file_type="glb")


def record(**facts):
    values = {"job_id": "j1", "operation": "image", "submitted_at": datetime.now(UTC)}
    return JobRecord(**{**values, **facts})


def shown(value):
    """Return data of a display, metadata of its plain picture, and that picture."""
    data, _ = value._repr_mimebundle_()
    DISPLAY.plain = True
    plain, metadata = value._repr_mimebundle_()
    DISPLAY.plain = False
    assert "text/html" not in plain
    kind = next(k for k in ("image/png", "image/jpeg") if k in plain)
    assert kind not in data
    return data, metadata[kind], PIL.Image.open(io.BytesIO(base64.b64decode(plain[kind])))


NASTY = "<script>alert('x')</script>\" onload=y"


@pytest.mark.parametrize(
    "make",
    [
        lambda job: Clip(mp4(), "video/mp4", job=job),
        lambda job: Sound(wav(), "audio/wav", job=job),
        lambda job: Mesh(ball(), "model/gltf-binary", job=job),
    ],
    ids=["clip", "sound", "mesh"],
)
def test_every_result_shows_as_html_as_a_picture_and_as_words(make):
    job = record(request={"prompt": NASTY})
    data, metadata, picture = shown(make(job))
    assert metadata["alt"] == f"image: {NASTY}"
    assert "<script>" not in data["text/html"]
    assert '" onload=y' not in data["text/html"]
    assert data["text/plain"].startswith("<")
    assert min(picture.size) >= 32


def test_a_page_can_ask_for_the_original_of_a_picture():
    picture = Picture(png(1200, 800), job=record(request={"prompt": NASTY}))
    page = picture._repr_mimebundle_()[0]["text/html"]
    digest = re.search(r'data-view="([0-9a-f]{64})"', page)[1]
    stored = {"0" * 64: b"RIFF"}
    link = PageLink({}, stored.get)
    assert link.original(digest) == picture.content
    assert link.original("0" * 64) == b"RIFF"
    assert link.original("../" + digest) is None


def test_a_picture_is_saved_once_as_webp_in_html_or_as_a_plain_picture():
    noise = np.random.default_rng(0).integers(60, 190, (600, 800, 3), dtype=np.uint8)
    buffer = io.BytesIO()
    PIL.Image.fromarray(noise).save(buffer, "PNG")
    picture = Picture(buffer.getvalue())
    data, _, plain = shown(picture)
    [in_page] = re.findall(r'src="data:image/webp;base64,([^"]+)"', data["text/html"])
    assert max(PIL.Image.open(io.BytesIO(base64.b64decode(in_page))).size) == max(plain.size)
    assert set(data) == {"text/plain", "text/html"}
    assert len(in_page) < len(base64.b64encode(picture.thumbnail_bytes()[0]))


def test_a_display_brings_the_viewer_unless_its_page_has_it():
    script = html.escape(viewer_script(), quote=True)
    assert script in on_view()
    DISPLAY.script_in_page = True
    assert script not in on_view()
    assert len(on_view()) < 500
    assert len(Picture(png(40, 30))._repr_mimebundle_()[0]["text/html"]) < 2_000


def test_transparency_shows_on_squares_and_the_composite_beside_the_cutout():
    flat = MadeFile(png(40, 30, "gold"), "image/png")
    files = {"cutout": MadeFile(png(40, 30, mode="RGBA"), "image/png"), "result": flat}
    cut = Cutout.from_files(files, record(operation="cutout", request={"recolor": "gold"}))
    page = cut._repr_mimebundle_()[0]["text/html"]
    assert page.count("<img") == 2
    assert page.count(f'{CHECKER}" src=') == 1
    digests = re.findall(r'data-view="([0-9a-f]{64})"', page)
    link = PageLink({}, {}.get)
    assert [link.original(digest) for digest in digests] == [cut.content, flat.content]
    broken = Cutout.from_files({**files, "result": MadeFile(b"no picture", "image/png")})
    assert broken._repr_mimebundle_()[0]["text/html"].count("<img") == 1


def test_a_result_without_words_is_named_by_its_settings():
    asked = {"input_image": "sha256:1", "scale": 2, "drop_shadow": True, "seed": 3}
    job = record(operation="upscale", request=asked, inputs={"input_image": ["sha256:1"]})
    assert Picture(png(8, 8), job=job).caption == "upscale: scale 2, drop shadow"


def test_chosen_tiles_of_a_gallery_become_a_variable():
    wall = gallery([Picture(png(8, 8, colour)) for colour in ("red", "green", "blue")])
    slot = re.search(r'data-gallery="(\w+)"', wall.html())[1]
    names = {}
    link = PageLink(names, {}.get)
    assert link.keep(slot, [0, 2, 9], "best") == "best is a list of 2 results."
    assert names["best"] == [wall[0], wall[2]]
    assert link.keep(slot, [], "best") == "Choose at least one."
    assert "cannot be a variable" in link.keep(slot, [0], "not a name")


def test_a_clip_shows_its_first_frame_and_a_player():
    clip = Clip(mp4(), "video/mp4")
    data, _, picture = shown(clip)
    assert np.abs(np.asarray(picture.convert("RGB"))[30, 30] - (200.0, 30, 30)).max() < 12
    assert "<video controls" in data["text/html"]
    assert 'poster="data:image/webp' in data["text/html"]


def test_a_clip_too_large_for_a_notebook_shows_its_poster_and_says_so():
    clip = Clip(mp4() + bytes(EMBED_LIMIT), "video/mp4")
    data, _, _ = shown(clip)
    assert "<video" not in data["text/html"]
    assert ".save(" in data["text/html"]
    assert len(data["text/html"]) < 100_000


def test_a_sound_shows_how_loud_it_is_over_time():
    samples = np.concatenate([np.zeros(4000), np.full(4000, 16000)]).astype("<i2")
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(8000)
        writer.writeframes(samples.tobytes())
    _, _, picture = shown(Sound(buffer.getvalue(), "audio/wav"))
    ink = np.asarray(picture.convert("RGBA"))[..., 3] > 0
    heights = ink.sum(axis=0)
    assert heights[: picture.width // 2 - 8].max() <= 4
    assert heights[picture.width // 2 + 8 :].max() >= picture.height * 0.4


def test_a_mesh_turns_in_the_page_and_stands_still_as_a_strip():
    mesh = Mesh(ball(), "model/gltf-binary")
    data, _, picture = shown(mesh)
    assert "<canvas" in data["text/html"]
    assert "arrow keys" in data["text/html"]
    assert picture.width == 4 * picture.height
    large = trimesh.creation.icosphere(subdivisions=7).export(file_type="glb")
    saved = Mesh(large, "model/gltf-binary")._repr_mimebundle_()[0]
    assert sum(map(len, saved.values())) < 300_000 < len(large)


def test_the_mesh_of_a_page_keeps_its_shape_and_colours():
    ball = trimesh.creation.icosphere(subdivisions=5)
    ball.visual.vertex_colors = [200, 40, 40, 255]
    points, faces, colours = simplify(ball)
    assert len(faces) <= MOST_FACES < len(ball.faces)
    assert faces.max() < len(points)
    radius = np.linalg.norm(points, axis=1)
    assert radius == pytest.approx(UNITS, rel=0.05)
    assert (colours == [200, 40, 40]).all()
    corners = points.astype(float)[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert ((normals * corners.mean(1)).sum(1) > 0).mean() > 0.99, "faces look outwards"
    with pytest.raises(ValueError, match="no surface"):
        simplify(trimesh.Trimesh())


def test_a_turntable_shows_the_colours_and_the_shape():
    front = Mesh(ball(), "model/gltf-binary").turntable(4, 120)[0]
    pixels = np.asarray(front)
    inside = pixels[50:70, 50:70]
    assert (inside[..., 3] == 255).all()
    assert (inside[..., 1] > inside[..., 0] + 30).all(), "the ball is green"
    assert pixels[0, 0, 3] == 0
    covered = (pixels[..., 3] > 127).mean()
    assert covered == pytest.approx(np.pi * (0.96 / 2) ** 2, abs=0.03), "the area of a disc"


def test_a_turntable_turns_the_upright_axis():
    box = trimesh.creation.box((2.0, 1.0, 0.2)).export(file_type="glb")
    front, side = Mesh(box, "model/gltf-binary").turntable(4, 96)[:2]
    width = [
        np.flatnonzero(np.asarray(view)[..., 3].max(axis=0) > 99).size for view in (front, side)
    ]
    assert width[0] > 3 * width[1]


@pytest.mark.parametrize("content", [b"", b"glTF", b"glTF" + bytes(40), ball()[:200]])
def test_a_broken_mesh_still_shows_a_link(content):
    data, _ = Mesh(content, "model/gltf-binary")._repr_mimebundle_()
    assert "download=" in data["text/html"]


@pytest.mark.parametrize("kind", [Clip, Sound])
def test_broken_media_still_show(kind):
    data, _ = kind(b"not media", {Clip: "video/mp4", Sound: "audio/wav"}[kind])._repr_mimebundle_()
    assert data["text/html"]


def test_before_and_after_lie_over_each_other_when_their_shapes_agree():
    after = Picture(png(80, 60, "blue"), job=record(request={"prompt": NASTY}))
    data, _, picture = shown(compare(PIL.Image.new("RGB", (40, 30), "red"), after))
    assert data["text/html"].count("<img") == 2
    assert 'aria-label="before and after"' in data["text/html"]
    assert "clip-path" in data["text/html"]
    assert "<script>" not in data["text/html"]
    pixels = np.asarray(picture.convert("RGB")).reshape(-1, 3).astype(int)
    assert (np.abs(pixels - (255, 0, 0)).max(axis=1) < 30).any(), "before is in the still"
    assert (np.abs(pixels - (0, 0, 255)).max(axis=1) < 30).any(), "and so is after"


def test_before_and_after_of_other_shapes_stand_side_by_side():
    data, _, _ = shown(compare(png(40, 30), png(30, 40)))
    assert 'type="range"' not in data["text/html"]


def test_comparing_no_picture_says_which_one():
    with pytest.raises(mediaext.InvalidRequest, match="before"):
        compare(b"words", png(4, 4))


def test_a_comparison_of_large_pictures_stays_small():
    noise = np.random.default_rng(7).integers(0, 255, (1024, 1024, 3), np.uint8)
    rough = PIL.Image.fromarray(noise).resize((512, 512)).resize((1024, 1024))
    data, _ = compare(rough, rough)._repr_mimebundle_()
    assert sum(map(len, data.values())) < 500_000  # noise is the worst case for JPEG


def test_a_gallery_holds_results_and_shows_labels():
    results = [Picture(png(200, 200, colour)) for colour in ("red", "blue", "lime")]
    made = gallery(results, labels=["a", NASTY, "c"], columns=2)
    assert made[1] is results[1]
    assert len(made) == 3
    data, metadata, picture = shown(made)
    assert data["text/html"].count("<figure") == 3
    assert "<script>" not in data["text/html"]
    assert metadata["alt"] == f"a; {NASTY}; c"
    assert picture.height > picture.width, "three tiles in two columns make two rows"


def test_a_gallery_takes_mappings_errors_and_many_items():
    made = gallery({"ok": Picture(png(9, 9)), "bad": ValueError("<x>")})
    assert made.labels == ["ok", "bad"]
    assert "&lt;x&gt;" in made.html()
    many = gallery([png_image() for _ in range(70)])
    assert "and 6 more" in many.html()
    assert gallery([])._repr_mimebundle_()[0]["text/plain"].startswith("<Gallery of 0")


def png_image():
    return PIL.Image.new("RGB", (4, 4))


def test_a_gallery_wants_as_many_labels_as_results():
    with pytest.raises(ValueError, match="1 results but 2 labels"):
        gallery([png_image()], labels=["a", "b"])
    with pytest.raises(ValueError, match="at least 1"):
        gallery([png_image()], columns=0)


def test_the_job_table_has_thumbnails_and_escapes_prompts():
    media = mediaext.connect(engine="mediaext.testing.instant:engine")
    media.image(NASTY, seed=1)
    table = job_table(media)
    data, metadata, _ = shown(table)
    assert "<img" in data["text/html"]
    assert "<script>" not in data["text/html"]
    assert data["text/html"].count('scope="col"') == 8
    assert "completed" in data["text/plain"]
    assert metadata["alt"].startswith("image <script>")


def test_the_job_table_of_nobody_says_so():
    media = mediaext.connect(engine="mediaext.testing.instant:engine")
    assert "no jobs yet" in job_table(media).html()


def test_further_files_do_not_disturb_a_display():
    others = {"cutout": MadeFile(png(4, 4), "image/png")}
    data, _ = Sound(wav(), "audio/wav", others=others)._repr_mimebundle_()
    assert "<audio" in data["text/html"]
