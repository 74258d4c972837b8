"""Lines: bent, shortened, cut to pieces, widened."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from renderers.strokes import Dot, bend, dashes, extent, normal, part, ribbons, shortened

CORNER: list[Dot] = [(0, 0), (10, 0), (10, 20)]


def length(line: list[Dot]) -> float:
    """Return how long a line is."""
    return sum(math.dist(start, end) for start, end in pairwise(line))


@pytest.mark.parametrize("rise", [40.0, -13.0, 0.5])
def test_a_bend_joins_its_ends_and_rises_in_the_middle(rise: float) -> None:
    curve = bend((0, 100), (200, 100), rise, flaw=0.01)
    assert (curve[0], curve[-1]) == ((0, 100), (200, 100))
    farthest = max(curve, key=lambda dot: abs(dot[1] - 100))
    assert farthest == pytest.approx((100, 100 + rise), abs=8)


def test_a_bend_is_as_fine_as_it_must_be() -> None:
    """Halfway between two of its points a parabola is farthest from the line that joins them."""
    curve = bend((0, 0), (1200, 0), 60, flaw=0.5)
    for (x0, y0), (x1, y1) in pairwise(curve):
        share = (x0 + x1) / 2 / 1200
        assert abs(4 * 60 * share * (1 - share) - (y0 + y1) / 2) <= 0.5
    assert len(curve) == 12, "eleven steps: with ten it would be 0.6"


def test_what_does_not_bend_is_one_step() -> None:
    assert bend((1, 2), (30, 40), 0, flaw=0.5) == [(1, 2), (30, 40)]


def test_a_shortened_line_lacks_its_end() -> None:
    assert shortened(CORNER, 5) == [(0, 0), (10, 0), (10, 15)]
    assert shortened(CORNER, 25) == [(0, 0), (5, 0)]
    assert shortened(CORNER, 1000) == [(0, 0), (1, 0)], "never less than one long"


def test_a_part_goes_round_corners() -> None:
    assert part(CORNER, 4, 15) == [(4, 0), (10, 0), (10, 5)]
    assert part(CORNER, 12, 13) == [(10, 2), (10, 3)]
    assert part(CORNER, -5, 1000) == CORNER, "no further than the line"
    assert part(CORNER, 10, 15) == [(10, 0), (10, 5)]


@pytest.mark.parametrize("whole", [40.0, 100.0, 333.0])
def test_dashes_end_with_the_line_and_are_alike(whole: float) -> None:
    found = dashes([(0, 0), (whole, 0)], 20, 26, 16)
    assert found[0][0] == 20
    assert found[-1][1] == pytest.approx(whole)
    assert len({round(end - begin, 6) for begin, end in found}) == 1
    assert all(later[0] - sooner[1] == pytest.approx(16) for sooner, later in pairwise(found))


def test_a_normal_is_a_unit_across() -> None:
    assert normal((0, 0), (5, 0)) == (0, 1)
    assert normal((3, 4), (3, 4)) == (0, 0), "no way, no direction"


def test_ribbons_join_and_reach_to_either_side() -> None:
    line: list[Dot] = [(float(x), 0.0) for x in range(0, 80, 10)]
    outlines = ribbons(line, 4)
    assert {y for outline in outlines for _, y in outline} == {4.0, -4.0}
    spans = [(min(x for x, _ in outline), max(x for x, _ in outline)) for outline in outlines]
    assert spans[0][0] == 0
    assert spans[-1][1] == 70
    assert all(sooner[1] == later[0] for sooner, later in pairwise(spans))


def test_the_extent_of_a_line_between_two_columns() -> None:
    slope: list[Dot] = [(0, 0), (100, 50)]
    assert sorted(extent(slope, 20, 40)) == [10, 20]
    assert extent(slope, 120, 140) == []
    hill: list[Dot] = [(0, 0), (50, 80), (100, 0)]
    assert (min(extent(hill, 25, 75)), max(extent(hill, 25, 75))) == (40, 80)
    assert sorted(extent(CORNER, 5, 15)) == [0, 0, 20]
