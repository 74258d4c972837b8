"""What must change nothing: repeats, rivals, old boards, strangers, and input of any kind.

All of it goes through the real client into the whole running bot. Whatever is wrong is answered in
private or not at all, shortly, and the log stays as it is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.engine.position import Roll
from tests.helpers.telegram_server.looks import buttons, labels, pinged, words_of
from tests.helpers.telegram_server.wire import Json
from tests.helpers.telegram_world import Person, TelegramWorld, open_world

ANA_STARTS: tuple[Roll, ...] = ((3, 1),)
CONTROLS = (range(10), range(11, 32), range(0x202A, 0x202F), range(0x2066, 0x206A))
HARMFUL = {chr(number) for numbers in CONTROLS for number in numbers}
"""Letters that no answer has: those that control a terminal, or turn the direction of what follows."""
SHORT = 300
"""Letters of an answer to a mistake."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game of Ana and Bruno in a group, in which Ana is to play 3-1; Carla looks on."""

    world: TelegramWorld
    path: Path
    ana: Person
    bruno: Person
    carla: Person
    club: int

    def log(self) -> list[tuple[str, str]]:
        """Return the events of all matches."""
        with closing(sqlite3.connect(self.path)) as database:
            return database.execute("SELECT type, data FROM event ORDER BY match_id, seq").fetchall()

    def shown(self) -> list[tuple[str, list[list[str]], bool]]:
        """Return what every board shows: its words, its buttons, whether it makes a noise."""
        boards = self.world.telegram.boards(self.club)
        return [(words_of(board), labels(board), "silent" not in board) for board in boards]

    def others(self) -> list[Json]:
        """Return the bot's messages that are no boards."""
        return [each for each in self.world.telegram.messages(self.club) if "photo" not in each]

    def data_of(self, label: str) -> str:
        """Return the data of a button of the live board."""
        found = (button for button in buttons(self.world.live(self.club)) if button["text"].startswith(label))
        return str(next(found)["callback_data"])


@asynccontextmanager
async def open_game(
    folder: Path, names: tuple[str, str, str] = ("Ana", "Bruno", "Carla")
) -> AsyncIterator[Game]:
    """Yield a game that has begun."""
    async with open_world(folder, rolls=ANA_STARTS) as world:
        ana, bruno, carla = (world.person(name) for name in names)
        club = world.group("Club")
        await ana.types("/challenge", club)
        await bruno.presses("Accept", club)
        yield Game(world, folder / "gamao.db", ana, bruno, carla, club)


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    """A game that has begun."""
    async with open_game(tmp_path) as opened:
        yield opened


async def played(game: Game) -> None:
    """Let Ana play, so that Bruno is to roll or double."""
    await game.ana.types("/move 8/5 6/5", game.club)


# -- repeats and rivals ----------------------------------------------------------------------------


async def test_a_double_tap_at_one_moment_counts_once_and_is_silent(game: Game) -> None:
    await played(game)
    board, before = game.world.live(game.club), len(game.log())
    taps = [game.world.telegram.presses(game.bruno.id, board, "🎲") for _ in range(3)]
    await game.world.settle()
    assert [kind for kind, _ in game.log()[before:]] == ["rolled"]
    assert [(tap.answers, tap.text) for tap in taps] == [(1, None)] * 3
    assert game.others() == game.others()[:1], "the card alone"


async def test_the_same_update_twice_is_the_same_request(game: Game) -> None:
    message = await game.ana.types("/move 8/5 6/5", game.club)
    log, shown = game.log(), game.shown()
    game.world.telegram.pushes("message", message)
    await game.world.settle()
    assert (game.log(), game.shown()) == (log, shown)
    assert len(game.others()) == 1


async def test_the_same_press_twice_is_the_same_request(game: Game) -> None:
    await played(game)
    query = game.world.telegram.presses(game.bruno.id, game.world.live(game.club), "🎲")
    update = dict(game.world.telegram.state.updates[-1])["callback_query"]
    await game.world.settle()
    log, shown = game.log(), game.shown()
    game.world.telegram.pushes("callback_query", update)
    await game.world.settle()
    assert (game.log(), game.shown(), query.answers) == (log, shown, 1)


