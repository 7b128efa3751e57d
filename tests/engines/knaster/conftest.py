import numpy as np
import pytest

from knobel.engines.engine import Effort
from knobel.engines.knaster.engine import KnasterEngine
from knobel.engines.knaster.kernels import memory
from knobel.engines.knaster.lookup import tables
from knobel.engines.knaster.search import Search
from knobel.engines.shared.native_memory import NativeMemory
from tests.engines.knaster.reference import GAME
from tests.engines.wasm.shipped import quick_memory


def native_memory() -> NativeMemory:
    """Return arbitrary values, which are functions of the sheet."""
    result = tables(np.float16)
    # A short pattern instead of millions of numbers; its length is coprime to the lengths of the parts.
    pattern = np.random.default_rng(1).normal(size=10_007).astype(np.float16)
    np.copyto(result.weights, np.resize(pattern, result.weights.size))
    result.weights[0] = 0
    searches: dict[Effort, Search] = {
        "quick": Search((), 5),
        "strong": Search(((4,),), 5),
        "master": Search(((4,), (2, 2)), 5),
    }
    return memory(result._replace(weights=result.weights.view(np.uint16)), searches)


@pytest.fixture(scope="session")
def engine() -> KnasterEngine:
    """An engine with arbitrary values."""
    return KnasterEngine(GAME, quick_memory("knaster", native_memory()))


@pytest.fixture(scope="session")
def native_engine() -> KnasterEngine:
    """The same engine for tests that call its kernels themselves."""
    return KnasterEngine(GAME, native_memory())
