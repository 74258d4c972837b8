"""Whole logs: matches played at random through `decide`, and what exchange formats keep of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from bot.engine import events as happened
from bot.engine.actions import (
    Action,
    ChooseAutoRoll,
    Drop,
    EndSession,
    OfferSettlement,
    Resign,
)
from bot.engine.decide import decide, legal_actions, start_match
from bot.engine.events import Event
from bot.engine.house_rules import HouseRules, Length
from bot.engine.match import Phase, evolve, replay, seats_to_act
from bot.engine.position import Roll

ENDINGS = (Drop, Resign, OfferSettlement, EndSession, ChooseAutoRoll)
"""What would end most games early, or happens too often where every kind is as likely as another."""


def played(
    variant: str, length: Length, house_rules: HouseRules, seed: int, *, most: int = 400, ending: float = 0.02
) -> tuple[Event, ...]:
    """Return the log of a match played at random, at most about `most` events of it.

    With the chance `ending` a decision may be one that ends the game.
    """
    chance = random.Random(seed)
    dice = _rolls(chance)
    log = list(start_match(variant, length, house_rules, dice))
    state = replay(log)
    while state.phase is not Phase.MATCH_OVER and len(log) < most:
        seat = seats_to_act(state)[0]
        legal = legal_actions(state, seat)
        if chance.random() > ending:
            legal = tuple(action for action in legal if not isinstance(action, ENDINGS)) or legal
        events = decide(state, _any_kind(legal, chance), seat, dice)
        for event in events:
            state = evolve(state, event)
        log.extend(events)
    return tuple(log)


def kept(log: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return what a `.mat` file keeps of a log: all but wishes, what came to nothing, and who ended."""
    started = log[0]
    assert isinstance(started, happened.MatchStarted)
    offers = (happened.ResignationOffered, happened.SettlementOffered)
    answers = (happened.ResignationRejected, happened.SettlementRejected)
    passing = (happened.AutoRollChosen, happened.SessionEnded)
    facts: list[Event] = [event for event in log if not isinstance(event, passing)]
    vain = {at - 1 for at, event in enumerate(facts) if isinstance(event, answers)}
    if isinstance(facts[-1], offers):
        vain.add(len(facts) - 1)
    told: list[Event] = []
    for at, event in enumerate(facts):
        if at not in vain and not isinstance(event, answers):
            # A backgammon that gives as much as a gammon cannot be told from one that was resigned.
            told.append(_as_gammon(event) if started.house_rules.triple == 3 else event)
    return tuple(told)


def _as_gammon(event: Event) -> Event:
    match event:
        case happened.ResignationOffered(size=3):
            return replace(event, size=2)
        case happened.GameWon(size=3, by="resignation"):
            return replace(event, size=2)
        case _:
            return event


def _any_kind(legal: tuple[Action, ...], chance: random.Random) -> Action:
    """Return a legal action; each kind is as likely as the others, however many plays there are."""
    kind = chance.choice(list(dict.fromkeys(map(type, legal))))
    return chance.choice([action for action in legal if type(action) is kind])


def _rolls(chance: random.Random) -> Iterator[Roll]:
    while True:
        yield chance.randint(1, 6), chance.randint(1, 6)
