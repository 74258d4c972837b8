"""What a challenge may say, in both languages, and how it is described."""

from __future__ import annotations

import re
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.catalog import Catalog
from bot.app.codes import without_code_word
from bot.app.offer_words import RuleChanges, meanings, numbered
from bot.app.offers import describe, parse_offer
from bot.app.records import Offer
from bot.app.replies import Code
from bot.engine.house_rules import PRESETS, HouseRules, Length, Match, Money, SingleGame, departures
from bot.engine.refusals import Refusal
from bot.engine.variants import find_variants
from tests.helpers.message_keys import BOT

ONE_GAME = Offer("backgammon", SingleGame(), HouseRules())
USUAL_MONEY = HouseRules(jacoby=True, beavers=1)

BASES = ("", "money", "5", "brazil")
"""What makes room for any one house rule."""


def offer(length: Length, rules: HouseRules | None = None, variant: str = "backgammon") -> Offer:
    return Offer(variant, length, rules or HouseRules())


def money(**changes: object) -> Offer:
    return offer(Money(), replace(USUAL_MONEY, **changes))  # type: ignore[arg-type]  # by name, in a table


def refusal_of(argument: str) -> Refusal:
    with pytest.raises(Refusal) as refused:
        parse_offer(argument)
    return refused.value


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return Catalog()


@pytest.mark.parametrize(
    "argument", ["", "  ", "@ana", "<@123>", "<@!123>", "single", "game", "uma partida", "normal"]
)
def test_silence_is_one_normal_game_with_the_cube(argument: str) -> None:
    assert parse_offer(argument) == ONE_GAME


@pytest.mark.parametrize(
    "argument",
    [
        *("7", "to 7", "até 7", "ate 7", "7 points", "7pts", "7 pontos", "to 7 points", "7."),
        *("match to 7", "match até 7", "game to 7", "uma partida até 7", "a match to 7", "até-7"),
        *("@ana 7", "7 @ana", "<@123> 7", "7 against @ana", "clube", "club"),
    ],
)
def test_a_match_to_seven(argument: str) -> None:
    assert parse_offer(argument) == offer(Match(7))


@pytest.mark.parametrize("points", [1, 2, 10, 99])
def test_any_length_from_1_to_99(points: int) -> None:
    assert parse_offer(str(points)) == offer(Match(points))


@pytest.mark.parametrize(
    "argument", ["0", "100", "-3", "to 0", "até 100", "99999999999999999999", "100 points"]
)
def test_other_lengths_are_refused_with_the_number(argument: str) -> None:
    refusal = refusal_of(argument)
    assert refusal.key == "offer-points"
    assert str(refusal.params["word"]) in argument


@pytest.mark.parametrize(
    "argument", ["money", "dinheiro", "a dinheiro", "money session", "Dinheiro", "@ana money"]
)
def test_a_money_session_has_its_usual_rules(argument: str) -> None:
    assert parse_offer(argument) == money()


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ("money no jacoby", money(jacoby=False)),
        ("dinheiro sem bivadas", money(beavers=0)),
        ("money raccoons", money(beavers=2)),
        ("beavers raccoons money", money(beavers=2)),
        ("racunadas e bivadas, dinheiro", money(beavers=2)),
        ("money auto 1", money(automatic_doubles=1)),
        ("money automatic doubles 3", money(automatic_doubles=3)),
        ("money auto unlimited", money(automatic_doubles=None)),
        ("dinheiro duplicações automáticas ilimitadas", money(automatic_doubles=None)),
        ("money first-roll opener", money(first_roll_refusal="opener")),
        ("money first roll each", money(first_roll_refusal="each")),
        ("dinheiro primeiro-lance quem-começa", money(first_roll_refusal="opener")),
        ("dinheiro primeiro lance cada um", money(first_roll_refusal="each")),
        ("money settlements", money(settlements=True)),
        ("dinheiro com acordos", money(settlements=True)),
        ("5 teaching", offer(Match(5), HouseRules(teaching=True))),
        ("até 5 com dicas", offer(Match(5), HouseRules(teaching=True))),
        ("money cap 64", money(cube_cap=64)),
        ("money no cube", offer(Money(), HouseRules(cube=False))),
        ("5 no-cube", offer(Match(5), HouseRules(cube=False))),
        ("5 sem cubo", offer(Match(5), HouseRules(cube=False))),
        ("cube off 5", offer(Match(5), HouseRules(cube=False))),
        ("5 with cube", offer(Match(5))),
        ("5 cap 64", offer(Match(5), HouseRules(cube_cap=64))),
        ("5 limite 32", offer(Match(5), HouseRules(cube_cap=32))),
        ("5 cubo até 16", offer(Match(5), HouseRules(cube_cap=16))),
        ("app no cap", ONE_GAME),
        ("5 crawford off", offer(Match(5), HouseRules(crawford="off"))),
        ("5 sem crawford", offer(Match(5), HouseRules(crawford="off"))),
        ("5 crawford always", offer(Match(5), HouseRules(crawford="always"))),
        ("crawford sempre 5", offer(Match(5), HouseRules(crawford="always"))),
        ("5 crawford", offer(Match(5))),
        ("no backgammons", offer(SingleGame(), HouseRules(backgammons=False))),
        ("sem triplos até 5", offer(Match(5), HouseRules(backgammons=False))),
        ("brazil", offer(SingleGame(), HouseRules(scoring="brazil"))),
        ("5 contagem brasileira", offer(Match(5), HouseRules(scoring="brazil"))),
        ("7 brasil triplo 4", offer(Match(7), HouseRules(scoring="brazil", triple=4))),
        ("triple 4 brazil 7", offer(Match(7), HouseRules(scoring="brazil", triple=4))),
    ],
)
def test_house_rules_one_by_one_in_any_order(argument: str, expected: Offer) -> None:
    assert parse_offer(argument) == expected
    assert parse_offer(f"@who {argument.upper()}") == expected


