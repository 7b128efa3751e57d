"""No step of the event loop does much, however long a game or a log is."""

from pathlib import Path

import httpx

from knobel import notation
from tests.server import step_work
from tests.server.client import Person, Server, tell
from tests.tables.test_what_if import played

SEATS = 12
"""The most that an uploaded record may have."""


def test_long_games_are_handled_in_small_steps(tmp_path: Path) -> None:
    record = played("knister", SEATS)
    text, last = notation.dumps(record), len(record.events) - 1
    cookies = httpx.Cookies()
    link: list[str] = []

    async def upload(server: Server) -> None:
        ann = await Person(server.url).arrive("Ann")
        cookies.update(ann.http.cookies)
        assert (await ann.http.post("/api/records/replay", content=text)).status_code == 200
        answer = await ann.http.post(f"/api/records/what-if?at={last}&seat={SEATS - 1}&level=random", content=text)
        assert answer.status_code == 201, answer.text
        link.append(f"{answer.json()['code']}-{answer.json()['key']}")
        # A table of many bots is seated in pieces too.
        await ann.open_table(bots=("random",) * 900, game="knister", seats=901)

    async def load(server: Server) -> None:
        ann = Person(server.url)
        ann.http.cookies.update(cookies)
        table = await ann.join(link[0])
        await table.play()
        for path in ("record", "replay", "games/1/record"):
            answer = await ann.http.get(f"/api/tables/{link[0]}/{path}")
            assert len(answer.text.splitlines()) > last, path
        assert (await ann.http.get("/api/person")).json()["games"]

    server = Server(tmp_path)
    server.prepare = step_work.prepare
    complaints = ""
    for story in (upload, load):
        server.start()
        try:
            tell(story(server))
        finally:
            complaints += server.stop()
    assert not complaints
