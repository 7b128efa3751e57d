"""Large losses are told only after playouts on the same dice have confirmed them."""

from dataclasses import replace
from itertools import islice
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from knobel.coach import Grade, assess, compare_by_rollouts, confirmation, review
from knobel.coach.confirmation import confirmed, in_order, told
from knobel.coach.decision import Decision
from knobel.coach.lesson import is_mistake
from knobel.coach.reasons import UNPROVEN
from knobel.coach.review import Reviewer, review_move
from knobel.coach.rollouts import Estimate
from knobel.core import Chance, Move, Over, Roll
from knobel.dice import FACES
from knobel.engines import engine
from knobel.engines.kniffeliger import table_playouts
from knobel.engines.kniffeliger.table_playouts import Playouts
from knobel.games.kniffeliger import NO_DICE, ROWS, Kniffeliger, Sheet, Stage, State
from knobel.notation import Record
from tests.coach.conftest import Played

GAME = Kniffeliger()
STEAL = (1, 0, 0, 0, 0)
SWAP = (0, 0, 0, 0, 1)


def sheet(*filled: tuple[str, int]) -> Sheet:
    """Return a sheet with these rows filled."""
    points = dict(filled)
    return Sheet(tuple(points.get(row) for row in ROWS))


@pytest.mark.parametrize(
    ("mean", "error", "expected"),
    [(2.0, 3.0, 2.0), (-2.0, 3.0, 0.0), (-30.0, 3.0, -30.0), (50.3, 4.7, 50.3), (0.0, 0.0, 0.0)],
)
def test_a_loss_is_shown_as_measured(mean: float, error: float, expected: float) -> None:
    assert told(Estimate(mean, error)) == expected


