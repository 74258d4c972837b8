"""Names as they are shown: short, on one line, harmless.

A name comes from a stranger. It must not break a line, turn the reading direction, ring for
nobody, or push a board out of a message's limit.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from bot.app.requests import Handle, PlayerRef

MAX_GRAPHEMES = 24
MAX_UNITS = 48
"""UTF-16 units, the stricter measure of the platforms: one shown letter may be many code points."""

NAMELESS = "?"

_JOINER = "\u200d"
_EMOJI_TONES = range(0x1F3FB, 0x1F400)
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters by class that show nothing; whole names are made of them."""


def clean_name(text: str) -> str:
    """Return a name without control and direction characters, at most 24 graphemes, never empty."""
    visible = "".join(" " if letter.isspace() else letter for letter in text if _is_shown(letter))
    shown = ""
    for count, grapheme in enumerate(map(_tamed, graphemes(" ".join(visible.split()))), 1):
        if count > MAX_GRAPHEMES or units(shown + grapheme) > MAX_UNITS:
            break
        shown += grapheme
    shown = shown.strip(f" {_JOINER}")
    return shown if any(_has_body(letter) for letter in shown) else NAMELESS


def name_of_player(who: PlayerRef | Handle) -> str:
    """Return the shown name of an account: its name, else its user name."""
    if isinstance(who, Handle):
        return f"@{clean_name(who.username)}"
    name = clean_name(who.name)
    return clean_name(who.username) if name == NAMELESS and who.username else name


def graphemes(text: str) -> Iterator[str]:
    """Yield what is seen as one letter: a base with its marks, a joined emoji, a flag.

    Close to the Unicode rules (UAX 29), without their Hangul and Indic refinements.
    """
    grapheme = ""
    for letter in text:
        if grapheme and not _continues(grapheme, letter):
            yield grapheme
            grapheme = ""
        grapheme += letter
    if grapheme:
        yield grapheme


def _tamed(grapheme: str) -> str:
    """Return a grapheme, without its marks where they are heaped beyond any writing."""
    return grapheme if units(grapheme) <= MAX_UNITS // 2 else grapheme[0]


def _continues(grapheme: str, letter: str) -> bool:
    if letter == _JOINER or grapheme[-1] == _JOINER:
        return True
    if ord(letter) in _FLAG_LETTERS:
        return len(grapheme) == 1 and ord(grapheme) in _FLAG_LETTERS
    return unicodedata.category(letter).startswith("M") or ord(letter) in _EMOJI_TONES


def _is_shown(letter: str) -> bool:
    """Return whether a letter may stay: no control, direction, private or unassigned characters."""
    if letter.isspace() or letter == _JOINER:
        return True
    return letter not in _BLANKS and unicodedata.category(letter) not in {"Cc", "Cf", "Cs", "Co", "Cn"}


def _has_body(letter: str) -> bool:
    """Return whether a letter shows something by itself."""
    return letter not in {" ", _JOINER} and not unicodedata.category(letter).startswith("M")


def units(text: str) -> int:
    """Return the length of a text in UTF-16 units, the strictest way to count."""
    return len(text.encode("utf-16-le")) // 2
