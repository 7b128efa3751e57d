"""A sheet of Kniffeliger played alone: its values against the rules, and compiled games replayed by the rules."""

import numpy as np
import pytest

from knobel.core import Chance, Die, Move, Roll
from knobel.dice import without
from knobel.engines.kniffeliger.arrays import RANK, points
from knobel.engines.kniffeliger.induction import play
from knobel.engines.kniffeliger.solve import sheet_values
from knobel.engines.shared.five_dice import KEEPS, ROLLS, five_dice
from knobel.engines.shared.rng import generator
from knobel.games.combinations import keep_text
from knobel.games.kniffeliger import ROWS, Kniffeliger, Sheet, Stage, State

GAME = Kniffeliger()


def alone_by_the_rules(sheet: Sheet) -> float:
    """What the first of two seats can expect on its sheet if nobody plays action dice."""
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


@pytest.mark.parametrize("open_rows", [("ch",), ("pi",), ("fh",), ("4s", "pi")])
def test_endgames_by_the_rules(open_rows: tuple[str, ...]) -> None:
    sheet = Sheet(tuple(None if row in open_rows else 5 for row in ROWS))
    filled = sum(1 << i for i, row in enumerate(ROWS) if row not in open_rows)
    value = sheet.total + sheet_values()[filled]
    assert value == pytest.approx(alone_by_the_rules(sheet), abs=1e-9)


@pytest.fixture(scope="module")
def games() -> tuple[np.ndarray, np.ndarray]:
    scores, trace = np.empty(20_000), np.empty((80, len(ROWS), 6), np.int16)
    play(generator(7), points(), RANK, five_dice(), sheet_values(), scores, trace)
    return scores, trace


def test_games_agree_with_the_value(games: tuple[np.ndarray, np.ndarray]) -> None:
    scores, _ = games
    assert abs(scores.mean() - sheet_values()[0]) < 3 * scores.std() / len(scores) ** 0.5


def turn_events(events: list[int]) -> list[Roll | str]:
    """A traced turn as rolls and actions."""
    turn: list[Roll | str] = []
    kept: tuple[int, ...] = ()
    for roll, keep in (events[:2], events[2:4]):
        if roll >= 0:
            turn += [Roll(without(ROLLS[roll], kept)), keep_text("k", KEEPS[keep])]
            kept = KEEPS[keep]
    return [*turn, Roll(without(ROLLS[events[4]], kept)), ROWS[events[5]]]


def test_games_move_by_move(games: tuple[np.ndarray, np.ndarray]) -> None:
    """Both seats play a traced game each, and nobody uses an action die."""
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
