"""Files as other programs and people write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.engine.events import (
    Event,
    GameStarted,
    GameWon,
    MatchStarted,
    MatchWon,
    OpeningRolled,
    Played,
    Rolled,
)
from bot.engine.formats import Transcript, export_mat, import_mat
from bot.engine.house_rules import HouseRules, Match, Money, SingleGame
from bot.engine.match import MatchState, Phase, due, evolve, replay
from bot.engine.notation import format_play
from bot.engine.position_id import diagram_of, gnu_id
from bot.engine.variants import rules_of
from tests.helpers.known import DATA, known
from tests.helpers.logs import played

MATCHES = DATA / "matches"
FILES = sorted(path.stem for path in MATCHES.glob("*.mat"))

STATES = {
    "m1": ((3, 0), Phase.MATCH_OVER),
    "m2": ((5, 0), Phase.MATCH_OVER),
    "m3": ((8, 4), Phase.MATCH_OVER),
    "session": ((1, -1), Phase.GAME_OVER),
}
"""How they end: root in seat 0, on the right, against gnubg."""


def read(name: str) -> str:
    return (MATCHES / f"{name}.mat").read_text("utf-8")


def game(*rows: str, head: str = "", length: int = 0, names: str = " Bruno : 0          Ana : 0") -> str:
    """Return a file with one game."""
    return "\n".join([head, f" {length} point match", "", " Game 1", names, *rows, ""])


def state_of(*rows: str, head: str = "", length: int = 0) -> MatchState:
    return replay(import_mat(game(*rows, head=head, length=length)).log)


def states(log: tuple[Event, ...]) -> Iterator[MatchState]:
    """Yield the state before each event; the first one stands for none."""
    state = evolve(None, log[0])
    yield state
    for event in log[1:]:
        yield state
        state = evolve(state, event)


def last(text: str) -> Event:
    return import_mat(text).log[-1]


# -- matches that GNU Backgammon has played ----------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_a_match_of_gnu_backgammon_is_read_to_its_end(name: str) -> None:
    transcript = import_mat(read(name))
    assert transcript.names == ("root", "gnubg")
    assert transcript.info == (("EventDate", "2026.11.30"),)
    state = replay(transcript.log)
    assert (state.score, state.phase) == STATES[name]


@pytest.mark.parametrize("name", FILES)
def test_writing_and_reading_it_again_changes_nothing(name: str) -> None:
    transcript = import_mat(read(name))
    text = export_mat(transcript)
    assert import_mat(text) == transcript
    assert export_mat(import_mat(text)) == text


@pytest.mark.parametrize("name", FILES)
def test_what_is_written_has_the_same_rolls_and_results(name: str) -> None:
    """Only the way of a checker between the same points may be told otherwise."""

    def facts(text: str) -> list[str]:
        body = text.partition("point match")[2]
        return re.findall(r"[1-6]{2}:|Doubles => \d+|Takes|Drops|Wins \d+ points?|\w+ : \d+", body)

    assert facts(export_mat(import_mat(read(name)))) == facts(read(name))


def test_the_other_tests_would_not_pass_without_files() -> None:
    assert set(FILES) == set(STATES)


# -- generous reading --------------------------------------------------------------------------


def test_lines_of_windows_and_a_byte_order_mark() -> None:
    text = "\ufeff" + game("  1) 31: 8/5 6/5        52: 13/8 24/22", length=3).replace("\n", "\r\n")
    assert [event for event in import_mat(text).log if isinstance(event, Played)]


def test_tabs_and_capitals() -> None:
    text = game("  1)\t31: 8/5 6/5\t\t\tDOUBLES => 2", "  2)\tTAKES\t\t\t\t").replace("point m", "POINTS M")
    assert replay(import_mat(text).log).cube.value == 2


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("31: 8/5 6/5", "8/5 6/5"),
        ("31:8/5 6/5", "8/5 6/5"),
        ("31: 6/5 8/5", "8/5 6/5"),
        ("65: 24/13", "24/13"),
        ("65: 24/18 18/13", "24/13"),
        ("65: 24/18/13", "24/13"),
        ("61: 13/7 8/7", "13/7 8/7"),
    ],
)
def test_plays_in_many_ways(written: str, meant: str) -> None:
    event = last(game(f"  1) {written}"))
    assert isinstance(event, Played)
    assert format_play(event.play) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [("55: 8/3(2) 6/1*(2)", "8/3(2) 6/1*(2)"), ("55: 8/3 8/3 6/1* 6/1", "8/3(2) 6/1*(2)")],
)
def test_doubles_and_hits_in_many_ways(written: str, meant: str) -> None:
    event = last(game(f"  1) 62: 24/18 13/11              {written}"))
    assert isinstance(event, Played)
    assert format_play(event.play) == meant


@pytest.mark.parametrize("bar", ["25/23", "bar/23", "Bar/23"])
@pytest.mark.parametrize("unplayable", ["66: ", "66: Cannot Move", "66:"])
def test_the_bar_and_dances_in_many_ways(bar: str, unplayable: str) -> None:
    text = game(
        "  1) 62: 24/18 13/11              55: 8/3(2) 6/1*(2)",
        f"  2) {unplayable:<27} 21: 13/11 24/23",
        f"  3) 32: {bar} 18/15",
    )
    plays = [event.play for event in import_mat(text).log if isinstance(event, Played)]
    assert list(map(format_play, plays))[2:] == ["", "24/23 13/11", "bar/23 18/15"]


def test_a_merged_play_hits_only_where_a_star_says_so() -> None:
    """8/4 with a 3 and a 1 could hit on 7 on the way."""
    rows = ["  1) 62: 24/18 13/11              55: 8/3(2) 6/1*(2)", "  2) 66:                         31: {}"]
    for written, meant in (("8/4", "8/4"), ("8/5/4", "8/4"), ("8/7*/4", "8/7*/4")):
        event = last(game(rows[0], rows[1].format(written)))
        assert isinstance(event, Played)
        assert format_play(event.play) == meant


def test_a_forced_play_may_be_left_out() -> None:
    """Wherever only one play was legal in a match, the roll alone is enough."""
    log = import_mat(read("m1")).log
    forced = 0
    for at, state in enumerate(states(log)):
        event, following = log[at], log[at + 1] if at + 1 < len(log) else None
        if not isinstance(event, Played) or not event.play or not isinstance(following, Rolled):
            continue
        legal = rules_of(state.variant).legal_plays(state.position, state.on_roll, due(state.dice))
        if len(legal) == 1:
            forced += 1
            steps = " ".join(f"{move.start}/{move.end}{'*' * move.hit}" for move in event.play)
            before, _, behind = export_mat(Transcript(("", ""), log[: at + 2])).rpartition(steps)
            assert import_mat(before + " " * len(steps) + behind).log == log[: at + 2]
    assert forced > 5


def test_a_roll_with_question_marks_waits_for_its_play() -> None:
    for marks in ("???", "????"):
        state = state_of("  1) 31: 8/5 6/5                 52: " + marks)
        assert (state.phase, state.dice, state.on_roll) == (Phase.TO_PLAY, (5, 2), 0)


def test_a_blank_roll_at_the_end_waits_for_its_play() -> None:
    state = state_of("  1) 31: 8/5 6/5                 52:")
    assert (state.phase, state.dice) == (Phase.TO_PLAY, (5, 2))


def test_who_starts_on_the_right_leaves_the_left_blank() -> None:
    assert import_mat(game("  1)                   31: 8/5 6/5")).log[2] == OpeningRolled((3, 1))
    assert import_mat(game("  1) 31: 8/5 6/5")).log[2] == OpeningRolled((1, 3))


@pytest.mark.parametrize("answer", ["  3) Takes                       ", ""])
@pytest.mark.parametrize("word", ["Beavers", "Doubles"])
def test_the_take_of_a_beaver_may_be_left_out(answer: str, word: str) -> None:
    state = state_of(
        "  1) 62: 24/18 13/11             31: 8/5 6/5",
        f"  2)  Doubles => 2                {word} => 4",
        answer,
        "  4) 41: 13/9 6/5",
    )
    assert (state.cube.value, state.cube.owner, state.house_rules.beavers) == (4, 0, 1)


def test_a_raccoon_by_another_name() -> None:
    state = state_of(
        "  1) 62: 24/18 13/11             31: 8/5 6/5",
        "  2)  Doubles                     Beavers",
        "  3)  Beavers => 8                Accepts",
    )
    assert (state.cube.value, state.cube.owner, state.house_rules.beavers) == (8, 0, 2)


def test_a_win_may_be_told_behind_a_drop_with_and_the_match() -> None:
    text = game(
        "  1) 31: 8/5 6/5                  Doubles => 2",
        "  2)  Passes                      Wins 1 point and the match",
        length=1,
    ).replace(" 1 point match", " 2 point match")
    won = import_mat(text.replace(" 2 point match", " 3 point match")).log[-1]
    assert won == GameWon(0, 1, 1, 1, "drop", (1, 0))


def test_players_may_change_columns() -> None:
    text = "\n".join(
        [
            " 3 point match",
            " Game 1",
            " Bruno : 0          Ana : 0",
            "  1) 31: 8/5 6/5",
            "      Wins 1 point",
            " Game 2",
            " Ana : 0          Bruno : 1",
            "  1) 31: 8/5 6/5",
        ]
    )
    transcript = import_mat(text)
    assert transcript.names == ("Ana", "Bruno")
    openings = [event.dice for event in transcript.log if isinstance(event, OpeningRolled)]
    assert openings == [(1, 3), (3, 1)]


def test_other_remarks_are_passed_over_and_other_tags_are_kept() -> None:
    head = '; made by hand\n; [Site "The club"]\n# [Match ID "7"]\n; [Player 1 "Bruno"]'
    transcript = import_mat(game("; in between", "  1) 31: 8/5 6/5", head=head))
    assert transcript.info == (("Site", "The club"), ("Match ID", "7"), ("Player 1", "Bruno"))
    assert import_mat(export_mat(transcript)) == transcript


def test_a_numbered_line_may_be_empty() -> None:
    rows = ["  1) 31: 8/5 6/5             52: 13/11 13/8", "  2)", "  3)                         "]
    assert import_mat(game(*rows)) == import_mat(game(rows[0]))


def test_a_match_without_a_game() -> None:
    transcript = import_mat(" 5 point match\n")
    assert transcript == Transcript(("", ""), (MatchStarted("backgammon", Match(5), HouseRules()),))


def test_a_game_without_a_roll_has_not_begun() -> None:
    transcript = import_mat(game(length=5))
    assert transcript.names == ("Ana", "Bruno")
    assert len(transcript.log) == 1


# -- what was agreed ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "variant"),
    [
        ("", "backgammon"),
        ('; [Variation "Backgammon"]', "backgammon"),
        ('; [Variation "NackGammon"]', "nackgammon"),
        ('; [Variation "nackgammon"]', "nackgammon"),
        ('; [Variation "HyperGammon (3)"]', "hypergammon"),
        ('; [Variation "longgammon"]', "longgammon"),
    ],
)
def test_the_variation(head: str, variant: str) -> None:
    started = import_mat(game(head=head)).log[0]
    assert isinstance(started, MatchStarted)
    assert started.variant == variant


def test_a_start_tells_the_variant_where_no_tag_does() -> None:
    text = game("; Set Pos=-o----------------------O-/0", "  1) 31: 24/20")
    assert replay(import_mat(text).log).variant == "longgammon"


@pytest.mark.parametrize(
    ("head", "length", "agreed"),
    [
        ("", 3, (Match(3), HouseRules())),
        ('; [Crawford "Off"]', 3, (Match(3), HouseRules(crawford="off"))),
        ('; [Jacoby "On"]\n; [Beaver "On"]', 3, (Match(3), HouseRules())),
        ('; [Jacoby "On"]\n; [Beaver "On"]', 0, (Money(), HouseRules(jacoby=True, beavers=1))),
        ('; [Crawford "Off"]', 0, (Money(), HouseRules())),
        ('; [CubeLimit "1024"]', 3, (Match(3), HouseRules(cube_cap=1024))),
        ('; [CubeLimit "1"]', 3, (Match(3), HouseRules(cube=False))),
        ('; [Length "single GAME"]', 0, (SingleGame(), HouseRules())),
        ('; [Raccoon "On"]', 0, (Money(), HouseRules())),
    ],
)
def test_rules_that_have_no_meaning_at_a_length_are_left_out(
    head: str, length: int, agreed: tuple[Match | Money | SingleGame, HouseRules]
) -> None:
    started = import_mat(game(head=head, length=length)).log[0]
    assert started == MatchStarted("backgammon", *agreed)


def gammon(wins: int, next_score: int) -> str:
    """Return a session whose first game is a gammon on a centred cube, told without a Jacoby tag."""
    log = played("backgammon", SingleGame(), HouseRules(cube=False), seed=2, ending=0)
    won = next(event for event in log if isinstance(event, GameWon))
    assert (won.seat, won.size, won.by) == (0, 2, "bear_off")
    started = MatchStarted("backgammon", Money(), HouseRules())
    text = export_mat(Transcript(("Ana", "Bruno"), (started, *log[1:])))
    text = text.replace('; [Jacoby "Off"]\n', "").replace("Wins 2 points", f"Wins {wins} points")
    return text + f"\n Game 2\n Bruno : 0        Ana : {next_score}\n  1) 31: 8/5 6/5\n"


@pytest.mark.parametrize(("wins", "next_score", "jacoby"), [(2, 2, False), (2, 1, True), (1, 1, True)])
def test_the_results_tell_whether_the_jacoby_rule_holds(wins: int, next_score: int, jacoby: bool) -> None:
    log = import_mat(gammon(wins, next_score)).log
    assert log[0] == MatchStarted("backgammon", Money(), HouseRules(jacoby=jacoby))
    games = [event.score for event in log if isinstance(event, GameStarted)]
    assert games == [(0, 0), (next_score, -next_score)]


def test_a_match_is_won_in_the_end() -> None:
    assert last(read("m1")) == MatchWon(0, (3, 0))


@pytest.mark.parametrize("row", known("matches/decisions"), ids=lambda row: f"{row['match']}-{row['game']}")
def test_each_decision_is_the_one_that_gnu_backgammon_analysed(row: dict[str, Any]) -> None:
    """Positions, dice, scores, the Crawford game, at each roll of a game, as GNU Backgammon prints them."""
    log = import_mat(read(row["match"])).log
    rolls = [state for at, state in enumerate(states(log)) if isinstance(log[at], Played)]
    ids = [gnu_id(diagram_of(state)) for state in rolls if state.game == row["game"]]
    # Before its first move GNU Backgammon does not count a game as begun, which is a bit of the match ID.
    assert ids[0].split(":")[0] == row["ids"][0].split(":")[0]
    assert ids[1:] == row["ids"][1:]