@pytest.mark.parametrize(
    ("argument", "variant"),
    [
        ("nackgammon", "nackgammon"),
        ("nack", "nackgammon"),
        ("nackgammon-s004", "nackgammon_s004"),
        ("hyper-backgammon", "hypergammon"),
        ("hiper", "hypergammon"),
        ("hipergamão", "hypergammon"),
        ("long", "longgammon"),
        ("gamão", "backgammon"),
    ],
)
def test_variants_in_both_languages(argument: str, variant: str) -> None:
    assert parse_offer(f"5 {argument}") == offer(Match(5), variant=variant)


@pytest.mark.parametrize("variant", find_variants())
def test_every_variant_is_understood_by_its_id(variant: str) -> None:
    assert parse_offer(f"{variant} 3") == offer(Match(3), variant=variant)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_understood_by_its_name(preset: str) -> None:
    length, rules = PRESETS[preset]
    assert parse_offer(preset) == offer(length, rules)


@pytest.mark.parametrize(
    ("argument", "preset"),
    [
        ("mão de 10", "mao10"),
        ("mao 10", "mao10"),
        ("hand of 10", "mao10"),
        ("book", "livro"),
        ("club", "clube"),
    ],
)
def test_presets_have_other_names(argument: str, preset: str) -> None:
    assert parse_offer(argument) == parse_offer(preset)


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ("club 3", offer(Match(3))),
        ("g4d 5", offer(Match(5))),
        ("mao10 with cube", offer(Match(10), HouseRules(crawford="off", scoring="brazil"))),
        ("mao10 single", offer(SingleGame(), HouseRules(cube=False, scoring="brazil"))),
        ("g4d no jacoby", offer(Money(), HouseRules(beavers=1, automatic_doubles=1))),
        ("livro money", offer(Money(), HouseRules(automatic_doubles=None))),
        ("app cap 16", offer(SingleGame(), HouseRules(cube_cap=16))),
    ],
)
def test_what_is_said_counts_more_than_the_preset(argument: str, expected: Offer) -> None:
    assert parse_offer(argument) == expected


@pytest.mark.parametrize(
    ("argument", "first", "second"),
    [
        ("5 7", "5", "7"),
        ("money 5", "money", "5"),
        ("até 5 single", "até 5", "single"),
        ("nackgammon hyper", "nackgammon", "hyper"),
        ("jacoby money sem jacoby", "jacoby", "sem jacoby"),
        ("crawford-off 5 crawford always", "crawford off", "crawford always"),
        ("cap 32 cap 64", "cap 32", "cap 64"),
        ("no beavers raccoons money", "no beavers", "raccoons"),
        ("club mao10", "club", "mao10"),
    ],
)
def test_contradictions_are_refused_naming_both(argument: str, first: str, second: str) -> None:
    refusal = refusal_of(argument)
    assert (refusal.key, refusal.params) == ("offer-twice", {"first": first, "second": second})


