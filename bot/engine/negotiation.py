"""What offers and their answers cause: the cube, resignations, settlements (rules 5).

Resignations and settlements are offered by the seat to roll or to play; once answered "no", the
same roll goes on. A settlement ends the game for any whole number of points, none included.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from bot.engine import actions as ask
from bot.engine import events as happened
from bot.engine.actions import WinSize
from bot.engine.course import Course
from bot.engine.doubling import beaver_value
from bot.engine.events import Seat
from bot.engine.match import MatchState, due, side_of
from bot.engine.position import other
from bot.engine.resignation import cannot_win_more, most_size
from bot.engine.scoring import settled, won

Negotiation: TypeAlias = (
    ask.OfferDouble
    | ask.Take
    | ask.Drop
    | ask.Beaver
    | ask.Raccoon
    | ask.Resign
    | ask.AcceptResignation
    | ask.RejectResignation
    | ask.OfferSettlement
    | ask.AcceptSettlement
    | ask.RejectSettlement
)


def negotiate(course: Course, action: Negotiation, seat: Seat) -> None:
    """Append what an offer or an answer causes; it is allowed (`permission.why_not`)."""
    state = course.state
    match action:
        case ask.OfferDouble():
            course.add(happened.Doubled(seat, state.cube.value * 2))
        case ask.Take():
            course.add(happened.Taken(seat))
        case ask.Beaver():
            course.add(happened.Beavered(seat, beaver_value(state)))
        case ask.Raccoon():
            course.add(happened.Raccooned(seat, beaver_value(state)))
        case ask.Drop():
            course.add(happened.Dropped(seat))
            course.add(won(state, _opponent(state, seat), 1, "drop"))
        case ask.Resign(size):
            _resign(course, seat, size)
        case ask.AcceptResignation():
            _accept_resignation(course, seat)
        case ask.RejectResignation():
            course.add(happened.ResignationRejected(seat))
        case ask.OfferSettlement(points):
            course.add(happened.SettlementOffered(seat, points))
        case ask.AcceptSettlement():
            _accept_settlement(course, seat)
        case ask.RejectSettlement():
            course.add(happened.SettlementRejected(seat))
        case _:
            assert_never(action)


def _resign(course: Course, seat: Seat, size: WinSize) -> None:
    """Offer a resignation, never at more than can be lost; it accepts itself if nothing betters it."""
    state = course.state
    offered = min(size, most_size(state, seat))
    course.add(happened.ResignationOffered(seat, offered))
    if cannot_win_more(state, seat, offered):
        _accept_resignation(course, _opponent(state, seat))


def _accept_resignation(course: Course, seat: Seat) -> None:
    state = course.state
    _, size = due(state.resignation)
    course.add(happened.ResignationAccepted(seat))
    course.add(won(state, seat, size, "resignation"))


def _accept_settlement(course: Course, seat: Seat) -> None:
    state = course.state
    offerer, points = due(state.settlement)
    course.add(happened.SettlementAccepted(seat))
    course.add(settled(state, offerer, points))


def _opponent(state: MatchState, seat: Seat) -> Seat:
    return other(side_of(state, seat))
