"""The commands of the magic, and lines that make several results."""

import io
import sys
import time
from types import SimpleNamespace

import numpy as np
import PIL.Image
import pytest
from IPython.utils.capture import capture_output
from traitlets import TraitError

import mediaext
from mediaext.client.waiting import show_with
from mediaext.errors import JobFailed, MediaError, NotFound, PermanentFailure
from mediaext.grammar import InvalidCommand
from mediaext.grammar.execution import Interrupted
from mediaext.grammar.history import recall
from mediaext.notebook.cards import show_calls
from mediaext.results import Picture
from tests.interrupting import interrupt_when_a_job_runs

INSTANT = "mediaext.testing.instant:engine"


@pytest.fixture
def run(shell):
    def run(cell):
        result = shell.run_cell(cell)
        result.raise_error()
        return result.result

    run(f"%media connect --engine {INSTANT}")
    run.client = shell.magics_manager.registry["MediaMagics"].client
    return run


def test_help_is_made_from_the_catalogue(run):
    overview, page = run("%media help"), run("%media help image")

    assert "instamodel" in overview
    assert "1 to 1024" in page
    assert page.markdown.startswith("# image")
    assert '%media image "a red bicycle by the sea"' in page


@pytest.mark.parametrize("line", ["%media image?", "%%media image ?", "%media image --help"])
def test_help_can_be_asked_in_several_ways(run, line):
    assert run(line) == run("%media help image")


def test_a_question_mark_in_a_prompt_is_a_letter(run):
    assert run('%media image "what is this?"').job.request["prompt"] == "what is this?"


def test_explain_says_the_same_in_python_and_curl(run, shell):
    shell.run_cell('%media image "a bike" --seed 1 -o bike')
    text = run("%media explain upscale $bike --scale 2 -o big")

    assert "big = media.upscale(input_image=bike, scale=2)" in text
    assert '"scale": 2' in text
    assert "/upscale/image/v1" in text
    compile(text.partition("curl")[0], "explained", "exec")


def test_a_hosted_services_key_is_never_shown(run, shell):
    shell.user_ns["secret"] = "mx_very_secret"
    run("%media connect https://media.example --key $secret")

    text = run("%media explain image 'a bike'")
    assert "mx_very_secret" not in text
    assert "X-API-Key: $MEDIAEXT_API_KEY" in text
    assert 'mediaext.connect("https://media.example")' in text


def test_a_key_in_plain_text_is_refused(run):
    with pytest.raises(InvalidCommand, match="saved with the notebook") as caught:
        run("%media connect https://media.example --key mx_very_secret")
    assert "mx_very_secret" not in str(caught.value)


def test_a_dry_run_checks_everything_and_sends_nothing(run, shell):
    text = run('%media image "a bike" --seed 3 --dry-run | upscale')

    assert "POST /generate/image/v1" in text
    assert "<result_url of the step before>" in text
    assert len(run("%media jobs")) == 0
    with pytest.raises(InvalidCommand, match="no file"):
        run("%media upscale nofile.png --dry-run")


def test_again_repeats_with_changes(run, shell):
    run('%media image "a bike" --seed 3 --width 64')
    made = run("%media again --seed 4")

    assert made.job.request == {"prompt": "a bike", "seed": 4, "width": 64}
    with pytest.raises(NotFound, match="no job"):
        run("%media again no-such-job")


def test_a_seed_that_was_drawn_is_shown_and_kept(run):
    first = run('%media image "a bike"')
    drawn = first.job.seed
    assert f"seed {drawn}" in first._repr_mimebundle_()[0]["text/html"]

    same = run("%media again --seed --width 64")
    assert same.job.request["seed"] == same.job.seed == drawn
    assert same.tobytes() == first.tobytes()
    assert run(f"%media again {first.job.job_id} --seed").job.seed == drawn
    assert run(f"%media again {first.job.job_id}").job.seed != drawn


def test_a_seed_that_is_not_on_record_is_told(run):
    run('%media speech "hello"')
    with pytest.raises(InvalidCommand, match="seed"):
        run("%media again --seed")


