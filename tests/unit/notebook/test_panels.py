"""Panels as Python objects, with the real embedded service and its instant engine."""

import io
import re
import threading
import time

import ipywidgets as widgets
import numpy as np
import PIL.Image
import pytest

import mediaext
from mediaext.errors import InvalidRequest, MediaError
from mediaext.grammar import Grammar
from mediaext.notebook.display import Comparison
from mediaext.notebook.panels import names, panel
from mediaext.notebook.panels.base import Panel
from mediaext.notebook.panels.chain import ChainPanel
from mediaext.notebook.panels.fields import MediaField
from mediaext.notebook.panels.operation import OperationPanel
from mediaext.notebook.variables import Namespace
from mediaext.operation import CATALOGUE
from mediaext.results import Picture

INSTANT = "mediaext.testing.instant:engine"


@pytest.fixture
def media():
    return mediaext.connect(engine=INSTANT, retries=0)


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "my photo.png"
    PIL.Image.fromarray(np.full((40, 60, 3), 90, np.uint8)).save(path)
    return path


def type_in(control, value):
    """Set a control as a person would."""
    control.value = value


def make(name, media, variables=None, **values):
    return OperationPanel(
        CATALOGUE[name], media, Namespace({} if variables is None else variables), values
    )


def send_file(field, name, content, chunk=1 << 20, **facts):
    """Do what the page does with a chosen file."""
    for start in range(0, max(1, len(content)), chunk):
        piece = content[start : start + chunk]
        message = {"kind": "chunk", "name": name, "size": len(content), "start": start}
        field.upload._hear(field.upload, {**message, "number": 0, "count": 1, **facts}, [piece])


def test_every_operation_has_a_panel_with_a_named_control_for_every_field():
    for name, operation in CATALOGUE.items():
        made = panel(name, object())
        assert list(made.form.fields) == [param.name for param in operation.params()]
        for param in operation.params():
            control = made.form.fields[param.name].control
            named = control.description if hasattr(control, "description") else control.label
            assert named, f"{name}.{param.name} has no name"


def test_the_fields_that_must_be_filled_in_stand_before_the_rest():
    made = panel("background", object())
    first = list(made.form.widget.children)
    fields = [made.form.fields[name].widget for name in ("input_image", "prompt")]
    assert first[:2] == fields
    assert [fold.content.layout.display for fold in made.form.folds] == ["none", "none"]


def test_an_untouched_panel_asks_for_nothing_but_what_is_required():
    for name, operation in CATALOGUE.items():
        given = panel(name, object()).form.read()
        assert given == {}, f"{operation.__name__} gives {given} by itself"


def test_a_number_out_of_bounds_is_marked_and_not_changed(media):
    made = make("image", media, prompt="a cat")
    field = made.form.fields["height"]
    type_in(field.control, 5000)
    assert field.control.value == 5000
    assert "1024" in field.note.value
    assert made.request is None
    made.run_button.click()
    assert "Fix 1 field above." in made.status.value
    type_in(field.control, 512)
    assert "mediaext-wrong" not in field.note.value
    assert "Fix" not in made.status.value
    assert made.request.height == 512


def test_the_width_stands_before_the_height_and_labels_are_in_title_case():
    made = panel("image", object())
    shown = [field.widget for fold in made.form.folds for field in fold.fields]
    shown = [*made.form.widget.children, *shown]
    fields = made.form.fields
    assert shown.index(fields["width"].widget) < shown.index(fields["height"].widget)
    assert fields["num_inference_steps"].control.description == "Num Inference Steps"


def test_a_panel_that_is_not_there_is_said_with_the_nearest_one():
    assert "jobs" in names()
    with pytest.raises(InvalidRequest, match=r"no panel 'backgrond'\. Did you mean 'background'"):
        panel("backgrond")
    with pytest.raises(InvalidRequest, match="no field 'colour'"):
        panel("image", object(), colour="red")


