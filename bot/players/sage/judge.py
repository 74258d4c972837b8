"""A judge that searches with bgsage's nets as deep as the strongest level plays."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.actions import Beaver
from bot.engine.events import Doubled, Played, Rolled
from bot.engine.match import MatchState, Phase, due, seats_to_act
from bot.engine.notation import format_play
from bot.engine.permission import why_not
from bot.engine.rules import LegalPlay
from bot.engine.variants import rules_of
from bot.players import judging
from bot.players.judging import Judgement, Moment, Option
from bot.players.sage.machine import missing
from bot.players.sage.net import CubeEquities
from bot.players.sage.rating import RatedPlay, cube_on_roll, luck, rated_plays
from bot.players.sage.told import can_be_told

DROPPED = 1.0
"""What a drop gives the doubler, on the scale of equities."""
SHOWN = 5
"""How many options are named at most, besides the chosen one."""
_ALIKE = 0.001
"""Where all plays are worth the same within this, nothing was to be decided."""
_FAR = 0.2
"""Who does not offer a double that is so wrong has decided nothing."""
_HOPELESS = 0.4
"""A double that looks so wrong at a glance is not searched."""


@dataclass(frozen=True, slots=True)
class SageJudge:
    """The `Judge` with bgsage's nets."""

    plies: int = 3
    """How deep it searches, in half-moves."""
    seconds: float = 30.0

    def missing(self) -> str | None:
        """Return what this machine lacks for it."""
        return missing()

    def knows(self, variant: str) -> bool:
        """Return whether bgsage knows the variant."""
        return can_be_told(variant)

    def options(self, state: MatchState) -> tuple[Option, ...]:
        """Return the best ways to decide what `state` waits for, the best first."""
        if not judging.has_options(state):
            raise ValueError(f"there is nothing to decide in the phase {state.phase!r}")
        match state.phase:
            case Phase.TO_PLAY:
                return tuple(map(_option, rated_plays(state, self.plies, least=SHOWN)[:SHOWN]))
            case Phase.TO_ROLL:
                return _ranked(_doubling(cube_on_roll(state, self.plies)))
            case _:
                return _ranked(_answering(state, cube_on_roll(state, self.plies)))

    def judge(self, moment: Moment) -> Judgement:
        """Return what there is to be said of a moment."""
        state, event = moment.state, moment.event
        match event:
            case Played():
                return self._played(moment, event)
            case Rolled():
                cube = cube_on_roll(state, plies=1)
                if _gain(cube) > -_HOPELESS:
                    cube = cube_on_roll(state, self.plies)
                return _judgement(moment, _doubling(cube), counted=_is_close(cube))
            case Doubled():
                return _judgement(moment, _doubling(cube_on_roll(state, self.plies)), counted=True)
            case _:
                return _judgement(moment, _answering(state, cube_on_roll(state, self.plies)), counted=True)

    def _played(self, moment: Moment, event: Played) -> Judgement:
        state, side = moment.state, moment.state.on_roll
        rules = rules_of(state.variant)
        made = LegalPlay(event.play, rules.after(state.position, side, event.play))
        legal = rules.legal_plays(state.position, side, due(state.dice))
        fortune = luck(state)
        at_a_glance = rated_plays(state, also=(*legal, made))
        if len(at_a_glance) == 1 or not event.play:
            return _forced(moment, fortune)
        decided = at_a_glance[0].equity - at_a_glance[-1].equity > _ALIKE
        rated = rated_plays(state, self.plies, also=(made,))
        chosen = next(each for each in rated if each.legal.result == made.result)
        if rated[0].equity - chosen.equity >= judging.BLUNDER:
            # Whoever wants to learn from it shall see more than the best play, which stood alone.
            rated = rated_plays(state, self.plies, least=SHOWN, also=(made,))
        name = _option(chosen).name
        named = [
            option for place, option in enumerate(map(_option, rated)) if place < SHOWN or option.name == name
        ]
        return Judgement(
            state.version, state.game, event.seat, moment.kind, name, tuple(named), decided, fortune
        )


def _gain(cube: CubeEquities) -> float:
    """Return what a double gains."""
    return min(cube.taken, DROPPED) - cube.rolling


def _is_close(cube: CubeEquities) -> bool:
    """Return whether it had to be decided that no double was offered.

    XG leaves out who cannot expect anything; but whatever cost something, as it may cost the trailer
    after the Crawford game, was a decision.
    """
    gain = _gain(cube)
    return gain > _ALIKE or (cube.rolling > 0 and gain > -_FAR)


def _option(rated: RatedPlay) -> Option:
    return Option(format_play(rated.legal.play), rated.equity)


def _doubling(cube: CubeEquities) -> tuple[Option, ...]:
    taken = judging.BEAVER if cube.beaver else judging.TAKE
    roll = Option(judging.ROLL, cube.rolling)
    if cube.taken <= DROPPED:
        return roll, Option(judging.DOUBLE, cube.taken, taken)
    # Where playing on is worth no more than a drop, a drop ends it.
    return Option(judging.DOUBLE, DROPPED, judging.DROP), roll


def _answering(state: MatchState, cube: CubeEquities) -> tuple[Option, ...]:
    """Return the answers to a double as its taker sees them; a beaver plays for twice the stakes."""
    taken = -cube.taken / 2 if cube.beaver else -cube.taken
    beaver = why_not(state, Beaver(), seats_to_act(state)[0]) is None
    return (
        Option(judging.TAKE, taken),
        Option(judging.DROP, -DROPPED),
        *([Option(judging.BEAVER, 2 * taken)] if beaver else []),
    )


def _ranked(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Return the best first; of two that are worth the same, the one that came first."""
    return tuple(sorted(options, key=lambda option: -round(option.equity, 6)))


def _judgement(moment: Moment, options: tuple[Option, ...], *, counted: bool) -> Judgement:
    state, event = moment.state, moment.event
    return Judgement(
        state.version, state.game, event.seat, moment.kind, moment.chosen, _ranked(options), counted
    )


def _forced(moment: Moment, fortune: float) -> Judgement:
    state, event = moment.state, moment.event
    return Judgement(
        state.version, state.game, event.seat, moment.kind, moment.chosen, (), counted=False, luck=fortune
    )
