"""Every language says everything that the code asks it to say, within the limits of the platforms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from string import Formatter

import pytest
from babel.messages.catalog import Catalog as PoCatalog
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from bot.app.catalog import Catalog
from bot.app.commands import COMMANDS, Group
from bot.engine import refusals
from bot.engine.house_rules import PRESETS, HouseRules
from bot.engine.refusals import Refusal
from bot.engine.variants import find_variants
from renderers.themes import find_themes
from tests.helpers.message_keys import BOT, KEY, literals, patterns, reasons, refused, spoken

LOCALES = sorted(path.stem for path in (BOT / "locales").glob("*.po"))

DISCORD_DESCRIPTION = 100
TELEGRAM_DESCRIPTION = 256
DISCORD_LABEL = 80
PHONE_LABEL = 32
"""Characters that a button shows on a phone when it has a row for itself."""

LABELS = ("button.", "preset.", "theme.")
SEVERAL_LINES = ("help.", "help-page.intro", "rules-page", "greeting.", "terminal.")
"""Messages that may have line breaks, because they are said as pages."""

WITH_EVERY_PLAY = {"play", "roll", "plays"}
"""What the refusal of a play carries, whatever the reason."""

ORDINARY = {"name": "Bruno", "result": "Bruno +2 → 4–3", "play": "13/8 6/4"}
LONG = {"name": "W" * 24, "result": f"{'W' * 24} +128 → 98–97", "play": "bar/24*(2) 13/12*(2)"}


@cache
def po_of(locale: str) -> PoCatalog:
    with (BOT / "locales" / f"{locale}.po").open("rb") as file:
        return read_po(file, locale=locale, abort_invalid=True)


@cache
def messages(locale: str) -> dict[str, Message]:
    found = (message for message in po_of(locale) if message.id)
    return {message.id if isinstance(message.id, str) else message.id[0]: message for message in found}


def forms(message: Message) -> tuple[str, ...]:
    """Return the one text of a message, or that of each plural form."""
    texts = message.string if isinstance(message.string, list | tuple) else (message.string,)
    return tuple(str(text) for text in texts)


def places(text: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def english() -> dict[str, Message]:
    return messages("en")


def needed(key: str) -> frozenset[str]:
    """Return what must be given to say a message: its places, and the number of a plural."""
    plural = frozenset() if isinstance(english()[key].id, str) else frozenset({"n"})
    return plural.union(*map(places, forms(english()[key])))


def every_text(locale: str) -> Iterator[tuple[str, str]]:
    for key, message in messages(locale).items():
        yield from ((key, text) for text in forms(message))


def built_keys() -> set[str]:
    """Return the keys that the code puts together from what exists."""
    return {
        *(command.description_key for command in COMMANDS),
        *(command.help_key for command in COMMANDS),
        *(f"help-page.{group.value}" for group in Group),
        *(f"preset.{preset}" for preset in PRESETS),
        *(f"rule-name.{field.name}" for field in fields(HouseRules)),
        *(f"size.{size}" for size in (1, 2, 3)),
        *(f"theme.{theme}" for theme in find_themes()),
        *(f"variant.{variant}" for variant in find_variants()),
    }


def refusal_classes() -> frozenset[str]:
    classes = (value for value in vars(refusals).values() if isinstance(value, type))
    return frozenset(cls.__name__ for cls in classes if issubclass(cls, Refusal))


@pytest.mark.parametrize("locale", LOCALES)
class TestEveryLanguage:
    """One contract for every `.po` found."""

    def test_has_the_same_messages(self, locale: str) -> None:
        assert set(messages(locale)) == set(english())

    def test_says_no_message_twice(self, locale: str) -> None:
        text = (BOT / "locales" / f"{locale}.po").read_text(encoding="utf-8")
        counts = Counter(re.findall(r'^msgid "(.+)"$', text, re.MULTILINE))
        assert [key for key, count in counts.items() if count > 1] == []

    def test_says_something_every_time(self, locale: str) -> None:
        assert [key for key, text in every_text(locale) if not text.strip()] == []

    def test_leaves_nothing_to_be_checked_by_a_translator(self, locale: str) -> None:
        assert [key for key, message in messages(locale).items() if message.fuzzy] == []

    def test_has_the_same_places(self, locale: str) -> None:
        """One form of a plural may spell the number out."""
        for key, text in every_text(locale):
            assert places(text) | ({"n"} & needed(key)) == needed(key), key

    def test_has_every_plural_form(self, locale: str) -> None:
        """A language may need plural forms where another needs none, if there is a number."""
        count = po_of(locale).num_plurals
        for key, message in messages(locale).items():
            plural = not isinstance(message.id, str)
            assert len(forms(message)) == (count if plural else 1), key
            assert not plural or "n" in needed(key), key

    def test_is_well_formed_and_names_itself(self, locale: str) -> None:
        catalog = Catalog()
        assert locale in catalog.locales()
        assert catalog.own_name(locale)
        assert catalog.negotiate(locale.replace("_", "-")) == locale

    def test_has_no_stray_blanks(self, locale: str) -> None:
        for key, text in every_text(locale):
            assert key == "offer.separator" or text == text.strip(), key
            assert "  " not in text, key

    def test_breaks_lines_in_pages_only(self, locale: str) -> None:
        assert [
            key for key, text in every_text(locale) if "\n" in text and not key.startswith(SEVERAL_LINES)
        ] == []

    def test_describes_commands_within_the_limits(self, locale: str) -> None:
        for key, text in every_text(locale):
            if key.startswith("command."):
                assert len(text) <= min(DISCORD_DESCRIPTION, TELEGRAM_DESCRIPTION), key

    def test_labels_buttons_shortly(self, locale: str) -> None:
        for key, text in every_text(locale):
            if key.startswith(LABELS):
                assert 1 <= len(filled(text, ORDINARY)) <= PHONE_LABEL, key
                assert len(filled(text, LONG)) <= DISCORD_LABEL, key

    def test_ends_a_refusal_as_a_sentence(self, locale: str) -> None:
        assert [
            key for key, text in every_text(locale) if key.startswith("refusal.") and text[-1] not in ".?!"
        ] == []


def filled(label: str, words: dict[str, str]) -> str:
    """Return a label with names and results as in `words`, and numbers of three digits."""
    return label.format(**{place: words.get(place, "128") for place in places(label)})


def test_every_message_that_is_said_exists_and_gets_what_it_needs() -> None:
    uses = [*spoken(), *refused(refusal_classes())]
    assert len(uses) > 100
    for use in uses:
        assert use.key in english(), use
        assert use.params is None or needed(use.key) <= named(use.params), use


def test_every_reason_against_a_play_exists_and_gets_what_it_needs() -> None:
    uses = list(reasons())
    assert len(uses) > 10
    for use in uses:
        assert use.key in english(), use
        assert needed(use.key) <= (use.params or frozenset()) | WITH_EVERY_PLAY, use


def named(params: frozenset[str]) -> frozenset[str]:
    """Return the parameters as they are said: the engine tells a seat, the application its name."""
    return params | {"name"} if "seat" in params else params


def test_every_key_that_stands_in_the_code_exists() -> None:
    families = {key.split(".")[0] for key in english()}
    for text, where in literals().items():
        if KEY.fullmatch(text) and text.split(".")[0] in families:
            assert text in english(), f"{text} in {where[0]}"


def test_every_key_that_is_put_together_exists() -> None:
    assert built_keys() - set(english()) == set()


def test_no_message_is_left_unused() -> None:
    built, texts = built_keys(), set(literals())
    used = texts | built | {f"refusal.{text}" for text in texts}
    known = {"refusal", *(key.split(".")[0] for key in built)}
    unused = [key for key in english() if key not in used]
    shapes = list(patterns())
    assert [
        key
        for key in unused
        if key.split(".")[0] in known or not any(shape.fullmatch(key) for shape in shapes)
    ] == []
