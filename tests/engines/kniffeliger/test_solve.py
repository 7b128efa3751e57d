"""A sheet of Kniffeliger played alone: its values compared with the rules, and compiled games replayed by the rules."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from knobel.core import Chance, Die, Move, Roll
from knobel.dice import without
from knobel.engines.kniffeliger.kernels import memory
from knobel.engines.kniffeliger.lookup import load_solution, tables
from knobel.engines.kniffeliger.solve import sheet_values
from knobel.engines.kniffeliger.values import ALL_ROWS, SheetValues, row_masks
from knobel.engines.shared import weights
from knobel.engines.shared.data_files import StaleData
from knobel.engines.shared.five_dice import KEEPS, ROLLS
from knobel.engines.shared.rng import generator
from knobel.games.combinations import keep_text
from knobel.games.kniffeliger import ROWS, Kniffeliger, Sheet, Stage, State
from knobel_lab.learning.kniffeliger.selfplay import play
from knobel_lab.learning.kniffeliger.shipped_data import export

pytestmark = pytest.mark.slow

GAME = Kniffeliger()


def alone_by_the_rules(sheet: Sheet) -> float:
    """Return the expected score of the first of two seats if no action dice are played."""
    known: dict[State, float] = {}

    def of(state: State) -> float:
        if state.seat != 0 or state.stage in (Stage.ACTION_DIE, Stage.ENTERED, Stage.SHIFTING, Stage.OVER):
            mine = state.sheets[0]
            if None not in mine.points:
                return mine.total
            state = State((mine, Sheet()), state.hands, state.hands)
        if state not in known:
            if isinstance(GAME.turn(state), Chance):
                known[state] = sum(float(p) * of(GAME.apply(state, roll)) for roll, p in GAME.outcomes(state).items())
            else:
                known[state] = max(of(GAME.apply(state, Move(0, action))) for action in GAME.legal(state, 0))
        return known[state]

    start = GAME.start(2)
    return of(State((sheet, Sheet()), start.hands, start.earned))


def test_the_last_turn_by_the_rules() -> None:
    sheet = Sheet(tuple(None if row == "fh" else 5 for row in ROWS))
    value = sheet.total + sheet_values()[ALL_ROWS ^ 1 << ROWS.index("fh")]
    assert value == pytest.approx(alone_by_the_rules(sheet), abs=1e-9)


@pytest.mark.parametrize("five_is_full_house", [False, True])
def test_every_turn_as_looked_ahead_by_the_engine(five_is_full_house: bool) -> None:
    values, rng = SheetValues(memory(), five_is_full_house=five_is_full_house), Random(1)
    for _ in range(100):
        open_rows = rng.sample(ROWS, rng.randint(1, len(ROWS)))
        sheet = Sheet(tuple(None if row in open_rows else 0 for row in ROWS))
        turn = values.rest_of_turn(sheet, len(open_rows) - 1, 0.0)
        filled, _ = row_masks(sheet)
        assert turn.start == pytest.approx(values.expected[filled], abs=1e-9)


@pytest.fixture(scope="module")
def games() -> tuple[np.ndarray, np.ndarray]:
    scores, trace = np.empty(20_000), np.empty((80, len(ROWS), 6), np.int16)
    play(generator(7), tables(), sheet_values(), scores, trace)
    return scores, trace


def test_games_agree_with_the_value_and_its_spread(games: tuple[np.ndarray, np.ndarray]) -> None:
    scores, _ = games
    assert abs(scores.mean() - sheet_values()[0]) < 3 * scores.std() / len(scores) ** 0.5
    assert scores.std() == pytest.approx(load_solution().deviations[0], rel=0.02)


def test_shipped_data_equals_the_solution(tmp_path: Path) -> None:
    export(tmp_path / "kniffeliger.npz")
    # Different versions of Python pack the same arrays into different archives.
    with np.load(tmp_path / "kniffeliger.npz") as made, np.load(weights.shipped_path("kniffeliger")) as shipped:
        assert list(made) == list(shipped)
        assert all(np.array_equal(made[name], shipped[name]) for name in shipped)


def test_data_for_other_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knobel.engines.kniffeliger.lookup.stamp", lambda: "other rules")
    with pytest.raises(StaleData):
        load_solution.__wrapped__()


def turn_events(events: list[int]) -> list[Roll | str]:
    """Return a traced turn as rolls and actions."""
    turn: list[Roll | str] = []
    kept: tuple[int, ...] = ()
    for roll, keep in (events[:2], events[2:4]):
        if roll >= 0:
            turn += [Roll(without(ROLLS[roll], kept)), keep_text("k", KEEPS[keep])]
            kept = KEEPS[keep]
    return [*turn, Roll(without(ROLLS[events[4]], kept)), ROWS[events[5]]]


def test_games_move_by_move(games: tuple[np.ndarray, np.ndarray]) -> None:
    """Each of both seats plays a traced game without action dice."""
    scores, trace = games
    for first in range(0, len(trace), 2):
        state = GAME.start(2)
        for turn in range(len(ROWS)):
            for seat in (0, 1):
                if state.stage is Stage.BEFORE:
                    state = GAME.apply(state, Move(seat, "roll"))
                for event in turn_events(trace[first + seat, turn].tolist()):
                    state = GAME.apply(state, event if isinstance(event, Roll) else Move(seat, event))
                match GAME.turn(state):
                    case Chance(die=Die.ACTION):
                        state = GAME.apply(state, Roll((1 + turn % 6,)))
                if state.stage is Stage.ENTERED:
                    state = GAME.apply(state, Move(seat, "end"))
            while state.stage is Stage.SHIFTING:
                state = GAME.apply(state, Move(state.seat, "end"))
        assert state.stage is Stage.OVER
        assert list(GAME.scores(state)) == scores[first : first + 2].tolist()