def test_only_the_grade_of_a_loss_depends_on_its_certainty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A swap loses 30 points by these playouts, once surely, once not."""
    mine, theirs = (sheet(*((row, points) for row in ROWS[:12])) for points in (18, 9))
    position = State((mine, theirs), (SWAP, NO_DICE), (NO_DICE,) * 2, 12, 0, Stage.SHIFTING)
    reviewed = list[Decision]()
    for uncertainty in (3.0, 20.0):
        measured = Estimate(30.0, uncertainty), Estimate(0.0, 0.1)
        monkeypatch.setattr(confirmation, "differences", lambda *_, measured=measured: measured)
        reviewing = Reviewer(Record(GAME, ("Ann", "Ben"), []), "master")
        reviewing.state = position
        reviewing.book(1, Move(0, "swap.1"))
        reviewed += reviewing.decisions
    certain, open_ = reviewed
    assert certain.error == open_.error == pytest.approx(30)
    assert (certain.grade, certain.unproven) == (Grade.BLUNDER, False)
    assert (open_.grade, open_.unproven) == (Grade.INACCURACY, True)
    assert not is_mistake(open_)
    assert open_.why == (*certain.why, UNPROVEN)


def early_steal(rounds: int) -> State:
    """Return a position before a roll in which a large straight can be stolen."""
    mine = sheet(*((row, 3) for row in ROWS[: rounds - 1]))
    return State(
        (mine, replace(mine, points=(*mine.points[:10], None, 30, *mine.points[12:]))),
        (STEAL, NO_DICE), (NO_DICE, NO_DICE), rounds, 0, Stage.BEFORE,
    )  # fmt: skip


@pytest.mark.parametrize("rounds", [2, 5, 9])
def test_a_steal_that_can_wait_is_no_loss(rounds: int) -> None:
    position = early_steal(rounds)
    found = assess(GAME, position, 0)
    assert "steal.1.ls" in GAME.legal(position, 0)
    assert found.loss("roll") == 0


def test_a_steal_in_the_last_turn_is_played_out() -> None:
    """The seat swaps sheets at the end, so points that it steals from the better sheet are lost to it."""
    rich = Sheet(tuple(None if row == "ch" else 35 for row in ROWS))
    poor = sheet(*((row, 5) for row in ROWS if row not in ("ls", "ch")))
    position = State((rich, poor), (NO_DICE, (1, 0, 0, 0, 1)), (NO_DICE,) * 2, 14, 1, Stage.BEFORE)
    found = assess(GAME, position, 1)
    assert found.loss("roll") > 5
    assert GAME.legal(position, 1)[0] == "roll"
    after = confirmed(GAME, position, found, "roll", 1)
    assert after.loss("roll") == 0
    assert after.choices == in_order(after.choices, after.of("roll"))


@pytest.mark.slow
def test_playouts_agree_with_rollouts_by_the_rules_alone() -> None:
    rich, poor = (sheet(*((row, points) for row in ROWS[:12])) for points in (18, 9))
    position = State((rich, poor), (SWAP, STEAL), (NO_DICE,) * 2, 12, 0, Stage.SHIFTING)
    ends = [GAME.apply(position, Move(0, action)) for action in ("end", "swap.1")]
    outcomes = islice(table_playouts.outcomes(engine(GAME), ends, 0, 1), 200)  # type: ignore[arg-type]
    differences = [one.points - other.points for one, other in outcomes]
    *_, found = compare_by_rollouts(GAME, position, 0, ["end", "swap.1"], max_samples=60)
    error = (found.points.uncertainty**2 + stdev(differences) ** 2 / len(differences)) ** 0.5
    assert fmean(differences) == pytest.approx(found.points.mean, abs=3 * error + 0.5)


@pytest.mark.parametrize(
    "options",
    [{}, {"action_dice": "next_round", "cross_out": "any"}, {"freeze": "next_round", "turn_end": "player"},
     {"rounds": "until_full", "order": "rotating"}],
)  # fmt: skip
def test_playouts_end_under_all_options(options: dict[str, Any]) -> None:
    game, rng = Kniffeliger(**options), Random(3)
    playouts = Playouts(engine(game).own)  # type: ignore[attr-defined]
    state = game.start(3)
    visited = 0
    while not isinstance(turn := game.turn(state), Over):
        if visited % 40 == 0:
            totals = [next(playouts.outcomes([state], seat, 5))[0] for seat in range(3)]
            assert sum(each.win for each in totals) == pytest.approx(1)
            assert next(playouts.outcomes([state, state], 0, 5)) == (totals[0], totals[0])
        visited += 1
        event = (
            Roll(tuple(sorted(rng.choices(FACES, k=turn.dice))))
            if isinstance(turn, Chance)
            else Move(state.seat, rng.choice(game.legal(state, state.seat)))
        )
        state = game.apply(state, event)


def test_reviews_and_practice_tell_the_same_loss(played: Played) -> None:
    record = played("kniffeliger", "random,casual")
    played_out = 0
    for each in review(record).decisions:
        move = record.events[each.event - 1]
        assert isinstance(move, Move)
        if not move.action.startswith(("roll", "steal", "shift", "swap")):
            continue
        again = review_move(Record(record.game, record.seats, record.events[: each.event - 1]), move)
        assert again is not None
        assert (again.grade, again.loss, again.error) == (each.grade, each.loss, each.error)
        played_out += each.played.uncertainty > 0
    assert played_out


def test_a_made_combination_of_the_last_seat_is_not_free() -> None:
    """An entry that earns an action die ends the round of the last seat, so its value is of another kind."""
    mine = sheet(*((row, 3) for row in ROWS[:8]))
    position = State((mine, mine), (NO_DICE,) * 2, (NO_DICE,) * 2, 9, 1, Stage.ROLLED, (1, 2, 3, 4, 5), rolls=1)
    reviewing = Reviewer(Record(GAME, ("Ann", "Ben"), []), "master")
    reviewing.state = position
    reviewing.book(1, Move(1, "k1"))
    [decision] = reviewing.decisions
    assert decision.loss == pytest.approx(assess(GAME, position, 1).loss("k1"))
    assert decision.loss > 15
    assert decision.grade in (Grade.MISTAKE, Grade.BLUNDER)
