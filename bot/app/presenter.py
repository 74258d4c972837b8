"""Turns a match, a challenge or a question into words, pictures and buttons. Pure: no clock, no I/O."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.app import pages
from bot.app.alt_text import alt_text, description
from bot.app.cards import card, card_keyboard
from bot.app.catalog import Catalog
from bot.app.history import happenings, newest_finished_game
from bot.app.keyboards import BoardKeys
from bot.app.lines import call_line, happened_lines, score_line, thinking_line, todo_line, told_lines
from bot.app.pictures import final_picture, live_picture
from bot.app.position_words import choice_line, position_board
from bot.app.records import Challenge, Channel, Looks, MatchRecord, Player, PositionRecord
from bot.app.refusal_words import refusal_words
from bot.app.replays import frames_of
from bot.app.replies import Animation, Answer, AnswerKind, Board, Keyboard, Words
from bot.app.speech import Speech, is_computer, name_of
from bot.app.turn import turn_under_way
from bot.engine.events import Event, GameWon, MatchWon
from bot.engine.match import replay, seats_to_act
from bot.engine.refusals import Refusal
from renderers.board_view import BoardView

PLAIN = Looks()
JUST_ACTED = timedelta(minutes=3)
"""Who acted so lately is still looking: the next board does not ring."""


class Presenter:
    """Says everything in the language that each call names."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    # -- boards ---------------------------------------------------------------------------------

    def board(self, record: MatchRecord, locale: str, now: datetime, *, looks: Looks = PLAIN) -> Board:
        """Return the live board of a match, in any phase."""
        speech = self._speech(locale)
        turn = turn_under_way(record)
        picture = live_picture(record, turn, looks)
        lines = (
            score_line(record, speech),
            *happened_lines(record, speech),
            call_line(record, turn, speech),
        )
        return Board(
            words=tuple(line for line in lines if line),
            keyboard=BoardKeys(record, turn, speech).menu("main"),
            picture=picture,
            alt_text=alt_text(picture, _names(record), speech),
            silent=_just_acted(record, now),
            partial=turn is not None and turn.begun and turn.undone is not None,
            version=record.state.version,
            locale=locale,
        )

    def final(self, record: MatchRecord, locale: str, *, looks: Looks = PLAIN) -> Board:
        """Return the last board of the game that ended last, without buttons.

        Raises `ValueError` if no game of the record has ended.
        """
        speech = self._speech(locale)
        log = newest_finished_game(record.events)
        ended = replace(record, state=replay(log), events=log, tentative="")
        picture = final_picture(ended.state, log, looks)
        return Board(
            words=(score_line(ended, speech), *told_lines(ended, happenings(log), speech)),
            picture=picture,
            alt_text=alt_text(picture, _names(record), speech),
            version=record.state.version,
            locale=locale,
        )

    def replay(
        self, record: MatchRecord, events: Sequence[Event], locale: str, *, looks: Looks = PLAIN
    ) -> Answer:
        """Return the game that ended last in `events`, a log of this match, as moving pictures.

        Raises `Refusal` if no game has ended in them: nothing-to-replay.
        """
        if not any(isinstance(event, GameWon) for event in events):
            raise Refusal("nothing-to-replay")
        speech = self._speech(locale)
        agreed, started, *course = newest_finished_game(events)
        log = (agreed, started, *course)
        ended = replace(record, state=replay(log), events=log, tentative="")
        results = tuple(item for item in happenings(log) if isinstance(item.events[0], GameWon | MatchWon))
        return Answer(
            AnswerKind.INFO,
            (score_line(ended, speech), *told_lines(ended, results, speech)),
            animation=Animation(
                f"match-{record.id}-game-{ended.state.game}",
                frames_of(replay((agreed, started)), course, looks),
            ),
        )

    def keyboard(self, record: MatchRecord, locale: str, menu: str = "main") -> Keyboard:
        """Return the buttons of a board: main, double, drop, resign, resign-<size> or more."""
        return BoardKeys(record, turn_under_way(record), self._speech(locale)).menu(menu)

    def picture(self, record: MatchRecord, looks: Looks = PLAIN) -> BoardView:
        """Return the picture of a match as it stands."""
        return live_picture(record, turn_under_way(record), looks)

    def toast(self, record: MatchRecord, locale: str) -> Words:
        """Return what is still to be played, after a tap; nothing where no roll is."""
        turn = turn_under_way(record)
        return (todo_line(turn, self._speech(locale)),) if turn else ()

    def thinking(self, record: MatchRecord, locale: str, board: Board) -> Board:
        """Return the live board of a match in which the computer is to act, with the words that it thinks
        where the board calls it. It rings for nobody."""
        line = thinking_line(record, self._speech(locale))
        return replace(board, words=(*board.words[:-1], line), silent=True, partial=True)

    # -- challenges -----------------------------------------------------------------------------

    def card(self, challenge: Challenge, locale: str) -> Board:
        """Return the card of a challenge, whatever became of it."""
        return card(challenge, self._speech(locale))

    def card_keyboard(self, challenge: Challenge, locale: str, menu: str = "main") -> Keyboard:
        """Return the buttons of an open card: main or rules."""
        return card_keyboard(challenge, menu, self._speech(locale))

    # -- positions ------------------------------------------------------------------------------

    def position(self, record: PositionRecord, locale: str, looks: Looks = PLAIN) -> Board:
        """Return the message of a position: the question, or once it is revealed the answer."""
        return position_board(record, self._speech(locale), looks)

    def voted(self, record: PositionRecord, choice: str, locale: str) -> Words:
        """Return what somebody has voted for."""
        speech = self._speech(locale)
        return (speech.line("posed.voted", choice=choice_line(choice, record.state, speech)),)

    # -- what was asked -------------------------------------------------------------------------

    def text(self, record: MatchRecord, locale: str) -> Words:
        """Return the position in words, a sentence a line."""
        return description(self.picture(record), _names(record), self._speech(locale))

    def score(self, record: MatchRecord, locale: str) -> Words:
        """Return the score, and what was agreed."""
        return pages.score(record, self._speech(locale))

    def pips(self, record: MatchRecord, locale: str) -> Words:
        """Return both pip counts, and who leads."""
        return pages.pips(record, self._speech(locale))

    def ids(self, record: MatchRecord, locale: str) -> Words:
        """Return the position as XGID and as GNU's position and match IDs."""
        return pages.ids(record)

    def matches(self, records: Sequence[MatchRecord], locale: str) -> Words:
        """Return a list of matches: the score, and who is to act."""
        return pages.matches(records, self._speech(locale))

    def help(self, locale: str, topic: str = "") -> Words:
        """Return the help: how to play and every command, or one command."""
        return pages.help_page(topic, self._speech(locale))

    def rules(self, locale: str) -> Words:
        """Return the rules in short, and where they stand in full."""
        return pages.rules(self._speech(locale))

    def greeting(self, locale: str, *, private: bool) -> Answer:
        """Return the first words to a person or to a group, with the first buttons."""
        return pages.greeting(self._speech(locale), private=private)

    def settings(self, locale: str, player: Player, channel: Channel, themes: Sequence[str]) -> Answer:
        """Return the settings page: language, look of the board, how plays are confirmed."""
        return pages.settings(player, channel, themes, self._speech(locale))

    def languages(self, locale: str) -> Answer:
        """Return the choice of languages, each by its own name."""
        return pages.languages(self._speech(locale))

    def refusal(self, refusal: Refusal, locale: str) -> Words:
        """Return a refusal in words: what was wrong, and what would be right."""
        return refusal_words(refusal, self._speech(locale))

    def _speech(self, locale: str) -> Speech:
        return Speech(self._catalog, locale)


def _names(record: MatchRecord) -> tuple[str, str]:
    return name_of(record, 0), name_of(record, 1)


def _just_acted(record: MatchRecord, now: datetime) -> bool:
    """Return whether everybody who is called, or hears how the match ended, acted a moment ago."""
    seats = seats_to_act(record.state) or tuple(at.seat for at in record.seats)
    called = [record.seats[seat] for seat in seats if not is_computer(record, seat)]
    return bool(called) and all(at.acted_at is not None and now - at.acted_at < JUST_ACTED for at in called)
