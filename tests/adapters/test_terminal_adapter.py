"""The chat on a keyboard, with the whole bot behind it: a real store, seeded dice, lines as typed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from bot.adapters import AdapterContext, AdapterSpec
from bot.adapters.terminal.people import COMPUTER, People
from bot.adapters.terminal.screen import Screen
from bot.adapters.terminal_adapter import TerminalAdapter
from bot.app.catalog import Catalog
from bot.app.replies import (
    AnswerKind,
    Block,
    Board,
    Button,
    ButtonGroup,
    Code,
    GroupKind,
    Mention,
    Words,
)
from bot.app.requests import PlayerRef, Press
from bot.bootstrap import Bot, RandomDice
from bot.config import Settings
from bot.store import open_store
from renderers.text import text_board
from tests.helpers.growth import Growth, captioned, percent
from tests.helpers.houses import TerminalHouse, terminal_house, until
from tests.helpers.telegram_desk import VIEW, answer

ROLL = Button("🎲 Roll", Press("g", 7, 12, "roll").encode())
DOUBLE = Button("Double to 2", Press("g", 7, 12, "double").encode())
BOARD = "|  |"
"""The bar, which every board in text has."""
PAGE = Button("Rules", url="https://example.org/rules")


class Keyboard:
    """A terminal with somebody at it. `folder` holds the database and the pictures."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.output = StringIO()

    async def types(
        self,
        *lines: str,
        seed: int = 7,
        locale: str = "en",
        interactive: bool = False,
        typist: Typist | None = None,
    ) -> str:
        """Run the bot on these lines until they end; return all that it wrote."""
        self.output = StringIO()
        stopping = asyncio.Event()
        settings = Settings(_env_file=None, default_locale=locale)  # type: ignore[call-arg]  # pydantic's own

        def build(context: AdapterContext) -> TerminalAdapter:
            typed = typist(self) if typist else iter(lines)
            console = Console(file=self.output, highlight=False)
            return TerminalAdapter(context, typed, console, self.folder / "boards", interactive=interactive)

        store = await open_store(f"sqlite+aiosqlite:///{self.folder / 'chat.db'}")
        try:
            bot = Bot(settings, Catalog(locale), store, RandomDice(Random(seed)), stopping)
            await bot.run((AdapterSpec("terminal", None, build),))
        finally:
            await store.close()
        return self.output.getvalue()

    def written(self) -> str:
        """Return all that has been written so far."""
        return self.output.getvalue()

    def pictures(self) -> dict[str, bytes]:
        """Return the pictures in the folder by name."""
        return {path.name: path.read_bytes() for path in (self.folder / "boards").glob("*.png")}


Typist = Callable[[Keyboard], Iterator[str]]
"""Somebody who reads what is written before typing the next line."""


@pytest.fixture
def keyboard(tmp_path: Path) -> Keyboard:
    """A terminal on an empty database."""
    return Keyboard(tmp_path)


def screen() -> tuple[Screen, StringIO]:
    """Return a screen that is no terminal, and what it writes to."""
    output = StringIO()
    return Screen(Console(file=output, highlight=False)), output


def buttons(*rows: tuple[Button, ...]) -> tuple[ButtonGroup, ...]:
    """Return a keyboard of such rows."""
    return tuple(ButtonGroup(GroupKind.OPTIONS, row) for row in rows)


def last_board(output: str) -> str:
    """Return what was written since the last picture was drawn."""
    return output[output.rindex("[") - 1 :] if "[" in output else output


# -- people ----------------------------------------------------------------------------------------


def test_a_line_is_spoken_by_the_first_person_until_a_board_calls_another() -> None:
    people = People(("Ana", "Bruno"))
    assert people.spoken("roll") == (people.named("Ana"), "roll")
    people.address(Board(((Mention(people.named("Bruno"), "Bruno", ping=True),),)))
    assert people.spoken("roll") == (people.named("Bruno"), "roll")
    people.address(Board((("Ana wins",),)))
    assert people.addressed == people.named("Ana")