async def test_of_two_players_who_press_at_once_the_one_whose_turn_it_is_is_heard(game: Game) -> None:
    await played(game)
    board, before = game.world.live(game.club), len(game.log())
    taps = [
        game.world.telegram.presses(person.id, board, label)
        for person, label in ((game.ana, "🎲"), (game.bruno, "🎲"), (game.ana, "Double"), (game.carla, "🎲"))
    ]
    await game.world.settle()
    assert [kind for kind, _ in game.log()[before:]] == ["rolled"]
    assert all(tap.answers == 1 for tap in taps)
    assert taps[1].text is None
    assert len(game.others()) == 1


async def test_two_who_accept_at_once_make_one_match(tmp_path: Path) -> None:
    async with open_world(tmp_path) as world:
        ana, bruno, carla = world.person("Ana"), world.person("Bruno"), world.person("Carla")
        club = world.group("Club")
        await ana.types("/challenge", club)
        card = world.live(club)
        taps = [world.telegram.presses(who.id, card, "Accept") for who in (bruno, carla, ana)]
        await world.settle()
        assert len(world.telegram.boards(club)) == 1
        assert [tap.answers for tap in taps] == [1, 1, 1]
        assert all(tap.text for tap in taps[1:])


# -- old boards and strangers ----------------------------------------------------------------------


async def test_a_button_of_an_old_board_points_below(game: Game) -> None:
    old, data = game.world.live(game.club), game.data_of("8→5")
    await played(game)
    log, shown = game.log(), game.shown()
    query = game.world.telegram.presses(game.bruno.id, old, data=data)
    repeated = game.world.telegram.presses(game.ana.id, old, data=data)
    await game.world.settle()
    assert query.text == "There is a newer board below."
    assert (repeated.answers, repeated.text) == (1, None), "one's own tap, a step late"
    assert (game.log(), game.shown()) == (log, shown)


async def test_a_stranger_is_told_in_private_who_is_to_act(game: Game) -> None:
    log, shown, others = game.log(), game.shown(), len(game.others())
    for label in ("8→5", "⋯"):
        query = await game.carla.presses(label, game.club)
        assert "Ana" in str(query.text)
        assert not query.alert
    assert (game.log(), game.shown(), len(game.others())) == (log, shown, others)


async def test_a_command_without_a_match_says_how_to_begin_one(game: Game) -> None:
    other = game.world.group("Other club")
    for verb in ("roll", "double", "take", "drop", "resign", "undo", "ok", "next", "board"):
        await game.carla.types(f"/{verb}", other)
        (answer,) = game.world.telegram.messages(other)
        assert "/challenge" in words_of(answer), verb
        assert answer["silent"]
        assert len(words_of(answer)) < SHORT


# -- input of any kind -----------------------------------------------------------------------------

ODD = (
    "",
    "\n \n",
    "x" * 10_000,
    "13/8 " * 2_000,
    "9" * 10_000,
    "🎲",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿👩‍👩‍👧‍👧" * 20,
    "@bruno_costa @everyone @here",
    "<b>bold</b> <a href='tg://user?id=7'>ring</a> &lt; &amp;",
    "*bold* _italic_ `code` [a](https://example.org) ||spoiler||",
    "13/8 6/5; DROP TABLE event; --",
    "{name} %s %(name)s ${HOME} {0.__class__}",
    "\u202e5/6 8/31\u202c",
    "Ход 13/8, ٢٤/١٨, 十三/八, १३/८",
    "１３／８ ½/¼ ²/³ ①/②",
    "-1/-5 99999999999999999999/1 1e9/0 0x1F/2",
    "bar/bar off/off bar/off",
    "8/5 6/5 8/5 6/5 8/5 6/5 8/5 6/5",
    "8/5(9) 6/5(0) 8/5(-1)",
    "Z\u0301\u0302\u0303\u0304" * 200,
    "\x00\x01\x07\x1b[31m",
    "\ufeff\u200b\u2060\u00ad",
    "nan inf null None True",
)
VERBS = ("move", "challenge", "accept")
"""Commands that none of these makes sense to, or that are not possible now."""


def check_unchanged(game: Game, log: object, shown: object, odd: str) -> None:
    """Check that nothing happened but short, quiet words."""
    assert game.log() == log, odd
    assert game.shown() == shown, odd
    for answer in game.others()[1:]:
        assert "went wrong" not in words_of(answer), odd
        assert len(words_of(answer)) < SHORT, odd
        assert pinged(answer) == [], odd
        assert not set(words_of(answer)) & HARMFUL, odd
        assert answer["silent"], odd


