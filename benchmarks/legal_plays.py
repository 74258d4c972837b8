"""Measure how many rolls a second legal plays are found for, here and in other programs.

    python -m benchmarks.legal_plays [--positions 2000] [--rounds 5] [--seed 1]

All get the same rolls of random games, in their own form and prepared beforehand, in turn, round
after round; the best round of each counts, in seconds of the processor. Every answer is compared
with that of `generator.results` first. What is not installed is left out, with the reason.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from benchmarks import games, open_spiel, oracles
from benchmarks.games import Question
from benchmarks.oracles import Board, Missing, Program, board_of, packed_of
from bot.engine import generator
from bot.engine.position import Position, Roll
from bot.engine.rules import LegalPlay
from bot.engine.variants import rules_of

LOADERS = (oracles.bgsage, oracles.gnubg_nn, oracles.gym_backgammon)


@dataclass(slots=True)
class Contender:
    """A program at work: what it is asked, and the least seconds that all of it took."""

    name: str
    ask: Callable[[Any], Any]
    asked: Sequence[Any]
    differing: int | None
    """In how many answers it differs from the first; None: it is the first."""
    note: str = ""
    seconds: float = float("inf")

    def run(self) -> None:
        """Ask everything once."""
        ask = self.ask
        begun = time.process_time()
        for question in self.asked:
            ask(question)
        self.seconds = min(self.seconds, time.process_time() - begun)


def main() -> None:
    """Print the table."""
    options = _options()
    try:
        moments = list(islice(open_spiel.moments(options.seed), options.positions))
        questions: list[Question] = [(moment.board, moment.roll) for moment in moments]
    except Missing:
        moments, questions = [], list(islice(games.of_games(options.seed), options.positions))
    right = [results_of(*question) for question in questions]
    contenders, missing = _ours(questions, right), []
    for load in LOADERS:
        try:
            contenders.append(_theirs(load(), questions, right))
        except Missing as reason:
            missing.append(f"{load.__name__}: {reason}")
    if moments:
        contenders.append(_open_spiel(moments, right))
    else:
        missing.append("open_spiel: pip install open-spiel")
    for _ in range(options.rounds):
        for contender in contenders:
            contender.run()
    _print(contenders, sum(map(len, right)), len(questions))
    print(*(f"left out: {reason}" for reason in missing), sep="\n")


def results_of(board: Board, roll: Roll) -> set[Board]:
    """Return our results of a roll, as boards."""
    return {board_of(result) for result in generator.results(packed_of(board), roll)}


def _ours(questions: list[Question], right: list[set[Board]]) -> list[Contender]:
    rules = rules_of("backgammon")
    packed = [(packed_of(board), roll) for board, roll in questions]
    positions = [(rules.unpack(each, 0), roll) for each, roll in packed]

    def legal_plays(asked: tuple[Position, Roll]) -> tuple[LegalPlay, ...]:
        return rules.legal_plays(asked[0], 0, asked[1])

    plays = ([board_of(rules.pack(legal.result, 0)) for legal in legal_plays(asked)] for asked in positions)
    differing = sum(sorted(found) != sorted(expected) for found, expected in zip(plays, right, strict=True))
    note = "with the moves, in canonical order"
    return [
        Contender("gamao generator.results", lambda asked: generator.results(*asked), packed, None),
        Contender("gamao Rules.legal_plays", legal_plays, positions, differing, note),
    ]


def _theirs(program: Program, questions: list[Question], right: list[set[Board]]) -> Contender:
    answers = (program.results(*question) for question in questions)
    differing = sum(answer != expected for answer, expected in zip(answers, right, strict=True))
    asked = [program.prepare(*question) for question in questions]
    return Contender(program.name, program.ask, asked, differing)


def _open_spiel(moments: list[open_spiel.Moment], right: list[set[Board]]) -> Contender:
    differing = sum(moment.results() != expected for moment, expected in zip(moments, right, strict=True))
    states = [moment.state for moment in moments]
    note = "half a double only, with repetitions"
    return Contender("OpenSpiel legal_actions", lambda state: state.legal_actions(), states, differing, note)


def _print(contenders: list[Contender], results: int, rolls: int) -> None:
    print(f"{rolls:,} rolls of random games, {results / rolls:.1f} results a roll\n")
    print(f"{'':26}{'rolls/s':>10}{'us/roll':>10}{'ours is':>10}{'differ':>8}")
    ours = contenders[0].seconds
    for each in contenders:
        faster = f"{each.seconds / ours:.1f} x"
        print(
            f"{each.name:26}{rolls / each.seconds:10,.0f}{each.seconds / rolls * 1e6:10.1f}"
            f"{faster:>10}{'-' if each.differing is None else each.differing:>8}  {each.note}".rstrip()
        )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=2_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
