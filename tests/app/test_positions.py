"""Positions as talk: shown, voted on, revealed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.app.ports import NotDelivered
from bot.app.replies import Answer, AnswerKind
from bot.app.requests import ChannelRef, Press, Request
from bot.app.sources import Stopped
from bot.engine.match import MatchState
from bot.players.judging import DOUBLE, DROP, ROLL, Option
from renderers.board_view import MoveView
from tests.helpers.chat import PLATFORM, Chat, FakeAdapter, Message, Person, open_chat, plain
from tests.helpers.coach import RankingCoach

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
"""White has 3-1 to play at the start of a game; the coach's best is 13/10 6/5, its fifth 24/21 6/5."""
DOUBLING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:3:0:5:10"
OWNED = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:0:0:0:7:10"
OFFERED = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:0:0:3:0:10"
CHOICES = ["13/10 6/5", "13/10 8/7", "13/9", "24/20", "24/21 6/5"]


async def shown(chat: Chat, xgid: str = OPENING, by: str = "Ana") -> Message:
    """Have somebody show a position; return its message."""
    answer = await chat.person(by).types(f"/position {xgid}")
    assert answer.kind is AnswerKind.NOTHING
    return chat.live


async def replies(who: Person, text: str, to: Message | None) -> Answer:
    """Have somebody reply to a message of the bot, without a verb."""
    answered = to.ref.message if to else None
    request = Request(who.chat.next_id(), who.chat.channel, who.ref, text=text, plain=True, answered=answered)
    answer = await who.chat.service.handle(request)
    await who.chat.settle()
    return answer


# -- to show one ---------------------------------------------------------------------------------


async def test_a_position_is_a_picture_with_a_question_and_plays_to_vote_for(chat: Chat) -> None:
    message = await shown(chat)
    picture = message.board.picture
    assert picture is not None
    assert (picture.dice, picture.dice_side, picture.on_roll) == ((3, 1), 0, 0)
    assert "White is to act" in message.board.alt_text
    assert message.text.splitlines() == [
        "⚪ White – Black ⚫ · money · cube 1",
        "Ana asks: White to play 3-1. What would you play?",
        "Tap your choice, or reply with a play of your own.",
    ]
    assert message.labels() == [*CHOICES, "Reveal"]


async def test_the_buttons_tell_nothing_of_what_is_best(tmp_path: Path) -> None:
    """Whatever order the coach ranks them in, they stand in the order of the notation."""

    class Contrary(RankingCoach):
        async def options(self, state: MatchState) -> tuple[Option, ...]:
            best_last = await super().options(state)
            return best_last[::-1]

    async with open_chat(tmp_path / "chat.db", coach=Contrary()) as chat:
        assert (await shown(chat)).labels() == [*CHOICES, "Reveal"]


@pytest.mark.parametrize(
    ("xgid", "question", "choices"),
    [
        (
            DOUBLING,
            "Ana asks: White on roll. Double? Take?",
            ["No double", "Double, take", "Double, drop", "Too good to double"],
        ),
        (
            OWNED,
            "Ana asks: White on roll. Double? Take?",
            ["No redouble", "Redouble, take", "Redouble, drop", "Too good to redouble"],
        ),
        (OFFERED, "Ana asks: Black doubles to 2. Take?", ["Take", "Drop", "Beaver"]),
        (OFFERED.replace(":3:0:", ":1:0:"), "Ana asks: Black doubles to 2. Take?", ["Take", "Drop"]),
    ],
)
async def test_the_cube_is_asked_about_where_no_dice_lie(
    chat: Chat, xgid: str, question: str, choices: list[str]
) -> None:
    message = await shown(chat, xgid)
    assert message.text.splitlines()[1:] == [question, "Tap your choice."]
    assert message.labels() == [*choices, "Reveal"]


@pytest.mark.parametrize(
    ("xgid", "line"),
    [
        (OPENING, "⚪ White – Black ⚫ · money · cube 1"),
        (OPENING.replace("31:0:0:0:0", "31:0:0:3:0"), "… · money · Jacoby rule · beavers · cube 1"),
        (OWNED, "⚪ White 0–0 Black ⚫ · to 7 · cube 2 ⚪"),
        (OPENING.replace("31:0:0:0:0", "31:4:2:1:5"), "⚪ White 4–2 Black ⚫ · to 5 · Crawford"),
        (OPENING.replace("31:0:0:0:0", "31:0:0:0:1"), "⚪ White 0–0 Black ⚫ · to 1 · no cube"),
    ],
)
async def test_the_score_line_tells_what_the_id_tells(chat: Chat, xgid: str, line: str) -> None:
    assert (await shown(chat, xgid)).text.splitlines()[0].endswith(line.removeprefix("…"))


