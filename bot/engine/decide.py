"""Judge an action and say what happens: the one door into a match.

`decide` answers with the events that the action causes and all that follow by themselves (see
`course`), or raises a `Refusal`, which changes nothing. The refusals are listed in `permission`
and `doubling`; those of plays in `notation`, and here:

| key | class | params | meaning |
|---|---|---|---|
| play-incomplete | IncompletePlay | play, dice, plays | `play` is a legal beginning; up to three of the
  legal `plays` that go on from it |
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from bot.engine import actions as ask
from bot.engine import events as happened
from bot.engine.actions import Action, WinSize
from bot.engine.canonical import format_play, hits_of, spell_play
from bot.engine.course import Course, carry_on, roll, start_game
from bot.engine.events import Event, Seat
from bot.engine.house_rules import HouseRules, Length, checked
from bot.engine.match import MatchState, due
from bot.engine.negotiation import negotiate
from bot.engine.notation import match_play
from bot.engine.permission import why_not
from bot.engine.position import Play, Roll, Row
from bot.engine.refusals import IncompletePlay
from bot.engine.scoring import won
from bot.engine.variants import rules_of


def start_match(
    variant: str, length: Length, house_rules: HouseRules, dice: Iterator[Roll]
) -> tuple[Event, ...]:
    """Return the events that begin a match, up to the first decision.

    Raises `Refusal` for house rules that make no sense (`house_rules.checked`), `KeyError` for an
    unknown variant, `ValueError` for dice that are none.
    """
    course = Course.of(happened.MatchStarted(variant, length, checked(length, house_rules)))
    start_game(course, dice)
    carry_on(course, dice)
    return tuple(course.events)


def decide(state: MatchState, action: Action, seat: Seat, dice: Iterator[Roll]) -> tuple[Event, ...]:
    """Return what happens when `seat` asks for `action`, up to the next decision.

    Raises `Refusal` where the rules do not allow it, `ValueError` for dice that are none. `dice`
    is only asked for rolls that become events.
    """
    if reason := why_not(state, action, seat):
        raise reason
    course = Course(state)
    _carry_out(course, action, seat, dice)
    carry_on(course, dice)
    return tuple(course.events)


def legal_actions(state: MatchState, seat: Seat) -> tuple[Action, ...]:
    """Return everything that `seat` may do now, plays first, each in canonical notation.

    A play whose canonical notation could also be read as one that hits more is told with its
    stops. Complete but for two things that are open-ended: other spellings of the same play, and
    the amounts of a settlement, for which the multiples of the cube from -3 to 3 stand.
    """
    actions: list[Action] = [action for action in _candidates(state) if why_not(state, action, seat) is None]
    if state.dice is not None and why_not(state, ask.MakePlay(""), seat) is None:
        actions[:0] = [ask.MakePlay(text) for text in _told(state, state.dice)]
    return tuple(actions)


def _told(state: MatchState, roll: Roll) -> list[str]:
    """Return the legal plays in words that stand for them alone."""
    legal = rules_of(state.variant).legal_plays(state.position, state.on_roll, roll)
    alike: dict[Row, list[frozenset[int]]] = {}
    for each in legal:
        alike.setdefault(each.result.row(state.on_roll), []).append(hits_of(each.play))
    # Stars name hits, and leave others open: 13/5 is read as 13/10*/5 as well as 13/8/5.
    return [
        spell_play(each.play)
        if any(hits_of(each.play) < hits for hits in alike[each.result.row(state.on_roll)])
        else format_play(each.play)
        for each in legal
    ]


def _candidates(state: MatchState) -> Iterator[Action]:
    yield from (ask.RollDice(), ask.OfferDouble(), ask.RefuseFirstRoll())
    yield from (ask.Take(), ask.Drop(), ask.Beaver(), ask.Raccoon())
    sizes: tuple[WinSize, ...] = (1, 2, 3)
    yield from (ask.Resign(size) for size in sizes)
    yield from (ask.AcceptResignation(), ask.RejectResignation())
    yield from (ask.OfferSettlement(multiple * state.cube.value) for multiple in range(-3, 4))
    yield from (ask.AcceptSettlement(), ask.RejectSettlement())
    yield from (ask.ChooseAutoRoll(True), ask.ChooseAutoRoll(False))
    yield from (ask.NextGame(), ask.EndSession())


def _carry_out(course: Course, action: Action, seat: Seat, dice: Iterator[Roll]) -> None:
    """Append what the action itself causes; it is allowed, but a play may still be refused."""
    state = course.state
    match action:
        case ask.RollDice():
            roll(course, dice)
        case ask.MakePlay(text):
            _play(course, seat, text)
        case ask.RefuseFirstRoll():
            course.add(happened.FirstRollRefused(seat, state.cube.value * 2))
            roll(course, dice)
        case ask.ChooseAutoRoll(on):
            course.add(happened.AutoRollChosen(seat, on))
        case ask.NextGame():
            start_game(course, dice)
        case ask.EndSession():
            course.add(happened.SessionEnded(seat, state.score))
        case _:
            negotiate(course, action, seat)


def whole_play(state: MatchState, text: str) -> Play:
    """Return the legal play of the roll that `text` stands for.

    Raises the refusals of `notation.match_play`, and `play-incomplete` for the beginning of one.
    """
    rules, rolled = rules_of(state.variant), due(state.dice)
    matched = match_play(rules, state.position, state.on_roll, rolled, text)
    if not matched.complete:
        raise _incomplete(state, matched.play, rolled)
    return matched.play


def _play(course: Course, seat: Seat, text: str) -> None:
    course.add(happened.Played(seat, whole_play(course.state, text)))
    rules = rules_of(course.state.variant)
    winner = rules.winner(course.state.position)
    if winner is not None:
        course.add(won(course.state, winner, rules.win_size(course.state.position, winner), "bear_off"))


def _incomplete(state: MatchState, made: Play, roll: Roll) -> IncompletePlay:
    """Return the refusal of a beginning, with up to three legal plays that go on from it."""
    plays = islice(_completions(state, made, roll), 3)
    return IncompletePlay("play-incomplete", play=format_play(made), dice=roll, plays=tuple(plays))


def _completions(state: MatchState, made: Play, roll: Roll) -> Iterator[str]:
    """Yield the different ends of a legal beginning, in canonical notation."""
    rules = rules_of(state.variant)
    seen: set[str] = set()
    beginnings = [made]
    while beginnings:
        beginning = beginnings.pop(0)
        moves = rules.next_moves(state.position, state.on_roll, roll, beginning)
        beginnings = [(*beginning, move) for move in moves] + beginnings
        text = format_play(beginning)
        if not moves and text not in seen:
            seen.add(text)
            yield text
