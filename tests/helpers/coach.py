"""A coach that is easily foretold."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.app.sources import Unable
from bot.engine.events import Played
from bot.engine.match import MatchState, Phase, due
from bot.engine.notation import format_play
from bot.engine.variants import rules_of
from bot.players.judging import DOUBLE, DROP, ROLL, TAKE, Judgement, Kind, Moment, Option

STEP = 0.1
"""How far each option is behind the one before."""
SHOWN = 5


@dataclass
class RankingCoach:
    """Ranks plays in the order of their notation; rolls rather than doubles, takes rather than drops."""

    lacking: str | None = None
    fails: bool = False
    error: type[Exception] = Unable
    """What it raises when it fails."""
    answers: int | None = None
    """How many more it gives before it fails; None: no end of them."""
    free: asyncio.Event | None = None
    """While this is not set, it thinks."""
    asked: list[MatchState] = field(default_factory=list)

    def missing(self) -> str | None:
        """Return what it was told to lack."""
        return self.lacking

    def knows(self, variant: str) -> bool:
        """Return whether it is any variant but hypergammon, as for bgsage."""
        return variant != "hypergammon"

    async def options(self, state: MatchState) -> tuple[Option, ...]:
        """Return the first options."""
        await self._think(state)
        return self._all(state)[:SHOWN]

    async def judge(self, moment: Moment) -> Judgement:
        """Return the first options and the chosen one; the luck is the pips of the roll above seven."""
        await self._think(moment.state)
        found = self._all(moment.state)
        shown = tuple(
            option for place, option in enumerate(found) if place < SHOWN or option.name == moment.chosen
        )
        options = shown if len(found) > 1 else ()
        luck = float(sum(due(moment.state.dice)) - 7) if isinstance(moment.event, Played) else None
        at = moment.state
        return Judgement(
            *(at.version, at.game, moment.event.seat, moment.kind, moment.chosen, options),
            counted=moment.kind is not Kind.DOUBLE and bool(options),
            luck=luck,
        )

    async def _think(self, state: MatchState) -> None:
        self.asked.append(state)
        if self.free is not None:
            await self.free.wait()
        if self.fails or self.answers == 0:
            raise self.error
        if self.answers is not None:
            self.answers -= 1

    def _all(self, state: MatchState) -> tuple[Option, ...]:
        match state.phase:
            case Phase.TO_PLAY:
                legal = rules_of(state.variant).legal_plays(state.position, state.on_roll, due(state.dice))
                names = tuple(format_play(each.play) for each in legal)
            case Phase.TO_ROLL:
                names = (ROLL, DOUBLE)
            case _:
                names = (TAKE, DROP)
        return tuple(
            Option(name, 0.5 - STEP * place, TAKE if name == DOUBLE else "")
            for place, name in enumerate(names)
        )