def test_a_board_that_names_without_calling_addresses_nobody() -> None:
    people = People(("Ana", "Bruno"))
    people.address(Board(((Mention(people.named("Bruno"), "Bruno"),),)))
    assert people.addressed == people.named("Ana")


def test_people_of_another_platform_cannot_be_addressed_here() -> None:
    people = People(("Ana", "Bruno"))
    people.address(Board(((Mention(PlayerRef("telegram", "7"), "Tânia", ping=True),),)))
    assert people.addressed == people.named("Ana")


@pytest.mark.parametrize("line", ["bruno: take", "Bruno:take", "BRUNO :  take"])
def test_a_name_in_front_speaks_for_that_person_in_any_case(line: str) -> None:
    people = People(("Ana", "Bruno"))
    speaker, text = people.spoken(line)
    assert (speaker.name, text) == ("Bruno", "take")


def test_a_new_name_is_a_new_person() -> None:
    people = People(("Ana", "Bruno"))
    speaker, text = people.spoken("Cláudia: challenge @Ana 3")
    assert (speaker.name, speaker.user, text) == ("Cláudia", "claudia", "challenge @Ana 3")
    assert people.named("claudia") == speaker


@pytest.mark.parametrize("line", ["13/8 6/5", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31", ": take", "Ana:"])
def test_what_only_looks_like_a_name_is_no_name(line: str) -> None:
    people = People(("Ana", "Bruno"))
    assert people.spoken(line) == (people.named("Ana"), line)


@pytest.mark.parametrize("name", ["gamao", "Gamão", "computer", "Computador"])
def test_the_computer_answers_to_its_names(name: str) -> None:
    assert People(("Ana",)).named(name) == COMPUTER


# -- the screen --------------------------------------------------------------------------------------


def test_buttons_are_numbered_through_all_rows() -> None:
    drawn, output = screen()
    drawn.keyboard(buttons((ROLL,), (DOUBLE, PAGE)))
    assert output.getvalue() == "  [1] 🎲 Roll\n  [2] Double to 2   [3] Rules https://example.org/rules\n"
    assert drawn.press(1) == Press("g", 7, 12, "roll")
    assert drawn.press(2) == Press("g", 7, 12, "double")


@pytest.mark.parametrize("number", [0, 3, 4])
def test_a_number_without_a_button_that_asks_presses_nothing(number: int) -> None:
    drawn, _ = screen()
    drawn.keyboard(buttons((ROLL, DOUBLE, PAGE)))
    assert drawn.press(number) is None


def test_new_buttons_replace_the_old_ones() -> None:
    drawn, _ = screen()
    drawn.keyboard(buttons((ROLL, DOUBLE)))
    drawn.keyboard(())
    assert drawn.press(1) is None


def test_words_keep_stars_brackets_and_long_lines_as_they_are() -> None:
    drawn, output = screen()
    line = ("[bold]", Code("24/18*/13"), " :smile: ", Mention(COMPUTER, "Gamão", ping=True), "x" * 120)
    drawn.words((line, (Block("a\n b"),)), "✗ ")
    assert output.getvalue() == f"✗ [bold]24/18*/13 :smile: @Gamão{'x' * 120}\na\n b\n"


def test_colours_are_for_terminals_only() -> None:
    output = StringIO()
    Screen(Console(file=output, force_terminal=True, color_system="standard")).words(((Code("6/5"),),))
    assert "\x1b[1m6/5\x1b[0m" in output.getvalue()


# -- the conversation ------------------------------------------------------------------------------


async def test_the_welcome_is_two_lines_that_say_how_to_begin(keyboard: Keyboard) -> None:
    output = await keyboard.types()
    assert len(output.splitlines()) == 2
    assert "challenge @Bruno 3" in output
    assert "challenge @gamao" in output


async def test_the_welcome_is_in_the_language_of_the_settings(keyboard: Keyboard) -> None:
    assert "desafiar @Bruno 3" in await keyboard.types(locale="pt_BR")


async def test_a_challenge_is_answered_by_the_person_it_calls(keyboard: Keyboard) -> None:
    output = await keyboard.types("challenge @Bruno 3", "accept", "board")
    assert "\nAna> challenge @Bruno 3\n" in output
    assert "\nBruno> accept\n" in output
    assert "to 3" in output
    assert len(keyboard.pictures()) == 1


async def test_a_position_calls_nobody_so_who_was_called_speaks_on(keyboard: Keyboard) -> None:
    output = await keyboard.types("challenge @Bruno 3", "Ana: position 4HPwATDgc/ABMA", "accept")
    assert "\nBruno> accept\n" in output


async def test_a_picture_is_written_and_its_path_shown(keyboard: Keyboard) -> None:
    output = await keyboard.types("challenge @Bruno 3", "accept")
    shown = re.findall(r"^\[(.*\.png)\]$", output, re.MULTILINE)
    assert len(shown) == 1
    assert keyboard.pictures()[Path(shown[0]).name].startswith(b"\x89PNG")


async def test_a_folder_that_cannot_be_written_leaves_the_board_in_text(
    keyboard: Keyboard, caplog: pytest.LogCaptureFixture
) -> None:
    (keyboard.folder / "boards").write_text("in the way")
    output = await keyboard.types("challenge @Bruno 3", "accept")
    assert BOARD in output
    assert ".png" not in output
    assert "cannot write" in caplog.text


async def test_a_refusal_is_marked_and_shown_before_the_next_line(keyboard: Keyboard) -> None:
    output = await keyboard.types("roll", "Bruno: roll")
    assert re.search(r"\nAna> roll\n✗ .+\n\nBruno> roll\n✗ .+\n$", output)


async def test_what_is_no_command_is_said_to_be_none(keyboard: Keyboard) -> None:
    output = await keyboard.types("good evening", "7")
    assert "\nAna> good evening\nThat is no command and no play: good evening." in output
    assert "There is no button 7 now." in output


@pytest.mark.parametrize("line", ["9" * 5_000, "٣", "@", "/", "Ana:", "🎲", "\x1b[A", "a" * 5_000])
async def test_no_line_stops_the_conversation(keyboard: Keyboard, line: str) -> None:
    output = await keyboard.types(line, "help")
    assert "is no command and no play" in output
    assert "/challenge" in output


async def test_an_empty_line_does_nothing(keyboard: Keyboard) -> None:
    assert (await keyboard.types("", "   ")).count("\n") <= 6


@pytest.mark.parametrize("goodbye", ["quit", "exit", "Sair"])
async def test_a_goodbye_ends_the_chat_before_the_lines_end(keyboard: Keyboard, goodbye: str) -> None:
    assert "score" not in await keyboard.types(goodbye, "score")


async def test_a_play_needs_no_verb(keyboard: Keyboard) -> None:
    def typist(terminal: Keyboard) -> Iterator[str]:
        yield "challenge @Bruno"
        yield "accept"
        yield from plays(terminal, 1)

    output = await keyboard.types(typist=typist)
    assert "✗" not in output


async def test_a_number_presses_the_button_that_bears_it(keyboard: Keyboard) -> None:
    output = await keyboard.types("challenge @Bruno", "1")
    assert "\nBruno> 1\n" in output
    assert BOARD in output


async def test_a_tap_shows_one_line_and_the_buttons_but_no_board(keyboard: Keyboard) -> None:
    output = await keyboard.types("challenge @Bruno", "accept", "1")
    tapped = output[output.rindex("> 1\n") :]
    assert BOARD not in tapped
    assert "[1]" in tapped


async def test_a_typed_part_of_a_play_is_answered_with_a_whole_board(keyboard: Keyboard) -> None:
    def typist(terminal: Keyboard) -> Iterator[str]:
        yield "challenge @Bruno"
        yield "accept"
        tapped = re.search(r"\[1\] (\S+)→(\S+)", terminal.written())
        assert tapped is not None
        yield f"{tapped[1]}/{tapped[2]}"

    output = await keyboard.types(typist=typist)
    assert BOARD in output[output.rindex("> ") :]


async def test_a_play_under_way_is_shown_whole_after_a_restart(keyboard: Keyboard) -> None:
    await keyboard.types("challenge @Bruno", "accept", "1")
    assert BOARD in await keyboard.types()


async def test_against_the_computer_it_is_soon_my_turn_again(keyboard: Keyboard) -> None:
    def typist(terminal: Keyboard) -> Iterator[str]:
        yield "challenge @gamao"
        yield from plays(terminal, 2)

    output = await keyboard.types(typist=typist)
    assert output.count("\nAna> ") == 3
    assert "Gamão" in output


async def test_a_restart_goes_on_with_the_match_and_shows_the_board(keyboard: Keyboard) -> None:
    await keyboard.types("Carla: challenge @Dora 5", "accept")
    again = await keyboard.types("score")
    before, after = again.split("> score", 1)
    assert BOARD in before
    assert "Carla" in before
    assert "Dora" in after


async def test_lines_are_not_echoed_to_a_person_who_types_them(keyboard: Keyboard) -> None:
    output = await keyboard.types("challenge @Bruno", interactive=True)
    assert "challenge @Bruno\n" not in output.split("rest.", 1)[1]
    assert output.endswith("\nBruno> \n")


async def test_the_same_seed_gives_the_same_conversation(tmp_path: Path) -> None:
    outputs = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        terminal = Keyboard(tmp_path / name)
        output = await terminal.types("challenge @gamao", "1", "1", "board")
        outputs.append(output.replace(str(tmp_path / name), ""))
    assert outputs[0] == outputs[1]


async def test_a_whole_game_can_be_played_by_numbers(keyboard: Keyboard) -> None:
    def typist(terminal: Keyboard) -> Iterator[str]:
        yield "challenge @Bruno"
        yield "1"
        yield from plays(terminal, 1_000)

    output = await keyboard.types(typist=typist)
    assert "✗" not in output
    assert "no button" not in output
    assert "🏁" in output
    assert output.endswith("[3] 🎬 Replay   [4] .mat\n")


async def test_a_film_is_written_and_its_path_shown(keyboard: Keyboard) -> None:
    output = await keyboard.types("challenge @Bruno 1", "accept", "resign backgammon", "replay")
    path = keyboard.folder / "boards" / "match-1-game-1.gif"
    assert f"[{path}]" in output
    assert path.read_bytes().startswith(b"GIF89a")
    assert "wins a backgammon" in output.split("> replay")[1]


async def test_a_film_that_cannot_be_drawn_leaves_its_words(
    keyboard: Keyboard, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.bootstrap.animate", lambda *_: 1 / 0)
    output = await keyboard.types("challenge @Bruno 1", "accept", "resign backgammon", "replay", "score")
    assert "wins a backgammon" in output.split("> replay")[1]
    assert "> score" in output
    assert "match-1-game-1 could not be drawn" in caplog.text


async def test_where_a_game_of_a_match_ended_is_told_without_taking_the_buttons(keyboard: Keyboard) -> None:
    def typist(terminal: Keyboard) -> Iterator[str]:
        yield "challenge @Bruno 3"
        yield "accept"
        yield from plays(terminal, 2)
        yield "resign single"
        yield "accept"
        yield "1"

    output = await keyboard.types(typist=typist)
    (ended,) = re.findall(r"How the last game ended: (\S+)", output)
    assert Path(ended).name in keyboard.pictures()
    assert "no button" not in output
    assert "game 2" in output.split("> 1\n")[-2]


# -- answers that grow --------------------------------------------------------------------------------


async def asks(house: TerminalHouse, growth: Growth, verb: str = "pips") -> None:
    """Have somebody ask for what takes time, and wait until that is said."""
    house.door.answers(verb, percent(0, growth))
    before = house.seen().count("Analysing 0 %")
    await house.types(verb)
    await until(lambda: house.seen().count("Analysing 0 %") > before and growth.awaited)


async def test_a_script_shows_the_first_and_the_last_before_its_next_line(tmp_path: Path) -> None:
    growth = Growth()
    async with terminal_house(tmp_path) as house:
        await house.open()
        await asks(house, growth)
        await house.types("score")
        growth.comes(percent(12))
        await asyncio.sleep(0.02)
        growth.ends(answer(AnswerKind.INFO, "Ana errs by 73"))
        await until(lambda: len(house.door.finished) == 2)
        assert "\nAna> pips\nAnalysing 0 %\nAna errs by 73\n\nAna> score\n" in house.seen()


async def test_an_album_is_words_each_with_its_board(tmp_path: Path) -> None:
    growth = Growth()
    async with terminal_house(tmp_path) as house:
        await house.open()
        await asks(house, growth)
        pictures = (captioned("first", VIEW), captioned("second", VIEW))
        growth.ends(answer(AnswerKind.INFO, "Two mistakes", album=pictures, keyboard=buttons((ROLL,))))
        await until(lambda: "Roll" in house.seen())
        files = [tmp_path / f"answer-{number}.png" for number in (1, 2)]
        drawn = [
            f"{name}\n{text_board(VIEW)}\n[{file}]\n"
            for name, file in zip(("first", "second"), files, strict=True)
        ]
        assert f"Two mistakes\n{''.join(drawn)}  [1]" in house.seen()
        assert all(file.exists() for file in files)


async def test_on_a_terminal_progress_is_written_over_the_line_above_the_prompt(tmp_path: Path) -> None:
    growth = Growth()
    async with terminal_house(tmp_path, is_terminal=True) as house:
        await house.open()
        await asks(house, growth)
        await until(lambda: house.seen().endswith("\nAna> "))
        growth.comes(percent(12))
        await until(lambda: house.seen().endswith("\x1b7\x1b[2A\r\x1b[2KAnalysing 12 %\x1b8"))
        growth.ends(answer(AnswerKind.INFO, "Ana errs by 73"))
        await until(lambda: house.seen().endswith("\nAna errs by 73\n\nAna> "))


async def test_on_a_terminal_what_is_typed_meanwhile_goes_through(tmp_path: Path) -> None:
    growth = Growth()
    async with terminal_house(tmp_path, is_terminal=True) as house:
        await house.open()
        await asks(house, growth)
        house.door.answers("score", answer(AnswerKind.INFO, "Ana 2–1 Bruno"))
        await house.types("score")
        await until(lambda: "Ana 2–1 Bruno" in house.seen())
        growth.comes(percent(12))
        growth.ends(answer(AnswerKind.INFO, "Ana errs by 73"))
        await until(lambda: "Ana errs by 73" in house.seen())
        assert "12 %" not in house.seen()


async def test_of_two_that_grow_only_the_line_of_the_newer_one_is_written_anew(tmp_path: Path) -> None:
    first, second = Growth(), Growth()
    async with terminal_house(tmp_path, is_terminal=True) as house:
        await house.open()
        await asks(house, first)
        await asks(house, second, "score")
        first.comes(percent(11))
        await asyncio.sleep(0.02)
        second.comes(percent(12))
        await until(lambda: "Analysing 12 %" in house.seen())
        assert "11 %" not in house.seen()
        first.ends(answer(AnswerKind.INFO, "the first"))
        second.ends(answer(AnswerKind.INFO, "the second"))
        await until(lambda: "the first" in house.seen() and "the second" in house.seen())


@pytest.mark.parametrize("words", [(("x" * 80,),), (("one",), ("two",))])
def test_what_takes_more_than_a_row_is_not_written_anew(words: Words) -> None:
    output = StringIO()
    drawn = Screen(Console(file=output, force_terminal=True, width=80))
    spot = drawn.words((("short",),))
    drawn.rewrite(spot, words)
    assert output.getvalue() == "short\n"
    drawn.rewrite(drawn.words(words), (("short",),))
    assert output.getvalue().count("short") == 1


def plays(terminal: Keyboard, most: int) -> Iterator[str]:
    """Yield what keeps a match going, as the last board offers it: confirm, roll, take, or a checker move."""
    for _ in range(most):
        board = terminal.written()[terminal.written().rindex("> ") :]
        numbered = dict(re.findall(r"\[(\d+)\] (\S+)", board))
        if not numbered or "Rematch" in numbered.values():
            return
        wanted = [number for number, label in numbered.items() if label in {"✓", "🎲", "Take"}]
        yield (wanted or list(numbered))[0]
