import numpy as np
import pytest

from knobel.engines.knister.lookup import UNITS_PER_POINT, Tables, untrained


def worthless() -> Tables:
    """Tables of zeros with the types of the shipped ones, for which the kernels are compiled in any case."""
    tables = untrained()
    return tables._replace(pair_values=np.zeros(tables.pair_values.size, np.int16), scale=1 / UNITS_PER_POINT)


@pytest.fixture(scope="session")
def random_values() -> Tables:
    """Tables with arbitrary values."""
    tables = worthless()
    rng = np.random.default_rng(1)
    tables.line_values[:] = rng.normal(size=tables.line_values.shape)
    # A short pattern instead of 65 million numbers; its length is coprime to the lengths of the table.
    pattern = np.rint(UNITS_PER_POINT * rng.normal(size=10_007)).astype(np.int16)
    np.copyto(tables.pair_values, np.resize(pattern, tables.pair_values.size))
    return tables
