"""The themes: one file each, which exports THEME. A new file is found by itself."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from renderers.theme import Theme


@cache
def find_themes() -> tuple[str, ...]:
    """Return the names of all themes, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


@cache
def theme_of(name: str) -> Theme:
    """Return the theme called `name`. Raises `KeyError` if there is none."""
    if name not in find_themes():
        raise KeyError(name)
    theme: Theme = import_module(f"{__name__}.{name}").THEME
    return theme
