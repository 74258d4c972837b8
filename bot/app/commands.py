"""Every command, once: slash commands, menus, help and docs are derived from COMMANDS.

All names work in every language, in any case, with or without accents, slash and `@botname`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from bot.engine.actions import (
    Action,
    Beaver,
    Drop,
    EndSession,
    MakePlay,
    NextGame,
    OfferDouble,
    OfferSettlement,
    Raccoon,
    RefuseFirstRoll,
    Resign,
    RollDice,
    Take,
    WinSize,
)
from bot.engine.notation import looks_like_play
from bot.engine.refusals import Refusal
from bot.engine.written import excerpt


class Argument(StrEnum):
    """What may follow a verb."""

    NONE = "none"
    PLAY = "play"
    """A whole play or a part of one: 13/8 6/5."""
    OFFER = "offer"
    """Whom to challenge, length, variant and house rules; `offers.parse_offer` reads it."""
    SIZE = "size"
    """Single, gammon or backgammon; nothing: single."""
    POINTS = "points"
    """A whole number of points, with a sign where one pays."""
    TEXT = "text"
    """A word: the verb to explain."""
    FORMAT = "format"
    """The kind of file: mat or sgf; nothing: mat."""
    POSITION = "position"
    """A position as another program writes it: an XGID, OGID or GNU ID."""
    CHOICE = "choice"
    """What one would do in a position: a play, or an action of the cube."""
    CODE = "code"
    """What names a challenge or a match elsewhere, or what a link carries."""


class Group(StrEnum):
    """The chapter of the help in which a command stands."""

    TABLE = "table"
    PLAY = "play"
    CUBE = "cube"
    GAME = "game"
    BOARD = "board"
    COACH = "coach"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Command:
    """One verb. Names stand as they are best written; the first of each language is shown."""

    verb: str
    group: Group
    aliases: tuple[str, ...]
    """Other English names."""
    portuguese: tuple[str, ...]
    argument: Argument = Argument.NONE
    required: bool = False
    """The command says nothing without its argument."""

    @property
    def description_key(self) -> str:
        """Return the key of the one line that menus show (at most 100 characters)."""
        return f"command.{self.verb}"

    @property
    def help_key(self) -> str:
        """Return the key of the page that `/help <verb>` shows."""
        return f"help.{self.verb}"

    def names(self) -> tuple[str, ...]:
        """Return everything that this command answers to."""
        return (self.verb, *self.aliases, *self.portuguese)

    def name_in(self, locale: str) -> str:
        """Return the name that menus show in a language."""
        return self.portuguese[0] if locale.startswith("pt") else self.verb


COMMANDS: tuple[Command, ...] = (
    Command("challenge", Group.TABLE, ("invite",), ("desafiar", "desafio"), Argument.OFFER),
    Command("accept", Group.TABLE, ("yes",), ("aceitar", "aceito", "sim"), Argument.CODE),
    Command("decline", Group.TABLE, ("reject", "no"), ("recusar", "recuso", "não")),
    Command("cancel", Group.TABLE, ("withdraw",), ("cancelar",)),
    Command("rematch", Group.TABLE, (), ("revanche",)),
    Command("roll", Group.PLAY, ("r",), ("rolar", "lançar")),
    Command("move", Group.PLAY, ("m",), ("mover", "jogar"), Argument.PLAY, required=True),
    Command("undo", Group.PLAY, ("u",), ("desfazer",)),
    Command("confirm", Group.PLAY, ("ok", "done"), ("confirmar", "pronto")),
    Command("autoroll", Group.PLAY, ("auto",), ("autorrolar",)),
    Command("double", Group.CUBE, ("d", "redouble"), ("dobrar", "redobrar")),
    Command("take", Group.CUBE, (), ("pegar",)),
    Command("drop", Group.CUBE, ("pass",), ("largar", "passar")),
    Command("beaver", Group.CUBE, (), ("bivar",)),
    Command("raccoon", Group.CUBE, (), ("racunar",)),
    Command("refuse", Group.CUBE, ("reroll",), ("relançar",)),
    Command("resign", Group.GAME, (), ("desistir",), Argument.SIZE),
    Command("settle", Group.GAME, ("settlement",), ("acordo",), Argument.POINTS, required=True),
    Command("next", Group.GAME, (), ("próxima",)),
    Command("end", Group.GAME, (), ("encerrar",)),
    Command("board", Group.BOARD, ("b",), ("tabuleiro",)),
    Command("text", Group.BOARD, (), ("texto",)),
    Command("pips", Group.BOARD, ("pip",), ("contagem",)),
    Command("score", Group.BOARD, (), ("placar",)),
    Command("id", Group.BOARD, ("ids", "xgid"), ("posição",)),
    Command("export", Group.BOARD, (), ("exportar",), Argument.FORMAT),
    Command("replay", Group.BOARD, ("rewatch",), ("rever", "reprise")),
    Command("watch", Group.BOARD, (), ("assistir",), Argument.CODE),
    Command("unwatch", Group.BOARD, (), ("parar",)),
    Command("hint", Group.COACH, ("tip",), ("dica",)),
    Command("analyze", Group.COACH, ("analyse", "analysis"), ("analisar", "análise")),
    Command("quiz", Group.COACH, (), ("teste", "questão")),
    Command("position", Group.COACH, ("pos", "problem"), ("problema",), Argument.POSITION),
    Command("vote", Group.COACH, (), ("votar", "voto"), Argument.CHOICE),
    Command("reveal", Group.COACH, (), ("revelar",)),
    Command("matches", Group.BOT, ("games",), ("partidas",)),
    Command("help", Group.BOT, ("h",), ("ajuda",), Argument.TEXT),
    Command("rules", Group.BOT, (), ("regras",)),
    Command("settings", Group.BOT, (), ("ajustes", "configurações")),
    Command("start", Group.BOT, (), ("iniciar", "começar"), Argument.CODE),
)

SIZES: tuple[tuple[WinSize, tuple[str, ...]], ...] = (
    (1, ("single", "simples", "1")),
    (2, ("gammon", "gamão", "2")),
    (3, ("backgammon", "triple", "triplo", "3")),
)
"""What the sizes of a win are called."""

_FIRST_WORD = re.compile(r"/?\s*([^\s@/]+)(?:@\w+)?(?:\s+(.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Invocation:
    """A command as it was typed: the verb of COMMANDS, and what followed it."""

    verb: str
    argument: str = ""


def fold(word: str) -> str:
    """Return a word as it is compared: small letters without accents."""
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def command_of(name: str) -> Command | None:
    """Return the command that answers to a name of any language, or None."""
    return _by_name().get(fold(name))


def parse(text: str, plain: bool = False) -> Invocation | None:
    """Return what a text asks, or None if it asks nothing of us. Syntax only.

    A play without a verb is a `move`. With `plain` nothing else counts: people talk. Whether
    `@botname` is this bot is for the adapter to know.
    """
    text = text.strip()
    if not plain and (typed := _FIRST_WORD.fullmatch(text)) and (command := command_of(typed[1])):
        return Invocation(command.verb, (typed[2] or "").strip())
    return Invocation("move", text) if looks_like_play(text) else None


def to_action(invocation: Invocation) -> Action | None:
    """Return the action that a verb stands for, or None where it depends on the moment or is none.

    Raises `Refusal`: size-unknown, settlement-points.
    """
    match invocation.verb:
        case "roll":
            return RollDice()
        case "move":
            return MakePlay(invocation.argument)
        case "double":
            return OfferDouble()
        case "take":
            return Take()
        case "drop":
            return Drop()
        case "beaver":
            return Beaver()
        case "raccoon":
            return Raccoon()
        case "refuse":
            return RefuseFirstRoll()
        case "resign":
            return Resign(parse_size(invocation.argument))
        case "settle":
            return OfferSettlement(_points(invocation.argument))
        case "next":
            return NextGame()
        case "end":
            return EndSession()
    return None


def parse_size(argument: str) -> WinSize:
    """Return the size of a win by its name; nothing is a single. Raises `Refusal`: size-unknown."""
    word = fold(argument.strip())
    for size, names in SIZES:
        if word in map(fold, names):
            return size
    if word:
        raise Refusal("size-unknown", word=excerpt(argument))
    return 1


def _points(argument: str) -> int:
    """Return a number of points, at most 9999 either way."""
    if not re.fullmatch(r"\s*[+\-−]?\d{1,4}\s*", argument):
        raise Refusal("settlement-points", word=excerpt(argument))
    return int(argument.replace("−", "-"))


@cache
def _by_name() -> dict[str, Command]:
    """Return the commands by every folded name; raise `ValueError` if two share one."""
    named: dict[str, Command] = {}
    for name, command in _named():
        if named.setdefault(fold(name), command) is not command:
            raise ValueError(f"two commands answer to {name!r}")
    return named


def _named() -> Iterator[tuple[str, Command]]:
    for command in COMMANDS:
        for name in command.names():
            yield name, command
