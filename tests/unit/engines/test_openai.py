"""The adapter for model servers: what each dialect is sent, and what becomes of bad answers."""

import base64
import io
import threading

import PIL.Image
import pytest

from mediaext.engines import Cancelled, Context, load_engine, server_connection
from mediaext.engines import openai as adapter
from mediaext.engines.openai import OpenAIEngine, skills_of
from mediaext.errors import InvalidRequest, JobFailed, Unsupported
from mediaext.operations import (
    CloneVoice,
    EditImage,
    GenerateImage,
    GenerateMesh,
    GenerateSpeech,
    GenerateVideo,
    LockIdentity,
    UpscaleImage,
)
from tests.unit.engines.model_servers import (
    GLB,
    LocalAI,
    SdCpp,
    SGLang,
    VLLMOmni,
    encoded,
    png,
    running,
    wav,
)

FOX = GenerateImage(
    prompt="a fox", width=100, height=70, num_inference_steps=9, guidance_scale=2.0, seed=7
)
PHOTO = png((100, 70), (200, 30, 30))
EDIT = EditImage(prompt="give it a hat", input_image="photo.png", num_inference_steps=6)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(adapter, "POLL_SECONDS", 0.01)
    for variable in (adapter.OWN_KEY, adapter.OTHER_KEY):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def serve():
    """Return a function that runs a server until the test ends and gives engine and server."""
    import contextlib

    with contextlib.ExitStack() as stack:

        def start(server, model=""):
            address = stack.enter_context(running(server))
            return load_engine(f"openai:{address}{model}"), server

        yield start


def opened(files):
    return PIL.Image.open(io.BytesIO(files["result"].content))


def make(engine, request, inputs=None, context=None):
    return engine.make(request, inputs or {}, context or Context(seed=7))


@pytest.mark.parametrize(
    ("kind", "name", "model"),
    [
        (SGLang, "sglang", "Qwen/Qwen-Image-Edit-2511"),
        (VLLMOmni, "vllm-omni", "Tongyi-MAI/Z-Image-Turbo"),
        (SdCpp, "sd.cpp", "z-image-Q4_K"),
    ],
)
def test_the_server_tells_its_software_and_model(serve, kind, name, model):
    engine, _ = serve(kind())
    operation = EditImage if kind is SGLang else GenerateImage
    identity = engine.identity(operation)
    assert (identity.engine, identity.model) == (name, model)
    told = engine.describe(operation)
    known = {"Qwen/Qwen-Image-Edit-2511": "Apache-2.0", "Tongyi-MAI/Z-Image-Turbo": "Apache-2.0"}
    assert told["licence"] == known.get(model, "not known; ask who runs it")
    assert (told["memory"], told["state"]) == ("of the server", "ready")
    context = Context(seed=7)
    inputs = {"input_image": [PHOTO]} if operation is EditImage else {}
    make(engine, EDIT if operation is EditImage else FOX, inputs, context)
    assert (context.made_by, context.trained) == (identity, True)


def test_vllm_omni_is_sent_its_fields_and_the_picture_has_the_size_asked_for(serve):
    engine, server = serve(VLLMOmni())
    made = opened(make(engine, FOX))
    (sent,) = server.bodies("/generations")
    assert made.size == (100, 70)
    assert sent == {
        "model": "Tongyi-MAI/Z-Image-Turbo",
        "prompt": "a fox",
        "size": "96x64",
        "n": 1,
        "response_format": "b64_json",
        "output_format": "png",
        "seed": 7,
        "generator_device": "cpu",
        "num_inference_steps": 9,
        "guidance_scale": 2.0,
    }


def test_what_is_not_given_is_left_to_the_model(serve):
    engine, server = serve(VLLMOmni())
    make(engine, GenerateImage(prompt="a fox", width=64, height=64))
    (sent,) = server.bodies("/generations")
    assert not {"num_inference_steps", "guidance_scale", "negative_prompt"} & sent.keys()


