"""The house keeps its shape: who imports whom, how long things are, what is written about them."""

from __future__ import annotations

import ast
import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.adapters import find_adapters, load_spec
from bot.config import Settings

ROOT = Path(__file__).parents[1]
ADAPTERS_AND_ABOVE = ("adapters", "bootstrap.py", "cli", "config.py", "__main__.py", "logs.py")
MODULES = sorted(path for package in ("bot", "renderers") for path in (ROOT / package).rglob("*.py"))
CORE = [path for path in MODULES if path.relative_to(ROOT).parts[1] not in ADAPTERS_AND_ABOVE]

MOST_LINES = 400
MEDIAN_LINES = 150
LONG_FUNCTION = 35
Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = Function | ast.ClassDef


def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(path.read_text("utf-8"))


def line_count(path: Path) -> int:
    """Return how many lines a module has."""
    return len(path.read_text("utf-8").splitlines())


def code_lines(function: Function) -> int:
    """Return how many lines a function has, its docstring left out."""
    first = function.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    docstring = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


def imported(path: Path) -> Iterator[str]:
    """Yield the dotted names that a module imports, wherever it does."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def public(body: list[ast.stmt]) -> Iterator[Documented]:
    """Yield the public functions and classes of a body, methods of public classes included."""
    for node in body:
        if isinstance(node, Documented) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body)


def name_of(path: Path) -> str:
    """Return a module's path as a test id."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_module_is_too_long(path: Path) -> None:
    assert line_count(path) <= MOST_LINES


@pytest.mark.parametrize("package", ["bot", "renderers"])
def test_most_modules_are_short(package: str) -> None:
    lengths = [line_count(path) for path in MODULES if path.is_relative_to(ROOT / package)]
    assert statistics.median(lengths) <= MEDIAN_LINES


def test_nearly_all_functions_are_short() -> None:
    functions = [node for path in MODULES for node in ast.walk(tree(path)) if isinstance(node, Function)]
    long = [function.name for function in functions if code_lines(function) > LONG_FUNCTION]
    assert len(long) <= 0.05 * len(functions), long


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_what_is_public_says_what_it_does(path: Path) -> None:
    module = tree(path)
    silent = [node.name for node in public(module.body) if not ast.get_docstring(node)]
    assert not silent
    assert ast.get_docstring(module) or not module.body


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_nobody_but_the_composition_root_and_their_own_parts_imports_an_adapter(path: Path) -> None:
    here = path.relative_to(ROOT).with_suffix("").parts
    own = here[2].removesuffix("_adapter") if here[:2] == ("bot", "adapters") else None
    for name in imported(path):
        match name.split("."):
            case ["bot", "adapters", part, *_] if part.removesuffix("_adapter") in find_adapters():
                assert part.removesuffix("_adapter") == own, name
            case ["bot", "adapters", part, *_] if (ROOT / "bot" / "adapters" / f"{part}.py").is_file():
                assert own is not None, f"{name} is what adapters share"


@pytest.mark.parametrize("platform", sorted(find_adapters()))
def test_every_adapter_names_its_platform_and_its_token(platform: str) -> None:
    spec = load_spec(platform)
    assert spec.platform == platform
    assert spec.token in {None, f"{platform}_token"}
    assert spec.token is None or spec.token in Settings.model_fields


@pytest.mark.parametrize("path", CORE, ids=name_of)
def test_the_core_does_not_even_know_the_names_of_platforms(path: Path) -> None:
    words = path.read_text("utf-8").casefold()
    assert not [platform for platform in find_adapters() if load_spec(platform).token and platform in words]


def test_one_adapter_needs_no_token() -> None:
    assert [platform for platform in find_adapters() if load_spec(platform).token is None] == ["terminal"]


def test_the_independence_contract_lists_every_adapter() -> None:
    contracts = (ROOT / "pyproject.toml").read_text("utf-8")
    for module in find_adapters().values():
        assert f'"{module}"' in contracts
