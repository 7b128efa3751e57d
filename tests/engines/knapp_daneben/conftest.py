import numpy as np
import pytest

from knobel.engines.engine import Effort
from knobel.engines.knapp_daneben.engine import KnappDanebenEngine
from knobel.engines.knapp_daneben.kernels import memory
from knobel.engines.knapp_daneben.lookup import VALUE_NAMES, ScoreDeviations, Tables, untrained
from knobel.engines.knapp_daneben.search import Search
from tests.engines.knapp_daneben.reference import GAME
from tests.engines.wasm.shipped import quick_memory


@pytest.fixture(scope="session")
def random_values() -> Tables:
    """Arbitrary values."""
    result, rng = untrained(), np.random.default_rng(1)
    for name in VALUE_NAMES:
        values = getattr(result, name)
        values[:] = rng.normal(size=values.shape)
    # A full sheet earns no more points.
    result.line_values[:, 0] = result.free_values[0] = 0
    return result


@pytest.fixture(scope="session")
def engine(random_values: Tables) -> KnappDanebenEngine:
    """An engine that uses the arbitrary values."""
    variances = untrained()
    variances.free_values[:] = 40
    deviations = ScoreDeviations(variances, np.full(26, 6.0), np.full(26, 0.05))
    searches: dict[Effort, Search] = {
        "quick": Search.of(),
        "strong": Search.of(3, exact=2),
        "master": Search.of(4, 2, margin=1.0, exact=3),
    }
    return KnappDanebenEngine(GAME, quick_memory("knapp_daneben", memory((random_values, deviations), searches)))
