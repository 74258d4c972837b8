"""The words of a challenge in English and Portuguese, and what each of them settles.

Phrases are folded (small letters, no accents) and written with spaces for hyphens. A rule that can
be named can be denied: "no beavers", "sem bivadas", "beavers off".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, TypeAlias, TypedDict

from bot.engine.house_rules import PRESETS, Length, Money, SingleGame
from bot.engine.variants import find_variants
from bot.players import find_players

Phrase: TypeAlias = tuple[str, ...]


class RuleChanges(TypedDict, total=False):
    """Some fields of `HouseRules`, as they were asked for."""

    cube: bool
    cube_cap: int | None
    crawford: Literal["standard", "off", "always"]
    jacoby: bool
    beavers: int
    automatic_doubles: int | None
    first_roll_refusal: Literal["off", "opener", "each"]
    backgammons: bool
    scoring: Literal["standard", "brazil"]
    triple: int | None
    settlements: bool
    teaching: bool


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase settles; the rest is left open."""

    length: Length | None = None
    variant: str | None = None
    preset: str | None = None
    level: str | None = None
    """The computer player that is asked for."""
    rules: RuleChanges = field(default_factory=RuleChanges)

    def settled(self) -> dict[str, object]:
        """Return what it settles, by name; names of rules are those of the fields."""
        named = {
            "length": self.length,
            "variant": self.variant,
            "preset": self.preset,
            "level": self.level,
        }
        return {name: value for name, value in named.items() if value is not None} | dict(self.rules)


@dataclass(frozen=True, slots=True)
class Numbered:
    """A phrase that a number completes; `example` shows how."""

    example: str
    rules: Callable[[int], RuleChanges] | None = None
    """What the number settles; None: the points of the match."""


NOTHING = Meaning()

FILLERS = (
    *("a", "an", "the", "and", "with", "of", "for", "rules", "against", "vs"),
    *("e", "com", "de", "por", "regras", "contra"),
)
"""Words that settle nothing."""

UNITS = ("point", "points", "pt", "pts", "p", "ponto", "pontos")
"""What may follow the length of a match."""

LENGTHS: tuple[tuple[Length, tuple[str, ...]], ...] = (
    (Money(), ("money", "money session", "money game", "dinheiro", "a dinheiro", "sessao a dinheiro")),
    (
        SingleGame(),
        ("single", "single game", "game", "one game", "jogo", "um jogo", "partida", "uma partida"),
    ),
)

MONEY_PRESET = "dinheiro"
"""The rules that a money session has unless a preset is named; the word itself is the length."""

PRESET_NAMES: dict[str, tuple[str, ...]] = {
    "clube": ("club",),
    "mao10": ("mao de 10", "mao 10", "hand10", "hand of 10"),
    "livro": ("book",),
}
"""Further names of presets; a preset's own name is understood without standing here."""

VARIANT_NAMES: dict[str, tuple[str, ...]] = {
    "backgammon": ("gamao",),
    "nackgammon": ("nack",),
    "nackgammon_s004": ("nackgammon s004", "nack s004"),
    "hypergammon": ("hyper", "hyper backgammon", "hiper", "hipergamao", "hipergammon"),
    "longgammon": ("long", "longo"),
}
"""Further names of variants; a variant's own id is understood without standing here."""

LEVEL_NAMES: dict[str, tuple[str, ...]] = {
    "simple": ("simples",),
    "beginner": ("iniciante", "principiante"),
    "advanced": ("avancado",),
    "expert": ("especialista", "perito"),
    "master": ("mestre",),
}
"""Further names of computer players; a player's own id is understood without standing here."""

SWITCHES: tuple[tuple[RuleChanges | None, RuleChanges | None, tuple[str, ...]], ...] = (
    ({"cube": True}, {"cube": False}, ("cube", "cubo")),
    ({"crawford": "standard"}, {"crawford": "off"}, ("crawford", "crawford rule", "regra crawford")),
    ({"jacoby": True}, {"jacoby": False}, ("jacoby", "jacoby rule", "regra jacoby")),
    ({"beavers": 1}, {"beavers": 0}, ("beavers", "beaver", "bivadas", "bivada")),
    ({"beavers": 2}, None, ("raccoons", "raccoon", "racunadas", "racunada")),
    ({"scoring": "brazil"}, {"scoring": "standard"}, ("brazil", "brazilian count", "contagem brasileira")),
    ({"scoring": "brazil"}, {"scoring": "standard"}, ("brazilian", "brasil", "brasileira")),
    ({"backgammons": True}, {"backgammons": False}, ("backgammons", "triples", "triplos")),
    (None, {"backgammons": False}, ("backgammon", "triple", "triplo")),
    ({"settlements": True}, {"settlements": False}, ("settlements", "settlement", "acordos", "acordo")),
    ({"teaching": True}, {"teaching": False}, ("teaching", "hints", "aula", "dicas")),
    (None, {"cube_cap": None}, ("cap", "cube cap", "limite", "teto")),
    (None, {"automatic_doubles": 0}, ("automatic doubles", "auto doubles", "auto", "automaticas")),
    (None, {"automatic_doubles": 0}, ("duplicacoes automaticas", "duplicacao automatica")),
    (None, {"first_roll_refusal": "off"}, ("first roll", "first roll refusal", "primeiro lance")),
)
"""Rules that are on or off: what that settles, and what the rule is called."""

