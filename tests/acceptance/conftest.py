"""One JupyterLab and one Chromium for all browser tests; a fresh page and kernel for each."""

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import time
import urllib.request
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import nbformat
import pytest

FLAGS = ["--no-sandbox", "--disable-gpu"]
LAB, NOTEBOOK = "lab/tree", "notebooks"  # paths of JupyterLab's page of a file, and Notebook 7's
OWN_ERRORS = (  # of Notebook 7 itself, with an empty notebook too
    "Cannot read properties of undefined (reading 'schema')",
    "Command 'filebrowser:open-path' not registered.",
)
PATIENCE = 60.0  # seconds; a kernel of a busy machine starts slowly


def chromium() -> str | None:
    """Return the path of a Chromium, or ``None``."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


def require_browser() -> None:
    """Skip where there is no browser; on CI that is a failure."""
    lacking = [name for name in ("playwright", "jupyterlab") if find_spec(name) is None]
    lacking += [] if chromium() else ["chromium"]
    if not lacking:
        return
    sentence = f"browser tests need {', '.join(lacking)}"
    if os.environ.get("CI") == "true":
        pytest.fail(sentence)
    pytest.skip(sentence)


class Book:
    """A notebook open in a page. Everything else is reached through ``page``."""

    def __init__(self, lab: "Lab", page: Any, path: Path, view: str) -> None:
        self.lab, self.page, self.path, self.view = lab, page, path, view
        self.errors: list[str] = []
        self.foreign: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._look)

    def _look(self, request: Any) -> None:
        local = (self.lab.url, self.lab.url.replace("http", "ws"), "data:", "blob:")
        if not request.url.startswith(local):
            self.foreign.append(request.url)

    def open(self) -> None:
        """Show the notebook and wait until its kernel listens: earlier commands are lost."""
        place = f"{self.lab.url}/{self.view}/{self.path.name}"
        self.page.goto(f"{place}?reset&token={self.lab.token}")
        self.page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=PATIENCE * 1000)
        self.wait_idle()

    def kernel(self) -> dict[str, Any]:
        """Return what the server says of the notebook's kernel."""
        for session in self.lab.get("/api/sessions"):
            if session["path"] == self.path.name:
                return session["kernel"] or {}
        return {}

    def wait_idle(self) -> None:
        """Wait until the kernel is idle and the page is connected."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            kernel = self.kernel()
            if kernel.get("execution_state") == "idle" and kernel.get("connections", 0) >= 1:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"the kernel of {self.path.name} is not ready: {self.kernel()}")

    def menu(self, menu: str, item: str) -> None:
        """Choose an item of the menu bar."""
        self.page.get_by_role("menuitem", name=menu, exact=True).first.click()
        self.page.get_by_role("menuitem", name=item, exact=True).first.click()

    def run_all(self) -> None:
        """Run all cells and wait until the last one has a number."""
        self.menu("Run", "Run All Cells")
        last = self.page.locator(".jp-CodeCell .jp-InputPrompt").last
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if last.inner_text().strip("[]: ").isdigit():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"the last cell did not run: {last.inner_text()}")

    def saved(self) -> Any:
        """Save the notebook and return it."""
        before = self.path.stat().st_mtime_ns
        self.page.keyboard.press("Control+s")
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.path.stat().st_mtime_ns != before:
                with contextlib.suppress(ValueError):  # it is being written
                    return nbformat.read(self.path, as_version=4)
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{self.path.name} was not saved")


class Lab:
    """A running ``mediaext lab`` and a browser."""

    def __init__(self, browser: Any, url: str, token: str, folder: Path, home: Path) -> None:
        self.browser, self.url, self.token = browser, url, token
        self.folder, self.home = folder, home

    def get(self, path: str) -> Any:
        """Return JSON of the server's interface."""
        request = urllib.request.Request(
            self.url + path, headers={"Authorization": f"token {self.token}"}
        )
        with urllib.request.urlopen(request, timeout=10) as reply:
            return json.load(reply)

    @contextlib.contextmanager
    def book(
        self, *cells: str, kernel: str = "python3", name: str = "", view: str = LAB
    ) -> Iterator[Book]:
        """Open a new notebook of these cells; no page error and no foreign request may be left."""
        path = self.folder / f"{name or secrets.token_hex(4)}.ipynb"
        if cells:
            notebook = nbformat.v4.new_notebook(
                cells=[nbformat.v4.new_code_cell(c) for c in cells]
            )
            notebook.metadata.kernelspec = {"name": kernel, "display_name": kernel}
            nbformat.write(notebook, path)
        context = self.browser.new_context(viewport={"width": 1280, "height": 1400})
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.set_default_timeout(PATIENCE * 500)
        book = Book(self, context.new_page(), path, view)
        try:
            book.open()
            yield book
            assert [error for error in book.errors if error not in OWN_ERRORS] == []
            assert book.foreign == []
        except BaseException:
            with contextlib.suppress(Exception):  # the fault itself is what matters
                book.page.screenshot(path=self.folder.parent / f"{path.stem}.png", full_page=True)
                print(f"the page: {self.folder.parent / path.stem}.png")
            raise
        finally:
            kernel_id = book.kernel().get("id")
            context.close()
            if kernel_id:
                self._end(kernel_id)

    def _end(self, kernel_id: str) -> None:
        request = urllib.request.Request(
            f"{self.url}/api/kernels/{kernel_id}",
            headers={"Authorization": f"token {self.token}"},
            method="DELETE",
        )
        urllib.request.urlopen(request, timeout=20).close()


