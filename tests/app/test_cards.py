"""Challenge cards: what is proposed, who is rung, what may be changed."""

from __future__ import annotations

import pytest

from bot.app.catalog import Catalog
from bot.app.presenter import Presenter
from bot.app.records import Challenge, Offer, Player
from bot.app.replies import Mention
from bot.app.requests import Handle, PlayerRef, Press
from bot.engine.house_rules import HouseRules, Match, Money, SingleGame
from tests.helpers.chat import plain
from tests.helpers.keyboards import buttons, labels
from tests.helpers.records import ANA, BRUNO, CLUB, NOW

PRESENTER = Presenter(Catalog())


def challenge(
    invited: Player | Handle | None = BRUNO,
    status: str = "open",
    offer: Offer | None = None,
) -> Challenge:
    normal = Offer("backgammon", SingleGame(), HouseRules())
    return Challenge(12, CLUB, ANA, invited, offer or normal, 3, status, NOW, "K7Q2XM")


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
