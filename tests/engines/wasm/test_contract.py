"""The contract of engines, for engines whose kernels are in WebAssembly."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from knobel import engines
from knobel.engines.shared import memory
from knobel.engines.wasm.image import games_with_modules
from tests.engines import test_contract as contract
from tests.engines.wasm.shipped import shipped_memory
from tests.games.cases import SETUPS, Setup

OWN = [setup for setup in SETUPS if setup[0] in games_with_modules()]
CLAIMS = (
    contract.test_every_legal_action_is_valued_alike_every_time,
    contract.test_playing_to_win_gives_winning_probabilities,
    contract.test_final_positions_have_their_scores_as_values,
    contract.test_positions_of_all_kinds_are_expected,
)


@pytest.fixture(autouse=True)
def in_module(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the engine of the game use its module."""
    monkeypatch.setitem(memory._provided, setup[0], shipped_memory(setup[0]))
    engines._engine.cache_clear()
    yield
    engines._engine.cache_clear()


@pytest.mark.parametrize("claim", CLAIMS)
@pytest.mark.parametrize("setup", [*OWN[-1:], *(pytest.param(setup, marks=pytest.mark.slow) for setup in OWN[:-1])])
def test_the_contract_holds(setup: Setup, claim: Callable[[Any], None]) -> None:
    if setup[2] > 1 or claim is not contract.test_playing_to_win_gives_winning_probabilities:
        claim(setup)
