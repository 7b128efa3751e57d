"""Two processes serve one PostgreSQL, with people of one table on both."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from knobel.record_checks import check_record
from knobel.seeded_dice import commitment
from tests.server import services
from tests.server.client import Person, Server, Table, running, tell, two
from tests.server.notes import Noted
from tests.slow import slow_except

RACES = 20
TOKEN = "nobody guesses this"
LONG_TIMEOUTS = {
    "process_timeout_ms": 60_000,
    "notes_timeout_ms": 60_000,
}
"""No process counts as dead, even on a slow machine."""


@pytest.fixture(scope="module")
def pair(postgres: services.Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    options = {"database": postgres.new(), "grace": 0.5, "operator_token": TOKEN}
    with two(tmp_path_factory.mktemp("two"), LONG_TIMEOUTS, **options) as servers:
        yield servers


def latest_message(table: Table, kind: str) -> dict[str, Any]:
    """Return the last message of a type."""
    return next((message for message in reversed(table.others) if message["type"] == kind), {})


async def sees(person: Person, other: Person) -> None:
    """Wait until the process of a person knows that another person is connected."""
    lobby = await person.enter_lobby()
    await lobby.until(lambda: other.id in str(latest_message(lobby, "people")))
    await lobby.close()


@contextlib.asynccontextmanager
async def together(ann: Person, ben: Person, game: str) -> AsyncIterator[tuple[Table, Table]]:
    """Seat both people at one table whose game has begun."""
    one = await ann.join(await ann.open_table(game=game, seats=2, public=True))
    other = await ben.join(one.code)
    assert (await other.do("sit"))["type"] == "accepted"
    assert (await one.do("start"))["type"] == "accepted"
    yield one, other


@pytest.mark.parametrize("game", slow_except("kniffeliger", games=("knister", "kniffeliger")))
async def test_people_on_two_processes_play_together(people: tuple[Person, Person], game: str) -> None:
    ann, ben = people
    async with together(ann, ben, game) as (one, other):
        await asyncio.gather(one.play(), other.play())
        assert one.position["results"] == other.position["results"]
        assert [entry["kind"] for entry in one.log] == [entry["kind"] for entry in other.log]


async def test_presence_and_names_are_shared(people: tuple[Person, Person]) -> None:
    ann, ben = people
    lobbies = [await ann.enter_lobby(), await ben.enter_lobby()]
    one = await ann.join(await ann.open_table(game="knister", seats=2, public=True))
    for seen in lobbies:
        await seen.until(lambda seen=seen: one.code in str(latest_message(seen, "lobby")))
        await seen.until(
            lambda seen=seen: (
                {(ann.id, one.code), (ben.id, None)}
                <= {(who["id"], who["table"]) for who in latest_message(seen, "people").get("people", [])}
            )
        )
    other = await ben.join(one.code)
    await one.until(lambda: [who["id"] for who in one.table["watchers"]] == [ben.id])
    refusal = await ben.http.patch("/api/session", json={"name": ann.name})
    assert refusal.json()["reason"] == "name_taken", "also on another process"
    assert (await ben.http.patch("/api/session", json={"name": "Benedikt"})).status_code == 200
    await one.until(lambda: [who["name"] for who in one.table["watchers"]] == ["Benedikt"])
    await other.close()
    await one.until(lambda: not one.table["watchers"])
    await one.close()
    await lobbies[1].until(lambda: one.code not in str(latest_message(lobbies[1], "lobby")))


async def test_chat_is_shared(people: tuple[Person, Person]) -> None:
    ann, ben = people
    one = await ann.join(await ann.open_table(game="knister", seats=2, public=True))
    other = await ben.join(one.code)
    await one.until(lambda: bool(one.table["watchers"]))
    await sees(ann, ben)
    for number, to in enumerate(("all", "table", ben.id)):
        assert (await one.do("say", to=to, text=f"hello {number}"))["type"] == "accepted"
        await other.until(lambda number=number: latest_message(other, "chat").get("text") == f"hello {number}")
    # A link that one process created is valid on the other.
    late = await (await ben.device(ann.url)).join(one.code)
    await late.until(lambda: len([chat for chat in late.others if chat["type"] == "chat"]) == 3)


async def test_reactions_reach_people_at_all_processes(people: tuple[Person, Person]) -> None:
    ann, ben = people
    async with together(ann, ben, "knister") as (one, other):
        for table, reaction in ((one, "luck"), (other, "clap")):
            assert (await table.do("react", reaction=reaction))["type"] == "accepted"
            for each in (one, other):
                await each.until(lambda each=each, r=reaction: latest_message(each, "reaction").get("reaction") == r)
        # A reaction arrives before a message that was sent later, so the ones above arrived once.
        await one.do("say", to="table", text="good game")
        for each in (one, other):
            await each.until(lambda each=each: latest_message(each, "chat").get("text") == "good game")
            assert [sent["sender"]["id"] for sent in each.others if sent["type"] == "reaction"] == [ann.id, ben.id]


async def test_chat_arrives_after_connections_were_lost(
    people: tuple[Person, Person], postgres: services.Postgres
) -> None:
    end = services.NOTES_CONNECTIONS.replace("SELECT pid", "SELECT pg_terminate_backend(pid)")
    ann, ben = people
    one, other = await ann.enter_lobby(), await ben.enter_lobby()
    for number in range(3):
        await asyncio.to_thread(postgres.do, end)
        assert (await one.do("say", to="all", text=f"still here {number}"))["type"] == "accepted"
        await other.until(lambda number=number: f"still here {number}" in [chat.get("text") for chat in other.others])


async def test_people_on_two_processes_contribute_to_the_dice(people: tuple[Person, Person]) -> None:
    ann, ben = people
    one = await ann.join(await ann.open_table(game="knoeffel", seats=2, options={"columns": 1}, public=True))
    other = await ben.join(one.code)
    assert (await other.do("sit"))["type"] == "accepted"
    for table, value in ((one, "5a" * 16), (other, "a5" * 16)):
        assert (await table.do("commit", commitment=commitment(value)))["type"] == "accepted"
    assert (await one.do("start"))["type"] == "accepted"
    await other.until(lambda: ((other.position or {}).get("dice") or {}).get("awaited"))
    answers = await asyncio.gather(one.do("contribute", value="5a" * 16), other.do("contribute", value="a5" * 16))
    assert [answer["type"] for answer in answers] == ["accepted", "accepted"]
    await asyncio.gather(one.play(), other.play())
    checked = check_record((await ben.http.get(f"/api/tables/{one.code}/games/1/record")).content)
    assert (checked.promised, checked.contributed, checked.lost) == (2, 2, 0)


async def test_notices_reach_people_at_all_processes(people: tuple[Person, Person]) -> None:
    ann, ben = people
    async with together(ann, ben, "knister") as (one, other):
        await sees(ann, ben)
        headers = {"Authorization": f"Bearer {TOKEN}"}

        async def ask(**request: Any) -> Any:
            return (await ann.http.post("/api/operator", json=request, headers=headers)).json()

        assert (await ask(request="show_health"))[0]["processes"] == 2
        here = {each["person"]: each["table"] for each in await ask(request="list_people", most=50) if each["here"]}
        assert here == {ann.id: one.code, ben.id: one.code}
        assert (await ask(request="list_tables", most=1))[0]["here"] == 2
        assert (await ask(request="broadcast_notice", text="Good night."))[0]["people"] == 2
        for table in (one, other):
            await table.until(lambda table=table: latest_message(table, "chat").get("text") == "Good night.")


async def test_removed_devices_are_unknown_to_all_processes(people: tuple[Person, Person]) -> None:
    ann, ben = people
    cookie, nobody = ann.http.cookies["knobel"], Person(ben.url)
    ann.url = ben.url
    there = await ann.join(await ben.open_table(game="knister", seats=2, public=True))
    assert (await ann.http.delete("/api/session")).status_code == 204
    assert await there.closed_with() == 1012
    nobody.http.cookies["knobel"] = cookie
    assert (await nobody.http.get("/api/devices")).json()["reason"] == "no_session"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not divide connections among processes")
@pytest.mark.parametrize("is_killed", [pytest.param(True, marks=pytest.mark.slow), False], ids=["killed", "stopped"])
def test_processes_share_a_port(postgres: services.Postgres, tmp_path: Path, *, is_killed: bool) -> None:
    """People of a process that is killed or stopped reconnect to another one, and nothing is lost."""

    async def story(one: Server, other: Server) -> None:
        ann = await Person(one.url).arrive()
        table = Noted(ann, await ann.open_table(game="knister", seats=1, start=True))
        await table.connect()
        log = table.log
        await asyncio.to_thread(other.start)
        await asyncio.to_thread(one.kill if is_killed else one.stop)
        assert await table.closed_with() == (1006 if is_killed else 1012)
        await table.come_back([one.url])
        assert table.log == log
        await asyncio.to_thread(one.start)
        await asyncio.to_thread(other.kill if is_killed else other.stop)
        await table.play_anywhere([one.url], 1, host=True, told=lambda: None)

    options = {"database": postgres.new(), "share_port": True}
    one = Server(tmp_path / "one", LONG_TIMEOUTS, **options)
    other = Server(tmp_path / "other", LONG_TIMEOUTS, port=one.port, **options)
    one.start()
    try:
        tell(story(one, other))
    finally:
        for server in (one, other):
            if server.process is not None:
                server.kill()


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="other systems show arguments elsewhere")
def test_no_process_has_a_password_among_its_arguments(postgres: services.Postgres, tmp_path: Path) -> None:
    """Every user of a machine can read the arguments of all processes, including those of bots and the coach."""
    secret = "geheim-7341"
    database = postgres.new().replace("knobel@", f"knobel:{secret}@")

    def arguments() -> list[str]:
        found = []
        for file in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                found.append(file.read_text(errors="replace"))
        return found

    async def story(server: Server) -> None:
        ann = await Person(server.url).arrive()
        table = await ann.join(await ann.open_table(game="knister", seats=2, bots=("random",)))
        assert (await table.do("start"))["type"] == "accepted"
        await table.play()
        running_now = arguments()
        assert any("multiprocessing" in each for each in running_now), "the bot's process runs"
        assert not [each for each in running_now if secret in each or TOKEN in each]

    with running(tmp_path, database=database, operator_token=TOKEN) as server:
        tell(story(server))
        assert secret not in server.complaints.read_text()


@pytest.mark.parametrize("player_at", [0, pytest.param(1, marks=pytest.mark.slow)])
async def test_automatic_actions_run_where_people_are_connected(people: tuple[Person, Person], player_at: int) -> None:
    """The player has left, and a spectator is connected to the other process: a bot plays for the player."""

    def rolls(table: Table) -> int:
        return sum(entry["kind"] == "roll" for entry in table.log)

    ann, ben = people
    player, watcher = (ben, ann) if player_at else (ann, ben)
    one = await player.join(await player.open_table(game="knister", seats=2, public=True, bots=("random",)))
    other = await watcher.join(one.code)
    assert (await one.do("start"))["type"] == "accepted"
    await one.close()
    # Two rounds are over, each with a move of the player.
    await other.until(lambda: rolls(other) > 2)


async def test_two_processes_never_write_the_same_seq(people: tuple[Person, Person]) -> None:
    """Both people want the last seat at the same time: one gets it, the other is refused, and both see the same."""
    ann, ben = people
    host = await Person(ann.url).arrive()
    hosted = await host.join(await host.open_table(game="knister", seats=2, public=True))
    one, other = await ann.join(hosted.code), await ben.join(hosted.code)
    for race in range(RACES):
        answers = await asyncio.gather(one.do("sit", seat=1), other.do("sit", seat=1))
        assert sorted(answer["type"] for answer in answers) == ["accepted", "rejected"], (race, answers)
        winner = (one, other)[answers[1]["type"] == "accepted"]
        for table in (one, other, hosted):
            await table.until(lambda table=table, winner=winner: table.table["seats"][1]["person"] == winner.person.id)
        assert (await winner.do("stand"))["type"] == "accepted"
