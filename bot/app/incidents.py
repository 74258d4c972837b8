"""What goes wrong on our side: logged under a number that the user is shown."""

from __future__ import annotations

import logging
import secrets

from bot.app.catalog import Catalog
from bot.app.replies import Answer, AnswerKind

log = logging.getLogger(__name__)


def incident(catalog: Catalog, locale: str, request: str) -> Answer:
    """Log the exception that is being handled, and return what the user is told of it."""
    number = secrets.token_hex(3)
    log.exception("incident %s: %s", number, request)
    return Answer(AnswerKind.REFUSAL, (catalog.line(locale, "incident", id=number),))
