"""What every adapter promises, whatever its platform."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from bot.adapters import StartFailed, find_adapters, load_spec
from bot.app.ports import NotDelivered
from bot.app.records import MessageRef
from bot.app.replies import AnswerKind, Block, Board, Code, Mention
from bot.app.requests import PlayerRef
from bot.bootstrap import DISCONNECT_SECONDS, STOP_SECONDS
from tests.helpers.growth import Growth, captioned, percent
from tests.helpers.houses import HOUSES, House, until
from tests.helpers.telegram_desk import VIEW, answer, board, keyboard
from tests.helpers.views import view_of

ALBUM = tuple(captioned(words, VIEW) for words in ("the first", "the second", "the third"))
_wanted = count(1)


@pytest.fixture(params=sorted(find_adapters()))
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[House]:
    """A house on each platform that there is an adapter for; the adapter is not started."""
    async with HOUSES[request.param](tmp_path) as opened:
        yield opened


@pytest.fixture
async def opened(house: House) -> House:
    """A house whose adapter runs."""
    await house.open()
    return house


async def post(house: House, shown: Board) -> MessageRef:
    return await house.adapter.post(view_of(house.place, next(_wanted)), shown, None)


async def edit(house: House, message: MessageRef, shown: Board) -> None:
    await house.adapter.edit(view_of(house.place, next(_wanted)), message, shown)


async def close(house: House, message: MessageRef, shown: Board | None = None) -> None:
    await house.adapter.close(view_of(house.place, next(_wanted)), message, shown)


# -- who it is ----------------------------------------------------------------------------------------


def test_every_adapter_has_a_house() -> None:
    assert set(HOUSES) == set(find_adapters())


async def test_it_says_which_platform_it_serves(house: House) -> None:
    assert house.adapter.platform == house.place.platform
    assert load_spec(house.adapter.platform).platform == house.adapter.platform
    assert 0 <= house.adapter.partial_gap_seconds < 5
    assert house.adapter.typing_gap_seconds > 0


# -- requests -------------------------------------------------------------------------------------------


async def test_what_is_written_reaches_the_front_door(opened: House) -> None:
    await opened.types("pips")
    await until(lambda: opened.door.finished)
    (request,) = opened.door.finished
    assert request.id.startswith(f"{opened.place.platform}:")
    assert request.channel == opened.place
    assert request.player.platform == opened.place.platform
    assert request.player.name == "Ana"
    assert request.text.lstrip("/") == "pips"
    assert not request.plain
    assert request.press is None


async def test_no_two_requests_share_an_id(opened: House) -> None:
    for number in range(3):
        await opened.types("pips")
        await until(lambda: len(opened.door.finished) > number)  # noqa: B023 - awaited within the turn
    ids = [request.id for request in opened.door.requests]
    assert len(set(ids)) == len(ids) == 3


@pytest.mark.parametrize("kind", [AnswerKind.INFO, AnswerKind.REFUSAL])
async def test_an_answer_is_carried_back(opened: House, kind: AnswerKind) -> None:
    opened.door.answers("pips", answer(kind, "Ana leads by 4 pips."))
    await opened.types("pips")
    await until(lambda: "Ana leads by 4 pips." in opened.seen())


async def test_a_mistake_of_ours_does_not_end_the_conversation(opened: House) -> None:
    if opened.place.platform == "terminal":
        pytest.skip("the front door never raises, and the terminal relies on that")

    def fail(_: object) -> object:
        raise RuntimeError("a bug")

    opened.door.answers("score", fail)  # type: ignore[arg-type]  # it never answers
    await opened.types("score")
    await until(lambda: opened.door.finished)
    await opened.types("pips")
    await until(lambda: len(opened.door.finished) == 2)


# -- answers that grow ----------------------------------------------------------------------------------


async def test_an_answer_that_grows_is_told_at_once_and_what_it_becomes_in_the_end(opened: House) -> None:
    growth = Growth()
    opened.door.answers("pips", percent(0, growth))
    await opened.types("pips")
    await until(lambda: "Analysing 0 %" in opened.seen())
    growth.comes(percent(12), percent(13))
    growth.ends(answer(AnswerKind.INFO, "Ana errs by 73", album=ALBUM))
    await until(lambda: "Ana errs by 73" in opened.seen() and "the third" in opened.seen())
    for shown in ALBUM:
        assert opened.seen().count(str(shown.words[0][0])) == 1


async def test_what_is_asked_while_an_answer_grows_is_carried_out_at_once(opened: House) -> None:
    if opened.place.platform == "terminal":
        pytest.skip("each line of a script is carried out before the next")
    growth = Growth()
    opened.door.answers("pips", percent(0, growth))
    await opened.types("pips")
    await until(lambda: "Analysing 0 %" in opened.seen())
    await opened.types("roll")
    await until(lambda: len(opened.door.finished) == 2)
    await post(opened, board("Bruno to roll"))
    growth.ends(answer(AnswerKind.INFO, "Ana errs by 73"))
    await until(lambda: "Ana errs by 73" in opened.seen())


async def test_a_stop_gives_up_what_grows(opened: House, caplog: pytest.LogCaptureFixture) -> None:
    growth = Growth()
    opened.door.answers("pips", percent(0, growth))
    await opened.types("pips")
    await until(lambda: growth.awaited)
    await asyncio.wait_for(opened.adapter.stop(), STOP_SECONDS)
    assert growth.given_up
    growth.ends(answer(AnswerKind.INFO, "Ana errs by 73"))
    await asyncio.wait_for(opened.adapter.disconnect(), DISCONNECT_SECONDS)
    assert "Analysing 0 %" in opened.seen()
    assert "Ana errs by 73" not in opened.seen()
    assert "ERROR" not in caplog.text


# -- boards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", [VIEW, None], ids=["board", "card"])
async def test_a_board_is_posted_edited_and_closed(opened: House, view: None) -> None:
    ref = await post(opened, board("Ana to roll", view=view))
    assert ref.chat == opened.place.chat
    assert "Ana to roll" in opened.seen()
    await edit(opened, ref, board("Bruno to roll", view=view))
    assert "Bruno to roll" in opened.seen()
    await close(opened, ref)
    await close(opened, ref, board("🏁 Ana wins", view=view))


async def test_each_post_is_a_message_of_its_own(opened: House) -> None:
    assert len({await post(opened, board(f"board {number}")) for number in range(3)}) == 3


async def test_an_edit_or_a_closing_may_be_repeated(opened: House) -> None:
    ref = await post(opened, board())
    for _ in range(2):
        await edit(opened, ref, board("Bruno to roll"))
    for _ in range(2):
        await close(opened, ref)


async def test_words_are_shown_whatever_is_in_them(opened: House) -> None:
    """Names and plays of all kinds; nothing is taken for markup, and nothing is refused."""
    nasty = "<b>*Ana*</b> _&amp;_ `x` [y](z) @everyone"
    words = (
        (nasty, " ", Code("13/8*(2) `")),
        (Mention(PlayerRef("elsewhere", "7", nasty), nasty, ping=True), " rolls"),
        (Block("+13-14-+\n|      |"),),
    )
    await post(opened, Board(words, keyboard("Roll"), VIEW))
    shown = opened.seen().replace("\u2060", "")
    assert nasty in shown
    assert "13/8*(2)" in shown
    assert "|      |" in shown


async def test_long_words_are_delivered(opened: House) -> None:
    ref = await post(opened, board("x" * 10_000, "Ana to roll"))
    await edit(opened, ref, board("y" * 10_000, "Bruno to roll"))
    assert "Bruno to roll" in opened.seen()


async def test_to_show_typing_fails_nowhere_and_leaves_nothing(house: House) -> None:
    view = view_of(house.place, 1)
    await house.adapter.typing(view)
    await house.open()
    before = house.seen()
    await house.adapter.typing(view)
    await house.adapter.typing(view_of(replace(house.place, chat="999"), 1))
    assert house.seen() == before
    await house.adapter.stop()
    await house.adapter.disconnect()
    await house.adapter.typing(view)


# -- coming and going ---------------------------------------------------------------------------------------


async def test_nothing_is_delivered_before_the_start(house: House) -> None:
    if load_spec(house.adapter.platform).token is None:
        pytest.skip("a screen is always there")
    with pytest.raises(NotDelivered):
        await post(house, board())


async def test_a_stop_waits_for_what_was_begun_and_takes_nothing_more(opened: House) -> None:
    gate = opened.door.holds("pips")
    await opened.types("pips")
    await until(lambda: opened.door.requests)
    stopping = asyncio.create_task(opened.adapter.stop())
    await asyncio.sleep(0.02)
    gate.set()
    await asyncio.wait_for(stopping, 5.0)
    assert len(opened.door.finished) == 1
    await opened.types("score")
    await asyncio.sleep(0.05)
    assert len(opened.door.requests) == 1


async def test_boards_are_posted_after_a_stop_until_it_lets_go(opened: House) -> None:
    await opened.adapter.stop()
    await post(opened, board("the last board"))
    assert "the last board" in opened.seen()
    await asyncio.wait_for(opened.adapter.disconnect(), 5.0)


async def test_what_was_never_started_can_be_stopped(house: House) -> None:
    await house.adapter.stop()
    await house.adapter.disconnect()


async def test_a_token_that_is_not_known_is_told_as_such_and_not_repeated(house: House) -> None:
    stranger = house.stranger()
    token = load_spec(house.adapter.platform).token
    if stranger is None or token is None:
        assert (stranger, token) == (None, None)
        return
    with pytest.raises(StartFailed) as failure:
        await stranger.start()
    await stranger.stop()
    await stranger.disconnect()
    assert token.upper() in failure.value.reason
    assert "WRONG" not in repr(failure.value)
