"""A game in a channel: plays, taps, the cube, resignations, and everything that must change nothing."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.app.records import MatchRecord
from bot.app.replies import AnswerKind
from bot.app.requests import Press
from bot.app.turn import Turn, turn_under_way
from bot.engine.match import MatchState, Phase
from bot.engine.notation import format_play, spell_play
from bot.engine.position import Play
from tests.helpers.chat import Chat, Person, open_chat, plain


@dataclass
class Game:
    """Ana against Bruno; Ana starts with 5-3."""

    chat: Chat
    ana: Person
    bruno: Person

    async def record(self) -> MatchRecord:
        """Return the match as stored."""
        record = await self.chat.store.match(1)
        assert record is not None
        return record

    async def state(self) -> MatchState:
        """Return its state."""
        return (await self.record()).state


@pytest.fixture
async def game(chat: Chat) -> Game:
    """A match to 3 whose opening is rolled."""
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    chat.dice.queue((5, 3))
    await ana.types("/challenge 3", bruno)
    await bruno.presses("Accept")
    return Game(chat, ana, bruno)


async def test_a_typed_play_ends_the_turn_and_asks_the_other_in_a_new_message(game: Game) -> None:
    await game.ana.types("/move 8/3 6/3")
    assert len(game.chat.adapter.messages) == 3
    assert "`8/3 6/3`" in game.chat.live.text
    assert "@Bruno" in game.chat.live.text
    assert not game.chat.adapter.messages[1].open


async def test_rolling_edits_the_live_board(game: Game) -> None:
    await game.ana.types("/move 8/3 6/3")
    game.chat.dice.queue((6, 1))
    live = game.chat.live
    await game.bruno.presses("🎲")
    assert game.chat.live is live
    assert live.board.picture is not None
    assert live.board.picture.dice == (6, 1)


async def test_taps_build_a_play_that_is_confirmed(game: Game) -> None:
    await game.ana.presses("8→3")
    assert game.chat.live.board.partial
    answer = await game.ana.presses("6→3")
    assert answer.kind is AnswerKind.TOAST
    assert (await game.record()).tentative
    assert len(game.chat.adapter.messages) == 2
    await game.ana.presses("✓")
    assert "`8/3 6/3`" in game.chat.live.text
    assert not (await game.record()).tentative


async def test_undo_takes_the_last_tap_back(game: Game) -> None:
    await game.ana.presses("8→3")
    await game.ana.presses("↩")
    assert not (await game.record()).tentative
    await game.ana.presses("13→8")
    await game.ana.types("/undo")
    assert not (await game.record()).tentative
    assert (await game.ana.types("/undo")).kind is AnswerKind.REFUSAL


async def test_a_part_typed_stays_tentative_and_the_rest_completes_it(game: Game) -> None:
    await game.ana.types("/move 8/3")
    assert (await game.state()).phase is Phase.TO_PLAY
    assert (await game.record()).tentative
    await game.ana.types("/move 6/3")
    assert "`8/3 6/3`" in game.chat.live.text


async def test_what_the_opponent_chooses_meanwhile_leaves_the_taps_alone(game: Game) -> None:
    await game.ana.presses("8→3")
    await game.bruno.types("/autoroll")
    assert "`8/3`" in game.chat.live.text
    await game.ana.presses("6→3")
    await game.ana.presses("✓")
    assert "`8/3 6/3`" in game.chat.live.text


async def test_a_rejected_resignation_leaves_the_taps_alone(game: Game) -> None:
    await game.ana.presses("8→3")
    await game.ana.types("/resign")
    await game.bruno.types("/decline")
    assert "`8/3`" in game.chat.live.text
    await game.ana.types("6/3")
    assert "`8/3 6/3`" in game.chat.live.text


async def test_confirm_typed_needs_a_complete_play(game: Game) -> None:
    assert (await game.ana.types("/confirm")).kind is AnswerKind.REFUSAL
    await game.ana.types("/move 8/3")
    assert (await game.ana.types("/confirm")).kind is AnswerKind.REFUSAL
    await game.ana.presses("6→3")
    assert (await game.ana.types("/confirm")).kind is AnswerKind.NOTHING
    assert "@Bruno" in game.chat.live.text


async def test_a_plain_play_in_reply_to_the_board_counts_and_talk_does_not(game: Game) -> None:
    answer = await game.ana.types("nice roll!", plain_text=True)
    assert answer.kind is AnswerKind.NOTHING
    assert (await game.state()).phase is Phase.TO_PLAY
    await game.ana.types("8/3, 6/3", plain_text=True)
    assert "@Bruno" in game.chat.live.text


async def test_whoever_always_confirms_keeps_a_typed_play_tentative(game: Game) -> None:
    await game.ana.presses(Press("s", 0, 0, "confirm", "on"))
    await game.ana.types("/move 8/3 6/3")
    assert (await game.state()).phase is Phase.TO_PLAY
    await game.ana.presses("✓")
    assert "@Bruno" in game.chat.live.text


async def test_undo_and_confirm_typed_mean_the_play_that_is_drawn(tmp_path: Path) -> None:
    """Forced checker moves are drawn without being tapped, so the words must reach them too."""
    async with open_chat(tmp_path / "chat.db", seed=68) as chat:
        await play_until_every_kind_of_turn_was_seen(chat)


async def play_until_every_kind_of_turn_was_seen(chat: Chat) -> None:
    people = chat.person("Ana"), chat.person("Bruno")
    await people[0].types("/challenge 25 hypergammon no cube", people[1])
    await people[1].presses("Accept")
    game, seen = Game(chat, *people), set[str]()
    for person in people:
        await person.presses(Press("s", 0, 0, "confirm", "on"))
    while len(seen) < 3:
        record = await game.record()
        turn = turn_under_way(record)
        assert turn is not None, seen
        who = people[turn.side]
        if turn.forced:
            seen.add("forced")
            assert (await who.types("/undo")).kind is AnswerKind.REFUSAL
        else:
            turn = await played_undone_and_played_again(game, who, turn.plays()[0].play)
            seen.add("a choice" if len(turn.made) - len(turn.undone or ()) == 1 else "a choice that forces")
        assert (await who.types("/confirm")).kind is AnswerKind.NOTHING
        assert f"`{format_play(turn.made)}`" in chat.live.text


async def played_undone_and_played_again(game: Game, who: Person, play: Play) -> Turn:
    """Return the turn with `play` drawn; its last choice was taken back and made again."""
    await who.types(f"/move {spell_play(play)}")
    turn = turn_under_way(await game.record())
    assert turn is not None
    assert turn.complete
    await who.types("/undo")
    shorter = turn_under_way(await game.record())
    assert shorter is not None
    assert len(shorter.made) < len(turn.made)
    await who.types(f"/move {spell_play(turn.made)}")
    return turn


# -- what must change nothing ---------------------------------------------------------------------


async def unchanged(game: Game, version: int) -> bool:
    """Return whether the match is still at `version` with no new board."""
    return (await game.state()).version == version


async def test_a_stranger_is_told_whose_turn_it_is(game: Game) -> None:
    carla = game.chat.person("Carla")
    version = (await game.state()).version
    for answer in (
        await carla.presses("8→3"),
        await carla.types("/move 8/3 6/3"),
        await carla.types("/roll"),
    ):
        assert "Ana" in plain(answer.words)
    assert await unchanged(game, version)


async def test_the_opponent_out_of_turn_is_told_so(game: Game) -> None:
    version = (await game.state()).version
    for answer in (await game.bruno.types("/move 8/3 6/3"), await game.bruno.types("/roll")):
        assert answer.kind is AnswerKind.REFUSAL
        assert "Ana" in plain(answer.words)
    assert await unchanged(game, version)


async def test_a_double_tap_is_silent(game: Game) -> None:
    await game.ana.types("/move 8/3 6/3")
    press = game.chat.live.press("🎲")
    await game.bruno.presses(press)
    version = (await game.state()).version
    answer = await game.bruno.presses(press)
    assert answer.kind is AnswerKind.NOTHING
    assert await unchanged(game, version)


async def test_both_may_ask_for_the_next_game_and_the_later_one_is_not_told_off(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    chat.dice.queue((5, 3))
    await ana.types("/challenge money", bruno)
    await bruno.presses("Accept")
    await ana.types("/resign")
    press = chat.live.press("Next")
    for who in (ana, ana, bruno):
        assert (await who.presses(press)).kind is AnswerKind.NOTHING
    record = await chat.store.match(1)
    assert record is not None
    assert record.state.game == 2


async def test_a_double_tap_at_the_same_moment_rolls_once(game: Game) -> None:
    await game.ana.types("/move 8/3 6/3")
    press = game.chat.live.press("🎲")
    version = (await game.state()).version
    await asyncio.gather(game.bruno.presses(press), game.bruno.presses(press))
    assert await unchanged(game, version + 1)


async def test_only_who_is_to_act_opens_the_menus_of_a_board(game: Game) -> None:
    version = (await game.state()).version
    for verb in ("more", "back", "resign", "double", "drop"):
        answer = await game.bruno.presses(Press("g", 1, version, verb))
        assert answer.kind is AnswerKind.REFUSAL, verb
        assert answer.keyboard is None


async def test_an_old_boards_button_is_answered_privately(game: Game) -> None:
    old = game.chat.live.press("8→3")
    await game.ana.types("/move 8/3 6/3")
    await game.bruno.presses("🎲")
    version = (await game.state()).version
    answer = await game.bruno.presses(old)
    assert answer.kind is AnswerKind.TOAST
    assert answer.words
    assert await unchanged(game, version)


async def test_the_same_update_twice_changes_nothing(game: Game) -> None:
    await game.ana.types("/move 8/3 6/3", request="test:twice")
    version = (await game.state()).version
    messages = len(game.chat.adapter.messages)
    answer = await game.ana.types("/move 8/3 6/3", request="test:twice")
    assert answer.kind is AnswerKind.NOTHING
    assert await unchanged(game, version)
    assert len(game.chat.adapter.messages) == messages


async def test_two_players_pressing_at_once_let_one_through(game: Game) -> None:
    await game.ana.types("/move 8/3 6/3")
    await game.bruno.types("/double")
    take = game.chat.live.press("Take")
    version = (await game.state()).version
    await asyncio.gather(game.ana.presses(take), game.bruno.presses(take))
    state = await game.state()
    assert state.cube.value == 2
    assert state.cube.owner == 0
    assert state.version > version


async def test_a_command_without_a_match_says_how_to_start(chat: Chat) -> None:
    for text in ("/roll", "/move 13/8", "/double", "/take", "/board", "/score", "/confirm"):
        answer = await chat.person("Ana").types(text)
        assert answer.kind is AnswerKind.REFUSAL, text
    assert not chat.adapter.messages


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "/",
        "/move",
        "/move " + "9" * 10_000,
        "/move 🎲🎲",
        "/move @everyone",
        "/move <b>13/8</b>",
        "/move ١٣/٨",
        "/move 十三/八",
        "/move 13/8 6/5; DROP TABLE event",
        "/move 13/9",
        "/move \u202e8/3\u202c 6/3",
        "/take 5",
        "/resign everything",
        "/" + "x" * 10_000,
        "/unknown",
    ],
)
async def test_bad_input_loses_nothing(game: Game, text: str) -> None:
    version = (await game.state()).version
    answer = await game.ana.types(text)
    assert answer.kind in {AnswerKind.REFUSAL, AnswerKind.NOTHING}
    assert len(plain(answer.words)) <= 400
    assert await unchanged(game, version)


@pytest.mark.parametrize("argument", ["", "zz", "hh", "8→3", "yzyzyzyzyz", "🎲", "a" * 60])
async def test_a_forged_button_is_refused(game: Game, argument: str) -> None:
    state = await game.state()
    for verb in ("step", "confirm", "resign!", "roll", "take", "nonsense", "undo"):
        answer = await game.ana.presses(Press("g", 1, state.version, verb, argument))
        assert answer.kind in {AnswerKind.REFUSAL, AnswerKind.NOTHING, AnswerKind.TOAST}, verb
    assert await unchanged(game, state.version)


# -- the cube ---------------------------------------------------------------------------------------


async def test_double_asks_once_more_in_place(game: Game) -> None:
    await game.ana.types("/move 8/3 6/3")
    messages = len(game.chat.adapter.messages)
    answer = await game.bruno.presses("Double")
    assert answer.keyboard is not None
    labels = [button.label for group in answer.keyboard for button in group.buttons]
    assert any("✓" in label for label in labels)
    assert len(game.chat.adapter.messages) == messages


async def test_a_taken_cube_leads_to_the_doublers_roll(game: Game) -> None:
    await game.ana.types("/move 8/3 6/3")
    await game.bruno.types("/double")
    assert "@Ana" in game.chat.live.text
    game.chat.dice.queue((6, 1))
    await game.ana.presses("Take")
    state = await game.state()
    assert (state.cube.value, state.cube.owner) == (2, 0)
    assert state.dice == (6, 1)
    assert "@Bruno" in game.chat.live.text


async def test_a_dropped_cube_ends_the_game_and_the_next_follows(game: Game) -> None:
    await game.ana.types("/move 8/3 6/3")
    await game.bruno.types("/double")
    offered = game.chat.live
    game.chat.dice.queue((2, 1))
    await game.ana.types("/drop")
    state = await game.state()
    assert state.score == (0, 1)
    assert state.game == 2
    assert "🏁" in game.chat.live.text
    assert "🏁" in offered.text
    assert not offered.labels()


async def test_a_drop_asks_once_more_in_place_and_rolls_nothing(game: Game) -> None:
    await game.ana.types("/move 8/3 6/3")
    await game.bruno.types("/double")
    before = await game.record()
    answer = await game.ana.presses("Drop")
    assert answer.keyboard is not None
    assert [button.label for group in answer.keyboard for button in group.buttons] == [
        "✓ Drop – Bruno +1",
        "Back",
    ]
    assert await game.record() == before


async def test_accept_and_decline_answer_the_cube(game: Game) -> None:
    await game.ana.types("/move 8/3 6/3")
    await game.bruno.types("/double")
    assert (await game.bruno.types("/accept")).kind is AnswerKind.REFUSAL
    await game.ana.types("/accept")
    assert (await game.state()).cube.value == 2


# -- resigning --------------------------------------------------------------------------------------


async def test_a_resignation_is_offered_and_rejected_and_the_dice_go_on(game: Game) -> None:
    answer = await game.ana.presses(Press("g", 1, (await game.state()).version, "resign"))
    assert answer.keyboard is not None
    await game.ana.types("/resign single")
    assert (await game.state()).phase is Phase.RESIGNATION_OFFERED
    assert "@Bruno" in game.chat.live.text
    await game.bruno.presses("Reject")
    state = await game.state()
    assert state.phase is Phase.TO_PLAY
    assert state.dice == (5, 3)
    assert "@Ana" in game.chat.live.text


async def test_an_accepted_resignation_scores(game: Game) -> None:
    await game.ana.types("/resign gammon")
    await game.bruno.presses("Accept")
    assert (await game.state()).score == (0, 2)


async def test_a_whole_match_ends_with_its_score_and_a_rematch(game: Game) -> None:
    await game.ana.types("/resign gammon")
    await game.bruno.types("/accept")
    await game.ana.types("/resign single") if (await game.state()).on_roll == 0 else await game.bruno.types(
        "/board"
    )
    state = await game.state()
    if state.phase is Phase.RESIGNATION_OFFERED:
        await game.bruno.types("/accept")
    else:
        await game.bruno.types("/resign backgammon")
    state = await game.state()
    assert state.phase is Phase.MATCH_OVER
    assert "Rematch" in game.chat.live.labels()
    await game.ana.presses("Rematch")
    assert "Accept" in game.chat.live.labels()
    await game.bruno.presses("Accept")
    assert "to 3" in game.chat.live.text
