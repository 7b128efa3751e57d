"""Compiled random games of Knöffel and Kniffeliger, replayed move by move by the rules."""

from random import Random
from typing import Any

import numpy as np
import pytest

from knobel import make
from knobel.bench.playouts.kniffeliger import random as kniffeliger_random
from knobel.bench.playouts.kniffeliger.table import kniffeliger_table
from knobel.bench.playouts.knoeffel import random as knoeffel_random
from knobel.core import Chance, Decide, Event, Game, Move, Over, Roll
from knobel.dice import without
from knobel.engines.knoeffel.arrays import knoeffel
from knobel.engines.shared.five_dice import KEEPS, ROLLS, five_dice
from knobel.engines.shared.rng import generator
from knobel.games.combinations import keep_text
from knobel.games.kniffeliger import ACTION_DICE, ROWS, Kniffeliger, State
from knobel.games.knoeffel import FIELDS, Knoeffel
from tests.solve_dice.test_knoeffel_play import events


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_knoeffel(columns: int) -> None:
    scores, trace = np.empty(150), np.empty((150, columns * len(FIELDS), 9), np.int16)
    knoeffel_random.random_playouts(generator(1), knoeffel(), five_dice(), columns, scores, trace)
    rules = Knoeffel(columns=columns)
    for score, one in zip(scores, trace, strict=True):
        state = rules.start(1)
        for event in events(one):
            state = rules.apply(state, event)
        assert rules.turn(state) == Over((int(score),))


def kniffeliger_event(state: State, kind: int, a: int, b: int) -> Event:
    """A traced event of Kniffeliger."""
    match kind:
        case kniffeliger_random.ROLLED:
            return Roll(without(ROLLS[a], state.saved))
        case kniffeliger_random.KEPT:
            return Move(state.seat, keep_text("k", KEEPS[a]))
        case kniffeliger_random.ENTERED:
            return Move(state.seat, ROWS[a])
        case kniffeliger_random.ACTION_DIE:
            return Roll((a,))
        case kniffeliger_random.END:
            return Move(state.seat, "end")
        case kniffeliger_random.ROLL:
            return Move(state.seat, "roll")
    die = ACTION_DICE[kind - kniffeliger_random.PLAYED]
    return Move(state.seat, {"shift": "shift", "swap": f"swap.{a}"}.get(die, f"{die}.{a}.{ROWS[b]}"))


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_kniffeliger(seats: int) -> None:
    scores = np.empty((50, seats), np.int64)
    trace, ends = np.empty((50, 4000, 3), np.int16), np.empty((50, 1), np.int64)
    kniffeliger_random.random_playouts(generator(2), kniffeliger_table(), scores, trace, ends)
    rules: Game[State] = Kniffeliger()
    for totals, one, end in zip(scores, trace, ends[:, 0], strict=True):
        state = rules.start(seats)
        for kind, a, b in one[:end].tolist():
            state = rules.apply(state, kniffeliger_event(state, kind, a, b))
        assert rules.turn(state) == Over(tuple(totals.tolist()))


def at_random(game: Game[Any], rng: Random) -> tuple[int, ...]:
    """The scores of a game in which any legal action is chosen."""
    state = game.start(game.min_seats)
    while True:
        match game.turn(state):
            case Over(scores):
                return scores
            case Chance(dice):
                state = game.apply(state, Roll(tuple(rng.randint(1, 6) for _ in range(dice))))
            case Decide((seat,)):
                state = game.apply(state, Move(seat, rng.choice(game.legal(state, seat))))


@pytest.mark.parametrize("name", ["knoeffel", "kniffeliger"])
def test_as_random_as_the_random_bot(name: str) -> None:
    game = make(name)
    rng = Random(1)
    slow = np.array([at_random(game, rng)[0] for _ in range(100)])
    fast = np.empty((20_000, game.min_seats))
    if name == "knoeffel":
        knoeffel_random.random_playouts(
            generator(3), knoeffel(), five_dice(), 2, fast[:, 0], np.empty((0, 26, 9), np.int16)
        )
    else:
        no_trace, no_ends = np.empty((0, 0, 3), np.int16), np.empty((0, 1), np.int64)
        kniffeliger_random.random_playouts(generator(3), kniffeliger_table(), fast, no_trace, no_ends)
    assert abs(slow.mean() - fast[:, 0].mean()) < 4 * slow.std() / len(slow) ** 0.5
