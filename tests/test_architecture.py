"""How the package is built: imports point down, modules are short, every public name and every clause is documented."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from advisor.rulebook import Rule, find_rulebook

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "advisor"

LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors", "words", "editions", "latest"),
    ("handicap",),
    ("match", "textdata", "explain", "matchfile"),
    ("situation",),
    ("rulebook",),
    ("state", "corrections", "umpiring", "entries", "fold", "folds"),
    ("play",),
    ("solver",),
    ("ranking",),
    ("narrate", "telling"),
    ("answer_types", "view", "witness", "flips", "answers", "audit", "compare", "workings"),
    ("lines", "rosters", "joining"),
    ("pdf", "story", "pictures"),
    ("store", "sheet", "fieldsheet"),
    ("plan",),
    ("cli", "cli_plan", "batch", "text", "ui"),
)
"""Modules and packages from the bottom up; those of one layer may import each other, but not in a circle."""

LAYER_OF = {name: number for number, names in enumerate(LAYERS) for name in names}

OWNERS = {"ortools": ("advisor/solver/",), "streamlit": ("advisor/ui/", "app.py")}
"""Libraries that only these may import."""

MOST_LINES = 700

CLAUSES = (
    "available", "eligible", "eliminated-player", "player-limit", "minus-rated", "disqualified", "p7-injured-out",
    "unable-player", "sit-out", "injured-return", "team-size", "able-player-stays", "double-substitution",
    "upper-limit", "lower-limit", "rostered-limits", "p7-cap", "p7-fouling-cap", "play-short", "arena-short",
    "p7-timing", "p7-nearest-above",
)  # fmt: skip
"""The clauses of the contract, in its order."""


@cache
def sources() -> dict[str, ast.Module]:
    """Every module of the package and the entry of the app, by its path from the root."""
    paths = [*sorted(PACKAGE.rglob("*.py")), *ROOT.glob("app.py")]
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8")) for path in paths}


def imported(tree: ast.Module, *, at_run_time: bool = False) -> Iterator[str]:
    """Full names of what a module imports; ``at_run_time``: as it is loaded, so not for types and not in functions."""
    nodes: list[ast.AST] = [tree]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole path"
            assert node.module is not None
            yield from (f"{node.module}.{name.name}" for name in node.names)
        for_types = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        if not (at_run_time and (for_types or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))):
            nodes.extend(ast.iter_child_nodes(node))


def dotted(path: str) -> str:
    """The module name of a path."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def own_name(module: str) -> str | None:
    """Which module or package of ours a full name belongs to: ``fold`` for ``advisor.fold.Fold``."""
    parts = module.split(".")
    return parts[1] if parts[0] == "advisor" and len(parts) > 1 else None


def test_every_module_has_its_layer() -> None:
    names = {own_name(dotted(path)) for path in sources()} - {None}
    unknown = sorted(name for name in names if name not in LAYER_OF)
    assert unknown == [], "say in LAYERS where these belong"


def test_a_layer_is_named_once() -> None:
    assert len(LAYER_OF) == sum(len(names) for names in LAYERS)


def upward_imports(module: str, tree: ast.Module) -> list[str]:
    """What a module imports from a layer above its own."""
    own = LAYER_OF[str(own_name(module))]
    targets = {str(own_name(name)) for name in imported(tree)} & set(LAYER_OF)
    return sorted(target for target in targets if LAYER_OF[target] > own)


@pytest.mark.parametrize("path", [path for path in sorted(sources()) if own_name(dotted(path)) in LAYER_OF])
def test_imports_point_down(path: str) -> None:
    assert upward_imports(dotted(path), sources()[path]) == []


def test_an_upward_import_is_found_also_in_a_function() -> None:
    tree = ast.parse("def f():\n    from advisor.answers import advise\n    import advisor.match")
    assert upward_imports("advisor.rulebook.when", tree) == ["answers"]


