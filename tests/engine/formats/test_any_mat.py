"""Any match, under any agreement: what is written is read back, event by event."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.events import GameStarted, Played
from bot.engine.formats import Transcript, export_mat, export_sgf, import_mat
from bot.engine.house_rules import HouseRules, Length, Match, Money, SingleGame
from bot.engine.match import replay
from bot.engine.variants import find_variants
from tests.helpers.logs import kept, played
from tests.helpers.strategies import Agreement, agreements

pytestmark = pytest.mark.property

NAMES = ("Ana", "Bruno")


@settings(max_examples=40, deadline=None)
@given(
    variant=st.sampled_from(["hypergammon", "hypergammon", *find_variants()]),
    agreed=agreements(),
    seed=st.integers(0, 2**32),
    most=st.integers(3, 250),
)
def test_any_log_is_read_back(variant: str, agreed: Agreement, seed: int, most: int) -> None:
    """Also a log that stops anywhere; positions, dice, cube and score follow from the events."""
    log = played(variant, *agreed, seed, most=most, ending=0.1)
    text = export_mat(Transcript(NAMES, log))
    back = import_mat(text)
    assert back.log == kept(log)
    assert export_mat(back) == text
    assert replay(back.log).score == replay(kept(log)).score


@pytest.mark.parametrize("variant", find_variants())
@pytest.mark.parametrize(
    ("length", "rules"),
    [
        (Match(1), HouseRules()),
        (Match(5), HouseRules(cube_cap=8)),
        (Money(), HouseRules(jacoby=True, beavers=2, cube_cap=16, automatic_doubles=1)),
        (SingleGame(), HouseRules(cube_cap=64)),
    ],
)
def test_whole_matches_of_every_variant(variant: str, length: Length, rules: HouseRules) -> None:
    log = played(variant, length, rules, seed=7, most=500)
    back = import_mat(export_mat(Transcript(NAMES, log)))
    assert back.log == kept(log)
    assert sum(isinstance(event, Played) for event in log) > 10


@settings(max_examples=20, deadline=None)
@given(agreed=agreements(), seed=st.integers(0, 2**32))
def test_a_log_is_told_in_sgf_move_by_move(agreed: Agreement, seed: int) -> None:
    log = played("hypergammon", *agreed, seed, most=200, ending=0.1)
    text = export_sgf(Transcript(NAMES, log))
    assert text.count("(;FF[4]GM[6]") == sum(isinstance(event, GameStarted) for event in log)
    plays = sum(isinstance(event, Played) for event in log)
    rolls = [line for line in text.splitlines() if line[:2] in {";B", ";W"} and line[3].isdigit()]
    assert len(rolls) == plays


def test_the_random_matches_have_what_is_rare() -> None:
    """Otherwise the comparisons above would say little."""
    rules = HouseRules(beavers=2, first_roll_refusal="each", settlements=True, automatic_doubles=None)
    logs = (played("hypergammon", Money(), rules, seed, most=150, ending=0.2) for seed in range(20))
    seen = {type(event).__name__ for log in logs for event in log}
    assert {
        "Beavered",
        "Raccooned",
        "Dropped",
        "FirstRollRefused",
        "AutomaticallyDoubled",
        "SettlementAccepted",
        "SettlementRejected",
        "ResignationAccepted",
        "ResignationRejected",
        "AutoRollChosen",
        "SessionEnded",
    } <= seen
