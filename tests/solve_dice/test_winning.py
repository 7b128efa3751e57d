"""Playing for the win: last turns and last shifts and swaps by the rules, and how far scores spread."""

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from knobel.core import Chance, Game, Move, Over
from knobel.engines.kniffeliger import induction as kniffeliger_kernel
from knobel.engines.kniffeliger import values as kniffeliger_values
from knobel.engines.kniffeliger.arrays import RANK
from knobel.engines.kniffeliger.arrays import points as row_points
from knobel.engines.kniffeliger.engine import KniffeligerEvaluator, Win
from knobel.engines.kniffeliger.solve import sheet_values
from knobel.engines.kniffeliger.winning import control, last_holders, share
from knobel.engines.knoeffel import compiled_play as knoeffel_play
from knobel.engines.knoeffel import values as knoeffel_values
from knobel.engines.knoeffel.arrays import knoeffel
from knobel.engines.knoeffel.engine import evaluator
from knobel.engines.knoeffel.solve import column_values
from knobel.engines.shared.chances import Chance as WinChance
from knobel.engines.shared.chances import curve
from knobel.engines.shared.five_dice import five_dice
from knobel.engines.shared.rng import generator
from knobel.engines.shared.stamps import Stale
from knobel.games.kniffeliger import ROUNDS, ROWS, Kniffeliger, Sheet, Stage
from knobel.games.kniffeliger import State as KniffeligerState
from knobel.games.knoeffel import FIELDS, Column, Knoeffel, State


def win_by_the_rules(game: Game[Any], state: Any) -> tuple[float, ...]:
    """Every seat's share of the win when each, in turn, does what is best for itself."""
    known: dict[Any, tuple[float, ...]] = {}

    def of(state: Any) -> tuple[float, ...]:
        if state in known:
            return known[state]
        match game.turn(state):
            case Over(scores):
                best = frozenset(i for i, score in enumerate(scores) if score == max(scores))
                known[state] = tuple(share(best, i) for i in range(len(scores)))
            case Chance():
                after = [(float(p), of(game.apply(state, roll))) for roll, p in game.outcomes(state).items()]
                known[state] = tuple(sum(p * shares[i] for p, shares in after) for i in range(game.seats(state)))
            case decide:
                seat = decide.seats[0]
                ways = [of(game.apply(state, Move(seat, action))) for action in game.legal(state, seat)]
                known[state] = max(ways, key=lambda shares: shares[seat])
        return known[state]

    return of(state)


@pytest.mark.parametrize(("field", "behind"), [("ch", 24), ("ch", 25), ("6s", 20), ("kn", 20)])
def test_the_last_turn_is_played_against_the_total_to_beat(field: str, behind: int) -> None:
    points = (3, 6, 9, 12, 15, 18) + (0,) * 7
    mine = Column(tuple(None if name == field else n for name, n in zip(FIELDS, points, strict=True)), 2)
    theirs = Column((0,) * 12 + (sum(n or 0 for n in mine.points) + 5 + behind - 15,), 0)
    game, dice = Knoeffel(columns=1), (1, 3, 3, 6, 6)
    state = State(((mine,), (theirs,)), dice=dice, rolls=3)
    values = evaluator("strong", "win").evaluate(game, state, 0, Random(1))
    assert evaluator("master", "win").evaluate(game, state, 0, Random(1)) == values
    for action, value in values.items():
        exact = win_by_the_rules(game, game.apply(state, Move(0, action)))[0]
        assert value == pytest.approx(exact, abs=1e-4), action


def test_who_answers_last_is_known_to_play_for_the_win() -> None:
    points = (3, 6, 9, 12, 15, 18) + (0,) * 7
    column = Column(tuple(None if name == "ch" else n for name, n in zip(FIELDS, points, strict=True)), 3)
    game = Knoeffel(columns=1)
    state = State(((column,), (column,)), dice=(2, 4, 5, 5, 6), rolls=3)
    value = evaluator("strong", "win").evaluate(game, state, 0, Random(1))["ch.1"]
    assert value == pytest.approx(win_by_the_rules(game, game.apply(state, Move(0, "ch.1")))[0], abs=1e-4)


