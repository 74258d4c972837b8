"""What ends a command."""

from __future__ import annotations


class Failure(Exception):
    """A reason that the caller can do something about; its text is a sentence for people."""
