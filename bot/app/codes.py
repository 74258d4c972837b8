"""Codes: how a challenge or a match is named in another channel, also of another platform."""

from __future__ import annotations

import secrets

from bot.app.commands import fold

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without the letters and digits that are taken for one another."""

LENGTH = 6
"""Nearly a billion codes: guessing one of a hundred open challenges takes years of typing."""

WORDS = frozenset({"code", "codigo"})
"""What asks for a challenge by code, in any language, folded."""


class SecretCodes:
    """Codes from the system's own randomness."""

    def new(self) -> str:
        """Return a code."""
        return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def written_code(text: str) -> str:
    """Return a code as we write it, however it was typed: any case, spaces or hyphens within."""
    return "".join(letter for letter in text.upper() if letter not in " -")


def without_code_word(argument: str) -> tuple[str, bool]:
    """Return what a challenge proposes without the word that asks for a code, and whether it did."""
    words = argument.split()
    rest = [word for word in words if fold(word) not in WORDS]
    return " ".join(rest), len(rest) < len(words)
