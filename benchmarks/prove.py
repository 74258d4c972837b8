"""Compare our legal plays with other programs' on very many positions.

    python -m benchmarks.prove [--positions 1000000] [--workers N] [--seed 1]

Half of the positions are of random games: OpenSpiel's own, if it is installed, and then it is asked
too; the other half are made up. bgsage and gnubg-nn are asked about all. Ends with status 1 if
anything differs, or if there is nobody to compare with.
"""

from __future__ import annotations

import argparse
import importlib.util
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from benchmarks import games, open_spiel, oracles
from benchmarks.games import Question
from benchmarks.oracles import Board, Missing, Program, board_of, packed_of
from bot.engine import generator

CHUNK = 1_000
SHOWN = 20
"""How many differences are printed in full."""


@dataclass(slots=True)
class Tally:
    """What was compared: answers by program, and where they differ."""

    positions: int = 0
    results: int = 0
    compared: Counter[str] = field(default_factory=Counter)
    differing: Counter[str] = field(default_factory=Counter)
    shown: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count what `other` counted."""
        self.positions += other.positions
        self.results += other.results
        self.compared.update(other.compared)
        self.differing.update(other.differing)
        self.shown += other.shown[: SHOWN - len(self.shown)]

    def compare(self, name: str, question: Question, ours: set[Board], theirs: set[Board]) -> None:
        """Count one answer."""
        self.compared[name] += 1
        if ours != theirs:
            self.differing[name] += 1
            if len(self.shown) < SHOWN:
                self.shown.append(
                    f"{name}: {question}\n  only we: {ours - theirs}\n  only it: {theirs - ours}"
                )


def main() -> None:
    """Compare, report, and exit with the verdict."""
    options = _options()
    programs, missing = installed()
    names = [program.name for program in programs] + ["OpenSpiel"] * _has_open_spiel()
    print(*(f"left out: {reason}" for reason in missing), sep="\n", end="\n" * bool(missing))
    if not names:
        sys.exit("nobody to compare with")
    total, begun = Tally(), time.monotonic()
    chunks = range(options.seed, options.seed + -(-options.positions // CHUNK))
    with multiprocessing.get_context("spawn").Pool(options.workers) as pool:
        for tally in pool.imap_unordered(chunk, chunks):
            total.add(tally)
            _progress(total, len(chunks) * CHUNK, time.monotonic() - begun)
    print(*total.shown, sep="\n", end="\n" * bool(total.shown))
    for name in names:
        print(f"{name:10}{total.compared[name]:>12,} compared{total.differing[name]:>6,} differ")
    print(f"{total.positions:,} positions, {total.results:,} results, {time.monotonic() - begun:.0f} s")
    sys.exit(1 if total.differing else 0)


def installed() -> tuple[list[Program], list[str]]:
    """Return the programs that can be asked about any position, and why others are left out."""
    programs, missing = [], []
    for load in (oracles.bgsage, oracles.gnubg_nn):
        try:
            programs.append(load())
        except Missing as reason:
            missing.append(f"{load.__name__}: {reason}")
    return programs, missing


def chunk(seed: int) -> Tally:
    """Compare `CHUNK` positions drawn with `seed`."""
    tally = Tally()
    programs, _ = installed()
    for question, moment in islice(_questions(seed), CHUNK):
        board, roll = question
        ours = {board_of(result) for result in generator.results(packed_of(board), roll)}
        tally.positions += 1
        tally.results += len(ours)
        for program in programs:
            tally.compare(program.name, question, ours, program.results(board, roll))
        if moment is not None:
            tally.compare("OpenSpiel", question, ours, moment.results())
    return tally


def _questions(seed: int) -> Iterator[tuple[Question, open_spiel.Moment | None]]:
    """Yield, in turn, a position of a random game and one made up."""
    made_up = games.made_up(seed)
    if _has_open_spiel():
        for moment in open_spiel.moments(seed):
            yield (moment.board, moment.roll), moment
            yield next(made_up), None
    for question in games.of_games(seed):
        yield question, None
        yield next(made_up), None


def _has_open_spiel() -> bool:
    return importlib.util.find_spec("pyspiel") is not None


def _progress(total: Tally, wanted: int, seconds: float) -> None:
    left = seconds / total.positions * (wanted - total.positions)
    print(
        f"\r{total.positions:,} of {wanted:,}, {total.differing.total()} differ, {left / 60:.1f} min left ",
        end="" if total.positions < wanted else "\n",
        file=sys.stderr,
        flush=True,
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=None, help="processes; all cores by default")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
