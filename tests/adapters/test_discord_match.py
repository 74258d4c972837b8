"""Matches from end to end: the bot as it runs, the real client, people in channels."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.position import Roll
from tests.helpers.discord_match import LOCALES, golden, played
from tests.helpers.discord_server.looks import alt_text, labels, rung, words_of
from tests.helpers.discord_server.state import BOT
from tests.helpers.discord_server.wire import too_many_requests
from tests.helpers.discord_world import DiscordWorld, Person, open_world

ANA_STARTS: tuple[Roll, ...] = ((3, 1),)


async def new_game(
    world: DiscordWorld, channel: int | None = None, **terms: str
) -> tuple[Person, Person, int]:
    """Have Ana and Bruno begin a game in a channel; the opening decides who starts."""
    ana, bruno = world.person("Ana"), world.person("Bruno")
    club = channel or world.channel("club")
    await ana.commands("challenge", club, opponent=bruno.id, **terms)
    await bruno.presses("accept", club)
    return ana, bruno, club


def told(world: DiscordWorld, person: Person) -> list[str]:
    return [words_of(message, world.discord.state.users) for message in world.discord.told(person.id)]


# -- a whole match ------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_whole_match_is_shown_as_it_was(tmp_path: Path, locale: str) -> None:
    """Written anew by `python -m tests.adapters.update_discord_match`."""
    assert await played(tmp_path, locale) == golden(locale).read_text("utf-8")


# -- turns --------------------------------------------------------------------------------------------


async def test_a_turn_by_taps_edits_one_message_and_calls_the_other_with_a_new_one(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, bruno, club = await new_game(world)
        first = world.live(club)
        drawn = world.discord.picture(first)
        await ana.presses("8→5", club)
        assert world.live(club) is first
        assert world.discord.picture(first) != drawn, "the ghost is drawn"
        await ana.presses("6→5", club)
        await ana.presses("confirm", club)
        second = world.live(club)
        assert second is not first
        assert labels(first) == []
        assert rung(second) == [bruno.id]
        assert "Bruno" in alt_text(second)


async def test_a_press_that_comes_twice_is_one(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, _, club = await new_game(world)
        first = world.live(club)
        for label in ("8→5", "6→5"):
            await ana.presses(label, club)
        seen = {**first}
        await ana.presses("confirm", club, message=seen)
        shown = len(world.discord.messages(club))
        await ana.presses("confirm", club, message=seen)
        assert len(world.discord.messages(club)) == shown
        assert told(world, ana) == []


async def test_an_old_board_points_to_the_new_one(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, bruno, club = await new_game(world)
        seen = {**world.live(club)}
        await ana.replies("8/5 6/5", club)
        await bruno.presses("8→5", club, message=seen)
        assert len(told(world, bruno)) == 1


async def test_a_stranger_is_told_whose_turn_it_is(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        _, _, club = await new_game(world)
        carla = world.person("Carla", "pt-BR")
        await carla.presses("8→5", club)
        assert "Ana" in told(world, carla)[0]


async def test_against_the_computer_everything_stays_in_one_message(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana = world.person("Ana")
        chat = world.discord.private_chat(ana.id)
        await ana.commands("challenge", chat)
        for wanted in ("8→5", "6→5", "confirm"):
            await ana.presses(wanted, chat)
        boards = [message for message in world.discord.messages(chat) if message["attachments"]]
        assert boards == [world.live(chat)]


async def test_the_bot_itself_may_be_challenged_in_a_channel(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, club = world.person("Ana"), world.channel("club")
        await ana.commands("challenge", club, opponent=int(BOT["id"]))
        assert "Gamão" in world.words(club)
        assert world.live(club)["attachments"]


async def test_a_thread_and_its_channel_have_matches_of_their_own(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        club = world.channel("club")
        thread = world.discord.thread("ana-bruno", club)
        ana, _, _ = await new_game(world, thread)
        assert world.live(thread)["attachments"]
        await ana.commands("roll", club)
        assert told(world, ana) != []
        assert world.discord.messages(club) == []


async def test_where_a_roll_has_too_many_moves_for_buttons_a_menu_asks(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=(*(roll for roll, _ in SCATTERING), (2, 1))) as world:
        ana, bruno, club = await new_game(world, terms="no cube")
        for number, (_, play) in enumerate(SCATTERING):
            await (bruno if number % 2 else ana).plays_suggested(club, play)
        board = world.live(club)
        assert labels(board)[0] == ["24", "22", "13", "11", "10", "9", "8", "7", "6", "5", "4", "3"]
        await ana.chooses("11", club)
        assert labels(board)[1] == ["11→9", "11→10"]
        await ana.chooses("11→9", club)
        assert "`11/9`, 1 to play" in world.words(club)
        await ana.presses("24→23", club)
        await ana.presses("confirm", club)
        assert world.live(club) is not board


# -- what goes wrong ------------------------------------------------------------------------------------


async def test_a_board_that_was_deleted_is_posted_anew(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, _, club = await new_game(world)
        first = {**world.live(club)}
        world.discord.remove(world.live(club))
        await ana.presses("8→5", club, message=first)
        assert "8/5" in world.words(club)
        assert world.live(club)["id"] != first["id"]


async def test_a_match_goes_on_where_the_bot_may_write_again(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, bruno, club = await new_game(world)
        world.discord.deny(club, "send_messages")
        await ana.replies("8/5 6/5", club)
        before = world.live(club)
        world.discord.state.channels[club].denied.clear()
        await bruno.commands("board", club)
        assert world.live(club) is not before
        assert "Bruno" in world.words(club)


async def test_a_challenge_names_what_is_missing_and_nothing_is_begun(tmp_path: Path) -> None:
    async with open_world(tmp_path) as world:
        ana, club = world.person("Ana"), world.channel("club")
        world.discord.deny(club, "attach_files")
        await ana.commands("challenge", club)
        assert "Attach Files" in told(world, ana)[0]
        await ana.commands("cancel", club)
        assert len(told(world, ana)) == 2, "there was no challenge to cancel"


async def test_a_wait_that_discord_asks_for_delays_a_board_and_loses_nothing(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, bruno, club = await new_game(world)
        world.discord.fail("POST", rf"^/channels/{club}/messages$", too_many_requests(0.3))
        await ana.replies("8/5 6/5", club)
        assert rung(world.live(club)) == [bruno.id]


async def test_a_connection_that_drops_after_a_board_was_posted_makes_no_second_one(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, _, club = await new_game(world)
        shown = len(world.discord.messages(club))
        world.discord.cut("POST", rf"^/channels/{club}/messages$", after=True)
        await ana.replies("8/5 6/5", club)
        assert len(world.discord.messages(club)) == shown + 1


async def test_a_match_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, bruno, club = await new_game(world)
        await ana.presses("8→5", club)
        await world.restart()
        await ana.presses("6→5", club)
        await ana.presses("confirm", club)
        await world.restart()
        await bruno.presses("double", club)
        await bruno.presses("double!", club)
        await world.restart()
        await ana.presses("take", club)
        assert "Bruno" in world.words(club)


async def test_names_bring_neither_markup_nor_bells(tmp_path: Path) -> None:
    """A person of this platform is shown by Discord itself; anywhere else the name stands as it is."""
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana = world.person("**@everyone** <@1001> https://example.org")
        bruno, club = world.person("Bruno"), world.channel("club")
        await ana.commands("challenge", club, opponent=bruno.id)
        await bruno.presses("accept", club)
        board = world.live(club)
        assert "everyone" not in board["content"]
        assert rung(board) == [ana.id]


SCATTERING: tuple[tuple[Roll, str], ...] = (
    ((4, 3), "8/4 6/3"),
    ((3, 1), "24/23 6/3"),
    ((2, 1), "13/11 6/5"),
    ((2, 1), "8/7 8/6"),
    ((4, 1), "13/9 8/7"),
    ((6, 2), "13/11 8/2"),
    ((3, 2), "24/22* 13/10"),
    ((2, 1), "bar/23 11/10"),
)
"""Rolls and plays after which Ana's checkers stand on twelve points."""
