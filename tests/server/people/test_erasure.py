"""Erasing a person leaves nothing of them behind, and gives them no advantage; their export is complete."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from knobel.server.database import schema
from tests.server.client import Person, Server, running, tell
from tests.server.database.test_backup import knobel
from tests.server.deals.test_routes import DAY, at, begin, dated, get
from tests.server.operator.test_actions import admin

EXPORTED = {
    "people": "person",
    "secrets": "devices",
    "recovery_sheets": "recovery_sheet",
    "blocks": "blocked",
    "bots": "bots",
    "tries": "deals",
    "suspicions": "suspicion",
    "cups": "cups",
    "entries": "cups",
    "members": "groups",
    "webhooks": "webhooks",
    "reports": "reports",
    "cards": "practice",
    "exercise_answers": "exercises",
    "results": "results",
    "paper_results": "paper_results",
    "ratings": "ratings",
    "ladder": "ladder",
    "events": "games",
    "pauses": "pauses",
    "slow_players": "slow_tables",
    "slow_chat": "slow_chat",
    "push_devices": "push_devices",
    "calendars": "calendar",
}
"""The part of a person's export that contains what a table of the database stores about people."""
PERSONAL = {"person", "host", "owner", "blocked", "reporter", "reporter_name"}
"""Columns that name a person."""


def stored(server: Server) -> Iterator[tuple[str, str]]:
    """Yield each row of the database as text, with the name of its table."""
    with contextlib.closing(sqlite3.connect(server.options["database"], timeout=60)) as database:
        for table in schema.metadata.sorted_tables:
            for row in database.execute(f'SELECT * FROM "{table.name}"'):
                yield table.name, str(row)


async def test_every_table_about_people_is_exported(server: Server) -> None:
    export = (await (await Person(server.url).arrive()).http.get("/api/person")).json()
    lasting = [table for table in schema.metadata.sorted_tables if not table.info.get("ephemeral")]
    personal = {table.name for table in lasting if PERSONAL & {column.name for column in table.columns}}
    assert personal | {"people"} == EXPORTED.keys()
    assert export.keys() == set(EXPORTED.values())


async def test_a_suspicion_is_exported(own_server: Server) -> None:
    ann = await Person(own_server.url).arrive()
    with contextlib.closing(sqlite3.connect(own_server.options["database"], timeout=60)) as database, database:
        database.execute("INSERT INTO suspicions VALUES (?, 7, TRUE)", (ann.id,))
    assert (await ann.http.get("/api/person")).json()["suspicion"] == {"since": 7, "cleared": True}


def test_reports_between_others_keep_nothing_of_an_erased_person(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        ann, ben, cid = [await Person(server.url).arrive(name) for name in ("Ann", "Ben", "Philippa")]
        code = await ann.open_table(game="knister", seats=3)
        host, player, third = [await person.join(code) for person in (ann, ben, cid)]
        await third.do("sit")
        await third.do("say", to="table", text="my secret words")
        await third.do("say", to=ann.id, text="psst secret")
        await host.do("say", to=cid.id, text="an answer")
        await player.do("say", to="table", text="rude words")
        await host.until(lambda: sum(message["type"] == "chat" for message in host.others) == 4)
        for _ in range(3):
            assert (await host.do("report", person=ben.id, text="He is rude."))["type"] == "accepted"
        assert (await player.do("report", person=cid.id, text="She is, too."))["type"] == "accepted"
        assert (await cid.http.delete("/api/person")).status_code == 204
        about, *between = sorted(await admin(server, "reports"), key=lambda report: -report["number"])
        assert [[chat["text"] for chat in report["context"]] for report in between] == [["rude words"]] * 3
        assert about["person"] == cid.id, "the operators keep reports about the person"
        await asyncio.to_thread(server.stop)
        for table, row in stored(server):
            if table != "reports" or f"'{cid.id}'" not in row:
                assert not any(word in row for word in ("Philippa", "secret", "an answer")), (table, row)
                assert cid.id not in row or table == "events", (table, row)

    with running(tmp_path, {"knobel.server.people.reports.store.STEP": 2}) as server:
        tell(story(server))


def test_erasure_gives_no_second_first_try(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        async def state(person: Person) -> str:
            (deal,) = [deal for deal in (await get(person, "/today"))["deals"] if deal["game"] == "knister"]
            return str(deal["state"])

        ann, ben = await Person(server.url).arrive(), await Person(server.url).arrive()
        phone = await ann.device()
        await (await begin(ann)).play()
        for _ in range(2):
            assert (await ann.http.delete("/api/person")).status_code == 204
            await ann.arrive()
            assert await state(ann) == "unranked"
            await (await begin(ann)).play()
            assert "tries" not in {table for table, _ in stored(server)}
            assert await state(ann) == "unranked"
        await phone.arrive()
        assert phone.id != ann.id
        assert await state(phone) == "unranked"
        assert await state(ben) == "new"
        assert (await get(ben, "/today/knister"))["players"] == 0
        await (await begin(ann, "knaster")).play()
        assert [table for table, _ in stored(server) if table == "tries"] == ["tries"], "other deals are ranked"
        # The hashes are of use only until the end of the day, and are part of no backup.
        status, words = await asyncio.to_thread(
            knobel, "backup", str(tmp_path / "copy.db"), "--database", server.options["database"]
        )
        assert status == 0, words
        with contextlib.closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
            assert copy.execute("SELECT COUNT(*) FROM spent_tries").fetchone() == (0,)
        assert "spent_tries" in {table for table, _ in stored(server)}
        server.set_clock(at(DAY, 25.5))
        while "spent_tries" in {table for table, _ in stored(server)}:  # noqa: ASYNC110 -- in another process
            await asyncio.sleep(0.1)

    with dated(tmp_path, 12) as server:
        tell(story(server))
