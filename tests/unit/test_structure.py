"""The shape of the package: no modules import each other.

Every import counts: those for type checkers alone, those inside functions, relative ones, and
those of packages' ``__init__`` files.
"""

import ast
from importlib.util import resolve_name
from pathlib import Path

import mediaext

ROOT = Path(mediaext.__file__).parent
FILES = {
    ".".join(("mediaext", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(
        ".__init__"
    ): path
    for path in sorted(ROOT.rglob("*.py"))
    if "lessons" not in path.parts
}
TREES = {name: ast.parse(path.read_text()) for name, path in FILES.items()}


def imported(name):
    """Return the modules of the package that a module imports, wherever it does so."""
    package = name if FILES[name].name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for node in ast.walk(TREES[name]):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            source = resolve_name("." * node.level + (node.module or ""), package)
            members = {f"{source}.{alias.name}" for alias in node.names}
            found |= members & FILES.keys() if members & FILES.keys() else {source}
    return (found & FILES.keys()) - {name}


def cycles(graph):
    """Return the groups of modules that import each other (Tarjan, 1972)."""
    numbers, lowest, stack, groups = {}, {}, [], []

    def visit(name):
        numbers[name] = lowest[name] = len(numbers)
        stack.append(name)
        for other in graph[name]:
            if other not in numbers:
                visit(other)
            if other in stack:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == numbers[name]:
            place = stack.index(name)
            group = sorted(stack[place:])
            del stack[place:]
            if len(group) > 1:
                groups.append(group)

    for name in graph:
        if name not in numbers:
            visit(name)
    return groups


def test_the_search_for_cycles_finds_one():
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [["b", "c"]]
    assert cycles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_modules_import_each_other():
    graph = {name: imported(name) for name in FILES if name != "mediaext"}

    assert sum(map(len, graph.values())) > 500
    assert cycles({name: found - {"mediaext"} for name, found in graph.items()}) == []
