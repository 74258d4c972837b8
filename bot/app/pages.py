"""What is told when asked: the score, pips, IDs, help, settings, the first words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.app.commands import COMMANDS, Command, Group, command_of
from bot.app.lines import score_line
from bot.app.offers import describe
from bot.app.records import Channel, MatchRecord, Offer, Player
from bot.app.replies import (
    Answer,
    AnswerKind,
    Button,
    ButtonGroup,
    ButtonStyle,
    Code,
    GroupKind,
    Keyboard,
    Line,
    Words,
)
from bot.app.requests import Press
from bot.app.speech import CHECKERS, Speech, joined, person
from bot.engine.match import seats_to_act
from bot.engine.position_id import diagram_of, gnu_id, xgid


def score(record: MatchRecord, speech: Speech) -> Words:
    """Return the score line, and what was agreed."""
    state = record.state
    agreed = describe(Offer(state.variant, state.length, state.house_rules), speech.catalog, speech.locale)
    return (score_line(record, speech), (agreed,))


def pips(record: MatchRecord, speech: Speech) -> Words:
    """Return both pip counts, and who leads by how many."""
    counts = [record.state.position.pip_count(0), record.state.position.pip_count(1)]
    names = [person(record, 0), person(record, 1)]
    told: Line = (f"{CHECKERS[0]} ", names[0], f" {counts[0]} · {CHECKERS[1]} ", names[1], f" {counts[1]}")
    behind = counts[0] - counts[1]
    if not behind:
        return (told, speech.line("pips.even"))
    return (told, speech.line("pips.lead", name=names[behind > 0], n=abs(behind)))


def ids(record: MatchRecord) -> Words:
    """Return the XGID, and GNU's position and match IDs with a colon between them."""
    diagram = diagram_of(record.state)
    return ((Code(xgid(diagram)),), (Code(gnu_id(diagram)),))


def matches(records: Sequence[MatchRecord], speech: Speech) -> Words:
    """Return a line a match: its score line, and who is to act."""
    if not records:
        return (speech.line("matches.none"),)
    return tuple(_match_line(record, speech) for record in records)


def help_page(topic: str, speech: Speech) -> Words:
    """Return the page of one command, or of all: how to play, then the commands by chapter."""
    command = command_of(topic) if topic else None
    if command:
        return (_usage(command, speech), *speech.catalog.words(speech.locale, command.help_key))
    intro = speech.catalog.words(speech.locale, "help-page.intro")
    return (*intro, *(_chapter(group, speech) for group in Group), speech.line("help-page.more"))


def rules(speech: Speech) -> Words:
    """Return the rules in short."""
    return speech.catalog.words(speech.locale, "rules-page")


def greeting(speech: Speech, *, private: bool) -> Answer:
    """Return the first words to a person or a group: two taps to a game."""
    play = _loose(speech, "button.play", "play", style=ButtonStyle.PRIMARY)
    add = _loose(speech, "button.group", "add")
    challenge = _loose(speech, "button.challenge-all", "group", style=ButtonStyle.PRIMARY)
    learn, language = _loose(speech, "button.learn", "learn"), _loose(speech, "button.language", "language")
    rows = ((play,), (add,), (learn, language)) if private else ((challenge,), (learn, language))
    key = "greeting.private" if private else "greeting.group"
    keyboard = tuple(ButtonGroup(GroupKind.OPTIONS, row) for row in rows)
    return Answer(AnswerKind.INFO, speech.catalog.words(speech.locale, key), keyboard)


def languages(speech: Speech) -> Answer:
    """Return the choice of languages, each by its own name."""
    buttons = tuple(
        Button(speech.catalog.own_name(locale), _press("language", locale))
        for locale in speech.catalog.locales()
    )
    keyboard = (ButtonGroup(GroupKind.OPTIONS, buttons),)
    return Answer(AnswerKind.INFO, (speech.line("language.choose"),), keyboard)


def settings(player: Player, channel: Channel, themes: Sequence[str], speech: Speech) -> Answer:
    """Return the settings as they are, with the buttons that change them; a tick marks the looks chosen."""
    confirm = "settings.confirm-on" if player.always_confirm else "settings.confirm-off"
    words = (
        speech.line("settings.title"),
        speech.line("settings.language", language=speech.catalog.own_name(speech.locale)),
        speech.line("settings.looks"),
        speech.line(confirm),
    )
    return Answer(AnswerKind.INFO, words, _settings_keyboard(player, channel, themes, speech))


def _settings_keyboard(player: Player, channel: Channel, themes: Sequence[str], speech: Speech) -> Keyboard:
    chosen = channel.looks
    looks = tuple(
        _choice(speech.text(f"theme.{theme}"), "theme", theme, chosen=theme == chosen.theme)
        for theme in themes
    )
    homes = tuple(
        _choice(speech.text(f"button.home-{home}"), "home", home, chosen=home == chosen.home)
        for home in ("right", "left")
    )
    key, wanted = (
        ("button.confirm-never", "off") if player.always_confirm else ("button.confirm-always", "on")
    )
    confirm = Button(speech.text(key), _press("confirm", wanted))
    own = (_loose(speech, "button.language", "language"), confirm)
    return tuple(ButtonGroup(GroupKind.OPTIONS, row) for row in (looks, homes, own))


def _choice(label: str, verb: str, argument: str, *, chosen: bool) -> Button:
    return Button(f"✓ {label}" if chosen else label, _press(verb, argument))


def _match_line(record: MatchRecord, speech: Speech) -> Line:
    waiting = [(person(record, seat),) for seat in seats_to_act(record.state)]
    line = score_line(record, speech)
    return joined([line, (" · ▶ ",), joined(waiting, ", ")]) if waiting else line


def _usage(command: Command, speech: Speech) -> Line:
    """Return a command with everything that it answers to."""
    return joined([(Code(f"/{name}"),) for name in _shown_names(command, speech)], " ")


def _shown_names(command: Command, speech: Speech) -> Iterator[str]:
    first = command.name_in(speech.locale)
    yield first
    yield from (name for name in command.names() if name != first)


def _chapter(group: Group, speech: Speech) -> Line:
    """Return the commands of one chapter, each by its name in this language."""
    names = [(Code(f"/{command.name_in(speech.locale)}"),) for command in COMMANDS if command.group is group]
    return speech.line(f"help-page.{group.value}", commands=joined(names, " "))


def _loose(speech: Speech, key: str, verb: str, style: ButtonStyle = ButtonStyle.PLAIN) -> Button:
    return Button(speech.text(key), _press(verb), style)


def _press(verb: str, argument: str = "") -> str:
    """Return the id of a button that belongs to no match and no challenge."""
    return Press("s", 0, 0, verb, argument).encode()
