"""A finished game as moving pictures: what each shows and for how long; whose game, by word and by button."""

from __future__ import annotations

from itertools import islice, pairwise
from random import Random

import pytest

from bot.app.presenter import PLAIN
from bot.app.records import Looks
from bot.app.replays import BEGIN_MS, CUBE_MS, END_MS, MOST_FRAMES, PLAY_MS, ROLL_MS, TAKE_MS, frames_of
from bot.app.replies import Answer, AnswerKind, Frame
from bot.app.requests import ChannelRef, Press
from bot.engine import actions as ask
from bot.engine.events import Event, GameStarted, Played, Rolled
from bot.engine.house_rules import HouseRules, Match, Money
from bot.engine.match import Phase, replay, seats_to_act
from bot.engine.notation import spell_play
from bot.engine.variants import rules_of
from renderers.board_view import BoardView, CubeView, MoveView
from tests.helpers.chat import PLATFORM, Chat, Person, plain
from tests.helpers.records import random_rolls
from tests.helpers.states import START, Table, row

ELSEWHERE = ChannelRef(PLATFORM, "elsewhere")


def film(table: Table, looks: Looks = PLAIN) -> tuple[Frame, ...]:
    """Return the film of the first game of a table that was played from its start."""
    return frames_of(replay(table.log[:2]), table.log[2:], looks)


def views(table: Table) -> list[BoardView]:
    """Return the pictures of a film."""
    return [frame.view for frame in film(table)]


def times(table: Table) -> list[int]:
    """Return for how long each is shown."""
    return [frame.milliseconds for frame in film(table)]


# -- what is shown ----------------------------------------------------------------------------------


def test_a_turn_is_its_roll_and_then_its_play() -> None:
    table = Table.started("61")
    table.act(ask.MakePlay("13/7 8/7"))
    begun, rolled, played = views(table)
    assert begun.rows == rolled.rows == (row(START), row(START))
    assert (begun.dice, begun.on_roll) == (None, None)
    assert (rolled.dice, rolled.dice_side, rolled.on_roll, rolled.last_play) == ((6, 1), 0, 0, ())
    assert played.rows[0] == row("24:2 13:4 8:2 7:2 6:5")
    assert (played.dice, played.dice_side, played.on_roll) == ((6, 1), 0, 0)
    assert sorted(move.start for move in played.last_play) == [8, 13]
    assert (played.last_side, played.last_roll) == (0, None)
    assert played.pips == (160, 167)
    assert times(table) == [BEGIN_MS, ROLL_MS, END_MS]


def test_seats_and_numbers_stay_where_they_are() -> None:
    table = Table.started("61")
    table.act(ask.MakePlay("13/7 8/7"))
    table.act(ask.RollDice(), "31")
    table.act(ask.MakePlay("8/5 6/5"))
    assert {(view.near, view.numbers, view.home) for view in views(table)} == {(0, 0, "right")}
    assert [view.on_roll for view in views(table)] == [None, 0, 0, 1, 1]
    assert views(table)[-1].last_play[0] in {MoveView(8, 5), MoveView(6, 5)}


def test_a_film_looks_as_its_channel_wants() -> None:
    shown = film(Table.started("61"), Looks("dark", "left"))
    assert {(frame.view.theme, frame.view.home) for frame in shown} == {("dark", "left")}


def test_a_cube_goes_round() -> None:
    table = Table.started("61", house_rules=HouseRules(beavers=2))
    table.act(ask.MakePlay("13/7 8/7"))
    table.act(ask.OfferDouble())
    table.act(ask.Beaver())
    table.act(ask.Raccoon())
    table.act(ask.Take(), "31")
    shown = film(table)[3:]
    assert [frame.view.cube for frame in shown] == [
        CubeView(2, None, offered_to=0),
        CubeView(4, 0, offered_to=1),
        CubeView(8, 0, offered_to=0),
        CubeView(8, 0),
        CubeView(8, 0),
    ]
    assert [frame.milliseconds for frame in shown] == [CUBE_MS, CUBE_MS, CUBE_MS, TAKE_MS, END_MS]
    assert [frame.view.dice for frame in shown] == [None, None, None, None, (3, 1)]


def test_a_drop_ends_it() -> None:
    table = Table.started("61", Match(3))
    table.act(ask.MakePlay("13/7 8/7"))
    table.act(ask.OfferDouble())
    table.act(ask.Drop(), "52")
    *_, offered, over = [frame.view for frame in frames_of(replay(table.log[:2]), first_game(table), PLAIN)]
    assert offered.cube == CubeView(2, None, offered_to=0)
    assert (over.score, over.on_roll, over.cube) == ((0, 1), None, CubeView())


def first_game(table: Table) -> list[Event]:
    """Return the events of the first game of a table from its opening roll on."""
    starts = [place for place, event in enumerate(table.log) if isinstance(event, GameStarted)]
    return table.log[2 : starts[1]]


