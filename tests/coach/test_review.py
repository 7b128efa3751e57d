"""Reviews: ledgers add up, luck is fair, and stronger players lose less."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import fmean
from typing import Any, get_args

import msgspec
import pytest

from knobel import bots
from knobel.coach import Decision, Grade, Kind, Review, assess, relative_error, review
from knobel.coach.grades import BEGINNER_ACCURACY
from knobel.coach.opponent_effects import expected_effect, round_effect
from knobel.coach.review import Reviewer, ReviewProgress, SeatReview, grade_decision
from knobel.core import BadSetup, Chance, Illegal, Move, Roll, Undo, replay
from knobel.engines import Aim, engine, games_with
from knobel.engines.knaster.search import fill_probability
from knobel.games import GAMES
from knobel.games.kniffeliger import NO_DICE, ROUNDS, ROWS, Kniffeliger, Sheet, Stage, State
from knobel.games.knister import Knister
from knobel.games.tuples import put
from knobel.notation import Record
from tests.coach.conftest import Played
from tests.slow import slow_except


class Biggest(Knister):
    """A game without an engine."""

    name = "biggest"


KNIFFELIGER = Kniffeliger()
GAMES_OF_LEVEL = {"strong": 1, "advanced": 4, "casual": 4, "random": 1}
"""Number of games of each level whose mean losses are compared: a single one can exchange the middle levels."""
TABLES: list[Any] = [
    *((name, "random,strong", {}) for name in ("knister", "kniffeliger")),
    *(
        pytest.param(*case, marks=pytest.mark.slow)
        for case in (
            *((name, "casual", {}) for name in GAMES if name != "kniffeliger"),
            *((name, "random,strong", {}) for name in GAMES if name not in ("knister", "kniffeliger")),
            ("knister", "random,casual,beginner,strong,random", {}),
            ("kniffeliger", "random,casual,random,strong,random", {"cross_out": "any"}),
            ("knoeffel", "random", {"columns": "sequential"}),
        )
    ),
]


@pytest.mark.parametrize(("name", "levels", "options"), TABLES)
def test_ledgers_add_up(played: Played, name: str, levels: str, options: dict[str, str]) -> None:
    record = played(name, levels, **options)
    found = review(record, "quick")
    final = replay(record.game, len(record.seats), record.events)
    for seat in found.seats:
        ledger = seat.ledger
        assert ledger.final == record.game.score(final, seat.seat)
        booked = ledger.start + ledger.luck + ledger.decisions + ledger.unknown + ledger.others + ledger.correction
        assert booked == pytest.approx(ledger.final, abs=1e-6)
        assert ledger.decisions <= 0
        assert ledger.luck
        changes = [change for change in found.changes if change.seat == seat.seat]
        assert ledger.start + sum(change.points for change in changes) == pytest.approx(changes[-1].value)
        assert changes[-1].value == ledger.final
        assert -sum(each.loss for each in found.decisions if each.seat == seat.seat) == pytest.approx(ledger.decisions)
        shown = ledger.rounded()
        parts = shown.start, shown.luck, shown.decisions, shown.unknown, shown.others, shown.correction
        assert sum(round(10 * part) for part in parts) == 10 * ledger.final


@pytest.mark.parametrize(
    "options",
    [
        {"cross_out": "any"},
        *(
            pytest.param(options, marks=pytest.mark.slow)
            for options in ({}, {"action_dice": "next_round"}, {"freeze": "next_round"})
        ),
    ],
)
def test_corrections_in_kniffeliger_are_small(played: Played, options: dict[str, str]) -> None:
    """Other changes than luck and decisions are effects of action dice, under all options."""
    found = review(played("kniffeliger", "beginner,random,strong", **options), "quick", "points")
    for seat in found.seats:
        corrections = [c for c in found.changes if c.seat == seat.seat and c.kind is Kind.CORRECTION]
        assert sum(abs(change.points) for change in corrections) / seat.decisions < 0.15


def test_playing_to_win_is_foreseen(played: Played) -> None:
    """The start is lower if all seats play to win. What they give up for it is no correction."""
    record = played("knoeffel", "beginner,random,strong")
    for_points, to_win = (review(record, "quick", aim) for aim in get_args(Aim))
    for one, other in zip(for_points.seats, to_win.seats, strict=True):
        assert one.ledger.others == 0
        assert other.ledger.others == pytest.approx(one.ledger.start - other.ledger.start)
        assert 3 < other.ledger.others < 15
        assert other.ledger.correction == pytest.approx(one.ledger.correction)


@pytest.mark.parametrize("name", slow_except("knister", games=games_with("engine")))
def test_each_decision_is_graded_by_one_measure(played: Played, name: str) -> None:
    found = review(played(name, "master,beginner"))
    for each in found.decisions:
        assert (each.better is None) == (each.grade is Grade.BEST)
        assert each.better is None or each.better in each.best
        if each.judged_by == "win":
            assert each.error == each.win_loss
            assert each.win_loss is not None
            assert each.win_loss <= 0.45 / 40 or each.grade not in (Grade.BEST, Grade.GOOD)
    for seat in found.seats:
        own = [each for each in found.decisions if each.seat == seat.seat and not each.decided]
        relative = [relative_error(name, each.judged_by, each.error) for each in own]
        assert seat.accuracy == pytest.approx(100 * BEGINNER_ACCURACY ** (sum(relative) / len(relative)))
    # The master plays to win.
    assert found.seats[0].accuracy > 95 > found.seats[1].accuracy


FULL = Sheet(tuple(25 for _ in ROWS))


def graded(position: State, action: str) -> Decision:
    """Return the graded decision of the seat to move in a position of Kniffeliger."""
    found = assess(KNIFFELIGER, position, position.seat)
    behind = max(found.reference(action).points - found.of(action).points, 0.0)
    return grade_decision(KNIFFELIGER, position, 1, found, action, found.loss(action), behind)


def test_points_decide_when_the_game_is_almost_won() -> None:
    """A large straight that is not entered is a blunder although the estimated chance stays the same."""
    leader = replace(FULL, points=tuple(None if row in ("3k", "ls") else 25 for row in ROWS))
    other = replace(FULL, points=tuple(None if row == "ch" else 5 for row in ROWS))
    dice = (1, 2, 3, 4, 5)
    position = State((leader, other), (NO_DICE,) * 2, (NO_DICE,) * 2, ROUNDS, 0, Stage.ROLLED, dice, rolls=3)
    struck, entered = graded(position, "3k"), graded(position, "ls")
    assert struck.played.win == pytest.approx(1)
    assert (struck.judged_by, struck.error, struck.grade, struck.decided) == ("points", 40, Grade.BLUNDER, False)
    assert (entered.grade, entered.better) == (Grade.BEST, None)
    # The master breaks the tie in the same way.
    assert bots.make("master").choose(KNIFFELIGER, position, 0, Random(1)) == "ls"


def test_giving_the_best_sheet_away_is_a_blunder() -> None:
    behind = replace(FULL, points=(24,) * len(ROWS))
    swap = (*NO_DICE[:-1], 1)
    position = State((FULL, behind), (swap, NO_DICE), (NO_DICE,) * 2, ROUNDS, 0, Stage.SHIFTING)
    found = graded(position, "swap.1")
    assert (found.judged_by, found.grade) == ("win", Grade.BLUNDER)
    assert found.error > 0.9
    assert found.better
    assert found.better.action == "end"


@pytest.mark.parametrize("name", slow_except("kniffeliger", games=games_with("engine")))
def test_luck_is_zero_on_average(played: Played, name: str) -> None:
    """Also after the moves of a weak bot, where estimates are least accurate."""
    record = played(name, "random,casual")
    game, thinking, checked = record.game, engine(record.game), 0
    state = game.start(2)
    for number, event in enumerate(record.events):
        turn, late = game.turn(state), number > 0.9 * len(record.events)
        # Knapp Daneben! distinguishes 7,776 rolls, which takes too long before the end.
        if isinstance(turn, Chance) and (late if name == "knapp_daneben" else number % 7 == 0) and checked < 6:
            view, seat = game.view(state, turn.seat), turn.seat
            after = [(game.view(game.apply(state, roll), seat), p) for roll, p in game.outcomes(state).items()]
            mean = sum(float(p) * thinking.expect(each, seat, "strong", "points").points for each, p in after)
            assert thinking.expect(view, seat, "strong", "points").points == pytest.approx(mean, abs=1e-3)
            checked += 2 if name == "knapp_daneben" else 1
        state = game.apply(state, event)
    assert checked


@pytest.mark.parametrize("name", slow_except("knaster", "kniffeliger"))
def test_the_chance_to_win_can_be_left_out(played: Played, name: str) -> None:
    record = played(name, "casual,random")
    game, thinking = record.game, engine(record.game)
    state = game.start(2)
    for number, event in enumerate(record.events):
        if number % 11 == 0:
            alone = thinking.expect(game.view(state, 0), 0, "quick", "points")
            # In Knaster the game may end with the moves of the seats that still have to move.
            assert alone.win is None or alone.win_exact
            assert alone.points == pytest.approx(thinking.expect(game.view(state, 0), 0, "quick").points)
        state = game.apply(state, event)


@pytest.mark.parametrize("name", slow_except("knister", games=games_with("engine")))
def test_better_bots_lose_less(played: Played, name: str) -> None:
    def play(level: str) -> Iterator[SeatReview]:
        for seed in range(GAMES_OF_LEVEL[level]):
            yield from review(played(name, ",".join([level] * GAMES[name].min_seats), seed=seed), "strong").seats

    levels = [[*play(level)] for level in GAMES_OF_LEVEL]
    lost = [fmean(seat.error_rate for seat in seats) for seats in levels]
    assert lost == sorted(lost)
    accuracies = [fmean(seat.accuracy for seat in seats) for seats in levels]
    assert accuracies[0] > 90
    assert accuracies == sorted(accuracies, reverse=True)


def test_nothing_is_corrected_where_values_are_exact(played: Played) -> None:
    found = review(played("knoeffel", "casual", columns="sequential"))
    # Stored values are rounded, to 0.002 for each of the two columns.
    assert all(abs(each.points) < 0.005 for each in found.changes if each.kind is Kind.CORRECTION)
    record = played("knister", "casual")
    found = review(record)
    exact = [each.event for each in found.decisions if not each.played.uncertainty]
    assert len(exact) > 2
    corrections = [each for each in found.changes if each.kind is Kind.CORRECTION]
    assert all(abs(each.points) < 1e-3 for each in corrections if each.event > exact[0])
    assert any(abs(each.points) > 1e-3 for each in corrections)
    # At most once between two rolls, even if a decision is searched more deeply than the roll.
    rolls = {number for number, event in enumerate(record.events, 1) if isinstance(event, Roll)}
    assert {each.event for each in corrections} <= rolls | {len(record.events)}


def test_ledgers_need_no_chances_to_win(played: Played) -> None:
    record = played("knister", "random,casual")
    whole, points = review(record, "quick"), review(record, "quick", "points")
    assert [seat.ledger for seat in whole.seats] == [seat.ledger for seat in points.seats]
    assert any(each.played.win is not None for each in whole.decisions)
    assert all(each.played.win is None and each.win_loss is None for each in points.decisions)


def test_undone_moves_are_not_reviewed(played: Played) -> None:
    record = played("knister", "casual,casual")
    state = replay(record.game, 2, record.events[:1])
    assert state.waiting == (0, 1)
    other = next(cell for cell in record.game.legal(state, 0) if Move(0, cell) != record.events[1])
    events_with_undo = [record.events[0], Move(0, other), Undo(0), *record.events[1:]]

    def figures(found: Review) -> list[tuple[int, float]]:
        return [(decision.seat, decision.loss) for decision in found.decisions]

    straight, around = (review(replace(record, events=events), "quick") for events in (record.events, events_with_undo))
    assert straight.seats[0].ledger == around.seats[0].ledger
    assert figures(straight) == figures(around)
    assert around.decisions[0].event == 4


def test_action_dice_are_booked_as_effects_of_others(played: Played) -> None:
    """A steal moves points from one ledger to the other, and is neither luck nor a mistake of the victim."""
    number, thief, record = next(
        (number, event.seat, record)
        for record in (played("kniffeliger", "random,random", seed) for seed in range(50))
        for number, event in enumerate(record.events)
        if isinstance(event, Move)
        and event.action.startswith("steal")
        # A row without points is no loss.
        and scored(record, number, 1 - event.seat) > scored(record, number + 1, 1 - event.seat)
    )
    stolen = [each for each in review(record, "quick").changes if each.event == number + 1 and each.seat != thief]
    assert [each.kind for each in stolen] == [Kind.OTHERS]
    assert stolen[0].points < 0


def test_the_speed_of_others_is_booked_as_an_effect_of_others(played: Played) -> None:
    """In Knaster the others bring the end of the game nearer for all; the mean over their possible moves is zero."""
    record = played("knaster", "strong,random")
    changes = review(record, "quick", "points").changes
    booked = {each.event: each.points for each in changes if each.kind is Kind.OTHERS and each.seat == 0}
    state, opened, seen = record.game.start(2), None, set[bool]()
    for number, event in enumerate(record.events, 1):
        after = record.game.apply(state, event)
        if isinstance(event, Roll):
            if opened and 0 in state.sheets[0].grid:
                own, other = state.sheets[0], opened.sheets[1]
                one_fewer = replace(other, grid=put(other.grid, other.grid.index(0), 7))
                slower, faster = (
                    round_effect(record.game, replace(state, sheets=(own, sheet)), 0) for sheet in (other, one_fewer)
                )
                share, fell = fill_probability(other.grid.count(0)), state.sheets[1].grid.count(0) < other.grid.count(0)
                assert share * faster + (1 - share) * slower == pytest.approx(0, abs=1e-4)
                foreseen = expected_effect(record.game, state, 0, "points") - expected_effect(
                    record.game, opened, 0, "points"
                )
                assert booked.get(number, 0.0) == pytest.approx((faster if fell else slower) + foreseen, abs=1e-9)
                seen.add(fell)
            opened = after
        state = after
    assert seen == {True, False}
    assert {each.kind for each in changes if each.event == 1} == {Kind.LUCK}, "no round has closed yet"
    alone = review(played("knaster", "casual"), "quick", "points")
    assert not any(each.kind is Kind.OTHERS for each in alone.changes)


@pytest.mark.slow
def test_in_knaster_the_chance_to_win_is_known_from_the_first_round_on(played: Played) -> None:
    """Estimates before the race are monotonic in points, so that they turn no best action into a mistake."""
    record = played("knaster", "casual,beginner,strong")
    found = review(record, "quick")
    early = [each for each in found.decisions if each.event < len(record.events) // 2]
    assert len(early) > 40
    assert all(each.played.win is not None and each.played.win_uncertainty for each in early)
    assert all(each.error == 0 for each in early if each.played.action == each.best[0].action)
    assert any(each.judged_by == "win" and each.error > 0.01 for each in early)


def scored(record: Record, events: int, seat: int) -> int:
    """Return a seat's points after that many events."""
    return record.game.score(replay(record.game, len(record.seats), record.events[:events]), seat)


