"""A whole match to 5 on Discord: every way to play, the cube taken and dropped, a gammon, the Crawford
game, resignations, the final score, a rematch.

The steps are the same in every language; the dice are listed, so that what is shown can be kept.
"""

from __future__ import annotations

from pathlib import Path

from bot.engine.position import Roll
from tests.helpers.discord_world import DiscordWorld, Person, open_world

LOCALES = {"en": "en-US", "pt_BR": "pt-BR"}
"""Our languages, and what Discord calls them."""
GOLDEN = Path(__file__).parents[1] / "golden" / "discord"

OPENING: Roll = (3, 1)
ANA: tuple[Roll, ...] = ((5, 5), (6, 6), (4, 4))
BRUNO: tuple[Roll, ...] = ((4, 3), (5, 2))
BLITZ = (
    ("13/9 13/10", "24/20 6/2(3)"),
    ("10/8/3", "20/10 7/2(2)"),
    ("13/10 6/2", "24/6 10/4"),
    ("10/3", "7/3(2) 6/2 4/off"),
    ("24/17", "6/1* 5/off(2) 3/off"),
    ("bar/18", "3/off(4)"),
    ("17/10", "2/off(4)"),
    ("10/3", "2/off(2) 1/off"),
)
"""How Bruno loses a gammon: his play and hers, turn by turn."""


def golden(locale: str) -> Path:
    """Return where the transcript of the match in a language is kept."""
    return GOLDEN / f"match.{locale}.txt"


async def played(folder: Path, locale: str) -> str:
    """Play the match in a language; return its transcript."""
    async with open_world(folder) as world:
        ana, bruno = (world.person(name, LOCALES[locale]) for name in ("Ana", "Bruno"))
        club = world.channel("club")
        await _challenge(world, ana, bruno, club)
        await _gammon(world, ana, bruno, club)
        await _crawford(world, ana, bruno, club)
        await _dropped(world, ana, bruno, club)
        await _last(world, ana, bruno, club)
        return world.transcript(club)


async def _challenge(world: DiscordWorld, ana: Person, bruno: Person, club: int) -> None:
    """Ana challenges to a match, changes her mind about its length, and Bruno accepts."""
    await ana.commands("challenge", club, opponent=bruno.id, terms="3")
    await ana.presses("length 5", club)
    await ana.presses("accept", club)
    world.dice.listed = [OPENING, *(roll for turn in range(10) for roll in (BRUNO[turn % 2], ANA[turn % 3]))]
    await bruno.presses("accept", club)


async def _gammon(world: DiscordWorld, ana: Person, bruno: Person, club: int) -> None:
    """Bruno takes a double and loses a gammon, each play made in another way."""
    await bruno.commands("roll", club)
    await ana.replies("13/8", club)
    await ana.replies("13/10 6/5", club)
    await bruno.presses("roll", club)
    for label in ("13→9", "↩", "13→9", "13→10", "confirm"):
        await bruno.presses(label, club)
    for verb in ("double", "back", "double", "double!"):
        await ana.presses(verb, club)
    await bruno.presses("take", club)
    await ana.fills(await ana.presses("⌨", club), "10/5 8/3(3)")
    await bruno.commands("roll", club)
    await bruno.plays_suggested(club, "10/3")
    await ana.commands("move", club, play="13/12")
    await ana.commands("move", club, play="13/7")
    await ana.commands("undo", club)
    await ana.commands("move", club, play="13/7(4)")
    world.dice.listed.append(OPENING)
    for his, hers in BLITZ:
        await bruno.presses("roll", club)
        await bruno.plays_suggested(club, his)
        await ana.plays_suggested(club, hers)


async def _crawford(world: DiscordWorld, ana: Person, bruno: Person, club: int) -> None:
    """Nobody may double; Ana resigns a single game."""
    world.dice.listed = [BRUNO[0], ANA[0]]
    await ana.plays_suggested(club)
    await bruno.commands("double", club)
    await bruno.plays_suggested(club)
    world.dice.listed = [OPENING]
    for wanted in ("more", "resign", "resign 1", "resign! 1"):
        await ana.presses(wanted, club)
    await bruno.presses("accept", club)


async def _dropped(world: DiscordWorld, ana: Person, bruno: Person, club: int) -> None:
    """Ana drops a double."""
    await ana.plays_suggested(club)
    world.dice.listed = [OPENING]
    for verb in ("double", "double!"):
        await bruno.presses(verb, club)
    for verb in ("drop", "drop!"):
        await ana.presses(verb, club)


async def _last(world: DiscordWorld, ana: Person, bruno: Person, club: int) -> None:
    """Bruno resigns the match, is told what he asks, and wants another."""
    await ana.plays_suggested(club)
    await bruno.commands("pips", club)
    await bruno.commands("resign", club, size="single")
    await bruno.commands("score", club)
    for label in ("🎬", ".mat"):
        await ana.presses(label, club)
    world.dice.listed = [OPENING]
    await bruno.presses("rematch", club)
    await ana.presses("accept", club)
