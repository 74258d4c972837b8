"""The player's mistakes.

    Refusal
    ├── InvalidNotation     the text is no play at all
    ├── IllegalPlay         a play, but not a legal one; `key` names the rule
    ├── AmbiguousPlay       two routes that hit differently; both are named
    ├── IncompletePlay      a legal beginning; more checker moves are due
    ├── NotYourTurn         somebody else is to act
    ├── NotNow              the action does not fit the moment
    └── CubeRefused         the cube may not be turned; `key` names the rule

A refusal is data: `key` is a message id of the catalogs ("refusal.<key>"), `params` fill its
placeholders. Nothing else that is raised ever becomes words in a chat.
"""

from __future__ import annotations


class Refusal(Exception):
    """A request that changes nothing, with the reason and what would be right."""

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(key, params)
        self.key = key
        self.params = params


class InvalidNotation(Refusal):
    """The text is not a play."""


class IllegalPlay(Refusal):
    """The play is not legal for this roll."""


class AmbiguousPlay(Refusal):
    """The text stands for plays with different results."""


class IncompletePlay(Refusal):
    """The checker moves are legal, but more of the roll must be played."""


class NotYourTurn(Refusal):
    """It is somebody else's decision."""


class NotNow(Refusal):
    """The action does not fit the state of the game."""


class CubeRefused(Refusal):
    """The cube may not be turned now."""
