"""Known positions: what kernels keep equals what they compute."""

from knobel.engines.knaster.engine import KnasterEngine
from knobel.engines.knaster.lookup import NO_OPPONENT
from knobel.engines.knaster.sheet import CELL_STATES, CELLS, HALF, MAX_CONTEXT, SUMS
from knobel.games.knaster import Sheet
from knobel.games.simultaneous import Rounds
from tests.engines.knaster.reference import decisions


def test_a_position_and_its_context_fit_into_two_numbers() -> None:
    assert CELL_STATES**HALF < 2**63
    assert (MAX_CONTEXT + 2) * CELL_STATES ** (CELLS - HALF) <= 2**63
    assert (NO_OPPONENT + 1) * SUMS - 1 <= MAX_CONTEXT


def test_known_positions_change_no_evaluation(engine: KnasterEngine) -> None:
    """The order of evaluations, in the race and before it, decides which positions are known."""
    found = [each for i, each in enumerate(decisions(31, 3, games=1)) if i % 3 == 0]

    def evaluations(state: Rounds[Sheet], seat: int) -> object:
        fresh = KnasterEngine(engine.game, engine.memory)
        by_aim = [fresh.evaluate(state, seat, "master", aim) for aim in ("points", "win")]
        return by_aim, fresh.expect(state, seat, "strong", "points")

    forwards = [evaluations(*each) for each in found]
    assert forwards == [evaluations(*each) for each in reversed(found)][::-1]