def test_opening_ties_turn_the_cube_before_anybody_begins() -> None:
    table = Table.started("44 22 61", house_rules=HouseRules(automatic_doubles=None))
    shown = views(table)
    assert [view.cube for view in shown] == [CubeView(), CubeView(2), CubeView(4), CubeView(4)]
    assert [view.on_roll for view in shown] == [None, None, None, 0]


def test_a_tie_without_a_cube_shows_nothing() -> None:
    assert len(views(Table.started("44 61"))) == 2


def test_a_refused_first_roll_is_shown_with_its_cube() -> None:
    table = Table.started("61", house_rules=HouseRules(first_roll_refusal="each"))
    table.act(ask.RefuseFirstRoll(), "52")
    shown = views(table)
    assert [view.dice for view in shown] == [None, (6, 1), None, (5, 2)]
    assert [view.cube for view in shown] == [CubeView(), CubeView(), CubeView(2), CubeView(2)]


def test_a_dance_is_a_roll_that_stays() -> None:
    table = played_out(seed=5)
    danced = [
        (first, second)
        for first, second in pairwise(film(table))
        if second.milliseconds == PLAY_MS and not second.view.last_play
    ]
    assert danced
    for rolled, stays in danced:
        assert rolled.milliseconds == ROLL_MS
        assert (stays.view.rows, stays.view.dice) == (rolled.view.rows, rolled.view.dice)


def played_out(seed: int, variant: str = "backgammon") -> Table:
    """Return a money game played at random to its end."""
    chance = Random(seed)
    dice = random_rolls(chance)
    opening = next(f"{a}{b}" for a, b in dice if a != b)
    table = Table.started(opening, Money(), HouseRules(cube=False), variant)
    while table.state.phase is not Phase.GAME_OVER:
        state = table.state
        action: ask.Action = ask.RollDice()
        if state.phase is Phase.TO_PLAY:
            legal = rules_of(variant).legal_plays(state.position, state.on_roll, state.dice or (1, 1))
            action = ask.MakePlay(spell_play(chance.choice(legal).play))
        table.act(action, " ".join(f"{a}{b}" for a, b in islice(dice, 60)), seats_to_act(state)[0])
    return table


@pytest.mark.parametrize("variant", ["backgammon", "hypergammon"])
def test_the_end_shows_the_last_play_and_the_score(variant: str) -> None:
    table = played_out(3, variant)
    last = film(table)[-1]
    winner = table.state.game_won
    assert winner is not None
    assert last.view.rows[winner.seat][0] == rules_of(variant).checkers
    assert last.view.last_play
    assert last.view.score == winner.score
    assert (last.milliseconds, last.view.on_roll, last.view.numbers) == (END_MS, None, 0)


def test_each_picture_follows_from_the_one_before() -> None:
    """A play is drawn on the position that it leaves; nothing else moves a checker."""
    table = played_out(4)
    for first, second in pairwise(views(table)):
        if first.rows != second.rows:
            assert second.last_play
            side = second.last_side
            assert side is not None
            moved = [list(counts) for counts in first.rows]
            for move in second.last_play:
                moved[side][move.start] -= 1
                moved[side][move.end] += 1
                if move.hit:
                    moved[1 - side][25 - move.end] -= 1
                    moved[1 - side][25] += 1
            assert tuple(map(tuple, moved)) == second.rows


@pytest.mark.parametrize(("turns", "rolls_shown"), [(100, True), (250, False), (900, False)])
def test_a_film_is_never_too_long(turns: int, rolls_shown: bool) -> None:
    """However long a game goes on, here between two sides that only dance."""
    begun = replay(Table.started("61").log[:2])
    dances: list[Event] = []
    for turn in range(turns):
        dances += [Rolled(turn % 2, (6, 6)), Played(turn % 2, ())]
    frames = frames_of(begun, dances, PLAIN)
    assert len(frames) <= MOST_FRAMES
    assert (ROLL_MS in {frame.milliseconds for frame in frames}) is rolls_shown
    assert (frames[0].milliseconds, frames[-1].milliseconds) == (BEGIN_MS, END_MS)


# -- by word and by button ---------------------------------------------------------------------------


async def begun(chat: Chat, length: str) -> tuple[Person, Person]:
    """Have Ana and Bruno start a match that Ana opens with 5-3; return them."""
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    chat.dice.queue((5, 3))
    await ana.types(f"/challenge {length}", bruno)
    await bruno.presses("Accept")
    return ana, bruno


async def lost(chat: Chat, loser: Person, size: str = "backgammon") -> None:
    """Have a person who is to play lose the game, whose next opens with 4-2."""
    chat.dice.queue((4, 2))
    await loser.types(f"/resign {size}")


