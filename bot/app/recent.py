"""A bounded memory. Whatever stands here may be forgotten at any time without harm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Keeps the `size` values that were kept or read last."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        """Return a value, or None if it is not kept (any more)."""
        value = self._values.pop(key, None)
        if value is not None:
            self._values[key] = value
        return value

    def keep(self, key: K, value: V) -> None:
        """Keep a value; the one that was of no use for longest may go."""
        self._values.pop(key, None)
        self._values[key] = value
        if len(self._values) > self._size:
            del self._values[next(iter(self._values))]

    def forget(self, key: K) -> None:
        """Forget a value, kept or not."""
        self._values.pop(key, None)

    def __iter__(self) -> Iterator[K]:
        """Yield the keys as they are now, that of the value used last at the end."""
        return iter(tuple(self._values))