async def test_a_position_speaks_the_language_of_the_channel_and_wears_its_looks(chat: Chat) -> None:
    ana = chat.person("Ana", locale="pt-BR")
    await ana.types("/ajustes")
    await ana.presses(Press("s", 0, 0, "home", "left"))
    await ana.presses(Press("s", 0, 0, "theme", "dark"))
    await ana.types(f"/problema {OPENING}")
    assert "as Brancas jogam 3-1. O que você jogaria?" in chat.live.text
    assert chat.live.labels()[-1] == "Revelar"
    picture = chat.live.board.picture
    assert picture is not None
    assert (picture.home, picture.theme) == ("left", "dark")


async def test_what_asked_twice_is_shown_once(chat: Chat) -> None:
    ana = chat.person("Ana")
    for _ in range(2):
        await ana.types(f"/position {OPENING}", request="test:twice")
    assert len(chat.adapter.messages) == 1


@pytest.mark.parametrize("verb", ["position", "vote"])
async def test_a_command_without_its_argument_explains_itself_by_example(chat: Chat, verb: str) -> None:
    await shown(chat)
    answer = await chat.person("Ana").types(f"/{verb}")
    assert answer.kind is AnswerKind.INFO
    assert f"`/{verb} " in plain(answer.words)
    assert len(chat.adapter.messages) == 1


async def test_what_is_no_position_is_refused_with_an_example(chat: Chat) -> None:
    answer = await chat.person("Ana").types("/position hello")
    assert answer.kind is AnswerKind.REFUSAL
    assert f"/position {OPENING}" in plain(answer.words)
    assert not chat.adapter.messages


async def test_nobody_has_the_position_judged_that_they_are_playing(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    message = await shown(chat)
    chat.dice.queue((3, 1))
    await ana.types("/challenge 3", bruno)
    await bruno.types("/accept")
    for refused in (await ana.types(f"/position {OPENING}"), await ana.presses("Reveal", message)):
        assert refused.kind is AnswerKind.REFUSAL
        assert "playing this position" in plain(refused.words)
    await ana.types("/move 8/5 6/5")
    assert (await ana.presses("Reveal", message)).kind is AnswerKind.NOTHING


@pytest.mark.parametrize("agreed", ["3 teaching", "3"])
async def test_in_a_lesson_and_in_the_matches_of_others_positions_are_free(chat: Chat, agreed: str) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    chat.dice.queue((3, 1))
    await ana.types(f"/challenge {agreed}", bruno)
    await bruno.types("/accept")
    asker = ana if "teaching" in agreed else chat.person("Carla")
    assert (await asker.types(f"/position {OPENING}")).kind is AnswerKind.NOTHING


# -- to vote -------------------------------------------------------------------------------------


async def test_a_vote_is_told_to_the_voter_alone_and_counted_for_all(chat: Chat) -> None:
    message = await shown(chat)
    answer = await chat.person("Bruno").presses("24/20")
    assert (answer.kind, plain(answer.words)) == (AnswerKind.TOAST, "Your vote: `24/20`")
    assert "1 vote so far" in message.text
    assert "Bruno" not in message.text
    await chat.person("Carla").presses("13/9")
    assert "2 votes so far" in message.text
    assert chat.adapter.messages == [message]


async def test_a_vote_may_be_changed_and_counts_once(chat: Chat) -> None:
    message = await shown(chat)
    bruno = chat.person("Bruno")
    for choice in ("24/20", "13/9"):
        await bruno.presses(choice)
    assert "1 vote so far" in message.text
    edits = message.edits
    await bruno.presses("24/20")
    assert message.edits == edits, "a change of mind shows nothing"
    await bruno.presses("Reveal")
    assert "`24/20` +0.200 (−0.300): Bruno" in message.text
    assert "13/9` +0.300 (−0.200)\n" in message.text


async def test_the_same_press_twice_is_one_vote(chat: Chat) -> None:
    message = await shown(chat)
    for _ in range(2):
        await chat.person("Bruno").presses("24/20", request="test:twice")
    assert "1 vote so far" in message.text


async def test_any_legal_play_counts_as_a_vote(chat: Chat) -> None:
    message = await shown(chat)
    answer = await chat.person("Bruno").types("/vote 8/5, 6-5")
    assert plain(answer.words) == "Your vote: `8/5 6/5`"
    await chat.person("Bruno").presses("Reveal")
    assert message.text.splitlines()[-1] == "· `8/5 6/5`: Bruno"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("24/19", "`24/19` needs 5; you rolled 3-1"),
        ("24/23", "`24/23` is a beginning"),
        ("junk", "I cannot read “junk” as a play"),
    ],
)
async def test_an_illegal_play_is_refused_as_on_the_board(chat: Chat, text: str, said: str) -> None:
    message = await shown(chat)
    answer = await chat.person("Bruno").types(f"/vote {text}")
    assert answer.kind is AnswerKind.REFUSAL
    assert said in plain(answer.words)
    assert "vote so far" not in message.text


