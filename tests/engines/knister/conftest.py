import numpy as np
import pytest

from knobel.engines.knister.tables import Tables, untrained


@pytest.fixture(scope="session")
def random_values() -> Tables:
    """Tables with values that mean nothing."""
    tables = untrained()
    rng = np.random.default_rng(1)
    tables.line_values[:] = rng.normal(size=tables.line_values.shape)
    # A short pattern instead of 65 million numbers; its length shares no factor with those of the table.
    pattern = rng.normal(size=10_007).astype(np.float32)
    np.copyto(tables.pair_values, np.resize(pattern, tables.pair_values.size))
    return tables
