"""AccountRegistry in the database and in the server's memory: one object for each person, and no partial changes."""

import asyncio
import gc
from typing import Any

import pytest
from sqlalchemy import select

from knobel.clock import now_ms
from knobel.server.database import schema
from knobel.server.database.engine import StoreError
from knobel.server.database.guards import Unmet
from knobel.server.database.store import Entry, Log, ResultRow, Store
from knobel.server.groups.opening import new_group
from knobel.server.groups.store import GroupStore
from knobel.server.people import accounts as people_module
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.people.store import HolderRow, PeopleStore
from knobel.server.people.transfers import Transfers
from knobel.server.runtime.settings import settings
from knobel.server.tables.store import best
from knobel.tables.refusals import Refused


@pytest.fixture
def people(store: Store) -> AccountRegistry:
    return AccountRegistry(PeopleStore(store))


async def newcomer(people: AccountRegistry, name: str) -> tuple[Account, str]:
    return await people.create(name, "en", "Firefox, Linux")


async def found(people: AccountRegistry, secret: str) -> Account:
    known = await people.find(secret)
    assert known is not None
    return known


async def test_the_last_visit_of_a_person_outlasts_the_device(
    people: AccountRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A group can be taken over from a host who has been away for long, not from one who logged out yesterday."""
    ann, secret = await newcomer(people, "Ann")
    visit = now_ms() + 2 * people_module.VISIT_INTERVAL_MS
    monkeypatch.setattr(people_module, "now_ms", lambda: visit)
    device = await people.device(secret)
    assert device is not None
    await people.record_visit(device, "Firefox, Linux")
    await people.remove_device(device.hash)
    assert await people._people_store.list_latest(1) == [(ann.id, "Ann", visit)]
    monkeypatch.setattr(people_module, "now_ms", lambda: visit + 1)
    links = Transfers(people, people._people_store)
    token, _ = await links.offer(ann)
    await links.redeem(token, "Safari, iPhone")
    assert await people._people_store.list_latest(1) == [(ann.id, "Ann", visit + 1)]


async def test_people_in_use_stay_cached(people: AccountRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "cached_devices", 3)
    links = Transfers(people, people._people_store)
    ann, first = await newcomer(people, "Ann")
    token, _ = await links.offer(ann)
    _, second = await links.redeem(token, "Safari, iPhone")
    people.add_connection(ann)
    for number in range(5):
        await newcomer(people, f"Guest {number}")
    assert await found(people, second) is await found(people, first) is ann
    people.remove_connection(ann)
    # An object without references is read again, and is again the only one.
    for number in range(5):
        await newcomer(people, f"Guest {number}")
    del ann
    gc.collect()
    one, other = await asyncio.gather(people.find(first), people.find(second))
    assert one is other is not None


async def test_transfer_links_survive_the_cache_eviction(
    people: AccountRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "cached_devices", 1)
    links = Transfers(people, people._people_store)
    ann, _ = await newcomer(people, "Ann")
    token, _ = await links.offer(ann)
    await newcomer(people, "Ben")
    assert (await links.redeem(token, ""))[0] is ann


async def test_blocks_are_stored(store: Store) -> None:
    people = AccountRegistry(PeopleStore(store))
    (ann, secret), (ben, _) = await newcomer(people, "Ann"), await newcomer(people, "Ben")
    await asyncio.gather(people.block(ann, ben.id), people.block(ann, ben.id))
    assert (await found(AccountRegistry(PeopleStore(store)), secret)).blocked == {ben.id: "Ben"}
    await people.unblock(ann, ben.id)
    assert (await found(AccountRegistry(PeopleStore(store)), secret)).blocked == {}


async def test_an_account_loaded_by_its_id_is_complete(store: Store) -> None:
    """A later session shares the object: without the owner, a bot would count as a person."""
    people = AccountRegistry(PeopleStore(store))
    (ann, _), (ben, _) = await newcomer(people, "Ann"), await newcomer(people, "Ben")
    await people.block(ann, ben.id)
    bot, token = await people.create_bot(ann, "Robot")
    others = AccountRegistry(PeopleStore(store))
    found_ann, found_bot = await others.person(ann.id), await others.person(bot.id)
    assert found_ann is not None
    assert found_ann.blocked == {ben.id: "Ben"}
    assert found_bot is not None
    assert found_bot.owner == ann.id
    assert await others.bot(token) is found_bot
    assert await others.person("nobody") is None


async def test_nothing_is_left_of_bots_and_groups_that_appear_during_the_erasure(store: Store) -> None:
    people, groups = AccountRegistry(PeopleStore(store)), GroupStore(store)
    ann, _ = await newcomer(people, "Ann")
    forgetting = asyncio.ensure_future(people.forget(ann, name=None))
    bots = [people.create_bot(ann, f"Robot {number}") for number in range(3)]
    opening = [groups.add(new_group("Class", 1), ann.id, 50) for _ in range(3)]
    answers = await asyncio.gather(*bots, *opening, return_exceptions=True)
    await forgetting
    assert all(isinstance(answer, Refused | Unmet | tuple | None) for answer in answers), answers
    for table in (schema.people, schema.secrets, schema.bots, schema.groups, schema.members):
        assert await store.read(select(table)) == [], table.name


@pytest.mark.parametrize("name", ["N. N.", None])
async def test_results_of_erased_people(store: Store, name: str | None) -> None:
    people = AccountRegistry(PeopleStore(store))
    ann, secret = await newcomer(people, "Ann")
    result = ResultRow(0, 0, "knister", "{}", ann.id, "Ann", score=5, seats=1, time=1, ranked=True)
    await store.append(Log("AAAAAA"), [Entry(0, 1, "{}")], [result])
    await people.forget(ann, name=name)
    assert await people.find(secret) is None
    assert [row.name for row in await best(store, "knister", "{}")] == [name] * (name is not None)
    assert not await best(store, "knister", "{}", person=ann.id)


class Disk:
    """Makes writes fail while it is `full`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        write = Store.write

        def failing(store: Store, *statements: Any, **options: Any) -> Any:
            if not self.full:
                return write(store, *statements, **options)
            failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            failed.set_exception(StoreError("the disk is full"))
            return failed

        monkeypatch.setattr(Store, "write", failing)


async def test_failed_writes_change_nothing(people: AccountRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch)
    links = Transfers(people, people._people_store)
    ann, secret = await newcomer(people, "Ann")
    ben, _ = await newcomer(people, "Ben")
    token, _ = await links.offer(ann)
    disk.full = True
    for attempt in (
        people.rename(ann, "Anna"),
        links.redeem(token, ""),
        people.block(ann, ben.id),
        people.remove_device(people_module.hash_of(secret)),
        people.forget(ann, name=None),
    ):
        with pytest.raises(StoreError):
            await attempt
    assert ann.name == "Ann"
    assert not ann.blocked
    device = await people.device(secret)
    assert device is not None
    await people.record_visit(device, "Opera, Mac")
    assert device.browser == "Firefox, Linux"
    assert await found(people, secret) is ann
    disk.full = False
    assert (await links.redeem(token, ""))[0] is ann, "the link was not used up"
    with pytest.raises(Refused):
        await links.redeem(token, "")


async def test_simultaneous_renames(people: AccountRegistry) -> None:
    (ann, _), (ben, _) = await newcomer(people, "Ann"), await newcomer(people, "Ben")
    for known in (ann, ben):
        people.add_connection(known)
    answers = await asyncio.gather(
        people.rename(ann, "Max"), people.rename(ben, "Мах"), people.rename(ann, "Mia"), return_exceptions=True
    )
    assert [isinstance(answer, Refused) for answer in answers] == [False, True, False]
    assert (ann.name, ben.name) == ("Mia", "Ben")


async def test_a_device_removed_during_its_lookup_is_unknown(
    people: AccountRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "cached_devices", 0)
    reading, removed = asyncio.Event(), asyncio.Event()
    holder = PeopleStore.holder

    async def slowly(registry: PeopleStore, hashed: str) -> HolderRow | None:
        found = await holder(registry, hashed)
        reading.set()
        await removed.wait()
        return found

    _, secret = await newcomer(people, "Ann")
    monkeypatch.setattr(PeopleStore, "holder", slowly)
    looking = asyncio.create_task(people.find(secret))
    await reading.wait()
    await people.remove_device(people_module.hash_of(secret))
    removed.set()
    assert await looking is None