def test_the_3d_alias_is_the_mesh_panel():
    assert panel("3d", object()).title == "mesh"


def test_request_follows_the_controls(media):
    made = make("image", media)
    seen = []
    made.observe(lambda change: seen.append(change.new), names="request")
    assert made.request is None
    type_in(made.form.fields["prompt"].control, "a boat")
    type_in(made.form.fields["width"].control, 256)
    assert made.request == mediaext.GenerateImage(prompt="a boat", width=256)
    assert made.request.model_fields_set == {"prompt", "width"}, "defaults are for the service"
    assert seen[-1] is made.request


def test_running_an_empty_panel_marks_exactly_the_fields_that_are_needed(media):
    made = make("background", media)
    made.run_button.click()
    marked = {
        name
        for name, field in made.form.fields.items()
        if "mediaext-marked" in field.widget._dom_classes
    }
    assert marked == {"input_image", "prompt", "subject_description"}
    assert "Required." in made.form.fields["prompt"].note.value
    assert "3 fields" in made.status.value
    assert made.state == "idle"
    type_in(made.form.fields["prompt"].control, "a beach")
    assert "mediaext-marked" not in made.form.fields["prompt"].widget._dom_classes


def test_a_wrong_value_in_a_folded_field_is_marked_and_the_fold_opens(media, photo):
    made = make("video", media, input_image=str(photo))
    type_in(made.form.fields["height"].control, 500)
    assert "multiple of 32" in made.form.fields["height"].note.value
    wrong = make("edit", media, prompt="x")
    type_in(wrong.form.fields["refine_strength"].control, "a lot")
    assert "should be a number" in wrong.form.fields["refine_strength"].note.value
    assert any(fold.button.value for fold in wrong.form.folds)
    assert wrong.request is None


def test_a_run_gives_a_result_a_state_and_a_step_in_the_history(media):
    made = make("image", media, prompt="a boat", seed=3)
    seen, threads = [], []

    def see(change):
        seen.append((change.name, change.new))
        threads.append(threading.current_thread().name)

    made.observe(see, names=["result", "state"])
    made.run_button.click()
    result = made.wait(60)
    assert isinstance(result, Picture)
    assert made.state == "completed"
    assert [name for name, _ in seen] == ["state", "result", "state"]
    assert "mediaext-core" not in threads, "observers may block"
    assert made.job.job_id == result.job.job_id
    assert len(made.strip.children) == 1
    first = made.result
    made.form.fields["seed"].control.value = 4
    made.run()
    assert made.wait(60) is not first
    older = made.strip.children[1].children[1]
    older.click()
    assert made.result is first


def test_observers_may_call_the_client_and_their_errors_show(media):
    made = make("image", media, prompt="a boat", seed=3)
    got = []

    def enlarge(change):
        got.append(media.upscale(change.new))
        raise ValueError("seen by nobody else")

    made.observe(enlarge, names="result")
    made.run()
    made.wait(60)
    assert isinstance(got[0], Picture)
    assert "seen by nobody else" in made.status.value


def test_the_seed_that_was_drawn_can_be_kept(media):
    made = make("image", media, prompt="a boat", width=512)
    assert made.seed_button.disabled
    made.run()
    first = made.wait(60)
    made.seed_button.click()
    assert made.request.given() == {"prompt": "a boat", "width": 512, "seed": first.job.seed}
    made.run()
    again = made.wait(60)
    assert again.job.seed == first.job.seed
    assert again.tobytes() == first.tobytes()


def test_a_panel_without_a_seed_offers_none_to_keep(media):
    made = make("upscale", media)
    shown = [w for box in made.widget.children for w in getattr(box, "children", ())]
    assert made.run_button in shown
    assert made.seed_button not in shown


def test_any_runner_will_do():
    class Runner:
        def run(self, operation):
            return operation.prompt.upper()

    made = make("image", Runner(), prompt="a boat")
    made.run()
    assert made.wait(20) == "A BOAT"


