"""Who sits at the keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.app.commands import fold
from bot.app.replies import Board
from bot.app.requests import PlayerKind, PlayerRef

PLATFORM = "terminal"
COMPUTER = PlayerRef("computer", "gamao", name="Gamão", kind=PlayerKind.COMPUTER)
COMPUTER_NAMES = ("gamao", "computer", "computador")

_SPOKEN_BY = re.compile(r"([^\W\d_][\w'-]{0,23})\s*:\s*(\S.*)")


class People:
    """Who sits at the keyboard, and whom the last board addresses."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_name: dict[str, PlayerRef] = {}
        people = [self._person(name) for name in names]
        self.addressed = people[0]
        self._first = people[0]

    def spoken(self, line: str) -> tuple[PlayerRef, str]:
        """Return who speaks and what: `Bruno: take` is Bruno's, anything else whoever is addressed."""
        if named := _SPOKEN_BY.fullmatch(line):
            return self._person(named[1]), named[2]
        return self.addressed, line

    def named(self, name: str) -> PlayerRef:
        """Return the person, or the computer, that an @name means."""
        return COMPUTER if fold(name) in COMPUTER_NAMES else self._person(name)

    def address(self, board: Board) -> None:
        """Remember whom a board calls; if it calls nobody, the first person goes on."""
        called = (player for player in board.pings() if player.platform == PLATFORM)
        self.addressed = next(called, self._first)

    def _person(self, name: str) -> PlayerRef:
        return self._by_name.setdefault(fold(name), PlayerRef(PLATFORM, fold(name), name, name))
