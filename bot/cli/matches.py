"""What commands about match files share."""

from __future__ import annotations

from pathlib import Path

from bot.cli.positions import explained
from bot.engine.formats import import_mat
from bot.engine.formats.transcript import Transcript
from bot.engine.refusals import Refusal
from bot.failures import Failure


def read_match(path: Path) -> Transcript:
    """Return the match of a file; raise `Failure` if there is none.

    Names are Latin-1 where they are not UTF-8: old programs write so.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Failure(f"{path} cannot be read: {error.strerror}") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    try:
        return import_mat(text)
    except Refusal as refusal:
        raise Failure(f"{path}: {explained(refusal)}") from refusal
