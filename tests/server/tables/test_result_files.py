"""Results of a table as a spreadsheet."""

import asyncio

from tests.server.client import Person, Server
from tests.spreadsheets import read_xlsx


async def test_results_are_saved_as_a_spreadsheet(server: Server) -> None:
    names = ["=1+1", "Ben"]
    ann, ben = [await Person(server.url).arrive(name) for name in names]
    code, link = await ann.open_private(game="knister", seats=2, undo=False)
    table, other = await ann.join(link), await ben.join(link)
    await table.do("sit")
    await other.do("sit")
    path = f"/api/tables/{link}/games"
    assert (await ann.http.get(f"{path}/1/results.xlsx")).json()["reason"] == "no_game"
    await table.do("start")
    assert (await ann.http.get(f"{path}/1/results.xlsx")).json()["reason"] == "game_running"
    await asyncio.gather(table.play(), other.play())
    await table.do("start")
    answer = await ben.http.get(f"{path}/1/results.xlsx")
    assert answer.headers["content-disposition"] == f'attachment; filename="knobel-{code}-1.xlsx"'
    head, *rows = read_xlsx(answer.content)
    assert head == ["place", "name", "points"]
    assert {row[1] for row in rows} == set(names)
    assert [row[0] for row in rows] in ([1.0, 1.0], [1.0, 2.0])
    assert rows[0][2] >= rows[1][2]  # type: ignore[operator]
    assert (await ann.http.get(f"{path}/2/results.xlsx")).json()["reason"] == "game_running"
    stranger = await Person(server.url).arrive("Eve")
    refused = await stranger.http.get(f"/api/tables/{code}-wrong/games/1/results.xlsx")
    assert refused.json()["reason"] == "no_table"
