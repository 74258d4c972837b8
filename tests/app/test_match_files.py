"""Matches handed out as files: whose, in which form, by word and by button."""

from __future__ import annotations

import pytest

from bot.app.match_files import format_named
from bot.app.replies import Answer, AnswerKind
from bot.app.requests import ChannelRef
from bot.engine.formats import Transcript, import_mat
from bot.engine.refusals import Refusal
from tests.helpers.chat import PLATFORM, Chat, Person, plain
from tests.helpers.logs import kept
from tests.helpers.sgf import moves, read_sgf

ELSEWHERE = ChannelRef(PLATFORM, "elsewhere")


async def begun(chat: Chat, length: str = "1") -> tuple[Person, Person]:
    """Have Ana and Bruno start a match that Ana opens with 5-3; return them."""
    ana, bruno = chat.person("Ana"), chat.person("Bruno: the 2nd", locale="pt-BR")
    chat.dice.queue((5, 3))
    await ana.types(f"/challenge {length}", bruno)
    await bruno.presses("Accept")
    return ana, bruno


async def over(chat: Chat) -> tuple[Person, Person]:
    """Have them play a match that Ana loses; return them."""
    ana, bruno = await begun(chat)
    await ana.types("/resign backgammon")
    return ana, bruno


def read(answer: Answer) -> Transcript:
    """Return the match in a `.mat` answer."""
    assert answer.attachment
    assert answer.kind is AnswerKind.INFO
    return import_mat(answer.attachment.data.decode())


async def test_the_file_is_the_whole_match_so_far(chat: Chat) -> None:
    ana, bruno = await begun(chat, "5")
    for player in (ana, bruno):
        await player.types("/resign gammon")
        await (bruno if player is ana else ana).types("/accept")
    answer = await ana.types("/export")
    assert answer.attachment
    assert answer.attachment.name == "match-1.mat"
    assert plain(answer.words) == "The match, for GNU Backgammon and other programs."
    transcript = read(answer)
    assert transcript.log == kept(await chat.store.log(1))
    assert transcript.names == ("Ana", "Bruno the 2nd")
    assert transcript.info == (("Site", "Test"), ("EventDate", "2026.01.01"))


async def test_also_as_sgf(chat: Chat) -> None:
    ana, _ = await begun(chat)
    await ana.types("/move 8/3 6/3")
    answer = await ana.types("/export sgf")
    assert answer.attachment
    assert answer.attachment.name == "match-1.sgf"
    (game,) = read_sgf(answer.attachment.data.decode())
    assert game[0]["PB"] == ("Ana",)
    assert moves(game)[0] == "B 53 qv sv"


async def test_in_portuguese(chat: Chat) -> None:
    _, bruno = await begun(chat)
    answer = await bruno.types("/exportar MAT")
    assert plain(answer.words) == "O jogo, para GNU Backgammon e outros programas."
    assert len(read(answer).log) > 2


async def test_an_unknown_form_is_refused(chat: Chat) -> None:
    ana, _ = await begun(chat)
    answer = await ana.types("/export pdf")
    assert answer.kind is AnswerKind.REFUSAL
    assert plain(answer.words) == "“pdf” is no kind of file: `mat` or `sgf`."
    assert answer.attachment is None


async def test_who_has_played_here_gets_the_last_match_also_when_others_play(chat: Chat) -> None:
    ana, _ = await over(chat)
    carla, davi = chat.person("Carla"), chat.person("Davi")
    await carla.types("/challenge 3", davi)
    await davi.presses("Accept")
    assert read(await ana.types("/export")).names[0] == "Ana"
    assert read(await davi.types("/export")).names[0] == "Carla"


async def test_ones_live_match_counts_more_than_an_older_one(chat: Chat) -> None:
    ana, bruno = await over(chat)
    await begun(chat, "7")
    assert len(read(await bruno.types("/export")).log) == 3
    assert (await ana.types("/export")).attachment is not None


async def test_a_stranger_gets_the_match_that_is_played_here(chat: Chat) -> None:
    await begun(chat)
    assert read(await chat.person("Carla").types("/export")).names[0] == "Ana"


async def test_where_nobody_has_played_there_is_nothing_to_hand_out(chat: Chat) -> None:
    ana, _ = await over(chat)
    answer = await ana.types("/export", channel=ELSEWHERE)
    assert answer.kind is AnswerKind.REFUSAL
    assert (await chat.person("Carla").types("/export")).kind is AnswerKind.REFUSAL


async def test_the_button_of_a_match_that_is_over(chat: Chat) -> None:
    _, bruno = await over(chat)
    assert chat.live.labels() == ["Rematch", "Analyze", "🎬 Replay", ".mat"]
    shown = len(chat.adapter.messages)
    answer = await bruno.presses(".mat")
    assert read(answer).log == kept(await chat.store.log(1))
    assert len(chat.adapter.messages) == shown, "a file is private, and changes nothing"


async def test_the_button_is_that_matchs_also_once_another_is_played(chat: Chat) -> None:
    ana, _ = await over(chat)
    old = chat.live
    await begun(chat, "7")
    answer = await ana.presses(".mat", old)
    assert answer.attachment
    assert answer.attachment.name == "match-1.mat"


async def test_a_stranger_may_press_it_too(chat: Chat) -> None:
    await over(chat)
    assert (await chat.person("Carla").presses(".mat")).attachment is not None


@pytest.mark.parametrize("word", ["", "mat", " .MAT "])
def test_the_usual_kind(word: str) -> None:
    assert format_named(word) == "mat"


def test_kinds_that_there_are_not() -> None:
    with pytest.raises(Refusal) as refused:
        format_named("xg")
    assert (refused.value.key, refused.value.params) == ("format-unknown", {"word": "xg"})
