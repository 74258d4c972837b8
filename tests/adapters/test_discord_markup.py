"""Words become markdown that shows them as they are, within Discord's limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.discord.markup import (
    CONTENT_LIMIT,
    escaped,
    markdown_pages,
    markdown_within,
    plain_text,
)
from bot.app.names import units
from bot.app.replies import Block, Code, Mention, Span, Words
from bot.app.requests import PlayerRef
from tests.helpers.discord_server.looks import words_of
from tests.helpers.discord_server.wire import Json

ANA = PlayerRef("discord", "40001", "Ana")
USERS: dict[int, Json] = {40001: {"global_name": "Ana"}}


def seen(markdown: str) -> str:
    """Return what is read of markdown; fail if anything in it is taken for markup."""
    return words_of({"content": markdown}, USERS)


# -- text is shown as it is -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "*Ana* _Ana_ __Ana__ ~~Ana~~ ||Ana||",
        "`13/8*`",
        "# Ana",
        "> Ana",
        ">>> Ana",
        "-# Ana",
        "- Ana",
        "+ Ana",
        "1. Ana",
        "22) Ana",
        "[Ana](https://example.org)",
        "https://example.org/x_y_z",
        "<https://example.org>",
        "<@40001> <@!40001> <@&1> <#1> </roll:1> <t:1> <:dice:1> <id:home>",
        "@everyone @here",
        ":dice: :D a:b",
        "\\*Ana\\*",
        "Ana 6-1: 13/7, and so on…",
        "first\n- second\n# third",
    ],
)
def test_text_is_neither_styled_nor_linked_nor_rung(text: str) -> None:
    assert seen(markdown_within(((text,),))) == text


@pytest.mark.parametrize("invitation", ["discord.gg/abc", "https://discord.gg/abc", "dsc.gg/abc"])
def test_an_invitation_in_a_name_is_none(invitation: str) -> None:
    """Discord looks for it in what is written, not in what is read."""
    assert invitation not in escaped(invitation)


@pytest.mark.parametrize("call", ["@everyone", "@here"])
def test_nobody_calls_everyone(call: str) -> None:
    assert call not in escaped(call)


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\r\u2060\u200b"), max_size=60))
def test_any_text_is_shown_as_it_is(text: str) -> None:
    assert seen(escaped(text)) == text


def test_what_needs_no_escape_has_none() -> None:
    assert escaped("Ana 6-1: bar/20, 2–1 (Crawford) · to 5!") == "Ana 6-1: bar/20, 2–1 (Crawford) · to 5!"


# -- spans ----------------------------------------------------------------------------------------


def test_a_play_stands_in_code_style_so_that_a_star_stays_a_star() -> None:
    assert markdown_within((("Ana: ", Code("13/8* 6/5")),)) == "Ana: `13/8* 6/5`"


def test_code_cannot_be_broken_out_of() -> None:
    """No escape works in code, so a backtick is shown by its twin."""
    assert markdown_within(((Code("a`b``c\nd"),),)) == "`aˋbˋˋc d`"
    assert markdown_within(((Code(""), "x"),)) == "x"


def test_code_beside_code_stays_apart() -> None:
    assert seen(markdown_within(((Code("a"), Code("b")),))) == "`a``b`"
    assert "``" not in markdown_within(((Code("a"), Code("b")),))


def test_a_text_board_stands_in_a_block_that_cannot_be_broken_out_of() -> None:
    assert markdown_within(((Block("+13-14-+\n|*_  |"),),)) == "```\n+13-14-+\n|*_  |\n```"
    assert "````" not in markdown_within(((Block("```"),),))


@pytest.mark.parametrize("ping", [True, False])
def test_a_player_of_this_platform_is_mentioned(ping: bool) -> None:
    """Whether the mention rings is decided beside the words."""
    assert markdown_within(((Mention(ANA, "Ana", ping=ping), " rolls"),)) == "<@40001> rolls"


@pytest.mark.parametrize(
    "player", [PlayerRef("telegram", "40001"), PlayerRef("computer", "simple"), PlayerRef("discord", "１２")]
)
def test_anybody_else_is_named(player: PlayerRef) -> None:
    assert markdown_within(((Mention(player, "*Ana*", ping=True), " rolls"),)) == "\\*Ana\\* rolls"


def test_words_without_markup_are_what_is_read() -> None:
    words: Words = (("Ana*: ", Code("13/8*")), (Mention(ANA, "Ana"), " rolls"))
    assert plain_text(words) == "Ana*: 13/8*\nAna rolls"


# -- limits ---------------------------------------------------------------------------------------

spans: st.SearchStrategy[Span] = st.one_of(
    st.text(max_size=60),
    st.text(max_size=60).map(Code),
    st.text(max_size=60).map(Block),
    st.text(min_size=1, max_size=24).map(lambda name: Mention(ANA, name)),
)
lines = st.lists(st.lists(spans, max_size=3).map(tuple), max_size=4).map(tuple)


@given(lines, st.integers(30, 80))
def test_words_never_exceed_a_limit(words: Words, limit: int) -> None:
    assert units(markdown_within(words, limit)) <= limit
    assert all(units(page) <= limit for page in markdown_pages(words, limit))


def test_the_longest_lines_are_cut_first() -> None:
    words: Words = (("Ana 2–1 Bruno",), ("x" * 5000,), ("Ana to roll",))
    score, cut, call = markdown_within(words).split("\n")
    assert (score, call) == ("Ana 2–1 Bruno", "Ana to roll")
    assert cut.endswith("x…")
    assert units(markdown_within(words)) == CONTENT_LIMIT


def test_a_cut_breaks_no_markup() -> None:
    assert markdown_within((("*" * 50,),), 21) == "\\*" * 10 + "…"
    assert markdown_within(((Code("x" * 50),),), 10) == "`xxxxxxx`…"
    assert markdown_within(((Mention(ANA, "Ana"), "y" * 20),), 8) == "…"


def test_as_many_lines_as_there_are_letters_are_fitted_too() -> None:
    words: Words = tuple((f"line {number}",) for number in range(3000))
    assert units(markdown_within(words)) <= CONTENT_LIMIT


def test_pages_break_between_lines() -> None:
    words: Words = (("a" * 30,), ("b" * 30,), ("c" * 5,))
    assert markdown_pages(words, 40) == ("a" * 30, "b" * 30 + "\n" + "c" * 5)


def test_a_line_longer_than_a_page_breaks_at_a_gap() -> None:
    pages = markdown_pages((("word " * 20,),), 42)
    assert all(page.rstrip().endswith("word") for page in pages)
    assert "".join(pages) == "word " * 20


def test_a_block_is_continued_as_a_block() -> None:
    pages = markdown_pages(((Block("row\n" * 30),),), 60)
    assert len(pages) > 1
    assert all(page.startswith("```\n") and page.endswith("\n```") for page in pages)


def test_words_that_say_nothing_make_no_page() -> None:
    assert markdown_pages((("",), (" ",))) == ()


def test_length_counts_as_the_strictest_client_does() -> None:
    assert units("a⚪🎲") == 4