CHOICES: tuple[tuple[RuleChanges, tuple[str, ...], tuple[str, ...]], ...] = (
    ({"crawford": "always"}, ("crawford",), ("always", "sempre")),
    (
        {"automatic_doubles": None},
        ("auto", "automatic doubles", "auto doubles", "automaticas", "duplicacoes automaticas"),
        ("unlimited", "all", "ilimitado", "ilimitadas", "sem limite", "todas"),
    ),
    (
        {"first_roll_refusal": "opener"},
        ("first roll", "first roll refusal", "primeiro lance"),
        ("opener", "starter", "quem comeca"),
    ),
    (
        {"first_roll_refusal": "each"},
        ("first roll", "first roll refusal", "primeiro lance"),
        ("each", "both", "cada", "cada um"),
    ),
)
"""Rules with a choice of words: what it settles, the rule's names, the choice's names."""


NUMBERED: tuple[tuple[Numbered, tuple[str, ...]], ...] = (
    (Numbered("to 5"), ("to", "up to", "match", "match to", "game to", "one game to")),
    (Numbered("até 5"), ("ate", "match ate", "partida ate", "uma partida ate", "jogo ate", "um jogo ate")),
    (Numbered("cap 64", lambda n: {"cube_cap": n}), ("cap", "cube cap", "cube up to")),
    (Numbered("limite 64", lambda n: {"cube_cap": n}), ("limite", "teto", "cubo ate")),
    (
        Numbered("auto 1", lambda n: {"automatic_doubles": n}),
        ("auto", "automatic doubles", "auto doubles", "automaticas", "duplicacoes automaticas"),
    ),
    (Numbered("triple 4", lambda n: {"triple": n}), ("triple",)),
    (Numbered("triplo 4", lambda n: {"triple": n}), ("triplo",)),
)
"""Phrases that a number follows."""

INCOMPLETE = {("first", "roll"): "first-roll opener", ("primeiro", "lance"): "primeiro-lance quem-começa"}
"""Phrases that say too little, and how they are completed."""


@cache
def meanings() -> dict[Phrase, Meaning]:
    """Return every whole phrase and what it settles; raise `ValueError` if one settles two things."""
    known: dict[Phrase, Meaning] = {}
    for text, meaning in _all():
        if known.setdefault(tuple(text.split()), meaning) != meaning:
            raise ValueError(f"{text!r} has two meanings")
    return known


@cache
def numbered() -> dict[Phrase, Numbered]:
    """Return every phrase that a number must follow."""
    return {tuple(text.split()): kind for kind, texts in NUMBERED for text in texts}


def _all() -> Iterator[tuple[str, Meaning]]:
    for filler in (*FILLERS, "normal", "normal rules", "regras normais"):
        yield filler, NOTHING
    for length, texts in LENGTHS:
        yield from ((text, Meaning(length=length)) for text in texts)
    for preset in PRESETS:
        if preset != MONEY_PRESET:
            yield from ((text, Meaning(preset=preset)) for text in (preset, *PRESET_NAMES.get(preset, ())))
    for variant in find_variants():
        names = (variant, *VARIANT_NAMES.get(variant, ()))
        yield from ((text, Meaning(variant=variant)) for text in names)
    for player in find_players():
        names = (player, *LEVEL_NAMES.get(player, ()))
        yield from ((text, Meaning(level=player)) for text in names)
    for on, off, names in SWITCHES:
        for name in names:
            yield from _switch(name, on, off)
    for rules, names, values in CHOICES:
        yield from ((f"{name} {value}", Meaning(rules=rules)) for name in names for value in values)


def _switch(name: str, on: RuleChanges | None, off: RuleChanges | None) -> Iterator[tuple[str, Meaning]]:
    if on is not None:
        yield from ((text, Meaning(rules=on)) for text in (name, f"{name} on", f"with {name}", f"com {name}"))
    if off is not None:
        texts = (f"no {name}", f"without {name}", f"sem {name}", f"{name} off")
        yield from ((text, Meaning(rules=off)) for text in texts)
