"""Players, accounts, channels."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.app.records import Looks, MessageRef, Player
from bot.app.requests import ChannelRef, PlayerKind, PlayerRef
from bot.store import SqlStore, open_store
from tests.store.club import ANA, BRUNO, GAMAO, HERE, NOON, Club


def as_shown(player: Player) -> tuple[str, str | None, PlayerKind]:
    """Return what equality of references leaves out."""
    return player.ref.name, player.ref.username, player.ref.kind


async def test_the_same_account_is_the_same_player(store: SqlStore) -> None:
    ana = await store.player(ANA)
    assert ana.ref == ANA
    assert as_shown(ana) == ("Ana", "ana", PlayerKind.PERSON)
    assert (ana.locale, ana.always_confirm) == (None, False)
    assert await store.player(ANA) == ana
    assert (await store.player(BRUNO)).id != ana.id
    assert (await store.player(replace(ANA, platform="elsewhere"))).id != ana.id


async def test_the_computer_is_a_player_too(store: SqlStore) -> None:
    assert as_shown(await store.player(GAMAO)) == ("Gamão", None, PlayerKind.COMPUTER)


async def test_a_new_name_and_user_name_are_kept(store: SqlStore) -> None:
    ana = await store.player(ANA)
    renamed = await store.player(PlayerRef(ANA.platform, ANA.user, "Ana Maria", None))
    assert renamed.id == ana.id
    assert as_shown(renamed) == ("Ana Maria", None, PlayerKind.PERSON)
    nameless = await store.player(PlayerRef(ANA.platform, ANA.user))
    assert as_shown(nameless) == ("Ana Maria", None, PlayerKind.PERSON)


async def test_settings_of_a_player(store: SqlStore) -> None:
    ana, bruno = await store.player(ANA), await store.player(BRUNO)
    await store.set_player(ana.id, locale="pt_BR", always_confirm=True)
    kept = await store.player(ANA)
    assert (kept.locale, kept.always_confirm) == ("pt_BR", True)
    assert await store.player(BRUNO) == bruno
    renamed = await store.player(replace(ANA, name="Aninha"))
    assert (renamed.locale, renamed.always_confirm, renamed.ref.name) == ("pt_BR", True, "Aninha")


async def test_many_at_once_make_one_player_and_one_channel(store: SqlStore) -> None:
    players = await asyncio.gather(*(store.player(ANA) for _ in range(20)))
    channels = await asyncio.gather(*(store.channel(HERE) for _ in range(20)))
    assert len({player.id for player in players}) == 1
    assert len({channel.id for channel in channels}) == 1


async def test_a_channel_is_a_chat_and_a_topic(store: SqlStore) -> None:
    here = await store.channel(HERE)
    assert here.ref == HERE
    assert (here.locale, here.looks) == (None, Looks("classic", "right"))
    assert await store.channel(HERE) == here
    others = [
        await store.channel(replace(HERE, topic="7")),
        await store.channel(replace(HERE, chat="other")),
        await store.channel(replace(HERE, platform="elsewhere")),
    ]
    assert len({here.id, *(channel.id for channel in others)}) == 4


async def test_whether_a_channel_is_private_is_kept(club: Club) -> None:
    private = ChannelRef("test", "ana", private=True)
    channel = await club.store.channel(private)
    assert channel.ref.private
    challenge = await club.store.challenge(await club.challenge(channel=channel))
    assert challenge is not None
    assert challenge.channel.ref.private
    assert not (await club.store.channel(replace(private, private=False))).ref.private


async def test_settings_of_a_channel(store: SqlStore) -> None:
    here = await store.channel(HERE)
    await store.set_channel(here.id, locale="pt_BR", looks=Looks("night", "left"))
    kept = await store.channel(HERE)
    assert (kept.id, kept.locale, kept.looks) == (here.id, "pt_BR", Looks("night", "left"))


async def test_nothing_is_due_in_a_lost_channel_until_somebody_speaks(club: Club) -> None:
    store = club.store
    match = await club.start()
    due = await store.due_views()
    assert len(due) == 2, "the card and the board"
    await store.lose(club.channel.id)
    assert await store.due_views() == ()
    await club.append(match)
    assert await store.due_views() == ()
    elsewhere = await store.channel(replace(HERE, chat="other"))
    view = await store.watch(match, elsewhere.id, "en")
    assert await store.due_views() == (view,)
    await store.delivered(view, 1, MessageRef("other", "1"), 1, posted=True, now=NOON)
    assert await store.channel(HERE) == club.channel
    assert await store.due_views() == due


async def test_people_and_channels_outlive_the_process(url: str) -> None:
    first = await open_store(url)
    ana, here = await first.player(ANA), await first.channel(HERE)
    await first.set_player(ana.id, locale="pt_BR", always_confirm=True)
    await first.close()
    second = await open_store(url)
    again = await second.player(ANA)
    assert (again.id, again.locale, again.always_confirm) == (ana.id, "pt_BR", True)
    assert await second.channel(HERE) == here
    await second.close()
