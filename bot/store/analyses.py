"""What a judge said of games, and the mistakes in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.app.records import Mistake
from bot.players.judging import Judgement, Kind, Option
from bot.store import tables as t
from bot.store.connection import Connected

DIGITS = 4
"""Of an equity that is kept: more than anybody can measure."""


class Analyses(Connected):
    """The `AnalysisStore` port."""

    async def analyses(self, match: int, game: int | None = None) -> Mapping[int, tuple[Judgement, ...]]:
        """Return what is kept of a match, by game; of one game, if it is named."""
        a = t.analysis.c
        query = select(a.game, a.judgements).where(a.match_id == match).order_by(a.game)
        if game is not None:
            query = query.where(a.game == game)
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
        return {number: tuple(_decoded(number, each) for each in judgements) for number, judgements in rows}

    async def keep_analysis(
        self,
        match: int,
        game: int,
        judgements: Sequence[Judgement],
        mistakes: Sequence[Mistake],
        now: datetime,
    ) -> None:
        """Keep what was said of a game, unless something is kept of it already."""
        said = [_encoded(each) for each in judgements]
        try:
            async with self._engine.begin() as connection:
                await connection.execute(
                    insert(t.analysis).values(match_id=match, game=game, judgements=said, at=now)
                )
                if mistakes:
                    await connection.execute(insert(t.mistake), [_row(each) for each in mistakes])
        except IntegrityError:
            # Somebody else judged the game as well, in another process perhaps, and was first.
            if game not in await self.analyses(match, game):
                raise

    async def mistake(self, match: int, at: int) -> Mistake | None:
        """Return a mistake that is kept."""
        m = t.mistake.c
        async with self._reading() as connection:
            found = await connection.execute(select(t.mistake).where(m.match_id == match, m.seq == at))
        row = found.first()
        return _mistake(row) if row else None

    async def ask_again(self, player: int) -> Mistake | None:
        """Return the mistake to ask a player about, and count that it is asked about."""
        m = t.mistake.c
        own = select(t.mistake).where(m.player_id == player)
        async with self._engine.begin() as connection:
            row = (await connection.execute(own.order_by(m.asked, m.loss.desc(), m.match_id, m.seq))).first()
            if row is None:
                return None
            here = update(t.mistake).where(m.match_id == row.match_id, m.seq == row.seq)
            await connection.execute(here.values(asked=m.asked + 1))
        return _mistake(row)


def _row(mistake: Mistake) -> dict[str, object]:
    return {
        "match_id": mistake.match,
        "seq": mistake.at,
        "game": mistake.game,
        "player_id": mistake.player,
        "loss": mistake.loss,
        "asked": 0,
    }


def _mistake(row: Any) -> Mistake:  # a row of table mistake
    return Mistake(row.match_id, row.seq, row.game, row.player_id, row.loss)


def _encoded(judgement: Judgement) -> dict[str, object]:
    """Return a judgement as JSON; the names here outlive the code."""
    return {
        "at": judgement.at,
        "seat": judgement.seat,
        "kind": judgement.kind.value,
        "chosen": judgement.chosen,
        "options": [[each.name, round(each.equity, DIGITS), each.answer] for each in judgement.options],
        "counted": judgement.counted,
        "luck": None if judgement.luck is None else round(judgement.luck, DIGITS),
    }


def _decoded(game: int, said: dict[str, Any]) -> Judgement:  # as `_encoded` wrote it
    return Judgement(
        said["at"],
        game,
        said["seat"],
        Kind(said["kind"]),
        said["chosen"],
        tuple(Option(*each) for each in said["options"]),
        said["counted"],
        said["luck"],
    )
