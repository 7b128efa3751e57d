import random

import pytest

from knobel import clock
from knobel.clock import monotonic_ms
from knobel.games import GAMES
from knobel.offline.service import Service
from knobel.offline.snapshot import prepare, renew
from knobel.tables.lookalikes import _prototypes
from tests.offline.page import Page


def test_the_first_table_of_each_game_is_prepared() -> None:
    _prototypes.cache_clear()
    prepare()
    assert _prototypes.cache_info().currsize == 1
    assert Page(Service()).open(next(iter(GAMES))).startswith("0")


def test_starts_from_one_snapshot_have_their_own_random_numbers_and_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "start_ns", clock.start_ns)
    state = random.getstate()
    found = set()
    for _ in range(2):
        random.setstate(state)
        renew()
        found.add(random.random())
    assert len(found) == 2
    assert 0 <= monotonic_ms() < 1000
