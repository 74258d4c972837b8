"""Takes, drops, beavers, raccoons and settlements: who owns the cube, and who pays what (rules 5)."""

from __future__ import annotations

import pytest

from bot.engine.actions import (
    AcceptSettlement,
    Beaver,
    Drop,
    MakePlay,
    NextGame,
    OfferDouble,
    OfferSettlement,
    Raccoon,
    RejectSettlement,
    RollDice,
    Take,
)
from bot.engine.cube import Cube
from bot.engine.events import (
    Beavered,
    Doubled,
    Dropped,
    GameWon,
    Raccooned,
    Rolled,
    SettlementAccepted,
    SettlementOffered,
    SettlementRejected,
    Taken,
)
from bot.engine.house_rules import HouseRules, Match, SingleGame
from bot.engine.match import Phase, seats_to_act
from tests.helpers.states import Table, state

ANIMALS = HouseRules(beavers=2)


def doubled(cube: Cube | None = None, house_rules: HouseRules = ANIMALS) -> Table:
    table = Table(state(cube=cube, house_rules=house_rules))
    table.act(OfferDouble())
    return table


# -- take and drop -----------------------------------------------------------------------------


def test_an_offered_cube_keeps_its_value_until_it_is_answered() -> None:
    table = doubled()
    assert (table.state.cube, table.state.offered) == (Cube(1), 2)
    assert (table.state.phase, seats_to_act(table.state)) == (Phase.CUBE_OFFERED, (1,))


def test_a_take_gives_the_taker_the_cube_and_the_doubler_rolls() -> None:
    table = doubled()
    assert table.act(Take(), "31") == (Taken(1), Rolled(0, (3, 1)))
    assert (table.state.cube, table.state.offered) == (Cube(2, 1), None)
    assert (table.state.phase, seats_to_act(table.state)) == (Phase.TO_PLAY, (0,))


def test_a_redouble_that_is_taken_changes_the_owner() -> None:
    table = doubled(Cube(2, 0))
    table.act(Take(), "31")
    assert table.state.cube == Cube(4, 1)


@pytest.mark.parametrize(("cube", "price"), [(Cube(), 1), (Cube(2, 0), 2), (Cube(4, 0), 4), (Cube(8), 8)])
def test_a_drop_costs_the_value_before_the_double(cube: Cube, price: int) -> None:
    table = doubled(cube)
    won = GameWon(0, 1, price, price, "drop", (price, -price))
    assert table.act(Drop()) == (Dropped(1), won)
    assert table.state.phase is Phase.GAME_OVER


def test_a_drop_is_single_however_bad_the_position() -> None:
    table = Table(state("1:2", "bar:15"))
    table.act(OfferDouble())
    table.act(Drop())
    assert table.state.game_won == GameWon(0, 1, 1, 1, "drop", (1, -1))


def test_after_a_drop_the_next_game_of_a_match_starts_by_itself() -> None:
    """A drop never decides a match: a cube that would is dead (rules 5.6)."""
    table = Table(state(length=Match(3), score=(1, 0), cube=Cube(2, 1), on_roll=1))
    table.act(OfferDouble())
    table.act(Drop(), "31")
    assert (table.state.game, table.state.score) == (2, (1, 2))
    assert (table.state.phase, table.state.crawford) == (Phase.TO_PLAY, True)


# -- beaver and raccoon ------------------------------------------------------------------------


def test_a_beaver_turns_the_cube_once_more_and_keeps_it() -> None:
    table = doubled()
    assert table.act(Beaver()) == (Beavered(1, 4),)
    assert (table.state.cube, table.state.offered) == (Cube(4, 1), 4)
    assert (table.state.phase, seats_to_act(table.state)) == (Phase.BEAVERED, (0,))


def test_a_beaver_that_is_taken_stays_with_the_beaverer() -> None:
    table = doubled()
    table.act(Beaver())
    assert table.act(Take(), "31") == (Taken(0), Rolled(0, (3, 1)))
    assert table.state.cube == Cube(4, 1)


