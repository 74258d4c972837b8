"""What a challenge proposes: read from words of either language, and described in the reader's.

The order is free: `@Bruno 5 nackgammon`, `money no beavers`, `até 7 sem cubo`. What is said
explicitly counts more than what a preset or a money session brings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import assert_never

from bot.app.catalog import Catalog
from bot.app.commands import fold
from bot.app.offer_words import (
    INCOMPLETE,
    MONEY_PRESET,
    UNITS,
    Meaning,
    Numbered,
    RuleChanges,
    meanings,
    numbered,
)
from bot.app.records import Offer
from bot.engine.house_rules import (
    PRESETS,
    HouseRules,
    Match,
    Money,
    SingleGame,
    checked,
    departures,
    fitted,
)
from bot.engine.refusals import Refusal
from bot.engine.written import excerpt

LONGEST_PHRASE = 4

_BETWEEN_WORDS = re.compile(r"[\s,;]+|(?<=[^\W\d_])-(?=\w)|(?<=\d)-(?=[^\W\d_])")
_PUNCTUATION = ".:!?()\"'“”"
_MENTION = re.compile(r"<@[^>\s]*>|(?<!\S)@\S*")
_NUMBER = re.compile(rf"(\d{{1,5}})(?:{'|'.join(UNITS)})?", re.ASCII)
_LIKE_A_NUMBER = re.compile(rf"[-+−]?\d+(?:{'|'.join(UNITS)})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Word:
    typed: str
    folded: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What a challenge asks for: the offer, and the computer player if one is named."""

    offer: Offer
    level: str | None = None


def parse_offer(argument: str) -> Offer:
    """Return the offer of `parse_challenge`."""
    return parse_challenge(argument).offer


def parse_challenge(argument: str) -> Asked:
    """Return what a text asks for; what it leaves open is one normal game with the cube.

    Mentions are passed over. Raises `Refusal`: offer-unknown (word), offer-unknown-near (word,
    near), offer-points (word), offer-twice (first, second), offer-incomplete (word, right), and
    those of `house_rules.checked`.
    """
    said: dict[str, tuple[str, object]] = {}
    whole = Meaning()
    words = tuple(_words(argument))
    while words:
        count, meaning = _read(words)
        typed = " ".join(word.typed for word in words[:count])
        for name, value in meaning.settled().items():
            earlier, before = said.setdefault(name, (typed, value))
            if _contradict(name, before, value):
                raise Refusal("offer-twice", first=excerpt(earlier), second=excerpt(typed))
        whole = _joined(whole, meaning)
        words = words[count:]
    return Asked(_offer(whole), whole.level)


def _offer(said: Meaning) -> Offer:
    """Fill in what was left open."""
    length, base = PRESETS[said.preset] if said.preset else (SingleGame(), HouseRules())
    if isinstance(said.length, Money) and not said.preset and said.rules.get("cube", True):
        base = PRESETS[MONEY_PRESET][1]
    length = said.length or length
    house_rules = replace(fitted(length, base), **said.rules)
    return Offer(said.variant or "backgammon", length, checked(length, house_rules))


def _contradict(name: str, one: object, other: object) -> bool:
    """Return whether two values of one rule exclude each other: who has raccoons has beavers."""
    return one != other and not (name == "beavers" and one and other)


def _joined(one: Meaning, other: Meaning) -> Meaning:
    rules: RuleChanges = {**one.rules, **other.rules}
    if "beavers" in one.rules and "beavers" in other.rules:
        rules["beavers"] = max(one.rules["beavers"], other.rules["beavers"])
    return Meaning(
        one.length or other.length,
        one.variant or other.variant,
        one.preset or other.preset,
        one.level or other.level,
        rules,
    )


def _words(argument: str) -> Iterator[_Word]:
    for typed in _BETWEEN_WORDS.split(_MENTION.sub(" ", argument)):
        if folded := fold(typed).strip(_PUNCTUATION):
            yield _Word(typed, folded)


