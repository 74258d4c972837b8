"""What is installed: pinned versions, and everything that a package needs beside its code."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata, resources
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CONSTRAINTS = (ROOT / "constraints.txt").read_text("utf-8").splitlines()


def wanted_here(requirement: Requirement, extras: set[str]) -> bool:
    """Return whether a requirement counts on this machine, for a package with `extras`."""
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in {"", *extras})


def needed() -> set[str]:
    """Return all packages that an installation with the development extras brings, by name."""
    own = [
        *PROJECT["dependencies"],
        *(line for extra in PROJECT["optional-dependencies"].values() for line in extra),
    ]
    waiting = [requirement for requirement in map(Requirement, own) if wanted_here(requirement, set())]
    found: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        key = (name, frozenset(requirement.extras))
        if name == PROJECT["name"] or key in found:
            continue
        found.add(key)
        theirs = map(Requirement, metadata.distribution(name).requires or [])
        waiting.extend(each for each in theirs if wanted_here(each, requirement.extras))
    return {name for name, _ in found}


def test_constraints_are_names_and_versions_and_nothing_else() -> None:
    assert [line for line in CONSTRAINTS if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+", line)] == []


def test_every_package_that_is_installed_is_pinned_once() -> None:
    pinned = [canonicalize_name(line.split("==")[0]) for line in CONSTRAINTS]
    assert len(pinned) == len(set(pinned))
    assert needed() <= set(pinned)


def test_the_build_backend_is_pinned_where_constraints_do_not_reach() -> None:
    requires = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    assert all("==" in requirement for requirement in requires)


@pytest.mark.parametrize("line", PROJECT["dependencies"])
def test_what_we_rely_on_is_met_by_what_is_pinned(line: str) -> None:
    requirement = Requirement(line)
    versions = {
        canonicalize_name(name): version for name, version in (pin.split("==") for pin in CONSTRAINTS)
    }
    assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)], prereleases=True)


def test_every_licence_is_named_and_there() -> None:
    """What is packed with us brings its own: it stands beside it."""
    named = {ROOT / name for name in PROJECT["license-files"]}
    assert all(path.is_file() for path in named)
    assert named == {ROOT / "LICENSE", *ROOT.glob("renderers/**/OFL.txt")}


@pytest.mark.parametrize(
    ("package", "folder", "ending"),
    [
        ("bot", "locales", ".po"),
        ("bot", "store/migrations/versions", ".py"),
        ("renderers", "fonts", ".ttf"),
    ],
)
def test_packages_bring_their_files(package: str, folder: str, ending: str) -> None:
    names = [entry.name for entry in resources.files(package).joinpath(folder).iterdir()]
    assert any(name.endswith(ending) for name in names)


def test_the_command_is_the_main_function() -> None:
    (script,) = metadata.entry_points(group="console_scripts", name="gamao")
    assert script.value == "bot.__main__:main"
