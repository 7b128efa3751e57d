"""Selection of reasons by how much of the loss they explain."""

from typing import Any

import pytest

from knobel.coach import Reason
from knobel.coach.reasons.all_lines import largest_lines, numbers_of
from knobel.coach.reasons.reason import Role, WeightedReason, weighted
from knobel.coach.reasons.selection import MANY_SMALL, credible, select, stated_points


def gain(weight: float) -> WeightedReason:
    return weighted(weight, "pairs_up", line="row1")


def other_gain(weight: float) -> WeightedReason:
    return weighted(weight, "completes", line="row2")


def harm(weight: float) -> WeightedReason:
    return weighted(weight, "too_far", "", Role.HARM, line="col1")


def summary(weight: float) -> WeightedReason:
    return weighted(weight, "serves_lines", "", Role.SUMMARY, lines=["row1", "row2"])


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
        pytest.param([gain(0.6), harm(0.5), summary(0.3)], ["pairs_up", "too_far"], id="less than half of much"),
        pytest.param([], [], id="nothing known"),
    ],
)
def test_the_reasons_that_carry_a_loss_of_five_points(found: list[WeightedReason], told: list[str]) -> None:
    assert kinds(found, 5.0) == told


def test_a_small_difference_has_its_strongest_reason() -> None:
    assert kinds([gain(0.1), other_gain(0.3)], 0.0) == ["completes"]
    assert select([gain(0.1)], 1.5) == (MANY_SMALL,) == (Reason("many_small", {}),)


def test_a_mistake_is_not_the_sum_of_many_small_things() -> None:
    assert kinds([gain(0.1)], 1.6) == ["pairs_up"]


def test_the_largest_lines_are_those_of_the_two_cells() -> None:
    numbers = numbers_of((7,) + (0,) * 24)
    lines = {"row1": 0.6, "col1": 0.5, "row2": 0.4, "col5": 0.9, "row3": -0.2}
    [(weight, reason)] = largest_lines(lines, ("b1",), ("a2",), numbers, 1.2)
    gained, lost = ([part["line"] for part in reason.figures[name]] for name in ("line_gains", "line_losses"))
    assert (gained, lost) == (["row1"], ["col1"])
    assert reason.figures["line_gains"][0]["numbers"] == [7]
    assert weight == pytest.approx(1.1)


def test_lines_that_show_a_combination_are_named_before_others() -> None:
    def part(line: str, _gains: bool) -> dict[str, Any]:
        return {"line": line, "numbers": [7]} | ({"combination": "pair"} if line == "col1" else {})

    [(_, reason)] = largest_lines({"row1": 1.6, "col1": 0.5}, ("b1",), ("a2",), part, 2.0)
    assert "line_gains" not in reason.figures
    assert [each["line"] for each in reason.figures["line_losses"]] == ["col1"]


def test_lines_that_gain_nothing_together_explain_nothing() -> None:
    lines = {"row1": 1.6, "row2": -1.7}
    assert not [*largest_lines(lines, ("b1",), ("a2",), numbers_of((7,) + (0,) * 24), -0.1)]


def test_a_circle_harms_no_line() -> None:
    lines = {"row1": 0.6, "col1": 0.5, "row2": 0.4}
    [(_, reason)] = largest_lines(lines, ("b1",), (), numbers_of((7,) * 25), 1.5)
    assert "line_losses" not in reason.figures


def test_the_largest_parts_stand_where_nothing_else_carries_the_loss() -> None:
    overall = weighted(1.25, "turn_mean", "", Role.OVERALL)
    assert kinds([gain(0.5), overall], 5.0) == ["turn_mean"]
    assert kinds([gain(0.1), weighted(0.3, "turn_mean", "", Role.OVERALL)], 1.5) == ["many_small"]
    assert kinds([gain(4.0), overall], 5.0) == ["pairs_up"]
    assert kinds([overall], 5.0) == ["turn_mean"]
    assert kinds([overall, weighted(3.0, "turn_brings", "", Role.OVERALL)], 5.0) == ["turn_brings"]


def test_the_largest_parts_carry_a_loss_together_with_reasons_about_other_lines() -> None:
    parts = weighted(1.25, "line_parts", "", Role.OVERALL, line_losses=[{"line": "col1", "numbers": [7]}])
    assert kinds([gain(1.5), parts], 5.0) == ["pairs_up", "line_parts"]
    assert kinds([harm(1.0), parts], 5.0) == ["line_parts"]
    assert kinds([harm(1.25), parts], 5.0) == ["too_far"], "what happens to the line says more than its points"
    assert kinds([harm(1.5), parts], 5.0) == ["too_far"]


def test_the_aim_of_the_better_action_follows_a_fault() -> None:
    aim = weighted(0.5, "aim", "", Role.AIM, dice=(6, 6), ends=[])
    assert kinds([harm(4.0), aim], 5.0) == ["too_far", "aim"]
    assert kinds([gain(4.0), aim], 5.0) == ["pairs_up"]
    assert kinds([aim], 5.0) == ["aim"]


OTHERWISE = Reason("builds_chance", {"line": "row1"})


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        pytest.param(Reason("line_loses", {"mean": 3.0}, states="mean"), ["line_loses"], id="points that were lost"),
        pytest.param(Reason("line_loses", {"mean": 3.2}, states="mean"), [], id="more points than were lost"),
        pytest.param(
            Reason("strengthens", {"mean": 5.0}, states="mean", otherwise=OTHERWISE), ["builds_chance"], id="otherwise"
        ),
        pytest.param(Reason("poor", {"points": 2, "mean": 7.0}, states="mean - points"), ["poor"], id="optional"),
        *(
            pytest.param(
                Reason("richer_lines", {"gain": {"points": 2.0}, "other": {"points": other}}, states="gain - other"),
                told,
                id="sides",
            )
            for other, told in ((-1.0, ["richer_lines"]), (-1.5, []))
        ),
        pytest.param(Reason("struck", {"mean": 7.0, "chance": 0.3}, states="mean"), ["struck"], id="a struck field"),
    ],
)
def test_no_reason_states_more_points_than_were_lost(reason: Reason, told: list[str]) -> None:
    found = list(credible([(3.0, reason)], 3.0))
    assert [each.kind for _, each in found] == told
    assert all(stated_points(each) <= 3.0 for _, each in found)
    assert list(credible([gain(1.0)], -0.5)) == [gain(1.0)]
