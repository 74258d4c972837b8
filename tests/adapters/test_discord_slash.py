"""Every command is a slash command, in every language, and is published only when it has changed."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import get_args

import discord
import pytest

from bot.adapters.discord.slash import Worded
from bot.app.catalog import Catalog
from bot.app.commands import COMMANDS, Argument, parse
from bot.app.requests import PlayerKind, PlayerRef
from bot.engine.actions import WinSize
from tests.helpers.discord_desk import Desk, open_desk
from tests.helpers.discord_server.state import BOT
from tests.helpers.discord_server.wire import ApiError, Json, unavailable

PUBLISHED = r"^/applications/\d+/commands$"


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with open_desk() as opened:
        yield opened


def command(desk: Desk, name: str) -> Json:
    return next(each for each in desk.discord.state.commands if each["name"] == name)


def puts(desk: Desk) -> int:
    """Return how often the commands were sent."""
    return len(desk.discord.calls_of("PUT", "/commands"))


async def asked(desk: Desk) -> tuple[str, tuple[object, ...]]:
    """Return what the last command asked, and whom it mentions."""
    await desk.discord.until(lambda: desk.door.finished)
    request = desk.door.finished.pop()
    return request.text, request.mentions


# -- what is published ----------------------------------------------------------------------------


async def test_every_command_is_there_in_both_languages(desk: Desk) -> None:
    slash = {each["name"]: each for each in desk.discord.state.commands if each["type"] == 1}
    assert set(slash) == {each.verb for each in COMMANDS}
    catalog = Catalog()
    for each in COMMANDS:
        published = slash[each.verb]
        assert published["name_localizations"]["pt-BR"] == each.portuguese[0]
        assert published["description"] == catalog.text("en", each.description_key)
        assert published["description_localizations"]["pt-BR"] == catalog.text("pt_BR", each.description_key)


async def test_options_are_there_in_both_languages(desk: Desk) -> None:
    named = {each.verb for each in COMMANDS if each.argument is not Argument.NONE} - {"start"}
    with_options = {each["name"] for each in desk.discord.state.commands if each.get("options")}
    assert with_options == named
    for each in desk.discord.state.commands:
        for option in each.get("options", ()):
            assert set(option["name_localizations"]) >= {"en-US", "en-GB", "pt-BR"}
            assert option["description_localizations"]["pt-BR"] != option["description"]


async def test_no_two_commands_bear_one_name_in_any_language(desk: Desk) -> None:
    for locale in (None, "en-US", "en-GB", "pt-BR"):
        names = [
            (each["type"], each["name_localizations"][locale] if locale else each["name"])
            for each in desk.discord.state.commands
        ]
        assert len(names) == len(set(names))


async def test_commands_are_for_servers_and_for_private_chats_with_the_bot(desk: Desk) -> None:
    for each in desk.discord.state.commands:
        assert (each["contexts"], each["integration_types"]) == ([0, 1], [0])


async def test_needed_options_and_choices(desk: Desk) -> None:
    play = command(desk, "move")["options"][0]
    assert play["required"] is True
    assert play["autocomplete"] is True
    points = command(desk, "settle")["options"][0]
    assert (points["type"], points["min_value"], points["max_value"]) == (4, -9999, 9999)
    sizes = command(desk, "resign")["options"][0]["choices"]
    assert [choice["value"] for choice in sizes] == ["single", "gammon", "backgammon"]
    assert len(sizes) == len(get_args(WinSize))
    assert [choice["name_localizations"]["pt-BR"] for choice in sizes] == ["simples", "gamão", "backgammon"]


async def test_every_default_word_is_also_given_explicitly(desk: Desk) -> None:
    """Between British and American English Discord falls back to the other, not to the default."""
    for each in desk.discord.state.commands:
        for locale in ("en-US", "en-GB"):
            assert each["name_localizations"][locale] == each["name"]


async def test_where_portuguese_is_the_default_english_is_still_there() -> None:
    async with open_desk(locale="pt_BR") as desk:
        roll = command(desk, "rolar")
        assert roll["name_localizations"] == {"en-US": "roll", "en-GB": "roll", "pt-BR": "rolar"}
        club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
        await desk.discord.commands(ana, club, "mover", jogada="13/8 6/5")
        assert await asked(desk) == ("move 13/8 6/5", ())


@pytest.mark.parametrize(
    ("locale", "spoken"),
    [
        (discord.Locale.british_english, "rolls"),
        (discord.Locale.brazil_portuguese, "rola"),
        (discord.Locale.french, None),
    ],
)
async def test_only_languages_that_are_spoken_are_said(locale: discord.Locale, spoken: str | None) -> None:
    word = discord.app_commands.locale_str("rolls", worded=lambda own: {"en": "rolls", "pt_BR": "rola"}[own])
    context: discord.app_commands.TranslationContextTypes = discord.app_commands.TranslationContext(
        discord.app_commands.TranslationContextLocation.other, None
    )
    worded = Worded(Catalog())
    assert await worded.translate(word, locale, context) == spoken
    assert await worded.translate(discord.app_commands.locale_str(".mat"), locale, context) is None


# -- when it is published -----------------------------------------------------------------------------


async def test_a_start_that_changes_nothing_sends_nothing(desk: Desk) -> None:
    assert puts(desk) == 1
    await desk.restarts()
    await desk.discord.until(lambda: len(desk.discord.calls_of("GET", "/commands")) == 2)
    await desk.adapter.stop()
    assert puts(desk) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda commands: commands.pop(),
        lambda commands: commands[0].update(description="old words"),
        lambda commands: commands[0]["name_localizations"].update({"pt-BR": "velho"}),
        lambda commands: commands[0]["name_localizations"].update({"fr": "défier"}),
        lambda commands: commands[0]["options"].pop(),
        lambda commands: commands[0]["options"][1].update(name="old"),
        lambda commands: commands.append({"type": 1, "name": "old", "description": "An old command"}),
        lambda commands: commands[0].update(contexts=[0]),
    ],
)
async def test_what_has_changed_is_sent_at_the_next_start(desk: Desk, change: object) -> None:
    change(desk.discord.state.commands)  # type: ignore[operator]  # a change
    await desk.restarts()
    await desk.discord.until(lambda: puts(desk) == 2)


async def test_a_failure_to_publish_keeps_nobody_from_playing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with open_desk() as desk:
        for error in (unavailable(503), ApiError(400, 50035, "Invalid Form Body", errors={})):
            desk.discord.state.commands.pop()
            desk.discord.fail("PUT", PUBLISHED, error)
            await desk.restarts()
            await desk.discord.until(lambda: "the slash commands stay as they were" in caplog.text)
            club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
            await desk.discord.commands(ana, club, "roll")
            assert await asked(desk) == ("roll", ())


# -- what they ask ------------------------------------------------------------------------------------


async def test_each_command_asks_what_its_name_says(desk: Desk) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    arguments: dict[Argument, dict[str, str | int]] = {
        Argument.PLAY: {"play": "bar/20* 13/8"},
        Argument.OFFER: {"terms": "5 nackgammon"},
        Argument.SIZE: {"size": "gammon"},
        Argument.POINTS: {"points": -2},
        Argument.TEXT: {"command": "move"},
        Argument.CODE: {"code": "K7Q2XM"},
        Argument.FORMAT: {"kind": "mat"},
    }
    for each in COMMANDS:
        options = arguments.get(each.argument, {}) if each.verb != "start" else {}
        await desk.discord.commands(ana, club, each.verb, **options)
        text, _ = await asked(desk)
        invocation = parse(text)
        assert invocation is not None
        assert invocation.verb == each.verb
        assert invocation.argument == " ".join(map(str, options.values()))


async def test_without_its_option_a_command_stands_alone(desk: Desk) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    for name in ("challenge", "resign", "help", "accept"):
        await desk.discord.commands(ana, club, name)
        assert await asked(desk) == (name, ())


async def test_a_challenge_names_its_opponent(desk: Desk) -> None:
    club, ana, bruno = desk.discord.channel("club"), desk.discord.user("Ana"), desk.discord.user("Bruno")
    await desk.discord.commands(ana, club, "challenge", opponent=bruno, terms="5")
    assert await asked(desk) == ("challenge 5", (PlayerRef("discord", str(bruno)),))


async def test_a_person_can_be_challenged_by_their_menu(desk: Desk) -> None:
    club, ana, bruno = desk.discord.channel("club"), desk.discord.user("Ana"), desk.discord.user("Bruno")
    await desk.discord.uses_menu(ana, club, "Challenge", on=bruno)
    assert await asked(desk) == ("challenge", (PlayerRef("discord", str(bruno)),))


async def test_the_bot_itself_and_other_bots_are_known(desk: Desk) -> None:
    club, ana, robot = desk.discord.channel("club"), desk.discord.user("Ana"), desk.discord.other_bot("Robot")
    for opponent, kind in ((int(BOT["id"]), PlayerKind.COMPUTER), (robot, PlayerKind.BOT)):
        await desk.discord.commands(ana, club, "challenge", opponent=opponent)
        _, (mentioned,) = await asked(desk)
        assert isinstance(mentioned, PlayerRef)
        assert mentioned.kind is kind


# -- suggestions ----------------------------------------------------------------------------------------


async def suggested(desk: Desk, typed: str, locale: str = "en-US") -> list[str]:
    """Return what is suggested for a play."""
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana", locale=locale)
    deed = await desk.discord.types_option(ana, club, "move", "play", typed)
    await desk.discord.answered(deed)
    return [choice["value"] for choice in deed.choices or []]


async def test_legal_plays_are_suggested_as_they_are_typed(desk: Desk) -> None:
    desk.door.suggestions = ("13/8 6/5", "13/8 24/23")
    assert await suggested(desk, "13/8") == ["13/8 6/5", "13/8 24/23"]
    request = desk.door.suggested[-1]
    assert request.text == "13/8"
    assert request.channel.platform == "discord"


async def test_no_more_than_25_plays_are_suggested_and_none_that_is_too_long(desk: Desk) -> None:
    desk.door.suggestions = ("x" * 101, *(f"13/{point}" for point in range(40)))
    assert len(await suggested(desk, "13")) == 25


async def test_a_failure_to_suggest_suggests_nothing(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    desk.door.suggestions = RuntimeError("a bug")
    assert await suggested(desk, "13") == []
    assert "a bug" in caplog.text


async def test_help_suggests_commands_by_their_names(desk: Desk) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana", locale="pt-BR")
    deed = await desk.discord.types_option(ana, club, "help", "command", "po")
    await desk.discord.answered(deed)
    assert [choice["name"] for choice in deed.choices or []] == ["posição"]
    everything = await desk.discord.types_option(ana, club, "help", "command", "")
    await desk.discord.answered(everything)
    assert len(everything.choices or []) == 25


# -- in the sources -----------------------------------------------------------------------------------


def test_portuguese_words_are_what_commands_answer_to() -> None:
    """What Discord shows as a name must be understood when it is typed elsewhere."""
    for each in COMMANDS:
        assert re.fullmatch(r"[-_'\w]{1,32}", each.portuguese[0])
        assert parse(f"{each.portuguese[0]} x") is not None
