"""Where a person has a seat, and whom the game there waits for, as their session says it."""

from tests.server.client import Person, Server, Table


async def seated_at(person: Person) -> tuple[str, str | None]:
    table = (await person.http.get("/api/session")).json()["table"]
    return table["code"], table["waits_for"]


async def test_a_session_says_whom_the_game_waits_for(server: Server) -> None:
    ann, ben = await Person(server.url).arrive(), await Person(server.url).arrive()
    table: Table = await ann.join(await ann.open_table(game="knoeffel", seats=2))
    await (await ben.join(table.code)).do("sit")
    assert await seated_at(ann) == (table.code, None)
    assert (await table.do("start"))["type"] == "accepted"
    # The host begins.
    assert await seated_at(ann) == (table.code, "you")
    assert await seated_at(ben) == (table.code, "others")
