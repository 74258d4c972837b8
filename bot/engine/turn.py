"""A turn while it is being made: which checker moves can still become a legal play (rules 4.2 to 4.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine import generator
from bot.engine.generator import Packed
from bot.engine.position import CheckerMove, Play, Roll
from bot.engine.routes import checker_move, dice_of


@dataclass(frozen=True, slots=True)
class Turn:
    """The checker moves made so far with a roll, and what is left to play."""

    legal: frozenset[Packed]
    """The results of all legal plays."""
    here: Packed
    dice: tuple[int, ...]
    """The numbers still to be played, the higher first."""
    made: Play = ()

    @classmethod
    def begin(cls, packed: Packed, roll: Roll) -> Turn:
        """Return the turn with the whole `roll` to be played."""
        return cls(frozenset(generator.results(packed, roll)), packed, dice_of(roll))

    def counts(self) -> bytes:
        """Return the counts as `generator` packs them."""
        return self.here.to_bytes(generator.SIZE, "little")

    def steps(self) -> Iterator[tuple[CheckerMove, Turn]]:
        """Yield each checker move that one number left allows, and the turn after it.

        The higher die first, then the higher start. Some may not become a legal play.
        """
        for index, die in enumerate(self.dice):
            if index and die == self.dice[index - 1]:
                continue
            left = self.dice[:index] + self.dice[index + 1 :]
            for start, after in generator.steps(self.here, die):
                move = checker_move(self.here, start, die, after)
                yield move, Turn(self.legal, after, left, (*self.made, move))

    def options(self) -> Iterator[tuple[CheckerMove, Turn]]:
        """Yield each checker move that can become a legal play, once, and the turn after it."""
        seen = set()
        for move, turn in self.steps():
            if (move.start, move.end) not in seen and turn.reach():
                seen.add((move.start, move.end))
                yield move, turn

    def reach(self) -> frozenset[Packed]:
        """Return the legal results that can still be reached."""
        if not self.made:
            return self.legal
        left = len(self.dice)
        return self.legal & (generator.runs(self.here, self.dice[0], left) if left else {self.here})

    def is_finished(self) -> bool:
        """Return whether the last checker is off, which ends the game whatever is left of the roll."""
        return not self.here & generator.IN_PLAY

    def is_complete(self) -> bool:
        """Return whether the moves made are a whole legal play, or end the game."""
        return self.is_finished() or (self.here in self.legal and not any(self.steps()))

    def is_legal(self) -> bool:
        """Return whether the moves made are, or can become, a legal play, or end the game."""
        return self.is_finished() or bool(self.reach())

    def make(self, made: Play) -> Turn:
        """Return the turn after `made`; raise ValueError if that cannot become a legal play."""
        turn = self
        for wanted in made:
            options = {(move.start, move.end): after for move, after in turn.options()}
            if (wanted.start, wanted.end) not in options:
                raise ValueError(f"{wanted} cannot become a legal play after {turn.made}")
            turn = options[wanted.start, wanted.end]
        return turn

    def forced(self) -> Turn:
        """Return the turn after all checker moves that every legal result still open needs."""
        turn = self
        while turn.dice:
            needed = turn.reach()
            forced = (after for _, after in turn.options() if after.reach() == needed)
            following = next(forced, None)
            if following is None:
                return turn
            turn = following
        return turn
