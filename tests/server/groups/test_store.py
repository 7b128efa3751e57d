"""Groups in the database: a class that joins at the same moment, one host after another, groups without members."""

import asyncio
from collections import Counter
from typing import get_args

import pytest
from sqlalchemy import insert, select

from knobel.clock import now_ms
from knobel.server.database import schema
from knobel.server.database.guards import Unmet
from knobel.server.database.store import Store
from knobel.server.groups.history import history
from knobel.server.groups.messages import SeasonRanking
from knobel.server.groups.opening import is_code, new_group
from knobel.server.groups.store import Group, GroupResult, GroupStore, table_of_group
from knobel.server.people.store import PeopleStore
from tests.server.groups.test_standings import KINDS, PEOPLE, a_season, plain
from tests.slow import slow_except

CLASS = 100


async def opened(store: Store, people: int) -> Group:
    """Store people named by their numbers, and a group of the first one."""
    rows = [{"id": f"p{number}", "name": f"p{number}", "seen": 1} for number in range(people)]
    await store.write((insert(schema.people), rows))
    group = new_group("Class", now_ms())
    await GroupStore(store).add(group, "p0", 50)
    return group


async def host(groups: GroupStore, group: Group) -> str | None:
    members = (await groups.members([group.code]))[group.code]
    return next((member.person for member in members if not member.removed), None)


def result(table: str, person: str, seat: int = 0) -> dict[str, object]:
    """Return the row of a result at a table."""
    row = {"table": table, "first": 3, "seat": seat, "game": "knister", "options": "{}", "person": person}
    return row | {"name": person, "score": 50, "seats": 2, "time": 7, "ranked": True}


async def test_a_class_joins_at_the_same_time(any_store: Store) -> None:
    group, groups = await opened(any_store, CLASS + 20), GroupStore(any_store)
    assert is_code(group.code)
    joining = [groups.join(group.code, f"p{number}", now_ms(), CLASS, 50) for number in range(CLASS + 20)]
    assert sum(await asyncio.gather(*joining)) == CLASS - 1, "the host is a member, and the group is full"
    members = (await groups.members([group.code]))[group.code]
    assert [member.number for member in members] == list(range(1, CLASS + 1))
    assert await host(groups, group) == "p0"


async def test_members_whom_the_host_has_removed_leave_their_places(any_store: Store) -> None:
    group, groups = await opened(any_store, 4), GroupStore(any_store)
    code = group.code
    assert await groups.join(code, "p1", now_ms(), 2, 50)
    assert not await groups.join(code, "p2", now_ms(), 2, 50)
    assert await groups.remove(code, "p1")
    assert await groups.join(code, "p2", now_ms(), 2, 50)
    with pytest.raises(Unmet):
        await groups.take_back(code, "p1", 2)
    assert [member.number for member in (await groups.members([code]))[code]] == [1, 2, 3]
    await groups.leave(code, "p2")
    assert await groups.take_back(code, "p1", 2)


async def test_the_host_hands_on_leaves_and_returns(any_store: Store) -> None:
    group, groups = await opened(any_store, 5), GroupStore(any_store)
    code = group.code
    for number in (1, 2, 3):
        await groups.join(code, f"p{number}", now_ms(), 500, 50)
    assert not await groups.change(code, "p4", title="Other"), "no member"
    assert await groups.find(code) == group, "nothing is half done"
    assert await groups.change(code, "p2", title="Other")
    assert (await host(groups, group), (await groups.find(code) or group).title) == ("p2", "Other")
    # The former host is removed and taken back: the oldest member is another one then.
    assert await groups.remove(code, "p0")
    assert not await groups.remove(code, "p0")
    assert not await groups.is_member(code, "p0")
    assert not await groups.change(code, "p0")
    assert not await groups.join(code, "p0", now_ms(), 500, 50), "who was removed cannot return"
    await groups.leave(code, "p0")
    assert await groups.row(code, "p0") is not None, "nor by leaving first"
    assert await groups.take_back(code, "p0", 500)
    await groups.leave(code, "p2")
    assert await host(groups, group) == "p1"
    for person in ("p1", "p3"):
        await groups.leave(code, person)
    assert await host(groups, group) == "p0"
    assert [each.title for each in await groups.of_person("p0")] == ["Other"]
    await groups.leave(code, "p0")
    assert await groups.find(code) is None, "without members there is no group"
    assert await any_store.read(select(schema.seasons)) == []