def test_sglang_edits_are_forms_with_pictures_in_order_and_guidance_as_qwen_reads_it(serve):
    engine, server = serve(SGLang())
    request = EditImage(prompt="put 2 on 1", input_image=["a.png", "b.png"], guidance_scale=4.0)
    second = png((50, 50), (0, 200, 0))
    made = opened(make(engine, request, {"input_image": [PHOTO, second]}))
    (sent,) = server.bodies("/edits")
    assert made.size == (100, 70)
    assert [PIL.Image.open(io.BytesIO(one)).size for one in sent["image[]"]] == [
        (100, 70),
        (50, 50),
    ]
    assert {
        "true_cfg_scale": "4.0",
        "negative_prompt": " ",
        "generator_device": "cpu",
    }.items() <= sent.items()
    assert "guidance_scale" not in sent


def test_sd_cpp_is_asked_by_jobs_in_its_own_interface(serve):
    engine, server = serve(SdCpp())
    reports = []
    context = Context(seed=7, report=lambda fraction, message: reports.append(message))
    request = EDIT.model_copy(update={"guidance_scale": 3.0})
    made = make(engine, request, {"input_image": [PHOTO]}, context)
    (sent,) = server.bodies("/img_gen")
    assert opened(made).size == (100, 70)
    assert (sent["width"], sent["height"], sent["seed"]) == (96, 64, 7)
    assert sent["sample_params"] == {"sample_steps": 6, "guidance": {"txt_cfg": 3.0}}
    assert len(sent["ref_images"]) == 1
    assert "the model works" in reports


def test_localai_takes_models_by_what_they_are_for(serve):
    engine, server = serve(LocalAI())
    assert engine.skills() == {"generate", "edit", "speak", "mesh"}
    make(engine, FOX)
    make(engine, EDIT, {"input_image": [PHOTO]})
    drawn, edited = server.bodies("/generations")
    assert (drawn["model"], drawn["step"], drawn["seed"]) == ("dreamshaper", 9, 7)
    assert edited["model"] == "qwen-image-edit"
    assert base64.b64decode(edited["file"]).startswith(b"\x89PNG")


def test_a_model_can_be_chosen_by_name(serve):
    engine, _ = serve(LocalAI(), "#dreamshaper")
    assert engine.skills() == {"generate"}
    engine, _ = serve(LocalAI(), "#no-such")
    with pytest.raises(JobFailed, match="no model 'no-such'") as caught:
        make(engine, FOX)
    assert caught.value.code == "MODEL_UNAVAILABLE"


def test_a_dialect_that_takes_no_guidance_says_so(serve):
    engine, _ = serve(LocalAI())
    context = Context(seed=7)
    make(engine, FOX, context=context)
    assert context.notes == [f"guidance_scale was left out: '{engine.name}' does not take it."]


class Wan(SGLang):
    models = ({"id": "Wan-AI/Wan2.2-TI2V-5B-Diffusers", "owned_by": "sglang"},)


class LTX(VLLMOmni):
    models = ({"id": "Lightricks/LTX-2.3", "owned_by": "vllm"},)


class WanCpp(SdCpp):
    modes = ("vid_gen",)


CLIP = GenerateVideo(input_image="a.png", width=64, height=32, duration_seconds=0.5, seed=3)


@pytest.mark.parametrize("kind", [Wan, LTX, WanCpp])
def test_clips_are_jobs_whose_progress_is_told_and_come_out_as_asked(serve, kind):
    import av

    engine, server = serve(kind())
    shares = []
    context = Context(seed=3, report=lambda fraction, message: shares.append(fraction))
    made = make(engine, CLIP, {"input_image": [PHOTO]}, context)["result"]
    assert made.media_type == "video/mp4"
    with av.open(io.BytesIO(made.content)) as container:
        frames = list(container.decode(video=0))
    assert (len(frames), frames[0].width, frames[0].height) == (12, 64, 32)
    asked = server.jobs["job-1"]["body"]
    assert int(asked.get("num_frames") or asked["video_frames"]) % 8 == 1
    if kind is not WanCpp:
        assert 0.4 in shares


