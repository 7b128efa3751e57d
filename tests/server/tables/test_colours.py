"""Everybody chooses a colour before the game and keeps it."""

from typing import Any

from tests.server.client import Person, Server, Table


def colours(table: Table) -> dict[str, str]:
    """Return colours by person, as the table shows them before a game and the sheets during one."""
    return {seat["person"]: seat["colour"] for seat in table.table["seats"] if seat["person"]}


def played(table: Table) -> dict[str, str]:
    """Return the colours in the game by person."""
    seats = table.table["seats"]
    return {seat["person"]: sheet["colour"] for seat, sheet in zip(seats, table.position["sheets"], strict=True)}


async def test_three_people_with_picked_colours_start_a_table_of_five_and_keep_them(server: Server) -> None:
    people = [await Person(server.url).arrive() for _ in range(3)]
    code = await people[0].open_table(game="knapp_daneben", seats=5, starts="random")
    host, ben, cem = tables = [await person.join(code) for person in people]
    assert (await cem.do("pick_colour", colour="r"))["reason"] == "not_seated"
    await ben.do("sit", seat=2)
    await cem.do("sit", seat=4)
    await host.until(lambda: len(colours(host)) == 3)
    # Each person has a colour immediately, and may take a colour that another person has not chosen explicitly.
    assert colours(host) == {host.person.id: "k", ben.person.id: "g", cem.person.id: "r"}
    await host.do("pick_colour", colour="g")
    await cem.do("pick_colour", colour="b")
    assert (await cem.do("pick_colour", colour="g"))["reason"] == "colour_taken"
    assert (await cem.do("pick_colour", colour="x"))["reason"] == "no_colour"
    await host.until(lambda: colours(host)[cem.person.id] == "b")
    seen = colours(host)
    assert seen == {host.person.id: "g", ben.person.id: "k", cem.person.id: "b"}
    await host.do("start")
    for table in tables:
        await table.until(lambda table=table: table.position is not None)
        assert played(table) == seen
    assert (await ben.do("pick_colour", colour="y"))["reason"] == "game_running"


async def test_a_full_table_plays_with_all_colours(ann: Person) -> None:
    bots = ("random",) * 4
    table: Any = await ann.join(await ann.open_table(bots=bots, start=True, game="knapp_daneben", seats=5))
    assert [seat["colour"] for seat in table.table["seats"]] == [*"kbgyr"]


async def test_other_games_have_no_colours(ann: Person) -> None:
    table: Any = await ann.join(await ann.open_table(game="knister", seats=1))
    assert (await table.do("pick_colour", colour="k"))["reason"] == "no_colour"
    assert table.table["seats"][0]["colour"] is None
