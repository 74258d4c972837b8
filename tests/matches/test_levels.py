"""A whole match against each level of the computer, on each platform, with its process killed on the way.

Nothing else is known of such a match than that it must be the one that two people would have played who
throw the same dice and make the same choices: no turn is lost, doubled, or made by somebody else.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Protocol, TypeAlias

import pytest

from bot import bootstrap
from bot.engine import codec
from bot.engine.actions import Action
from bot.engine.decide import decide, start_match
from bot.engine.events import Event, MatchWon, Seat
from bot.engine.house_rules import HouseRules, Match
from bot.engine.match import MatchState, Phase, evolve, replay, seats_to_act
from bot.players import ComputerPlayer, find_players, player_of
from bot.thinking.pool import Pool
from tests.helpers import discord_world, telegram_world
from tests.helpers.discord_server.state import BOT
from tests.helpers.talk import words_of
from tests.matches.plain_player import PlainPlayer
from tests.matches.scenes import log_of

ANA = PlainPlayer()
SEED = 2
TO_THREE = ("casual", "expert")
"""Who plays to 3, with the cube; the others to 1."""
KILLED_BEFORE, KILLED_AT = 3, 5
"""Before and during which of its thoughts the computer's process is killed."""


class Table(Protocol):
    """Where Ana plays against the computer. Each thing that she does is waited for."""

    async def challenge(self, terms: str) -> None:
        """Challenge the computer."""

    async def act(self, verb: str, argument: str) -> None:
        """Use a command."""

    def words(self) -> str:
        """Return the words of the newest board."""


class OnTelegram:
    """A private chat; Ana types."""

    def __init__(self, world: telegram_world.TelegramWorld) -> None:
        self._world = world
        self._ana = world.person("Ana")

    async def challenge(self, terms: str) -> None:
        """Challenge the computer, which is alone with her."""
        await self.act("challenge", terms)

    async def act(self, verb: str, argument: str) -> None:
        """Type a command."""
        await self._ana.types(f"/{verb} {argument}".rstrip())

    def words(self) -> str:
        """Return the words of the newest board."""
        return self._world.words(self._ana.id)


class OnDiscord:
    """A channel of a server; Ana uses slash commands."""

    def __init__(self, world: discord_world.DiscordWorld) -> None:
        self._world = world
        self._ana = world.person("Ana")
        self._club = world.channel("club")

    async def challenge(self, terms: str) -> None:
        """Challenge the bot itself."""
        await self._ana.commands("challenge", self._club, opponent=int(BOT["id"]), terms=terms)

    async def act(self, verb: str, argument: str) -> None:
        """Use a slash command."""
        await self._ana.commands(verb, self._club, **({"play": argument} if argument else {}))

    def words(self) -> str:
        """Return the words of the newest board."""
        return self._world.words(self._club)


@asynccontextmanager
async def on_telegram(folder: Path) -> AsyncIterator[Table]:
    """Yield a table on Telegram."""
    async with telegram_world.open_world(folder, seed=SEED) as world:
        yield OnTelegram(world)


@asynccontextmanager
async def on_discord(folder: Path) -> AsyncIterator[Table]:
    """Yield a table on Discord."""
    async with discord_world.open_world(folder, seed=SEED) as world:
        yield OnDiscord(world)


Open: TypeAlias = Callable[[Path], AbstractAsyncContextManager[Table]]


class MortalPool(Pool):
    """The bot's pool, whose processes are killed at two moments."""

    def __init__(self, players: Mapping[str, ComputerPlayer]) -> None:
        super().__init__(players)
        self.asked: list[int] = []
        """The versions of the match on which it was asked for a choice."""
        self.killed: list[int] = []

    async def choose(self, player_id: str, state: MatchState, seat: Seat) -> Action:
        """Return the choice, whatever becomes of the first process that is asked."""
        self.asked.append(state.version)
        if len(self.asked) == KILLED_BEFORE:
            self._kill()
        if len(self.asked) != KILLED_AT:
            return await super().choose(player_id, state, seat)
        # Halted, a process has surely not answered when it is killed.
        for pid in self.pids:
            os.kill(pid, signal.SIGSTOP)
        choice = asyncio.create_task(super().choose(player_id, state, seat))
        await asyncio.sleep(0)
        self._kill()
        return await choice

    def _kill(self) -> None:
        for pid in self.pids:
            os.kill(pid, signal.SIGKILL)
            self.killed.append(pid)


@pytest.fixture
def pools(monkeypatch: pytest.MonkeyPatch) -> list[MortalPool]:
    """The pools of the bots of a test."""
    opened: list[MortalPool] = []

    def open_one(players: Mapping[str, ComputerPlayer]) -> MortalPool:
        opened.append(MortalPool(players))
        return opened[-1]

    monkeypatch.setattr(bootstrap, "Pool", open_one)
    return opened


@pytest.fixture(params=find_players())
def level(request: pytest.FixtureRequest) -> ComputerPlayer:
    """Each computer player, if it can play on this machine."""
    found = player_of(request.param)
    if lacking := found.missing():
        pytest.skip(f"{found.id} needs {lacking}")
    return found


def points(level: str) -> int:
    """Return the length of the match against a level."""
    return 3 if level in TO_THREE else 1


@cache
def undisturbed(level: str) -> tuple[tuple[Event, ...], int, int]:
    """Return the log of the match as it is played without a bot, how often Ana was to decide, and how
    often the computer was."""
    dice = telegram_world.ListedDice((), SEED).rolls()
    log = list(start_match("backgammon", Match(points(level)), HouseRules(), dice))
    state, players, decisions = replay(log), (ANA, player_of(level)), [0, 0]
    while seats := seats_to_act(state):
        (seat,) = seats
        decisions[seat] += 1
        events = decide(state, players[seat].choose(state, seat), seat, dice)
        for event in events:
            state = evolve(state, event)
        log.extend(events)
    return tuple(log), decisions[0], decisions[1]


def kept(folder: Path) -> tuple[Event, ...]:
    """Return the log in the database of a bot."""
    return tuple(codec.decode(kind, json.loads(data)) for kind, data in log_of(folder / "gamao.db"))


async def play(table: Table, terms: str, log: Callable[[], tuple[Event, ...]]) -> int:
    """Have Ana play a match from the challenge to its end; return how often she decided."""
    await table.challenge(terms)
    decisions = 0
    while (state := replay(log())).phase is not Phase.MATCH_OVER:
        decisions += 1
        verb, _, argument = words_of(ANA.choose(state, 0)).removeprefix("/").partition(" ")
        await table.act(verb, argument)
    return decisions


@pytest.mark.parametrize("open_table", [on_telegram, on_discord])
async def test_a_match_against_a_level_goes_on_to_its_end(
    open_table: Open, level: ComputerPlayer, pools: list[MortalPool], tmp_path: Path
) -> None:
    expected, of_ana, of_the_computer = undisturbed(level.id)
    async with open_table(tmp_path) as table:
        assert await play(table, f"{points(level.id)} {level.id}", lambda: kept(tmp_path)) == of_ana
        (pool,) = pools
        assert len(pool.killed) == 2
        assert not set(pool.killed) & set(pool.pids)
        assert kept(tmp_path) == expected
        assert len(pool.asked) == len(set(pool.asked)) == of_the_computer
        won = expected[-1]
        assert isinstance(won, MatchWon)
        assert f"🏆 {('Ana', level.name)[won.seat]} wins the match" in table.words()
