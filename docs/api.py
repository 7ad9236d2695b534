"""The Python API reference: a page per public module, made from the docstrings."""

import importlib
import inspect
from pathlib import Path
from typing import Any

from mediaext.operation import Operation

MODULES: dict[str, tuple[str, ...]] = {
    "mediaext": (
        "connect", "aconnect", "Client", "AsyncClient", "Job", "webhook_receiver", "panel",
        "CATALOGUE",
    ),
    "mediaext.operations": (),
    "mediaext.operation": ("Operation", "Endpoint", "Catalogue", "Runner"),
    "mediaext.results": (),
    "mediaext.job": ("JobRecord", "JobState", "Progress"),
    "mediaext.errors": (),
    "mediaext.profiles": (),
    "mediaext.provenance": ("Provenance", "read_provenance"),
    "mediaext.workflows": ("content", "brand", "identity"),
    "mediaext.datasets": (),
    "mediaext.engines": (),
    "mediaext.testing": (),
}  # fmt: skip
"""Public modules and their public names; without names, all that the module offers."""
FOREIGN = (
    "Image, BaseModel, BaseException, OSError, Dataset, IterableDataset, Sampler, Mapping, Generic"
)
"""Classes of other libraries, whose members their own documentation describes."""


def names_of(module: str) -> tuple[str, ...]:
    """Return the public names of a module, in the order of its source."""
    found = importlib.import_module(module)
    listed = MODULES[module] or tuple(getattr(found, "__all__", ()))
    return listed or tuple(
        name
        for name, value in vars(found).items()
        if name.isidentifier()  # pydantic keeps Operation[Picture] there too
        and not name.startswith("_")
        and getattr(value, "__module__", "") == module
        and (inspect.isclass(value) or inspect.isfunction(value))
    )


def write(folder: Path) -> None:
    """Write the pages and their index."""
    folder.mkdir(exist_ok=True)
    for module in MODULES:
        (folder / f"{module}.md").write_text(_page(module))
    rows = "\n".join(f"| [`{module}`]({module}.md) | {_summary(module)} |" for module in MODULES)
    listing = "\n".join(MODULES)
    (folder / "index.md").write_text(
        "# Python API\n\nMade from the docstrings. `mediaext.NAME` works for every operation, the "
        f"results and the most common errors too.\n\n| module | what is in it |\n|---|---|\n{rows}"
        f"\n\n```{{toctree}}\n:hidden:\n\n{listing}\n```\n"
    )


def _summary(module: str) -> str:
    return (importlib.import_module(module).__doc__ or "").strip().partition("\n")[0]


def _page(module: str) -> str:
    found = importlib.import_module(module)
    parts = [f"# {module}", _summary(module)]
    for name in names_of(module):
        value = getattr(found, name)
        parts.append(f"```{{eval-rst}}\n{_directive(f'{module}.{name}', value)}\n```")
        if inspect.isclass(value) and issubclass(value, Operation) and value is not Operation:
            verb = value.endpoint.name
            parts.append(f"Fields: see [`{verb}`](../operations/{verb}.md).")
    return "\n\n".join(parts) + "\n"


def _directive(path: str, value: Any) -> str:
    if inspect.isclass(value):
        options = ["members:", f"inherited-members: {FOREIGN}", "show-inheritance:"]
        options.append("exclude-members: model_config")
        if issubclass(value, Operation) and value is not Operation:
            options = ["show-inheritance:"]
        return "\n".join([f".. autoclass:: {path}", *(f"   :{option}" for option in options)])
    if inspect.isfunction(value):
        return f".. autofunction:: {path}"
    return f".. autodata:: {path}\n   :no-value:"


def signature(app: Any, what: str, name: str, value: Any, *_: Any) -> tuple[str, str] | None:
    """Show a request by its fields and defaults; the types are on the operation's page."""
    if what != "class" or not (inspect.isclass(value) and issubclass(value, Operation)):
        return None
    if value is Operation:
        return "(**fields)", ""
    fields = [p.name if p.required else f"{p.name}={p.default!r}" for p in value.params()]
    return f"(*, {', '.join(fields)})", ""


def resolve(app: Any, env: Any, node: Any, content: Any) -> Any:
    """Link a name that a docstring gives without its module, where only one thing is called so."""
    target = node.get("reftarget", "").rpartition(".")[2]
    if node.get("refdomain") != "py" or not target:
        return None
    domain = env.get_domain("py")
    known = [
        path
        for path, entry in domain.objects.items()
        if path.rpartition(".")[2] == target and not entry.aliased
    ]
    if len(known) != 1:
        return None
    entry = domain.objects[known[0]]
    from sphinx.util.nodes import make_refnode

    source = node.get("refdoc", env.docname)
    return make_refnode(app.builder, source, entry.docname, entry.node_id, content, known[0])
