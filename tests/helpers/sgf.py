"""A reader of SGF, enough for backgammon: game trees without variations."""

from __future__ import annotations

import re
from typing import TypeAlias

Node: TypeAlias = dict[str, tuple[str, ...]]
"""The properties of a node, each with its values."""

_PROPERTY = re.compile(r"([A-Z]{1,2})((?:\[(?:\\.|[^\]\\])*\]\s*)+)", re.DOTALL)
_VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
_STEP = re.compile(r"[a-z]{2}")


def read_sgf(text: str) -> list[list[Node]]:
    """Return the nodes of each game tree, the root first. Raises `ValueError` for what is no SGF."""
    games: list[list[Node]] = []
    at = 0
    while at < len(text):
        if found := _PROPERTY.match(text, at):
            values = tuple(re.sub(r"\\(.)", r"\1", value) for value in _VALUE.findall(found[2]))
            games[-1][-1][found[1]] = values
            at = found.end()
            continue
        match text[at]:
            case "(":
                games.append([])
            case ";":
                games[-1].append({})
            case mark if mark != ")" and not mark.isspace():
                raise ValueError(f"no SGF: {text[at : at + 40]!r}")
        at += 1
    return games


def moves(game: list[Node]) -> list[str]:
    """Return what happens in a game: colour and play with its steps sorted, cube actions, dice."""
    return [told for node in game[1:] for told in _told(node)]


def _told(node: Node) -> list[str]:
    happened = [f"{colour} {_play(node[colour][0])}" for colour in ("B", "W") if colour in node]
    if "DI" in node:
        happened.append(f"{node['PL'][0]} {node['DI'][0]} unplayed")
    if "CV" in node:
        happened.append(f"cube {node['CV'][0]}")
    if "AE" in node:
        happened.append(f"set up {''.join(sorted(node['AW']))} {''.join(sorted(node['AB']))}")
    return happened


def _play(text: str) -> str:
    if not text[0].isdigit():
        return text
    return f"{text[:2]} {' '.join(sorted(_STEP.findall(text[2:])))}"