@pytest.mark.parametrize("kind", [Wan, LTX, WanCpp])
def test_a_cancel_is_passed_on_to_the_job_of_the_server(serve, kind):
    engine, server = serve(kind())
    server.gate.clear()

    def report(fraction, message):
        if message == "the model works":
            raise Cancelled

    with pytest.raises(Cancelled):
        make(engine, CLIP, {"input_image": [PHOTO]}, Context(seed=3, report=report))
    assert server.cancelled == ["job-1"]


def test_a_cancel_ends_the_wait_for_a_picture(serve):
    engine, server = serve(VLLMOmni())
    engine.skills()
    server.gate.clear()

    def report(fraction, message):
        if message == "waiting for the model":
            raise Cancelled

    ended = threading.Event()

    def run():
        with pytest.raises(Cancelled):
            make(engine, FOX, context=Context(seed=7, report=report))
        ended.set()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert ended.wait(20)


class Talker(VLLMOmni):
    models = ({"id": "Qwen/Qwen3-TTS-12Hz-1.7B-Base", "owned_by": "vllm"},)


def test_speech_has_our_mark_and_a_voice_is_cloned_where_the_server_can(serve):
    from mediaext import watermark

    engine, server = serve(Talker())
    voice = CloneVoice(text="Hello", reference_voice_url="v.wav", max_new_tokens=10)
    context = Context(seed=7)
    made = make(engine, voice, {"reference_voice_url": [wav(2)]}, context)["result"]
    (sent,) = server.bodies("/speech")
    assert sent["ref_audio"].startswith("data:audio/wav;base64,")
    assert (sent["input"], sent["language"], sent["max_new_tokens"]) == ("Hello", "English", 10)
    assert context.details["watermark"] == "00000007"
    assert any("cut at 0.4 s" in note for note in context.notes)
    assert made.media_type == "audio/wav"
    local, _ = serve(LocalAI())
    with pytest.raises(Unsupported, match="clone a voice"):
        make(local, voice, {"reference_voice_url": [wav(2)]})
    plain = make(local, GenerateSpeech(text="Hello", apply_watermark=False))["result"]
    assert watermark.find(plain.content) is None


class Hunyuan(SGLang):
    models = ({"id": "tencent/Hunyuan3D-2.1", "owned_by": "sglang"},)


@pytest.mark.parametrize("kind", [Hunyuan, LocalAI])
def test_meshes(serve, kind):
    engine, _ = serve(kind())
    request = GenerateMesh(image_path="a.png", mesh_save_name="fox.glb")
    made = make(engine, request, {"image_path": [PHOTO]})["result"]
    assert (made.content, made.name) == (GLB, "fox.glb")
    with pytest.raises(Unsupported, match="paint"):
        make(engine, GenerateMesh(image_path="a.png", mode="paint", mesh_save_name="b.glb"))


def test_what_a_server_has_no_model_for_is_unsupported(serve):
    engine, _ = serve(VLLMOmni())
    assert engine.supports(GenerateImage)
    for operation in (EditImage, LockIdentity, GenerateVideo, UpscaleImage):
        assert not engine.supports(operation)


