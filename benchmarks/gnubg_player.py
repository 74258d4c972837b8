"""GNU Backgammon as a player, where it is installed: each decision is asked of its Python interpreter.

It plays money games without the Jacoby rule and without beavers. Plays come from `findbestmove` and
the cube from `cfevaluate`, both cubeful, without noise, and with the move filters it comes with. A
double that it calls optional is not made, as when it plays by itself.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from types import TracebackType
from typing import Self

from bot.engine.actions import AcceptResignation, Action, Drop, MakePlay, OfferDouble, RollDice, Take
from bot.engine.events import Seat
from bot.engine.house_rules import HouseRules, Money
from bot.engine.match import MatchState, Phase, due, seats_to_act
from bot.engine.permission import why_not
from bot.engine.position import BAR, OFF
from bot.engine.position_id import position_id

PLACES = "/usr/games:/usr/local/bin:/opt/homebrew/bin"

_ANSWER = "answer:"
_END = "end of answer"


def program() -> str | None:
    """Return the path of GNU Backgammon, or None where there is none."""
    return shutil.which("gnubg") or shutil.which("gnubg", path=PLACES)


class GnuBackgammon:
    """A running GNU Backgammon; as a context it ends with the context."""

    def __init__(self, plies: int = 2) -> None:
        """Start it, to search `plies` deep as it counts: 2 is its "world class".

        Raises RuntimeError where it is not installed.
        """
        path = program()
        if path is None:
            raise RuntimeError("GNU Backgammon is not installed")
        self._plies = plies
        self._home = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(  # noqa: S603 - the program that was found
            [path, "-t", "-q", "-r"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self._home.name,
            env={"HOME": self._home.name, "LC_ALL": "C.UTF-8", "PATH": PLACES},
            # An interrupt is for who started us; it ends when nobody can ask any more.
            start_new_session=True,
        )
        self._tell("set jacoby off")
        self._tell("set beavers 0")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End it, and remove what it wrote."""
        self._process.kill()
        self._process.communicate()
        self._home.cleanup()

    def choose(self, state: MatchState, seat: Seat) -> Action:
        """Return what it does as `seat`.

        Raises ValueError if nothing is asked of `seat` or the game is not one that it plays,
        RuntimeError if it does not answer.
        """
        if (state.length, state.house_rules) != (Money(), HouseRules()):
            raise ValueError("GNU Backgammon plays money games by the normal rules here")
        if seat not in seats_to_act(state):
            raise ValueError(f"nothing is asked of seat {seat} in the phase {state.phase!r}")
        match state.phase:
            case Phase.TO_ROLL:
                return self._before_the_roll(state, seat)
            case Phase.TO_PLAY:
                return self._play(state)
            case Phase.CUBE_OFFERED:
                return Drop() if self._on_the_cube(state).endswith("pass") else Take()
            case Phase.RESIGNATION_OFFERED:
                return AcceptResignation()  # our players resign only the most that can be lost
            case _:
                raise ValueError(f"GNU Backgammon is not asked in the phase {state.phase!r}")

    def _before_the_roll(self, state: MatchState, seat: Seat) -> Action:
        if why_not(state, OfferDouble(), seat) is not None:
            return RollDice()
        advice = self._on_the_cube(state)
        return OfferDouble() if advice.startswith(("Double", "Redouble")) else RollDice()

    def _on_the_cube(self, state: MatchState) -> str:
        """Return its advice, such as "Too good to double, pass"."""
        return self._ask(f"gnubg.cfevaluate({self._situation(state)})[-1]")

    def _play(self, state: MatchState) -> MakePlay:
        """Return its play, which it tells as starts and ends of checker moves by turns."""
        told = self._ask(f"*gnubg.findbestmove({self._situation(state)}, {due(state.dice)})")
        names = {BAR: "bar", OFF: "off"}
        points = [names.get(int(point), point) for point in told.split()]
        moves = zip(points[::2], points[1::2], strict=True)
        return MakePlay(" ".join(f"{start}/{end}" for start, end in moves))

    def _situation(self, state: MatchState) -> str:
        """Return board, cube and manner of thinking as its functions take them; its player 1 is on roll."""
        owner = -1 if state.cube.owner is None else int(state.cube.owner == state.on_roll)
        board = f"gnubg.positionfromid({position_id(state.position, state.on_roll)!r})"
        cube = f"gnubg.cubeinfo({state.cube.value}, {owner}, 1, 0, (0, 0), 0, 0)"
        return f"{board}, {cube}, gnubg.evalcontext(1, {self._plies}, 1, 1, 0.0)"

    def _ask(self, expression: str) -> str:
        """Return what it prints for `expression`, arguments of `print`."""
        self._tell(f">print({_ANSWER!r}, {expression}, flush=True)")
        self._tell(f">print({_END!r}, flush=True)")
        said = self._heard()
        for line in said:
            if line.startswith(_ANSWER):
                return line.removeprefix(_ANSWER).strip()
        raise RuntimeError(f"GNU Backgammon was asked for {expression} and said {said}")

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        print(line, file=self._process.stdin, flush=True)

    def _heard(self) -> list[str]:
        """Return what it says up to the end of an answer, or its own end."""
        assert self._process.stdout is not None
        lines: list[str] = []
        for line in self._process.stdout:
            if line.strip() == _END:
                break
            lines.append(line.strip())
        return lines
