"""Hypothesis strategies of the match: what can be agreed, and what can be asked."""

from __future__ import annotations

from typing import Literal, TypeAlias

from hypothesis import strategies as st

from bot.engine import actions as ask
from bot.engine.actions import Action, WinSize
from bot.engine.house_rules import HouseRules, Length, Match, Money, SingleGame, fitted

Agreement: TypeAlias = tuple[Length, HouseRules]

_SIZES: tuple[WinSize, ...] = (1, 2, 3)
_CRAWFORD: tuple[Literal["standard", "off", "always"], ...] = ("standard", "off", "always")
_REFUSALS: tuple[Literal["off", "opener", "each"], ...] = ("off", "opener", "each")

lengths: st.SearchStrategy[Length] = st.one_of(
    st.integers(1, 9).map(Match), st.just(Money()), st.just(Money()), st.just(SingleGame())
)


def _with_cube() -> st.SearchStrategy[HouseRules]:
    return st.builds(
        HouseRules,
        cube_cap=st.sampled_from([None, None, 2, 4, 64]),
        crawford=st.sampled_from(_CRAWFORD),
        jacoby=st.booleans(),
        beavers=st.integers(0, 2),
        automatic_doubles=st.sampled_from([0, 1, 2, None]),
        first_roll_refusal=st.sampled_from(_REFUSALS),
        backgammons=st.booleans(),
        settlements=st.booleans(),
        teaching=st.booleans(),
    )


def _brazil() -> st.SearchStrategy[HouseRules]:
    return st.builds(
        HouseRules,
        cube=st.booleans(),
        crawford=st.sampled_from(["standard", "off"]),
        scoring=st.just("brazil"),
        triple=st.sampled_from([None, 3, 5]),
        settlements=st.booleans(),
    )


@st.composite
def agreements(draw: st.DrawFn) -> Agreement:
    """Draw a length and house rules that make sense together."""
    length = draw(lengths)
    return length, fitted(length, draw(st.one_of(_with_cube(), _brazil())))


_nodes = st.sampled_from(["bar", "off", *map(str, range(27))])
_notations = st.one_of(
    st.lists(st.tuples(_nodes, _nodes).map("/".join), max_size=4).map(" ".join), st.text(max_size=12)
)

actions: st.SearchStrategy[Action] = st.one_of(
    st.sampled_from(
        [
            ask.RollDice(),
            ask.OfferDouble(),
            ask.Take(),
            ask.Drop(),
            ask.Beaver(),
            ask.Raccoon(),
            ask.RefuseFirstRoll(),
            ask.AcceptResignation(),
            ask.RejectResignation(),
            ask.AcceptSettlement(),
            ask.RejectSettlement(),
            ask.NextGame(),
            ask.EndSession(),
        ]
    ),
    st.builds(ask.MakePlay, _notations),
    st.builds(ask.Resign, st.sampled_from(_SIZES)),
    st.builds(ask.OfferSettlement, st.integers(-(10**6), 10**6)),
    st.builds(ask.ChooseAutoRoll, st.booleans()),
)
"""Anything a seat might ask for, sensible or not."""