def test_what_the_service_has_against_a_field_is_marked_there(photo):
    class Runner:
        def run(self, operation):
            raise MediaError("input_image: there is no face in it.")

    made = make("upscale", Runner(), input_image=str(photo))
    made.run()
    made.wait(20)
    assert made.state == "failed"
    assert "there is no face in it" in made.form.fields["input_image"].note.value


def test_a_running_job_can_be_cancelled(media):
    made = make("image", media, prompt="sleep 30")
    submitted = threading.Event()
    made.observe(lambda _: submitted.set(), names="job")
    made.run()
    assert not made.cancel_button.disabled
    while made.job is None:
        assert submitted.wait(30)
    made.cancel_button.click()
    made.wait(30)
    assert made.state == "cancelled"
    assert made.cancel_button.disabled
    assert not made.run_button.disabled


def test_a_failed_job_says_why_and_that_again_may_work(media):
    made = make("image", media, prompt="raise now")
    made.run()
    made.wait(60)
    assert made.state == "failed"
    assert "MODEL_ERROR" in made.status.value
    assert "again may work" in made.status.value
    assert made.result is None


def test_an_upload_travels_in_pieces_and_becomes_the_input(media, photo):
    made = make("upscale", media, scale=2)
    field = made.form.fields["input_image"]
    send_file(field, photo.name, photo.read_bytes(), chunk=50)
    assert made.request.input_image == photo.read_bytes()
    assert 'alt="input image, 60x40"' in field.preview.value
    assert "my photo.png" in field.upload.message
    made.run()
    assert isinstance(made.wait(60), Picture)


def test_an_upload_above_the_limit_or_out_of_order_is_dropped(media, photo):
    field = make("upscale", media).form.fields["input_image"]
    field.upload.limit = 100
    send_file(field, "large.png", bytes(300), chunk=50)
    assert field.upload.files == ()
    assert "The upload was incomplete" in field.upload.message
    send_file(field, "odd.png", bytes(60), chunk=20, start=40)
    assert field.upload.files == ()


def test_an_upload_that_is_no_picture_is_marked_at_its_field(media):
    field = make("upscale", media).form.fields["input_image"]
    send_file(field, "notes.txt", b"just words")
    assert "not an image that can be read" in field.note.value


def test_inputs_come_from_paths_and_variables_too(media, photo):
    picture = PIL.Image.open(photo)
    made = make("upscale", media, {"bike": picture})
    field = made.form.fields["input_image"]
    type_in(field.control, "$bike")
    assert made.request.input_image is picture
    assert "<img" in field.preview.value
    type_in(field.control, "$bkie")
    assert "Did you mean &#x27;$bike&#x27;" in field.note.value
    type_in(field.control, str(photo))
    assert made.request.input_image == str(photo)
    type_in(field.control, "https://media.example/x.jpg")
    assert "<img" not in field.preview.value, "the page asks nobody else for pictures"


