"""Every verb in both languages, however it is typed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.catalog import Catalog
from bot.app.commands import (
    COMMANDS,
    Argument,
    Command,
    Group,
    Invocation,
    command_of,
    fold,
    parse,
    parse_size,
    to_action,
)
from bot.engine import actions
from bot.engine.refusals import Refusal
from tests.helpers.message_keys import BOT, literals

DISCORD_NAME = re.compile(r"[-_'\w]{1,32}")
TELEGRAM_NAME = re.compile(r"[a-z0-9_]{1,32}")

THE_DESIGN = """
challenge desafiar
accept aceitar
decline recusar
cancel cancelar
roll r rolar lancar
move m mover jogar
undo u desfazer
confirm ok confirmar
double d dobrar
take pegar
drop largar
beaver bivar
raccoon racunar
resign desistir
board b tabuleiro
text texto
pips
score placar
id
matches partidas
help ajuda
rules regras
settings ajustes
"""


def every_name() -> Iterator[tuple[Command, str]]:
    for command in COMMANDS:
        yield from ((command, name) for name in command.names())


@pytest.mark.parametrize(("command", "name"), list(every_name()))
def test_every_name_works_however_it_is_typed(command: Command, name: str) -> None:
    for typed in (name, name.upper(), name.title(), fold(name), f"/{name}", f"/{fold(name)}@gamao_bot"):
        assert parse(typed) == Invocation(command.verb), typed
        assert parse(f"  {typed}   13/8 6/5 ") == Invocation(command.verb, "13/8 6/5"), typed


@pytest.mark.parametrize("line", THE_DESIGN.strip().splitlines())
def test_the_designed_names_are_understood(line: str) -> None:
    verb, *others = line.split()
    assert {parse(name) for name in (verb, *others)} == {Invocation(verb)}


def test_accents_may_be_typed_or_left_out_composed_or_not() -> None:
    for typed in ("lançar", "lancar", "LANÇAR", "lanc\u0327ar"):
        assert parse(typed) == Invocation("roll")


def test_no_two_commands_share_a_name() -> None:
    names = [fold(name) for _, name in every_name()]
    assert len(names) == len(set(names))


def test_names_fit_both_platforms() -> None:
    for _, name in every_name():
        assert DISCORD_NAME.fullmatch(name), name
        assert name == name.lower(), name
        assert TELEGRAM_NAME.fullmatch(fold(name)), name


def test_a_required_argument_is_one_that_exists() -> None:
    required = {command.verb: command.argument for command in COMMANDS if command.required}
    assert required == {"move": Argument.PLAY, "settle": Argument.POINTS}


def test_every_chapter_has_commands_that_stand_together() -> None:
    groups = [command.group for command in COMMANDS]
    assert list(dict.fromkeys(groups)) == list(Group)
    assert groups == sorted(groups, key=list(Group).index)


@pytest.mark.parametrize(
    ("locale", "name"), [("en", "roll"), ("pt_BR", "rolar"), ("pt_PT", "rolar"), ("fr", "roll")]
)
def test_menus_show_the_name_of_their_language(locale: str, name: str) -> None:
    command = command_of("r")
    assert command
    assert command.name_in(locale) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "/",
        "@gamao_bot",
        "hello there",
        "rolling",
        "/rollx",
        "//roll",
        "take-it",
        "roll/13",
        "r@",
        "13/",
        "é",
    ],
)
def test_what_is_no_command_is_not_for_us(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    "text", ["13/8 6/5", "13-8,6-5", "bar/22", "b/22 6/4", "barra/22", "6/fora", "24/18*/13", "8/4(2)"]
)
@pytest.mark.parametrize("plain", [True, False])
def test_a_play_needs_no_verb(text: str, plain: bool) -> None:
    assert parse(f" {text} ", plain=plain) == Invocation("move", text)


@pytest.mark.parametrize(
    "text", ["roll", "/roll", "take", "ok", "no", "sim", "m 13/8", "/move 13/8", "nice 13/8!", "13"]
)
def test_in_plain_talk_only_plays_count(text: str) -> None:
    assert parse(text, plain=True) is None


def test_what_follows_a_verb_keeps_its_letters_and_lines() -> None:
    assert parse("/challenge @Ana  5\nsem cubo") == Invocation("challenge", "@Ana  5\nsem cubo")


@given(st.text(), st.booleans())
def test_any_text_is_read_or_left_alone(text: str, plain: bool) -> None:
    invocation = parse(text, plain=plain)
    assert invocation is None or command_of(invocation.verb)


@given(st.sampled_from([command.verb for command in COMMANDS]), st.text())
def test_any_argument_makes_an_action_or_is_refused(verb: str, argument: str) -> None:
    try:
        action = to_action(Invocation(verb, argument))
    except Refusal as refusal:
        assert refusal.key in {"size-unknown", "settlement-points"}  # noqa: PT017
    else:
        assert action is None or type(action).__module__ == actions.__name__


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("r", actions.RollDice()),
        ("m 13/8 6/5", actions.MakePlay("13/8 6/5")),
        ("6/off", actions.MakePlay("6/off")),
        ("d", actions.OfferDouble()),
        ("pegar", actions.Take()),
        ("largar", actions.Drop()),
        ("pass", actions.Drop()),
        ("bivar", actions.Beaver()),
        ("racunar", actions.Raccoon()),
        ("relancar", actions.RefuseFirstRoll()),
        ("resign", actions.Resign(1)),
        ("desistir gamão", actions.Resign(2)),
        ("settle -2", actions.OfferSettlement(-2)),
        ("acordo +3", actions.OfferSettlement(3)),
        ("acordo −4", actions.OfferSettlement(-4)),
        ("proxima", actions.NextGame()),
        ("end", actions.EndSession()),
    ],
)
def test_verbs_of_the_game_are_actions(text: str, action: actions.Action) -> None:
    invocation = parse(text)
    assert invocation
    assert to_action(invocation) == action


CONTEXTUAL = {"accept", "decline", "autoroll", "undo", "confirm"}


def test_what_depends_on_the_moment_is_left_to_the_service() -> None:
    acting = {command.verb for command in COMMANDS if _acts(command)}
    groups = (Group.PLAY, Group.CUBE, Group.GAME)
    assert acting == {command.verb for command in COMMANDS if command.group in groups} - CONTEXTUAL


def _acts(command: Command) -> bool:
    return to_action(Invocation(command.verb, "1")) is not None


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (1, ["", " ", "single", "Simples", "1"]),
        (2, ["gammon", "gamão", "GAMAO", "2"]),
        (3, ["backgammon", "triplo", "triple", " 3 "]),
    ],
)
def test_sizes_in_both_languages(size: int, words: list[str]) -> None:
    assert {parse_size(word) for word in words} == {size}


@pytest.mark.parametrize("word", ["0", "4", "double", "gam mon", "single gammon"])
def test_an_unknown_size_is_refused_with_the_word(word: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_size(word)
    assert (refused.value.key, refused.value.params) == ("size-unknown", {"word": word})


@pytest.mark.parametrize("argument", ["", "two", "2.5", "--2", "1e3", "99999", "2 3"])
def test_a_settlement_is_a_whole_number_of_points(argument: str) -> None:
    with pytest.raises(Refusal) as refused:
        to_action(Invocation("settle", argument))
    assert refused.value.key == "settlement-points"


DESKS = ("service", "table", "lobby", "enquiries", "watching", "coaching", "positions")


def test_every_verb_is_answered_by_a_desk_of_the_service() -> None:
    """A verb that nobody handles would be a promise without an answer."""
    desks = tuple(f"bot/app/{desk}.py" for desk in DESKS)
    answered = {
        text for text, places in literals().items() if any(place.startswith(desks) for place in places)
    }
    assert [command.verb for command in COMMANDS if command.verb not in answered] == []


# -- docs/commands.md -------------------------------------------------------------------------------

PAGE = BOT.parent / "docs" / "commands.md"

FOLLOWED_BY = {
    Argument.NONE: "",
    Argument.PLAY: "a play",
    Argument.OFFER: "whom, length, variant, house rules",
    Argument.SIZE: "`single`, `gammon` or `backgammon`",
    Argument.POINTS: "points, `-` to pay them",
    Argument.TEXT: "a command",
    Argument.FORMAT: "`mat` or `sgf`",
    Argument.POSITION: "an XGID, OGID or GNU ID",
    Argument.CHOICE: "a play, or `double`, `take` …",
    Argument.CODE: "a code, if any",
}


def test_the_docs_tell_every_command_with_all_its_names_in_order() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    rows = [cells(line) for line in lines if line.startswith("| `")]
    commands = [row for row in rows if len(row) == 5]
    catalog = Catalog()
    assert commands == [
        [
            f"`{command.verb}`",
            quoted(command.aliases),
            quoted(command.portuguese),
            FOLLOWED_BY[command.argument],
            catalog.text("en", command.description_key),
        ]
        for command in COMMANDS
    ]


def test_the_docs_write_plays_as_they_are_read() -> None:
    text = PAGE.read_text(encoding="utf-8").split("## Plays")[1].split("## ")[0]
    plays = [play for line in text.splitlines() for play in re.findall("`([^`]+)`", line) if line[0] == "|"]
    assert len(plays) > 10
    assert [play for play in plays if parse(play, plain=True) != Invocation("move", play)] == []


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


def quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
