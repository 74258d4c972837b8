"""A computer player against GNU Backgammon: `python -m benchmarks.versus_gnubg --minutes 60`.

Both play money games with the cube, without the Jacoby rule and without beavers, and our engine is the
referee. Each sequence of dice is played twice with seats exchanged, the opening roll included: part of
the luck cancels in such a pair, and the standard error is that of the means of pairs. The games follow
from `--seed`; how many there are, from `--minutes`. An interrupt ends the run, and what was played counts.
"""

from __future__ import annotations

import argparse
import atexit
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from itertools import chain, count
from math import nan, sqrt
from multiprocessing import get_context
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Protocol, TypeAlias

from benchmarks.gnubg_player import GnuBackgammon
from benchmarks.levels import rolls
from bot.engine.actions import Action
from bot.engine.decide import decide, start_match
from bot.engine.events import Doubled, Dropped, Event, Played, Seat
from bot.engine.house_rules import HouseRules, Money
from bot.engine.match import MatchState, due, evolve, replay, seats_to_act
from bot.players import player_of

PROGRESS = 10
"""Pairs of games between two lines of progress."""


class Player(Protocol):
    """Somebody who is asked for decisions."""

    def choose(self, state: MatchState, seat: Seat) -> Action:
        """Return what `seat` does."""


@dataclass(frozen=True, slots=True)
class Share:
    """One player's share of a game."""

    points: int
    """What the game gave, negative if it was lost."""
    plays: int
    """Plays, also those that were forced."""
    doubles: int
    drops: int
    seconds: float
    """How long the player thought about plays and the cube."""


Game: TypeAlias = tuple[Share, Share]
"""Our share of a game, and theirs."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Pairs of games with the same dice."""

    pairs: Sequence[tuple[Game, Game]]

    @property
    def games(self) -> list[Game]:
        """Return the games one by one."""
        return list(chain.from_iterable(self.pairs))

    @property
    def mean(self) -> float:
        """Return our points a game."""
        return fmean(ours.points for ours, _ in self.games)

    @property
    def error(self) -> float:
        """Return the standard error of the mean; nan for fewer than two pairs."""
        means = [fmean(ours.points for ours, _ in pair) for pair in self.pairs]
        return stdev(means) / sqrt(len(means)) if len(means) > 1 else nan


def main() -> None:
    """Play, and print the table."""
    options = _options()
    pairs: list[tuple[Game, Game]] = []
    begun = perf_counter()
    try:
        for pair in _pairs(options, until=begun + 60 * options.minutes):
            pairs.append(pair)
            if len(pairs) % PROGRESS == 0:
                print(_progress(Tally(pairs), perf_counter() - begun), file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    finally:
        if pairs:
            print(_table(Tally(pairs), options), flush=True)


def play_pair(ours: Player, theirs: Player, seed: str) -> tuple[Game, Game]:
    """Play two money games with the same dice: we are seat 0 in the first, seat 1 in the second.

    Raises `Refusal` if a player breaks the rules.
    """
    first = _play_game((ours, theirs), seed)
    in_their_seats, in_ours = _play_game((theirs, ours), seed)
    return first, (in_ours, in_their_seats)


def _play_game(players: tuple[Player, Player], seed: str) -> tuple[Share, Share]:
    """Return the shares of the two seats."""
    dice, seconds = rolls(Random(seed)), [0.0, 0.0]
    log = list(start_match("backgammon", Money(), HouseRules(), dice))
    state = replay(log)
    while state.game_won is None:
        (seat,) = seats_to_act(state)
        begun = perf_counter()
        action = players[seat].choose(state, seat)
        seconds[seat] += perf_counter() - begun
        for event in decide(state, action, seat, dice):
            state = evolve(state, event)
            log.append(event)
    return _share(state, log, 0, seconds[0]), _share(state, log, 1, seconds[1])


def _share(end: MatchState, log: list[Event], seat: Seat, seconds: float) -> Share:
    won = due(end.game_won)
    did = [type(each) for each in log if isinstance(each, Played | Doubled | Dropped) and each.seat == seat]
    points = won.points if won.seat == seat else -won.points
    return Share(points, did.count(Played), did.count(Doubled), did.count(Dropped), seconds)


def _pairs(options: argparse.Namespace, until: float) -> Iterator[tuple[Game, Game]]:
    """Yield pairs as they end; begin none after `until`, on the clock of `perf_counter`."""
    numbers = count()
    with ProcessPoolExecutor(options.processes, get_context("spawn"), _ignore_interrupts) as pool:

        def begin() -> Future[tuple[Game, Game]]:
            return pool.submit(_play, options.player, options.plies, f"{options.seed}-{next(numbers)}")

        pending = {begin() for _ in range(options.processes)}
        while pending:
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            if perf_counter() < until:
                pending |= {begin() for _ in done}
            for future in done:
                yield future.result()


def _ignore_interrupts() -> None:
    """Leave an interrupt to the process that prints the table."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(player: str, plies: int, seed: str) -> tuple[Game, Game]:
    return play_pair(player_of(player), _gnu_backgammon(plies), seed)


@cache
def _gnu_backgammon(plies: int) -> GnuBackgammon:
    """Return the GNU Backgammon of this process; it ends when the process does."""
    player = GnuBackgammon(plies)
    atexit.register(player.close)
    return player


def _progress(tally: Tally, seconds: float) -> str:
    result = f"{tally.mean:+.3f} ± {tally.error:.3f} points a game"
    return f"{seconds / 60:.0f} min: {len(tally.games)} games, {result}"


def _table(tally: Tally, options: argparse.Namespace) -> str:
    """Return the result as a table in Markdown."""
    ours, theirs = zip(*tally.games, strict=True)
    rows = [
        ("games", f"{len(ours)}"),
        ("points a game", f"{tally.mean:+.3f}"),
        ("standard error", f"{tally.error:.3f}"),
        ("mean and two standard errors", f"{tally.mean + 2 * tally.error:+.3f}"),
        ("games won", f"{fmean(share.points > 0 for share in ours):.1%}"),
        *_habits(options.player, ours),
        *_habits("gnubg", theirs),
    ]
    title = f"`{options.player}` against GNU Backgammon at {options.plies}-ply, seed {options.seed}"
    return "\n".join([title, "", "| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows)])


def _habits(name: str, shares: Sequence[Share]) -> Iterator[tuple[str, str]]:
    thought = sum(share.seconds for share in shares) / sum(share.plays for share in shares)
    yield f"{name}: seconds a play", f"{thought:.3f}"
    doubles, drops = sum(share.doubles for share in shares), sum(share.drops for share in shares)
    yield f"{name}: doubles, drops", f"{doubles}, {drops}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=60, help="begin no pair of games after this")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--player", default="master", help="one of our levels")
    parser.add_argument("--plies", type=int, default=2, help="how deep GNU Backgammon searches")
    return parser.parse_args()


if __name__ == "__main__":
    main()
