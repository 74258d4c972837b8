"""The turn under way: what is drawn of its play already, and what may still be played."""

from __future__ import annotations

from dataclasses import dataclass

from bot.app.records import MatchRecord
from bot.engine.match import MatchState, Phase
from bot.engine.notation import unpack
from bot.engine.position import CheckerMove, Play, Position, Roll, Side
from bot.engine.refusals import IllegalPlay
from bot.engine.rules import LegalPlay, Rules
from bot.engine.variants import rules_of


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll that is being played. `made` holds the tapped checker moves and those they force."""

    rules: Rules
    position: Position
    """Before any checker move of this turn."""
    side: Side
    roll: Roll
    made: Play
    undone: Play | None
    """What to tap instead to take the last choice back; None: there was none."""
    following: tuple[CheckerMove, ...]
    """The checker moves after `made` that can still become a legal play."""

    @property
    def complete(self) -> bool:
        """Whether nothing more can be played, so that the dice can be picked up."""
        return not self.following

    @property
    def forced(self) -> bool:
        """Whether the whole play was forced, without any choice."""
        return self.complete and self.undone is None

    @property
    def begun(self) -> bool:
        """Whether a checker move is drawn and more are due."""
        return bool(self.made) and not self.complete

    def next_moves(self, made: Play) -> tuple[CheckerMove, ...]:
        """Return the checker moves after other ones than those that are drawn."""
        return self.rules.next_moves(self.position, self.side, self.roll, made)

    def plays(self) -> tuple[LegalPlay, ...]:
        """Return every legal play of the roll."""
        return self.rules.legal_plays(self.position, self.side, self.roll)

    def shown(self) -> Position:
        """Return the position with the tentative checker moves made."""
        return self.rules.after(self.position, self.side, self.made)

    def used(self) -> tuple[int, ...]:
        """Return the die that each tentative checker move used, in their order."""
        return dice_of(self.roll, self.made)

    def left(self) -> tuple[int, ...]:
        """Return the dice that are still to be played, the higher one first."""
        dice = list(all_dice(self.roll))
        for die in self.used():
            dice.remove(die)
        return tuple(sorted(dice, reverse=True))


def turn_under_way(record: MatchRecord) -> Turn | None:
    """Return the turn of a record that waits for a play, or None."""
    state = record.state
    if state.phase is not Phase.TO_PLAY or state.dice is None:
        return None
    rules = rules_of(state.variant)
    tapped = _tapped(rules, state, state.dice, record.tentative)
    made = rules.forced(state.position, state.on_roll, state.dice, tapped)
    undone = _undone(rules, state, state.dice, made)
    following = rules.next_moves(state.position, state.on_roll, state.dice, made)
    return Turn(rules, state.position, state.on_roll, state.dice, made, undone, following)


def dice_of(roll: Roll, made: Play) -> tuple[int, ...]:
    """Return the die that each checker move used: its own number, or a higher one to bear off."""
    left = sorted(all_dice(roll))
    used = []
    for move in made:
        pips = move.start - move.end
        die = pips if pips in left else next((die for die in left if die > pips), left[-1])
        left.remove(die)
        used.append(die)
    return tuple(used)


def all_dice(roll: Roll) -> tuple[int, ...]:
    """Return the dice as they are played: a double four times."""
    return roll * 2 if roll[0] == roll[1] else roll


def _tapped(rules: Rules, state: MatchState, roll: Roll, packed: str) -> Play:
    """Return the tapped checker moves; none where they do not fit the roll (they were another's)."""
    try:
        return unpack(rules, state.position, state.on_roll, roll, packed)
    except IllegalPlay:
        return ()


def _undone(rules: Rules, state: MatchState, roll: Roll, made: Play) -> Play | None:
    """Return the longest beginning of `made` that does not force all of it again."""
    for length in range(len(made) - 1, -1, -1):
        beginning = made[:length]
        if rules.forced(state.position, state.on_roll, roll, beginning) != made:
            return beginning
    return None
