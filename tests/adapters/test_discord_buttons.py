"""Buttons and menus have room for every roll, and mean the same after a restart."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from itertools import pairwise

import pytest

from bot.adapters.discord.buttons import Keys
from bot.app.catalog import Catalog
from bot.app.records import MessageRef
from bot.app.replies import AnswerKind, Board, Button, ButtonGroup, ButtonStyle, GroupKind, Keyboard
from bot.app.requests import Press
from tests.helpers.discord_desk import Desk, open_desk
from tests.helpers.discord_server.limits import check_components
from tests.helpers.discord_server.looks import button, components, labels
from tests.helpers.discord_server.wire import Json
from tests.helpers.telegram_desk import answer, board, keyboard

INVITE = "https://discord.com/oauth2/authorize?client_id=1001"
KEYS = Keys(Catalog("en"), lambda: INVITE)
CONTROLS = keyboard("↩", "✓ 13/8 6/5", "⋯", kind=GroupKind.CONTROLS)
MORE = keyboard("⋯", kind=GroupKind.CONTROLS)


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with open_desk() as opened:
        yield opened


def shown(keys: Keyboard, locale: str = "en") -> list[list[str]]:
    """Return the labels as they go over the wire, checked as Discord does."""
    view = KEYS.view(keys, locale)
    rows = view.to_components() if view else []
    check_components(rows)
    return labels({"components": rows})


def parts(keys: Keyboard) -> list[Json]:
    view = KEYS.view(keys, "en")
    return list(components({"components": view.to_components() if view else []}))


def moves(kind: GroupKind, *steps: str, made: str = "") -> ButtonGroup:
    """Return checker moves: "13→7" and "13→7→3" (with one checker), each with what it plays."""
    buttons = (
        Button(step, Press("g", 1, 7, "step", f"{made}{packed(step)}").encode(), start=step.split("→")[0])
        for step in steps
    )
    return ButtonGroup(kind, tuple(buttons))


def packed(step: str) -> str:
    """Return a move as buttons carry it, two letters a checker move."""
    stops = [_letter(stop.rstrip("*")) for stop in step.split("→")]
    return "".join(start + end for start, end in pairwise(stops))


def _letter(place: str) -> str:
    return {"bar": "y", "off": "z"}.get(place) or chr(ord("a") + int(place) - 1)


def steps(count: int, die: int) -> tuple[str, ...]:
    """Return so many moves by a die, each from another point."""
    return tuple(f"{point}→{point - die}" for point in range(24, 24 - count, -1))


def presses_in(message: Json) -> Iterator[str]:
    yield from (part["custom_id"] for part in components(message) if "custom_id" in part)


# -- rows -----------------------------------------------------------------------------------------


def test_no_buttons_are_no_view() -> None:
    assert KEYS.view((), "en") is None
    assert KEYS.view((ButtonGroup(GroupKind.ROLL, ()),), "en") is None


def test_each_group_begins_a_row() -> None:
    roll = keyboard("🎲 Roll", kind=GroupKind.ROLL)
    assert shown((*roll, *keyboard("Double to 2", "⋯", kind=GroupKind.CONTROLS))) == [
        ["🎲 Roll"],
        ["Double to 2", "⋯"],
    ]


def test_a_long_group_has_rows_of_equal_length() -> None:
    assert shown(keyboard("1", "✓ 3", "5", "7", "Cube", "Rules")) == [
        ["1", "✓ 3", "5"],
        ["7", "Cube", "Rules"],
    ]


def test_more_groups_than_rows_move_together() -> None:
    groups = tuple(group for number in range(7) for group in keyboard(f"a{number}", f"b{number}"))
    assert [len(row) for row in shown(groups)] == [5, 5, 4]


def test_what_has_no_room_at_all_is_left_out() -> None:
    assert sum(map(len, shown(keyboard(*(f"b{number}" for number in range(40)))))) == 25


def test_a_label_is_cut_to_what_is_allowed() -> None:
    group = ButtonGroup(GroupKind.ANSWERS, (Button("x" * 100, "g:1:7:take"),))
    assert shown((group,)) == [["x" * 79 + "…"]]


def test_styles_are_colours() -> None:
    for style, number in (
        (ButtonStyle.PRIMARY, 1),
        (ButtonStyle.PLAIN, 2),
        (ButtonStyle.GOOD, 3),
        (ButtonStyle.DANGER, 4),
    ):
        group = ButtonGroup(GroupKind.ANSWERS, (Button("Take", "g:1:7:take", style),))
        assert parts((group,))[0]["style"] == number


def test_an_address_opens_a_page() -> None:
    (link,) = parts((ButtonGroup(GroupKind.OPTIONS, (Button("Source", url="https://example.org"),)),))
    assert (link["url"], link["style"]) == ("https://example.org", 5)
    assert "custom_id" not in link


def test_adding_the_bot_opens_the_invitation() -> None:
    press = Press("s", 0, 0, "add").encode()
    (link,) = parts((ButtonGroup(GroupKind.OPTIONS, (Button("Add me", press),)),))
    assert link["url"] == INVITE


# -- a roll to be played ------------------------------------------------------------------------------


def test_the_higher_die_stands_above_the_lower_and_the_controls_below() -> None:
    keys = (moves(GroupKind.HIGHER, *steps(7, 6)), moves(GroupKind.LOWER, *steps(4, 1)), *CONTROLS)
    assert shown(keys) == [
        list(steps(5, 6)),
        list(steps(7, 6)[5:]),
        list(steps(4, 1)),
        ["↩", "✓ 13/8 6/5", "⌨ Type", "⋯"],
    ]


def test_ten_moves_a_die_fill_the_rows() -> None:
    keys = (moves(GroupKind.HIGHER, *steps(10, 6)), moves(GroupKind.LOWER, *steps(10, 1)), *CONTROLS)
    assert [len(row) for row in shown(keys)] == [5, 5, 5, 5, 4]


def test_a_double_has_four_rows_for_itself() -> None:
    keys = (moves(GroupKind.HIGHER, *steps(20, 2)), *MORE)
    assert [len(row) for row in shown(keys)] == [5, 5, 5, 5, 2]


def test_the_form_is_offered_only_where_there_is_something_to_play() -> None:
    assert shown(CONTROLS) == [["↩", "✓ 13/8 6/5", "⋯"]]
    assert shown((moves(GroupKind.HIGHER, "13→7"), *MORE), "pt_BR") == [["13→7"], ["⌨ Digitar", "⋯"]]


@pytest.mark.parametrize(
    "keys",
    [
        (moves(GroupKind.HIGHER, *steps(11, 6)), moves(GroupKind.LOWER, *steps(3, 1)), *CONTROLS),
        (moves(GroupKind.HIGHER, *steps(3, 6)), moves(GroupKind.LOWER, *steps(11, 1)), *CONTROLS),
        (moves(GroupKind.HIGHER, *steps(21, 2)), *CONTROLS),
    ],
    ids=["the higher die", "the lower die", "a double"],
)
def test_what_has_no_room_as_buttons_is_a_menu_of_starting_points(keys: Keyboard) -> None:
    starts = {int(button.start) for group in keys for button in group.buttons if button.start}
    assert shown(keys) == [
        list(map(str, sorted(starts, reverse=True))),
        ["↩", "✓ 13/8 6/5", "⌨ Type", "⋯"],
    ]


def test_a_menu_says_where_each_checker_can_go() -> None:
    keys = (moves(GroupKind.HIGHER, *steps(11, 6)), moves(GroupKind.LOWER, "24→23*"), *MORE)
    menu = parts(keys)[0]
    assert menu["placeholder"] == "Which checker?"
    assert menu["options"][0]["description"] == "24→18, 24→23*"


def test_a_menu_has_room_for_every_place_and_the_longest_plays() -> None:
    made = "yxwvut"
    places = ("bar", *(str(point) for point in range(24, 0, -1)))
    higher = moves(GroupKind.HIGHER, *(f"{place}→18*" for place in places), made=made)
    lower = moves(GroupKind.LOWER, *(f"{place}→17*" for place in places), made=made)
    assert shown((higher, lower, *MORE))[0] == list(places)


# -- through the client ---------------------------------------------------------------------------------

CROWDED = board(
    buttons=(
        moves(GroupKind.HIGHER, *steps(12, 6), made="yx"),
        moves(GroupKind.LOWER, *steps(2, 1), made="yx"),
        *CONTROLS,
    )
)


async def crowded(desk: Desk) -> tuple[int, int, Json]:
    """Return a channel, somebody who is to act, and a board with a menu."""
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    desk.door.answers("back", answer(AnswerKind.NOTHING, keyboard=CROWDED.keyboard))
    return club, ana, desk.message(await desk.post(club, CROWDED))


async def unfolded(desk: Desk, message: Json) -> None:
    """Wait until the menu of targets is there."""
    await desk.discord.until(lambda: len(message["components"]) == 3)


async def test_the_only_move_of_a_checker_is_made_at_once(desk: Desk) -> None:
    _, ana, message = await crowded(desk)
    deed = await desk.discord.chooses(ana, message, "20")
    await desk.discord.until(lambda: len(desk.door.finished) == 2)
    assert desk.door.presses()[-1] == Press("g", 1, 7, "step", f"yx{packed('20→14')}")
    assert {request.id for request in desk.door.requests} == {f"discord:{deed.id}"}


async def test_where_a_checker_has_several_moves_it_is_asked_where_to(desk: Desk) -> None:
    _, ana, message = await crowded(desk)
    await desk.discord.chooses(ana, message, "24")
    await unfolded(desk, message)
    assert labels(message) == [
        [f"{point}" for point in range(24, 12, -1)],
        ["24→18", "24→23"],
        ["↩", "✓ 13/8 6/5", "⌨ Type", "⋯"],
    ]
    options = message["components"][0]["components"][0]["options"]
    assert [option["default"] for option in options][:2] == [True, False]
    assert [press.verb for press in desk.door.presses()] == ["back"]
    await desk.discord.chooses(ana, message, "24→23")
    await desk.discord.until(lambda: len(desk.door.finished) == 2)
    assert desk.door.presses()[-1] == Press("g", 1, 7, "step", f"yx{packed('24→23')}")


async def test_another_checker_may_be_chosen_instead(desk: Desk) -> None:
    _, ana, message = await crowded(desk)
    await desk.discord.chooses(ana, message, "24")
    await unfolded(desk, message)
    await desk.discord.chooses(ana, message, "23")
    await desk.discord.until(lambda: labels(message)[1] == ["23→17", "23→22"])


async def test_nobody_unfolds_a_menu_who_is_not_to_act(desk: Desk) -> None:
    _, _, message = await crowded(desk)
    desk.door.answers("back", answer(AnswerKind.REFUSAL, "It is Ana's turn."))
    carla = desk.discord.user("Carla")
    await desk.discord.chooses(carla, message, "24")
    await desk.discord.until(lambda: desk.discord.told(carla))
    assert desk.discord.told(carla)[0]["content"] == "It is Ana's turn."
    assert len(message["components"]) == 2


async def test_menus_and_buttons_work_after_a_restart(desk: Desk) -> None:
    _, ana, message = await crowded(desk)
    await desk.restarts()
    await desk.discord.chooses(ana, message, "24")
    await unfolded(desk, message)
    await desk.restarts()
    await desk.discord.chooses(ana, message, "24→18")
    await desk.discord.until(lambda: len(desk.door.finished) == 2)
    await desk.discord.presses(ana, message, "✓")
    await desk.discord.until(lambda: len(desk.door.finished) == 3)
    assert [press.verb for press in desk.door.presses()] == ["back", "step", "✓ 13/8 6/5"]


async def test_a_menu_is_not_unfolded_on_a_board_that_has_moved_on(desk: Desk) -> None:
    club, ana, message = await crowded(desk)
    seen = {**message}
    newer: Board = board("Bruno to roll", buttons=keyboard("Roll", version=9), version=9)
    await desk.edit(MessageRef(str(club), message["id"]), newer)
    await desk.discord.chooses(ana, seen, "24")
    await desk.discord.until(lambda: desk.door.finished)
    await desk.adapter.stop()
    assert labels(message) == [["Roll"]]


async def test_the_form_takes_a_typed_play(desk: Desk) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana", locale="pt-BR")
    message = desk.message(await desk.post(club, board(buttons=(moves(GroupKind.HIGHER, "13→7"), *MORE))))
    opened = await desk.discord.answered(await desk.discord.presses(ana, message, "⌨"))
    assert opened.form
    assert opened.form["title"] == "Sua jogada"
    deed = await desk.discord.fills(ana, opened, "  13/7\n8/7 ")
    await desk.discord.until(desk.door.texts)
    assert desk.door.texts() == ["move 13/7 8/7"]
    assert desk.door.requests[0].id == f"discord:{deed.id}"
    assert deed.acknowledged


async def test_a_form_may_be_filled_in_after_a_restart(desk: Desk) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    message = desk.message(await desk.post(club, board(buttons=(moves(GroupKind.HIGHER, "13→7"), *MORE))))
    opened = await desk.discord.answered(await desk.discord.presses(ana, message, "⌨"))
    await desk.restarts()
    desk.door.answers("move", answer(AnswerKind.REFUSAL, "13/9 is a 4"))
    await desk.discord.fills(ana, opened, "13/9")
    await desk.discord.until(lambda: desk.discord.told(ana))
    assert desk.discord.told(ana)[0]["content"] == "13/9 is a 4"


async def test_ids_stay_apart(desk: Desk) -> None:
    """A message whose buttons share an id is refused: the form and the menus have ids of their own."""
    _, _, message = await crowded(desk)
    ids = list(presses_in(message))
    assert len(ids) == len(set(ids)) == 5
    assert button(message, "⌨")["custom_id"] == "form:1:7"
