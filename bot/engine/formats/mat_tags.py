"""Tags: the lines `; [Name "value"]` at the head of a `.mat` file. An unknown one is a remark."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from bot.engine.refusals import InvalidNotation
from bot.engine.written import excerpt

_TAG = re.compile(r'[;#]\s*\[\s*([^"\]]*?)\s*"(.*)"\s*\]')
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag, and the number of its line, from 1."""

    line: int
    name: str
    value: str

    def wrong(self) -> InvalidNotation:
        """Return the refusal of its value: `mat-tag` (line, text)."""
        return InvalidNotation("mat-tag", line=self.line, text=excerpt(f'[{self.name} "{self.value}"]'))

    def known(self, choices: Mapping[str, _Value]) -> _Value:
        """Return what its value, in small letters, stands for in `choices`. Raises `wrong`."""
        if self.value.lower() not in choices:
            raise self.wrong()
        return choices[self.value.lower()]

    def number(self, least: int, most: int) -> int:
        """Return its value as a number between bounds. Raises `wrong`."""
        if not re.fullmatch("[0-9]{1,6}", self.value) or not least <= int(self.value) <= most:
            raise self.wrong()
        return int(self.value)


def read_tag(line: int, text: str) -> Tag | None:
    """Return the tag on a line, or None if it is another remark."""
    found = _TAG.fullmatch(text.strip())
    return Tag(line, found[1], found[2]) if found else None


def write_tag(name: str, value: str) -> str:
    """Return the line of a tag. Quotation marks and breaks inside it are not kept."""
    plain = " ".join(value.replace('"', "'").split())
    return f'; [{name} "{plain}"]'