@pytest.mark.parametrize("keep", [False, True])
async def test_erased_people_leave_results_without_names(any_store: Store, *, keep: bool) -> None:
    group, groups, people = await opened(any_store, 3), GroupStore(any_store), PeopleStore(any_store)
    await groups.join(group.code, "p1", now_ms(), 500, 50)
    await any_store.write(table_of_group(group.code, "AAAAAA", 1))
    rows = [result("AAAAAA", "p0"), result("AAAAAA", "p1", 1), result("BBBBBB", "p0"), result("BBBBBB", "p1", 1)]
    await any_store.write((insert(schema.results), rows))
    names = select(schema.results.c.table, schema.results.c.person, schema.results.c.name)
    await people.forget("p0", name="N. N." if keep else None, now=now_ms())
    kept = {(row.table, row.name) for row in await any_store.read(names) if not row.person}
    assert kept == ({("AAAAAA", "N. N."), ("BBBBBB", "N. N.")} if keep else {("AAAAAA", "")})
    assert [each.person for each in await groups.results(group.code)] == ["", "p1"]
    assert await host(groups, group) == "p1"
    # The last one: the group goes, and with it what was kept only for it.
    await people.forget("p1", name=None, now=now_ms())
    assert await groups.find(group.code) is None
    assert {row.table for row in await any_store.read(names)} == ({"AAAAAA", "BBBBBB"} if keep else set())


@pytest.mark.parametrize("database", slow_except("postgresql", games=("sqlite", "postgresql")), indirect=True)
async def test_a_season_of_forty_in_the_database(any_store: Store) -> None:
    """The table equals a plain calculation, before and after one member leaves and another one is erased."""
    played = a_season()
    await any_store.write((insert(schema.people), [{"id": each, "name": each, "seen": 1} for each in PEOPLE]))
    group, groups = new_group("Forty", 0), GroupStore(any_store)
    await groups.add(group, PEOPLE[0], 50)
    for person in PEOPLE[1:]:
        await groups.join(group.code, person, 0, 500, 50)
    tables = sorted({each.table for each in played})
    await any_store.write(*(table_of_group(group.code, table, 1) for table in tables))
    seats, rows = Counter[str](), []
    for each in played:
        row = {name: getattr(each, name) for name in GroupResult.__slots__}
        more = {"seat": seats[each.table], "name": each.person, "seats": 40, "ranked": True}
        seats[each.table] += 1
        rows.append(row | more)
    await any_store.write((insert(schema.results), rows))

    async def totals(ranking: SeasonRanking) -> dict[str, float]:
        members = (await groups.members([group.code]))[group.code]
        known = history(await groups.results(group.code), await groups.seasons(group.code), members)
        return {row.name: row.total for row in known.view(PEOPLE[0], None, ranking, KINDS[0]).rows}

    async def check(people: list[str]) -> None:
        for ranking in get_args(SeasonRanking):
            assert await totals(ranking) == pytest.approx(plain(played, people, ranking, KINDS[0]))

    await check(PEOPLE)
    await groups.leave(group.code, PEOPLE[7])
    await PeopleStore(any_store).forget(PEOPLE[11], name=None, now=now_ms())
    await check([each for each in PEOPLE if each not in (PEOPLE[7], PEOPLE[11])])
    await groups.delete(group.code)
    people = {row.person for row in await any_store.read(select(schema.results.c.person))}
    assert people == set(PEOPLE) - {PEOPLE[11]}, "everybody keeps their results, those of nobody are deleted"


async def test_a_dissolved_group_keeps_the_results_of_its_people(any_store: Store) -> None:
    group, groups = await opened(any_store, 2), GroupStore(any_store)
    await any_store.write(table_of_group(group.code, "AAAAAA", 1))
    await any_store.write((insert(schema.results), [result("AAAAAA", "p0"), result("AAAAAA", "", 1) | {"name": ""}]))
    await groups.delete(group.code)
    assert await groups.find(group.code) is None
    assert [row.person for row in await any_store.read(select(schema.results.c.person))] == ["p0"]
    assert await any_store.read(select(schema.group_tables)) == []
