"""The gateway: sessions that are opened, resumed and broken, and events in their order."""

from __future__ import annotations

import json
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from aiohttp import WSCloseCode, WSMsgType, web

from tests.helpers.discord_server import objects
from tests.helpers.discord_server.state import BOT, State
from tests.helpers.discord_server.wire import Json

EVENT, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
AUTHENTICATION_FAILED, DISALLOWED_INTENTS = 4004, 4014
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
"""Members, presences, the content of all messages: only for bots that were granted them."""
HEARTBEAT_MS = 41_250


@dataclass(slots=True, eq=False)
class Session:
    """What a client is told, kept until it has surely arrived."""

    id: str
    shard: tuple[int, int]
    intents: int
    events: list[tuple[str, Json]] = field(default_factory=list)

    def hears_of(self, guild: int | None) -> bool:
        """Return whether a server's events, or those of private chats, come by this session."""
        number, count = self.shard
        return ((guild >> 22) % count if guild else 0) == number


@dataclass(slots=True, eq=False)
class Connection:
    """A socket, and the session that it carries once there is one."""

    socket: web.WebSocketResponse
    request: web.Request
    deflate: zlib._Compress | None
    session: Session | None = None

    async def send(self, op: int, data: object, event: str | None = None, number: int | None = None) -> None:
        """Send a frame; one that finds nobody there is lost."""
        text = json.dumps({"op": op, "d": data, "s": number, "t": event})
        try:
            if self.deflate is None:
                await self.socket.send_str(text)
            else:
                packed = self.deflate.compress(text.encode()) + self.deflate.flush(zlib.Z_SYNC_FLUSH)
                await self.socket.send_bytes(packed)
        except ConnectionError:
            return


class Gateway:
    """All connections of one bot. `url` is only known when the server listens."""

    def __init__(
        self, state: State, token: str, notify: Callable[[], Awaitable[None]], *, zipped: bool
    ) -> None:
        self._state = state
        self._token = token
        self._notify = notify
        self._zipped = zipped
        self._connections: list[Connection] = []
        self._sessions: dict[str, Session] = {}
        self.url = ""
        self.opened: list[str] = []
        """What clients did in order: identify, resume."""

    @property
    def intents(self) -> list[int]:
        """Return what the clients asked to be told, each connection's once."""
        return [connection.session.intents for connection in self._connections if connection.session]

    @property
    def connected(self) -> bool:
        """Return whether a client listens."""
        return any(connection.session for connection in self._connections)

    # -- sockets --------------------------------------------------------------------------------

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Talk to a client until it or a test hangs up."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        zipped = self._zipped and request.query.get("compress") == "zlib-stream"
        connection = Connection(socket, request, zlib.compressobj() if zipped else None)
        self._connections.append(connection)
        await connection.send(HELLO, {"heartbeat_interval": HEARTBEAT_MS})
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    await self._heard(connection, json.loads(frame.data))
                    await self._notify()
        finally:
            self._forget(connection)
            await self._notify()
        return socket

    async def _heard(self, connection: Connection, frame: Json) -> None:
        match frame["op"]:
            case 1:
                await connection.send(ACK, None)
            case 2:
                await self._identified(connection, frame["d"])
            case 6:
                await self._resumed(connection, frame["d"])

    async def _identified(self, connection: Connection, data: Json) -> None:
        if data["token"] != self._token:
            await connection.socket.close(code=AUTHENTICATION_FAILED, message=b"Authentication failed.")
            return
        if data["intents"] & PRIVILEGED:
            await connection.socket.close(code=DISALLOWED_INTENTS, message=b"Disallowed intent(s).")
            return
        self.opened.append("identify")
        number, count = data.get("shard") or (0, 1)
        session = Session(f"session-{self._state.snowflake()}", (number, count), data["intents"])
        self._sessions[session.id] = connection.session = session
        await self._greet(connection, session)

    async def _greet(self, connection: Connection, session: Session) -> None:
        mine = [guild for guild in self._state.guilds.values() if session.hears_of(guild.id)]
        ready = {
            "v": 10,
            "user": BOT,
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in mine],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": session.shard,
            "application": {"id": BOT["id"], "flags": 0},
        }
        await self._tell(connection, session, "READY", ready)
        for guild in mine:
            await self._tell(connection, session, "GUILD_CREATE", objects.guild(self._state, guild))

    async def _resumed(self, connection: Connection, data: Json) -> None:
        session = self._sessions.get(data["session_id"])
        if session is None or data["token"] != self._token:
            await connection.send(INVALID, False)
            return
        self.opened.append("resume")
        for number, (event, content) in enumerate(session.events, 1):
            if number > (data["seq"] or 0):
                await connection.send(EVENT, content, event, number)
        connection.session = session
        await self._tell(connection, session, "RESUMED", {})

    async def _tell(self, connection: Connection | None, session: Session, event: str, content: Json) -> None:
        session.events.append((event, content))
        if connection is not None:
            await connection.send(EVENT, content, event, len(session.events))

    def _forget(self, connection: Connection) -> None:
        if connection in self._connections:
            self._connections.remove(connection)

    # -- events ---------------------------------------------------------------------------------

    async def tell(self, event: str, content: Json, guild: int | None, intent: int = 0) -> None:
        """Tell an event to whoever is concerned; while nobody is connected it is kept for a resume."""
        for session in [each for each in self._sessions.values() if each.hears_of(guild)][-1:]:
            if intent and not session.intents & intent:
                return
            carrying = (each for each in self._connections if each.session is session)
            await self._tell(next(carrying, None), session, event, content)

    # -- what goes wrong ------------------------------------------------------------------------

    async def ask_to_reconnect(self) -> None:
        """Ask every client to come back with its session."""
        for connection in list(self._connections):
            await connection.send(RECONNECT, None)

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Tell every client that its session is over, or must be resumed at once."""
        for connection in list(self._connections):
            if not resumable and connection.session:
                self._sessions.pop(connection.session.id, None)
            await connection.send(INVALID, resumable)

    def forget_sessions(self) -> None:
        """Let every session be one that cannot be resumed."""
        self._sessions.clear()

    def drop(self) -> None:
        """Cut every connection without a word."""
        for connection in list(self._connections):
            self._forget(connection)
            if connection.request.transport:
                connection.request.transport.abort()

    async def expel(self, code: int) -> None:
        """Close every connection with a code that tells why."""
        for connection in list(self._connections):
            self._forget(connection)
            await connection.socket.close(code=code)

    async def close(self) -> None:
        """Close every connection: the server goes away."""
        await self.expel(WSCloseCode.GOING_AWAY)
