"""The coach's desk: the analysis of finished games, and the quiz of one's own blunders."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

from bot.app import coach_words
from bot.app.analyst import Analyst, has_finished_game, judgement_at, of_people
from bot.app.calls import Call, Handlers
from bot.app.catalog import Catalog
from bot.app.finding import finished_match
from bot.app.hints import Hints, require_coach
from bot.app.incidents import incident
from bot.app.pictures import compared
from bot.app.ports import Store
from bot.app.records import MatchRecord, Mistake
from bot.app.refusal_words import refusal_words
from bot.app.replies import Answer, AnswerKind, Button, ButtonGroup, GroupKind, Keyboard
from bot.app.requests import Press
from bot.app.sources import Clock, Coach
from bot.app.speech import Speech
from bot.engine.match import MatchState
from bot.engine.refusals import Refusal
from bot.players.judging import BLUNDER, Judgement, Option, mistakes, states_judged


class Coaching:
    """Answers who wants to play better."""

    def __init__(self, store: Store, catalog: Catalog, coach: Coach, clock: Clock) -> None:
        self._store = store
        self._catalog = catalog
        self._coach = coach
        self._hints = Hints(store, catalog, coach)
        self._analyst = Analyst(store, coach, clock)

    @property
    def typed(self) -> Handlers:
        """The handlers of typed verbs."""
        return {"hint": self._hints.give, "analyze": self._analyze, "quiz": self._ask}

    @property
    def board(self) -> Handlers:
        """The handlers of a board's buttons."""
        return {"hint": self._hints.give, "analyze": self._analyze}

    @property
    def loose(self) -> Handlers:
        """The handlers of buttons that belong to nothing."""
        return {"quiz": self._ask}

    @property
    def quiz(self) -> Handlers:
        """The handlers of the buttons below a question."""
        return {"answer": self._answer}

    # -- the analysis ---------------------------------------------------------------------------

    async def _analyze(self, call: Call) -> Answer:
        """Tell what is known of the games that are over; judge first what nobody has judged."""
        record = await finished_match(self._store, call)
        if record is None or not has_finished_game(record.state):
            raise Refusal("nothing-to-analyze")
        found = await self._analyst.found(record)
        if found is not None:
            return await self._result(call, record, found)
        require_coach(self._coach, record)
        begun = coach_words.progress(0, self._speech(call))
        return Answer(AnswerKind.INFO, begun, later=self._later(call, record))

    async def _later(self, call: Call, record: MatchRecord) -> AsyncIterator[Answer]:
        speech = self._speech(call)
        failed = False
        try:
            async for work in self._analyst.watch(record):
                failed = work.failed
                yield Answer(AnswerKind.INFO, coach_words.progress(work.share, speech))
            if failed:
                yield Answer(AnswerKind.INFO, refusal_words(Refusal("coach-unable"), speech))
            else:
                yield await self._result(call, record, await self._analyst.known(record))
        except Exception:
            yield incident(self._catalog, call.locale, call.request.id)

    async def _result(self, call: Call, record: MatchRecord, found: Sequence[Judgement]) -> Answer:
        speech = self._speech(call)
        own = of_people(record, found)
        worst = mistakes(own)[: coach_words.WORST]
        log = await self._store.log(record.id)
        pairs = tuple(zip(worst, await asyncio.to_thread(states_judged, log, worst), strict=True))
        return Answer(
            AnswerKind.INFO,
            coach_words.analysis(record, found, worst, speech),
            _quiz_keyboard(speech) if mistakes(own, BLUNDER) else (),
            album=coach_words.album(record, pairs, speech, call.channel.looks),
        )

    # -- the quiz -------------------------------------------------------------------------------

    async def _ask(self, call: Call) -> Answer:
        """Ask what would have been right, where the caller went wrong."""
        mistake = await self._store.ask_again(call.player.id)
        if mistake is None:
            raise Refusal("quiz-nothing")
        judgement, state = await self._moment(mistake)
        speech = self._speech(call)
        options = sorted(enumerate(judgement.options), key=lambda each: each[1].name)
        buttons = tuple(
            Button(
                coach_words.option_label(option.name, speech),
                Press("q", mistake.match, mistake.at, "answer", str(number)).encode(),
            )
            for number, option in options
        )
        return Answer(
            AnswerKind.INFO,
            coach_words.question(state, judgement, speech),
            tuple(ButtonGroup(GroupKind.OPTIONS, (button,)) for button in buttons),
            picture=compared(state, call.channel.looks),
        )

    async def _answer(self, call: Call) -> Answer:
        """Say how good an answer is, and show what was right."""
        press = call.press
        mistake = await self._store.mistake(press.subject, press.version) if press else None
        if mistake is None or mistake.player != call.player.id:
            raise Refusal("quiz-other")
        judgement, state = await self._moment(mistake)
        chosen = _option_numbered(judgement, call.argument)
        right = coach_words.is_right(judgement, chosen)
        better = chosen if right else judgement.best
        speech = self._speech(call)
        return Answer(
            AnswerKind.INFO,
            coach_words.verdict(judgement, chosen, speech),
            (_next_question(speech),),
            picture=compared(
                state, call.channel.looks, played="" if right else chosen.name, better=better.name
            ),
        )

    async def _moment(self, mistake: Mistake) -> tuple[Judgement, MatchState]:
        """Return what was said of a mistake, and the state in which it was made."""
        judgement = await judgement_at(self._store, mistake)
        log = await self._store.log(mistake.match)
        (state,) = await asyncio.to_thread(states_judged, log, (judgement,))
        return judgement, state

    def _speech(self, call: Call) -> Speech:
        return Speech(self._catalog, call.locale)


def _option_numbered(judgement: Judgement, number: str) -> Option:
    """Return the option that a button names; refuse a number that none of ours carries."""
    if not (number.isascii() and number.isdigit() and int(number) < len(judgement.options)):
        raise Refusal("not-now")
    return judgement.options[int(number)]


def _quiz_keyboard(speech: Speech) -> Keyboard:
    return (ButtonGroup(GroupKind.CONTROLS, (_quiz_button("button.quiz", speech),)),)


def _next_question(speech: Speech) -> ButtonGroup:
    return ButtonGroup(GroupKind.CONTROLS, (_quiz_button("button.quiz-next", speech),))


def _quiz_button(key: str, speech: Speech) -> Button:
    return Button(speech.text(key), Press("s", 0, 0, "quiz").encode())
