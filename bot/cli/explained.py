"""A refusal in words, for the command line."""

from __future__ import annotations

from functools import cache

from bot.app.catalog import Catalog
from bot.app.presenter import Presenter
from bot.app.replies import Mention
from bot.engine.refusals import Refusal


def explained(refusal: Refusal) -> str:
    """Return an English sentence: what was wrong, and what would be right."""
    lines = _presenter().refusal(refusal, "en")
    spans = (span for line in lines for span in line)
    return "".join(
        span if isinstance(span, str) else span.name if isinstance(span, Mention) else span.text
        for span in spans
    )


@cache
def _presenter() -> Presenter:
    return Presenter(Catalog())