def test_a_changed_picture_is_compared_with_its_input(media, photo):
    made = make("upscale", media, input_image=str(photo), scale=2)
    made.run()
    made.wait(60)
    assert isinstance(made._shown, Comparison)
    plain = make("image", media, prompt="x")
    plain.run()
    assert plain.wait(60) is plain._shown


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("image", {"prompt": 'it\'s a "boat" | {x} $y', "seed": 7, "enhance_prompt": True}),
        ("image", {"prompt": "--seed", "output_format": "png"}),
        (
            "background",
            {"prompt": "a beach", "subject_description": "dog", "palette": ["#1e90ff"]},
        ),
        ("edit", {"prompt": "x", "has_text": False, "faster_inference": False}),
        ("cutout", {"recolor": "#ff0000", "drop_shadow": True, "shadow_dy": -0.5}),
        ("tryon", {"gender": "woman", "clothing_type": "long dress", "width": 512}),
        ("speech", {"text": "Hello.\nThere.", "exaggeration": 0.25}),
        ("sd3_5", {"prompt": "p", "negative_prompt": "n", "num_inference_steps": 9, "samples": 2}),
    ],
)
def test_what_a_panel_writes_as_magic_asks_for_the_same(name, values, photo):
    pictures = {
        param.name: str(photo)
        for param in CATALOGUE[name].params()
        if param.media == "image" and param.required
    }
    if name == "sd3_5":
        values = {**values, "guidance_scale": 7.0}
    made = make(name, object(), {}, **pictures, **values)
    assert made.request is not None, made.status.value
    line, _, body = made.writer.text.partition("\n")
    magic, _, rest = line.partition(" ")
    assert magic == ("%%media" if body else "%media")
    step = Grammar().parse(rest, body=body).steps[0]
    assert step.operation.model_dump(exclude_unset=True) == made.request.model_dump(
        exclude_unset=True
    )


def test_writing_a_magic_keeps_uploads_as_variables(media, photo):
    variables = {}
    made = make("upscale", media, variables)
    send_file(made.form.fields["input_image"], photo.name, photo.read_bytes())
    assert made.writer.text == "%media upscale $my_photo"
    assert variables == {}
    made.writer._handle_custom_msg({"kind": "written"}, [])
    assert variables["my_photo"].size == (60, 40)


def test_results_go_into_variables_and_only_into_names(media):
    variables = {}
    made = make("image", media, variables, prompt="x", seed=1)
    made.run()
    result = made.wait(60)
    made.name.value = "bike"
    made.save_button.click()
    assert variables["bike"] is result
    assert made.writer.text.endswith("-o bike")
    made.name.value = "not a name"
    made.save_button.click()
    assert "cannot be a variable" in made.status.value
    assert list(variables) == ["bike"]


def test_the_dice_rolls_a_seed_that_repeats():
    made = panel("image", object(), prompt="x")
    row = made.form.fields["seed"].widget.children[0]
    dice = row.children[1]
    assert isinstance(dice, widgets.Button)
    dice.click()
    assert made.request.seed >= 0
    first = made.request.seed
    dice.click()
    assert made.request.seed != first


def test_palettes_are_lists_of_full_colours():
    made = panel("edit", object(), prompt="x", palette=["#FFF", "1e90ff"])
    assert made.form.fields["palette"].control.value == ["#ffffff", "#1e90ff"]
    assert made.request.palette == ["#ffffff", "#1e90ff"]


def test_everything_from_outside_is_escaped(media, tmp_path):
    made = make("upscale", media)
    field = made.form.fields["input_image"]
    type_in(field.control, "<script>alert(1)</script>")
    assert "<script>" not in field.note.value + field.preview.value
    made.show_error("<img src=x onerror=alert(1)>")
    assert "<img" not in made.status.value


def displayed(made, monkeypatch):
    """Display a panel and return the data of its outputs."""
    outputs = []
    monkeypatch.setattr(
        "IPython.display.display", lambda data, **_: outputs.append(data), raising=True
    )
    made._ipython_display_()
    return [data for data in outputs if isinstance(data, dict)]


@pytest.fixture
def outside_vscode(monkeypatch):
    for name in ("VSCODE_PID", "VSCODE_CWD"):
        monkeypatch.delenv(name, raising=False)


def test_a_saved_panel_is_a_form_without_controls(media, monkeypatch, outside_vscode):
    made = make("image", media, prompt="a <red> bicycle", seed=7)
    place, saved = displayed(made, monkeypatch)
    assert not any("widget-view" in kind for kind in (*place, *saved))
    assert "a &lt;red&gt; bicycle" in saved["text/html"]
    assert "Run this cell again" in saved["text/html"]
    assert "%media image" in saved["text/html"]
    assert saved["text/plain"] == "<image panel, idle>"


