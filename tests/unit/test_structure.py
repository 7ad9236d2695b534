"""The shape of the package: no modules import each other, no two things have one name.

Every import counts: those for type checkers alone, those inside functions, relative ones, and
those of packages' ``__init__`` files.
"""

import ast
from collections import Counter
from functools import cache
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


@cache
def tree(name):
    return ast.parse(FILES[name].read_text())


def imported(name):
    """Return the modules of the package that a module imports, wherever it does so."""
    package = name if FILES[name].name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for node in ast.walk(tree(name)):
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


def twice(names):
    """Return the names that stand more than once."""
    return sorted(name for name, count in Counter(names).items() if count > 1)


def annotations(tree):
    """Return the annotations in the signatures of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            a = node.args
            arguments = [*a.posonlyargs, *a.args, *a.kwonlyargs, a.vararg, a.kwarg]
            found = [argument.annotation for argument in arguments if argument is not None]
            yield from (note for note in [*found, node.returns] if note is not None)


def count_any(tree):
    """Count ``Any`` in signatures, those inside other types included."""
    nodes = (node for note in annotations(tree) for node in ast.walk(note))
    return sum(isinstance(node, ast.Name) and node.id == "Any" for node in nodes)


def test_any_is_counted_wherever_it_stands_in_a_signature():
    text = "def f(a: Any, *b: dict[str, Any], c: int = 0) -> list[Any]:\n    d: Any = a\n"

    assert count_any(ast.parse(text)) == 3


def test_no_class_name_stands_twice():
    nodes = (node for name in FILES for node in ast.walk(tree(name)))

    assert twice(node.name for node in nodes if isinstance(node, ast.ClassDef)) == []


def test_no_module_name_stands_twice_within_a_package():
    parts = [name.split(".") for name in FILES if name.count(".") > 1]

    assert twice((package, module) for _, package, *_, module in parts) == []


def test_signatures_outside_the_engines_seldom_say_any():
    outside = [name for name in FILES if not name.startswith("mediaext.engines")]
    found = sum(count_any(tree(name)) for name in outside)
    lines = sum(FILES[name].read_text().count("\n") for name in outside)

    assert 100 * found / lines <= 1.5
