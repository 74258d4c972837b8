"""People who type and press whatever comes to mind, most of it sensible."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from bot.app.commands import COMMANDS
from bot.app.records import Challenge, MatchRecord, View
from bot.app.replies import Answer
from bot.app.requests import ChannelRef, Press
from bot.app.standing import persons_to_act
from bot.engine import actions as ask
from bot.engine.actions import Action
from bot.engine.decide import legal_actions
from tests.helpers.chat import DELETED, PLATFORM, Chat, Message, Person
from tests.helpers.keyboards import presses

NAMES = ("Ana", "Bruno", "Carla", "Davi")
CHANNELS = (ChannelRef(PLATFORM, "club"), ChannelRef(PLATFORM, "elsewhere"))
ARGUMENTS = (
    "",
    "3",
    "money raccoons automatic doubles",
    "hypergammon 1",
    "dinheiro acordo",
    "money refuse first roll settlements",
    "mão de 10",
    "até 5 sem cubo",
    "code",
    "13/8 6/5",
    "bar/20",
    "24/18*/13",
    "6/off",
    "gammon",
    "-3",
    "roll",
    "XXXXXX",
    "🎲" * 50,
    "x" * 3000,
)
TALK = ("nice roll!", "13/8?", "👏", "", "/", "/unknown", "8/3, 6/3")
FORGED = ("more", "resign", "resign!", "double!", "drop!", "rematch", "rules", "text", "step", "length")
CHALLENGES = ("", "1", "3", "money raccoons", "hypergammon 1", "money settlements refuse first roll")
"""What begins a match that a random game may end."""

WORDS: dict[type[Action], str] = {
    ask.RollDice: "/roll",
    ask.OfferDouble: "/double",
    ask.RefuseFirstRoll: "/refuse",
    ask.Take: "/take",
    ask.Drop: "/drop",
    ask.Beaver: "/beaver",
    ask.Raccoon: "/raccoon",
    ask.NextGame: "/next",
    ask.EndSession: "/end",
}


@dataclass(frozen=True)
class Turn:
    """What somebody does somewhere: types a text with mentions, or presses a button."""

    who: Person
    where: ChannelRef
    text: str = ""
    press: Press | None = None
    mentions: tuple[Person, ...] = ()
    plain: bool = False


@dataclass(frozen=True)
class Scene:
    """What stands in the store: the live matches, their views, the open challenges."""

    matches: dict[int, MatchRecord]
    views: dict[int, tuple[View, ...]]
    challenges: tuple[Challenge, ...]


class Talk:
    """A chat whose people do one random thing after another."""

    def __init__(self, chat: Chat, random: Random) -> None:
        self.chat = chat
        self.random = random
        self.people = [chat.person(name, locale=random.choice(("en", "pt-BR"))) for name in NAMES]
        self._opened: tuple[Turn, ...] = ()
        """The presses of the menu that was opened last."""

    async def scene(self) -> Scene:
        """Return how things stand."""
        store = self.chat.store
        records = [await store.match(match) for match in await store.live_matches()]
        matches = {record.id: record for record in records if record}
        views = {match: await store.views_of(match=match) for match in matches}
        return Scene(matches, views, await store.open_challenges())

    async def take(self, turn: Turn, request: str) -> Answer:
        """Have a turn taken under the id of a request, also one of an earlier session; return the answer."""
        who = replace(turn.who, chat=self.chat)
        if turn.press:
            answer = await who.presses(turn.press, request=request, channel=turn.where)
        else:
            answer = await who.types(
                turn.text, *turn.mentions, request=request, plain_text=turn.plain, channel=turn.where
            )
        self._opened = tuple(Turn(turn.who, turn.where, press=press) for press in presses(answer.keyboard))
        return answer

    def message_of(self, view: View) -> Message:
        """Return the live message of a view, also where it was deleted."""
        assert view.live
        chats = (view.live.chat, DELETED)
        return next(
            message
            for message in self.chat.adapter.messages
            if message.ref.message == view.live.message and message.ref.chat in chats
        )

    def turn(self, scene: Scene) -> Turn:
        """Return what somebody does next."""
        chance = self.random.random()
        if self._opened and chance < 0.5:
            return self.random.choice(self._opened)
        if scene.matches and chance < 0.75:
            return self._sensible(scene)
        who, where = self.random.choice(self.people), self.random.choice(CHANNELS)
        if chance < 0.8:
            text = f"/challenge {self.random.choice(CHALLENGES)}"
            return Turn(who, where, text, mentions=self._somebody(who))
        if chance < 0.86:
            return Turn(who, where, "/accept")
        if chance < 0.92:
            return Turn(who, where, press=self._any_press())
        if chance < 0.95:
            return Turn(who, where, self.random.choice(TALK), plain=self.random.random() < 0.5)
        verb = self.random.choice(self.random.choice(COMMANDS).names())
        text = f"/{verb} {self.random.choice(ARGUMENTS)}"
        return Turn(who, where, text, mentions=self._somebody(who))

    def _sensible(self, scene: Scene) -> Turn:
        """Have somebody who is to act do so, in a channel that shows the match."""
        record = self.random.choice(list(scene.matches.values()))
        view = self.random.choice([view for view in scene.views[record.id] if not view.watching])
        asked = persons_to_act(record, record.state)
        at = self.random.choice([at for at in record.seats if at.player.id in asked])
        who = next(person for person in self.people if person.ref == at.player.ref)
        if self.random.random() < 0.5:
            press = self.random.choice(presses(self.message_of(view).board.keyboard))
            return Turn(who, view.channel.ref, press=press)
        actions = legal_actions(record.state, at.seat)
        kind = self.random.choice(sorted({type(action) for action in actions}, key=str))
        action = self.random.choice([action for action in actions if isinstance(action, kind)])
        return Turn(who, view.channel.ref, words_of(action))

    def _somebody(self, who: Person) -> tuple[Person, ...]:
        others = [person for person in self.people if person.ref != who.ref]
        return self.random.choice(((), (self.random.choice(others),), (self.chat.computer(),)))

    def _any_press(self) -> Press:
        """Return the press of any button that was ever shown, or of one that was not."""
        messages = self.chat.adapter.messages
        shown = [press for message in messages for press in presses(message.board.keyboard)]
        press = self.random.choice([*shown, Press("s", 0, 0, "play")])
        if self.random.random() < 0.7:
            return press
        verb, argument = self.random.choice(FORGED), self.random.choice(("", "1", "zz"))
        return Press(press.scope, press.subject, press.version, verb, argument)


def check_boards(talk: Talk, scene: Scene) -> None:
    """Every live match is shown as it stands, in one message a place, which asks who is to act."""
    for number, record in scene.matches.items():
        people = {at.player.id: at.player.ref for at in record.seats}
        asked = {people[player] for player in persons_to_act(record, record.state)}
        assert asked, "nobody waits for the computer"
        for view in scene.views[number]:
            assert view.shown == view.wanted
            message = talk.message_of(view)
            if message.ref.chat == DELETED:
                continue  # not missed yet
            assert message.open
            assert message.board.version == record.state.version
            assert 2 <= len(message.board.words) <= 5
            assert set(message.board.pings()) == (set() if view.watching else asked)
            assert bool(message.board.keyboard) is not view.watching


def words_of(action: Action) -> str:
    """Return an action as it is typed."""
    match action:
        case ask.MakePlay(play):
            return f"/move {play}"
        case ask.Resign(size):
            return f"/resign {size}"
        case ask.OfferSettlement(points):
            return f"/settle {points}"
        case ask.AcceptResignation() | ask.AcceptSettlement():
            return "/accept"
        case ask.RejectResignation() | ask.RejectSettlement():
            return "/decline"
        case ask.ChooseAutoRoll():
            return "/autoroll"
        case _:
            return WORDS[type(action)]
