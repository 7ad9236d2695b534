"""Models that were added, here tiny pipelines: loaded and run as real ones."""

import importlib.util
import io
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import PIL.Image
import pytest

from mediaext.cli import main
from mediaext.engines import local_models
from mediaext.engines.base import Cancelled, Context
from mediaext.engines.doctor import Machine
from mediaext.engines.entries import find_model, own_folder
from mediaext.engines.hosts import client
from mediaext.engines.install import add_model
from mediaext.engines.local_models import engine
from mediaext.errors import Unsupported
from mediaext.operations import (
    CloneVoice,
    EditImage,
    GenerateImage,
    GenerateSpeech,
    GenerateVideo,
    LegacyTextToImage,
)
from mediaext.provenance import read_provenance

SCRIPT = Path(__file__).with_name("tiny_pipelines.py")
ENTRIES = {  # skill, class, what a tiny one needs beside what real ones need
    "z-image": ("generate", "ZImagePipeline", 'multiple = 16\nfields = { negative_prompt = "" }'),
    "sd3": ("generate", "StableDiffusion3Pipeline", "multiple = 16"),
    "klein": (
        "edit",
        "Flux2KleinPipeline",
        "multiple = 16\nfields = { guidance_scale = '' }\nalso = ['generate']",
    ),
    "ltx": (
        "animate",
        "LTX2ImageToVideoPipeline",
        "multiple = 32\nframe_multiple = 8",
    ),
    "wan": ("animate", "WanImageToVideoPipeline", "multiple = 32\nframe_multiple = 4"),
    "qwen": (
        "edit",
        "QwenImageEditPlusPipeline",
        "multiple = 16\nfields = { guidance_scale = 'true_cfg_scale' }",
    ),
}
ARGUMENTS = {
    "z-image": "num_inference_steps = 2, guidance_scale = 0.0, max_sequence_length = 64",
    "sd3": "num_inference_steps = 2, guidance_scale = 5.0, max_sequence_length = 32",
    "klein": "num_inference_steps = 2, guidance_scale = 1.0, max_sequence_length = 64, "
    "text_encoder_out_layers = [0, 1, 1]",
    "ltx": "num_inference_steps = 2, guidance_scale = 1.0, frame_rate = 24.0, stg_scale = 0.0, "
    "modality_scale = 1.0, audio_guidance_scale = 1.0, audio_stg_scale = 0.0, image_crf = 0, "
    "audio_modality_scale = 1.0, spatio_temporal_guidance_blocks = [], max_sequence_length = 16",
    "wan": "num_inference_steps = 2, guidance_scale = 1.0, max_sequence_length = 16",
    "qwen": "num_inference_steps = 1, true_cfg_scale = 4.0, negative_prompt = ' '",
}


