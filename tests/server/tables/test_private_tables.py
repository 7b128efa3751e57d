"""Privacy: entries of the open round, access to tables, and numbers that would reveal moves of others."""

import asyncio
from typing import Any

from tests.server.client import Person, Server, Table


async def group(server: Server, count: int, **settings: Any) -> list[Table]:
    """Return a number of people in a running game after the first roll."""
    people = [await Person(server.url).arrive() for _ in range(count)]
    chosen: dict[str, Any] = {"game": "knister", "seats": count} | settings
    code = await people[0].open_table(**chosen)
    tables = [await person.join(code) for person in people]
    for table in tables[1:]:
        assert (await table.do("sit"))["type"] == "accepted"
    await tables[0].do("start")
    await roll(tables)
    return tables


async def roll(tables: list[Table]) -> None:
    """Let the person roll whose turn it is."""
    for table in tables:
        await table.until(lambda t=table: t.turn["kind"] == "chance")
    thrower = next(table for table in tables if table.turn["may_roll"])
    await thrower.do("roll", at=thrower.at)
    for table in tables:
        await table.until(lambda t=table: t.turn["kind"] == "decide")


async def enter(table: Table) -> None:
    """Make an entry, if possible one that earns circles."""
    choices = table.choices
    best = max(choices, key=lambda choice: choice["circles"])
    assert set(await table.do("move", at=table.at, action=best["action"])) == {"type", "id"}
    await table.until(lambda: table.choices != choices)


async def caught_up(table: Table) -> None:
    """Wait until the person has received all earlier events."""
    # Waiting states are sent before the newest one: therefore two states are needed.
    for number in ("first", "second"):
        await table.send_raw(f'{{"type": "ping", "id": "{number}"}}')
        table.others.clear()
        await table.until(lambda n=number: any(m["type"] == "pong" and m["id"] == n for m in table.others))


async def test_numbers_of_messages_reveal_nothing(server: Server) -> None:
    circles = 0
    # A game may have no circle: then try another game.
    while not circles:
        ann, ben, watcher = await group(server, 3, game="knaster")
        while not (circles or ann.over):
            before = {table: table.seq for table in (ben, watcher)}
            while ann.choices:
                circles += any(choice["circles"] for choice in ann.choices)
                await enter(ann)
            for table in (ben, watcher):
                await caught_up(table)
                # One state after all of Ann's actions: the table does not wait for her any more.
                assert table.seq == before[table] + 1
                await table.until(lambda t=table: 0 not in t.turn["seats"])
            for table in (ben, watcher):
                while table.choices:
                    await enter(table)
            await caught_up(ann)
            if not ann.over:
                await roll([ann, ben, watcher])


async def test_a_private_table_is_entered_by_its_link_or_while_it_is_open_by_its_code(server: Server) -> None:
    ann, ben, cid, dot = [await Person(server.url).arrive() for _ in range(4)]
    code, link = await ann.open_private(game="knister", seats=3)
    assert len(link) == len("ABCDEF-") + 22
    assert await ben.refused(code) == "no_table", "nobody is there"
    assert await ben.refused(link[:-1]) == "no_table"
    assert await ben.refused(f"{code}-") == "no_table"
    guest = await ben.join(link.lower()[:6] + link[6:])
    assert guest.table["key"] == link[7:]
    assert await cid.refused(link[:-1]) == "no_table", "a wrong key is no code"
    late = await cid.join(code)
    host = await ann.join(code)
    assert (await host.do("lock", locked=True))["type"] == "accepted"
    await late.until(lambda: late.table["locked"])
    assert await dot.refused(code) == "no_table"
    assert await dot.refused(link) == "locked"
    await late.connect()
    assert (await host.do("lock", locked=False))["type"] == "accepted"
    await (await dot.join(code)).close()
    for table in (guest, late, host):
        await table.close()
    await dot.join(code)


async def test_renewed_links_invalidate_the_old_link(server: Server) -> None:
    ann, ben, cid = [await Person(server.url).arrive() for _ in range(3)]
    code, link = await ann.open_private(game="knister", seats=3)
    host, guest = await ann.join(code), await ben.join(link)
    assert (await host.do("renew_link"))["type"] == "accepted"
    await guest.until(lambda: guest.table["key"] != link[7:])
    renewed = f"{code}-{guest.table['key']}"
    assert len(renewed) == len(link)
    assert await cid.refused(link) == "no_table"
    await guest.connect()
    await (await cid.join(renewed)).close()


async def test_public_tables_need_only_the_code(ann: Person, ben: Person, server: Server) -> None:
    code, link = await ann.open_private(game="knister", seats=2, public=True)
    assert link == f"{code}-"
    host, guest = await ann.join(code), await ben.join(code)
    assert (guest.table["code"], guest.table["key"]) == (code, "")
    await host.do("setup", settings={"game": "knister", "public": False})
    await guest.until(lambda: guest.table["key"])
    await host.do("setup", settings={"game": "knister", "public": True})
    await host.do("lock", locked=True)
    assert code not in [table["code"] for table in (await ben.http.get("/api/tables")).json()]
    assert await (await Person(server.url).arrive()).refused(code) == "locked"


async def test_seats_and_links_are_valid_after_a_restart(own_server: Server) -> None:
    ann, ben, cid = [await Person(own_server.url).arrive() for _ in range(3)]
    code, link = await ann.open_private(game="knister", seats=2)
    host, guest, watcher = await ann.join(code), await ben.join(link), await cid.join(link)
    await guest.do("sit")
    await watcher.do("say", to="table", text="hello")
    own_server.kill()
    await asyncio.to_thread(own_server.start)
    assert await cid.refused(code) == "no_table"
    await (await ben.join(code)).close()
    await (await cid.join(link)).close()
    await host.connect()


async def test_removed_people_are_refused_by_http(server: Server) -> None:
    ann, ben, cid = [await Person(server.url).arrive() for _ in range(3)]
    code, link = await ann.open_private(game="knister", seats=2)
    host, seated, watcher = await ann.join(code), await ben.join(code), await cid.join(code)
    await seated.do("sit")
    await host.do("start")
    for person, table in ((ben, seated), (cid, watcher)):
        assert (await host.do("expel", person=person.id))["type"] == "accepted"
        assert await table.closed_with() == 4003
        assert table.others[-1] == {"type": "gone", "reason": "removed"}
        for way in (code, link):
            assert await person.refused(way) == "removed"
    assert "expel" in [entry["kind"] for entry in host.log]
    nobody = Person(server.url)
    assert (await nobody.http.get(f"/api/tables/{link}/record")).json()["reason"] == "no_session"


async def test_people_are_listed_at_a_table_once_it_is_public(ann: Person, ben: Person) -> None:
    lobby = await ben.enter_lobby()

    def tables_of_ann() -> list[str | None]:
        lists = [message["people"] for message in lobby.others if message["type"] == "people"]
        return [person["table"] for person in lists[-1] if person["id"] == ann.id] if lists else []

    host = await ann.join(await ann.open_table(game="knister", seats=2))
    await lobby.until(lambda: tables_of_ann() == [""])
    assert (await host.do("setup", settings={"game": "knister", "public": True}))["type"] == "accepted"
    await lobby.until(lambda: tables_of_ann() == [host.code])
    assert (await host.do("setup", settings={"game": "knister", "public": False}))["type"] == "accepted"
    await lobby.until(lambda: tables_of_ann() == [""])