@pytest.mark.parametrize("text", ["/vote no double", "/votar não dobra", "/VOTAR nd"])
async def test_the_cube_is_voted_on_in_either_language(chat: Chat, text: str) -> None:
    await shown(chat, DOUBLING)
    assert plain((await chat.person("Bruno").types(text)).words) == "Your vote: No double"


async def test_words_that_are_no_vote_are_refused_with_those_that_are(chat: Chat) -> None:
    bruno = chat.person("Bruno")
    await shown(chat, DOUBLING)
    assert "`double, take`" in plain((await bruno.types("/vote 13/8")).words)
    await shown(chat, OFFERED.replace(":3:0:", ":1:0:"))
    assert "Say `take` or `drop`" in plain((await bruno.types("/vote beaver")).words)


# -- a play without a verb -----------------------------------------------------------------------


async def test_a_play_in_reply_to_a_position_is_a_vote_without_a_word(chat: Chat) -> None:
    message = await shown(chat)
    answer = await replies(chat.person("Bruno"), "8/5 6/5", message)
    assert answer.kind is AnswerKind.NOTHING
    assert "1 vote so far" in message.text
    answer = await replies(chat.person("Carla"), "8/2", message)
    assert answer.kind is AnswerKind.REFUSAL
    assert (await replies(chat.person("Carla"), "nice one!", message)).kind is AnswerKind.NOTHING
    assert "1 vote so far" in message.text


async def test_a_reply_is_a_vote_on_the_position_that_it_answers(chat: Chat) -> None:
    first, second = await shown(chat), await shown(chat, OPENING.replace(":31:", ":42:"))
    await replies(chat.person("Bruno"), "8/5 6/5", first)
    await replies(chat.person("Carla"), "8/4 6/4", None)
    assert "1 vote so far" in first.text
    assert "1 vote so far" in second.text


