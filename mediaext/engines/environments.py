"""Separate environments for families of models, made from a lock with uv or venv."""

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from mediaext.engines.entries import Environment
from mediaext.engines.sources import pip_command, sha256_of
from mediaext.errors import MediaError
from mediaext.home import home
from mediaext.text import printable

INSTALL_SECONDS = 3600.0


def environments_folder() -> Path:
    """Return the folder in which environments are made."""
    return home() / "environments"


def interpreter(name: str, environment: Environment) -> Path | None:
    """Return the Python that serves models of this environment, or ``None`` before it is made.

    This interpreter serves where the packages that the environment is for are installed here in
    the same versions.
    """
    made = _python(_folder(name, environment))
    if made.is_file():
        return made
    return Path(sys.executable) if _satisfied_here(environment) else None


def make_environment(name: str, environment: Environment, local: Path | None = None) -> Path:
    """Make the environment where it is not there and return its Python.

    ``local`` is a folder of wheels to take instead of a package index. Raises
    :class:`MediaError`; a half-made environment is taken away again.
    """
    found = interpreter(name, environment)
    if found is not None:
        return found
    _check_python(name, environment)
    folder = _folder(name, environment)
    folder.parent.mkdir(parents=True, exist_ok=True)
    partial = folder.with_name(f"{folder.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        _run(name, _venv_command(partial))
        _run(name, _install_command(partial, environment.lock_file, local))
        partial.rename(folder)  # its scripts name the old folder, but only its Python is used
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return _python(folder)


def remove_environment(name: str) -> None:
    """Remove every environment that was made under this name."""
    for folder in environments_folder().glob(f"{name}-*"):
        if re.fullmatch(re.escape(name) + r"-[0-9a-f]{12}", folder.name):
            shutil.rmtree(folder)


def _folder(name: str, environment: Environment) -> Path:
    """Name it by its lock too, so that another lock is another environment."""
    lock = environment.lock_file
    if not lock.is_file():
        raise MediaError(f"The lock of the environment '{name}' is not there: {lock}.")
    return environments_folder() / f"{name}-{sha256_of(lock)[:12]}"


def _python(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _satisfied_here(environment: Environment) -> bool:
    for requirement in environment.packages:
        name, _, version = requirement.partition("==")
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            return False
        if found.partition("+")[0] != version:  # +cpu and the like are builds of one version
            return False
    return bool(environment.packages)


def _check_python(name: str, environment: Environment) -> None:
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    if here not in environment.python:
        raise MediaError(
            f"The environment '{name}' needs Python {' or '.join(environment.python)}; "
            f"this is {here}."
        )


def _venv_command(folder: Path) -> Sequence[str]:
    if uv := shutil.which("uv"):
        return [uv, "venv", "--no-config", "--python", sys.executable, str(folder)]
    return [sys.executable, "-m", "venv", "--without-pip", str(folder)]


def _install_command(folder: Path, lock: Path, local: Path | None) -> Sequence[str]:
    wanted = ["--require-hashes", "--no-deps", "--requirement", str(lock)]
    if local is not None:
        wanted += ["--no-index", "--find-links", str(local)]
    python = str(_python(folder))
    if uv := shutil.which("uv"):
        return [uv, "pip", "install", "--python", python, *wanted]
    return [
        *pip_command(), "--python", python, "install", "--no-input",
        "--disable-pip-version-check", "--only-binary", ":all:", *wanted,
    ]  # fmt: skip


def _run(name: str, command: Sequence[str]) -> None:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, errors="replace",
            timeout=INSTALL_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise MediaError(f"Making the environment '{name}' did not end.") from None
    if done.returncode:
        lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        why = next((line for line in reversed(lines) if "error" in line.lower()), "")
        raise MediaError(
            f"The environment '{name}' could not be made; nothing was added. "
            f"{printable(why or ' '.join(lines[-1:]))}"
        )