def break_off(handler):
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.send_header("content-length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"data": [')
    handler.wfile.flush()
    handler.close_connection = True


def endless(handler):
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.end_headers()
    handler.close_connection = True
    while True:
        handler.wfile.write(b" " * 65536)


def redirect(handler):
    handler.send_response(302)
    handler.send_header("location", "http://127.0.0.1:1/elsewhere")
    handler.send_header("content-length", "0")
    handler.end_headers()


def compressed(handler):
    handler.send_response(200)
    handler.send_header("content-encoding", "gzip")
    handler.send_header("content-length", "4")
    handler.end_headers()
    handler.wfile.write(b"gzip")


def picture(text):
    return 200, {"data": [{"b64_json": text}]}


BAD = {
    "500": (
        (500, {"error": {"message": "out of \x1b[31mmemory"}}),
        "MODEL_ERROR",
        "out of .*memory",
    ),
    "503": ((503, {"detail": "sleeping"}), "MODEL_UNAVAILABLE", "sleeping"),
    "429": ((429, {}), "MODEL_UNAVAILABLE", "no work now"),
    "401": ((401, {}), "MODEL_UNAVAILABLE", "MEDIAEXT_OPENAI_KEY"),
    "400": ((400, {"detail": "Invalid size"}), "INPUT_INVALID", "Invalid size"),
    "422": ((422, {"detail": [{"msg": "x"}]}), "INPUT_INVALID", "refuses"),
    "html": ((200, ("text/html", b"<html>")), "MODEL_ERROR", "not JSON"),
    "list": ((200, []), "MODEL_ERROR", "not a JSON object"),
    "deep": ((200, ("application/json", b"[" * 200_000)), "MODEL_ERROR", "not JSON"),
    "empty": ((200, {"data": []}), "MODEL_ERROR", "holds no file"),
    "link": ((200, {"data": [{"url": "http://169.254.169.254/"}]}), "MODEL_ERROR", "no file"),
    "no base64": (picture("***"), "MODEL_ERROR", "base64"),
    "no picture": (picture(encoded(b"not a picture")), "MODEL_ERROR", "no picture"),
    "half a picture": (picture(encoded(PHOTO[:60])), "MODEL_ERROR", "no picture"),
    "broken off": ((200, break_off), "MODEL_ERROR", "broke off"),
    "redirect": ((200, redirect), "MODEL_ERROR", "another address"),
    "compressed": ((200, compressed), "MODEL_ERROR", "compressed"),
    "too large": ((200, endless), "MODEL_ERROR", "longer than"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_answer_is_a_sentence_with_its_code(serve, monkeypatch, case):
    answer, code, told = BAD[case]
    monkeypatch.setattr(server_connection, "REPLY_LIMIT", 2_000_000)
    engine, server = serve(VLLMOmni())
    server.answers["POST /v1/images/generations"] = lambda server, body: answer
    with pytest.raises(JobFailed, match=told) as caught:
        make(engine, FOX)
    assert caught.value.code == code
    assert "\x1b" not in str(caught.value)


def test_an_answer_that_never_ends_in_time_is_a_timeout(serve, monkeypatch):
    monkeypatch.setattr(server_connection, "ANSWER_SECONDS", 0.5)
    engine, server = serve(VLLMOmni())
    engine.skills()
    server.gate.clear()
    with pytest.raises(JobFailed, match="in time") as caught:
        make(engine, FOX)
    assert caught.value.code == "TIMEOUT"


@pytest.mark.parametrize("status", [404, 405, 501])
def test_a_route_that_a_server_lacks_is_unsupported(serve, status):
    engine, server = serve(VLLMOmni())
    server.answers["POST /v1/images/generations"] = (status, {})
    with pytest.raises(Unsupported, match="/v1/images/generations"):
        make(engine, FOX)


@pytest.mark.parametrize(
    "answer",
    [
        (200, {"id": "../../admin"}),
        (200, {"id": 3}),
        (200, {}),
        (200, {"id": ".."}),
    ],
)
def test_a_job_that_cannot_be_named_is_refused(serve, answer):
    engine, server = serve(Wan())
    server.answers["POST /v1/videos"] = answer
    with pytest.raises(JobFailed, match="names no job"):
        make(engine, CLIP, {"input_image": [PHOTO]})


def test_a_failed_job_of_the_server_says_why(serve):
    engine, server = serve(Wan())
    server.answers["GET /v1/videos/job-1"] = (
        200,
        {"id": "job-1", "status": "failed", "error": {"message": "no frames"}},
    )
    with pytest.raises(JobFailed, match="no frames") as caught:
        make(engine, CLIP, {"input_image": [PHOTO]})
    assert caught.value.code == "MODEL_ERROR"


def test_a_server_that_is_not_there_is_unavailable_and_asked_again_when_it_is(serve):
    engine = OpenAIEngine("http://127.0.0.1:9")
    with pytest.raises(JobFailed, match="does not answer") as caught:
        make(engine, FOX)
    assert caught.value.code == "MODEL_UNAVAILABLE"
    assert engine.supports(GenerateImage)
    engine.link = serve(VLLMOmni())[0].link
    assert opened(make(engine, FOX)).size == (100, 70)


def test_models_are_asked_for_once_a_minute(serve):
    engine, server = serve(VLLMOmni())
    for _ in range(3):
        engine.skills()
    assert len(server.bodies("/v1/models")) == 1
    engine._asked -= adapter.FRESH + 1
    engine.skills()
    assert len(server.bodies("/v1/models")) == 2


@pytest.mark.parametrize("listed", [{}, {"data": []}, {"data": [{"id": 3}]}, [], "x"])
def test_a_server_without_models_is_unavailable(serve, listed):
    engine, server = serve(VLLMOmni())
    server.answers["GET /v1/models"] = (200, listed)
    with pytest.raises(JobFailed, match="no models") as caught:
        make(engine, FOX)
    assert caught.value.code == "MODEL_UNAVAILABLE"


def test_the_key_of_openai_goes_to_no_other_server(serve, monkeypatch):
    monkeypatch.setenv(adapter.OWN_KEY, "sk-own")
    engine, server = serve(VLLMOmni())
    make(engine, FOX)
    assert all("Authorization" not in headers for _, _, headers in server.asked)
    monkeypatch.setenv(adapter.OTHER_KEY, "sk-other")
    make(engine, FOX)
    assert server.asked[-1][2]["Authorization"] == "Bearer sk-other"
    assert OpenAIEngine().link.key_variable == adapter.OWN_KEY


def test_openai_itself_is_sent_no_extension(serve):
    server = VLLMOmni()
    server.models = ({"id": "gpt-image-1", "owned_by": "system"},)
    server.answers["POST /v1/images/generations"] = lambda server, body: picture(
        encoded(png((64, 64), "red"))
    )
    engine, _ = serve(server)
    context = Context(seed=7)
    make(engine, FOX, context=context)
    (sent,) = server.bodies("/generations")
    assert sent == {"model": "gpt-image-1", "prompt": "a fox", "size": "1536x1024"}
    assert {note.partition(" ")[0] for note in context.notes} == {
        "num_inference_steps",
        "guidance_scale",
        "seed",
    }


@pytest.mark.parametrize("address", ["127.0.0.1:3", "ftp://host", "http://", "http://host/?a=b"])
def test_an_address_that_is_none_is_refused(address):
    with pytest.raises(InvalidRequest, match="not an address"):
        OpenAIEngine(address)


@pytest.mark.parametrize(
    ("model", "skill"),
    [
        ("Tongyi-MAI/Z-Image-Turbo", "generate"),
        ("Qwen/Qwen-Image-Edit-2511", "edit"),
        ("black-forest-labs/FLUX.2-klein-4B", "edit"),
        ("Wan-AI/Wan2.2-TI2V-5B-Diffusers", "animate"),
        ("Lightricks/LTX-2.3", "animate"),
        ("tencent/Hunyuan3D-2.1", "mesh"),
        ("microsoft/TRELLIS.2-4B", "mesh"),
        ("Qwen/Qwen3-TTS-12Hz-1.7B-Base", "speak"),
        ("hexgrad/Kokoro-82M", "speak"),
        ("stabilityai/stable-diffusion-3.5-medium", "generate"),
        ("dall-e-3", "generate"),
    ],
)
def test_a_name_tells_what_a_model_is_for(model, skill):
    assert skill in skills_of(model)


def test_a_language_model_is_for_nothing_here():
    assert skills_of("meta-llama/Llama-3.1-8B-Instruct") == frozenset()