async def test_who_plays_here_plays_unless_the_reply_is_to_a_position(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    chat.dice.queue((3, 1))
    await ana.types("/challenge 3", bruno)
    await bruno.presses("Accept")
    board = chat.live
    message = await shown(chat, by="Davi")
    await replies(ana, "8/5 6/5", message)
    assert "1 vote so far" in message.text
    record = await chat.store.match(1)
    assert record is not None
    assert record.state.dice == (3, 1)
    await replies(ana, "8/5 6/5", None)
    assert "`8/5 6/5`" in chat.live.text
    assert "@Bruno" in chat.live.text
    assert (await replies(chat.person("Carla"), "8/5 6/5", chat.live)).kind is AnswerKind.REFUSAL
    assert (await replies(bruno, "8/5 6/5", board)).kind is AnswerKind.REFUSAL
    assert "1 vote so far" in message.text
    await chat.person("Carla").types("24/20")
    assert "2 votes so far" in message.text


async def test_a_move_by_its_verb_is_never_a_vote(chat: Chat) -> None:
    message = await shown(chat)
    answer = await chat.person("Bruno").types("/move 8/5 6/5")
    assert "You have no match here" in plain(answer.words)
    assert "vote so far" not in message.text


async def test_without_a_position_a_play_is_meant_for_a_match(chat: Chat) -> None:
    answer = await chat.person("Bruno").types("8/5 6/5", plain_text=True)
    assert "You have no match here" in plain(answer.words)


@pytest.mark.parametrize("text", ["/vote 8/5 6/5", "/reveal"])
async def test_there_may_be_no_position(chat: Chat, text: str) -> None:
    answer = await chat.person("Bruno").types(text)
    assert "There is no position to vote on here" in plain(answer.words)


# -- to reveal -----------------------------------------------------------------------------------


async def test_the_answer_has_equities_voters_and_the_best_play_as_arrows(chat: Chat) -> None:
    message = await shown(chat)
    for name, choice in (("Bruno", "24/20"), ("Carla", "13/10 6/5"), ("Davi", "24/20")):
        await chat.person(name).presses(choice)
    before = message.board.picture
    await chat.person("Ana").presses("Reveal")
    assert message.text.splitlines() == [
        "⚪ White – Black ⚫ · money · cube 1",
        "White to play 3-1:",
        "1. `13/10 6/5` +0.500: Carla",
        "2. `13/10 8/7` +0.400 (−0.100)",
        "3. `13/9` +0.300 (−0.200)",
        "4. `24/20` +0.200 (−0.300): Bruno, Davi",
    ]
    assert message.labels() == []
    picture = message.board.picture
    assert before is not None
    assert picture is not None
    assert (before.better, picture.better) == ((), (MoveView(13, 10), MoveView(6, 5)))
    assert picture.rows == before.rows
    assert chat.adapter.messages == [message]
    assert list(message.board.pings()) == []


async def test_many_voters_and_plays_are_cut(chat: Chat) -> None:
    message = await shown(chat)
    for number in range(9):
        await chat.person(f"Voter{number}").presses("24/20")
    others = ("8/5 6/5", "8/4", "6/2", "24/21 24/23", "8/7 6/3")
    for number, play in enumerate(others):
        await chat.person(f"Other{number}").types(f"/vote {play}")
    await chat.person("Ana").presses("Reveal")
    assert "Voter0, Voter1, Voter2, Voter3, Voter4, Voter5 +3\n" in message.text
    assert message.text.splitlines()[-1] == "and 2 other votes"
    assert len(message.text) < 1024


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        (
            (Option(ROLL, 0.5), Option(DOUBLE, 0.4, "take")),
            ["1. No double +0.500", "2. Double, take +0.400 (−0.100)"],
        ),
        (
            (Option(DOUBLE, 0.9, "take"), Option(ROLL, 0.7)),
            ["1. Double, take +0.900", "2. No double +0.700 (−0.200)"],
        ),
        (
            (Option(DOUBLE, 1.0, DROP), Option(ROLL, 0.7)),
            ["1. Double, drop +1.000", "2. No double +0.700 (−0.300)"],
        ),
        (
            (Option(ROLL, 1.2), Option(DOUBLE, 1.0, DROP)),
            ["1. Too good to double +1.200", "2. Double, drop +1.000 (−0.200)"],
        ),
    ],
)
async def test_the_answer_about_a_double_is_what_both_sides_do(
    tmp_path: Path, options: tuple[Option, ...], lines: list[str]
) -> None:
    class Fixed(RankingCoach):
        async def options(self, state: MatchState) -> tuple[Option, ...]:
            return options

    async with open_chat(tmp_path / "chat.db", coach=Fixed()) as chat:
        message = await shown(chat, DOUBLING)
        await chat.person("Ana").presses("Reveal")
        assert message.text.splitlines()[1:] == ["White on roll:", *lines]
        assert message.board.picture is not None
        assert message.board.picture.better == ()


async def test_who_has_neither_asked_nor_voted_votes_first(chat: Chat) -> None:
    message = await shown(chat)
    bruno = chat.person("Bruno")
    for refused in (await bruno.presses("Reveal"), await bruno.types("/reveal")):
        assert plain(refused.words) == "Vote first: whoever has voted may reveal the answer."
    await bruno.presses("24/20")
    await bruno.presses("Reveal")
    assert "White to play 3-1:" in message.text


async def test_a_typed_reveal_is_a_new_message_below(chat: Chat) -> None:
    message = await shown(chat)
    await chat.person("Ana").types("/revelar")
    assert chat.live is not message
    assert not message.open
    assert "1. `13/10 6/5`" in chat.live.text


async def test_after_the_answer_nobody_votes(chat: Chat) -> None:
    message = await shown(chat)
    vote, reveal = message.press("24/20"), message.press("Reveal")
    await chat.person("Ana").presses(reveal)
    said = message.text
    for late in (
        await chat.person("Bruno").presses(vote),
        await replies(chat.person("Bruno"), "8/5 6/5", message),
    ):
        assert plain(late.words) == "The answer is shown already, so the vote is closed."
    assert (await chat.person("Ana").presses(reveal)).kind is AnswerKind.NOTHING
    assert message.text == said


