"""Reasons: for almost every mistake, correct by the rules, and equal in all languages."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations_with_replacement
from math import fsum
from pathlib import Path

import numpy as np
import pytest

import knobel
from knobel import Move, Roll
from knobel.coach import Grade, Reason, assess, review, sentences, why
from knobel.coach.assess import Assessment, Choice
from knobel.coach.reasons import knaster, kniffeliger, knister
from knobel.coach.reasons.explaining import on_the_sheet, win_reason, without_granted
from knobel.coach.reasons.field_expectation import FieldExpectation
from knobel.coach.reasons.keeping_dice import KEEPS, ROLLS, KeepingDice
from knobel.coach.reasons.knapp_daneben import entry_effect
from knobel.coach.reasons.knister import EXPECTATION
from knobel.coach.reasons.knoeffel import face_reasons, field_expectation
from knobel.coach.reasons.line_changes import LineChange
from knobel.coach.reasons.line_expectation import Line, LineExpectation, missing_numbers
from knobel.coach.reasons.line_reasons import LOST, changed_with_others, harm_reasons
from knobel.coach.reasons.reason import Role, weighted
from knobel.coach.reasons.selection import MANY_SMALL, OPTIONAL_PART, credible, select, stated_points
from knobel.coach.reasons.turn_outlook import Entered, TurnOutlook
from knobel.coach.reasons.turns import Entry, Keep, compare, keep_reasons, roll_reasons
from knobel.coach.wording import LANGUAGES, mean_of, texts
from knobel.core import replay
from knobel.dice import Dice, distribution, keeps
from knobel.games import GAMES
from knobel.games.grid import DIAGONALS, SUMS
from knobel.games.kniffeliger import ROWS
from knobel.games.knister import combination
from knobel.games.knoeffel import FIELDS, Column, field_points
from knobel.texts import Language, own_messages
from knobel_lab.learning.turn import turn
from tests.coach.conftest import Played
from tests.coach.reasons.pairs import found_reasons
from tests.slow import slow_except

REPOSITORY = Path(__file__).parents[2]
REASONS = REPOSITORY / "src/knobel/coach/reasons"


WITH_REASONS = [name for name in GAMES if (REASONS / f"{name}.py").exists()]


@pytest.mark.parametrize("name", slow_except("knaster", "kniffeliger", games=WITH_REASONS))
def test_almost_every_mistake_has_a_reason(played: Played, name: str) -> None:
    record = played(name, ",".join(["beginner"] * GAMES[name].min_seats), seed=2)
    worse = [
        decision
        for decision in review(record, "strong").decisions
        if decision.grade not in (Grade.BEST, Grade.GOOD) and decision.why
    ]
    assert len(worse) >= 10
    silent = [each for each in worse if all(reason.kind.startswith("win") for reason in each.why)]
    assert len(silent) < 0.05 * len(worse)
    for language in LANGUAGES:
        told = [sentences(each.why, language, record.game, record.seats) for each in worse]
        assert len(set(told)) > 0.8 * len(told)
        assert all(text and not re.search(r"[{}]|None", text) for text in told)


@pytest.mark.parametrize("name", slow_except("knaster", games=WITH_REASONS))
def test_every_reason_has_the_figures_of_its_sentence(name: str) -> None:
    for reasons in found_reasons(name, seats=2, games=8 if name == "kniffeliger" else 2).values():
        for found in reasons:
            for language in LANGUAGES:
                assert sentences((found.reason,), language, found.game, ("Ann", "Ben"))


def test_nothing_is_said_twice_in_a_sentence() -> None:
    game, figures = knobel.make("knister"), {"cell": "c3", "number": 7, "combination": "five", "worth": {"points": 20}}
    lines = [
        Reason("builds_chance", {**figures, "line": line, "chance": 0.2, "other_chance": 0.1}) for line in DIAGONALS
    ]
    kept = {"dice": (1, 6), "other_dice": (6, 6), "field": "ch", "mean": 9.0, "other_mean": 8.0}
    now = {"place": "1s", "points": 9, "other_place": "2s", "other_points": 8}
    more = Reason("points_now", now)
    told: tuple[tuple[Language, str, str, str], ...] = (
        ("de", "Dasselbe gilt für die Diagonale a5–e1.", "1 und 6", "9 statt 8 Punkte"),
        ("en", "The same holds for the diagonal a5–e1.", "1 and 6", "9 instead of 8 points"),
        ("it", "Lo stesso vale per la diagonale a5–e1.", "1 e 6", "9 invece di 8 punti"),
        ("fr", "De même pour la diagonale a5–e1.", "1 et 6", "9 au lieu de 8 points"),
    )
    for language, same, dice, points in told:
        assert sentences(lines, language, game, ("Ann",)).endswith(same)
        assert dice in sentences((Reason("keep_more", kept),), language, game, ("Ann",))
        assert points in sentences((more,), language, game, ("Ann",))


@pytest.mark.parametrize(("number", "text"), [(-0.04, "+0,0 Kreise"), (-1.0, "−1,0 Kreis"), (0.26, "+0,3 Kreise")])
def test_zero_has_no_minus_sign(number: float, text: str) -> None:
    assert mean_of("circles", number, LANGUAGES["de"], sign="+") == text
    assert mean_of("points", -0.04, LANGUAGES["de"]) == "0,0 Punkte"


def test_the_best_move_has_no_reason(played: Played) -> None:
    found = review(played("knister", "strong"), "strong")
    assert all(not each.why for each in found.decisions if each.played.action == each.best[0].action)


def kinds() -> Iterator[str]:
    """Return the kinds that the code can give, as patterns."""
    for file in REASONS.glob("*.py"):
        for call in ast.walk(ast.parse(file.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("weighted", "harm"):
                kind = call.args[1]
                if isinstance(kind, ast.JoinedStr):
                    yield "".join(str(v.value) if isinstance(v, ast.Constant) else r"\w+" for v in kind.values)
                else:
                    yield from (
                        str(c.value) for c in ast.walk(kind) if isinstance(c, ast.Constant) and isinstance(c.value, str)
                    )


def test_every_kind_has_a_template() -> None:
    found = set(kinds())
    assert len(found) > 80
    for words in LANGUAGES.values():
        assert all(any(re.fullmatch(kind, known) for known in words.SENTENCES) for kind in found)
    for kind in LANGUAGES["en"].SENTENCES:
        # Which figures need not be told is read from one language.
        parts = ("".join(OPTIONAL_PART.findall(words.SENTENCES[kind])) for words in LANGUAGES.values())
        assert len({frozenset(re.findall(r"\{(\w+)", part)) for part in parts}) == 1, kind


def test_every_template_is_used() -> None:
    """No template is left over from a kind that no code can give."""
    constants = {
        each.value
        for file in REASONS.glob("*.py")
        for each in ast.walk(ast.parse(file.read_text()))
        if isinstance(each, ast.Constant)
    }
    kept = {kind for kind in LANGUAGES["en"].SENTENCES if kind not in constants}
    assert kept == {"cross", "freeze", "cross_little", "freeze_little"} - constants


def test_a_language_without_all_sentences_has_english_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_one(language: Language, catalogue: str) -> Mapping[str, str]:
        found = dict(own_messages(language, catalogue))
        if language == "fr":
            del found["sentence.win"]
        return found

    monkeypatch.setattr(texts, "own_messages", without_one)
    assert set(texts.complete()) == {"de", "en", "it"}
    assert texts.CoachTexts({"en": LANGUAGES["en"]})["fr"] is LANGUAGES["en"]


@pytest.mark.parametrize("loss", [1.0, 3.0, 20.0])
def test_a_loss_that_reasons_do_not_carry_has_the_strongest_ones(loss: float) -> None:
    game = knobel.make("knister")
    state = game.apply(game.start(1), Roll((3, 4)))
    better, worse = (Choice(action, points, 0.0, None, None) for action, points in (("c3", loss), ("b1", 0.0)))
    kinds = [reason.kind for reason in why(game, state, Assessment(0, (better, worse), loss, None), "c3", "b1")]
    assert kinds
    assert kinds != ["many_small"]


def test_a_beginning_that_two_sentences_share_is_said_once() -> None:
    figures = {"dice": (6, 6), "other_dice": (6,), "count": 2, "other_count": 1, "chance": 0.44, "other_chance": 0.21}
    reasons = [Reason("keep_equal", {"field": field, **figures}) for field in ("3k", "4k")]
    assert sentences(reasons, "en", knobel.make("kniffeliger"), ("Ann", "Ben")) == (
        "6-6: with this pair you make Three of a kind 44% of the time, with the 6 only 21%; with this pair "
        "you make Four of a kind 44% of the time, with the 6 only 21%."
    )
    assert "\N{NO-BREAK SPACE}; avec cette paire, tu fais Carré dans 44" in sentences(
        reasons, "fr", knobel.make("kniffeliger"), ("A", "B")
    )


@pytest.mark.parametrize(
    ("points", "kind", "sentence"),
    [
        (0, "struck_early", "Large straight is then struck although you may roll 2 more times: a whole turn spent on"),
        (0, "aim", "With 4 and 5 you end up entering Small straight "),
        (
            2,
            "stays_open",
            "Large straight scores 2 points now. If you roll on with 4 and 5, Large straight stays open ",
        ),
        (2, "poor_early", "Only 2 points in Large straight although you may roll 2 more times: a whole turn spent on"),
    ],
)
def test_rolls_that_are_left_speak_against_a_poor_entry(points: int, kind: str, sentence: str) -> None:
    game = knobel.make("kniffeliger")
    expectation = kniffeliger.field_expectation(five_is_full_house=False)
    outlook = TurnOutlook.of(expectation, ROWS, {})
    found = {
        reason.kind: reason for _, reason in roll_reasons(outlook, Keep((4, 5), 2), Entry("ls", "ls", points, 0.0))
    }
    assert sentences([found[kind]], "en", game, ("Ann", "Ben")).startswith(sentence)
    # What the entry fills already is no aim.
    ends = [
        end
        for each in ("aim", "aim_at")
        if each in found
        for end in found[each].figures.get("ends", [found[each].figures])
    ]
    assert ends
    assert all(0 < end["chance"] < 1 for end in ends)
    assert all(end["field"] != "ls" for end in ends) or not points
    if not points:
        told = [sentences([each], "en", game, ("Ann", "Ben")) for each in found.values()]
        assert not any(re.search(r"(?<![\d.])0 points", each) for each in told)


@pytest.mark.parametrize(
    ("better", "worse", "kind", "sentence"),
    [
        (
            Keep((6, 6, 6, 6), 1),
            Entry("6s", "6s", 24, 24.0),
            "entry_stays",
            "Rolling on with 6-6-6-6 risks no points: Sixes brings at least 24 points after any roll, and 25.0 points",
        ),
        (Keep((4, 4), 1), Keep((2, 4, 4, 5), 1), "turn_mean", "With 4-4 the turn ends with "),
    ],
)
def test_a_reason_stands_for_what_many_small_things_have_in_common(
    better: Keep, worse: Entry | Keep, kind: str, sentence: str
) -> None:
    outlook = TurnOutlook.of(field_expectation(), ("2s", "4s", "6s"), {})
    [found] = [reason for _, reason in compare(outlook, better, worse) if reason.kind == kind]
    told = sentences([found], "en", knobel.make("knoeffel"), ("Ann",))
    assert told.startswith(sentence)
    assert select([(1.5, found), weighted(0.5, "improves", place="6s")], 5.0) == (found,)
    assert select([(0.3, found), weighted(0.2, "improves", place="6s")], 1.5) == (MANY_SMALL,)


def test_a_bad_start_of_a_line_says_what_it_makes_less_likely() -> None:
    change = LineChange("row5", "a5", 7, (), (7,), 20, 14, -0.6, 1.5)
    found = changed_with_others(knister.SCORING, change, LOST, gains=False)
    assert found is not None
    assert sentences([found[1]], "en", knobel.make("knister"), ("Ann",)) == (
        "The 7 in a5 is a bad start for row 5: it makes a straight without a 7 (12 points) less likely there."
    )
    assert changed_with_others(knister.SCORING, change._replace(number=6, after=(6,)), LOST, gains=False) is None


def test_an_empty_line_has_no_bad_start_if_it_gains_on_its_own() -> None:
    change = LineChange("row5", "a5", 6, (), (6,), 20, 14, 0.4, 1.5)
    assert not list(harm_reasons(knister.SCORING, [change]))


def test_knoeffel_says_which_dice_bring_the_bonus() -> None:
    column = Column((2, 4, 9, None, 20, 18, *[0] * 7), 0)
    [(points, reason)] = face_reasons((column,), 0.0, Keep((4,), 1), Keep((1, 2, 3, 4), 1))
    # Three fours are needed: two more with four dice, but with one die they cannot come.
    at_least_two = 1 - (5 / 6) ** 4 - 4 * (1 / 6) * (5 / 6) ** 3
    assert reason.figures["count"] == 3
    assert (reason.figures["chance"], reason.figures["other_chance"]) == pytest.approx((at_least_two, 0))
    assert points == pytest.approx(35 * at_least_two)


def test_a_spoilt_line_is_named_with_its_missing_numbers() -> None:
    game = knobel.make("knister")
    state = game.start(1)
    for dice, cell in (((1, 1), "a2"), ((1, 2), "b2"), ((2, 2), "c2"), ((1, 4), "d2")):
        state = game.apply(game.apply(state, Roll(dice)), Move(0, cell))
    state = game.apply(state, Roll((6, 6)))
    found = assess(game, state, 0, "strong")
    reason, *_ = why(game, state, found, found.best.action, "e2")
    assert reason == Reason(
        "closes_empty",
        {
            "line": "row2",
            "number": 12,
            "cell": "e2",
            "combination": "straight_without_7",
            "worth": {"points": 12},
            "outs": [6],
            "ways": 5,
        },
    )
    assert sentences([reason], "de", game, ["Ann"]) == (
        "Die 12 füllt das letzte Feld in Zeile 2, ohne dass etwas entsteht; "
        "6 (5 von 36 Würfen) gäbe dort eine Straße ohne 7, 12 Punkte."
    )


def test_articles_have_the_form_of_their_sentence() -> None:
    game = knobel.make("knister")
    least = {"combination": "pair", "worth": {"points": 2}}
    weak = Reason("weak_line", {"line": "diag", "number": 8, "cell": "a1"} | least)
    assert sentences([weak], "de", game, ["Ann"]).startswith("Die Diagonale a1–e5 gibt ohnehin ")
    assert sentences([weak], "en", game, ["Ann"]).startswith("The diagonal a1–e5 can become ")
    lines = {"line": "diag", "numbers": [2], "mean": 6.4, "other_line": "anti", "other_numbers": [3], "other_mean": 1.0}
    less = Reason("harms_less", {"number": 8} | lines)
    assert sentences([less], "it", game, ["Ann"]).endswith("(in media 6,4 invece di 1,0 punto).")
    parts = [{"line": "row1", "numbers": [7], "combination": "pair"}, {"line": "diag", "numbers": [8]}]
    both = Reason("line_parts", {"line_losses": parts, "other_cells": ["a1"]})
    assert sentences([both], "de", game, ["Ann"]).endswith("und der Diagonale a1–e5 mit 8.")
    short = {"line": "row1", "cell": "a1", "number": 7, "outs": [6, 8], "ways": 10, "worth": {"points": 8}}
    told = sentences([Reason("one_missing_ways", short)], "en", game, ["Ann"])
    assert "needs only a 6 or an 8 for" in told
    assert "manca solo un 6 o un 8 per" in sentences([Reason("one_missing_ways", short)], "it", game, ["Ann"])
    richer = {"number": 8, "cell": "a1", "line": "row1", "ticks": 2, "points": 2, "other_points": 1}
    assert sentences([Reason("ticks_richer", richer)], "fr", game, ["Ann"]).endswith(": 2 au lieu de 1 point.")
    assert " the 2nd box of row 1" in sentences([Reason("ticks_richer", richer)], "en", game, ["Ann"])
    rich = Reason("spares_lines_of", {"cell": "a1", "other_cell": "c3", "points": 18, "other_points": 34})
    assert " qu’a1 (18 points)" in sentences([rich], "fr", game, ["Ann"])
    figures = {"line": "anti", "number": 8, "cell": "c3", "needed": [8], "combination": "four", "worth": {"points": 12}}
    third = Reason("third_equal", figures)
    assert sentences([third], "de", game, ["Ann"]).startswith(
        "In c3 ist die 8 schon die dritte 8 in der Diagonale a5–e1;"
    )
    assert sentences([third], "it", game, ["Ann"]).startswith("In c3 l’8 è già il terzo 8 della diagonale a5–e1;")


@pytest.mark.parametrize("kind", [knister.EXPECTATION.kind, knaster.EXPECTATION.kind])
def test_mirrored_lines_have_the_same_combination(kind: Callable[[tuple[int, ...]], str | None]) -> None:
    for line in combinations_with_replacement(SUMS, 5):
        assert kind(line) == kind(tuple(14 - number for number in reversed(line)))


def test_prospects_are_exact_where_one_roll_is_left() -> None:
    assert EXPECTATION.value((2, 3, 4, 5), 1) == pytest.approx(12 * 5 / 36 + 10 / 36)
    assert EXPECTATION.value((8, 8, 8, 8), 0) == 0
    kind, chance, without = EXPECTATION.main_difference((8, 8, 8, 8), (8, 8, 9, 9), 1)
    assert (kind, without) == ("four", 0)
    assert chance == pytest.approx(31 / 36)
    # With more rolls to choose from, only a straight is entered before the last one.
    kind, chance, without = EXPECTATION.main_difference((2, 3, 4, 5), None, 3)
    assert (kind, without) == ("straight_without_7", 0)
    assert chance == pytest.approx(1 - (31 / 36) ** 3)


@pytest.mark.parametrize(
    ("numbers", "combination", "missing"),
    [
        ((3, 5, 6), "straight_without_7", [2, 4]),
        ((8, 9), "straight_with_7", [5, 6, 7]),
        ((8, 8, 9), "full_house", [8, 9]),
        ((8, 8), "four", [8, 8]),
        ((7, 7, 7, 2), "five", [7, 7]),
        ((), "pair", []),
    ],
)
def test_missing_numbers_of_a_combination(numbers: tuple[int, ...], combination: str, missing: list[int]) -> None:
    assert sorted(missing_numbers(numbers, combination)) == sorted(missing)


def test_chances_of_a_turn() -> None:
    chances = field_expectation()
    assert chances.chance("kn", (6, 6, 6, 6), 1) == pytest.approx(1 / 6)
    # A known value of Yahtzee.
    assert chances.chance("kn") == pytest.approx(0.04603, abs=1e-5)
    assert chances.mean("6s") == pytest.approx(12.639, abs=1e-3)


def test_chances_of_rolled_dice_are_no_merit_of_kept_dice() -> None:
    fewer, more = Keep((4, 4), 1), Keep((3, 4, 4), 1)
    outlook = TurnOutlook.of(field_expectation(), ("4s", "6s", "3k"), {})
    said = list(keep_reasons(outlook, fewer, more))
    fields = {
        reason.figures["field"] for _, reason in said if "other_dice" in reason.figures and "field" in reason.figures
    }
    assert fields == {"4s", "3k"}


def test_a_turn_that_can_end_in_one_field_names_no_other_one() -> None:
    outlook = TurnOutlook.of(field_expectation(), ("ch",), {"ch.1": Entered("ch", 10, 25.0)})
    found = list(roll_reasons(outlook, Keep((6, 6), 2), Entry("ch", "ch.2", 10, 30.0)))
    assert found
    assert "turn_costs_later" not in {reason.kind for _, reason in found}


def test_a_field_that_the_kept_dice_fill_is_certain() -> None:
    outlook = TurnOutlook.of(field_expectation(), ("ss",), {})
    kept, other, entry = Keep((1, 2, 3, 4), 1), Keep((4, 4), 1), Entry("ch", "ch", 12, 0.0)
    (_, said), *_ = keep_reasons(outlook, kept, other)
    assert (said.kind, said.figures["chance"]) == ("keep_certain", pytest.approx(1))
    assert "roll_on_certain" in [reason.kind for _, reason in roll_reasons(outlook, kept, entry)]


@pytest.mark.parametrize("saving", [False, True])
def test_contributions_of_fields_add_up(*, saving: bool) -> None:
    expectation = FieldExpectation(FIELDS, field_points, saving=saving)
    outlook = TurnOutlook(expectation, {"4s": -9.0, "fh": -11.5, "ls": -8.25})
    entered = [
        max(expectation.points[place][i] + later for place, later in outlook.later.items()) for i in range(len(ROLLS))
    ]
    for rolls in (1, 2, 3):
        values = dict(zip(KEEPS, expectation.keeping.value_keeps(entered, rolls)[-1], strict=True))
        found = outlook.contributions((4, 4), (2, 3, 5), rolls)
        assert sum(found.values()) == pytest.approx(values[4, 4] - values[2, 3, 5])
        found = outlook.contributions((4, 4), None, rolls, 3.0)
        assert sum(found.values()) == pytest.approx(values[4, 4] - 3)


def value_of_saved(saved: Dice, thrown: Mapping[Dice, float], entered: Mapping[Dice, float]) -> float:
    """Return the value of saved dice before a roll, by the values of what can be saved after it, and of the roll."""
    rolls = [(tuple(sorted(saved + dice)), chance) for dice, chance in distribution(5 - len(saved)).items()]
    return fsum(chance * max(entered[roll], *(thrown[kept] for kept in keeps(roll, saved))) for roll, chance in rolls)


@pytest.mark.parametrize("saving", [False, True])
def test_keeping_dice_is_worth_what_the_arrays_of_a_turn_say(*, saving: bool) -> None:
    entered = np.random.default_rng(1).normal(size=len(ROLLS))
    first = turn().value_keeps(entered)
    second = turn().value_keeps(turn().best_keeps(first, entered))
    if saving:
        thrown, scores = dict(zip(KEEPS, first, strict=True)), dict(zip(ROLLS, entered, strict=True))
        second = np.array([value_of_saved(saved, thrown, scores) for saved in KEEPS])
    keeping = KeepingDice(saving=saving)
    found = keeping.value_keeps(entered.tolist(), 2)
    assert np.allclose(found, [first, second], rtol=0, atol=1e-12)
    # No die is kept before the first roll.
    third = keeping.value_keeps(entered.tolist(), 3)[-1][0]
    assert keeping.value_turn(entered.tolist(), found[-1]) == third


def test_prepared_fields_need_no_dice() -> None:
    expectation = FieldExpectation(FIELDS, field_points, saving=True)
    assert len(list(expectation.preparation())) == 2 * len(FIELDS)
    del expectation.keeping
    assert all(expectation.chance(field) > 0 and expectation.mean(field, (), 1) > 0 for field in FIELDS)


def test_prepared_lines_are_not_valued_again() -> None:
    valued: list[Line] = []

    def kind(line: Line) -> str | None:
        valued.append(line)
        return combination(line)

    expectation = LineExpectation({"five": 10, "four": 6}, kind)
    assert len(list(expectation.preparation(7))) == 3 * 3
    before = len(valued)
    assert expectation.value((7, 7), 5) > expectation.value((2, 2), 5) > 0
    assert expectation.main_difference((7, 7), (2, 3), 5)[0] == "four"
    assert len(valued) == before


def test_boxes_around_a_circle() -> None:
    grid = tuple(8 if cell == 7 else 5 if cell == 11 else 6 if cell == 18 else 0 for cell in range(25))
    entry = entry_effect(grid, 12, 7)
    assert (entry.ticked, entry.dead, entry.open) == ([7], [11], [13, 17])
    assert entry.pairs == {}
    assert entry_effect(grid, 12, 8).pairs == {13: 7, 17: 7}


def test_stolen_rows_are_named(played: Played) -> None:
    for seed in range(30):
        record = played("kniffeliger", "strong,random", seed)
        for number, event in enumerate(record.events):
            if isinstance(event, Move) and event.action.startswith("steal"):
                state = replay(record.game, 2, record.events[:number])
                found = assess(record.game, state, event.seat, "quick")
                other = next(choice.action for choice in found.choices if choice.action == "roll")
                reasons = {each.kind: each for each in why(record.game, state, found, event.action, other)}
                _, victim, row = event.action.split(".")
                assert reasons["steal"].figures["points"] == state.sheets[int(victim)].at(row)
                text = sentences(list(reasons.values()), "en", record.game, record.seats)
                assert record.seats[int(victim)] in text
                return
    pytest.fail("nobody has stolen anything")


@pytest.mark.parametrize(
    ("seats", "better", "worse", "kind"),
    [
        (2, 0.55, 0.46, "win_favourite"),
        (2, 0.52, 0.49, "win"),
        (3, 0.55, 0.46, "win"),
        (3, 0.46, 0.30, "win_favourite"),
        (4, 0.46, 0.30, "win"),
        (4, 0.30, 0.20, "win_favourite"),
    ],
)
def test_an_even_chance_is_that_of_one_among_all_seats(seats: int, better: float, worse: float, kind: str) -> None:
    choices = (Choice("a", 10.0, 0.0, better, 0.0), Choice("b", 10.0, 0.0, worse, 0.0))
    (reason,) = win_reason(*choices, seats, alone=True)
    assert reason.kind == kind


@pytest.mark.parametrize(
    ("dice", "entry", "kept", "kind"),
    [
        ((1, 3, 4, 5, 6), "ss", "k345", "open_later"),
        ((1, 2, 4, 4, 6), "4s", "k44", "turn_costs_later"),
        ((2, 2, 3, 6, 6), "ch", "k66", "open_later"),
    ],
)
def test_the_mean_of_a_turn_and_its_cost_later_add_up_to_the_loss(dice: Dice, entry: str, kept: str, kind: str) -> None:
    game = knobel.make("kniffeliger")
    state = game.apply(game.start(2), Roll(dice))
    values = {choice.action: choice.points for choice in assess(game, state, 0, "strong", "points").choices}
    found = {reason.kind: reason for _, reason in kniffeliger.reasons(game, state, 0, kept, entry, values)}
    assert stated_points(found[kind]) == pytest.approx(values[kept] - values[entry], abs=0.01)


def test_an_action_that_only_wins_more_often_has_this_as_its_reason() -> None:
    better, worse = Choice("c3", 50.0, 0.0, 0.124, 0.0), Choice("a1", 52.3, 0.0, 0.110, 0.0)
    [reason] = win_reason(better, worse, 2, alone=True)
    assert reason == Reason("win_over_points", {"mean": 52.3 - 50.0, "chance": 0.124, "other_chance": 0.110})
    [reason] = win_reason(better, Choice("a1", 50.1, 0.0, 0.110, 0.0), 2, alone=True)
    assert reason.kind == "win"
    assert not [*win_reason(better, Choice("a1", 49.0, 0.0, 0.110, 0.0), 2, alone=True)]


def test_more_points_now_are_granted_where_they_are_fewer_in_the_end() -> None:
    cells = {"cell": "b2", "other_cell": "c3", "other_number": 9}
    fact = Reason("now_though", {"number": 8, "points": 6, "other_points": 4, **cells})
    done = Reason("completes", {})
    assert [*without_granted(iter((fact, done)), 2.5)] == [fact, done]
    assert [*without_granted(iter((fact, done)), -1.0)] == [done]
    told = sentences([fact], "en", knobel.make("knapp_daneben"), ("Ann",))
    assert told == "The 8 in b2 brings more now (6 points), but the 9 in c3 (4 points) is worth more in the end."


@pytest.mark.parametrize(("name", "kinds"), [("knaster", ["line_gains"]), ("knoeffel", [])])
def test_an_action_that_wins_more_often_is_explained_by_the_sheet(name: str, kinds: list[str]) -> None:
    known = [
        weighted(0.5, "completes", line="row2"),
        weighted(0.9, "room", "", Role.AIM, count=9),
        weighted(0.7, "line_gains", "mean", Role.GAIN, Reason("line_gains", {"line": "row1"}), line="row1", mean=0.7),
    ]
    shown = on_the_sheet(knobel.make(name), known)
    assert [reason.kind for reason in shown] == kinds
    assert all("mean" not in reason.figures for reason in shown)


def test_more_points_now_come_with_the_cost_of_the_field_later() -> None:
    outlook = TurnOutlook(field_expectation(), dict.fromkeys(FIELDS, 0.0))
    found = compare(outlook, Entry("4s", "4s", 8, 2.0), Entry("1s", "1s", 1, 0.2))
    [reason] = [reason for _, reason in credible(found, 1.8) if reason.kind == "now_costs_later"]
    assert reason.figures["later_mean"] == pytest.approx(5.2)
    assert stated_points(reason) == pytest.approx(1.8)


def test_a_steal_cannot_wait_if_another_seat_can_close_the_row() -> None:
    game = knobel.make("kniffeliger")
    assert isinstance(game, kniffeliger.Kniffeliger)
    state = replace(game.start(2), round=13)
    armed = replace(state, hands=(state.hands[0], (0, 1, 0, 0, 0)))
    assert kniffeliger.blocker(game, state, "ls") == {}
    assert kniffeliger.blocker(game, armed, "ls") == {"other_seat": 1, "die": "freeze"}
    assert kniffeliger.blocker(game, replace(armed, round=14), "ls") == {}


def test_a_combination_that_is_given_up_is_granted() -> None:
    game = knobel.make("kniffeliger")
    state = game.apply(game.start(2), Roll((1, 3, 4, 5, 6)))
    [fact] = kniffeliger.facts(game, state, 0, "k1345", "k3456")
    assert (fact.kind, fact.figures["field"], fact.figures["other_chance"]) == ("likelier_though", "ss", 1.0)
    assert not [*kniffeliger.facts(game, state, 0, "k3456", "ss")]
