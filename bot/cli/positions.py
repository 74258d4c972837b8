"""What commands about positions share."""

from __future__ import annotations

from functools import cache

from bot.app.catalog import Catalog
from bot.app.presenter import Presenter
from bot.app.replies import Mention, Words
from bot.engine.refusals import Refusal
from bot.engine.rules import Rules
from bot.engine.variants import find_variants, rules_of
from bot.failures import Failure


def rules_named(variant: str) -> Rules:
    """Return the rules of a variant; raise `Failure` if there is no such variant."""
    if variant not in find_variants():
        raise Failure(f"a variant is one of {', '.join(find_variants())}, not {variant!r}")
    return rules_of(variant)


def explained(refusal: Refusal) -> str:
    """Return a refusal as an English sentence: what was wrong, and what would be right."""
    return plain(_presenter().refusal(refusal, "en"))


def plain(words: Words) -> str:
    """Return words without any marks, their lines in one."""
    spans = (span for line in words for span in line)
    return "".join(
        span if isinstance(span, str) else span.name if isinstance(span, Mention) else span.text
        for span in spans
    )


@cache
def _presenter() -> Presenter:
    return Presenter(Catalog())