def test_the_saved_form_follows_what_is_typed(media, monkeypatch, outside_vscode):
    made = make("image", media)
    displayed(made, monkeypatch)
    kept = {}
    monkeypatch.setattr(
        "IPython.display.update_display",
        lambda data, display_id, **_: kept.update({display_id: data}),
    )
    type_in(made.form.fields["prompt"].control, "a green boat")
    (saved,) = kept.values()
    assert "a green boat" in saved["text/html"]


def test_where_widgets_need_a_view_the_panel_is_one(monkeypatch):
    monkeypatch.setenv("VSCODE_PID", "1")
    (data,) = displayed(panel("image", object()), monkeypatch)
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "Run this cell again" in data["text/html"]


def test_profiles_are_created_changed_and_deleted(media):
    made = panel("profiles", media)
    done = threading.Event()
    made.observe(lambda _: done.set(), names="profile")
    made.form.write({"name": "studio", "steps": 4, "palette": ["#fff"]})
    made.save_button.click()
    assert done.wait(30)
    stored = made.profile
    assert (stored.name, stored.steps, stored.palette) == ("studio", 4, ["#ffffff"])
    _until(lambda: made.choice.value == stored.profile_id)
    made.form.fields["steps"].control.value = ""
    made.form.fields["description"].control.value = "soft"
    made.save_button.click()
    _until(lambda: made.profile.description == "soft")
    assert media.get_profile(stored.profile_id).steps is None
    made.delete_button.click()
    _until(lambda: "0 profiles" in made.status.value)
    assert media.profiles() == []


def test_a_profile_without_a_name_is_marked(media):
    made = panel("profiles", media)
    made.save_button.click()
    assert "Required." in made.form.fields["name"].note.value


def test_the_jobs_panel_lists_filters_and_fetches(media):
    picture = media.image("a boat", seed=1)
    media.speech("hello")
    made = panel("jobs", media)
    assert [label.partition(" ")[0] for label, _ in made.choice.options] == ["speech", "image"]
    made.filter_operation.value = "image"
    assert [value for _, value in made.choice.options] == [picture.job.job_id]
    assert "a boat" in made.table.value
    assert "<img" in made.table.value
    made.fetch()
    _until(lambda: made.result is not None)
    assert made.result == picture
    made.cancel()
    _until(lambda: "ended already" in made.status.value)


def test_the_jobs_panel_follows_jobs_on_their_way_and_cancels(media):
    job = media.submit(mediaext.GenerateImage(prompt="sleep 30"))
    made = panel("jobs", media)
    assert made.choice.value == job.job_id
    made.cancel()
    _until(lambda: "cancelled" in made.table.value)


def test_all_panels_show_without_a_service():
    for name in names():
        if name in CATALOGUE:
            assert isinstance(panel(name), Panel)


def test_media_fields_take_several_files_where_the_operation_does(media, photo):
    made = make("edit", media, prompt="x")
    field = made.form.fields["input_image"]
    assert isinstance(field, MediaField)
    buffer = io.BytesIO()
    PIL.Image.new("RGB", (4, 4)).save(buffer, "PNG")
    for number in range(2):
        send_file(field, f"{number}.png", buffer.getvalue(), number=number, count=2)
    assert made.request.input_image == [buffer.getvalue()] * 2
    assert made.writer.text == "%media edit x --input-image $input_image_0 $input_image_1"


def _until(holds, seconds=30.0):
    """Wait for what happens in the background."""
    import time

    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "this did not come true"
        threading.Event().wait(0.02)


def test_a_result_that_is_dropped_on_a_field_becomes_its_input(media):
    made = media.image("a bike", width=64, height=64)
    page = made._repr_mimebundle_()[0]["text/html"]
    digest = re.search(r'data-view="(\w+)"', page)[1]
    panel = make("upscale", media, {"bike": made})
    field = panel.form.fields["input_image"]
    field.upload._hear(field.upload, {"kind": "dropped", "digest": digest}, [])
    assert field.read() is made
    assert "upscale $bike" in panel.writer.text
    field.upload._hear(field.upload, {"kind": "dropped", "digest": "0" * 64}, [])
    assert "run its cell again" in field.upload.message