def test_saying_the_same_twice_is_no_contradiction() -> None:
    assert parse_offer("5 to 5 até 5 pontos, no cube sem cubo") == offer(Match(5), HouseRules(cube=False))


@pytest.mark.parametrize(
    ("argument", "key"),
    [
        ("jacoby", "rules-money-only"),
        ("5 bivadas", "rules-money-only"),
        ("money crawford always", "rules-match-only"),
        ("5 cap 64 no cube", "rules-cube-needed"),
        ("money no cube jacoby", "rules-cube-needed"),
        ("g4d no cube", "rules-cube-needed"),
        ("5 cap 63", "rules-cube-cap"),
        ("money auto 99", "rules-automatic-doubles"),
        ("5 triple 4", "rules-triple-brazil"),
        ("brazil triple 40", "rules-triple-value"),
    ],
)
def test_the_impossible_is_refused_with_the_reason(argument: str, key: str) -> None:
    assert refusal_of(argument).key == key


@pytest.mark.parametrize(
    ("argument", "word", "right"),
    [
        ("cap", "cap", "cap 64"),
        ("5 limite x", "limite", "limite 64"),
        ("cap 999999", "cap 999999", "cap 64"),
        ("money auto", "auto", "auto 1"),
        ("money first-roll", "first roll", "first-roll opener"),
        ("to", "to", "to 5"),
        ("até", "até", "até 5"),
    ],
)
def test_what_is_incomplete_is_refused_with_an_example(argument: str, word: str, right: str) -> None:
    refusal = refusal_of(argument)
    assert (refusal.key, refusal.params) == ("offer-incomplete", {"word": word, "right": right})


@pytest.mark.parametrize("phrase", [" ".join(phrase) for phrase in numbered()])
def test_the_examples_complete_what_they_explain(phrase: str) -> None:
    example = str(refusal_of(phrase).params["right"])
    with_room = {"auto": "money", "trip": "brazil"}.get(example[:4], "")
    assert parse_offer(f"{with_room} {example}") != parse_offer(with_room)


@pytest.mark.parametrize("word", ["foo", "5.5", "cheese", "X" * 32, "😀", "a@b"])
def test_an_unknown_word_is_refused_by_name(word: str) -> None:
    refusal = refusal_of(f"5 {word} no cube")
    assert (refusal.key, refusal.params) == ("offer-unknown", {"word": word})


def test_a_long_unknown_word_is_cut() -> None:
    word = str(refusal_of("x" * 4000).params["word"])
    assert word == "x" * 39 + "…"


@pytest.mark.parametrize(
    ("word", "near"), [("nackgamon", "nackgammon"), ("jacobi", "jacoby"), ("dineiro", "dinheiro")]
)
def test_a_slip_is_refused_with_the_word_that_was_meant(word: str, near: str) -> None:
    refusal = refusal_of(f"5 {word}")
    assert (refusal.key, refusal.params) == ("offer-unknown-near", {"word": word, "near": near})


SAYINGS = [" ".join(phrase) for phrase in meanings()] + [
    "@ana",
    "<@1>",
    "5",
    "cap 64",
    "auto 1",
    "to 3",
    "0",
    "what",
]


@given(st.lists(st.sampled_from(SAYINGS), max_size=6).map(" ".join) | st.text())
def test_whatever_is_said_is_an_offer_or_refused(argument: str) -> None:
    try:
        made = parse_offer(argument)
    except Refusal as refusal:
        assert refusal.key.startswith(("offer-", "rules-"))  # noqa: PT017
    else:
        assert made.variant in find_variants()


@given(st.permutations(["@ana", "5", "nackgammon", "sem cubo", "no backgammons", "brazil"]))
def test_the_order_is_free(words: list[str]) -> None:
    expected = HouseRules(cube=False, backgammons=False, scoring="brazil")
    assert parse_offer(" ".join(words)) == offer(Match(5), expected, "nackgammon")


def test_every_house_rule_can_be_asked_for() -> None:
    asked = {rule for meaning in meanings().values() for rule in meaning.rules}
    asked |= {rule for kind in numbered().values() if kind.rules for rule in kind.rules(1)}
    assert asked == {field.name for field in fields(HouseRules)}
    assert RuleChanges.__annotations__.keys() == asked


