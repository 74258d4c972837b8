"""Every reason against a `.mat` file: the line it names, and words in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.catalog import Catalog
from bot.app.refusal_words import refusal_words
from bot.app.speech import Speech
from bot.engine import formats
from bot.engine.formats import import_mat
from bot.engine.refusals import InvalidNotation, Refusal
from tests.helpers.chat import plain
from tests.helpers.known import DATA

FOLDER = Path(formats.__file__).parent

HEAD = " 0 point match\n Game 1\n Bruno : 0          Ana : 0\n"
MATCH = HEAD.replace("0 point", "3 point")
FIRST = "  1) 31: 8/5 6/5             52: 13/11 13/8\n"
BEAVERS = '; [Beaver "On"]\n; [Raccoon "Off"]\n' + HEAD
WON = "      Wins 1 point\n"

CASES: list[tuple[str, dict[str, object], str]] = [
    # -- the head
    ("mat-no-length", {}, ""),
    ("mat-no-length", {}, "; a remark\n"),
    ("mat-no-length", {}, "Game 1\n Bruno : 0    Ana : 0\n"),
    ("mat-length", {"points": 100, "most": 99}, " 100 point match\n"),
    ("mat-unreadable", {"line": 1, "text": "<html>"}, "<html>"),
    ("mat-unreadable", {"line": 2, "text": "3 point match"}, " 3 point match\n 3 point match\n"),
    ("mat-tag", {"line": 1, "text": '[Variation "Fevga"]'}, '; [Variation "Fevga"]\n' + HEAD),
    ("mat-tag", {"line": 2, "text": '[Jacoby "Maybe"]'}, '\n; [Jacoby "Maybe"]\n' + HEAD),
    ("mat-tag", {"line": 1, "text": '[CubeLimit "0"]'}, '; [CubeLimit "0"]\n' + HEAD),
    ("mat-tag", {"line": 1, "text": '[Triple "x"]'}, '; [Triple "x"]\n' + HEAD),
    ("mat-tag", {"line": 1, "text": '[Length "Long"]'}, '; [Length "Long"]\n' + HEAD),
    ("mat-tag", {"line": 1, "text": '[AutomaticDoubles "99"]'}, '; [AutomaticDoubles "99"]\n' + HEAD),
    ("mat-tag", {"line": 1, "text": '[Ties "1 43"]'}, '; [Ties "1 43"]\n' + HEAD),
    ("mat-tag", {"line": 1, "text": '[Ties "44"]'}, '; [Ties "44"]\n' + HEAD),
    ("mat-tag", {"line": 1, "text": '[Ties ""]'}, '; [Ties ""]\n' + HEAD),
    ("mat-tag", {"line": 1, "text": '[RefusedRolls "1 top 43"]'}, '; [RefusedRolls "1 top 43"]\n' + HEAD),
    ("mat-tag", {"line": 1, "text": '[RefusedRolls "1 left"]'}, '; [RefusedRolls "1 left"]\n' + HEAD),
    ("mat-tag", {"line": 1, "text": '[RefusedRolls "1 left 71"]'}, '; [RefusedRolls "1 left 71"]\n' + HEAD),
    ("mat-tag", {"line": 1, "text": '[Settlement "one"]'}, '; [Settlement "one"]\n' + HEAD),
    ("mat-tag", {"line": 1, "text": '[Settlement "1 2"]'}, '; [Settlement "1 2"]\n' + HEAD),
    ("mat-rules", {"reason": "rules-cube-cap"}, '; [CubeLimit "48"]\n' + HEAD),
    ("mat-rules", {"reason": "rules-triple-brazil"}, '; [Triple "4"]\n' + HEAD),
    # -- the games
    ("mat-names", {"line": 2}, " 3 point match\n Game 1\n  1) 31: 8/5 6/5\n"),
    ("mat-names", {"line": 2}, " 3 point match\n Game 1\n"),
    ("mat-names", {"line": 7}, MATCH + FIRST + WON + " Game 2\n Bruno : 1    Carla : 0\n"),
    ("mat-game-number", {"line": 2, "number": 1}, MATCH.replace("Game 1", "Game 2")),
    ("mat-game-number", {"line": 6, "number": 2}, MATCH + FIRST + WON + " Game 3\n Bruno : 1    Ana : 0\n"),
    ("mat-score", {"line": 3, "score": "0–0"}, MATCH.replace("Bruno : 0", "Bruno : 1")),
    ("mat-score", {"line": 7, "score": "1–0"}, MATCH + FIRST + WON + " Game 2\n Bruno : 0    Ana : 1\n"),
    ("mat-start", {"line": 2, "text": "-" * 26}, MATCH + f"; Set Pos={'-' * 26}/0\n" + FIRST),
    ("mat-unfinished", {"line": 5}, MATCH + FIRST + " Game 2\n Bruno : 0    Ana : 0\n"),
    (
        "mat-over",
        {"line": 6},
        MATCH + FIRST + WON.replace("1", "3") + " Game 2\n Bruno : 3    Ana : 0\n",
    ),
    ("mat-unreadable", {"line": 4, "text": "1) 8/5 6/5"}, MATCH + "  1) 8/5 6/5\n"),
    ("mat-unreadable", {"line": 4, "text": "well played 31: 8/5 6/5"}, MATCH + "well played 31: 8/5 6/5\n"),
    ("mat-unreadable", {"line": 5, "text": "Takes it"}, MATCH + FIRST + "  2)  Takes it\n"),
    ("mat-unreadable", {"line": 5, "text": "Wins"}, MATCH + FIRST + "   Wins\n"),
    ("mat-unreadable", {"line": 5, "text": "Doubles => two"}, MATCH + FIRST + "  2)  Doubles => two\n"),
    # -- whose turn
    ("mat-turn", {"line": 4, "text": "Doubles => 2"}, HEAD + "  1)  Doubles => 2\n"),
    ("mat-turn", {"line": 4, "text": "Wins 1 point"}, HEAD + WON),
    (
        "mat-turn",
        {"line": 5, "text": "61: 8/2 6/5"},
        HEAD + FIRST + "  2)                       61: 8/2 6/5\n",
    ),
    (
        "mat-turn",
        {"line": 5, "text": "Doubles => 2"},
        HEAD + FIRST + "  2)                        Doubles => 2\n",
    ),
    (
        "mat-turn",
        {"line": 5, "text": "61: 8/2 6/5"},
        HEAD + FIRST + "  2)  Doubles => 2           61: 8/2 6/5\n",
    ),
    ("mat-turn", {"line": 6, "text": "61: 8/2 6/5"}, HEAD + FIRST + WON + "  2) 61: 8/2 6/5\n"),
    (
        "mat-turn",
        {"line": 6, "text": "61: 8/2 6/5"},
        HEAD + "  1) 31: 8/5 6/5             52: ???\n" + WON + "  2) 61: 8/2 6/5\n",
    ),
    (
        "mat-turn",
        {"line": 6, "text": "Wins 1 point"},
        HEAD + FIRST + "  2)  Doubles => 2\n" + WON,
    ),
    (
        "mat-illegal",
        {"line": 5, "text": "Takes", "reason": "no-double-offered"},
        HEAD + FIRST + "  2)  Takes\n",
    ),
    # -- rolls and plays
    ("mat-opening", {"line": 4, "text": "33: 8/5(2) 6/3(2)"}, HEAD + "  1) 33: 8/5(2) 6/3(2)\n"),
    ("mat-unplayed", {"line": 4, "text": "31:"}, HEAD + "  1) 31:                 52: 13/11 13/8\n"),
    ("mat-unplayed", {"line": 4, "text": "31: ???"}, HEAD + "  1) 31: ???             52: 13/11 13/8\n"),
    ("mat-incomplete", {"line": 4, "text": "31: 8/5"}, HEAD + "  1) 31: 8/5\n"),
    (
        "mat-illegal",
        {"line": 4, "text": "31: 8/2 6/5", "reason": "wrong-number"},
        HEAD + "  1) 31: 8/2 6/5\n",
    ),
    (
        "mat-illegal",
        {"line": 4, "text": "61: 24/18 23/22", "reason": "no-checker"},
        HEAD + "  1) 61: 24/18 23/22\n",
    ),
    (
        "mat-illegal",
        {"line": 4, "text": "31: nonsense", "reason": "notation-unreadable"},
        HEAD + "  1) 31: nonsense\n",
    ),
    # -- the cube
    ("mat-cube", {"line": 5, "text": "Doubles => 4", "value": 2}, HEAD + FIRST + "  2)  Doubles => 4\n"),
    (
        "mat-illegal",
        {"line": 6, "text": "Doubles => 2", "reason": "cube-off"},
        '; [CubeLimit "1"]\n' + HEAD + FIRST + "  2)  Doubles => 2\n",
    ),
    (
        "mat-illegal",
        {"line": 6, "text": "Beavers => 4", "reason": "beavers-off"},
        '; [Beaver "Off"]\n' + HEAD + "  1) 31: 8/5 6/5             Doubles => 2\n  2)  Beavers => 4\n",
    ),
    (
        "mat-illegal",
        {"line": 7, "text": "Raccoons => 8", "reason": "raccoons-off"},
        BEAVERS + "  1) 31: 8/5 6/5             Doubles => 2\n  2)  Beavers => 4           Raccoons => 8\n",
    ),
    (
        "mat-illegal",
        {"line": 5, "text": "62: 24/18 13/11", "reason": "first-roll-off"},
        '; [RefusedRolls "1 left 31"]\n' + HEAD + "  1) 62: 24/18 13/11\n",
    ),
    # -- results
    ("mat-resigned", {"line": 5, "text": "Wins 4 points"}, HEAD + FIRST + "      Wins 4 points\n"),
    ("mat-resigned", {"line": 5, "text": "Wins 0 points"}, HEAD + FIRST + "      Wins 0 points\n"),
    (
        "mat-result",
        {"line": 6, "text": "Wins 2 points", "points": 1},
        HEAD + FIRST + "  2)  Doubles => 2           Drops\n      Wins 2 points\n",
    ),
    (
        "mat-result",
        {"line": 6, "text": "Wins 1 point", "points": 1},
        HEAD + FIRST + "  2)  Doubles => 2           Drops\n                          Wins 1 point\n",
    ),
    (
        "mat-result",
        {"line": 7, "text": "Wins 0 points", "points": 0},
        '; [Settlement "1"]\n; [Settlements "On"]\n' + HEAD + FIRST + f"{'':34}Wins 0 points\n",
    ),
    (
        "mat-illegal",
        {"line": 6, "text": "Wins 1 point", "reason": "settlements-off"},
        '; [Settlement "1"]\n' + HEAD + FIRST + WON,
    ),
]


@pytest.mark.parametrize(("key", "params", "text"), CASES)
def test_a_wrong_file_is_refused_with_the_line(key: str, params: dict[str, object], text: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        import_mat(text)
    told = dict(refused.value.params)
    if isinstance(reason := told.get("reason"), Refusal):
        told["reason"] = reason.key
    assert (refused.value.key, told) == (key, params)


@pytest.mark.parametrize("locale", Catalog().locales())
@pytest.mark.parametrize(("key", "params", "text"), CASES)
def test_each_is_said_in_every_language(key: str, params: dict[str, object], text: str, locale: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        import_mat(text)
    said = plain(refusal_words(refused.value, Speech(Catalog(), locale)))
    assert str(params.get("line", "")) in said
    assert "{" not in said


def test_every_reason_is_listed_and_tested() -> None:
    listed = set(re.findall(r"^    (mat-[a-z-]+) ", str(formats.__doc__), re.MULTILINE))
    code = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.py") if path.name != "__init__.py")
    raised = set(re.findall(r'"(mat-[a-z-]+)"', code))
    assert raised == listed == {key for key, _, _ in CASES}


def judged(text: str) -> str:
    """Return the reason against a file, or that there is none."""
    try:
        import_mat(text)
    except InvalidNotation as refused:
        return refused.key
    return "mat-fine"


PIECES = [
    " 3 point match",
    " 0 point match",
    " Game 1",
    " Game 2",
    " Bruno : 0          Ana : 0",
    "  1) 31: 8/5 6/5             52: 13/11 13/8",
    "  2)  Doubles => 2           Takes",
    "  2)  Doubles => 2           Drops",
    "  3)  Beavers => 4           Raccoons => 8",
    "      Wins 2 points",
    "                          Wins 1 point",
    "  9) 66: ???",
    "  9) 11: 6/5(4)",
    '; [Ties "1 44"]',
    '; [RefusedRolls "1 left 31"]',
    '; [Settlement "1"]',
    '; [Beaver "On"]',
    '; [FirstRollRefusal "Each"]',
]


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=20)), max_size=12))
def test_garbage_is_only_ever_refused(lines: list[str]) -> None:
    assert judged("\n".join(lines)).startswith("mat-")


@given(st.data())
def test_a_file_with_changed_lines_is_read_or_refused(data: st.DataObject) -> None:
    lines = (DATA / "matches" / "session.mat").read_text("utf-8").splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["cut", "double", "drop", "swap", "piece"])):
            case "cut":
                lines[at] = lines[at][: data.draw(st.integers(0, 40))]
            case "double":
                lines.insert(at, lines[at])
            case "drop":
                lines[at] = ""
            case "swap":
                lines[at] = lines[at].replace("5", "4")
            case _:
                lines[at] = data.draw(st.sampled_from(PIECES))
    assert judged("\n".join(lines)).startswith("mat-")
