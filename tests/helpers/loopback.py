"""What loopback servers have in common: faults that strike on demand, and waiting for what they see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from aiohttp import web

T = TypeVar("T")


class Strikes(Protocol):
    """What goes wrong with the next `times` calls that it concerns."""

    times: int
    delay_seconds: float
    spring: Callable[[], None] | None

    @property
    def error(self) -> Exception | None:
        """Return what is answered instead."""

    @property
    def drops(self) -> bool:
        """Return whether the connection is cut."""

    # Which calls those are is each server's own: they differ in what a call is.
    def concerns(self, call: Any) -> bool:
        """Return whether this is a call that goes wrong."""


F = TypeVar("F", bound=Strikes)


class Loopback(Generic[F]):
    """A server that tests make slow, deaf or strict."""

    def __init__(self) -> None:
        self.faults: list[F] = []
        self._changed = asyncio.Condition()

    def _fault(self, call: object) -> F | None:
        """Return the fault that strikes a call, if there is one; it is used up by one."""
        for fault in self.faults:
            if fault.concerns(call):
                fault.times -= 1
                return fault
        return None

    async def _strike(self, fault: F, request: web.Request) -> None:
        """Spring the trap, be late, and raise what the fault says; `ConnectionAbortedError` where the
        connection is cut."""
        if fault.spring:
            fault.spring()
        await asyncio.sleep(fault.delay_seconds)
        if fault.error:
            raise fault.error
        if fault.drops:
            if request.transport:
                request.transport.close()
            raise ConnectionAbortedError

    async def _notify(self) -> None:
        """Have everybody look again who waits for something."""
        async with self._changed:
            self._changed.notify_all()

    async def until(self, condition: Callable[[], T], timeout_seconds: float = 5.0) -> T:
        """Return what the condition gives as soon as it is true; raise `TimeoutError` if it never is."""
        async with asyncio.timeout(timeout_seconds):
            while not (result := condition()):
                async with self._changed:
                    try:
                        async with asyncio.timeout(0.05):
                            await self._changed.wait()
                    except TimeoutError:
                        continue
        return result
