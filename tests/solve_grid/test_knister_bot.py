"""The values that Knister's bots choose by, from the data that ships."""

import random

import pytest

from knobel.core import Chance, Move, Roll
from knobel.engines.knister.engine import SLIPS, evaluator
from knobel.games import make

GAME = make("knister")


def position(seats, filled, seed):
    """A position in the middle of a round: the last seat has moved already."""
    rng = random.Random(seed)
    state = GAME.start(seats)
    for _ in range(filled + 1):
        assert isinstance(GAME.turn(state), Chance)
        state = GAME.apply(state, Roll((rng.randint(1, 6), rng.randint(1, 6))))
        before = state
        for seat in range(seats):
            state = GAME.apply(state, Move(seat, rng.choice(GAME.legal(state, seat))))
    return GAME.apply(before, Move(seats - 1, GAME.legal(before, seats - 1)[0])) if seats > 1 else before


@pytest.mark.parametrize("effort", ["quick", "strong", "master"])
@pytest.mark.parametrize("aim", ["points", "win"])
@pytest.mark.parametrize(("seats", "filled"), [(1, 0), (2, 24), (2, 20), (4, 22), (3, 12), (40, 14)])
def test_values_of_legal_actions(effort, aim, seats, filled):
    state = position(seats, filled, filled)
    view = GAME.view(state, 0)
    values = evaluator(effort, aim).evaluate(GAME, view, 0, random.Random(1))
    assert values
    assert set(values) <= set(GAME.legal(view, 0))
    assert values == evaluator(effort, aim).evaluate(GAME, view, 0, random.Random(2))
    if aim == "win" and seats > 1:
        assert all(-0.01 <= chance <= 1.01 for chance in values.values())


def test_alone_winning_is_points():
    state = position(1, 10, 4)
    points, win = (evaluator("strong", aim).evaluate(GAME, state, 0, random.Random()) for aim in ("points", "win"))
    assert points == win


def test_weak_levels_can_choose_every_action():
    state = position(2, 9, 5)
    values = evaluator("quick", "points").evaluate(GAME, GAME.view(state, 0), 0, random.Random())
    assert set(values) == set(GAME.legal(state, 0))
    assert SLIPS["beginner"] > SLIPS["casual"] > 0


def test_who_is_ahead_is_likelier_to_win():
    """A seat sees its own lead: with all cells but two filled, chances follow the scores."""
    chances: dict[int, list[float]] = {}
    for seed in range(30):
        state = position(2, 23, seed)
        view = GAME.view(state, 0)
        chance = max(evaluator("master", "win").evaluate(GAME, view, 0, random.Random()).values())
        lead = GAME.score(view, 0) - GAME.score(view, 1)
        chances.setdefault((lead > 0) - (lead < 0), []).append(chance)
    means = {sign: sum(found) / len(found) for sign, found in chances.items()}
    assert means[1] > 0.6 > 0.4 > means[-1]
