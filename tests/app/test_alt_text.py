"""The picture in words: everything is said, in reading order, and never too much of it."""

from __future__ import annotations

from bot.app.alt_text import alt_text, description
from bot.app.catalog import Catalog
from bot.app.speech import Speech
from renderers.board_view import BoardView, CubeView, Row
from tests.helpers.states import START, row

NAMES = ("Ana", "Bruno")
CATALOG = Catalog()
ENGLISH = Speech(CATALOG, "en")
PORTUGUESE = Speech(CATALOG, "pt_BR")


def test_the_start_as_the_light_side_sees_it() -> None:
    view = BoardView((row(START), row(START)), on_roll=0, dice=(1, 3), dice_side=0)
    assert alt_text(view, NAMES, ENGLISH) == (
        "Backgammon board: Ana has the light checkers, Bruno the dark ones. "
        "Ana is to act; points count from Ana's home. "
        "Point by point: 24: 2 light, 19: 5 dark, 17: 3 dark, 13: 5 light, "
        "12: 5 dark, 8: 3 light, 6: 5 light, 1: 2 dark. "
        "Cube 1 in the middle. Pips: light 167, dark 167. Ana rolled 3-1."
    )


def test_the_start_in_portuguese_for_the_dark_side() -> None:
    view = BoardView((row(START), row(START)), on_roll=1, numbers=1, cube=CubeView(2, 1))
    assert alt_text(view, NAMES, PORTUGUESE) == (
        "Tabuleiro de gamão: Ana com as peças claras, Bruno com as escuras. "
        "Vez de Bruno; as casas contam a partir do campo de Bruno. "
        "Casa por casa: 24: 2 escuras, 19: 5 claras, 17: 3 claras, 13: 5 escuras, "
        "12: 5 claras, 8: 3 escuras, 6: 5 escuras, 1: 2 claras. "
        "Cubo 2 com Bruno. Pips: claras 167, escuras 167."
    )


def test_the_bar_and_what_is_off_come_after_the_points() -> None:
    view = BoardView((row("6:2 bar:1"), row("bar:2 1:1")), numbers=1, on_roll=1, cube=None)
    words = [line[0] for line in description(view, NAMES, ENGLISH)]
    assert words[2:] == [
        "Point by point: 19: 2 light, 1: 1 dark.",
        "On the bar: 2 dark, 1 light.",
        "Borne off: 12 dark, 12 light.",
        "No cube.",
        "Pips: light 167, dark 167.",
    ]


def test_an_offered_cube_and_the_crawford_game() -> None:
    offered = BoardView((row(START), row(START)), on_roll=1, numbers=1, cube=CubeView(4, None, offered_to=1))
    assert "Cube 4 offered to Bruno." in alt_text(offered, NAMES, ENGLISH)
    assert "Cubo 4 oferecido a Bruno." in alt_text(offered, NAMES, PORTUGUESE)
    crawford = BoardView((row(START), row(START)), crawford=True)
    assert "Crawford game: no doubling." in alt_text(crawford, NAMES, ENGLISH)


def test_a_game_that_is_over_with_an_empty_board() -> None:
    view = BoardView((row(""), row("")), on_roll=None)
    assert alt_text(view, NAMES, PORTUGUESE) == (
        "Tabuleiro de gamão: Ana com as peças claras, Bruno com as escuras. "
        "A partida acabou; as casas contam a partir do campo de Ana. "
        "Retiradas: 15 claras, 15 escuras. "
        "Cubo 1 no meio. Pips: claras 167, escuras 167."
    )


def test_the_fullest_board_with_the_longest_names_fits_in_every_language() -> None:
    """All points held, both on the bar and off, a big cube: nothing longer can be shown."""
    names = ("👩" * 24, "👨" * 24)
    light: Row = (9, *(99 if point % 2 else 0 for point in range(1, 25)), 99)
    view = BoardView(
        (light, light),
        on_roll=1,
        numbers=1,
        dice=(6, 6),
        dice_side=1,
        cube=CubeView(2**15, None, offered_to=1),
        pips=(9999, 9999),
    )
    for locale in CATALOG.locales():
        text = alt_text(view, names, Speech(CATALOG, locale))
        assert text.count("99 ") == 26, locale
        assert len(text.encode("utf-16-le")) // 2 <= 1024, locale
