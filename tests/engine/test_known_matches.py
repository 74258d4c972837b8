"""Whole matches that GNU Backgammon played: the same dice and plays give the same scores.

In the `.mat` files the left column is seat 0; whoever has no move in the first line started second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, repeat
from pathlib import Path

import pytest

from bot.engine.actions import (
    AcceptResignation,
    Action,
    Drop,
    MakePlay,
    OfferDouble,
    Resign,
    RollDice,
    Take,
    WinSize,
)
from bot.engine.decide import decide, start_match
from bot.engine.events import GameStarted, GameWon, Played
from bot.engine.house_rules import HouseRules, Length, Match, Money
from bot.engine.match import Phase, evolve, replay
from bot.engine.position import Roll

MATCHES = Path(__file__).parent.parent / "data" / "matches"
LEFT = 27
"""The least width of the left-hand player's column."""
CUBE_WORDS: dict[str, Action] = {"Doubles": OfferDouble(), "Takes": Take(), "Drops": Drop()}


@dataclass
class Game:
    """One recorded game: the score before it, what each seat did in order, and what it gave."""

    score: tuple[int, int]
    turns: list[tuple[int, str]] = field(default_factory=list)
    winner: int = -1
    points: int = 0

    def rolls(self) -> Iterator[Roll]:
        """Yield the dice; of the opening roll, the starter's is the higher."""
        opening = True
        for seat, text in self.turns:
            if found := re.match(r"(\d)(\d):", text):
                higher, lower = sorted((int(found[1]), int(found[2])), reverse=True)
                yield (lower, higher) if opening and seat == 1 else (higher, lower)
                opening = False


def read(path: Path) -> tuple[Length, list[Game]]:
    """Return the length and the games of a `.mat` file."""
    lines = path.read_text().splitlines()
    points = next(int(line.split()[0]) for line in lines if "point match" in line)
    games: list[Game] = []
    for line in lines:
        if names := re.match(r" \S+ : (\d+) +\S+ : (\d+)", line):
            games.append(Game((int(names[1]), int(names[2]))))
        if won := re.search(r"Wins (\d+) point", line):
            games[-1].winner, games[-1].points = int(won.start() > LEFT), int(won[1])
        if re.match(r" *\d+\)", line):
            entries = line[5 : won.start() if won else None]
            # The left column is padded, but a long play runs over.
            end = entries.find(" ", LEFT)
            columns = enumerate((entries[:end], entries[end:]) if end > 0 else (entries,))
            games[-1].turns.extend((seat, text.strip()) for seat, text in columns if text.strip())
    return Match(points) if points else Money(), games


class Replayed:
    """A match that repeats what was recorded, with the dice that fell then."""

    def __init__(self, length: Length, games: list[Game]) -> None:
        self.games = games
        self.dice = self.rolls_from(0)
        self.log = list(start_match("backgammon", length, HouseRules(), self.dice))
        self.state = replay(self.log)

    def rolls_from(self, number: int) -> Iterator[Roll]:
        """Return the dice of all games from one on, then some that nobody recorded."""
        return chain(*(game.rolls() for game in self.games[number:]), repeat((2, 1)))

    def act(self, action: Action, seat: int) -> None:
        events = decide(self.state, action, seat, self.dice)
        self.log.extend(events)
        for event in events:
            self.state = evolve(self.state, event)

    def repeat(self, seat: int, text: str) -> None:
        """Repeat one entry of a column: a roll with its play, or a word about the cube."""
        if text.split(maxsplit=1)[0] in CUBE_WORDS:
            self.act(CUBE_WORDS[text.split(maxsplit=1)[0]], seat)
            return
        if self.state.phase is Phase.TO_ROLL:
            self.act(RollDice(), seat)
        moves = text.partition(":")[2].strip()
        if moves:
            self.act(MakePlay(moves), seat)
        else:
            assert Played(seat, ()) in self.log[-2:], "a dance passes by itself"

    def repeat_all(self, game: Game) -> None:
        """Repeat a game; one that ends before the last checker is off, and without a drop, was resigned."""
        number = self.state.game
        for seat, text in game.turns:
            self.repeat(seat, text)
        if self.state.game == number and self.state.game_won is None:
            sizes: tuple[WinSize, ...] = (1, 2, 3)
            loser = 1 - game.winner
            # Where nobody could double, the loser's next roll has fallen already; nobody recorded it.
            self.dice = self.rolls_from(number)
            self.act(Resign(sizes[game.points // self.state.cube.value - 1]), loser)
            if self.state.phase is Phase.RESIGNATION_OFFERED:
                self.act(AcceptResignation(), game.winner)


@pytest.mark.parametrize(("name", "games"), [("m1", 2), ("m2", 3), ("m3", 6), ("session", 1)])
def test_a_recorded_match_is_played_and_scored_as_it_was(name: str, games: int) -> None:
    length, recorded = read(MATCHES / f"{name}.mat")
    assert len(recorded) == games
    again = Replayed(length, recorded)
    for game in recorded:
        started = [event for event in again.log if isinstance(event, GameStarted)][-1]
        assert started.score == game.score
        again.repeat_all(game)
        won = [event for event in again.log if isinstance(event, GameWon)][-1]
        assert (won.seat, won.points) == (game.winner, game.points)
    assert again.state.phase is (Phase.MATCH_OVER if isinstance(length, Match) else Phase.GAME_OVER)


def test_the_second_game_of_the_short_match_was_its_crawford_game() -> None:
    length, recorded = read(MATCHES / "m1.mat")
    again = Replayed(length, recorded)
    again.repeat_all(recorded[0])
    assert (length, again.state.score, again.state.crawford) == (Match(3), (0, 2), True)
