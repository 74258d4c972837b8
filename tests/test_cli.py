"""The command line, as its users run it."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from PIL import Image
from typer.core import TyperGroup
from typer.testing import CliRunner, Result

from bot.__main__ import app
from bot.cli.legal import answers
from bot.cli.render import scenes, style_named
from bot.config import Settings
from renderers.board_view import CubeView

DATA = Path(__file__).parent / "data"
OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
NO_ROLL = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
START_ID = "4HPwATDgc/ABMA"
STOP_WITHIN_SECONDS = 10


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Work in an empty folder without any setting."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def gamao(*arguments: str, typed: str = "") -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, arguments, input=typed)


def process(*arguments: str) -> subprocess.Popen[str]:
    """Start `gamao` as a process of its own, with pipes."""
    return subprocess.Popen(
        [sys.executable, "-m", "bot", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    )


def finished(*arguments: str, typed: str = "") -> tuple[int, str, str]:
    """Run `gamao` to its end; return status, output, errors."""
    with process(*arguments) as started:
        output, errors = started.communicate(typed, timeout=120)
    return started.returncode, output, errors


def rows(name: str) -> list[dict[str, object]]:
    """Return the rows of a table of known positions."""
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


# -- help --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [[], ["run"], ["legal"], ["render"], ["analyze"], ["db"], ["db", "upgrade"], ["db", "backup"]],
    ids=" ".join,
)
def test_every_command_explains_itself(command: list[str]) -> None:
    result = gamao(*command, "--help")
    assert result.exit_code == 0
    assert re.search(rf"Usage: \S+ {' '.join(command)}".rstrip(), result.output)


def test_the_version_is_that_of_the_package() -> None:
    assert re.fullmatch(r"gamao \d+\.\d+\.\d+\n", gamao("--version").output)


def test_every_command_has_a_chapter_and_every_option_stands_in_it() -> None:
    page = (Path(__file__).parents[1] / "docs" / "command-line.md").read_text("utf-8")
    chapters = re.findall(r"^## `gamao (\w+)`$", page, re.MULTILINE)
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    assert chapters == list(group.commands)
    for name, command in group.commands.items():
        chapter = page.split(f"## `gamao {name}`", 1)[1].split("\n## ", 1)[0]
        for parameter in command.params:
            if parameter.param_type_name == "option":
                assert parameter.opts[-1] in chapter or parameter.opts[0] in chapter, (name, parameter.name)


# -- legal ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["legal_plays.jsonl", "rule_bugs.jsonl", "tricky_plays.jsonl"])
def test_legal_plays_are_those_of_the_tables(name: str) -> None:
    table = rows(name)
    found = [json.loads(line) for line in answers((DATA / name).read_bytes().splitlines())]
    assert [answer["id"] for answer in found] == [row["id"] for row in table]
    for row, answer in zip(table, found, strict=True):
        assert answer["results"] == row["results"], row["id"]
        assert answer["plays"] == sorted(answer["plays"])
        if "plays" in row:
            assert answer["plays"] == row["plays"], row["id"]


def test_legal_answers_each_line_of_standard_input() -> None:
    lines = [json.dumps({"id": number, "position_id": START_ID, "dice": [3, 1]}) for number in (1, 2)]
    status, output, errors = finished("legal", "--jsonl", typed="\n\n".join(lines))
    assert (status, errors) == (0, "")
    assert [json.loads(line)["id"] for line in output.splitlines()] == [1, 2]
    assert all(len(json.loads(line)["plays"]) == 16 for line in output.splitlines())


def test_no_legal_play_gives_two_empty_lists() -> None:
    closed_out = next(row for row in rows("legal_plays.jsonl") if row["results"] == [])
    (answer,) = answers([json.dumps(closed_out).encode()])
    assert json.loads(answer) == {"id": closed_out["id"], "plays": [], "results": []}


def test_another_variant_is_played_by_its_own_rules() -> None:
    asked = {"id": "h", "position_id": "AAAOAACAAwAAAA", "dice": [6, 6], "variant": "hypergammon"}
    (answer,) = answers([json.dumps(asked).encode()])
    assert "results" in json.loads(answer)


BAD_LINES = {
    "not JSON": b"{",
    "no object": b"[1, 2]",
    "not UTF-8": b'{"id": "\xff"}',
    "too deep": b"[" * 100_000,
    "no position": b'{"id": 1, "dice": [3, 1]}',
    "no position ID": b'{"id": 1, "position_id": "here", "dice": [3, 1]}',
    "impossible position": b'{"id": 1, "position_id": "//////////////", "dice": [3, 1]}',
    "position is a number": b'{"id": 1, "position_id": 4, "dice": [3, 1]}',
    "no dice": b'{"id": 1, "position_id": "4HPwATDgc/ABMA"}',
    "one die": b'{"id": 1, "position_id": "4HPwATDgc/ABMA", "dice": [3]}',
    "die of seven": b'{"id": 1, "position_id": "4HPwATDgc/ABMA", "dice": [7, 1]}',
    "die of zero": b'{"id": 1, "position_id": "4HPwATDgc/ABMA", "dice": [0, 1]}',
    "die is true": b'{"id": 1, "position_id": "4HPwATDgc/ABMA", "dice": [true, 1]}',
    "die is text": b'{"id": 1, "position_id": "4HPwATDgc/ABMA", "dice": ["3", 1]}',
    "die is broken": b'{"id": 1, "position_id": "4HPwATDgc/ABMA", "dice": [1.0, 1]}',
    "unknown variant": b'{"id": 1, "position_id": "4HPwATDgc/ABMA", "dice": [3, 1], "variant": "chess"}',
}


@pytest.mark.parametrize("bad", BAD_LINES.values(), ids=BAD_LINES)
def test_a_bad_line_is_answered_with_its_error_and_the_rest_go_on(bad: bytes) -> None:
    good = json.dumps({"id": 2, "position_id": START_ID, "dice": [3, 1]}).encode()
    first, second = (json.loads(line) for line in answers([bad, good]))
    assert set(first) == {"id", "error"}
    assert first["id"] in {1, None}
    assert len(first["error"]) > 10
    assert len(second["plays"]) == 16


def test_an_id_comes_back_as_it_was_sent() -> None:
    identity = ["ação", {"a": None}, 2.5, "\ud800"]
    asked = {"id": identity, "position_id": START_ID, "dice": [3, 1]}
    (answer,) = answers([json.dumps(asked).encode()])
    assert json.loads(answer)["id"] == identity
    assert answer.isascii()


def test_legal_plays_of_a_position_are_printed_one_a_line() -> None:
    result = gamao("legal", OPENING)
    assert result.exit_code == 0
    assert len(result.output.splitlines()) == 16
    assert "8/5 6/5" in result.output.splitlines()


def test_several_positions_are_headed_by_their_names() -> None:
    output = gamao("legal", OPENING, OPENING).output.splitlines()
    assert [number for number, line in enumerate(output) if line == OPENING] == [0, 17]


@pytest.mark.parametrize("position", [NO_ROLL, "XGID=nothing", "no position at all"])
def test_a_position_without_a_roll_or_none_is_a_failure_in_one_sentence(position: str) -> None:
    result = gamao("legal", position)
    assert result.exit_code == 1
    assert re.fullmatch(r"gamao: .+\n", result.stderr)


def test_legal_without_a_position_says_what_is_missing() -> None:
    result = gamao("legal")
    assert result.exit_code == 2
    assert "--jsonl" in result.stderr


# -- render --------------------------------------------------------------------------------------------


MATCH = DATA / "matches" / "m1.mat"
"""A match of two games."""
OFFERED = "XGID=-b----E-C---eE---c-e----B-:1:1:1:D:2:3:0:5:10"


def pictures(path: Path) -> int:
    """Return how many pictures a file shows one after the other."""
    with Image.open(path) as picture:
        return getattr(picture, "n_frames", 1)


@pytest.mark.parametrize("position", [OPENING, NO_ROLL, START_ID, OFFERED, f"{START_ID}:cAkAAAAAAAAA"])
def test_a_position_is_drawn(position: str, home: Path) -> None:
    result = gamao("render", position, "-o", "here.png")
    assert result.output == "here.png\n"
    assert (home / "here.png").read_bytes().startswith(b"\x89PNG")


def test_without_a_name_a_position_is_a_board_and_a_match_a_film_named_as_its_file(home: Path) -> None:
    assert gamao("render", OPENING).output == "board.png\n"
    assert gamao("render", str(DATA / "matches" / "session.mat")).output == "session.gif\n"
    assert pictures(home / "board.png") == 1
    assert pictures(home / "session.gif") > 30


@pytest.mark.parametrize(
    ("options", "one", "other"),
    [
        ("--home", "right", "left"),
        ("--numbers", "near", "far"),
        ("--numbers", "roll", "none"),
        ("--theme", "classic", "dark"),
    ],
)
@pytest.mark.parametrize("name", ["board.png", "board.gif"])
def test_each_option_makes_another_picture(options: str, one: str, other: str, name: str, home: Path) -> None:
    drawn = set()
    for value in (one, other):
        assert gamao("render", OPENING, "-o", name, options, value).exit_code == 0
        drawn.add((home / name).read_bytes())
    assert len(drawn) == 2


def test_a_position_shows_what_its_text_tells() -> None:
    (scene,) = scenes(OFFERED, "backgammon", None, style_named("felt", "left", None))
    view = scene.frames[0].view
    assert (view.cube, view.on_roll, view.numbers) == (CubeView(4, 0, offered_to=1), 1, 1)
    assert (view.score, view.length, view.theme, view.home) == ((2, 3), 5, "felt", "left")


@pytest.mark.parametrize(
    ("position", "dead"),
    [
        ("XGID=-b----E-C---eE---c-e----B-:2:1:1:00:4:3:0:7:10", True),
        ("XGID=-b----E-C---eE---c-e----B-:2:1:1:00:2:4:0:7:10", False),
        ("XGID=-b----E-C---eE---c-e----B-:6:1:1:00:0:0:0:0:6", True),
    ],
)
def test_a_dead_cube_is_drawn_as_one(position: str, dead: bool) -> None:
    (scene,) = scenes(position, "backgammon", None, style_named("classic", "right", None))
    cube = scene.frames[0].view.cube
    assert cube is not None
    assert cube.dead is dead


@pytest.mark.parametrize("name", ["final.gif", "final.png", "final.GIF"])
def test_every_game_of_a_match_has_a_file_of_its_own(name: str, home: Path) -> None:
    stem, ending = name.split(".")
    result = gamao("render", str(MATCH), "-o", name)
    assert result.output.splitlines() == [f"{stem}-1.{ending}", f"{stem}-2.{ending}"]
    assert (pictures(home / f"{stem}-2.{ending}") > 50) == (ending != "png")


def test_one_game_of_a_match_is_named_as_it_is(home: Path) -> None:
    gamao("render", str(MATCH), "-o", "all.gif")
    assert gamao("render", str(MATCH), "--game", "2", "-o", "second.gif").output == "second.gif\n"
    assert (home / "second.gif").read_bytes() == (home / "all-2.gif").read_bytes()


@pytest.mark.parametrize(("numbers", "shown"), [("roll", {0, 1}), ("far", {1}), ("none", {None})])
def test_a_film_has_the_numbers_that_are_asked_for(numbers: str, shown: set[int | None]) -> None:
    film = scenes(str(MATCH), "backgammon", 1, style_named("classic", "right", numbers))[0].frames
    assert {frame.view.numbers for frame in film} == shown


def test_names_of_old_programs_can_be_read(home: Path) -> None:
    text = (DATA / "matches" / "session.mat").read_text("utf-8").replace("gnubg", "Bj\xf6rn")
    (home / "old.mat").write_bytes(text.encode("latin-1"))
    (home / "new.mat").write_bytes(text.encode("utf-8-sig"))
    assert gamao("render", "old.mat").output == "old.gif\n"
    assert gamao("render", "new.mat", "-o", "new.png").output == "new.png\n"


def test_positions_and_ends_of_games_are_printed_as_text() -> None:
    assert gamao("render", OPENING, "--text").output.count("|  |") == 12
    assert gamao("render", str(MATCH), "--text").output.count("|  |") == 24


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["nothing"], "nothing"),
        ([OPENING, "--theme", "none"], "classic, colourblind"),
        ([OPENING, "--home", "up"], "right or left"),
        ([OPENING, "--numbers", "both"], "roll, near, far or none"),
        ([OPENING, "--variant", "chess"], "nackgammon"),
        ([OPENING, "--game", "1"], "a position has none"),
        ([OPENING, "-o", "no/such/folder/board.png"], "cannot be written"),
        ([OPENING, "-o", "board.jpg"], "a .png or a .gif"),
        (["XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:150:10"], "99 points"),
        (["missing.mat"], "cannot be read"),
        (["empty.mat"], "no line such as"),
        (["gameless.mat"], "holds no game"),
        ([str(MATCH), "--game", "3"], "1 to 2"),
        ([str(MATCH), "--game", "0"], "1 to 2"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_drawn_is_a_failure_in_one_sentence(
    arguments: list[str], reason: str, home: Path
) -> None:
    (home / "empty.mat").write_text("")
    (home / "gameless.mat").write_text(" 3 point match\n")
    result = gamao("render", *arguments)
    assert result.exit_code == 1
    assert re.fullmatch(r"gamao: .+\n", result.stderr)
    assert reason in result.stderr


# -- run -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [["run", "--seed", "7"], ["run"], []], ids=["seed", "run", "bare"])
def test_without_a_token_the_local_chat_runs_until_its_lines_end(arguments: list[str], home: Path) -> None:
    status, output, errors = finished(*arguments, typed="challenge @Bruno 3\naccept\n")
    assert status == 0
    assert "Bruno> accept" in output
    assert (home / "gamao.db").exists()
    assert ("the dice are repeatable: seed 7" in errors) == ("--seed" in arguments)
    assert "INFO" not in errors


def test_a_piped_match_ends_with_its_winner() -> None:
    status, output, errors = finished(
        "run", "--seed", "7", typed=(DATA / "piped_match.txt").read_text("utf-8")
    )
    assert status == 0
    assert "✗" not in output
    assert "Traceback" not in errors
    assert "🏁" in output.splitlines()[-4:][0] or "🏁" in "".join(output.splitlines()[-8:])


def test_the_conversation_in_the_readme_is_what_happens() -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    shown = re.search(r"```\n\$ gamao run --seed (\d+)\n(.*?)\n```", readme, re.DOTALL)
    assert shown is not None
    typed = re.findall(r"^(?:Ana|Bruno)> (.*)$", shown[2], re.MULTILINE)
    assert len(typed) >= 3
    assert shown[2] in finished("run", "--seed", shown[1], typed="\n".join(typed))[1]


def test_the_local_chat_speaks_the_language_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "pt_PT.UTF-8")
    assert "desafiar" in finished("run")[1]
    monkeypatch.setenv("DEFAULT_LOCALE", "en")
    assert "desafiar" not in finished("run")[1]


@pytest.fixture
def running() -> Iterator[subprocess.Popen[str]]:
    """A local chat that waits for its next line."""
    with process("run") as started:
        assert started.stdout is not None
        assert "Gamão" in started.stdout.readline()
        yield started
        started.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_time_and_cleanly(running: subprocess.Popen[str], number: signal.Signals) -> None:
    running.send_signal(number)
    assert running.wait(STOP_WITHIN_SECONDS) == 0
    assert running.stderr is not None
    assert running.stderr.read() == ""


def test_a_second_process_on_the_same_database_is_told_who_runs(running: subprocess.Popen[str]) -> None:
    status, _, errors = finished("run")
    assert status == 1
    assert f"process {running.pid} runs on this database already" in errors
    assert "Traceback" not in errors


def test_a_database_of_a_newer_version_is_refused_and_left_alone(home: Path) -> None:
    finished("db", "upgrade")
    with sqlite3.connect(home / "gamao.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    status, _, errors = finished("run")
    assert status == 1
    assert "newer" in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "sqlite+aiosqlite:///no/such/folder/gamao.db"),
        ("DATABASE_URL", "what"),
        ("DATABASE_URL", "sqlite:///gamao.db"),
        ("DEFAULT_LOCALE", "tlh"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_a_wrong_setting_is_a_failure_in_one_sentence(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    status, output, errors = finished("run")
    assert (status, output) == (1, "")
    assert re.fullmatch(r"gamao: .+\n", errors)


# -- the database ------------------------------------------------------------------------------------------


def test_a_database_is_made_and_kept_up_to_date(home: Path) -> None:
    for _ in range(2):
        result = gamao("db", "upgrade")
        assert (result.exit_code, result.output) == (0, "The database is up to date.\n")
    assert (home / "gamao.db").exists()


def test_a_backup_is_a_whole_database(home: Path) -> None:
    gamao("db", "upgrade")
    result = gamao("db", "backup", "copy.db")
    assert (result.exit_code, result.output) == (0, "copy.db\n")
    with sqlite3.connect(home / "copy.db") as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    copy.close()


def test_a_backup_is_named_by_the_time_unless_told(home: Path) -> None:
    gamao("db", "upgrade")
    name = gamao("db", "backup").output.strip()
    assert re.fullmatch(r"gamao-\d{8}-\d{6}\.db", name)
    assert (home / name).exists()


def test_without_a_database_there_is_nothing_to_back_up() -> None:
    result = gamao("db", "backup")
    assert result.exit_code == 1
    assert re.fullmatch(r"gamao: .+\n", result.stderr)
