"""Whole matches read as they did when somebody last read them, and keep the law of the conversation.

After a wanted change: `python -m tests.matches.update_transcripts`, read the differences, commit.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from bot.app.requests import Press
from tests.helpers.telegram_server.looks import buttons, pinged, words_of
from tests.helpers.telegram_server.state import Deed, Happening
from tests.helpers.telegram_server.wire import Json
from tests.matches.scenes import KEPT, LONG, PEOPLES, SCENES, Played, Scene, play_everything
from tests.matches.scripted import LANGUAGES

Shown = dict[Scene, Played]

LINES = 5
"""Of a board: picture and buttons are to fit one screen with them."""
COUNTED = (
    "sendPhoto",
    "sendMessage",
    "deleteMessage",
    "editMessageMedia",
    "editMessageCaption",
    "editMessageText",
    "editMessageReplyMarkup",
)
"""Calls that Telegram counts against the twenty a minute of a group; a word to a press is not."""

CALLS_A_TURN, TAPS_A_TURN = 4.0, 2.5
"""In the long match, with all its menus, questions and refusals, and every tap shown by itself."""

every_scene = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: f"{scene.script}.{scene.locale}")


@pytest.fixture(scope="module")
def shown() -> Shown:
    """Play every scene once."""
    return play_everything()


@every_scene
def test_a_match_reads_as_it_did(scene: Scene, shown: Shown) -> None:
    assert shown[scene].transcript() == scene.path.read_text("utf-8")


def test_no_transcript_is_left_over() -> None:
    assert set(KEPT.iterdir()) == {scene.path for scene in SCENES}


def test_a_language_changes_words_alone(shown: Shown) -> None:
    first, *others = (played for scene, played in shown.items() if scene.script == LONG)
    assert len(others) == len(LANGUAGES) - 1
    for other in others:
        assert other.log == first.log
        assert [each.deed for each in other.history] == [each.deed for each in first.history]


# -- the law of the conversation --------------------------------------------------------------------


def boards(played: Played) -> Iterator[Json]:
    """Yield the boards as they were shown, posted or edited."""
    for happening in played.history:
        if happening.deed in (Deed.SENT, Deed.CHANGED) and "photo" in happening.message:
            yield happening.message


def steps(played: Played) -> Iterator[list[Happening]]:
    """Yield what the bot did after each thing that somebody did."""
    done: list[Happening] = []
    for happening in played.history:
        if happening.deed in PEOPLES:
            yield done
            done = []
        else:
            done.append(happening)
    yield done


@every_scene
def test_a_board_has_five_lines_at_most_and_rings_in_the_last_alone(scene: Scene, shown: Shown) -> None:
    for board in boards(shown[scene]):
        *others, last = words_of(board).split("\n")
        assert len(others) < LINES
        called = pinged(board)
        assert all(name in last for name in called)
        ends_a_session_game = "money" in scene.script and "🏁" in others[-1]
        assert len(called) <= (2 if ends_a_session_game else 1)


@every_scene
def test_one_board_of_a_match_at_a_time_has_buttons(scene: Scene, shown: Shown) -> None:
    asking: dict[int, int] = {}
    for done in steps(shown[scene]):
        for each in done:
            if each.deed in (Deed.SENT, Deed.CHANGED) and "photo" in each.message:
                number = each.message["message_id"]
                asking.pop(number, None)
                for button in buttons(each.message):
                    if press := Press.decode(button["callback_data"]):
                        asking[number] = press.subject
        assert set(Counter(asking.values()).values()) <= {1}


@every_scene
def test_nobody_is_rung_who_is_looking(scene: Scene, shown: Shown) -> None:
    sent = [each.message for each in shown[scene].history if each.deed is Deed.SENT]
    assert [message for message in sent if "photo" in message and not message.get("silent")] == []


def test_alone_with_the_computer_new_boards_are_for_its_offers_alone(shown: Shown) -> None:
    for played in (played for scene, played in shown.items() if scene.alone):
        posted = [each for each in played.history if each.deed is Deed.SENT and "photo" in each.message]
        assert len(posted) == 3, "the first, the computer's double, that of the next match"


def test_the_long_match_asks_for_few_taps_and_calls(shown: Shown) -> None:
    for scene in (scene for scene in SCENES if scene.script == LONG):
        played = shown[scene]
        turns = sum(kind == "played" for kind, _ in played.log)
        taps = sum(each.deed is Deed.PRESSED for each in played.history)
        assert taps / turns <= TAPS_A_TURN
        assert sum(method in COUNTED for method in played.calls) / turns <= CALLS_A_TURN


# -- what happens in it -----------------------------------------------------------------------------


def happened(played: Played) -> Counter[str]:
    """Return how often each kind of event happened."""
    return Counter(kind for kind, _ in played.log)


def test_the_long_match_has_everything_in_it(shown: Shown) -> None:
    played = next(played for scene, played in shown.items() if scene.script == LONG)
    events = [(kind, json.loads(data)) for kind, data in played.log]
    kinds = happened(played)
    openings = [data["dice"] for kind, data in events if kind == "opening_rolled"]
    assert openings[0][0] == openings[0][1], "a tie"
    assert kinds["doubled"] > kinds["taken"] > 0
    assert kinds["dropped"]
    assert kinds["resignation_rejected"]
    assert kinds["resignation_accepted"]
    assert kinds["auto_roll_chosen"]
    plays = [data["play"] for kind, data in events if kind == "played"]
    assert "" in plays, "a dance"
    assert any(len(play.split()) == 4 for play in plays), "a double"
    results = [data for kind, data in events if kind == "game_won"]
    assert [(data["seat"], data["size"], data["cube"]) for data in results] == [
        (0, 1, 2),
        (1, 2, 2),
        (0, 1, 1),
        (0, 1, 2),
    ]
    games = [(data["score"], data["crawford"]) for kind, data in events if kind == "game_started"]
    assert games[:4] == [([0, 0], False), ([2, 0], False), ([2, 4], True), ([3, 4], False)]
    assert kinds["match_started"] == 2, "the rematch"


def test_the_session_has_a_beaver_and_goes_on_until_somebody_ends_it(shown: Shown) -> None:
    for played in (played for scene, played in shown.items() if "money" in scene.script):
        kinds = happened(played)
        assert kinds["beavered"] == kinds["session_ended"] == 1
        assert kinds["game_started"] == kinds["game_won"] == 2