@pytest.fixture(scope="module")
def pipelines(tmp_path_factory) -> Path:
    """Return a folder with every tiny pipeline, built in a process of its own."""
    folder = tmp_path_factory.mktemp("pipelines")
    subprocess.run([sys.executable, str(SCRIPT), str(folder)], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def state(tmp_path_factory) -> Iterator[Path]:
    """Return a state folder for all tests: importing the libraries takes longer than a test."""
    folder = tmp_path_factory.mktemp("state")
    yield folder
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEDIAEXT_HOME", str(folder))
        client.stop()


@pytest.fixture
def add(pipelines, state, monkeypatch):
    """Return a function that adds tiny pipelines as models, which are gone after the test."""
    monkeypatch.setenv("MEDIAEXT_HOME", str(state))

    def add(*names: str, more: str = "") -> None:
        own_folder().mkdir(parents=True, exist_ok=True)
        for name in names:
            skill, kind, facts = ENTRIES[name]
            (own_folder() / f"{name}.toml").write_text(
                f'[[model]]\nname = "tiny-{name}"\nskill = "{skill}"\nclass = "{kind}"\n'
                f'source = {{ folder = "{(pipelines / name).as_posix()}" }}\n'
                'licence = { id = "None", commercial = true, source = "https://example.org/l" }\n'
                f'environment = "here"\narguments = {{ {ARGUMENTS[name]} }}\n{facts}\n{more}\n'
            )
        (own_folder() / "here.toml").write_text(
            '[environments.here]\npython = ["3.11"]\nlock = "lock.txt"\n'
            f'packages = ["diffusers=={version("diffusers")}"]\n'
        )
        (own_folder() / "lock.txt").write_text("")
        for name in names:
            add_model(f"tiny-{name}", accept_licence=True)

    yield add
    shutil.rmtree(own_folder(), ignore_errors=True)


def loaded() -> list[str]:
    return [row["model"].partition("@")[0] for row in client.status()["models"]]


def version(name: str) -> str:
    from importlib.metadata import version as installed

    return installed(name)


def photo(side: int = 64) -> bytes:
    picture = PIL.Image.new("RGB", (side, side), (200, 60, 40))
    picture.paste((30, 80, 200), (side // 4, side // 4, side // 2, side // 2))
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


def opened(content: bytes) -> PIL.Image.Image:
    return PIL.Image.open(io.BytesIO(content))


def test_pictures_of_equal_seeds_are_equal_and_say_who_made_them(add):
    add("z-image")
    made = {}
    for seed in (7, 7, 8):
        context = Context(seed=seed)
        told: list[tuple[float | None, str]] = []
        context.report = lambda *said, told=told: told.append(said)
        request = GenerateImage(prompt="a red bicycle", width=40, height=24, output_format="png")
        content = engine().make(request, {}, context)["result"].content
        assert made.setdefault(seed, content) == content
    installed = find_model("tiny-z-image")

    assert opened(made[7]).size == (40, 24)
    assert made[7] != made[8]
    assert installed is not None
    assert context.trained
    assert context.made_by is not None
    assert (context.made_by.model, context.made_by.revision) == (
        "tiny-z-image", installed.revision,
    )  # fmt: skip
    assert context.made_by == engine().identity(GenerateImage)
    (used,) = context.details["models"]
    assert used["libraries"]["diffusers"] == version("diffusers")
    assert (used["model"], used["held"], used["licence"]) == ("tiny-z-image", "cpu", "None")
    assert (1.0, "step 2 of 2") in told
    assert loaded().count("tiny-z-image") == 1


def test_steps_of_the_request_are_taken_where_they_were_given(add):
    add("z-image")
    told: list[str] = []
    context = Context(report=lambda fraction, message: told.append(message))
    request = GenerateImage(prompt="a", width=16, height=16, num_inference_steps=3)
    engine().make(request, {}, context)

    assert "step 3 of 3" in told


def test_a_cancelled_job_ends_within_a_step_and_the_next_one_is_right(add):
    add("z-image")
    request = GenerateImage(prompt="a", width=16, height=16, output_format="png")
    expected = engine().make(request, {}, Context(seed=3))["result"].content
    hosts = client.status()["hosts"]

    def stop(fraction: float | None, message: str) -> None:
        if message.startswith("step 1 "):
            raise Cancelled

    slow = GenerateImage(**{**request.given(), "num_inference_steps": 20})
    with pytest.raises(Cancelled):
        engine().make(slow, {}, Context(seed=3, report=stop))

    assert engine().make(request, {}, Context(seed=3))["result"].content == expected
    assert client.status()["hosts"] == hosts


def test_samples_have_seeds_one_after_the_other_and_use_the_negative_prompt(add):
    add("sd3")
    fields = {"prompt": "a", "width": 32, "height": 32, "guidance_scale": 5.0}
    fields |= {"num_inference_steps": 2}
    both = LegacyTextToImage(**fields, negative_prompt="", samples=2, file_prefix="mine")
    made = engine().make(both, {}, Context(seed=5))
    one = LegacyTextToImage(**fields, negative_prompt="", samples=1)
    second = engine().make(one, {}, Context(seed=6))["result"].content
    other = LegacyTextToImage(**fields, negative_prompt="ugly, dark, blurred", samples=1)
    without = engine().make(other, {}, Context(seed=5))["result"].content

    assert set(made) == {"result", "result_1"}
    assert made["result_1"].name == "mine_1.png"
    first = np.asarray(opened(made["result"].content), np.int16)
    assert np.abs(first - np.asarray(opened(without), np.int16)).max() > 0
    assert made["result_1"].content == second


def test_a_field_that_the_model_does_not_use_is_told(add):
    add("z-image")
    request = LegacyTextToImage(
        prompt="a", negative_prompt="ugly", num_inference_steps=2, samples=1, guidance_scale=0.0,
        width=16, height=16,
    )  # fmt: skip
    context = Context()
    engine().make(request, {}, context)

    assert "negative_prompt was left out: 'models' does not take it." in context.notes


def test_an_edit_looks_at_its_pictures_keeps_their_size_and_tells_what_is_left_out(add):
    add("klein")
    request = EditImage(
        input_image=["x.png", "y.png"], prompt="at night", output_format="png", guidance_scale=2.0,
        cfg_norm_strength=0.9,
    )  # fmt: skip
    context = Context(seed=1)
    pictures = {"input_image": [photo(72), photo()]}
    made = opened(engine().make(request, pictures, context)["result"].content)

    assert made.size == (72, 72)
    assert context.notes == [
        "guidance_scale was left out: 'models' does not take it.",
        "cfg_norm_strength was left out: 'models' does not take it.",
    ]


@pytest.mark.skipif(
    importlib.util.find_spec("torchvision") is None,
    reason="its processor needs torchvision",
)
def test_an_editor_whose_processor_needs_torchvision(add):
    add("qwen")
    made = []
    for pictures in ([photo(72), photo()], [photo(72)]):
        context = Context(seed=1)
        request = EditImage(
            input_image=["x.png", "y.png"][: len(pictures)], prompt="at night",
            guidance_scale=3.0, output_format="png",
        )  # fmt: skip
        result = engine().make(request, {"input_image": pictures}, context)["result"]
        made.append(opened(result.content))

    assert made[0].size == (72, 72)
    assert made[0].tobytes() != made[1].tobytes()
    assert context.notes == []


def test_a_lora_is_switched_by_faster_inference_and_leaves_the_model_as_it_was(add, pipelines):
    add("klein")
    fields = {"input_image": "x.png", "prompt": "at night", "output_format": "png"}
    slow = EditImage(**fields, faster_inference=False)
    fast = EditImage(**fields, faster_inference=True)

    def made(request: EditImage) -> tuple[bytes, str, list[str]]:
        told: list[str] = []
        context = Context(seed=1, report=lambda fraction, message: told.append(message))
        content = engine().make(request, {"input_image": [photo()]}, context)["result"].content
        (used,) = context.details["models"]
        return content, used.get("lora", ""), told

    plain = made(slow)
    (own_folder() / "lora.toml").write_text(
        '[[model]]\nname = "tiny-lora"\nskill = "edit"\nbase = "tiny-klein"\n'
        f'source = {{ folder = "{(pipelines / "lora").as_posix()}" }}\n'
        'licence = { id = "None", commercial = true, source = "https://example.org/l" }\n'
        'environment = "here"\narguments = { num_inference_steps = 3 }\n'
    )
    revision = add_model("tiny-lora", accept_licence=True).revision
    quick = made(fast)
    again = made(slow)

    assert (plain[0], plain[1]) == (again[0], again[1])
    assert quick[1] == f"tiny-lora@{revision}"
    assert quick[0] != plain[0]
    assert "step 3 of 3" in quick[2]


def test_a_clip_has_the_length_and_the_size_that_were_asked_for(add):
    import av

    add("wan")
    request = GenerateVideo(
        input_image="x.png", prompt="wind", width=256, height=256, duration_seconds=0.25
    )
    made = engine().make(request, {"input_image": [photo()]}, Context(seed=1))["result"]

    assert made.media_type == "video/mp4"
    with av.open(io.BytesIO(made.content)) as container:
        frames = [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]
    assert len(frames) == 6
    assert frames[0].shape == (256, 256, 3)


def test_a_model_that_makes_sound_gives_the_clip_its_sound(add):
    import av

    add("ltx")
    request = GenerateVideo(
        input_image="x.png", prompt="wind", width=64, height=32, duration_seconds=0.25
    )
    made = engine().make(request, {"input_image": [photo()]}, Context(seed=1))["result"]

    with av.open(io.BytesIO(made.content)) as container:
        assert [stream.type for stream in container.streams] == ["video", "audio"]
        assert sum(1 for _ in container.decode(video=0)) == 6


def test_an_operation_without_a_model_is_unsupported_with_the_command_that_helps(add):
    own_folder().mkdir(parents=True, exist_ok=True)
    assert not engine().supports(GenerateImage)
    with pytest.raises(Unsupported, match="mediaext engine add z-image-turbo"):
        engine().make(GenerateImage(prompt="a"), {}, Context())
    add("klein")
    assert engine().supports(EditImage)
    assert not engine().supports(GenerateVideo)


def test_the_model_that_was_added_last_is_taken_unless_another_is_named(add):
    add("z-image", "sd3")

    assert engine().identity(GenerateImage).model == "tiny-sd3"
    assert engine("tiny-z-image").identity(GenerateImage).model == "tiny-z-image"


def test_status_tells_of_a_model_that_does_not_fit(add):
    add("z-image", more="memory = { cpu = 99999 }")
    state = engine().describe(GenerateImage)["state"]

    assert state.startswith(
        "tiny-z-image does not fit: needs 99,999 GB of memory, models may take"
    )


def test_preparing_loads_ahead_and_releasing_frees(add):
    add("z-image")
    engine().prepare(GenerateImage, Context())
    assert "tiny-z-image" in loaded()
    engine().release()

    assert client.status() == {"hosts": [], "models": []}


def test_jobs_of_several_threads_take_turns(add):
    add("z-image", "sd3")
    made: list[bytes] = []

    def make(name: str) -> None:
        request = GenerateImage(prompt="a", width=16, height=16)
        made.append(engine(name).make(request, {}, Context(seed=1))["result"].content)

    threads = [threading.Thread(target=make, args=(n,)) for n in ("tiny-z-image", "tiny-sd3") * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(set(made)) == 2


def test_the_engine_imports_no_torch():
    code = (
        "import sys, mediaext.engines.local_models as d; d.engine(); print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "False"


def test_a_model_without_a_voice_of_its_own_speaks_only_in_a_cloned_one(add):
    add("z-image")
    (own_folder() / "voices.toml").write_text(
        "".join(
            f'[[model]]\nname = "{name}"\nskill = "speak"\nclass = "Tiny"\nenvironment = "here"\n'
            f'source = {{ folder = "{own_folder() / "tiny-z-image" / "files"}" }}\n'
            'licence = { id = "None", commercial = true, source = "https://example.org/l" }\n'
            f"{more}\n"
            for name, more in (("fixed", "fields = { voice = '' }"), ("b", "needs_voice = true"))
        )
    )
    add_model("b", accept_licence=True)
    with pytest.raises(Unsupported, match="give target_voice_path"):
        engine().make(GenerateSpeech(text="Hello"), {}, Context())
    add_model("fixed", accept_licence=True)
    assert engine().identity(CloneVoice).model == "b"
    assert engine().identity(GenerateSpeech).model == "fixed+b"


NEWCOMERS = """
[[model]]
name = "tiny"
skill = "generate"
source = { hub = "me/tiny" }
licence = { id = "Tiny", commercial = false, source = "https://example.org/licence" }
"""


def test_a_tiny_pipeline_is_added_and_makes_a_picture_as_a_newcomer_types_it(
    pipelines, tmp_path, monkeypatch, capsys
):
    own_folder().mkdir(parents=True)
    entry = NEWCOMERS + 'class = "ZImagePipeline"\nenvironment = "diffusers"\nmultiple = 16\n'
    arguments = "num_inference_steps = 2, guidance_scale = 0.0, max_sequence_length = 64"
    (own_folder() / "tiny.toml").write_text(f"{entry}arguments = {{ {arguments} }}\n")
    monkeypatch.setenv("MEDIAEXT_ENGINE", "diffusers,classical")
    picture, larger = tmp_path / "bike.webp", tmp_path / "larger.png"
    try:
        add = ["engine", "add", "tiny", "--from", str(pipelines / "z-image"), "--accept-licence"]
        assert main(add) == 0
        size = ["--width", "64", "--height", "48"]
        assert main(["image", "a red bicycle", *size, "-o", str(picture)]) == 0
        assert main(["upscale", str(picture), "--scale", "2", "-o", str(larger)]) == 0
    finally:
        client.stop()
    said = capsys.readouterr()

    sizes = [PIL.Image.open(io.BytesIO(path.read_bytes())).size for path in (picture, larger)]
    assert sizes == [(64, 48), (128, 96)]
    assert "Made by 'classical'. The engine 'diffusers' has no model for 'upscale'." in said.err
    details = read_provenance(picture.read_bytes(), "image/webp").details
    assert (details["engine"], details["model"]) == ("diffusers", "tiny")


@pytest.mark.skipif(
    importlib.util.find_spec("gguf") is None,
    reason="needs gguf: pip install 'mediaext[diffusion]'",
)
def test_weights_of_a_gguf_file_are_taken_where_the_whole_model_does_not_fit(
    add, pipelines, monkeypatch
):
    add("z-image", more="memory = { cpu = 2 }")
    (own_folder() / "small.toml").write_text(
        '[[model]]\nname = "tiny-gguf"\nskill = "generate"\nbase = "tiny-z-image"\n'
        f'source = {{ folder = "{(pipelines / "gguf").as_posix()}" }}\n'
        'licence = { id = "None", commercial = true, source = "https://example.org/l" }\n'
        'environment = "here"\nmemory = { gguf = 0.5, cpu = 0.5 }\n'
    )
    request = GenerateImage(prompt="a", width=32, height=32, output_format="png")

    def made(memory):
        monkeypatch.setattr(local_models, "_machine", lambda: Machine(memory, 100))
        context = Context(seed=3)
        content = engine().make(request, {}, context)["result"].content
        (used,) = context.details["models"]
        pixels = np.asarray(opened(content).convert("RGB"), np.int16)
        return pixels, used["held"], context.made_by.quantisation

    whole, held, quantisation = made(64)
    assert (held, quantisation) == ("cpu", "")
    revision = add_model("tiny-gguf", accept_licence=True).revision
    assert made(64)[1] == "cpu"
    small, held, quantisation = made(2)
    assert (held, quantisation) == ("gguf", f"gguf:tiny-gguf@{revision}")
    assert 0 < np.abs(whole - small).max() <= 8  # 8-bit weights: near, and not the same
