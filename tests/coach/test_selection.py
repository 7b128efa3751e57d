"""Selection of reasons by how much of the loss they explain."""

import pytest

from knobel.coach import Reason
from knobel.coach.reasons.reason import WeightedReason, weighted
from knobel.coach.reasons.selection import BARE_VALUES, HARMS, MANY_SMALL, SUMMARIES, credible, select, stated_points
from knobel.coach.templates import LANGUAGES


def gain(weight: float) -> WeightedReason:
    return weighted(weight, "pairs_up", line="row1")


def other_gain(weight: float) -> WeightedReason:
    return weighted(weight, "completes", line="row2")


def harm(weight: float) -> WeightedReason:
    return weighted(weight, "too_far", line="col1")


def summary(weight: float) -> WeightedReason:
    return weighted(weight, "serves_lines", lines=["row1", "row2"])


def kinds(found: list[WeightedReason], loss: float) -> list[str]:
    return [reason.kind for reason in select(found, loss)]


@pytest.mark.parametrize(
    ("found", "told"),
    [
        pytest.param([gain(4.0), harm(4.5)], ["pairs_up"], id="a gain before a harm that explains about as much"),
        pytest.param([gain(2.0), harm(4.0)], ["too_far"], id="a harm that explains much more"),
        pytest.param([gain(2.5), summary(3.0)], ["pairs_up"], id="a single line before several"),
        pytest.param([gain(1.5), other_gain(1.2)], ["pairs_up", "completes"], id="two that reach half together"),
        pytest.param([harm(1.5), gain(1.2)], ["pairs_up", "too_far"], id="gains come first"),
        pytest.param([gain(1.5), gain(1.4)], ["pairs_up"], id="one line counts once"),
        pytest.param([gain(0.5), harm(0.4), summary(0.3)], ["pairs_up", "too_far"], id="less than half of much"),
        pytest.param([], [], id="nothing known"),
    ],
)
def test_the_reasons_that_carry_a_loss_of_five_points(found: list[WeightedReason], told: list[str]) -> None:
    assert kinds(found, 5.0) == told


def test_a_small_difference_has_its_strongest_reason() -> None:
    assert kinds([gain(0.1), other_gain(0.3)], 0.0) == ["completes"]
    assert select([gain(0.1)], 3.0) == (MANY_SMALL,) == (Reason("many_small", {}),)


def test_a_large_loss_is_not_the_sum_of_many_small_things() -> None:
    together = weighted(0.5, "lines_together", lines=["row1", "row2"], mean=0.5)
    assert kinds([gain(0.1)], 3.1) == ["pairs_up"]
    assert [select([together], loss) for loss in (3.0, 3.1)] == [
        (MANY_SMALL,),
        (Reason("lines_compared", {"lines": ["row1", "row2"]}),),
    ]


def test_the_rolls_that_are_left_stand_where_nothing_else_carries_the_loss() -> None:
    overall = weighted(1.25, "turn_goes_on", field="ss")
    assert kinds([gain(0.5), overall], 5.0) == ["turn_goes_on"]
    assert kinds([gain(0.2), weighted(0.7, "turn_goes_on", field="ss")], 3.0) == ["many_small"]
    assert kinds([gain(4.0), overall], 5.0) == ["pairs_up"]
    assert kinds([overall], 5.0) == ["turn_goes_on"]


@pytest.mark.parametrize(
    ("kind", "figures", "told"),
    [
        pytest.param("line_loses", {"mean": 3.0}, ["line_loses"], id="points that were lost"),
        pytest.param("line_loses", {"mean": 3.2}, [], id="more points than were lost"),
        pytest.param("lines_together", {"mean": 5.0}, ["lines_compared"], id="all lines without points"),
        pytest.param("weakens", {"mean": 5.0, "other_chance": 0.1}, ["harms_chance"], id="likelier without points"),
        pytest.param("weakens", {"mean": 5.0, "other_chance": 0.0}, ["ruins_chance"], id="a combination that is lost"),
        pytest.param("harms_several", {"expected": {"points": 5.0}}, ["harms_several"], id="several lines"),
        *(
            pytest.param(
                "all_lines", {"balance": {"points": 2.0}, "other_balance": {"points": other}}, told, id="sides"
            )
            for other, told in ((-1.0, ["all_lines"]), (-1.5, []))
        ),
        pytest.param("struck", {"mean": 7.0, "chance": 0.3}, ["struck"], id="a struck field"),
    ],
)
def test_no_reason_states_more_points_than_were_lost(kind: str, figures: dict[str, object], told: list[str]) -> None:
    found = list(credible([weighted(3.0, kind, **figures)], 3.0))
    assert [reason.kind for _, reason in found] == told
    assert all(stated_points(reason) <= 3.0 for _, reason in found)
    assert list(credible([gain(1.0)], -0.5)) == [gain(1.0)]


def test_the_sides_of_reasons_are_kinds() -> None:
    known = LANGUAGES["en"].SENTENCES.keys()
    assert known >= HARMS | SUMMARIES | BARE_VALUES
    assert not SUMMARIES & BARE_VALUES