@pytest.mark.parametrize("verb", VERBS)
async def test_odd_input_to_a_command_changes_nothing_and_is_answered_shortly(game: Game, verb: str) -> None:
    who = game.ana if verb == "move" else game.bruno
    log, shown = game.log(), game.shown()
    for odd in ODD:
        await who.types(f"/{verb} {odd}", game.club)
        check_unchanged(game, log, shown, odd)
    assert len(game.others()) == 2, "the card, and one refusal that was edited each time"


async def test_odd_words_in_reply_to_a_board_are_talk_or_a_play_that_is_refused(game: Game) -> None:
    log, shown, board = game.log(), game.shown(), game.world.live(game.club)
    for odd in filter(None, ODD[::2]):
        await game.ana.types(odd, game.club, reply_to=board)
        check_unchanged(game, log, shown, odd)
    assert len(game.others()) == 2


async def test_odd_words_in_private_never_begin_anything(game: Game) -> None:
    log = game.log()
    for odd in filter(None, ODD[1::2]):
        await game.ana.types(odd)
        assert game.log() == log, odd
    for answer in game.world.telegram.messages(game.ana.id):
        assert "/challenge" in words_of(answer), "a play where nothing is played"


FORGED = (
    "",
    "x",
    "g",
    "g:::",
    "g:1:3",
    "g:zzzzzzzzzzzz:0:roll",
    "g:1:-1:roll",
    "g:1:999999999999999999999:roll",
    "g:0:0:roll",
    "g:1:3:no-such-verb",
    "g:1:3:step:zzzz",
    "g:1:3:step:" + "a" * 53,
    "g:1:3:confirm:hehe",
    "g:1:3:undo:ёё",
    "g:1:3:resign!:9",
    "g:1:3:resign:x",
    "g:1:3:double!",
    "g:1:3:take",
    "g:1:3:next",
    "g:1:3:accept",
    "c:1:0:accept",
    "c:1:0:length:99999999999999999999",
    "c:1:0:preset:../../etc/passwd",
    "c:99:0:accept",
    "s:0:0:theme:../x",
    "s:0:0:no-such-verb",
)
"""Data of buttons that no board or card has now."""


async def test_a_forged_button_does_nothing(game: Game) -> None:
    log, shown, others = game.log(), game.shown(), len(game.others())
    board = game.world.live(game.club)
    for data in FORGED:
        query = game.world.telegram.presses(game.ana.id, board, data=data or "\x00")
        await game.world.settle()
        assert query.answers == 1, data
        assert "went wrong" not in str(query.text), data
        assert len(str(query.text)) < SHORT, data
        assert (game.log(), game.shown(), len(game.others())) == (log, shown, others), data


@pytest.mark.parametrize(
    "names",
    [
        ("<b>Ana</b>", "&lt;Bruno&gt;</code>", "**_`[C](tg://user?id=1)`_**"),
        ("@everyone", "@bruno_costa", "https://t.me/x"),
        ("\u202eanA", "\u2067برونو\u2069", "ﷺ" * 30),
        ("\u200b", "\u2060\ufeff", "\u00ad"),
        ("A\u0301\u0302" * 60, "👩‍👩‍👧‍👧" * 40, "x" * 500),
        ("/challenge", "/roll@gamao_test_bot {name}", "13/8 6/5"),
        ("Ana\nBruno wins", "Bruno\t\r\nto play", "C"),
    ],
    ids=["markup", "mentions", "directions", "invisible", "long", "commands", "lines"],
)
async def test_odd_names_ring_nobody_else_and_break_no_line(
    tmp_path: Path, names: tuple[str, str, str]
) -> None:
    async with open_game(tmp_path, names) as game:
        await played(game)
        await game.bruno.types("/double", game.club)
        assert [kind for kind, _ in game.log()][-2:] == ["played", "doubled"]
        for message in game.world.telegram.boards(game.club):
            lines = words_of(message).split("\n")
            assert len(lines) <= 5
            assert [line[:1] for line in lines][:: len(lines) - 1] == ["⚪", "▶"]
            assert len(pinged(message)) <= 1, "whoever is to act, by id"
            kinds = {each["type"] for each in message["caption_entities"]}
            assert kinds <= {"code", "text_mention"}
            assert not set(words_of(message)) & HARMFUL
        query = await game.carla.presses("Take", game.club)
        assert query.answers == 1
        assert "went wrong" not in str(query.text)
