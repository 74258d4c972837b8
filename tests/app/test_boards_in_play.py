"""Every board of random matches keeps every limit, and every button asks something legal."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.app.catalog import Catalog
from bot.app.presenter import Presenter
from bot.app.records import MatchRecord, Player
from bot.app.replies import Board, Keyboard
from bot.app.requests import PlayerRef, Press
from bot.engine import actions as ask
from bot.engine.decide import decide, legal_actions, start_match
from bot.engine.events import Event, Seat
from bot.engine.house_rules import HouseRules, Length, Match, Money
from bot.engine.match import MatchState, Phase, evolve, replay, seats_to_act
from bot.engine.notation import spell_play, unpack
from bot.engine.permission import why_not
from bot.engine.variants import rules_of
from tests.helpers.chat import plain
from tests.helpers.keyboards import buttons, presses
from tests.helpers.records import NOW, random_rolls, recent, record
from tests.helpers.states import Table

PRESENTER = Presenter(Catalog())


def board(table: MatchRecord, locale: str = "en") -> Board:
    return PRESENTER.board(table, locale, NOW)


LONG_NAMES = (
    Player(1, PlayerRef("test", "1", "👩" * 30)),
    Player(2, PlayerRef("test", "2", "x" * 200)),
)
AGREEMENTS: list[tuple[Length, HouseRules]] = [
    (Match(3), HouseRules()),
    (
        Money(),
        HouseRules(
            jacoby=True, beavers=2, automatic_doubles=None, first_roll_refusal="each", settlements=True
        ),
    ),
    (Match(10), HouseRules(cube=False, crawford="off", scoring="brazil")),
]


@pytest.mark.parametrize("seed", range(6))
def test_every_board_of_a_random_match_keeps_the_limits(seed: int) -> None:
    random = Random(seed)
    length, house_rules = AGREEMENTS[seed % len(AGREEMENTS)]
    log = start_match("backgammon", length, house_rules, random_rolls(random))
    now = replay(log)
    for _ in range(60):
        if now.phase is Phase.MATCH_OVER:
            break
        check_boards(now, log, random)
        seat = random.choice(seats_to_act(now))
        events = decide(now, chosen(now, seat, random), seat, random_rolls(random))
        log = (*log, *events)
        for event in events:
            now = evolve(now, event)
    check_boards(now, log, random)


def chosen(now: MatchState, seat: Seat, random: Random) -> ask.Action:
    """Return a legal action; resignations are rare, so that games go on."""
    actions = legal_actions(now, seat)
    usual = [action for action in actions if not isinstance(action, ask.Resign | ask.EndSession)]
    return random.choice(usual if random.random() < 0.98 else list(actions))


def check_boards(now: MatchState, log: tuple[Event, ...], random: Random) -> None:
    """Check the board of a moment, tap by tap through a random play where one is due."""
    table = replace(record(Table(now), players=LONG_NAMES), events=recent(log))
    check_board(table, random)
    for menu in ("double", "drop", "resign", "resign-1", "resign-2", "resign-3", "more"):
        check_buttons(table, PRESENTER.keyboard(table, "pt_BR", menu))
    while steps := [press for press in presses(board(table).keyboard) if press.verb == "step"]:
        table = replace(table, tentative=random.choice(steps).argument)
        check_board(table, random)


def check_board(table: MatchRecord, random: Random) -> None:
    shown = board(table, random.choice(("en", "pt_BR")))
    assert 2 <= len(shown.words) <= 5
    text = "\n".join(plain((line,)).replace("`", "") for line in shown.words)
    assert all(line.strip() for line in text.splitlines())
    assert len(text.encode("utf-16-le")) // 2 <= 1024
    assert len(shown.alt_text.encode("utf-16-le")) // 2 <= 1024
    toast = plain(PRESENTER.toast(table, shown.locale))
    assert len(toast) <= 200
    assert list(shown.pings()) == [LONG_NAMES[seat].ref for seat in seats_to_act(table.state)]
    check_buttons(table, shown.keyboard)


def check_buttons(table: MatchRecord, keyboard: Keyboard) -> None:
    ids = [button.id for button in buttons(keyboard)]
    assert len(set(ids)) == len(ids)
    for button in buttons(keyboard):
        assert len(button.id.encode()) <= 64
        assert 0 < len(button.label.encode("utf-16-le")) // 2 <= 80
    for press in presses(keyboard):
        assert (press.scope, press.subject, press.version) == ("g", table.id, table.state.version)
        check_press(table.state, press)


ACTIONS: dict[str, ask.Action] = {
    "roll": ask.RollDice(),
    "double": ask.OfferDouble(),
    "double!": ask.OfferDouble(),
    "take": ask.Take(),
    "drop": ask.Drop(),
    "drop!": ask.Drop(),
    "beaver": ask.Beaver(),
    "raccoon": ask.Raccoon(),
    "refuse": ask.RefuseFirstRoll(),
    "autoroll": ask.ChooseAutoRoll(True),
    "next": ask.NextGame(),
    "end": ask.EndSession(),
}
QUIET = {"more", "back", "text", "score", "export", "replay", "analyze", "hint", "help", "rematch", "resign"}


def check_press(now: MatchState, press: Press) -> None:
    """Check that a button asks something legal."""
    if press.verb in {"step", "undo", "confirm"}:
        assert now.dice
        made = unpack(rules_of(now.variant), now.position, now.on_roll, now.dice, press.argument)
        if press.verb == "confirm":
            decide(now, ask.MakePlay(spell_play(made)), seats_to_act(now)[0], random_rolls(Random(0)))
    elif press.verb in {"resign", "resign!"} and press.argument:
        size = {"1": 1, "2": 2, "3": 3}[press.argument]
        check_allowed(now, ask.Resign(size))  # type: ignore[arg-type]  # 1, 2 or 3
    elif press.verb in {"accept", "reject"}:
        assert now.phase in {Phase.RESIGNATION_OFFERED, Phase.SETTLEMENT_OFFERED}
    elif press.verb in ACTIONS:
        check_allowed(now, ACTIONS[press.verb])
    else:
        assert press.verb in QUIET


def check_allowed(now: MatchState, action: ask.Action) -> None:
    assert all(why_not(now, action, seat) is None for seat in seats_to_act(now)[:1])
