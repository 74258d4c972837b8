"""The lines of a board: the score, what happened, who is to do what. At most five in all."""

from __future__ import annotations

from typing import assert_never

from bot.app.history import Happening, happenings, unseen
from bot.app.records import MatchRecord
from bot.app.replies import Code, Line, Words
from bot.app.speech import CHECKERS, Speech, joined, person, pinged, roll_text, score_text
from bot.app.storyline import tell
from bot.app.turn import Turn
from bot.engine.actions import OfferDouble
from bot.engine.decide import legal_actions
from bot.engine.house_rules import Match, Money, SingleGame
from bot.engine.match import MatchState, Phase, seats_to_act
from bot.engine.notation import format_play

MOST_HAPPENINGS = 3


def score_line(record: MatchRecord, speech: Speech) -> Line:
    """Return the score line: ⚪ Ana 2–1 Bruno ⚫ · to 5 · game 3 · cube 2 ⚫."""
    state = record.state
    single = isinstance(state.length, SingleGame)
    between = "–" if single else score_text(state.score, state.length)
    parts = [_length_text(state, speech)]
    if not single:
        parts.append(speech.text("score.game", n=state.game))
    parts.append(cube_text(state, speech))
    light, dark = person(record, 0), person(record, 1)
    rest = "".join(f" · {part}" for part in parts)
    return (f"{CHECKERS[0]} ", light, f" {between} ", dark, f" {CHECKERS[1]}{rest}")


def has_cube(state: MatchState) -> bool:
    """Return whether the cube is on the table at all (rules 5.1a, 5.6: not in a 1-point match)."""
    return state.house_rules.cube and state.length != Match(1)


def cube_text(state: MatchState, speech: Speech) -> str:
    """Return the cube's value and its owner's mark, or why there is none."""
    if not has_cube(state):
        return speech.text("score.no-cube")
    if state.crawford:
        return speech.text("score.crawford")
    cube = speech.text("score.cube", value=state.cube.value)
    return cube if state.cube.owner is None else f"{cube} {CHECKERS[state.cube.owner]}"


def happened_lines(record: MatchRecord, speech: Speech) -> Words:
    """Return what the person to act has not seen: at most three lines, the newest last."""
    seats = seats_to_act(record.state)
    items = unseen(record.events, seats[0]) if len(seats) == 1 else happenings(record.events)
    return told_lines(record, items, speech)


def told_lines(record: MatchRecord, items: tuple[Happening, ...], speech: Speech) -> Words:
    """Return the newest three of `items` in words."""
    lines = (tell(item, record, speech) for item in items)
    return tuple(line for line in lines if line)[-MOST_HAPPENINGS:]


def call_line(record: MatchRecord, turn: Turn | None, speech: Speech) -> Line:
    """Return who is to do what, with a ping for people; nothing once the match is over."""
    state = record.state
    seats = seats_to_act(state)
    if not seats:
        return ()
    who = joined([pinged(record, seat) for seat in seats], ", ")
    match state.phase:
        case Phase.TO_ROLL:
            return speech.line("call.to-do", who=who, todo=_roll_todo(state, speech))
        case Phase.TO_PLAY:
            return _play_call(who, turn, speech)
        case Phase.CUBE_OFFERED | Phase.BEAVERED | Phase.RACCOONED:
            return speech.line("call.take", who=who, value=state.offered or state.cube.value)
        case Phase.RESIGNATION_OFFERED:
            return speech.line("call.resignation", who=who)
        case Phase.SETTLEMENT_OFFERED:
            return speech.line("call.settlement", who=who)
        case Phase.GAME_OVER:
            return speech.line("call.next", who=who)
        case Phase.MATCH_OVER:
            return ()
    assert_never(state.phase)


def thinking_line(record: MatchRecord, speech: Speech) -> Line:
    """Return that whoever is to act, a computer player, thinks."""
    who = joined([pinged(record, seat) for seat in seats_to_act(record.state)], ", ")
    return speech.line("call.thinking", who=who)


def todo_line(turn: Turn, speech: Speech) -> Line:
    """Return what is still to be done with a roll: 6-1 to play; 13/8, 2 to play; 13/8 6/4: confirm?"""
    if not turn.made:
        return speech.line("todo.play", roll=roll_text(turn.roll))
    play = Code(format_play(turn.made))
    if turn.complete:
        return speech.line("todo.confirm", play=play)
    return speech.line("todo.partial", play=play, dice="-".join(map(str, turn.left())))


def _play_call(who: Line, turn: Turn | None, speech: Speech) -> Line:
    if turn is None:
        return ()
    if turn.forced:
        play = Code(format_play(turn.made))
        return speech.line("call.forced", who=who, roll=roll_text(turn.roll), play=play)
    if not turn.made:
        return speech.line("call.play", who=who, roll=roll_text(turn.roll))
    return speech.line("call.to-do", who=who, todo=todo_line(turn, speech))


def _roll_todo(state: MatchState, speech: Speech) -> Line:
    actions = legal_actions(state, seats_to_act(state)[0])
    doubling = any(isinstance(action, OfferDouble) for action in actions)
    return speech.line("todo.roll-or-double" if doubling else "todo.roll")


def _length_text(state: MatchState, speech: Speech) -> str:
    match state.length:
        case Match(points):
            return speech.text("score.to", n=points)
        case Money():
            return speech.text("score.money")
        case SingleGame():
            return speech.text("score.single")
    assert_never(state.length)
