"""Telegram refuses or loses a post: the move stands, the newest board arrives, and never a third copy.

Each fault strikes the whole running bot, at the board that follows Ana's first play.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.app.requests import Press
from bot.engine.position import Roll
from tests.helpers.telegram_server.looks import buttons, words_of
from tests.helpers.telegram_server.state import Deed
from tests.helpers.telegram_server.wire import ApiError, Fault, Json, bad_gateway, too_many_requests
from tests.helpers.telegram_world import Person, TelegramWorld, open_world
from tests.matches.plain_player import PLAIN

ANA_STARTS: tuple[Roll, ...] = ((3, 1), (4, 2))
PLAY = "8/5 6/5"
READ_SECONDS = 0.25
"""How long the bot waits for an answer of the server here."""
LATE_SECONDS = 0.6


@dataclass(frozen=True, slots=True)
class Game:
    """A game of Ana and Bruno in a group, in which Ana is to play 3-1."""

    world: TelegramWorld
    path: Path
    ana: Person
    bruno: Person
    club: int

    def log(self) -> list[str]:
        """Return the types of the events of the game."""
        with closing(sqlite3.connect(self.path)) as database:
            rows = database.execute("SELECT type FROM event WHERE match_id = 1 ORDER BY seq")
            return [kind for (kind,) in rows]

    def posted(self, version: int) -> int:
        """Return how often the board of a version was posted as a new message."""
        happenings = self.world.telegram.state.history
        sent = [each.message for each in happenings if each.deed is Deed.SENT and buttons(each.message)]
        return Counter(version_of(message) for message in sent if words_of(message)[0] == "⚪")[version]

    async def goes_on(self, chat: int | None = None) -> None:
        """Check that the play stands, that its board is there, and that its button works."""
        where = chat or self.club
        before = self.log()
        assert before[-1] == "played"
        assert PLAY in words_of(self.world.live(where))
        assert version_of(self.world.live(where)) == len(before)
        await self.bruno.presses("🎲", where)
        assert self.log() == [*before, "rolled"]


def version_of(message: Json) -> int:
    """Return the version of a board, which its buttons tell."""
    press = Press.decode(buttons(message)[0]["callback_data"])
    return press.version if press else 0


@asynccontextmanager
async def open_game(folder: Path, read_seconds: float = 10.0) -> AsyncIterator[Game]:
    """Yield a game that has begun."""
    async with open_world(folder, rolls=ANA_STARTS, read_seconds=read_seconds) as world:
        ana, bruno, club = world.person("Ana"), world.person("Bruno"), world.group("Club")
        await ana.types("/challenge", club)
        await bruno.presses("Accept", club)
        yield Game(world, folder / "gamao.db", ana, bruno, club)


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    """A game, and a bot that is patient with its server."""
    async with open_game(tmp_path) as opened:
        yield opened


# -- refused for certain ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "times"),
    [(bad_gateway(), 1), (ApiError(500, "Internal Server Error"), 3), (ApiError(504, "Gateway Timeout"), 2)],
    ids=["502", "500", "504"],
)
async def test_a_server_in_trouble_is_asked_again_until_the_board_is_out(
    game: Game, error: ApiError, times: int
) -> None:
    game.world.telegram.fail("sendPhoto", error, times=times)
    await game.ana.types(f"/move {PLAY}", game.club)
    await game.goes_on()
    assert game.posted(len(game.log()) - 1) == 1


async def test_flood_control_is_obeyed_to_the_second_and_in_that_chat_alone(game: Game) -> None:
    world = game.world
    other = world.group("Other club")
    await game.ana.types("/challenge", other)
    await game.bruno.presses("Accept", other)
    world.telegram.fail("sendPhoto", too_many_requests(1))
    already = len(world.telegram.calls)
    world.telegram.types(game.ana.id, f"/move {PLAY}", game.club)
    await world.telegram.until(lambda: not world.telegram.faults[-1].times)
    await game.ana.types("/move 8/4 6/4", other)
    refused, *others = [call for call in world.telegram.calls[already:] if call.method == "sendPhoto"]
    again = next(call for call in others if call.chat == game.club)
    assert refused.chat == game.club
    assert again.at - refused.at >= 1
    assert any(call.chat == other and refused.at < call.at < again.at for call in others)
    await game.goes_on()


async def test_what_happens_meanwhile_is_in_the_one_board_that_comes(game: Game) -> None:
    world = game.world
    world.telegram.fail("sendPhoto", too_many_requests(0.5))
    world.telegram.types(game.ana.id, f"/move {PLAY}", game.club)
    world.telegram.types(game.bruno.id, "/double", game.club)
    await world.settle()
    assert game.log()[-2:] == ["played", "doubled"]
    assert game.posted(len(game.log()) - 1) == 0
    assert game.posted(len(game.log())) == 1
    assert "Bruno doubles to 2" in world.words(game.club)


# -- lost on the way -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "copies"),
    [
        (Fault("sendPhoto"), 1),
        (Fault("sendPhoto", after=True), 2),
        (Fault("sendPhoto", bad_gateway(), delay_seconds=LATE_SECONDS), 1),
        (Fault("sendPhoto", delay_seconds=LATE_SECONDS, after=True), 2),
        (Fault("sendPhoto", delay_seconds=LATE_SECONDS), 2),
    ],
    ids=[
        "cut before",
        "cut after",
        "late without effect",
        "late after the effect",
        "late and then effective",
    ],
)
async def test_a_board_whose_fate_is_unknown_comes_once_more_and_not_a_third_time(
    tmp_path: Path, fault: Fault, copies: int
) -> None:
    async with open_game(tmp_path, READ_SECONDS) as game:
        game.world.telegram.faults.append(fault)
        await game.ana.types(f"/move {PLAY}", game.club)
        version = len(game.log())
        await game.world.telegram.until(lambda: game.posted(version) == copies)
        await game.goes_on()
        assert game.posted(version) == copies


@pytest.mark.parametrize("after", [True, False])
async def test_unknown_twice_there_is_no_third_copy_and_the_next_board_comes(game: Game, after: bool) -> None:
    game.world.telegram.drop("sendPhoto", times=2, after=after)
    await game.ana.types(f"/move {PLAY}", game.club)
    played = len(game.log())
    assert game.log()[-1] == "played"
    assert game.posted(played) == (2 if after else 0)
    await game.bruno.types("/roll", game.club)
    assert version_of(game.world.live(game.club)) == len(game.log()) == played + 1
    assert PLAY in words_of(game.world.live(game.club))


@pytest.mark.parametrize(
    ("method", "after"),
    [("editMessageMedia", True), ("editMessageCaption", False), ("editMessageReplyMarkup", True)],
)
async def test_an_edit_that_was_lost_is_made_again(game: Game, method: str, after: bool) -> None:
    game.world.telegram.drop(method, times=2, after=after)
    boards = len(game.world.telegram.boards(game.club))
    for label in ("8→5", "6→5", "✓"):
        await game.ana.presses(label, game.club)
    await game.goes_on()
    assert len(game.world.telegram.boards(game.club)) == boards + 1
    assert "1 to play" not in words_of(game.world.telegram.boards(game.club)[-2])


async def test_an_answer_to_a_press_that_is_lost_costs_nothing_but_a_word(game: Game) -> None:
    game.world.telegram.drop("answerCallbackQuery")
    await game.ana.presses("8→5", game.club)
    await game.ana.presses("6→5", game.club)
    await game.ana.presses("✓", game.club)
    await game.goes_on()


# -- out of reach ----------------------------------------------------------------------------------


async def test_a_deleted_board_comes_again(game: Game) -> None:
    deleted = game.world.live(game.club)
    game.world.telegram.delete(deleted)
    await game.ana.presses("8→5", game.club, message=deleted)
    assert "8/5" in words_of(game.world.live(game.club))
    await game.ana.types("6/5", game.club, reply_to=game.world.live(game.club))
    await game.goes_on()


async def test_a_group_that_moves_between_the_play_and_its_board_takes_the_board_along(game: Game) -> None:
    new = -100_200_300
    game.world.telegram.types(game.ana.id, f"/move {PLAY}", game.club)
    game.world.telegram.migrate(game.club, new)
    game.world.telegram.types(game.bruno.id, "/pips", new)
    await game.world.settle()
    assert not any("no match" in words_of(message) for message in game.world.telegram.messages(new))
    await game.goes_on(new)


@pytest.mark.parametrize(
    "come_back",
    [
        lambda game: game.world.telegram.adds_bot(game.ana.id, game.club),
        lambda game: game.world.telegram.types(game.bruno.id, "/pips", game.club),
    ],
    ids=["it is added again", "somebody speaks to it"],
)
async def test_a_bot_that_was_removed_brings_the_board_when_it_is_back(
    game: Game, come_back: Callable[[Game], object]
) -> None:
    game.world.telegram.block(game.club)
    await game.ana.types(f"/move {PLAY}", game.club)
    assert game.log()[-1] == "played"
    assert game.posted(len(game.log())) == 0
    game.world.telegram.unblock(game.club)
    come_back(game)
    await game.world.settle()
    assert game.posted(len(game.log())) == 1
    await game.goes_on()


async def test_who_blocked_the_bot_in_private_goes_on_after_start(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS, computers=PLAIN) as world:
        ana = world.person("Ana")
        await ana.types("/challenge")
        world.telegram.block(ana.id)
        await ana.types(f"/move {PLAY}")
        world.telegram.unblock(ana.id)
        assert len(world.telegram.boards(ana.id)) == 1
        await ana.types("/start")
        (_, new) = world.telegram.boards(ana.id)
        assert "Gamão 4-2: " in words_of(new)
        before = version_of(new)
        await ana.presses("🎲", message=new)
        assert version_of(new) > before
