"""The menus of commands, in each language, for private chats and groups."""

from __future__ import annotations

import json

import pytest

from bot.adapters import find_adapters, load_spec
from bot.adapters.telegram.menus import languages, menu_in
from bot.adapters.telegram_adapter import SPEC, TelegramAdapter
from bot.app.catalog import Catalog
from bot.app.commands import COMMANDS, command_of
from tests.helpers.telegram_desk import open_desk
from tests.helpers.telegram_server.wire import bad_gateway

PRIVATE, GROUPS = '{"type": "all_private_chats"}', '{"type": "all_group_chats"}'


async def test_the_menus_are_set_for_every_language_and_kind_of_chat() -> None:
    async with open_desk() as desk:
        menus = desk.telegram.state.commands
        await desk.telegram.until(lambda: len(menus) == 4)
        assert {json.loads(scope)["type"] for scope, _ in menus} == {"all_private_chats", "all_group_chats"}
        assert {language for _, language in menus} == {"", "pt"}
        named = {key: [command["command"] for command in menu] for key, menu in menus.items()}
        assert named[GROUPS, ""][:2] == ["challenge", "accept"]
        assert named[PRIVATE, "pt"][:2] == ["desafiar", "aceitar"]
        assert "start" not in named[PRIVATE, ""]


@pytest.mark.parametrize("locale", Catalog().locales())
def test_every_name_in_a_menu_is_understood_and_every_command_has_one(locale: str) -> None:
    menu = menu_in(Catalog(), locale)
    assert all(command_of(item.command) for item in menu)
    verbs = {command.verb for item in menu if (command := command_of(item.command))}
    assert len(verbs) == len(menu) == len(COMMANDS) - 1, "all but start"


def test_everybody_else_has_the_default_language() -> None:
    assert list(languages(Catalog("en"))) == [(None, "en"), ("pt", "pt_BR")]
    assert list(languages(Catalog("pt"))) == [(None, "pt_BR"), ("en", "en")]


async def test_menus_that_are_right_are_left_alone() -> None:
    async with open_desk() as desk:
        await desk.telegram.until(lambda: len(desk.telegram.state.commands) == 4)
        again = desk.another_adapter()
        await again.start()
        await desk.telegram.until(lambda: len(desk.telegram.calls_of("getMyCommands")) == 8)
        await again.stop()
        await again.disconnect()
        assert len(desk.telegram.calls_of("setMyCommands")) == 4


async def test_the_bot_runs_without_menus(caplog: pytest.LogCaptureFixture) -> None:
    async with open_desk(start=False) as desk:
        desk.telegram.fail("getMyCommands", bad_gateway())
        desk.telegram.types(desk.telegram.user("Ana"), "/roll")
        await desk.adapter.start()
        await desk.telegram.until(lambda: desk.door.finished)
        await desk.telegram.until(lambda: "menus" in caplog.text)


def test_the_adapter_is_found_by_its_platform() -> None:
    assert "telegram" in find_adapters()
    assert load_spec("telegram") is SPEC
    assert (SPEC.platform, SPEC.token) == (TelegramAdapter.platform, "telegram_token")
