"""Rate limits that several processes share."""

import pytest

from knobel.server.runtime.process_share import process_share
from knobel.server.runtime.rate_limiter import RateLimiter


def test_each_process_grants_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    limiter = RateLimiter(8, 1, lambda: now)
    assert limiter.take("ann", 4)
    monkeypatch.setattr(process_share, "processes", 2)
    assert [limiter.take("ann") for _ in range(3)] == [True, True, False]
    assert [limiter.take("ben") for _ in range(5)] == [True] * 4 + [False]
    now = 1
    assert limiter.is_empty("ann")
    assert not limiter.take("ann"), "a token comes back in two seconds, because each process has half of the rate"
    now = 2
    assert not limiter.is_empty("ann")
    assert limiter.take("ann")
    monkeypatch.setattr(process_share, "processes", 1)
    now = 4
    assert [limiter.take("ann") for _ in range(3)] == [True, True, False]


def test_many_processes_refuse_nothing_that_one_would_grant_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    limiter = RateLimiter(8, 1, lambda: now)
    monkeypatch.setattr(process_share, "processes", 1_000)
    for amount in 1, 8:
        assert limiter.take("ann", amount)
        assert not limiter.take("ann")
        assert limiter.is_empty("ann")
        now += 8
    assert not limiter.is_empty("ann")
    assert not limiter.take("ann", 9)


def test_shares_are_never_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    assert process_share.of(10) == 10
    monkeypatch.setattr(process_share, "processes", 3)
    assert (process_share.of(10), process_share.of(2), process_share.of(10, at_least=5)) == (3, 1, 5)
    assert process_share.of(4, at_least=5) == 4
