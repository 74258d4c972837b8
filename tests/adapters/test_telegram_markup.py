"""Words become HTML that Telegram takes, whatever stands in them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.telegram.markup import (
    CAPTION_LIMIT,
    html_pages,
    html_within,
    plain_text,
    visible_length,
)
from bot.app.names import units
from bot.app.replies import Block, Code, Mention, Span, Words
from bot.app.requests import PlayerKind, PlayerRef
from tests.helpers.telegram_desk import said
from tests.helpers.telegram_server.entities import Text, parsed
from tests.helpers.telegram_server.looks import entities_of, pinged
from tests.helpers.telegram_server.wire import Json

ANA = PlayerRef("telegram", "7", "Ana", "ana_silva")
NASTY_NAMES = (
    "<b>Ana</b>",
    'Ana & "Bia" <\'>',
    "@everyone",
    "Ana @bruno_costa",
    "t.me/evil",
    "https://evil.com/x",
    "/resign",
    "👩‍👩‍👧 Ana 🏁",
    "مريم",
    "a" * 24,
    "[Ana](tg://user?id=9)",
    "&amp;lt;",
)


def seen(html: str) -> Text:
    """Return what the server makes of a bot's HTML."""
    return parsed(html, "HTML", lambda number: {"id": number})


def message(html: str) -> Json:
    text = seen(html)
    return {"text": text.text, "entities": list(text.entities)}


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_a_name_brings_no_markup_no_link_and_no_ping(name: str) -> None:
    words = ((Mention(ANA, name), " to roll"),)
    shown = message(html_within(words, CAPTION_LIMIT))
    assert shown["text"].replace("\u2060", "") == f"{name} to roll"
    assert shown["entities"] == []


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_a_name_that_pings_is_one_mention_of_its_bearer_and_nothing_else(name: str) -> None:
    words = (("▶ ", Mention(ANA, name, ping=True), ": roll"),)
    shown = message(html_within(words, CAPTION_LIMIT))
    assert shown["text"] == f"▶ {name}: roll"
    assert [entity["user"]["id"] for entity in shown["entities"]] == [7]
    assert pinged(shown) == [name]


def test_who_is_known_by_a_user_name_alone_is_pinged_by_it() -> None:
    invited = PlayerRef("telegram", "", "Bruno", "bruno_costa")
    shown = message(html_within(((Mention(invited, "Bruno", ping=True),),), CAPTION_LIMIT))
    assert pinged(shown) == ["@bruno_costa"]


@pytest.mark.parametrize(
    "player",
    [
        PlayerRef("discord", "7", "Ana"),
        PlayerRef("telegram", "", "Ana", "no good name"),
        PlayerRef("computer", "simple", "Gamão", kind=PlayerKind.COMPUTER),
    ],
)
def test_nobody_else_can_be_pinged(player: PlayerRef) -> None:
    shown = message(html_within(((Mention(player, "Ana", ping=True),),), CAPTION_LIMIT))
    assert (shown["text"], shown["entities"]) == ("Ana", [])


def test_an_at_sign_in_plain_words_rings_for_nobody() -> None:
    shown = message(html_within(said("what about @bruno_costa?"), CAPTION_LIMIT))
    assert pinged(shown) == []
    assert shown["text"].replace("\u2060", "") == "what about @bruno_costa?"


def test_plays_stand_in_code_and_boards_in_a_block() -> None:
    shown = message(html_within((("Ana: ", Code("13/8* 6/4")), (Block("+-<>-+\n|    |"),)), CAPTION_LIMIT))
    assert entities_of(shown, "code") == ["13/8* 6/4"]
    assert entities_of(shown, "pre") == ["+-<>-+\n|    |"]


def test_an_at_sign_in_code_stays_as_it_is() -> None:
    assert html_within(((Code("@ana_silva"),),), CAPTION_LIMIT) == "<code>@ana_silva</code>"