def _read(words: Sequence[_Word]) -> tuple[int, Meaning]:
    """Return how many of the first words belong together, and what they mean."""
    phrase = tuple(word.folded for word in words[:LONGEST_PHRASE])
    while phrase:
        count = len(phrase)
        if phrase in meanings():
            return count, meanings()[phrase]
        if phrase in numbered():
            return _read_numbered(words, count, numbered()[phrase])
        if phrase in INCOMPLETE:
            raise _incomplete(words[:count], INCOMPLETE[phrase])
        phrase = phrase[:-1]
    if _LIKE_A_NUMBER.fullmatch(words[0].folded):
        return 1 + _units(words[1:2]), Meaning(length=_match(words[0]))
    raise _unknown(words[0])


def _read_numbered(words: Sequence[_Word], count: int, kind: Numbered) -> tuple[int, Meaning]:
    following = words[count : count + 1]
    if not following or not _LIKE_A_NUMBER.fullmatch(following[0].folded):
        raise _incomplete(words[:count], kind.example)
    if kind.rules is None:
        return count + 1 + _units(words[count + 1 : count + 2]), Meaning(length=_match(following[0]))
    number = _NUMBER.fullmatch(following[0].folded)
    if number is None:
        raise _incomplete(words[: count + 1], kind.example)
    return count + 1, Meaning(rules=kind.rules(int(number[1])))


def _units(words: Sequence[_Word]) -> int:
    """Return how many of these words are a unit after a number."""
    return sum(word.folded in UNITS for word in words)


def _match(word: _Word) -> Match:
    number = _NUMBER.fullmatch(word.folded)
    points = int(number[1]) if number else 0
    if not 1 <= points <= 99:
        raise Refusal("offer-points", word=excerpt(word.typed))
    return Match(points)


def _incomplete(words: Sequence[_Word], example: str) -> Refusal:
    return Refusal("offer-incomplete", word=excerpt(" ".join(word.typed for word in words)), right=example)


def _unknown(word: _Word) -> Refusal:
    single = [phrase[0] for phrase in (*meanings(), *numbered()) if len(phrase) == 1]
    near = get_close_matches(word.folded, [name for name in single if len(name) > 3], n=1, cutoff=0.75)
    if near:
        return Refusal("offer-unknown-near", word=excerpt(word.typed), near=near[0])
    return Refusal("offer-unknown", word=excerpt(word.typed))


def describe(offer: Offer, catalog: Catalog, locale: str) -> str:
    """Return what is played: the length, the variant if it is another, each departure from normal."""
    parts = [_length(offer, catalog, locale)]
    if offer.variant != "backgammon":
        parts.append(catalog.text(locale, f"variant.{offer.variant}"))
    return catalog.text(locale, "offer.separator").join([*parts, *rules_in_words(offer, catalog, locale)])


def rules_in_words(offer: Offer, catalog: Catalog, locale: str) -> list[str]:
    """Return each departure from the normal rules, or that there is none."""
    named = [
        _rule(rule, value, catalog, locale)
        for rule, value in departures(offer.house_rules).items()
        # One game says in its length whether it has a cube.
        if not (rule == "cube" and isinstance(offer.length, SingleGame))
    ]
    return named or [catalog.text(locale, "offer.normal")]


def _length(offer: Offer, catalog: Catalog, locale: str) -> str:
    match offer.length:
        case Match(points):
            return catalog.text(locale, "length.match", n=points)
        case Money():
            return catalog.text(locale, "length.money")
        case SingleGame():
            key = "length.single" if offer.house_rules.cube else "length.single.no-cube"
            return catalog.text(locale, key)
        case _:
            assert_never(offer.length)


def _rule(rule: str, value: object, catalog: Catalog, locale: str) -> str:
    """Return one departure in words: `rule.<field>`, with the value where there are several."""
    match value:
        case bool():
            return catalog.text(locale, f"rule.{rule}")
        case int() if rule != "beavers":
            return catalog.text(locale, f"rule.{rule}", n=value)
        case None:
            return catalog.text(locale, f"rule.{rule}.unlimited")
        case _:
            return catalog.text(locale, f"rule.{rule}.{value}")