def test_again_finds_media_that_were_results(run):
    run('%media image "a bike" --seed 3 | upscale --scale 2')

    assert run("%media again --scale 3").job.request["scale"] == 3


def test_again_reads_the_request_out_of_a_picture(run, shell, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = run('%media image "a {blue} bike" --width 64 --output-format png -o bike')
    made.save("bike.png")
    assert run("%media again $bike --width 32").job.request["prompt"] == "a {blue} bike"

    elsewhere = mediaext.connect(home=tmp_path / "other", engine=INSTANT)
    for source in ("bike.png", (tmp_path / "bike.png").read_bytes()):
        told = recall(elsewhere, source)
        assert (told.operation, told.seed) == ("image", made.job.seed)
        asked = {"prompt": "a {blue} bike", "width": 64, "output_format": "png"}
        assert told.fields == asked
    edited = elsewhere.upscale(made, scale=2, callback_url="http://127.0.0.1:9/x")
    lost = recall(run.client, edited.content)
    assert (lost.fields, lost.lost) == ({"scale": 2}, ["input_image"])
    with pytest.raises(NotFound, match="has no record of how"):
        recall(elsewhere, shell.user_ns["photo"])


def test_again_asks_for_media_that_is_not_kept(run):
    run("%media upscale $photo --scale 2")
    with pytest.raises(InvalidCommand, match="--input-image"):
        run("%media again --scale 3")
    assert run("%media again --scale 3 --input-image $photo").job.request["scale"] == 3


def test_a_grid_has_a_cell_for_every_combination(run, shell):
    sheet = run("%%media grid image --seed 1 2 3 --guidance-scale 0 4 -o all\na bike")

    assert shell.user_ns["all"] is sheet
    assert len(sheet) == 6
    assert sheet.labels[1] == "seed 1, guidance scale 4"
    assert sheet["seed 3, guidance scale 0"].job.request["seed"] == 3
    assert {r.job.request["prompt"] for r in sheet} == {"a bike"}
    assert sheet.image.size == (2 * 232 + 8, 3 * (8 + 28) + 8)
    assert "seed 1" in sheet._repr_mimebundle_()[0]["text/html"]


def test_a_grid_that_is_too_large_is_refused(run):
    numbers = " ".join(map(str, range(30)))
    with pytest.raises(InvalidCommand, match="900 cells"):
        run(f"%media grid image x --seed {numbers} --guidance-scale {numbers}")


def test_a_pipe_cell_has_a_step_a_line_and_shows_all(run, shell):
    strip = run("%%media pipe -o last\nimage 'a bike' --seed 1\n# a remark\n| upscale --scale 2\n")

    assert strip.labels == ["1. image", "2. upscale"]
    assert shell.user_ns["last"] is strip[-1]


def test_a_pipe_goes_on_with_the_step_that_failed(run):
    cell = "%%media pipe\nimage 'a bike'\nupscale --scale 2"
    run("%media mock on --engine " + INSTANT)
    run("%media image warm")
    run("%media mock on")
    before = len(run("%media jobs"))
    run("%media mock on --fail INPUT_INVALID")
    with pytest.raises(PermanentFailure):
        run(cell)
    with_failure = len(run("%media jobs"))
    strip = run(cell)

    assert with_failure - before == 1
    assert len(strip) == 2


def test_a_mock_service_fails_on_purpose_and_leaves_no_trace(run, shell):
    run('%media image "before" --seed 1')
    run(f"%media mock on --engine {INSTANT} --fail INPUT_INVALID")
    with pytest.raises(PermanentFailure, match="injected"):
        run('%media image "a bike"')

    assert run('%media image "a bike" --seed 1').size == (8, 8)
    assert len(run("%media jobs")) == 2
    run("%media mock off")
    assert len(run("%media jobs")) == 1


def test_profiles_are_kept_and_changed(run):
    profile = run('%media profiles create "studio look" --steps 12 --palette #fff #000')
    name = profile.profile_id

    assert run("%media profiles").profile_id.to_list() == [name]
    assert run(f"%media profiles update {name} --steps 9 --clear palette").steps == 9
    assert run(f"%media profiles show {name}").palette is None
    run(f"%media profiles delete {name}")
    assert run("%media profiles list").empty


def test_a_profile_field_out_of_bounds_is_pointed_at(run):
    with pytest.raises(InvalidCommand, match="at least 1"):
        run("%media profiles create x --steps 0")


def test_provenance_is_checked(run, shell):
    shell.run_cell('%media image "a bike" -o bike')
    verdicts = run("%media verify $bike")

    assert verdicts[0].state == "valid"
    assert verdicts.code == 0


def test_choices_are_defaults_of_every_request(run, shell):
    run("%config MediaMagics.defaults = {'seed': 5, 'width': 64}")

    assert run("%media image x").job.request["seed"] == 5
    assert run("%media image x --seed 6").job.request["seed"] == 6
    assert "width" not in run("%media upscale $photo").job.request


def test_a_default_that_no_operation_has_is_refused(run, shell):
    magics = shell.magics_manager.registry["MediaMagics"]
    with pytest.raises(TraitError, match="Did you mean 'seed'"):
        magics.defaults = {"sed": 5}
    assert magics.defaults == {}


@pytest.mark.parametrize("embed", ["thumb", "full", "link", "plain"])
def test_pictures_show_as_chosen(run, shell, embed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(f"%config MediaMagics.embed = '{embed}'")
    run("%config MediaMagics.thumbnail = 64")
    data, _ = shell.display_formatter.format(run("%media image x --seed 3"))

    assert ("text/html" in data) == (embed != "plain")
    assert ("image/jpeg" in data) == (embed == "plain")
    assert len(list(tmp_path.glob("mediaext-results/*.webp"))) == (embed == "link")


def test_a_large_picture_adds_little_to_the_notebook(run, shell):
    buffer = io.BytesIO()
    noise = np.random.default_rng(0).integers(0, 255, (1024, 1024, 3), dtype=np.uint8)
    PIL.Image.fromarray(noise // 4 + 96).save(buffer, "PNG")
    data, _ = shell.display_formatter.format(Picture(buffer.getvalue()))

    assert sum(map(len, data.values())) < 60_000


def test_an_interrupt_is_prompt_and_the_job_can_be_had_back(run):
    moments = interrupt_when_a_job_runs()
    with pytest.raises(Interrupted, match="attach") as caught:
        run('%media image "sleep 3"')
    assert time.monotonic() - moments[0] < 0.3

    job_id = str(caught.value).split()[-1]
    assert run(f"%media attach {job_id}").size == (8, 8)
    assert caught.value._render_traceback_()[0].startswith("Interrupted, but image")


def test_a_job_is_cancelled(run):
    job = run('%media image "sleep 30" &')
    assert [found.job_id for found in run("%media resume")] == [job.job_id]

    assert "is cancelled" in run(f"%media cancel {job.job_id}")
    assert job.wait(10)
    assert "has ended" in run(f"%media cancel {job.job_id}")


@pytest.mark.parametrize("line", ["upscale $path", "verify $path"])
def test_a_path_that_can_be_none_is_refused_with_a_sentence(run, shell, line):
    shell.user_ns["path"] = "zero\0byte.png"
    with pytest.raises(MediaError, match="byte"):
        run(f"%media {line}")


def test_a_pipe_runs_in_the_background(run, shell):
    pipe = run("%media image 'sleep 0.3' --seed 1 | upscale --scale 2 -o big &")

    assert shell.user_ns["big"] is pipe
    assert not pipe.done()
    assert pipe.result(20).size == (8, 8)
    assert [job.record.operation for job in pipe.jobs] == ["image", "upscale"]
    assert pipe.progress.fraction == 1
    assert run("%media upscale $big --scale 3").size == (8, 8)


def test_a_pipe_in_the_background_can_be_cancelled(run):
    pipe = run("%media image 'sleep 30' | upscale &")
    while not pipe.jobs:
        time.sleep(0.01)

    assert pipe.cancel()
    assert pipe.done()
    assert len(pipe.jobs) == 1


def test_nothing_to_resume_is_said(run):
    assert "No job" in run("%media resume")


def test_a_nineteenth_operation_is_typed_like_any_other(run):
    from typing import ClassVar

    from mediaext.operation import CATALOGUE, Endpoint, Operation
    from mediaext.results import Picture
    from mediaext.vocabulary import Prompt, Seed

    class Doodle(Operation[Picture]):
        """Draw a doodle."""

        endpoint: ClassVar[Endpoint] = Endpoint("doodle", "/doodle/v1")
        prompt: Prompt
        seed: Seed = -1

    try:
        assert "Draw a doodle." in run("%media help")
        assert '"a cat"' in run('%media doodle "a cat" --seed 3 --dry-run')
    finally:
        CATALOGUE.remove("doodle")


def test_a_line_of_several_steps_goes_on_where_it_failed(run, shell):
    shell.user_ns["once"] = mediaext.connect(engine=INSTANT).with_options(retries=0)
    run("%media connect $once")
    with pytest.raises(JobFailed):
        run("%media image 'a bike' | upscale --scale 2 | edit 'raise an error'")
    jobs = len(run("%media jobs"))
    made = run("%media image 'a bike' | upscale --scale 2 | edit 'blue'")

    assert made.job.operation == "edit"
    assert len(run("%media jobs")) == jobs + 1


def test_files_of_all_steps_are_looked_at_before_the_first_is_sent(run):
    with pytest.raises(InvalidCommand, match="no file") as caught:
        run("%media image 'a bike' | logo nofile.png")
    assert "^^^^^^^^^^" in str(caught.value)
    assert len(run("%media jobs")) == 0


def test_an_interrupted_chain_takes_up_the_job_that_runs(run):
    interrupt_when_a_job_runs()
    line = '%media image "sleep 1.5" | upscale --scale 2'
    with pytest.raises(Interrupted, match="still running"):
        run(line)
    assert run(line).size == (8, 8)
    assert list(run("%media jobs").operation) == ["upscale", "image"]


def test_a_grid_runs_in_the_background(run, shell):
    chain = run("%media grid image 'a bike' --seed 1 2 -o sheet &")
    assert shell.user_ns["sheet"] is chain
    chain.result(60)
    assert [result.job.seed for result in chain.results] == [1, 2]


def test_what_is_explained_can_be_a_job_made_before(run):
    run('%media image "a bike" --seed 3')
    assert 'media.image(prompt="a bike", seed=4)' in run("%media explain again --seed 4")


LAYERS = ("notebook", "grammar", "client")


def test_a_line_passes_few_modules_and_enters_each_layer_once(run, shell):
    line = 'background $photo "a beach" --subject-description x --fresh'
    shell.run_line_magic("media", line)
    modules, entered = set(), []

    def package(frame):
        while frame and not frame.f_globals.get("__name__", "").startswith("mediaext."):
            frame = frame.f_back
        return frame.f_globals["__name__"].split(".")[1] if frame else ""

    def look(frame, event, _):
        name = frame.f_globals.get("__name__", "")
        if event != "call" or not name.startswith("mediaext."):
            return
        modules.add(name)
        called = package(frame)
        if called in LAYERS and called != package(frame.f_back) and entered[-1:] != [called]:
            entered.append(called)

    sys.setprofile(look)
    try:
        shell.run_line_magic("media", line)
    finally:
        sys.setprofile(None)

    assert len(modules) <= 12, sorted(modules)
    assert tuple(entered) == LAYERS


def test_media_alone_says_what_to_do_next(run, shell):
    text = run("%media")
    assert '%media image "a red bicycle by the sea"' in text
    run('%media image "a bike" --seed 1 -o bike')
    assert "%media edit $bike" in run("%media")


def test_a_name_in_braces_that_is_a_variable_is_said_to_be_text(run, shell, capsys):
    shell.user_ns["colour"] = "red"
    run('%media image "a {colour} cat"')
    assert "{colour} is sent as it is written" in capsys.readouterr().out
    run('%media image "a {size} cat"')
    assert "sent as it is written" not in capsys.readouterr().out


def test_jobs_are_a_table_to_look_at_and_a_data_frame(run, shell):
    run('%media image "a <b>bike" --seed 1')
    table = run("%media jobs --limit 1")
    page = shell.display_formatter.format(table)[0]["text/html"]
    assert "just now" in page
    assert "<img" in page
    assert "a &lt;b&gt;bike" in page
    again = f"%media again {table['job_id'][0]}"
    assert f'data-line="{again}"' in page
    assert run(again).job.request["prompt"] == "a <b>bike"
    assert "shown" not in vars(table[["job_id", "seed"]])
    plain = run("%media jobs --limit 1 --all")
    assert "result_digest" in plain._repr_html_()


def test_pictures_show_in_lists_and_tables(run, shell):
    import pandas as pd

    bike = run('%media image "a <i>bike" --seed 1')
    pages = shell.display_formatter.formatters["text/html"]
    assert "<img" in pages([bike, bike])
    assert pages([1, 2]) is None
    frame = pd.DataFrame({"words": ["<u>"], "result": [bike]})
    page = pages(frame)
    assert "<img" in page
    assert "&lt;u&gt;" in page
    assert pages(pd.DataFrame({"n": [1]})) == pd.DataFrame({"n": [1]})._repr_html_()


def test_sheets_show_as_galleries_to_choose_in(run, shell):
    sheet = run("%media grid image 'a cat' --seed 1 2")
    data, _ = shell.display_formatter.format(sheet)
    assert data["text/html"].count('type="checkbox"') == 2
    assert "seed 1" in data["text/html"]


def test_work_that_goes_on_shows_one_card_a_cell_that_becomes_the_result(run, shell):
    run(f"%media mock on --delay 0.5 --engine {INSTANT}")
    try:
        with capture_output() as shown:
            run("%media image 'a cat' -o job &")
        assert "<Job" in shown.stdout, "nobody watches a card here"
        shell.kernel = SimpleNamespace(_allow_stdin=True)
        with capture_output() as shown:
            run("%media image 'a dog' -o job &\njob")
            picture = shell.user_ns["job"].result()
            shell.execution_count += 1
            run("job")
            while sum(picture.caption in page for page in last_pages(shown)) < 2:
                time.sleep(0.02)
        assert len(last_pages(shown)) == 4, "progress and Cancel, once for each of the two cells"
        assert "<Job" not in shown.stdout
    finally:
        vars(shell).pop("kernel", None)
        run("%media mock off")


def last_pages(captured):
    """Return what each place of a page shows by now."""
    pages = {}
    for output in list(captured._outputs):
        if output.get("transient"):
            pages[output["transient"]["display_id"]] = output["data"].get("text/html", "")
    return pages.values()


@pytest.mark.parametrize("line", ["%media image 'a cat'", "client.image('a cat')"])
def test_what_takes_long_shows_one_card_that_goes_at_the_end(run, shell, line):
    run(f"%media mock on --delay 1.5 --engine {INSTANT}")
    shell.user_ns["client"] = shell.magics_manager.registry["MediaMagics"].client
    shell.kernel = SimpleNamespace(_allow_stdin=True)
    show_calls()
    try:
        with capture_output() as shown:
            run(f"made = {line}")
        pages = [output._repr_mimebundle_() for output in shown.outputs]
        pages = [page[0] if isinstance(page, tuple) else page for page in pages]
        cards = [page["text/html"] for page in pages if "text/html" in page]
        assert "<progress" in cards[0]
        assert any("image: queued" in card for card in cards)
        assert ["data-stop" in card for card in cards[:2]] == [False, True]
        assert cards[-2:] == ["", ""]

        shell.kernel._allow_stdin = False
        with capture_output() as shown:
            run("client.image('another cat')")
        assert not any("<progress" in str(output) for output in shown.outputs)
    finally:
        del shell.kernel
        show_with(None)
        run("%media mock off")
