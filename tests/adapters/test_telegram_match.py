"""Matches from end to end: the bot as it runs, the real client, people in chats."""

from __future__ import annotations

from pathlib import Path

from bot.engine.position import Roll
from tests.helpers.telegram_server.looks import buttons, labels, words_of
from tests.helpers.telegram_world import Person, TelegramWorld, open_world

ANA_STARTS: tuple[Roll, ...] = ((3, 1),)


async def new_game(world: TelegramWorld, *, topic: int | None = None) -> tuple[Person, Person, int]:
    """Have Ana and Bruno begin a game in a group; the opening decides who starts."""
    ana, bruno = world.person("Ana", "ana_silva"), world.person("Bruno", "bruno_costa")
    club = world.group("Club", forum=topic is not None)
    if topic is not None:
        world.telegram.topic(club, topic)
    await ana.types("/challenge @bruno_costa", club, topic=topic)
    await bruno.presses("Accept", club)
    return ana, bruno, club


async def test_a_game_begins_is_doubled_and_dropped(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, bruno, club = await new_game(world)
        await ana.types("/move 8/5 6/5", club)
        posted = world.live(club)
        await bruno.presses("Double", club)
        await bruno.presses("✓", club)
        offered = world.live(club)
        assert offered["message_id"] > posted["message_id"], "an offered cube is a new message"
        assert labels(posted) == []
        await ana.presses("Drop", club)
        await ana.presses("✓", club)
        assert "🏁" in world.words(club)
        assert world.labels(club)


async def test_a_turn_by_taps_edits_one_message_and_calls_the_other_with_a_new_one(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, bruno, club = await new_game(world)
        first = world.live(club)
        drawn = first["photo"]
        query = await ana.presses("8→5", club)
        assert query.text
        assert first["photo"] == drawn, "a growing play leaves the picture"
        await ana.presses("6→5", club)
        assert first["photo"] != drawn, "a complete one is drawn"
        await ana.presses("✓", club)
        second = world.live(club)
        assert second["message_id"] > first["message_id"]
        assert [button["text"] for button in buttons(first)] == []
        assert len(world.telegram.boards(club)) == 2
        early = await ana.presses("🎲", club)
        assert early.text, "it is not her turn"
        assert world.live(club) is second
        assert (await bruno.presses("🎲", club)).answers == 1


async def test_against_the_computer_everything_stays_in_one_message(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana = world.person("Ana")
        await ana.types("/challenge")
        for label in ("8→5", "6→5", "✓"):
            await ana.presses(label)
        assert len(world.telegram.boards(ana.id)) == 1
        assert world.live(ana.id) is world.telegram.boards(ana.id)[0]


async def test_a_topic_has_its_own_match(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, _, club = await new_game(world, topic=55)
        assert world.live(club)["message_thread_id"] == 55
        await ana.types("/move 8/5 6/5", club, topic=55)
        assert all(message["message_thread_id"] == 55 for message in world.telegram.messages(club))
        await ana.types("/move 8/5 6/5", club)
        assert "message_thread_id" not in world.telegram.messages(club)[-1], "no match there"


async def test_what_people_do_while_the_bot_is_away_counts(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, bruno, club = await new_game(world)
        await world.stop()
        live = world.live(club)
        world.telegram.types(ana.id, "/move 8/5 6/5", club)
        query = world.telegram.presses(bruno.id, live, "⋯", valid_seconds=-1)
        await world.start()
        await world.settle()
        assert world.live(club)["message_id"] > live["message_id"]
        assert "8/5 6/5" in world.words(club)
        assert query.answers == 0


async def test_a_play_in_reply_to_a_refusal_counts_and_the_refusal_goes(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, _, club = await new_game(world)
        await ana.types("/move 13/9 6/5", club)
        told = world.telegram.messages(club)[-1]
        assert "photo" not in told
        await ana.types("8/5 6/5", club, reply_to=told)
        assert told not in world.telegram.messages(club)
        assert "8/5 6/5" in world.words(club)


async def test_a_refused_play_can_be_put_right_by_editing_it(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, _, club = await new_game(world)
        typed = await ana.types("/move 8/1", club)
        world.telegram.edits(typed, "/move 8/5 6/5")
        await world.settle()
        assert "8/5 6/5" in world.words(club)


async def test_a_group_that_becomes_a_supergroup_takes_its_match_along(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, bruno, club = await new_game(world)
        new = -100_200_300
        world.telegram.migrate(club, new)
        await world.settle()
        await ana.types("/move 8/5 6/5", new)
        assert "8/5 6/5" in world.words(new)
        await bruno.presses("🎲", new)


async def test_a_board_that_an_admin_deleted_comes_again(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, _, club = await new_game(world)
        deleted = world.live(club)
        await ana.presses("8→5", club)
        world.telegram.delete(deleted)
        await ana.presses("6→5", club, message=deleted)
        assert world.live(club)["message_id"] > deleted["message_id"]


async def test_a_bot_that_was_kicked_goes_on_where_it_is_heard_of_again(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, bruno, club = await new_game(world)
        world.telegram.block(club)
        await ana.types("/move 8/5 6/5", club)
        world.telegram.unblock(club)
        await bruno.types("/board", club)
        assert "8/5 6/5" in world.words(club)


async def test_where_pictures_are_forbidden_a_match_is_played_in_text(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, bruno = world.person("Ana"), world.person("Bruno", "bruno_costa")
        club = world.group("Club")
        world.telegram.state.pictureless.add(club)
        await ana.types("/challenge @bruno_costa", club)
        await bruno.presses("Accept", club)
        for label in ("8→5", "6→5", "✓"):
            await ana.presses(label, club)
        assert world.telegram.boards(club) == []
        assert "8/5 6/5" in words_of(world.live(club))


async def test_the_transcript_tells_who_did_what(tmp_path: Path) -> None:
    async with open_world(tmp_path, rolls=ANA_STARTS) as world:
        ana, _, club = await new_game(world)
        await ana.presses("8→5", club)
        lines = world.transcript(club).splitlines()
        assert lines[0] == "Ana: /challenge @bruno_costa"
        assert lines[1].startswith("Gamão #2: Ana challenges @[@bruno_costa]")
        assert lines[2] == "  [Accept] [Decline]"
        assert "Bruno presses [Accept] on #2" in lines
        assert any(line.startswith("Gamão #3, picture (silent): ") for line in lines)
        pressed = lines.index("Ana presses [8→5] on #3")
        assert lines[pressed + 1].startswith('Gamão tells Ana: "')
        assert lines[pressed + 2].startswith("Gamão edits #3: ")
