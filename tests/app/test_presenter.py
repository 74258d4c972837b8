"""Whole boards, cards and pages: word for word in both languages, and within every limit in play."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot.app.catalog import Catalog
from bot.app.ports import Challenge, MatchRecord, Offer, Player
from bot.app.presenter import Presenter
from bot.app.replies import AnswerKind, Board, Button, Code, Keyboard, Mention
from bot.app.requests import Handle, PlayerRef, Press
from bot.engine import actions as ask
from bot.engine.cube import Cube
from bot.engine.decide import decide, legal_actions, start_match
from bot.engine.house_rules import HouseRules, Length, Match, Money, SingleGame
from bot.engine.match import MatchState, Phase, evolve, replay, seats_to_act
from bot.engine.notation import pack, spell_play, unpack
from bot.engine.permission import why_not
from bot.engine.position import CheckerMove
from bot.engine.position_id import parse_gnu_id
from bot.engine.refusals import Refusal
from bot.engine.variants import rules_of
from renderers.board_view import CubeView
from tests.helpers.chat import plain
from tests.helpers.records import ANA, BRUNO, CLUB, COMPUTER, NOW, random_rolls, recent, record, table_at
from tests.helpers.states import Table, state

PRESENTER = Presenter(Catalog())


def board(table: MatchRecord, locale: str = "en") -> Board:
    return PRESENTER.board(table, locale, NOW)


def said(table: Table | MatchState, locale: str = "en") -> str:
    return plain(board(record(table), locale).words)


def labels(keyboard: Keyboard) -> list[list[str]]:
    return [[button.label for button in group.buttons] for group in keyboard]


def buttons(keyboard: Keyboard) -> list[Button]:
    return [button for group in keyboard for button in group.buttons]


# -- whole boards ----------------------------------------------------------------------------------


def test_the_board_of_an_opening() -> None:
    table = Table.started("44 35", Match(5))
    assert said(table) == (
        "⚪ Ana 0–0 Bruno ⚫ · to 5 · game 1 · cube 1\n"
        "Opening: 4-4, again; Ana 3, Bruno 5: Bruno starts\n"
        "▶ @Bruno plays 5-3"
    )
    assert said(table, "pt_BR") == (
        "⚪ Ana 0–0 Bruno ⚫ · até 5 · partida 1 · cubo 1\n"
        "Sorteio: 4-4, de novo; Ana 3, Bruno 5: Bruno começa\n"
        "▶ @Bruno joga 5-3"
    )


def test_the_board_after_a_cube_was_taken() -> None:
    table = Table.started("61", Match(5))
    table.act(ask.MakePlay("13/7 8/7"))
    table.act(ask.OfferDouble())
    assert said(table) == (
        "⚪ Ana 0–0 Bruno ⚫ · to 5 · game 1 · cube 1\nBruno doubles to 2\n▶ @Ana takes 2?"
    )
    table.act(ask.Take(), "52")
    assert said(table, "pt_BR") == (
        "⚪ Ana 0–0 Bruno ⚫ · até 5 · partida 1 · cubo 2 ⚪\nBruno dobra para 2, Ana pega\n▶ @Bruno joga 5-2"
    )


def test_a_board_is_complete() -> None:
    table = Table.started("61", Match(5))
    table.act(ask.MakePlay("13/7 8/7"))
    shown = board(record(table), "pt_BR")
    assert shown.version == table.state.version
    assert shown.locale == "pt_BR"
    assert shown.text_board == ""
    assert shown.picture == PRESENTER.picture(record(table))
    assert shown.alt_text.startswith("Tabuleiro de gamão: Ana com as peças claras")
    assert labels(shown.keyboard) == [["🎲 Rolar"], ["Dobrar para 2", "⋯"]]
    assert not shown.partial
    assert list(shown.pings()) == [BRUNO.ref]


def test_the_theme_is_that_of_the_channel() -> None:
    shown = PRESENTER.board(record(state()), "en", NOW, theme="dark")
    assert shown.picture
    assert shown.picture.theme == "dark"


@pytest.mark.parametrize(
    ("moves", "partial"),
    [
        ((), False),
        ((CheckerMove(13, 7),), True),
        ((CheckerMove(13, 7), CheckerMove(8, 7)), False),
    ],
)
def test_a_growing_play_is_partial_until_it_is_complete(
    moves: tuple[CheckerMove, ...], partial: bool
) -> None:
    assert board(record(state(dice="61"), tentative=pack(moves))).partial is partial


@pytest.mark.parametrize(
    ("minutes", "silent"), [(None, False), (0, True), (2.9, True), (3, False), (600, False)]
)
def test_who_acted_a_moment_ago_is_not_rung(minutes: float | None, silent: bool) -> None:
    acted = None if minutes is None else NOW - timedelta(minutes=minutes)
    assert board(record(state(on_roll=1), acted=(NOW, acted))).silent is silent


def test_both_are_rung_after_a_money_game_unless_both_just_acted() -> None:
    table = table_at(state("1:1", "6:14", dice="21"))
    table.act(ask.MakePlay("1/off"))
    assert not board(record(table, acted=(NOW, None))).silent
    assert board(record(table, acted=(NOW, NOW))).silent


def test_the_computer_is_neither_rung_nor_waited_for_in_silence() -> None:
    shown = board(record(state(on_roll=1), players=(ANA, COMPUTER)))
    assert list(shown.pings()) == []
    assert not shown.silent


# -- the last board of a game ----------------------------------------------------------------------


def won_table(length: Length | None = None) -> Table:
    """Return a match to 7 whose second game has begun: Ana resigned a gammon in the first."""
    table = Table.started("61", length or Match(7))
    table.act(ask.MakePlay("13/7 8/7"))
    table.act(ask.RollDice(), "52")
    table.act(ask.MakePlay("13/8 13/11"))
    table.act(ask.Resign(2))
    if table.state.phase is Phase.RESIGNATION_OFFERED:
        table.act(ask.AcceptResignation(), "31")
    return table


def test_the_final_board_is_of_the_game_that_ended() -> None:
    table = won_table()
    assert table.state.game == 2
    shown = PRESENTER.final(record(table), "en")
    assert plain(shown.words) == (
        "⚪ Ana 0–2 Bruno ⚫ · to 7 · game 1 · cube 1\n"
        "Bruno 5-2: `13/11 13/8`\n"
        "Ana resigns a gammon\n"
        "🏁 Bruno wins a gammon: 2 points → 0–2"
    )
    assert shown.keyboard == ()
    assert shown.picture
    assert shown.picture.pips == (160, 160)
    assert shown.picture.on_roll is None
    assert shown.picture.last_roll == (5, 2)
    assert not shown.silent
    assert list(shown.pings()) == []


def test_the_final_board_stays_the_same_while_the_next_game_goes_on() -> None:
    table = won_table()
    first = PRESENTER.final(record(table), "pt_BR")
    assert plain(first.words).endswith("🏁 Bruno ganha um gamão: 2 pontos → 0–2")
    table.act(ask.MakePlay("8/5 6/5"))
    later = PRESENTER.final(record(table), "pt_BR")
    assert replace(later, version=0) == replace(first, version=0)


def test_the_final_board_of_a_match_names_the_winner_of_it() -> None:
    table = won_table(Match(2))
    shown = PRESENTER.final(record(table), "en")
    assert plain(shown.words).splitlines()[1:] == [
        "Ana resigns a gammon",
        "🏁 Bruno wins a gammon: 2 points → 0–2",
        "🏆 Bruno wins the match 0–2",
    ]


def test_the_next_board_tells_how_the_last_game_ended() -> None:
    assert said(won_table()) == (
        "⚪ Ana 0–2 Bruno ⚫ · to 7 · game 2 · cube 1\n"
        "Ana resigns a gammon\n"
        "🏁 Bruno wins a gammon: 2 points → 0–2\n"
        "Opening: Ana 3, Bruno 1: Ana starts\n"
        "▶ @Ana plays 3-1"
    )


def test_the_last_board_of_a_single_game() -> None:
    table = won_table(SingleGame())
    shown = board(record(table))
    assert plain(shown.words) == (
        "⚪ Ana – Bruno ⚫ · one game · cube 1\n"
        "Bruno 5-2: `13/11 13/8`\n"
        "Ana resigns a gammon\n"
        "🏁 Bruno wins a gammon: 2 points"
    )
    assert labels(shown.keyboard) == [["Rematch"]]
    assert shown.picture
    assert shown.picture.cube == CubeView()


def test_there_is_no_final_board_of_a_first_game_that_goes_on() -> None:
    with pytest.raises(ValueError, match="no game has ended"):
        PRESENTER.final(record(Table.started("61")), "en")


# -- challenges ------------------------------------------------------------------------------------


def challenge(
    invited: Player | Handle | None = BRUNO,
    status: str = "open",
    offer: Offer | None = None,
) -> Challenge:
    normal = Offer("backgammon", SingleGame(), HouseRules())
    return Challenge(12, CLUB, ANA, invited, offer or normal, 3, status, NOW)


def test_a_card_names_what_is_proposed_and_rings_the_invited() -> None:
    card = PRESENTER.card(challenge(), "en")
    assert plain(card.words) == "Ana challenges @Bruno: one game with the cube, normal rules"
    assert plain(PRESENTER.card(challenge(), "pt_BR").words) == (
        "Ana desafia @Bruno: uma partida com cubo, regras normais"
    )
    assert list(card.pings()) == [BRUNO.ref]
    assert card.picture is None
    assert card.version == 3


def test_a_card_names_each_departure_from_normal() -> None:
    offer = Offer("nackgammon", Money(), HouseRules(jacoby=True, beavers=1))
    words = plain(PRESENTER.card(challenge(offer=offer), "en").words)
    assert words == "Ana challenges @Bruno: money session, Nackgammon, Jacoby rule, beavers"


def test_a_card_for_anyone_rings_nobody() -> None:
    card = PRESENTER.card(challenge(None), "pt_BR")
    assert plain(card.words).startswith("Ana desafia quem quiser jogar: ")
    assert list(card.pings()) == []


def test_a_user_name_that_cannot_be_looked_up_rings_by_being_written() -> None:
    card = PRESENTER.card(challenge(Handle("telegram", "bruno_b")), "en")
    (mention,) = [span for span in card.words[0] if isinstance(span, Mention) and span.ping]
    assert mention == Mention(PlayerRef("telegram", ""), "bruno_b", ping=True)
    assert mention.player.username == "bruno_b"


def test_the_card_s_buttons_are_bound_to_what_was_seen() -> None:
    card = PRESENTER.card(challenge(), "en")
    assert labels(card.keyboard) == [
        ["Accept", "Decline"],
        ["✓ 1", "3", "5", "7", "✓ Cube", "Rules"],
    ]
    presses = [Press.decode(button.id) for button in buttons(card.keyboard)]
    assert presses[0] == Press("c", 12, 3, "accept")
    assert [(press.verb, press.argument) for press in presses if press] == [
        ("accept", ""),
        ("decline", ""),
        ("length", "1"),
        ("length", "3"),
        ("length", "5"),
        ("length", "7"),
        ("cube", ""),
        ("rules", ""),
    ]


def test_the_card_marks_what_is_chosen() -> None:
    offer = Offer("backgammon", Match(5), HouseRules(cube=False))
    card = PRESENTER.card(challenge(offer=offer), "pt_BR")
    assert labels(card.keyboard)[1] == ["1", "3", "✓ 5", "7", "Cubo", "Regras"]


def test_the_rules_of_a_card_are_the_usual_agreements() -> None:
    offer = Offer("backgammon", Match(7), HouseRules())
    keyboard = PRESENTER.card_keyboard(challenge(offer=offer), "en", "rules")
    assert labels(keyboard)[0][:2] == ["✓ Club match to 7", "Money"]
    assert labels(keyboard)[1] == ["Back"]
    press = Press.decode(keyboard[0].buttons[1].id)
    assert press == Press("c", 12, 3, "preset", "dinheiro")


@pytest.mark.parametrize(
    ("status", "english", "portuguese"),
    [
        ("accepted", "Ana's challenge was accepted.", "O desafio de Ana foi aceito."),
        ("declined", "Ana's challenge was declined.", "O desafio de Ana foi recusado."),
        ("cancelled", "Ana's challenge was withdrawn.", "O desafio de Ana foi retirado."),
        ("expired", "Ana's challenge has expired.", "O desafio de Ana expirou."),
    ],
)
def test_a_closed_card_is_one_line_without_buttons(status: str, english: str, portuguese: str) -> None:
    for locale, words in (("en", english), ("pt_BR", portuguese)):
        card = PRESENTER.card(challenge(status=status), locale)
        assert plain(card.words) == words
        assert card.keyboard == ()
        assert list(card.pings()) == []


# -- answers ---------------------------------------------------------------------------------------


def test_the_toast_says_what_is_still_to_play() -> None:
    tapped = record(state(dice="52"), tentative=pack((CheckerMove(13, 8),)))
    assert plain(PRESENTER.toast(tapped, "en")) == "`13/8`, 2 to play"
    assert plain(PRESENTER.toast(tapped, "pt_BR")) == "`13/8`, falta 2"
    assert PRESENTER.toast(record(state()), "en") == ()


def test_pips() -> None:
    moment = record(state("6:5", "6:6"))
    assert plain(PRESENTER.pips(moment, "en")) == "⚪ Ana 30 · ⚫ Bruno 36\nAna leads by 6 pips."
    behind = record(state("6:5", "5:5 4:1"))
    assert plain(PRESENTER.pips(behind, "pt_BR")) == "⚪ Ana 30 · ⚫ Bruno 29\nBruno está 1 pip à frente."
    assert plain(PRESENTER.pips(record(state()), "en")).endswith("The race is even.")


def test_the_score_with_what_was_agreed() -> None:
    moment = record(state(length=Match(5), score=(2, 1)))
    assert plain(PRESENTER.score(moment, "en")) == (
        "⚪ Ana 2–1 Bruno ⚫ · to 5 · game 1 · cube 1\nmatch to 5 points, normal rules"
    )


def test_the_ids_are_code() -> None:
    moment = state(length=Match(7), score=(3, 2), cube=Cube(2, 1), dice="31")
    ((first,), (second,)) = PRESENTER.ids(record(moment), "en")
    assert first == Code("XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:3:2:0:7:10")
    assert isinstance(second, Code)
    assert second.text.startswith("4HPwATDgc/ABMA:")
    assert parse_gnu_id(second.text).score == (3, 2)


def test_the_list_of_matches() -> None:
    assert plain(PRESENTER.matches((), "pt_BR")) == "Ninguém está jogando aqui agora. Comece com `/desafiar`."
    over = table_at(state("1:1", "6:14", dice="21", length=SingleGame()))
    over.act(ask.MakePlay("1/off"))
    told = plain(PRESENTER.matches((record(state(on_roll=1)), record(over)), "en"))
    assert told == (
        "⚪ Ana 0/0 Bruno ⚫ · money · game 1 · cube 1 · ▶ Bruno\n⚪ Ana – Bruno ⚫ · one game · cube 1"
    )


def test_the_position_in_words() -> None:
    words = plain(PRESENTER.text(record(state()), "en")).splitlines()
    assert words[2].startswith("Point by point: 24: 2 light")
    assert words[-1] == "Pips: light 167, dark 167."


def test_help_lists_every_chapter_and_explains_a_command() -> None:
    whole = plain(PRESENTER.help("pt_BR"))
    assert "Cubo: `/dobrar` `/pegar` `/largar`" in whole
    one = plain(PRESENTER.help("en", "dobrar"))
    assert one.startswith("`/double` `/d`")
    assert "`/dobrar`" in one
    assert plain(PRESENTER.help("en", "nonsense")) == plain(PRESENTER.help("en"))


def test_rules_are_told_in_short() -> None:
    for locale in ("en", "pt_BR"):
        assert 4 <= len(PRESENTER.rules(locale)) <= 10


def test_the_first_words_lead_to_a_game_in_two_taps() -> None:
    answer = PRESENTER.greeting("en", private=True)
    assert answer.kind is AnswerKind.INFO
    assert labels(answer.keyboard or ()) == [
        ["🎲 Play now against the computer"],
        ["👥 Add me to a group"],
        ["📖 Learn", "🌐 Language"],
    ]
    verbs = [press.verb for press in presses(answer.keyboard or ())]
    assert verbs == ["play", "add", "learn", "language"]
    group = PRESENTER.greeting("pt_BR", private=False)
    assert labels(group.keyboard or ())[0] == ["🎲 Desafiar o grupo"]
    assert presses(group.keyboard or ())[0] == Press("s", 0, 0, "group")


def test_languages_go_by_their_own_names() -> None:
    answer = PRESENTER.languages("en")
    found = [(button.label, Press.decode(button.id)) for button in buttons(answer.keyboard or ())]
    assert ("Português (Brasil)", Press("s", 0, 0, "language", "pt_BR")) in found
    assert ("English", Press("s", 0, 0, "language", "en")) in found


def test_the_settings_show_what_is_chosen() -> None:
    answer = PRESENTER.settings("en", replace(ANA, always_confirm=True), CLUB, ("classic", "dark"))
    assert labels(answer.keyboard or ()) == [
        ["✓ classic", "dark"],
        ["🌐 Language", "Play typed plays at once"],
    ]
    assert plain(answer.words).splitlines()[1:] == [
        "Language: English",
        "Board: classic",
        "A play that you type waits for your confirmation.",
    ]
    verbs = [press.verb for button in buttons(answer.keyboard or ()) if (press := Press.decode(button.id))]
    assert verbs == ["theme", "theme", "language", "confirm"]


def test_a_refusal_shows_plays_as_code_and_dice_as_read() -> None:
    table = Table(state(dice="16"))
    with pytest.raises(Refusal) as refused:
        table.act(ask.RollDice())
    words = PRESENTER.refusal(refused.value, "en")
    assert plain(words) == "You have rolled already: 6-1 is to be played."


def test_a_refusal_joins_several_plays() -> None:
    table = Table(state(dice="61"))
    with pytest.raises(Refusal) as refused:
        table.act(ask.MakePlay("13/7"))
    (line,) = PRESENTER.refusal(refused.value, "en")
    codes = [span.text for span in line if isinstance(span, Code)]
    assert codes[0] == "13/7"
    assert len(codes) == 4
    assert ", " in line


def test_a_refusal_names_sizes_and_rules_in_the_reader_s_language() -> None:
    waiting = Refusal("answer-resignation", size=2)
    assert "gamão" in plain(PRESENTER.refusal(waiting, "pt_BR"))
    misplaced = Refusal("rules-money-only", rule="jacoby")
    assert "Jacoby" in plain(PRESENTER.refusal(misplaced, "en"))


# -- everything in play ----------------------------------------------------------------------------

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


def chosen(now: MatchState, seat: int, random: Random) -> ask.Action:
    """Return a legal action; resignations are rare, so that games go on."""
    actions = legal_actions(now, seat)
    usual = [action for action in actions if not isinstance(action, ask.Resign | ask.EndSession)]
    return random.choice(usual if random.random() < 0.98 else list(actions))


def check_boards(now: MatchState, log: tuple[object, ...], random: Random) -> None:
    """Check the board of a moment, tap by tap through a random play where one is due."""
    table = replace(record(Table(now), players=LONG_NAMES), events=recent(log))  # type: ignore[arg-type]  # a log
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


def presses(keyboard: Keyboard) -> list[Press]:
    found = [Press.decode(button.id) for button in buttons(keyboard)]
    return [press for press in found if press]


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
QUIET = {"more", "back", "text", "score", "help", "rematch", "resign"}


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


def test_a_tentative_play_that_no_longer_fits_does_no_harm() -> None:
    for tentative in (pack((CheckerMove(24, 18),)), "zz", "abcdefghij", "!"):
        shown = board(record(state(dice="52"), tentative=tentative))
        assert plain(shown.words).endswith("▶ @Ana plays 5-2")


def test_a_name_that_looks_like_a_play_stays_a_name() -> None:
    (line,) = PRESENTER.refusal(Refusal("not-your-turn", name="13/8"), "en")
    assert line == ("It is 13/8's turn. The next board calls you.",)


def test_two_routes_that_hit_differently_are_both_shown() -> None:
    table = Table(state("13:1 6:5", "15:1 6:2", dice="53"))
    with pytest.raises(Refusal) as refused:
        table.act(ask.MakePlay("13/5"))
    (line,) = PRESENTER.refusal(refused.value, "pt_BR")
    assert [span.text for span in line if isinstance(span, Code)] == ["13/5", "13/10*/5", "13/8/5"]
