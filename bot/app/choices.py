"""What can be said to a position: its plays, or the actions of the cube as the field names them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from bot.app.commands import command_of, fold
from bot.engine.actions import Beaver
from bot.engine.decide import whole_play
from bot.engine.match import MatchState, Phase, due, seats_to_act
from bot.engine.notation import format_play, pack
from bot.engine.permission import why_not
from bot.engine.position import Play
from bot.engine.refusals import Refusal
from bot.engine.variants import rules_of
from bot.engine.written import excerpt
from bot.players.judging import BEAVER, DOUBLE, DROP, TAKE, Option

NO_DOUBLE, DOUBLE_TAKE, DOUBLE_DROP, TOO_GOOD = "no-double", "double-take", "double-drop", "too-good"
"""The cube actions before a roll: what both sides would do."""

_NO, _GOOD = "no", "good"
_WORDS: Mapping[str, tuple[str, ...]] = {
    DOUBLE: ("doubles", "redoubles", "dobra", "redobra", "dobro", "redobro"),
    TAKE: ("t", "takes", "pega", "pego", "aceita"),
    DROP: ("p", "passes", "drops", "larga", "largo", "passa", "passo"),
    BEAVER: ("b", "beavers", "biva", "bivo"),
    _NO: ("nd", "not", "don't", "sem", "rola", "rolo"),
    _GOOD: ("tg", "good", "bom", "boa", "forte"),
    "": ("too", "to", "and", "a", "i", "e", "ou", "demais", "muito", "para", "pra", "cubo", "cube"),
}
"""What is said besides the verbs themselves; the last are words between the others."""
_VERBS = {
    "roll": _NO,
    "decline": _NO,
    "double": DOUBLE,
    "take": TAKE,
    "accept": TAKE,
    "drop": DROP,
    "beaver": BEAVER,
}


def legal_plays(state: MatchState) -> dict[str, Play]:
    """Return the legal plays of the roll by their names, in the order of the notation."""
    legal = rules_of(state.variant).legal_plays(state.position, state.on_roll, due(state.dice))
    return {format_play(each.play): each.play for each in legal}


def cube_actions(state: MatchState) -> tuple[str, ...]:
    """Return the actions of the cube that answer a position; none where a roll is to be played."""
    match state.phase:
        case Phase.TO_ROLL:
            return NO_DOUBLE, DOUBLE_TAKE, DOUBLE_DROP, TOO_GOOD
        case Phase.CUBE_OFFERED:
            beaver = why_not(state, Beaver(), seats_to_act(state)[0]) is None
            return (TAKE, DROP, BEAVER) if beaver else (TAKE, DROP)
    return ()


def stand_alike(one: MatchState, other: MatchState) -> bool:
    """Return whether the checkers stand alike in two states, whoever is which side there."""
    rules = rules_of(one.variant)
    views = [{rules.pack(state.position, 0), rules.pack(state.position, 1)} for state in (one, other)]
    return one.variant == other.variant and views[0] == views[1]


def ranked(state: MatchState, options: Sequence[Option]) -> tuple[Option, ...]:
    """Return a coach's options as they are voted on, in its order: before a roll, what both sides do."""
    if state.phase is not Phase.TO_ROLL:
        return tuple(options)
    dropped = any(option.answer == DROP for option in options)
    too_good = dropped and options[0].name != DOUBLE
    double, roll = DOUBLE_DROP if dropped else DOUBLE_TAKE, TOO_GOOD if too_good else NO_DOUBLE
    return tuple(Option(double if option.name == DOUBLE else roll, option.equity) for option in options)


def candidates(state: MatchState, options: Iterable[Option]) -> tuple[tuple[str, str], ...]:
    """Return what the buttons offer, each with what its button carries, in an order that tells nothing."""
    if actions := cube_actions(state):
        return tuple((action, action) for action in actions)
    named = {option.name for option in options}
    return tuple((name, pack(play)) for name, play in legal_plays(state).items() if name in named)


def pressed_choice(state: MatchState, argument: str) -> str:
    """Return the choice that a button carries; refuse what none of ours does."""
    if argument in cube_actions(state):
        return argument
    if state.phase is Phase.TO_PLAY:
        for name, play in legal_plays(state).items():
            if pack(play) == argument:
                return name
    raise Refusal("not-now")


def typed_choice(state: MatchState, text: str) -> str:
    """Return the choice that somebody typed.

    Raises the refusals of a written play, or `vote-double` and `vote-take` where that is the question.
    """
    if state.phase is Phase.TO_PLAY:
        return format_play(whole_play(state, text))
    said = _said(text)
    choice = _before_roll(said) if state.phase is Phase.TO_ROLL else _answer(said)
    if choice is None or choice not in cube_actions(state):
        raise Refusal("vote-double" if state.phase is Phase.TO_ROLL else "vote-take", text=excerpt(text))
    return choice


def _before_roll(said: set[str]) -> str | None:
    """Return the action before a roll. Who doubles without a word of the answer expects a take."""
    if _GOOD in said:
        return TOO_GOOD
    if _NO in said:
        return NO_DOUBLE
    if DROP in said:
        return DOUBLE_DROP
    return DOUBLE_TAKE if said & {DOUBLE, TAKE} else None


def _answer(said: set[str]) -> str | None:
    if _NO in said:
        return DROP if said <= {_NO, TAKE} else None
    return next((action for action in (BEAVER, TAKE, DROP) if said == {action}), None)


def _said(text: str) -> set[str]:
    """Return what the words of a text mean; nothing if one of them is unknown."""
    meanings = {fold(word): meaning for meaning, words in _WORDS.items() for word in words}
    said = set()
    for word in re.findall(r"[^\s,;/&+.!?-]+", fold(text)):
        command = command_of(word)
        meaning = _VERBS.get(command.verb) if command else None
        known = meanings.get(word) if meaning is None else meaning
        if known is None:
            return set()
        said.add(known)
    return said - {""}
