"""Search in Knapp Daneben! against slow versions of its definition, and play by the rules."""

import random
from functools import cache
from itertools import product

import numpy as np
import pytest

from knobel.core import Move, Over, Roll
from knobel.engines.knapp_daneben.learn import Spread, tables
from knobel.engines.knapp_daneben.player import PREFERENCE, KnappDanebenPlayer, search
from knobel.engines.knapp_daneben.search import expected
from knobel.engines.knapp_daneben.values import mean_of_best, value_of
from knobel.engines.shared.grid import SUMS
from knobel.games.grid import CELLS, EMPTY, put
from knobel.games.knapp_daneben import COLOURS, KnappDaneben

GAME = KnappDaneben()
COLOUR = [COLOURS.index(circle) for circle in GAME.options["layout"]]


@pytest.fixture(scope="module")
def random_values():
    result = tables()
    rng = np.random.default_rng(1)
    for values in result[-3:]:
        values[:] = rng.normal(size=values.shape)
    # Nothing is still to come on a full sheet.
    result.line_values[:, 0] = result.free_values[0] = 0
    return result


@pytest.fixture(scope="module")
def spread():
    variances = tables()
    variances.free_values[:] = 40
    return Spread(variances, np.full(26, 6.0), np.full(26, 0.05))


def some_sheet(seed, free):
    rng = random.Random(seed)
    sheet = EMPTY
    for cell in rng.sample(range(25), 25 - free):
        sheet = put(sheet, cell, rng.randint(1, 6) + rng.randint(1, 6))
    return sheet


def entries(sheet, own, faces):
    """What a roll lets one write: (cell, number)."""
    return {
        (cell, faces[own] + faces[other])
        for cell, number in enumerate(sheet)
        if not number
        for other in range(5)
        if other != own and COLOUR[cell] in (own, other)
    }


@cache
def exact(sheet, own):
    """The points still to come from a sheet before a roll, by the rules alone."""
    if 0 not in sheet:
        return 0.0
    best = np.full((5, 11), -1e9)
    for cell, number in product(range(25), SUMS):
        if not sheet[cell]:
            after = put(sheet, cell, number)
            value = GAME.total(after) - GAME.total(sheet) + exact(after, own)
            best[COLOUR[cell], number - 2] = max(best[COLOUR[cell], number - 2], value)
    return mean_of_best(own, best)


@pytest.mark.parametrize(("free", "own"), [(1, 0), (2, 1), (3, 2), (3, 4)])
def test_last_cells_are_played_exactly(random_values, free, own):
    sheet, dice = some_sheet(free, free), (2, 5, 3, 1, 6)
    values = KnappDanebenPlayer(random_values, search(exact=3)).values(sheet, own, dice)
    assert values.keys() == entries(sheet, own, dice)
    for (cell, number), value in values.items():
        after = put(sheet, cell, number)
        assert value == pytest.approx(GAME.total(after) - GAME.total(sheet) + exact(after, own), abs=1e-5)


def test_looking_two_rolls_ahead(random_values):
    own, sheet, circles, margin = 2, some_sheet(7, 9), 2, 1.0
    player = KnappDanebenPlayer(random_values, search())

    def value(sheet, depth):
        at = player.position(sheet, own)
        return expected(random_values, player.levels, 25, 1e6, depth, own, *at[:4])

    # By the values alone, then of what is close to the mean the best circles one roll further.
    worth = {}
    for cell, number in product(range(25), SUMS):
        if not sheet[cell]:
            after = put(sheet, cell, number)
            now, gain = player.position(after, own), GAME.total(after) - GAME.total(sheet)
            by_value = value_of(random_values, own, *now[:3], 25 - now.free)
            worth[cell, number] = gain + by_value, gain + value(after, 1)
    first, second = np.full((5, 11), -1e9), np.full((5, 11), np.nan)
    for colour, number in product(range(5), SUMS):
        found = sorted((pair for (cell, n), pair in worth.items() if n == number and COLOUR[cell] == colour))[::-1]
        if found:
            first[colour, number - 2] = found[0][0]
    least = mean_of_best(own, first) - margin
    for colour, number in product(range(5), SUMS):
        found = sorted((pair for (cell, n), pair in worth.items() if n == number and COLOUR[cell] == colour))[::-1]
        close = [pair[1] for pair in found[:circles] if pair[0] >= least]
        if close:
            second[colour, number - 2] = max(close)
    rise = np.nanmean(second - first)
    best = np.where(np.isnan(second), np.where(first > -1e8, first + rise, first), second)
    found = expected(random_values, player.levels, circles, margin, 2, own, *player.position(sheet, own)[:4])
    assert found == pytest.approx(mean_of_best(own, best), abs=1e-4)


