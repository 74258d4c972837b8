"""`gamao analyze`, as its users run it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from bot.__main__ import app
from bot.players.sage.judge import SageJudge
from bot.players.sage.machine import missing

MATCH = Path(__file__).parent / "data" / "matches" / "m1.mat"
SHORT = """ 1 point match

 Game 1
 Bruno : 0                       Ana : 0
  1)                             31: 24/23 24/21
  2) 65: 24/18 13/8              42: 8/4 6/4
      Wins 1 point
"""

needs_engine = pytest.mark.skipif(missing() is not None, reason="bgsage cannot run here")


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Work in a folder with a short match."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "short.mat").write_text(SHORT)
    return tmp_path


def analyze(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["analyze", *arguments])


@needs_engine
def test_a_match_is_judged_and_its_worst_mistakes_are_drawn(home: Path) -> None:
    result = analyze("short.mat", "--worst", "1", "--theme", "dark")
    assert result.exit_code == 0
    rows = {line.split()[0]: line.split() for line in result.stdout.splitlines() if line.strip()}
    assert rows["player"] == ["player", "PR", "class", "decisions", "plays", "cube", "blunders", "luck"]
    assert float(rows["Ana"][1]) > 30
    assert float(rows["Bruno"][1]) < 15
    drawn, _, shown = result.stdout.splitlines()[-1].partition(": ")
    assert shown.startswith("Game 1, Ana 3-1: 24/23 24/21 (−0.")
    assert shown.endswith("better 8/5 6/5")
    with Image.open(home / drawn) as picture:
        assert (picture.format, picture.size) == ("PNG", (1200, 900))


@needs_engine
def test_without_pictures_only_the_figures_are_printed(home: Path) -> None:
    assert "better" not in analyze("short.mat", "--worst", "0").stdout
    assert list(home.glob("*.png")) == []


@needs_engine
def test_the_pictures_go_where_they_are_wanted(home: Path) -> None:
    (home / "mistakes").mkdir()
    analyze("short.mat", "-o", "mistakes")
    assert (home / "mistakes" / "short-mistake-1.png").exists()
    assert list(home.glob("*.png")) == []


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["missing.mat"], "cannot be read"),
        (["empty.mat"], "no line such as"),
        (["gameless.mat"], "nothing to judge"),
        ([str(MATCH), "--theme", "none"], "classic, colourblind"),
        ([str(MATCH), "-o", "no/such/folder"], "there is no folder"),
        (["hyper.mat"], "hypergammon cannot be judged"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_judged_is_a_failure_in_one_sentence(
    arguments: list[str], reason: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SageJudge, "missing", lambda _: None)
    (home / "empty.mat").write_text("")
    (home / "gameless.mat").write_text(" 3 point match\n")
    hyper = SHORT.replace("31: 24/23 24/21", "31: 24/21 23/22").replace("65: 24/18 13/8", "65: 24/18 23/18")
    (home / "hyper.mat").write_text('; [Variation "hypergammon"]\n' + hyper.replace("42: 8/4 6/4", ""))
    result = analyze(*arguments)
    assert result.exit_code == 1
    assert reason in result.stderr
    assert result.stderr.startswith("gamao: ")


def test_without_the_engine_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SageJudge, "missing", lambda _: "bgsage")
    result = analyze("short.mat")
    assert result.exit_code == 1
    assert result.stderr == "gamao: positions cannot be judged here: bgsage is missing\n"
