"""Tables of Knöffel, to compare those of two places. It needs the standard library only."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from knobel.engines.knoeffel.tables import variant_tables
from knobel.engines.knoeffel.variants import Variant
from knobel.engines.shared.memory import Memory
from knobel.games.knoeffel import Scoring

VARIANTS = (
    Variant(),
    Variant(Scoring(True)),
    Variant(Scoring(knoeffel_points=50), with_free_rolls=False),
    Variant(Scoring(knoeffel_points=50), joker="forced", with_free_rolls=False),
    Variant(joker="free", with_free_rolls=False),
    Variant(Scoring(True, 50), joker="free"),
    Variant(Scoring(True), joker="forced"),
)
"""Rules, in which every option occurs: all tables that ship are unpacked, and five are solved in 64 steps each."""


def table_digests(memory: Memory) -> list[Mapping[str, Any]]:
    """Return digests of the numbers in all tables, and their steps."""
    return [
        {
            name: part if isinstance(part, float) else sha256(repr(part.tolist()).encode()).hexdigest()
            for name, part in variant_tables(memory, variant)._asdict().items()
            if name in ("values", "value_step", "deviations", "deviation_step", "two_columns")
        }
        for variant in VARIANTS
    ]
