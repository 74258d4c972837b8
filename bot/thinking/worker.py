"""A process that thinks: reads questions from standard input, writes answers to standard output.

It ends when its standard input does, which is when the bot ends, however that happens.
"""

from __future__ import annotations

import math
import os
import pickle
import signal
import sys
import traceback
from contextlib import suppress
from typing import BinaryIO

from bot.thinking.messages import HEAD, Failed, Question, packed

GRACE_SECONDS = 5
"""How much longer than anybody waits a process lives if it hangs."""


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions until there are no more."""
    while head := questions.read(HEAD.size):
        question: Question = pickle.loads(questions.read(*HEAD.unpack(head)))  # noqa: S301 - from the bot
        _limit(question.seconds + GRACE_SECONDS)
        answer = _answer(question)
        _limit(0)
        answers.write(packed(answer))
        answers.flush()


def _answer(question: Question) -> object:
    try:
        return question.task()
    except Exception:
        return Failed(traceback.format_exc())


def _limit(seconds: float) -> None:
    """Have the system end this process if it hangs with nobody left to end it; 0: no longer."""
    if sys.platform != "win32":
        signal.alarm(math.ceil(seconds))


def main() -> None:
    """Serve the process that started this one."""
    # Ctrl-C reaches all processes of a terminal; when to end is the bot's affair.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whatever a library prints must not get between the answers.
    # A bot that was killed meanwhile reads no answer, which is no failure of ours.
    with suppress(BrokenPipeError), os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
