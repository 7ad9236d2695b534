"""Homes that this project does not ship: other pages with widgets, a server without anywidget."""

import base64
import io
from pathlib import Path

import PIL.Image
import pytest
from jupyter_core.paths import jupyter_path
from playwright.sync_api import expect

from mediaext.job import JobRecord
from mediaext.notebook.panels.widgets import SCRIPTS
from mediaext.results import Picture
from tests.acceptance.conftest import running_lab

pytestmark = pytest.mark.browser

LONG = 120_000  # milliseconds
ENGINE = "mediaext.testing.instant:engine"
# A model as hosts of widgets give it, VS Code and Colab among them; ``sent`` is what Python hears.
MODEL = """async ([source, state]) => {
  const heard = {};
  window.sent = [];
  window.model = {
    get: (name) => state[name],
    set: (name, value) => {
      state[name] = value;
      for (const listener of heard[`change:${name}`] ?? []) listener();
    },
    save_changes: () => window.sent.push({ ...state }),
    on: (name, f) => (heard[name] ??= []).push(f),
    off: () => {},
    send: (content, _, buffers) =>
      window.sent.push({ ...content, bytes: buffers?.[0].byteLength }),
  };
  const module = await import(`data:text/javascript;base64,${source}`);
  const el = document.body.appendChild(document.createElement("div"));
  await module.default.render({ model: window.model, el });
}"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """JupyterLab in an environment that has the widgets of Jupyter, but no anywidget."""
    root = tmp_path_factory.mktemp("elsewhere")
    extensions = root / "extensions"
    extensions.mkdir()
    for place in map(Path, jupyter_path("labextensions")):
        if (place / "@jupyter-widgets").exists():
            (extensions / "@jupyter-widgets").symlink_to(place / "@jupyter-widgets")
            break
    with running_lab(root, f"--LabApp.labextensions_path={extensions}") as lab:
        yield lab


@pytest.fixture
def page(lab):
    """A page of no notebook."""
    context = lab.browser.new_context()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{lab.url}/static/favicon.ico")  # a page of its own may use the clipboard
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def render(page, script, **state):
    """Show a widget of ours in a page, with a model in the place of the kernel."""
    source = base64.b64encode((SCRIPTS / script).read_bytes()).decode()
    page.evaluate(MODEL, [source, state])


def test_a_file_travels_in_pieces_from_any_page(page, tmp_path):
    photo = tmp_path / "photo.png"
    photo.write_bytes(bytes(2_500_000))
    state = {"label": "Photo", "accept": "image/*", "multiple": False, "limit": 3_000_000}
    render(page, "upload.js", **state, message="", generation=0)
    page.get_by_label("Photo").set_input_files(photo)
    page.wait_for_function("sent.length === 3")
    pieces = page.evaluate("sent")
    assert [piece["start"] for piece in pieces] == [0, 1 << 20, 2 << 20]
    assert sum(piece["bytes"] for piece in pieces) == 2_500_000
    larger = tmp_path / "larger.png"
    larger.write_bytes(bytes(3_000_001))
    page.get_by_label("Photo").set_input_files(larger)
    expect(page.get_by_text("the service takes up to 3 MB")).to_be_visible()


def test_colours_are_added_and_taken_away_in_any_page(page):
    render(page, "colours.js", label="Palette", value=[], most=2, next="#1e90ff")
    page.get_by_role("button", name="add a colour").click()
    page.get_by_role("button", name="add a colour").click()
    assert page.evaluate("sent.at(-1).value") == ["#1e90ff", "#1e90ff"]
    expect(page.get_by_role("button", name="add a colour")).to_have_count(0)
    page.get_by_role("button", name="remove Palette 1").click()
    assert page.evaluate("sent.at(-1).value") == ["#1e90ff"]


def test_the_line_of_a_panel_is_copied_where_no_cell_can_be_made(page):
    render(page, "writer.js", label="Write as magic", text="%media image 'a cat'")
    page.get_by_role("button", name="Write as magic").click()
    expect(page.get_by_text("copied; paste it into a cell")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "%media image 'a cat'"


def test_a_picture_opens_and_is_saved_in_a_page_without_a_kernel(page, tmp_path):
    buffer = io.BytesIO()
    PIL.Image.new("RGB", (600, 400), "teal").save(buffer, "PNG")
    facts = {"job_id": "j1", "operation": "image", "submitted_at": "2026-01-01T00:00:00Z"}
    picture = Picture(buffer.getvalue(), job=JobRecord(**facts, request={"prompt": "a sea"}))
    shown = picture._repr_mimebundle_()[0]["text/html"]
    page.evaluate("shown => { document.body.innerHTML = shown }", shown)
    page.get_by_role("img", name="image: a sea").click()
    dialog = page.get_by_role("dialog", name="image: a sea")
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save the original").click()
    with PIL.Image.open(download.value.path()) as saved:
        assert saved.size == (384, 256)
    expect(dialog.get_by_text("Saved as shown, 384 x 256 pixels")).to_be_visible()
    dialog.get_by_role("button", name="Make it again").click()
    page.wait_for_function("navigator.clipboard.readText().then(t => t === '%media again j1')")


def test_a_server_without_anywidget_shows_forms_results_and_what_to_install(lab):
    cells = [
        "%load_ext mediaext",
        f"%media connect --engine {ENGINE}",
        "%media image 'a cat' --seed 1 -o cat",
        "p = mediaext.panel('upscale', input_image='$cat', scale=2); p",
        "%media jobs",
    ]
    cells[0] += "\nimport mediaext"
    with lab.book(*cells) as book:
        book.run_all()
        page = book.page
        assert page.evaluate("!document.querySelector('.mediaext-panel')")
        expect(page.get_by_role("img", name="image: a cat").first).to_be_visible(timeout=LONG)
        expect(page.get_by_text("install anywidget where JupyterLab runs")).to_be_visible()
        expect(page.get_by_text("$cat").first).to_be_visible()
        expect(page.get_by_role("table").first).to_be_visible()
        expect(page.get_by_text("Error displaying widget")).to_have_count(0)
        page.get_by_role("button", name="Enlarge").first.click()
        expect(page.get_by_role("dialog", name="image: a cat")).to_be_visible()
