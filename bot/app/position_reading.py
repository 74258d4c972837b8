"""Positions that people send: read, and refused where there is nothing to ask about them.

key                  params            when
position-unknown     text, example     what was sent is none of the IDs
position-unreadable  reason, example   it is one, but wrong; the reason says why
position-checkers    text              a side has not the 15 checkers of backgammon
position-over        text              a side has borne off all checkers
position-score       score, n: points  the match is over at this score
position-crawford    score, n: points  no Crawford game is played at this score
position-forced      roll, plays       there are no two ways to play the roll
position-no-cube     reason            no dice, and nobody may double
position-resigned                      a resignation awaits its answer
"""

from __future__ import annotations

import re
from dataclasses import replace

from bot.app.choices import legal_plays
from bot.app.speech import score_text
from bot.engine.actions import OfferDouble
from bot.engine.diagram import CHECKERS, Diagram, state_of
from bot.engine.house_rules import Match
from bot.engine.match import MatchState, Phase
from bot.engine.permission import why_not
from bot.engine.position_id import parse_position
from bot.engine.refusals import Refusal
from bot.engine.written import excerpt

EXAMPLE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
_WITH_EXAMPLE = {"xgid-unreadable", "match-id-unreadable"}
"""Reasons that show already how such a thing is written."""
_AROUND = " \n\t`'\"“”<>"
_GNU_LINES = re.compile(r"position id\s*:\s*(?P<position>\S+)\s+match id\s*:\s*(?P<match>\S+)", re.IGNORECASE)


def asked_state(text: str) -> MatchState:
    """Return the game in which the position of an ID waits for a decision; refuse any other."""
    try:
        diagram = parse_position(_bare(text))
        state = state_of(diagram)
    except Refusal as reason:
        if reason.key == "position-id-unreadable":
            raise Refusal("position-unknown", text=excerpt(text), example=EXAMPLE) from None
        if reason.key in _WITH_EXAMPLE:
            raise
        raise Refusal("position-unreadable", reason=reason, example=EXAMPLE) from None
    _check_checkers(diagram, text)
    _check_score(diagram)
    _check_decision(state, state_of(replace(diagram, doubled=False)))
    return state


def _bare(text: str) -> str:
    """Return an ID without what copying puts around it, both of GNU Backgammon's lines as one.

    A long dash is what some clients make of two hyphens.
    """
    bare = text.replace("—", "--").strip(_AROUND)
    gnu = _GNU_LINES.fullmatch(bare)
    return f"{gnu['position']}:{gnu['match']}" if gnu else bare


def _check_checkers(diagram: Diagram, text: str) -> None:
    if any(sum(row) != CHECKERS for row in diagram.position.rows):
        raise Refusal("position-checkers", text=excerpt(text))
    if not all(any(row[1:]) for row in diagram.position.rows):
        raise Refusal("position-over", text=excerpt(text))


def _check_score(diagram: Diagram) -> None:
    if not diagram.length:
        return
    score = score_text(diagram.score, Match(diagram.length))
    if max(diagram.score) >= diagram.length:
        raise Refusal("position-score", score=score, n=diagram.length)
    if diagram.crawford and max(diagram.score) != diagram.length - 1:
        raise Refusal("position-crawford", score=score, n=diagram.length)


def _check_decision(state: MatchState, undoubled: MatchState) -> None:
    match state.phase:
        case Phase.TO_PLAY if state.dice is not None:
            plays = tuple(legal_plays(state))
            if len(plays) < 2:
                raise Refusal("position-forced", roll=state.dice, plays=plays)
        case Phase.TO_ROLL | Phase.CUBE_OFFERED:
            if reason := why_not(undoubled, OfferDouble(), undoubled.on_roll):
                raise Refusal("position-no-cube", reason=reason)
        case Phase.RESIGNATION_OFFERED:
            raise Refusal("position-resigned")
