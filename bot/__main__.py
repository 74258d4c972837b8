"""The command line: `gamao …`. What is slow to import is imported by the command that needs it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from bot.config import Settings
from bot.failures import Failure
from bot.logs import start_logging

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
database = typer.Typer(help="Look after the database.", no_args_is_help=True)
app.add_typer(database, name="db")

VARIANT = typer.Option(help="The variant that is played.")


def main() -> None:
    """Run the command that the arguments name; without one, run the bot."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    app(prog_name="gamao")


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """A bot that plays backgammon with people in a chat. Without a command: run."""
    if show_version:
        typer.echo(f"gamao {version('gamao')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        run()


@app.command()
def run(
    seed: Annotated[int | None, typer.Option(help="Make the dice repeatable, for tests.")] = None,
) -> None:
    """Run the bot on each platform whose token is set; with none, the chat in this terminal."""
    from bot.cli.run import run_bot, with_terminal_defaults

    with _failures():
        settings = with_terminal_defaults(_settings())
        start_logging(settings.log_level, settings.log_format, settings.secrets())
        asyncio.run(run_bot(settings, seed))


@app.command()
def legal(
    positions: Annotated[list[str] | None, typer.Argument(metavar="XGID")] = None,
    variant: Annotated[str, VARIANT] = "backgammon",
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="Answer JSON objects from standard input, one a line.")
    ] = False,
) -> None:
    """List the legal plays of positions with a roll.

    With --jsonl a line such as {"id": 1, "position_id": "4HPwATDgc/ABMA", "dice": [6, 1]}, perhaps
    with a "variant", is answered with its plays and the positions they lead to, each list sorted; the
    player on roll stands second in the position ID, as GNU Backgammon prints it.
    """
    from bot.cli.legal import answers, list_plays

    if jsonl:
        for line in answers(sys.stdin.buffer):
            typer.echo(line)
        return
    if not positions:
        raise typer.BadParameter("name a position, or pass --jsonl", param_hint="XGID")
    with _failures():
        for line in list_plays(positions, variant):
            typer.echo(line)


@app.command()
def render(
    source: Annotated[
        str,
        typer.Argument(metavar="POSITION|FILE", help="An XGID, OGID or GNU IDs, or a .mat file."),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The .png or .gif to write.", show_default=False)
    ] = None,
    game: Annotated[int | None, typer.Option(help="One game of the match; by default all.")] = None,
    theme: Annotated[str, typer.Option(help="The look of the board.")] = "classic",
    home: Annotated[str, typer.Option(help="Where the home boards lie: right or left.")] = "right",
    numbers: Annotated[
        str | None, typer.Option(help="Whose point numbers are printed: roll, near, far or none.")
    ] = None,
    variant: Annotated[str, VARIANT] = "backgammon",
    text: Annotated[bool, typer.Option("--text", help="Print the board as text instead.")] = False,
) -> None:
    """Draw a position as a picture, or the games of a match as moving pictures.

    Without a name a position becomes board.png, and a match a .gif named as its file, with the number
    of the game behind where there are several. A .png of a game is its last position.
    """
    from bot.cli.render import files, scenes, style_named, texts

    with _failures():
        drawn = scenes(source, variant, game, style_named(theme, home, numbers))
        if text:
            for board in texts(drawn):
                typer.echo(board)
            return
        for path, data in files(source, drawn, output):
            _write(path, data)
            typer.echo(str(path))


@app.command()
def analyze(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .mat file with a match.")],
    worst: Annotated[int, typer.Option(min=0, max=50, help="How many mistakes are drawn.")] = 5,
    folder: Annotated[Path, typer.Option("--folder", "-o", help="Where the pictures are written.")] = Path(),
    theme: Annotated[str, typer.Option(help="The look of the board.")] = "classic",
) -> None:
    """Judge a match: each player's error rate and luck, and the worst mistakes as pictures.

    A picture shows what was played as a dashed arrow and what was better as a solid one. The error rate
    (PR) is 500 times the equity that a decision cost on average, as XG counts decisions.
    """
    from rich.console import Console

    from bot.cli.analyze import analyzed, pictures
    from bot.cli.render import style_named

    with _failures():
        looks = style_named(theme, "right", None).looks
        if not folder.is_dir():
            raise Failure(f"there is no folder {folder}")
        found = asyncio.run(analyzed(file, Console(stderr=True)))
        Console().print(found.table())
        for path, data, shown in pictures(file, folder, found.worst(worst, looks)):
            _write(path, data)
            typer.echo(f"{path}: {shown}")


@app.command()
def export(
    match: Annotated[int, typer.Argument(metavar="MATCH", help="The number of the match.")],
    kind: Annotated[str, typer.Option("--format", "-f", help="The kind of file: mat or sgf.")] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file to write; - for standard output.")
    ] = None,
) -> None:
    """Write a match of the database to a file for other programs. The bot may go on running.

    The view `games` of the database lists the numbers. The kind is what the file's name ends in, if
    not said otherwise, and mat by default.
    """
    from bot.cli.export import exported

    with _failures():
        file = asyncio.run(exported(_settings(), match, kind or (output.suffix if output else "")))
        if str(output) == "-":
            typer.echo(file.data, nl=False)
            return
        target = output or Path(file.name)
        _write(target, file.data)
    typer.echo(str(target))


@database.command("upgrade")
def database_upgrade() -> None:
    """Bring the database up to date; an older SQLite file is kept beside it. The bot must not run."""
    from bot.cli.database import upgrade_database

    with _failures():
        kept = asyncio.run(upgrade_database(_settings()))
    typer.echo("The database is up to date." + (f" As it was before: {kept}" if kept else ""))


@database.command("backup")
def database_backup(
    target: Annotated[
        Path | None, typer.Argument(help="The file to write; by default named by the time.")
    ] = None,
) -> None:
    """Copy the SQLite database as of one moment. The bot may go on running."""
    from bot.cli.database import backup_database

    named = target or Path(f"gamao-{datetime.now(UTC):%Y%m%d-%H%M%S}.db")
    with _failures():
        asyncio.run(backup_database(_settings(), named))
    typer.echo(str(named))


def _write(file: Path, data: bytes) -> None:
    try:
        file.write_bytes(data)
    except OSError as error:
        raise Failure(f"{file} cannot be written: {error.strerror}") from error


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        wrong = (f"{str(each['loc'][0]).upper()}: {each['msg']}" for each in error.errors())
        raise Failure("; ".join(wrong)) from None


@contextmanager
def _failures() -> Iterator[None]:
    """Say a failure in one sentence and exit with status 1."""
    try:
        yield
    except Failure as failure:
        typer.echo(f"gamao: {failure}", err=True)
        raise typer.Exit(1) from None


if __name__ == "__main__":
    main()
