"""How much each computer player loses by its checker plays: `python -m benchmarks.levels --positions 300`.

The positions are decisions from games that two players of a middling level play against each other,
in money play and at match scores. Each play is held against the best of a search of `--plies` half-moves
with bgsage; the error is what it loses in equity. PR, as players know it from XG, is 500 times the
mean over decisions with more than one legal play.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from math import sqrt
from multiprocessing import get_context
from random import Random
from statistics import fmean, stdev
from time import perf_counter

from bot.engine.actions import MakePlay
from bot.engine.decide import decide, start_match
from bot.engine.events import Event
from bot.engine.house_rules import PRESETS, HouseRules, Length, Match
from bot.engine.match import MatchState, Phase, evolve, replay, seats_to_act
from bot.engine.notation import spell_play
from bot.engine.position import Roll
from bot.engine.rules import LegalPlay
from bot.engine.variants import rules_of
from bot.players import ComputerPlayer, find_players, player_of
from bot.players.sage.player import SagePlayer
from bot.players.sage.rating import rated_plays, searched_play

SAMPLE = SagePlayer("sample", error=0.05)
"""Who plays the games that the decisions are taken from."""
GAMES: tuple[tuple[Length, HouseRules], ...] = (PRESETS["dinheiro"], (Match(7), HouseRules()))
EVERY = 5
"""Neighbouring decisions are much alike; one in so many is taken."""
BLUNDER = 0.08
"""The equity from which XG speaks of a blunder."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What each player lost at one decision, in equity, and how long it thought, in seconds."""

    errors: dict[str, float]
    seconds: dict[str, float]


def main() -> None:
    """Print the table."""
    options = _options()
    players = [player for player in map(player_of, find_players()) if player.missing() is None]
    moments = list(islice(decisions(Random(options.seed)), options.positions))
    judge = partial(judged, players=players, plies=options.plies)
    with get_context("spawn").Pool(options.processes) as pool:
        found = pool.map(judge, moments, chunksize=8)
    print(f"{len(found)} decisions, seed {options.seed}, held against a search of {options.plies} plies\n")
    print("| player | PR | ± | blunders | median ms | longest ms |\n|---|---|---|---|---|---|")
    for player in sorted(players, key=lambda player: -fmean(each.errors[player.id] for each in found)):
        print(_row(player.id, found))


def decisions(chance: Random) -> Iterator[MatchState]:
    """Yield decisions between several plays, none of which ends the game."""
    while True:
        for length, house_rules in GAMES:
            for number, at in enumerate(_unforced(chance, length, house_rules)):
                if number % EVERY == 0:
                    yield at


def judged(at: MatchState, players: list[ComputerPlayer], plies: int) -> Judged:
    """Return what each player loses at a decision."""
    legal = {spell_play(each.play): each for each in _legal(at)}
    best = rated_plays(at, plies)
    # A play that stands alone at a glance was not searched.
    searched = best if len(best) > 1 else (searched_play(at, best[0].legal, plies),)
    known = {spell_play(play.legal.play): play.equity for play in searched}
    errors, seconds = {}, {}
    for player in players:
        begun = perf_counter()
        choice = player.choose(at, at.on_roll)
        seconds[player.id] = perf_counter() - begun
        assert isinstance(choice, MakePlay)
        if choice.notation not in known:
            known[choice.notation] = searched_play(at, legal[choice.notation], plies).equity
        errors[player.id] = known[choice.notation]
    # What the shortlist left out may turn out to be better than it looked.
    most = max(known.values())
    return Judged({name: most - equity for name, equity in errors.items()}, seconds)


def _unforced(chance: Random, length: Length, house_rules: HouseRules) -> Iterator[MatchState]:
    dice = rolls(chance)
    at = replay(start_match("backgammon", length, house_rules, dice))
    while at.phase is not Phase.MATCH_OVER and at.game <= 3:
        seat = seats_to_act(at)[0]
        # The version seeds a player's errors: no two games are alike.
        at = replace(at, version=chance.getrandbits(32))
        choice = SAMPLE.choose(at, seat)
        if isinstance(choice, MakePlay) and len(_legal(at)) > 1 and not _ends(at):
            yield at
        at = _after(at, decide(at, choice, seat, dice))


def _legal(at: MatchState) -> tuple[LegalPlay, ...]:
    assert at.dice is not None
    return rules_of(at.variant).legal_plays(at.position, at.on_roll, at.dice)


def _ends(at: MatchState) -> bool:
    return any(not any(each.result.row(at.on_roll)[1:]) for each in _legal(at))


def _after(at: MatchState, events: tuple[Event, ...]) -> MatchState:
    for event in events:
        at = evolve(at, event)
    return at


def rolls(chance: Random) -> Iterator[Roll]:
    """Yield random rolls without end."""
    while True:
        yield chance.randint(1, 6), chance.randint(1, 6)


def _row(name: str, found: list[Judged]) -> str:
    errors = [each.errors[name] for each in found]
    times = sorted(each.seconds[name] * 1000 for each in found)
    blunders = sum(error > BLUNDER for error in errors) / len(errors)
    spread = 500 * stdev(errors) / sqrt(len(errors))
    return (
        f"| `{name}` | {500 * fmean(errors):.1f} | {spread:.1f} | {blunders:.1%} "
        f"| {times[len(times) // 2]:.1f} | {times[-1]:.0f} |"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--plies", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
