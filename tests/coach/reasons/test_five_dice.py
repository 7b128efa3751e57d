"""Figures of the reasons in Knöffel and Kniffeliger against counts through the rules."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from math import comb, fsum, inf, prod
from typing import Any

import pytest

import knobel
from benchmarks.kniffeliger_exchanges import final_scores
from knobel import Move, Roll
from knobel.coach.reasons import kniffeliger, knoeffel
from knobel.coach.reasons.selection import credible
from knobel.coach.reasons.turns import EQUAL_MEANS
from knobel.coach.wording import sentences
from knobel.engines.kniffeliger.last_phase import is_last_phase
from knobel.games.kniffeliger import ACTION_DICE, NO_DICE, ROUNDS, ROWS, Kniffeliger, Sheet, Stage, State, row_points
from knobel.games.knoeffel import FIELDS, Column, Knoeffel, field_points
from tests.coach.reasons.pairs import Found, found_reasons

EXPECTATIONS = {
    "knoeffel": knoeffel.field_expectation(),
    "kniffeliger": kniffeliger.field_expectation(five_is_full_house=False),
}

GAMES = {"knoeffel": 2, "kniffeliger": 6}
"""Numbers of random games in which there is every kind of reason; all tests look at the same ones."""


@pytest.fixture(scope="module", params=["knoeffel", "kniffeliger"])
def name(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def found(name: str) -> dict[str, list[Found]]:
    return found_reasons(name, 2, games=GAMES[name])


def points(game: str, field: str, dice: tuple[int, ...]) -> int:
    return (field_points if game == "knoeffel" else row_points)(field, tuple(sorted(dice)))


@cache
def throws(game: str, field: str, kept: tuple[int, ...]) -> tuple[float, int, int]:
    """Return the mean points of a field after one roll of the other dice, the throws that score, and all throws."""
    fallen = [points(game, field, kept + dice) for dice in product(range(1, 7), repeat=5 - len(kept))]
    return sum(fallen) / len(fallen), sum(map(bool, fallen)), len(fallen)


def lead(each: Found, field: str, written: float) -> float:
    """Return the points of an entry above those of a turn for its field: its worth if the game goes on without it."""
    return written - EXPECTATIONS[each.game.name].mean(field)


def best_leads(each: Found, dice: tuple[int, ...]) -> list[tuple[float, tuple[int, ...]]]:
    """Return the worth of the best entry after each throw of the other dice, with the five dice."""
    game, open_now = each.game.name, open_fields(each)
    fallen = [tuple(sorted(dice + thrown)) for thrown in product(range(1, 7), repeat=5 - len(dice))]
    return [(max(lead(each, field, points(game, field, five)) for field in open_now), five) for five in fallen]


def share_made(each: Found, field: str, dice: tuple[int, ...], above: float = -inf) -> float:
    """Return the share of the throws of the other dice that make a field and bring a better entry than one made now."""
    leads = best_leads(each, dice)
    return sum(points(each.game.name, field, five) > 0 and best > above + 1e-6 for best, five in leads) / len(leads)


def kept(action: str) -> tuple[int, ...]:
    return tuple(map(int, action[1:]))


def one_roll_left(each: Found) -> bool:
    return each.view.rolls >= 2 and each.better[0] in "kf" and each.worse[0] in "kf"


KEEPS = (
    "holds_face",
    "holds_more",
    "throws_more",
    "keep_more",
    "keep_certain",
    "keep_opens",
    "keep_straight",
    "keep_equal",
    "throws_for_kind",
    "keep_likelier",
)


def test_kept_dice_in_a_field(name: str, found: dict[str, list[Found]]) -> None:
    for kind in KEEPS:
        for each in found[kind][:60]:
            dice, other = each.figures["dice"], each.figures["other_dice"]
            assert (dice, other) == (kept(each.better) if each.better != "roll" else (), other)
            field = each.figures["field"]
            if one_roll_left(each):
                check_figures(each, throws(name, field, dice), throws(name, field, other))
                for key, these in (("chance", dice), ("other_chance", other)):
                    if key in each.figures and kind != "keep_opens":
                        assert each.figures[key] == pytest.approx(share_made(each, field, these), abs=1e-5)
            match kind:
                case "holds_face" | "holds_more":
                    face = int(field[0])
                    counts = each.figures["count"], each.figures["other_count"]
                    assert counts == (dice.count(face), other.count(face))
                    assert (counts[1] == 0) == (kind == "holds_face")
                case "throws_more" | "throws_for_kind":
                    assert (each.figures["count"], each.figures["other_count"]) == (5 - len(dice), 5 - len(other))
                case "keep_equal":
                    most, other_most = (max(Counter(each).values()) for each in (dice, other))
                    assert each.figures["count"] == most > other_most
    assert set(KEEPS) <= found.keys()


def check_figures(each: Found, exact: tuple[float, int, int], other: tuple[float, int, int]) -> None:
    """Check the figures of a reason with one roll left."""
    figures = each.figures
    for prefix, (mean, hits, total) in (("", exact), ("other_", other)):
        if f"{prefix}mean" in figures:
            assert figures[f"{prefix}mean"] == pytest.approx(mean, abs=1e-3)
        if f"{prefix}chance" in figures and each.reason.kind == "keep_opens":
            assert figures[f"{prefix}chance"] == pytest.approx(hits / total, abs=1e-5)
        if f"{prefix}throws" in figures:
            assert (figures[f"{prefix}throws"], figures[f"{prefix}total"]) == (hits, total)
    if each.reason.kind == "keep_opens":
        assert other[1] == 0
    if each.reason.kind == "keep_certain":
        assert exact[1] == exact[2]


def open_fields(each: Found) -> list[str]:
    if each.game.name == "kniffeliger":
        return [row for row in ROWS if each.view.sheets[0].can_fill(row)]
    columns = each.view.sheets[0]
    return [
        f for i, f in enumerate(FIELDS) if any(columns[n].points[i] is None for n in each.game.open_columns(each.view))
    ]


def test_additional_dice(name: str, found: dict[str, list[Found]]) -> None:
    checked = Counter[str]()
    for kind in ("useless_dice", "extra_helps_less"):
        for each in found[kind]:
            if not one_roll_left(each):
                continue
            checked[kind] += 1
            means = {
                field: tuple(throws(name, field, kept(action))[0] for action in (each.better, each.worse))
                for field in open_fields(each)
            }
            worse = [field for field, (mean, other) in means.items() if other > mean + EQUAL_MEANS]
            if kind == "useless_dice":
                assert not worse
                assert Counter(kept(each.worse)) - Counter(kept(each.better)) == Counter(each.figures["dice"])
            else:
                field, gained = each.figures["field"], each.figures["other_field"]
                assert each.figures["mean"] == pytest.approx(means[field][1] - means[field][0], abs=1e-3)
                assert each.figures["other_mean"] == pytest.approx(means[gained][0] - means[gained][1], abs=1e-3)
                assert each.figures["mean"] < each.figures["other_mean"]
    assert len(checked) == 2


def test_entries(name: str, found: dict[str, list[Found]]) -> None:
    """Points are those of the rules; the mean of a turn is that of a whole turn for the field."""
    expectation = EXPECTATIONS[name]
    for kind in (
        "poor",
        "rich",
        "struck",
        "struck_gradual",
        "cheap_strike",
        "cheapest_strike",
        "enough",
        "enough_risk",
    ):
        for each in found[kind]:
            field = each.figures["place"].partition(".")[0]
            action = (
                each.better
                if kind in ("rich", "cheap_strike", "cheapest_strike", "enough", "enough_risk")
                else each.worse
            )
            assert action.partition(".")[0] == field
            written = points(name, field, each.view.dice)
            assert each.figures.get("points", 0) == written
            if kind not in ("enough", "enough_risk"):
                assert each.figures["mean"] == pytest.approx(expectation.mean(field))
            elif each.view.rolls >= 2:
                mean, _, _ = throws(name, field, each.figures["dice"])
                assert each.figures.get("mean", mean) == pytest.approx(mean, abs=1e-3)
                assert mean < written
                leads = [best for best, _ in best_leads(each, each.figures["dice"])]
                chance = sum(best >= lead(each, field, written) - 1e-6 for best in leads) / len(leads)
                assert each.figures.get("chance", chance) == pytest.approx(chance, abs=1e-5)
            if kind == "cheapest_strike":
                assert all(expectation.mean(field) <= expectation.mean(other) for other in open_fields(each))


def test_rolling_again(name: str, found: dict[str, list[Found]]) -> None:
    kinds = "improves", "risks_nothing", "risks_nothing_mean", "roll_on", "roll_on_better"
    for kind in kinds:
        for each in found.get(kind, []):
            place = each.figures["place"].partition(".")[0]
            assert each.figures["points"] == points(name, place, each.view.dice)
            if each.view.rolls < 2:
                continue
            field, dice = each.figures["field"], each.figures["dice"]
            mean, _, _ = throws(name, field, dice)
            assert each.figures.get("mean", mean) == pytest.approx(mean, abs=1e-3)
            if "chance" in each.figures:
                chance = share_made(each, field, dice, lead(each, place, each.figures["points"]))
                assert each.figures["chance"] == pytest.approx(chance, abs=1e-5)
            if kind.startswith("risks_nothing"):
                _, hits, total = throws(name, place, dice)
                assert hits == total
            if kind == "improves":
                assert each.figures["field"] == place
    assert {"improves", "roll_on_better"} <= found.keys()


def test_free_rolls() -> None:
    found = found_reasons("knoeffel", 2, games=GAMES["knoeffel"])
    for each in found["free_roll_gain"]:
        gains = {
            field: throws("knoeffel", field, kept(each.worse))[0] - points("knoeffel", field, each.view.dice)
            for field in open_fields(each)
        }
        assert each.figures["mean"] == pytest.approx(max(gains.values()), abs=1e-3)
        assert each.figures["mean"] < each.figures["cost_points"]
    for each in found["free_roll_kept"]:
        assert each.figures["count"] <= sum(3 - column.free_rolls_used for column in each.view.sheets[0])


@pytest.mark.parametrize(("used", "worse", "told"), [(2, "f666", False), (2, "f66", True), (3, "f666", True)])
def test_the_bonus_is_no_reason_if_the_dice_kept_make_it_sure_as_well(used: int, worse: str, told: bool) -> None:
    game = Knoeffel()
    points = (4, 4, 12, 12, 15, None, 24, 26, 25, None, 40, 0, 22)
    state = replace(game.start(1), sheets=((Column(points, used), Column()),), dice=(2, 3, 6, 6, 6), rolls=3)
    found = [each.kind for _, each in knoeffel.reasons(game, state, 0, "6s.1", worse)]
    assert ("bonus" in found) == told


def test_sheets_that_change_hands() -> None:
    found = found_reasons("kniffeliger", 2, games=GAMES["kniffeliger"])
    for kind in ("sheet", "open_rows", "taken_again"):
        for each in found[kind]:
            if is_last_phase(each.game, each.view):
                continue
            after = [each.game.apply(each.view, Move(0, action)) for action in (each.better, each.worse)]
            totals = tuple(each.game.score(state, 0) for state in after)
            rows = [[row for row in ROWS if state.sheets[0].is_open(row)] for state in after]
            if kind == "open_rows":
                assert (each.figures["count"], each.figures["other_count"]) == tuple(map(len, rows))
                assert each.figures["mean"] > each.figures["other_mean"]
            else:
                assert (each.figures["points"], each.figures["other_points"]) == totals
            if kind == "taken_again":
                assert each.figures["seat"] > 0
                assert each.view.hands[each.figures["seat"]][3 if each.figures["die"] == "shift" else 4]
    for each in found["die_waits"]:
        assert each.figures["count"] == ROUNDS - each.view.round


LOW, MIDDLE, HIGH = (Sheet((total, *[0] * (ROUNDS - 1))) for total in (100, 120, 150))
NO_HAND, A_SHIFT, A_SWAP = NO_DICE, (0, 0, 0, 1, 0), (0, 0, 0, 0, 1)


@pytest.mark.parametrize(
    ("sheets", "other_hand", "actions", "told"),
    [
        ((LOW, HIGH, MIDDLE), A_SWAP, ("swap.2", "swap.1"), "Then Ben swaps back, and you end with 100 instead of 120"),
        (
            (HIGH, LOW, MIDDLE), A_SWAP, ("swap.2", "end"),
            "Then Ben swaps sheets with you, and you end with 100 instead of 120",
        ),
        (
            (HIGH, LOW, MIDDLE), A_SHIFT, ("swap.2", "end"),
            "Then Ben shifts the sheets, and you end with 120 instead of 150",
        ),
        (
            (LOW, HIGH, MIDDLE), NO_HAND, ("swap.1", "end"),
            "Ben’s sheet is better (150 points, yours has 100 points): take it.",
        ),
    ],
)  # fmt: skip
def test_answers_to_an_exchange_are_named(
    sheets: tuple[Sheet, ...], other_hand: tuple[int, ...], actions: tuple[str, str], told: str
) -> None:
    game = Kniffeliger()
    position = State(sheets, (A_SWAP, other_hand, NO_HAND), (NO_HAND,) * 3, ROUNDS, 0, Stage.SHIFTING)
    better, worse = (final_scores(game, game.apply(position, Move(0, each)))[0] for each in actions)
    [(weight, reason)] = kniffeliger.reasons(game, position, 0, *actions)
    assert weight == better - worse > 0
    assert sentences([reason], "en", game, ("Ann", "Ben", "Cem")) in (told, f"{told} points.")


def test_a_steal_that_costs_points_does_not_bring_few() -> None:
    found = found_reasons("kniffeliger", 2, games=GAMES["kniffeliger"])
    for kind in ("steal_waits", "steal_loses"):
        assert found[kind]
        for each in found[kind]:
            chances = kniffeliger.field_expectation(five_is_full_house=each.game.options["five_is_full_house"])
            gain = kniffeliger.steal_gain(chances, each.view, each.worse.partition(".")[2])
            assert each.figures["mean"] == abs(gain)
            assert (gain < 0) == (kind == "steal_loses")


def test_an_action_die_that_perishes_cannot_wait() -> None:
    assert "die_waits" not in found_reasons("kniffeliger", 2, games=2, action_dice="next_round")


def test_points_that_are_crossed_out() -> None:
    found = found_reasons("kniffeliger", 2, games=4, cross_out="filled")
    for each in found["cross_points"]:
        _, victim, row = each.better.split(".")
        assert each.figures["points"] == each.view.sheets[int(victim)].at(row)


def test_rolling_again_risks_nothing() -> None:
    """Four consecutive dice stay a small straight, and one of two faces makes it large."""
    game: Any = knobel.make("knoeffel", columns=1)
    state = game.start(1)
    for _ in range(2):
        state = game.apply(state, Roll((2, 3, 4, 5, 5)))
        state = game.apply(state, Move(0, "k")) if state.rolls == 1 else state
    said = {reason.kind: reason.figures for _, reason in knoeffel.reasons(game, state, 0, "k2345", "ss.1")}
    assert (said["risks_nothing"]["place"], said["risks_nothing"]["points"]) == ("ss", 30)
    assert said["risks_nothing"]["field"] == "ls"
    assert said["risks_nothing"]["chance"] == pytest.approx(1 / 3)


def test_the_last_free_roll_cannot_be_kept() -> None:
    game: Any = knobel.make("knoeffel", columns=1)
    full = tuple(0 if field != "ch" else None for field in FIELDS)
    state = game.start(1)
    column = type(state.sheets[0][0])(full)
    view = type(state)(((column,),), dice=(1, 2, 3, 5, 6), rolls=3)
    found = list(knoeffel.reasons(game, view, 0, "ch.1", "f56"))
    assert {reason.kind for _, reason in found} & {"free_roll_costs", "free_roll_gain"}
    assert "free_roll_loses" in {reason.kind for _, reason in credible(found, 0.0)}


def test_a_joker_is_entered_for_its_extra_points() -> None:
    game: Any = knobel.make("knoeffel", columns=1, free_rolls="none", knoeffel_points=50, joker="free")
    column = type(game.start(1).sheets[0][0])(tuple(50 if field == "kn" else None for field in FIELDS))
    view = type(game.start(1))(((column,),), dice=(2, 2, 2, 2, 2), rolls=1)
    said = {reason.kind: reason.figures for _, reason in knoeffel.reasons(game, view, 0, "2s.1", "k222")}
    assert said["joker"] == {"points": 100}
    assert "joker" not in {reason.kind for _, reason in knoeffel.reasons(game, view, 0, "2s.1", "ch.1")}


def chance_of_sum(missing: int, counts: dict[int, list[float]]) -> float:
    """Return the probability that dice of some faces bring enough points, by face the probabilities of their counts."""
    ways = product(*([(face * count, chance) for count, chance in enumerate(each)] for face, each in counts.items()))
    return fsum(prod(chance for _, chance in way) for way in ways if sum(points for points, _ in way) >= missing)


def counts_of(held: int, rolled: int, chance: float) -> list[float]:
    """Return the probabilities of the counts of a face, of which some dice are held and others show it by chance."""
    return [0.0] * held + [comb(rolled, n) * chance**n * (1 - chance) ** (rolled - n) for n in range(rolled + 1)]


WHOLE_TURN = counts_of(0, 5, 1 - (5 / 6) ** 3)


def test_chance_of_the_bonus(name: str, found: dict[str, list[Found]]) -> None:
    for each in found.get("bonus_chance", []):
        columns, number = each.view.sheets[0], each.figures["column"] - 1
        chances = []
        for action in (each.better, each.worse):
            after = each.game.apply(each.view, Move(0, action)).sheets[0] if "." in action else columns
            upper = after[number].points[:6]
            open_faces = {face: WHOLE_TURN for face, written in enumerate(upper, 1) if written is None}
            chances.append(chance_of_sum(63 - sum(written or 0 for written in upper), open_faces))
        assert chances == pytest.approx([each.figures["chance"], each.figures["other_chance"]])
        assert chances[0] > chances[1]
    assert ("bonus_chance" in found) == (name == "knoeffel")


def test_dice_that_are_kept_for_the_bonus(found: dict[str, list[Found]]) -> None:
    for each in found.get("keep_for_bonus", []):
        figures, column = each.figures, each.view.sheets[0][each.figures["column"] - 1]
        upper = column.points[:6]
        open_faces = [face for face, written in enumerate(upper, 1) if written is None]
        assert figures["number"] in open_faces
        assert figures["chance"] > figures["other_chance"]
        if one_roll_left(each):
            missing = 63 - sum(written or 0 for written in upper)
            for action, chance in ((each.better, "chance"), (each.worse, "other_chance")):
                held = kept(action)
                own = counts_of(held.count(figures["number"]), 5 - len(held), 1 / 6)
                counts = dict.fromkeys(open_faces, WHOLE_TURN) | {figures["number"]: own}
                assert figures[chance] == pytest.approx(chance_of_sum(missing, counts))


@pytest.mark.parametrize(("filled", "told"), [(12, True), (11, False)])
def test_a_crossed_row_that_leaves_fewer_rows_than_turns_costs_an_entry(filled: int, told: bool) -> None:
    game = Kniffeliger()
    full = Sheet((1,) * filled + (None,) * (len(ROWS) - filled))
    hand = tuple(int(die == "cross") for die in ACTION_DICE)
    state = replace(game.start(2), sheets=(full, full), hands=(hand, NO_DICE), round=ROUNDS - 1, stage=Stage.BEFORE)
    [reason] = [
        each for _, each in kniffeliger.reasons(game, state, 0, f"cross.1.{ROWS[-1]}", "roll") if each.kind == "cross"
    ]
    assert ("turn_count" in reason.figures) == told
    assert ("2)" in sentences([reason], "en", game, ("Ann", "Ben"))) == told
