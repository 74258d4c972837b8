"""A position after a play, and what a win is worth (rules 1.4, 1.5, 6.1)."""

from __future__ import annotations

import pytest
from hypothesis import given

from bot.engine.position import CheckerMove, Position, Side
from bot.engine.rules import Rules, start_row
from bot.engine.variants import find_variants, rules_of
from tests.helpers.positions import positions, sides
from tests.helpers.states import START, row

RULES = rules_of("backgammon")
SIDES: tuple[Side, Side] = (0, 1)


def board(mine: str, theirs: str = START) -> Position:
    """Return a position with side 0's checkers first."""
    return Position((row(mine), row(theirs)))


@pytest.mark.parametrize(
    ("variant", "checkers", "pips"),
    [
        ("backgammon", 15, 167),
        ("nackgammon", 15, 194),
        ("nackgammon_s004", 15, 199),
        ("hypergammon", 3, 69),
        ("longgammon", 15, 360),
    ],
)
def test_both_sides_start_alike(variant: str, checkers: int, pips: int) -> None:
    rules = rules_of(variant)
    start = rules.start_position()
    assert rules.checkers == checkers
    assert [sum(start.row(side)) for side in SIDES] == [checkers, checkers]
    assert [start.pip_count(side) for side in SIDES] == [pips, pips]


@pytest.mark.parametrize("side", SIDES)
def test_a_checker_move_hits_a_blot_and_nothing_else(side: Side) -> None:
    position = board("24:2 13:5", "20:1 17:2 12:1")
    turned = Position(position.rows[::-1]) if side else position
    assert RULES.move(turned, side, 13, 5) == CheckerMove(13, 5, hit=True)
    assert RULES.move(turned, side, 13, 8) == CheckerMove(13, 8)
    assert RULES.move(turned, side, 24, 23) == CheckerMove(24, 23)


def test_nothing_is_hit_off_the_board() -> None:
    assert RULES.move(board("6:1", "bar:1"), 0, 6, 0) == CheckerMove(6, 0)


@pytest.mark.parametrize("side", SIDES)
def test_a_play_moves_the_checkers_and_puts_a_hit_blot_on_the_bar(side: Side) -> None:
    before, after = board("13:5 6:2", "24:2 20:1"), board("13:4 6:2 5:1", "24:2 bar:1")
    if side:
        before, after = Position(before.rows[::-1]), Position(after.rows[::-1])
    assert RULES.after(before, side, (CheckerMove(13, 5, hit=True),)) == after
    assert RULES.after(before, side, ()) == before


def test_a_blot_is_hit_once_where_two_checkers_land() -> None:
    play = (CheckerMove(8, 2, hit=True), CheckerMove(6, 2))
    assert RULES.after(board("8:1 6:1", "23:1"), 0, play) == board("2:2", "bar:1")


def test_a_checker_borne_off_is_off() -> None:
    assert RULES.after(board("6:1 5:1"), 0, (CheckerMove(6, 0), CheckerMove(5, 0))) == board("")


def test_a_play_without_a_checker_is_an_error() -> None:
    with pytest.raises(ValueError, match="26 counts"):
        RULES.after(board("13:1"), 0, (CheckerMove(12, 11),))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("variant", find_variants())
def test_a_packed_position_is_unpacked_unchanged(variant: str, side: Side) -> None:
    rules = rules_of(variant)
    for position in (rules.start_position(), board("24:1 bar:2", "bar:3 6:4"), board("1:15", "1:14 bar:1")):
        assert rules.unpack(rules.pack(position, side), side) == position


def test_where_the_sides_meet_is_the_variants_own() -> None:
    """On a board where both sides go the same way, my 24 faces their 12."""
    same_way = Rules("same_way", start_row({24: 15}), facing=lambda point: (point + 11) % 24 + 1)
    position = same_way.start_position()
    assert same_way.move(board("24:15", "6:1"), 0, 24, 18) == CheckerMove(24, 18, hit=True)
    assert same_way.legal_plays(position, 0, (6, 6))[0].play == (CheckerMove(24, 18),) * 4
    hit = same_way.after(board("24:15", "6:1"), 0, (CheckerMove(24, 18, hit=True),))
    assert hit == board("24:14 18:1", "bar:1")
    assert same_way.unpack(same_way.pack(hit, 1), 1) == hit


@given(positions, sides)
def test_the_sides_are_in_contact_while_their_rearmost_checkers_have_not_passed(
    position: Position, side: Side
) -> None:
    seen = position if side == 0 else Position(position.rows[::-1])
    rear, their_rear = (max((p for p in range(1, 26) if row[p]), default=0) for row in seen.rows)
    assert RULES.in_contact(seen) is (rear > 0 and their_rear > 0 and rear + their_rear > 25)


def test_nobody_has_won_while_both_have_checkers_in_play() -> None:
    assert RULES.winner(RULES.start_position()) is None
    assert RULES.winner(board("bar:1", "bar:1")) is None


@pytest.mark.parametrize("winner", SIDES)
@pytest.mark.parametrize(
    ("loser", "size"),
    [
        ("24:14", 1),  # one is off
        ("bar:14", 1),
        ("6:15", 2),
        ("18:1 6:14", 2),  # outside the winner's home board
        ("19:1 6:14", 3),  # in it, at its edge
        ("24:1 6:14", 3),
        ("bar:1 6:14", 3),
    ],
)
def test_what_a_win_is_worth(winner: Side, loser: str, size: int) -> None:
    position = board("", loser) if winner == 0 else board(loser, "")
    assert RULES.winner(position) == winner
    assert RULES.win_size(position, winner) == size


def test_three_checkers_are_all_of_hypergammon() -> None:
    rules = rules_of("hypergammon")
    lost = Position((row("", 3), row("6:3", 3)))
    assert rules.win_size(lost, 0) == 2
    assert rules.win_size(Position((row("", 3), row("6:2", 3))), 0) == 1


@pytest.mark.parametrize("variant", find_variants())
def test_a_variant_file_exports_its_rules(variant: str) -> None:
    rules = rules_of(variant)
    assert rules.id == variant
    assert rules is rules_of(variant)
    assert len(rules.start) == 26
    assert rules.winner(rules.start_position()) is None
    assert all(rules.facing(rules.facing(point)) == point for point in range(1, 25))
    assert rules.legal_plays(rules.start_position(), 0, (2, 1))
