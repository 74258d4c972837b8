"""A position as people talk about it: the question with its buttons, then the answer with the votes."""

from __future__ import annotations

from bot.app.alt_text import alt_text
from bot.app.choices import (
    DOUBLE_DROP,
    DOUBLE_TAKE,
    NO_DOUBLE,
    TOO_GOOD,
    candidates,
    cube_actions,
)
from bot.app.coach_words import equity_text, option_label, option_line
from bot.app.lines import cube_text
from bot.app.names import name_of_player
from bot.app.pictures import compared
from bot.app.records import Looks, PositionRecord
from bot.app.replies import Board, Button, ButtonGroup, ButtonStyle, GroupKind, Keyboard, Line, Mention
from bot.app.requests import Press
from bot.app.speech import CHECKERS, Speech, joined, roll_text, score_text
from bot.engine.house_rules import Match
from bot.engine.match import MatchState
from bot.engine.position import Side
from renderers.board_view import BoardView

ALWAYS_TOLD = 3
"""The engine's options that the answer names even if nobody voted for them."""
MOST_OTHERS = 3
"""Other choices that it names; of the rest the votes are only counted."""
MOST_NAMES = 6
"""Voters that are named for one choice."""
_VERSIONS = ("thinking", "open", "revealed")
_DOUBLING = (NO_DOUBLE, DOUBLE_TAKE, DOUBLE_DROP, TOO_GOOD)


def position_board(record: PositionRecord, speech: Speech, looks: Looks) -> Board:
    """Return the message of a position: its question, or once it is revealed the answer."""
    revealed = record.status == "revealed"
    picture = _picture(record, looks)
    lines = _answer_lines(record, speech) if revealed else _question_lines(record, speech)
    return Board(
        words=(_score_line(record.state, speech), *lines),
        keyboard=() if revealed else _keyboard(record, speech),
        picture=picture,
        alt_text=alt_text(picture, (_colour(0, speech), _colour(1, speech)), speech),
        stays=True,
        version=_VERSIONS.index(record.status),
        locale=speech.locale,
    )


def _picture(record: PositionRecord, looks: Looks) -> BoardView:
    """Return the picture of the position; once it is revealed, with the best play as arrows."""
    told = record.status == "revealed" and record.options
    return compared(record.state, looks, better=record.options[0].name if told else "")


def choice_line(choice: str, state: MatchState, speech: Speech) -> Line:
    """Return a choice: a play in code style, an action of the cube in words."""
    return (_doubling_text(choice, state, speech),) if choice in _DOUBLING else option_line(choice, speech)


# -- the question ------------------------------------------------------------------------------


def _score_line(state: MatchState, speech: Speech) -> Line:
    """Return the score line: ⚪ White 2–1 Black ⚫ · to 5 · cube 2 ⚫."""
    parts = []
    if isinstance(state.length, Match):
        between = score_text(state.score, state.length)
        parts.append(speech.text("score.to", n=state.length.points))
    else:
        between = "–"
        parts.append(speech.text("score.money"))
        parts += [speech.text("rule.jacoby")] * state.house_rules.jacoby
        parts += [speech.text("rule.beavers.1")] * (state.house_rules.beavers > 0)
    parts.append(cube_text(state, speech))
    sides = f"{CHECKERS[0]} {_colour(0, speech)} {between} {_colour(1, speech)} {CHECKERS[1]}"
    return (" · ".join((sides, *parts)),)


def _question_lines(record: PositionRecord, speech: Speech) -> tuple[Line, ...]:
    state = record.state
    who = (Mention(record.asker.ref, name_of_player(record.asker.ref)),)
    side = _colour(state.on_roll, speech)
    if state.dice is not None:
        asked = speech.line("posed.play", name=who, side=side, roll=roll_text(state.dice))
    elif state.offered is not None:
        asked = speech.line("posed.take", name=who, side=side, value=state.offered)
    else:
        asked = speech.line("posed.double", name=who, side=side)
    return (asked, _how_line(record, speech))


def _how_line(record: PositionRecord, speech: Speech) -> Line:
    """Return how many have voted; before anybody has, how one votes."""
    if record.votes:
        return speech.line("posed.votes", n=len(record.votes))
    if cube_actions(record.state):
        return speech.line("posed.vote-on-cube")
    if record.options:
        return speech.line("posed.vote-by-button")
    if record.status == "thinking":
        return speech.line("posed.thinking")
    if record.lacking:
        return speech.line("posed.vote-without", missing=record.lacking)
    return speech.line("posed.vote-by-text")


