"""The final holder of the best sheet: the last shifts and swaps by the rules."""

from dataclasses import replace

import numpy as np
import pytest

from knobel import engines
from knobel.engines.kniffeliger.winning import final_holder as final_holder_in_kernels
from knobel.engines.shared.compiled import Array, compiled
from knobel.games.kniffeliger import NO_DICE, ROUNDS, ROWS, Kniffeliger, Sheet, Stage, State
from knobel.games.tuples import put
from tests.engines.kniffeliger.reference import final_holders

GAME = Kniffeliger()


@compiled
def final_holder(shifts: Array, swaps: Array, holder: Array) -> None:
    final_holder_in_kernels(shifts, swaps, holder)


def last_phase(totals: tuple[int, ...], hands: tuple[tuple[int, ...], ...], seat: int = 0) -> State:
    """Return the last shifting phase, with this seat to move."""
    sheets = tuple(Sheet((total,) + (0,) * (len(ROWS) - 1)) for total in totals)
    return State(sheets, hands, ((0,) * 5,) * len(totals), ROUNDS, seat, Stage.SHIFTING)


def test_control_agrees_with_the_search() -> None:
    rng = np.random.default_rng(3)
    for seats in (2, 3, 4, 6):
        shifts, swaps = rng.integers(3, size=(seats, 40)), rng.integers(2, size=(seats, 40))
        for i in range(40):
            holder = np.zeros(seats, np.int64)
            final_holder(shifts[:, i].copy(), swaps[:, i].copy(), holder)
            hands = [(0, 0, 0, int(shifts[seat, i]), int(swaps[seat, i])) for seat in range(seats)]
            for place in range(seats):
                assert final_holders(frozenset((place,)), hands, 0) == {holder[place]}


def test_the_last_seat_takes_the_best_sheet() -> None:
    state = last_phase((200, 100), ((0,) * 5, (0, 0, 0, 0, 1)), seat=1)
    actions = engines.engine(GAME).evaluate(state, 1, aim="win")
    assert {action: worth.win for action, worth in actions.items()} == {"end": 0.0, "swap.0": 1.0}
    assert {action: worth.points for action, worth in actions.items()} == {"end": 100, "swap.0": 200}
    assert all(worth.exact and worth.win_exact for worth in actions.values())


@pytest.mark.parametrize(("stage", "place"), [(Stage.BEFORE, 1), (Stage.ROLLING, 0), (Stage.SHIFTING, 1)])
def test_only_the_order_of_the_last_round_counts(stage: Stage, place: int) -> None:
    """A rotating order values a position of the last round like the fixed order the same seats in that order."""
    full = (0,) * len(ROWS)
    sheets = tuple(Sheet(put(put(full, i, None), 8, 20 + 9 * i)) for i in range(3))
    hands = ((0, 0, 0, 1, 0), (1, 0, 1, 0, 1), (0, 0, 0, 1, 1))
    state = State(sheets, hands, (NO_DICE,) * 3, round=ROUNDS, seat=place, stage=stage)
    rotating = Kniffeliger(order="rotating")
    order = rotating.order(3, ROUNDS)
    by_seat = [order.index(seat) for seat in range(3)]
    moved = replace(
        state,
        sheets=tuple(sheets[i] for i in by_seat),
        hands=tuple(hands[i] for i in by_seat),
        seat=order[place],
    )
    for seat in range(3):
        here = engines.engine(rotating).expect(moved, order[seat], "master", "win")
        assert here == engines.engine(GAME).expect(state, seat, "master", "win")
