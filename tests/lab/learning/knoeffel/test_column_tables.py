"""Tables of columns survive their file format."""

import numpy as np
import pytest

from knobel.engines.knoeffel import lookup
from knobel.engines.shared.data_files import StaleData
from knobel_lab.learning.knoeffel.column_tables import dequantize, load_tables, quantize


def test_tables_survive_packing() -> None:
    table = np.random.default_rng(1).uniform(0, 250, (40, 60))
    read = dequantize(quantize(table, 1 / 250, np.uint16), 1 / 250)[np.arange(len(table))]
    assert read.dtype == np.float32
    assert np.abs(read - table).max() < 0.51 / 250


def test_data_for_other_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookup, "stamp", lambda: "other rules")
    with pytest.raises(StaleData):
        load_tables.__wrapped__(five_is_full_house=False)
