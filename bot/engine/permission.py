"""Whether a seat may do something now, or why not. Plays are matched elsewhere (`notation`).

The reasons of the cube are in `doubling`. The others:

| key | class | params | meaning |
|---|---|---|---|
| not-seated | NotYourTurn | | this seat is not at the table |
| match-over | NotNow | | the match has ended |
| game-over | NotNow | | a money game has ended: ask for the next, or end the session |
| game-on | NotNow | | the next game, or the end of the session, comes after this game |
| not-your-turn | NotYourTurn | seat | `seat` is to roll or to play |
| answer-awaited | NotYourTurn | seat | `seat` is to answer an offer first |
| roll-first | NotNow | | roll before you play |
| already-rolled | NotNow | dice | these dice are to be played |
| answer-double, answer-beaver, answer-raccoon | NotNow | value | take or drop first |
| answer-resignation | NotNow | size | accept or reject the resignation first |
| answer-settlement | NotNow | points | accept or reject the settlement first |
| cube-pending | CubeRefused | value | a cube at `value` awaits its answer |
| no-double-offered | NotNow | | there is no cube to take, drop or beaver |
| no-beaver-offered | NotNow | | a raccoon only answers a beaver |
| beaver-too-late | NotNow | value | a beaver only answers a double; this is a beaver, a raccoon |
| no-resignation-offered | NotNow | | there is no resignation to answer |
| no-settlement-offered | NotNow | | there is no settlement to answer |
| resign-drop | NotNow | value | a cube awaits your answer: to give the game up, drop it |
| resign-gammon-certain | NotNow | size | the gammon cannot be saved: resign at least a gammon |
| resign-backgammon-certain | NotNow | size | nor can the backgammon: resign a backgammon |
| settlements-off | NotNow | | settlements were not agreed |
| settlement-too-large | NotNow | points, most | no game can pay more than `most` |
"""

from __future__ import annotations

from typing import assert_never

from bot.engine import actions as ask
from bot.engine.actions import Action, WinSize
from bot.engine.cube import HARD_CAP
from bot.engine.doubling import never_this_game, no_beaver, no_double, no_first_roll_refusal, no_raccoon
from bot.engine.events import Seat
from bot.engine.match import MatchState, Phase, due, seats_to_act
from bot.engine.refusals import CubeRefused, NotNow, NotYourTurn, Refusal
from bot.engine.resignation import cannot_win_more, certain_size

MAX_SETTLEMENT = 3 * HARD_CAP
"""Points: a backgammon on the highest cube there can be."""

_CUBE_PHASES = (Phase.CUBE_OFFERED, Phase.BEAVERED, Phase.RACCOONED)


def why_not(state: MatchState, action: Action, seat: Seat) -> Refusal | None:
    """Return why `seat` may not do `action` now; None: it may. A play's notation is not judged."""
    if seat not in {0, 1}:
        return NotYourTurn("not-seated")
    if state.phase is Phase.MATCH_OVER:
        return NotNow("match-over")
    if isinstance(action, ask.NextGame | ask.EndSession):
        return None if state.phase is Phase.GAME_OVER else NotNow("game-on")
    if state.phase is Phase.GAME_OVER:
        return NotNow("game-over")
    match action:
        case ask.ChooseAutoRoll():
            return None
        case ask.OfferDouble():
            return _why_no_double(state, seat)
        case ask.RollDice() | ask.MakePlay() | ask.RefuseFirstRoll() | ask.Resign() | ask.OfferSettlement():
            return _why_not_in_turn(state, action, seat)
        case _:
            return _why_no_answer(state, action, seat)


_TurnAction = ask.RollDice | ask.MakePlay | ask.RefuseFirstRoll | ask.Resign | ask.OfferSettlement


