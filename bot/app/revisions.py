"""What the buttons of a challenge card do to the offer on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.app.records import Offer
from bot.engine.house_rules import PRESETS, Length, Match, SingleGame, fitted


def with_length(offer: Offer, argument: str) -> Offer:
    """Return the offer at another length: 1 (or what is no length) is one game, 99 the longest match."""
    points = int(argument) if argument.isdecimal() else 1
    length: Length = SingleGame() if points <= 1 else Match(min(points, 99))
    return replace(offer, length=length, house_rules=fitted(length, offer.house_rules))


def with_cube_switched(offer: Offer, _: str) -> Offer:
    """Return the offer with the cube on or off."""
    rules = replace(offer.house_rules, cube=not offer.house_rules.cube)
    return replace(offer, house_rules=fitted(offer.length, rules))


def with_preset(offer: Offer, name: str) -> Offer:
    """Return the offer with the length and rules of a preset; an unknown name changes nothing."""
    if name not in PRESETS:
        return offer
    length, rules = PRESETS[name]
    return replace(offer, length=length, house_rules=fitted(length, rules))


REVISIONS: dict[str, Callable[[Offer, str], Offer]] = {
    "length": with_length,
    "cube": with_cube_switched,
    "preset": with_preset,
}
"""What a card's buttons do to the offer."""