def _keyboard(record: PositionRecord, speech: Speech) -> Keyboard:
    """Return what to vote for, and the button that reveals; nothing while neither can be offered."""
    offered = tuple(
        _button(record, _choice_label(name, record.state, speech), "vote", argument)
        for name, argument in candidates(record.state, record.options)
    )
    rows = [ButtonGroup(GroupKind.OPTIONS, offered)] if offered else []
    if record.status != "thinking":
        reveal = _button(record, speech.text("button.reveal"), "reveal", style=ButtonStyle.PRIMARY)
        rows.append(ButtonGroup(GroupKind.CONTROLS, (reveal,)))
    return tuple(rows)


def _button(
    record: PositionRecord, label: str, verb: str, argument: str = "", style: ButtonStyle = ButtonStyle.PLAIN
) -> Button:
    return Button(label, Press("p", record.id, 0, verb, argument).encode(), style)


# -- the answer --------------------------------------------------------------------------------


def _answer_lines(record: PositionRecord, speech: Speech) -> tuple[Line, ...]:
    state = record.state
    side = _colour(state.on_roll, speech)
    if state.dice is not None:
        title = speech.line("posed.played", side=side, roll=roll_text(state.dice))
    elif state.offered is not None:
        title = speech.line("posed.taken", side=side, value=state.offered)
    else:
        title = speech.line("posed.doubled", side=side)
    return (title, *_missing_line(record, speech), *_choice_lines(record, speech))


def _missing_line(record: PositionRecord, speech: Speech) -> tuple[Line, ...]:
    """Return why there is no answer, where there is none."""
    if record.options:
        return ()
    if record.lacking:
        return (speech.line("posed.lacking", missing=record.lacking),)
    return (speech.line("posed.no-answer"),)


def _choice_lines(record: PositionRecord, speech: Speech) -> tuple[Line, ...]:
    """Return the engine's options, then what else was voted for, each with its voters."""
    voted = list(dict.fromkeys(vote.choice for vote in record.votes))
    known = [option.name for option in record.options]
    others = sorted((name for name in voted if name not in known), key=lambda name: -_count(record, name))
    told = (place for place, name in enumerate(known) if place < ALWAYS_TOLD or name in voted)
    lines = [_option_line(record, place, speech) for place in told]
    lines += [
        joined([("· ",), choice_line(name, record.state, speech), _voters(record, name)])
        for name in others[:MOST_OTHERS]
    ]
    if rest := sum(_count(record, name) for name in others[MOST_OTHERS:]):
        lines.append(speech.line("posed.rest", n=rest))
    return tuple(lines)


def _option_line(record: PositionRecord, place: int, speech: Speech) -> Line:
    """Return an option: 2. `13/8 6/5` +0.101 (−0.022): Ana, Bruno."""
    option = record.options[place]
    behind = option.equity - record.options[0].equity
    rated = speech.line(
        "option.behind" if place else "option.best",
        number=place + 1,
        option=choice_line(option.name, record.state, speech),
        equity=equity_text(option.equity),
        behind=equity_text(behind),
    )
    return joined([rated, _voters(record, option.name)])


def _voters(record: PositionRecord, choice: str) -> Line:
    names: list[Line] = [
        (Mention(vote.player.ref, name_of_player(vote.player.ref)),)
        for vote in record.votes
        if vote.choice == choice
    ]
    if not names:
        return ()
    more = len(names) - MOST_NAMES
    return joined([(": ",), joined(names[:MOST_NAMES], ", "), (f" +{more}",) if more > 0 else ()])


def _count(record: PositionRecord, choice: str) -> int:
    return sum(vote.choice == choice for vote in record.votes)


# -- words -------------------------------------------------------------------------------------


def _choice_label(choice: str, state: MatchState, speech: Speech) -> str:
    return _doubling_text(choice, state, speech) if choice in _DOUBLING else option_label(choice, speech)


def _doubling_text(choice: str, state: MatchState, speech: Speech) -> str:
    """Return a cube action before a roll; who owns the cube redoubles."""
    return speech.text(f"choice.{choice}" if state.cube.owner is None else f"choice.re-{choice}")


def _colour(side: Side, speech: Speech) -> str:
    return speech.text("colour.dark" if side else "colour.light")
