"""How well each computer player decides in whole games: `python -m benchmarks.level_games --games 20`.

Every player plays money games and games of matches to 7 against itself, and each of its decisions is
judged by bgsage, plays and cube alike. PR is what the analysis of a match tells (`docs/players.md`).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from random import Random

from benchmarks.levels import GAMES, rolls
from bot.engine.decide import decide, start_match
from bot.engine.events import Event
from bot.engine.formats.transcript import Game
from bot.engine.match import MatchState, Phase, evolve, replay, seats_to_act
from bot.players import find_players, player_of
from bot.players.judging import Judgement, Kind, figures, moments
from bot.players.sage.judge import SageJudge


@dataclass(frozen=True, slots=True)
class Task:
    """One game of a player against itself."""

    player: str
    number: int


def main() -> None:
    """Print the table."""
    options = _options()
    players = [name for name in find_players() if player_of(name).missing() is None]
    tasks = [Task(name, number) for name in players for number in range(options.games)]
    judge = partial(judged, judge=SageJudge(plies=options.plies))
    with get_context("spawn").Pool(options.processes) as pool:
        found = pool.map(judge, tasks, chunksize=1)
    by_player = {
        name: [each for task, said in zip(tasks, found, strict=True) if task.player == name for each in said]
        for name in players
    }
    print(f"{options.games} games each, judged {options.plies} plies deep\n")
    print("| player | PR | decisions | by plays | by the cube | cube decisions |\n|---|---|---|---|---|---|")
    for name in sorted(players, key=lambda name: -_all(by_player[name])[0]):
        print(_row(name, by_player[name]))


def judged(task: Task, judge: SageJudge) -> tuple[Judgement, ...]:
    """Return what there is to be said of a game."""
    return tuple(judge.judge(moment) for moment in moments(played(task)))


def played(task: Task) -> Game:
    """Return a game of a player against itself, to its end."""
    chance = Random(f"{task.player} {task.number}")
    length, house_rules = GAMES[task.number % len(GAMES)]
    dice, player = rolls(chance), player_of(task.player)
    begun = replay(start_match("backgammon", length, house_rules, dice))
    events: list[Event] = []
    state = begun
    while state.phase not in {Phase.GAME_OVER, Phase.MATCH_OVER} and state.game == begun.game:
        seat = seats_to_act(state)[0]
        # The version seeds a player's errors: no two games are alike.
        asked = replace(state, version=chance.getrandbits(32))
        following = decide(state, player.choose(asked, seat), seat, dice)
        events += following
        state = _after(state, following)
    return Game(begun, (0, 0), tuple(events), None)


def _after(state: MatchState, events: Sequence[Event]) -> MatchState:
    for event in events:
        state = evolve(state, event)
    return state


def _all(said: Sequence[Judgement]) -> tuple[float, int]:
    """Return the PR and the decisions of both seats together."""
    both = [replace(each, seat=0) for each in said]
    found = figures(both, 0)
    return found.pr, found.decisions


def _row(name: str, said: Sequence[Judgement]) -> str:
    pr, decisions = _all(said)
    counted = [each for each in said if each.counted]
    plays = sum(each.loss for each in counted if each.kind is Kind.PLAY)
    cube = [each.loss for each in counted if each.kind is not Kind.PLAY]
    share = 500 / decisions
    return (
        f"| `{name}` | {pr:.1f} | {decisions} | {share * plays:.1f} | {share * sum(cube):.1f} | {len(cube)} |"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--plies", type=int, default=2)
    parser.add_argument("--processes", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