def environment(root: Path) -> dict[str, str]:
    """Return an environment in which nothing of the user is read or written."""
    folders = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
        "MEDIAEXT_HOME": "home",
    }
    made = {name: str(root / folder) for name, folder in folders.items()}
    for folder in made.values():
        Path(folder).mkdir(parents=True, exist_ok=True)
    hidden = ("MEDIAEXT_BASE_URL", "MEDIAEXT_API_KEY")
    return {**{k: v for k, v in os.environ.items() if k not in hidden}, **made}


def older_kernel(root: Path) -> str | None:
    """Offer ipykernel 6 as a kernel where ``MEDIAEXT_IPYKERNEL_6`` names a folder that has it.

    Such a folder is made by ``pip install --no-deps --target FOLDER 'ipykernel<7'``.
    """
    folder = os.environ.get("MEDIAEXT_IPYKERNEL_6")
    if not folder:
        return None
    spec = {
        "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": "ipykernel 6",
        "language": "python",
        "env": {"PYTHONPATH": folder},
    }
    target = root / "data" / "kernels" / "ipykernel6"
    target.mkdir(parents=True)
    (target / "kernel.json").write_text(json.dumps(spec))
    return "ipykernel6"


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Start ``mediaext lab`` and Chromium."""
    with running_lab(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@contextlib.contextmanager
def running_lab(root: Path, *more: str) -> Iterator[Lab]:
    """Start ``mediaext lab`` and Chromium; ``more`` are arguments of JupyterLab."""
    require_browser()
    from playwright.sync_api import sync_playwright

    surroundings, folder = environment(root), root / "work"
    older_kernel(root)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    token = secrets.token_hex(16)
    code = (
        "import sys; from pathlib import Path; from mediaext.cli.lab import run; "
        "run(Path(sys.argv[1]), int(sys.argv[2]), browser=False, arguments=sys.argv[3:])"
    )
    arguments = ["--allow-root", "--ServerApp.ip=127.0.0.1", f"--IdentityProvider.token={token}"]
    log = (root / "lab.log").open("w")
    server = subprocess.Popen(
        [sys.executable, "-c", code, str(folder), str(port), *arguments, *more],
        env=surroundings, stdout=log, stderr=log, start_new_session=True,
    )  # fmt: skip
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_for(url, token, server, root / "lab.log")
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=chromium(), headless=True, args=FLAGS)
            yield Lab(browser, url, token, folder, root / "home")
            browser.close()
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
        server.wait()
        log.close()


def _wait_for(url: str, token: str, server: Any, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and server.poll() is None:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"{url}/api/status?token={token}", timeout=5).close()
            return
        time.sleep(0.1)
    raise AssertionError(f"JupyterLab did not start:\n{log.read_text()[-3000:]}")


AXE = "axe-core@4.14.1"


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the script of axe-core: the file ``MEDIAEXT_AXE``, else fetched with npm."""
    chosen = os.environ.get("MEDIAEXT_AXE")
    if chosen:
        return Path(chosen).read_text()
    sentence = "the accessibility test needs npm, or MEDIAEXT_AXE with the path of axe.min.js"
    npm = shutil.which("npm")
    folder = tmp_path_factory.mktemp("axe")
    if npm:
        command = [npm, "pack", AXE]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        packed = next(iter(folder.glob("*.tgz")), None)
        if packed:
            with tarfile.open(packed) as archive:
                member = archive.extractfile("package/axe.min.js")
                assert member is not None
                return member.read().decode()
        sentence = f"npm could not fetch {AXE}: {done.stderr[-300:]}"
    if os.environ.get("CI") == "true":
        pytest.fail(sentence)
    pytest.skip(sentence)
