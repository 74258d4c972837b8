"""One file a variant; each exports RULES. They are found by scanning this folder."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from bot.engine.rules import Rules


@cache
def find_variants() -> tuple[str, ...]:
    """Return the ids of all variants, sorted: the names of the files here."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


@cache
def rules_of(variant: str) -> Rules:
    """Return the rules of `variant`; raise KeyError if there is no such variant."""
    if variant not in find_variants():
        raise KeyError(variant)
    rules = importlib.import_module(f"{__name__}.{variant}").RULES
    if not isinstance(rules, Rules) or rules.id != variant:
        raise TypeError(f"{variant}.py exports no RULES with the id {variant}")
    return rules
