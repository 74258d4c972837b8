"""Questions that change no match: the board again, the score, help, settings, the first meeting."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from bot.app.calls import Call, Handlers
from bot.app.catalog import Catalog
from bot.app.finding import finished_match, match_meant
from bot.app.match_files import format_named, match_file
from bot.app.ports import Seen, Store
from bot.app.presenter import Presenter
from bot.app.records import Looks, MatchRecord
from bot.app.replies import NOTHING, Answer, AnswerKind, Words
from bot.app.umpire import Outbox
from bot.engine.refusals import Refusal


class Enquiries:
    """Answers about matches, and the settings of people and channels. `themes` are the board themes."""

    def __init__(
        self, store: Store, catalog: Catalog, presenter: Presenter, outbox: Outbox, themes: tuple[str, ...]
    ) -> None:
        self._store = store
        self._catalog = catalog
        self._presenter = presenter
        self._outbox = outbox
        self._themes = themes

    @property
    def typed(self) -> Handlers:
        """The handlers of typed verbs."""
        return {
            "board": self._board,
            "text": self._text,
            "pips": self._pips,
            "score": self._score,
            "id": self._ids,
            "export": self._export,
            "replay": self._replay,
            "matches": self._matches,
            "help": self._help,
            "rules": self._rules,
            "settings": self._settings,
            "start": self._start,
        }

    @property
    def board(self) -> Handlers:
        """The handlers of a board's buttons; an older board's answer just as well."""
        return {
            "text": self._text,
            "score": self._score,
            "help": self._help,
            "export": self._export,
            "replay": self._replay,
        }

    @property
    def loose(self) -> Handlers:
        """The handlers of buttons that belong to no match and no challenge."""
        return {
            "learn": self._help,
            "language": self._language,
            "theme": self._theme,
            "home": self._home,
            "confirm": self._always_confirm,
        }

    # -- about a match --------------------------------------------------------------------------

    async def _board(self, call: Call) -> Answer:
        record = await self._record(call)
        for view in await self._store.views_of(match=record.id):
            if view.channel.id == call.channel.id:
                try:
                    await self._store.want_board(call.request.id, view.id, anew=True)
                except Seen:
                    return NOTHING
                self._outbox.wake()
                return NOTHING
        raise Refusal("no-match")

    async def _text(self, call: Call) -> Answer:
        record = await self._record(call)
        return Answer(
            AnswerKind.INFO,
            self._presenter.text(record, call.locale),
            text_board=self._presenter.picture(record, call.channel.looks),
        )

    async def _pips(self, call: Call) -> Answer:
        return info(self._presenter.pips(await self._record(call), call.locale))

    async def _score(self, call: Call) -> Answer:
        return info(self._presenter.score(await self._record(call), call.locale))

    async def _ids(self, call: Call) -> Answer:
        return info(self._presenter.ids(await self._record(call), call.locale))

    async def _export(self, call: Call) -> Answer:
        """Hand out a match as a file: the pressed one, the caller's here, or the newest one here."""
        kind = format_named(call.argument)
        record = await self._record(call, last=True)
        file = await match_file(self._store, record, kind)
        line = self._catalog.line(call.locale, "export.match")
        return Answer(AnswerKind.INFO, (line,), attachment=file)

    async def _replay(self, call: Call) -> Answer:
        """Show a finished game again: the one that had ended on the pressed board, or the last one."""
        record = await finished_match(self._store, call)
        if record is None:
            raise Refusal("nothing-to-replay")
        events = (await self._store.log(record.id))[: call.press.version if call.press else None]
        return self._presenter.replay(record, events, call.locale, looks=call.channel.looks)

    async def _matches(self, call: Call) -> Answer:
        records = [
            await self._store.match(match) for match in await self._store.live_matches(call.channel.id)
        ]
        return info(self._presenter.matches(tuple(filter(None, records)), call.locale))

    async def _record(self, call: Call, *, last: bool = False) -> MatchRecord:
        return await match_meant(self._store, call, last=last)

    # -- about the bot --------------------------------------------------------------------------

    async def _help(self, call: Call) -> Answer:
        return info(self._presenter.help(call.locale, "" if call.press else call.argument))

    async def _rules(self, call: Call) -> Answer:
        return info(self._presenter.rules(call.locale))

    async def _start(self, call: Call) -> Answer:
        return self._presenter.greeting(call.locale, private=call.channel.ref.private)

    # -- settings -------------------------------------------------------------------------------

    async def _settings(self, call: Call) -> Answer:
        return self._settings_page(call)

    def _settings_page(self, call: Call) -> Answer:
        return self._presenter.settings(call.locale, call.player, call.channel, self._themes)

    async def _language(self, call: Call) -> Answer:
        """Choose a language: one's own in a private chat, the channel's elsewhere; none: show the choice."""
        if call.argument not in self._catalog.locales():
            return self._presenter.languages(call.locale)
        if call.channel.ref.private:
            await self._store.set_player(
                call.player.id, locale=call.argument, always_confirm=call.player.always_confirm
            )
        await self._store.set_channel(call.channel.id, locale=call.argument, looks=call.channel.looks)
        return Answer(AnswerKind.TOAST, (self._catalog.line(call.argument, "toast.language"),))

    async def _theme(self, call: Call) -> Answer:
        if call.argument not in self._themes:
            raise Refusal("not-now")
        return await self._look(call, replace(call.channel.looks, theme=call.argument))

    async def _home(self, call: Call) -> Answer:
        match call.argument:
            case "right" | "left" as home:
                return await self._look(call, replace(call.channel.looks, home=home))
            case _:
                raise Refusal("not-now")

    async def _look(self, call: Call, looks: Looks) -> Answer:
        """Keep the looks of a channel and show its live boards so; the pressed page tells what is chosen."""
        await self._store.set_channel(call.channel.id, locale=call.channel.locale, looks=looks)
        for match in await self._store.live_matches(call.channel.id):
            await self._show_again(call, match)
        page = self._settings_page(replace(call, channel=replace(call.channel, looks=looks)))
        words = (self._catalog.line(call.locale, "toast.looks"),)
        return Answer(AnswerKind.TOAST, words, page.keyboard)

    async def _show_again(self, call: Call, match: int) -> None:
        """Ask for the board of a match in this channel as it looks now, in place."""
        for view in await self._store.views_of(match=match):
            if view.channel.id == call.channel.id:
                with suppress(Seen):
                    await self._store.want_board(f"{call.request.id}:{view.id}", view.id, anew=False)
        self._outbox.wake()

    async def _always_confirm(self, call: Call) -> Answer:
        """Keep what the button says, not the opposite of what is: a press may arrive twice."""
        on = call.argument == "on"
        await self._store.set_player(call.player.id, locale=call.player.locale, always_confirm=on)
        page = self._settings_page(replace(call, player=replace(call.player, always_confirm=on)))
        words = (self._catalog.line(call.locale, "toast.confirm-on" if on else "toast.confirm-off"),)
        return Answer(AnswerKind.TOAST, words, page.keyboard)


def info(words: Words) -> Answer:
    """Return an answer that tells what was asked."""
    return Answer(AnswerKind.INFO, words)
