"""`gamao analyze`: how well each player of a match file decided, and who was lucky."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bot.app.catalog import Catalog
from bot.app.coach_words import album, equity_text
from bot.app.records import Channel, Looks, MatchRecord, Player, SeatAt
from bot.app.replies import Captioned
from bot.app.requests import ChannelRef, PlayerRef
from bot.app.sources import Coach, Unable
from bot.app.speech import Speech
from bot.cli.matches import read_match
from bot.cli.positions import plain
from bot.engine.events import Seat
from bot.engine.formats.transcript import Transcript, games_of
from bot.engine.match import replay
from bot.failures import Failure
from bot.players.judging import Judgement, Kind, Moment, figures, mistakes, moments, states_judged
from bot.players.sage.judge import SageJudge
from bot.thinking.coach import PoolCoach
from bot.thinking.pool import Pool
from renderers.png import render_png

PLATFORM = "file"
SEATS: tuple[Seat, ...] = (0, 1)


@dataclass(frozen=True, slots=True)
class Analysis:
    """A match file, and what was said of it."""

    transcript: Transcript
    judgements: tuple[Judgement, ...]

    def table(self) -> Table:
        """Return the figures of both players."""
        heads = ("player", "PR", "class", "decisions", "plays", "cube", "blunders", "luck")
        table = Table(*heads, box=SIMPLE_HEAD)
        speech = Speech(Catalog(), "en")
        for seat in SEATS:
            found = figures(self.judgements, seat)
            table.add_row(
                self.transcript.names[seat],
                f"{found.pr:.1f}" if found.decisions else "–",
                speech.text(f"rank.{found.rank}") if found.decisions else "–",
                str(found.decisions),
                f"{self._lost(seat, by_plays=True):.3f}",
                f"{self._lost(seat, by_plays=False):.3f}",
                str(found.blunders),
                equity_text(found.luck),
            )
        return table

    def worst(self, count: int, looks: Looks) -> tuple[Captioned, ...]:
        """Return the worst mistakes as pictures, each with what was played and what was better."""
        chosen = mistakes(self.judgements)[:count]
        states = states_judged(self.transcript.log, chosen)
        pairs = tuple(zip(chosen, states, strict=True))
        return album(_record(self.transcript), pairs, Speech(Catalog(), "en"), looks)

    def _lost(self, seat: Seat, *, by_plays: bool) -> float:
        return sum(
            each.loss
            for each in self.judgements
            if each.seat == seat and each.counted and (each.kind is Kind.PLAY) == by_plays
        )


async def analyzed(path: Path, console: Console) -> Analysis:
    """Judge a match file on all processors, with a bar on `console` that shows how far it is.

    Raises `Failure` for a file that holds no finished or begun game, for a variant that nobody here can
    judge, and where the engine is missing or fails.
    """
    transcript = read_match(path)
    to_judge = [moment for game in games_of(transcript.log) for moment in moments(game)]
    if not to_judge:
        raise Failure(f"{path} holds nothing to judge")
    pool = Pool({}, os.cpu_count() or 1)
    coach = PoolCoach(pool, SageJudge())
    _check(coach, to_judge[0].state.variant)
    try:
        with Progress(console=console, transient=True) as progress:
            bar = progress.add_task("Analyzing", total=len(to_judge))

            async def said(moment: Moment) -> Judgement:
                judgement = await coach.judge(moment)
                progress.advance(bar)
                return judgement

            return Analysis(transcript, tuple(await asyncio.gather(*map(said, to_judge))))
    except Unable as error:
        raise Failure("the engine failed; the log above says how") from error
    finally:
        await pool.close()


def pictures(path: Path, folder: Path, worst: Sequence[Captioned]) -> Iterator[tuple[Path, bytes, str]]:
    """Yield the files to be written, what is in them, and what they show."""
    for number, each in enumerate(worst, 1):
        target = folder / f"{path.stem}-mistake-{number}.png"
        yield target, render_png(each.picture), plain(each.words)


def _check(coach: Coach, variant: str) -> None:
    if lacking := coach.missing():
        raise Failure(f"positions cannot be judged here: {lacking} is missing")
    if not coach.knows(variant):
        raise Failure(f"{variant} cannot be judged")


def _record(transcript: Transcript) -> MatchRecord:
    """Return the match of a file as if it had been played here."""
    players = tuple(Player(seat, PlayerRef(PLATFORM, str(seat), transcript.names[seat])) for seat in SEATS)
    seats = tuple(SeatAt(seat, players[seat]) for seat in SEATS)
    return MatchRecord(0, Channel(0, ChannelRef(PLATFORM, "")), replay(transcript.log), (), seats)
