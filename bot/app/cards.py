"""The card of a challenge: what is proposed, and its buttons."""

from __future__ import annotations

from bot.app.names import clean_name, name_of_player
from bot.app.offers import describe
from bot.app.records import Challenge, Player
from bot.app.replies import Board, Button, ButtonGroup, ButtonStyle, Code, GroupKind, Keyboard, Line, Mention
from bot.app.requests import Handle, PlayerRef, Press
from bot.app.speech import Speech
from bot.engine.house_rules import PRESETS, Match, SingleGame

LENGTHS = (1, 3, 5, 7)
"""Points that a card offers; 1 is one game."""

CHOSEN = "✓ "


def card(challenge: Challenge, speech: Speech) -> Board:
    """Return the card of a challenge: open with its buttons, closed as one line without any."""
    if challenge.status != "open":
        name = name_of_player(challenge.challenger.ref)
        words = (speech.line(f"card.{challenge.status}", name=name),)
        return Board(words, version=challenge.revision, locale=speech.locale)
    words = (_proposal(challenge, speech),)
    keyboard = card_keyboard(challenge, "main", speech)
    return Board(words, keyboard, version=challenge.revision, locale=speech.locale)


def card_keyboard(challenge: Challenge, menu: str, speech: Speech) -> Keyboard:
    """Return a menu of an open card: main, or rules (the usual agreements, for the challenger)."""
    keys = _CardKeys(challenge, speech)
    return keys.rules() if menu == "rules" else keys.main()


def _proposal(challenge: Challenge, speech: Speech) -> Line:
    challenger = Mention(challenge.challenger.ref, name_of_player(challenge.challenger.ref))
    offer = describe(challenge.offer, speech.catalog, speech.locale)
    if challenge.by_code:
        command = Code(f"/accept {challenge.code}")
        return speech.line("card.by-code", name=challenger, offer=offer, command=command)
    if challenge.invited is None:
        return speech.line("card.open-to-all", name=challenger, offer=offer)
    return speech.line("card.open", name=challenger, invited=_invited(challenge.invited), offer=offer)


def _invited(invited: Player | Handle) -> Mention:
    """Return who is invited, to be notified. A bare user name rings by being written."""
    if isinstance(invited, Handle):
        account = PlayerRef(invited.platform, "", username=invited.username)
        return Mention(account, clean_name(invited.username), ping=True)
    return Mention(invited.ref, name_of_player(invited.ref), ping=True)


class _CardKeys:
    def __init__(self, challenge: Challenge, speech: Speech) -> None:
        self._challenge = challenge
        self._offer = challenge.offer
        self._speech = speech

    def main(self) -> Keyboard:
        """Accept and decline for everyone; below, what the challenger may still change."""
        accept = self._button(self._speech.text("button.accept"), "accept", style=ButtonStyle.GOOD)
        decline = self._button(self._speech.text("button.decline"), "decline")
        cube = self._chosen("button.cube", self._offer.house_rules.cube)
        options = (
            *(self._length(points) for points in LENGTHS),
            self._button(cube, "cube"),
            self._button(self._speech.text("button.rules"), "rules"),
        )
        return (
            ButtonGroup(GroupKind.ANSWERS, (decline,) if self._challenge.by_code else (accept, decline)),
            ButtonGroup(GroupKind.OPTIONS, options),
        )

    def rules(self) -> Keyboard:
        """The usual agreements by name; the one on the table is marked."""
        presets = tuple(self._preset(name) for name in PRESETS)
        back = self._button(self._speech.text("button.back"), "back")
        return (ButtonGroup(GroupKind.OPTIONS, presets), ButtonGroup(GroupKind.CONTROLS, (back,)))

    def _length(self, points: int) -> Button:
        length = self._offer.length
        chosen = length == Match(points) or (points == 1 and isinstance(length, SingleGame))
        return self._button(f"{CHOSEN if chosen else ''}{points}", "length", str(points))

    def _preset(self, name: str) -> Button:
        length, rules = PRESETS[name]
        chosen = self._offer.length == length and self._offer.house_rules == rules
        return self._button(self._chosen(f"preset.{name}", chosen), "preset", name)

    def _chosen(self, key: str, chosen: bool) -> str:
        return f"{CHOSEN if chosen else ''}{self._speech.text(key)}"

    def _button(
        self, label: str, verb: str, argument: str = "", style: ButtonStyle = ButtonStyle.PLAIN
    ) -> Button:
        press = Press("c", self._challenge.id, self._challenge.revision, verb, argument)
        return Button(label, press.encode(), style)
