"""The catalog splices parameters into templates and finds languages by scanning."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.pofile import PoFileError

from bot.app.catalog import Catalog
from bot.app.replies import Block, Code, Mention
from bot.app.requests import PlayerRef

ANA = Mention(PlayerRef("discord", "1"), "Ana", ping=True)

ENGLISH = r"""
# Language: English
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "hello"
msgstr "Hello {name}, and welcome!"

msgid "typed"
msgstr "`{play}` is a {n}; try `/move {other}`."

msgid "pages"
msgstr ""
"{name}: one\n"
"two\n"
"\n"
"`{play}`"

msgid "braces"
msgstr "{{name}}"

msgid "points"
msgid_plural "points"
msgstr[0] "{n} point"
msgstr[1] "{n} points"
"""

POLISH_PLURAL = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"


def catalog_of(folder: Path, default: str = "en", **languages: str) -> Catalog:
    for locale, text in languages.items():
        (folder / f"{locale}.po").write_text(text, encoding="utf-8")
    return Catalog(default, folder)


def with_message(template: str) -> str:
    return f'{ENGLISH}\nmsgid "new"\nmsgstr "{template}"\n'


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    return catalog_of(tmp_path, en=ENGLISH)


def test_text_is_spliced_into_one_span(catalog: Catalog) -> None:
    assert catalog.line("en", "hello", name="Ana") == ("Hello Ana, and welcome!",)


@pytest.mark.parametrize("span", [ANA, Code("24/18*/13"), Block("a\nb")])
def test_spans_stay_what_they_are(catalog: Catalog, span: Mention | Code | Block) -> None:
    assert catalog.line("en", "hello", name=span) == ("Hello ", span, ", and welcome!")


def test_a_line_is_spliced_span_by_span(catalog: Catalog) -> None:
    assert catalog.line("en", "hello", name=(ANA, " and ", "Bruno")) == (
        "Hello ",
        ANA,
        " and Bruno, and welcome!",
    )


@pytest.mark.parametrize("name", ["`rm`", "{other}", "{name}", "*a* <b>&amp;", "{", "@everyone", "%s"])
def test_no_name_brings_markup_or_places(catalog: Catalog, name: str) -> None:
    assert catalog.line("en", "hello", name=name) == (f"Hello {name}, and welcome!",)


def test_backticks_set_code_around_words_and_places(catalog: Catalog) -> None:
    assert catalog.line("en", "typed", play="13/9", n=4, other=Code("13/7")) == (
        Code("13/9"),
        " is a 4; try ",
        Code("/move 13/7"),
        ".",
    )


def test_doubled_braces_are_braces(catalog: Catalog) -> None:
    assert catalog.text("en", "braces") == "{name}"


def test_a_message_of_several_lines_becomes_words(catalog: Catalog) -> None:
    assert catalog.words("en", "pages", name=ANA, play="6/off") == (
        (ANA, ": one"),
        ("two",),
        (),
        (Code("6/off"),),
    )


def test_bare_text_shows_names_and_code_alike(catalog: Catalog) -> None:
    assert catalog.text("en", "hello", name=ANA) == "Hello Ana, and welcome!"
    assert catalog.text("en", "typed", play="13/9", n=4, other="13/7") == "13/9 is a 4; try /move 13/7."


@pytest.mark.parametrize(("n", "text"), [(1, "1 point"), (0, "0 points"), (5, "5 points"), (-1, "-1 point")])
def test_n_chooses_the_plural_form(catalog: Catalog, n: int, text: str) -> None:
    assert catalog.text("en", "points", n=n) == text


@pytest.mark.parametrize(
    ("n", "text"), [(1, "1 punkt"), (3, "3 punkty"), (5, "5 punktow"), (13, "13 punktow")]
)
def test_each_language_has_its_own_plural_forms(tmp_path: Path, n: int, text: str) -> None:
    forms = 'msgstr[0] "{n} punkt"\nmsgstr[1] "{n} punkty"\nmsgstr[2] "{n} punktow"'
    polish = ENGLISH.replace("nplurals=2; plural=(n != 1);", POLISH_PLURAL)
    polish = polish.replace('msgstr[0] "{n} point"\nmsgstr[1] "{n} points"', forms)
    assert catalog_of(tmp_path, en=ENGLISH, pl=polish).text("pl", "points", n=n) == text


def test_what_is_missing_is_a_key_error(catalog: Catalog) -> None:
    with pytest.raises(KeyError, match="nothing"):
        catalog.line("en", "nothing")
    with pytest.raises(KeyError, match="xx"):
        catalog.line("xx", "hello")
    with pytest.raises(KeyError, match="name"):
        catalog.line("en", "hello")
    with pytest.raises(KeyError, match="'n'"):
        catalog.text("en", "points")
    with pytest.raises(KeyError, match="n is a number"):
        catalog.text("en", "points", n="many")


@pytest.mark.parametrize(
    "template",
    ["{}", "{0}", "{name!r}", "{name:>9}", "{name.__class__}", "{name[0]}", "{", "}", "`open", "{a b}"],
)
def test_templates_hold_plain_places_and_paired_backticks_only(tmp_path: Path, template: str) -> None:
    catalog = catalog_of(tmp_path, en=with_message(template))
    with pytest.raises(ValueError):  # noqa: PT011 - the standard parser words some of them
        catalog.line("en", "hello", name="Ana")


def test_a_language_is_one_file_found_by_scanning(tmp_path: Path) -> None:
    german = ENGLISH.replace("Language: English", "Language: Deutsch").replace("Hello", "Hallo")
    (tmp_path / "README.txt").write_text("no language")
    catalog = catalog_of(tmp_path, en=ENGLISH, de=german)
    assert catalog.locales() == ("de", "en")
    assert [catalog.own_name(locale) for locale in catalog.locales()] == ["Deutsch", "English"]
    assert catalog.text("de", "hello", name="Ana") == "Hallo Ana, and welcome!"


def test_a_language_without_its_own_name_is_refused(tmp_path: Path) -> None:
    catalog = catalog_of(tmp_path, en=ENGLISH, de=ENGLISH.replace("# Language: English", ""))
    with pytest.raises(ValueError, match=r"de\.po names no language"):
        catalog.own_name("de")


def test_a_broken_file_spoils_no_other_language(tmp_path: Path) -> None:
    catalog = catalog_of(tmp_path, en=ENGLISH, de='msgid "open')
    assert catalog.locales() == ("de", "en")
    assert catalog.text("en", "braces") == "{name}"
    with pytest.raises(PoFileError):
        catalog.text("de", "braces")


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (["pt-BR"], "pt_BR"),
        (["pt_br"], "pt_BR"),
        (["pt"], "pt_BR"),
        (["pt-PT"], "pt_BR"),
        (["en-GB"], "en"),
        (["fr", "pt"], "pt_BR"),
        (["fr"], "en"),
        ([None, "", "pt-BR", "en"], "pt_BR"),
        ([None], "en"),
        ([], "en"),
        (["zh-TW"], "zh_TW"),
        (["zh"], "zh_CN"),
        (["zh-HK"], "zh_CN"),
    ],
)
def test_negotiation_takes_the_first_wish_that_fits(
    tmp_path: Path, wanted: list[str | None], found: str
) -> None:
    catalog = catalog_of(tmp_path, en=ENGLISH, pt_BR=ENGLISH, zh_CN=ENGLISH, zh_TW=ENGLISH)
    assert catalog.negotiate(*wanted) == found


def test_the_default_language_is_negotiated_too(tmp_path: Path) -> None:
    catalog = catalog_of(tmp_path, "pt-br", en=ENGLISH, pt_BR=ENGLISH)
    assert catalog.default_locale == catalog.negotiate("fr") == "pt_BR"


def test_a_default_that_is_not_there_is_refused_naming_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no language 'fr'; there are en, pt_BR"):
        catalog_of(tmp_path, "fr", en=ENGLISH, pt_BR=ENGLISH)


def test_each_file_is_read_once_and_only_when_asked_for(tmp_path: Path) -> None:
    catalog = catalog_of(tmp_path, en=ENGLISH, de=ENGLISH)
    assert catalog.text("en", "braces") == "{name}"
    for file in tmp_path.iterdir():
        file.unlink()
    assert catalog.text("en", "points", n=2) == "2 points"
    with pytest.raises(FileNotFoundError):
        catalog.text("de", "braces")
