"""Text boards: forty columns, and everything that the picture says. See also `test_golden.py`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from renderers.board_view import CubeView
from renderers.text import WIDTH, Labels, text_board
from tests.renderers.golden_views import OPENING, golden_views
from tests.renderers.positions import middle_games, row


def lines(view: object) -> list[str]:
    """Return the lines of a text board."""
    return text_board(view).split("\n")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", golden_views())
def test_a_text_board_fits_a_phone(name: str) -> None:
    board = lines(golden_views()[name])
    assert len(board) == 15
    assert max(len(line) for line in board) <= WIDTH


def test_every_checker_of_small_stacks_is_a_letter() -> None:
    for view in middle_games(10):
        board = "\n".join(lines(replace(view, last_roll=None, dice=None))[2:13])
        for side, letter in ((0, "O"), (1, "X")):
            low = all(count <= 5 for count in view.rows[side][1:])
            assert not low or board.count(letter) == sum(view.rows[side][1:])


def test_the_opening() -> None:
    assert lines(OPENING)[:4] == [
        " X pips 167 off 0",
        " 13 14 15 16 17 18|  | 19 20 21 22 23 24",
        "  O  .  .  .  X  .|  |  X  .  .  .  .  O",
        "  O           X   |  |  X              O",
    ]


def test_letters_follow_the_light_side() -> None:
    assert text_board(replace(OPENING, light=1)) == text_board(OPENING).translate(str.maketrans("OX", "XO"))


def test_home_left_mirrors_the_points() -> None:
    right, left = lines(OPENING)[1].split("|"), lines(replace(OPENING, home="left"))[1].split("|")
    assert left[0].split() == right[2].split()[::-1]


def test_numbers_are_those_of_one_side() -> None:
    assert lines(replace(OPENING, numbers=1))[1].split()[0] == "12"
    assert lines(replace(OPENING, numbers=None))[1].strip(" |") == ""


@pytest.mark.parametrize(
    ("cube", "far", "near"),
    [
        (None, False, False),
        (CubeView(1), False, True),
        (CubeView(2, owner=0), False, True),
        (CubeView(2, owner=1), True, False),
        (CubeView(4, owner=0, offered_to=1), True, False),
    ],
)
def test_the_cube_stands_with_its_side(cube: CubeView | None, far: bool, near: bool) -> None:
    board = lines(replace(OPENING, cube=cube))
    assert ("cube" in board[0], "cube" in board[-1]) == (far, near)


def test_centred_and_offered_cubes_are_told_from_owned_ones() -> None:
    ends = [
        lines(replace(OPENING, cube=cube))[-1].split("off 0 ")[1]
        for cube in (CubeView(2), CubeView(2, owner=0), CubeView(2, owner=1, offered_to=0))
    ]
    assert ends == ["(cube 2)", "cube 2", "cube 2?"]


def test_crawford_is_marked_and_hides_the_cube() -> None:
    board = text_board(replace(OPENING, crawford=True))
    assert "|Cr|" in board
    assert "cube" not in board


def test_the_turn_is_marked() -> None:
    for on_roll, marks in ((0, [" ", ">"]), (1, [">", " "]), (None, [" ", " "])):
        board = lines(replace(OPENING, on_roll=on_roll))  # type: ignore[arg-type]
        assert [board[0][0], board[-1][0]] == marks


def test_used_dice_lose_their_brackets() -> None:
    assert "O [6][1]" in text_board(OPENING)
    assert "O  6 [1]" in text_board(replace(OPENING, used=(6,)))
    assert "O  3  3 [3][3]" in text_board(replace(OPENING, dice=(3, 3), used=(3, 3)))


def test_dice_of_both_sides_stand_in_their_halves() -> None:
    far, _, near = lines(replace(OPENING, last_roll=(5, 4), last_side=1))[7].split("|")
    assert (far.strip(), near.strip()) == ("X 5-4", "O [6][1]")
    far, _, near = lines(replace(OPENING, last_roll=(5, 4), last_side=0))[7].split("|")
    assert (far.strip(), near.strip()) == ("O 5-4", "O [6][1]")


def test_tall_stacks_end_in_their_count() -> None:
    tall = replace(OPENING, rows=(row({24: 15}), row({25: 12, 1: 3})))
    board = text_board(tall)
    assert board.count("15") == 2, "the number of the point, and the count"
    assert "|12|" in board


def test_plays_compared_change_no_text_board() -> None:
    """Words beside it name the plays."""
    view = golden_views()["mistake"]
    assert text_board(view) == text_board(replace(view, played=(), better=()))


def test_labels_can_be_in_any_language() -> None:
    board = text_board(OPENING, Labels(pips="pontos", off="fora", cube="cubo"))
    assert ">O pontos 167 fora 0 (cubo 1)" in board