# -- length ---------------------------------------------------------------------------------------


def test_what_fits_is_left_whole() -> None:
    words = said("a" * 500, "b" * 523)
    assert seen(html_within(words, CAPTION_LIMIT)).text == "a" * 500 + "\n" + "b" * 523


def test_the_longest_line_is_cut_first_and_the_call_to_act_stays() -> None:
    words: Words = (("Ana 0–0 Bruno",), ("x" * 10_000,), (Mention(ANA, "Ana", ping=True), ": roll"))
    first, middle, last = seen(html_within(words, CAPTION_LIMIT)).text.split("\n")
    assert (first, last) == ("Ana 0–0 Bruno", "Ana: roll")
    assert middle.endswith("…")
    assert visible_length(words) > CAPTION_LIMIT == units(f"{first}\n{middle}\n{last}")


def test_a_tag_is_never_cut() -> None:
    words: Words = ((Code("<&>" * 1000), Mention(ANA, "Ana", ping=True)),)
    assert units(seen(html_within(words, CAPTION_LIMIT)).text) == CAPTION_LIMIT


def test_a_letter_of_two_units_is_never_halved() -> None:
    assert units(seen(html_within(said("🎲" * 600), CAPTION_LIMIT)).text) == CAPTION_LIMIT - 1


def test_thousands_of_lines_are_cut_to_the_first_and_the_last() -> None:
    words = said(*(str(number) for number in range(5000)))
    lines = seen(html_within(words, CAPTION_LIMIT)).text.split("\n")
    assert lines[0] == "0"
    assert units("\n".join(lines)) <= CAPTION_LIMIT


def test_pages_break_between_lines_and_keep_every_word() -> None:
    lines = [f"line {number} {'word ' * 20}".strip() for number in range(100)]
    pages = [seen(page).text for page in html_pages(said(*lines), 4096)]
    assert len(pages) == 3
    assert all(units(page) <= 4096 for page in pages)
    assert "\n".join(pages).split("\n") == lines


def test_a_line_longer_than_a_page_breaks_at_a_space() -> None:
    pages = [seen(page).text for page in html_pages(said("word " * 2000), 4096)]
    assert " ".join(page.strip() for page in pages).split() == ["word"] * 2000
    assert all(page.split() and set(page.split()) == {"word"} for page in pages)


def test_a_block_longer_than_a_page_goes_on_as_a_block() -> None:
    rows = "\n".join(f"{number:04d} " + "|" * 60 for number in range(100))
    pages = html_pages(((Block(rows),),), 4096)
    assert all(page.startswith("<pre>") and page.endswith("</pre>") for page in pages)
    assert "".join(seen(page).text + "\n" for page in pages).split() == rows.split()


def test_no_words_make_no_page() -> None:
    assert html_pages((), 4096) == ()
    assert html_pages(said("", "  "), 4096) == ()


def test_a_toast_is_bare_text_of_at_most_its_limit() -> None:
    assert plain_text(((Code("13/8"), " & <2> to play"),), 200) == "13/8 & <2> to play"
    assert units(plain_text(said("🎲" * 300), 200)) <= 200


spans = st.one_of(
    st.text(max_size=80),
    st.builds(Code, st.text(max_size=40)),
    st.builds(Block, st.text(max_size=80)),
    st.builds(Mention, st.just(ANA), st.text(max_size=24), st.booleans()),
)
lines = st.lists(spans, max_size=6).map(tuple)


@pytest.mark.property
@given(st.lists(lines, max_size=40).map(tuple), st.integers(8, 300))
def test_whatever_stands_in_words_the_server_takes_them(
    words: tuple[tuple[Span, ...], ...], limit: int
) -> None:
    for html in (html_within(words, limit), *html_pages(words, limit)):
        assert units(seen(html).text) <= limit
        known = {"code", "pre", "text_mention", "bot_command", "url"}
        assert {entity["type"] for entity in seen(html).entities} <= known
