"""The words of every language: gettext catalogs, one `.po` a language, read in memory.

A message id names what is said ("refusal.not-your-turn"); a template holds the words. Templates
know two marks and nothing else: `{name}` is a place for a parameter, and backticks set code style.
Parameters are spliced in as they are and never parsed, so no name and no typed text brings markup.

A language is one file in `bot/locales`, found by scanning; a comment `# Language: Português` at its
top carries its own name. The locale is always an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from gettext import c2py
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import groupby
from string import Formatter
from typing import TypeAlias

from babel.messages.pofile import read_po

from bot.app.replies import Block, Code, Line, Mention, Span, Words

Param: TypeAlias = Span | Line | int
"""What fills a placeholder: text and numbers as words, spans as they are, a line as its spans."""

_NAME_COMMENT = "Language:"


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a template: literal words, or the name of a place."""

    text: str
    place: bool
    code: bool


_Template: TypeAlias = tuple[_Piece, ...]


@dataclass(frozen=True, slots=True)
class _Language:
    """One `.po` in memory. A message has one template, or one for each plural form."""

    name: str
    plural_form: Callable[[int], int]
    messages: Mapping[str, tuple[_Template, ...]]


class Catalog:
    """All languages, each read when it is first asked for.

    Raises `ValueError` if `default_locale` fits no language that is there.
    """

    def __init__(self, default_locale: str = "en", folder: Traversable | None = None) -> None:
        self._folder = folder or resources.files("bot").joinpath("locales")
        names = (entry.name for entry in self._folder.iterdir())
        self._locales = tuple(sorted(name.removesuffix(".po") for name in names if name.endswith(".po")))
        self._read: dict[str, _Language] = {}
        found = self._find(default_locale)
        if found is None:
            raise ValueError(f"no language {default_locale!r}; there are {', '.join(self._locales)}")
        self.default_locale = found

    def locales(self) -> tuple[str, ...]:
        """Return every language, sorted."""
        return self._locales

    def own_name(self, locale: str) -> str:
        """Return what the speakers of a language call it, for the language menu."""
        return self._language(locale).name

    def negotiate(self, *wanted: str | None) -> str:
        """Return the language of the first wish that fits one, otherwise the default.

        "pt-BR", "pt" and "pt_PT" all find "pt_BR" where no nearer one is there.
        """
        found = (self._find(wish) for wish in wanted if wish)
        return next((locale for locale in found if locale), self.default_locale)

    def line(self, locale: str, key: str, /, **params: Param) -> Line:
        """Return a message with its parameters spliced in; `n` chooses the plural form.

        Raises `KeyError` for an unknown language or key, or for a parameter that is missing.
        """
        spans: list[Span] = []
        template = self._template(locale, key, params)
        for code, pieces in groupby(template, lambda piece: piece.code):
            filled = [span for piece in pieces for span in _fill(piece, params)]
            spans.extend((Code(_plain(filled)),) if code else filled)
        return _joined(spans)

    def words(self, locale: str, key: str, /, **params: Param) -> Words:
        """Return a message of several lines. Raises `KeyError` as `line` does."""
        lines: list[Line] = []
        rest: list[Span] = []
        for span in self.line(locale, key, **params):
            first, *others = span.split("\n") if isinstance(span, str) else (span,)
            rest.append(first)
            for other in others:
                lines.append(_joined(rest))
                rest = [other]
        return (*lines, _joined(rest))

    def text(self, locale: str, key: str, /, **params: Param) -> str:
        """Return a message as bare text. Raises `KeyError` as `line` does."""
        return _plain(self.line(locale, key, **params))

    def _template(self, locale: str, key: str, params: Mapping[str, Param]) -> _Template:
        language = self._language(locale)
        forms = language.messages[key]
        if len(forms) == 1:
            return forms[0]
        count = params["n"]
        if not isinstance(count, int):
            raise KeyError(f"{key} has plural forms: n is a number")
        return forms[language.plural_form(abs(count))]

    def _language(self, locale: str) -> _Language:
        if locale not in self._read:
            if locale not in self._locales:
                raise KeyError(locale)
            self._read[locale] = _read(self._folder.joinpath(f"{locale}.po"), locale)
        return self._read[locale]

    def _find(self, wish: str) -> str | None:
        """Return the language of exactly this name, else one of the same tongue."""
        asked = wish.replace("-", "_").casefold()
        exact = (locale for locale in self._locales if locale.casefold() == asked)
        near = (locale for locale in self._locales if _tongue(locale) == _tongue(asked))
        return next(exact, None) or next(near, None)


def _tongue(locale: str) -> str:
    return locale.split("_", maxsplit=1)[0].casefold()


def _read(file: Traversable, locale: str) -> _Language:
    """Read a `.po`; raise `ValueError` for a template or a header that is malformed."""
    with file.open("rb") as opened:
        catalog = read_po(opened, locale=locale, ignore_obsolete=True, abort_invalid=True)
    messages: dict[str, tuple[_Template, ...]] = {}
    for message in catalog:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            forms = message.string if isinstance(message.string, list | tuple) else (message.string,)
            messages[key] = tuple(_parse(key, str(form)) for form in forms)
    comments = (line.lstrip("# ") for line in catalog.header_comment.splitlines())
    names = [line.removeprefix(_NAME_COMMENT).strip() for line in comments if line.startswith(_NAME_COMMENT)]
    if not names:
        raise ValueError(f"{locale}.po names no language: it begins with '# {_NAME_COMMENT} its own name'")
    return _Language(names[0], c2py(catalog.plural_expr), messages)


def _parse(key: str, template: str) -> _Template:
    """Cut a template into pieces; raise `ValueError` for anything but plain `{name}` and paired backticks."""
    pieces: list[_Piece] = []
    code = False
    for literal, name, spec, conversion in Formatter().parse(template):
        for number, words in enumerate(literal.split("`")):
            if number:
                code = not code
            if words:
                pieces.append(_Piece(words, False, code))
        if name is None:
            continue
        if spec or conversion or not name.isidentifier():
            raise ValueError(f"{key}: a place is a plain {{name}}, not {name!r} in {template!r}")
        pieces.append(_Piece(name, True, code))
    if code:
        raise ValueError(f"{key}: a backtick is not closed in {template!r}")
    return tuple(pieces)


def _fill(piece: _Piece, params: Mapping[str, Param]) -> Line:
    if not piece.place:
        return (piece.text,)
    match params[piece.text]:
        case int() as number:
            return (str(number),)
        case str() | Code() | Block() | Mention() as span:
            return (span,)
        case line:
            return line


def _plain(line: Iterable[Span]) -> str:
    """Return spans as bare text."""
    return "".join(
        span if isinstance(span, str) else span.name if isinstance(span, Mention) else span.text
        for span in line
    )


def _joined(spans: Iterable[Span]) -> Line:
    """Return spans with neighbouring texts made one and empty ones left out."""
    joined: list[Span] = []
    for span in spans:
        if isinstance(span, str) and joined and isinstance(joined[-1], str):
            joined[-1] += span
        elif span != "":
            joined.append(span)
    return tuple(joined)
