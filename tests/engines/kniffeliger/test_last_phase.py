"""The last shifting phase against backward induction by the rules alone."""

from random import Random
from typing import Any

import pytest

from benchmarks.kniffeliger_exchanges import final_scores, wrongly_blamed
from knobel import engines
from knobel.core import Move, Over
from knobel.engines.kniffeliger.last_phase import MOST_ARRANGEMENTS, ending, share_of_win, solve, ways_of
from knobel.games.kniffeliger import NO_DICE, ROUNDS, ROWS, Kniffeliger, Sheet, Stage, State
from tests.engines.kniffeliger.reference import points, worth


def last_phase(totals: tuple[int, ...], dice: tuple[tuple[int, int], ...], seat: int = 0) -> State:
    """Return the last shifting phase, in which a seat is to move; `dice` are the shifts and swaps of each seat."""
    sheets = tuple(Sheet((total,) + (0,) * (len(ROWS) - 1)) for total in totals)
    hands = tuple((0, 0, 0, *hand) for hand in dice)
    return State(sheets, hands, (NO_DICE,) * len(totals), ROUNDS, seat, Stage.SHIFTING)


def random_phase(rng: Random, seats: int) -> State:
    """Return a last shifting phase in which the seat to move has a shift or a swap."""
    totals = tuple(rng.choice((120, 150, 180, 200 + i)) for i in range(seats))
    most = (0, 0, 1, 1, 2) if seats < 4 else (0, 0, 0, 1)
    dice = [(rng.choice(most), rng.choice(most)) for _ in totals]
    seat = rng.randrange(seats)
    dice[seat] = rng.choice(((1, 0), (0, 1), (1, 1)))
    return last_phase(totals, tuple(dice), seat)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (3, {}), (4, {}), (2, {"order": "rotating"}), (3, {"turn_end": "player"}), (2, {"rounds": "until_full"})],
)
def test_the_last_phase_is_that_of_backward_induction(seats: int, options: dict[str, Any]) -> None:
    game, rng = Kniffeliger(**options), Random(f"{seats} {options}")
    engine = engines.engine(game)
    for _ in range(12 if seats == 4 else 40):
        state = random_phase(rng, seats)
        assert not game.rounds_to_come(state)
        for aim in ("points", "win"):
            found = engine.evaluate(state, state.seat, aim=aim)
            ends = {action: final_scores(game, game.apply(state, Move(state.seat, action))) for action in found}
            assert {action: each.points for action, each in found.items()} == {
                action: scores[state.seat] for action, scores in ends.items()
            }
            assert all(each.exact for each in found.values())
            best = max(found, key=lambda action: found[action].merit)
            assert ends[best][state.seat] == max(scores[state.seat] for scores in ends.values())
        for action, each in found.items():
            assert each.win == share_of_win(ends[action], state.seat)
            assert each.win_exact
        for seat in range(seats):
            here = engine.expect(state, seat)
            assert here.points == final_scores(game, state)[seat]
            assert here.exact
            assert here.win_exact


def test_for_two_seats_it_is_also_the_best_play_to_win() -> None:
    """With two seats no seat has two actions that are equal for itself but not for the other."""
    game, rng = Kniffeliger(), Random(5)
    for _ in range(60):
        state = random_phase(rng, 2)
        totals, exact = ending(game, state)
        assert exact
        assert worth(game, state, points) == totals
        assert worth(game, state) == tuple(share_of_win(totals, place) for place in range(2))


def test_a_seat_that_gains_nothing_for_certain_takes_what_others_may_overlook() -> None:
    """The second seat can answer everything, so all actions of the first one are equal if it plays well."""
    state = last_phase((100, 200), ((0, 1), (0, 1)))
    found = engines.engine(Kniffeliger()).evaluate(state, 0)
    assert {action: each.points for action, each in found.items()} == {"swap.1": 100, "end": 100}
    assert max(found, key=lambda action: found[action].merit) == "swap.1"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_many_dice_reach_every_arrangement(seats: int) -> None:
    few, many = (ways_of(seats, 1, 20, swaps) for swaps in (3 * (seats - 1) // 2, 20))
    assert few == many
    assert many.complete
    assert len(many.arrangements) == [2, 6, 24, 120][seats - 2] <= MOST_ARRANGEMENTS


def test_eight_seats_with_many_dice_are_bounded() -> None:
    totals = tuple(range(100, 260, 20))
    few = solve(totals, ((0, 0),) * 5 + ((1, 0), (0, 1), (1, 1)), 0)
    assert few.exact
    assert few.totals[-1] == max(totals)
    many = solve(totals, ((2, 2),) * 8, 0)
    assert not many.exact
    assert sorted(many.totals) == list(totals)
    assert many.totals[-1] == max(totals)


def test_the_engine_plays_as_it_expects_of_all_seats() -> None:
    game, rng = Kniffeliger(), Random(8)
    engine = engines.engine(game)
    for _ in range(20):
        state = random_phase(rng, 3)
        told = [engine.expect(state, seat).points for seat in range(3)]
        while not isinstance(game.turn(state), Over):
            found = engine.evaluate(state, state.seat)
            state = game.apply(state, Move(state.seat, max(found, key=lambda action: found[action].merit)))
        assert told == list(game.scores(state))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_best_action_of_the_last_phase_is_worse_than_good(seats: int) -> None:
    game, rng = Kniffeliger(), Random(f"{seats} blamed")
    for _ in range(40 if seats < 4 else 8):
        assert wrongly_blamed(game, random_phase(rng, seats)) == []