def _why_not_in_turn(state: MatchState, action: _TurnAction, seat: Seat) -> Refusal | None:
    if isinstance(action, ask.Resign) and state.phase in _CUBE_PHASES and seat in seats_to_act(state):
        return NotNow("resign-drop", value=state.offered)
    if reason := _not_your_turn(state, seat) or _answer_first(state):
        return reason
    match action:
        case ask.RollDice():
            return None if state.dice is None else NotNow("already-rolled", dice=state.dice)
        case ask.MakePlay():
            return NotNow("roll-first") if state.dice is None else None
        case ask.RefuseFirstRoll():
            late = CubeRefused("first-roll-late")
            return late if state.dice is None else no_first_roll_refusal(state, seat)
        case ask.Resign(size):
            return _why_not_resign(state, seat, size)
        case ask.OfferSettlement(points):
            return _why_not_settle(state, points)
        case _:
            assert_never(action)


def _why_no_double(state: MatchState, seat: Seat) -> Refusal | None:
    if reason := never_this_game(state):
        return reason
    if state.phase in _CUBE_PHASES:
        return CubeRefused("cube-pending", value=state.offered)
    return _not_your_turn(state, seat) or _answer_first(state) or no_double(state, seat)


_Answer = (
    ask.Take
    | ask.Drop
    | ask.Beaver
    | ask.Raccoon
    | ask.AcceptResignation
    | ask.RejectResignation
    | ask.AcceptSettlement
    | ask.RejectSettlement
)


def _why_no_answer(state: MatchState, action: _Answer, seat: Seat) -> Refusal | None:
    match action:
        case ask.Take() | ask.Drop() | ask.Beaver():
            awaited = state.phase in _CUBE_PHASES
            missing = NotNow("no-double-offered")
        case ask.Raccoon():
            awaited = state.phase is Phase.BEAVERED
            missing = NotNow("no-beaver-offered")
        case ask.AcceptResignation() | ask.RejectResignation():
            awaited = state.phase is Phase.RESIGNATION_OFFERED
            missing = NotNow("no-resignation-offered")
        case ask.AcceptSettlement() | ask.RejectSettlement():
            awaited = state.phase is Phase.SETTLEMENT_OFFERED
            missing = NotNow("no-settlement-offered")
        case _:
            assert_never(action)
    if not awaited:
        return missing
    return _not_your_turn(state, seat) or _why_not_turned_on(state, action)


def _why_not_turned_on(state: MatchState, action: _Answer) -> Refusal | None:
    match action:
        case ask.Beaver() if state.phase is not Phase.CUBE_OFFERED:
            return NotNow("beaver-too-late", value=state.offered)
        case ask.Beaver():
            return no_beaver(state)
        case ask.Raccoon():
            return no_raccoon(state)
        case _:
            return None


def _not_your_turn(state: MatchState, seat: Seat) -> NotYourTurn | None:
    awaited = seats_to_act(state)[0]
    if seat == awaited:
        return None
    in_turn = state.phase in {Phase.TO_ROLL, Phase.TO_PLAY}
    return NotYourTurn("not-your-turn" if in_turn else "answer-awaited", seat=awaited)


def _answer_first(state: MatchState) -> NotNow | None:
    """Return what the seat to act has to answer before anything else."""
    match state.phase:
        case Phase.CUBE_OFFERED:
            return NotNow("answer-double", value=state.offered)
        case Phase.BEAVERED:
            return NotNow("answer-beaver", value=state.offered)
        case Phase.RACCOONED:
            return NotNow("answer-raccoon", value=state.offered)
        case Phase.RESIGNATION_OFFERED:
            return NotNow("answer-resignation", size=due(state.resignation)[1])
        case Phase.SETTLEMENT_OFFERED:
            return NotNow("answer-settlement", points=due(state.settlement)[1])
        case _:
            return None


def _why_not_resign(state: MatchState, seat: Seat, size: WinSize) -> Refusal | None:
    certain = certain_size(state, seat)
    if size >= certain or cannot_win_more(state, seat, size):
        return None
    key = "resign-gammon-certain" if certain == 2 else "resign-backgammon-certain"
    return NotNow(key, size=certain)


def _why_not_settle(state: MatchState, points: int) -> Refusal | None:
    if not state.house_rules.settlements:
        return NotNow("settlements-off")
    if abs(points) > MAX_SETTLEMENT:
        return NotNow("settlement-too-large", points=points, most=MAX_SETTLEMENT)
    return None