def last_phase(totals: tuple[int, ...], hands: tuple[tuple[int, ...], ...]) -> KniffeligerState:
    """The last shifts and swaps, the first seat to move."""
    sheets = tuple(Sheet((total,) + (0,) * (len(ROWS) - 1)) for total in totals)
    return KniffeligerState(sheets, hands, ((0,) * 5,) * len(totals), ROUNDS, 0, Stage.SHIFTING)


def test_last_shifts_and_swaps_by_the_rules() -> None:
    """With two seats, where nobody can choose between ways that are equally good for himself and not for the other."""
    rng, game = Random(5), Kniffeliger()
    for _ in range(60):
        totals = (rng.choice((100, 150)), rng.choice((100, 150)))
        hands = tuple((0, 0, 0, rng.choice((0, 1, 2)), rng.choice((0, 0, 1, 2))) for _ in totals)
        state = game.apply(replace(last_phase(totals, hands), seat=1, stage=Stage.ENTERED), Move(1, "end"))
        best = frozenset(i for i, total in enumerate(totals) if total == max(totals))
        ends = last_holders(best, hands, 0)
        assert win_by_the_rules(game, state) == (share(ends, 0), share(ends, 1))


def test_control_agrees_with_the_search() -> None:
    rng = np.random.default_rng(3)
    for seats in (2, 3, 4, 6):
        shifts, swaps = rng.integers(3, size=(seats, 40)), rng.integers(2, size=(seats, 40))
        winner = control(shifts, swaps)
        for i in range(40):
            hands = [(0, 0, 0, int(shifts[seat, i]), int(swaps[seat, i])) for seat in range(seats)]
            for place in range(seats):
                assert last_holders(frozenset((place,)), hands, 0) == {winner[place, i]}


def test_the_last_seat_takes_the_best_sheet() -> None:
    hands = ((0,) * 5, (0, 0, 0, 0, 1))
    values = KniffeligerEvaluator(Win).evaluate(
        Kniffeliger(), KniffeligerState(*_held((200, 100), hands), ROUNDS, 1, Stage.SHIFTING), 1, Random(1)
    )
    assert values == {"end": 0.0, "swap.0": 1.0}


def _held(totals: tuple[int, ...], hands: tuple[tuple[int, ...], ...]) -> tuple[Any, Any, Any]:
    state = last_phase(totals, hands)
    return state.sheets, state.hands, state.earned


def test_spreads_are_those_of_games() -> None:
    scores = np.empty(20_000)
    knoeffel_play.play(
        generator(1), knoeffel(), five_dice(), column_values(), np.empty(0), 1, scores, np.empty((0, 13, 9), np.int16)
    )
    spread = knoeffel_values.worth().columns(np.zeros((1, 3), np.int64))[1][0] ** 0.5
    assert scores.std() == pytest.approx(spread, rel=0.02)
    kniffeliger_kernel.play(
        generator(1), row_points(), RANK, five_dice(), sheet_values(), scores, np.empty((0, 14, 6), np.int16)
    )
    assert scores.std() == pytest.approx(kniffeliger_values.worth().spreads[0], rel=0.02)


def test_chance_to_win_of_normal_scores() -> None:
    grid = np.arange(0, 400)
    chance = WinChance(0, [curve(grid, 200, 400), curve(grid, 190, 900)])
    rng = np.random.default_rng(1)
    for mean, deviation in ((210, 15), (180, 30), (230, 0.0)):
        mine = mean + deviation * rng.standard_normal(200_000)
        theirs = np.maximum(200 + 20 * rng.standard_normal(200_000), 190 + 30 * rng.standard_normal(200_000))
        assert float(chance(np.array(mean), np.array(deviation**2))) == pytest.approx((mine > theirs).mean(), abs=0.01)


def test_tables_survive_packing() -> None:
    table = np.random.default_rng(1).uniform(0, 250, (40, 60))
    packed = knoeffel_values.pack(table, 1 / 250, np.uint16)
    assert np.abs(knoeffel_values.unpack(packed, 1 / 250) - table).max() < 0.51 / 250


def test_data_for_other_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knoeffel_values, "stamp", lambda: "other rules")
    with pytest.raises(Stale):
        knoeffel_values.worth.__wrapped__()
