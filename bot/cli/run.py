"""`gamao run`: from the settings to a bot that stops when it is told to."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import secrets
import signal
from random import Random

from bot.app.catalog import Catalog
from bot.bootstrap import Bot, RandomDice, attentive, chosen_adapters
from bot.cli.database import held, told
from bot.config import Settings
from bot.failures import Failure
from bot.store import open_store

log = logging.getLogger(__name__)


async def run_bot(settings: Settings, seed: int | None) -> None:
    """Run until SIGINT, SIGTERM or an adapter ends it.

    Brings the database up to date first. `seed` makes the dice repeatable. Raises `Failure`.
    """
    stopping = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    if seed is not None:
        log.warning("the dice are repeatable: seed %s", seed)
    dice = RandomDice(secrets.SystemRandom() if seed is None else Random(seed))
    try:
        catalog = Catalog(settings.default_locale)
    except ValueError as error:
        raise Failure(f"DEFAULT_LOCALE: {error}") from error
    with held(settings.database_url):
        with told():
            store = await open_store(settings.database_url)
        try:
            specs = chosen_adapters(settings)
            with attentive():
                await Bot(settings, catalog, store, dice, stopping).run(specs)
        finally:
            await store.close()


def with_terminal_defaults(settings: Settings) -> Settings:
    """Return the settings as a chat in this terminal takes them.

    What was not set follows the terminal: the language of the system, and of the log only warnings,
    since it stands among the boards. Where a platform runs, the settings are returned as they are.
    """
    if any(spec.token for spec in chosen_adapters(settings)):
        return settings
    # Not LC_CTYPE: Python itself sets that where the system's language is not installed.
    chosen = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    own = Catalog().negotiate(re.split(r"[.@]", chosen)[0])
    defaults = {"default_locale": own, "log_level": "WARNING"}
    unset = {name: value for name, value in defaults.items() if name not in settings.model_fields_set}
    return settings.model_copy(update=unset)
