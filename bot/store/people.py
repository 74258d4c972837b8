"""Players, their accounts, and channels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sqlalchemy import RowMapping, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.app.records import Channel, Looks, Player
from bot.app.requests import ChannelRef, PlayerKind, PlayerRef
from bot.store import tables as t
from bot.store.connection import Connected, is_duplicate
from bot.store.moving import move_chat

PLAYERS = select(t.player, t.account).join(t.account, t.account.c.player_id == t.player.c.id)


def player_of(row: RowMapping) -> Player:
    """Return the player in a row of `player` and `account` columns."""
    a = t.account.c
    ref = PlayerRef(row[a.platform], row[a.user_id], row[a.name], row[a.username], PlayerKind(row[a.kind]))
    return Player(row[t.player.c.id], ref, row[t.player.c.locale], row[t.player.c.always_confirm])


def looks_of(row: RowMapping) -> Looks:
    """Return the looks in a row of `channel` columns."""
    return Looks(row[t.channel.c.theme], row[t.channel.c.home])


def channel_of(row: RowMapping) -> Channel:
    """Return the channel in a row of `channel` columns."""
    c = t.channel.c
    ref = ChannelRef(row[c.platform], row[c.chat], row[c.topic], row[c.private])
    return Channel(row[c.id], ref, row[c.locale], looks_of(row))


async def load_players(connection: AsyncConnection, ids: Iterable[int]) -> dict[int, Player]:
    """Return players by their ids."""
    rows = await connection.execute(PLAYERS.where(t.player.c.id.in_(set(ids))))
    return {row[t.player.c.id]: player_of(row) for row in rows.mappings()}


class People(Connected):
    """The `PeopleStore` port."""

    async def player(self, ref: PlayerRef) -> Player:
        """Return the player behind an account, made or refreshed (name, user name) as needed.

        A reference without a name (someone known by id only) refreshes nothing.
        """
        async with self._reading() as connection:
            known = await _find_player(connection, ref)
        if known is None:
            return await self._make_player(ref)
        if not ref.name or _shown(ref) == _shown(known.ref):
            return known
        async with self._engine.begin() as connection:
            await connection.execute(
                update(t.account)
                .where(t.account.c.platform == ref.platform, t.account.c.user_id == ref.user)
                .values(name=ref.name, username=ref.username, kind=ref.kind.value)
            )
        return replace(known, ref=ref)

    async def _make_player(self, ref: PlayerRef) -> Player:
        """Insert a player with an account, unless somebody was faster."""
        try:
            async with self._engine.begin() as connection:
                if await _find_player(connection, ref) is None:
                    await _insert_player(connection, ref)
        except IntegrityError as error:
            if not is_duplicate(error):
                raise
        async with self._reading() as connection:
            made = await _find_player(connection, ref)
        if made is None:
            raise LookupError(f"{ref} was made and is gone")
        return made

    async def set_player(self, player: int, *, locale: str | None, always_confirm: bool) -> None:
        """Keep a player's settings."""
        async with self._engine.begin() as connection:
            await connection.execute(
                update(t.player)
                .where(t.player.c.id == player)
                .values(locale=locale, always_confirm=always_confirm)
            )

    async def channel(self, ref: ChannelRef) -> Channel:
        """Return the channel, made as needed; a channel that was lost is alive again."""
        async with self._reading() as connection:
            row = await _find_channel(connection, ref)
        if row is None:
            row = await self._make_channel(ref)
        if row[t.channel.c.lost] or row[t.channel.c.private] != ref.private:
            async with self._engine.begin() as connection:
                await connection.execute(
                    update(t.channel)
                    .where(t.channel.c.id == row[t.channel.c.id])
                    .values(lost=False, private=ref.private)
                )
        return replace(channel_of(row), ref=ref)

    async def _make_channel(self, ref: ChannelRef) -> RowMapping:
        """Insert a channel, unless somebody was faster."""
        try:
            async with self._engine.begin() as connection:
                if await _find_channel(connection, ref) is None:
                    looks = Looks()
                    await connection.execute(
                        insert(t.channel).values(
                            platform=ref.platform,
                            chat=ref.chat,
                            topic=ref.topic,
                            private=ref.private,
                            theme=looks.theme,
                            home=looks.home,
                            lost=False,
                        )
                    )
        except IntegrityError as error:
            if not is_duplicate(error):
                raise
        async with self._reading() as connection:
            made = await _find_channel(connection, ref)
        if made is None:
            raise LookupError(f"{ref} was made and is gone")
        return made

    async def set_channel(self, channel: int, *, locale: str | None, looks: Looks) -> None:
        """Keep a channel's settings."""
        async with self._engine.begin() as connection:
            await connection.execute(
                update(t.channel)
                .where(t.channel.c.id == channel)
                .values(locale=locale, theme=looks.theme, home=looks.home)
            )

    async def migrate(self, platform: str, old_chat: str, new_chat: str) -> None:
        """Move all topics of a chat to its new id, in one transaction; repeating it is harmless."""
        async with self._engine.begin() as connection:
            await move_chat(connection, platform, old_chat, new_chat)

    async def lose(self, channel: int) -> None:
        """Mark a channel as out of reach: nothing is due there until it is heard of again."""
        async with self._engine.begin() as connection:
            await connection.execute(update(t.channel).where(t.channel.c.id == channel).values(lost=True))


def _shown(ref: PlayerRef) -> tuple[str, str | None, PlayerKind]:
    """Return what an equal reference may differ in."""
    return ref.name, ref.username, ref.kind


async def _find_player(connection: AsyncConnection, ref: PlayerRef) -> Player | None:
    query = PLAYERS.where(t.account.c.platform == ref.platform, t.account.c.user_id == ref.user)
    row = (await connection.execute(query)).mappings().first()
    return None if row is None else player_of(row)


async def _insert_player(connection: AsyncConnection, ref: PlayerRef) -> None:
    player = insert(t.player).values(always_confirm=False).returning(t.player.c.id)
    await connection.execute(
        insert(t.account).values(
            platform=ref.platform,
            user_id=ref.user,
            player_id=await connection.scalar(player),
            name=ref.name,
            username=ref.username,
            kind=ref.kind.value,
        )
    )


async def _find_channel(connection: AsyncConnection, ref: ChannelRef) -> RowMapping | None:
    c = t.channel.c
    query = select(t.channel).where(c.platform == ref.platform, c.chat == ref.chat, c.topic == ref.topic)
    return (await connection.execute(query)).mappings().first()
