"""Choosing the computer's level."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.offers import Asked, parse_challenge
from bot.app.opponents import USUAL, Opponents
from bot.app.records import MatchRecord, Offer
from bot.app.replies import AnswerKind
from bot.app.requests import Handle
from bot.engine.actions import Action
from bot.engine.events import Seat
from bot.engine.house_rules import HouseRules, Match, SingleGame
from bot.engine.match import MatchState
from bot.engine.refusals import Refusal
from bot.players import SIMPLEST, find_players, player_of
from bot.players.sage.machine import PACKAGE, missing
from tests.helpers.chat import PLATFORM, Chat, open_chat, plain

ALL = {name: player_of(name) for name in find_players()}
FIVE = Offer("backgammon", Match(5), HouseRules())
sage = pytest.mark.skipif(missing() is not None, reason="bgsage cannot run here")


class Instead:
    """A thinker that has the simple player choose, whoever is asked, and remembers who was."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def choose(self, player_id: str, state: MatchState, seat: Seat) -> Action:
        """Return what the simple player does."""
        self.asked.append(player_id)
        return player_of(SIMPLEST).choose(state, seat)


@pytest.fixture
def thinker() -> Instead:
    """Who chooses for the computer."""
    return Instead()


@pytest.fixture
async def levels(tmp_path: Path, thinker: Instead) -> AsyncIterator[Chat]:
    """A chat in which every level can be asked for."""
    async with open_chat(tmp_path / "chat.db", computers=ALL, thinker=thinker) as opened:
        yield opened


@pytest.fixture
def without_bgsage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play on a machine that has no bgsage."""
    monkeypatch.setitem(sys.modules, PACKAGE, None)


async def match_of(chat: Chat) -> MatchRecord:
    """Return the first match."""
    record = await chat.store.match(1)
    assert record is not None
    return record


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("5 expert", "expert"),
        ("expert 5", "expert"),
        ("5 Especialista", "expert"),
        ("5 perito", "expert"),
        ("beginner, 5 points", "beginner"),
        ("5 iniciante", "beginner"),
        ("até 5 principiante", "beginner"),
        ("5 casual", "casual"),
        ("5 advanced", "advanced"),
        ("5 avançado", "advanced"),
        ("5 master", "master"),
        ("5 mestre", "master"),
        ("5 simple", "simple"),
        ("5 simples", "simple"),
        ("5", None),
    ],
)
def test_a_level_is_a_word_of_the_challenge(text: str, level: str | None) -> None:
    assert parse_challenge(text) == Asked(FIVE, level)


def test_one_level_at_a_time() -> None:
    with pytest.raises(Refusal) as refused:
        parse_challenge("5 beginner mestre")
    assert refused.value.key == "offer-twice"
    assert parse_challenge("master mestre").level == "master"


def test_a_level_that_is_nearly_written_is_suggested() -> None:
    with pytest.raises(Refusal) as refused:
        parse_challenge("5 beginer")
    assert refused.value.params == {"word": "beginer", "near": "beginner"}


@sage
async def test_the_computer_is_called_by_its_level(levels: Chat, thinker: Instead) -> None:
    levels.dice.queue((3, 5))
    await levels.person("Ana").types("/challenge 5 expert", levels.computer())
    record = await match_of(levels)
    assert "Gamão (expert)" in levels.live.text
    assert record.state.length == Match(5)
    assert thinker.asked == ["expert"]


@sage
async def test_a_level_is_challenged_without_naming_the_computer(levels: Chat) -> None:
    await levels.person("Ana").types("/desafiar mestre")
    assert (await match_of(levels)).seats[1].player.ref.user == "master"
    assert (await match_of(levels)).state.length == SingleGame()


@sage
async def test_a_rematch_is_against_the_same_level(levels: Chat) -> None:
    ana = levels.person("Ana")
    await ana.types("/challenge 1 beginner", levels.computer())
    record = await match_of(levels)
    while record.state.phase != "match over":
        await ana.types("/resign backgammon")
        await ana.types("/roll")
        record = await match_of(levels)
    await ana.types("/rematch")
    again = await levels.store.match(2)
    assert again is not None
    assert again.seats[1].player == record.seats[1].player


@sage
async def test_the_usual_opponent_is_quick_and_strong(levels: Chat) -> None:
    await levels.person("Ana").types("/challenge", levels.computer())
    assert (await match_of(levels)).seats[1].player.ref.user == USUAL


async def test_a_person_has_no_level(levels: Chat) -> None:
    ana, bruno = levels.person("Ana"), levels.person("Bruno")
    for named in (bruno, Handle(PLATFORM, "bruno_bg")):
        answer = await ana.types("/challenge 5 expert", named)
        assert answer.kind is AnswerKind.REFUSAL
        assert "“expert”" in plain(answer.words)
    answer = await ana.types("/challenge code 5 expert")
    assert answer.kind is AnswerKind.REFUSAL
    assert not levels.adapter.messages


@pytest.mark.usefixtures("without_bgsage")
async def test_without_bgsage_a_level_is_refused_and_the_simple_one_offered(levels: Chat) -> None:
    ana = levels.person("Ana")
    answer = await ana.types("/challenge 5 expert", levels.computer())
    assert answer.kind is AnswerKind.REFUSAL
    assert "bgsage" in plain(answer.words)
    assert "/challenge simple" in plain(answer.words)
    answer = await levels.person("Rui", locale="pt-BR").types("/desafiar 5 mestre", levels.computer())
    assert "/desafiar simple" in plain(answer.words)
    await ana.types("/challenge simple")
    assert (await match_of(levels)).seats[1].player.ref.user == SIMPLEST


@pytest.mark.usefixtures("without_bgsage")
async def test_without_bgsage_the_usual_opponent_is_the_simple_one(levels: Chat) -> None:
    levels.dice.queue((3, 5))
    await levels.person("Ana").types("/challenge", levels.computer())
    assert (await match_of(levels)).seats[1].player.ref.user == SIMPLEST
    assert "@Ana" in levels.live.text


def test_a_level_that_is_not_among_the_players_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        Opponents({SIMPLEST: player_of(SIMPLEST)}).of("expert")
    assert refused.value.key == "level-unknown"
    assert refused.value.params["levels"] == SIMPLEST
