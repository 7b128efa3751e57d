"""Limits that several processes share."""

from pathlib import Path

from knobel.presentation.json import encode
from knobel.server.cluster.broker import TokensTaken
from knobel.server.database.store import Store
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.runtime.settings import Options
from knobel.server.runtime.token_bucket import RateLimiter
from knobel.server.services import Services
from tests.server.room_fixtures import with_store


def test_limits_are_shared_between_processes() -> None:
    now = 0.0
    one, other = (RateLimiter(5, 1, lambda: now) for _ in range(2))
    assert one.collect_taken() == other.collect_taken() == {}
    assert all(one.take("ann") for _ in range(5))
    assert one.collect_taken() == {"ann": 5}
    assert one.collect_taken() == {}, "it is told once"
    assert all(other.take("ann") for _ in range(4)), "before anything was told"
    other.deduct({"ann": 5})
    assert not other.take("ann")
    now = 4
    assert not other.take("ann"), "what was granted too much is owed"
    now = 6
    assert other.take("ann")
    assert other.take("ben")
    other.deduct({"ann": 1_000})
    now = 17
    assert other.take("ann"), "but nobody owes more than there can be"


def test_notified_processes_keep_the_limit(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        services = Services(store, Options(), ConnectionLimits(10))
        assert services.person_limit.take("ann")
        services.peers._receive(encode(TokensTaken({"persons": {"ann": 5}, "of tomorrow": {"ann": 1}}, "another")))
        assert not services.person_limit.take("ann")
        assert services.person_limit.take("ben")
        services.peers._receive(b'{"note":"of tomorrow"}')

    with_store(tmp_path, story)
