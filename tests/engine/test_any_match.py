"""Any match, under any agreement, with anything asked at any time."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.engine.actions import (
    Action,
    ChooseAutoRoll,
    Drop,
    EndSession,
    MakePlay,
    OfferSettlement,
    Resign,
)
from bot.engine.codec import decode, encode
from bot.engine.cube import Cube
from bot.engine.decide import decide, legal_actions, start_match
from bot.engine.doubling import cap_of
from bot.engine.events import Event, GameStarted, GameWon, Seat, SessionEnded
from bot.engine.house_rules import Match, Money, SingleGame
from bot.engine.match import MatchState, Phase, evolve, replay, seats_to_act
from bot.engine.notation import format_play
from bot.engine.position import Roll
from bot.engine.refusals import Refusal
from bot.engine.variants import find_variants, rules_of
from tests.helpers.strategies import Agreement, actions, agreements

pytestmark = pytest.mark.property

seats = st.integers(0, 1)
Ending = Drop | Resign | OfferSettlement | EndSession | ChooseAutoRoll
"""What would end games early, or never."""


class AnyMatch(RuleBasedStateMachine):
    """Plays on at random; the state is always what the log says, and the sums are right."""

    log: list[Event]
    state: MatchState

    @initialize(
        variant=st.sampled_from(["hypergammon", *find_variants()]),
        agreed=agreements(),
        seed=st.integers(0, 2**32),
    )
    def begin(self, variant: str, agreed: Agreement, seed: int) -> None:
        length, house_rules = agreed
        self.random = random.Random(seed)
        self.dice = self.roll()
        self.log = list(start_match(variant, length, house_rules, self.dice))
        self.state = replay(self.log)

    def roll(self) -> Iterator[Roll]:
        while True:
            yield self.random.randint(1, 6), self.random.randint(1, 6)

    def take(self, events: tuple[Event, ...]) -> None:
        for event in events:
            name, data = encode(event)
            assert decode(name, json.loads(json.dumps(data))) == event
            self.state = evolve(self.state, event)
        self.log.extend(events)

    def any_kind(self, legal: tuple[Action, ...]) -> Action:
        """Return a legal action; each kind is as likely as the others, however many plays there are."""
        kind = self.random.choice(list(dict.fromkeys(map(type, legal))))
        return self.random.choice([action for action in legal if type(action) is kind])

    @rule(seat=seats)
    def do_something_legal(self, seat: Seat) -> None:
        legal = legal_actions(self.state, seat)
        if legal:
            self.take(decide(self.state, self.any_kind(legal), seat, self.dice))

    @precondition(lambda self: self.state.phase is not Phase.MATCH_OVER)
    @rule(turns=st.integers(5, 30))
    def play_on(self, turns: int) -> None:
        """Roll, double and play for a while, so that games get somewhere."""
        for _ in range(turns):
            asked = seats_to_act(self.state)
            if not asked:
                break
            legal = legal_actions(self.state, asked[0])
            going_on = tuple(action for action in legal if not isinstance(action, Ending))
            self.take(decide(self.state, self.any_kind(going_on), asked[0], self.dice))

    @rule(action=actions, seat=st.integers(-1, 2))
    def ask_for_anything(self, action: Action, seat: Seat) -> None:
        """What is not among the legal actions is refused."""
        legal = legal_actions(self.state, seat)
        try:
            events = decide(self.state, action, seat, self.dice)
        except Refusal:
            assert action not in legal
            return
        match action:
            case MakePlay():
                self.is_legal(events, legal)
            case OfferSettlement():
                assert any(isinstance(each, OfferSettlement) for each in legal)
            case _:
                assert action in legal
        self.take(events)

    def is_legal(self, events: tuple[Event, ...], legal: tuple[Action, ...]) -> None:
        """A play that was accepted is a legal one, or takes the last checker off (rules 3.4)."""
        after = evolve(self.state, events[0])
        side = self.state.on_roll
        assert self.state.dice is not None
        rules = rules_of(self.state.variant)
        results = {
            play.result: format_play(play.play)
            for play in rules.legal_plays(self.state.position, side, self.state.dice)
        }
        assert after.position in results or rules.winner(after.position) == side

    @invariant()
    def every_awaited_seat_can_do_something(self) -> None:
        asked = seats_to_act(self.state)
        assert bool(asked) is (self.state.phase is not Phase.MATCH_OVER)
        for seat in (0, 1):
            can = [each for each in legal_actions(self.state, seat) if not isinstance(each, ChooseAutoRoll)]
            assert bool(can) is (seat in asked)

    @invariant()
    def each_side_keeps_its_checkers(self) -> None:
        checkers = rules_of(self.state.variant).checkers
        assert [sum(row) for row in self.state.position.rows] == [checkers, checkers]

    @invariant()
    def the_state_is_what_the_log_says(self) -> None:
        assert replay(self.log) == self.state
        newest = max(place for place, event in enumerate(self.log) if isinstance(event, GameStarted))
        assert replay([self.log[0], *self.log[newest:]], version=len(self.log)) == self.state

    @invariant()
    def the_score_is_what_the_games_gave(self) -> None:
        won = [event for event in self.log if isinstance(event, GameWon)]
        points = [sum(event.points for event in won if event.seat == seat) for seat in (0, 1)]
        if isinstance(self.state.length, Money):
            assert sum(self.state.score) == 0
            assert self.state.score[0] == points[0] - points[1]
        else:
            assert self.state.score == tuple(points)

    @invariant()
    def the_match_ends_exactly_when_it_is_decided(self) -> None:
        match self.state.length:
            case Match(points):
                decided = max(self.state.score) >= points
                assert self.state.phase is not Phase.GAME_OVER
            case SingleGame():
                decided = self.state.game_won is not None
                assert self.state.phase is not Phase.GAME_OVER
            case Money():
                decided = isinstance(self.log[-1], SessionEnded)
        assert decided is (self.state.phase is Phase.MATCH_OVER)

    @invariant()
    def the_cube_stays_within_bounds(self) -> None:
        cube, rules = self.state.cube, self.state.house_rules
        assert cube.value.bit_count() == 1
        assert (self.state.offered or cube.value) <= cap_of(rules)
        if not rules.cube or self.state.crawford:
            assert cube == Cube()


AnyMatch.TestCase.settings = settings(stateful_step_count=12)
TestAnyMatch = AnyMatch.TestCase