@pytest.mark.parametrize("kind", [search(), search(16, exact=2), search(4, 1, margin=1.0)])
def test_values_are_of_legal_entries_of_whole_games(random_values, kind):
    rng = random.Random(6)
    player = KnappDanebenPlayer(random_values, kind)
    state = GAME.start(2)
    while not isinstance(GAME.turn(state), Over):
        state = GAME.apply(state, Roll(tuple(rng.randint(1, 6) for _ in range(5))))
        for seat in range(2):
            own = COLOURS.index(GAME.colour(seat))
            values = player.values(state.sheets[seat], own, state.dice)
            assert values.keys() <= entries(state.sheets[seat], own, state.dice)
            cell, number = max(values, key=values.__getitem__)
            action = next(
                action
                for action in GAME.legal(state, seat)
                if action[:-1] == CELLS[cell] and GAME.sum_of(seat, action, state) == number
            )
            state = GAME.apply(state, Move(seat, action))


def test_same_seed_same_games(random_values):
    player = KnappDanebenPlayer(random_values, search(3))
    (one, luck), (two, _) = player.play(3, 5), player.play(3, 5)
    assert (one == two).all()
    assert np.isfinite(luck).all()


def best_total(sheet, own, dice):
    """The most points a sheet can have after its last entry."""
    return max(GAME.total(put(sheet, *entry)) for entry in entries(sheet, own, dice))


def share(own, others):
    """The chance to have won with final points, a tie at the top counting half."""
    return 1.0 if own > max(others) else 0.5 if own == max(others) else 0.0


@pytest.mark.parametrize("seats", [2, 4])
def test_the_last_round_is_won_by_points(random_values, spread, seats):
    player = KnappDanebenPlayer(random_values, search(exact=2))
    dice, sheets = (3, 4, 1, 6, 2), [some_sheet(20 + seat, 1) for seat in range(seats)]
    others = [(sheets[seat], seat) for seat in range(1, seats)]
    finals = [best_total(sheet, own, dice) for sheet, own in others]
    points = player.values(sheets[0], 0, dice)
    for entry, chance in player.chances(sheets[0], 0, dice, others, spread).items():
        won = share(GAME.total(put(sheets[0], *entry)), finals)
        assert chance == pytest.approx(won + PREFERENCE * points[entry], abs=1e-9)


def test_who_has_lost_plays_for_points(random_values, spread):
    player = KnappDanebenPlayer(random_values, search(exact=2))
    sheet, winner, dice = some_sheet(20, 1), tuple([2, 3] * 12 + [0]), (3, 4, 1, 6, 2)
    chances = player.chances(sheet, 0, dice, [(winner, 1)], spread)
    best = max(chances, key=chances.__getitem__)
    assert GAME.total(put(sheet, *best)) == best_total(sheet, 0, dice) < GAME.total(winner)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_last_but_one_round_is_valued_over_all_rolls(random_values, spread, seats):
    player = KnappDanebenPlayer(random_values, search(exact=2))
    dice, sheets = (3, 4, 1, 6, 2), [some_sheet(30 + seat, 2) for seat in range(seats)]
    others = [(sheets[seat], seat) for seat in range(1, seats)]
    after = []
    for sheet, own in others:
        values = player.values(sheet, own, dice)
        after.append((put(sheet, *max(values, key=values.__getitem__)), own))
    points, found = player.values(sheets[0], 0, dice), player.chances(sheets[0], 0, dice, others, spread)
    rolls = list(product(range(1, 7), repeat=5))
    finals = [[best_total(sheet, own, roll) for sheet, own in after] for roll in rolls]
    for (cell, number), chance in found.items():
        mine = put(sheets[0], cell, number)
        exact_chance = np.mean(
            [share(best_total(mine, 0, roll), final) for roll, final in zip(rolls, finals, strict=True)]
        )
        assert chance == pytest.approx(exact_chance + PREFERENCE * points[cell, number], abs=1e-9)


def test_chances_rise_with_points(random_values, spread):
    dice, sheet = (3, 4, 1, 6, 2), some_sheet(7, 8)
    player = KnappDanebenPlayer(random_values, search())
    values = player.values(sheet, 0, dice)
    chances = player.chances(sheet, 0, dice, [(sheet, 1), (some_sheet(8, 8), 2)], spread)
    assert values.keys() == chances.keys()
    assert all(-1e-3 < chance < 1 + 1e-3 for chance in chances.values())
    assert np.corrcoef(list(values.values()), list(chances.values()))[0, 1] > 0.3
