"""When the cube may be turned, and the exact reason why not (rules 2.6, 5.2 to 5.8).

The functions speak of a seat whose turn or answer it is; whose it is, `permission` judges. Each
returns None where the cube may be turned, and else the refusal.

| key | params | meaning |
|---|---|---|
| cube-off | | this match is played without a cube |
| cube-crawford | | Crawford game: nobody doubles in it |
| cube-dmp | | both need one point only: the cube is worth nothing |
| cube-first-turn | | the opening dice are the starter's roll: no double before the second turn |
| cube-rolled | dice | a double comes before the roll |
| cube-not-yours | value | the opponent owns the cube |
| cube-dead | value, needed | a win at `value` is enough already: only `needed` points are missing |
| cube-cap | cap | the cube goes no higher; also for a beaver, a raccoon and a refused first roll |
| beavers-off, raccoons-off | | they were not agreed |
| first-roll-off | | refusing the first roll was not agreed |
| first-roll-late | | only the first roll of a game can be refused, once, and before it is played |
| first-roll-opener | | only the winner of the opening roll may refuse |
| first-roll-owned | value | a double was taken, so the cube is owned |

All of them are `CubeRefused`.
"""

from __future__ import annotations

from bot.engine.cube import HARD_CAP
from bot.engine.events import Seat
from bot.engine.house_rules import HouseRules
from bot.engine.match import MatchState, due, side_of
from bot.engine.position import Side, other
from bot.engine.refusals import CubeRefused
from bot.engine.scoring import needed


def cap_of(house_rules: HouseRules) -> int:
    """Return the highest cube value under `house_rules` (rules 5.4)."""
    return HARD_CAP if house_rules.cube_cap is None else house_rules.cube_cap


def never_this_game(state: MatchState) -> CubeRefused | None:
    """Return why nobody doubles in this game, however it goes on; None: doubles are possible."""
    if not state.house_rules.cube:
        return CubeRefused("cube-off")
    if needed(state, 0) == needed(state, 1) == 1:
        return CubeRefused("cube-dmp")
    if state.crawford:
        return CubeRefused("cube-crawford")
    return None


def is_dead(state: MatchState) -> bool:
    """Return whether nobody can turn the cube any more in this game: no double is possible in it, or
    whoever may turn the cube would gain nothing, or it is at its cap (rules 5.4, 5.6, 5.8)."""
    if never_this_game(state):
        return True
    sides: tuple[Side, Side] = (0, 1)
    return all(_worth_nothing(state, side) for side in sides if state.cube.open_to(side))


def no_double(state: MatchState, seat: Seat) -> CubeRefused | None:
    """Return why `seat`, on roll, may not double now (rules 5.2)."""
    if reason := never_this_game(state):
        return reason
    if state.dice is not None:
        opening = sum(state.turns) == 1
        return CubeRefused("cube-first-turn") if opening else CubeRefused("cube-rolled", dice=state.dice)
    cube = state.cube
    if not cube.open_to(side_of(state, seat)):
        return CubeRefused("cube-not-yours", value=cube.value)
    return _worth_nothing(state, seat)


def no_beaver(state: MatchState) -> CubeRefused | None:
    """Return why the double on offer may not be beavered (rules 5.5)."""
    if state.house_rules.beavers < 1:
        return CubeRefused("beavers-off")
    return _above_cap(state, beaver_value(state))


def no_raccoon(state: MatchState) -> CubeRefused | None:
    """Return why the beaver on offer may not be raccooned (rules 5.5)."""
    if state.house_rules.beavers < 2:
        return CubeRefused("raccoons-off")
    return _above_cap(state, beaver_value(state))


def no_first_roll_refusal(state: MatchState, seat: Seat) -> CubeRefused | None:
    """Return why `seat`, with a roll to play, may not refuse it by turning the cube (rules 2.6)."""
    option = state.house_rules.first_roll_refusal
    side = side_of(state, seat)
    if option == "off":
        return CubeRefused("first-roll-off")
    if state.turns[side] != 1:
        # A roll after a refusal is a seat's second: once per player.
        return CubeRefused("first-roll-late")
    if option == "opener" and state.turns[other(side)] > 0:
        return CubeRefused("first-roll-opener")
    if not state.cube.centred:
        return CubeRefused("first-roll-owned", value=state.cube.value)
    return _above_cap(state, state.cube.value * 2)


def automatic_double(state: MatchState) -> int | None:
    """Return what an opening tie turns the cube to; None: it stays (rules 2.5)."""
    value, limit = state.cube.value * 2, state.house_rules.automatic_doubles
    # Only ties have turned the cube so far, so its value counts them.
    if not state.house_rules.cube or (limit is not None and value > 2**limit):
        return None
    return None if _above_cap(state, value) else value


def beaver_value(state: MatchState) -> int:
    """Return what an immediate redouble would turn the cube on offer to."""
    return 2 * due(state.offered)


def _worth_nothing(state: MatchState, seat: Seat) -> CubeRefused | None:
    """Return why turning the cube as it is would bring `seat` nothing in this game."""
    value, missing = state.cube.value, needed(state, seat)
    if missing is not None and value >= missing:
        return CubeRefused("cube-dead", value=value, needed=missing)
    return _above_cap(state, value * 2)


def _above_cap(state: MatchState, value: int) -> CubeRefused | None:
    cap = cap_of(state.house_rules)
    return CubeRefused("cube-cap", cap=cap) if value > cap else None