# -- described ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argument", "english", "portuguese"),
    [
        ("", "one game with the cube, normal rules", "uma partida com cubo, regras normais"),
        ("no cube", "one game without the cube, normal rules", "uma partida sem cubo, regras normais"),
        ("5", "match to 5 points, normal rules", "match até 5 pontos, regras normais"),
        ("1", "match to 1 point, normal rules", "match até 1 ponto, regras normais"),
        (
            "7 nack no cube",
            "match to 7 points, Nackgammon, without the cube",
            "match até 7 pontos, Nackgammon, sem cubo",
        ),
        ("money", "money session, Jacoby rule, beavers", "sessão a dinheiro, regra Jacoby, bivadas"),
        ("app", "one game with the cube, cube up to 64", "uma partida com cubo, cubo até 64"),
    ],
)
def test_an_offer_names_its_length_and_each_departure(
    catalog: Catalog, argument: str, english: str, portuguese: str
) -> None:
    made = parse_offer(argument)
    assert describe(made, catalog, "en") == english
    assert describe(made, catalog, "pt_BR") == portuguese


DEPARTURES: dict[str, tuple[object, ...]] = {
    "cube": (False,),
    "cube_cap": (64,),
    "crawford": ("off", "always"),
    "jacoby": (True,),
    "beavers": (1, 2),
    "automatic_doubles": (1, 3, None),
    "first_roll_refusal": ("opener", "each"),
    "backgammons": (False,),
    "scoring": ("brazil",),
    "triple": (4,),
    "settlements": (True,),
    "teaching": (True,),
}


@pytest.mark.parametrize("locale", Catalog().locales())
@pytest.mark.parametrize("rule", [field.name for field in fields(HouseRules)])
def test_every_departure_has_its_own_words_in_every_language(
    catalog: Catalog, locale: str, rule: str
) -> None:
    normal = describe(offer(Match(5)), catalog, locale)
    told = set()
    for value in DEPARTURES[rule]:
        rules = HouseRules(**{rule: value})  # type: ignore[arg-type]  # by name, in a table
        assert departures(rules) == {rule: value}
        told.add(describe(offer(Match(5), rules), catalog, locale))
    assert len(told | {normal}) == len(DEPARTURES[rule]) + 1


@pytest.mark.parametrize("locale", Catalog().locales())
@pytest.mark.parametrize("variant", find_variants())
def test_every_variant_has_a_name_in_every_language(catalog: Catalog, locale: str, variant: str) -> None:
    told = describe(offer(Match(5), variant=variant), catalog, locale)
    assert (told == describe(offer(Match(5)), catalog, locale)) == (variant == "backgammon")


@pytest.mark.parametrize("locale", Catalog().locales())
def test_everything_that_the_help_proposes_is_understood(catalog: Catalog, locale: str) -> None:
    words = catalog.words(locale, "help.challenge")
    proposed = [span.text for line in words for span in line if isinstance(span, Code)]
    assert len(proposed) > 20
    for text in proposed:
        said, _ = without_code_word(re.sub(r"^/\w+ ", "", text))
        assert any(_possible(f"{base} {said}") for base in BASES), text


def _possible(argument: str) -> bool:
    try:
        parse_offer(argument)
    except Refusal:
        return False
    return True


# -- docs/commands.md -------------------------------------------------------------------------------


def documented() -> list[tuple[str, list[str]]]:
    """Return what the table of the docs says, and the words for it in both languages."""
    page = (BOT.parent / "docs" / "commands.md").read_text(encoding="utf-8")
    rows = [
        line.split("|") for line in page.split("## What a challenge says")[1].splitlines() if line[:1] == "|"
    ]
    return [(row[1].strip(), re.findall("`([^`]+)`", row[2] + row[3])) for row in rows[2:]]


@pytest.mark.parametrize(("meaning", "texts"), documented())
def test_all_words_of_a_documented_row_mean_the_same(meaning: str, texts: list[str]) -> None:
    base = next(base for base in BASES if _possible(f"{base} {texts[0]}"))
    assert len({repr(parse_offer(f"{base} {text}")) for text in texts}) == 1, meaning


def test_the_docs_tell_every_variant_preset_and_house_rule() -> None:
    said = [text for _, texts in documented() for text in texts]
    offers = [parse_offer(f"{base} {text}") for base in BASES for text in said if _possible(f"{base} {text}")]
    assert {made.variant for made in offers} == set(find_variants())
    assert {rule for made in offers for rule in departures(made.house_rules)} == set(DEPARTURES)
    assert [preset for preset in PRESETS if Offer("backgammon", *PRESETS[preset]) not in offers] == []
