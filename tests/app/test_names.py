"""Names come from strangers: whatever they hold, one short harmless line comes out."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.names import MAX_GRAPHEMES, MAX_UNITS, NAMELESS, clean_name, graphemes, name_of_player
from bot.app.requests import Handle, PlayerRef

FAMILY = "👨\u200d👩\u200d👧"


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana\n Maria\t", "Ana Maria"),
        ("João\u202eanA", "JoãoanA"),
        ("A\u0000n\u200ba", "Ana"),
        ("\u2066Ana\u2069", "Ana"),
        ("Ana\u2028Bruno", "Ana Bruno"),
        ("x" * 40, "x" * 24),
        ("🇧🇷" * 30, "🇧🇷" * 12),
        ("e\u0301" * 30, "e\u0301" * 24),
        ("Z" + "\u0300" * 200, "Z"),
        (f"{FAMILY}{FAMILY}", f"{FAMILY}{FAMILY}"),
        ("👍🏽 Bruno", "👍🏽 Bruno"),
        ("", NAMELESS),
        (" \u200d ", NAMELESS),
        ("\u3164\u3164", NAMELESS),
        ("\u2800", NAMELESS),
        ("\ue000", NAMELESS),
        ("\u0301", NAMELESS),
    ],
)
def test_a_name_is_short_and_harmless(given_name: str, shown: str) -> None:
    assert clean_name(given_name) == shown


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Ana", ["A", "n", "a"]),
        ("🇧🇷🇵🇹", ["🇧🇷", "🇵🇹"]),
        (f"a{FAMILY}b", ["a", FAMILY, "b"]),
        ("👍🏽!", ["👍🏽", "!"]),
        ("1\ufe0f\u20e32", ["1\ufe0f\u20e3", "2"]),
        ("", []),
    ],
)
def test_a_grapheme_is_what_is_seen_as_one_letter(text: str, parts: list[str]) -> None:
    assert list(graphemes(text)) == parts


@given(st.text(max_size=80))
def test_any_text_becomes_a_name_that_fits(text: str) -> None:
    name = clean_name(text)
    assert name == name.strip() != ""
    assert len(list(graphemes(name))) <= MAX_GRAPHEMES
    assert len(name.encode("utf-16-le")) <= 2 * MAX_UNITS
    assert not {unicodedata.category(letter) for letter in name} & {"Cc", "Zl", "Zp", "Cs"}
    assert clean_name(name) == name


def test_a_player_without_a_visible_name_goes_by_the_user_name() -> None:
    assert name_of_player(PlayerRef("telegram", "7", "\u2800", "ana_m")) == "ana_m"
    assert name_of_player(PlayerRef("telegram", "7", "Ana", "ana_m")) == "Ana"
    assert name_of_player(PlayerRef("discord", "7", "")) == NAMELESS


def test_a_handle_is_shown_with_its_at_sign() -> None:
    assert name_of_player(Handle("telegram", "bruno")) == "@bruno"