@pytest.mark.parametrize(("cube", "price"), [(Cube(), 2), (Cube(2, 0), 4)])
def test_dropping_a_beaver_loses_the_value_that_was_offered(cube: Cube, price: int) -> None:
    table = doubled(cube)
    table.act(Beaver())
    assert table.act(Drop()) == (Dropped(0), GameWon(1, 1, price, price, "drop", (-price, price)))


def test_a_raccoon_leaves_the_cube_with_the_beaverer() -> None:
    table = doubled()
    table.act(Beaver())
    assert table.act(Raccoon()) == (Raccooned(0, 8),)
    assert (table.state.cube, table.state.offered) == (Cube(8, 1), 8)
    assert (table.state.phase, seats_to_act(table.state)) == (Phase.RACCOONED, (1,))
    assert table.act(Take(), "31") == (Taken(1), Rolled(0, (3, 1)))
    assert table.state.cube == Cube(8, 1)


@pytest.mark.parametrize(("cube", "price"), [(Cube(), 4), (Cube(2, 0), 8)])
def test_dropping_a_raccoon_loses_the_value_of_the_beaver(cube: Cube, price: int) -> None:
    table = doubled(cube)
    table.act(Beaver())
    table.act(Raccoon())
    assert table.act(Drop()) == (Dropped(1), GameWon(0, 1, price, price, "drop", (price, -price)))


def test_only_the_beaverer_redoubles_after_a_raccoon() -> None:
    table = doubled()
    for action in (Beaver(), Raccoon()):
        table.act(action)
    table.act(Take(), "31")
    table.act(MakePlay("8/5 6/5"))
    assert table.act(OfferDouble()) == (Doubled(1, 16),)


# -- settlements -------------------------------------------------------------------------------

SETTLING = HouseRules(settlements=True)


@pytest.mark.parametrize("dice", [None, "31"])
def test_a_settlement_ends_the_game_for_what_was_agreed(dice: str | None) -> None:
    table = Table(state(dice=dice, house_rules=SETTLING, cube=Cube(4, 1), score=(2, -2)))
    assert table.act(OfferSettlement(3)) == (SettlementOffered(0, 3),)
    assert (table.state.phase, seats_to_act(table.state)) == (Phase.SETTLEMENT_OFFERED, (1,))
    won = GameWon(0, 1, 4, 3, "settlement", (5, -5))
    assert table.act(AcceptSettlement()) == (SettlementAccepted(1), won)
    assert table.state.phase is Phase.GAME_OVER


def test_a_settlement_may_pay_the_other_side() -> None:
    table = Table(state(house_rules=SETTLING))
    table.act(OfferSettlement(-2))
    table.act(AcceptSettlement())
    assert table.state.game_won == GameWon(1, 1, 1, 2, "settlement", (-2, 2))


def test_after_a_rejected_settlement_the_same_dice_go_on() -> None:
    before = state(dice="31", house_rules=SETTLING)
    table = Table(before)
    table.act(OfferSettlement(1))
    assert table.act(RejectSettlement()) == (SettlementRejected(1),)
    assert (table.state.phase, table.state.dice, table.state.settlement) == (Phase.TO_PLAY, (3, 1), None)
    table.act(MakePlay("8/5 6/5"))


def test_after_a_rejected_settlement_the_same_side_may_roll_or_double() -> None:
    table = Table(state(house_rules=SETTLING))
    table.act(OfferSettlement(1))
    table.act(RejectSettlement())
    assert table.state.phase is Phase.TO_ROLL
    table.act(RollDice(), "31")


def test_a_session_goes_on_after_a_settlement() -> None:
    table = Table(state(house_rules=SETTLING))
    table.act(OfferSettlement(0))
    table.act(AcceptSettlement())
    table.act(NextGame(), "31", seat=1)
    assert (table.state.game, table.state.score, table.state.phase) == (2, (0, 0), Phase.TO_PLAY)


def test_a_single_game_may_be_dropped() -> None:
    table = Table(state(length=SingleGame()))
    table.act(OfferDouble())
    table.act(Drop())
    assert (table.state.phase, table.state.score) == (Phase.MATCH_OVER, (1, 0))
