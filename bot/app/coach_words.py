"""What the coach says: hints, figures, mistakes, questions of the quiz. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bot.app.alt_text import alt_text
from bot.app.lines import score_line
from bot.app.pictures import compared
from bot.app.records import Looks, MatchRecord
from bot.app.replies import Captioned, Code, Line, Words
from bot.app.speech import Speech, name_of, person, roll_text
from bot.engine.events import Seat
from bot.engine.match import MatchState
from bot.players.judging import BEAVER, DOUBLE, DROP, ROLL, TAKE, Judgement, Kind, Option, figures

WORST = 4
"""Mistakes that are shown as pictures."""
BAR_LENGTH = 10
CUBE_ACTIONS = (ROLL, DOUBLE, TAKE, DROP, BEAVER)


def equity_text(equity: float) -> str:
    """Return an equity as it is printed: +0.213, −0.045; 0.000 has no sign."""
    text = f"{equity:+.3f}".replace("-", "−")
    return text if any(digit in text for digit in "123456789") else "0.000"


def cost_text(loss: float) -> str:
    """Return what something costs, 0 or more."""
    return f"{loss:.3f}"


def option_line(name: str, speech: Speech) -> Line:
    """Return an option: a play in code style, or an action of the cube in words."""
    return speech.line(f"option.{name}") if name in CUBE_ACTIONS else (Code(name),)


def option_label(name: str, speech: Speech) -> str:
    """Return an option as a button says it."""
    return speech.text(f"option.{name}") if name in CUBE_ACTIONS else name


def options_lines(options: Sequence[Option], speech: Speech) -> Words:
    """Return options a line each, the best first, the others with how far they are behind."""
    best = options[0].equity
    return tuple(
        speech.line(
            "option.behind" if place else "option.best",
            number=place + 1,
            option=option_line(option.name, speech),
            equity=equity_text(option.equity),
            behind=equity_text(option.equity - best),
        )
        for place, option in enumerate(options)
    )


def verdict_line(options: Sequence[Option], speech: Speech) -> Line:
    """Return what is right to do with the cube, before a roll or when it is offered."""
    best = options[0].name
    answer = next((option.answer for option in options if option.answer), "")
    return speech.line(f"verdict.{best}-{answer}" if answer else f"verdict.{best}")


def hint(state: MatchState, options: Sequence[Option], speech: Speech) -> Words:
    """Return the best plays of the roll, or what to do with the cube."""
    if state.dice is not None:
        title = speech.line("hint.plays", roll=roll_text(state.dice))
    else:
        title = verdict_line(options, speech)
    return (title, *options_lines(options, speech))


# -- the analysis ------------------------------------------------------------------------------


def progress(share: float, speech: Speech) -> Words:
    """Return how far an analysis is."""
    full = round(share * BAR_LENGTH)
    bar = "▓" * full + "░" * (BAR_LENGTH - full)
    return (speech.line("analysis.progress", bar=bar, n=int(share * 100)),)


def analysis(
    record: MatchRecord, judgements: Sequence[Judgement], worst: Sequence[Judgement], speech: Speech
) -> Words:
    """Return the figures of both players, and what the pictures of the worst mistakes below are."""
    figures_lines = tuple(_figures_line(record, judgements, seat, speech) for seat in (0, 1))
    last = "analysis.worst" if worst else "analysis.clean"
    return (score_line(record, speech), *figures_lines, speech.line(last))


def _figures_line(record: MatchRecord, judgements: Sequence[Judgement], seat: Seat, speech: Speech) -> Line:
    found = figures(judgements, seat)
    who = person(record, seat)
    if not found.decisions:
        return speech.line("analysis.nothing", name=who, luck=equity_text(found.luck))
    return speech.line(
        "analysis.player",
        name=who,
        pr=f"{found.pr:.1f}",
        rank=speech.text(f"rank.{found.rank}"),
        n=found.blunders,
        decisions=speech.text("analysis.decisions", n=found.decisions),
        luck=equity_text(found.luck),
    )


def album(
    record: MatchRecord,
    worst: Sequence[tuple[Judgement, MatchState]],
    speech: Speech,
    looks: Looks,
) -> tuple[Captioned, ...]:
    """Return mistakes as pictures, each with the state in which it was made."""
    return tuple(_captioned(record, judgement, state, speech, looks) for judgement, state in worst)


def _captioned(
    record: MatchRecord, judgement: Judgement, state: MatchState, speech: Speech, looks: Looks
) -> Captioned:
    picture = compared(state, looks, played=judgement.chosen, better=judgement.best.name)
    caption = speech.line(
        "analysis.mistake",
        game=judgement.game,
        who=_decider(record, judgement, state),
        chosen=option_line(judgement.chosen, speech),
        best=option_line(judgement.best.name, speech),
        loss=equity_text(-judgement.loss),
    )
    names = name_of(record, 0), name_of(record, 1)
    return Captioned((caption,), picture, alt_text(picture, names, speech))


def _decider(record: MatchRecord, judgement: Judgement, state: MatchState) -> Line:
    """Return who decided, and on which roll."""
    roll = () if state.dice is None else (f" {roll_text(state.dice)}",)
    return (person(record, judgement.seat), *roll)


# -- the quiz ----------------------------------------------------------------------------------


def question(state: MatchState, judgement: Judgement, speech: Speech) -> Words:
    """Return what the quiz asks."""
    if state.dice is not None:
        return (speech.line("quiz.play", roll=roll_text(state.dice)),)
    return (speech.line(f"quiz.{judgement.kind.value}"),)


def is_right(judgement: Judgement, chosen: Option) -> bool:
    """Return whether nothing was better."""
    return chosen.equity >= judgement.best.equity


def verdict(judgement: Judgement, chosen: Option, speech: Speech) -> Words:
    """Return how good an answer to the quiz is, with all options; of a double, what answers it best too."""
    same = chosen.name == judgement.chosen
    key = "quiz.right" if is_right(judgement, chosen) else "quiz.same" if same else "quiz.wrong"
    said = speech.line(
        key,
        chosen=option_line(chosen.name, speech),
        then=option_line(judgement.chosen, speech),
        cost=cost_text(judgement.best.equity - chosen.equity),
    )
    cube = (verdict_line(judgement.options, speech),) if judgement.kind is Kind.DOUBLE else ()
    return (said, *cube, *options_lines(judgement.options, speech))