def find_module(name: str, modules: Collection[str]) -> str | None:
    """The module of ours that a full name comes from: ``advisor.fold`` for ``advisor.fold.Fold``."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name or None


def sort_modules(modules: dict[str, ast.Module]) -> list[str]:
    """The modules, each after those that it imports. Raises ``CycleError`` where two import each other."""
    graph = {}
    for module, tree in modules.items():
        found = {find_module(name, modules) for name in imported(tree, at_run_time=True)}
        graph[module] = {target for target in found if target is not None and target != module}
    return list(TopologicalSorter(graph).static_order())


def test_modules_do_not_import_each_other_in_a_circle() -> None:
    modules = {dotted(path): tree for path, tree in sources().items()}
    assert sorted(sort_modules(modules)) == sorted(modules)


def test_a_circle_is_found() -> None:
    circle = {"a": ast.parse("from b import x"), "b": ast.parse("import a")}
    with pytest.raises(CycleError):
        sort_modules(circle)
    late = {"a": ast.parse("from b import x"), "b": ast.parse("def f():\n    import a")}
    assert sort_modules(late) == ["b", "a"]


@pytest.mark.parametrize("library", OWNERS)
def test_a_library_is_imported_only_by_its_owner(library: str) -> None:
    users = [path for path, tree in sources().items() if library in {name.split(".")[0] for name in imported(tree)}]
    assert [path for path in users if not path.startswith(OWNERS[library])] == []


def test_the_solver_is_where_ortools_is_imported() -> None:
    assert "ortools" in {name.split(".")[0] for name in imported(sources()["advisor/solver/model.py"])}


def test_the_law_knows_nothing_of_files_screens_or_databases() -> None:
    strangers = {"sqlalchemy", "alembic", "typer", "streamlit", "fpdf", "openpyxl", "segno", "psycopg"}
    for path, tree in sources().items():
        if LAYER_OF.get(str(own_name(dotted(path))), len(LAYERS)) <= LAYER_OF["answers"]:
            assert not strangers & {name.split(".")[0] for name in imported(tree)}, path


@pytest.mark.parametrize("path", sorted(sources()))
def test_a_module_can_be_read_at_a_sitting(path: str) -> None:
    assert len((ROOT / path).read_text("utf-8").splitlines()) <= MOST_LINES


def undocumented(tree: ast.Module) -> Iterator[str]:
    """Public classes and functions of a module, and public methods of classes without a base, that say nothing."""
    for node in tree.body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("_"):
            continue
        if ast.get_docstring(node) is None:
            yield node.name
        if isinstance(node, ast.ClassDef) and not node.bases:
            for method in node.body:
                is_public = isinstance(method, ast.FunctionDef) and not method.name.startswith("_")
                if is_public and ast.get_docstring(method) is None:  # type: ignore[arg-type]
                    yield f"{node.name}.{method.name}"  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", sorted(sources()))
def test_every_module_and_every_public_name_has_a_docstring(path: str) -> None:
    tree = sources()[path]
    assert ast.get_docstring(tree)
    assert list(undocumented(tree)) == []


def rule_classes() -> Iterator[type[Rule]]:
    """Every class that states a clause."""
    waiting: list[type[Rule]] = [Rule]
    while waiting:
        rule = waiting.pop()
        waiting.extend(rule.__subclasses__())
        if "clause" in rule.__dict__ and rule.__module__.startswith("advisor."):
            yield rule


def test_every_clause_has_exactly_one_rule_class() -> None:
    assert Counter(rule.clause for rule in rule_classes()) == Counter(CLAUSES)


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_is_restated_by_its_rule(clause: str) -> None:
    rule = next(rule for rule in rule_classes() if rule.clause == clause)
    assert len((rule.__dict__.get("__doc__") or "").split()) >= 8
    assert type(Rule.registry[clause]) is rule


@pytest.mark.parametrize(
    ("book", "left_out"), [("uspa-outdoor-2026", {"arena-short"}), ("uspa-arena-2026", {"p7-fouling-cap"})]
)
def test_a_rulebook_has_its_clauses_in_the_order_of_the_contract(book: str, left_out: set[str]) -> None:
    found = [rule.clause for rule in find_rulebook(book).rules]
    assert found == [clause for clause in CLAUSES if clause not in left_out]


def test_a_verdict_that_needs_no_repairs_loads_no_solver() -> None:
    program = """
import sys
from advisor.answers import verify
from advisor.audit import audit
from advisor.match import Match
players = [{"id": f"p{number}", "handicap": 1} for number in range(5)]
team = {"players": players}
start = {"entry": "start", "lineups": {"red": ["p0", "p1", "p2", "p3"], "blue": ["p0", "p1", "p2", "p3"]}}
match = Match.model_validate({
    "rules": "uspa-outdoor-2026", "event": {"upper_limit": 8}, "teams": {"red": team, "blue": team},
    "journal": [start, {"entry": "end_period"}],
})
assert verify(match, "red", ["p0", "p1", "p2", "p4"]).status == "legal"
assert verify(match, "red", ["p0", "p1", "p2"], repairs=0).status == "illegal"
assert audit(match).breaches == []
assert not {"ortools", "streamlit", "sqlalchemy"} & {name.split(".")[0] for name in sys.modules}
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