def test_a_usual_size_fills_in_width_and_height(media):
    made = make("video", media)
    width, height = (made.form.fields[name] for name in ("width", "height"))
    size = width.widget.children[0]
    assert [label for label, _ in size.options][:2] == ["Custom", "Square 1:1, 896x896"]
    type_in(size, (896, 512))
    assert (width.control.value, height.control.value) == (896, 512)
    type_in(size, (512, 896))
    assert made.form.read() == {"width": 512, "height": 896}
    type_in(width.control, 640)
    assert size.label == "Custom"
    assert width.control.description == "Width (px)"
    assert made.form.fields["duration_seconds"].control.description == "Duration (s)"


def test_a_chain_panel_makes_its_steps_and_reads_back_as_magic_and_python(media):
    made = ChainPanel(media, Namespace({"photo": PIL.Image.new("RGB", (64, 64))}), ["cutout"])
    first = made.steps[0].form.fields
    made.run_button.click()
    assert "mediaext-marked" in first["input_image"].widget._dom_classes
    assert made.requests == ()

    type_in(first["input_image"].control, "$photo")
    type_in(made.choice, "upscale")
    made.add_button.click()
    type_in(made.steps[1].form.fields["scale"].control, 2)
    type_in(made.name, "big")
    assert "input_image" not in made.steps[1].form.fields
    line = "cutout $photo | upscale --scale 2 -o big"
    assert made.writer.text == f"%media {line}"
    parsed = Grammar().parse(line, variables=made.namespace.variables)
    assert [step.verb.name for step in parsed.steps] == ["cutout", "upscale"]
    assert "big = media.upscale(input_image=step_1, scale=2)" in made.python.text
    assert "step_1 = media.cutout(input_image=photo)" in made.python.text

    made.run()
    result = made.wait(60)
    assert isinstance(result, Picture)
    assert made.state == "completed"
    assert made._shown.labels == ["1. cutout", "2. upscale"]
    made.save_button.click()
    assert made.namespace.variables["big"] is result
    made.remove_button.click()
    assert made.writer.text == "%media cutout $photo -o big"


def test_a_cancelled_chain_shows_what_was_made_and_runs_again(media):
    made = panel("chain", media, steps=["image", "edit"])
    first, second = (step.form.fields["prompt"].control for step in made.steps)
    type_in(first, "a cat")
    type_in(second, "sleep 60")
    made.run()
    while "sleeping" not in made.status.value:
        time.sleep(0.02)
    made.cancel_button.click()
    made.wait(60)
    assert made.state == "cancelled"
    assert "Cancelled." in made.status.value
    assert made._shown.labels == ["1. image"]
    type_in(second, "brighter")
    made.run()
    made.wait(60)
    assert made._shown.labels == ["1. image", "2. edit"]


def test_a_chain_offers_what_takes_the_result_and_refuses_the_rest(media):
    made = panel("chain", media, steps=["image", "video"])
    assert made.add_button.disabled
    assert made.choice.options == ()
    with pytest.raises(InvalidRequest, match="nothing that can be passed on"):
        made.add("upscale")
    with pytest.raises(InvalidRequest, match="Did you mean 'upscale'"):
        made.add("upscal")


def test_an_example_fills_an_input_and_is_a_variable(media):
    made = make("upscale", media)
    field = made.form.fields["input_image"]
    row = field.widget.children[0]
    row.children[1].click()
    assert made.writer.text == "%media upscale $example_photo"
    assert made.namespace.variables["example_photo"].size == (512, 512)
    assert field.read() is made.namespace.variables["example_photo"]