async def test_a_vote_that_races_the_reveal_is_counted_or_refused(chat: Chat) -> None:
    message = await shown(chat)
    vote, reveal = message.press("24/20"), message.press("Reveal")
    bruno, ana = chat.person("Bruno"), chat.person("Ana")
    requests = [
        Request(chat.next_id(), chat.channel, who.ref, press=press)
        for who, press in ((bruno, vote), (ana, reveal))
    ]
    voted, _ = await asyncio.gather(*(chat.service.handle(request) for request in requests))
    await chat.settle()
    assert (voted.kind is AnswerKind.TOAST) == ("Bruno" in message.text)
    assert "White to play 3-1:" in message.text


async def test_several_positions_are_revealed_each_by_itself(chat: Chat) -> None:
    first, second = await shown(chat), await shown(chat, DOUBLING)
    await chat.person("Ana").presses("Reveal", first)
    assert first.labels() == []
    assert second.labels()[-1] == "Reveal"


async def test_a_position_is_edited_where_it_stands_however_old(chat: Chat) -> None:
    message = await shown(chat)
    chat.clock.pass_by(days=3)
    await chat.person("Bruno").presses("24/20")
    await chat.person("Bruno").presses("Reveal")
    assert chat.adapter.messages == [message]
    assert "4. `24/20` +0.200 (−0.300): Bruno" in message.text


# -- without an answer ---------------------------------------------------------------------------


async def test_without_an_engine_people_vote_by_text(tmp_path: Path) -> None:
    async with open_chat(tmp_path / "chat.db", coach=RankingCoach(lacking="bgsage")) as chat:
        message = await shown(chat)
        assert message.text.splitlines()[-1].startswith("No plays to tap: bgsage is missing here.")
        assert message.labels() == ["Reveal"]
        await replies(chat.person("Bruno"), "8/5 6/5", message)
        await chat.person("Ana").presses("Reveal")
        assert message.text.splitlines()[2:] == [
            "No answer from the engine: bgsage is missing here.",
            "· `8/5 6/5`: Bruno",
        ]


async def test_without_an_engine_the_cube_is_voted_on_all_the_same(tmp_path: Path) -> None:
    async with open_chat(tmp_path / "chat.db", coach=RankingCoach(lacking="bgsage")) as chat:
        message = await shown(chat, OFFERED)
        await chat.person("Bruno").presses("Take")
        await chat.person("Bruno").presses("Reveal")
        assert message.text.splitlines()[-1] == "· Take: Bruno"


async def test_an_engine_that_fails_leaves_the_votes(tmp_path: Path) -> None:
    async with open_chat(tmp_path / "chat.db", coach=RankingCoach(fails=True)) as chat:
        message = await shown(chat)
        assert message.text.splitlines()[-1] == "Reply with your play, as in `13/8 6/5`."
        await replies(chat.person("Bruno"), "8/5 6/5", message)
        await chat.person("Bruno").presses("Reveal")
        assert message.text.splitlines()[2:] == [
            "The engine has no answer this time.",
            "· `8/5 6/5`: Bruno",
        ]


# -- while it thinks, and across restarts --------------------------------------------------------


@dataclass
class SlowCoach(RankingCoach):
    """Thinks until it is told to go on, or until the program ends."""

    go_on: asyncio.Event = field(default_factory=asyncio.Event)
    stopped: bool = False

    async def options(self, state: MatchState) -> tuple[Option, ...]:
        """Return the first options, at last."""
        await self.go_on.wait()
        if self.stopped:
            raise Stopped
        return await super().options(state)


@dataclass
class Pondering:
    """A chat in which a position is being thought about."""

    chat: Chat
    coach: SlowCoach

    async def told(self, who: Person, text: str = "", press: Press | None = None) -> Answer:
        """Hand a request over, and wait for the boards but not for the coach."""
        chat = self.chat
        answer = await chat.service.handle(
            Request(chat.next_id(), chat.channel, who.ref, text=text, press=press)
        )
        await chat.delivery.drain(10)
        return answer

    async def finish(self, *, stopped: bool = False) -> None:
        """Let the coach go on."""
        self.coach.stopped = stopped
        self.coach.go_on.set()
        await self.chat.settle()


