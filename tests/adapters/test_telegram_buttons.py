"""Buttons stand in rows that a thumb and an eye can use."""

from __future__ import annotations

from bot.adapters.telegram.buttons import IN_A_ROW, markup_of
from bot.app.replies import Button, ButtonGroup, ButtonStyle, GroupKind, Keyboard
from bot.app.requests import Press
from tests.helpers.telegram_desk import keyboard
from tests.helpers.telegram_server.markup import checked_keyboard
from tests.helpers.telegram_server.wire import Json


def rows(shown: Keyboard) -> list[list[Json]]:
    """Return the buttons as they go over the wire, checked as the server does."""
    markup = markup_of(shown, "gamao_test_bot")
    checked = checked_keyboard(markup.to_dict() if markup else None)
    return checked["inline_keyboard"] if checked else []


def labels(shown: Keyboard) -> list[list[str]]:
    return [[button["text"] for button in row] for row in rows(shown)]


def test_no_buttons_are_no_keyboard() -> None:
    assert markup_of((), "gamao_test_bot") is None
    assert markup_of((ButtonGroup(GroupKind.ROLL, ()),), "gamao_test_bot") is None


def test_each_group_begins_a_row() -> None:
    roll, rest = keyboard("Roll", kind=GroupKind.ROLL), keyboard("Double", "⋯", kind=GroupKind.CONTROLS)
    assert labels((*roll, *rest)) == [["Roll"], ["Double", "⋯"]]


def test_checker_moves_stand_four_to_a_row() -> None:
    moves = [f"{point}→{point - 3}" for point in (24, 13, 8, 6, 5, 4)]
    assert labels(keyboard(*moves, kind=GroupKind.HIGHER)) == [moves[:IN_A_ROW], moves[IN_A_ROW:]]


def test_sentences_stand_as_wide_as_they_need() -> None:
    sizes = ("Single: Bruno +1 → 3–3", "Gammon: Bruno +2 → 4–3", "Back")
    assert labels(keyboard(*sizes)) == [[sizes[0]], [sizes[1]], [sizes[2]]]
    assert labels(keyboard("Take – cube 2", "Beaver → 4", kind=GroupKind.ANSWERS)) == [
        ["Take – cube 2", "Beaver → 4"]
    ]


def test_options_of_a_card_stand_in_two_rows() -> None:
    options = ("1", "✓ 3", "5", "7", "Cube", "Rules")
    assert labels(keyboard(*options)) == [["1", "✓ 3", "5", "7"], ["Cube", "Rules"]]


def test_a_play_to_be_confirmed_can_be_read() -> None:
    controls = keyboard("↩", "✓ 24/18* 13/12(2)", "⋯", kind=GroupKind.CONTROLS)
    assert labels(controls) == [["↩", "✓ 24/18* 13/12(2)"], ["⋯"]]
    assert labels(keyboard("↩", "✓ 24/18 9/6", "⋯", kind=GroupKind.CONTROLS)) == [["↩", "✓ 24/18 9/6", "⋯"]]


def test_a_button_carries_its_id() -> None:
    assert rows(keyboard("Roll")) == [[{"text": "Roll", "callback_data": "g:1:7:roll"}]]


def test_styles_are_colours() -> None:
    for style, colour in (
        (ButtonStyle.PRIMARY, "primary"),
        (ButtonStyle.GOOD, "success"),
        (ButtonStyle.DANGER, "danger"),
        (ButtonStyle.PLAIN, None),
    ):
        group = ButtonGroup(GroupKind.ANSWERS, (Button("Take", "g:1:7:take", style),))
        assert rows((group,))[0][0].get("style") == colour


def test_an_address_opens_a_page() -> None:
    group = ButtonGroup(GroupKind.OPTIONS, (Button("Source", url="https://example.org/gamao"),))
    assert rows((group,)) == [[{"text": "Source", "url": "https://example.org/gamao"}]]


def test_adding_the_bot_to_a_group_lets_the_user_choose_the_group() -> None:
    press = Press("s", 0, 0, "add").encode()
    group = ButtonGroup(GroupKind.OPTIONS, (Button("Add me", press),))
    assert rows((group,)) == [[{"text": "Add me", "url": "https://t.me/gamao_test_bot?startgroup"}]]


def test_more_buttons_than_telegram_shows_are_left_out() -> None:
    shown = rows(keyboard(*map(str, range(130))))
    assert sum(map(len, shown)) == 100
