"""What holds for every play of every position."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.engine.canonical import format_play, spell_play
from bot.engine.diagram import Diagram
from bot.engine.notation import looks_like_play, match_play, pack, typed_plays, unpack
from bot.engine.ogid import ogid, parse_ogid
from bot.engine.position import BAR, OFF, Play, Position, Roll, Side
from bot.engine.position_id import gnu_id, parse_gnu_id, parse_xgid, xgid
from bot.engine.refusals import AmbiguousPlay, IllegalPlay, InvalidNotation, Refusal
from bot.engine.variants import find_variants, rules_of
from tests.helpers import naive
from tests.helpers.positions import made_up, played, positions, rolls, sides

pytestmark = pytest.mark.property

RULES = rules_of("backgammon")


def seen_by(side: Side, position: Position) -> Position:
    """Return `position` with its side 0 as `side`."""
    return position if side == 0 else Position(position.rows[::-1])


@given(made_up(), sides, rolls)
def test_the_results_are_those_of_the_rules_word_for_word(position: Position, side: Side, roll: Roll) -> None:
    stood = seen_by(side, position)
    plays = RULES.legal_plays(stood, side, roll)
    assert {legal.result for legal in plays} == naive.results(RULES, stood, side, roll)


@given(st.data(), st.sampled_from(find_variants()), sides, rolls)
def test_every_variant_follows_the_rules_word_for_word(
    data: st.DataObject, variant: str, side: Side, roll: Roll
) -> None:
    rules = rules_of(variant)
    stood = seen_by(side, data.draw(played(variant)))
    plays = rules.legal_plays(stood, side, roll)
    assert {legal.result for legal in plays} == naive.results(rules, stood, side, roll)
    for legal in plays:
        assert [sum(row) for row in legal.result.rows] == [rules.checkers] * 2


@given(positions, sides, rolls)
def test_a_play_moves_towards_its_result(position: Position, side: Side, roll: Roll) -> None:
    stood = seen_by(side, position)
    plays = RULES.legal_plays(stood, side, roll)
    for legal in plays:
        assert RULES.after(stood, side, legal.play) == legal.result
        assert [sum(row) for row in legal.result.rows] == [sum(row) for row in stood.rows]
        assert legal.result.pip_count(side) < stood.pip_count(side)
        assert unpack(RULES, stood, side, roll, pack(legal.play)) == legal.play
    texts = [format_play(legal.play) for legal in plays]
    assert texts == sorted(set(texts))


@given(positions, rolls)
def test_the_order_of_the_dice_does_not_matter(position: Position, roll: Roll) -> None:
    assert RULES.legal_plays(position, 0, roll) == RULES.legal_plays(position, 0, roll[::-1])


@given(positions, rolls, st.randoms(use_true_random=False))
def test_taps_in_any_order_end_in_a_legal_play(position: Position, roll: Roll, chance: random.Random) -> None:
    results = {legal.result for legal in RULES.legal_plays(position, 0, roll)}
    made: Play = ()
    while following := RULES.next_moves(position, 0, roll, made):
        assert len({(move.start, move.end) for move in following}) == len(following)
        made = (*made, chance.choice(following))
        assert unpack(RULES, position, 0, roll, pack(made)) == made
    assert RULES.after(position, 0, made) in results or (not results and not made)


@given(positions, rolls)
def test_every_legal_play_can_be_tapped(position: Position, roll: Roll) -> None:
    for legal in RULES.legal_plays(position, 0, roll)[:12]:
        for number, move in enumerate(legal.play):
            assert move in RULES.next_moves(position, 0, roll, legal.play[:number])
        assert RULES.next_moves(position, 0, roll, legal.play) == ()


def reachable(position: Position, roll: Roll, made: Play) -> set[Position]:
    """Return every legal result that taps after `made` lead to."""
    following = RULES.next_moves(position, 0, roll, made)
    if not following:
        return {RULES.after(position, 0, made)}
    return set().union(*(reachable(position, roll, (*made, move)) for move in following))


@given(made_up(), rolls, st.booleans())
def test_what_is_forced_takes_nothing_away_and_leaves_a_choice(
    position: Position, roll: Roll, begun: bool
) -> None:
    results = RULES.legal_plays(position, 0, roll)
    assume(0 < len(results) <= 12)
    made = results[0].play[:1] if begun else ()
    drawn = RULES.forced(position, 0, roll, made)
    assert drawn[: len(made)] == made
    before = reachable(position, roll, made)
    assert reachable(position, roll, drawn) == before
    for move in RULES.next_moves(position, 0, roll, drawn):
        assert reachable(position, roll, (*drawn, move)) < before


def spellings(play: Play, text: str, chance: random.Random) -> list[str]:
    """Return other ways to write a play that `text` stands for."""
    moves = text.split()
    chance.shuffle(moves)
    expanded = re.sub(r"(\S+)\((\d)\)", lambda found: " ".join([found[1]] * int(found[2])), text)
    steps = [format_play((move,)) for move in play]
    chance.shuffle(steps)
    return [
        " ".join(moves),
        ", ".join(moves).upper(),
        expanded,
        text.replace("*", ""),
        text.replace("/", "-").replace("bar", str(BAR)).replace("off", str(OFF)),
        text.replace("bar", "barra").replace("off", "fora").replace("(", " x").replace(")", ""),
        f"`{text.replace('/', '→')}`",
        " ".join(steps),
    ]


@given(positions, rolls, st.randoms(use_true_random=False))
def test_a_play_is_read_in_all_its_spellings(position: Position, roll: Roll, chance: random.Random) -> None:
    plays = RULES.legal_plays(position, 0, roll)
    for legal, typed in list(zip(plays, typed_plays(plays), strict=True))[:3]:
        for text in (typed, spell_play(legal.play), *spellings(legal.play, spell_play(legal.play), chance)):
            assert looks_like_play(text)
            matched = match_play(RULES, position, 0, roll, text)
            assert (matched.play, matched.complete) == (legal.play, True), text


@given(positions, rolls)
def test_the_canonical_text_is_its_play_or_ambiguous(position: Position, roll: Roll) -> None:
    plays = RULES.legal_plays(position, 0, roll)
    for legal in plays[:5]:
        try:
            matched = match_play(RULES, position, 0, roll, format_play(legal.play))
        except AmbiguousPlay as refusal:
            routes = [
                match_play(RULES, position, 0, roll, str(refusal.params[name]))
                for name in ("first", "second")
            ]
        else:
            routes = [matched]
        assert legal.play in [route.play for route in routes]


nodes = st.sampled_from(["bar", "off", *map(str, range(27))])
almost_plays = st.lists(st.lists(nodes, min_size=2, max_size=4).map("/".join), max_size=5).map(" ".join)
texts = st.one_of(st.text(), almost_plays, st.text(alphabet="0123456789/-*() ,barofx", max_size=30))


@given(positions, rolls, texts)
def test_any_text_is_a_play_or_refused(position: Position, roll: Roll, text: str) -> None:
    try:
        matched = match_play(RULES, position, 0, roll, text)
    except Refusal as refusal:
        assert isinstance(refusal, InvalidNotation | IllegalPlay | AmbiguousPlay)  # noqa: PT017
        for play in refusal.params["plays"]:  # type: ignore[attr-defined]
            assert match_play(RULES, position, 0, roll, play)
    else:
        assert looks_like_play(text)
        assert unpack(RULES, position, 0, roll, pack(matched.play)) == matched.play


@given(positions, rolls, st.text(alphabet="abcdefghijklmnopqrstuvwxyz0", max_size=10))
def test_any_button_is_a_play_or_refused(position: Position, roll: Roll, text: str) -> None:
    try:
        play = unpack(RULES, position, 0, roll, text)
    except IllegalPlay:
        return
    assert pack(play) == text


@given(
    positions,
    st.builds(
        Diagram,
        position=st.just(RULES.start_position()),
        on_roll=sides,
        cube_value=st.integers(0, 10).map(lambda log2: 1 << log2),
        cube_owner=st.sampled_from([None, 0, 1]),
        length=st.integers(0, 99),
        score=st.tuples(st.integers(0, 200), st.integers(0, 200)),
    ),
    st.one_of(st.none(), st.tuples(st.integers(1, 6), st.integers(1, 6))),
    st.booleans(),
)
def test_position_texts_are_read_as_written(
    position: Position, shown: Diagram, roll: Roll | None, flag: bool
) -> None:
    money = shown.length == 0
    shown = replace(shown, position=position, dice=roll, jacoby=money and flag, crawford=not money and flag)
    assert parse_xgid(xgid(shown)) == shown
    for doubled in (False, True):
        sorted_roll = tuple(sorted(roll, reverse=True)) if roll else None
        asked = replace(shown, dice=None if doubled else sorted_roll, doubled=doubled)  # type: ignore[arg-type]
        assert parse_gnu_id(gnu_id(asked)) == asked
        told = parse_ogid(ogid(asked))
        assert (told.position, told.on_roll, told.doubled) == (position, shown.on_roll, doubled)


@given(st.text())
def test_any_position_text_is_read_or_refused(text: str) -> None:
    for parse in (parse_xgid, parse_gnu_id, parse_ogid):
        with pytest.raises(InvalidNotation):
            parse(text)
