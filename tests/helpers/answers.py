"""Private answers as tests read them: words as plain text, buttons by their labels, what answers become."""

from __future__ import annotations

from bot.app.replies import Answer
from bot.app.requests import Press
from tests.helpers.chat import plain


def text(answer: Answer) -> str:
    """Return the words of an answer, without code style."""
    return plain(answer.words).replace("`", "")


def labels(answer: Answer) -> list[str]:
    """Return the labels of its buttons, in order."""
    return [button.label for group in answer.keyboard or () for button in group.buttons]


def press(answer: Answer, label: str) -> Press:
    """Return what its button with this label asks."""
    for group in answer.keyboard or ():
        for button in group.buttons:
            if button.label == label:
                found = Press.decode(button.id)
                assert found is not None
                return found
    raise AssertionError(f"no button {label!r} in {labels(answer)}")


async def grown(answer: Answer) -> list[Answer]:
    """Return all that takes an answer's place, in order; there is something."""
    assert answer.later is not None
    return [each async for each in answer.later]


async def last(answer: Answer) -> Answer:
    """Return what an answer is in the end."""
    return answer if answer.later is None else (await grown(answer))[-1]
