"""Where the probability of winning does not tell which action wins more often, points decide."""

from knobel.core import Roll
from knobel.engines.engine import best_evaluation
from knobel.engines.kniffeliger.engine import WIN_ROUNDS, KniffeligerEngine, merits_to_win
from knobel.engines.kniffeliger.win_model import RESOLUTION
from knobel.games.kniffeliger import NO_DICE, ROUNDS, ROWS, Kniffeliger, Sheet, Stage, State


def best(merits: dict[str, float]) -> str:
    return max(merits, key=merits.__getitem__)


def test_points_decide_between_probabilities_that_do_not_differ_enough() -> None:
    wins, leads = {"a": 0.510, "b": 0.505, "c": 0.40}, {"a": 10.0, "b": 30.0, "c": 90.0}
    assert best(merits_to_win(wins, leads, 0.02)) == "b"
    assert best(merits_to_win(wins, leads, 0.0)) == "a"


def test_an_action_that_is_not_considered_for_points_needs_a_higher_probability() -> None:
    leads = {"end": 10.0, "roll": 9.0}
    assert best(merits_to_win({"end": 0.50, "roll": 0.4, "swap.1": 0.51}, leads, 0.02)) == "end"
    assert best(merits_to_win({"end": 0.50, "roll": 0.4, "swap.1": 0.53}, leads, 0.02)) == "swap.1"


def test_no_difference_decides_before_the_last_rounds() -> None:
    game = Kniffeliger()
    engine = KniffeligerEngine(game)
    state = game.apply(game.start(2), Roll((1, 2, 3, 3, 5)))
    found = engine.evaluate(state, 0, "master", "win")
    assert {each.win_resolution for each in found.values()} == {1.0}
    assert best_evaluation(found).points == best_evaluation(engine.evaluate(state, 0, "master")).points


def test_exact_probabilities_decide_however_small_their_difference() -> None:
    game = Kniffeliger()
    engine = KniffeligerEngine(game)
    sheet = Sheet(tuple(None if row == "ch" else 10 for row in ROWS))
    for round_, resolution in ((ROUNDS, 0.0), (ROUNDS - WIN_ROUNDS + 1, RESOLUTION)):
        state = State((sheet,) * 2, (NO_DICE,) * 2, (NO_DICE,) * 2, round_, 1, Stage.ROLLED, (1, 2, 3, 3, 5), rolls=1)
        found = engine.evaluate(state, 1, "master", "win")
        assert {each.win_resolution for each in found.values()} == {resolution}
