"""Compiled games of Knapp Daneben!, with the luck of the rolls as a control variate of the scores."""

from typing import Any

import numpy as np

from knobel.engines.knapp_daneben.endgame import value_entries
from knobel.engines.knapp_daneben.lookup import CELLS, Tables
from knobel.engines.knapp_daneben.search import Entries, Search, best_entry
from knobel.engines.knapp_daneben.values import (
    SHEET,
    Scratch,
    Sheet,
    choose_entry,
    clear_sheet,
    enter,
    evaluate,
    expected_best_entry,
)
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.compiled import Float, Int, compiled
from knobel.engines.shared.rng import generator, random_below


def play(tables: Tables, search: Search, seed: int, games: int, own: int = 0) -> tuple[Array, Array]:
    """Return the scores of games played alone with a colour, and the luck of the rolls of each game (both (games)).

    The luck is the excess of the rolls over their expectation, by the values; its expectation is zero.
    """
    scores, luck = np.zeros(games, np.int32), np.zeros(games)
    rng, sheets, found = generator(seed), np.zeros(1, SHEET), Entries.empty()
    space = Scratch.of_search()
    for game in range(games):
        clear_sheet(tables, own, sheets[0])
        scores[game], luck[game] = play_game(tables, search, space, rng, sheets[0], found)
    return scores, luck


@compiled
def play_game(tables: Any, search: Any, scratch: Any, rng: Array, sheet: Sheet, entries: Any) -> tuple[Int, Float]:
    """Return the score and the luck of a game from an empty sheet."""
    level, score, luck = scratch[0], 0, 0.0
    for _ in range(CELLS):
        faces = tables.rolls[random_below(rng, len(tables.rolls))]
        evaluate(tables, sheet, level.all, level)
        luck -= expected_best_entry(sheet.own, level.best)
        _, _, value = choose_entry(tables, level, sheet, faces)
        luck += value
        value_entries(tables, search, scratch, sheet, faces, entries)
        cell, total = best_entry(entries.searched)
        score += enter(tables, sheet, cell, total)
    return score, luck