@pytest.fixture
async def pondering(tmp_path: Path) -> AsyncIterator[Pondering]:
    """A chat whose coach takes its time over Ana's position."""
    coach = SlowCoach()
    async with open_chat(tmp_path / "chat.db", coach=coach) as chat:
        slow = Pondering(chat, coach)
        await slow.told(chat.person("Ana"), f"/position {OPENING}")
        yield slow
        await slow.finish()


async def test_the_picture_stands_before_the_options_are_known(pondering: Pondering) -> None:
    message = pondering.chat.live
    assert message.board.picture is not None
    assert message.labels() == []
    assert message.text.splitlines()[-1] == "Plays to tap in a moment …"
    await pondering.finish()
    assert pondering.chat.adapter.messages == [message]
    assert message.labels() == [*CHOICES, "Reveal"]


async def test_a_vote_may_be_earlier_than_the_options(pondering: Pondering) -> None:
    bruno = pondering.chat.person("Bruno")
    await pondering.told(bruno, "/vote 24/20")
    refused = await pondering.told(bruno, "/reveal")
    assert "Try again in a moment" in plain(refused.words)
    await pondering.finish()
    await pondering.told(bruno, press=pondering.chat.live.press("Reveal"))
    assert "4. `24/20` +0.200 (−0.300): Bruno" in pondering.chat.live.text


async def test_a_mistake_of_ours_is_made_good_when_somebody_wants_the_answer(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(RankingCoach):
        async def options(self, state: MatchState) -> tuple[Option, ...]:
            if not self.asked:
                self.asked.append(state)
                raise RuntimeError("a bug")
            return await super().options(state)

    async with open_chat(tmp_path / "chat.db", coach=Broken()) as chat:
        message = await shown(chat)
        assert "nothing was found out about position 1" in caplog.text
        refused = await chat.person("Ana").types("/reveal")
        assert "Try again in a moment" in plain(refused.words)
        assert message.labels() == [*CHOICES, "Reveal"]


async def test_what_was_thought_about_when_the_bot_stopped_is_taken_up_again(tmp_path: Path) -> None:
    adapter, path = FakeAdapter(), tmp_path / "chat.db"
    coach = SlowCoach()
    async with open_chat(path, adapter=adapter, coach=coach) as chat:
        slow = Pondering(chat, coach)
        await slow.told(chat.person("Ana"), f"/position {OPENING}")
        await slow.finish(stopped=True)
        assert chat.live.labels() == []
    async with open_chat(path, adapter=adapter) as chat:
        assert len(adapter.messages) == 1
        assert chat.live.labels() == [*CHOICES, "Reveal"]


async def test_a_position_and_its_votes_survive_a_restart_and_an_outage(tmp_path: Path) -> None:
    adapter, path = FakeAdapter(), tmp_path / "chat.db"
    async with open_chat(path, adapter=adapter) as chat:
        adapter.faults.append(("post", NotDelivered(), False))
        message = await shown(chat)
        await chat.person("Bruno").presses("24/20")
    async with open_chat(path, adapter=adapter) as chat:
        adapter.faults.append(("edit", NotDelivered(), False))
        await chat.person("Carla").presses("13/9")
        await replies(chat.person("Davi"), "8/5 6/5", message)
        await chat.person("Davi").presses("Reveal")
    assert adapter.messages == [message]
    assert [name for name in ("Bruno", "Carla", "Davi") if name in message.text] == ["Bruno", "Carla", "Davi"]


# -- forged --------------------------------------------------------------------------------------


@pytest.mark.parametrize("argument", ["", "fa", "zz", "take", "no-double", "fc"])
async def test_a_forged_choice_is_refused(chat: Chat, argument: str) -> None:
    """`fc` is 6/3 alone: the beginning of a play."""
    message = await shown(chat)
    answer = await chat.person("Bruno").presses(Press("p", 1, 0, "vote", argument))
    assert answer.kind is AnswerKind.REFUSAL
    assert "vote so far" not in message.text


@pytest.mark.parametrize("verb", ["vote", "reveal"])
async def test_a_position_is_voted_on_only_where_it_is_shown(chat: Chat, verb: str) -> None:
    message = await shown(chat)
    vote = message.press("24/20")
    answer = await chat.person("Ana").presses(
        Press("p", 1, 0, verb, vote.argument), channel=ChannelRef(PLATFORM, "elsewhere")
    )
    assert "There is no position to vote on here" in plain(answer.words)
    assert message.labels() == [*CHOICES, "Reveal"]
