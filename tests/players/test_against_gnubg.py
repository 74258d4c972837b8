"""Our judge beside GNU Backgammon's own analysis of matches that it played: `data/matches/gnubg_*.jsonl`.

GNU Backgammon searched two plies, as deep as our judge in its way of counting. Two programs with nets of
their own never agree to the last figure; these are the bounds within which they do.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain
from multiprocessing import get_context

import pytest

from bot.engine.events import Played
from bot.engine.formats import import_mat
from bot.engine.formats.transcript import Game, games_of
from bot.engine.match import MatchState, due
from bot.engine.notation import format_play, match_play
from bot.engine.variants import rules_of
from bot.players.judging import Judgement, Kind, mistakes, moments
from bot.players.sage.judge import SageJudge
from bot.players.sage.machine import missing
from tests.helpers.known import DATA

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(missing() is not None, reason="bgsage cannot run here"),
]

JUDGE = SageJudge()
MATCHES = ("m1", "m2", "m3")
ERRORS_APART, ERRORS_SHARE = 0.25, 0.25
"""How far apart the equities may be that somebody loses: by plays, or by cubes, in a whole match."""
LUCK_APART = 0.75
RATE_SHARE, RATE_APART = 0.2, 1.0
LARGEST = 0.2
"""Errors from which on each is compared."""
LOSS_APART = 0.09
BEST_APART = 0.03
"""How far our best play may be ahead of theirs."""
CLOSE = 0.16
"""What GNU Backgammon calls a close decision about the cube."""


@dataclass(frozen=True)
class Judged:
    """A match, and what our judge says of its moments."""

    names: tuple[str, str]
    games: tuple[Game, ...]
    judgements: tuple[Judgement, ...]

    def of(self, player: str) -> list[Judgement]:
        """Return the judgements of a player."""
        return [each for each in self.judgements if each.seat == self.names.index(player)]


@pytest.fixture(scope="module")
def judged() -> dict[str, Judged]:
    """Judge all matches, in two processes."""
    found = {}
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        for name in MATCHES:
            transcript = import_mat((DATA / "matches" / f"{name}.mat").read_text("utf-8"))
            games = games_of(transcript.log)
            all_moments = chain.from_iterable(map(moments, games))
            judgements = tuple(processes.map(JUDGE.judge, all_moments, chunksize=8))
            found[name] = Judged(transcript.names, games, judgements)
    return found


def known(name: str) -> Iterator[dict[str, object]]:
    """Yield the rows of a file of GNU Backgammon's findings."""
    for line in (DATA / "matches" / name).read_text("utf-8").splitlines():
        yield json.loads(line)


FIGURES = list(known("gnubg_figures.jsonl"))
EACH_PLAYER = pytest.mark.parametrize("row", FIGURES, ids=lambda row: f"{row['match']}-{row['player']}")


def lost(judgements: list[Judgement], *, by_plays: bool) -> float:
    return sum(each.loss for each in judgements if (each.kind is Kind.PLAY) == by_plays)


@EACH_PLAYER
def test_the_same_rolls_and_unforced_plays_are_counted(
    row: dict[str, object], judged: dict[str, Judged]
) -> None:
    own = judged[str(row["match"])].of(str(row["player"]))
    assert sum(each.luck is not None for each in own) == row["rolls"]
    assert sum(each.kind is Kind.PLAY and bool(each.options) for each in own) == row["unforced"]


@EACH_PLAYER
@pytest.mark.parametrize(("by_plays", "key"), [(True, "play_error"), (False, "cube_error")])
def test_errors_cost_as_much(
    row: dict[str, float], by_plays: bool, key: str, judged: dict[str, Judged]
) -> None:
    own = judged[str(row["match"])].of(str(row["player"]))
    assert lost(own, by_plays=by_plays) == pytest.approx(row[key], abs=ERRORS_APART, rel=ERRORS_SHARE)


@EACH_PLAYER
def test_luck_is_as_great(row: dict[str, float], judged: dict[str, Judged]) -> None:
    match = judged[str(row["match"])]
    luck = sum(each.luck or 0 for each in match.of(str(row["player"])))
    assert luck == pytest.approx(row["luck"], abs=LUCK_APART)


@EACH_PLAYER
def test_the_error_rate_is_as_high(row: dict[str, float], judged: dict[str, Judged]) -> None:
    """Counted as GNU Backgammon does, over unforced plays and close decisions about the cube."""
    own = judged[str(row["match"])].of(str(row["player"]))
    decisions = sum(bool(each.options) if each.kind is Kind.PLAY else is_close(each) for each in own)
    rate = 500 * sum(each.loss for each in own) / decisions
    assert rate == pytest.approx(row["rate"], rel=RATE_SHARE, abs=RATE_APART)


def is_close(judgement: Judgement) -> bool:
    best, *_, worst = judgement.options
    return best.equity - worst.equity < CLOSE


@pytest.mark.parametrize("name", MATCHES)
def test_the_largest_errors_are_the_same_plays(name: str, judged: dict[str, Judged]) -> None:
    """The worst five of either are among the worst eight of the other."""
    match = judged[name]
    ours = [place_of(each, match.games) for each in mistakes(match.judgements) if each.kind is Kind.PLAY]
    theirs = [(row["game"], row["move"]) for row in known("gnubg_errors.jsonl") if row["match"] == name]
    assert set(ours[:5]) <= set(theirs[:8])
    assert set(theirs[:5]) <= set(ours[:8])


@pytest.mark.parametrize("name", MATCHES)
def test_large_errors_cost_as_much_and_the_better_play_is_as_good(
    name: str, judged: dict[str, Judged]
) -> None:
    match = judged[name]
    ours = {place_of(each, match.games): each for each in match.judgements if each.kind is Kind.PLAY}
    for row in known("gnubg_errors.jsonl"):
        if row["match"] != name or float(str(row["loss"])) < LARGEST:
            continue
        judgement = ours[row["game"], row["move"]]
        assert judgement.seat == match.names.index(str(row["player"]))
        assert judgement.loss == pytest.approx(row["loss"], abs=LOSS_APART), row
        state = state_at(match, judgement)
        assert sorted(due(state.dice)) == sorted(map(int, str(row["roll"])))
        equities = {option.name: option.equity for option in judgement.options}
        best = equities[canonical(state, str(row["best"]))]
        assert best == pytest.approx(judgement.best.equity, abs=BEST_APART), row


def place_of(judgement: Judgement, games: tuple[Game, ...]) -> tuple[object, object]:
    """Return the number of a game, and which of its plays was judged."""
    game = games[judgement.game - 1]
    before = [
        event for event in game.events[: judgement.at - game.begun.version] if isinstance(event, Played)
    ]
    return judgement.game, len(before) + 1


def state_at(match: Judged, judgement: Judgement) -> MatchState:
    """Return the state in which a decision was made."""
    told = match.games[judgement.game - 1].told()
    return next(state for state, _ in told if state.version == judgement.at)


def canonical(state: MatchState, written: str) -> str:
    """Return a play in our notation."""
    rules = rules_of(state.variant)
    return format_play(match_play(rules, state.position, state.on_roll, due(state.dice), written).play)