def name(answer: Answer) -> str:
    """Return the name of the film in an answer."""
    assert answer.kind is AnswerKind.INFO
    assert answer.animation
    return answer.animation.name


async def test_the_film_of_a_match_that_is_over(chat: Chat) -> None:
    ana, _ = await begun(chat, "1")
    await ana.types("/move 8/3 6/3")
    bruno = chat.person("Bruno")
    await bruno.types("/resign backgammon")
    answer = await ana.types("/replay")
    assert name(answer) == "match-1-game-1"
    assert plain(answer.words) == (
        "⚪ Ana 3–0 Bruno ⚫ · to 1 · game 1 · no cube\n"
        "🏁 Ana wins a backgammon: 3 points → 3–0\n"
        "🏆 Ana wins the match 3–0"
    )
    assert answer.animation
    assert [frame.view.dice for frame in answer.animation.frames][:3] == [None, (5, 3), (5, 3)]
    assert answer.animation.frames[-1].view.score == (3, 0)


async def test_in_portuguese_and_as_the_channel_looks(chat: Chat) -> None:
    ana, _ = await begun(chat, "1")
    await lost(chat, ana)
    await ana.presses(Press("s", 0, 0, "home", "left"))
    bruno = chat.person("Bruno", locale="pt-BR")
    answer = await bruno.types("/rever")
    assert plain(answer.words).splitlines()[-1] == "🏆 Bruno ganha o match por 0–3"
    assert answer.animation
    assert answer.animation.frames[0].view.home == "left"


async def test_a_running_match_shows_its_last_finished_game(chat: Chat) -> None:
    ana, bruno = await begun(chat, "7")
    await lost(chat, ana, "single")
    await ana.types("/accept")
    await bruno.types("/accept")
    for player in (ana, bruno):
        assert name(await player.types("/replay")) == "match-1-game-1"
    await lost(chat, ana, "single")
    await bruno.types("/accept")
    assert name(await ana.types("/replay")) == "match-1-game-2"


async def test_before_the_first_game_has_ended_the_match_before_counts(chat: Chat) -> None:
    ana, _ = await begun(chat, "1")
    await lost(chat, ana)
    await begun(chat, "5")
    assert name(await ana.types("/replay")) == "match-1-game-1"


async def test_ones_own_game_counts_more_than_a_newer_one_of_others(chat: Chat) -> None:
    ana, _ = await begun(chat, "1")
    await lost(chat, ana)
    carla, davi = chat.person("Carla"), chat.person("Davi")
    chat.dice.queue((5, 3))
    await carla.types("/challenge 1", davi)
    await davi.presses("Accept")
    await lost(chat, carla)
    assert name(await ana.types("/replay")) == "match-1-game-1"
    assert name(await davi.types("/replay")) == "match-2-game-1"
    assert name(await chat.person("Elisa").types("/replay")) == "match-2-game-1"


async def test_where_no_game_has_ended_there_is_nothing_to_see(chat: Chat) -> None:
    ana, _ = await begun(chat, "1")
    refused = await ana.types("/replay")
    assert refused.kind is AnswerKind.REFUSAL
    assert plain(refused.words).startswith("No game has been finished here yet.")
    await lost(chat, ana)
    assert (await ana.types("/replay", channel=ELSEWHERE)).kind is AnswerKind.REFUSAL


async def test_the_button_below_a_match_that_is_over(chat: Chat) -> None:
    ana, bruno = await begun(chat, "1")
    await lost(chat, ana)
    shown = len(chat.adapter.messages)
    assert name(await bruno.presses("🎬 Replay")) == "match-1-game-1"
    assert name(await chat.person("Carla").presses("🎬 Replay")) == "match-1-game-1"
    assert len(chat.adapter.messages) == shown, "a film is an answer, and changes nothing"


async def test_a_button_shows_the_game_that_had_ended_on_its_board(chat: Chat) -> None:
    ana, bruno = await begun(chat, "money")
    await lost(chat, ana)
    first = chat.live.press("🎬 Replay")
    await ana.presses("Next")
    await lost(chat, bruno if await to_act(chat) else ana)
    assert name(await ana.presses("🎬 Replay")) == "match-1-game-2"
    assert name(await ana.presses(first)) == "match-1-game-1"


async def to_act(chat: Chat) -> int:
    """Return the seat that is to act in the first match."""
    record = await chat.store.match(1)
    assert record is not None
    return seats_to_act(record.state)[0]


@pytest.mark.parametrize("press", [Press("g", 1, 2, "replay"), Press("g", 99, 500, "replay")])
async def test_a_press_that_no_board_offers_is_refused(chat: Chat, press: Press) -> None:
    ana, _ = await begun(chat, "1")
    await lost(chat, ana)
    assert (await ana.presses(press)).kind is AnswerKind.REFUSAL