def test_forced_moves_are_no_decisions(played: Played) -> None:
    record = played("knister", "casual")
    found = review(record, "quick")
    moves = sum(isinstance(event, Move) for event in record.events)
    assert (moves, len(found.decisions), found.seats[0].decisions) == (25, 24, 24)


def test_a_game_without_an_engine_is_reviewed(played: Played) -> None:
    known = played("knister", "random")
    ledger = review(replace(known, game=Biggest()), "quick").seats[0].ledger
    booked = ledger.start + ledger.luck + ledger.decisions + ledger.correction
    assert booked == pytest.approx(ledger.final, abs=1e-6)


def test_a_game_that_is_not_over_is_refused(played: Played) -> None:
    record = played("knister", "random")
    with pytest.raises(BadSetup, match="not over"):
        review(replace(record, events=record.events[:-1]), "quick")


def test_illegal_records_are_refused(played: Played) -> None:
    record = played("knoeffel", "random", columns=1)
    with pytest.raises(Illegal):
        review(replace(record, events=[*record.events[:2], Undo(0), *record.events[2:]]), "quick")


def test_places_without_luck(played: Played) -> None:
    found = review(played("knister", "random,strong"), "quick")
    weak, good = found.seats
    assert good.place_without_luck < weak.place_without_luck
    assert good.result_without_luck == good.ledger.final - good.ledger.luck
    assert len(good.turning_points) == 3


@pytest.mark.parametrize("name", slow_except("kniffeliger", games=("knister", "knaster", "knoeffel", "kniffeliger")))
def test_a_review_can_be_continued_elsewhere(played: Played, name: str) -> None:
    options = {"columns": 1} if name == "knoeffel" else {}
    record = played(name, "random,random", **options)
    reviewing = Reviewer(record, "quick", "points")
    for _ in range(len(reviewing.events) // 2):
        reviewing.step()
    told = msgspec.json.encode(reviewing.progress())
    continued = Reviewer(record, "quick", "points", msgspec.json.decode(told, type=ReviewProgress))
    while not continued.done:
        continued.step()
    found, whole = continued.close(), review(record, "quick", "points")
    # Figures of reasons may be tuples on one side and lists on the other.
    assert msgspec.json.encode(found) == msgspec.json.encode(whole)
